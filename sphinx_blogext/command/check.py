"""``blogext check``: build a site in a temporary folder, and list its posts with their states and its warnings.

Also why documents that look like posts are none: the reasons on the page `missing-post` of the documentation.
"""

import json
import logging
import re
import sys
import tempfile
import traceback
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from datetime import datetime
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.utils import get_source_line
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.errors import SphinxError
from sphinx.util import logging as sphinx_logging
from sphinx.util.docutils import docutils_namespace, patch_docutils

from sphinx_blogext.command.site_config import reason_of, site_folder
from sphinx_blogext.command.terminal import FINE, PROBLEMS, CommandError, Commands, add_command, painted, visible
from sphinx_blogext.config.blogs import BlogConfig, blog_config
from sphinx_blogext.consistency import find_unread_files
from sphinx_blogext.core.addresses import SITE, is_page_of
from sphinx_blogext.core.metadata import DATE_KEYS, field_name, is_false, keys_of, nearest
from sphinx_blogext.core.model import Post, newest_first
from sphinx_blogext.core.taxonomies import TAXONOMIES
from sphinx_blogext.domain import BlogDomain, blog_domain
from sphinx_blogext.isolation import replaced
from sphinx_blogext.patterns import pattern
from sphinx_blogext.warnings import place_of

#: States of a post, and their colors.
_STATES = {"published": "good", "unlisted": "faint", "draft": "note", "due": "note", "expired": "bad"}
#: Where something is, as Sphinx says it.
_PLACE = pattern(r"(?P<file>.*?)(?::(?P<line>\d*))?", re.DOTALL)

_NO_DATE = "it has no date, so it is a document and not a post"
_ELSEWHERE = "it is outside the folder of the blog"
_DENIED = 'it says "blogpost: false"'
_UNREAD = "Sphinx does not read the file"
#: What to do about each.
REMEDIES = {
    _NO_DATE: "add a date to its front matter",
    _ELSEWHERE: 'move it there, or add "blogpost: true"',
    _DENIED: "remove that line",
    _UNREAD: 'look at exclude_patterns, include_patterns, _toc.yml; .md needs "myst_parser", notebooks "myst_nb"',
}
#: What may be meant as a marker, by the kind of node it becomes: an HTML comment may not be closed.
_LIKE_MARKERS: dict[type[nodes.Node], re.Pattern[str]] = {
    nodes.comment: pattern(r"(.{1,30})\Z"),
    nodes.raw: pattern(r"\s*<!-*([^\n>]{1,30}?)-*(?:>|\n|\Z)"),
    nodes.paragraph: pattern(r"[<{.%\u2010-\u2015-](.{1,30})[>}:.\u2010-\u2015-]\Z"),
}
_MARKERS = ("more", "readmore", "truncate", "teaserend", "endteaser", "excerpt")
#: A line that may be meant as metadata, and the last one in which it may be.
_KEY, _TOP = pattern(r"([^\W\d_][\w-]*)[ \t]*[:=][ \t]+\S.*\Z"), 10


def declare(commands: Commands) -> None:
    purpose = "Check the posts of a site with a build in a temporary folder."
    parser = add_command(commands, "check", run, purpose, "blogext check\nblogext check docs --json")
    parser.add_argument("dir", nargs="?", metavar="DIR", help="the folder of the site (default: this one)")
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    quick = "read the documents but write no pages: faster, but problems in writing pages are not found"
    parser.add_argument("--quick", action="store_true", help=quick)


def run(options: Namespace) -> int:
    report = inspect(site_folder(options.dir), reads_only=options.quick)
    code = PROBLEMS if report["warnings"] else FINE
    if options.json:
        print(json.dumps(report, ensure_ascii=False, indent=2))
        return code
    _print_posts(report["posts"])
    names = (painted(visible(other["file"]), "name") for other in report["not_posts"])
    others = [f"{name}: {o['reason']}: {o['remedy']}" for name, o in zip(names, report["not_posts"], strict=True)]
    _print_list("Documents that are not posts", others)
    _print_list("Text that may be a mistake", [_warning_lines(hint | {"type": ""}) for hint in report["hints"]])
    _print_list("Build warnings", [_warning_lines(warned) for warned in report["warnings"]])
    if not report["warnings"]:
        print(painted("No problems found.", "good"))
    return code


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


