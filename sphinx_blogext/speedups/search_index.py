"""Measures for the search index."""

import functools
import json
import pickle
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, MutableMapping
from contextlib import suppress
from dataclasses import is_dataclass, replace
from hashlib import sha256
from itertools import chain, filterfalse
from json.encoder import encode_basestring_ascii
from pathlib import Path
from types import SimpleNamespace
from typing import Any, BinaryIO, TextIO

from docutils import nodes
from sphinx import search
from sphinx.search.en import SearchEnglish

from sphinx_blogext.domain.stores import cache_of
from sphinx_blogext.patterns import pattern
from sphinx_blogext.speedups.patches import BuildState, Patches, is_called_alike

#: The attributes of the search index that :func:`patch_search_index` handles.
INDEX = ("_titles", "_all_titles", "_filenames", "_mapping", "_title_mapping")
#: The methods that it replaces.
js_index: Any = getattr(search, "js_index", None)
#: The parts of the index that are written piece by piece, in this order, and the number of words in a piece.
_WORDS, _WORDS_A_PIECE = ("terms", "titleterms"), 1_000
#: The number of words whose stems are kept.
_STEMS = 20_000
#: The length of a checksum of the index.
_CHECKSUM = sha256().digest_size
_MAY_HAVE_ENDING = pattern("[a-z']")


class _Words(dict[str, Any]):
    """The documents that contain each word: as in the file, until one of them is written again, then as a set.

    In the file they are numbers: places in *docnames*, one or an ordered list, or the text of one.
    """

    def __init__(self, frozen: dict[str, int | str | list[int]], docnames: list[str]) -> None:
        super().__init__(frozen)
        self.docnames = docnames

    def __getitem__(self, word: str) -> Any:
        documents = super().__getitem__(word)
        if not isinstance(documents, set):
            self[word] = documents = self._named(documents)
        return documents

    # These ask for the item, unlike those of a dictionary.
    get: Any = MutableMapping.get
    setdefault: Any = MutableMapping.setdefault

    def take_apart(self) -> None:
        for word, documents in self.items():
            if not isinstance(documents, set):
                self[word] = self._named(documents)

    def remove(self, gone: set[str]) -> None:
        numbers = {number for number, name in enumerate(self.docnames) if name in gone}
        texts = set(map(str, numbers))
        # Nearly always one document is written again: then there is no need to split the texts.
        only = f",{next(iter(texts))}," if len(texts) == 1 else ""
        for word, documents in self.items():
            if isinstance(documents, set):
                documents -= gone
                continue
            if isinstance(documents, str):
                has_any = only in f",{documents}," if only else not texts.isdisjoint(documents.split(","))
            elif isinstance(documents, int):
                has_any = documents in numbers
            else:
                has_any = not numbers.isdisjoint(documents)
            if has_any:
                self[word] = self._named(documents) - gone

    def numbered(self, numbers: Mapping[str, int]) -> dict[str, Any]:
        """Return the documents of each word as they will be in the file, with the same numbers as before."""
        words = dict(self.items())
        for word, documents in self.items():
            if isinstance(documents, set):
                known = sorted(map(numbers.__getitem__, documents))
                words[word] = known[0] if len(known) == 1 else known
        return words

    def _named(self, documents: int | str | list[int]) -> set[str]:
        if isinstance(documents, int):
            return {self.docnames[documents]}
        numbers = map(int, documents.split(",")) if isinstance(documents, str) else documents
        return {self.docnames[number] for number in numbers}


