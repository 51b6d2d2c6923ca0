"""Measures for the search index."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING, Any

from sphinx.search.en import SearchEnglish

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx_blogext.speedups.changes import Changes, Situation

#: The attributes of the search index that :func:`_prune` handles.
INDEX = ("_titles", "_all_titles", "_filenames", "_mapping", "_title_mapping")
_MAY_HAVE_ENDING = re.compile("[a-z']")


def keep_index(changes: Changes, situation: Situation) -> None:
    """Neither load nor write the index if no document is written: it is the largest file of a site."""
    if not situation.writes_no_document:
        return
    builder = situation.builder
    load = builder.load_indexer

    def load_indexer(docnames: set[str]) -> None:
        if docnames:
            load(docnames)
        else:
            # An index that was not loaded would be written empty.
            changes.set(builder, "dump_search_index", lambda: None)

    changes.set(builder, "load_indexer", load_indexer)


def prune_quickly(changes: Changes, situation: Situation) -> None:
    """Remove a few documents from the index, instead of comparing the rest word by word."""
    if situation.writes_no_document:
        return
    builder = situation.builder
    load = builder.load_indexer

    def load_indexer(docnames: set[str]) -> None:
        index: Any = getattr(builder, "indexer", None)
        if index is not None and all(isinstance(getattr(index, n, None), dict) for n in INDEX):
            changes.set(index, "prune", functools.partial(_prune, index, index.prune))
        load(docnames)

    changes.set(builder, "load_indexer", load_indexer)


def keep_stems(changes: Changes, situation: Situation) -> None:
    """Compute the stem of a word once: documents share most of their words."""
    language = getattr(getattr(situation.builder, "indexer", None), "lang", None)
    if language is not None and "stem" not in vars(language):
        is_english = type(language).stem is SearchEnglish.stem
        changes.set(language, "stem", (_stem_english if is_english else _remember_stems)(language.stem))


def _remember_stems(stem: Callable[[str], str]) -> Callable[[str], str]:
    return functools.lru_cache(20_000)(stem)


def _stem_english(stem: Callable[[str], str]) -> Callable[[str], str]:
    """Return *stem*, which ignores case, with a cache.

    A word without Latin letters, such as a sentence in Chinese, has no English ending.
    """
    remembered = _remember_stems(stem)

    def stem_quickly(word: str) -> str:
        word = word.lower()
        return remembered(word) if _MAY_HAVE_ENDING.search(word) else word

    return stem_quickly


def _prune(index: Any, prune: Callable[[Any], None], docnames: Any) -> None:
    """Do what ``IndexBuilder.prune`` does: keep nothing but *docnames*."""
    gone = index._titles.keys() - set(docnames)
    # If few are left, Sphinx's own way is faster.
    if len(gone) > len(index._titles) // 2:
        prune(docnames)
        return
    for name in gone:
        for records in (index._titles, index._all_titles, index._filenames):
            records.pop(name, None)
    if gone:
        for words in (index._mapping, index._title_mapping):
            for found in words.values():
                found.difference_update(gone)
