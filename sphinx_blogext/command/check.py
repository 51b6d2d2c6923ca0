"""``blogext check``: list the posts with their states, the warnings of a build, and what is unused."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from sphinx_blogext.command.console import FINE, PROBLEMS, painted
from sphinx_blogext.command.inspection import inspect
from sphinx_blogext.command.not_posts import REMEDIES
from sphinx_blogext.command.orphans import orphan_pictures, unknown_tags
from sphinx_blogext.command.site_config import site_folder
from sphinx_blogext.command.subparsers import add_command
from sphinx_blogext.command.terminal_words import _, visible
from sphinx_blogext.core import N_

if TYPE_CHECKING:
    from argparse import Namespace
    from pathlib import Path

    from sphinx_blogext.command.inspection import Inspection
    from sphinx_blogext.command.subparsers import Commands
    from sphinx_blogext.core.model import Post

_EXAMPLE = "blogext check\nblogext check docs --json"
#: States of a post, and their colors.
_STATES = {
    N_("published"): "good",
    N_("unlisted"): "faint",
    N_("draft"): "note",
    N_("due"): "note",
    N_("expired"): "bad",
}


def declare(commands: Commands) -> None:
    purpose = _("Check the posts of a site with a build in a temporary folder.")
    parser = add_command(commands, "check", run, purpose, _EXAMPLE)
    parser.add_argument("dir", nargs="?", metavar=_("DIR"), help=_("the folder of the site (default: this one)"))
    parser.add_argument("--json", action="store_true", help=_("print the results as JSON"))
    quick = _("read the documents but write no pages: faster, but problems in writing pages are not found")
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
    return PROBLEMS if has_slip or report["warnings"] or report["orphan_pictures"] else FINE


def _report(found: Inspection, folder: Path) -> dict[str, Any]:
    """Return the results as data that can be written as JSON."""
    tags = unknown_tags(found)
    return {
        "site": str(folder),
        "posts": [_post(post, found, folder) for post in found.posts],
        "not_posts": [
            {"file": file, "reason": _(why), "remedy": _(REMEDIES[why])} for file, why in found.not_posts
        ],
        "warnings": [warned._asdict() for warned in found.warnings],
        "unknown_tags": [
            {"tag": name, "posts": posts, "suggestion": near or None} for name, (posts, near) in tags.items()
        ],
        "orphan_pictures": orphan_pictures(found, folder),
    }


def _post(post: Post, found: Inspection, folder: Path) -> dict[str, Any]:
    path = found.documents.get(post.docname)
    return {
        "post": post.key,
        "file": path.relative_to(folder).as_posix() if path and path.is_relative_to(folder) else None,
        "title": post.title,
        "state": _state(post, found),
        "date": post.date.isoformat() if post.date else None,
        "expires": post.expires.isoformat() if post.expires else None,
        "unlisted": post.unlisted,
        "tags": list(post.terms.get("tag", ())),
        "language": post.language or None,
    }


def _state(post: Post, found: Inspection) -> str:
    state = post.state(found.now)
    if state == "published":
        return "unlisted" if post.unlisted else state
    return "due" if state == "scheduled" else state


def _print(report: dict[str, Any]) -> None:
    _print_posts(report["posts"])
    _print_list(_("Documents that are not posts"), [_other_line(other) for other in report["not_posts"]])
    problems = {
        _("Build warnings"): [_warning_lines(warned) for warned in report["warnings"]],
        _("Unknown tags"): [_tag_line(tag) for tag in report["unknown_tags"]],
        _("Images that no document uses"): [painted(visible(name), "name") for name in report["orphan_pictures"]],
    }
    for title, lines in problems.items():
        _print_list(title, lines)
    if not any(problems.values()):
        print(painted(_("No problems found."), "good"))


def _print_posts(posts: list[dict[str, Any]]) -> None:
    counts = Counter(post["state"] for post in posts)
    summary = ", ".join(f"{_(state)}: {counts[state]}" for state in _STATES if counts[state])
    title = _("Posts")
    print(f"{title}: {len(posts)}" + (f" ({summary})" if summary else ""))
    for post in posts:
        state = painted(_(post["state"]), _STATES[post["state"]])
        print(f"  {(post['date'] or '–')[:10]:10}  {state}  {visible(post['post'])}  {visible(post['title'])}")


def _print_list(title: str, lines: list[str]) -> None:
    if lines:
        print(f"{title}: {len(lines)}", *lines, sep="\n  ")


def _other_line(other: dict[str, str]) -> str:
    return f"{painted(visible(other['file']), 'name')}: {other['reason']}: {other['remedy']}"


def _warning_lines(warned: dict[str, Any]) -> str:
    place = ":".join(visible(part) for part in (warned["file"], warned["line"]) if part)
    first, *rest = warned["message"].splitlines() or [""]
    kind = painted(f" [{warned['type']}]", "faint") if warned["type"] else ""
    start = f"{painted(place, 'name')}: " if place else ""
    return "\n      ".join([f"{start}{visible(first)}{kind}", *map(visible, rest)])


def _tag_line(tag: dict[str, Any]) -> str:
    meant = _("did you mean %s?") % visible(tag["suggestion"])
    hint = f" ({meant})" if tag["suggestion"] else ""
    return f"{painted(visible(tag['tag']), 'name')}: {visible(', '.join(tag['posts']))}{hint}"
