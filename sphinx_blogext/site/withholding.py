"""Keeps drafts, scheduled and expired posts out of the build, unless the site is configured otherwise."""

from datetime import datetime
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.errors import ConfigError
from sphinx.util import logging

from sphinx_blogext._compat import forget_doctrees
from sphinx_blogext.core.model import Schedule
from sphinx_blogext.domain import Withheld, blog_domain
from sphinx_blogext.files import file_digest, media_of
from sphinx_blogext.read.drafts import built_drafts
from sphinx_blogext.warnings import BlogWarning, warn

logger = logging.getLogger(__name__)


def withhold_drafts(app: Sphinx, env: BuildEnvironment, now: datetime) -> dict[str, frozenset[str]]:
    """Remove every post that is not shown at the time *now*; return the images and downloads of each."""
    forget_doctrees(env)
    domain, drafts = blog_domain(env), built_drafts(app)
    unread = Schedule(draft=True, date=None, expires=None)
    media = {docname: _withhold(app, docname, unread, "not read") for docname in domain.undecoded}
    for post in [post for post in domain.every_post if not post.schedule.is_built(now, drafts)]:
        docname = post.docname
        if post.anchor:
            # Readers see all of its document.
            if post.state(now) in {"scheduled", "expired"}:
                message = "a section cannot be hidden: this one (%s) is in no list, but its document shows it"
                warn(BlogWarning.SECTION, message, _reason(post.schedule, now), location=(docname, post.lineno))
            continue
        media[docname] = _withhold(app, docname, post.schedule, _reason(post.schedule, now))
    # Only now, and drafts that were not read again too: a toctree that is read reports the names that are unknown.
    env.project.docnames -= domain.withheld.keys()
    # This is Sphinx's own list: documents left in it are written.
    domain.documents_read[:] = [name for name in domain.documents_read if name not in domain.withheld]
    for docname, draft in domain.withheld.items():
        parents = {*draft.parents, *env.files_to_rebuild.pop(docname, ())}
        domain.withheld[docname] = draft._replace(parents=tuple(sorted(parents)))
    return media


def _withhold(app: Sphinx, docname: str, schedule: Schedule, reason: str) -> frozenset[str]:
    """Remove a document that has been read; return its images and downloads."""
    env, domain = app.env, blog_domain(app.env)
    if docname == app.config.root_doc:
        # Some builders would fail later without a reason, and others would write it.
        message = f"{docname} cannot be left out ({reason}), because it is the first page of the site (root_doc): "
        raise ConfigError(message + "make it no post ('blogpost: false'), or correct its metadata")
    source, defaults = file_digest(env.doc2path(docname)), domain.defaults.get(docname, "")
    # Before the document is cleared, which also clears its images and downloads.
    media = media_of(env, docname) | domain.media_before.get(docname, frozenset())
    # What Sphinx itself does for a document whose file was deleted.
    app.emit("env-purge-doc", env, docname)
    env.clear_doc(docname)
    # If this build fails, no text of a draft stays in the folder, which by default is published with the output.
    if (tree := Path(app.doctreedir, f"{docname}.doctree")).is_file():
        tree.write_bytes(b"")
    logger.info("left out: %s, %s", docname, reason)
    # After the document is cleared, which would remove this record as well.
    domain.withheld[docname] = Withheld(schedule, source, defaults=defaults)
    return media


def _reason(schedule: Schedule, now: datetime) -> str:
    state = schedule.state(now)
    if (date := schedule.date) and state == "scheduled":
        # Of a post that is due today, the time says more than the day; and a time needs its zone.
        has_time = f"{date:%H:%M}" != "00:00" or date.date() == now.astimezone(date.tzinfo).date()
        return f"due on {date:{'%Y-%m-%d %H:%M %Z' if has_time else '%Y-%m-%d'}}"
    if state == "expired":
        return f"expired on {schedule.expires:%Y-%m-%d}"
    return f"a {state}" if schedule.draft else f"a {state} without a date"
