"""Counts the words of a text in any mixture of scripts, and estimates how long it takes to read them."""

from __future__ import annotations

from unicodedata import category

from sphinx_blogext.patterns import pattern

#: Characters per minute in Chinese and Japanese text.
_HAN_PER_MINUTE = 450
#: Words per minute in text with spaces between words.
_WORDS_PER_MINUTE = 220
#: Letters of a word, accents and vowel signs not counted, in Thai, Lao, Burmese and Khmer, which write no spaces.
_LETTERS_PER_WORD = 4

_WORD = pattern(r"\w+(?:['’.-]\w+)*")
#: Han characters and kana.
_HAN = pattern("[\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+")
_UNSPACED = pattern("[\u0e01-\u0eff\u1000-\u109f\u1780-\u17ff]+")
#: Characters within a word that readers do not see: joiners and optional hyphens.
_UNSEEN = "\u00ad\u200b\u200c\u200d\u2060"


def count_words(text: str) -> tuple[int, int]:
    """Return how many Han characters and kana, and how many other words there are in *text*."""
    # Most texts consist of few different characters: only these need be looked at to know what there is.
    characters = "" if text.isascii() else "".join(set(text))
    # Accents and vowel signs that are characters of their own belong to a word, but are no letters for ``\\w``.
    if unseen := [ord(char) for char in characters if char in _UNSEEN or category(char)[0] == "M"]:
        text = text.translate(dict.fromkeys(unseen))
    han = unspaced = 0
    if characters and _HAN.search(characters):
        others = _HAN.split(text)
        han = len(text) - sum(map(len, others))
        text = " ".join(others)
    if _UNSPACED.search(characters):
        unspaced = sum(map(len, _UNSPACED.findall(text)))
        text = _UNSPACED.sub(" ", text)
    return han, len(_WORD.findall(text)) + -(-unspaced // _LETTERS_PER_WORD)


def reading_minutes(han: int, words: int) -> int:
    """Return the reading time of a text with so many words in minutes, rounded up, at least 1."""
    # ceil(han / 450 + words / 220) in integers.
    total = han * _WORDS_PER_MINUTE + words * _HAN_PER_MINUTE
    return max(1, -(-total // (_HAN_PER_MINUTE * _WORDS_PER_MINUTE)))
