"""Reads the metadata of posts, in all spellings, into one form.

MyST passes front matter as strings, with lists as JSON; RST field lists and directive options are strings with
commas. :func:`read_metadata` accepts them all.
"""

from __future__ import annotations

import difflib
import json
import re
from contextlib import suppress
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from sphinx_blogext.core.citation import read_doi
from sphinx_blogext.core.dates import NEVER, DateReader, ambiguous_zone, as_written, sort_key
from sphinx_blogext.core.taxonomies import TAXONOMIES
from sphinx_blogext.core.threads import read_thread
from sphinx_blogext.core.urls import is_safe_url

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from datetime import datetime

    from sphinx_blogext.core.taxonomies import Taxonomies


class Problem(NamedTuple):
    """A problem with the value under *key*; *kind* is the subtype of the warning, or ``"guess"``."""

    kind: str
    key: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Metadata:
    """The metadata of a post, with the fields of :class:`~sphinx_blogext.core.model.Post`.

    A field that is not set is ``None``. ``blogpost``, ``excerpt`` (a number of paragraphs) and ``exclude`` are not
    fields of a post: they determine how its document is read.
    """

    title: str | None = None
    date: datetime | None = None
    updated: datetime | None = None
    expires: datetime | None = None
    pinned_until: datetime | None = None
    terms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    author_urls: tuple[tuple[str, str], ...] | None = None
    blog: str | None = None
    description: str | None = None
    image: str | None = None
    enclosure: str | None = None
    written_for: str | None = None
    evergreen: bool | None = None
    external_link: str | None = None
    canonical_link: str | None = None
    doi: str | None = None
    comments: str | None = None
    license: str | None = None
    citation: bool | None = None
    feed_id: str | None = None
    redirects: tuple[str, ...] | None = None
    translations: tuple[str, ...] | None = None
    translation_key: str | None = None
    related: tuple[str, ...] | None = None
    series_index: int | None = None
    reading_time: int | None = None
    excerpt: int | None = None
    blogpost: bool | None = None
    draft: bool | None = None
    unlisted: bool | None = None
    featured: bool | None = None
    nocomments: bool | None = None
    exclude: bool | None = None

    @property
    def given(self) -> dict[str, Any]:
        """The fields that are set, by name."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return {name: value for name, value in values.items() if value is not None and value != {}}

    def over(self, other: Metadata) -> Metadata:
        """Return this metadata, with fields and taxonomies that are not set here taken from *other*."""
        return Metadata(**(other.given | self.given | {"terms": {**other.terms, **self.terms}}))


#: Front matter keys of other tools that look like misspellings of ours. Others, which are not listed, have a
#: namespace, such as ``og:image`` of sphinxext-opengraph, or one of the prefixes below.
_FOREIGN_KEYS = frozenset(
    {
        *("author_url", "comment", "comments", "comments_id", "credits", "data"),
        *("index", "options", "organisation", "organization", "read_time", "redirect_from", "subtitle"),
        *("translated", "translator", "translators", "uid", "update_date", "updated_at"),
    }
)
_FOREIGN_PREFIXES = ("_", "created", "html_", "meta_", "og_", "ogp_", "twitter_")
#: Characters that HTML and XML must not contain (XML 1.0, section 2.2), and lone surrogates.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
#: A relative URL that begins like a host, and what a file may end with.
_HOST = re.compile(r"(?!\.)(?:[\w-]+\.)+(?P<ending>[A-Za-z]{2,})(?:[:/?#]|$)")
_FILE_ENDINGS = frozenset(
    "htm html ipynb jpeg jpg json md mp3 mp4 pdf php png pptx py rst svg txt xml zip".split()
)
_SCHEMES = ("https", "http")
_TRUE = frozenset({"", "true", "yes", "on", "1", "none"})
_FALSE = frozenset({"false", "no", "off", "0"})
#: What ``status`` says in other engines, and whether it makes a draft; other words say nothing about that.
_STATUSES = dict.fromkeys(("draft", "drafts", "hidden", "pending", "private", "unpublished"), True)
_STATUSES |= dict.fromkeys(("public", "publish", "published"), False)


def read_metadata(
    raw: Mapping[str, str | None],
    *,
    dates: DateReader,
    is_directive: bool,
    taxonomies: Taxonomies = TAXONOMIES,
) -> tuple[Metadata, tuple[Problem, ...]]:
    """Return the metadata in *raw*, as written in a directive's options or in front matter, and what is wrong.

    *dates* reads dates; *taxonomies* are those of the site. No exception is raised: a value that is not valid is
    left out and added to the problems. Front matter also has keys of other tools, so an unknown key there is a
    problem only if it looks like a misspelling.
    """
    keys = keys_of(taxonomies)
    reader = _Reader(dates, keys, taxonomies)
    values: dict[str, Any] = {}
    terms: dict[str, tuple[str, ...]] = {}
    published: list[datetime] = []
    for spelling, text in _flat(raw):
        key = spelling.strip().lower().replace("-", "_")
        if key not in keys:
            if reader.check_unknown(spelling, key, clean_text(text or ""), is_directive):
                values["draft"] = True
            continue
        name, read = keys[key]
        value = read(reader, spelling, clean_text(text or ""))
        if key in _FOREIGN and name in raw:
            # Our own key takes precedence, but nothing is published before the date of publication.
            if name == "date" and value is not None and raw["date"]:
                published.append(value)
            continue
        if name in taxonomies:
            spelt = tuple(map(taxonomies[name].spelt, value or ()))
            # Both ``tag`` and ``tags`` may be set.
            terms[name] = tuple(dict.fromkeys(terms.get(name, ()) + spelt))
        elif name == "expires" and value is None and (text or "").strip() not in {"", "null"}:
            # When it ends is unknown: it may be over.
            values["draft"] = True
        elif value is not None:
            # Whatever says that the post is a draft, it is one.
            values[name] = value or values.get(name, False) if name == "draft" else value
    if values.get("date") is not None:
        values["date"] = max([values["date"], *published], key=sort_key)
    values["terms"] = {name: names for name, names in terms.items() if names}
    values["author_urls"] = tuple(reader.author_urls.items()) or None
    return Metadata(**values), tuple(reader.problems)


def _flat(raw: Mapping[str, str | None]) -> Iterator[tuple[str, str | None]]:
    """Yield keys and values; split a record ``date: {created, updated}``, as in Material, into its parts."""
    for spelling, text in raw.items():
        record = None
        if spelling == "date" and (text or "").lstrip().startswith("{"):
            with suppress(ValueError, RecursionError):
                record = json.loads(text or "")
        if isinstance(record, dict):
            yield "date", str(record.get("created") or "")
            yield from [("updated", str(record["updated"]))] if record.get("updated") else []
        else:
            yield spelling, text


def is_foreign(key: str) -> bool:
    """Return whether the front matter key *key*, in lower case, is known to belong to another tool."""
    name = key.replace("-", "_")
    return name in _FOREIGN_KEYS or name.startswith(_FOREIGN_PREFIXES) or bool({":", "."} & set(name))


def is_false(text: str) -> bool:
    """Return whether *text*, the value of a flag, means no."""
    return text.strip().lower() in _FALSE


def is_marked_draft(raw: Mapping[str, str | None], taxonomies: Taxonomies = TAXONOMIES) -> bool:
    """Return whether front matter says, in the words of any engine or misspelled, that the post is a draft."""
    said = {key: text for key, text in raw.items() if is_about_drafts(key)}
    if not said:
        return False
    return bool(read_metadata(said, dates=DateReader(), is_directive=False, taxonomies=taxonomies)[0].draft)


def is_about_drafts(key: str) -> bool:
    """Return whether *key* says whether a post is a draft, or looks like a misspelling of one that does."""
    name = key.strip().lower().replace("-", "_")
    is_like = nearest(name, KEYS, _NEAR) in DRAFT_KEYS or "draft" in name.split("_")
    return name in DRAFT_KEYS or (name not in KEYS and not is_foreign(name) and is_like)


def _status(text: str) -> bool | None:
    """Return whether a status makes a draft, though it may be misspelled, or ``None`` if it says nothing."""
    word = text.lower()
    if word in _STATUSES:
        return _STATUSES[word]
    words = re.findall(r"\w+", word)
    is_like = ("draft" in words and len(words) <= 2) or _STATUSES.get(nearest(word, _STATUSES, _NEAR), False)
    return True if is_like else None


def says_draft(key: str, text: str) -> bool:
    """Return whether *text*, the value of a key of other engines or of ours, says that the post is a draft."""
    if key in {"status", "visibility"}:
        return bool(_status(text))
    return is_false(text) if key in {"published", "publish", "visible"} else text.lower() in _TRUE


def strip_controls(text: str) -> str:
    """Return *text* without the characters that HTML and XML must not contain."""
    return _FORBIDDEN.sub("", text)


def clean_text(text: str) -> str:
    """Return *text*, stripped, without the characters that pages must not contain."""
    return strip_controls(text).strip()


def guess_message(key: str, value: str, moment: datetime) -> str:
    """Return the message about a date that a parser had to guess."""
    return f"{key} {value!r} is read as {as_written(moment)}: write it like that, or correct it"


def split_names(text: str) -> list[str]:
    """Return the stripped items of a comma-separated list, a JSON list or a list in brackets.

    Empty items are kept as ``""``.
    """
    if text.startswith("["):
        try:
            return [_item(item) for item in json.loads(text)]
        except (ValueError, RecursionError):
            # RST does not parse YAML, but authors write ``:tags: [python, "c++"]`` all the same.
            return [_one_line(item) for item in text.strip("[]").split(",")]
    lines = text.splitlines()
    if lines and all(line.lstrip().startswith(("- ", "* ")) for line in lines):
        # An RST bullet list.
        return [_one_line(line.lstrip()[2:]) for line in lines]
    return [_one_line(item) for item in text.split(",")]


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
    match = nearest(name, known, cutoff)
    return f" (did you mean {match!r}?)" if match else ""


def nearest(name: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """Return the closest match for *name* in *known*, or ``""``."""
    return _nearest(name, tuple(known), cutoff)


@lru_cache(maxsize=256)
def _nearest(name: str, known: tuple[str, ...], cutoff: float) -> str:
    # Often all posts have the same key of another tool.
    matches = difflib.get_close_matches(name, known, n=1, cutoff=cutoff) or _transposed(name, known)
    return matches[0] if matches else ""


def _transposed(name: str, known: tuple[str, ...]) -> list[str]:
    """Return the names that *name* is if two neighboring letters change places, in the singular or the plural.

    In a short name, that leaves little in common.
    """
    pairs = range(len(name) - 1)
    swapped = {name[:at] + name[at + 1] + name[at] + name[at + 2 :] for at in pairs} - {name}
    return [found for found in known if swapped & {found, found + "s", found.removesuffix("s")}]


def _one_line(text: str) -> str:
    """Return *text* with single spaces, and without quotation marks around it."""
    line = " ".join(text.split())
    is_quoted = len(line) > 1 and line[0] == line[-1] and line[0] in "\"'"
    return line[1:-1].strip() if is_quoted else line


class _Reader:
    """Reads values one by one and records what is wrong with them."""

    def __init__(self, dates: DateReader, keys: Mapping[str, object], taxonomies: Taxonomies) -> None:
        self.dates = dates
        self.keys = keys
        self.taxonomies = taxonomies
        self.problems: list[Problem] = []
        #: The URLs of authors who are records, by name.
        self.author_urls: dict[str, str] = {}

    def note(self, kind: str, key: str, message: str) -> None:
        self.problems.append(Problem(kind, key, message))

    def check_unknown(self, spelling: str, key: str, text: str, is_directive: bool) -> bool:
        """Report an unknown key; return whether it is a misspelled ``draft: true``."""
        # Front matter also has keys of other tools, so only close misspellings of ours are reported there.
        cutoff = 0.6 if is_directive else _NEAR
        hint = suggest(key, {name: None for name in self.keys if name not in DRAFT_WORDS}, cutoff)
        match = nearest(key, self.keys, cutoff) or ("draft" if "draft" in key.split("_") else "")
        is_draft = not is_foreign(key) and (
            (match in DRAFT_KEYS and says_draft(match, text))
            or (match == "unlisted" and not is_false(text))
            or (match in {"expires", "expirydate"} and bool(text))
            or ("draft" in key.split("_") and not is_false(text))
        )
        if is_draft:
            draft = "the post is a draft until it is fixed"
            self.note(
                "unknown_option", spelling, f"unknown option {spelling!r} (did you mean {match!r}?); {draft}"
            )
        elif is_directive or (hint and not is_foreign(key)):
            self.note("unknown_option", spelling, f"unknown option {spelling!r}{hint}")
        return is_draft

    def note_empty(self, key: str) -> None:
        draft = ": the post is a draft" if key.lower() == "date" else ""
        self.note("empty_option", key, f"{key} is empty{draft}")

    def text(self, key: str, text: str) -> str | None:
        if not text or text == "null":
            self.note_empty(key)
            return None
        return " ".join(text.split())

    def names(self, key: str, text: str) -> tuple[str, ...] | None:
        # An empty YAML list is deliberate, not a forgotten value.
        if text == "[]":
            return None
        if not text or text == "null":
            self.note_empty(key)
            return None
        if key.lower().startswith("author") and "{" in text:
            text = self._note_records(key, text)
        if text.startswith("{"):
            self.note("invalid_option", key, f"{key}: expected a name or a list of names, got {text}")
            return None
        # docutils separates authors by semicolons if there are any.
        has_semicolons = key.lower().startswith("author") and not text.startswith("[")
        items = split_names(text.replace(";", ",") if has_semicolons else self._without_lists_in(key, text))
        if "" in items:
            self.note("empty_option", key, f"{key} contains an empty item: {text!r}")
        return tuple(dict.fromkeys(item for item in items if item))

    def _note_records(self, key: str, text: str) -> str:
        """Return *text*, a record of an author or a list with some, as a list, and note their URLs."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            return text
        records = data if isinstance(data, list) else [data]
        for record in records:
            name, url = (_item(record), record.get("url")) if isinstance(record, dict) else ("", None)
            if not name and isinstance(record, dict):
                return text
            if isinstance(url, str) and url and not is_safe_url(url):
                self.note("invalid_option", key, f"{key}: {url!r} is not a web URL")
            elif name:
                self.author_urls[name] = url if isinstance(url, str) else ""
        return json.dumps(records)

    def _without_lists_in(self, key: str, text: str) -> str:
        """Return a list of names without lists in it: in a nested taxonomy each is a path, as Hexo writes it."""
        if not text.startswith("[") or "[" not in text[1:]:
            return text
        name = self.taxonomies.spellings.get(key.lower().replace("-", "_"), "")
        try:
            items = json.loads(text)
        except (ValueError, RecursionError):
            # As authors write it in reStructuredText: ``[[Linux, Hexo], Tools]``.
            items = [
                [_one_line(item) for item in (group or single).split(",")] if group else _one_line(single)
                for group, single in re.findall(r"\[([^\[\]]*)\]|([^\[\],]+)", text[1:].removesuffix("]"))
                if group.strip() or single.strip()
            ]
        if not any(isinstance(item, list) for item in items):
            return text
        lists = [list(_leaves(item)) for item in items]
        if name and self.taxonomies[name].is_nested:
            return json.dumps(["/".join(names) for names in lists])
        message = f"{key}: expected a list of names, got a list that contains lists; all their names are used"
        self.note("invalid_option", key, message)
        return json.dumps([name for names in lists for name in names])

    def url(self, key: str, text: str) -> str | None:
        value = self.text(key, text)
        if value and not is_safe_url(value):
            self.note("invalid_option", key, f"{key}: {value!r} is not a web URL")
            return None
        scheme = value.partition(":")[0].lower() if value and ":" in value else ""
        if value and (near := nearest(scheme, _SCHEMES, _NEAR)) and (scheme != near or "//" not in value):
            self.note("invalid_option", key, f"{key}: {value!r} is no URL: did you mean '{near}://'?")
            return None
        if value and (match := _HOST.match(value)) and match["ending"].lower() not in _FILE_ENDINGS:
            message = f"{key}: {value!r} leads to a page of this site: write 'https://{value}' if it is another"
            self.note("invalid_option", key, message)
        return value

    def doi(self, key: str, text: str) -> str | None:
        value = self.text(key, text)
        try:
            return read_doi(value) if value else None
        except ValueError:
            self.note("invalid_option", key, f"{key}: expected a DOI such as 10.5555/12345678, got {value!r}")
            return None

    def license(self, key: str, text: str) -> str | None:
        """Return the name or the URL of a license."""
        value = self.text(key, text)
        if value and re.match(r"[A-Za-z][\w+.-]*:\S", value) and not is_safe_url(value):
            self.note("invalid_option", key, f"{key}: expected a license or its URL, got {value!r}")
            return None
        return value

    def thread(self, key: str, text: str) -> str | None:
        """Return the URL of a thread, or ``""`` for no comments, which other engines write as ``false``."""
        if is_false(text) or text.lower() in _TRUE:
            return "" if is_false(text) else None
        value = self.text(key, text)
        try:
            return read_thread(value).url if value else None
        except ValueError:
            expected = "https://mastodon.example/@name/123 or https://bsky.app/profile/name.example/post/abc"
            self.note("invalid_option", key, f"{key}: expected a thread such as {expected}, got {value!r}")
            return None

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
        draft = "the post is a draft until it is fixed"
        self.note("invalid_option", key, f"{key}: expected 'true' or 'false', got {text!r}; {draft}")
        return True

    def hidden(self, key: str, text: str) -> bool:
        """Return whether a post is hidden, which means a draft in some engines and unlisted in others."""
        value = self.flag(key, text)
        if value:
            self.note("unknown_option", key, f"{key}: the post is a draft; to publish it, write 'unlisted: true'")
        return value

    def status(self, key: str, text: str) -> bool | None:
        if (is_draft := _status(text)) and text.lower() not in _STATUSES:
            draft = "the post is a draft until it is fixed"
            self.note("invalid_option", key, f"{key}: expected 'draft' or 'published', got {text!r}; {draft}")
        return is_draft

    def mark(self, key: str, text: str) -> bool:
        # As in ABlog: any value that does not mean no means yes.
        return not is_false(text)

    def number(self, key: str, text: str) -> int | None:
        value = self.text(key, text)
        if value is None:
            return None
        if not re.fullmatch(r"\d{1,9}", value):
            self.note("invalid_option", key, f"{key}: expected a whole number, 0 or more, got {value!r}")
            return None
        return int(value)

    def moment(self, key: str, text: str) -> datetime | None:
        value = self.text(key, text)
        if value is None:
            return None
        try:
            moment, is_guess = self.dates.read(value)
        except ValueError:
            advice = "write it as 2026-11-20 or 2026-11-20 09:30, or add its format to blog_date_formats"
            if zone := ambiguous_zone(value):
                advice = f"{zone!r} can mean several time zones; write the offset, such as +01:00"
            hides = key.lower() in {"date", "expires", "expirydate"}
            draft = "; the post is a draft until it is fixed" if hides else ""
            self.note("date", key, f"{key} {value!r} cannot be read{draft}: {advice}")
            return None
        if is_guess:
            self.note("guess", key, guess_message(key, value, moment))
        return moment

    def pin(self, key: str, text: str) -> datetime | None:
        if is_false(text):
            return None
        return NEVER if text.lower() in _TRUE else self.moment(key, text)


