"""Reads Chinese, Japanese and Korean text, which has no spaces between words.

A line break between two of their characters in the source is not a space, but browsers, feeds and search would
show one. Lines are joined in posts and lists of posts, elsewhere with ``blog_join_lines = "all"``.

CommonMark and reStructuredText recognize marks by the spaces and punctuation around them, so ``**重要。**后`` and
``是**强调**文`` would show their stars. Markdown follows the CJK-friendly amendments to CommonMark of July 2026
(https://github.com/tats-u/markdown-cjk-friendly/blob/main/specification.md). In reStructuredText, these characters
count as punctuation; docutils' ``character_level_inline_markup`` would find marks in ``snake_case_name``, too.
"""

import functools
import re
import sys
import weakref
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import docutils
from docutils import nodes
from docutils.parsers.rst import states
from docutils.utils import punctuation_chars
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util import get_filetype

from sphinx_blogext.config.blogs import BlogConfig, blog_config
from sphinx_blogext.core.dates import date_in_name
from sphinx_blogext.core.metadata import DATE_KEYS
from sphinx_blogext.isolation import replaced
from sphinx_blogext.patterns import pattern
from sphinx_blogext.read.front_matter import is_of_blog
from sphinx_blogext.read.heads import head_keys
from sphinx_blogext.read.sources import find_block
from sphinx_blogext.warnings import BlogWarning, warn

#: Punctuation that Chinese shares with other languages.
_SHARED = frozenset("“”‘’—…·")
#: Han, kana, bopomofo and their punctuation, but not Hangul, because Korean has spaces between words.
_WIDE = pattern(
    "[\u2e80-\u2fdf\u3000-\u303f\u3040-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff9f\uffe0-\uffee\U00020000-\U0003ffff]"
)
_BREAK = pattern(r"[ \t]*\n[ \t]*")
#: The CJK characters of the amendments: wide, fullwidth and halfwidth ones but emoji, Hangul, and unassigned ones.
_CJK = (
    "\u1100-\u11ff\u20a9\u2329\u232a\u2630-\u2637\u268a-\u268f\u2e80-\u303e\u3040-\u321e\u3220-\u3247\u3250-\ua4cf"
    "\ua960-\ua97c\uac00-\ud7fb\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uffdc\uffe0-\uffe6\uffe8-\uffee"
    "\U00016fe0-\U00018df2\U0001aff0-\U0001b2fb\U0001d300-\U0001d376\U0001f200\U0001f202\U0001f210-\U0001f219"
    "\U0001f21b-\U0001f22e\U0001f230\U0001f231\U0001f237\U0001f23b-\U0001f248\U0001f260-\U0001f265"
    "\U00020000-\U0003fffd"
)
_IS_CJK = pattern(f"[{_CJK}]")
#: The end of a text before a mark. A variation selector may follow the character.
_BEFORE = pattern(rf"(?:[{_CJK}][\ufe00-\ufe0e]?|[‘’“”]\ufe01|[\U000e0100-\U000e01ef])\Z")
#: The kinds of inline markup in reStructuredText whose start alone is text, by their marks.
_PAIRED = {"*": "emphasis", "**": "strong", "``": "literal", "_`": "target", "`": "interpreted_or_phrase_ref"}


class JoinLines(SphinxTransform):
    """Drops line breaks between two Han characters or kana."""

    # After quotation marks have been curled: straight ones are not Chinese punctuation.
    default_priority = 800

    def apply(self) -> None:
        where = blog_config(self.config).blog_join_lines
        if where == "all" or (where == "posts" and is_of_blog(self.document)):
            for block in self.document.findall(nodes.TextElement):
                if not isinstance(block, (nodes.Inline, nodes.FixedTextElement)):
                    join_lines(block)


