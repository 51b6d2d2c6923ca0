"""The navigation around posts and lists: if they are in no toctree, that of the first page of their blog.

Themes get it in three ways. Most call the function ``toctree`` of the page. Some have functions for their
templates that ask Sphinx. Sphinx-Immaterial has navigation of its own.
"""

from collections.abc import Callable
from itertools import compress
from typing import Any

from sphinx.application import Sphinx

from sphinx_blogext._compat import place_in_material, placed, renders_pages
from sphinx_blogext.data.rail import fill_navigation
from sphinx_blogext.isolation import is_own
from sphinx_blogext.write.output import Output, output_of

_MATERIAL = "sphinx_immaterial"


def on_html_page_context(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: object) -> None:
    """Give a page of the blog its navigation, and the pages above it."""
    if not renders_pages(app.builder):
        return
    output = output_of(app)
    build = output.build
    if not (context.get("is_blog_page") or build.is_of_blog(page)):
        return
    place = build.place_of(page)
    is_elsewhere = place != page and place in build.relations
    # That of generated pages is created once, even if it leads to none of them.
    shared = place if is_elsewhere or "is_blog_page" in context else ""
    context["toctree"] = _toctree(output, page, shared, context["toctree"])
    if is_elsewhere:
        _move(app, output, page, place, context)


def _move(app: Sphinx, output: Output, page: str, place: str, context: dict[str, Any]) -> None:
    """Show *page* where the document *place* is in the navigation."""
    # The theme `blogext` reads it.
    context["blog_place"] = place
    # What themes receive for the documents above it, as Sphinx provides it.
    uri, title = output.builder.get_relative_uri, output.renderer.title
    links = [{"link": uri(page, name), "title": title(name)} for name in output.build.path_to(place)]
    own = context["parents"]
    if links and own:
        # A list begins with the page of its blog, which is named as on posts: by its heading.
        links, own = (links, own[1:]) if own[0]["link"] == links[-1]["link"] else (links[:-1], own)
    context["parents"] = [*links, *own]
    if page in output.build.posts:
        context["sidebars"] = _without_empty(context.get("sidebars") or [], place, output)
    if app.config.html_theme == _MATERIAL:
        place_in_material(app, page, place)


def on_page_ready(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: object) -> None:
    """Let the functions of a theme find the page at its place when its template calls them."""
    if place := context.get("blog_place"):
        for name, value in context.items():
            if callable(value) and not (isinstance(value, type) or is_own(value)):
                context[name] = placed(app.builder, page, place)(value)
        if app.config.html_theme == _MATERIAL:
            _mark_in_material(context)


def _toctree(output: Output, page: str, place: str, toctree: Callable[..., str]) -> Callable[..., str]:
    """Return the function ``toctree`` for the template of *page*: Sphinx's *toctree*, or that of *place*."""
    renderer = output.renderer

    def render(*, collapse: bool = True, **options: Any) -> str:
        output.manifest.shows_headings |= not (collapse or options.get("titles_only"))
        if not place:
            return toctree(collapse=collapse, **options)
        return renderer.attach(renderer.toctree(place, collapse=collapse, **options), page)

    return render


def _without_empty(sidebars: list[str], place: str, output: Output) -> list[str]:
    """Return *sidebars* without a navigation that has nothing to show: lists have something else there."""
    filled = fill_navigation(sidebars, place, output.build.env)
    # The PyData theme leaves out both on pages in no toctree.
    is_shown = [name in filled and name.partition(".")[0] != "sidebar-collapse" for name in sidebars]
    return sidebars if filled == sidebars else list(compress(sidebars, is_shown))


def _mark_in_material(context: dict[str, Any]) -> None:
    """Mark the last of the entries that lead to the page; only now, when the theme has looked for its headings."""
    entries, last = context.get("nav") or (), None
    while entry := next((entry for entry in entries if entry.active), None):
        entries, last = entry.children, entry
    if last is not None:
        last.current = True


def setup(app: Sphinx) -> None:
    # Before themes, which call ``toctree`` here.
    app.connect("html-page-context", on_html_page_context, priority=400)
    # When themes have added their functions.
    app.connect("html-page-context", on_page_ready, priority=990)
