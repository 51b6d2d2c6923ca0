"""Keeps drafts, scheduled and expired posts out of the build, unless the site is configured otherwise.

Sphinx cannot know that a document is a draft before it has read it. So the document is read and then removed as
if its file had been deleted. The domain records that, so that the next build need not read it again.
"""

import os
import re
from collections.abc import Set
from datetime import UTC, datetime, tzinfo
from functools import cache
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.errors import ConfigError
from sphinx.util import logging

from sphinx_blogext._compat import forget_doctrees
from sphinx_blogext.base_url import is_pull_request
from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.config.checks import PREVIEWS
from sphinx_blogext.core.model import Schedule
from sphinx_blogext.domain import BlogDomain, Withheld, blog_domain
from sphinx_blogext.files import file_digest, media_of
from sphinx_blogext.patterns import pattern
from sphinx_blogext.read.sources import FolderDefaults
from sphinx_blogext.warnings import BlogWarning, warn

logger = logging.getLogger(__name__)
#: The labels that a document defines.
_LABEL = pattern(r"(?:^\((?=.*\)=)|\.\. _`?|:name:[ \t]*|\{#)([^)`:}\n]+)", re.MULTILINE)


def assumed_time(zone: tzinfo = UTC) -> datetime:
    """Return the time of a build: ``SOURCE_DATE_EPOCH`` if it is set, otherwise now."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    try:
        return (datetime.fromtimestamp(int(epoch), UTC) if epoch else datetime.now(UTC)).astimezone(zone)
    except (ValueError, OverflowError, OSError) as error:
        # Sphinx does the same computation, but only when it writes dates.
        message = f"SOURCE_DATE_EPOCH = {epoch!r}: expected seconds since 1970, not beyond the year 9999"
        raise ConfigError(message) from error


def built_drafts(app: Sphinx) -> bool | str:
    """Return which drafts are built (``blog_show_drafts`` or ``-t drafts``): all, none, or ``UNLISTED``."""
    shown = blog_config(app.config).blog_show_drafts
    is_every = app.tags.has("drafts") or (shown == PREVIEWS and is_pull_request(os.environ))
    return is_every or (shown != PREVIEWS and shown)


def on_env_get_outdated(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Skip documents that are still drafts; return what must be read again though its file has not changed."""
    # This is the beginning of a build, where its time is set once and for all.
    domain, config, documents = blog_domain(env), blog_config(app.config), env.project.docnames
    now = assumed_time(config.blog_timezone)
    # Posts are published up to now, or up to the end of today.
    domain.now = now = now.replace(hour=23, minute=59, second=59) if config.blog_publish_at == "day" else now
    folders = domain.folder_defaults = FolderDefaults(env)
    outdated = _changed_around(domain, folders, env.srcdir)
    # If the configuration has changed, Sphinx reports every document as added.
    reads_everything, drafts, gone = added >= documents, built_drafts(app), domain.withheld.keys() - documents
    for docname, withheld in list(domain.withheld.items()):
        if (
            reads_everything
            or docname not in documents
            or withheld.schedule.is_built(now, drafts)
            # After a fresh checkout, the time of the file would say nothing.
            or file_digest(env.doc2path(docname)) != withheld.source
            or folders.digest_of(docname) != withheld.defaults
        ):
            # Their toctrees were stored without the post.
            outdated.update(domain.withheld.pop(docname).parents)
        else:
            # Sphinx no longer knows the document and would read it as a new one.
            added.discard(docname)
    if not reads_everything:
        outdated |= _naming(app, added | removed | gone)
    return sorted(outdated & documents)


def _naming(app: Sphinx, others: Set[str]) -> set[str]:
    """Return the documents that refer to posts among *others*, which have come or gone, judging by their sources.

    Whether a reference leads anywhere is found out only when its page is written or, for a Markdown link, read.
    """
    env, config = app.env, blog_config(app.config)
    posts = {name for name in others if config.may_have(name, str(env.doc2path(name)))}
    labels = env.domains.standard_domain.anonlabels
    names = {label for label, (docname, *_) in labels.items() if docname in posts}
    for name in posts:
        # Of ``2024/index``, the last part says little.
        names.add("/".join(name.split("/")[-2 if name.endswith("/index") else -1 :]))
        names.update(_LABEL.findall(_source(env, name)))
    if not names:
        return set()
    named = re.compile(rf"[/(<`#:]\s?(?:{'|'.join(map(re.escape, names))})[.)>`#]", re.IGNORECASE)
    return {name for name in env.found_docs if named.search(_source(env, name))}


def _source(env: BuildEnvironment, docname: str) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if (path := env.doc2path(docname)).is_file() else ""


def _changed_around(domain: BlogDomain, folders: FolderDefaults, srcdir: Path) -> set[str]:
    """Return the documents whose defaults from folders, or files that they link to, are not as they were."""
    outdated: set[str] = set()
    for name in (*domain.posts, *domain.sections):
        tree = f"{domain.env.doctreedir}/{name}.doctree"
        if not (os.path.isfile(tree) and os.path.getsize(tree)):  # noqa: PTH113, PTH202  # faster
            # A build that was killed has withheld it, and changed the trees of documents with toctrees.
            outdated.update({name}, domain.env.files_to_rebuild.get(name, ()))
        if folders.digest_of(name) != domain.defaults.get(name, ""):
            outdated.add(name)
    # MyST-Parser determines when it reads a link whether it leads to a file.
    exists, every = cache(os.path.isfile), domain.files.items()
    return outdated | {name for name, files in every if any(exists(srcdir / path) != was for path, was in files)}


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
    media = media_of(env, {docname})
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


def setup(app: Sphinx) -> None:
    app.connect("env-get-outdated", on_env_get_outdated)