class _Format:
    """Loads and writes the index like ``js_index``, and keeps a copy at *path*, which takes a third of the time.

    In the copy, the documents of a word are the text of their numbers, which is written again as it is. It ends
    with the stems of words, as far as they are known.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.stems: dict[str, str] = {}

    def load(self, stream: TextIO) -> Any:
        text = stream.read()
        # Whatever is wrong with the copy, the index itself is there.
        with suppress(Exception), self._path.open("rb") as copy:
            if copy.read(_CHECKSUM) == sha256(text.encode()).digest():
                others = {name: json.loads(part) for name, part in pickle.load(copy).items()}
                words = {name: _load_words(copy) for name in _WORDS}
                self.stems = pickle.load(copy)
                return others | words
        return js_index.loads(text)

    def dump(self, data: dict[str, Any], stream: TextIO) -> None:
        """Write *data* as JSON, sorted by key, as the argument of a function."""
        # In pieces: Sphinx holds several copies of it, at the end, when memory use is at its peak.
        others = {name: _as_json(data[name]) for name in data if name not in _WORDS}
        checksum = sha256()
        for piece in _pieces_of(data, others):
            stream.write(piece)
            checksum.update(piece.encode())
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
        with suppress(OSError), self._path.open("wb") as copy:
            # The checksum is filled in when the copy is complete.
            copy.write(bytes(_CHECKSUM))
            pickle.dump(others, copy)
            for name in _WORDS:
                for part in chain(_parts_of(data[name]), [{}]):
                    pickle.dump(part, copy)
            pickle.dump(self.stems, copy)
            copy.seek(0)
            copy.write(checksum.digest())


def _load_words(copy: BinaryIO) -> dict[str, int | str | list[int]]:
    words: dict[str, int | str | list[int]] = {}
    while part := pickle.load(copy):
        words |= part
    return words


def _pieces_of(data: dict[str, Any], others: dict[str, str]) -> Iterator[str]:
    yield js_index.PREFIX + "{"
    for place, name in enumerate(sorted(data)):
        yield f"{',' if place else ''}{_as_json(name)}:"
        yield from _pieces_of_words(data[name]) if name in _WORDS else [others[name]]
    yield "}" + js_index.SUFFIX


def _pieces_of_words(words: dict[str, Any]) -> Iterator[str]:
    """Yield the parts of a JSON object."""
    yield "{"
    for place, part in enumerate(_parts_of(words)):
        yield ("," if place else "") + ",".join(
            f"{encode_basestring_ascii(name)}:{f'[{numbers}]' if isinstance(numbers, str) else numbers}"
            for name, numbers in part.items()
        )
    yield "}"


def _parts_of(words: dict[str, Any]) -> Iterator[dict[str, Any]]:
    names = sorted(words)
    for start in range(0, len(names), _WORDS_A_PIECE):
        yield {name: _as_text(words[name]) for name in names[start : start + _WORDS_A_PIECE]}


def _as_text(numbers: int | str | list[int]) -> int | str | list[int]:
    """Return the text of several numbers; anything else is left as it is."""
    return ",".join(map(str, numbers)) if isinstance(numbers, list) and numbers else numbers


def _as_json(data: Any) -> Any:
    return js_index.dumps(data)[len(js_index.PREFIX) : -len(js_index.SUFFIX)]


def _quick_methods(index: Any) -> dict[str, Any]:
    """Return methods for an index of Sphinx's own: that of a theme may keep other things, or in another way."""
    known: dict[str, Any] = {name: getattr(index, name, None) for name in METHODS}
    quick = {name: functools.partial(own, index, known[name]) for name, own in METHODS.items()}
    is_own = type(index).__module__ == "sphinx.search" and all(isinstance(vars(index).get(n), dict) for n in INDEX)
    return quick if is_own and all(is_called_alike(quick[name], known[name]) for name in quick) else {}


def patch_search_index(patches: Patches, state: BuildState) -> None:
    """Replace a few documents in the index, instead of taking it apart and assembling it again word by word.

    If no document is written, neither load nor write it: it is the largest file of a site.
    """
    builder, load, is_reused = state.builder, state.builder.load_indexer, state.writes_no_document

    def load_indexer(docnames: set[str]) -> None:
        index: Any = getattr(builder, "indexer", None)
        if is_reused and not docnames and hasattr(builder, "dump_search_index"):
            # An index that was not loaded would be written empty.
            patches.set(builder, "dump_search_index", lambda *_, **__: None)
            return
        for name, method in (quick := _quick_methods(index)).items():
            patches.set(index, name, method)
        if quick and js_index and getattr(builder, "indexer_format", None) is js_index:
            patches.set(builder, "indexer_format", _Format(cache_of(builder, "search")))
        load(docnames)
        form = getattr(builder, "indexer_format", None)
        if isinstance(form, _Format) and builder.env.all_docs.keys() <= set(docnames):
            form.stems.clear()  # the language may be another

    patches.set(builder, "load_indexer", load_indexer)


# Upstream: Sphinx, SearchLanguage.stem: cache the stems of words.
def cache_stems(patches: Patches, state: BuildState) -> None:
    """Compute the stem of a word once, also for later builds: documents share most of their words."""
    language = getattr(getattr(state.builder, "indexer", None), "lang", None)
    if language is not None and "stem" not in vars(language):
        form, compute = state.builder.indexer_format, language.stem
        stems = form.stems if isinstance(form, _Format) else {}

        def stem(word: str) -> str:
            if (known := stems.get(word)) is None:
                known = compute(word)
                # Frequent words come early.
                if len(stems) < _STEMS:
                    stems[word] = known
            return known

        def stem_english(word: str) -> str:
            # It ignores case. A word without Latin letters, such as a sentence in Chinese, has no English ending.
            word = word.lower()
            return stem(word) if _MAY_HAVE_ENDING.search(word) else word

        patches.set(language, "stem", stem_english if type(language).stem is SearchEnglish.stem else stem)


