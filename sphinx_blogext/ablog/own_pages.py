"""What ABlog's templates receive: the façade on every page, and contexts of their own on lists and redirects.

Generated pages, and texts in feeds, are rendered with the site's templates; every page tells where the feed is.

What a template of the site shows is only known when it is rendered. So there is one rule: if the site has one that
uses ``ablog``, all its pages depend on the whole blog, and are rewritten whenever anything in it changes.
"""

import posixpath
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from html import unescape
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeGuard

from docutils import nodes
from jinja2 import Environment, Template
from markupsafe import Markup
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.config import Config
from sphinx.locale import get_translator

from sphinx_blogext._compat import add_template_folder, is_set, renders_pages, sidebars_of, template_folders
from sphinx_blogext.ablog.facade import Blog, Post, blog_of, record_of
from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.core import N_, model
from sphinx_blogext.core.addresses import absolute, feed_file
from sphinx_blogext.core.taxonomies import TAXONOMIES
from sphinx_blogext.core.urls import is_safe_url
from sphinx_blogext.data.text import Text
from sphinx_blogext.events import PAGE_DATA_EVENT
from sphinx_blogext.files import STATIC, TEMPLATES, digest, write_file
from sphinx_blogext.lang.words import CATALOG
from sphinx_blogext.patterns import pattern
from sphinx_blogext.site.build import Build, build_of, once
from sphinx_blogext.site.pages import ListPage, TermIndex
from sphinx_blogext.site.published_blog import Channel
from sphinx_blogext.warnings import BlogWarning, warn
from sphinx_blogext.write.output import output_of

if TYPE_CHECKING:
    # Loaded only if a feed is written.
    from sphinx_blogext.feeds.formats import Item
    from sphinx_blogext.feeds.write import Items

_STYLESHEET = "blogext-ablog.css"
#: Messages that only templates of sites use: most of these are copies of those of ABlog.
_OF_SITES = (N_("Read more ..."),)
#: The texts before the name of a term or, for ``"archive"``, of a year.
_HEADERS = {"author": N_("Posts by"), "location": N_("Posts from"), "language": N_("Posts in")}
_HEADERS |= {"category": N_("Posts in"), "archive": N_("Posted in"), "tag": N_("Posts tagged")}
#: The title of the list of the terms or years of each kind.
_TITLES = {name: kind.title for name, kind in TAXONOMIES.items()} | {"archive": N_("All posts")}

#: Our templates, which have a lower priority than those of the site and the theme.
FOLDER = Path(__file__).parent / "templates"
#: ABlog's templates for ``html_sidebars``; each also works without its folder, as in older versions.
SIDEBARS = frozenset("archives authors categories languages locations postcard recentposts tagcloud".split())
#: Templates for generated pages, and templates that are parts of others.
_PAGES = frozenset(["catalog", "collection", "redirect"])
_PARTS = frozenset(["postcard2", "postnavy"])
_NAMES = "|".join(sorted(SIDEBARS | _PAGES | _PARTS))
_ASKS = pattern(rf"""\bablog\b(?!-)|["'](?:{_NAMES})\.html["']""")
#: Signs that a template of whole pages itself shows the previous and next posts, or a post's date.
_NEIGHBORS = pattern(r"\bpostnavy\.html|\b(?:post|ablog\[pagename\])\.(?:prev|next)\b")
_FACTS = pattern(r"\bpostcard2?\.html|\b(?:post|ablog\[pagename\])\.date\b")
#: A block that replaces the body of ABlog's ``page.html``, if it does not call ``super()``.
_BODY = pattern(r"\{%-?\s*block\s+body\b")


