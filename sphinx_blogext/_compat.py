"""Everything that depends on the version of Sphinx, or on what it does not promise to keep.

What pages would be wrong without is *needed*: on a Sphinx that has it no more the build ends,
and says why. All else is *optional*: the build goes on without it, and says what is missing.
"""

from __future__ import annotations

import inspect
import locale
import os
import re
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, NamedTuple, cast

import sphinx
from sphinx.environment import BuildEnvironment
from sphinx.environment.adapters.toctree import TocTree
from sphinx.errors import ExtensionError
from sphinx.jinja2glue import BuiltinTemplateLoader, SphinxFileSystemLoader
from sphinx.writers.html5 import HTML5Translator

from sphinx_blogext.temporary import replaced
from sphinx_blogext.warnings import BlogWarning, warn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, MutableSet, Set
    from gettext import NullTranslations
    from typing import Any

    from docutils import nodes
    from sphinx.addnodes import toctree
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.builders.gettext import MessageCatalogBuilder
    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.config import Config


class PrivateName(NamedTuple):
    """A name that Sphinx does not promise to keep: what it is for, and what its loss costs."""

    name: str
    purpose: str
    loss: str
    is_needed: bool = True


#: Every private name that the output depends on. Those that only save time are in ``speedups``.
PRIVATE_NAMES = (
    PrivateName(
        "sphinx.config.Config._raw_config",
        "which options `conf.py` sets itself",
        "warnings of misspelt options, and who a feed is by, would be wrong",
    ),
    PrivateName(
        "sphinx.builders.html.StandaloneHTMLBuilder._orig_css_files",
        "which style sheets every page loads",
        "pages would go on loading old style sheets",
    ),
    PrivateName(
        "sphinx.builders.html.StandaloneHTMLBuilder._orig_js_files",
        "which scripts every page loads",
        "pages would go on loading old scripts",
    ),
    PrivateName(
        "sphinx.builders.html.StandaloneHTMLBuilder._get_local_toctree",
        "navigation on pages without a document",
        "they would have none",
    ),
    PrivateName(
        "sphinx.environment.BuildEnvironment._write_doc_doctree_cache",
        "toctrees without drafts, and with the posts of a list",
        "the navigation would name drafts",
    ),
    PrivateName(
        "sphinx.environment.BuildEnvironment._pickled_doctree_cache",
        "the same",
        "the same",
    ),
    PrivateName(
        "sphinx.environment.adapters.toctree.TocTree.resolve",
        "the contents beside the pages of the theme `blogext`",
        "the theme would show none",
    ),
    PrivateName(
        "sphinx.writers.html5.HTML5Translator._has_maths_elements",
        "which lists hold formulas",
        "formulas in lists would not be rendered where MathJax renders them",
    ),
    PrivateName(
        "sphinx.jinja2glue.BuiltinTemplateLoader.pathchain",
        "the templates of the blog, behind those of the theme and the user",
        "there would be no pages of the blog",
    ),
    PrivateName(
        "sphinx.ext.mathjax.install_mathjax",
        "formulas that cannot be written as MathML",
        "they are shown as TeX",
        is_needed=False,
    ),
    PrivateName(
        "sphinx.locale.translators",
        "Sphinx's own words in the language of a post",
        "they are in the language of the site",
        is_needed=False,
    ),
    PrivateName(
        "sphinx.builders.gettext.MsgOrigin",
        "what terms are called, for translators",
        "it is not in the catalogs",
        is_needed=False,
    ),
    PrivateName(
        "sphinx.util.i18n.date_format_re",
        "which directives a format of dates may hold",
        "unknown ones are not reported",
        is_needed=False,
    ),
)

_KNOWN = {private.name: private for private in PRIVATE_NAMES}

# Sphinx 9.0 added ``tags``, which becomes required in 11.0.
_RESOLVING_TAKES_TAGS = "tags" in inspect.signature(BuildEnvironment.get_and_resolve_doctree).parameters


