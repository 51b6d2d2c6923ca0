"""Keeps the front matter of a document as written, and determines which documents are posts.

Values in YAML stay text: the tag ``3.10`` stays ``3.10``, and an invalid date stays a date.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, cast

import yaml  # type: ignore[import-untyped]  # has no types of its own
from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform
from sphinx.util import get_filetype
from sphinx.util.matching import patmatch

from sphinx_blogext import nodes as blog_nodes
from sphinx_blogext.config.blogs import blog_configs, blog_root, config_at
from sphinx_blogext.config.taxonomies import taxonomies_of
from sphinx_blogext.config.terms import as_names
from sphinx_blogext.core.addresses import is_page_of
from sphinx_blogext.core.dates import date_in_name
from sphinx_blogext.core.metadata import (
    DATE_KEYS,
    KEYS,
    MESSAGE_KEYS,
    clean_text,
    is_false,
    is_foreign,
    suggest,
    text_keys_of,
)
from sphinx_blogext.core.taxonomies import TAXONOMIES
from sphinx_blogext.read.catalogs import translate
from sphinx_blogext.read.changelogs import mark_releases
from sphinx_blogext.read.notebooks import notebook_fields
from sphinx_blogext.read.sections import mark_section_posts
from sphinx_blogext.warnings import BlogWarning, place_of, warn

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Set

    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

    from sphinx_blogext.core.taxonomies import Taxonomies

#: A ``post`` directive, in Markdown or in a block of reStructuredText.
_DIRECTIVE = re.compile(r"\{post\}|\.\. post::")
_FRONT_MATTER = re.compile(r"---[ \t]*\n(.*?)\n---", re.DOTALL)
#: Tags of values that YAML leaves as written, or that are empty.
_KEPT = frozenset({"tag:yaml.org,2002:str", "tag:yaml.org,2002:null"})
#: The loader in C is ten times as fast but not available everywhere. If a text contains the characters below, it
#: accepts things that the Python loader, which MyST uses, rejects, such as a tab at the end of a line.
_FAST_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DISPUTED = re.compile("[\t#|>!?\ufeff\x85\u2028\u2029]")
#: The most characters that it gets: it crashes on brackets nested very deeply.
_MOST = 10_000


def on_source_read(app: Sphinx, docname: str, source: list[str]) -> None:
    """Keep the values in a post's front matter as text; leave other documents to other tools."""
    path = str(app.env.doc2path(docname))
    # In reStructuredText, lines of hyphens are part of a heading.
    if get_filetype(app.config.source_suffix, path) == "restructuredtext":
        return
    text = source[0]

    def may_be_post(keys: Set[str]) -> bool:
        is_marked = bool(keys & {*DATE_KEYS, "draft"}) or config_at(docname, app.config).blog_date_from_name
        is_dated = is_marked and matches_pattern(docname, path, app.config)
        return is_dated or "blogpost" in keys or _DIRECTIVE.search(text) is not None

    source[0] = quote_front_matter(text, may_be_post, taxonomies_of(app.config))


def quote_front_matter(
    source: str, applies: Callable[[Set[str]], bool] = lambda keys: True, taxonomies: Taxonomies = TAXONOMIES
) -> str:
    """Return *source* with quotes around the texts in its front matter that YAML would not read as strings.

    YAML turns ``3.10`` into 3.1 and ``no``, the code for Norwegian, into false. It rejects a date that does not
    exist, and MyST then drops the entire front matter, so the document would no longer be a post. Quoted, they
    reach us as text and we can report what is wrong. Only values of our own keys that take text are changed, alone
    or in a list, and only if *applies* accepts the keys; *taxonomies* are those of the site.
    """
    front = _FRONT_MATTER.match(source)
    if front is None:
        return source
    start, end = front.span(1)
    return source[:start] + _quote(front[1], applies, text_keys_of(taxonomies)) + source[end:]


