"""Leftovers: tags missing from ``blog_tags``, and images beside posts that no document uses."""

from __future__ import annotations

import difflib
import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import quote

from sphinx.util.matching import Matcher

from sphinx_blogext.core.model import other_names
from sphinx_blogext.core.slugs import normalize

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sphinx_blogext.command.inspection import Inspection
    from sphinx_blogext.core.model import TermSettings

_PICTURES = frozenset({".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".svg", ".bmp", ".tif", ".tiff"})


def unknown_tags(found: Inspection) -> dict[str, tuple[list[str], str]]:
    """Return tags missing from ``blog_tags``: tag -> the posts that have it, and a suggestion.

    Without ``blog_tags``, return tags of one post that resemble a tag of several.
    """
    users: dict[str, list[str]] = {}
    for post in found.posts:
        for name in post.terms.get("tag", ()):
            users.setdefault(name, []).append(post.key)
    return _not_declared(users, found.tags) if found.tags else _slips(users)


def _slips(users: dict[str, list[str]]) -> dict[str, tuple[list[str], str]]:
    usual = {name for name, posts in users.items() if len(posts) > 1}
    rare = {name: _similar(name, usual) for name in users.keys() - usual}
    return {name: (users[name], near) for name, near in sorted(rare.items()) if near}


def _not_declared(users: dict[str, list[str]], tags: dict[str, TermSettings]) -> dict[str, tuple[list[str], str]]:
    names = tags.keys() | other_names(tags).keys()
    labels = [tag.name for tag in tags.values()]
    return {
        name: (posts, next(iter(difflib.get_close_matches(name, labels, n=1)), ""))
        for name, posts in users.items()
        if normalize(name) not in names
    }


def _similar(name: str, others: set[str]) -> str:
    """Return the one of *others* that *name* may be a slip for, or ``""``: not one with another number."""
    near = difflib.get_close_matches(name, sorted(others), n=1, cutoff=0.8)
    digits = [re.sub(r"\D", "", each) for each in (name, *near)]
    return near[0] if near and digits[0] == digits[-1] else ""


def orphan_pictures(found: Inspection, folder: Path) -> list[str]:
    """Return images beside posts that no document of the site in *folder* shows, links to or names."""
    config = found.config.sphinx
    skipped = [*config.exclude_patterns, *config.templates_path, *config.html_static_path, *config.html_extra_path]
    matches = Matcher(skipped)
    pictures = {path.relative_to(folder).as_posix(): path for path in _pictures(found, folder)}
    left = {
        name: path for name, path in pictures.items() if name not in found.used and not _is_skipped(name, matches)
    }
    texts = {path: _text(path) for path in (*found.documents.values(), folder / "conf.py")} if left else {}
    return sorted(name for name, path in left.items() if not _is_named(path, texts))


def _is_skipped(name: str, matches: Matcher) -> bool:
    """Return whether *matches* matches the file *name* or a folder that contains it."""
    path = PurePosixPath(name)
    return any(matches(each.as_posix()) for each in (path, *path.parents))


def _pictures(found: Inspection, folder: Path) -> Iterator[Path]:
    """Yield the images in the blog's folder, and those in the folders of posts elsewhere."""
    blog = folder / found.config.root
    beside = {found.documents[post.docname].parent for post in found.posts if post.docname in found.documents}
    for path in blog.rglob("*") if blog.is_dir() else ():
        if path.suffix.lower() in _PICTURES:
            yield path
    for place in beside:
        if not place.is_relative_to(blog):
            yield from (path for path in place.iterdir() if path.suffix.lower() in _PICTURES)


def _is_named(picture: Path, texts: dict[Path, str]) -> bool:
    """Return whether a text names *picture*, e.g. in raw HTML; texts in other folders must name its folder."""
    own, with_folder = picture.name, f"{picture.parent.name}/{picture.name}"
    return any(
        name in text or quote(name) in text
        for path, text in texts.items()
        for name in [own if path.parent == picture.parent else with_folder]
    )


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
