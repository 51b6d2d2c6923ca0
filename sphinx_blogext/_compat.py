"""What the builders write, and everything that depends on the version of Sphinx or on its private names.

A name is *needed* if pages would be wrong without it: if Sphinx no longer has it, the build stops with an error
that says why. All others are *optional*: the build goes on without them, and a warning says what is lost.
"""

import inspect
import locale
import os
import posixpath
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from contextlib import ExitStack, contextmanager
from gettext import NullTranslations
from importlib import import_module
from itertools import starmap
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, TypeGuard, cast

import sphinx
from docutils import nodes
from jinja2 import ChainableUndefined
from sphinx.addnodes import toctree
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.environment.adapters import toctree as adapters
from sphinx.environment.adapters.toctree import TocTree
from sphinx.errors import ExtensionError
from sphinx.jinja2glue import BuiltinTemplateLoader, SphinxFileSystemLoader
from sphinx.util.logging import suppress_logging
from sphinx.util.matching import Matcher
from sphinx.util.osutil import relative_uri
from sphinx.writers.html5 import HTML5Translator

from sphinx_blogext.isolation import replaced
from sphinx_blogext.warnings import BlogWarning, warn


class MissingNameError(ExtensionError):
    """A private name that is needed does not exist."""


class PrivateName(NamedTuple):
    """A private name of Sphinx: its purpose here, and what is lost without it."""

    name: str
    purpose: str
    loss: str
    is_needed: bool = True


_HTML, _ENV = "sphinx.builders.html.StandaloneHTMLBuilder", "sphinx.environment.BuildEnvironment"
_MATERIAL = "sphinx_immaterial.nav_adapt"
_NEEDED = (
    ("sphinx.config.Config._raw_config", "which options `conf.py` sets itself",
     "warnings about misspelled options and the authors of feeds would be wrong"),
    (f"{_HTML}._orig_css_files", "which style sheets every page loads",
     "pages would keep loading old style sheets"),
    (f"{_HTML}._orig_js_files", "which scripts every page loads", "pages would keep loading old scripts"),
    (f"{_HTML}._get_local_toctree", "navigation on pages without a document", "they would have no navigation"),
    *((f"sphinx.environment.adapters.toctree.{name}", "the place of pages in no toctree in the navigation",
       "themes that ask Sphinx for it would show posts nowhere")
      for name in ("_resolve_toctree", "_get_toctree_ancestors")),
    (f"{_ENV}._write_doc_doctree_cache", "toctrees without drafts and with the posts of lists",
     "the navigation would show drafts"),
    (f"{_ENV}._pickled_doctree_cache", "the same", "the same"),
    ("sphinx.environment.adapters.toctree.TocTree.resolve", "the sidebar navigation of the theme `blogext`",
     "the theme would show none"),
    ("sphinx.writers.html5.HTML5Translator._has_maths_elements", "which lists contain formulas",
     "MathJax would not render formulas in lists"),
    ("sphinx.jinja2glue.BuiltinTemplateLoader.pathchain",
     "the blog's templates, which the theme and the user can override", "the blog would have no pages"),
)  # fmt: skip
_OPTIONAL = (
    *((f"sphinx.search.IndexBuilder.{name}", "the words of posts that are no longer in any list",
       "these words stay in the search index") for name in ("_mapping", "_title_mapping")),
    ("sphinx.ext.mathjax.install_mathjax", "formulas that cannot be written as MathML",
     "these formulas are shown as TeX"),
    ("sphinx.locale.translators", "Sphinx's own texts in the language of a post",
     "these texts are in the language of the site"),
    *((f"{_MATERIAL}.{name}", "the place of posts in the navigation of Sphinx-Immaterial",
       "the theme shows posts that are in no toctree nowhere")
      for name in ("_get_cached_globaltoc_info", "_FAKE_DOCNAME")),
)  # fmt: skip
#: Every private name that the output depends on, one theme's too. Those that only save time are in ``speedups``.
PRIVATE_NAMES = (*starmap(PrivateName, _NEEDED), *(PrivateName(*entry, is_needed=False) for entry in _OPTIONAL))
_KNOWN = {private.name: private for private in PRIVATE_NAMES}

