"""What is in the head of a page: feeds, link previews, data for search engines, canonical links."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_blogext.builders import renders_pages
from sphinx_blogext.cards.card import SIZE as CARD_SIZE
from sphinx_blogext.cards.plan import shared_picture
from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.core.addresses import is_inside
from sphinx_blogext.core.citation import license_url
from sphinx_blogext.core.urls import absolute_url
from sphinx_blogext.lang.codes import language_tag, valid_language
from sphinx_blogext.markup.describe import shorten
from sphinx_blogext.markup.relocate import root_of
from sphinx_blogext.nodes import blog_html
from sphinx_blogext.read.pictures import picture_uri
from sphinx_blogext.site.build import build_of
from sphinx_blogext.site.hosting import absolute
from sphinx_blogext.site.labels import term_label
from sphinx_blogext.site.pages import ListPage, frame_of, is_left_out
from sphinx_blogext.site.people import person_of
from sphinx_blogext.web import finished_head, jsonld
from sphinx_blogext.web.finished_head import HEAD, Head
from sphinx_blogext.web.list_texts import latest, line_of, text_of_lists, with_description
from sphinx_blogext.web.opengraph import preview_tags, without_doubles, written_description
from sphinx_blogext.web.page_facts import Link, PageFacts
from sphinx_blogext.web.sitemap import is_thin
from sphinx_blogext.write.output import output_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_blogext.core.model import Post
    from sphinx_blogext.site.build import Build
    from sphinx_blogext.write.output import Output

#: The key in a page's context that holds the facts for the second handler.
_FACTS = "blog_page_facts"


def on_html_page_context_early(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Set what other extensions depend on: the canonical link, and the facts of the page."""
    builder = app.builder
    if not renders_pages(builder):
        return
    build = build_of(app.env)
    if link := _canonical_link(build, builder, pagename):
        context["pageurl"] = link
    if not blog_config(app.config).blog_opengraph:
        return
    head, url, has_text = str(context.get("metatags") or ""), context.get("pageurl") or "", _has_text(doctree)
    facts = _Facts(output_of(app), pagename).of_page(pagename, url, written_description(head), has_text=has_text)
    if facts is None:
        # Not for programs that show links: such a document is not of the blog.
        text = "" if has_text else text_of_lists(build, pagename)
        context["metatags"] = with_description(text, head)
        return
    # Kept for the late handler, which skips tags that other extensions have added by then.
    context[_FACTS] = facts
    # Other extensions add a description of their own only if there is none yet.
    context["metatags"] = "\n".join([head, *_descriptions(facts, head)])
    if "sphinxext.opengraph" in app.extensions:
        _tell_opengraph(app, facts, context)


def _descriptions(facts: PageFacts, head: str) -> list[str]:
    return [tag.html for tag in without_doubles(preview_tags(facts), head) if tag.name == "description"]


def _canonical_link(build: Build, builder: StandaloneHTMLBuilder, page: str) -> str:
    """Return the canonical link of a page, or ``""`` if it has Sphinx's own."""
    post, hosting = build.posts.get(page), build.hosting
    if post is not None and post.canonical_link:
        return post.canonical_link
    # Other pages have Sphinx's own link, unless all pages should link to another version.
    is_ours = hosting.canonical and (hosting.version or _is_of_blog(build, page))
    return absolute(hosting.canonical, builder.get_target_uri(page)) if is_ours else ""


def _has_text(doctree: nodes.document | None) -> bool:
    """Return whether a document has paragraphs of its own, besides what the blog shows in it."""
    paragraphs = doctree.findall(nodes.paragraph) if doctree is not None else ()
    return any(not isinstance(paragraph.parent, blog_html) for paragraph in paragraphs)