def loader_for(text: str) -> Any:
    """Return the fastest of YAML's safe loaders that reads *text* as the one in Python does, if it can be read."""
    return yaml.SafeLoader if len(text) > _MOST or _DISPUTED.search(text) else _FAST_LOADER


def _quote(text: str, applies: Callable[[Set[str]], bool], text_keys: Set[str]) -> str:
    try:
        root = yaml.compose(text, loader_for(text))
    except yaml.YAMLError:
        # MyST reports the error.
        return text
    entries = root.value if isinstance(root, yaml.MappingNode) else []
    # Documents that are not posts must reach MyST and other tools as they were written.
    if not applies({_name(key) for key, _value in entries}):
        return text
    places: set[tuple[int, int]] = set()
    for key, value in entries:
        if _name(key).replace("-", "_") in text_keys:
            for item in value.value if isinstance(value, yaml.SequenceNode) else [value]:
                place = item.start_mark.index, item.end_mark.index
                # Only the value is there, without a tag or an anchor.
                if item.tag not in _KEPT and item.value == text[slice(*place)]:
                    places.add(place)
    # From the end, so that earlier positions stay valid.
    for start, end in sorted(places, reverse=True):
        text = f'{text[:start]}"{text[start:end]}"{text[end:]}'
    return text


def _name(key: yaml.Node) -> str:
    return str(key.value).strip().lower()


class FrontMatter(SphinxTransform):
    """Keeps front matter and field lists as they were written.

    Later, docutils turns ``date`` and ``author`` into nodes and Sphinx curls the quotation marks in lists, and the
    original values are lost.
    """

    default_priority = 190

    def apply(self) -> None:
        fields = _front_matter(self.document)
        if config_at(self.env.docname, self.config).blog_date_from_name and not DATE_KEYS & fields.keys():
            fields |= {"date": found} if (found := date_in_name(self.env.docname)) else {}
        for directive in list(self.document.findall(blog_nodes.post)):
            _translate(directive["options"], self.document, self.env)
        # Before checking whether the document is a post: directives of sections do not make it one.
        mark_releases(self.document, self.env)
        mark_section_posts(self.document, always=config_at(self.env.docname, self.config).post_always_section)
        if is_post(self.env.docname, fields, self.document, self.config):
            _translate(fields, self.document, self.env)
            self.document["blog_fields"] = fields
            make_heading(self.document, fields.get("title") or "")
        # Only for documents that match the pattern: elsewhere, tags without a date are not a mistake.
        elif matches_pattern(self.env.docname, self.document["source"], self.config):
            _check_intent(fields, self.document, self.env)


def is_post(docname: str, fields: Mapping[str, str | None], document: nodes.document, config: Config) -> bool:
    """Return whether the document is a post because of a directive, its front matter or the pattern."""
    said = fields.get("blogpost")
    if said is not None:
        return not is_false(said)
    if next(document.findall(blog_nodes.post), None) is not None:
        return True
    is_draft = "draft" in fields and not is_false(fields["draft"] or "")
    is_marked = any(map(fields.get, DATE_KEYS)) or is_draft or _may_be_draft(docname, fields, document, config)
    return is_marked and matches_pattern(docname, document["source"], config)


def _may_be_draft(
    docname: str, fields: Mapping[str, str | None], document: nodes.document, config: Config
) -> bool:
    """Return whether a document without a date may be a draft: it is no page of a blog and has no list of posts.

    Without front matter, it has no list of documents either.
    """
    own = config_at(docname, config)
    if own.blog_undated != "drafts":
        return False
    lists = (blog_nodes.postlist,) if fields else (blog_nodes.postlist, addnodes.toctree)
    has_list = any(next(document.findall(kind), None) is not None for kind in lists)
    return not has_list and not is_page_of(docname, blog_root(own))


