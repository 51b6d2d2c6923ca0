"""``blog-news``: what all documents say about a version, with links to the objects concerned."""

import re
from contextlib import suppress
from itertools import groupby
from typing import Any
from urllib.parse import urljoin

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.errors import NoUri
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import docname_join
from sphinx.util.osutil import relative_uri

from sphinx_blogext import nodes as blog_nodes
from sphinx_blogext.core.changelog import KINDS, Change, changes_in
from sphinx_blogext.core.metadata import suggest
from sphinx_blogext.domain import add, blog_domain
from sphinx_blogext.files import digest
from sphinx_blogext.nodes import ancestors
from sphinx_blogext.patterns import pattern
from sphinx_blogext.read.directives import BlogDirective
from sphinx_blogext.site.build import build_of
from sphinx_blogext.warnings import BlogWarning, warn
from sphinx_blogext.write.documents import words_around


class BlogNewsDirective(BlogDirective):
    """A list of the changes in a version, from ``versionadded`` and similar directives in all documents."""

    def run(self) -> list[nodes.Node]:
        self.check_options()
        if not self.argument:
            self.warn(BlogWarning.EMPTY_OPTION, "blog-news: the version is missing: add one such as '2.0'")
            return self.content_below()
        add(self.domain.news, self.env.docname, self.argument)
        return [self.placed(blog_nodes.blog_news("", version=self.argument)), *self.content_below()]


#: The prefix of anchors of Sphinx's ``py:module``.
_MODULE = "module-"


def on_doctree_read(app: Sphinx, doctree: nodes.document) -> None:
    """Record the changes in a document, so that ``blog-news`` finds them without reading it again."""
    every = enumerate(doctree.findall(addnodes.versionmodified))
    if changes := tuple(_change(place, node, doctree) for place, node in every if node["type"] in KINDS):
        blog_domain(app.env).changes[app.env.docname] = changes


def _change(place: int, node: addnodes.versionmodified, doctree: nodes.document) -> Change:
    anchor, name, module, is_object = _subject(node, doctree)
    # Without line numbers: a text does not change when text above it grows.
    text, version = digest(node.pformat()), str(node["version"]).strip()
    conditions = tuple(sorted(str(only["expr"]) for only in ancestors(node) if isinstance(only, addnodes.only)))
    return Change(version, node["type"], place, anchor, name, module, text, is_object, conditions)


def _module_above(node: nodes.Node) -> tuple[str, nodes.Element | None]:
    """Return the anchor of the module that *node* belongs to, the last one before it, and its parent."""
    for element in (node, *ancestors(node)):
        if (parent := element.parent) is None:
            break
        before = [child for child in parent.children[: parent.index(element)] if isinstance(child, nodes.target)]
        # Directly below a heading, Sphinx makes the section the target.
        for place in (*reversed(before), parent):
            if anchor := next((name for name in place["ids"] if name.startswith(_MODULE)), ""):
                return anchor, parent
    return "", None


def _subject(node: nodes.Node, doctree: nodes.document) -> tuple[str, str, str, bool]:
    """Return the subject of a directive: anchor, name, module or document, and whether it is an object."""
    kinds = (addnodes.desc, nodes.section)
    around = next((element for element in ancestors(node) if isinstance(element, kinds)), None)
    document = _text_of(doctree.next_node(nodes.title))
    if isinstance(around, nodes.section):
        anchor, holder = _module_above(node)
        name = anchor.removeprefix(_MODULE)
        if holder is around:
            return anchor, name, name, True
        return next(iter(around["ids"]), ""), _text_of(around.next_node(nodes.title)), name or document, False
    signature = around.next_node(addnodes.desc_signature) if around is not None else None
    if signature is None:
        return "", document, document, False
    name = str(signature.get("_toc_name") or signature.get("fullname") or signature.astext())
    return next(iter(signature["ids"]), ""), name, str(signature.get("module") or document), True


def _text_of(node: nodes.Node | None) -> str:
    return node.astext() if node is not None else ""


#: A URL that is the same from every page.
_ELSEWHERE = pattern(r"[a-z][a-z0-9+.-]*:|/|$", re.IGNORECASE)


