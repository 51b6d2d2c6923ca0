"""Teasers as HTML: cut from the tree of a post and rendered once, when pages are written, and valid on every page.

Exceptions that other extensions raise while resolving or translating a teaser are passed on.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from contextlib import AbstractContextManager, contextmanager
from copy import copy, deepcopy
from functools import partial, wraps
from html import escape
from itertools import accumulate, pairwise
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from docutils import nodes
from docutils.frontend import get_default_settings
from sphinx.addnodes import pending_xref
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment
from sphinx.events import EventManager
from sphinx.util.docutils import new_document
from sphinx.util.logging import suppress_logging
from sphinx.util.osutil import relative_uri
from sphinx.writers.html import HTMLWriter

from sphinx_blogext import nodes as blog_nodes
from sphinx_blogext._compat import has_maths, read_doctree, resolve_doctree
from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.core.caching import cached_by
from sphinx_blogext.core.metadata import strip_controls
from sphinx_blogext.core.model import Post
from sphinx_blogext.domain import blog_domain
from sphinx_blogext.isolation import Handler, is_own, replaced, replaced_handlers
from sphinx_blogext.markup.relocate import detach, without_links
from sphinx_blogext.markup.tree import balance
from sphinx_blogext.nodes import ancestors, exchange
from sphinx_blogext.patterns import pattern
from sphinx_blogext.read.additions import Additions, html_in, left_out
from sphinx_blogext.read.marker import REMOVED_IF_EMPTY, UNSEEN, heading_of, is_picture, strip_marker
from sphinx_blogext.site.build import build_of

Cut = Callable[[nodes.document], None]
#: A heading written in HTML, which is all that a block contains.
_RAW_HEADING = pattern(r"\s*<h1\b((?!</h1>).)*</h1>\s*", re.DOTALL | re.IGNORECASE)


class Fragment(NamedTuple):
    """Finished HTML, such as a teaser, detached from any page, and what a page that contains it must load."""

    html: str
    has_maths: bool = False
    #: Childless copies of its nodes, one of each kind: extensions look for them, to decide what a page loads.
    samples: tuple[nodes.Element, ...] = ()
    #: What other extensions have set in its document, for the same purpose.
    flags: frozenset[str] = frozenset()
    #: Those of the section of a teaser, which some scripts depend on.
    classes: tuple[str, ...] = ()


class PostTrees:
    """Reads the trees of posts, each a new copy; documents with sections once, or time would be quadratic."""

    def __init__(self, env: BuildEnvironment) -> None:
        self._env = env

    def read(self, docname: str, anchor: str) -> nodes.document:
        """Return the tree of a document, or of its section *anchor* if that is the post."""
        if not anchor:
            return read_doctree(self._env, docname)
        whole, sections = self._sections_of(docname)
        document = whole.copy()
        # Post-transforms may change it. It has IDs, names and so on of the rest of the document, too.
        document.settings = copy(whole.settings)
        for name, value in vars(whole).items():
            if isinstance(value, (dict, list)) and name not in {"attributes", "children"}:
                setattr(document, name, copy(value))
        # Another extension may have taken the section out of the document.
        if section := sections.get(anchor):
            # What refers to the tree around the section refers to the new document.
            own = deepcopy(section, {id(whole): document, id(section.parent): document})
            document += own
            blog_nodes.replace_all(_own_markers(own, sections.keys()), blog_nodes.section_more, blog_nodes.more)
        return document

    @cached_by(lambda docname: docname)
    def _sections_of(self, docname: str) -> tuple[nodes.document, dict[str, nodes.section]]:
        whole = read_doctree(self._env, docname)
        anchors = {post.anchor for post in blog_domain(self._env).sections.get(docname, ())}
        return whole, {name: node for node in whole.findall(nodes.section) for name in anchors & {*node["ids"]}}


def _own_markers(section: nodes.section, posts: Set[str]) -> list[nodes.Node]:
    """Return the markers of the post that *section* is, without those of *posts* (IDs of sections) within it."""
    others = (each for each in section.findall(nodes.section) if each is not section and posts & {*each["ids"]})
    of_others = {marker for each in others for marker in each.findall(blog_nodes.section_more)}
    return [each for each in section.findall(blog_nodes.section_more) if each not in of_others]


def read_part(trees: PostTrees, post: Post, cut: Cut) -> nodes.document:
    doctree = trees.read(post.docname, post.anchor)
    drop_additions(doctree)
    cut(doctree)
    return doctree


def cut_teaser(doctree: nodes.document) -> None:
    """Reduce *doctree*, which has its marker, to the teaser and the post's heading above it."""
    if body := next(doctree.findall(blog_nodes.post), None):
        heading = heading_of(doctree)
        doctree.children = []
        # In a section, as on its own page, so that headings have the same level.
        doctree += nodes.section("", *filter(None, [heading]), *body.children)
    elif marker := next(doctree.findall(blog_nodes.more), None):
        is_removed = False
        for node, parent in pairwise((marker, *ancestors(marker))):
            # With all that follows it, and parents that are empty then, such as a list item.
            del parent[parent.index(node) + is_removed :]
            is_removed |= bool(parent.children) or not isinstance(parent, REMOVED_IF_EMPTY)


