"""``blogext import``: convert the posts of another engine's site, with the files they use."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from blogext_import.importing import InPlaceError, Place, Wishes, import_site
from blogext_import.old_files import Source
from blogext_import.recognition import ENGINES, engines_of
from blogext_import.report import print_remarks, print_report
from sphinx_blogext.command.site_config import read_config
from sphinx_blogext.command.terminal import FINE, PROBLEMS, USAGE, CommandError, add_command, visible
from sphinx_blogext.read.front_matter import matches_pattern

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Sequence

    from blogext_import.post_records import ImportedPost
    from blogext_import.recognition import Engine
    from sphinx_blogext.command.terminal import Commands

_EXAMPLE = "blogext import hexo ../old-blog --dry-run\nblogext import hugo ../old-blog --to docs/blog"
#: The number of posts from which a progress bar is shown.
_LONG = 50


def declare(commands: Commands) -> None:
    purpose = "Import the posts of a blog made with another engine."
    parser = add_command(commands, "import", run, purpose, _EXAMPLE)
    parser.add_argument("engine", metavar="ENGINE", choices=tuple(ENGINES), help=", ".join(ENGINES))
    parser.add_argument("source", metavar="SOURCE", help="the folder of the site to import")
    to = "the folder to write the posts to (default: “blog”); existing files are not changed"
    parser.add_argument("--to", default="blog", metavar="DIR", help=to)
    tag = "write TEXT in the place of a tag, such as “photo=![]({0})”; {0}, {name} and {body} are filled in"
    parser.add_argument("--tag", action="append", default=[], metavar="NAME=TEXT", help=tag)
    guess = "write the language that each post looks like, where posts are in several and state none"
    parser.add_argument("--guess-languages", action="store_true", help=guess)
    parser.add_argument("--dry-run", action="store_true", help="write nothing; only print the report")
    parser.add_argument("--all", action="store_true", help="list every place in the report")


def run(options: Namespace) -> int:
    engine = ENGINES[options.engine]
    source = _source(Path(options.source), engine)
    folder = Path(options.to).resolve()
    if folder.exists() and not folder.is_dir():
        raise CommandError(f"{visible(options.to)} is not a folder", USAGE)
    try:
        tags = dict(_tag(each) for each in options.tag)
        wishes = Wishes(options.dry_run, options.guess_languages, tags)
        imported = import_site(source, engine, _place(folder), wishes, _progress)
    except InPlaceError as error:
        message = "the posts cannot be written to the folder they come from: choose another with “--to”"
        raise CommandError(message, USAGE) from error
    if not imported.site.posts:
        message = "no posts found in %(source)s where %(engine)s keeps them"
        print_remarks(imported, options)
        raise CommandError(message % {"source": visible(options.source), "engine": engine.label})
    print_report(imported, engine, options)
    return FINE if imported.is_whole else PROBLEMS


def _tag(option: str) -> tuple[str, str]:
    name, sign, text = option.partition("=")
    if not name or not sign:
        raise CommandError(f"“--tag {visible(option)}” is not a name and a text: write --tag 'name=text'", USAGE)
    return name, text


def _source(path: Path, engine: Engine) -> Source:
    """Return the folder of the site: *path*, or the folder inside it that contains the site."""
    if not path.is_dir():
        raise CommandError(f"{visible(path)} is not a folder", USAGE)
    source = Source(path)
    engines = engines_of(source)
    if engine in engines:
        return source
    folders = {
        "/".join(name.split("/")[:depth]) for name in source.files for depth in (1, 2) if name.count("/") >= depth
    }
    inside = (each for each in map(source.within, sorted(folders)) if engine.recognizes(each))
    if (nearest := next(inside, None)) is not None:
        return nearest
    if engines:
        message = "this looks like %(other)s, not %(engine)s: run “blogext import %(name)s %(source)s”"
        values = {
            "other": engines[0].label,
            "engine": engine.label,
            "name": engines[0].name,
            "source": visible(path),
        }
        raise CommandError(message % values, USAGE)
    return source


def _place(folder: Path) -> Place:
    """Return the site that *folder* is in, and whether its location alone makes documents there posts."""
    root = next((each for each in (folder, *folder.parents) if (each / "conf.py").is_file()), None)
    if root is None:
        return Place(folder, folder.parent, is_blog=True, path=folder.name)
    name = (folder.relative_to(root) / "post").as_posix()
    try:
        is_blog = matches_pattern(name, f"{name}.md", read_config(root))
    except CommandError:
        # A build reports the error.
        is_blog = True
    return Place(folder, root, is_blog=is_blog, path="")


def _progress(posts: Sequence[ImportedPost]) -> Iterator[ImportedPost]:
    """Yield the posts, and show progress on a terminal."""
    is_shown = sys.stderr.isatty() and len(posts) >= _LONG
    for number, post in enumerate(posts, start=1):
        yield post
        if is_shown and (number % 10 == 0 or number == len(posts)):
            done = 30 * number // len(posts)
            bar = f"\r[{'#' * done}{'.' * (30 - done)}] {number}/{len(posts)}"
            print(bar, end="" if number < len(posts) else "\r\x1b[K", file=sys.stderr, flush=True)
