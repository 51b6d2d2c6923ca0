"""Keeps what handlers of other extensions do with the blog's pages from ending the build or losing a list.

These pages are unlike what the handlers know: some have no document, and the tree that is passed with these, or
with a document that shows lists, contains stand-ins for what is in the teasers.
"""

import functools
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from sphinx_blogext._compat import folds_index, renders_pages
from sphinx_blogext.core.addresses import is_inside
from sphinx_blogext.isolation import GUARDED, Handler, is_own, name_of, replaced_handlers
from sphinx_blogext.nodes import PART, blog_html
from sphinx_blogext.warnings import BlogWarning, warn
from sphinx_blogext.write.output import Output, output_of


def guard_handlers(app: Sphinx, output: Output) -> None:
    guards = {"doctree-resolved": _tolerated, "html-page-context": _guarded, "html-collect-pages": _filtered}
    for event, guard in guards.items():
        replace = functools.partial(_unless_own, guard, output)
        output.until_finished.enter_context(replaced_handlers(app.events, event, replace))


def _unless_own(guard: Callable[[Output, Handler], Handler], output: Output, handler: Handler) -> Handler:
    return handler if is_own(handler) else functools.wraps(handler)(guard(output, handler))


def _guarded(output: Output, handler: Handler) -> Handler:
    """Return *handler*, which is called again without stand-ins where it fails on one of the blog's pages."""

    def call(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: Any) -> Any:
        last = tree[-1] if isinstance(tree, nodes.document) and tree.children else None
        if not (isinstance(last, blog_html) and not last["html"]) and GUARDED not in context:
            return handler(app, page, template, context, tree)
        before = context.copy()
        try:
            return handler(app, page, template, context, tree)
        except (Exception, SystemExit) as error:
            context.clear()
            context.update(before)
            name, reason = name_of(handler, app.confdir), f"{type(error).__name__}: {error}"
            if "is_blog_page" in context or GUARDED in context:
                output.note_failure(name, page, reason)
                with suppress(Exception, SystemExit):
                    # As for a page that is not made of a document; the first failure is reported.
                    return handler(app, page, template, context, None)
                return None
            stand_ins = tree.pop()
            try:
                result = handler(app, page, template, context, tree)
            finally:
                tree += stand_ins
            # Not an argument: those are lost when another process passes the message on.
            message = f"{name} fails on stand-ins for what is in the lists of this page; it is called without them"
            warn(BlogWarning.RENDERING, message, location=page, once=True)
            return result

    return call


def _tolerated(output: Output, handler: Handler) -> Handler:
    """Return *handler*, which may expect to see each document once: those of posts are resolved for lists, too."""

    def call(app: Sphinx, tree: nodes.document, docname: str) -> Any:
        try:
            return handler(app, tree, docname)
        except (Exception, SystemExit) as error:
            # An error in a teaser is reported with the post, which is then described.
            if PART in tree or docname not in output.build.posts:
                raise
            message = "%s fails on this post, whose text is resolved for lists as well (%s: %s)"
            name = name_of(handler, app.confdir)
            warn(BlogWarning.RENDERING, message, name, type(error).__name__, error, location=docname)
            return None

    return call


def report_failures(output: Output) -> None:
    """Report the handlers that have failed on generated pages, each once."""
    for name, (page, reason) in sorted(output.failures.items()):
        message = "%s, a handler of html-page-context, fails on pages without a document, such as %s (%s); "
        message += "it is called without a doctree: let it return if the page is not in env.found_docs"
        warn(BlogWarning.RENDERING, message, name, page, reason)


def _filtered(output: Output, handler: Handler) -> Handler:
    """Return *handler*, without those of its pages that have the name of one of the blog's."""

    def is_free(page: tuple[str, dict[str, Any], str]) -> bool:
        build, names = output.build, {page[0]}
        if folds_index(output.builder):
            names |= {f"{page[0]}/index", page[0].removesuffix("/index")}
        # Extensions yield thousands of other pages, also if nothing of the blog has changed.
        is_near = any(is_inside(page[0], root) for root in build.config.roots)
        homes = {blog.pages.home for blog in build.blogs} if is_near else set()
        if not is_near or names.isdisjoint(homes | build.pages.shown_on.keys() | build.posts.keys()):
            return True
        message = "%s, a handler of html-collect-pages, has a page %r, which is one of the blog's: rename its page"
        warn(BlogWarning.OUTPUT, message, name_of(handler, output.builder.confdir), page[0])
        return False

    def call(app: Sphinx) -> Iterable[Any]:
        return filter(is_free, handler(app))

    return call


def on_html_page_context(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: object) -> None:
    """Show other extensions what is in the lists of a document: they add what the page must load for it."""
    if isinstance(tree, nodes.document) and renders_pages(app.builder):
        if samples := output_of(app).renderer.samples.pop(page, None):
            tree += blog_html("", samples)


def setup(app: Sphinx) -> None:
    # Before all other handlers.
    app.connect("html-page-context", on_html_page_context, priority=1)