class CjkMarkup:
    """Changes the rules of both markup languages while an application reads documents (``blog_cjk_markup``)."""

    def __init__(self, app: Sphinx) -> None:
        self._is_on = False
        self._changes = ExitStack()
        app.connect("env-before-read-docs", self.on_env_before_read_docs)
        # After other extensions, which may still change the text.
        app.connect("source-read", self.on_source_read, priority=900)
        # Every document has been read, or the build has failed; after Ctrl-C, Sphinx emits neither.
        app.connect("env-updated", self.on_read, priority=0)
        app.connect("build-finished", self.on_read)
        weakref.finalize(app, self._changes.close)

    def on_env_before_read_docs(self, app: Sphinx, env: object, docnames: list[str]) -> None:
        if not docnames or blog_config(app.config).blog_cjk_markup == "none":
            return
        customize = _customizing(states.Inliner.init_customizations, lambda: self._is_on)
        self._changes.enter_context(replaced(states.Inliner, init_customizations=customize))
        if "markdown_it" in sys.modules:
            from markdown_it.rules_inline import StateInline

            scan = _scanning(StateInline.scanDelims, lambda: self._is_on)
            self._changes.enter_context(replaced(StateInline, scanDelims=scan))

    def on_source_read(self, app: Sphinx, docname: str, source: list[str]) -> None:
        config, path = blog_config(app.config), str(app.env.doc2path(docname))
        self._is_on = config.blog_cjk_markup == "all" or _is_of_blog(docname, source[0], path, config)

    def on_read(self, *_arguments: object) -> None:
        self._is_on = False
        self._changes.close()


def _is_of_blog(docname: str, text: str, path: str, config: BlogConfig) -> bool:
    """Return whether a document that is not parsed yet is a blog's by its name, or a post by its head."""
    homes = {blog.home for blog in config.each}
    if docname in homes | config.changelogs.keys() or config.claims(docname, path):
        return True
    is_rst = get_filetype(config.sphinx.source_suffix, path) == "restructuredtext"
    block = find_block(text, is_rst=is_rst)
    keys = block.keys | head_keys(text, is_rst=is_rst, start=block.lines)
    has_date = keys & DATE_KEYS or (config.at(docname).blog_date_from_name and date_in_name(docname))
    return bool(keys & {"post", "blogpost"} or (has_date and config.matches(docname, path)))


def join_lines(block: nodes.Node) -> None:
    leaves = list(_leaves(block))
    # NUL represents what is not text: it is not wide, so no line is joined to it.
    texts = [str(leaf) if isinstance(leaf, nodes.Text) else "\0" for leaf in leaves]
    parents = {leaf.parent: None for leaf in leaves}
    # docutils' own ``replace`` would replace the first text that is equal, after looking through all.
    places = {id(child): place for parent in parents for place, child in enumerate(parent.children)}
    for index, leaf in enumerate(leaves):
        if "\n" not in texts[index]:
            continue
        before, after = texts[max(0, index - 4) : index], texts[index + 1 : index + 5]
        joined = join_text(texts[index], "".join(before), "".join(after))
        if joined != texts[index]:
            texts[index] = joined
            leaf.parent[places[id(leaf)]] = nodes.Text(joined)


def join_text(text: str, before: str = "", after: str = "") -> str:
    """Return *text*, which is between *before* and *after*, without needless line breaks."""

    def replace(match: re.Match[str]) -> str:
        start, end = match.span()
        around = text[start - 1] if start else before[-1:], text[end] if end < len(text) else after[:1]
        is_joined = any(map(_WIDE.match, around)) and all(_WIDE.match(char) or char in _SHARED for char in around)
        return "" if is_joined else match[0]

    return _BREAK.sub(replace, text)


def _leaves(node: nodes.Node) -> Iterator[nodes.Node]:
    """Yield the texts below *node*, other elements as a whole, and each link before and after its texts."""
    # Lines that meet at the edge of a link stay apart: names on lines of their own, each a link, are no sentence.
    is_link = isinstance(node, (nodes.reference, pending_xref))
    kinds = (nodes.literal, nodes.math, nodes.raw, nodes.FixedTextElement)
    is_whole = isinstance(node, kinds) or not node.children
    if is_link or (is_whole and not isinstance(node, nodes.Invisible)):
        yield node
    for child in () if is_whole else node.children:
        yield from _leaves(child)
    if is_link:
        yield node


