"""A hostile neighbor: an extension that does to each document and page what extensions may do.

The option ``neighbor`` names what: ``adds`` to documents, ``reads`` what may be missing, ``raises`` on what is no
document of its own, ``keeps`` state, ``patches`` what others call, ``yields`` pages of the blog.
"""

import functools
from collections import Counter
from collections.abc import Callable, Iterator, Set
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import Directive
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.domains import Domain
from sphinx.roles import XRefRole
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import make_refnode


def _does(app: Sphinx, what: str) -> bool:
    return what in app.config.neighbor


# What is resolved late


class Later(nodes.General, nodes.Element):
    """Stands for two paragraphs that are known only when the document is resolved, maybe early."""


class Place(Directive):
    option_spec: ClassVar = {"early": lambda _value: True}

    def run(self) -> list[nodes.Node]:
        return [Later(early="early" in self.options)]


def resolve_places(tree: nodes.document, *, early: bool) -> None:
    for node in list(tree.findall(Later)):
        if node["early"] == early:
            node.replace_self([nodes.paragraph("", "Resolved one."), nodes.paragraph("", "Resolved two.")])


# What is kept from one document to the next


class Kept(nodes.General, nodes.Element):
    """Stands for a paragraph that the domain keeps."""


class KeptDirective(Directive):
    def run(self) -> list[nodes.Node]:
        env = self.state.document.settings.env
        env.domains["neighbor"].data["kept"][env.docname] = nodes.paragraph()
        return [Kept()]


class KeepingDomain(Domain):
    """Keeps nodes, as some keep their bibliographies, and reads all there is of its references."""

    name = "neighbor"
    initial_data: ClassVar[dict[str, Any]] = {"kept": {}}
    roles: ClassVar = {"obj": XRefRole()}

    def resolve_xref(self, env: Any, fromdocname: str, builder: Any, *reference: Any) -> nodes.reference | None:
        _type, _target, node, contnode = reference
        text = contnode[0].astext()
        assert node[0][0].astext()
        _refuse(env, node, fromdocname)
        if text.startswith("gone"):
            return None
        return make_refnode(builder, fromdocname, "index", "", nodes.inline("", f"Object {text}"))

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        self.data["kept"] |= {name: node for name, node in otherdata["kept"].items() if name in docnames}


def find_missing(app: Sphinx, env: Any, node: pending_xref, contnode: nodes.Element) -> nodes.reference | None:
    _refuse(env, node, node["refdoc"])
    if not node["reftarget"].startswith("gone"):
        return None
    return nodes.reference("", f"Found {contnode[0].astext()}", refuri="https://example.com/")


def _refuse(env: Any, node: nodes.Node, docname: str) -> None:
    assert node.source or "raises" not in env.config.neighbor, f"no reference of {docname}"


def count(app: Sphinx, tree: nodes.document, docname: str) -> None:
    """Count how often each document is resolved, and once each."""
    # Sphinx resolves the root document of some formats twice.
    if not _does(app, "keeps") or getattr(app.builder, "embedded", False):
        return
    env: Any = app.env
    if not hasattr(env, "neighbor_done"):
        env.neighbor_done, env.neighbor_count = set(), 0
    counts = env.domains["neighbor"].data.setdefault("counts", Counter())
    counts[docname] += 1
    env.neighbor_count += 1
    assert docname not in env.neighbor_done, f"{docname} has been resolved already"
    env.neighbor_done.add(docname)
    for node in list(tree.findall(nodes.problematic)):
        node.replace_self(nodes.Text(f"Resolved {counts[docname]} time(s)."))


# What is added to each document

#: The names of all ways; each adds a paragraph with its name.
WAYS = (
    *("on top", "to the children", "to a section", "below a title", "later still", "as HTML", "by a transform"),
    *("when read", "when read late", "by an early transform"),
)


def added(way: str) -> nodes.paragraph:
    return nodes.paragraph("", f"Added {way}.")


def _section(tree: nodes.document) -> nodes.Element:
    return next(tree.findall(nodes.section), None) or tree


def add(app: Sphinx, tree: nodes.document, docname: str) -> None:
    if not _does(app, "adds"):
        return
    tree.append(added("at the end"))
    tree.insert(0, nodes.note("", added("on top")))
    for each in tree.findall(nodes.section):
        each.append(added("to a section"))
        each.insert(1, added("below a title"))
    tree.append(nodes.raw("", "<p>Added as HTML.</p>", format="html"))
    tree.children = [added("to the children"), *tree.children]
    tree.setup_child(tree.children[0])


def replace_added(app: Sphinx, tree: nodes.document, docname: str) -> None:
    """Replace what was added: that is still an addition."""
    for node in list(tree.findall(nodes.paragraph)):
        if node.astext() == "Added at the end.":
            node.replace_self([added("later"), added("later still")])


class Early(SphinxPostTransform):
    """Resolves what can be resolved early, and shows what is kept."""

    default_priority = 100

    def run(self, **_options: Any) -> None:
        resolve_places(self.document, early=True)
        for node in list(self.document.findall(Kept)):
            kept = self.env.domains["neighbor"].data["kept"][self.env.docname]
            kept += nodes.Text("An entry.")
            node.replace_self(kept)


