"""Measures for the search index."""

from __future__ import annotations

import functools
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, TextIO

from sphinx.search import js_index
from sphinx.search.en import SearchEnglish

from sphinx_blogext.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from docutils import nodes

    from sphinx_blogext.speedups.patches import BuildState, Patches

#: The attributes of the search index that :func:`patch_search_index` handles.
INDEX = ("_titles", "_all_titles", "_filenames", "_mapping", "_title_mapping")
#: The methods that it replaces.
METHODS = ("load", "prune", "get_terms")
#: The parts of the index that are written piece by piece, and the number of words in a piece.
_WORDS, _WORDS_A_PIECE = frozenset({"terms", "titleterms"}), 1_000
_MAY_HAVE_ENDING = pattern("[a-z']")


class _Words(dict[str, Any]):
    """The documents that contain each word: as in the file, until one of them is written again, then as a set.

    In the file they are numbers: places in *docnames*, one or an ordered list.
    """

    def __init__(self, frozen: dict[str, int | list[int]], docnames: list[str]) -> None:
        super().__init__(frozen)
        self._docnames = docnames

    def __getitem__(self, word: str) -> Any:
        documents = super().__getitem__(word)
        if not isinstance(documents, set):
            self[word] = documents = self._named(documents)
        return documents

    def get(self, word: str, default: Any = None) -> Any:
        try:
            return self[word]
        except KeyError:
            return default

    def setdefault(self, word: str, default: Any = None) -> Any:
        if word not in self:
            self[word] = default
        return self[word]

    def take_apart(self) -> None:
        for word, documents in self.items():
            if not isinstance(documents, set):
                self[word] = self._named(documents)

    def remove(self, gone: set[str]) -> None:
        numbers = {number for number, name in enumerate(self._docnames) if name in gone}
        for word, documents in self.items():
            if isinstance(documents, set):
                documents -= gone
            elif documents in numbers if isinstance(documents, int) else not numbers.isdisjoint(documents):
                self[word] = self._named(documents) - gone

    def numbered(self, numbers: Mapping[str, int]) -> dict[str, Any]:
        """Return the documents of each word as they will be in the file, with the same numbers as before."""
        return {
            word: _numbered(documents, numbers) if isinstance(documents, set) else documents
            for word, documents in self.items()
        }

    def has_numbers(self, numbers: Mapping[str, int]) -> bool:
        return list(numbers) == self._docnames

    def _named(self, documents: int | list[int]) -> set[str]:
        return {self._docnames[number] for number in ([documents] if isinstance(documents, int) else documents)}


def reuse_search_index(patches: Patches, state: BuildState) -> None:
    """Neither load nor write the index if no document is written: it is the largest file of a site."""
    if not state.writes_no_document:
        return
    builder = state.builder
    load = builder.load_indexer

    def load_indexer(docnames: set[str]) -> None:
        if docnames:
            load(docnames)
        else:
            # An index that was not loaded would be written empty.
            patches.set(builder, "dump_search_index", lambda: None)

    patches.set(builder, "load_indexer", load_indexer)


def _is_known(index: Any) -> bool:
    """Return whether the index is Sphinx's own: that of a theme may keep other things, or in another way."""
    return type(index).__module__ == "sphinx.search"


# Upstream: Sphinx, IndexBuilder.dump: write the terms in pieces.
def write_in_pieces(patches: Patches, state: BuildState) -> None:
    """Write the index in pieces: Sphinx holds several copies of it, at the end, when memory use is at its peak."""
    builder = state.builder
    if _is_known(getattr(builder, "indexer", None)) and builder.indexer_format is js_index:
        patches.set(builder, "indexer_format", SimpleNamespace(load=js_index.load, dump=_dump))


def _dump(data: dict[str, Any], stream: TextIO) -> None:
    """Do what ``js_index.dump`` does: write *data* as JSON, sorted by key, as the argument of a function."""
    stream.write(js_index.PREFIX + "{")
    for place, name in enumerate(sorted(data)):
        stream.write(f"{',' if place else ''}{_as_json(name)}:")
        value = data[name]
        # Only these are large, and have words as keys.
        stream.writelines(_pieces_of(value) if name in _WORDS else [_as_json(value)])
    stream.write("}" + js_index.SUFFIX)


def _pieces_of(words: dict[str, Any]) -> Iterator[str]:
    """Yield the parts of a JSON object."""
    yield "{"
    names = sorted(words)
    for start in range(0, len(names), _WORDS_A_PIECE):
        piece = _as_json({name: words[name] for name in names[start : start + _WORDS_A_PIECE]})
        yield ("," if start else "") + piece[1:-1]
    yield "}"


