"""What a theme leaves out of the head of a page, or prints a second time, is settled on the finished page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any

from sphinx_blogext.builders import renders_pages
from sphinx_blogext.patterns import pattern
from sphinx_blogext.temporary import replaced
from sphinx_blogext.write.output import output_of
from sphinx_blogext.write.template_environment import located

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

#: The key of a page's context that holds its :class:`Head`.
HEAD = "blog_head"
_VALUE = r"""(?:[^>"']|"[^"]*"|'[^']*')*"""
_META = pattern(rf"""<meta\b(?={_VALUE}?\s(?:name|property)\s*=\s*["']?([^"'\s/>]+)){_VALUE}>""", re.IGNORECASE)
_CANONICAL = pattern(rf"""<link\b{_VALUE}?\srel\s*=\s*["']?canonical\b""", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Head:
    """What the blog adds to the head of a page.

    ``lines`` are all of it, and ``names`` are those of the ``<meta>`` elements that are the blog's or the author's
    to set. If the page ``is_of_blog``, it also has a canonical link, and what its author and other extensions add.
    """

    lines: tuple[str, ...]
    names: tuple[str, ...] = ()
    is_of_blog: bool = False


def complete(html: str, head: Head, context: Mapping[str, Any]) -> str:
    """Return a page with everything in its head once: what the theme itself says of a post gives way."""
    text, end, rest = html.partition("</head>")
    if not end:
        return html
    tags = str(context.get("metatags") or "")

    def drop(match: re.Match[str]) -> str:
        return "" if match[1] in head.names and match[0] not in tags else match[0]

    text = _META.sub(drop, text) if head.names else text
    lines = map(str.strip, tags.splitlines()) if head.is_of_blog else head.lines
    missing = [f"{line}\n" for line in lines if line not in text]
    canonical = _canonical(text, context) if head.is_of_blog else ""
    return "".join([text, *missing, canonical, end, rest])


def _canonical(head: str, context: Mapping[str, Any]) -> str:
    """Return the canonical link of a page whose *head* has none."""
    url = context.get("pageurl")
    return f'<link rel="canonical" href="{escape(str(url))}">\n' if url and not _CANONICAL.search(head) else ""


def on_env_get_updated(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Complete each page that is rendered from now on."""
    if renders_pages(app.builder):
        templates = app.builder.templates
        render = partial(_render, templates.render, app.confdir)
        output_of(app).until_finished.enter_context(replaced(templates, render=render))
    return []


def _render(
    render: Callable[[str, dict[str, Any]], str], confdir: Path, template: str, context: dict[str, Any]
) -> str:
    with located(str(context.get("pagename", "")), confdir):
        html, head = render(template, context), context.get(HEAD)
    # Themes also render parts of the page.
    return complete(html, head, context) if isinstance(head, Head) and "</head>" in html else html


def setup(app: Sphinx) -> None:
    # After the build has begun to write.
    app.connect("env-get-updated", on_env_get_updated, priority=950)