def _tell_opengraph(app: Sphinx, facts: PageFacts, context: dict[str, Any]) -> None:
    """Set what ``sphinxext-opengraph`` prints instead of its own; it gets a copy, because it removes entries."""
    # The extension prints the fields of a page's metadata whose names begin with ``og:``.
    own = {tag.name: tag.content for tag in preview_tags(facts) if tag.name.startswith("og:")}
    if app.config.ogp_use_first_image and facts.image_size:
        # It looks for a picture in the text; if there is none, the card is added afterwards.
        own = {name: value for name, value in own.items() if not name.startswith("og:image")}
    if context.get("is_blog_page") and not app.config.ogp_image:
        # It draws a picture for every page, but has no alternative text for that of a list.
        own["og:image:alt"] = facts.title
    context["meta"] = own | dict(context.get("meta") or {})


def on_html_page_context_late(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Add to the head of the page what no other extension has put there."""
    if not renders_pages(app.builder):
        return
    build = build_of(app.env)
    head = context.get("metatags") or ""
    lines = [*feed_links(build, pagename), *version_links(build, app.builder, pagename)]
    if pagename in build.posts and (endpoint := build.blog_of(pagename).config.blog_webmention):
        lines.append(f'<link rel="webmention" href="{escape(endpoint)}">')
    # Another extension, or the post's own metadata, may already have set it.
    if (robots := _robots(build, pagename)) and 'name="robots"' not in head:
        lines.append(f'<meta name="robots" content="{robots}">')
    tags = []
    if facts := context.pop(_FACTS, None):
        tags = preview_tags(facts)
        lines += [*(tag.html for tag in without_doubles(tags, head)), *jsonld.scripts(facts)]
    context["metatags"] = "\n".join([head, *lines])
    context[HEAD] = Head(tuple(lines), tuple(tag.name for tag in tags), _is_of_blog(build, pagename))


def feed_links(build: Build, page: str) -> list[str]:
    """Return the links by which programs find the feeds of the blog, and of the list on the page.

    A page that is in no blog's folder links to the feeds of all blogs.
    """
    own = build.blog_of(page)
    is_own = page in build.posts or is_inside(page, own.root)
    main = [channel for published in ((own,) if is_own else build.blogs) for channel in published.channels[:1]]
    channels = [*main, *(channel for channel in build.channels_of.get(page, ()) if channel not in main)]
    return [
        f'<link rel="alternate" type="{link.type}" title="{escape(link.title)}" href="{escape(link.url)}">'
        for channel in channels
        for link in channel.links(build.hosting.canonical)
    ]


def version_links(build: Build, builder: StandaloneHTMLBuilder, page: str) -> list[str]:
    """Return the links to the versions of a post in all its languages, including itself."""
    post = build.posts.get(page)
    versions = build.blog_of(page).blog.versions.all(post) if post is not None else ()
    root = build.hosting.canonical or root_of(builder.get_target_uri(page))
    return [
        f'<link rel="alternate" hreflang="{escape(tag)}" '
        f'href="{escape(absolute(root, builder.get_target_uri(version.docname)))}">'
        for version in (versions if len(versions) > 1 else ())
        for language in version.terms.get("language", ())[:1]
        if (tag := valid_language(language))
    ]


def _is_of_blog(build: Build, page: str) -> bool:
    """Return whether the page is a post, a generated page, or a document with a list of posts."""
    return page in build.posts or page in build.pages.shown_on or page in build.domain.lists


def _robots(build: Build, page: str) -> str:
    """Return what search engines should do about a page, if not the usual: they still follow links in lists."""
    post, shown = build.posts.get(page), build.pages.shown_on.get(page)
    is_private = (post and (post.unlisted or not post.is_published(build.now))) or (
        shown and is_left_out(shown, ("drafts",))
    )
    if build.hosting.is_preview or is_private:
        return "noindex"
    return "noindex,follow" if is_thin(build, page) else ""


class _Facts:
    """Collects the facts of pages for machines."""

    def __init__(self, output: Output, page: str) -> None:
        self.build = output.build
        self.builder = output.builder
        self.renderer = output.renderer
        published = self.build.blog_of(page)
        self.blog, self.config = published.blog, published.config
        self.base = self.build.hosting.canonical
        home = published.pages.home
        self.common: dict[str, Any] = {
            # Sphinx leaves two spaces if a site has no release. The title may also be a number.
            "site": " ".join(str(self.config.sphinx.html_title or self.config.sphinx.project).split()),
            "blog": Link(self.config.blog_title, self._url(home)),
            "language": language_tag(self.config.language),
        }

    def of_page(self, name: str, url: str, written: str, *, has_text: bool) -> PageFacts | None:
        """Return the facts of the page at *url*, if it belongs to the blog; *written* is its own description."""
        post = self.build.posts.get(name)
        if post is not None:
            return self._of_post(post, url)
        shown = self.build.pages.shown_on.get(name)
        if isinstance(shown, ListPage):
            return self._of_list(shown, url, written, has_text=has_text)
        if shown is None:
            return None
        terms = self.blog.taxonomies[shown.taxonomy].shown[:12] if shown.taxonomy and not has_text else ()
        description = line_of(shown.title, [term.label for term in terms]) if terms else ""
        parents = self._links(shown.parents)
        return PageFacts(
            kind="list",
            title=shown.title,
            url=url,
            description=written or shorten(description, 200),
            image=self._image(),
            parents=parents,
            **self.common,
        )

    def _of_post(self, post: Post, url: str) -> PageFacts:
        blog = self.blog
        if (tag := self.build.config.voice(post).declared) is not None:
            self.common["language"] = tag
        categories = blog.terms_of(post, "category")
        shared = shared_picture(post, self.build, self.builder)
        keywords = ["tag", *(name for name, kind in blog.kinds.items() if kind.is_own)]
        return PageFacts(
            kind="post",
            title=post.title,
            url=url,
            description=self.renderer.parts.description(post),
            image=self._image(shared),
            image_size=CARD_SIZE if shared != picture_uri(post, self.build.env) else None,
            published=post.date,
            updated=post.updated,
            authors=tuple(person_of(term, self.base, post) for term in blog.terms_of(post, "author")),
            section=term_label(categories[0]) if categories else "",
            cited=self.build.blog_of_post(post).source_of(post, self.builder),
            license=license_url(post.license) or post.license,
            tags=tuple(term_label(term) for name in keywords for term in blog.terms_of(post, name)),
            parents=(self.common["blog"],),
            **self.common,
        )

    def _of_list(self, shown: ListPage, url: str, written: str, *, has_text: bool) -> PageFacts:
        listing, page = shown
        frame = frame_of(self.build.env, shown)
        subtitle = self.config.blog_feed_subtitle if listing.kind == "blog" else ""
        text = listing.term.settings.description if listing.term else subtitle
        if not text and not has_text:
            text = latest(frame.title, page.items) if page.items else line_of(self.common["site"], [frame.title])
        return PageFacts(
            kind="blog" if listing.kind == "blog" and page.newer is None else "list",
            title=frame.title,
            url=url,
            description=written or shorten(text or "", 200),
            image=self._image(),
            parents=self._links(frame.parents),
            **self.common,
        )

    def _image(self, uri: str = "") -> str:
        """Return the absolute URL of a picture, or of the default picture, for programs on other sites."""
        return absolute_url(uri or self.config.blog_default_image, self.base, is_loaded=True) if self.base else ""

    def _links(self, pages: Iterable[tuple[str, str]]) -> tuple[Link, ...]:
        return tuple(Link(title, self._url(page)) for title, page in pages)

    def _url(self, page: str) -> str:
        return absolute(self.base, self.builder.get_target_uri(page)) if self.base else ""


def setup(app: Sphinx) -> None:
    # Before other extensions, and after them.
    app.connect("html-page-context", on_html_page_context_early, priority=410)
    app.connect("html-page-context", on_html_page_context_late, priority=900)
    finished_head.setup(app)