class OwnTemplates:
    """The templates of one build, by their paths relative to their folder."""

    def __init__(self, builder: StandaloneHTMLBuilder) -> None:
        self._builder = builder
        own = {TEMPLATES, STATIC, FOLDER}
        self._paths: dict[str, str] = {}
        self._folders = [folder for folder in template_folders(builder) if Path(folder) not in own]

    def find(self, name: str) -> str:
        """Return the path of the site's or theme's own template for ABlog's *name*, or ``""``."""
        # Cached, because every page calls this.
        if name not in self._paths:
            paths = (f"ablog/{name}.html", f"{name}.html")
            self._paths[name] = next((path for path in paths if self._is_template(path, name)), "")
        return self._paths[name]

    def _is_template(self, path: str, name: str) -> bool:
        file = next((folder / path for folder in self._folders if (folder / path).is_file()), None)
        # Outside of ABlog's folder, a template may be unrelated: it must use the variable it would receive.
        is_of_ablog = "/" in path or name not in _PAGES
        return file is not None and (is_of_ablog or bool(re.search(rf"\b{name}\b", _read(file))))

    @cached_property
    def asking(self) -> dict[str, str]:
        """The source of each template that uses the blog."""
        sources: dict[str, str] = {}
        for folder in self._folders:
            for file in sorted(folder.rglob("*.html")):
                source = _read(file)
                if _ASKS.search(source):
                    name = file.relative_to(folder).as_posix()
                    sources[name] = sources.get(name, "") + source
        return sources

    @cached_property
    def _of_pages(self) -> dict[str, str]:
        """The source of each template that may be on any page, as ABlog's own and those in sidebars are not."""
        named = (self._builder.theme.sidebar_templates, *self._builder.config.html_sidebars.values())
        others = set(map(_stem, chain(*named, SIDEBARS, _PAGES, _PARTS)))
        return {name: source for name, source in self.asking.items() if _stem(name) not in others}

    @cached_property
    def _named_in_options(self) -> frozenset[str]:
        """ABlog's sidebars named in theme options, which a theme may show on any page."""
        options = repr(self._builder.config.html_theme_options)
        return frozenset(name for name in SIDEBARS if re.search(rf"\b{name}(?:\.html)?['\"]", options))

    @cached_property
    def neighbors(self) -> str:
        """The template with the previous and next posts that belongs below a text, if no page shows it already."""
        return "" if self.includes_neighbors or self.replaces_page else self.find("postnavy")

    @cached_property
    def includes_neighbors(self) -> bool:
        """Whether a template of whole pages shows the previous and next posts."""
        return any(_NEIGHBORS.search(source) for source in self._of_pages.values())

    @cached_property
    def replaces_page(self) -> bool:
        """Whether a template of the site replaces ABlog's ``page.html``, with the neighbors that stand there."""
        own = (Path(self._builder.confdir, folder, "page.html") for folder in self._builder.config.templates_path)
        if (source := next((_read(file) for file in own if file.is_file()), None)) is None:
            return False
        is_extended = re.search(r"""extends\s+["']!?page\.html""", source)
        return not is_extended or bool(_BODY.search(source) and "super()" not in source)

    @property
    def shows_facts(self) -> bool:
        """Whether a template of the site shows the date, author and tags of a post."""
        named = chain.from_iterable(self._builder.config.html_sidebars.values())
        is_at_side = "postcard" in {*map(_stem, named), *self._named_in_options}
        return is_at_side or any(_FACTS.search(source) for source in self._of_pages.values())

    def has_sidebar(self, sidebars: Iterable[str] | None) -> bool:
        """Return whether one of the templates *sidebars* of a page has the name of one of ABlog's."""
        return not SIDEBARS.isdisjoint({*map(_stem, sidebars or ()), *self._named_in_options})


def _stem(name: str) -> str:
    """Return the name of a template without its suffix and without ABlog's folder."""
    return name.removesuffix(".html").removeprefix("ablog/")


def _read(file: Path) -> str:
    return file.read_text(encoding="utf-8", errors="replace")


@once
def own_templates(build: Build) -> OwnTemplates:
    assert renders_pages(build.builder)
    return OwnTemplates(build.builder)


def on_builder_inited(app: Sphinx) -> None:
    """Register our templates, and turn off what the site's own templates already show."""
    builder, config = app.builder, app.config
    if not _has_templates(builder):
        return
    add_template_folder(builder, FOLDER)
    # The site's templates look up ABlog's messages in Sphinx's catalog, to which ABlog adds them.
    get_translator().add_fallback(get_translator(CATALOG))
    if not renders_pages(builder):
        return
    if sheet := _icon_sheet(config):
        app.add_css_file(sheet)
    cloud = _read(FOLDER.parent / "tagcloud.css")
    write_file(app.outdir / "_static" / _STYLESHEET, _read(FOLDER.parent / "styles.css") + cloud)
    # Templates of sites link to it.
    write_file(app.outdir / "_static" / "ablog" / "tagcloud.css", cloud)
    own = OwnTemplates(builder)
    # A template of the site may handle them by showing nothing.
    if config.post_show_prev_next and (own.find("postnavy") or own.includes_neighbors):
        # ``None``, not ``False``: templates check this option, and the façade reports ``None`` as true.
        config.post_show_prev_next = None
    if own.shows_facts and not is_set(config, "blog_post_header"):
        config.blog_post_header = False
    if own.find("collection"):
        # This template loops over all posts of its list, and no blog has more.
        config.blog_page_size = 1_000_000


