"""Add a blog to an existing site: what ``blogext init`` does where there is a ``conf.py``."""

import difflib
import json
import os
import tokenize
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from itertools import filterfalse
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from markdown_it import MarkdownIt
from mdit_py_plugins.colon_fence import colon_fence_plugin
from sphinx.util.matching import Matcher, patfilter

from sphinx_blogext._compat import is_set
from sphinx_blogext.command import site_config
from sphinx_blogext.command.terminal import FINE, CommandError, comment, local_zone, painted, visible, words_in
from sphinx_blogext.config.blogs import BlogConfig
from sphinx_blogext.core import N_
from sphinx_blogext.core.addresses import documents_of, name_at
from sphinx_blogext.core.dates import parse_zone
from sphinx_blogext.markup.quote import one_line, rst_title
from sphinx_blogext.patterns import pattern
from sphinx_blogext.site.withholding import assumed_time

_EXTENSION = "sphinx_blogext"
#: The navigation is in a file of its own.
_EXTERNAL_TOC = "sphinx_external_toc"
#: The action that publishes on GitHub Pages.
_PAGES = b"actions/deploy-pages"
_GITHUB = pattern(r".*\bgithub\.com[:/](?P<owner>[\w.-]+)/(?P<name>[\w.-]+?)(?:\.git)?/?")
#: At the margin: what is indented may be part of a comment, or of a text that shows how to write a toctree.
_RST = pattern(r"\.\. toctree::\s*$")
#: An empty line, or an option.
_NO_ENTRY = pattern(r"\s*(?::[\w-]+:|$)")
NO_URL = N_(
    'The URL where the site will be published, such as "https://example.org/". Without it, there are no feeds '
    "and no sitemap, except on Read the Docs, which provides the URL itself."
)


class Change(NamedTuple):
    """A file with its content before (``None`` if it is new) and after."""

    path: Path
    before: bytes | None
    after: bytes


def add_blog(folder: Path, package: str, *, write: bool) -> int:
    """Show what the site in *folder* needs for a blog; with *write*, add it. *package* is what to install."""
    config = site_config.read_config(folder)
    if not (changes := list(_changes(config, folder))):
        print(f"{_name(folder / 'conf.py')} already has everything a blog needs")
        return FINE
    for change in changes:
        if not write:
            _show(change)
        elif change.before is None:
            site_config.create_file(change.path, change.after.decode())
        else:
            change.path.write_bytes(change.after)
            print(painted("changed", "good"), _name(change.path))
    page = changes[-1]
    if b"orphan" in page.after.partition(b"\n\n")[0]:
        docname = page.path.relative_to(folder).with_suffix("").as_posix()
        below = f'_toc.yml, with "- glob: {visible(docname.rpartition("/")[0])}/*" below it'
        place = below if _EXTERNAL_TOC in config.sphinx.extensions else "a toctree"
        print(f'Add {visible(docname)} to {place}, and remove "orphan" from {_name(page.path)}.')
        roots = map(Path.is_file, site_config.documents_at(folder, str(config.sphinx.root_doc)))
        if place != below and not any(roots):
            print("There is no root document beside conf.py: move the blog to where your documents are.")
    print(f"For continuous integration and Read the Docs, add this to the requirements: {package}")
    if not write:
        print("Nothing was written. To write this, run the command with --write.")
    return FINE


def _changes(config: BlogConfig, folder: Path) -> Iterator[Change]:
    """Yield what the site lacks: the first page last, so that another call completes what an error has ended."""
    yield from _conf_change(config, folder)
    root = name_at(config.root)
    if any(path.is_file() for path in site_config.documents_at(folder, root)):
        return
    index = next(filter(Path.is_file, site_config.documents_at(folder, str(config.sphinx.root_doc))), None)
    entry = _toctree_change(config, index, documents_of(root)[1])
    if entry and entry.before != entry.after:
        yield entry
    suffix = index.suffix if index and index.suffix in {".rst", ".txt"} else ".rst"
    if site_config.reads_markdown(config):
        suffix = ".md"
    word = words_in(config.language)
    if not any((folder / root).glob("[!_.]*.*")):
        yield Change(folder / root / f"hello{suffix}", None, _post(config, word, suffix).encode())
    page, site = PurePosixPath(root, f"index{suffix}"), config.sphinx
    excluded = map(Matcher(site.exclude_patterns), map(str, (page, *page.parents[:-1])))
    if any((*excluded, not Matcher(site.include_patterns)(str(page)))):
        raise CommandError(f"exclude_patterns or include_patterns leaves out {page}; nothing was written")
    text = _page(word("Blog"), suffix, is_orphan=entry is None)
    yield Change(folder / root / f"index{suffix}", None, text.encode())


