"""``blogext import``: convert the posts of another engine's site, with the files they use."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from blogext_import.files import Source
from blogext_import.importing import InPlaceError, Place, import_site
from blogext_import.recognition import ENGINES, engines_of
from blogext_import.site_files import by_folder
from sphinx_blogext.command.console import FINE, PROBLEMS, USAGE, CommandError, painted
from sphinx_blogext.command.site_config import read_config
from sphinx_blogext.command.subparsers import add_command
from sphinx_blogext.command.words import visible
from sphinx_blogext.read.front_matter import matches_pattern

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Sequence

    from blogext_import.copies import Elsewhere
    from blogext_import.importing import Imported
    from blogext_import.recognition import Engine
    from blogext_import.records import ImportedPost, Remark
    from sphinx_blogext.command.subparsers import Commands

_EXAMPLE = "blogext import hexo ../old-blog --dry-run\nblogext import hugo ../old-blog --to docs/blog"
#: How many places are listed for each kind of remark, and how many pages; ``--all`` lists every place.
_MOST_SHOWN = 10
#: The number of posts from which a progress bar is shown.
_LONG = 50


def declare(commands: Commands) -> None:
    purpose = "Import the posts of a blog made with another engine."
    parser = add_command(commands, "import", run, purpose, _EXAMPLE)
    parser.add_argument("engine", metavar="ENGINE", choices=tuple(ENGINES), help=", ".join(ENGINES))
    parser.add_argument("source", metavar="SOURCE", help="the folder of the site to import")
    to = "the folder to write the posts to (default: “blog”); existing files are not changed"
    parser.add_argument("--to", default="blog", metavar="DIR", help=to)
    files = "also copy all files of the old site to their old URLs, whether posts use them or not"
    parser.add_argument("--files", action="store_true", help=files)
    tag = "write TEXT in the place of a tag, such as “photo=![]({0})”; {0}, {name} and {body} are filled in"
    parser.add_argument("--tag", action="append", default=[], metavar="NAME=TEXT", help=tag)
    parser.add_argument("--dry-run", action="store_true", help="write nothing; only print the report")
    parser.add_argument("--all", action="store_true", help="list every place in the report")


def run(options: Namespace) -> int:
    engine = ENGINES[options.engine]
    source = _source(Path(options.source), engine)
    folder = Path(options.to).resolve()
    if folder.exists() and not folder.is_dir():
        raise CommandError(f"{visible(options.to)} is not a folder", USAGE)
    try:
        imported = import_site(
            source,
            engine,
            _place(folder),
            is_dry=options.dry_run,
            with_files=options.files,
            tags=dict(_tag(each) for each in options.tag),
            progress=_progress,
        )
    except InPlaceError as error:
        message = "the posts cannot be written to the folder they come from: choose another with “--to”"
        raise CommandError(message, USAGE) from error
    if not imported.site.posts:
        message = "no posts found in %(source)s where %(engine)s keeps them"
        _print_remarks(imported.remarks, everything=options.all)
        raise CommandError(message % {"source": visible(options.source), "engine": engine.label})
    _print(imported, engine, options)
    return PROBLEMS if imported.outcome.kept or source.lost else FINE


def _tag(given: str) -> tuple[str, str]:
    name, sign, text = given.partition("=")
    if not name or not sign:
        raise CommandError(f"“--tag {visible(given)}” is not a name and a text: write --tag 'name=text'", USAGE)
    return name, text


def _source(given: Path, engine: Engine) -> Source:
    """Return the folder of the site: *given*, or the folder inside it that contains the site."""
    if not given.is_dir():
        raise CommandError(f"{visible(given)} is not a folder", USAGE)
    source = Source(given)
    found = engines_of(source)
    if engine in found:
        return source
    folders = {
        "/".join(name.split("/")[:depth]) for name in source.files for depth in (1, 2) if name.count("/") >= depth
    }
    inside = (each for each in map(source.within, sorted(folders)) if engine.recognizes(each))
    if (nearest := next(inside, None)) is not None:
        return nearest
    if found:
        message = "this looks like %(other)s, not %(engine)s: run “blogext import %(name)s %(source)s”"
        values = {"other": found[0].label, "engine": engine.label, "name": found[0].name, "source": visible(given)}
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


def _print(imported: Imported, engine: Engine, options: Namespace) -> None:
    site, outcome = imported.site, imported.outcome
    drafts = sum(bool(post.fields.get("draft")) for post in site.posts)
    languages = sorted({post.language for post in site.posts if post.language})
    parts = [
        _count(len(site.posts), "post"),
        f"including {_count(drafts, 'draft')}" if drafts else "",
        f"{imported.files} image or file" if imported.files == 1 else f"{imported.files} images and files",
        f"in {', '.join(map(visible, languages))}" if languages else "",
    ]
    print(f"{engine.label}: " + ", ".join(part for part in parts if part))
    counts = {
        ("would be written" if options.dry_run else "written"): len(outcome.written),
        "already there and identical": len(outcome.same),
        "already there but different, left unchanged": len(outcome.kept),
    }
    print("  " + ", ".join(f"{label}: {count}" for label, count in counts.items() if count))
    _print_keys(imported)
    _print_elsewhere(imported.elsewhere, options)
    _print_remarks(imported.remarks, everything=options.all)
    print(painted("For conf.py:", "note") + f" {visible(Path(options.to) / imported.fragment_name)}")
    print("\n".join(f"    {line}".rstrip() for line in imported.fragment.splitlines()[2:]))


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _print_keys(imported: Imported) -> None:
    """Print the unknown front matter keys, and the pages that were not imported."""
    labels = {
        "Keys kept as they are": imported.site.kept,
        "Keys that have no equivalent, left out of the posts": imported.site.left_out,
    }
    for label, counts in labels.items():
        if counts:
            print(f"{label}: " + ", ".join(f"{visible(name)} ({count})" for name, count in counts.most_common()))
    if pages := imported.site.pages:
        print(f"Pages that are not posts, not imported: {len(pages)}")
        for path in pages[:_MOST_SHOWN]:
            print(f"  {visible(path)}")


def _print_elsewhere(files: Elsewhere, options: Namespace) -> None:
    """Print how many *files* of the old site are not at their old URLs."""
    if options.files:
        title = "Files whose old URLs are those of pages here, not copied: %d"
        _print_folders(title, [*files.used, *files.unused], options)
        return
    _print_folders("Files that posts use, at new URLs only: %d; “--files” keeps the old URLs", files.used, options)
    title = "Files that no post uses, not at their old URLs: %d; “--files” copies them there"
    _print_folders(title, files.unused, options)


def _print_folders(title: str, files: Sequence[str], options: Namespace) -> None:
    """Print how many *files* there are, after a *title* and by their folders."""
    if not files:
        return
    print(title % len(files))
    counts = Counter(by_folder(files)).most_common()
    shown = counts if options.all else counts[:_MOST_SHOWN]
    for folder, count in shown:
        print(f"  {visible(folder or '.')}: {count}")
    if len(shown) < len(counts):
        print(f"  … and {len(counts) - len(shown)} more; “--all” lists them")


def _print_remarks(remarks: Sequence[Remark], *, everything: bool) -> None:
    """Print the remarks grouped by kind, most frequent first."""
    counts = Counter(remark.text for remark in remarks)
    if remarks:
        print(painted(f"To review: {len(remarks)}", "note"))
    for text, count in counts.most_common():
        print(f"  {_summary(text)}: {count}")
        found = [remark for remark in remarks if remark.text == text]
        for remark in found if everything else found[:_MOST_SHOWN]:
            place = f"{visible(remark.path)}:{remark.line}" if remark.line else visible(remark.path)
            shown = visible(text % dict(remark.values))
            print(f"    {painted(place, 'name')}: {shown}")
        if len(found) > _MOST_SHOWN and not everything:
            print(f"    … and {len(found) - _MOST_SHOWN} more; “--all” lists them")


def _summary(text: str) -> str:
    """Return the text of a kind of remark, with the names of its values instead of the values."""
    return visible(text).replace("%(", "(").replace(")s", ")").replace("%%", "%")
