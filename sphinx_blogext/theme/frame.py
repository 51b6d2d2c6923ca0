"""What the frame of a page needs beside what Sphinx gives to it."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from sphinx.builders.html import StandaloneHTMLBuilder

from sphinx_blogext.i18n import interface_words, words_of
from sphinx_blogext.languages import text_direction
from sphinx_blogext.theme.assets import load_assets
from sphinx_blogext.theme.body import first_sentence, improve
from sphinx_blogext.theme.icons import icon_links
from sphinx_blogext.theme.images import ImageSizes
from sphinx_blogext.theme.languages import language_links
from sphinx_blogext.theme.navigation import resolve_navigation
from sphinx_blogext.theme.not_found import PAGE as NOT_FOUND
from sphinx_blogext.theme.options import as_links, is_this_theme, is_true, leads_elsewhere
from sphinx_blogext.theme.scripts import improve_scripts
from sphinx_blogext.theme.search import post_filters, uses_pagefind, write_languages
from sphinx_blogext.theme.titles import Titles
from sphinx_blogext.theme.words import frame_words, text_words

if TYPE_CHECKING:
    from typing import TypeGuard

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from sphinx_blogext.theme.navigation import Navigation

THEME = "blogext"
#: The template of the contents.
_CONTENTS = "globaltoc.html"


class Frame:
    """Answers the questions of the theme's templates; what it finds out holds for one build."""

    def __init__(self) -> None:
        self._navigation: Navigation | None = None
        self._images: ImageSizes | None = None
        self._titles: Titles | None = None

    def on_env_updated(self, app: Sphinx, env: BuildEnvironment) -> list[str]:
        """Forget what the last build found out."""
        self._navigation = self._images = self._titles = None
        return []

    def on_html_page_context(
        self,
        app: Sphinx,
        pagename: str,
        templatename: str,
        context: dict[str, Any],
        doctree: nodes.document | None,
    ) -> None:
        """Give the templates the contents of the site, a better text, and fewer files to load."""
        builder = app.builder
        if not _is_ours(builder, context):
            return
        for name in ("docstitle", "shorttitle"):
            # Sphinx leaves two spaces where a site has no release. A number is a title, too.
            context[name] = " ".join(str(context[name] or "").split())
        self._fill_words(app, builder, pagename, context)
        _fill_frame(context)
        _name_pages(builder, pagename, context)
        if context["theme_languages"]:
            # The 404 page is shown at any URL: there is no counterpart in another language.
            uri = "" if pagename == NOT_FOUND else builder.get_target_uri(pagename)
            context["site_languages"] = language_links(context["theme_languages"], uri, app.config.language)
        context["shows_neighbours"] = _shows_neighbours(context)
        self._fill_text(app, builder, pagename, context)
        if pagename == "search" and not uses_pagefind(app):
            context["has_languages"] = write_languages(app, self._titles_of(builder))
        if builder.name != "singlehtml":
            self._fill_contents(builder, pagename, context)
        load_assets(app, builder, templatename, context)

    def _fill_words(
        self, app: Sphinx, builder: StandaloneHTMLBuilder, pagename: str, context: dict[str, Any]
    ) -> None:
        """Give the templates what the frame says, and what is said within the text, in the language of that."""
        titles, words = self._titles_of(builder), interface_words(app.config.language)
        spoken = words_of(titles.language_of_text(str(context.get("title")), pagename, _body(context)), words)
        context["words"] = frame_words()
        context["text_words"] = text_words(spoken)
        context["text_lang"] = "" if spoken is words else f' lang="{escape(spoken.language)}"'
        context["is_rtl"] = bool(text_direction(app.config.language or ""))
        context["lang_of"] = titles.attribute

    def _fill_text(
        self, app: Sphinx, builder: StandaloneHTMLBuilder, pagename: str, context: dict[str, Any]
    ) -> None:
        """Improve the text of a page, and describe it to machines if nobody has."""
        if _body(context):
            own = self._titles_of(builder).language_of_page(str(context.get("title")), pagename)
            self._improve(app, builder, context, "" if context.get("is_blog_page") else own)
        if 'name="description"' not in str(context.get("metatags")):
            context["description"] = first_sentence(_body(context))

    def _fill_contents(self, builder: StandaloneHTMLBuilder, pagename: str, context: dict[str, Any]) -> None:
        context["navigation"] = lambda: self._contents(builder, pagename, context)
        # Left in, it would make a sidebar with a heading and nothing below.
        if _CONTENTS in (context["sidebars"] or ()) and self._navigation_of(builder, context).is_empty:
            context["sidebars"] = [name for name in context["sidebars"] if name != _CONTENTS]

    def _improve(
        self, app: Sphinx, builder: StandaloneHTMLBuilder, context: dict[str, Any], language: str
    ) -> None:
        """Improve the text of a page, which may be in another *language*, and name what the search has of it."""
        if uses_pagefind(app):
            context["filters"] = post_filters(context["body"])
        if self._images is None:
            self._images = ImageSizes(builder)
        body = improve(context["body"], context["text_words"], self._images.size_of)
        language = language or app.config.language or "en"
        context["body"] = improve_scripts(body, language)
        context["toc"] = improve_scripts(context.get("toc") or "", language)

    def on_navigation(self, app: Sphinx, pagename: str) -> str | None:
        """Return the contents at the side of a page, if the theme is ours."""
        builder = app.builder
        context = builder.globalcontext if isinstance(builder, StandaloneHTMLBuilder) else {}
        return self._contents(builder, pagename, context) if _is_ours(builder, context) else None

    def _contents(self, builder: StandaloneHTMLBuilder, pagename: str, context: dict[str, Any]) -> str:
        """Return the contents for a page."""
        return self._navigation_of(builder, context).render(pagename, builder.get_target_uri(pagename))

    def _navigation_of(self, builder: StandaloneHTMLBuilder, context: dict[str, Any]) -> Navigation:
        """Return the contents of the site, resolved once: Sphinx writes the first page before it forks."""
        if self._navigation is None:
            titles = self._titles_of(builder)
            self._navigation = resolve_navigation(builder, titles, **_contents_options(context))
        return self._navigation

    def _titles_of(self, builder: StandaloneHTMLBuilder) -> Titles:
        if self._titles is None:
            self._titles = Titles(builder.env)
        return self._titles