def _check_intent(fields: Mapping[str, str | None], document: nodes.document, env: BuildEnvironment) -> None:
    """Warn if the document looks like a post without a date: it has a misspelled key, or terms of posts."""
    for key in fields:
        if (
            key.replace("-", "_") not in KEYS
            and not is_foreign(key)
            and (hint := suggest(key, {"date", "blogpost"}, 0.75))
        ):
            message = "unknown option %r%s: the document is not a post"
            location = place_of([key], env.docname, 1, env)
            warn(BlogWarning.UNKNOWN_OPTION, message, key, hint, location=location)
            return
    # A document that sets ``blogpost`` or lists posts is deliberately not a post.
    if "blogpost" in fields or next(document.findall(blog_nodes.postlist), None) is not None:
        return
    for key in fields:
        if (kind := TAXONOMIES.named(key)) and kind.of_posts:
            message = "the document has %r but no date, so it is not a post: add a date or 'blogpost: false'"
            warn(BlogWarning.DATE, message, key, location=place_of([key], env.docname, 1, env))
            return


def matches_pattern(docname: str, source: str, config: Config) -> bool:
    """Return whether the document, with or without its suffix, matches ``blog_post_pattern`` of any blog."""
    return any(_matches(docname, source, blog) for blog in blog_configs(config))


def _matches(docname: str, source: str, config: Config) -> bool:
    """Return whether the document matches the pattern of the blog that *config* belongs to."""
    if config.blog_post_pattern is None:
        return docname.startswith(blog_root(config) + "/")
    names = (docname, docname + source[source.rfind(".") :])
    return any(
        patmatch(name, form)
        for pattern in as_names(config.blog_post_pattern)
        # As in pathlib, ``**/`` matches any number of folders, including none.
        for form in (pattern, pattern.replace("**/", ""))
        for name in names
    )


def _front_matter(document: nodes.document) -> dict[str, str | None]:
    """Return the raw fields of the list that docutils treats as bibliographic."""
    index = document.first_child_not_matching_class(
        nodes.PreBibliographic  # type: ignore[arg-type]  # a class of nodes that is not itself a Node
    )
    if index is None or not isinstance(document[index], nodes.field_list):
        return notebook_fields(document["source"])
    fields: dict[str, str | None] = {}
    for field in document[index].children:
        name, body = cast("tuple[nodes.field_name, nodes.field_body]", field.children)
        # MyST keeps the value as written in ``source``; RST keeps it in ``rawsource``.
        is_myst = field.source is not None and field.source == body.rawsource
        raw = body.rawsource if is_myst or body.rawsource else body.astext()
        # docutils also accepts ``:Date:`` for ``:date:``.
        fields[name.astext().lower()] = raw
    return fields


def _translate(metadata: dict[str, str | None], document: nodes.document, env: BuildEnvironment) -> None:
    """Translate the parts of *metadata* that readers see, and keep the originals in *document* for translators.

    Sphinx itself would parse translations as markup, but these are plain text.
    """
    for key in sorted(MESSAGE_KEYS & metadata.keys()):
        text = " ".join(clean_text(metadata[key] or "").split())
        if text not in {"", "null"}:
            document += blog_nodes.message(key, text, source=document["source"])
            metadata[key] = translate(text, env.docname, env)


def make_heading(document: nodes.document, title: str) -> None:
    """Make *title* the heading of a document that does not start with one."""
    head: list[nodes.Node] = []
    body: list[nodes.Node] = []
    for child in document.children:
        is_head = not body and isinstance(child, (nodes.PreBibliographic, nodes.field_list))
        (head if is_head else body).append(child)
    if not title.strip() or _starts_with_heading(body):
        return
    section = nodes.section("", nodes.title(title, title), *body)
    section["names"].append(nodes.fully_normalize_name(title))
    section.source, section.line = document["source"], 1
    document.children = []
    document.extend([*head, section])
    document.note_implicit_target(section, section)


def _starts_with_heading(body: list[nodes.Node]) -> bool:
    """Return whether nothing visible comes before the first heading."""
    unseen = (nodes.Invisible, nodes.system_message, blog_nodes.post)
    first = next((child for child in body if not isinstance(child, unseen)), None)
    return isinstance(first, nodes.section)
