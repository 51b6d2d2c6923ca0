"""The terms of posts, each with its posts and its slug.

A slug is ours, set in ``conf.py``, or from a site's own function. Ours are readable, safe on every file system,
unique and permanent: they depend only on the name of the term, and two different terms never share one.
"""

import hashlib
import re
import unicodedata
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import NamedTuple

from sphinx_blogext.core.addresses import DEVICES, FEED_FILES
from sphinx_blogext.core.model import Post
from sphinx_blogext.core.taxonomies import TaxonomyKind, find_language, normalize, reading_order
from sphinx_blogext.core.urls import Profile
from sphinx_blogext.patterns import pattern

#: Symbols that are essential to the meaning of a name are spelled out.
_WORDS = {"+": "-plus", "#": "-sharp"}
#: These, and names with a special meaning here.
_RESERVED = pattern(rf"({DEVICES}|index|page)(\..*)?", re.IGNORECASE)
#: The longest slug in UTF-8 bytes; file systems allow 255 for a name with its extension.
_MAX_BYTES = 96
#: Names below the page of a term that are not nested terms.
_BELOW_TERMS = frozenset({"language", "page", *FEED_FILES})


class TermSettings(NamedTuple):
    """The settings of a term in ``blog_authors``, ``blog_tags`` … ``name`` is its spelling there."""

    name: str = ""
    label: str = ""  # what readers of the site see
    slug: str = ""
    url: str = ""
    description: str = ""
    avatar: str = ""
    social: tuple[Profile, ...] = ()
    aliases: tuple[str, ...] = ()
    hidden: bool = False
    is_organization: bool = False
    labels: tuple[tuple[str, str], ...] = ()  # those in other languages


NO_SETTINGS = TermSettings()


def other_names(settings: Mapping[str, TermSettings]) -> dict[str, str]:
    """Return other names of terms -> own name: aliases, and labels that are not the name of another."""
    own_names = {normalize(alias): term.name for term in settings.values() for alias in term.aliases}
    owners: dict[str, set[str]] = {}
    for key, term in settings.items():
        for text in filter(None, (term.label, *(text for _language, text in term.labels))):
            owners.setdefault(normalize(text), set()).add(key)
    taken = settings.keys() | own_names.keys()
    # A label shared by two terms would be ambiguous.
    labels = {label: keys.pop() for label, keys in owners.items() if len(keys) == 1 and label not in taken}
    return own_names | {label: settings[key].name for label, key in labels.items()}


class Term(NamedTuple):
    """One value of a taxonomy, with its posts, newest first.

    ``name`` is the first spelling found, ``label`` is what is shown, and ``slug`` is the last part of the page
    name. ``count`` is how many posts its list shows, where translations of a post count as one. If terms are
    nested, ``parent`` is the term above it, and ``name`` includes the names of all levels.
    """

    kind: TaxonomyKind
    key: str
    name: str
    slug: str
    posts: tuple[Post, ...]
    count: int  # type: ignore[assignment]  # the method of tuples is not needed
    settings: TermSettings = NO_SETTINGS
    parent: "Term | None" = None

    @property
    def taxonomy(self) -> str:
        return self.kind.name

    @property
    def label(self) -> str:
        return self.label_in("")

    def label_in(self, language: str) -> str:
        """Return the label in *language*, or in that of the site, preceded by those of the terms above it."""
        own = self.own_label_in(language)
        return f"{self.parent.label_in(language)} / {own}" if self.parent else own

    def own_label_in(self, language: str) -> str:
        """Return :meth:`label_in` without the terms above it."""
        labels = {normalize(code): text for code, text in self.settings.labels} if language else {}
        label = labels.get(find_language(language, labels)) if labels else ""
        return label or self.settings.label or self.kind.parts(self.name)[-1]


class Taxonomy(dict[str, Term]):
    """The terms of one kind, by key, in the order in which they are listed.

    Terms are ordered by their labels, ignoring case, by Unicode code point: Latin script first, Han after kana,
    and emoji last; numbers in them by their value. *settings* are also those of terms that no post has.
    """

    def __init__(self, kind: TaxonomyKind, terms: Iterable[Term], settings: Mapping[str, TermSettings]) -> None:
        in_order = sorted(terms, key=lambda term: (reading_order(term.label), term.key))
        super().__init__((term.key, term) for term in in_order)
        self.kind, self.settings = kind, settings
        self.aliases = {normalize(alias): normalize(name) for alias, name in other_names(settings).items()}
        self._keys: dict[str, str] = {}

    def key_of(self, name: str) -> str:
        """Return the key of the term called *name*, whether or not it exists."""
        if name not in self._keys:
            self._keys[name] = normalize(self.kind.called(name, self.aliases))
        return self._keys[name]

    def keys_of(self, post: Post) -> set[str]:
        """Return the keys of the terms that a post is listed under, including those above its own terms."""
        names = post.terms.get(self.kind.name, ())
        if self.kind.is_nested:
            names = tuple(part for name in names for part in self.kind.lineage(name))
        return set(map(self.key_of, names))

    def find(self, name: str) -> Term | None:
        """Return the term called *name* or with that alias, ignoring case and spacing."""
        return self.get(self.key_of(name))

    def label_of(self, name: str) -> str:
        """Return the label of the term called *name*, which may be that of drafts alone."""
        term, settings = self.find(name), self.settings.get(self.key_of(name), NO_SETTINGS)
        return term.label if term else settings.label or name

    @property
    def shown(self) -> tuple[Term, ...]:
        return tuple(term for term in self.values() if not term.settings.hidden)


