"""Keeps the front matter of a document as written, translates it, and determines which documents are posts."""

import gettext
import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import takewhile
from pathlib import Path
from typing import cast

from docutils import nodes
from docutils.parsers.rst.directives import directive as get_directive
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms import SphinxTransform
from sphinx.util import get_filetype
from sphinx.util.i18n import docname_to_domain

from sphinx_blogext import nodes as blog_nodes
from sphinx_blogext.config.blogs import BlogConfig, blog_config
from sphinx_blogext.core import metadata
from sphinx_blogext.core.addresses import folder_of, is_page_of, name_at, short_name
from sphinx_blogext.core.dates import date_in_name
from sphinx_blogext.core.metadata import DATE_KEYS, KEYS, MESSAGE_KEYS, PLAIN_DRAFT_KEYS, clean_text, suggest
from sphinx_blogext.core.taxonomies import TAXONOMIES
from sphinx_blogext.domain import blog_domain
from sphinx_blogext.patterns import pattern
from sphinx_blogext.read.checks import check_directives
from sphinx_blogext.read.heads import DECIDING, REPEATED, Unread
from sphinx_blogext.read.sections import mark_releases, mark_section_posts
from sphinx_blogext.warnings import BlogWarning, place_of, warn

#: Keys of Jupyter and its tools in the metadata of notebooks.
_OF_TOOLS = frozenset("kernelspec language_info widgets jupytext nbsphinx celltoolbar toc varinspector".split())
#: The end of the name of a page that not all blogs have: that of a month.
_MONTH = pattern(r"(^|/)\d{4}/\d\d(/index)?$")
#: The keys that make a document a post, and how similar a misspelling of one is to it.
_MARKS, _NEAR = {"date": None, "blogpost": None}, 0.75
#: Elements that may be messages, but are no text.
_NO_TEXT = (nodes.image, nodes.FixedTextElement)


class FrontMatter(SphinxTransform):
    """Keeps front matter as written, before docutils makes nodes of dates and authors and Sphinx curls quotes."""

    default_priority = 190

    def apply(self) -> None:
        config, docname = blog_config(self.config), self.env.docname
        fields, repeated = _front_matter(self.document)
        directives = list(self.document.findall(blog_nodes.post))
        unread = _unread_part(self.document, self.env, directives, repeated)
        if unread and not self._is_decided(unread, [fields, *(node["options"] for node in directives)]):
            self._withhold(directives)
            return
        if config.at(docname).blog_date_from_name and not DATE_KEYS & fields.keys():
            fields |= {"date": day} if (day := date_in_name(docname)) else {}
        check_directives(self.document, self.env)
        for directive in directives:
            translate_fields(directive["options"], self.document, self.env)
        # Before checking whether the document is a post: directives of sections do not make it one.
        mark_releases(self.document, self.env)
        mark_section_posts(self.document, always=config.at(docname).post_always_section)
        if is_post(docname, fields, self.document, config):
            title = fields.get("title")
            translate_fields(fields, self.document, self.env)
            self.document["blog_fields"] = fields
            make_heading(self.document, fields.get("title") or "", name=title)
        else:
            self._report_unmarked(fields)

    def _report_unmarked(self, fields: dict[str, str | None]) -> None:
        """Warn if a document looks like a post but has no key that makes it one."""
        config, docname = blog_config(self.config), self.env.docname
        # A document that sets ``blogpost`` is deliberately not a post.
        is_open, date = "blogpost" not in fields, next(filter(fields.get, DATE_KEYS), "")
        is_first_page = folder_of(docname) in map(name_at, config.roots)
        if date and is_open and _is_blog_page(docname, config) and not is_first_page:
            message = "the document has the name of a page of the blog and is not a post"
            self._warn(BlogWarning.DATE, f"{message}: add 'blogpost: true' if it is", date)
        # Elsewhere, tags without a date are not a mistake.
        if not config.claims(docname, self.document["source"]):
            return
        if key := next(filter(_is_misspelled_mark, fields), ""):
            message = f"unknown option %r{suggest(key, _MARKS, _NEAR)}: the document is not a post"
            self._warn(BlogWarning.UNKNOWN_OPTION, message, key, key)
        elif not date and is_open:
            self._report_undated(fields)

    def _report_undated(self, fields: Iterable[str]) -> None:
        """Warn if a document that does not list posts has what only posts have."""
        key = next((key for key in fields if (kind := TAXONOMIES.named(key)) and kind.of_posts), "")
        if key and not any(self.document.findall(blog_nodes.postlist)):
            message = "the document has %r but no date, so it is not a post: add a date or 'blogpost: false'"
            self._warn(BlogWarning.DATE, message, key, key)

    def _warn(self, kind: BlogWarning, message: str, key: str, *arguments: object) -> None:
        warn(kind, message, *arguments, location=place_of([key], self.env.docname, 1, self.env))

    def _is_decided(self, unread: Unread, parts: Iterable[Mapping[str, str | None]]) -> bool:
        """Warn about *unread*, unless the document says explicitly that it is published, or no post."""
        taxonomies = blog_config(self.config).taxonomies
        state = metadata.draft_state
        says = (each.get("blogpost") is not None or state(each, taxonomies) is False for each in parts)
        is_decided = unread.remedy != REPEATED and any(says)
        if is_decided and not unread.lines:
            return True
        is_rst = get_filetype(self.config.source_suffix, self.document["source"]) == "restructuredtext"
        form = "':draft: false'" if is_rst else "'draft: false' between two lines '---'"
        result = "so it is ignored" if is_decided else "so the document is a draft until it is fixed"
        message = "metadata cannot be read: %s (column %s), %s: %s, or write %s at the top if this is only text"
        words = (unread.reason, unread.column, result, unread.remedy, form)
        warn(BlogWarning.FRONT_MATTER, message, *words, location=(self.env.docname, unread.line))
        return is_decided

    def _withhold(self, directives: Iterable[blog_nodes.post]) -> None:
        """Make a draft of a document whose metadata cannot be read."""
        # What their options say may not be all.
        for node in directives:
            node.replace_self(node.children)
        name = "" if any(self.document.findall(nodes.section)) else short_name(self.env.docname)
        self.document["blog_fields"] = {"draft": "true", **({"title": name} if name else {})}
        make_heading(self.document, name)