class Adds(SphinxPostTransform):
    default_priority = 800

    def run(self, **_options: Any) -> None:
        if _does(self.app, "adds"):
            _section(self.document).insert(1, added("by a transform"))


class AddsEarly(SphinxTransform):
    default_priority = 500

    def apply(self, **_options: Any) -> None:
        if _does(self.app, "adds"):
            _section(self.document).insert(1, added("by an early transform"))


def add_when_read(app: Sphinx, tree: nodes.document, *, late: bool) -> None:
    if _does(app, "adds"):
        _section(tree).insert(1, nodes.note("", added("when read late")) if late else added("when read"))
        if late:
            _section(tree).append(added("when read late"))


# What is read, and where it fails

#: What handlers of public extensions do with a page, once they have seen that it has a tree.
READS: dict[str, Callable[[Sphinx, str, dict[str, Any], nodes.document], object]] = {
    "path": lambda app, page, _context, _tree: Path(app.env.doc2path(page)).stat(),
    "record": lambda app, page, _context, _tree: app.env.all_docs[page],
    "tree": lambda app, page, _context, _tree: app.env.get_doctree(page),
    "heading": lambda _app, _page, _context, tree: next(tree.findall(nodes.title)).astext(),
    "suffix": lambda _app, _page, context, _tree: context["page_source_suffix"],
    "first section": lambda _app, _page, _context, tree: next(tree.findall(nodes.section))["ids"][0],
    "children": lambda _app, _page, _context, tree: [
        node[0]
        for node in tree.findall(nodes.Element)
        if isinstance(node, (nodes.paragraph, nodes.table, nodes.section))
    ],
}


def _reader(name: str) -> Callable[..., None]:
    """Return a handler of ``html-page-context`` with the usual guard."""

    def read(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: Any) -> None:
        # Sphinx's one page of that builder has no source.
        if tree is not None and _does(app, "reads") and app.builder.name != "singlehtml":
            READS[name](app, page, context, tree)

    read.__qualname__ = f"read_{name.replace(' ', '_')}"
    return read


class RefusesPages:
    """A handler that is no function."""

    def __call__(self, app: Sphinx, page: str, template: str, context: dict[str, Any], tree: Any) -> None:
        is_own = context.get("title") == _YIELDED or page in {*app.env.all_docs, "search", "genindex"}
        if _does(app, "raises") and not is_own:
            raise RuntimeError(page)


def refuse_tree(app: Sphinx, tree: nodes.document, docname: str) -> None:
    if _does(app, "raises") and not Path(tree["source"]).is_file():
        raise RuntimeError(docname)


# What is patched, and what is yielded

#: The methods of the builder, of its templates and of the environment that are wrapped.
PATCHED = {
    "": ("get_target_uri", "prepare_writing", "handle_page", "create_translator", "post_process_images"),
    "templates": ("render",),
    "env": ("get_doctree", "get_and_resolve_doctree", "apply_post_transforms"),
    "events": ("emit",),
}


def patch(app: Sphinx) -> None:
    """Wrap what others call or replace, once before they do and once after."""
    for owner, names in PATCHED.items() if _does(app, "patches") else ():
        patched = getattr(app.builder, owner, None) if owner else app.builder
        for name in names:
            if callable(original := getattr(patched, name, None)):
                setattr(patched, name, functools.partial(_call, original))


def _call(original: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
    return original(*arguments, **options)


_YIELDED = "Yielded by the neighbor"


def yield_pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    for page in ("blog", "blog/index", "blog/archive", "blog/tag/x", "neighbor") if _does(app, "yields") else ():
        yield page, {"body": "Nothing.", "title": _YIELDED}, "page.html"


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_config_value("neighbor", [], "env")
    app.add_node(Later)
    app.add_node(Kept)
    app.add_domain(KeepingDomain)
    app.add_directive("place", Place)
    app.add_directive("kept", KeptDirective)
    app.add_role("count", lambda *_arguments, **_options: ([nodes.problematic("", "?")], []))
    app.add_transform(AddsEarly)
    app.add_post_transform(Early)
    app.add_post_transform(Adds)
    app.connect("doctree-read", functools.partial(add_when_read, late=False), 100)
    app.connect("doctree-read", functools.partial(add_when_read, late=True), 800)
    app.connect("builder-inited", patch, 1)
    app.connect("write-started", lambda app, _builder: patch(app), 990)
    app.connect("html-collect-pages", yield_pages, 10)
    app.connect("missing-reference", find_missing)
    for name in READS:
        app.connect("html-page-context", _reader(name))
    app.connect("html-page-context", functools.partial(RefusesPages()))
    app.connect("doctree-resolved", refuse_tree)
    app.connect("doctree-resolved", lambda _app, tree, _docname: resolve_places(tree, early=False))
    app.connect("doctree-resolved", count)
    app.connect("doctree-resolved", add)
    app.connect("doctree-resolved", replace_added, 700)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
