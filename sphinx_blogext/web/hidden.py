"""Keep posts that are in no list out of what else names all documents: search, inventory, index.

Sphinx makes these from the environment, where links to such posts are resolved too. So their documents are left
out of it only while it does so.
"""

from __future__ import annotations

from contextlib import ExitStack, contextmanager, nullcontext
from functools import partial
from glob import escape
from typing import TYPE_CHECKING, Any

from sphinx_blogext._compat import forget_unused_words
from sphinx_blogext.builders import renders_pages
from sphinx_blogext.events import HIDDEN_EVENT
from sphinx_blogext.site.build import build_of
from sphinx_blogext.temporary import replaced

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Set

    from sphinx.application import Sphinx

#: The methods by which Sphinx writes the index, the search index and the inventory.
_METHODS = ("gen_indices", "dump_search_index", "dump_inventory")


def on_builder_inited(app: Sphinx) -> None:
    """Let the builder write what names all documents without the hidden ones."""
    builder: Any = app.builder
    for name in _METHODS:
        if callable(write := getattr(builder, name, None)):
            setattr(builder, name, partial(_write, app, write))
    if callable(index := getattr(builder, "index_page", None)):
        builder.index_page = partial(_index, app, index)


def _index(app: Sphinx, index: Callable[..., None], name: str, *args: Any) -> None:
    # If it was visible before, it is written again, and Sphinx has removed it from the index that it has loaded.
    if name not in build_of(app.env).hidden_documents:
        index(name, *args)


def _write(app: Sphinx, write: Callable[[], None]) -> None:
    hidden = build_of(app.env).hidden_documents
    with _without(hidden, app) if hidden else nullcontext():
        write()


@contextmanager
def _without(hidden: Set[str], app: Sphinx) -> Iterator[None]:
    """Take documents out of all domains and their indexes, and what was left of them out of the search index."""
    domains, builder = app.env.domains, app.builder
    index: Any = domains["index"]
    forget_unused_words(getattr(builder, "indexer", None))
    entries = {name: found for name, found in index.entries.items() if name not in hidden}
    with ExitStack() as stack:
        stack.enter_context(replaced(index, data=index.data | {"entries": entries}))
        for domain in domains.sorted():
            visible = partial(_visible_objects, domain.get_objects, hidden)
            stack.enter_context(replaced(domain, get_objects=visible))
        # Each has a name, a class, the content, and whether groups are collapsed.
        indices = [
            (*first, _visible_entries(content, hidden), last)
            for *first, content, last in getattr(builder, "domain_indices", ())
        ]
        stack.enter_context(replaced(builder, domain_indices=indices))
        yield


def _visible_objects(get_objects: Callable[[], Iterable[Any]], hidden: Set[str]) -> list[Any]:
    return [found for found in get_objects() if found[3] not in hidden]


def _visible_entries(content: Iterable[Any], hidden: Set[str]) -> list[Any]:
    """Return the entries of an index, by letter."""
    letters = ((letter, [entry for entry in entries if entry[2] not in hidden]) for letter, entries in content)
    return [(letter, entries) for letter, entries in letters if entries]


def on_build_finished(app: Sphinx, exception: Exception | None) -> None:
    """Leave them out of the ``llms.txt`` that ``sphinx-llm`` writes."""
    # Only now: earlier, Sphinx would take it for a changed configuration.
    if exception is None and "llms_txt_exclude" in app.config and renders_pages(app.builder):
        hidden = map(escape, sorted(build_of(app.env).hidden_documents))
        app.config.llms_txt_exclude = [*app.config.llms_txt_exclude, *hidden]


def setup(app: Sphinx) -> None:
    app.connect("builder-inited", on_builder_inited)
    app.connect(HIDDEN_EVENT, lambda app: build_of(app.env).hidden_documents)
    # Before ``sphinx-llm`` creates its list.
    app.connect("build-finished", on_build_finished, priority=100)
