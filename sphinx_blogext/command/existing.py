"""Add a blog to an existing site: what ``blogext init`` does where there is a ``conf.py``."""

from __future__ import annotations

import difflib
import json
import os
import posixpath
import tokenize
from contextlib import suppress
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from sphinx_blogext._compat import is_set
from sphinx_blogext.command import site_config
from sphinx_blogext.command.terminal import FINE, CommandError, comment, local_zone, painted, visible, words_in
from sphinx_blogext.command.toctrees import with_entry
from sphinx_blogext.core import N_
from sphinx_blogext.core.addresses import documents_of, name_at
from sphinx_blogext.core.dates import parse_zone
from sphinx_blogext.markup.quote import one_line, rst_title
from sphinx_blogext.patterns import pattern
from sphinx_blogext.read.drafts import assumed_time

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from sphinx.config import Config

    from sphinx_blogext.config.blogs import BlogConfig

_EXTENSION = "sphinx_blogext"
#: Extensions that load it.
_LOADING = frozenset({_EXTENSION, f"{_EXTENSION}.ablog"})
#: The navigation is in a file of its own.
_EXTERNAL_TOC = "sphinx_external_toc"
#: The action that publishes on GitHub Pages.
_PAGES = b"actions/deploy-pages"
_GITHUB = pattern(r".*\bgithub\.com[:/](?P<owner>[\w.-]+)/(?P<name>[\w.-]+?)(?:\.git)?/?")


#: What an empty URL means.
NO_URL = N_(
    'The URL where the site will be published, such as "https://example.org/". Without it, there are no feeds '
    "and no sitemap, except on Read the Docs, which provides the URL itself."
)


_BLOG = "Blog"


class Change(NamedTuple):
    """A file, its text before (``None`` if it is new) and after, and its encoding."""

    path: Path
    before: str | None
    after: str
    encoding: str = "utf-8"


def add_blog(folder: Path, package: str, *, write: bool) -> int:
    """Show what the site in *folder* needs for a blog; with *write*, add it. *package* is what to install."""
    config = site_config.read_config(folder)
    if "ablog" in config.sphinx.extensions:
        remedy = 'in extensions, replace "ablog" with "sphinx_blogext.ablog"'
        raise CommandError(f"this site uses ABlog, which defines the same directives: {remedy}")
    changes = list(_changes(config, folder))
    if not changes:
        print(f"{_name(folder / 'conf.py')} already has everything a blog needs")
        return FINE
    if write:
        _apply(changes)
    for change in changes:
        if not write:
            _show(change)
        else:
            print(painted("written" if change.before is None else "changed", "good"), _name(change.path))
    page = changes[0]
    if "orphan" in page.after.partition("\n\n")[0]:
        place = "_toc.yml" if _EXTERNAL_TOC in config.sphinx.extensions else "a toctree"
        docname = page.path.relative_to(folder).with_suffix("").as_posix()
        print(f'Add {visible(docname)} to {place}, and remove "orphan" from {_name(page.path)}.')
    print(f"For continuous integration and Read the Docs, add this to the requirements: {package}")
    if not write:
        print("Nothing was written. To write this, run the command with --write.")
    return FINE


def _changes(config: BlogConfig, folder: Path) -> Iterator[Change]:
    """Yield what the site lacks: new files first, as they harm nobody if a later one cannot be written."""
    root, suffix = name_at(config.root), _suffix(config, folder)
    if not any(path.is_file() for path in site_config.documents_at(folder, root)):
        word = words_in(config.language)
        entry = _toctree_change(config, folder, documents_of(root)[1])
        yield Change(folder / root / f"index{suffix}", None, _page(word(_BLOG), suffix, is_orphan=entry is None))
        if not any((folder / root).glob("[!_.]*.*")):
            yield Change(folder / root / f"hello{suffix}", None, _post(config, word, suffix))
        if entry and entry.before != entry.after:
            yield entry
    path = folder / "conf.py"
    encoding = tokenize.detect_encoding(BytesIO(path.read_bytes()).readline)[0]
    if lines := _lines(config, folder, is_ascii=not encoding.startswith("utf-8")):
        before = path.read_bytes().decode(encoding)
        newline = "\r\n" if "\r\n" in before else "\n"
        start = "" if before.endswith("\n") or not before else newline
        yield Change(path, before, before + start + newline.join([*lines, ""]), encoding)