def _body(context: dict[str, Any]) -> str:
    """Return the text of a page as HTML, if it has one."""
    return context.get("body") or ""


def _is_ours(builder: Builder, context: dict[str, Any]) -> TypeGuard[StandaloneHTMLBuilder]:
    """Return whether the page is of this theme, or of one that inherits from it."""
    return isinstance(builder, StandaloneHTMLBuilder) and is_this_theme(context)


def _fill_frame(context: dict[str, Any]) -> None:
    """Give the header and the footer what the options put there."""
    for name in ("links", "footer", "announcement"):
        context[f"site_{name}"] = _site_links(context, name)
    context["site_icons"] = icon_links(context["theme_icons"], context["words"])


def _site_links(context: dict[str, Any], option: str) -> dict[str, str]:
    """Return the texts and links of an *option*, those to pages of the site as seen from the page."""
    links = as_links(context[f"theme_{option}"])
    return {text: link if not link or leads_elsewhere(link) else context["pathto"](link) for text, link in links}


def _name_pages(builder: StandaloneHTMLBuilder, pagename: str, context: dict[str, Any]) -> None:
    """Say of which page each link above and beside a document is: ``page``."""
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


def _shows_neighbours(context: dict[str, Any]) -> bool:
    """Return whether there are documents before or after a page, and nothing of the blog in their place."""
    body = context.get("body") or ""
    has_its_own = context.get("is_blog_page") or "blog-pagination" in body or "blog-neighbours" in body
    return bool(context.get("prev") or context.get("next")) and not has_its_own


def _contents_options(context: dict[str, Any]) -> dict[str, Any]:
    """Return the options of the contents, by Sphinx's names for them."""
    depth = str(context["theme_globaltoc_maxdepth"])
    collapse = str(context["theme_globaltoc_collapse"])
    return {
        "includes_hidden": is_true(context["theme_globaltoc_includehidden"]),
        "max_depth": max(0, int(depth)) if depth.lstrip("-").isdecimal() else 0,
        "is_collapsed": None if collapse in {"", "auto"} else is_true(collapse),
    }
