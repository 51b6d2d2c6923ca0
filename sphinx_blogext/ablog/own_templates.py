"""The templates of a site and its theme that are in the place of ABlog's, or that ask for the blog by its name.

What such a template shows can only be known by rendering it. So there is one rule: a page that may be rendered
by one shows the whole blog, and is written again whenever anything of that changes but the text of a post.
Which pages those are is told by what the template is called: one of ``html_sidebars`` is on the pages that have
it there, ABlog's own are where ABlog has them, and any other is on every page. A template that asks for nothing
but options, and whether the page is a post, is none of them: that changes with the page itself.
"""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sphinx_blogext._compat import template_folders
from sphinx_blogext.builders import sidebars_of
from sphinx_blogext.files import STATIC, TEMPLATES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.builders.html import StandaloneHTMLBuilder

#: Ours, which stand behind those of the site and the theme.
FOLDER = Path(__file__).parent / "templates"
#: ABlog's templates for ``html_sidebars``; each is known without its folder, too, as in older versions.
SIDEBARS = frozenset(
    ["archives", "authors", "categories", "languages", "locations", "postcard", "recentposts", "tagcloud"]
)
#: Those for generated pages, and those that are parts of others.
_PAGES = frozenset(["catalog", "collection", "redirect"])
_PARTS = frozenset(["postcard2", "postnavy"])
_NAMES = "|".join(sorted(SIDEBARS | _PAGES | _PARTS))
_ASKS = re.compile(rf"""\bablog\b(?!-)|["'](?:{_NAMES})\.html["']""")
#: What makes no difference to any page but by what the page is itself.
_HARMLESS = re.compile(
    r"\{#.*?#\}|pagename\s+(?:not\s+)?in\s+ablog\b|\bablog\s+is\s+(?:not\s+)?defined\b"
    r"|\bablog\.(?:(?:blog|post|disqus|fontawesome)_\w+|fontawesome)\b",
    re.DOTALL,
)
#: Templates of whole pages that show the posts before and after one, or what it is, themselves.
_NEIGHBOURS = re.compile(r"\bpostnavy\.html|\b(?:post|ablog\[pagename\])\.(?:prev|next)\b")
_FACTS = re.compile(r"\bpostcard2?\.html|\b(?:post|ablog\[pagename\])\.date\b")


class Shown(NamedTuple):
    """What a page shows of the blog by ABlog's templates: what our ``sidebars`` do, or it may be the ``whole``."""

    sidebars: bool
    whole: bool


class OwnTemplates:
    """The templates of one build, by what they are called below their folder."""

    def __init__(self, builder: StandaloneHTMLBuilder) -> None:
        self._builder = builder
        own = {TEMPLATES, STATIC, FOLDER}
        self._found: dict[str, str] = {}
        self._folders = [folder for folder in template_folders(builder) if Path(folder) not in own]

    def find(self, name: str) -> str:
        """Return what the site or its theme calls its own template for ABlog's *name*, or nothing."""
        # Kept, because every page asks.
        if name not in self._found:
            self._found[name] = self._look_for(name)
        return self._found[name]

    def _look_for(self, name: str) -> str:
        for called in (f"ablog/{name}.html", f"{name}.html"):
            file = next((folder / called for folder in self._folders if (folder / called).is_file()), None)
            # Without the folder a page of ours may be another's: it has to ask for what it would get.
            if file and ("/" in called or name not in _PAGES or re.search(rf"\b{name}\b", _read(file))):
                return called
        return ""

    @cached_property
    def _asking(self) -> dict[str, str]:
        """The source of each template that asks for more of the blog than its page is."""
        found: dict[str, str] = {}
        for folder in self._folders:
            for file in sorted(folder.rglob("*.html")):
                source = _HARMLESS.sub("", _read(file))
                if _ASKS.search(source):
                    name = file.relative_to(folder).as_posix()
                    found[name] = found.get(name, "") + source
        return found

    @cached_property
    def _of_parts(self) -> frozenset[str]:
        """The names of those that are ABlog's, or stand in sidebars."""
        config = self._builder.config
        named = [
            *self._builder.theme.sidebar_templates,
            *(n for names in config.html_sidebars.values() for n in names),
        ]
        return frozenset(_stem(name) for name in (*named, *SIDEBARS, *_PAGES, *_PARTS))

    @cached_property
    def _of_pages(self) -> dict[str, str]:
        """The source of each that may stand on any page."""
        return {name: source for name, source in self._asking.items() if _stem(name) not in self._of_parts}

    @cached_property
    def _stems(self) -> frozenset[str]:
        return frozenset(map(_stem, self._asking))

    @cached_property
    def _named_in_options(self) -> frozenset[str]:
        """ABlog's sidebars that the options of a theme name: it shows them wherever it likes."""
        options = repr(self._builder.config.html_theme_options)
        return frozenset(name for name in SIDEBARS if re.search(rf"\b{name}(?:\.html)?['\"]", options))

    @property
    def asks_for_texts(self) -> bool:
        """Whether a template asks for the whole text of posts."""
        return any(
            "fulltext" in source or ("to_html(" in source and "True" in source) for source in self._asking.values()
        )

    @cached_property
    def shows_neighbours(self) -> bool:
        """Whether the site shows the posts before and after one itself, be it by showing nothing."""
        return bool(self.find("postnavy")) or self.includes_neighbours

    @cached_property
    def includes_neighbours(self) -> bool:
        """Whether a template of whole pages shows them."""
        return any(_NEIGHBOURS.search(source) for source in self._of_pages.values())

    @property
    def shows_facts(self) -> bool:
        """Whether the site shows date, author and tags of a post itself."""
        named = (name for names in self._builder.config.html_sidebars.values() for name in names)
        is_at_side = "postcard" in {*map(_stem, named), *self._named_in_options}
        return is_at_side or any(_FACTS.search(source) for source in self._of_pages.values())

    def has_sidebar(self, sidebars: Iterable[str]) -> bool:
        """Return whether a page with the templates *sidebars* has one that is called as one of ABlog's."""
        return not SIDEBARS.isdisjoint({*map(_stem, sidebars), *self._named_in_options})

    def shown_on(self, page: str, *, is_post: bool, has_own_template: bool) -> Shown:
        """Return what *page* shows; *has_own_template* is one of ``ablog/collection.html`` and the like."""
        sidebars = {*map(_stem, sidebars_of(page, self._builder)), *self._named_in_options}
        parts = set(sidebars)
        parts |= {"postcard2"} if "postcard" in sidebars else set()
        parts |= {"postnavy"} if is_post else set()
        return Shown(not sidebars.isdisjoint(SIDEBARS), self._may_show_all(parts) or has_own_template)

    def _may_show_all(self, parts: Iterable[str]) -> bool:
        return bool(self._of_pages) or not self._stems.isdisjoint(parts)


def _stem(name: str) -> str:
    """Return what a template is called without its suffix, and without ABlog's folder."""
    return name.removesuffix(".html").removeprefix("ablog/")


def _read(file: Path) -> str:
    return file.read_text(encoding="utf-8", errors="replace")