# Sphinx 9.0 added ``tags``, which becomes required in 11.0.
_RESOLVING_TAKES_TAGS = "tags" in inspect.signature(BuildEnvironment.get_and_resolve_doctree).parameters


def _needed(owner: object, name: str) -> Any:
    """Return the attribute for *name*, one of the needed :data:`PRIVATE_NAMES`; raise :exc:`MissingNameError`."""
    known = _KNOWN[name]
    try:
        return getattr(owner, name.rpartition(".")[2])
    except AttributeError as error:
        raise MissingNameError(
            f"sphinx-blogext needs {name} for {known.purpose}, and Sphinx {sphinx.__display_version__} "
            "does not have it: use an older version of Sphinx or a newer version of sphinx-blogext"
        ) from error


def _optional(name: str, owner: object = None) -> Any:
    """Return *name*, one of :data:`PRIVATE_NAMES`, of its module or *owner*, or warn and return ``None``."""
    known = _KNOWN[name]
    module, _dot, attribute = name.rpartition(".")
    try:
        return getattr(owner or import_module(module), attribute)
    except (ImportError, AttributeError):
        message = "%s does not exist (Sphinx %s), which is needed for %s: %s"
        warn(BlogWarning.SPHINX, message, name, sphinx.__display_version__, known.purpose, known.loss, once=True)
        return None


def set_page_words(translations: NullTranslations) -> None:
    """Make Sphinx use *translations* for its own texts on pages from now on."""
    if (translators := _optional("sphinx.locale.translators")) is not None:
        translators["general", "sphinx"] = translations


def resolve_doctree(env: BuildEnvironment, builder: Builder, docname: str, doctree: nodes.document) -> None:
    """Apply all post-transforms to *doctree*, as Sphinx does to that of the page *docname*."""
    options: dict[str, Any] = {"tags": builder.tags} if _RESOLVING_TAKES_TAGS else {}
    env.get_and_resolve_doctree(docname, builder, doctree=doctree, **options)


def read_doctree(env: BuildEnvironment, docname: str) -> nodes.document:
    """Return a new copy of the document's tree and keep it out of Sphinx's cache."""
    doctree = env.get_doctree(docname)
    # The cache would end up holding the trees of all documents.
    getattr(env, "_pickled_doctree_cache", {}).pop(docname, None)
    return doctree


def names_in_conf(config: Config) -> Mapping[str, Any]:
    """Return every name that ``conf.py`` sets, including those that are not options, and its value there."""
    return cast("dict[str, Any]", _needed(config, "sphinx.config.Config._raw_config"))


def forget_unused_words(index: object) -> None:
    """Remove the words that no document contains from a search index: Sphinx keeps those of removed documents."""
    for name in ("_mapping", "_title_mapping"):
        # That of a theme may keep other things.
        is_usual = type(index).__module__ == "sphinx.search"
        found = _optional(f"sphinx.search.IndexBuilder.{name}", index) if is_usual else getattr(index, name, None)
        words: dict[str, Any] = found or {}
        for word in [word for word, documents in words.items() if documents in (set(), [])]:
            del words[word]


def is_set(config: Config, name: str) -> bool:
    """Return whether ``conf.py`` or the command line sets the option *name*, even to its default."""
    return name in names_in_conf(config) or name in config.overrides


def add_template_folder(builder: StandaloneHTMLBuilder, folder: Path) -> None:
    """Let the builder find templates in *folder*, after those of others, even where there is no blog to show."""
    loader = builder.templates
    if isinstance(loader, BuiltinTemplateLoader) and str(folder) not in map(str, template_folders(builder)):
        loader.pathchain.append(folder)  # type: ignore[arg-type]  # a list of paths, annotated as of strings in 8.2
        loader.loaders.append(SphinxFileSystemLoader(folder))
        for name in ("blog", "blog_rail"):
            loader.environment.globals.setdefault(name, ChainableUndefined())


def template_folders(builder: StandaloneHTMLBuilder) -> list[Path]:
    """Return the folders that the builder takes templates from; none if the user has set a template bridge."""
    if not isinstance(builder.templates, BuiltinTemplateLoader):
        return []
    return list(map(Path, _needed(builder.templates, "sphinx.jinja2glue.BuiltinTemplateLoader.pathchain")))


