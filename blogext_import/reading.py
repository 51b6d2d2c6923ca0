"""Read posts from files: what all engines have in common."""

import posixpath
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC
from typing import Any, Literal

from blogext_import.fields import AUTHORS, author_records, map_fields, other_keys
from blogext_import.front_matter import Header, read_fenced
from blogext_import.headings import first_heading
from blogext_import.old_files import Source
from blogext_import.post_records import ImportedPost, OldSite
from blogext_import.settings import note_authors
from blogext_import.values import Moment, Values, as_dateutil, date_in, read_moment, split_name_date

#: Suffix -> the markup of the text below the front matter.
FORMATS: dict[str, Literal["md", "rst", "html"]] = {
    **dict.fromkeys((".md", ".markdown", ".mkd", ".mkdn", ".mdown", ".mkdown", ".mdx"), "md"),
    **dict.fromkeys((".rst", ".rest"), "rst"),
    **dict.fromkeys((".html", ".htm"), "html"),
}
OTHER_FORMATS = frozenset({".org", ".adoc", ".asciidoc", ".ipynb", ".textile", ".tex", ".pandoc", ".rmd", ".qmd"})
#: A date in front matter of any form, which is in the first so many characters.
_DATED = re.compile(
    r"^[ \t]*(?:\.\. |:)?[\"']?(?:date|path)[\"']?[ \t]*[:=]+[ \t]*[\"']?[\w/-]*?\d{4}[-/]\d\d?[-/]\d",
    re.IGNORECASE | re.MULTILINE,
)
_HEAD = 2000
#: Pages that engines or their themes make, whose files have a date only because each new file has one.
_OF_THEMES = re.compile(r"^(?:type|layout)[\"']?[ \t]*[:=][ \t]*[\"']?(?!posts?\b)\w", re.MULTILINE)
_NO_POSTS = frozenset({"404", "about", "archive", "archives", "categories", "links", "search", "tags"})
_DATES = ("date", "updated", "expires")
NOT_RENDERED = "had no page of its own on the old site (“render”): it is a draft"
OTHER_FORMAT = "is in a format that cannot be imported: left out"
#: Engines that romanize slugs use their own tables; the package contains one of them.
ADDRESS_UNKNOWN = "its old URL is made from non-Latin letters and needs “pip install anyascii”: no redirect"
TERM_UNKNOWN = (
    "the old URLs of its terms are made from non-Latin letters and need “pip install anyascii”: no redirect"
)


def suffix_of(path: str) -> str:
    return posixpath.splitext(path)[1].lower()


def stem_of(path: str) -> str:
    return posixpath.splitext(posixpath.basename(path))[0]


def documents(
    source: Source, folder: str, formats: tuple[str, ...] = ("md", "rst", "html"), parts: Sequence[str] = ()
) -> list[str]:
    """Return the documents below *folder*; note those in formats that cannot be imported, except in *parts*."""
    paths = []
    for path in source.below(folder):
        if FORMATS.get(suffix_of(path)) in formats:
            paths.append(path)
        elif suffix_of(path) in OTHER_FORMATS and not path.startswith(tuple(f"{part}/" for part in parts)):
            source.lose(path, OTHER_FORMAT)
    return paths


