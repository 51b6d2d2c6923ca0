"""Records what documents refer to, so that they are updated with it."""

from __future__ import annotations

import os
import posixpath
import re
from html import unescape
from types import NoneType
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from docutils import nodes
from sphinx.addnodes import pending_xref

from sphinx_blogext.base_url import base_url
from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.core.addresses import page_at
from sphinx_blogext.core.taxonomies import TAXONOMIES
from sphinx_blogext.domain import add, blog_domain, document_of
from sphinx_blogext.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_blogext.core.model import Reference

#: The target of a link in raw HTML.
_HREF = pattern(r"""<a\s[^>]*?\bhref\s*=\s*["']?([^"'\s>]+)""", re.IGNORECASE)
#: The first parts of ABlog's labels for pages.
_KINDS = frozenset({"blog", "archive", *TAXONOMIES})


def on_builder_inited(app: Sphinx) -> None:
    """Add roles for the custom taxonomies of the site."""
    # Not earlier: until it is set up, a stored environment has the configuration of the last build.
    taxonomies = blog_config(app.config).taxonomies
    blog_domain(app.env).add_taxonomies([name for name, kind in taxonomies.items() if kind.is_own])


def on_doctree_read(app: Sphinx, doctree: nodes.document) -> None:
    """Record what a document refers to, so that it is updated with its targets, and what its posts mention."""
    env, docname, domain = app.env, app.env.docname, blog_domain(app.env)
    trees: dict[str, nodes.Element] = {"": doctree} if docname in domain.posts else {}
    if anchors := {post.anchor for post in domain.sections.get(docname, ())}:
        trees |= {
            name: node for node in doctree.findall(nodes.section) for name in anchors.intersection(node["ids"])
        }
    _note_references(collect_references(doctree), doctree, env, is_post=bool(trees))
    for anchor, tree in trees.items():
        if references := collect_references(tree):
            add(domain.mentions, docname, (anchor, references))


def collect_references(tree: nodes.Element) -> tuple[Reference, ...]:
    """Return the cross-references in *tree*, each once."""
    # References are keys of a dictionary when they are resolved: lists are not hashable.
    attributes = (
        tuple(item for item in sorted(node.attributes.items()) if isinstance(item[1], (str, int, NoneType)))
        for node in tree.findall(pending_xref)
    )
    return tuple(dict.fromkeys(attributes))


def _note_references(
    references: Iterable[Reference], doctree: nodes.document, env: BuildEnvironment, *, is_post: bool
) -> None:
    domain, docname = blog_domain(env), env.docname
    attributes = list(map(dict, references))
    for each in attributes:
        label = str(each.get("reftarget") or "")
        # Labels of ABlog, among others.
        if (each.get("refdomain"), each.get("reftype")) == ("std", "ref") and label.partition("-")[0] in _KINDS:
            add(domain.references, docname, ("ref", label))
    # The titles of other documents have their languages.
    for name in dict.fromkeys(filter(None, map(document_of, attributes))):
        add(domain.references, docname, ("doc", name))
    paths = dict.fromkeys(_file_of(each, docname, env) for each in attributes if is_post)
    # Unlike that of a path, it takes names that are too long.
    if files := tuple((path, os.path.isfile(env.srcdir / path)) for path in filter(None, paths)):  # noqa: PTH113
        domain.files[docname] = files
    _note_links(doctree, env)


def _file_of(reference: Mapping[str, object], docname: str, env: BuildEnvironment) -> str:
    """Return the path from the sources of the file that a Markdown link leads to, or ``""``."""
    target = str(reference.get("reftarget") or "").partition("#")[0]
    if reference.get("reftype") != "myst" or not target:
        return ""
    # A document of the same name may have another suffix later.
    is_document = reference.get("refdomain") == "doc"
    return str(env.doc2path(target, False) if is_document else env.relfn2path(target, docname)[0])


def _note_links(tree: nodes.Element, env: BuildEnvironment) -> None:
    """Record the pages that the document links to by URL, in raw HTML too, if links to redirects are checked."""
    if not any("redirects" in blog.blog_checks for blog in blog_config(env.config).each):
        return
    docname, base = env.docname, base_url(env.config, os.environ)[1]
    paths = list(filter(None, (_path_on_site(uri, base) for uri in _uris_in(tree))))
    # A link may be relative to the folder of the document or, with ``dirhtml``, to the document as a folder.
    folders = (posixpath.dirname(docname), docname)
    targets = {posixpath.normpath(posixpath.join(folder, path)) for path in paths for folder in folders}
    if names := {page_at(name.lstrip("/")) for name in targets if not name.startswith("..")}:
        blog_domain(env).links[docname] = tuple(sorted(names))


def _uris_in(tree: nodes.Element) -> Iterator[str]:
    for node in tree.findall(nodes.Element):
        if isinstance(node, nodes.reference):
            yield node.get("refuri", "")
        elif isinstance(node, nodes.raw) and "html" in node.get("format", "").split():
            yield from map(unescape, _HREF.findall(node.astext()))
        # MyST treats a path as a document until it finds that there is none.
        elif isinstance(node, pending_xref) and node.get("reftype") == "myst":
            yield node.get("reftarget") or ""


def _path_on_site(uri: str, base: str) -> str:
    """Return the path in a relative URL, or with a slash in one below the URL of the site; ``""`` for others."""
    try:
        url, site = urlsplit(uri), urlsplit(base)
    except ValueError:
        return ""
    is_absolute = bool(url.scheme or url.netloc)
    is_here = not is_absolute or (url.netloc == site.netloc and url.scheme in {site.scheme, ""})
    if is_here and (is_absolute or site.path.strip("/")) and url.path.startswith(site.path):
        return f"/{url.path.removeprefix(site.path)}"
    return "" if is_absolute else url.path


def setup(app: Sphinx) -> None:
    app.connect("builder-inited", on_builder_inited)
    # After the posts of the document have been recorded.
    app.connect("doctree-read", on_doctree_read)
