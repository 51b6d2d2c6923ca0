"""Measures that have Python look for garbage where there is some."""

from __future__ import annotations

import atexit
import gc
from typing import TYPE_CHECKING
from weakref import WeakSet

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_blogext.speedups.changes import Changes, Situation

#: When Python looks for garbage: rarely in a build that makes little of it. The trees of documents are all
#: garbage once they are written, and need room until then.
_RARELY, _OFTEN = (20_000, 10, 20), (2_000, 10, 10)
#: How many documents' trees are kept from reading to writing; Sphinx keeps all.
_TREES_KEPT = 50
#: The applications that have built in less time and are still there.
_built: WeakSet[Sphinx] = WeakSet()


def look_for_garbage(changes: Changes, situation: Situation) -> None:
    """Look for garbage less often, and not in what has been loaded up to here: that is a tenth of a build."""
    changes.callback(gc.set_threshold, *gc.get_threshold())
    gc.set_threshold(*(_OFTEN if len(situation.documents) > _TREES_KEPT else _RARELY))
    # ``unfreeze`` would also release what somebody else has frozen.
    if not gc.get_freeze_count():
        changes.callback(gc.unfreeze)
        gc.freeze()


def let_go_of_trees(changes: Changes, situation: Situation) -> None:
    """Keep the trees of a few documents only: all others can be read from disk, and would fill the memory."""

    def on_env_purge_doc(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
        trees = getattr(env, "_write_doc_doctree_cache", {})
        if len(trees) >= _TREES_KEPT:
            trees.clear()

    app = situation.app
    changes.callback(app.disconnect, app.connect("env-purge-doc", on_env_purge_doc))


def end_quickly(changes: Changes, situation: Situation) -> None:
    """When Python ends, the system takes back all memory at once: nothing need be looked through for it."""
    _built.add(situation.app)


@atexit.register
def _freeze() -> None:
    if _built:
        gc.freeze()