def common_assets(builder: StandaloneHTMLBuilder) -> list[Any]:
    """Return the style sheets and scripts common to all pages, without those of the page written last."""
    of_builder = "sphinx.builders.html.StandaloneHTMLBuilder."
    return [*_needed(builder, f"{of_builder}_orig_css_files"), *_needed(builder, f"{of_builder}_orig_js_files")]


def has_maths(visitor: nodes.NodeVisitor) -> bool:
    """Return whether a translator that has visited a document has found formulas that may need a script."""
    if isinstance(visitor, HTML5Translator):
        return bool(_needed(visitor, "sphinx.writers.html5.HTML5Translator._has_maths_elements"))
    # Translators of other extensions need not inherit from Sphinx's.
    return bool(getattr(visitor, "_has_maths_elements", 0))


def render_page(
    builder: StandaloneHTMLBuilder,
    name: str,
    context: dict[str, Any],
    document: nodes.document,
    template: str = "page.html",
) -> bytes:
    """Return what Sphinx's ``handle_page`` would write for the page *name*, or ``b""`` if it fails."""
    rendered: list[bytes] = []
    render = builder.templates.render

    def keep(chosen: str, page_context: dict[str, Any]) -> str:
        output: str = render(chosen, page_context)
        # Like ``open``: without an encoding, use that of the system.
        encoding = page_context["encoding"] or locale.getpreferredencoding(False)
        rendered.append(output.encode(encoding, "xmlcharrefreplace"))
        # Themes render parts of the page meanwhile, to see whether they are empty.
        return output

    with replaced(builder.templates, render=keep):
        # Sphinx always writes what it renders; we write the file ourselves, and only if its bytes differ.
        builder.handle_page(name, context, template, outfilename=Path(os.devnull), event_arg=document)
    return rendered[-1] if rendered else b""


def tell_documents(builder: Builder, tell: Callable[[Set[str]], None]) -> None:
    """Call *tell* with the documents to be written, when the builder is prepared to write the first one."""

    def prepare_writing(docnames: Set[str]) -> None:
        until_told.close()
        builder.prepare_writing(docnames)
        tell(docnames)

    until_told = ExitStack()
    until_told.enter_context(replaced(builder, prepare_writing=prepare_writing))


def replace_doctree(app: Sphinx, docname: str, doctree: nodes.document) -> None:
    """Replace the tree that Sphinx has read of the document by *doctree*, on disk and in its caches."""
    env, part = app.env, f"{docname}.part"
    trees = _needed(env, "sphinx.environment.BuildEnvironment._write_doc_doctree_cache")
    # Write it atomically, because Sphinx would not read the document again.
    app.builder.write_doctree(part, doctree)
    Path(app.doctreedir, f"{part}.doctree").replace(Path(app.doctreedir, f"{docname}.doctree"))
    trees[docname] = trees.pop(part)


def forget_doctrees(env: BuildEnvironment) -> None:
    """Forget the trees that others asked for before the documents were read again: Sphinx would still use them."""
    _needed(env, "sphinx.environment.BuildEnvironment._pickled_doctree_cache").clear()
    env.__dict__.pop("master_doctree", None)


def global_toctree(builder: StandaloneHTMLBuilder, docname: str, **options: Any) -> str:
    """Return what the template function ``toctree`` returns on the page of a document."""
    toctree = _needed(builder, "sphinx.builders.html.StandaloneHTMLBuilder._get_local_toctree")
    return cast("str", toctree(docname, **options))


@contextmanager
def placed(builder: Builder, page: str, place: str) -> Iterator[None]:
    """Let Sphinx say of *page* that it is where the document *place* is in the navigation."""
    resolve = _needed(adapters, "sphinx.environment.adapters.toctree._resolve_toctree")
    ancestors = _needed(adapters, "sphinx.environment.adapters.toctree._get_toctree_ancestors")
    relative = builder.get_relative_uri

    def resolve_at_place(env: BuildEnvironment, docname: str, *arguments: Any, **options: Any) -> Any:
        if docname != page:
            return resolve(env, docname, *arguments, **options)
        with replaced(builder, get_relative_uri=lambda _place, *target: relative(page, *target)):
            return resolve(env, place, *arguments, **options)

    def ancestors_of_place(includes: dict[str, list[str]], docname: str, *arguments: Any, **options: Any) -> Any:
        return ancestors(includes, place if docname == page else docname, *arguments, **options)

    with replaced(adapters, _resolve_toctree=resolve_at_place, _get_toctree_ancestors=ancestors_of_place):
        yield


