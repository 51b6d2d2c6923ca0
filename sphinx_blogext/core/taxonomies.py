"""The taxonomies of blogs and how they differ (to add one, add a record), and the keys of terms and languages."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from sphinx_blogext.core import N_


@lru_cache(maxsize=4096)
def normalize(name: str) -> str:
    """Return the key of a term: the same for names that differ only in case, NFKC, or spaces and hyphens."""
    # Normalized twice, because case folding can undo the first normalization.
    folded = unicodedata.normalize("NFKC", name).casefold()
    return re.sub(r"[\s-]+", "-", unicodedata.normalize("NFKC", folded).strip()) or "-"


#: A number, without zeros in front of it.
_NUMBERS = re.compile("0*(0|[1-9][0-9]*)")
#: The least combining class of marks that are written over and under letters, as accents are, not of vowel signs.
_ACCENTS = 200


@lru_cache(maxsize=8192)
def reading_order(text: str) -> tuple[Any, ...]:
    """Return a sort key for names and titles: without regard to case or accents, numbers by their value.

    Accents decide between texts that are otherwise the same. Collation by locale would differ between machines.
    """
    letters = unicodedata.normalize("NFD", text.casefold())
    plain = "".join(letter for letter in letters if unicodedata.combining(letter) < _ACCENTS)
    # Composed again, because Hangul consists of letters too.
    parts = _NUMBERS.split(unicodedata.normalize("NFC", plain))
    return ([(len(part) if place % 2 else 0, part) for place, part in enumerate(parts)], letters, text)


def find_language(code: str, names: Iterable[str]) -> str:
    """Return the one of *names* that is the language *code* or closest to it (``zh_CN``: ``zh``), or *code*."""
    wanted = _subtags(normalize(code))
    nearest = [name for name in sorted(names) if _subtags(name)[0] == wanted[0]] if code else []
    # The same language, or else one without a region, or else any of the family.
    ranks = {name: (_subtags(name) != wanted, len(_subtags(name)) > 1) for name in nearest}
    return min(nearest, key=ranks.__getitem__, default=code and normalize(code))


def pick(texts: str | Mapping[str, str], language: str) -> str:
    """Return the one of *texts* in *language* or in the closest language, or else the first."""
    if isinstance(texts, str):
        return texts
    by_key = {normalize(code): text for code, text in texts.items()}
    return by_key.get(find_language(language, by_key)) or next(iter(by_key.values()), "")


def _subtags(code: str) -> tuple[str, ...]:
    return tuple(code.lower().replace("_", "-").split("-"))


class TaxonomyKind(NamedTuple):
    """The properties of a taxonomy in all blogs of a site.

    ``name`` is its name in page names and metadata, ``plural`` that in options and templates. ``title`` is the
    heading of its list of terms, ``term_title`` that of the page of a term, with ``%s`` for its label. ``weight``
    is how much a shared term counts in the relatedness of two posts. Terms ``in_feeds`` are categories in feeds,
    and posts are found by terms ``in_search``. Only posts have terms ``of_posts``, so another document with such
    terms probably lacks a date. If it ``is_keyed``, posts use keys such as ``mei``, and readers see labels. Custom
    ones are ``is_own``. If it ``is_nested``, a term ``science/physics`` is below ``science``.
    """

    name: str
    plural: str
    title: str
    term_title: str
    weight: int = 0
    in_feeds: bool = False
    in_search: bool = False
    of_posts: bool = False
    is_keyed: bool = False
    is_own: bool = False
    is_nested: bool = False

    @property
    def option(self) -> str:
        return f"blog_{self.plural}"

    @property
    def spellings(self) -> tuple[str, str]:
        """The metadata keys for the terms of posts."""
        return self.plural, self.name

    def lineage(self, name: str) -> Iterator[str]:
        """Yield the names of the terms above the term *name*, topmost first, and its own name."""
        parts = self.parts(name)
        yield from ("/".join(parts[:count]) for count in range(1, len(parts) + 1))

    def parts(self, name: str) -> list[str]:
        """Return the parts of the name of a term: the name itself or, if terms are nested, one for each level."""
        if not self.is_nested:
            return [name]
        return [stripped for part in name.split("/") if (stripped := part.strip())] or [name]

    def called(self, name: str, aliases: Mapping[str, str]) -> str:
        """Return the own name of the term *name*, level by level; *aliases*: key of another name -> own name."""
        # A shortcut, because this is called for each term of each post.
        if not self.is_nested:
            return aliases.get(normalize(name), name)
        own = ""
        for part in self.parts(name):
            longer = f"{own}/{part}" if own else part
            other = aliases.get(normalize(longer), longer)
            # The name of a level above the term itself cannot mean the term.
            own = longer if any(normalize(wider) in aliases for wider in [*self.lineage(other)][:-1]) else other
        return own

    def above(self, key: str) -> str:
        """Return the key of the term above the term *key*, or ``""``."""
        return key.rpartition("/")[0] if self.is_nested else ""

    def normalized(self, name: str) -> str:
        """Return *name* without spaces around its levels and without empty levels."""
        return "/".join(self.parts(name))


class Taxonomies(dict[str, TaxonomyKind]):
    """The taxonomies of a site by name, in the order in which they are shown; they do not change."""

    def __init__(self, kinds: Iterable[TaxonomyKind]) -> None:
        super().__init__((kind.name, kind) for kind in kinds)
        #: Both spellings of each taxonomy's name -> the name.
        self.spellings = {spelling: kind.name for kind in self.values() for spelling in kind.spellings}

    def __hash__(self) -> int:  # type: ignore[override]  # a key of caches
        return hash(tuple(self))

    def named(self, spelling: str) -> TaxonomyKind | None:
        """Return the taxonomy whose name or plural is *spelling*, if there is one."""
        return self.get(self.spellings.get(spelling.replace("-", "_"), ""))


#: What terms have in common that say what posts are about.
_TOPICS = {"in_search": True, "of_posts": True}
TAXONOMIES = Taxonomies(
    (
        TaxonomyKind("tag", "tags", N_("Tags"), N_("Posts tagged “%s”"), 3, in_feeds=True, **_TOPICS),
        TaxonomyKind("category", "categories", N_("Categories"), N_("Posts in “%s”"), 2, in_feeds=True, **_TOPICS),
        # Not ``in_feeds``, because feeds have separate elements for authors.
        TaxonomyKind("author", "authors", N_("Authors"), N_("Posts by %s"), in_search=True, is_keyed=True),
        TaxonomyKind("series", "series", N_("Series"), N_("Series: %s"), 6, **_TOPICS),
        TaxonomyKind("language", "languages", N_("Languages"), N_("Posts in %s"), is_keyed=True),
        TaxonomyKind("location", "locations", N_("Locations"), N_("Posts from %s"), is_keyed=True),
    )
)
