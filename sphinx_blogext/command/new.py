"""``blogext new``: write a file for a post, named after its title, with front matter filled in."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PackageLoader, StrictUndefined, TemplateError
from sphinx.errors import ConfigError

from sphinx_blogext.command.site_config import (
    SUFFIXES,
    create_file,
    documents_at,
    git_name,
    read_config,
    reads_markdown,
    site_folder,
)
from sphinx_blogext.command.terminal import FINE, USAGE, CommandError, _, add_command, painted, visible
from sphinx_blogext.core.addresses import is_generated
from sphinx_blogext.core.metadata import split_names, suggest
from sphinx_blogext.core.taxonomies import normalize
from sphinx_blogext.core.terms import file_name, other_names
from sphinx_blogext.lang.codes import guess_among, languages_in_script_of, no_language, valid_language
from sphinx_blogext.markup.quote import markdown_text, one_line, rst_options, rst_title, yaml_lines
from sphinx_blogext.read.drafts import current_time
from sphinx_blogext.read.front_matter import matches_pattern

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable, Mapping

    from sphinx_blogext.command.terminal import Commands
    from sphinx_blogext.config.blogs import BlogConfig
    from sphinx_blogext.markup.quote import Value

#: The title as it is; the date of the post; the title in Latin letters.
_RULES = ("as-is", "date", "pinyin")
_EXAMPLE = 'blogext new "Adding ten million floats" --tag python --tag numerics --draft'


def declare(commands: Commands) -> None:
    parser = add_command(commands, "new", run, _("Create a file for a new post."), _EXAMPLE)
    parser.add_argument("title", metavar=_("TITLE"), help=_("the title of the post"))
    parser.add_argument("--draft", action="store_true", help=_("mark the post as a draft"))
    parser.add_argument("--rst", action="store_true", help=_("write reStructuredText instead of Markdown"))
    parser.add_argument("--date", help=_("2026-11-20 or 2026-11-20 09:30 (default: now, in blog_timezone)"))
    parser.add_argument(
        "--tag", action="append", default=[], help=_("a tag, or several with commas; can be repeated")
    )
    parser.add_argument("--category", help=_("the category"))
    parser.add_argument("--series", help=_("the series that the post belongs to"))
    parser.add_argument(
        "--author", help=_("the author (default: the only one in blog_authors, or the name set in git)")
    )
    parser.add_argument("--language", help=_("such as “en” (default: guessed from the letters of the title)"))
    translated = _("the post that this one translates, such as blog/hello")
    parser.add_argument("--translation-of", metavar="DOC", help=translated)
    named = _("how to name the file for a title such as 你好: by the title as it is, the date, or Latin letters")
    parser.add_argument("--name", choices=_RULES, help=named)
    parser.add_argument("--edit", action="store_true", help=_("open it in the editor set in VISUAL or EDITOR"))
    parser.add_argument("--site", metavar=_("DIR"), help=_("the folder of the site (default: the one you are in)"))


def run(options: Namespace) -> int:
    title = one_line(options.title)
    if not title:
        raise CommandError(_("the title is empty"), USAGE)
    folder = site_folder(options.site)
    config = read_config(folder)
    is_rst = options.rst or not reads_markdown(config)
    fields, reasons = _settle(options, title, folder, config)
    name, rule = _name_of(title, options.name, str(fields["date"]), folder / config.root)
    path = folder / config.root / f"{name}{'.rst' if is_rst else '.md'}"
    # Not even one in another markup or in a folder of its own.
    if other := next(filter(os.path.lexists, documents_at(path.parent, name)), None):
        raise CommandError(_("%s already exists; nothing was written") % visible(os.path.relpath(other)))
    docname = path.relative_to(folder).as_posix().removesuffix(path.suffix)
    if not is_rst and not matches_pattern(docname, path.name, config):
        fields["blogpost"] = True
    text = _render(title, fields, folder, config, is_rst=is_rst)
    create_file(path, text)
    print(painted(_("written"), "good"), visible(os.path.relpath(path)))
    reasons["file name"] = rule
    _explain({"file name": name, **fields}, reasons)
    marker = ".. more::" if is_rst else "<!-- more -->"
    print(painted(_("Lists show the text above “%s”, or else the first paragraph.") % marker, "faint"))
    return _edit(path) if options.edit else FINE


def _settle(
    options: Namespace, title: str, folder: Path, config: BlogConfig
) -> tuple[dict[str, Value], dict[str, str]]:
    """Return the fields to write above the text, and why some have their values."""
    author, reason = _author_of(options.author, folder, config)
    translated = options.translation_of
    names = [name for text in options.tag for name in map(one_line, split_names(text))]
    fields: dict[str, Value] = {
        "date": _date_of(options.date, config),
        "tags": list(dict.fromkeys(filter(None, names))),
        "category": one_line(options.category or ""),
        "series": one_line(options.series or ""),
        "author": author,
        "language": _language(options.language, title, config, bool(translated)),
        "translation": _source_of(translated, folder, config) if translated else "",
        "draft": options.draft,
    }
    reasons = {"author": reason}
    if fields["language"]:
        reasons["language"] = _("as given") if options.language else _("guessed from the letters of the title")
    return {name: value for name, value in fields.items() if value}, reasons


def _name_of(title: str, rule: str | None, date: str, folder: Path) -> tuple[str, str]:
    """Return the file name, without suffix, for the post *title* in *folder*, and the reason for the choice.

    A title in Latin letters is kept by every rule; the rule ``date`` puts the date in front of it.
    """
    day = date[:10]
    name = file_name(title, _romanizer() if rule == "pinyin" else None)
    if rule == "date":
        latin = name if name.isascii() else ""
        return _free(f"{day}-{latin}" if latin else day, folder), _("the date, by “--name date”")
    if not name:
        return _free(day, folder), _("the date, because the title has no letters")
    if is_generated(name):
        return f"{name}-post", _("“%s” is the name of a page that the blog generates") % name
    if rule == "pinyin":
        return name, _("the title in Latin letters, by “--name pinyin”")
    if not name.isascii():
        return name, _("the title as it is; alternatives: “--name date”, “--name pinyin”")
    return name, _("the title")


def _free(name: str, folder: Path) -> str:
    """Return *name*, with the first free number appended if it is taken: a day can have several posts."""
    taken = {path.name.partition(".")[0] for path in folder.iterdir()} if folder.is_dir() else set()
    if name not in taken:
        return name
    return next(candidate for number in range(2, len(taken) + 3) if (candidate := f"{name}-{number}") not in taken)


def _romanizer() -> Callable[[str], str]:
    try:
        # Imported here because the package is optional.
        spell: Callable[[str], str] = import_module("anyascii").anyascii
    except ImportError as error:
        message = _("“--name pinyin” needs the package anyascii: %s")
        raise CommandError(message % "pip install 'sphinx-blogext[ascii]'") from error
    # Make each Han character a word of its own.
    return lambda text: re.sub(r"(?<=[a-z])(?=[A-Z])", "-", spell(text)) if not text.isascii() else text


def _date_of(given: str | None, config: BlogConfig) -> str:
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


def _author_of(given: str | None, folder: Path, config: BlogConfig) -> tuple[str, str]:
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


def _source_of(given: str, folder: Path, config: BlogConfig) -> str:
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


def _language(given: str | None, title: str, config: BlogConfig, is_translation: bool) -> str:
    if given is None:
        site = config.language
        return guess_among(title, site, config.blog_languages) or _by_script(title, site, config, is_translation)
    if not valid_language(given) and given not in config.blog_languages:
        raise CommandError(_("language: %s") % visible(no_language(given)), USAGE)
    return given


def _by_script(title: str, site: str, config: BlogConfig, is_translation: bool) -> str:
    """Return the language of the *site* that alone has the script of *title*, or ``""`` if that is the usual one.

    Raises :exc:`CommandError` if the language of a translation is unclear: without one, it would not be found.
    """
    usual = [site, *config.blog_default_language]
    has_letters = any(map(str.isalpha, title))
    if languages_in_script_of(title, usual) or not has_letters or (title.isascii() and not is_translation):
        return ""
    languages = languages_in_script_of(title, config.blog_languages)
    if len(languages) == 1:
        return languages[0]
    if is_translation:
        names = ", ".join(languages or config.blog_languages) or "en, zh"
        raise CommandError(_("which language is the title in? Add “--language” with one of: %s") % names, USAGE)
    return ""


def _render(title: str, fields: Mapping[str, Value], folder: Path, config: BlogConfig, *, is_rst: bool) -> str:
    """Return the text of the file, rendered with the site's own template if it has one."""
    suffix = "rst" if is_rst else "md"
    places = [folder / place for place in (*config.sphinx.templates_path, "_templates")]
    templates = Environment(
        loader=ChoiceLoader([FileSystemLoader(places), PackageLoader("sphinx_blogext", "command/posts")]),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        autoescape=False,  # the result is not a web page, and the values below are quoted
    )
    options = {name: value for name, value in fields.items() if name != "date"}
    values = {
        "title": title,
        "heading": rst_title(title) if is_rst else markdown_text(title),
        "date": fields["date"],
        "fields": fields,
        "front_matter": yaml_lines(fields),
        "options": rst_options(options),
    }
    name = f"post.{suffix}.jinja"
    try:
        own = any((place / "blog" / name).is_file() for place in places)
        return templates.get_template(f"blog/{name}" if own else name).render(values)
    except (TemplateError, UnicodeError) as error:
        where = f"{getattr(error, 'filename', None) or f'blog/{name}'}:{getattr(error, 'lineno', '')}".rstrip(":")
        reason = {"file": visible(where), "reason": visible(error)}
        raise CommandError(_("the template %(file)s cannot be used: %(reason)s") % reason) from error


def _explain(fields: dict[str, Value], reasons: dict[str, str]) -> None:
    """Show what was chosen and why, so that the user can choose otherwise."""
    labels = {
        "file name": _("file name"),
        "date": _("date"),
        "author": _("author"),
        "language": _("language"),
        "translation": _("translation of"),
    }
    for key, label in labels.items():
        value, reason = fields.get(key, ""), reasons.get(key, "")
        if value or reason:
            text = visible(value) if value else "–"
            print(f"  {label}: {painted(text, 'name')}" + (f" ({reason})" if reason else ""))


def _edit(path: Path) -> int:
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
    if not editor:
        raise CommandError(_("no editor to open: set VISUAL or EDITOR"))
    try:
        done = subprocess.run([*shlex.split(editor), str(path)], check=False)
    except (OSError, ValueError) as error:
        reason = {"editor": visible(editor), "reason": visible(getattr(error, "strerror", None) or error)}
        raise CommandError(_("the editor %(editor)s cannot be started: %(reason)s") % reason) from error
    if done.returncode:
        raise CommandError(_("the editor exited with code %s") % done.returncode)
    return FINE
