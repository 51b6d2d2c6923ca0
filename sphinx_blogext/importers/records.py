"""What the importers hand on: a site and its posts as they were found, and what is to say of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime, tzinfo


@dataclass(frozen=True, slots=True)
class Remark:
    """Something to tell the person who imports.

    *path* is relative to the source, *line* counts from 1, and is 0 for the whole file. *text* is a message
    marked with ``N_``, which is translated where it is printed, with *values* for its placeholders, such as
    ``%(name)s``. Remarks of one *text* are counted together.
    """

    path: str
    line: int
    text: str
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(slots=True)
class ImportedPost:
    """A post of another engine.

    *path* is that of its file, relative to the source, and *place* where it is to stand below the blog's
    folder, in the old order of folders and without suffix. *body* begins at *first_line* of the file. *fields*
    are the metadata by our names. *addresses* are the paths that it had on the old site, decoded, the permalink
    first. *names* are what other posts may call it by, beside its file and addresses. *folders* hold the files
    that it shows, the nearest first. *head* is front matter that is kept word for word: its post is one of ours
    already.
    """

    path: str
    place: str
    format: Literal["md", "rst", "html"]
    title: str
    body: str
    first_line: int
    fields: dict[str, Any] = field(default_factory=dict)
    moment: datetime | None = None
    addresses: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    folders: list[str] = field(default_factory=list)
    slug: str = ""
    head: str | None = None

    @property
    def language(self) -> str:
        return str(self.fields.get("language", ""))


@dataclass(slots=True)
class OldSite:
    """A site of another engine: what its configuration says that we need, and its posts.

    *url* is the address of its first page. *languages* maps codes to names, *authors* and *tags* what posts
    call them to what ``blog_authors`` and ``blog_tags`` say of them. *roots* are the folders of posts, and
    *static* maps folders of files to the paths at which they stood. *pages* are documents that are no posts.
    *breaks_lines* says that line breaks within paragraphs are shown.
    """

    title: str = ""
    description: str = ""
    url: str = ""
    timezone: str = ""
    zone: tzinfo | None = None
    language: str = ""
    author: str = ""
    languages: dict[str, str] = field(default_factory=dict)
    authors: dict[str, dict[str, Any]] = field(default_factory=dict)
    tags: dict[str, dict[str, Any]] = field(default_factory=dict)
    posts: list[ImportedPost] = field(default_factory=list)
    roots: list[str] = field(default_factory=list)
    static: dict[str, str] = field(default_factory=dict)
    pages: list[str] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    kept: Counter[str] = field(default_factory=Counter)
    breaks_lines: bool = False
