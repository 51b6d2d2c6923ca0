"""Templates of a site and its theme that replace ABlog's, or that use ``ablog``.

What such a template shows is only known when it is rendered. So there is one rule: if the site has one that uses
``ablog``, all its pages depend on the whole blog, and are rewritten whenever anything in it changes.
"""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_blogext._compat import template_folders
from sphinx_blogext.files import STATIC, TEMPLATES
from sphinx_blogext.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.builders.html import StandaloneHTMLBuilder

#: Our templates, which have a lower priority than those of the site and the theme.
FOLDER = Path(__file__).parent / "templates"
#: ABlog's templates for ``html_sidebars``; each also works without its folder, as in older versions.
SIDEBARS = frozenset(
    ["archives", "authors", "categories", "languages", "locations", "postcard", "recentposts", "tagcloud"]
)
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
    def _of_parts(self) -> frozenset[str]:
        """The names of ABlog's templates, and of those in sidebars."""
        config = self._builder.config
        named = [
            *self._builder.theme.sidebar_templates,
            *(n for names in config.html_sidebars.values() for n in names),
        ]
        return frozenset(_stem(name) for name in (*named, *SIDEBARS, *_PAGES, *_PARTS))

    @cached_property
    def _of_pages(self) -> dict[str, str]:
        """The source of each template that may be on any page."""
        return {name: source for name, source in self.asking.items() if _stem(name) not in self._of_parts}

    @cached_property
    def _named_in_options(self) -> frozenset[str]:
        """ABlog's sidebars named in theme options, which a theme may show on any page."""
        options = repr(self._builder.config.html_theme_options)
        return frozenset(name for name in SIDEBARS if re.search(rf"\b{name}(?:\.html)?['\"]", options))

    @property
    def shows_neighbors(self) -> bool:
        """Whether a template of the site handles the previous and next posts, even by showing nothing."""
        return bool(self.find("postnavy")) or self.includes_neighbors

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
        source = next((_read(file) for file in own if file.is_file()), None)
        if source is None:
            return False
        is_extended = re.search(r"""extends\s+["']!?page\.html""", source)
        return not is_extended or bool(_BODY.search(source) and "super()" not in source)

    @property
    def shows_facts(self) -> bool:
        """Whether a template of the site shows the date, author and tags of a post."""
        named = (name for names in self._builder.config.html_sidebars.values() for name in names)
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
