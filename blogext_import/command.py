"""``blogext import``: convert the posts of another engine's site, with the files they use."""

import re
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from blogext_import.engines import folder, sections
from blogext_import.engines.folder import ChoiceError, Choices
from blogext_import.importing import InPlaceError, Place, Wishes, import_site
from blogext_import.old_files import Source
from blogext_import.post_records import ImportedPost
from blogext_import.recognition import ENGINES, OTHERS, Engine, engines_of
from blogext_import.report import print_remarks, print_report
from sphinx_blogext.command.site_config import read_config
from sphinx_blogext.command.terminal import FINE, PROBLEMS, USAGE, CommandError, Commands, add_command, visible

_EXAMPLE = "blogext import hexo ../old-blog --dry-run\nblogext import hugo ../old-blog --to docs/blog"
#: The page about engines that have no importer of their own.
_PAGE = "https://sphinx-blogext.readthedocs.io/how-to/moving/any-engine.html"
_LONG = 50


def declare(commands: Commands) -> None:
    purpose = "Import the posts of a blog made with another engine."
    parser = add_command(commands, "import", run, purpose, _EXAMPLE)
    engines = f"{', '.join(ENGINES)}; markdown for a folder of posts, sections for a page of dated sections"
    parser.add_argument("engine", metavar="ENGINE", help=engines)
    source = "the folder of the site to import, or the page for “sections”"
    parser.add_argument("source", metavar="SOURCE", nargs="?", help=source)
    to = "the folder to write the posts to (default: “blog”); existing files are not changed"
    parser.add_argument("--to", default="blog", metavar="DIR", help=to)
    tag = "write TEXT in place of a tag, such as “photo=![]({0})”; {0}, {name} and {body} are filled in"
    parser.add_argument("--tag", action="append", default=[], metavar="NAME=TEXT", help=tag)
    only = parser.add_argument_group("for “blogext import markdown”")
    only.add_argument(
        "--posts", metavar="GLOB", default="", help="the folder of posts, or a pattern for their files"
    )
    url = "their URLs, such as https://example.org/blog/{year}/{slug}/; also {month}, {day}, {name} and {path}"
    only.add_argument("--url", metavar="PATTERN", default="", help=url)
    assets = "a folder whose files are at the root of the old site"
    only.add_argument("--assets", action="append", default=[], metavar="DIR", help=assets)
    only.add_argument("--drafts", metavar="KEY", default="", help="the key that is true in drafts")
    guess = "write the language of each post, as its text suggests, if posts are in several and name none"
    parser.add_argument("--guess-languages", action="store_true", help=guess)
    parser.add_argument("--dry-run", action="store_true", help="write nothing; only print the report")
    parser.add_argument("--all", action="store_true", help="list every place in the report")


def run(options: Namespace) -> int:
    engine, source = _engine_and_source(options)
    target = Path(options.to).resolve()
    if target.exists() and not target.is_dir():
        raise CommandError(f"{visible(options.to)} is not a folder", USAGE)
    try:
        tags = dict(_tag(each) for each in options.tag)
        wishes = Wishes(options.dry_run, options.guess_languages, tags)
        imported = import_site(source, engine, _place(target), wishes, _progress)
    except ChoiceError as error:
        raise CommandError(visible(error), USAGE) from error
    except InPlaceError as error:
        message = "the posts cannot be written to the folder they come from: choose another with “--to”"
        raise CommandError(message, USAGE) from error
    if not imported.site.posts:
        message = "no posts found in %(source)s where %(engine)s keeps them"
        if engine.name in ("markdown", "sections"):
            message = "nothing in %(source)s has a date" + (
                "" if options.posts else "; “--posts” names undated posts"
            )
        print_remarks(imported, options)
        raise CommandError(message % {"source": visible(options.source), "engine": engine.label})
    print_report(imported, engine, options)
    return FINE if imported.is_whole else PROBLEMS


def _tag(option: str) -> tuple[str, str]:
    name, sign, text = option.partition("=")
    if not name or not sign:
        raise CommandError(f"“--tag {visible(option)}” is not a name and a text: write --tag 'name=text'", USAGE)
    return name, text


def _engine_and_source(options: Namespace) -> tuple[Engine, Source]:
    name, path = options.engine.lower(), Path(options.source or "")
    choices = Choices(options.posts, options.url, tuple(options.assets), options.drafts)
    if name in OTHERS:
        message = "posts of %(name)s are imported by “blogext import markdown”: see %(page)s"
        raise CommandError(message % {"name": name, "page": _PAGE}, USAGE)
    if options.source is None:
        raise CommandError(f"name the old site: blogext import {visible(name)} SOURCE", USAGE)
    if name == "markdown":
        _check_folder(path)
        return Engine(name, "Markdown", bool, partial(folder.read, choices=choices)), Source(path)
    if any(choices):
        raise CommandError(
            "“--posts”, “--url”, “--assets” and “--drafts” are for “blogext import markdown”", USAGE
        )
    if name == "sections":
        if not path.is_file():
            raise CommandError(f"{visible(path)} is not a file: “sections” reads one page", USAGE)
        read = partial(sections.read, name=path.name)
        return Engine(name, "Sections", bool, read), Source(path.parent)
    if name not in ENGINES:
        message = "“%(name)s” is not one of %(engines)s; for any other engine, see %(page)s"
        known = ", ".join((*ENGINES, "markdown", "sections"))
        raise CommandError(message % {"name": visible(name), "engines": known, "page": _PAGE}, USAGE)
    return ENGINES[name], _source(path, ENGINES[name])


def _check_folder(path: Path) -> None:
    if path.is_dir():
        return
    if "://" in str(path) or re.match(r"\w+:/(?!/)", str(path)):
        reason = "is a URL: clone or download the sources of the site first"
    elif path.suffix.lower() in {".zip", ".gz", ".tgz", ".tar", ".xz", ".7z"}:
        reason = "is an archive: unpack it first"
    else:
        reason = "is a file, not a folder" if path.exists() else "is not a folder"
    raise CommandError(f"{visible(path)} {reason}", USAGE)


def _source(path: Path, engine: Engine) -> Source:
    """Return the folder of the site: *path*, or the folder inside it that contains the site."""
    _check_folder(path)
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
        command = f"blogext import {engines[0].name} {visible(path)}"
        raise CommandError(f"this looks like {engines[0].label}, not {engine.label}: run “{command}”", USAGE)
    return source


def _place(folder: Path) -> Place:
    """Return the site that *folder* is in, and whether its location alone makes documents there posts."""
    root = next((each for each in (folder, *folder.parents) if (each / "conf.py").is_file()), None)
    if root is None:
        return Place(folder, folder.parent, is_blog=True, path=folder.name)
    name = (folder.relative_to(root) / "post").as_posix()
    try:
        is_blog = read_config(root).matches(name, f"{name}.md")
    except CommandError:
        # A build reports the error.
        is_blog = True
    return Place(folder, root, is_blog=is_blog, path="")


def _progress(posts: Sequence[ImportedPost]) -> Iterator[ImportedPost]:
    is_shown = sys.stderr.isatty() and len(posts) >= _LONG
    for number, post in enumerate(posts, start=1):
        yield post
        if is_shown and (number % 10 == 0 or number == len(posts)):
            done = 30 * number // len(posts)
            bar = f"\r[{'#' * done}{'.' * (30 - done)}] {number}/{len(posts)}"
            print(bar, end="" if number < len(posts) else "\r\x1b[K", file=sys.stderr, flush=True)
