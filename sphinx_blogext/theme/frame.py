"""What the frame of a page needs besides what Sphinx provides."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_blogext.base_url import base_url
from sphinx_blogext.lang.codes import text_direction
from sphinx_blogext.lang.words import interface_words, words_of
from sphinx_blogext.nodes import TEXT_LANGUAGE
from sphinx_blogext.theme.body import first_sentence, improve, place_images
from sphinx_blogext.theme.entries import mark_entries
from sphinx_blogext.theme.icons import icon_links
from sphinx_blogext.theme.images import ImageSizes
from sphinx_blogext.theme.languages import language_links, language_versions
from sphinx_blogext.theme.navigation import resolve_navigation
from sphinx_blogext.theme.not_found import PAGE as NOT_FOUND
from sphinx_blogext.theme.search import hidden_from_search, post_filters, uses_pagefind, write_languages
from sphinx_blogext.theme.texts import improve_text, mark_links
from sphinx_blogext.theme.theme_options import as_links, is_this_theme, is_true, leads_elsewhere
from sphinx_blogext.theme.titles import Titles
from sphinx_blogext.theme.words import frame_words, script_words

if TYPE_CHECKING:
    from typing import TypeGuard

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from sphinx_blogext.theme.navigation import Navigation

THEME = "blogext"
#: The template of the global table of contents.
_CONTENTS = "globaltoc.html"
#: What the frame shows by itself, wherever ``html_sidebars`` names it.
_BUILT_IN = frozenset({"localtoc.html", "relations.html", "searchbox.html", "searchfield.html", "sourcelink.html"})


class Frame:
    """Provides the data for the theme's templates; what it caches is valid for one build."""

    def __init__(self) -> None:
        self._navigation: Navigation | None = None
        self._sizes: ImageSizes | None = None
        self._titles: Titles | None = None
        self._words: dict[str, str] | None = None

    def on_env_updated(self, app: Sphinx, env: BuildEnvironment) -> list[str]:
        """Forget what the last build cached."""
        self._navigation = self._sizes = self._titles = self._words = None
        return []

    def on_doctree_resolved(self, app: Sphinx, doctree: nodes.document, docname: str) -> None:
        """Tell those that add words to a text which language this theme says it is in."""
        builder = app.builder
        if _is_ours(builder, getattr(builder, "globalcontext", {})) and docname in builder.env.titles:
            title = builder.env.titles[docname].astext()
            if language := self._titles_of(builder).language(title, docname):
                doctree[TEXT_LANGUAGE] = language

    def on_text_resolved(self, app: Sphinx, doctree: nodes.document, docname: str) -> None:
        """Improve the text of a document, or of a teaser."""
        if _is_ours(app.builder, getattr(app.builder, "globalcontext", {})):
            improve_text(doctree, doctree.get(TEXT_LANGUAGE) or app.config.language or "en")

    def on_html_page_context(
        self,
        app: Sphinx,
        pagename: str,
        templatename: str,
        context: dict[str, Any],
        doctree: nodes.document | None,
    ) -> None:
        """Give the templates the site's navigation, an improved text, and fewer files to load."""
        builder = app.builder
        if not _is_ours(builder, context):
            return
        for name in ("docstitle", "shorttitle"):
            # Sphinx leaves two spaces if a site has no release. The title may also be a number.
            context[name] = " ".join(str(context[name] or "").split())
        self._fill_words(app, builder, pagename, context)
        _fill_frame(context)
        _name_pages(builder, pagename, context)
        if context["theme_languages"]:
            # The 404 page is shown at any URL: there is no counterpart in another language.
            uri = "" if pagename == NOT_FOUND else builder.get_target_uri(pagename)
            base = base_url(app.config, os.environ)[1]
            links = language_links(context["theme_languages"], uri, app.config.language, base)
            context["site_languages"] = links
            # Which lists there are of one language depends on the build.
            is_list = context.get("is_blog_page") and "language" not in pagename.split("/")
            if is_list or pagename in builder.env.found_docs:
                context["language_versions"] = language_versions(links)
        context["display_toc"] = _shows_contents(context)
        context["shows_neighbours"] = _shows_neighbours(context)
        self._fill_text(app, builder, pagename, context)
        if pagename == "search" and not uses_pagefind(app):
            context["has_languages"] = write_languages(app, self._titles_of(builder))
        if builder.name != "singlehtml":
            self._fill_contents(builder, pagename, context)
        context["at_side"] = [] if builder.embedded else _at_side(context)
        # What works on pages is imported when one is written: a build that changes nothing writes none.
        from sphinx_blogext.theme.assets import load_assets

        load_assets(app, builder, templatename, context, doctree)

    def _fill_words(
        self, app: Sphinx, builder: StandaloneHTMLBuilder, pagename: str, context: dict[str, Any]
    ) -> None:
        """Set the words of the frame, and the words within the text in the language of the text."""
        titles, words = self._titles_of(builder), interface_words(app.config.language)
        language = titles.language_of_text(str(context.get("title")), pagename, _body(context))
        spoken = words_of(language, words)
        if self._words is None:
            self._words = frame_words(words.borrowed)
        context["words"] = self._words
        # The script has those of the site.
        context["own_words"] = script_words(spoken) if spoken is not words else None
        context["is_rtl"] = bool(text_direction(app.config.language or ""))
        context["lang_of"] = titles.attribute

    def _fill_text(
        self, app: Sphinx, builder: StandaloneHTMLBuilder, pagename: str, context: dict[str, Any]
    ) -> None:
        """Improve the text of a page, set its search filters, and describe it if nobody has."""
        body, titles = _body(context), self._titles_of(builder)
        if body:
            # Pagefind indexes the pages with filters, be they none.
            if uses_pagefind(app) and pagename not in hidden_from_search(app):
                context["filters"] = post_filters(body)
            self._sizes = self._sizes or ImageSizes(builder)
            body = mark_entries(improve(body), builder, pagename, titles)
            context["body"] = place_images(body, self._sizes.size_of)
            language = titles.language_of_page(str(context.get("title")), pagename)
            context["toc"] = mark_links(context.get("toc") or "", language or app.config.language or "en")
        if 'name="description"' not in str(context.get("metatags")):
            context["description"] = first_sentence(body)

    def _fill_contents(self, builder: StandaloneHTMLBuilder, pagename: str, context: dict[str, Any]) -> None:
        context["navigation"] = lambda: self._contents(builder, pagename, context)
        # Otherwise the sidebar would have a heading and nothing below it.
        if _CONTENTS in (context["sidebars"] or ()) and self._navigation_of(builder, context).is_empty:
            context["sidebars"] = [name for name in context["sidebars"] if name != _CONTENTS]

    def on_navigation(self, app: Sphinx, pagename: str) -> str | None:
        """Return the sidebar navigation of a page, if the theme is ours."""
        builder = app.builder
        context = builder.globalcontext if isinstance(builder, StandaloneHTMLBuilder) else {}
        return self._contents(builder, pagename, context) if _is_ours(builder, context) else None

    def _contents(self, builder: StandaloneHTMLBuilder, pagename: str, context: dict[str, Any]) -> str:
        """Return the navigation for a page."""
        return self._navigation_of(builder, context).render(pagename, builder.get_target_uri(pagename))

    def _navigation_of(self, builder: StandaloneHTMLBuilder, context: dict[str, Any]) -> Navigation:
        """Return the navigation of the site, resolved once: Sphinx writes the first page before it forks."""
        if self._navigation is None:
            titles = self._titles_of(builder)
            self._navigation = resolve_navigation(builder, titles, **_contents_options(context))
        return self._navigation

    def _titles_of(self, builder: StandaloneHTMLBuilder) -> Titles:
        if self._titles is None:
            self._titles = Titles(builder.env)
        return self._titles