def _icon_sheet(config: Config) -> str:
    """Return the style sheet for icons in the site's templates: a URL, or one of the static files."""
    link, file = config.fontawesome_link_cdn, config.fontawesome_css_file
    if isinstance(link, str) and link and is_safe_url(link):
        return link
    return posixpath.normpath(file) if isinstance(file, str) and file else ""


def on_html_page_context(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    builder, build = app.builder, build_of(app.env)
    if not _has_templates(builder):
        return
    blog = blog_of(build)
    context["ablog"] = blog
    context["anchor"] = anchor
    if blog.has_feed:
        context.setdefault("feed_path", blog_config(app.config).root)
        context.setdefault("feed_title", blog.blog_title)
    if not renders_pages(builder):
        return
    own = own_templates(build)
    if own.has_sidebar(context.get("sidebars")):
        app.add_css_file(_STYLESHEET)
    if collection := blog.collections.get(pagename):
        icon = builder.templates.render("ablog/feed-icon.html", context | {"collection": collection})
        context["body"] = context.get("body", "").replace('"blog-heading">', f'"blog-heading">{icon}', 1)
    if own.neighbors and pagename in blog and "body" in context:
        context["body"] += builder.templates.render(own.neighbors, context)


def anchor(post: Post) -> str:
    """Return the fragment of a post that is a section of its page, or ``""``."""
    return f"#{post.section}" if post.section else ""


def _has_templates(builder: Builder) -> TypeGuard[StandaloneHTMLBuilder]:
    """Return whether *builder* renders templates; the JSON and pickle builders write the context instead."""
    return isinstance(builder, StandaloneHTMLBuilder) and not hasattr(builder, "implementation")


def list_titles(translate: Callable[[str], str]) -> dict[str, str]:
    """Return ABlog's titles of lists and feeds, as a value of ``blog_list_titles``."""
    return {
        **{kind: _before_name(translate(header)) for kind, header in _HEADERS.items() if kind != "archive"},
        "blog": translate(N_("All Posts")),
        "archive": translate(N_("All posts")),
        "year": _before_name(translate(_HEADERS["archive"])),
        "feed": "{blog} - {list}",
    }


def _before_name(header: str) -> str:
    # No space belongs after a wide colon.
    return f"{header}{{name}}" if header.endswith("：") else f"{header} {{name}}"


def page_template(build: Build, name: str, shown: ListPage | TermIndex | str) -> tuple[str, dict[str, Any]] | None:
    """Return the site's template for a generated page, and its context."""
    own, blog = own_templates(build), blog_of(build)
    if isinstance(shown, str):
        template, post = own.find("redirect"), blog[shown]
        values = {"redirect": shown, "post": post, "title": post.title} if post else None
    else:
        kind = shown.listing.kind if isinstance(shown, ListPage) else shown.taxonomy
        catalogs = (blog.archive, *blog.catalogs.values())
        catalog = next((each for each in catalogs if each.xref == kind and each.docname == name), None)
        template, values = own.find("collection"), _list(blog, name, shown)
        if catalog is not None:
            template = own.find("catalog")
            title, header = blog.gettext(_TITLES[catalog.xref]), blog.gettext(_HEADERS[catalog.xref])
            values = {"title": Text(title), "header": header, "catalog": catalog, "summary": True}
    if not template or values is None:
        return None
    return template, {"ablog": blog, "fa": blog.fontawesome} | values


def _list(blog: Blog, name: str, shown: ListPage | TermIndex) -> dict[str, Any] | None:
    """Return the context of ``collection.html``, or ``None`` for lists that ABlog does not have."""
    if not isinstance(shown, ListPage):
        return None
    root = blog.config.root
    if name == blog.drafts.docname:
        return {"title": Text(blog.gettext(N_("Drafts"))), "collection": blog.drafts, "summary": True}
    if name == blog.posts.docname:
        words = {"title": Text(blog.gettext(N_("All Posts"))), "header": blog.gettext(N_("All"))}
        return words | {"collection": blog.posts, "summary": True, "atom_feed": blog.has_feed, "feed_path": root}
    if not (collection := blog.collections.get(name)):
        return None
    header = blog.gettext(_HEADERS[collection.catalog.xref])
    title = Text(f"{header} ") + collection.name
    return {
        "title": title,
        "header": header,
        "collection": collection,
        "summary": True,
        "feed_path": collection.path if blog.config.blog_feed_archives else root,
        "feed_title": title,
        "archive_feed": blog.has_feed and bool(blog.config.blog_feed_archives),
    }


@once
def _catalogs(build: Build) -> str:
    """Return a digest of the catalogs in the sidebars."""
    return digest([(page, each.label, each.name, len(each)) for page, each in blog_of(build).collections.items()])


def _sidebars(build: Build, page: str) -> object:
    blog = blog_of(build)
    recent = [(post.key, post.title, post.date, post.external_link) for post in blog.recent(5, page)]
    post = blog[page]
    return _catalogs(build), recent, (record_of(post.post), post.published) if post else None


def on_page_data(app: Sphinx, page: str) -> Any:
    """Return what *page* shows; if it is ``""``, what any page may show beyond the records of posts."""
    build, output = build_of(app.env), output_of(app)
    own = own_templates(build)
    if not page:
        return sorted(output.digests.of_texts.items()) if own.asking else None
    generated = build.pages.generated.get(page)
    has_own_template = generated is not None and page_template(build, page, generated) is not None
    sidebars = _sidebars(build, page) if own.has_sidebar(sidebars_of(page, output.builder)) else None
    whole = output.digests.of_blog if own.asking or has_own_template else None
    return (sidebars, whole) if sidebars or whole else None


def setup(app: Sphinx) -> None:
    # After themes and other extensions have set the sidebars.
    app.connect("builder-inited", on_builder_inited, priority=900)
    # Before extensions and themes that render templates in advance.
    app.connect("html-page-context", on_html_page_context, priority=400)
    app.connect(PAGE_DATA_EVENT, on_page_data)


def feed_entries(channel: Channel, file: str, plain: "tuple[Item, ...]", items: "Items") -> "tuple[Item, ...]":
    """Return the entries of the feed *file* of *channel*, with the texts that its templates make."""
    if not (templates := items.build.config.conventions.blog_feed_templates.get(file.rpartition(".")[0])):
        return plain
    # It always escapes, as some values print themselves as HTML: what is to be plain text is unescaped afterwards.
    environment = Environment(autoescape=True)
    compiled = {name: environment.from_string(template) for name, template in templates.items()}
    entries = []
    for number, (post, item) in enumerate(zip(channel.posts, plain, strict=True)):
        try:
            entries.append(_applied(item, compiled, _variables(post, number, channel, file, items)))
        except Exception as error:
            # A post may contain anything that a template of the site does not expect.
            message = "blog_feed_templates: %s failed: %s: %s; the entry is left unchanged"
            where = (post.docname, post.lineno)
            warn(BlogWarning.RENDERING, message, file, type(error).__name__, error, location=where)
            entries.append(item)
    return tuple(entries)


def _variables(post: model.Post, number: int, channel: Channel, file: str, items: "Items") -> dict[str, Any]:
    """Return the local variables of ABlog's function that writes feeds, which its templates receive."""
    build = items.build
    blog, base, name = blog_of(build), build.hosting.canonical, feed_file(channel.folder, file)
    return {
        "app": build.app,
        "blog": blog,
        "base_url": base,
        "feed_posts": blog.collections.get(channel.page, blog.posts),
        "pagename": channel.folder,
        "feed_path": str(build.app.outdir / name),
        "feed_title": Text(channel.title),
        "feed_url": absolute(base, name),
        "feed_length": build.config.values["blog_feed_length"],
        "feed_fulltext": build.config.blog_feed_fulltext,
        "feed_templates": build.config.conventions.blog_feed_templates[file.rpartition(".")[0]],
        "i": number,
        "post": blog.post(post),
        # An external post, too, has its own page.
        "post_url": absolute(base, items.builder.get_target_uri(post.docname), post.anchor),
    }


def _applied(item: "Item", templates: Mapping[str, Template], variables: Mapping[str, Any]) -> "Item":
    """Return *item* after applying the templates; its title and summary are plain text, its content is HTML."""
    made: dict[str, Any] = {}
    for name, template in templates.items():
        is_html = name == "content"
        content = Markup(item.content) if is_html else item.content
        rendered = template.render(variables, title=item.title, summary=item.summary, content=content)
        made[name] = rendered if is_html else unescape(rendered)
    return item._replace(**made)