def _is_misspelled_mark(key: str) -> bool:
    is_unknown = key.replace("-", "_") not in KEYS and not metadata.is_foreign(key)
    return is_unknown and suggest(key, _MARKS, _NEAR) != ""


def _unread_part(
    document: nodes.document, env: BuildEnvironment, directives: Sequence[nodes.Node], repeated: Iterable[str]
) -> Unread | None:
    """Return the metadata of a document that cannot be read, if there is some."""
    unread: Unread | None = blog_domain(env).unread.pop(env.docname, None)
    for message in document.findall(nodes.system_message):
        if 'Error in "post" directive' in (text := message.astext()):
            reason = " ".join(text[text.index("Error in") :].partition("\n\n")[0].split())
            remedy = "indent its options alike, each as ':key: value'"
            return unread or Unread(message.get("line") or 1, 1, reason, remedy)
    # What looked misspelled is a directive, or the front matter counts only beside one and there is none.
    if unread and not _counts(unread, document, has_directive=bool(directives)):
        unread = None
    if unread is None and (name := next(filter(DECIDING.__contains__, repeated), "")):
        return Unread(place_of([name], env.docname, 1, env)[1], 1, f"the key {name!r} is set twice", REPEATED)
    return unread


def _counts(unread: Unread, document: nodes.document, *, has_directive: bool) -> bool:
    """Return whether what is not read withholds the document; see :class:`Unread` for the conditions."""
    is_known = unread.name and get_directive(unread.name, None, document)[0]  # type: ignore[arg-type]
    return not is_known and unread.needs_directive in {None, has_directive}


def is_post(docname: str, fields: Mapping[str, str | None], document: nodes.document, config: BlogConfig) -> bool:
    """Return whether the document is a post because of a directive, its front matter or the pattern."""
    mark = fields.get("blogpost")
    if mark is not None:
        return not metadata.is_false(mark)
    if any(document.findall(blog_nodes.post)):
        return True
    source, is_matched = document["source"], config.matches(docname, document["source"])
    words = fields
    if not config.claims(docname, source):
        # In a site that is a blog, the other words may be those of a page about itself.
        words = {key: fields[key] for key in PLAIN_DRAFT_KEYS & fields.keys()} if is_matched else {}
    is_dated = any(map(fields.get, DATE_KEYS)) and not _is_blog_page(docname, config)
    is_marked = is_dated or _is_undated_draft(docname, fields, document, config)
    return bool(metadata.draft_state(words, config.taxonomies)) or (is_matched and is_marked)


def is_of_blog(document: nodes.document) -> bool:
    """Return whether *document* is a post, has sections that are posts, or a list of posts or terms."""
    kinds = (blog_nodes.section_post, blog_nodes.postlist, blog_nodes.blog_terms)
    return "blog_fields" in document or any(isinstance(node, kinds) for node in document.findall())


def _is_blog_page(docname: str, config: BlogConfig) -> bool:
    """Return whether a document is named like a page of its blog, such as that of a term or of a year."""
    return is_page_of(docname, config.at(docname).root) and _MONTH.search(docname) is None


def _is_undated_draft(docname: str, fields: object, document: nodes.document, config: BlogConfig) -> bool:
    """Return whether documents without a date are drafts, and this one is neither a page nor a list."""
    own = config.at(docname)
    if own.conventions.blog_undated != "drafts" or is_page_of(docname, own.root):
        return False
    # Without front matter, a draft has no list of documents either.
    lists = (blog_nodes.postlist,) if fields else (blog_nodes.postlist, addnodes.toctree)
    return not any(isinstance(node, lists) for node in document.findall())