#: How similar a key of front matter is to one of ours if it is a misspelling of it.
_NEAR = 0.75
_FLAGS = ("draft", "unlisted", "featured", "nocomments", "exclude", "evergreen", "citation")


@lru_cache(maxsize=16)
def keys_of(taxonomies: Taxonomies) -> Mapping[str, tuple[str, Callable[[_Reader, str, str], Any]]]:
    """Return every spelling of a key, with its field and the function that reads its value."""
    table: dict[Callable[[_Reader, str, str], Any], dict[str, str]] = {
        _Reader.moment: {
            "date": "date",
            "updated": "updated",
            "expires": "expires",
            # Keys of Hugo, Astro and others.
            "publishdate": "date",
            "pubdatetime": "date",
            "lastmod": "updated",
            "expirydate": "expires",
        },
        _Reader.pin: {"pin": "pinned_until"},
        _Reader.text: {
            "title": "title",
            "blog": "blog",
            "description": "description",
            "image": "image",
            "heroimage": "image",
            "enclosure": "enclosure",
            "written_for": "written_for",
            "id": "feed_id",
            "translation_key": "translation_key",
        },
        _Reader.url: {"external_link": "external_link", "canonical_link": "canonical_link"},
        _Reader.doi: {"doi": "doi"},
        _Reader.license: {"license": "license", "licence": "license"},
        _Reader.thread: {"comments": "comments"},
        _Reader.number: {name: name for name in ("excerpt", "series_index", "reading_time")},
        _Reader.flag: {
            **{name: name for name in _FLAGS},
            **dict.fromkeys(("drafts", "private", "unpublished"), "draft"),
        },
        _Reader.hidden: {"hidden": "draft"},
        _Reader.published: dict.fromkeys(("published", "publish", "visible"), "draft"),
        _Reader.status: {"status": "draft", "visibility": "draft"},
        _Reader.mark: {"blogpost": "blogpost"},
        _Reader.names: {
            **taxonomies.spellings,
            "redirect": "redirects",
            "redirects": "redirects",
            "aliases": "redirects",
            "translation": "translations",
            "translations": "translations",
            "related": "related",
        },
    }
    return {spelling: (name, read) for read, names in table.items() for spelling, name in names.items()}


#: The keys of every site.
KEYS = keys_of(TAXONOMIES)
#: The keys that say whether a post is a draft, and those among them that are the words of other engines.
DRAFT_KEYS = frozenset(key for key, (name, _) in KEYS.items() if name == "draft")
DRAFT_WORDS = DRAFT_KEYS - {"draft"}
#: The keys that misspellings are compared with.
OWN_KEYS = {key: None for key in KEYS if key not in DRAFT_WORDS}
#: Other keys of other engines, which are ignored if our own keys are set too.
_FOREIGN = frozenset({"publishdate", "pubdatetime", "lastmod", "expirydate", "heroimage"})
#: The keys for the date of publication.
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