def _body(context: dict[str, Any]) -> str:
    """Return the text of a page as HTML, or ``""`` if it has none."""
    return context.get("body") or ""


def _is_ours(builder: Builder, context: dict[str, Any]) -> TypeGuard[StandaloneHTMLBuilder]:
    """Return whether the page is of this theme, or of one that inherits from it."""
    return isinstance(builder, StandaloneHTMLBuilder) and is_this_theme(context)


def _fill_frame(context: dict[str, Any]) -> None:
    """Set the contents of header and footer from the options."""
    for name in ("links", "footer", "announcement"):
        context[f"site_{name}"] = _site_links(context, name)
    context["site_icons"] = icon_links(context["theme_icons"], context["words"])


def _site_links(context: dict[str, Any], option: str) -> dict[str, str]:
    """Return the texts and links of an *option*, with links to pages of the site relative to the page."""
    links = as_links(context[f"theme_{option}"])
    return {text: link if not link or leads_elsewhere(link) else context["pathto"](link) for text, link in links}


def _shows_contents(context: dict[str, Any]) -> bool:
    """Return whether the page has a table of contents: not for a single heading."""
    # The first link is that of the page itself.
    return bool(context.get("display_toc")) and str(context.get("toc")).count("<a ") > 2


def _name_pages(builder: StandaloneHTMLBuilder, pagename: str, context: dict[str, Any]) -> None:
    """Set ``page``, the name of the target, in each link to a document above or beside this one."""
    parent, *beside = builder.relations.get(pagename, (None, None, None))
    names = [name for name in beside if name]
    while parent:
        names.append(parent)
        parent = builder.relations.get(parent, (None,))[0]
    # Sphinx gives only URLs and titles, and pages in two languages may share a title.
    pages = {builder.get_relative_uri(pagename, name): name for name in names}
    for link in (*(context.get("parents") or ()), context.get("prev"), context.get("next")):
        if link:
            link.setdefault("page", pages.get(link["link"]))


def _at_side(context: dict[str, Any]) -> list[str]:
    """Return the templates of the sidebars that are shown at the side."""
    return [name for name in context["sidebars"] or () if name not in _BUILT_IN]


def _shows_neighbours(context: dict[str, Any]) -> bool:
    """Return whether a page has a previous or next document, and no links of the blog that replace these."""
    body = context.get("body") or ""
    has_its_own = context.get("is_blog_page") or "blog-bar" in body or "blog-neighbours" in body
    has_its_own = has_its_own or "blog-pagination" in body or context.get("pagename") == context.get("root_doc")
    return bool(context.get("prev") or context.get("next")) and not has_its_own


def _contents_options(context: dict[str, Any]) -> dict[str, Any]:
    """Return the options of the navigation, using Sphinx's names for them."""
    depth = str(context["theme_globaltoc_maxdepth"])
    collapse = str(context["theme_globaltoc_collapse"])
    return {
        "includes_hidden": is_true(context["theme_globaltoc_includehidden"]),
        "max_depth": max(0, int(depth)) if depth.lstrip("-").isdecimal() else 0,
        "is_collapsed": None if collapse in {"", "auto"} else is_true(collapse),
    }