def _suffix(config: BlogConfig, folder: Path) -> str:
    """Return the suffix of new documents: Markdown if the site has it, otherwise that of its root document."""
    if site_config.reads_markdown(config):
        return ".md"
    suffixes = _suffixes(config)
    root = _root_document(config, folder)
    own = root.suffix if root else ""
    # Only MyST reads our directives in Markdown.
    return own if own in suffixes and own != ".md" else next((each for each in suffixes if each != ".md"), ".md")


def _suffixes(config: BlogConfig) -> list[str]:
    """Return the suffixes that ``conf.py`` names, in any of the forms that Sphinx accepts."""
    suffixes = config.sphinx.source_suffix
    return [suffixes] if isinstance(suffixes, str) else list(suffixes)


def _root_document(config: BlogConfig, folder: Path) -> Path | None:
    name = str(config.sphinx.root_doc)
    suffixes = (".md", ".rst", *_suffixes(config))
    return next((path for suffix in suffixes if (path := folder / f"{name}{suffix}").is_file()), None)


def _toctree_change(config: BlogConfig, folder: Path, entry: str) -> Change | None:
    """Return the root document with *entry* in its last toctree, or ``None`` if it has none to read."""
    path = _root_document(config, folder)
    if path is None or _EXTERNAL_TOC in config.sphinx.extensions:
        return None
    before = path.read_bytes().decode("utf-8", "surrogateescape")
    entry = f"/{entry}" if "/" in str(config.sphinx.root_doc) else entry
    after = with_entry(before, entry, is_markdown=path.suffix == ".md")
    return None if after is None else Change(path, before, after)


def _page(title: str, suffix: str, *, is_orphan: bool) -> str:
    """Return the first page of the blog; an orphan gets no warning until it is in a toctree."""
    if suffix == ".md":
        orphan = "---\norphan: true\n---\n" if is_orphan else ""
        return f"{orphan}# {title}\n\n```{{postlist}}\n:paginate:\n```\n"
    orphan = ":orphan:\n\n" if is_orphan else ""
    return f"{orphan}{rst_title(title)}\n\n.. postlist::\n   :paginate:\n"


def _post(config: BlogConfig, word: Callable[[str], str], suffix: str) -> str:
    """Return the first post, dated today."""
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
    if not _LOADING.isdisjoint(site.extensions):
        return []
    has_some = is_set(site, "extensions")
    lines = ["", f"# -- {word('The blog')} --", ""]
    lines.append(f'extensions = [{"*extensions, " if has_some else ""}"{_EXTENSION}"]')
    if is_set(site, "include_patterns"):
        folder_pattern = posixpath.join(config.root, "**")
        lines.append(f'include_patterns = [*include_patterns, "{folder_pattern}"]')
    if not is_set(site, "blog_title"):
        project = str(site.project) if is_set(site, "project") else ""
        # A JSON string is also a Python string.
        lines.append(f"blog_title = {json.dumps(one_line(f'{project} {word(_BLOG)}'), ensure_ascii=is_ascii)}")
    if (zone := local_zone()) and not is_set(site, "blog_timezone"):
        lines.append(f'blog_timezone = "{zone}"  # {word("of dates without a time zone")}')
    return lines + _url_lines(site, folder, word)


def _url_lines(site: Config, folder: Path, word: Callable[[str], str]) -> list[str]:
    if is_set(site, "html_baseurl") or is_set(site, "blog_baseurl"):
        return []
    if url := _url_on_github(folder):
        # Other pages do not change because the blog has a URL.
        return [f'blog_baseurl = "{url}"']
    return [*comment(word(NO_URL)).splitlines(), 'html_baseurl = ""']


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
    before, after = ((text or "").splitlines() for text in (change.before, change.after))
    old = name if change.before is not None else "/dev/null"
    for line in difflib.unified_diff(before, after, old, name, lineterm=""):
        kind = {"+": "good", "-": "bad"}.get(line[:1], "faint")
        print(painted(visible(line), kind))


def _apply(changes: list[Change]) -> None:
    """Write all changes, or none."""
    complete: list[Change] = []
    try:
        for change in changes:
            if change.before is None:
                site_config.create_file(change.path, change.after)
            else:
                _overwrite(change.path, change.after, change)
            complete.append(change)
    except OSError:
        for change in complete:
            if change.before is None:
                change.path.unlink()
                with suppress(OSError):
                    change.path.parent.rmdir()
            else:
                _overwrite(change.path, change.before, change)
        raise


def _overwrite(path: Path, text: str, change: Change) -> None:
    path.write_bytes(text.encode(change.encoding, "surrogateescape"))