def notebook_fields(source: str) -> dict[str, str | None]:
    """Return the metadata of a notebook as front matter, as nbsphinx does not; ``{}`` for other files."""
    if not source.endswith(".ipynb"):
        return {}
    try:
        # In the notebook format (nbformat 4.5) it is at the top level.
        fields = json.loads(Path(source).read_text(encoding="utf-8"))["metadata"].items()
    except (OSError, ValueError, LookupError, AttributeError, TypeError, RecursionError):
        return {}
    return {
        str(key).lower(): value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        for key, value in fields
        if key not in _OF_TOOLS
    }


def _front_matter(document: nodes.document) -> tuple[dict[str, str | None], list[str]]:
    """Return the raw fields of the list that docutils treats as bibliographic, and which are repeated."""
    first = next((child for child in document.children if not isinstance(child, nodes.PreBibliographic)), None)
    if not isinstance(first, nodes.field_list):
        return notebook_fields(document["source"]), []
    fields: dict[str, str | None] = {}
    repeated: list[str] = []
    for field in first.children:
        name, body = cast("tuple[nodes.field_name, nodes.field_body]", field.children)
        # The value as written, unless another parser does not keep it.
        raw = body.rawsource or body.astext()
        # docutils also accepts ``:Date:`` for ``:date:``.
        if fields.setdefault(key := name.astext().lower(), raw) != raw:
            repeated.append(key)
        fields[key] = raw
    return fields, repeated


def make_heading(document: nodes.document, title: str, name: str | None = None) -> None:
    """Make *title*, for links *name*, the heading of a document that has something visible before one, or none."""
    above = (nodes.PreBibliographic, nodes.field_list)
    head = list(takewhile(lambda node: isinstance(node, above), document.children))
    body = document.children[len(head) :]
    unseen = (nodes.Invisible, nodes.system_message, blog_nodes.post)
    first = next((child for child in body if not isinstance(child, unseen)), None)
    if not title.strip() or isinstance(first, nodes.section):
        return
    section = nodes.section("", nodes.title(title, title), *body)
    section["names"].append(nodes.fully_normalize_name(name or title))
    section.source, section.line = document["source"], 1
    document.children = []
    document.extend([*head, section])
    document.note_implicit_target(section, section)


def translate_fields(fields: dict[str, str | None], document: nodes.document, env: BuildEnvironment) -> None:
    """Translate the parts of *fields* that readers see, and keep the originals in *document* for translators."""
    # Sphinx itself would parse translations as markup, but these are plain text.
    for key in sorted(MESSAGE_KEYS & fields.keys()):
        text = " ".join(clean_text(fields[key] or "").split())
        fields[key] = "" if text in {"", "null"} else translate_text(text, document, env, key=key)
        if key == "title" and fields[key]:
            # Of the document, or of the sections that are posts.
            env.temp_data[f"blog_title {fields[key]}"] = fields[key] != text


def translate_text(
    text: str, into: nodes.Element, env: BuildEnvironment, *, key: str = "", line: int | None = None
) -> str:
    """Return the translation of a text that is no markup, or the text, and keep that in the node *into*."""
    message = blog_nodes.message(key, text, source=str(env.doc2path(env.docname)))
    message.line = line
    into += message
    name, languages = docname_to_domain(env.docname, env.config.gettext_compact), [env.config.language]
    for folder in locale_folders(env):
        # Like Sphinx, without files that are missing or damaged. gettext caches the others.
        with suppress(Exception):
            if (translation := gettext.translation(name, folder, languages).gettext(text)) != text:
                return translation
    return text


def is_translated(document: nodes.document) -> bool:
    """Return whether most of the text is from a message catalog."""
    # Code often stays as it is, and Sphinx marks no picture, be its alternative text translated or not.
    texts = (node for node in document.findall(nodes.Element) if not isinstance(node, _NO_TEXT))
    marks = [bool(node["translated"]) for node in texts if "translated" in node]
    return sum(marks) * 2 > len(marks)


def locale_folders(env: BuildEnvironment) -> list[str]:
    return [str(folder) for name in env.config.locale_dirs if (folder := Path(env.srcdir, name)).is_dir()]


def on_doctree_read(app: Sphinx, doctree: nodes.document) -> None:
    """Set the lines of the messages from metadata, or remove these if the builder uses catalogs."""
    for message in list(doctree.findall(blog_nodes.message)):
        if app.builder.use_message_catalog:
            message.parent.remove(message)
        else:
            message.line = message.line or place_of([message["key"]], app.env.docname, 1, app.env)[1]


def setup(app: Sphinx) -> None:
    app.add_transform(FrontMatter)
    app.connect("doctree-read", on_doctree_read)
