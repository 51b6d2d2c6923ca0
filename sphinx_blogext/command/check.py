"""``blogext check``: list the posts with their states, and the warnings of a build."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from sphinx_blogext.command.inspection import inspect
from sphinx_blogext.command.site_config import site_folder
from sphinx_blogext.command.terminal import FINE, PROBLEMS, add_command, painted, visible

if TYPE_CHECKING:
    from argparse import Namespace

    from sphinx_blogext.command.terminal import Commands

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
    report = inspect(site_folder(options.dir), reads_only=options.quick)
    if options.json:
        print(json.dumps(report, ensure_ascii=False, indent=2))
    else:
        _print(report)
    return PROBLEMS if report["warnings"] else FINE


def _print(report: dict[str, Any]) -> None:
    _print_posts(report["posts"])
    others = [
        f"{painted(visible(other['file']), 'name')}: {other['reason']}: {other['remedy']}"
        for other in report["not_posts"]
    ]
    _print_list("Documents that are not posts", others)
    _print_list("Text that may be a mistake", [_warning_lines(hint | {"type": ""}) for hint in report["hints"]])
    _print_list("Build warnings", [_warning_lines(warned) for warned in report["warnings"]])
    if not report["warnings"]:
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
