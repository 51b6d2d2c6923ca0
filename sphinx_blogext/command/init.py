"""``blogext init``: create a site in an empty folder, or add a blog to an existing site."""

from __future__ import annotations

import json
import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from sphinx_blogext import __version__
from sphinx_blogext.command import site_config
from sphinx_blogext.command.existing import NO_URL, add_blog
from sphinx_blogext.command.terminal import (
    FINE,
    USAGE,
    CommandError,
    add_command,
    ask,
    comment,
    local_zone,
    painted,
    site_language,
    visible,
    words_in,
)
from sphinx_blogext.core import N_
from sphinx_blogext.core.addresses import SITE
from sphinx_blogext.core.dates import parse_zone
from sphinx_blogext.core.terms import file_name
from sphinx_blogext.core.urls import is_safe_url
from sphinx_blogext.lang.codes import language_name, no_language, valid_language
from sphinx_blogext.markup.quote import markdown_text, one_line, yaml_lines
from sphinx_blogext.read.drafts import assumed_time

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Mapping

    from sphinx_blogext.command.terminal import Commands

#: What the site needs: before a release, from the repository.
_SOURCE = "git+https://github.com/sphinx-blogext/sphinx-blogext"
_PACKAGE = "sphinx-blogext" if __version__.replace(".", "").isdecimal() else f"sphinx-blogext @ {_SOURCE}"
#: The files of a new site, and their templates in ``command/site``.
_FILES = {name: name for name in ("conf.py", "index.md", "requirements.txt")}
_FILES |= {".readthedocs.yaml": "readthedocs.yaml", ".gitignore": "gitignore"}
_PAGES = {".github/workflows/pages.yml": "pages.yml"}
#: The text of the first post in languages that have one; all others have the messages of their catalog.
_POSTS = {"zh": "blog/hello.zh.md"}
#: A message of the first post: without a translation, there is none of the post either.
_GREETING = "The text above the marker is its teaser, which appears in lists."
#: Beginnings of file names that may be present in a folder treated as empty.
_HARMLESS = ("readme", "license", "licence", "copying", "venv")

#: The options for new sites.
_OF_NEW = ("title", "author", "url", "languages", "blog_only", "previews", "github_pages")

_EXAMPLE = "blogext init notes --title Notes --author 'Lin Mei'\nblogext init docs --write"


def declare(commands: Commands) -> None:
    purpose = "Create a site with a blog, or add a blog to an existing site."
    parser = add_command(commands, "init", run, purpose, _EXAMPLE)
    parser.add_argument("dir", nargs="?", default=".", metavar="DIR", help="the folder (default: this one)")
    parser.add_argument("--title", default="", help="the title of a new site (default: the name of the folder)")
    parser.add_argument("--author", default="", help="the author (default: the name set in git)")
    parser.add_argument("--url", default="", help="the URL where the site will be published")
    languages = "the languages of the posts, such as en,zh (default: that of the terminal)"
    parser.add_argument("--languages", default="", help=languages)
    parser.add_argument("--blog-only", action="store_true", help="a site that is a blog: no pages but its own")
    previews = "previews of pull requests on Read the Docs show drafts, to everybody who knows their URL"
    parser.add_argument("--previews", action="store_true", help=previews)
    parser.add_argument("--github-pages", action="store_true", help="also write a workflow for GitHub Pages")
    write = "in a folder with a conf.py: add what is only shown without this option"
    parser.add_argument("--write", action="store_true", help=write)


def run(options: Namespace) -> int:
    folder = Path(options.dir)
    if folder.exists() and not folder.is_dir():
        raise CommandError(f"{visible(folder)} is not a folder", USAGE)
    site = site_config.find_conf(folder) if folder.is_dir() else None
    if site is not None:
        if any(vars(options)[name] for name in _OF_NEW):
            message = f"{visible(site)} has a conf.py: for an existing site, the only option is --write"
            raise CommandError(message, USAGE)
        return add_blog(site, _PACKAGE, write=options.write)
    _checked_url(options.url)
    entries = sorted(folder.iterdir()) if folder.is_dir() else []
    # Its documents would become pages of the site.
    others = [path for path in entries if not path.name.lower().startswith((".", *_HARMLESS))]
    if others:
        reason = f"has no conf.py and is not empty (it contains {visible(others[0].name)}): choose a new folder"
        raise CommandError(f"{visible(folder)} {reason}")
    _write(folder, _render(options, folder))
    return FINE