def _needed(owner: object, name: str) -> Any:
    """Return what *owner* has by *name*, one of :data:`PRIVATE_NAMES` that pages would be wrong without."""
    known = _KNOWN[name]
    try:
        return getattr(owner, name.rpartition(".")[2])
    except AttributeError as error:
        message = (
            f"sphinx-blogext needs {name} for {known.purpose}, and Sphinx {sphinx.__display_version__} "
            "does not have it: use an older version of Sphinx, or a newer one of sphinx-blogext"
        )
        raise ExtensionError(message) from error


def _optional(name: str) -> Any:
    """Return what Sphinx calls *name*, one of :data:`PRIVATE_NAMES`; or ``None``, with a warning."""
    known = _KNOWN[name]
    module, _dot, attribute = name.rpartition(".")
    try:
        return getattr(import_module(module), attribute)
    except (ImportError, AttributeError):
        message = "Sphinx %s does not have %s, which is for %s: %s"
        warn(BlogWarning.SPHINX, message, sphinx.__display_version__, name, known.purpose, known.loss, once=True)
        return None


def set_page_words(translations: NullTranslations) -> None:
    """Let Sphinx say what it says on pages by *translations*, from now on."""
    if (translators := _optional("sphinx.locale.translators")) is not None:
        translators["general", "sphinx"] = translations


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
    names: dict[str, Any] = _needed(config, "sphinx.config.Config._raw_config")
    return names


def value_in_conf(config: Config, name: str) -> Any:
    """Return what ``conf.py`` sets *name* to, whatever ``-D`` says, or ``None``."""
    return _needed(config, "sphinx.config.Config._raw_config").get(name)


def add_message(builder: MessageCatalogBuilder, catalog: str, message: str, source: str, line: int) -> None:
    """Add *message*, found in a line of the file *source*, to a catalog that is about to be written."""
    if origin := _optional("sphinx.builders.gettext.MsgOrigin"):
        builder.catalogs[catalog].add(message, origin(source, line))


def unknown_directive(pattern: str) -> str:
    """Return the first directive of a ``strftime`` *pattern* that Sphinx does not write dates by, or nothing."""
    if not (splitter := _optional("sphinx.util.i18n.date_format_re")):
        return ""
    # What Sphinx splits at is what it knows, and stands at every second place.
    unknown = re.compile("%-?.?")
    rest = (unknown.search(text) for text in splitter.split(pattern) if not splitter.fullmatch(text))
    return next((match[0] for match in rest if match), "")


def is_set(config: Config, name: str) -> bool:
    """Return whether ``conf.py`` or the command line sets the option *name*, be it to its default."""
    return name in names_in_conf(config) or name in config.overrides


def add_template_folder(builder: StandaloneHTMLBuilder, folder: Path) -> None:
    """Let the builder find templates in *folder*, behind the theme's and the user's own.

    The folder is watched as theirs are: a newer template rewrites the pages.
    """
    loader = builder.templates
    if isinstance(loader, BuiltinTemplateLoader) and str(folder) not in map(str, template_folders(builder)):
        loader.pathchain.append(folder)  # type: ignore[arg-type]  # a list of paths, annotated as of strings in 8.2
        loader.loaders.append(SphinxFileSystemLoader(folder))


def template_folders(builder: StandaloneHTMLBuilder) -> list[Path]:
    """Return the folders that the builder takes templates from; none with a template bridge of the user's."""
    loader = builder.templates
    return (
        list(map(Path, _needed(loader, "sphinx.jinja2glue.BuiltinTemplateLoader.pathchain")))
        if isinstance(loader, BuiltinTemplateLoader)
        else []
    )


def common_assets(builder: StandaloneHTMLBuilder) -> list[Any]:
    """Return the style sheets and scripts of every page, without those of the page written last."""
    return [
        *_needed(builder, "sphinx.builders.html.StandaloneHTMLBuilder._orig_css_files"),
        *_needed(builder, "sphinx.builders.html.StandaloneHTMLBuilder._orig_js_files"),
    ]