# Upstream: Sphinx, IndexBuilder.feed: look up each word of a document once, and remember under which term.
def count_words_once(patches: Patches, state: BuildState) -> None:
    """Look up each word of a document once, not each time that it occurs: the index only notes that it does."""
    index: Any = getattr(state.builder, "indexer", None)
    collect = getattr(index, "_word_collector", None)
    if not _quick_methods(index) or not callable(collect) or not is_dataclass(getattr(search, "WordStore", None)):
        return
    stores: list[Any] = []
    compute, is_term = index.lang.stem, index.lang.word_filter

    def collect_titles(doctree: nodes.document) -> Any:
        stores[:] = [collect(doctree)]
        return replace(stores[0], words=[])

    @functools.lru_cache(20_000)
    def term_of(word: str) -> str | None:
        """Return what ``IndexBuilder.feed`` has for a word in the index, or ``None`` if it leaves it out."""
        return stem if is_term(stem := compute(word).lower()) else word if is_term(word) else None

    patches.set(index, "_word_collector", collect_titles)
    patches.set(index, "feed", functools.partial(_feed, index, index.feed, stores, compute, term_of))


class _Documents(list[str]):
    """The documents of a word in a new index, with the methods of a set that Sphinx uses."""

    # A list takes a tenth of the memory of a set, and those of all words take a tenth of the memory of a build.

    __slots__ = ()

    def __reduce__(self) -> Any:
        # The environment, which is stored when an application builds again, refers to the index.
        return set, (list(self),)

    def add(self, docname: str) -> None:
        if docname not in self:
            self.append(docname)

    def intersection_update(self, others: Iterable[str]) -> None:
        self[:] = filter(set(others).__contains__, self)

    def difference_update(self, others: Iterable[str]) -> None:
        self[:] = filterfalse(set(others).__contains__, self)


def _feed(
    index: Any,
    feed: Callable[..., None],
    stores: list[Any],
    stem: Callable[[str], str],
    term_of: Callable[[str], str | None],
    docname: str,
    *arguments: Any,
    **options: Any,
) -> None:
    """Do what ``IndexBuilder.feed`` does, which here indexes only the title and headings."""
    is_new = docname not in index._titles
    feed(docname, *arguments, **options)
    words, titles = index._mapping, index._title_mapping
    stems = (term for word in stores[0].title_words for term in (stem(word).lower(), word))
    # If it is not new, it may already be among the documents of any word.
    in_titles: Container[str] = set(stems) if is_new else titles
    if not (is_new or isinstance(words, _Words)):
        words.update({word: set(documents) for word, documents in words.items()})
    # Several words may have the same term.
    for term in dict.fromkeys(map(term_of, dict.fromkeys(stores[0].words))):
        if term is None or (term in in_titles and docname in titles.get(term, ())):
            continue
        if (documents := words.get(term)) is None:
            words[term] = {docname} if isinstance(words, _Words) else _Documents([docname])
        elif isinstance(documents, set):
            documents.add(docname)
        else:
            documents.append(docname)


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
    for name in gone:
        for records in (index._titles, index._all_titles, index._filenames):
            records.pop(name, None)
    for words in (index._mapping, index._title_mapping) if gone else ():
        if isinstance(words, _Words):
            words.remove(gone)
        else:
            for documents in words.values():
                documents.difference_update(gone)


def _get_terms(index: Any, get_terms: Callable[..., Any], numbers: dict[str, int]) -> Any:
    """Do what ``IndexBuilder.get_terms`` does: return the numbers of the documents of words."""
    mappings = [words for words in (index._mapping, index._title_mapping) if isinstance(words, _Words)]
    if len(mappings) == 2 and mappings[0].docnames == list(numbers):
        return tuple(words.numbered(numbers) for words in mappings)
    # A document has come or gone.
    for words in mappings:
        words.take_apart()
    return get_terms(numbers)


#: The methods of the search index that :func:`patch_search_index` replaces.
METHODS: dict[str, Callable[..., Any]] = {"load": _load, "prune": _prune, "get_terms": _get_terms}
