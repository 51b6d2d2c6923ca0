"""The variable ``blog`` of templates: which templates use it, and what they receive."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import TemplateError

from sphinx_blogext._compat import template_folders
from sphinx_blogext.builders import has_own_sidebar, sidebars_of
from sphinx_blogext.markup.quote import Text
from sphinx_blogext.markup.relocate import attach
from sphinx_blogext.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_blogext.pages.records import Data

#: The folder of our templates within a folder of templates.
_OURS = "blog/"
#: What a template computes, without its text and comments.
_CODE = pattern(r"\{#.*?#\}|\{[{%](.*?)[%}]\}", re.DOTALL)
_STRING = pattern(r"""\"([^"]*)\"|'([^']*)'""")
_VARIABLE = pattern(r"(?<![\w.])blog(?!\w)")
#: What names other templates.
_REFERENCE = pattern(r"[-+]?\s*(?:include|import|from|extends)\b")


class BlogTemplates:
    """The templates of the site and its theme that use the variable, besides our own sidebars.

    A page depends on the variable if it may be rendered with such a template: a sidebar is on the pages that have
    it in ``html_sidebars``, and any other template may be on every page.
    """

    def __init__(self, builder: StandaloneHTMLBuilder) -> None:
        self._builder = builder
        self._answers: dict[str, bool] = {}

    def are_on(self, page: str, sidebars: Iterable[str] | None = None) -> bool:
        """Return whether a page, with these *sidebars* or those that Sphinx gives it, shows the variable."""
        if self._is_everywhere:
            return True
        if sidebars is None:
            # Checking every page takes time.
            sidebars = sidebars_of(page, self._builder) if self._may_be_sidebars else ()
        return has_own_sidebar(sidebars) or any(map(self._uses_blog, sidebars))

    @property
    def are_used(self) -> bool:
        """Whether any page may show the variable."""
        return self._is_everywhere or self._may_be_sidebars

    @cached_property
    def _sidebars(self) -> frozenset[str]:
        named = chain(*self._builder.config.html_sidebars.values())
        return frozenset(map(str, (*self._builder.theme.sidebar_templates, *named)))

    @cached_property
    def _may_be_sidebars(self) -> bool:
        return has_own_sidebar(self._sidebars) or any(map(self._uses_blog, self._sidebars))

    @cached_property
    def _is_everywhere(self) -> bool:
        """Whether a template that is no sidebar uses the variable."""
        names = {
            file.relative_to(folder).as_posix()
            for folder in template_folders(self._builder)
            for file in Path(folder).rglob("*.html")
            if "blog" in file.read_text(encoding="utf-8", errors="replace")
        }
        return any(self._uses_blog(name) for name in sorted(names - self._sidebars) if not name.startswith(_OURS))

    def _uses_blog(self, name: str) -> bool:
        """Return whether a template, or one that it includes or extends, uses the variable."""
        if name not in self._answers:
            # For templates that include each other.
            self._answers[name] = False
            self._answers[name] = self._find_use(name)
        return self._answers[name]

    def _find_use(self, name: str) -> bool:
        environment = getattr(self._builder.templates, "environment", None)
        if environment is None or environment.loader is None:
            # The site has its own template engine.
            return False
        try:
            text, *_ = environment.loader.get_source(environment, name)
        except (TemplateError, UnicodeError):
            # Sphinx reports it when it renders the template.
            return False
        # Parsing the templates of a theme takes longer than writing a page.
        codes = list(filter(None, _CODE.findall(text)))
        if any(_VARIABLE.search(_STRING.sub("", code)) for code in codes):
            return True
        references = chain.from_iterable(_STRING.findall(code) for code in codes if _REFERENCE.match(code))
        return any(map(self._uses_blog, filter(None, chain.from_iterable(references))))


class Terms(dict[str, Any]):
    """The terms of each taxonomy, by its name; in templates also by its plural."""

    def __init__(self, blog: dict[str, Any], plurals: dict[str, str]) -> None:
        super().__init__((name, blog[plural]) for name, plural in plurals.items())
        self._names = {plural: name for name, plural in plurals.items()}

    def __missing__(self, plural: str) -> Any:
        return dict.__getitem__(self, self._names.get(plural, plural))


def blog_on_page(data: Data, root: str) -> dict[str, Any]:
    """Return the variable for pages whose path to the root of the site is *root*."""
    blog: dict[str, Any] = shown_on_page(data, root)
    return blog | {"terms": Terms(blog, data["terms"])}


def shown_on_page(value: Any, root: str) -> Any:
    """Return data with texts that escape themselves, and with URLs relative to the page."""
    if isinstance(value, str):
        return Text(attach(value, root))
    if isinstance(value, dict):
        return {key: shown_on_page(item, root) for key, item in value.items()}
    return [shown_on_page(item, root) for item in value] if isinstance(value, list) else value
