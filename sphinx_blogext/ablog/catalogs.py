"""Catalogs of collections of posts, as in ABlog's templates: a catalog of tags, each with its posts."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from sphinx_blogext.markup.quote import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sphinx_blogext.ablog.ablog_posts import Post
    from sphinx_blogext.core import model

    class Blog(Protocol):
        """The part of the blog that collections use."""

        @property
        def fontawesome(self) -> Any: ...
        @property
        def has_archive_feeds(self) -> bool: ...
        def gettext(self, message: str) -> str: ...
        def post(self, post: model.Post) -> Post: ...


class Collection:
    """Posts that share a term or a year, newest first.

    ``label`` is the name used in posts, ``name`` the displayed one. ``docname`` is its page, and ``path`` the
    folder of its feeds.
    """

    #: Templates read this attribute, although ABlog never sets it.
    page = 0

    def __init__(
        self, catalog: Catalog, label: str | int, name: str, posts: Iterable[model.Post], path: str, docname: str
    ) -> None:
        self.catalog = catalog
        self.label = Text(label) if isinstance(label, str) else label
        self.name = Text(name)
        self.href: Text | None = None
        self.path, self.docname = path, docname
        self.xref = f"{catalog.xref}-{path.rpartition('/')[2]}"
        self._members = tuple(posts)

    @cached_property
    def _posts(self) -> dict[str, Post]:
        posts = (self.catalog.blog.post(post) for post in self._members)
        return {post.key: post for post in sorted(posts, key=lambda post: post.place, reverse=True)}

    def relsize(self, maxsize: int = 5, minsize: int = 1) -> int:
        """Return the size relative to the other collections of the catalog, from *minsize* to *maxsize*."""
        least, most = self.catalog.extremes
        if least == most:
            return round((maxsize - minsize) / 2 + minsize)
        return int((len(self) - least) / (most - least) * (maxsize - minsize) + minsize)

    def __str__(self) -> str:
        return str(self.name)

    def __html__(self) -> str:
        return self.name.__html__()

    def __len__(self) -> int:
        return len(self._members)

    def __iter__(self) -> Iterator[Post]:
        return iter(self._posts.values())

    def __getitem__(self, key: str) -> Post | None:
        return self._posts.get(key)

    def __contains__(self, key: object) -> bool:
        return key in self._posts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Collection) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __lt__(self, other: Collection) -> bool:
        return self.name < other.name


class Catalog:
    """The collections of one kind, in order; ``len`` counts their posts."""

    def __init__(self, blog: Blog, name: str, xref: str, path: str, docname: str) -> None:
        self.blog, self.name, self.xref = blog, name, xref
        self.path, self.docname = path, docname
        self.collections: dict[str | int, Collection] = {}

    def add(
        self,
        label: str | int,
        name: str,
        posts: Iterable[model.Post],
        path: str,
        docname: str,
        *,
        href: str = "",
    ) -> None:
        collection = Collection(self, label, name, posts, path, docname)
        collection.href = Text(href) if href else None
        self.collections[label] = collection

    @cached_property
    def extremes(self) -> tuple[int, int]:
        """The numbers of posts in the smallest and the largest non-empty collection."""
        sizes = [len(collection) for collection in self if collection]
        return min(sizes, default=0), max(sizes, default=0)

    def __str__(self) -> str:
        return self.name

    def __getitem__(self, label: str | int) -> Collection:
        """Return the collection *label*, or an empty one if no published post has it."""
        collection = self.collections.get(label)
        if collection is not None:
            return collection
        return Collection(self, label, str(label), (), f"{self.path}/{label}", f"{self.path}/{label}")

    def __iter__(self) -> Iterator[Collection]:
        return iter(self.collections.values())

    def __len__(self) -> int:
        return sum(map(len, self))
