"""Metadata that nothing reads: what is meant as a draft must not be published because of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from sphinx_blogext.core.metadata import DATE_KEYS, KEYS, is_about_drafts, is_false, is_marked_draft

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from sphinx_blogext.markup.bounded_yaml import YamlError

#: Keys with their values.
Pairs = tuple[tuple[str, str], ...]

#: A key and its value, in YAML, TOML, JSON or fields, well-formed or not.
KEY = re.compile(
    r"[ \t]*(?:- |\.\. |\{)?\s*(?P<colon>:?)\s*[\"']?(?P<key>[^\W\d_][\w-]*)[\"']?\s*"
    r"(?:[:=](?=\s|$)|[=:](?=[\w\"'\[]))\s*(?P<value>.*)"
)
FENCE = re.compile(r" {0,3}(?P<fence>`{3,}|~{3,}|:{3,})(?P<info>.*)")
_DASHES = re.compile(r"(?P<dashes>-{3,})(?P<rest>.*)\n")
_QUOTE = "put the text in quotes"
#: What helps against an error of YAML's loader, by words in its message.
_REMEDIES = {
    r"'\\t'": "indent with spaces, not with tabs",
    "end of stream": "close the quotation mark",
    r"expected ',' or": f"close the bracket, and {_QUOTE} if it contains special characters",
    "expected ':'|keys and values": "write each key as 'key: value', with a space after the colon",
    "block end|block mapping|entries": f"indent lines of the same kind alike, or {_QUOTE}",
    "another document|document start": "there must be no second line of this kind",
    "itself|too long|too deep": "write it out, without aliases or brackets",
    "twice": "remove one of the two",
}


class Broken(NamedTuple):
    """Metadata that cannot be read: the place, counted from 1, the reason, and the remedy.

    It is in the lines from *start* to *end*, counted from 0. *pairs* are the keys in it. It counts only if the
    document has a ``post`` directive (*is_of_post*), or only if it has none (*is_attempt*).
    """

    line: int
    column: int
    reason: str
    remedy: str
    start: int = 0
    end: int = 0
    pairs: Pairs = ()
    is_of_post: bool = False
    is_attempt: bool = False

    def cleared(self, text: str) -> str:
        """Return *text* with empty lines in its place, so that nothing else complains about it."""
        lines = text.split("\n")
        return "\n".join([*lines[: self.start], *[""] * (self.end - self.start), *lines[self.end :]])


def pairs_in(lines: Iterable[str]) -> Pairs:
    """Return the keys in *lines*, in lower case, and their values."""
    matches = filter(None, map(KEY.match, lines))
    return tuple((match["key"].lower(), match["value"].strip().strip("\"',").strip()) for match in matches)


def decides(key: str) -> bool:
    """Return whether *key* determines whether a document is published."""
    return key.lower().replace("-", "_") in {*DATE_KEYS, "blogpost"} or is_about_drafts(key)


def hides(key: str, value: str) -> bool:
    """Return whether *key* with that *value* keeps a post out of the site or its lists."""
    name = key.lower().replace("-", "_")
    return is_marked_draft({key: value}) or (name in {"expires", "expirydate", "unlisted"} and not is_false(value))


class Block(NamedTuple):
    """Front matter in Markdown: where its YAML begins and ends, and how many lines it takes up with its dashes."""

    start: int
    end: int
    lines: int


def find_block(text: str) -> Block | None:
    """Return the front matter of *text*, which is what MyST takes for it, if it has any."""
    opening = _DASHES.match(text)
    if opening is None:
        return None
    closing = re.compile(rf"^(?: {{0,3}}-{{{len(opening['dashes'])},}}|\.\.\.)[ \t]*$", re.MULTILINE)
    match = closing.search(text, opening.end())
    if match is None:
        return None
    end = max(match.start() - 1, opening.end())
    return Block(opening.end(), end, text.count("\n", 0, match.start()) + 1)


def describe(error: YamlError, text: str, block: Block) -> Broken | None:
    """Return what is wrong with the front matter of *text*, or ``None`` if that is text between two lines."""
    lines = text[block.start : block.end].split("\n")
    pairs = pairs_in(lines)
    # A page may begin with a horizontal line.
    if not lines[0].strip() and not any(decides(key) for key, _value in pairs):
        return None
    remedy = next((remedy for words, remedy in _REMEDIES.items() if re.search(words, str(error))), _QUOTE)
    return Broken(error.line + 1, error.column, str(error), remedy, 0, block.lines, pairs)


def text_behind_dashes(text: str, block: Block) -> Broken | None:
    """Return metadata in the first line of front matter, where nothing reads it."""
    pairs = pairs_in([text.partition("\n")[0].lstrip("-")])
    remedy = "put it on a line of its own"
    return Broken(1, 5, "text behind the hyphens is not read", remedy, 0, block.lines, pairs) if pairs else None


#: A directive that is meant to be ``post``, in either markup.
_ATTEMPT = re.compile(
    r"(?:\.{1,4}\s*|(?P<fence> {0,3}(?:`{2,}|~{3,}|:{3,}))\s*[\[{(]?\s*)"
    r"(?:\w+:)?(?:posts?|pots|psot|pst|poste|blog[-_]?posts?)(?P<end>\s?[:;\uff1a\uff1b]{0,4}|\s*[\]})]?)"
    r"(?P<rest>[\s\d].*)?",
    re.IGNORECASE,
)
#: Most texts have no line that may be one.
_LIKE_ATTEMPT = re.compile(
    r"^(?:\.{1,4}| {0,3}[`~:]{2,})[^\n]{0,16}(?:pos|pot|pso|pst|blog)", re.MULTILINE | re.IGNORECASE
)
#: A directive as it should be, in reStructuredText and in Markdown.
_RIGHT = re.compile(r"\.\. post\s?::(?:\s|$)"), re.compile(r" {0,3}(?:`{3,}|~{3,}|:{3,})\{post\}(?:\s|$)")
#: An option without a colon behind its name.
_WITHOUT_COLON = re.compile(r"[ \t]*(?P<colon>:)(?P<key>[^\W\d_][\w-]*)(?P<value>)[ \t]+[^:\s].*")
#: An option of the directive that is not indented, maybe below others that are.
_UNINDENTED = re.compile(r"^\.\. post\s?::.*\n(?:[ \t]+\S.*\n)*:(?P<option>[\w-]+):", re.MULTILINE)
_INDENT = "write options such as ':draft: true' right below its first line, all indented alike"


def find_attempt(text: str, *, is_rst: bool) -> Broken | None:
    """Return the first line outside code that is meant as a ``post`` directive, or as an option of one.

    Whether there is such a directive is known when the document is parsed.
    """
    if match := _UNINDENTED.search(text):
        line = text.count("\n", 0, match.start("option")) + 1
        return Broken(line, 1, f"the option {match['option']!r} is not read", _INDENT, is_of_post=True)
    if not _LIKE_ATTEMPT.search(text):
        return None
    fences: list[str] = []
    inner = ""
    for number, text_line in enumerate(text.split("\n"), start=1):
        fence = None if is_rst else FENCE.match(text_line)
        if fence and not fence["info"].strip() and fence["fence"].startswith(inner or (fences or ["?"])[-1]):
            if not inner:
                fences.pop()
            inner = ""
            continue
        if fence and not fences and fence["info"].strip().startswith("{eval-rst}"):
            inner = fence["fence"]
            continue
        right = _RIGHT[0 if is_rst or inner else 1]
        match = None if fences or right.match(text_line) else _ATTEMPT.fullmatch(text_line)
        # A comment may begin with the word.
        if match and (match["fence"] or match["end"].strip() or re.match(r"\s*\d{4}-", match["rest"] or "")):
            remedy = "write '.. post:: 2026-11-20'" if is_rst else "write '```{post} 2026-11-20'"
            return Broken(number, 1, f"{text_line.strip()[:40]!r} is no 'post' directive", remedy, is_attempt=True)
        fences += [fence["fence"]] if fence else []
    return None


def find_lost(directive: str, line: int, options: Collection[str]) -> Broken | None:
    """Return an option in the text of a ``post`` directive in *line* that is not among the *options* read."""
    names = {name.lower().replace("-", "_") for name in options}
    is_body = is_yaml = False
    values: dict[str, str] = {}
    for number, text in enumerate(directive.split("\n")[1:], start=1):
        match = KEY.match(text) or _WITHOUT_COLON.match(text)
        if match and not is_body and decides(name := match["key"].lower().replace("-", "_")):
            if values.setdefault(name, match["value"].strip()) != match["value"].strip():
                reason = f"the option {match['key']!r} is set twice"
                return Broken(line + number, 1, reason, "remove one of the two")
        if text.strip() == "---":
            is_yaml = not is_yaml
        elif not text.strip():
            is_body = True
        elif match is not None and (is_body or match["key"].lower().replace("-", "_") not in names):
            if _is_option(match, is_marked=bool(match["colon"] or is_yaml) and not is_body):
                column = len(text) - len(text.lstrip()) + 1
                return Broken(line + number, column, f"the option {match['key']!r} is not read", _INDENT)
        elif is_body:
            break
    return None


def _is_option(match: re.Match[str], *, is_marked: bool) -> bool:
    """Return whether a line of a directive is meant as an option: it is *is_marked* as one, or hides the post."""
    key = match["key"].lower().replace("-", "_")
    return (is_marked and (key in KEYS or is_about_drafts(key))) or hides(key, match["value"].strip("\"' "))