def resolve_toctree(builder: Builder, docname: str, tree: toctree) -> nodes.Element | None:
    """Return all entries of a toctree of the document *docname*, as lists of references."""
    resolve = _needed(TocTree(builder.env), "sphinx.environment.adapters.toctree.TocTree.resolve")
    options = {"maxdepth": -1, "titles_only": True, "collapse": False, "includehidden": True}
    return cast("nodes.Element | None", resolve(docname, builder, tree, **options))


def place_in_material(app: Sphinx, page: str, place: str) -> None:
    """Enter the page below its place in the index by which Sphinx-Immaterial finds the URL of the current page."""
    info, document = map(_optional, (f"{_MATERIAL}._get_cached_globaltoc_info", f"{_MATERIAL}._FAKE_DOCNAME"))
    if info is None or document is None:
        return
    index, fake = info(app).url_map, app.builder.get_target_uri(document)
    url, own = (relative_uri(fake, app.builder.get_target_uri(name)) for name in (place, page))
    if url in index:
        # A child that no entry has: the page is not that of its place, whose headings it would show.
        index[own] = [(*index[url][0], -1)]


def load_mathjax(app: Sphinx, pagename: str, templatename: str, *, before: str) -> None:
    """Let the page load MathJax as if it rendered all formulas, and run *before* after its settings."""

    def add_js_file(filename: str | None, **options: Any) -> None:
        if filename == app.config.mathjax_path:
            app.add_js_file(before)
        app.add_js_file(filename, **options)

    # Looked up only here, so that a site without such formulas builds even if Sphinx has renamed it.
    if not (install_mathjax := _optional("sphinx.ext.mathjax.install_mathjax")):
        return
    # Sphinx does this only if MathJax is the builder's renderer, so it gets a stand-in that says so.
    builder = SimpleNamespace(format="html", math_renderer_name="mathjax", add_js_file=add_js_file)
    stand_in = SimpleNamespace(builder=builder, config=app.config, registry=app.registry, confdir=app.confdir)
    install_mathjax(cast("Sphinx", stand_in), pagename, templatename, {"has_maths_elements": True}, None)


def renders_pages(builder: Builder) -> TypeGuard[StandaloneHTMLBuilder]:
    """Return whether *builder* writes a website with one page for each document, using templates."""
    return (
        isinstance(builder, StandaloneHTMLBuilder)
        and builder.format == "html"
        and builder.name != "singlehtml"
        and not builder.embedded
        # The JSON and pickle builders, which have a serializer, write data and not pages.
        and not hasattr(builder, "implementation")
    )


def sidebars_of(page: str, builder: StandaloneHTMLBuilder) -> list[str]:
    context: dict[str, Any] = {}
    # Sphinx will warn about ambiguous patterns when it writes the page.
    with suppress_logging():
        builder.add_sidebars(page, context)
    return list(context.get("sidebars") or ())


def folds_index(builder: Builder) -> bool:
    """Return whether the pages ``x`` and ``x/index`` are the same file."""
    return renders_pages(builder) and builder.get_output_path("x") == builder.get_output_path("x/index")


def extra_files(app: Sphinx) -> frozenset[str]:
    """Return the names of the files that Sphinx copies from ``html_extra_path`` into the output."""
    excluded, names = Matcher(app.config.exclude_patterns), set[str]()
    for path in (Path(app.confdir, name) for name in app.config.html_extra_path):
        names |= {path.name} if path.is_file() else set()
        for root, folders, files in os.walk(path, followlinks=True):
            # As Sphinx does it: folders that are left out are not entered.
            place = Path(root).relative_to(path).as_posix()
            folders[:] = [name for name in folders if not excluded(posixpath.join(place, name))]
            paths = (posixpath.join(place, name) for name in files)
            names |= {posixpath.normpath(path) for path in paths if not excluded(path)}
    return frozenset(names)


def has_own_sidebar(sidebars: Iterable[str] | None) -> bool:
    return any(str(name).startswith("blog/") for name in sidebars or ())
