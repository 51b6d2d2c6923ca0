"""Measures that run Python's garbage collection only when it pays off."""

from __future__ import annotations

import atexit
import gc
from typing import TYPE_CHECKING
from weakref import WeakSet

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_blogext.speedups.patches import BuildState, Patches

#: Thresholds of the garbage collection: rarely in a build that produces little garbage. Doctrees are all
#: garbage once they are written, and take up memory until then; each has a few thousand objects.
_RARELY, _OFTEN = (50_000, 20, 20), (10_000, 10, 10)
#: A build that reads more documents keeps none of their trees from reading to writing; Sphinx keeps all.
_FEW_TREES = 50
#: The applications that were built with measures and still exist.
_built: WeakSet[Sphinx] = WeakSet()


def pause_gc_while_loading(patches: Patches, state: BuildState) -> None:
    """Collect no garbage while the environment is loaded: it has none, and looking takes longer than loading."""
    if gc.isenabled():
        patches.callback(_look_again)
        gc.disable()


def _look_again() -> None:
    gc.enable()
    # Counts everything as old: otherwise the next collection would look through all that was loaded. This is no
    # way to do so if others have frozen something, which would be released.
    if not gc.get_freeze_count():
        gc.freeze()
        gc.unfreeze()


def raise_gc_thresholds(patches: Patches, state: BuildState) -> None:
    """Collect garbage less often, and ignore what has been loaded up to here: that saves a tenth of a build."""
    patches.callback(gc.set_threshold, *gc.get_threshold())
    gc.set_threshold(*(_OFTEN if len(state.documents) > _FEW_TREES else _RARELY))
    # ``unfreeze`` would also release what others have frozen.
    if not gc.get_freeze_count():
        patches.callback(gc.unfreeze)
        gc.freeze()


def drop_doctrees_after_reading(patches: Patches, state: BuildState) -> None:
    """Keep no doctrees of many documents: they can be read from disk, and would fill the memory.

    A tree that is let go of at once is also found quickly by the garbage collection, which looks for new objects
    more often than for old ones.
    """
    if len(state.documents) <= _FEW_TREES:
        return

    def on_env_purge_doc(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
        getattr(env, "_write_doc_doctree_cache", {}).clear()

    app = state.app
    patches.callback(app.disconnect, app.connect("env-purge-doc", on_env_purge_doc))


def skip_final_gc(patches: Patches, state: BuildState) -> None:
    """Skip the final collection: when Python exits, the system reclaims all memory at once."""
    _built.add(state.app)


@atexit.register
def _freeze() -> None:
    if _built:
        gc.freeze()