def _as_json(data: Any) -> str:
    return js_index.dumps(data)[len(js_index.PREFIX) : -len(js_index.SUFFIX)]


def patch_search_index(patches: Patches, state: BuildState) -> None:
    """Replace a few documents in the index, instead of taking it apart and assembling it again word by word."""
    if state.writes_no_document:
        return
    builder = state.builder
    load = builder.load_indexer

    def load_indexer(docnames: set[str]) -> None:
        index: Any = getattr(builder, "indexer", None)
        if _is_known(index) and all(isinstance(getattr(index, name, None), dict) for name in INDEX):
            own: tuple[Callable[..., Any], ...] = (_load, _prune, _get_terms)
            for name, quick in zip(METHODS, own, strict=True):
                patches.set(index, name, functools.partial(quick, index, getattr(index, name)))
        load(docnames)

    patches.set(builder, "load_indexer", load_indexer)


# Upstream: Sphinx, SearchLanguage.stem: cache the stems of words.
def cache_stems(patches: Patches, state: BuildState) -> None:
    """Compute the stem of a word once: documents share most of their words."""
    language = getattr(getattr(state.builder, "indexer", None), "lang", None)
    if language is not None and "stem" not in vars(language):
        stem = functools.lru_cache(20_000)(language.stem)

        def stem_english(word: str) -> str:
            # It ignores case. A word without Latin letters, such as a sentence in Chinese, has no English ending.
            word = word.lower()
            return stem(word) if _MAY_HAVE_ENDING.search(word) else word

        patches.set(language, "stem", stem_english if type(language).stem is SearchEnglish.stem else stem)


# Upstream: Sphinx, IndexBuilder.feed: stem each word of a document once.
def count_words_once(patches: Patches, state: BuildState) -> None:
    """Look up each word of a document once, not each time that it occurs: the index only notes that it does."""
    index: Any = getattr(state.builder, "indexer", None)
    if _is_known(index) and callable(collect := getattr(index, "_word_collector", None)):
        patches.set(index, "_word_collector", functools.partial(_collect_once, collect))


def _collect_once(collect: Callable[[nodes.document], Any], doctree: nodes.document) -> Any:
    collector = collect(doctree)
    # In the same order, which is that of new words in the index.
    collector.words = list(dict.fromkeys(collector.words))
    return collector


def _numbered(documents: set[str], numbers: Mapping[str, int]) -> int | list[int]:
    known = sorted(map(numbers.__getitem__, documents))
    return known[0] if len(known) == 1 else known


def _load(index: Any, load: Callable[..., None], stream: Any, form: Any) -> None:
    """Load the index, but leave the documents of words as they are in the file."""
    if isinstance(form, str):
        # The name of a format, which Sphinx's builder does not use.
        load(stream, form)
        return
    words: list[dict[str, Any]] = []

    def load_frozen(stream: Any) -> Any:
        frozen = form.load(stream)
        if not isinstance(frozen, dict):
            return frozen
        docnames = frozen.get("docnames", [])
        words.extend(_Words(frozen.get(name, {}), docnames) for name in ("terms", "titleterms"))
        return frozen | {"terms": {}, "titleterms": {}}

    load(stream, SimpleNamespace(load=load_frozen))
    index._mapping, index._title_mapping = words


def _prune(index: Any, prune: Callable[[Any], None], docnames: Any) -> None:
    """Do what ``IndexBuilder.prune`` does: keep nothing but *docnames*."""
    gone = index._titles.keys() - set(docnames)
    mappings = (index._mapping, index._title_mapping)
    # If few are left, Sphinx's own way is faster.
    if len(gone) > len(index._titles) // 2:
        for words in mappings:
            if isinstance(words, _Words):
                words.take_apart()
        prune(docnames)
        return
    for name in gone:
        for records in (index._titles, index._all_titles, index._filenames):
            records.pop(name, None)
    for words in mappings if gone else ():
        if isinstance(words, _Words):
            words.remove(gone)
        else:
            for documents in words.values():
                documents.difference_update(gone)


def _get_terms(index: Any, get_terms: Callable[..., Any], numbers: dict[str, int]) -> Any:
    """Do what ``IndexBuilder.get_terms`` does: return the numbers of the documents of words."""
    mappings = [words for words in (index._mapping, index._title_mapping) if isinstance(words, _Words)]
    if len(mappings) == 2 and mappings[0].has_numbers(numbers):
        return tuple(words.numbered(numbers) for words in mappings)
    # A document has come or gone.
    for words in mappings:
        words.take_apart()
    return get_terms(numbers)
