"""Build a site once in a temporary folder, and collect its posts, including drafts, and its warnings."""

from __future__ import annotations

import tempfile
import traceback
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sphinx.application import Sphinx
from sphinx.errors import SphinxError
from sphinx.util.docutils import docutils_namespace, patch_docutils

from sphinx_blogext.command.console import CommandError
from sphinx_blogext.command.not_posts import not_posts
from sphinx_blogext.command.site_config import quiet_output, reason_of
from sphinx_blogext.command.terminal_words import _, visible
from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.core.model import newest_first
from sphinx_blogext.domain import BlogDomain, blog_domain
from sphinx_blogext.patterns import pattern

if TYPE_CHECKING:
    from datetime import datetime

    from sphinx.environment import BuildEnvironment

    from sphinx_blogext.config.blogs import BlogConfig
    from sphinx_blogext.core.model import Post, TermSettings

_COLOUR = pattern(r"\x1b\[[\d;]*m")
#: A warning as Sphinx prints it; its message may continue on further lines.
_WARNING = pattern(
    r"(?:(?P<file>.*?)(?::(?P<line>\d*))?: )?(?:WARNING|ERROR|CRITICAL): "
    r"(?P<message>.*?)(?: \[(?P<type>[\w.-]+)\])?$"
)


class Warned(NamedTuple):
    """One warning; *file* is relative to the site, or ``""`` if the warning has no location."""

    file: str
    line: int | None
    message: str
    type: str


@dataclass
class Inspection:
    """The results: posts newest first; the files used have paths relative to the site's folder."""

    now: datetime
    config: BlogConfig
    posts: list[Post]
    tags: dict[str, TermSettings]
    documents: dict[str, Path]
    used: set[str]
    not_posts: list[tuple[str, str]]
    warnings: list[Warned] = field(default_factory=list)


def inspect(folder: Path, *, reads_only: bool) -> Inspection:
    """Build the site in *folder* in a temporary folder; with *reads_only*, write no pages."""
    stream = StringIO()
    inspections: list[Inspection] = []
    with tempfile.TemporaryDirectory(prefix="blogext-") as name, quiet_output():
        try:
            with patch_docutils(folder), docutils_namespace():
                out, trees = Path(name, "out"), Path(name, "doctrees")
                builder = "dummy" if reads_only else "html"
                app = Sphinx(folder, folder, out, trees, builder, status=None, warning=stream, freshenv=True)
                if not isinstance(app.env.domains.get("blog"), BlogDomain):
                    raise CommandError(_("conf.py does not load sphinx_blogext: “blogext init” shows what to add"))
                # Priority 0: before drafts are removed, while everything about them is known.
                app.connect("env-updated", lambda app, env: inspections.append(_note(app, env)), priority=0)
                app.build()
        except CommandError:
            raise
        except SphinxError as error:
            raise CommandError(_("The site cannot be built: %s") % reason_of(error)) from error
        except Exception as error:
            # The error comes from an extension or from conf.py: its location helps most.
            last = traceback.extract_tb(error.__traceback__)[-1]
            reason = f"{type(error).__name__}: {reason_of(error)} ({visible(last.filename)}:{last.lineno})"
            raise CommandError(_("The site cannot be built: %s") % reason) from error
    (inspection,) = inspections
    inspection.warnings = parse_warnings(stream.getvalue(), folder)
    return inspection


def parse_warnings(output: str, folder: Path) -> list[Warned]:
    """Return the warnings in the *output* of Sphinx."""
    warnings: list[Warned] = []
    for line in _COLOUR.sub("", output).splitlines():
        if match := _WARNING.match(line):
            file = (match["file"] or "").removeprefix(f"{folder}/")
            warnings.append(
                Warned(file, int(match["line"]) if match["line"] else None, match["message"], match["type"] or "")
            )
        elif warnings and line.strip():
            warnings[-1] = warnings[-1]._replace(message=f"{warnings[-1].message}\n{line.rstrip()}")
    return warnings


def _note(app: Sphinx, env: BuildEnvironment) -> Inspection:
    domain = blog_domain(env)
    assert domain.now is not None
    posts = sorted(domain.every_post, key=newest_first)
    used = {str(name) for files in (env.images, env.dlfiles) for name in files}
    used |= {Path(name).as_posix() for names in env.dependencies.values() for name in names}
    used |= {post.image for post in posts}
    documents = {docname: Path(env.doc2path(docname)) for docname in env.found_docs}
    config = blog_config(app.config)
    tags = config.terms["tag"]
    return Inspection(domain.now, config, posts, tags, documents, used, not_posts(app))
