"""``blogext new``: write a file for a post, named after its title, with front matter filled in."""

from __future__ import annotations

import os
import shlex
import subprocess
from typing import TYPE_CHECKING, NamedTuple

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PackageLoader, StrictUndefined, TemplateError

from sphinx_blogext.command.console import FINE, USAGE, CommandError, painted
from sphinx_blogext.command.file_names import RULES, name_of
from sphinx_blogext.command.post_facts import SUFFIXES, author_of, date_of, source_of
from sphinx_blogext.command.site_config import read_config, reads_markdown, site_folder
from sphinx_blogext.command.subparsers import add_command
from sphinx_blogext.command.terminal_words import _, visible
from sphinx_blogext.core.addresses import documents_of
from sphinx_blogext.core.metadata import split_names
from sphinx_blogext.lang.codes import guess_among, languages_in_script_of, no_language, valid_language
from sphinx_blogext.markup.quote import markdown_text, one_line, rst_options, rst_title, yaml_lines
from sphinx_blogext.read.front_matter import matches_pattern

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Mapping
    from pathlib import Path

    from sphinx_blogext.command.subparsers import Commands
    from sphinx_blogext.config.blogs import BlogConfig
    from sphinx_blogext.markup.quote import Value

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
    parser.add_argument("--name", choices=RULES, help=named)
    parser.add_argument("--edit", action="store_true", help=_("open it in the editor set in VISUAL or EDITOR"))
    parser.add_argument("--site", metavar=_("DIR"), help=_("the folder of the site (default: the one you are in)"))


class Written(NamedTuple):
    """The values chosen for a post, with the reason for each choice."""

    fields: dict[str, Value]
    reasons: dict[str, str]


def run(options: Namespace) -> int:
    title = one_line(options.title)
    if not title:
        raise CommandError(_("the title is empty"), USAGE)
    folder = site_folder(options.site)
    config = read_config(folder)
    is_rst = options.rst or not reads_markdown(config)
    settled = _settle(options, title, folder, config)
    name, rule = name_of(title, options.name, str(settled.fields["date"]), folder / config.root)
    path = folder / config.root / f"{name}{'.rst' if is_rst else '.md'}"
    _check_free(path)
    if not is_rst and not matches_pattern(
        path.relative_to(folder).as_posix().removesuffix(path.suffix), path.name, config
    ):
        settled.fields["blogpost"] = True
    text = _render(title, settled.fields, folder, config, is_rst=is_rst)
    _create(path, text)
    print(painted(_("written"), "good"), visible(os.path.relpath(path)))
    settled.reasons["file name"] = rule
    _explain(settled, name)
    marker = ".. more::" if is_rst else "<!-- more -->"
    print(painted(_("Lists show the text above “%s”, or else the first paragraph.") % marker, "faint"))
    return _edit(path) if options.edit else FINE


def _settle(options: Namespace, title: str, folder: Path, config: BlogConfig) -> Written:
    """Return the fields to write above the text."""
    author, reason = author_of(options.author, folder, config)
    translated = options.translation_of
    names = [name for text in options.tag for name in map(one_line, split_names(text))]
    fields: dict[str, Value] = {
        "date": date_of(options.date, config),
        "tags": list(dict.fromkeys(filter(None, names))),
        "category": one_line(options.category or ""),
        "series": one_line(options.series or ""),
        "author": author,
        "language": _language(options.language, title, config, bool(translated)),
        "translation": source_of(translated, folder, config) if translated else "",
        "draft": options.draft,
    }
    reasons = {"author": reason}
    if fields["language"]:
        reasons["language"] = _("as given") if options.language else _("guessed from the letters of the title")
    return Written({name: value for name, value in fields.items() if value}, reasons)


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


def _check_free(path: Path) -> None:
    """Refuse to overwrite a document, even one in another markup or in a folder of its own."""
    stem = path.name.removesuffix(path.suffix)
    for other in (path.parent / f"{name}{suffix}" for name in documents_of(stem) for suffix in SUFFIXES):
        if os.path.lexists(other):
            raise CommandError(_("%s already exists; nothing was written") % visible(os.path.relpath(other)))


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


def _create(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    # Mode "x" fails if the name is taken by now, and does not follow links.
    with path.open("x", encoding="utf-8", newline="\n") as file:
        try:
            file.write(text)
            file.flush()
        except OSError:
            path.unlink()
            raise


def _explain(settled: Written, name: str) -> None:
    """Show what was chosen and why, so that the user can choose otherwise."""
    fields = {"file name": name, **settled.fields}
    labels = {
        "file name": _("file name"),
        "date": _("date"),
        "author": _("author"),
        "language": _("language"),
        "translation": _("translation of"),
    }
    for key, label in labels.items():
        value, reason = fields.get(key, ""), settled.reasons.get(key, "")
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