def _render(options: Namespace, folder: Path) -> dict[str, str]:
    """Return the texts of all files of the site."""
    values = _values(options, folder)
    files = _FILES | (_PAGES if options.github_pages else {})
    if not any(path.name.lower().startswith("readme") for path in (folder.iterdir() if folder.is_dir() else ())):
        files["README.md"] = "README.md"
    if not values["is_root"]:
        files["blog/index.md"] = "blog/index.md"
    templates = _templates()
    texts = {path: templates.get_template(f"{name}.jinja").render(values) for path, name in files.items()}
    if values["is_root"]:
        texts[".readthedocs.yaml"] = texts[".readthedocs.yaml"].replace("- blog/", "- ")
    return texts | _posts(values, templates)


def _values(options: Namespace, folder: Path) -> dict[str, Any]:
    """Return what the templates of a new site receive, partly from answers at the terminal."""
    language = site_language()
    word = words_in(language)
    name = one_line(folder.resolve().name.replace("-", " ").replace("_", " "))
    name = name[:1].upper() + name[1:] or word("Blog")
    title = one_line(options.title) or one_line(ask("Title of the site?", name))
    author = one_line(options.author) or one_line(site_config.git_name(folder.resolve())) or word(N_("Your name"))
    url = _checked_url(options.url or ask("URL of the site?"))
    question = "Show drafts in previews of pull requests, to everybody who knows their URL? (y/n)"
    previews = options.previews or ask(question, "n").lower().startswith(("y", "是"))
    zone = local_zone() or "UTC"
    # In the time zone of the new site: the date of the first post must not be in the future.
    today = assumed_time(parse_zone(zone)).date()
    return {
        "title": title,
        "heading": markdown_text(title),
        "author": author,
        "key": file_name(author) or "me",
        "url": url,
        "_": word,
        "language": language,
        "languages": _languages(options.languages) or {language[:2]: language_name(language[:2])},
        "is_root": options.blog_only,
        "path": SITE if options.blog_only else "blog",
        "previews": previews,
        "copyright": f"{today.year}, {author}",
        "date": today.isoformat(),
        "zone": zone,
        "no_url": NO_URL,
        "package": _PACKAGE,
    }


def _checked_url(url: str) -> str:
    """Return *url*, or raise :exc:`CommandError` if it is not the URL of a site; ``""`` is none."""
    if url and not (url.startswith(("http://", "https://")) and is_safe_url(url)):
        raise CommandError(f"{visible(url)} is not an absolute URL", USAGE)
    return url


def _languages(text: str) -> dict[str, str]:
    """Return the codes in ``--languages``, each once, with the names of the languages."""
    codes = [code.strip() for code in text.split(",") if code.strip()]
    for code in codes:
        if not valid_language(code):
            raise CommandError(f"--languages: {visible(no_language(code))}", USAGE)
    return {code: language_name(code) for code in codes}


def _posts(values: Mapping[str, Any], templates: Environment) -> dict[str, str]:
    """Return the first post in each language, by its file."""
    first = f"{'' if values['is_root'] else 'blog/'}hello"
    posts: dict[str, str] = {}
    for code in values["languages"]:
        # Without a catalog, the text is in English, whatever the language: once is enough.
        own = code if code[:2] in {"en", *_POSTS} or words_in(code)(_GREETING) != _GREETING else "en"
        if not posts or own == code:
            is_marked = len(values["languages"]) > 1 or own[:2] != values["language"][:2]
            template = templates.get_template(f"{_POSTS.get(code[:2], 'blog/hello.md')}.jinja")
            suffix, translation = (f"-{code}", first) if posts else ("", "")
            fields = {"code": own if is_marked else "", "translation": translation}
            posts[f"{first}{suffix}.md"] = template.render({**values, "_": words_in(code)}, **fields)
    return posts


def _templates() -> Environment:
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
    templates.filters["comment"] = comment
    return templates


def _write(folder: Path, files: dict[str, str]) -> None:
    # Hidden files may exist already: never overwrite one.
    if taken := [name for name in files if os.path.lexists(folder / name)]:
        raise CommandError(f"{visible(folder)} already has {taken[0]}; nothing was written")
    for name, text in files.items():
        site_config.create_file(folder / name, text)
        print(painted("written", "good"), visible(folder / name))
    source, target = (shlex.quote(visible(path)) for path in (folder, folder / "_build" / "html"))
    print(f"Build it: python -m sphinx -b html {source} {target}")
    print('Write a post: blogext new "Its title"')
    if 'html_baseurl = ""' in files["conf.py"]:
        print("Without the URL of the site, there are no feeds and no sitemap: set html_baseurl in conf.py.")
