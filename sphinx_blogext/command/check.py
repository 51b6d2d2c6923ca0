"""``blogext check``: list the posts with their states, and the warnings of a build."""

from __future__ import annotations

import difflib
import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from sphinx_blogext.command.inspection import REMEDIES, inspect
from sphinx_blogext.command.site_config import site_folder
from sphinx_blogext.command.terminal import FINE, PROBLEMS, add_command, painted, visible
from sphinx_blogext.core.taxonomies import normalize
from sphinx_blogext.core.terms import other_names

if TYPE_CHECKING:
    from argparse import Namespace
    from pathlib import Path

    from sphinx_blogext.command.inspection import Inspection
    from sphinx_blogext.command.terminal import Commands
    from sphinx_blogext.core.model import Post

_EXAMPLE = "blogext check\nblogext check docs --json"
#: States of a post, and their colors.
_STATES = {"published": "good", "unlisted": "faint", "draft": "note", "due": "note", "expired": "bad"}


def declare(commands: Commands) -> None:
    purpose = "Check the posts of a site with a build in a temporary folder."
    parser = add_command(commands, "check", run, purpose, _EXAMPLE)
    parser.add_argument("dir", nargs="?", metavar="DIR", help="the folder of the site (default: this one)")
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    quick = "read the documents but write no pages: faster, but problems in writing pages are not found"
    parser.add_argument("--quick", action="store_true", help=quick)


def run(options: Namespace) -> int:
    folder = site_folder(options.dir)
    report = _report(inspect(folder, reads_only=options.quick), folder)
    if options.json:
        print(json.dumps(report, ensure_ascii=False, indent=2))
    else:
        _print(report)
    # A tag missing from blog_tags is fine, as not all tags need an entry; one similar to an entry is a typo.
    has_slip = any(tag["suggestion"] for tag in report["unknown_tags"])
    return PROBLEMS if has_slip or report["warnings"] else FINE


def _report(inspection: Inspection, folder: Path) -> dict[str, Any]:
    """Return the results as data that can be written as JSON."""
    tags = _unknown_tags(inspection)
    return {
        "site": str(folder),
        "posts": [_post(post, inspection, folder) for post in inspection.posts],
        "not_posts": [
            {"file": file, "reason": why, "remedy": REMEDIES[why]} for file, why in inspection.not_posts
        ],
        "hints": inspection.hints,
        "warnings": inspection.warnings,
        "unknown_tags": [
            {"tag": name, "posts": posts, "suggestion": near or None} for name, (posts, near) in tags.items()
        ],
    }


def _post(post: Post, inspection: Inspection, folder: Path) -> dict[str, Any]:
    path, state = inspection.documents.get(post.docname), post.state(inspection.now)
    return {
        "post": post.key,
        "file": path.relative_to(folder).as_posix() if path and path.is_relative_to(folder) else None,
        "title": post.title,
        "state": "unlisted" if post.unlisted and state == "published" else state.replace("scheduled", "due"),
        "date": post.date.isoformat() if post.date else None,
        "expires": post.expires.isoformat() if post.expires else None,
        "unlisted": post.unlisted,
        "tags": list(post.terms.get("tag", ())),
        "language": post.language or None,
    }


def _print(report: dict[str, Any]) -> None:
    _print_posts(report["posts"])
    others = [
        f"{painted(visible(other['file']), 'name')}: {other['reason']}: {other['remedy']}"
        for other in report["not_posts"]
    ]
    _print_list("Documents that are not posts", others)
    _print_list("Text that may be a mistake", [_warning_lines(hint | {"type": ""}) for hint in report["hints"]])
    problems = {
        "Build warnings": [_warning_lines(warned) for warned in report["warnings"]],
        "Unknown tags": [_tag_line(tag) for tag in report["unknown_tags"]],
    }
    for title, lines in problems.items():
        _print_list(title, lines)
    if not any(problems.values()):
        print(painted("No problems found.", "good"))


def _print_posts(posts: list[dict[str, Any]]) -> None:
    counts = Counter(post["state"] for post in posts)
    summary = ", ".join(f"{state}: {counts[state]}" for state in _STATES if counts[state])
    print(f"Posts: {len(posts)}" + (f" ({summary})" if summary else ""))
    for post in posts:
        state = painted(post["state"], _STATES[post["state"]])
        print(f"  {(post['date'] or '–')[:10]:10}  {state}  {visible(post['post'])}  {visible(post['title'])}")


def _print_list(title: str, lines: list[str]) -> None:
    if lines:
        print(f"{title}: {len(lines)}", *lines, sep="\n  ")


def _warning_lines(warned: dict[str, Any]) -> str:
    place = ":".join(visible(part) for part in (warned["file"], warned["line"]) if part)
    first, *rest = warned["message"].splitlines() or [""]
    kind = painted(f" [{warned['type']}]", "faint") if warned["type"] else ""
    start = f"{painted(place, 'name')}: " if place else ""
    return "\n      ".join([f"{start}{visible(first)}{kind}", *map(visible, rest)])


def _tag_line(tag: dict[str, Any]) -> str:
    meant = f"did you mean {visible(tag['suggestion'])}?"
    hint = f" ({meant})" if tag["suggestion"] else ""
    return f"{painted(visible(tag['tag']), 'name')}: {visible(', '.join(tag['posts']))}{hint}"


def _unknown_tags(inspection: Inspection) -> dict[str, tuple[list[str], str]]:
    """Return tags missing from ``blog_tags``, if that is set: tag -> the posts that have it, and a suggestion."""
    users: dict[str, list[str]] = {}
    for name, key in ((name, post.key) for post in inspection.posts for name in post.terms.get("tag", ())):
        users.setdefault(name, []).append(key)
    tags = inspection.tags
    names, labels = tags.keys() | other_names(tags).keys(), [tag.name for tag in tags.values()]
    missing = {name: posts for name, posts in users.items() if tags and normalize(name) not in names}
    return {
        name: (posts, next(iter(difflib.get_close_matches(name, labels, n=1)), ""))
        for name, posts in missing.items()
    }