class BlogNews(SphinxPostTransform):
    """Inserts the changes of a version where a document asks for them."""

    # Before Sphinx resolves references, so that those in the changes are resolved too.
    default_priority = 5

    def run(self, **kwargs: Any) -> None:
        self._builder = build_of(self.env).builder
        documents = build_of(self.env).changes
        for news in list(self.document.findall(blog_nodes.blog_news)):
            changes = [
                (docname, change)
                for docname, change in changes_in(news["version"], documents)
                # Whether this builder writes the contents of the ``only`` directives around it.
                if all(map(self._builder.tags.eval_condition, change.conditions))
            ]
            if not changes:
                versions = {change.version for every in documents.values() for change in every}
                message = "blog-news: no document has anything new or changed in %r%s"
                hint = suggest(news["version"], versions)
                warn(BlogWarning.UNKNOWN_TERM, message, news["version"], hint, location=news)
            parts: list[nodes.Node] = []
            for module, group in groupby(changes, key=lambda each: each[1].module):
                items = [nodes.list_item("", *self._item(*each)) for each in group]
                parts += [nodes.rubric("", module), nodes.bullet_list("", *items)]
            news.replace_self(parts)

    def _item(self, docname: str, change: Change) -> list[nodes.Node]:
        """Return the contents of a change's list item: its kind, its object, and the text of its directive."""
        content = self._content(docname, change)
        first = content[0] if content and isinstance(content[0], nodes.paragraph) else None
        text = nodes.literal("", change.name) if change.is_object else nodes.inline("", change.name)
        uri = self._uri(docname, change.anchor)
        link = nodes.reference("", "", text, internal=True, refuri=uri) if uri else text
        # One of our words in the language of the post that the document is, or of the site.
        build = build_of(self.env)
        words = words_around(build, build.posts.get(self.env.docname))
        kind = nodes.strong("", words.translations.gettext(KINDS[change.kind]))
        line = nodes.paragraph("", "", kind, nodes.Text(": "), link)
        if first is not None and first.children:
            line += [nodes.Text(" – "), *first.children]
        return [line, *content[first is not None :]]

    def _turn_references(self, docname: str, copy: nodes.Element) -> None:
        """Make the references copied from a document lead from here to their original targets."""
        for reference in copy.findall(addnodes.pending_xref):
            reference["refdoc"] = self.env.docname
            # Sphinx has already reported a broken reference at its original place.
            reference["refwarn"] = False
            name = docname_join(docname, reference["reftarget"])
            is_document = reference.get("reftype") == "any" and name in self.env.all_docs
            if is_document or (reference.get("refdomain"), reference.get("reftype")) == ("std", "doc"):
                reference["reftarget"] = f"/{name}"
        self._turn_links(docname, copy)
        # These belong to the other document.
        for element in copy.findall(nodes.Element):
            element["ids"], element["names"] = [], []
        for equation in copy.findall(nodes.math_block):
            equation["number"] = equation["label"] = None

    def _turn_links(self, docname: str, copy: nodes.Element) -> None:
        for link in copy.findall(nodes.reference):
            if "refid" in link:
                link["refuri"] = self._uri(docname, link.attributes.pop("refid"))
            elif not _ELSEWHERE.match(link.get("refuri", "")):
                # It is relative to the page of that document. Some builders have no pages.
                with suppress(NoUri):
                    there, here = map(self._builder.get_target_uri, (docname, self.env.docname))
                    link["refuri"] = relative_uri(here, urljoin(f"/{there}", link["refuri"]).lstrip("/"))
        for note in list(copy.findall(nodes.footnote_reference)):
            uri = self._uri(docname, note.get("refid", ""))
            text = f"[{note.astext()}]"
            shown = nodes.reference("", text, refuri=uri) if uri else nodes.Text(text)
            note.replace_self(nodes.superscript("", "", shown))

    def _uri(self, docname: str, anchor: str) -> str:
        """Return the URI of a place in a document, or ``""`` if this builder has none."""
        try:
            uri = self._builder.get_relative_uri(self.env.docname, docname)
        except NoUri:
            return ""
        return uri + (f"#{anchor}" if anchor else "")

    def _content(self, docname: str, change: Change) -> list[nodes.Node]:
        """Return copies of what the directive contains, without the label that Sphinx puts before it."""
        tree = self.document if docname == self.env.docname else self.env.get_doctree(docname)
        copy = list(tree.findall(addnodes.versionmodified))[change.place].deepcopy()
        label = copy.next_node(nodes.inline)
        if label is not None and "versionmodified" in label["classes"]:
            label.parent.remove(label)
        self._turn_references(docname, copy)
        return copy.children


def setup(app: Sphinx) -> None:
    app.add_directive("blog-news", BlogNewsDirective)
    # Before our own handler takes posts apart.
    app.connect("doctree-read", on_doctree_read, priority=499)
    app.add_post_transform(BlogNews)