def drop_heading(doctree: nodes.document) -> None:
    """Remove the post's heading, once nothing depends on the structure of the document any more."""
    first = next((child for child in doctree.children if not isinstance(child, UNSEEN)), None)
    # The first block of the text may be a heading written in HTML.
    is_raw = isinstance(first, nodes.raw) and _RAW_HEADING.fullmatch(first.astext())
    if heading := heading_of(doctree) or (first if is_raw else None):
        heading.parent.remove(heading)


def drop_additions(tree: nodes.document, names: frozenset[str] = frozenset()) -> None:
    """Remove what is not part of the text, which includes nodes and classes with these *names*."""
    # The text may depend on a style sheet in the prolog.
    exchange({node: None for node in left_out(tree, names) if {html.tag for html in html_in(node)} != {"style"}})


@contextmanager
def without_additions(tree: nodes.document, events: EventManager) -> Iterator[None]:
    """Remove what other extensions add to *tree* while it is resolved within the context."""
    additions = Additions(tree)

    def watch(handler: Handler) -> Handler:
        @wraps(handler)
        def call(*arguments: Any) -> Any:
            # What post-transforms have added, or the handler before, unless it is ours.
            additions.judge()
            result = handler(*arguments)
            if is_own(handler):
                additions.note()
            return result

        return call

    with replaced_handlers(events, "doctree-resolved", watch):
        yield
    additions.judge()
    exchange(dict.fromkeys(additions.added.values()))


def _render_part(trees: PostTrees, builder: StandaloneHTMLBuilder, post: Post, *, cut: Cut) -> Fragment:
    """Return what *cut* leaves of a post, rendered just as on the post's own page."""
    with _rendering(builder, cut.__name__, post):
        doctree = _resolved(trees, builder, post, cut)
        html, has_maths = _translate(builder, doctree)
    content, classes = _unwrap(html, doctree)
    detached = detach(content, builder.get_target_uri(post.docname))
    # What others set in the document, not we.
    is_set = (name for name, value in doctree.attributes.items() if value is True)
    flags = frozenset(name for name in is_set if not name.startswith("blog"))
    return Fragment(detached, has_maths, _samples(doctree), flags, classes)


#: The teaser of a post; and its whole text, without its heading and the blog's own parts.
render_teaser, render_text = partial(_render_part, cut=cut_teaser), partial(_render_part, cut=strip_marker)


def render_lead(trees: PostTrees, builder: StandaloneHTMLBuilder, post: Post) -> Fragment:
    with _rendering(builder, "lead", post):
        lead = _first_paragraph(_resolved(trees, builder, post, cut_teaser))
        return _render_nodes(builder, post.docname, [lead] if lead is not None else [])


#: What renders each part of a post, but for titles.
RENDERERS: dict[str, Callable[..., Fragment]] = {"lead": render_lead, "teaser": render_teaser, "text": render_text}


def render_title(trees: PostTrees, builder: StandaloneHTMLBuilder, post: Post) -> Fragment:
    """Return the heading of a document with its markup, without links; for sections only the text is known."""
    title = builder.env.titles[post.docname]
    if all(isinstance(child, nodes.Text) for child in title.children):
        return Fragment(escape(strip_controls(title.astext()), quote=False))
    # Copies, because the title belongs to the environment, which Sphinx stores.
    line = nodes.inline("", "", *(child.deepcopy() for child in title.children))
    for reference in list(line.findall(lambda node: isinstance(node, (nodes.reference, pending_xref)))):
        reference.parent.replace(reference, reference.children)
    with _rendering(builder, "title", post):
        fragment = _render_nodes(builder, post.docname, [line])
    # Raw HTML may contain links too.
    return fragment._replace(html=without_links(fragment.html.removeprefix("<span>").removesuffix("</span>")))


def plain_lead(trees: PostTrees, post: Post) -> str:
    """Return the first paragraph of the teaser as text, without resolving anything."""
    lead = _first_paragraph(read_part(trees, post, cut_teaser))
    return lead.astext() if lead is not None else ""


@contextmanager
def _rendering(builder: StandaloneHTMLBuilder, kind: str, post: Post) -> Iterator[None]:
    """Render a part as for the page of *post*; problems are reported when that page is written."""
    sandbox = build_of(builder.env).sandboxes.enter(kind, f"{post.docname}#{post.anchor}")
    # A permalink to a heading belongs on the post's page: on a list's page, the anchor is that of another heading.
    with page_state(builder, post.docname), replaced(builder, add_permalinks=False), suppress_logging(), sandbox:
        yield