def _conf_change(config: BlogConfig, folder: Path) -> Iterator[Change]:
    if "ablog" in config.sphinx.extensions:
        remedy = 'in extensions, replace "ablog" with "sphinx_blogext.ablog"'
        raise CommandError(f"this site uses ABlog, which defines the same directives: {remedy}")
    path = folder / "conf.py"
    before = path.read_bytes()
    encoding = tokenize.detect_encoding(BytesIO(before).readline)[0]
    if lines := _lines(config, folder, is_ascii=not encoding.startswith("utf-8")):
        newline = "\r\n" if b"\r\n" in before else "\n"
        start = b"" if before.endswith(b"\n") or not before else newline.encode()
        yield Change(path, before, before + start + newline.join([*lines, ""]).encode(encoding))


def _toctree_change(config: BlogConfig, index: Path | None, entry: str) -> Change | None:
    """Return the root document with *entry* in its last toctree, or ``None`` if it has none to read."""
    if index is None or _EXTERNAL_TOC in config.sphinx.extensions:
        return None
    before = index.read_bytes()
    entry = f"/{entry}" if "/" in str(config.sphinx.root_doc) else entry
    after = with_entry(before.decode("utf-8", "surrogateescape"), entry, is_markdown=index.suffix == ".md")
    return None if after is None else Change(index, before, after.encode("utf-8", "surrogateescape"))


def _page(title: str, suffix: str, *, is_orphan: bool) -> str:
    """Return the first page of the blog; an orphan gets no warning until it is in a toctree."""
    if suffix == ".md":
        orphan = "---\norphan: true\n---\n" if is_orphan else ""
        return f"{orphan}# {title}\n\n```{{postlist}}\n:paginate:\n```\n"
    orphan = ":orphan:\n\n" if is_orphan else ""
    return f"{orphan}{rst_title(title)}\n\n.. postlist::\n   :paginate:\n"


def _post(config: BlogConfig, word: Callable[[str], str], suffix: str) -> str:
    title, first = word("Hello"), word("Every document below the folder `blog` that has a date is a post.")
    if config.root != "blog":
        first = word("Every document that has a date is a post.")
    rest = word("The text above the marker is its teaser, which appears in lists.")
    rest += f'\n\n{word("To start the next post, run this command:")} `blogext new "{word("Its title")}"`\n'
    zone = config.blog_timezone if is_set(config.sphinx, "blog_timezone") else parse_zone(local_zone() or "UTC")
    date = assumed_time(zone).date()
    if suffix == ".md":
        return f"---\ndate: {date}\n---\n# {title}\n\n{first}\n\n<!-- more -->\n\n{rest}"
    return f".. post:: {date}\n\n{rst_title(title)}\n\n{first}\n\n.. more::\n\n{rest}".replace("`", "``")


