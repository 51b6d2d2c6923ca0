"""What is read again though its file has not changed, and the drafts that are not.

Sphinx cannot know that a document is a draft before it has read it. So the document is read and then removed as
if its file had been deleted. The domain records that, so that the next build need not read it again.
"""

import json
import os
import re
from collections.abc import Set
from datetime import UTC, datetime, tzinfo
from functools import cache
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.errors import ConfigError

from sphinx_blogext._compat import writes_one_file
from sphinx_blogext.base_url import is_pull_request
from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.config.checks import PREVIEWS
from sphinx_blogext.domain import BlogDomain, blog_domain
from sphinx_blogext.files import file_digest, media_of
from sphinx_blogext.patterns import pattern
from sphinx_blogext.read.sources import FolderDefaults
from sphinx_blogext.warnings import BlogWarning, warn

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
    if app.tags.has("drafts") or (shown == PREVIEWS and is_pull_request(os.environ)):
        return True
    return shown != PREVIEWS and shown


def on_env_get_outdated(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Skip documents that are still drafts; return what must be read again though its file has not changed."""
    # This is the beginning of a build, where its time is set once and for all.
    domain, config = blog_domain(env), blog_config(app.config)
    now = assumed_time(config.blog_timezone)
    # Posts are published up to now, or up to the end of today.
    domain.now = now = now.replace(hour=23, minute=59, second=59) if config.blog_publish_at == "day" else now
    documents = env.project.docnames
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


def on_env_before_read_docs(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """Keep the list of documents to read, which becomes the list of documents to write."""
    domain = blog_domain(env)
    domain.documents_read = docnames
    # Other extensions may have asked for all documents that Sphinx has found.
    docnames[:] = [name for name in dict.fromkeys(docnames) if name not in domain.withheld]
    # Sphinx would stop the build there, without the name of the file.
    domain.undecoded = {docname: reason for docname in docnames if (reason := _reason_unread(app, docname))}
    for docname, reason in domain.undecoded.items():
        docnames.remove(docname)
        warn(BlogWarning.FRONT_MATTER, reason, location=(docname, 1))
    if writes_one_file(app.builder):
        domain.media_before = {name: media_of(env, name) for name in docnames if name in domain.posts}


def _reason_unread(app: Sphinx, docname: str) -> str:
    """Return why nobody can tell what is in the file of a document that may be of a blog, or ``""``."""
    path, until = app.env.doc2path(docname), "so the document is withheld until it is"
    try:
        if not blog_config(app.config).may_have(docname, str(path)):
            return ""
        text = path.read_bytes().decode(app.config.source_encoding)
        # In UTF-16, there is a zero byte for each ASCII letter: the beginning is enough to tell.
        if "\0" in text[:100]:
            raise UnicodeError
        if path.suffix == ".ipynb":
            # Raises an error if it is no notebook, or has metadata that is none.
            json.loads(text).get("metadata", {}).items()
    except UnicodeError:
        return f"the file is not in UTF-8, {until}: save it in UTF-8"
    except (ValueError, AttributeError, RecursionError):
        return f"the file is not a notebook in JSON, {until}: correct it"
    return ""


def setup(app: Sphinx) -> None:
    app.connect("env-get-outdated", on_env_get_outdated)
    app.connect("env-before-read-docs", on_env_before_read_docs, priority=850)
