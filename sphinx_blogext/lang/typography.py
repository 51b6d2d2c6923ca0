"""Sets text: where headings break, and which Chinese, Japanese and Korean punctuation is condensed.

Chinese headings break between words if ``jieba`` is installed, and otherwise at punctuation. Punctuation is marked
where it has an empty half, for browsers that do not condense it.
"""

import unicodedata
import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from itertools import groupby

from sphinx_blogext.lang.codes import script_of
from sphinx_blogext.patterns import pattern

#: Punctuation that is empty on one side. In Chinese, quotation marks are just as wide.
_OPENING, _CLOSING = "（［｛《〈「『【〔“‘", "，。、；：）］｝》〉」』】〕”’"
_SQUEEZED = pattern(f"((?<=[{_OPENING}{_CLOSING}])[{_OPENING}]|[{_CLOSING}](?=[{_CLOSING}]))")
#: One-character words that belong to the word before them. Others belong to the one after them.
_ENCLITIC = frozenset("的了着过地得们吗呢吧啊")
#: So many Han without a pause do not fit beside other text on a phone.
_LONG = 12
#: What joins a character to the one before it, besides marks: colors of skins, the ends of Korean syllables, tags.
_MARK = pattern("[\u200c\u200d\u2060\ufeff\u1160-\u11ff\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]")
_FLAG = pattern("[\U0001f1e6-\U0001f1ff]{2}")


def squeeze_marks(text: str) -> Iterator[tuple[str, bool]]:
    """Return the parts of *text*, and whether each is a punctuation mark whose empty half is next to another."""
    return ((part, number % 2 == 1) for number, part in enumerate(_SQUEEZED.split(text)) if part)


def break_words(text: str) -> list[str]:
    """Return the *text* of a heading in pieces between which lines may break."""
    if words := _segmenter():
        return joined(words(text), _may_break)
    # Without a dictionary, only what is longer than the line of a phone, and so that no character is alone.
    return "".join(_divided(script, "".join(run)) for script, run in groupby(text, script_of)).split("\0")


def _divided(script: str, run: str) -> str:
    """Return a run of one script, with ``NUL`` where a line may break in it."""
    if script != "han" or len(run) < _LONG:
        return run
    may_break = (3 <= place <= len(run) - 3 and sign not in _ENCLITIC for place, sign in enumerate(run))
    return "".join("\0" * may + sign for may, sign in zip(may_break, run, strict=True))


def _may_break(left: str, right: str) -> bool:
    """Return whether a line may break between two words; browsers handle punctuation and spaces themselves."""
    before, after = left[-1:], right[:1]
    if not (before.isalnum() and after.isalnum() and "han" in {script_of(before), script_of(after)}):
        return False
    # A number stays with what it counts.
    return right not in _ENCLITIC and (len(left) > 1 or left in _ENCLITIC) and not before.isdigit()


@cache
def _segmenter() -> Callable[[str], list[str]] | None:
    """Return the function that splits Chinese text into words, if it is installed."""
    try:
        with warnings.catch_warnings():
            # Newer versions of Python warn about its regular expressions.
            warnings.simplefilter("ignore")
            jieba = import_module("jieba")
    except ImportError:
        return None
    jieba.setLogLevel("WARNING")
    cut: Callable[[str], list[str]] = jieba.lcut
    return cut


def graphemes(text: str) -> list[str]:
    """Return the characters of a text as readers perceive them: letters with marks, and complete emoji."""
    if text.isascii():
        return list(text)
    characters: list[str] = []
    for character in text:
        is_mark = unicodedata.category(character) in {"Mn", "Mc", "Me"} or _MARK.match(character)
        last = characters[-1] if characters else ""
        if last and (is_mark or last[-1] == "\u200d" or _FLAG.fullmatch(last + character)):
            characters[-1] += character
        else:
            characters.append(character)
    return characters


def joined(parts: Iterable[str], may_break: Callable[[str, str], bool]) -> list[str]:
    """Return *parts* of a text, with those joined between which no line may break."""
    texts: list[str] = []
    last = ""
    for part in parts:
        if not last or may_break(last, part):
            texts.append(part)
        else:
            texts[-1] += part
        last = part
    return texts
