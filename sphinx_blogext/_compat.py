"""Everything that depends on the version of Sphinx, or on what it does not promise to keep."""

from __future__ import annotations

import inspect
import locale
import os
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

from sphinx.builders.gettext import MsgOrigin
from sphinx.environment import BuildEnvironment
from sphinx.ext.mathjax import install_mathjax
from sphinx.jinja2glue import BuiltinTemplateLoader, SphinxFileSystemLoader

from sphinx_blogext.temporary import replaced

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, MutableSet, Set
    from typing import Any

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.builders.gettext import MessageCatalogBuilder
    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.config import Config

# Sphinx 9.0 added ``tags``, which becomes required in 11.0.
_RESOLVING_TAKES_TAGS = "tags" in inspect.signature(BuildEnvironment.get_and_resolve_doctree).parameters


def resolve_doctree(env: BuildEnvironment, builder: Builder, docname: str, doctree: nodes.document) -> None:
    """Apply all post-transforms to *doctree*, as is done to that of the page *docname*."""
    options: dict[str, Any] = {"tags": builder.tags} if _RESOLVING_TAKES_TAGS else {}
    env.get_and_resolve_doctree(docname, builder, doctree=doctree, **options)


def read_doctree(env: BuildEnvironment, docname: str) -> nodes.document:
    """Return a new copy of the document's tree, which Sphinx keeps no copy of."""
    doctree = env.get_doctree(docname)
    # It would keep what it has read from disk, of all documents in the end.
    getattr(env, "_pickled_doctree_cache", {}).pop(docname, None)
    return doctree


def names_in_conf(config: Config) -> Iterable[str]:
    """Return every name that ``conf.py`` sets, options of nobody included."""
    names: dict[str, Any] = getattr(config, "_raw_config", {})
    return names


def value_in_conf(config: Config, name: str) -> Any:
    """Return what ``conf.py`` sets *name* to, whatever ``-D`` says, or ``None``."""
    return getattr(config, "_raw_config", {}).get(name)


def add_message(builder: MessageCatalogBuilder, catalog: str, message: str, source: str, line: int) -> None:
    """Add *message*, found in a line of the file *source*, to a catalog that is about to be written."""
    builder.catalogs[catalog].add(message, MsgOrigin(source, line))


def is_set(config: Config, name: str) -> bool:
    """Return whether ``conf.py`` or the command line sets the option *name*, be it to its default."""
    return name in names_in_conf(config) or name in config.overrides


def add_template_folder(builder: StandaloneHTMLBuilder, folder: Path) -> None:
    """Let the builder find templates in *folder*, behind the theme's and the user's own.

    The folder is watched as theirs are: a newer template rewrites the pages.
    """
    loader = builder.templates
    if isinstance(loader, BuiltinTemplateLoader) and str(folder) not in map(str, loader.pathchain):
        loader.pathchain.append(folder)  # type: ignore[arg-type]  # a list of paths, annotated as of strings in 8.2
        loader.loaders.append(SphinxFileSystemLoader(folder))


def template_folders(builder: StandaloneHTMLBuilder) -> list[Path]:
    """Return the folders that the builder takes templates from; none with a template bridge of the user's."""
    return list(map(Path, getattr(builder.templates, "pathchain", ())))


def common_assets(builder: StandaloneHTMLBuilder) -> list[Any]:
    """Return the style sheets and scripts of every page, without those of the page written last."""
    return [*getattr(builder, "_orig_css_files", ()), *getattr(builder, "_orig_js_files", ())]


def render_page(
    builder: StandaloneHTMLBuilder, name: str, context: dict[str, Any], document: nodes.document
) -> bytes:
    """Return what Sphinx's ``handle_page`` would write for the page *name*; nothing, if it cannot."""
    rendered: list[bytes] = []
    render = builder.templates.render

    def keep(template: str, page_context: dict[str, Any]) -> str:
        output: str = render(template, page_context)
        # As ``open`` has it: without an encoding, that of the system.
        encoding = page_context["encoding"] or locale.getpreferredencoding(False)
        rendered.append(output.encode(encoding, "xmlcharrefreplace"))
        return output

    with replaced(builder.templates, render=keep):
        builder.handle_page(name, context, "page.html", outfilename=Path(os.devnull), event_arg=document)
    return rendered[-1] if rendered else b""


def tell_documents(builder: Builder, tell: Callable[[Set[str]], None]) -> None:
    """Have *tell* told which documents are written, before the first one is."""

    def prepare_writing(docnames: Set[str]) -> None:
        until_told.close()
        tell(docnames)
        builder.prepare_writing(docnames)

    until_told = ExitStack()
    until_told.enter_context(replaced(builder, prepare_writing=prepare_writing))


def found_documents(env: BuildEnvironment) -> MutableSet[str]:
    """Return the set of documents that Sphinx has found, to be changed in place."""
    return env.project.docnames


def replace_doctree(app: Sphinx, docname: str, doctree: nodes.document) -> None:
    """Let *doctree* be what Sphinx has read of the document, on disk and in its caches."""
    env, part = app.env, f"{docname}.part"
    # Whole or not at all: Sphinx would not read the document again.
    app.builder.write_doctree(part, doctree)
    Path(app.doctreedir, f"{part}.doctree").replace(Path(app.doctreedir, f"{docname}.doctree"))
    env._write_doc_doctree_cache[docname] = env._write_doc_doctree_cache.pop(part)
    env._pickled_doctree_cache.pop(docname, None)
    env.__dict__.pop("master_doctree", None)


def global_toctree(builder: StandaloneHTMLBuilder, docname: str, **options: Any) -> str:
    """Return what the template function ``toctree`` does on the page of a document."""
    return builder._get_local_toctree(docname, **options)


def load_mathjax(app: Sphinx, pagename: str, templatename: str, *, before: str) -> None:
    """Let the page load MathJax as it does where that renders all formulas: with its path and options.

    The script *before* runs between the settings and MathJax itself.
    """

    def add_js_file(filename: str | None, **options: Any) -> None:
        if filename == app.config.mathjax_path:
            app.add_js_file(before)
        app.add_js_file(filename, **options)

    # Sphinx does this only if MathJax is the renderer of the builder. So it gets one that says so.
    builder = SimpleNamespace(format="html", math_renderer_name="mathjax", add_js_file=add_js_file)
    stand_in = SimpleNamespace(builder=builder, config=app.config, registry=app.registry, confdir=app.confdir)
    install_mathjax(cast("Sphinx", stand_in), pagename, templatename, {"has_maths_elements": True}, None)
