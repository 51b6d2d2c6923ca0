"""A blog for an existing site: what its ``conf.py`` and its folder lack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_blogext._compat import is_set
from sphinx_blogext.command.console import FINE, CommandError, painted
from sphinx_blogext.command.post_facts import SUFFIXES
from sphinx_blogext.command.site_config import read_config, reads_markdown
from sphinx_blogext.command.terminal_words import _, visible
from sphinx_blogext.core.addresses import documents_of, name_at

if TYPE_CHECKING:
    from pathlib import Path

    from sphinx_blogext.config.blogs import BlogConfig

_EXTENSION = "sphinx_blogext"
#: Extensions that load it.
_LOADING = frozenset({_EXTENSION, f"{_EXTENSION}.ablog"})
#: Marked as an orphan, so that Sphinx emits no warning until the page is in a toctree.
_MARKDOWN = "---\norphan: true\n---\n# Blog\n\n```{postlist}\n:paginate:\n```\n"
_RST = ":orphan:\n\nBlog\n====\n\n.. postlist::\n   :paginate:\n"


def add_blog(folder: Path, *, write: bool) -> int:
    """Show what the site in *folder* needs for a blog; with *write*, add it."""
    config = read_config(folder)
    if "ablog" in config.sphinx.extensions:
        message = _(
            "this site uses ABlog, which defines the same directives: in extensions, replace “ablog” with "
            "“sphinx_blogext.ablog”"
        )
        raise CommandError(message)
    lines = _lines(config)
    suffix, text = (".md", _MARKDOWN) if reads_markdown(config) else (".rst", _RST)
    root = name_at(config.root)
    page = folder / root / f"index{suffix}"
    has_page = _has_page(folder, root)
    if not lines and has_page:
        print(_("%s already has everything a blog needs") % visible(folder / "conf.py"))
        return FINE
    if lines:
        _append(folder / "conf.py", lines, write=write)
    if not has_page:
        _create(page, text, write=write)
    if not write:
        print(_("Nothing was written. To add this, use “--write”."))
    elif not has_page:
        message = _(
            "Add this line to a toctree so that readers can find it, then remove “orphan” from %(page)s: %(line)s"
        )
        print(message % {"page": visible(page), "line": page.relative_to(folder).with_suffix("").as_posix()})
    return FINE


def _lines(config: BlogConfig) -> list[str]:
    """Return the lines missing from ``conf.py``."""
    if not _LOADING.isdisjoint(config.sphinx.extensions):
        return []
    has_some = is_set(config.sphinx, "extensions")
    lines = [f'extensions = [{"*extensions, " if has_some else ""}"{_EXTENSION}"]']
    if not is_set(config.sphinx, "blog_title"):
        lines.append('blog_title = "Blog"')
    if not (is_set(config.sphinx, "html_baseurl") or is_set(config.sphinx, "blog_baseurl")):
        lines.append('html_baseurl = ""  # such as "https://example.org/"; required by feeds and the sitemap')
    return ["# -- The blog: every document below the folder `blog` that has a date is a post.", *lines]


def _has_page(folder: Path, root: str) -> bool:
    return any((folder / f"{name}{suffix}").is_file() for name in documents_of(root) for suffix in SUFFIXES)


def _append(conf: Path, lines: list[str], *, write: bool) -> None:
    """Show the *lines* to append to *conf*; with *write*, append them."""
    print(painted(_("added to") if write else _("to add to"), "good" if write else "note"), visible(conf))
    print("\n".join(f"    {line}" for line in lines))
    if write:
        before = conf.read_bytes()
        newline = b"\r\n" if b"\r\n" in before else b"\n"
        start = [] if before.endswith(b"\n") else [b""]
        added = newline.join([*start, b"", *(line.encode("ascii") for line in lines), b""])
        # Append instead of rewriting the file: a build that reads it now sees all of its old contents.
        with conf.open("ab") as file:
            file.write(added)


def _create(page: Path, text: str, *, write: bool) -> None:
    print(painted(_("written") if write else _("to write"), "good" if write else "note"), visible(page))
    print("\n".join(f"    {line}".rstrip() for line in text.splitlines()))
    if write:
        page.parent.mkdir(parents=True, exist_ok=True)
        with page.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
