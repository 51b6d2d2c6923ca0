"""Reads the metadata of posts, in all spellings, into one form.

MyST passes front matter as strings, with lists as JSON; field lists and options in RST are strings with commas.
"""

import difflib
import json
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from sphinx_blogext.core.citation import read_doi
from sphinx_blogext.core.comments import read_thread
from sphinx_blogext.core.dates import NEVER, DateReader, NoSuchDayError, ambiguous_zone, as_written, sort_key
from sphinx_blogext.core.taxonomies import TAXONOMIES, Taxonomies
from sphinx_blogext.core.urls import is_safe_url, lacks_scheme, with_mailto
from sphinx_blogext.patterns import pattern

#: Every spelling of a key, with its field and the function that reads its value.
Keys = Mapping[str, tuple[str, Callable[["_Reader", str, str], Any]]]

T = TypeVar("T")


class Problem(NamedTuple):
    """A problem with the value under *key*; *kind* is the subtype of the warning, or ``"guess"``."""

    kind: str
    key: str
    message: str


class Metadata(dict[str, Any]):
    """What the metadata of a post sets: values of fields of :class:`~sphinx_blogext.core.model.Post`, by name.

    ``blogpost``, ``excerpt`` (a number of paragraphs) and ``exclude`` are not fields of a post: they determine how
    its document is read. ``comments`` is ``""`` if there are to be none.
    """

    @property
    def terms(self) -> Mapping[str, tuple[str, ...]]:
        return self.get("terms") or {}

    def over(self, other: "Metadata") -> "Metadata":
        """Return this metadata, with fields and taxonomies that are not set here taken from *other*."""
        terms = {**other.terms, **self.terms}
        return Metadata({**other, **self} | ({"terms": terms} if terms else {}))


