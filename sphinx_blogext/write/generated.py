"""Pages without a document: further pages of lists, and those of terms and archives."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from markupsafe import Markup
from sphinx.util.display import status_iterator
from sphinx.util.docutils import new_document
from sphinx.util.parallel import ParallelTasks

from sphinx_blogext._compat import render_page
from sphinx_blogext.lang.words import _
from sphinx_blogext.nodes import blog_html
from sphinx_blogext.site.pages import Frame, ListPage, TermIndex, frame_of
from sphinx_blogext.write.context import link_to, neighbor_links
from sphinx_blogext.write.teaser import page_state

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from sphinx.application import Sphinx

    from sphinx_blogext.write.output import Output

    Due = tuple[Path, ListPage | TermIndex]


def render_page_of(output: Output, page: ListPage | TermIndex) -> bytes:
    """Return the complete page."""
    renderer, builder, frame = output.renderer, output.builder, frame_of(output.build.env, page)
    renderer.page = page.name
    # The heading of a list in a document is that of the document.
    owner = page.listing.owner if isinstance(page, ListPage) else ""
    fragment = renderer.listing(*page) if isinstance(page, ListPage) else renderer.overview(page)
    suffix = frame.title.removeprefix(frame.heading)
    body = renderer.render("page", heading=frame.heading, suffix=suffix, content=Markup(fragment.html))
    context = _context(output, page.name, frame, owner)
    context |= {"body": renderer.attach(body, page.name), "has_maths_elements": fragment.has_maths}
    document = new_document(page.name)
    document.attributes.update(dict.fromkeys(fragment.flags, True))
    # As in a document: extensions that describe a page by its text must find none, not stray punctuation.
    document += blog_html("", fragment.samples)
    # Themes render titles in the navigation, which may contain images: imgmath renders formulas as images.
    with page_state(builder, page.name):
        template, added = _template_of_others(output, page.name, page) or ("page.html", {})
        return render_page(builder, page.name, context | added, document, template)


def render_redirect(output: Output, name: str, target: str, title: str) -> bytes | None:
    """Return the page *name*, a redirect to *target*, from another extension's template; ``None`` without one."""
    chosen = _template_of_others(output, name, target)
    if chosen is None:
        return None
    template, added = chosen
    context = _context(output, name, Frame(title, title, ()), "") | {"body": ""} | added
    with page_state(output.builder, name):
        return render_page(output.builder, name, context, new_document(name), template)


def _template_of_others(
    output: Output, name: str, shown: ListPage | TermIndex | str
) -> tuple[str, dict[str, Any]] | None:
    """Return the template with which another extension renders a page, and its context, if there is one."""
    template = output.build.config.conventions.page_template
    return template(output.build, output.builder, name, shown) if template else None


def _context(output: Output, name: str, frame: Frame, owner: str) -> dict[str, Any]:
    """Return what a theme's ``page.html`` expects, as Sphinx provides it for a document.

    ``page_source_suffix`` is left out: extensions take a page that has it for a document.
    """
    builder, pages = output.builder, output.build.blog_of(name).pages
    context: dict[str, Any] = {
        "title": escape(frame.title),
        "parents": [link_to(builder, *parent, name) for parent in frame.parents],
        **neighbor_links(builder, frame, name),
        "metatags": "",
        "meta": {},
        "toc": "",
        "display_toc": False,
        "sourcename": "",
        "is_blog_page": True,
    }
    home = owner or pages.home
    if home in pages.documents:
        # A toctree cannot lead to a page without a document, so the reader's position is that of its owner.
        renderer = output.renderer
        context["toctree"] = lambda **options: renderer.attach(renderer.toctree(home, **options), name)
    return context


#: With fewer pages, starting processes would take longer than writing the pages.
_FEW = 40


def write_pages(app: Sphinx, output: Output, pages: Sequence[Due]) -> None:
    """Write *pages* to their files."""
    output.manifest.announce(path for path, _page in pages)
    is_parallel = output.builder.parallel_ok and len(pages) >= _FEW
    rest = pages[1:] if is_parallel else pages
    message = _("writing blog pages... ")
    progress = status_iterator(rest, message, "darkgreen", len(rest), app.verbosity, lambda due: str(due[1].name))
    if is_parallel:
        # What the processes share is made before they start; the first page compiles the templates.
        for _path, page in pages:
            output.renderer.prepare(page)
        _write(output, pages[:1])
        _write_in_parallel(app, output, rest, progress)
    else:
        _write(output, progress)


def _write(output: Output, pages: Iterable[Due]) -> None:
    for path, page in pages:
        output.manifest.write(path, render_page_of(output, page))


def _write_in_parallel(app: Sphinx, output: Output, pages: Sequence[Due], progress: Iterator[Due]) -> None:
    """Write *pages* in as many processes as Sphinx may use."""

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
        tasks.add_task(write, pages[number :: app.parallel], note)
    tasks.join()
    # The iterator ends the line.
    next(progress, None)