def _lines(config: BlogConfig, folder: Path, *, is_ascii: bool) -> list[str]:
    """Return the lines missing from ``conf.py``, with comments in the language of the site."""
    site, word = config.sphinx, words_in("en" if is_ascii else config.language)
    if not {_EXTENSION, f"{_EXTENSION}.ablog"}.isdisjoint(site.extensions):
        return []
    lines = ["", f"# -- {word('The blog')} --", ""]
    lines.append(f'extensions = [{"*extensions, " if is_set(site, "extensions") else ""}"{_EXTENSION}"]')
    if not is_set(site, "blog_title"):
        title = one_line(f"{site.project if is_set(site, 'project') else ''} {word('Blog')}")
        lines.append(f"blog_title = {json.dumps(title, ensure_ascii=is_ascii)}")
    if (zone := local_zone()) and not is_set(site, "blog_timezone"):
        lines.append(f'blog_timezone = "{zone}"  # {word("of dates without a time zone")}')
    if any(map(partial(is_set, site), ("html_baseurl", "blog_baseurl"))):
        return lines
    if url := _url_on_github(folder):
        # Other pages do not change because the blog has a URL.
        return [*lines, f'blog_baseurl = "{url}"']
    return [*lines, *comment(word(NO_URL)).splitlines(), 'html_baseurl = ""']


def _url_on_github(folder: Path) -> str:
    """Return the URL of the site on GitHub Pages if a workflow of the repository publishes it there, or ``""``."""
    repository = next((path for path in (folder, *folder.parents) if (path / ".git").exists()), folder)
    match = _GITHUB.fullmatch(site_config.git_output(folder, "remote", "get-url", "origin"))
    flows = (path.read_bytes() for path in repository.glob(".github/workflows/*.y*ml"))
    # With a domain of its own, the site has another URL.
    has_domain = (repository / "CNAME").exists() or (folder / "CNAME").exists()
    if not match or has_domain or not any(_PAGES in flow for flow in flows):
        return ""
    host, name = f"{match['owner'].lower()}.github.io", match["name"]
    return f"https://{host}/{'' if name.lower() == host else f'{name}/'}"


def _name(path: Path) -> str:
    return visible(os.path.relpath(path))


def _show(change: Change) -> None:
    name = _name(change.path)
    before, after = ((data or b"").decode("utf-8", "replace").splitlines() for data in change[1:])
    old = name if change.before is not None else "/dev/null"
    for line in difflib.unified_diff(before, after, old, name, lineterm=""):
        print(painted(visible(line), {"+": "good", "-": "bad"}.get(line[:1], "faint")))


def with_entry(text: str, entry: str, *, is_markdown: bool) -> str | None:
    """Return *text* with *entry* in its last toctree, or ``None`` if it has no toctree at the margin."""
    lines = text.splitlines(keepends=True)
    blocks = list(_markdown_blocks(text, lines) if is_markdown else _rst_blocks(lines, 0, len(lines)))
    if not blocks:
        return None
    start, end, indent = blocks[-1]
    entries = list(filterfalse(_NO_ENTRY.match, lines[start + 1 : end]))
    # One that has wildcards but is no pattern names no document either.
    if any(patfilter([entry], line.strip()) for line in entries):
        return text
    newline = "\r\n" if lines[start].endswith("\r\n") else "\n"
    # An entry follows the last one as that stands, and options after an empty line.
    margin = entries[-1][: -len(entries[-1].lstrip())] if entries else f"{newline}{indent}" * bool(indent)
    last = max(number for number in range(start, end) if lines[number].strip())
    lines[last] = f"{lines[last].rstrip()}{newline}{margin}{entry}{newline}"
    return "".join(lines)


def _rst_blocks(lines: list[str], first: int, last: int) -> Iterator[tuple[int, int, str]]:
    """Yield the first line of each toctree, the line after its last, and the indent of what it contains."""
    for start in (number for number in range(first, last) if _RST.match(lines[number])):
        # The directive ends at the next text at the margin.
        yield start, next((number for number in range(start + 1, last) if lines[number][:1].strip()), last), "   "


def _markdown_blocks(text: str, lines: list[str]) -> Iterator[tuple[int, int, str]]:
    """Yield the same for toctrees that are in no other directive or comment, except in reStructuredText."""
    for token in MarkdownIt("commonmark").use(colon_fence_plugin).parse(text):
        if token.level or token.map is None:
            continue
        start, end = token.map
        if token.info.strip() == "{toctree}":
            yield start, end - 1, ""
        elif token.info.strip() == "{eval-rst}":
            yield from _rst_blocks(lines, start + 1, end - 1)
