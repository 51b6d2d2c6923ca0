"""``blogext init``: create a site in an empty folder, or add a blog to an existing site."""

import json
import os
import shlex
from argparse import Namespace
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from sphinx_blogext.command import site_config, terminal
from sphinx_blogext.command.existing import NO_URL, add_blog
from sphinx_blogext.command.terminal import Commands
from sphinx_blogext.core import N_
from sphinx_blogext.core.dates import parse_zone
from sphinx_blogext.core.terms import file_name
from sphinx_blogext.core.urls import is_safe_url
from sphinx_blogext.markup.quote import markdown_text, one_line, yaml_lines
from sphinx_blogext.site.withholding import assumed_time

_PACKAGE = "sphinx-blogext"
#: Beginnings of file names that may be present in a folder treated as empty.
_HARMLESS = ("readme", "license", "licence", "copying", "venv")
#: The options for new sites.
_OF_NEW = ("title", "author", "url", "blog_only", "previews", "github_pages")


def declare(commands: Commands) -> None:
    purpose = "Create a site with a blog, or add a blog to an existing site."
    example = "blogext init notes --title Notes --author 'Lin Mei'\nblogext init docs --write"
    parser = terminal.add_command(commands, "init", run, purpose, example)
    parser.add_argument("dir", nargs="?", default=".", metavar="DIR", help="the folder (default: this one)")
    parser.add_argument("--title", default="", help="the title of a new site (default: the name of the folder)")
    parser.add_argument("--author", default="", help="the author (default: the name set in Git)")
    parser.add_argument("--url", default="", help="the URL where the site will be published")
    parser.add_argument("--blog-only", action="store_true", help="make the whole site a blog")
    previews = "show drafts in previews of pull requests on Read the Docs, to anyone who knows their URL"
    parser.add_argument("--previews", action="store_true", help=previews)
    parser.add_argument("--github-pages", action="store_true", help="also write a workflow for GitHub Pages")
    write = "in a folder with a conf.py: make the changes that are otherwise only shown"
    parser.add_argument("--write", action="store_true", help=write)


def run(options: Namespace) -> int:
    folder = Path(options.dir)
    if folder.exists() and not folder.is_dir():
        raise terminal.CommandError(f"{terminal.visible(folder)} is not a folder", terminal.USAGE)
    if site := site_config.find_conf(folder):
        if any(vars(options)[name] for name in _OF_NEW):
            message = f"{terminal.visible(site)} has a conf.py: for an existing site, the only option is --write"
            raise terminal.CommandError(message, terminal.USAGE)
        return add_blog(site, _PACKAGE, write=options.write)
    return _create(folder, options)


def _create(folder: Path, options: Namespace) -> int:
    """Create a site in *folder*, which may have hidden files and those of a repository."""
    present = sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
    # Its documents would become pages of the site.
    if others := [name for name in present if not name.lower().startswith((".", *_HARMLESS))]:
        reason = f"has no conf.py and is not empty (it contains {terminal.visible(others[0])})"
        place = terminal.visible(folder)
        raise terminal.CommandError(f"{place} {reason}: name the folder that has one, or a new folder")
    texts = _render(_values(options, folder), present)
    # Hidden files may exist already: never overwrite one.
    if taken := [name for name in texts if os.path.lexists(folder / name)]:
        raise terminal.CommandError(f"{terminal.visible(folder)} already has {taken[0]}; nothing was written")
    for name, text in texts.items():
        site_config.create_file(folder / name, text)
    source, target = (shlex.quote(terminal.visible(path)) for path in (folder, folder / "_build" / "html"))
    print(f"Build it: python -m sphinx -b html {source} {target}")
    print(f'Write a post: blogext new --site {source} "Its title"')
    if 'html_baseurl = ""' in texts["conf.py"]:
        print("Without the URL of the site, there are no feeds and no sitemap: set html_baseurl in conf.py.")
    return terminal.FINE


def _render(values: Mapping[str, Any], present: Iterable[str]) -> dict[str, str]:
    """Return the texts of the files of the site, without a README if there is one among those *present*."""
    templates = Environment(
        loader=PackageLoader("sphinx_blogext", "command/site"),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
        # The files written are not web pages, and a filter quotes each value.
        autoescape=False,
    )
    # A JSON string is also a Python string.
    templates.filters["python"] = lambda value: json.dumps(value, ensure_ascii=False)
    templates.filters["yaml"] = lambda value: yaml_lines({"x": value}).removeprefix("x: ")
    templates.filters["comment"] = terminal.comment
    names = templates.list_templates()
    texts = {name.removesuffix(".jinja"): templates.get_template(name).render(values) for name in names}
    if values["is_root"]:
        del texts["blog/index.md"]
        texts["hello.md"] = texts.pop("blog/hello.md")
        texts[".readthedocs.yaml"] = texts[".readthedocs.yaml"].replace("- blog/", "- ")
    if any(name.lower().startswith("readme") for name in present):
        del texts["README.md"]
    if not values["has_workflow"]:
        del texts[".github/workflows/pages.yml"]
    return texts


def _values(options: Namespace, folder: Path) -> dict[str, Any]:
    """Return what the templates of a new site receive, partly from answers at the terminal."""
    language = terminal.site_language()
    word = terminal.words_in(language)
    name = one_line(folder.resolve().name.replace("-", " ").replace("_", " "))
    name = name[:1].upper() + name[1:] or word("Blog")
    title = one_line(options.title) or one_line(terminal.ask("Title of the site?", name))
    git_name = site_config.git_output(folder.resolve(), "config", "user.name")
    author = one_line(options.author) or git_name or word(N_("Your name"))
    url = options.url or terminal.ask("URL of the site?")
    if url and not (url.startswith(("http://", "https://")) and is_safe_url(url)):
        raise terminal.CommandError(f"{terminal.visible(url)} is not an absolute URL", terminal.USAGE)
    zone = terminal.local_zone() or "UTC"
    return {
        "title": title,
        "heading": markdown_text(title),
        "author": author,
        "key": file_name(author) or "me",
        "url": url,
        "_": word,
        "language": language,
        "is_root": options.blog_only,
        "previews": options.previews,
        "has_workflow": options.github_pages,
        # In the time zone of the new site: the date of the first post must not be in the future.
        "date": assumed_time(parse_zone(zone)).date().isoformat(),
        "zone": zone,
        "no_url": NO_URL,
        "package": _PACKAGE,
    }
