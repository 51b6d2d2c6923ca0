"""What an ABlog site says about templates, which an import does not convert: it tells what to do about each."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, Any

from blogext_import.settings import record_of
from blogext_import.values import as_names
from sphinx_blogext.ablog.sidebars import is_ablog_sidebar, our_sidebar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blogext_import.files import Source

#: ABlog's templates of pages and their parts -> ours for the same, if there is one.
_OURS = {
    "collection": "blog/listing.html",
    "catalog": "blog/terms.html",
    "redirect": "blog/redirect.html",
    "postcard": "blog/post-header.html",
    "postcard2": "blog/meta.html",
    "postnavy": "blog/post-footer.html",
}
#: The variable, in code of the template language.
_ASKS = re.compile(r"\{[{%](?:(?!\}\}|%\}).)*?\bablog\s*(?:[.\[|]|is\b|%\}|\}\}|\))|\bin\s+ablog\b", re.DOTALL)


def note_templates(source: Source, config: dict[str, Any]) -> None:
    """Note the templates of ABlog that the site names or replaces, and those that use the variable ``ablog``."""
    own = dict(_own_templates(source, config))
    for name in sorted({*_names(config.get("html_sidebars")), *_names(config.get("html_theme_options"))}):
        # A template of the site is noted with its file.
        if is_ablog_sidebar(name) and name not in own:
            ours = our_sidebar(name)
            message = (
                "names ABlog’s template “%(name)s”: name “%(ours)s” instead"
                if ours
                else "names ABlog’s template “%(name)s”: remove it, because posts have headers"
            )
            source.note("conf.py", _line(source, name), message, name=name, ours=ours)
    for name, path in own.items():
        _note_own(source, name, path)


def _note_own(source: Source, name: str, path: str) -> None:
    stem = name.removeprefix("ablog/").removesuffix(".html")
    ours = _OURS.get(stem) or (our_sidebar(name) if is_ablog_sidebar(name) else "")
    if ours:
        message = "replaces a template of ABlog, which is not used anymore: replace “%(ours)s” instead"
        source.note(path, 0, message, ours=ours)
    elif found := _ASKS.search(text := source.read(path) or ""):
        line = text.count("\n", 0, found.end()) + 1
        source.note(
            path, line, "uses the variable “ablog”, which only the extension “sphinx_blogext.ablog” provides"
        )


def _own_templates(source: Source, config: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the names of the templates of the site, and their files."""
    for folder in as_names(config.get("templates_path")):
        place = posixpath.normpath(folder)
        for path in source.below(place):
            if path.endswith(".html"):
                yield posixpath.relpath(path, place), path


def _names(value: Any) -> Iterator[str]:
    """Yield the strings in lists and dictionaries."""
    if isinstance(value, str):
        yield value
    for item in record_of(value).values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _names(item)


def _line(source: Source, name: str) -> int:
    """Return the number of the first line of ``conf.py`` with the string *name*, or 0."""
    lines = (source.read("conf.py") or "").split("\n")
    return next(
        (number for number, line in enumerate(lines, start=1) if re.search(rf"[\"']{re.escape(name)}[\"']", line)),
        0,
    )
