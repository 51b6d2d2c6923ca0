"""The data that importers pass on: a site and its posts as found, and remarks on them."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from typing import Any, Literal, NamedTuple


@dataclass(frozen=True, slots=True)
class Remark:
    """A message for the person who runs the import.

    *path* is relative to the source; *line* counts from 1, and is 0 for the whole file. *text* is a message
    with *values* for its placeholders, such as ``%(name)s``. Remarks with the same *text* are grouped and counted.
    """

    path: str
    line: int
    text: str
    values: Mapping[str, object] = field(default_factory=dict)


class Included(NamedTuple):
    """A file that posts include: its path relative to the source, and its text."""

    path: str
    text: str


@dataclass(slots=True)
class ImportedPost:
    """A post of another engine.

    *path* is its file, relative to the source; *place* is its path below the blog's folder, with the old folder
    structure and without suffix. *body* begins at *first_line* of the file. *fields* is the metadata under our
    names. *addresses* are its URL paths on the old site, decoded, the permalink first. *link* is the permalink
    where that is not the path of the file. *names* are other names
    that posts may use for it, besides its file and URLs. *folders* are the folders of the files it uses, the
    nearest first. *heading* is its title in reStructuredText, if that is more than plain text. *head* is front
    matter to keep word for word, for a post already in our format. *lists* are the URL paths of the lists that had
    it on the old site, each with its target in ``blog_redirects``. *separator* is what ended its teaser there, if
    that was the site's own. *data* is its front matter. *dialect* is the engine whose Markdown it is written in,
    if that is not the engine of the site. *has_unread_date* tells whether the date there is none that we can read.
    """

    path: str
    place: str
    format: Literal["md", "rst", "html", "ipynb"]
    title: str
    body: str
    first_line: int
    fields: dict[str, Any] = field(default_factory=dict)
    moment: datetime | None = None
    addresses: list[str] = field(default_factory=list)
    link: str = ""
    names: list[str] = field(default_factory=list)
    folders: list[str] = field(default_factory=list)
    slug: str = ""
    heading: str = ""
    head: str | None = None
    lists: dict[str, str] = field(default_factory=dict)
    separator: str = ""
    data: dict[str, Any] = field(default_factory=dict)
    dialect: str | None = None
    has_unread_date: bool = False

    @property
    def language(self) -> str:
        return str(self.fields.get("language", ""))


@dataclass(slots=True)
class OldSite:
    """A site of another engine: the settings that we need, and its posts.

    *url* is the URL of its home page. *languages* maps codes to names; *authors* and *tags* map the names
    used in posts to entries of ``blog_authors`` and ``blog_tags``. *roots* are the folders of posts;
    *static* maps folders of files to their URL paths. *pages* are documents that are not posts, *for_pages*
    folders of these alone. *breaks_lines* tells whether line breaks within paragraphs are displayed.
    *lists* are the URL paths of lists of all posts, terms and years, and of feeds, each with its target in
    ``blog_redirects``. *forwards* are older URL paths, each with the path that the old site redirects it
    to. *includes* are the folders of files that posts include, *definitions* the files of its tags, with
    ``{}`` for their names, and *config* is its configuration. *extensions* are those of its Markdown that
    are not always on. *options* are further options for ``conf.py``, which take precedence. *resources* are
    files of posts that the old site published whether posts use them or not, with their URL paths.
    *published* are the folders, and files, that it published as they are, also with URL paths.
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
    lists: dict[str, str] = field(default_factory=dict)
    for_pages: list[str] = field(default_factory=list)
    forwards: dict[str, str] = field(default_factory=dict)
    includes: list[str] = field(default_factory=list)
    extensions: frozenset[str] = frozenset()
    config: dict[str, Any] = field(default_factory=dict)
    definitions: list[str] = field(default_factory=list)
    options: dict[str, Any] = field(default_factory=dict)
    resources: dict[str, str] = field(default_factory=dict)
    published: dict[str, str] = field(default_factory=dict)

    def add_root(self, folder: str) -> None:
        if folder not in self.roots:
            self.roots.append(folder)
