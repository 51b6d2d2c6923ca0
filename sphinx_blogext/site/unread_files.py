"""Finds files that begin like posts but are none, because Sphinx does not read them."""

from __future__ import annotations

import os
import re
from itertools import takewhile
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from sphinx.util import logging
from sphinx.util.matching import Matcher, get_matching_files

from sphinx_blogext._compat import names_in_conf
from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.core.addresses import SITE, draft_name
from sphinx_blogext.core.metadata import DATE_KEYS, field_name, is_false, is_marked_draft
from sphinx_blogext.domain import blog_domain
from sphinx_blogext.patterns import pattern
from sphinx_blogext.read.front_matter import matches_pattern, notebook_fields
from sphinx_blogext.read.heads import INVISIBLE
from sphinx_blogext.read.sources import find_block
from sphinx_blogext.warnings import BlogWarning, listed, warn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sphinx.application import Sphinx

    from sphinx_blogext.config.blogs import BlogConfig

logger = logging.getLogger(__name__)

#: The suffixes of files that people write posts in, and what to do if Sphinx reads no such files.
REMEDIES = {
    ".md": "add 'myst_parser' to extensions in conf.py",
    ".markdown": "rename it to end in '.md'",
    ".mdx": "rename it to end in '.md'",
    ".rst": "add '.rst' to source_suffix in conf.py",
    ".txt": "rename it to end in '.md' or '.rst'",
    ".ipynb": "add 'myst_nb' or 'nbsphinx' to extensions in conf.py",
}
#: How many characters of a file are read. The metadata of a notebook is at its end, so a build opens none.
_HEAD = 4_000
_NOTEBOOK = ".ipynb"
_DIRECTIVE = pattern(r"^(?:\.\. post::|`{3,}\{post\})", re.MULTILINE)


class UnreadFile(NamedTuple):
    """A file: its name below the source folder, its suffix, and whether something excludes it from the build."""

    name: str
    suffix: str
    is_excluded: bool


def report_unread_files(app: Sphinx) -> None:
    """Warn about files that Sphinx does not read, and say which are excluded other than by ``conf.py`` itself."""
    is_own = _matcher(names_in_conf(app.config).get("exclude_patterns") or ())
    unread: dict[str, list[str]] = {}
    for file in find_unread_files(app):
        if not file.is_excluded:
            unread.setdefault(file.suffix, []).append(file.name)
        elif not is_own(file.name):
            logger.info("left out: %s, excluded from the build by an extension: look at _toc.yml", file.name)
    for suffix, names in unread.items():
        message = "Sphinx reads no %s files, so %s cannot be a post: %s"
        location = f"{Path(app.srcdir, names[0])}:1"
        warn(BlogWarning.UNREAD_FILE, message, suffix, listed(names), REMEDIES[suffix], location=location)


def find_unread_files(app: Sphinx, *, with_notebooks: bool = False) -> Iterator[UnreadFile]:
    """Yield the files of blogs that begin like posts but are no documents, and that no document uses."""
    env, config = app.env, blog_config(app.config)
    paths = [*map(str, (*app.config.exclude_patterns, *app.config.templates_path, *app.builder.get_asset_paths()))]
    is_excluded = _matcher(paths)
    documents = env.found_docs | blog_domain(env).withheld.keys()
    used = {Path(app.srcdir, name) for names in (env.dlfiles, *env.dependencies.values()) for name in names}
    # Of a whole site, only the folders that Sphinx looks into.
    paths += ["**/_sources", os.path.relpath(app.outdir, app.srcdir)]
    for root in config.roots:
        for below in get_matching_files(Path(app.srcdir, root), exclude_patterns=paths if root == SITE else ()):
            path = PurePosixPath(root, below)
            name, suffix, docname = str(path), path.suffix, str(path.with_suffix(""))
            if (
                suffix not in REMEDIES
                or draft_name(below)
                or docname in documents
                or Path(app.srcdir, name) in used
            ):
                continue
            is_opened = with_notebooks or suffix != _NOTEBOOK
            if is_opened and _begins_like_post(Path(app.srcdir, name), docname, config):
                yield UnreadFile(name, suffix, suffix in app.config.source_suffix or is_excluded(name))


def _matcher(patterns: Iterable[str]) -> Callable[[str], bool]:
    """Return a function that returns whether one of *patterns* matches a file or a folder above it."""
    matcher = Matcher(patterns)
    return lambda name: any(map(matcher, (name, *map(str, PurePosixPath(name).parents))))


def _begins_like_post(path: Path, docname: str, config: BlogConfig) -> bool:
    """Return whether a file begins with metadata of a post that is no draft."""
    if path.suffix == _NOTEBOOK:
        head, fields = "", notebook_fields(str(path))
    else:
        try:
            with path.open(encoding="utf-8", errors="replace") as file:
                head = file.read(_HEAD).lstrip(INVISIBLE)
        except OSError:
            return False
        fields = _fields(head)
    if is_marked_draft(fields, config.taxonomies):
        return False
    if mark := fields.get("blogpost"):
        return not is_false(mark)
    # In a template, there is no date yet.
    is_dated = any(re.search(r"\d", fields.get(key) or "") for key in DATE_KEYS)
    return bool(_DIRECTIVE.search(head)) or (is_dated and matches_pattern(docname, str(path), config))


def _fields(head: str) -> dict[str, str | None]:
    """Return the front matter or the fields that a text begins with, each on a line."""
    block = find_block(head)
    lines = block.yaml.split("\n") if block else takewhile(lambda line: line.startswith(":"), head.split("\n"))
    parts = (line.removeprefix(":").partition(":") for line in lines)
    return {field_name(key): value.strip(" \t\r\"'") for key, _sign, value in parts}