def inspect(folder: Path, *, reads_only: bool) -> dict[str, Any]:
    """Build the site in *folder* in a temporary folder and return a report; with *reads_only*, write no pages."""
    warnings = Warnings(folder)
    report: dict[str, Any] = {"site": str(folder)}
    with (
        redirect_stdout(sys.stderr),
        tempfile.TemporaryDirectory(prefix="blogext-") as name,
        application(folder, Path(name), "dummy" if reads_only else "html", warnings) as app,
    ):
        if not isinstance(app.env.domains.get("blog"), BlogDomain):
            raise CommandError('conf.py does not load sphinx_blogext: "blogext init" shows what to add')
        # Before drafts are removed, while everything about them is known.
        app.connect("env-updated", lambda app, env: report.update(_documents(app, env)), priority=-2)
        app.build()
    return report | {"warnings": warnings.records}


class Warnings(logging.Formatter):
    """The warnings about the site in *folder* that Sphinx prints: as text without colors, and as records."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder, self.stream = folder, StringIO()
        self.records: list[dict[str, Any]] = []

    def format(self, record: logging.LogRecord) -> str:
        kind = ".".join(filter(None, (getattr(record, "type", ""), getattr(record, "subtype", ""))))
        if place := _PLACE.fullmatch(str(getattr(record, "location", None) or "")):
            file, line = place["file"].removeprefix(f"{self.folder}/"), int(place["line"] or 0) or None
            # That of Sphinx's records begins with the place.
            message = logging.LogRecord.getMessage(record).removesuffix(f" [{kind}]" if kind else "").rstrip()
            self.records.append({"file": file, "line": line, "message": message, "type": kind})
        return super().format(record)

    def record(self, set_up: Callable[..., None], *args: Any, **options: Any) -> None:
        """Do what :func:`sphinx.util.logging.setup` does, and be the form of what passes its filters."""
        set_up(*args, **options)
        for handler in logging.getLogger(sphinx_logging.NAMESPACE).handlers:
            if isinstance(handler, sphinx_logging.WarningStreamHandler):
                handler.setFormatter(self)


@contextmanager
def application(folder: Path, place: Path, builder: str, warnings: Warnings, **options: Any) -> Iterator[Sphinx]:
    """Yield an application that builds in *place*; an error that ends the build becomes one of the command."""
    # Extensions emit warnings while the application is created, which sets up its handlers first.
    recorded = replaced(sphinx_logging, setup=partial(warnings.record, sphinx_logging.setup))
    try:
        with patch_docutils(folder), docutils_namespace(), recorded:
            out, trees = place / "html", place / "doctrees"
            yield Sphinx(folder, folder, out, trees, builder, options, status=None, warning=warnings.stream)
    except CommandError:
        raise
    except SphinxError as error:
        raise CommandError(f"The site cannot be built: {reason_of(error)}") from error
    except Exception as error:
        # The error comes from an extension or from conf.py: its location helps most.
        last = traceback.extract_tb(error.__traceback__)[-1]
        reason = f"{type(error).__name__}: {reason_of(error)} ({visible(last.filename)}:{last.lineno})"
        raise CommandError(f"The site cannot be built: {reason}") from error


def _documents(app: Sphinx, env: BuildEnvironment) -> dict[str, list[dict[str, Any]]]:
    """Return the parts of the report that are about documents; files are relative to the site."""
    domain = blog_domain(env)
    assert domain.now is not None
    files = {name: env.doc2path(name, base=False).as_posix() for name in env.found_docs}
    posts = sorted(domain.every_post, key=newest_first)
    return {
        "posts": [_post(post, files.get(post.docname), domain.now) for post in posts],
        "not_posts": [{"file": file, "reason": why, "remedy": REMEDIES[why]} for file, why in _not_posts(app)],
        "hints": [{"file": files[name], "line": line, "message": text} for name, line, text in _hints(app)],
    }


def _post(post: Post, file: str | None, now: datetime) -> dict[str, Any]:
    state = post.state(now)
    return {
        "post": post.key,
        "file": file,
        "title": post.title,
        "state": "unlisted" if post.unlisted and state == "published" else state.replace("scheduled", "due"),
        "date": post.date.isoformat() if post.date else None,
        "expires": post.expires.isoformat() if post.expires else None,
        "unlisted": post.unlisted,
        "tags": list(post.terms.get("tag", ())),
        "language": post.language or None,
    }


def _not_posts(app: Sphinx) -> list[tuple[str, str]]:
    """Return the files that may have been meant as posts, relative to the site, each with the reason."""
    env, domain = app.env, blog_domain(app.env)
    # What cannot be decoded has not been read, and there is a warning about it.
    documents = env.all_docs.keys() - {post.docname for post in domain.every_post} - domain.withheld.keys()
    reasons = {str(env.doc2path(name, base=False)): _reason(name, app) for name in documents}
    reasons |= dict.fromkeys((name for name, _is_excluded in find_unread_files(app)), _UNREAD)
    return sorted((file, reason) for file, reason in reasons.items() if reason)


def _reason(docname: str, app: Sphinx) -> str:
    """Return why a document is no post, or ``""`` if it does not look like one."""
    fields, path = app.env.metadata.get(docname, {}), str(app.env.doc2path(docname))
    is_dated, is_inside = any(map(fields.get, DATE_KEYS)), blog_config(app.config).matches(docname, path)
    if "blogpost" in fields and is_false(str(fields["blogpost"])):
        return _DENIED if is_dated or is_inside else ""
    if not is_inside:
        return _ELSEWHERE if is_dated else ""
    return "" if _is_page(docname, app) else _NO_DATE


def _is_page(docname: str, app: Sphinx) -> bool:
    """Return whether a document in the blog's folder is a page: one of the blog's, or one with a list."""
    config, domain = blog_config(app.config), blog_domain(app.env)
    # In a site that is a blog, any page is in the blog's folder.
    is_page = SITE in config.roots or is_page_of(docname, config.at(docname).root)
    return is_page or any(docname in names for names in (domain.lists, domain.terms, app.env.toctree_includes))


def _hints(app: Sphinx) -> Iterator[tuple[str, int | None, str]]:
    """Yield texts of documents that may be meant as something else: document, line and message."""
    env, config = app.env, blog_config(app.config)
    for post in filter(_has_one_long_tag, blog_domain(env).every_post):
        line = place_of(TAXONOMIES["tag"].spellings, post.docname, post.lineno, env)[1]
        yield post.docname, line, f"{post.terms['tag'][0]!r} is one tag: separate names by commas"
    below = (name for name in env.all_docs if config.is_above(name))
    for docname in sorted({*blog_domain(env).posts, *below}):
        for node in env.get_doctree(docname).findall(lambda node: type(node) in _LIKE_MARKERS):
            # As written, before Sphinx makes dashes of hyphens.
            text = node.rawsource if isinstance(node, nodes.paragraph) else node.astext()
            line = get_source_line(node)[1]
            if hint := _like_marker(node, text) or _like_metadata(node, text, line or 0, config):
                yield docname, line, hint


def _has_one_long_tag(post: Post) -> bool:
    # Two words are often one name.
    return [len(tag.split()) > 2 for tag in post.terms.get("tag", ())] == [True]


def _like_metadata(node: nodes.Node, text: str, line: int, config: BlogConfig) -> str:
    match = _KEY.match(text) if isinstance(node, nodes.paragraph) and line <= _TOP else None
    is_key = match and field_name(match[1]) in keys_of(config.taxonomies)
    return f"{text!r} is text: metadata is in front matter, or in fields at the very top" if is_key else ""


def _like_marker(node: nodes.Node, text: str) -> str:
    match = _LIKE_MARKERS[type(node)].match(text)
    if match is None or not nearest(re.sub(r"[\W_]", "", match[1]).lower(), _MARKERS, 0.75):
        return ""
    result = "is no marker" if ">" in text or not isinstance(node, nodes.raw) else "hides what follows: close it"
    return f"{match[0].strip()!r} {result}; a marker is '<!-- more -->', or in reStructuredText '.. more'"
