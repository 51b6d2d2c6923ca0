"""Posts as in ABlog's templates."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any, Protocol

from sphinx_blogext.core.dates import sort_key
from sphinx_blogext.markup.quote import Text
from sphinx_blogext.markup.relocate import attach, root_of
from sphinx_blogext.site.build import build_of
from sphinx_blogext.write.output import output_in
from sphinx_blogext.write.teaser import render_text

if TYPE_CHECKING:
    from sphinx_blogext.core import model
    from sphinx_blogext.lang.words import Words
    from sphinx_blogext.site.build import Build

    class Blog(Protocol):
        """The part of the blog that posts use; collections are ``Any``, as their module depends on this one."""

        build: Build
        words: Words

        @property
        def archive(self) -> Any: ...
        def terms_of(self, post: model.Post, name: str) -> list[Any]: ...
        def neighbors(self, post: Post) -> tuple[Post | None, Post | None]: ...

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


#: ABlog's names of catalogs -> the taxonomies, whose names ABlog uses in page names and labels.
CATALOGS = {
    "tags": "tag",
    "author": "author",
    "location": "location",
    "language": "language",
    "category": "category",
}


class Html(str):
    """HTML, which no template escapes again."""

    __slots__ = ()

    def __html__(self) -> str:
        return str(self)


class Moment(datetime):
    """A date without time zone, as in ABlog, whose month names are in the language of the site."""

    _words: Words

    @classmethod
    def of(cls, moment: datetime, words: Words) -> Moment:
        """Return *moment* in its own time zone."""
        made = cls(moment.year, moment.month, moment.day, moment.hour, moment.minute, moment.second)
        made._words = words
        return made

    def strftime(self, format: str) -> Text:  # noqa: A002  # as ``datetime`` calls it
        # Do not use the machine's locale: the output must be the same everywhere.
        plain = datetime(self.year, self.month, self.day, self.hour, self.minute, self.second)
        return Text(self._words.date(plain, format))


class NoMoment:
    """The date of a draft that has none: false, and empty when printed or formatted.

    With ABlog, documents without metadata are not drafts, so templates of its sites format the date of any post.
    """

    year = month = day = Text()

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return ""

    def strftime(self, format: str) -> Text:  # noqa: A002  # as ``datetime`` calls it
        return Text()


class Post:
    """A post. ``date`` and ``update`` have no time zone; if a draft lacks them, they are false and print nothing.

    ``prev`` is the older post.
    """

    def __init__(self, blog: Blog, post: model.Post) -> None:
        self.blog, self.post, self.key = blog, post, post.key
        self.docname, self.section = post.docname, post.anchor
        self.title = Text(post.title)
        self.date = Moment.of(post.date, blog.words) if post.date else NoMoment()
        latest = max((moment for moment in (post.date, post.updated) if moment), key=sort_key, default=None)
        self.update = Moment.of(latest, blog.words) if latest else NoMoment()
        self.published = post.is_published(blog.build.now)
        self.draft = not self.published
        self.nocomments = post.nocomments
        self.external_link, self.canonical_link = Text(post.external_link), Text(post.canonical_link)
        self.redirect = [Text(name) for name in post.redirects]

    @property
    def place(self) -> tuple[int, str]:
        """The sort key of posts: their date, then their title."""
        return sort_key(self.post.date) if self.post.date else 1 << 62, self.post.title

    @property
    def order(self) -> int:
        """The number of the post among the posts of its document, from 1."""
        sections = self.blog.build.domain.sections.get(self.docname, ())
        keys = [post.key for post in sections]
        return keys.index(self.key) + 1 if self.key in keys else 1

    def __getattr__(self, name: str) -> list[Any]:
        """Return the collections of the catalog *name*; in templates, any other attribute is undefined."""
        if name not in CATALOGS:
            raise AttributeError(name)
        return self.blog.terms_of(self.post, name)

    @property
    def archive(self) -> Any:
        return self.blog.archive[self.date.year] if self.published else []

    @property
    def prev(self) -> Post | None:
        return self.blog.neighbors(self)[0]

    @property
    def next(self) -> Post | None:
        return self.blog.neighbors(self)[1]

    @property
    def options(self) -> dict[str, Any]:
        """The metadata that ABlog keeps of a post."""
        return record_of(self.post) | {"order": self.order, "external_link": self.external_link}

    def to_html(self, pagename: str, fulltext: bool = False, drop_h1: bool = True, img_url: bool = False) -> Html:
        """Return the teaser, or the full text, for a page; with *img_url*, use absolute URLs."""
        output = output_in(self.blog.build.env)
        if output is None:
            return Html()
        part = output.renderer.parts.try_to(render_text, "text", self.post) if fulltext else None
        part = part or output.renderer.parts.teaser(self.post)
        base = self.blog.build.hosting.canonical
        root = base if img_url and base else root_of(output.builder.get_target_uri(pagename))
        prefix = re.sub(r"[^\w-]", "-", self.key) + "-"
        # Headings go below the heading of the post, as in all lists.
        html = attach(part.html, root, prefix, outer_heading=1)
        heading = f"<h1>{escape(self.post.title)}</h1>\n" if fulltext and not drop_h1 else ""
        classes = " ".join(["ablog-post-excerpt", *part.classes])
        return Html(f'{heading}<div class="{classes}">{html}</div>')

    def __str__(self) -> str:
        return str(self.title)

    def __html__(self) -> str:
        return self.title.__html__()

    def __lt__(self, other: Post) -> bool:
        return self.place < other.place


def record_of(post: model.Post) -> dict[str, Any]:
    """Return the record that ABlog keeps in the environment: dates without time zone, terms as in the post."""
    date = post.date.replace(tzinfo=None) if post.date else None
    update = post.updated.replace(tzinfo=None) if post.updated else None
    latest: datetime | None = max(filter(None, (date, update)), default=None)
    return {
        "docname": post.docname,
        "section": post.anchor,
        "title": post.title,
        "date": date,
        "update": latest,
        **{name: list(post.terms.get(taxonomy, ())) for name, taxonomy in CATALOGS.items()},
        "redirect": list(post.redirects),
        "nocomments": post.nocomments,
        "external_link": post.external_link,
        "canonical_link": post.canonical_link,
    }


class PostRecords(Mapping[str, list[dict[str, Any]]]):
    """The posts of one build, looked up on demand; nothing is stored with the environment."""

    def __init__(self, build: Build) -> None:
        self._build = build

    @cached_property
    def _records(self) -> dict[str, list[dict[str, Any]]]:
        found: dict[str, list[dict[str, Any]]] = {}
        # In document order.
        keys = (post.key for post in self._build.domain.every_post)
        for post in (self._build.posts[key] for key in keys if key in self._build.posts):
            records = found.setdefault(post.docname, [])
            records.append(record_of(post) | {"order": len(records) + 1})
        return found

    def __getitem__(self, docname: str) -> list[dict[str, Any]]:
        return self._records[docname]

    def __iter__(self) -> Iterator[str]:
        return iter(self._records)

    def __len__(self) -> int:
        return len(self._records)

    def __reduce__(self) -> tuple[type[dict[str, Any]], tuple[()]]:
        return dict, ()


def on_env_updated(app: Sphinx, env: BuildEnvironment) -> None:
    env.ablog_posts = PostRecords(build_of(env))  # type: ignore[attr-defined]  # ABlog's own name for it


def setup(app: Sphinx) -> None:
    # After the blog's own handler, which starts the build.
    app.connect("env-updated", on_env_updated, priority=600)
