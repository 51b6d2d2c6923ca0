"""The ``blog`` domain: records of what documents contain, which Sphinx stores."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol, cast
from zlib import crc32

from sphinx_blogext.core.model import Post
from sphinx_blogext.domain.roles import ReferenceDomain

if TYPE_CHECKING:
    from collections.abc import Iterator, Set
    from datetime import datetime
    from typing import Any, ClassVar

    from sphinx.environment import BuildEnvironment

    from sphinx_blogext.core.list_request import ListRequest
    from sphinx_blogext.core.model import Reference, Schedule
    from sphinx_blogext.core.version_changes import Change


class Withheld(NamedTuple):
    """A draft that was read and removed again; ``source`` is its digest, ``parents`` had it in their toctrees.

    None of its text is kept, because some outputs contain the environment.
    """

    schedule: Schedule
    source: str
    parents: tuple[str, ...] = ()
    #: A digest of the defaults from its folders: see ``read.folder_defaults``.
    defaults: str = ""


class Defaults(Protocol):
    """The defaults that folders set for their posts."""

    def digest_of(self, docname: str) -> str: ...


class BlogDomain(ReferenceDomain):
    """Records of what each document contains; nothing here combines several documents.

    That is up to ``site``, which each build sets once all documents have been read.
    """

    name = "blog"
    label = "Blog"
    # Sphinx reads every document again when it changes, as it does with the fields of posts. Raise the number when
    # something else about a stored record changes.
    data_version = crc32(repr((20, Post.__slots__)).encode())
    initial_data: ClassVar[dict[str, dict[str, Any]]] = {
        "posts": {},
        "lists": {},
        "terms": {},
        "references": {},
        "mentions": {},
        "links": {},
        "files": {},
        "sections": {},
        "changes": {},
        "defaults": {},
        "news": {},
        "numbers": {},
        "withheld": {},
    }

    def setup(self) -> None:
        super().setup()
        #: The time that counts as now in this build, and the documents that it reads.
        self.now: datetime | None = None
        self.documents_read: list[str] = []
        #: The images and downloads of posts before they are read again, for builders of a single file.
        self.media_before: dict[str, frozenset[str]] = {}
        #: The defaults that ``read.folder_defaults`` has found in this build.
        self.folder_defaults: Defaults | None = None
        #: What ``read.sources`` finds broken in the metadata of a document, until it is parsed.
        self.broken: dict[str, Any] = {}

    def begin(self, now: datetime) -> None:
        """Record the time that counts as now in this build, which is about to read documents."""
        self.now = now

    def note_reading(self, docnames: list[str]) -> None:
        """Record which documents the build reads: Sphinx's own list, to which it later adds those it writes."""
        self.documents_read = docnames

    @property
    def posts(self) -> dict[str, Post]:
        """Posts by document."""
        return cast("dict[str, Post]", self.data["posts"])

    @property
    def lists(self) -> dict[str, tuple[ListRequest, ...]]:
        """The lists in each document, in document order."""
        return cast("dict[str, tuple[ListRequest, ...]]", self.data["lists"])

    @property
    def terms(self) -> dict[str, tuple[tuple[str, str], ...]]:
        """The taxonomies whose terms each document lists, each with its blog: see :class:`ListRequest`."""
        return cast("dict[str, tuple[tuple[str, str], ...]]", self.data["terms"])

    @property
    def references(self) -> dict[str, tuple[tuple[str, str], ...]]:
        """What each document refers to: the type and target of roles of the blog, and documents (``doc``)."""
        return cast("dict[str, tuple[tuple[str, str], ...]]", self.data["references"])

    @property
    def mentions(self) -> dict[str, tuple[tuple[str, tuple[Reference, ...]], ...]]:
        """The cross-references in the posts of each document, by the anchors of the posts."""
        return cast("dict[str, tuple[tuple[str, tuple[Reference, ...]], ...]]", self.data["mentions"])

    @property
    def sections(self) -> dict[str, tuple[Post, ...]]:
        """The posts that are sections of each document."""
        return cast("dict[str, tuple[Post, ...]]", self.data["sections"])

    @property
    def changes(self) -> dict[str, tuple[Change, ...]]:
        """The version changes in each document."""
        return cast("dict[str, tuple[Change, ...]]", self.data["changes"])

    @property
    def news(self) -> dict[str, tuple[str, ...]]:
        """The versions whose changes each document lists."""
        return cast("dict[str, tuple[str, ...]]", self.data["news"])

    @property
    def numbers(self) -> dict[str, dict[str, dict[str, tuple[int, ...]]]]:
        """The numbers of figures and the like in each post by itself, by kind and id: see ``read.numbers``."""
        return cast("dict[str, dict[str, dict[str, tuple[int, ...]]]]", self.data["numbers"])

    @property
    def defaults(self) -> dict[str, str]:
        """A digest of the defaults that each document gets from its folders, if it gets any."""
        return cast("dict[str, str]", self.data["defaults"])

    @property
    def withheld(self) -> dict[str, Withheld]:
        """Drafts that are kept out of the build, by document."""
        return cast("dict[str, Withheld]", self.data["withheld"])

    def note_post(self, post: Post) -> None:
        self.posts[post.docname] = post

    def note_section(self, post: Post) -> None:
        """Store a post that is a section of its document."""
        self.sections[post.docname] = (*self.sections.get(post.docname, ()), post)

    @property
    def every_post(self) -> Iterator[Post]:
        """All posts: documents, and sections of documents."""
        yield from self.posts.values()
        for posts in self.sections.values():
            yield from posts

    def note_mentions(self, docname: str, anchor: str, references: tuple[Reference, ...]) -> None:
        if references:
            self.mentions[docname] = (*self.mentions.get(docname, ()), (anchor, references))

    @property
    def links(self) -> dict[str, tuple[str, ...]]:
        """The pages that documents link to by URL; for the first pages of blogs, or all if links are checked."""
        return cast("dict[str, tuple[str, ...]]", self.data["links"])

    @property
    def files(self) -> dict[str, tuple[tuple[str, bool], ...]]:
        """The files that the Markdown links of each post lead to, and whether they exist."""
        return cast("dict[str, tuple[tuple[str, bool], ...]]", self.data["files"])

    def note_list(self, docname: str, request: ListRequest) -> int:
        """Store *request* and return its number in the document."""
        requests = self.lists.get(docname, ())
        self.lists[docname] = (*requests, request)
        return len(requests)

    def note_terms(self, docname: str, taxonomy: str, blog: str) -> None:
        self.terms[docname] = (*self.terms.get(docname, ()), (taxonomy, blog))

    def note_news(self, docname: str, version: str) -> None:
        self.news[docname] = (*self.news.get(docname, ()), version)

    def note_numbers(self, docname: str, numbers: dict[str, dict[str, tuple[int, ...]]]) -> None:
        if numbers:
            self.numbers[docname] = numbers

    def note_reference(self, docname: str, objtype: str, target: str) -> None:
        self.references[docname] = (*self.references.get(docname, ()), (objtype, target))

    def clear_doc(self, docname: str) -> None:
        for records in self.data.values():
            # The entry for the version is a number.
            if isinstance(records, dict):
                records.pop(docname, None)

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        # Without drafts: they are withheld in the main process after all documents have been read.
        for kind in (
            "posts",
            "lists",
            "terms",
            "references",
            "mentions",
            "links",
            "files",
            "sections",
            "changes",
            "news",
            "numbers",
            "defaults",
        ):
            mine, others = self.data[kind], otherdata[kind]
            mine.update({docname: others[docname] for docname in docnames if docname in others})


def blog_domain(env: BuildEnvironment) -> BlogDomain:
    """Return the environment's blog domain."""
    domain = env.domains["blog"]
    assert isinstance(domain, BlogDomain)
    return domain