def _scanning(original: Callable[..., Any], is_on: Callable[[], bool]) -> Callable[..., Any]:
    """Return the method of markdown-it that determines what a run of marks can do, by the amended rules."""

    @functools.wraps(original)
    def scan(state: Any, start: int, canSplitWord: bool) -> Any:  # noqa: N803  # as markdown-it calls it
        run = original(state, start, canSplitWord)
        # Marks that cannot split words, which are underscores, follow the usual rules.
        if not canSplitWord or (run.can_open and run.can_close) or not is_on():
            return run
        end = start + run.length
        before, after = state.src[max(0, start - 2) : start], state.src[end : min(end + 1, state.posMax)]
        # The edges of a line count as spaces; ASCII is tested first because it is quick.
        has_text = before[-1:].strip() and after.strip() and not (before + after).isascii()
        is_beside = has_text and (_BEFORE.search(before) or _IS_CJK.match(after))
        return run._replace(can_open=True, can_close=True) if is_beside else run

    return scan


def _customizing(original: Callable[..., Any], is_on: Callable[[], bool]) -> Callable[..., Any]:
    """Return the method of docutils that creates the patterns of inline markup, with CJK characters around it."""

    @functools.wraps(original)
    def customize(inliner: Any, settings: Any) -> None:
        original(inliner, settings)
        if not is_on() or getattr(settings, "character_level_inline_markup", False):
            return
        usual = inliner.start_string_prefix
        inliner.implicit_dispatch.clear()
        with replaced(punctuation_chars, delimiters=punctuation_chars.delimiters + _CJK):
            original(inliner, settings)
        if inliner.start_string_prefix == usual:
            message = "docutils %s recognizes marks in another way, so those beside CJK characters need spaces"
            warn(BlogWarning.SPHINX, message, docutils.__version__, once=True)
            return
        inliner.implicit_dispatch[0] = (_Urls(inliner.patterns.uri, usual), inliner.standalone_uri)
        ends = {mark: getattr(inliner.patterns, name) for mark, name in _PAIRED.items()}
        inliner.dispatch = inliner.dispatch | {
            mark: _unless_text(inliner.dispatch[mark], ends.get(mark)) for mark in (*ends, "|", "_", "__")
        }

    return customize


class _Urls:
    """The pattern of URLs beside CJK characters; after one, only ``http`` is meant: ``端口http:8080`` is none."""

    def __init__(self, urls: re.Pattern[str], usual_prefix: str) -> None:
        self._urls, self._usual = urls, re.compile(usual_prefix)

    def search(self, text: str) -> re.Match[str] | None:
        start = 0
        while match := self._urls.search(text, start):
            start = match.start("whole")
            if self._usual.match(text, start) or text.startswith(("http://", "https://"), start):
                return match
            start += 1
        return None


def _end_of_text(match: re.Match[str]) -> int:
    """Return where a mark after a CJK character, or a reference before one, ends; 0 for others."""
    if match["refend"]:
        return match.end("refend") if _IS_CJK.match(match.string, match.end("refend")) else 0
    start, end = match.span("start" if match["start"] else "backquote")
    return end if _IS_CJK.match(match.string, start - 1) else 0


def _unless_text(method: Callable[..., Any], end: re.Pattern[str] | None) -> Callable[..., Any]:
    """Return *method*, which handles a mark, but leave it as text beside a CJK character.

    Marks in pairs are only text after one and without their *end*: ``长*宽`` was never a mistake, so it must not
    become a warning. References without quotes and substitutions always are: ``变量x_的`` and ``|x|的``.
    """
    without_end = ""

    def handle(inliner: Any, match: re.Match[str], lineno: int) -> Any:
        nonlocal without_end
        text, place = match.string, _end_of_text(match)
        rest = text[place:]
        if place and end:
            # A text without an end has none further on either: this keeps rows of single marks linear.
            ending = None if without_end.endswith(rest) and rest else end.search(rest)
            without_end = rest if ending is None else without_end
            place = 0 if ending and ending.start(1) else place
        return (text[:place], [], rest, []) if place else method(inliner, match, lineno)

    return handle


def setup(app: Sphinx) -> None:
    app.add_transform(JoinLines)
    CjkMarkup(app)