class SlugRules(NamedTuple):
    """The rules for slugs of a site: *romanize* transliterates ours to ASCII.

    *spell* returns the custom slug of a term of a taxonomy, or ``""`` for none. It gets the name of the term or,
    with *by_label* and if terms have keys, its label.
    """

    romanize: Callable[[str], str] | None = None
    spell: Callable[[str, str], str] | None = None
    by_label: bool = False

    def custom(self, kind: TaxonomyKind, name: str, settings: TermSettings) -> str:
        """Return the custom slug of a term, which another one may have, or ``""``."""
        label = settings.label if self.by_label and kind.is_keyed else ""
        return self.spell(kind.name, label or name) if self.spell else ""


OUR_RULES = SlugRules()


def collect_terms(
    kind: TaxonomyKind,
    posts: Iterable[Post],
    settings: Mapping[str, TermSettings],
    rules: SlugRules,
    best: Callable[[Iterable[Post], str], Sequence[Post]],
) -> Taxonomy:
    """Return the terms of the *posts*, newest first; *best* returns which of them a list in a language shows."""
    aliases = other_names(settings)
    posts_of: dict[str, list[Post]] = {}
    spellings: dict[str, str] = {}
    for post in posts:
        named: dict[str, str] = {}
        # A post that spells a tag in two ways counts once, with the first spelling.
        for name in reversed(post.terms.get(kind.name, ())):
            named |= {normalize(wider): wider for wider in kind.lineage(kind.called(name, aliases))}
        for key, name in named.items():
            posts_of.setdefault(key, []).append(post)
            # Posts come newest first, so the spelling of the oldest post is kept.
            spellings[key] = name
    slugs = term_slugs(kind, spellings, settings, rules)
    terms: dict[str, Term] = {}
    # Parents come before the terms below them.
    for key, name in sorted(spellings.items(), key=lambda item: len(kind.parts(item[1]))):
        count = len(best(posts_of[key], key if kind.name == "language" else ""))
        own, above = settings.get(key, NO_SETTINGS), terms.get(kind.above(key))
        terms[key] = Term(kind, key, name, slugs[key], tuple(posts_of[key]), count, own, above)
    return Taxonomy(kind, terms.values(), settings)


def term_slugs(
    kind: TaxonomyKind, names: Mapping[str, str], settings: Mapping[str, TermSettings], rules: SlugRules
) -> dict[str, str]:
    """Return the slugs of terms by key, below that of the term above; the first by name keeps a custom one."""
    set_slugs = {key: each.slug for key, each in settings.items() if each.slug}
    families: dict[str, set[str]] = {}
    slugs: dict[str, str] = {}
    for key, name in sorted(names.items(), key=lambda item: (len(kind.parts(item[1])), item)):
        above, own = kind.above(key), kind.parts(name)[-1]
        reserved = _BELOW_TERMS if above else frozenset()
        # A slug that is set for one term is not available to others, whatever their names, nor is one that differs
        # only in case, as it is the same on some file systems.
        taken = families.setdefault(above, {*map(str.casefold, set_slugs.values()), *reserved})
        slug = set_slugs.get(key, "")
        if slug.casefold() in {"", *reserved}:
            slug = rules.custom(kind, own, settings.get(key, NO_SETTINGS))
            slug = slug if slug and slug.casefold() not in taken else slugify(own, taken, rules.romanize)
        taken.add(slug.casefold())
        slugs[key] = f"{slugs[above]}/{slug}" if above else slug
    return slugs


def slugify(name: str, taken: Container[str] = (), romanize: Callable[[str], str] | None = None) -> str:
    """Return the slug of the term *name*, the last part of its page name; it is not in *taken*.

    With *romanize*, which transliterates text, it is ASCII. It is not empty, has no separator, is not reserved by
    Windows, and has at most 110 bytes in UTF-8. If it would lose part of the name, a digest keeps it unique.
    """
    key = normalize(name)
    readable = _readable(key)
    if romanize is not None and not readable.isascii():
        normalized = normalize(romanize(unicodedata.normalize("NFKC", name)))
        readable = "".join(char for char in _readable(normalized) if char.isascii())
    if _RESERVED.fullmatch(readable):
        # Windows reserves ``con`` even if a dot and more text follow.
        readable = readable.replace(".", "-")
    elif _owner(readable) == key and readable not in taken:
        return readable
    digest = hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{readable}-{digest}" if readable else digest


def _owner(slug: str) -> str:
    """Return the only key that has *slug* without a digest."""
    slug = f".{slug[4:]}" if slug.startswith("dot-") else slug
    for symbol, word in _WORDS.items():
        slug = slug.replace(word, symbol)
    return slug


def file_name(title: str) -> str:
    """Return a file name without suffix, which other titles may share; ``""`` if *title* has no letters."""
    # A name that begins with a hyphen would be mistaken for a command-line option.
    name = _readable(normalize(title)).strip("-._")
    # So that ``a. b`` and ``a, b`` give the same name.
    name = re.sub(r"(?<![-.])[-.]*-[-.]*", "-", name)
    return f"{name.replace('.', '-')}-post" if _RESERVED.fullmatch(name) else name


def _readable(key: str) -> str:
    """Return *key* with symbols spelled out and everything unsafe replaced by hyphens."""
    if key.startswith("."):
        key = "dot-" + key[1:]
    spelled = "".join(_WORDS.get(char, char) for char in key)
    # Letters, digits, marks and emoji of any script are safe.
    kinds = ((char, unicodedata.category(char)) for char in spelled)
    safe = "".join(c if c in "-._" or kind[0] in "LNM" or kind == "So" else "-" for c, kind in kinds)
    # Cut in bytes, as file systems count them; an incomplete character at the end is dropped.
    cut = re.sub(r"-+", "-", safe).strip("-.").encode("utf-8", "ignore")[:_MAX_BYTES]
    return cut.decode("utf-8", "ignore").rstrip("-.")
