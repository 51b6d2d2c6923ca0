"""The object ``ablog`` for the templates of ABlog's sites: posts, and catalogs of collections of posts.

A catalog of tags has a collection of posts for each tag. Extensions find records of posts in the environment.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import cached_property
from html import escape
from itertools import islice
from typing import Any
from urllib.parse import urljoin

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from sphinx_blogext.core import N_, model
from sphinx_blogext.core.addresses import feed_file
from sphinx_blogext.core.caching import by_post
from sphinx_blogext.core.dates import sort_key
from sphinx_blogext.data.text import Text
from sphinx_blogext.lang.words import Words, interface_words
from sphinx_blogext.markup.relocate import attach, root_of
from sphinx_blogext.site.build import Build, build_of, once
from sphinx_blogext.site.pages import term_label
from sphinx_blogext.site.published_blog import PublishedBlog
from sphinx_blogext.write.output import output_in
from sphinx_blogext.write.teaser import render_text

#: What is the same there and here.
_SAME = ("docname", "title", "nocomments", "external_link", "canonical_link")
#: Prefixes of ABlog's options.
_OPTIONS = ("blog_", "post_", "disqus_", "fontawesome_", "skip_injecting_")
#: ABlog's names of catalogs -> the taxonomies, whose names ABlog uses in page names and labels.
CATALOGS = {"tags": "tag"} | {name: name for name in ("author", "location", "language", "category")}


class Html(str):
    """HTML, which no template escapes again."""

    __slots__ = ()

    def __html__(self) -> str:
        return str(self)


class Moment(datetime):
    """A date without time zone, as in ABlog, whose month names are in the language of the site."""

    _words: Words

    @classmethod
    def of(cls, moment: datetime, words: Words) -> "Moment":
        """Return *moment* in its own time zone."""
        date = cls(moment.year, moment.month, moment.day, moment.hour, moment.minute, moment.second)
        date._words = words
        return date

    def strftime(self, format: str) -> Text:  # noqa: A002  # as ``datetime`` calls it
        # Do not use the machine's locale: the output must be the same everywhere.
        plain = datetime(self.year, self.month, self.day, self.hour, self.minute, self.second)
        return Text(self._words.date(plain, format))


class NoMoment:
    """The date of a draft that has none, empty when printed: templates of ABlog sites format that of any post."""

    year = month = day = Text()

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return ""

    def strftime(self, format: str) -> Text:  # noqa: A002  # as ``datetime`` calls it
        return Text()


def record_of(post: model.Post) -> dict[str, Any]:
    """Return what functions of ABlog that a site calls find in the environment: dates have no time zone."""
    date = post.date.replace(tzinfo=None) if post.date else None
    update = post.updated.replace(tzinfo=None) if post.updated else None
    return {
        **{name: getattr(post, name) for name in _SAME},
        "section": post.anchor,
        "date": date,
        "update": max(filter(None, (date, update)), default=None),
        **{name: list(post.terms.get(taxonomy, ())) for name, taxonomy in CATALOGS.items()},
        "redirect": list(post.redirects),
        "excerpt": [],
        "doctree": nodes.container(),
        "image": 0,
        "exclude": False,
    }


class PostRecords(dict[str, list[dict[str, Any]]]):
    """The posts of one build by document, in its order; nothing is stored with the environment."""

    def __reduce__(self) -> tuple[type[dict[str, Any]], tuple[()]]:
        return dict, ()


class Post:
    """A post. ``date`` and ``update`` have no time zone; if a draft lacks one, it is false and prints nothing."""

    def __init__(self, blog: "Blog", post: model.Post) -> None:
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
        keys = [post.key for post in self.blog.build.domain.sections.get(self.docname, ())]
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
    def prev(self) -> "Post | None":
        """The older post."""
        return self.blog.neighbors.get(self.key, (None, None))[0]

    @property
    def next(self) -> "Post | None":
        return self.blog.neighbors.get(self.key, (None, None))[1]

    @property
    def options(self) -> dict[str, Any]:
        return record_of(self.post) | {"order": self.order, "external_link": self.external_link}

    def to_html(self, pagename: str, fulltext: bool = False, drop_h1: bool = True, img_url: bool = False) -> Html:
        """Return the teaser, or the full text, for a page; with *img_url*, use absolute URLs."""
        if (output := output_in(self.blog.build.env)) is None:
            return Html()
        part = output.renderer.parts.try_to(render_text, "text", self.post) if fulltext else None
        part = part or output.renderer.parts.teaser(self.post)
        base = self.blog.build.hosting.canonical
        root = base if img_url and base else root_of(output.builder.get_target_uri(pagename))
        # Headings go below the heading of the post, as in all lists.
        html = attach(part.html, root, re.sub(r"[^\w-]", "-", self.key) + "-", outer_heading=1)
        heading = f"<h1>{escape(self.post.title)}</h1>\n" if fulltext and not drop_h1 else ""
        classes = " ".join(["ablog-post-excerpt", *part.classes])
        return Html(f'{heading}<div class="{classes}">{html}</div>')

    def __str__(self) -> str:
        return str(self.title)

    __html__ = __str__

    def __lt__(self, other: "Post") -> bool:
        return self.place < other.place


class Collection:
    """Posts that share a term or a year, newest first; posts call it ``label``, its feeds are in ``path``."""

    #: Templates read this attribute, although ABlog never sets it.
    page = 0

    def __init__(
        self, catalog: "Catalog", label: str | int, name: str, posts: Iterable[model.Post], path: str, docname: str
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

    __html__ = __str__

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

    def __lt__(self, other: "Collection") -> bool:
        return self.name < other.name


class Catalog:
    """The collections of one kind, in order; ``len`` counts their posts."""

    def __init__(self, blog: "Blog", name: str, xref: str, path: str) -> None:
        self.blog, self.name, self.xref = blog, name, xref
        self.path, self.docname = path, blog.published.pages.page_of(path)
        self.collections: dict[str | int, Collection] = {}

    def add(self, label: str | int, name: str, posts: Iterable[model.Post], path: str, href: str = "") -> None:
        collection = Collection(self, label, name, posts, path, self.blog.published.pages.page_of(path))
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
        if label in self.collections:
            return self.collections[label]
        kind = self.blog.published.blog.taxonomies.get(self.xref)
        name = str(label) if kind is None else kind.label_of(str(label))
        return Collection(self, label, name, (), f"{self.path}/{label}", f"{self.path}/{label}")

    def __iter__(self) -> Iterator[Collection]:
        return iter(self.collections.values())

    def __len__(self) -> int:
        return sum(map(len, self))


class Blog:
    """The blog of one build; each part is created when a template uses it."""

    def __init__(self, build: Build) -> None:
        # ABlog supports only one blog.
        self.build, self.config = build, build.config.each[0]
        self.words = interface_words(build.config.language)

    @cached_property
    def published(self) -> PublishedBlog:
        return self.build.blogs[0]

    def gettext(self, message: str) -> str:
        """Return one of our messages in the language of the site; templates use Sphinx's catalog instead."""
        return self.words.translations.gettext(message)

    def __getattr__(self, name: str) -> Any:
        """Return the catalog or the option *name*; in templates, a missing attribute is undefined."""
        if name in CATALOGS:
            return self.catalogs[name]
        sphinx = self.config.sphinx
        if not name.startswith(_OPTIONS) or name not in sphinx:
            raise AttributeError(name)
        value = self.config.values[name] if name in self.config.values else sphinx[name]
        # ``None`` means that a template of the site shows them: see ``own_templates``.
        value = True if name == "post_show_prev_next" and value is None else value
        return Text(value) if isinstance(value, str) else value

    @property
    def fontawesome(self) -> Any:
        return self.fontawesome_included or self.fontawesome_link_cdn or self.fontawesome_css_file

    @property
    def has_feed(self) -> bool:
        return self.build.hosting.has_feeds

    @by_post
    def post(self, post: model.Post) -> Post:
        return Post(self, post)

    @cached_property
    def blog(self) -> Catalog:
        """All posts and all drafts."""
        addresses, blog = self.published.pages.addresses, self.published.blog
        catalog = Catalog(self, "blog", "blog", addresses.root)
        catalog.add("draft", self.gettext(N_("Drafts")), blog.drafts, addresses.overview("drafts"))
        catalog.add("post", self.gettext(N_("Posts")), blog.posts, addresses.root)
        return catalog

    @property
    def posts(self) -> Collection:
        return self.blog["post"]

    @property
    def drafts(self) -> Collection:
        return self.blog["draft"]

    @cached_property
    def archive(self) -> Catalog:
        addresses = self.published.pages.addresses
        catalog = Catalog(self, "archive", "archive", addresses.overview("archive"))
        for year in self.published.blog.archives:
            catalog.add(year.year, year.name, year.posts, addresses.overview(year.name))
        return catalog

    @cached_property
    def catalogs(self) -> dict[str, Catalog]:
        addresses, catalogs = self.published.pages.addresses, {}
        for name, taxonomy in CATALOGS.items():
            catalogs[name] = Catalog(self, name, taxonomy, addresses.overview(taxonomy))
            # Sort by name as ABlog does, which has no labels.
            for term in sorted(self.published.blog.taxonomies[taxonomy].shown, key=lambda term: term.name):
                address = addresses.term(taxonomy, term.slug)
                catalogs[name].add(term.name, term_label(term), term.posts, address, term.settings.url)
        return catalogs

    @cached_property
    def collections(self) -> dict[str, Collection]:
        """The collections of years and terms, by their pages."""
        every = (each for catalog in (self.archive, *self.catalogs.values()) for each in catalog)
        return {collection.docname: collection for collection in every}

    def terms_of(self, post: model.Post, name: str) -> list[Collection]:
        """Return the collections of the catalog *name* for a post; empty ones for terms that only drafts have."""
        catalog, kind = self.catalogs[name], self.published.blog.taxonomies[CATALOGS[name]]
        terms = {spelling: kind.find(spelling) for spelling in post.terms.get(CATALOGS[name], ())}
        public = ((name, term) for name, term in terms.items() if not (term and term.settings.hidden))
        return [catalog[label] for label in dict.fromkeys(term.name if term else name for name, term in public)]

    @cached_property
    def neighbors(self) -> dict[str, tuple[Post | None, Post | None]]:
        """The previous and the next post in time of each published one, by its key."""
        older, newer = [*self._in_order[1:], None], [None, *self._in_order]
        places = zip(self._in_order, older, newer, strict=False)
        return {post.key: (before, after) for post, before, after in places}

    @cached_property
    def _in_order(self) -> list[Post]:
        return list(self.posts)

    def recent(self, num: int | None, docname: str | None = None, **_labels: Any) -> Iterator[Post]:
        """Return the *num* latest posts (all if ``None``), except that of the document *docname*."""
        others = (post for post in self._in_order if post.docname != docname)
        return others if num is None else islice(others, max(0, num))

    @property
    def feed_path(self) -> Text:
        return Text(feed_file(self.published.pages.addresses.root, "atom.xml"))

    def page_id(self, pagename: str) -> Text | None:
        """Return the Disqus identifier of a page; ``None`` if the site has no URL."""
        if not self.blog_baseurl:
            return None
        name = pagename.removesuffix("index").strip("/")
        return Text(f"/{name}/" if name else "/")

    def page_url(self, pagename: str) -> Text | None:
        """Return the URL of a page without its suffix; ``None`` if the site has no URL."""
        base = self.config.blog_baseurl
        return Text(urljoin(base, pagename).removesuffix("index")) if base else None

    def __contains__(self, pagename: object) -> bool:
        return pagename in self.published.blog.by_key

    def __getitem__(self, pagename: str) -> Post | None:
        post = self.published.blog.by_key.get(pagename)
        return self.post(post) if post else None

    def __iter__(self) -> Iterator[Post]:
        return iter(self._in_order)

    def __len__(self) -> int:
        return len(self.published.blog.posts)


@once
def blog_of(build: Build) -> Blog:
    return Blog(build)


def on_env_updated(app: Sphinx, env: BuildEnvironment) -> None:
    build, records = build_of(env), PostRecords()
    for key in (post.key for post in build.domain.every_post if post.key in build.posts):
        of_document = records.setdefault(build.posts[key].docname, [])
        of_document.append(record_of(build.posts[key]) | {"order": len(of_document) + 1})
    env.ablog_posts = records  # type: ignore[attr-defined]  # ABlog's own name for it


def setup(app: Sphinx) -> None:
    # After the blog's own handler, which starts the build.
    app.connect("env-updated", on_env_updated, priority=600)