def _resolved(trees: PostTrees, builder: StandaloneHTMLBuilder, post: Post, cut: Cut) -> nodes.document:
    doctree = read_part(trees, post, cut)
    # Tells our own handler to leave out header, footer and full lists.
    doctree[blog_nodes.PART] = True
    # With its heading, as on its own page: other extensions may rely on something above the text.
    with without_additions(doctree, builder.events):
        resolve_doctree(builder.env, builder, post.docname, doctree)
    drop_additions(doctree, blog_config(builder.config).blog_teaser_exclude)
    drop_heading(doctree)
    # Sphinx does this when it writes a page, not when it resolves a document.
    builder.post_process_images(doctree)
    return doctree


def _render_nodes(builder: StandaloneHTMLBuilder, docname: str, content: Sequence[nodes.Node]) -> Fragment:
    document = new_document("")
    document.extend(content)
    html, has_maths = _translate(builder, document)
    return Fragment(detach(html, builder.get_target_uri(docname)), has_maths, _samples(document))


def _first_paragraph(doctree: nodes.document) -> nodes.paragraph | None:
    """Return the first paragraph of the text itself, or else the first one nested in other elements."""
    # Other extensions use subclasses of paragraphs for labels of tabs and the like.
    exact = (node for node in doctree.findall(nodes.paragraph) if type(node) is nodes.paragraph)
    paragraphs = [node for node in exact if not is_picture(node)]
    of_text = (node for node in paragraphs if isinstance(node.parent, (nodes.document, nodes.section)))
    return next(of_text, paragraphs[0] if paragraphs else None)


def page_state(builder: StandaloneHTMLBuilder, docname: str) -> AbstractContextManager[None]:
    """Let *builder* render as for the page of *docname* within the context."""
    # Sphinx sets the same before it translates a document: translators read it from the builder.
    uri = builder.get_target_uri(docname)
    return replaced(
        builder,
        imgpath=relative_uri(uri, "_images"),
        dlpath=relative_uri(uri, "_downloads"),
        current_docname=docname,
        secnumbers=builder.env.toc_secnumbers.get(docname, {}),
        fignumbers=builder.env.toc_fignumbers.get(docname, {}),
    )


def _translate(builder: StandaloneHTMLBuilder, doctree: nodes.document) -> tuple[str, bool]:
    # A later Sphinx may keep its settings elsewhere.
    doctree.settings = getattr(builder, "docsettings", None) or get_default_settings(HTMLWriter)
    visitor = builder.create_translator(doctree, builder)
    doctree.walkabout(visitor)
    html = "".join(visitor.fragment)  # type: ignore[attr-defined]  # docutils' HTML writers have it
    # Sphinx keeps them on the post's own page. Lists are ours, and NUL has a meaning in detached HTML.
    html = strip_controls(html).strip()
    # Handwritten HTML may be cut in the middle.
    return balance(html) if next(doctree.findall(nodes.raw), None) is not None else html, has_maths(visitor)


def _unwrap(html: str, doctree: nodes.document) -> tuple[str, tuple[str, ...]]:
    """Return *html* without the element of its only section, and the classes of that section."""
    # Not removed in the tree, because some nodes are written differently as direct children of the document.
    sections = [child for child in doctree.children if isinstance(child, nodes.section)]
    wrapped = re.fullmatch(r"<section[^>]*>(.*)</section>", html, re.DOTALL)
    # Next to the section there may be nodes, of any kind, that produce no output.
    if wrapped is None or len(sections) != 1:
        return html, ()
    # It may also close a section that it has not opened: then it was not one.
    depths = accumulate(-1 if match[1] else 1 for match in re.finditer(r"<(/?)section\b", wrapped[1]))
    return (html, ()) if min(depths, default=0) < 0 else (wrapped[1].strip(), tuple(sections[0]["classes"]))


#: The samples in use, by type and attributes: those of all posts are much the same.
_SAMPLES_IN_USE: WeakValueDictionary[tuple[type, str], nodes.Element] = WeakValueDictionary()


def _samples(doctree: nodes.document) -> tuple[nodes.Element, ...]:
    """Return a childless copy of each kind of node in *doctree*: extensions look for them."""
    samples = []
    for node in distinct_kinds(doctree.findall(nodes.Element)):
        if not isinstance(node, (nodes.document, nodes.image)):
            key = (type(node), repr(node.attributes))
            if (sample := _SAMPLES_IN_USE.get(key)) is None:
                sample = _SAMPLES_IN_USE[key] = node.copy()
                # A copy keeps where it is from and what it was made of, which others' teasers must not remember.
                sample.document = sample.source = sample.line = None  # type: ignore[assignment]
                sample.rawsource = ""
            samples.append(sample)
    return tuple(samples)


def distinct_kinds(elements: Iterable[nodes.Element]) -> tuple[nodes.Element, ...]:
    """Return the first of the *elements* of each type and set of classes."""
    kinds: dict[tuple[type, tuple[str, ...]], nodes.Element] = {}
    for node in elements:
        kinds.setdefault((type(node), tuple(node.get("classes", ()))), node)
    return tuple(kinds.values())
