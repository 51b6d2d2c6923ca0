"""Records what documents refer to, and keeps what references lead to: anchors, labels of equations, numbers.

IDs of docutils are ASCII: a heading in Chinese gets ``id1``, which changes with the headings above it. With
``blog_unicode_ids``, its text is its anchor, and the old one stays, so that links to it still work.

Sphinx numbers figures and the like only in documents that it reaches through toctrees (``numfig``). A post that is
in none is numbered by itself, like a document that it reaches first.
"""

import os
import posixpath
import re
import unicodedata
from collections.abc import Container, Iterable, Iterator, Mapping
from html import unescape
from itertools import chain, count
from types import NoneType
from urllib.parse import urlsplit

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.domains import Domain
from sphinx.domains.std import StandardDomain
from sphinx.environment import BuildEnvironment
from sphinx.transforms import SphinxTransform

from sphinx_blogext.base_url import base_url
from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.core.addresses import page_at
from sphinx_blogext.core.model import Reference
from sphinx_blogext.core.taxonomies import TAXONOMIES
from sphinx_blogext.domain import add, blog_domain, document_of
from sphinx_blogext.patterns import pattern

#: A label that MyST makes for an equation.
_RANDOM = pattern(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
#: The target of a link in raw HTML.
_HREF = pattern(r"""<a\s[^<>]*?\bhref\s*=\s*["']?([^"'\s>]+)""", re.IGNORECASE)
#: The first parts of ABlog's labels for pages.
_KINDS = frozenset({"blog", "archive", *TAXONOMIES})


def on_builder_inited(app: Sphinx) -> None:
    # Not earlier: until it is set up, a stored environment has the configuration of the last build.
    taxonomies = blog_config(app.config).taxonomies
    blog_domain(app.env).add_taxonomies([name for name, kind in taxonomies.items() if kind.is_own])


def on_doctree_read(app: Sphinx, doctree: nodes.document) -> None:
    """Record what a document refers to, so that it is updated with its targets, and what its posts mention."""
    env, docname, domain = app.env, app.env.docname, blog_domain(app.env)
    trees: dict[str, nodes.Element] = {"": doctree} if docname in domain.posts else {}
    if anchors := {post.anchor for post in domain.sections.get(docname, ())}:
        trees |= {name: s for s in doctree.findall(nodes.section) for name in anchors.intersection(s["ids"])}
    _note_references(collect_references(doctree), env, is_post=bool(trees))
    _note_links(doctree, env)
    for anchor, tree in trees.items():
        if references := collect_references(tree):
            add(domain.mentions, docname, (anchor, references))


def collect_references(tree: nodes.Element) -> tuple[Reference, ...]:
    # References are keys of a dictionary when they are resolved: lists are not hashable.
    attributes = (
        tuple(item for item in sorted(node.attributes.items()) if isinstance(item[1], (str, int, NoneType)))
        for node in tree.findall(pending_xref)
    )
    return tuple(dict.fromkeys(attributes))


def _note_references(references: Iterable[Reference], env: BuildEnvironment, *, is_post: bool) -> None:
    domain, docname = blog_domain(env), env.docname
    attributes = list(map(dict, references))
    if names := tuple(dict.fromkeys(chain.from_iterable(map(_names_in, attributes)))):
        domain.references[docname] = names
    paths = dict.fromkeys(_file_of(each, docname, env) for each in attributes if is_post)
    # Unlike that of a path, it takes names that are too long.
    if files := tuple((path, os.path.isfile(env.srcdir / path)) for path in filter(None, paths)):  # noqa: PTH113
        domain.files[docname] = files


def _names_in(attributes: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    """Yield what a cross-reference names: an object, a label that may be of ABlog (``ref``), and shown titles."""
    target = str(attributes.get("reftarget") or "")
    domain, kind = attributes.get("refdomain"), str(attributes.get("reftype"))
    if domain == "blog":
        yield kind, target
    if (domain, kind) == ("std", "ref") and target.partition("-")[0] in _KINDS:
        yield "ref", target
    if not attributes.get("refexplicit") and kind in {"ref", "any", "myst"}:
        # Of a link into a document, MyST keeps the label apart.
        yield "label", str(attributes.get("reftargetid") or target).lower()
    # The titles of other documents have their languages.
    if name := document_of(attributes):
        yield "doc", name


def _file_of(reference: Mapping[str, object], docname: str, env: BuildEnvironment) -> str:
    """Return the path from the sources of the file that a Markdown link leads to, or ``""``."""
    target = str(reference.get("reftarget") or "").partition("#")[0]
    if reference.get("reftype") != "myst" or not target:
        return ""
    # A document of the same name may have another suffix later.
    is_document = reference.get("refdomain") == "doc"
    return str(env.doc2path(target, base=False) if is_document else env.relfn2path(target, docname)[0])


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


class TextAnchors(SphinxTransform):
    """Gives headings anchors made from their text, before their other anchors."""

    # After explicit targets have been moved to the elements that follow them.
    default_priority = 270

    def apply(self) -> None:
        if not blog_config(self.config).blog_unicode_ids:
            return
        prefix = re.escape(self.document.settings.auto_id_prefix)
        for section in self.document.findall(nodes.section):
            title = section.next_node(nodes.title)
            text = title.astext() if title is not None and title.parent is section else ""
            is_positional = not section["ids"] or bool(re.fullmatch(rf"{prefix}\d+", section["ids"][0]))
            # docutils' ID may lack some of the letters.
            is_poor = is_positional or _has_lost_letters(text)
            if is_poor and (anchor := free_anchor(text_anchor(text), self.document.ids)):
                # Sphinx's links and toctrees use the first id.
                section["ids"].insert(0, anchor)
                note_anchor(anchor, section, self.document)


def _has_lost_letters(text: str) -> bool:
    letters = {c for c in unicodedata.normalize("NFKC", text) if c.isalpha() and not c.isascii()}
    return any(nodes.make_id(f"x{char}") == "x" for char in letters)


class EquationLabels(SphinxTransform):
    """Gives ``amsmath`` environments, whose labels by MyST are random, the same ones in every build."""

    # Before targets give their ids to what follows them.
    default_priority = 195

    def apply(self) -> None:
        equations = self.env.domains["math"].equations
        for equation in self.document.findall(nodes.math_block):
            old = equation.get("label")
            if not ("amsmath" in equation["classes"] and old and _RANDOM.fullmatch(old)):
                continue
            new = f"{self.env.docname}:{self.env.new_serialno('sphinx.ext.math#equations')}"
            old_anchor, anchor = (nodes.make_id(f"equation-{label}") for label in (old, new))
            if old in equations and old_anchor in self.document.ids:
                target = self.document.ids.pop(old_anchor)
                equations[new] = equations.pop(old)
                equation["label"] = new
                target["ids"] = [anchor]
                self.document.ids[anchor] = target


def on_doctree_read_late(app: Sphinx, doctree: nodes.document) -> None:
    """Number what is in a post when it is read: later, Sphinx would have to load all posts in each build."""
    env, domain = app.env, blog_domain(app.env)
    if not env.config.numfig or not (env.docname in domain.posts or env.docname in domain.sections):
        return
    numbers: dict[str, dict[str, tuple[int, ...]]] = {}
    domains = [each for _name, each in sorted(env.domains.items())]
    for node in doctree.findall(nodes.Element):
        if node["ids"] and not isinstance(node, nodes.section) and (kind := _kind_of(node, domains)):
            of_kind = numbers.setdefault(kind, {})
            of_kind[node["ids"][0]] = (len(of_kind) + 1,)
    if numbers:
        domain.numbers[env.docname] = numbers


def _kind_of(node: nodes.Element, domains: Iterable[Domain]) -> str:
    """Return what an element is numbered as, or ``""``: without a caption there is nothing to number."""
    kinds = (
        each.get_enumerable_node_type(node)
        for each in domains
        if not isinstance(each, StandardDomain) or each.get_numfig_title(node)
    )
    return next(filter(None, kinds), "")


def text_anchor(text: str) -> str:
    """Return the anchor of a heading: its letters and digits in lower case (NFKC), with hyphens between words."""
    folded = unicodedata.normalize("NFKC", text).lower()
    letters = "".join(c if c == "_" or c.isalnum() or unicodedata.category(c)[0] == "M" else "-" for c in folded)
    anchor = re.sub(r"-+", "-", letters).strip("-_")
    return anchor if not anchor or anchor[0].isalpha() else f"section-{anchor}"


def free_anchor(anchor: str, taken: Container[str], second: int = 2) -> str:
    """Return *anchor*, or the first of ``anchor-2`` … that is not *taken*; ``""`` if *anchor* is empty."""
    names = chain([anchor], (f"{anchor}-{number}" for number in count(second)))
    return next(name for name in names if name not in taken) if anchor else ""


def note_anchor(anchor: str, section: nodes.section, document: nodes.document) -> None:
    """Make *anchor* that of a section; an explicit target of the same name keeps its meaning."""
    document.ids[anchor] = section
    document.nameids.update({name: anchor for name in section["names"] if not document.nametypes.get(name)})


def setup(app: Sphinx) -> None:
    for transform in (TextAnchors, EquationLabels):
        app.add_transform(transform)
    app.connect("builder-inited", on_builder_inited)
    # After the posts of the document have been recorded.
    app.connect("doctree-read", on_doctree_read)
    # After our own handlers, and after those of others, which may add to the document.
    app.connect("doctree-read", on_doctree_read_late, priority=990)
