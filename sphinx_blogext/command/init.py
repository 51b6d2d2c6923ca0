"""``blogext init``: create a site in an empty folder, or add a blog to an existing site."""

from __future__ import annotations

import json
import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined

from sphinx_blogext import __version__
from sphinx_blogext.command import existing
from sphinx_blogext.command.console import FINE, USAGE, CommandError, painted
from sphinx_blogext.command.site_config import find_conf, git_name
from sphinx_blogext.command.subparsers import add_command
from sphinx_blogext.command.words import _, site_language, visible
from sphinx_blogext.core.slugs import file_name
from sphinx_blogext.core.urls import is_safe_url
from sphinx_blogext.languages import language_name
from sphinx_blogext.markup.quote import markdown_text, one_line, yaml_lines
from sphinx_blogext.read.drafts import assumed_time

if TYPE_CHECKING:
    from argparse import Namespace

    from sphinx_blogext.command.subparsers import Commands

#: What the site needs: before a release, from the repository.
_PACKAGE, _SOURCE = "sphinx-blogext", "git+https://github.com/sphinx-blogext/sphinx-blogext"
#: The files of a new site, and their templates in ``command/site``.
_FILES = {
    "conf.py": "conf.py",
    "index.md": "index.md",
    "blog/index.md": "blog/index.md",
    "blog/hello.md": "blog/hello.md",
    "blog/ni-hao.md": "blog/ni-hao.md",
    "requirements.txt": "requirements.txt",
    ".readthedocs.yaml": "readthedocs.yaml",
    ".gitignore": "gitignore",
}
_PAGES = {".github/workflows/pages.yml": "pages.yml"}
#: Beginnings of file names that may be present in a folder treated as empty.
_HARMLESS = ("readme", "license", "licence", "copying", "venv")

_EXAMPLE = "blogext init notes --title Notes --author 'Lin Mei'\nblogext init docs --write"


def declare(commands: Commands) -> None:
    purpose = _("Create a site with a blog, or add a blog to an existing site.")
    parser = add_command(commands, "init", run, purpose, _EXAMPLE)
    parser.add_argument("dir", nargs="?", default=".", metavar=_("DIR"), help=_("the folder (default: this one)"))
    parser.add_argument("--title", help=_("the title of a new site (default: the name of the folder)"))
    parser.add_argument("--author", help=_("the author (default: the name set in git)"))
    parser.add_argument("--url", default="", help=_("the URL where the site will be published"))
    parser.add_argument("--github-pages", action="store_true", help=_("also write a workflow for GitHub Pages"))
    write = _("in a folder with a conf.py: add what is only shown without this option")
    parser.add_argument("--write", action="store_true", help=write)


def run(options: Namespace) -> int:
    folder = Path(options.dir)
    if folder.exists() and not folder.is_dir():
        raise CommandError(_("%s is not a folder") % visible(folder), USAGE)
    site = find_conf(folder) if folder.is_dir() else None
    if site is not None:
        if options.title or options.author or options.url or options.github_pages:
            message = _("%s has a conf.py: for an existing site, the only option is “--write”")
            raise CommandError(message % visible(site), USAGE)
        return existing.add_blog(site, write=options.write)
    if options.url and not (options.url.startswith("http") and is_safe_url(options.url)):
        raise CommandError(_("%s is not an absolute URL") % visible(options.url), USAGE)
    _check_empty(folder)
    written = _render(options, folder)
    _write(folder, written)
    return FINE


def _check_empty(folder: Path) -> None:
    """Refuse a folder that is not empty: its documents would become pages of the site."""
    found = sorted(folder.iterdir()) if folder.is_dir() else []
    others = [path for path in found if not path.name.lower().startswith((".", *_HARMLESS))]
    if others:
        message = _("%(folder)s has no conf.py and is not empty (it contains %(name)s): choose a new folder")
        raise CommandError(message % {"folder": visible(folder), "name": visible(others[0].name)})


def _render(options: Namespace, folder: Path) -> dict[str, str]:
    """Return the texts of all files of the site."""
    name = one_line(folder.resolve().name.replace("-", " ").replace("_", " "))
    title = one_line(options.title or "") or name[:1].upper() + name[1:] or _("Blog")
    # git cannot run in a folder that does not exist yet.
    place = next(path for path in (folder.resolve(), *folder.resolve().parents) if path.is_dir())
    author = one_line(options.author or "") or one_line(git_name(place)) or _("Your name")
    # Dates in the new site are in UTC: the date of the first post must not be in the future.
    today = assumed_time().date()
    language = site_language()
    values = {
        "title": title,
        "heading": markdown_text(title),
        "author": author,
        "key": file_name(author) or "me",
        "url": options.url,
        "language": language,
        "languages": {"en": "English", "zh": "中文", language[:2]: language_name(language[:2])},
        "copyright": f"{today.year}, {author}",
        "date": today.isoformat(),
        "package": _PACKAGE if __version__.replace(".", "").isdecimal() else f"{_PACKAGE} @ {_SOURCE}",
    }
    templates = Environment(
        loader=PackageLoader("sphinx_blogext", "command/site"),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        # The files written are not web pages, and a filter quotes each value.
        autoescape=False,
    )
    templates.globals["_"] = _
    # A JSON string is also a Python string.
    templates.filters["python"] = lambda value: json.dumps(value, ensure_ascii=False)
    templates.filters["yaml"] = lambda value: yaml_lines({"x": value}).removeprefix("x: ")
    files = _FILES | (_PAGES if options.github_pages else {})
    return {path: templates.get_template(f"{name}.jinja").render(values) for path, name in files.items()}


def _write(folder: Path, files: dict[str, str]) -> None:
    # Hidden files may exist already: never overwrite one.
    if taken := [name for name in files if os.path.lexists(folder / name)]:
        message = _("%(folder)s already has %(name)s; nothing was written")
        raise CommandError(message % {"folder": visible(folder), "name": taken[0]})
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
        print(painted(_("written"), "good"), visible(path))
    source, target = (shlex.quote(visible(path)) for path in (folder, folder / "_build" / "html"))
    print(_("Build it: %s") % f"python -m sphinx -b html {source} {target}")
    print(_("Write a post: %s") % 'blogext new "Its title"')
