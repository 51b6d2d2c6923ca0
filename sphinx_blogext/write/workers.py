"""Write the pages without a document, in several processes if Sphinx writes documents in several."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.util.display import status_iterator
from sphinx.util.parallel import ParallelTasks

from sphinx_blogext.lang.words import _
from sphinx_blogext.write.generated import render_page_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from sphinx.application import Sphinx

    from sphinx_blogext.site.pages import ListPage, Overview
    from sphinx_blogext.write.output import Output

    #: A file, and the page in it.
    Due = tuple[Path, ListPage | Overview]

#: With fewer pages, starting processes would take longer than writing the pages.
_FEW = 40


def write_pages(app: Sphinx, output: Output, pages: Sequence[Due]) -> None:
    """Write *pages* to their files."""
    output.manifest.announce(path for path, _page in pages)
    if output.builder.parallel_ok and len(pages) >= _FEW:
        _write_in_parallel(app, output, pages)
    else:
        _write(output, _counted(app, pages))


def _write(output: Output, pages: Iterable[Due]) -> None:
    for path, page in pages:
        output.manifest.write(path, render_page_of(output, page))


def _counted(app: Sphinx, pages: Sequence[Due]) -> Iterator[Due]:
    """Yield *pages* while the terminal shows how many there are."""
    message = _("writing blog pages... ")
    return status_iterator(pages, message, "darkgreen", len(pages), app.verbosity, lambda due: str(due[1].name))


def _write_in_parallel(app: Sphinx, output: Output, pages: Sequence[Due]) -> None:
    """Write *pages* in as many processes as Sphinx may use. What they share is made before these start."""
    for _path, page in pages:
        output.renderer.prepare(page)
    # As for documents: the first page compiles the templates.
    _write(output, pages[:1])
    progress = _counted(app, pages[1:])

    def write(part: Sequence[Due]) -> tuple[set[str], dict[str, tuple[str, str]]]:
        _write(output, part)
        return output.manifest.blocked, output.failures

    def note(part: Sequence[Due], noted: tuple[set[str], dict[str, tuple[str, str]]]) -> None:
        output.manifest.blocked |= noted[0]
        for handler, failure in noted[1].items():
            output.note_failure(handler, *failure)
        for _due in part:
            next(progress)

    tasks = ParallelTasks(app.parallel)
    for number in range(app.parallel):
        # Not one stretch after the other: the first pages of lists cost more than the others.
        tasks.add_task(write, pages[1 + number :: app.parallel], note)
    tasks.join()
    # The iterator ends the line.
    next(progress, None)
