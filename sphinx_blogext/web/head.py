"""What is in the head of a page: feeds, link previews, data for search engines, canonical links.

What a theme leaves out of it, or prints a second time, is settled on the finished page.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from html import escape
from typing import Any, NamedTuple

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_blogext._compat import renders_pages
from sphinx_blogext.core.addresses import absolute, is_inside
from sphinx_blogext.core.urls import REMOTE
from sphinx_blogext.isolation import replaced
from sphinx_blogext.lang.codes import is_same_language, language_tag, valid_language
from sphinx_blogext.markup.relocate import ROOT, attach, detach, root_of
from sphinx_blogext.nodes import blog_html
from sphinx_blogext.patterns import pattern
from sphinx_blogext.site.build import Build, build_of
from sphinx_blogext.site.pages import ListPage, is_left_out
from sphinx_blogext.site.published_blog import Channel
from sphinx_blogext.web import page_facts
from sphinx_blogext.web.indexes import is_thin
from sphinx_blogext.write.output import output_of
from sphinx_blogext.write.renderer import located

#: The option that names the page of sphinx-notfound-page.
_NOT_FOUND = "notfound_pagename"
#: The keys of a page's context that hold its :class:`Head`, and the facts for the second handler.
HEAD, _FACTS = "blog_head", "blog_page_facts"
#: The ``hreflang`` of what is for readers of any other language.
_ANY = "x-default"
_VALUE = r"""(?:[^<>"']|"[^"]*"|'[^']*')*"""
_META = pattern(rf"""<meta\b(?={_VALUE}?\s(?:name|property)\s*=\s*["']?([^"'\s/>]+)){_VALUE}>""", re.IGNORECASE)
_CANONICAL = pattern(rf"""<link\b{_VALUE}?\srel\s*=\s*["']?canonical\b""", re.IGNORECASE)


class Head(NamedTuple):
    """What the blog adds to the head of a page: *lines*."""

    lines: tuple[str, ...]
    #: The names of the ``<meta>`` elements that are the blog's or the author's to set.
    names: tuple[str, ...] = ()
    #: Whether the page also has a canonical link, and what its author and other extensions add.
    is_of_blog: bool = False


def on_write_started(app: Sphinx, builder: Builder) -> None:
    """Complete each page that is rendered from now on."""
    if renders_pages(builder):
        render = partial(_render, builder.templates.render, app)
        output_of(app).until_finished.enter_context(replaced(builder.templates, render=render))


def on_page_context_early(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: object) -> None:
    """Set what other extensions depend on: the canonical link, the description, and the facts of the page."""
    if not renders_pages(app.builder):
        return
    build = build_of(app.env)
    context |= _canonical(build, page)
    if build.config.blog_opengraph:
        context |= _described(app, page, context, has_text=_has_text(tree))


def _described(app: Sphinx, page: str, context: Mapping[str, Any], *, has_text: bool) -> dict[str, Any]:
    """Return the context of a page with its description and facts."""
    head, url = str(context.get("metatags") or ""), str(context.get("pageurl") or "")
    # With ``html_baseurl = "/"``, which means none, Sphinx's own link starts with a slash.
    url = url if "://" in url else ""
    facts = page_facts.FactsCollector(output_of(app), page).of_page(page, url, head, has_text=has_text)
    added: dict[str, Any] = {}
    if facts:
        tags = page_facts.preview_tags(facts)
        # Kept for the late handler, which skips tags that other extensions have added by then.
        added[_FACTS] = facts
        if "sphinxext.opengraph" in app.extensions:
            # A copy, because it removes entries.
            added["meta"] = _for_opengraph(app, facts, tags) | dict(context.get("meta") or {})
    else:
        # Not for programs that show links: such a document is not of the blog.
        tags = [] if has_text else page_facts.description_of_lists(build_of(app.env), page)
    # The description now: other extensions add one of their own only if there is none yet.
    new = (tag.html for tag in page_facts.without_doubles(tags, head) if tag.name == "description")
    return added | {"metatags": "\n".join([head, *new])}


def _canonical(build: Build, page: str) -> dict[str, str]:
    """Return the context of a page with its canonical link, if that is not Sphinx's own."""
    if (post := build.posts.get(page)) and post.canonical_link:
        return {"pageurl": post.canonical_link}
    # On other pages only if all should link to another version.
    is_ours = build.hosting.canonical and (build.hosting.version or _is_of_blog(build, page))
    return {"pageurl": build.url_of(page)} if is_ours else {}


def _has_text(tree: object) -> bool:
    """Return whether a document has paragraphs of its own, besides what the blog shows in it."""
    paragraphs = tree.findall(nodes.paragraph) if isinstance(tree, nodes.document) else ()
    return any(not isinstance(paragraph.parent, blog_html) for paragraph in paragraphs)


def _for_opengraph(app: Sphinx, page: page_facts.PageFacts, tags: list[page_facts.MetaTag]) -> dict[str, str]:
    """Return what ``sphinxext.opengraph`` prints of a page's metadata instead of its own tags."""
    # It looks for a picture in the text; if there is none, the card is added afterwards.
    left = ("og:image",) if app.config.ogp_use_first_image and page.image_size else ()
    return {tag.name: tag.content for tag in tags if tag.name.startswith("og:") and not tag.name.startswith(left)}


def on_page_context_late(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: object) -> None:
    """Add to the head of the page what no other extension has put there."""
    if not renders_pages(app.builder):
        return
    build = build_of(app.env)
    head = str(context.get("metatags") or "")
    lines = [*feed_links(build, page), *version_links(build, app.builder, page), *me_links(build, page)]
    if page in build.posts and (endpoint := build.blog_of(page).config.blog_webmention):
        lines.append(f'<link rel="webmention" href="{escape(endpoint)}">')
    # Another extension, or the post's own metadata, may already have set it.
    if (robots := _robots(build, page)) and 'name="robots"' not in head:
        lines.append(f'<meta name="robots" content="{robots}">')
    tags = []
    if facts := context.pop(_FACTS, None):
        tags = page_facts.preview_tags(facts)
        lines += [*(tag.html for tag in page_facts.without_doubles(tags, head)), *page_facts.jsonld_scripts(facts)]
    context["metatags"] = "\n".join([head, *lines])
    context[HEAD] = Head(tuple(lines), tuple(tag.name for tag in tags), _is_of_blog(build, page))


def feed_links(build: Build, page: str) -> list[str]:
    """Return the links by which programs find the feeds of the blog, and of the page's list in each language."""
    tags = {name: tag for tag, name in _versions_of_list(build, page).items() if tag != _ANY}
    marks = {page: f' hreflang="{escape(tag)}"' for page, tag in tags.items()}
    return [
        f'<link rel="alternate" type="{link.type}"{marks.get(channel.page, "")}'
        f' title="{escape(link.title)}" href="{escape(link.url)}">'
        # The list in all languages has a feed of its own, and needs no others.
        for channel in _channels_for(build, page, tags if page in tags else (page,))
        for link in channel.links(build.hosting.canonical)
    ]


def _channels_for(build: Build, page: str, lists: Iterable[str]) -> list[Channel]:
    """Return the feeds that a page links to: the main one, and those of *lists*."""
    # A page that is in no blog's folder links to the feeds of all blogs.
    own = build.blog_of(page)
    blogs = (own,) if page in build.posts or is_inside(page, own.root) else build.blogs
    main = [channel for published in blogs for channel in published.channels[:1]]
    listed = (channel for name in lists for channel in build.channels_of.get(name, ()))
    return [*main, *(channel for channel in listed if channel not in main)]


def me_links(build: Build, page: str) -> list[str]:
    """Return links from the first pages of a site with one author to the profiles of that person."""
    published = build.blog_of(page)
    authors = list(published.config.terms["author"].values())
    if len(authors) != 1 or page not in {build.env.config.root_doc, published.pages.home}:
        return []
    urls = [authors[0].url, *(profile.url for profile in authors[0].social)]
    return [f'<link rel="me" href="{escape(url)}">' for url in urls if REMOTE.match(url)]


def version_links(build: Build, builder: StandaloneHTMLBuilder, page: str) -> list[str]:
    """Return the links to the versions of a post, or of a list, in all its languages, including itself.

    There is one for each language, and one for readers of any other: to the version in the language of the site or
    to the first one, and to the list in all languages.
    """
    root = build.hosting.canonical or root_of(builder.get_target_uri(page))
    versions = _versions_of_list(build, page) or _versions_of_post(build, page)
    links = ((escape(tag), escape(absolute(root, builder.get_target_uri(name)))) for tag, name in versions.items())
    return [f'<link rel="alternate" hreflang="{tag}" href="{url}">' for tag, url in links]


def _versions_of_post(build: Build, page: str) -> dict[str, str]:
    if (post := build.posts.get(page)) is None:
        return {}
    versions = build.every_blog.versions
    clashing = versions.clashes(post)
    group = [version for version in versions.all(post) if version not in clashing]
    pages: dict[str, str] = {}
    for version in group if len(group) > 1 else ():
        for tag in filter(None, map(valid_language, version.terms.get("language", ())[:1])):
            pages.setdefault(tag, version.docname)
    site = language_tag(build.config.language)
    usual = next((tag for tag in pages if is_same_language(tag, site)), next(iter(pages), ""))
    return pages | {_ANY: pages[usual]} if pages else {}


def _versions_of_list(build: Build, page: str) -> dict[str, str]:
    """Return the first page of a list in each language: further pages have other posts in each."""
    shown = build.pages.shown_on.get(page)
    if not isinstance(shown, ListPage) or shown.page.newer is not None:
        return {}
    tags = {link.page: valid_language(link.term.name) if link.term else _ANY for link in shown.listing.languages}
    return {tag: name for name, tag in tags.items() if tag}


def _is_of_blog(build: Build, page: str) -> bool:
    return build.is_of_blog(page) or page in build.domain.lists


def _robots(build: Build, page: str) -> str:
    """Return what search engines should do about a page, if not the usual: they still follow links in lists."""
    post, shown = build.posts.get(page), build.pages.shown_on.get(page)
    is_private = post and (post.unlisted or not post.is_published(build.now))
    if build.hosting.is_preview or is_private or (shown and is_left_out(shown, ("drafts",))):
        return "noindex"
    return "noindex,follow" if is_thin(build, page) else ""


def complete(html: str, head: Head, context: Mapping[str, Any]) -> str:
    """Return a page with everything in its head once: what the theme itself says of a post gives way."""
    text, end, rest = html.partition("</head>")
    if not end:
        return html
    tags = str(context.get("metatags") or "")

    def drop(match: re.Match[str]) -> str:
        return "" if match[1] in head.names and match[0] not in tags else match[0]

    text = _META.sub(drop, text) if head.names else text
    lines = map(str.strip, tags.splitlines()) if head.is_of_blog else head.lines
    missing = [f"{line}\n" for line in lines if line not in text]
    url = context.get("pageurl")
    if url and head.is_of_blog and not _CANONICAL.search(text):
        missing.append(f'<link rel="canonical" href="{escape(str(url))}">\n')
    return "".join([text, *missing, end, rest])


def _render(render: Callable[..., str], app: Sphinx, template: str, context: dict[str, Any]) -> str:
    page = str(context.get("pagename", ""))
    with located(page, app.confdir):
        html, head = render(template, context), context.get(HEAD)
    # Themes also render parts of the page.
    if not isinstance(head, Head) or "</head>" not in html:
        return html
    html = complete(html, head, context)
    if _NOT_FOUND in app.config and page == app.config[_NOT_FOUND] and build_of(app.env).roots_with_posts:
        # That page of sphinx-notfound-page is shown at any URL: our links must be absolute, those within it stay.
        uri = app.builder.get_target_uri(page)
        own = re.escape(ROOT + uri)
        html = re.sub(f"{own}(?=[\"'])", "#", re.sub(f"{own}(?=[?#])", "", detach(html, uri)))
        html = attach(html, app.config.notfound_urls_prefix or "/")
    return html


def setup(app: Sphinx) -> None:
    # Before other extensions, and after them.
    app.connect("html-page-context", on_page_context_early, priority=410)
    app.connect("html-page-context", on_page_context_late, priority=900)
    app.connect("write-started", on_write_started)
