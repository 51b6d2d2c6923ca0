"""Facts about a post before it is written: its date, its author, and the post it translates."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.errors import ConfigError

from sphinx_blogext.command.console import USAGE, CommandError
from sphinx_blogext.command.site_config import git_name
from sphinx_blogext.command.terminal_words import _, visible
from sphinx_blogext.core.metadata import suggest
from sphinx_blogext.core.model import other_names
from sphinx_blogext.core.slugs import normalize
from sphinx_blogext.markup.quote import one_line
from sphinx_blogext.read.drafts import current_time

if TYPE_CHECKING:
    from sphinx_blogext.config.blogs import BlogConfig

#: File name suffixes of documents.
SUFFIXES = (".md", ".rst", ".txt", ".ipynb")


def date_of(given: str | None, config: BlogConfig) -> str:
    """Return the date to write: *given*, or the current minute in the blog's time zone."""
    if given is None:
        try:
            return f"{current_time(config):%Y-%m-%d %H:%M}"
        except ConfigError as error:
            raise CommandError(visible(error)) from error
    try:
        moment = config.dates.read(one_line(given)).moment
    except ValueError as error:
        message = _("the date %s cannot be read: write it as 2026-11-20 or 2026-11-20 09:30")
        raise CommandError(message % visible(repr(given)), USAGE) from error
    has_time = ":" in given
    own_zone = moment.isoformat()[-6:] if has_time and moment.tzinfo != config.blog_timezone else ""
    # A year before 1000 keeps its zeros, which ``strftime`` drops.
    day, clock = moment.isoformat()[:10], moment.isoformat()[11:19].removesuffix(":00")
    return f"{day} {clock}{own_zone}" if has_time else day


def author_of(given: str | None, folder: Path, config: BlogConfig) -> tuple[str, str]:
    """Return the author, by the name to use in posts, and the reason for the choice."""
    settings = config.terms["author"]
    called = other_names(settings)
    if given is not None:
        return one_line(given), _("as given")
    name = one_line(git_name(folder))
    key = normalize(called.get(normalize(name), name))
    if name and key in settings:
        return settings[key].name, _("the name set in git")
    if len(settings) == 1:
        return next(iter(settings.values())).name, _("the only one in blog_authors")
    if config.blog_default_author:
        return "", _("set by blog_default_author")
    if settings and name:
        return "", _("“%s”, the name set in git, is not in blog_authors: use “--author”") % visible(name)
    return name, _("the name set in git") if name else _("unknown: use “--author”")


def source_of(given: str, folder: Path, config: BlogConfig) -> str:
    """Return the name of the document *given*, which is a document name or a file."""
    name = given.strip().lstrip("/")
    files = [*(folder / f"{name}{suffix}" for suffix in ("", *SUFFIXES)), Path(given)]
    document = next((path for path in files if path.suffix in SUFFIXES and _is_document(path, folder)), None)
    if document is None:
        documents = (path for suffix in SUFFIXES for path in (folder / config.root).rglob(f"*{suffix}"))
        hint = visible(suggest(name, {_docname(path, folder) for path in documents}))
        raise CommandError(
            _("there is no document %(name)s%(hint)s") % {"name": visible(given), "hint": hint}, USAGE
        )
    return _docname(document, folder)


def _is_document(path: Path, folder: Path) -> bool:
    """Return whether *path* is a file below *folder*; ``False`` if it cannot be the name of a file."""
    try:
        return path.is_file() and path.resolve().is_relative_to(folder)
    except (OSError, ValueError):
        return False


def _docname(path: Path, folder: Path) -> str:
    return path.resolve().relative_to(folder).with_suffix("").as_posix()
