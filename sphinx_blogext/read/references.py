"""Records the cross-references in documents when they are read."""

from __future__ import annotations

import os
import posixpath
import re
from html import unescape
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from docutils import nodes
from sphinx.addnodes import pending_xref

from sphinx_blogext.base_url import base_url
from sphinx_blogext.config.blogs import blog_configs, blog_roots
from sphinx_blogext.config.taxonomies import taxonomies_of
from sphinx_blogext.core.addresses import folder_of, name_at, page_at
from sphinx_blogext.core.taxonomies import TAXONOMIES
from sphinx_blogext.domain import blog_domain
from sphinx_blogext.domain.roles import document_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Set
    from typing import Any

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_blogext.core.model import Reference
    from sphinx_blogext.domain import BlogDomain


def on_builder_inited(app: Sphinx) -> None:
    """Add roles for the custom taxonomies of the site."""
    # Not earlier: until it is set up, a stored environment has the configuration of the last build.
    blog_domain(app.env).know([name for name, kind in taxonomies_of(app.config).items() if kind.is_own])


def on_env_get_outdated(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Return the posts with a Markdown link to a file that was added or deleted.

    MyST-Parser determines when it reads a link whether it leads to a document, and Sphinx rereads a document only
    if that document itself has changed.
    """
    domain = blog_domain(env)
    # Sphinx does not know drafts that were withheld.
    gone = removed | {name for name in domain.withheld if name not in env.found_docs}
    return [
        docname
        for docname, posts in domain.mentions.items()
        for _anchor, references in posts
        if any(_changes_meaning(dict(reference), docname, env, added, gone) for reference in references)
    ]


def _changes_meaning(
    given: dict[str, Any], docname: str, env: BuildEnvironment, added: Set[str], gone: Set[str]
) -> bool:
    """Return whether a reference in *docname* points to a document that was *added* or is *gone*."""
    target = str(given.get("reftarget", ""))
    if given.get("reftype") != "myst" or not target:
        return False
    # When MyST read the link, it led to a document.
    if given.get("refdomain") == "doc":
        return target in gone
    # When MyST read the link, it did not lead to a document; now there may be one.
    path = target.partition("#")[0]
    return bool(path and added) and env.path2doc(env.relfn2path(path, docname)[1]) in added


def collect_references(tree: nodes.Element) -> tuple[Reference, ...]:
    """Return the cross-references in *tree*, each once."""
    found = (
        tuple(
            (name, value)
            for name, value in sorted(node.attributes.items())
            # References are keys of a dictionary when they are resolved: lists are not hashable.
            if value is None or isinstance(value, (str, int))
        )
        for node in tree.findall(pending_xref)
    )
    return tuple(dict.fromkeys(found))


#: The target of a link in raw HTML.
_HREF = re.compile(r"""<a\s[^>]*?\bhref\s*=\s*["']?([^"'\s>]+)""", re.IGNORECASE)
#: The first parts of ABlog's labels for pages.
_KINDS = frozenset({"blog", "archive", *TAXONOMIES})


def note_labels(docname: str, references: Iterable[Reference], domain: BlogDomain) -> None:
    """Record labels in *references* that may be ABlog's, so that the document is updated with their targets."""
    for reference in map(dict, references):
        label = str(reference.get("reftarget") or "")
        if (reference.get("refdomain"), reference.get("reftype")) == ("std", "ref"):
            if label.partition("-")[0] in _KINDS:
                domain.note_reference(docname, "ref", label)


def note_titles(docname: str, references: Iterable[Reference], domain: BlogDomain) -> None:
    """Record the documents whose titles *references* show, so that the document follows their languages."""
    for name in dict.fromkeys(filter(None, map(document_of, map(dict, references)))):
        domain.note_reference(docname, "doc", name)


def note_links(docname: str, tree: nodes.Element, env: BuildEnvironment) -> None:
    """Record the pages that the first page of a blog links to by URL, in raw HTML too.

    If links to redirects are checked, the links of all documents are recorded. A link may be relative to the
    folder of the document or, with ``dirhtml``, to the document as a folder.
    """
    is_checked = any(blog.blog_on_redirected_link == "warn" for blog in blog_configs(env.config))
    if folder_of(docname) not in map(name_at, blog_roots(env.config)) and not is_checked:
        return
    given = [node.get("refuri", "") for node in tree.findall(nodes.reference)]
    raw = [node.astext() for node in tree.findall(nodes.raw) if "html" in node.get("format", "").split()]
    given += [unescape(uri) for html in raw for uri in _HREF.findall(html)]
    # MyST treats a path as a document until it finds that there is none.
    given += [node.get("reftarget") or "" for node in tree.findall(pending_xref) if node.get("reftype") == "myst"]
    base = base_url(env.config, os.environ)[1]
    paths = [path for uri in given if (path := _path_on_site(uri, base))]
    folders = (posixpath.dirname(docname), docname)
    found = {posixpath.normpath(posixpath.join(folder, path)) for path in paths for folder in folders}
    names = {page_at(name.lstrip("/")) for name in found if not name.startswith("..")}
    if names:
        blog_domain(env).links[docname] = tuple(sorted(names))


def _path_on_site(uri: str, base: str) -> str:
    """Return the path in a relative URL, or in one below the URL of the site, then with a leading slash.

    For any other or invalid URL, it is ``""``.
    """
    try:
        found, site = urlsplit(uri), urlsplit(base)
    except ValueError:
        return ""
    if found.scheme or found.netloc:
        is_here = found.netloc == site.netloc and found.scheme in {site.scheme, ""}
        return f"/{found.path.removeprefix(site.path)}" if is_here and found.path.startswith(site.path) else ""
    is_below = site.path.strip("/") and found.path.startswith(site.path)
    return f"/{found.path.removeprefix(site.path)}" if is_below else found.path