def has_maths(visitor: nodes.NodeVisitor) -> bool:
    """Return whether a translator, which has visited a document, has met formulas that may need a script."""
    # Others' translators need not inherit from Sphinx's.
    is_sphinx = isinstance(visitor, HTML5Translator)
    return bool(
        _needed(visitor, "sphinx.writers.html5.HTML5Translator._has_maths_elements")
        if is_sphinx
        else getattr(visitor, "_has_maths_elements", 0)
    )


def render_page(
    builder: StandaloneHTMLBuilder,
    name: str,
    context: dict[str, Any],
    document: nodes.document,
    template: str = "page.html",
) -> bytes:
    """Return what Sphinx's ``handle_page`` would write for the page *name*; nothing, if it cannot."""
    rendered: list[bytes] = []
    render = builder.templates.render

    def keep(chosen: str, page_context: dict[str, Any]) -> str:
        output: str = render(chosen, page_context)
        # As ``open`` has it: without an encoding, that of the system.
        encoding = page_context["encoding"] or locale.getpreferredencoding(False)
        rendered.append(output.encode(encoding, "xmlcharrefreplace"))
        return output

    with replaced(builder.templates, render=keep):
        # Sphinx always writes what it renders; the file itself is written only where its bytes differ.
        builder.handle_page(name, context, template, outfilename=Path(os.devnull), event_arg=document)
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
    trees = _needed(env, "sphinx.environment.BuildEnvironment._write_doc_doctree_cache")
    # Whole or not at all: Sphinx would not read the document again.
    app.builder.write_doctree(part, doctree)
    Path(app.doctreedir, f"{part}.doctree").replace(Path(app.doctreedir, f"{docname}.doctree"))
    trees[docname] = trees.pop(part)
    _needed(env, "sphinx.environment.BuildEnvironment._pickled_doctree_cache").pop(docname, None)
    env.__dict__.pop("master_doctree", None)


def global_toctree(builder: StandaloneHTMLBuilder, docname: str, **options: Any) -> str:
    """Return what the template function ``toctree`` does on the page of a document."""
    html: str = _needed(builder, "sphinx.builders.html.StandaloneHTMLBuilder._get_local_toctree")(
        docname, **options
    )
    return html


def resolve_toctree(
    builder: Builder, docname: str, tree: toctree, *, includes_hidden: bool
) -> nodes.Element | None:
    """Return all entries of a toctree of the document *docname*, as lists of references."""
    resolve = _needed(TocTree(builder.env), "sphinx.environment.adapters.toctree.TocTree.resolve")
    found: nodes.Element | None = resolve(
        docname, builder, tree, maxdepth=-1, titles_only=True, collapse=False, includehidden=includes_hidden
    )
    return found


def load_mathjax(app: Sphinx, pagename: str, templatename: str, *, before: str) -> None:
    """Let the page load MathJax as it does where that renders all formulas: with its path and options.

    The script *before* runs between the settings and MathJax itself.
    """

    def add_js_file(filename: str | None, **options: Any) -> None:
        if filename == app.config.mathjax_path:
            app.add_js_file(before)
        app.add_js_file(filename, **options)

    # Looked up only here: a site without such formulas builds even if Sphinx has renamed it.
    if not (install_mathjax := _optional("sphinx.ext.mathjax.install_mathjax")):
        return
    # Sphinx does this only if MathJax is the renderer of the builder. So it gets one that says so.
    builder = SimpleNamespace(format="html", math_renderer_name="mathjax", add_js_file=add_js_file)
    stand_in = SimpleNamespace(builder=builder, config=app.config, registry=app.registry, confdir=app.confdir)
    install_mathjax(cast("Sphinx", stand_in), pagename, templatename, {"has_maths_elements": True}, None)