PERSON_TYPES = ("person", "organization")
#: Keys of other tools that look like misspellings of ours. Others have a namespace, such as ``og:image``.
_FOREIGN_KEYS = frozenset(
    "author_url comment comments comments_id credits data index options organisation organization read_time "
    "redirect_from subtitle translated translator translators uid update_date updated_at".split()
)
#: Keys of other engines that do nothing here -> ours for the same.
_COUNTERPARTS = {"cover": "image", "cover_image": "image", "featured_image": "image", "summary": "description"}
_FOREIGN_PREFIXES = ("_", "created", "html_", "meta_", "og_", "ogp_", "twitter_")
#: Characters that HTML and XML must not contain (XML 1.0, section 2.2), and lone surrogates.
_FORBIDDEN = pattern("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
#: A pair of characters that turn what is between them, without others; and such characters that are no pair.
_TURNS = "\u202a-\u202e\u2066-\u2069"
_TURN = pattern(f"([\u202a\u202b\u202d\u202e][^{_TURNS}]*\u202c|[\u2066-\u2068][^{_TURNS}]*\u2069)|[{_TURNS}]")
#: A name in the quotation marks of a text processor.
_CURLY = pattern("[\u201c\u201d\u201e\u2018\u201a][^\u201c-\u201f]*[\u201c\u201d\u2018\u2019]")
_TRUE = frozenset({"", "true", "yes", "on", "1", "none"})
_FALSE = frozenset({"false", "no", "off", "0"})
#: What ``status`` says in other engines, and whether it makes a draft; other words say nothing about that.
_STATUSES = dict.fromkeys(("draft", "drafts", "hidden", "pending", "private", "unpublished"), True)
_STATUSES |= dict.fromkeys(("public", "publish", "published"), False)


def field_name(key: str) -> str:
    """Return a metadata key in the one spelling in which tables have it."""
    return key.strip().strip(":\ufeff\u200b").strip().lower().replace("-", "_")


def read_metadata(
    raw: Mapping[str, str | None], *, dates: DateReader, is_directive: bool, taxonomies: Taxonomies = TAXONOMIES
) -> tuple[Metadata, tuple[Problem, ...]]:
    """Return the metadata in *raw*, as written in a directive's options or in front matter, and what is wrong.

    *dates* reads dates; *taxonomies* are those of the site. No exception is raised: a value that is not valid is
    left out and added to the problems. Front matter also has keys of other tools, so an unknown key there is a
    problem only if it looks like a misspelling.
    """
    reader = _Reader(dates, taxonomies)
    for spelling, text in _flat(raw):
        reader.read(spelling, clean_text(text or ""), raw, is_directive=is_directive)
    return reader.metadata(), tuple(reader.problems)


def _flat(raw: Mapping[str, str | None]) -> Iterator[tuple[str, str | None]]:
    """Yield keys and values; split a record ``date: {created, updated}``, as in Material, into its parts."""
    for spelling, text in raw.items():
        value = (text or "").strip()
        record = _items(value)[0] if spelling == "date" and value.startswith("{") else None
        if isinstance(record, dict):
            yield "date", str(record.get("created") or "")
            yield from [("updated", str(record["updated"]))] if record.get("updated") else []
        else:
            yield spelling, text


def is_foreign(key: str) -> bool:
    """Return whether the front matter key *key*, in lower case, is known to belong to another tool."""
    name = field_name(key)
    return name in _FOREIGN_KEYS or name.startswith(_FOREIGN_PREFIXES) or bool({":", "."} & set(name))


def is_false(text: str) -> bool:
    return text.strip().lower() in _FALSE


def draft_state(raw: Mapping[str, str | None], taxonomies: Taxonomies = TAXONOMIES) -> bool | None:
    """Return whether front matter, in the words of any engine or misspelled, makes a draft, or ``None``."""
    words = {key: raw[key] for key in raw if any(field_name(key) in keys for keys in (DRAFT_KEYS, SLIPS))}
    metadata, _problems = read_metadata(words, dates=DateReader(), is_directive=False, taxonomies=taxonomies)
    return metadata.get("draft")


def _slips(word: str) -> Iterator[str]:
    """Yield *word* with a letter behind the first missing, doubled, or swapped with the next."""
    for place in range(1, len(word)):
        yield word[:place] + word[place + 1 :]
        yield word[:place] + word[place] + word[place:]
        yield word[:place] + word[place : place + 2][::-1] + word[place + 2 :]


def strip_controls(text: str) -> str:
    """Return *text* without the characters that HTML and XML must not contain."""
    return _FORBIDDEN.sub("", text)


def close_turns(text: str) -> str:
    """Return *text* without the characters that would turn the direction of what follows it."""
    return _TURN.sub(r"\1", text)


def clean_text(text: str) -> str:
    """Return *text*, stripped, without the characters that pages must not contain, or that turn what follows."""
    return close_turns(strip_controls(text)).strip()


def guess_message(key: str, value: str, moment: datetime) -> str:
    return f"{key} {value!r} is read as {as_written(moment)}: write it like that, or correct it"


def split_names(text: str) -> list[str]:
    """Return the stripped items of a list with commas, in JSON or in brackets; empty items are kept as ``""``."""
    return [_item(item) for item in _items(text)]


def _items(text: str, separators: str = ",") -> list[Any]:
    """Return the items of a list in any spelling: names, lists of names, and records."""
    if text.startswith(("[", "{")):
        with suppress(ValueError, RecursionError):
            data = json.loads(text)
            return data if isinstance(data, list) else [data]
    if text.startswith("["):
        # RST does not parse YAML, but authors write it: ``[python, "c++"]``, or lists in a list.
        return list(map(_one_line, re.sub(r"[\[\]]", "", text).split(",")))
    lines = [line.lstrip() for line in text.splitlines()]
    # An RST bullet list, or names between commas.
    is_list = lines and all(line.startswith(("- ", "* ")) for line in lines)
    return list(map(_one_line, [line[2:] for line in lines] if is_list else re.split(f"[{separators}]", text)))


def _item(item: object) -> str:
    """Return an item of a YAML list; for a record, return its name."""
    if isinstance(item, dict):
        item = item.get("name")
    return "" if item is None else " ".join(clean_text(str(item)).split())


def _leaves(item: object, depth: int = 9) -> Iterator[str]:
    """Yield the names in lists within lists, however deep."""
    if isinstance(item, list) and depth:
        for part in item:
            yield from _leaves(part, depth - 1)
    elif name := _item(item):
        yield name


def suggest(name: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """Return `` (did you mean 'x'?)`` for the closest match in *known*, or ``""``."""
    match = nearest(name, tuple(known), cutoff)
    return f" (did you mean {match!r}?)" if match else ""


@lru_cache(maxsize=256)
def nearest(name: str, known: tuple[str, ...], cutoff: float) -> str:
    # Often all posts have the same key of another tool.
    matches = difflib.get_close_matches(name, known, n=1, cutoff=cutoff)
    return matches[0] if matches else ""


def _one_line(text: str) -> str:
    """Return *text* with single spaces, and without quotation marks around it."""
    line = " ".join(text.split())
    is_quoted = len(line) > 1 and line[0] == line[-1] and line[0] in "\"'"
    return line[1:-1].strip() if is_quoted else line


class _Reader:
    def __init__(self, dates: DateReader, taxonomies: Taxonomies) -> None:
        self.dates, self.keys, self.taxonomies = dates, keys_of(taxonomies), taxonomies
        self.problems: list[Problem] = []
        self.values = Metadata()
        self.terms: dict[str, tuple[str, ...]] = {}
        #: The URLs of authors who are records, by name.
        self.author_urls: dict[str, str] = {}
        self.organizations: dict[str, None] = {}
        #: Dates of publication in the words of other engines.
        self.moments: list[datetime] = []

    def metadata(self) -> Metadata:
        if date := self.values.get("date"):
            # Nothing is published before the date of publication.
            self.values["date"] = max([date, *self.moments], key=sort_key)
        terms = {name: names for name, names in self.terms.items() if names}
        urls, organizations = tuple(self.author_urls.items()), tuple(self.organizations)
        others = {"terms": terms, "author_urls": urls, "organizations": organizations}
        self.values.update({name: value for name, value in others.items() if value})
        return self.values

    def read(self, spelling: str, text: str, raw: Mapping[str, object], *, is_directive: bool) -> None:
        key = field_name(spelling)
        if key not in self.keys:
            self.check_other(spelling, key, text, raw, is_directive=is_directive)
            return
        name, read = self.keys[key]
        value = read(self, spelling, text)
        if key in _FOREIGN and name in raw:
            # Our own key takes precedence.
            self.moments += [value] if name == "date" and value else []
        elif value is not None:
            self._set(name, value)
        elif name == "expires" and text not in {"", "null"}:
            # When it ends is unknown: it may be over.
            self.values["draft"] = True

    def _set(self, name: str, value: Any) -> None:
        if name in self.taxonomies:
            # Both ``tag`` and ``tags`` may be set.
            names = (*self.terms.get(name, ()), *map(self.taxonomies[name].normalized, value))
            self.terms[name] = tuple(dict.fromkeys(names))
        elif name == "draft":
            # Whatever says that the post is a draft, it is one.
            self.values[name] = value or self.values.get(name, False)
        else:
            self.values[name] = value

    def note(self, kind: str, key: str, message: str) -> None:
        self.problems.append(Problem(kind, key, message))

    def check_other(self, spelling: str, key: str, text: str, raw: Container[str], *, is_directive: bool) -> None:
        """Report an unknown key; if it is a misspelled ``draft: true``, the post is a draft."""
        if own := _COUNTERPARTS.get(key):
            if own not in raw:
                self.note("no_effect", spelling, f"{spelling!r} has no effect here: use {own!r}")
            return
        # Front matter also has keys of other tools, so only close misspellings of ours are reported there.
        hint = suggest(key, sorted(self.keys.keys() - DRAFT_WORDS), 0.6 if is_directive else _NEAR)
        meant = SLIPS.get(key, "")
        if meant and text.lower() in _TRUE | _FALSE and is_false(text) == meant.startswith("publish"):
            self.values["draft"] = True
            hint = f" (did you mean {meant!r}?); {_UNTIL_FIXED}"
        if is_directive or (hint and not is_foreign(key)):
            self.note("unknown_option", spelling, f"unknown option {spelling!r}{hint}")

    def text(self, key: str, text: str) -> str | None:
        if text and text != "null":
            return " ".join(text.split())
        draft = ": the post is a draft" if key.lower() == "date" else ""
        self.note("empty_option", key, f"{key} is empty{draft}")
        return None

    def checked(self, key: str, text: str, parse: Callable[[str], T], expected: str) -> T | None:
        """Return what *parse* makes of a text, unless it raises :exc:`ValueError`."""
        value = self.text(key, text)
        try:
            return parse(value) if value else None
        except ValueError:
            self.note("invalid_option", key, f"{key}: expected {expected}, got {value!r}")
            return None

    def names(self, key: str, text: str) -> tuple[str, ...] | None:
        # An empty YAML list is deliberate, not a forgotten value.
        if text == "[]" or self.text(key, text) is None:
            return None
        is_of_authors = key.lower().startswith("author")
        # docutils separates authors by semicolons if there are any.
        items = self._without_lists(key, _items(text, ",;" if is_of_authors else ","))
        names = list(map(_item, items))
        # A single record can only be an author.
        if text.startswith("{") and not (is_of_authors and isinstance(items[0], dict) and names[0]):
            self.note("invalid_option", key, f"{key}: expected a name or a list of names, got {text}")
            return None
        for record in filter(lambda item: is_of_authors and isinstance(item, dict), items):
            self._note_record(key, record)
        self._check_names(key, text, names)
        return tuple(dict.fromkeys(filter(None, names)))

    def _check_names(self, key: str, text: str, names: list[str]) -> None:
        if "" in names:
            self.note("empty_option", key, f"{key} contains an empty item: {text!r}")
        if name := next(filter(_CURLY.fullmatch, names), ""):
            self.note("no_effect", key, f"{key}: the curly quotes are part of the name {name!r}: remove them")
        if "; " in text and len(names) == 1 and not text.startswith("["):
            self.note("no_effect", key, f"{key}: {text!r} is one name: separate names with commas")

    def _note_record(self, key: str, record: dict[str, Any]) -> None:
        url, name, kind = record.get("url"), _item(record), record.get("type", "person")
        if kind not in PERSON_TYPES:
            self.note("invalid_option", key, f"{key}: the type {kind!r} is not one of {', '.join(PERSON_TYPES)}")
        elif name and kind == "organization":
            self.organizations[name] = None
        if isinstance(url, str) and url and not is_safe_url(url):
            self.note("invalid_option", key, f"{key}: {url!r} is not a web URL")
        elif name:
            self.author_urls[name] = with_mailto(url) if isinstance(url, str) else ""

    def _without_lists(self, key: str, items: list[Any]) -> list[Any]:
        """Return a list of names without lists in it: in a nested taxonomy each is a path, as Hexo writes it."""
        if not any(isinstance(item, list) for item in items):
            return items
        name = self.taxonomies.spellings.get(field_name(key), "")
        if name and self.taxonomies[name].is_nested:
            return ["/".join(_leaves(item)) for item in items]
        message = f"{key}: expected a list of names, got a list that contains lists; all their names are used"
        self.note("invalid_option", key, message)
        return list(_leaves(items))

    def docnames(self, key: str, text: str) -> tuple[str, ...] | None:
        names = self.names(key, text)
        return names and tuple(name.lstrip("/") for name in names)

    def url(self, key: str, text: str) -> str | None:
        value = self.text(key, text)
        if value is None or is_safe_url(value):
            if value and lacks_scheme(value):
                message = "is a path of this site and leads nowhere; did you mean"
                self.note("no_effect", key, f"{key}: {value!r} {message} {f'https://{value}'!r}?")
            return value
        self.note("invalid_option", key, f"{key}: {value!r} is not a web URL")
        return None

    def doi(self, key: str, text: str) -> str | None:
        return self.checked(key, text, read_doi, "a DOI such as 10.5555/12345678")

    def license(self, key: str, text: str) -> str | None:
        return self.checked(key, text, _license, "a license or its URL")

    def thread(self, key: str, text: str) -> str | None:
        """Return the URL of a thread, or ``""`` for no comments, which other engines write as ``false``."""
        if is_false(text) or text.lower() in _TRUE:
            return "" if is_false(text) else None
        expected = "https://mastodon.example/@name/123 or https://bsky.app/profile/name.example/post/abc"
        return self.checked(key, text, lambda value: read_thread(value).url, f"a thread such as {expected}")

    def flag(self, key: str, text: str) -> bool:
        if is_false(text):
            return False
        if text.lower() not in _TRUE:
            self.note("invalid_option", key, f"{key}: expected 'true' or 'false', got {text!r}; 'true' is used")
        return True

    def published(self, key: str, text: str) -> bool | None:
        """Return whether a flag such as ``published: false`` makes the post a draft."""
        if is_false(text) or (text and text.lower() in _TRUE):
            return is_false(text)
        with suppress(ValueError):
            self.dates.read(text)
            self.note("unknown_option", key, f"{key}: expected 'true' or 'false'; the date of a post is 'date'")
            return None
        self.note("invalid_option", key, f"{key}: expected 'true' or 'false', got {text!r}; {_UNTIL_FIXED}")
        return True

    def hidden(self, key: str, text: str) -> bool:
        """Return whether a post is hidden, which means a draft in some engines and unlisted in others."""
        value = self.flag(key, text)
        if value:
            self.note("unknown_option", key, f"{key}: the post is a draft; to publish it, write 'unlisted: true'")
        return value

    def status(self, key: str, text: str) -> bool | None:
        words = [name.lower() for name in split_names(text)]
        # Other words say nothing about drafts, but a misspelled one does.
        slips = [word for word in words if word in _STATUS_SLIPS]
        for slip in slips:
            message = f"{key}: unknown status {slip!r} (did you mean {_STATUS_SLIPS[slip]!r}?); {_UNTIL_FIXED}"
            self.note("invalid_option", key, message)
        states = set(map(_STATUSES.get, words)) - {None}
        return bool(slips or True in states) if slips or states else None

    def mark(self, key: str, text: str) -> bool:
        # As in ABlog: any value that does not mean no means yes.
        return not is_false(text)

    def number(self, key: str, text: str) -> int | None:
        expected = "of paragraphs (a summary is 'description')" if key.lower() == "excerpt" else "from 0 up"
        return self.checked(key, text, read_number, f"a whole number {expected}")

    def moment(self, key: str, text: str) -> datetime | None:
        value = self.text(key, text)
        if value is None:
            return None
        try:
            moment, is_guess = self.dates.read(value)
        except ValueError as error:
            problem = "does not exist" if isinstance(error, NoSuchDayError) else "cannot be read"
            advice = "write it as 2026-11-20 or 2026-11-20 09:30, or add its format to blog_date_formats"
            if zone := ambiguous_zone(value):
                advice = f"{zone!r} can mean several time zones; write the offset, such as +01:00"
            draft = f"; {_UNTIL_FIXED}" if key.lower() in {"date", "expires", "expirydate"} else ""
            self.note("date", key, f"{key} {value!r} {problem}{draft}: {advice}")
            return None
        if is_guess:
            self.note("guess", key, guess_message(key, value, moment))
        return moment

    def pin(self, key: str, text: str) -> datetime | None:
        if is_false(text):
            return None
        return NEVER if text.lower() in _TRUE else self.moment(key, text)


def read_number(text: str) -> int:
    """Return a whole number; raise :exc:`ValueError` if *text* is none, or longer than any number here."""
    if not re.fullmatch(r"\d{1,9}", text):
        raise ValueError(f"expected a whole number, 0 or more, got {text!r}")
    return int(text)


def _license(text: str) -> str:
    if re.match(r"[A-Za-z][\w+.-]*:\S", text) and not is_safe_url(text):
        raise ValueError(text)
    return text


_UNTIL_FIXED = "the post is a draft until it is fixed"
#: How similar a key of front matter is to one of ours if it is a misspelling of it.
_NEAR = 0.75
#: Methods that read values, each with a field and its spellings, those of Hugo, Astro and others among them.
_FIELDS: tuple[tuple[Callable[[_Reader, str, str], Any], str, str], ...] = (
    (_Reader.moment, "date", "date publishdate pubdatetime"),
    (_Reader.moment, "updated", "updated lastmod"),
    (_Reader.moment, "expires", "expires expirydate"),
    (_Reader.pin, "pinned_until", "pin"),
    (_Reader.text, "image", "image heroimage"),
    (_Reader.text, "feed_id", "id"),
    (_Reader.doi, "doi", "doi"),
    (_Reader.license, "license", "license licence"),
    (_Reader.thread, "comments", "comments"),
    (_Reader.flag, "in_feeds", "feed"),
    (_Reader.flag, "draft", "draft drafts isdraft is_draft private unpublished"),
    (_Reader.hidden, "draft", "hidden"),
    (_Reader.published, "draft", "published publish visible"),
    (_Reader.status, "draft", "status visibility"),
    (_Reader.mark, "blogpost", "blogpost"),
    (_Reader.names, "redirects", "redirect redirects aliases"),
    (_Reader.docnames, "translations", "translation translations"),
    (_Reader.docnames, "related", "related"),
    # Fields that have one spelling, their name.
    *((_Reader.text, key, key) for key in "title blog description enclosure written_for translation_key".split()),
    *((_Reader.url, key, key) for key in ("external_link", "canonical_link")),
    *((_Reader.number, key, key) for key in ("excerpt", "series_index", "reading_time")),
    *((_Reader.flag, key, key) for key in "unlisted featured nocomments exclude evergreen citation".split()),
)


@lru_cache(maxsize=16)
def keys_of(taxonomies: Taxonomies) -> Keys:
    fields = {word: (name, read) for read, name, words in _FIELDS for word in words.split()}
    return fields | {spelling: (name, _Reader.names) for spelling, name in taxonomies.spellings.items()}


#: The keys of every site.
KEYS = keys_of(TAXONOMIES)
#: The keys that say whether a post is a draft, and those among them that are the words of other engines.
DRAFT_KEYS = frozenset(key for key, (name, _) in KEYS.items() if name == "draft")
DRAFT_WORDS = DRAFT_KEYS - {"draft"}
#: Those that can only mean that a document is not ready to be read.
PLAIN_DRAFT_KEYS = frozenset({"draft", "drafts", "published", "publish"})
#: Misspellings, with what is meant: of words of ``status``, and of keys.
_STATUS_SLIPS = {slip: word for word in _STATUSES if _STATUSES[word] for slip in {*_slips(word)} - {*_STATUSES}}
SLIPS = {slip: word for word in sorted(PLAIN_DRAFT_KEYS) for slip in _slips(word) if slip not in KEYS}
#: The keys that misspellings are compared with.
OWN_KEYS = {key: None for key in KEYS if key not in DRAFT_WORDS}
#: Other keys of other engines, which are ignored if our own keys are set too.
_FOREIGN = frozenset({"publishdate", "pubdatetime", "lastmod", "expirydate", "heroimage"})
DATE_KEYS = frozenset(key for key, (name, _) in KEYS.items() if name == "date")
#: The keys whose values readers see as text, so they are translated with the document.
MESSAGE_KEYS = frozenset({"title", "description"})


@lru_cache(maxsize=16)
def text_keys_of(taxonomies: Taxonomies) -> frozenset[str]:
    """Return the spellings of keys whose values are text, not flags or numbers."""
    others = {_Reader.flag, _Reader.hidden, _Reader.published, _Reader.mark, _Reader.number}
    return frozenset(key for key, (_, read) in keys_of(taxonomies).items() if read not in others)


def spellings_of(field: str) -> list[str]:
    """Return the keys that set *field* of a post; for taxonomies, see their own ``spellings``."""
    return [spelling for spelling, (name, _) in KEYS.items() if name == field]