@dataclass
class PostReader:
    """Reads the posts of a site; *separator* splits strings with several tags, *header* reads front matter.

    With *reads_clocks*, a date with a time zone is converted to UTC, and its clock read in the zone of the site.
    With *keeps_offsets*, URLs have the day in the zone of the date itself. With *is_lenient*, dates in numbers are
    read as python-dateutil reads them.
    """

    source: Source
    site: OldSite
    separator: str | None = None
    header: Callable[[str], Header | None] = read_fenced
    reads_clocks: bool = False
    keeps_offsets: bool = False
    is_lenient: bool = False

    def header_of(self, path: str, read: Callable[[str], Header | None] | None = None) -> Header | None:
        """Return front matter and text of the file *path*, or ``None`` if it is not text; note syntax errors."""
        text = self.source.read(path)
        if text is None:
            return None
        header = (read or self.header)(text)
        if header is None:
            return Header({}, text, 1)
        if header.error:
            message = "the front matter cannot be parsed: a post is a draft until it is fixed: %(reason)s"
            self.source.note(path, header.error.line, message, reason=header.error)
        return header

    def post(self, path: str, place: str, header: Header, defaults: dict[str, Any] | None = None) -> ImportedPost:
        """Return the post in the file *path*; *defaults* provides values for missing keys."""
        values = Values({**(defaults or {}), **header.data})
        fields = map_fields(values, self.separator)
        post = ImportedPost(
            path=path,
            place=place,
            format=FORMATS.get(suffix_of(path), "rst"),
            title=values.text("title", "linktitle"),
            heading=header.heading,
            body=header.body,
            first_line=header.first_line,
            fields=fields,
        )
        post.slug = values.text("slug")
        post.folders.append(posixpath.dirname(path))
        if header.error:
            fields["draft"] = True
        if values.text("password"):
            # A protected post must not become public.
            fields["draft"] = True
            self.source.note(path, 0, "was protected by a password, which is not supported: it is a draft")
        post.data = values.data
        fields["other"] = other_keys(values, self.site.kept, self.site.left_out)
        self._read_dates(post)
        # The post's own URL may begin with its date.
        self.date_from(post, date_in(values.text("path", "url", "permalink")))
        return post

    def _read_dates(self, post: ImportedPost) -> None:
        for key in _DATES:
            written = post.fields.pop(key, None)
            date = self._read_date(post, key, written) if written is not None else None
            if date is None:
                continue
            post.fields[key] = date.text
            if key == "date":
                # Most engines build URLs from the date in the site's time zone.
                is_moved = self.site.zone and not self.keeps_offsets
                post.moment = date.moment.astimezone(self.site.zone) if is_moved else date.moment

    def _read_date(self, post: ImportedPost, key: str, written: str) -> Moment | None:
        """Return the date that a post has under a key; note one that cannot be read, or is read as another."""
        zone = self.site.zone or UTC
        plain = as_dateutil(written) if self.is_lenient else written
        date = read_moment(plain, zone)
        if date is None:
            post.has_unread_date |= key == "date"
            message = "%(key)s: the date “%(value)s” cannot be read"
            self.source.note(post.path, 0, message, key=key, value=written)
            return None
        if plain != written:
            message = "%(key)s: “%(value)s” is read as %(date)s"
            self.source.note(post.path, 0, message, key=key, value=written, date=date.text)
        if not (self.reads_clocks and date.has_zone):
            return date
        return date._replace(moment=date.moment.astimezone(UTC).replace(tzinfo=zone), has_zone=False)

    def date_by_name(self, post: ImportedPost, name: str) -> None:
        """Set the date of *post* to the one at the start of *name*, a file, folder or URL, unless it has one."""
        self.date_from(post, split_name_date(name)[0])

    def date_from(self, post: ImportedPost, written: str) -> None:
        if post.moment is None and written and (read := read_moment(written, self.site.zone or UTC)):
            post.moment, post.fields["date"] = read.moment, read.text
            if post.has_unread_date:
                message = "takes the date %(date)s from its name or URL instead"
                self.source.note(post.path, 0, message, date=read.text)


def dated_pages(source: Source, site: OldSite) -> list[str]:
    """Return the pages that are not posts although they have dates, except in folders that are for pages."""
    pages = (path for path in site.pages if not path.startswith(tuple(map("{}/".format, site.for_pages))))
    # By the name of the file, or that of its folder.
    others = (path for path in pages if _NO_POSTS.isdisjoint((stem_of(path), *path.split("/")[-2:-1])))
    heads = {path: (source.read(path) or "")[:_HEAD] for path in others}
    return [path for path, head in heads.items() if _DATED.search(head) and not _OF_THEMES.search(head)]


def note_people(site: OldSite) -> None:
    """Note the authors that posts and the settings of the site describe."""
    for data in (*(post.data for post in site.posts), site.config):
        note_authors(site, author_records(Values(data).get(*AUTHORS)))


def finish(source: Source, site: OldSite) -> None:
    """Give posts without a title a title, and make posts without a date drafts, with a remark."""
    for post in site.posts:
        if not post.title:
            name = split_name_date(_name_of(post))[1] or _name_of(post)
            words = re.sub(r"[-_]+", " ", name).strip()
            own = first_heading(post.body) if post.format == "md" else ""
            post.title = own or words[:1].upper() + words[1:] or name
        if post.moment is None:
            post.fields["draft"] = True
            if written := post.fields.pop("unread_date", ""):
                message = "has the date %(date)s, which cannot be read: it is a draft until the date is fixed"
                source.note(post.path, 0, message, date=written)
            else:
                source.note(post.path, 0, "has no date: it is a draft until it has one")


def _name_of(post: ImportedPost) -> str:
    stem = stem_of(post.path)
    return posixpath.basename(posixpath.dirname(post.path)) if stem == "index" else stem
