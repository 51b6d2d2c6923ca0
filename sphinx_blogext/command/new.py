"""``blogext new``: write a file for a post, named after its title, with front matter filled in."""

import os
from argparse import Namespace
from pathlib import Path

from sphinx.errors import ConfigError

from sphinx_blogext.command import site_config
from sphinx_blogext.command.terminal import FINE, USAGE, CommandError, Commands, add_command, painted, visible
from sphinx_blogext.config.blogs import BlogConfig
from sphinx_blogext.core.addresses import is_generated
from sphinx_blogext.core.metadata import split_names
from sphinx_blogext.core.taxonomies import normalize
from sphinx_blogext.core.terms import file_name, other_names
from sphinx_blogext.lang.codes import guess_among, no_language, valid_language
from sphinx_blogext.markup.quote import Value, markdown_text, one_line, rst_options, rst_title, yaml_lines
from sphinx_blogext.site.withholding import assumed_time


def declare(commands: Commands) -> None:
    example = 'blogext new "Adding ten million floats" --tag python --tag numerics --draft'
    parser = add_command(commands, "new", run, "Create a file for a new post.", example)
    parser.add_argument("title", metavar="TITLE", help="the title of the post")
    parser.add_argument("--draft", action="store_true", help="mark the post as a draft")
    parser.add_argument("--rst", action="store_true", help="write reStructuredText instead of Markdown")
    parser.add_argument("--date", help="2026-11-20 or 2026-11-20 09:30 (default: now, in blog_timezone)")
    tags = "a tag, or several separated by commas; can be repeated"
    parser.add_argument("--tag", action="append", default=[], help=tags)
    parser.add_argument("--category", help="the category")
    parser.add_argument("--series", help="the series that the post belongs to")
    author = "the author (default: the only one in blog_authors, or the name set in Git)"
    parser.add_argument("--author", help=author)
    parser.add_argument("--language", help='such as "en" (default: guessed from the letters of the title)')
    parser.add_argument("--site", metavar="DIR", help="the folder of the site (default: the one you are in)")


def run(options: Namespace) -> int:
    if not (title := one_line(options.title)):
        raise CommandError("the title is empty", USAGE)
    folder = site_config.site_folder(options.site)
    config = site_config.read_config(folder).at(Path.cwd().as_posix().removeprefix(f"{folder.as_posix()}/"))
    is_rst = options.rst or not site_config.reads_markdown(config)
    fields = _fields(options, title, folder, config)
    name = file_name(title) or file_name(str(fields["date"]))
    # That of a page which the blog generates would get another text.
    path = folder / config.root / f"{name}{'-post' if is_generated(name) else ''}{'.rst' if is_rst else '.md'}"
    # Not even one in another markup or in a folder of its own.
    if other := next(filter(os.path.lexists, site_config.documents_at(path.parent, path.stem)), None):
        raise CommandError(f"{visible(os.path.relpath(other))} already exists; nothing was written")
    docname = path.relative_to(folder).as_posix().removesuffix(path.suffix)
    if not is_rst and not config.matches(docname, path.name):
        fields["blogpost"] = True
    site_config.create_file(path, _render(title, fields, is_rst=is_rst))
    marker = ".. more::" if is_rst else "<!-- more -->"
    print(painted(f'Lists show the text above "{marker}", or else the first paragraph.', "faint"))
    return FINE


def _fields(options: Namespace, title: str, folder: Path, config: BlogConfig) -> dict[str, Value]:
    names = [name for text in options.tag for name in map(one_line, split_names(text))]
    fields: dict[str, Value] = {
        "date": _date_of(options.date, config),
        "tags": list(dict.fromkeys(filter(None, names))),
        "category": one_line(options.category or ""),
        "series": one_line(options.series or ""),
        "author": _author_of(options.author, folder, config),
        "language": _language(options.language, title, config),
        "draft": options.draft,
    }
    return {name: value for name, value in fields.items() if value}


def _date_of(given: str | None, config: BlogConfig) -> str:
    """Return the date to write: *given*, or the current minute in the blog's time zone."""
    try:
        if given is None:
            return f"{assumed_time(config.blog_timezone):%Y-%m-%d %H:%M}"
        config.dates.read(one_line(given))
    except ConfigError as error:
        raise CommandError(visible(error)) from error
    except ValueError as error:
        reason = "cannot be read: write it as 2026-11-20 or 2026-11-20 09:30"
        raise CommandError(f"the date {visible(repr(given))} {reason}", USAGE) from error
    return one_line(given)


def _author_of(given: str | None, folder: Path, config: BlogConfig) -> str:
    """Return the author, by the name to use in posts, or ``""`` if nobody or the default author is named."""
    if given is not None:
        return one_line(given)
    settings = config.terms["author"]
    name = site_config.git_output(folder, "config", "user.name")
    key = normalize(other_names(settings).get(normalize(name), name))
    if name and key in settings:
        return settings[key].name
    if len(settings) == 1:
        return next(iter(settings.values())).name
    return "" if settings or config.blog_default_author else name


def _language(given: str | None, title: str, config: BlogConfig) -> str:
    if given is None:
        return guess_among(title, config.language, config.blog_languages)
    if not valid_language(given) and given not in config.blog_languages:
        raise CommandError(f"language: {visible(no_language(given))}", USAGE)
    return given


def _render(title: str, fields: dict[str, Value], *, is_rst: bool) -> str:
    if not is_rst:
        return f"---\n{yaml_lines(fields)}\n---\n# {markdown_text(title)}\n\n"
    options = rst_options({name: value for name, value in fields.items() if name != "date"})
    directive = f".. post:: {fields['date']}\n{options}".rstrip()
    return f"{directive}\n\n{rst_title(title)}\n\n"
