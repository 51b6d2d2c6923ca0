"""ABlog: documents with a ``post`` directive, already in our format, and the settings in ``conf.py``."""

from __future__ import annotations

import posixpath
import re
from datetime import UTC
from fnmatch import fnmatch
from typing import TYPE_CHECKING, Any

from sphinx_blogext.core.lenient_dates import read_leniently
from sphinx_blogext.core.marks import N_
from sphinx_blogext.importers.addresses import tidy
from sphinx_blogext.importers.dates import read_moment
from sphinx_blogext.importers.front_matter import read_fenced
from sphinx_blogext.importers.reading import FORMATS, documents, stem_of, suffix_of
from sphinx_blogext.importers.records import ImportedPost, OldSite
from sphinx_blogext.importers.settings import read_python, set_zone, text_of
from sphinx_blogext.importers.values import Values, as_names

if TYPE_CHECKING:
    from sphinx_blogext.importers.files import Source

_POST = re.compile(r"^\s*(?:\.\. post::|[`:]{3,}\{post\})[ \t]*(?P<date>[^\n]*)", re.MULTILINE)
_FIELD = re.compile(r"^:(?P<key>blogpost|date):[ \t]*(?P<value>.*)$", re.MULTILINE)
_FRONT_MATTER = re.compile(r"---[ \t]*\n(.*?)\n---[ \t]*\n", re.DOTALL)


def recognizes(source: Source) -> bool:
    return bool(re.search(r"[\"']ablog[\"']|^import ablog", source.read("conf.py") or "", re.MULTILINE))


def read(source: Source) -> OldSite:
    config = read_python(source, "conf.py")
    url = text_of(config.get("blog_baseurl")) or text_of(config.get("html_baseurl"))
    site = OldSite(
        title=text_of(config.get("blog_title")),
        url=url,
        language=text_of(config.get("blog_default_language")),
        author=text_of(config.get("blog_default_author")),
    )
    set_zone(site, text_of(config.get("timezone")), source, "conf.py")
    site.languages = {code: name for code, (name, _url) in _pairs(config.get("blog_languages")).items()}
    site.authors = {
        key: {"name": name, **({"url": url} if url else {})}
        for key, (name, url) in _pairs(config.get("blog_authors")).items()
    }
    root = (text_of(config.get("blog_path")) or "blog").strip("/")
    # Documents that are not posts are pages of the site, and stay where they are.
    patterns = as_names(config.get("blog_post_pattern"))
    for path in documents(source, "", ("md", "rst")):
        text = source.read(path)
        if text is None or path.startswith("_"):
            continue
        is_named = any(fnmatch(path, pattern) or fnmatch(path.rpartition(".")[0], pattern) for pattern in patterns)
        if post := _post(source, path, text, root, is_named=is_named):
            site.posts.append(post)
    site.roots = [root]
    site.static = {"": "/"}
    return site


def _pairs(value: Any) -> dict[str, tuple[str, str]]:
    """Return ABlog's pairs of a name and a URL, either of which may be missing."""
    pairs = {}
    for key, said in value.items() if isinstance(value, dict) else ():
        items = [*said, "", ""] if isinstance(said, list) else [said, "", ""]
        pairs[str(key)] = (text_of(items[0]) or str(key), text_of(items[1]))
    return pairs


def _post(source: Source, path: str, text: str, root: str, *, is_named: bool) -> ImportedPost | None:
    """Return the post in *path*; ``None`` if neither its text nor a pattern (*is_named*) makes it a post."""
    header = read_fenced(text) if FORMATS[suffix_of(path)] == "md" else None
    values = Values(
        header.data if header else {match["key"]: match["value"] for match in _FIELD.finditer(text[:2000])}
    )
    directive = _POST.search(text)
    if directive is None and not values.flag("blogpost") and not is_named:
        return None
    name = path.rpartition(".")[0]
    head, body = _split(text) if header else ("", text)
    written = values.text("date") or (directive["date"] if directive else "")
    read = read_moment(written, UTC) if written else None
    post = ImportedPost(
        path=path,
        place=name.removeprefix(f"{root}/"),
        format=FORMATS[suffix_of(path)],
        title=stem_of(path),
        body=body,
        first_line=text.count("\n", 0, len(text) - len(body)) + 1,
        fields={"draft": True, "unread_date": written} if read is None else {"date": read.text},
        moment=read.moment if read else None,
        addresses=[tidy(f"{name}.html")],
        names=[name, stem_of(path)],
        folders=[posixpath.dirname(path)],
        head=head,
    )
    if written and read is None:
        _date_leniently(source, post, written)
    return post


def _split(text: str) -> tuple[str, str]:
    """Return the front matter of a text, as written, and the rest."""
    front = _FRONT_MATTER.match(text)
    return (front[1], text[front.end() :]) if front else ("", text)


def _date_leniently(source: Source, post: ImportedPost, written: str) -> None:
    """Write the date of a post, which only ABlog understands, in our format."""
    date = _read_leniently(written)
    if date and (read := read_moment(date, UTC)):
        message = N_("has the date “%(value)s”, written as %(date)s")
        source.note(post.path, 0, message, value=written, date=date)
        post.fields, post.moment = {"date": read.text}, read.moment
        post.head, post.body = _dated(post.head or "", written, date), _dated(post.body, written, date)


def _read_leniently(text: str) -> str:
    """Return a date as ABlog understands it, in our format; ``""`` if it is not a date."""
    try:
        moment = read_leniently(text)
    except ValueError:
        return ""
    return moment.isoformat(sep=" ", timespec="minutes").removesuffix(" 00:00")


def _dated(text: str, written: str, date: str) -> str:
    """Return *text* with *date* where metadata or a directive has the date as *written*."""
    place = rf"(^(?::?date:[ \t]*[\"']?|\s*\.\. post::[ \t]*|[`:]{{3,}}\{{post\}}[ \t]*)){re.escape(written)}"
    return re.sub(place, lambda match: match[1] + date, text, count=1, flags=re.MULTILINE)
