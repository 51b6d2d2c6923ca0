"""What the frame of a page needs beside what Sphinx gives to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.locale import get_translation

from sphinx_blogext.theme.navigation import resolve_navigation

if TYPE_CHECKING:
    from typing import TypeGuard

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment

    from sphinx_blogext.theme.navigation import Navigation

CATALOG = "sphinx_blogext"
THEME = "blogext"
#: Emitted with the name of a page; the first answer is the HTML of the contents at its side.
NAVIGATION_EVENT = "blogext-navigation"
#: An option that no other theme has: one that inherits from this one has it too.
_MARK = "theme_accent_dark"
_ = get_translation(CATALOG)


class Frame:
    """Answers the questions of the theme's templates; what it finds out holds for one build."""

    def __init__(self) -> None:
        self._navigation: Navigation | None = None

    def on_env_updated(self, app: Sphinx, env: BuildEnvironment) -> list[str]:
        """Forget what the last build found out."""
        self._navigation = None
        return []

    def on_html_page_context(
        self,
        app: Sphinx,
        pagename: str,
        templatename: str,
        context: dict[str, Any],
        doctree: nodes.document | None,
    ) -> None:
        """Give the templates the contents of the site, and the words that Sphinx does not have."""
        builder = app.builder
        if not _is_ours(builder, context):
            return
        context["words"] = {
            "skip": _("Skip to content"),
            "sections": _("On this page"),
            "path": _("Where you are"),
        }
        if builder.name != "singlehtml":
            context["navigation"] = lambda: self._contents(builder, pagename, context)

    def on_navigation(self, app: Sphinx, pagename: str) -> str | None:
        """Return the contents at the side of a page, if the theme is ours."""
        builder = app.builder
        context = builder.globalcontext if isinstance(builder, StandaloneHTMLBuilder) else {}
        return self._contents(builder, pagename, context) if _is_ours(builder, context) else None

    def _contents(self, builder: StandaloneHTMLBuilder, pagename: str, context: dict[str, Any]) -> str:
        """Return the contents for a page. Sphinx writes the first page before it forks."""
        if self._navigation is None:
            self._navigation = resolve_navigation(builder, **_options(context))
        return self._navigation.render(pagename, builder.get_target_uri(pagename))


def _is_ours(builder: Builder, context: dict[str, Any]) -> TypeGuard[StandaloneHTMLBuilder]:
    """Return whether the page is of this theme, or of one that inherits from it."""
    return isinstance(builder, StandaloneHTMLBuilder) and not builder.embedded and _MARK in context


def _options(context: dict[str, Any]) -> dict[str, Any]:
    """Return the options of the contents, by Sphinx's names for them."""
    depth = str(context["theme_globaltoc_maxdepth"])
    collapse = str(context["theme_globaltoc_collapse"]).lower()
    return {
        "includes_hidden": str(context["theme_globaltoc_includehidden"]).lower() in _TRUE,
        "max_depth": max(0, int(depth)) if depth.lstrip("-").isdecimal() else 0,
        "is_collapsed": None if collapse in {"", "auto"} else collapse in _TRUE,
    }


_TRUE = frozenset({"true", "1", "yes", "on"})
