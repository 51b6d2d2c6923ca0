"""Measures for the writing phase."""

import functools
import operator
import sys
import zlib
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any

import jinja2
import sphinx
from jinja2.bccache import Bucket
from sphinx.application import Sphinx
from sphinx.jinja2glue import BuiltinTemplateLoader

from sphinx_blogext.speedups.patches import BuildState, Patches
from sphinx_blogext.write.outdated import is_unchanged

#: Modules and packages whose handlers do not depend on every page being written.
_HARMLESS = ("sphinx.", "sphinx_blogext.", "alabaster.", "myst_parser.", "sphinxext.opengraph.")

#: Modules and packages whose filters do not change without their versions.
_OF_LIBRARIES = ("jinja2.", "markupsafe.", "sphinx.", "sphinx_blogext.", "builtins.", "_operator.")


def cache_checksums(patches: Patches, state: BuildState) -> None:
    """Read each style sheet and script once: they are copied before the first page contains their checksums."""
    patches.wrap("sphinx.builders.html", "_file_checksum", functools.cache(operator.call))


def skip_template_reloading(patches: Patches, state: BuildState) -> None:
    """Do not check for each page whether its templates have changed: they do not change during a build."""
    if isinstance(state.builder.templates, BuiltinTemplateLoader):
        patches.set(state.builder.templates.environment, "auto_reload", value=False)


class _CompiledTemplates(jinja2.FileSystemBytecodeCache):
    """Compiled templates in files; what cannot be written is compiled again."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


def cache_compiled_templates(patches: Patches, state: BuildState) -> None:
    """Compile templates once for all builds: in a small build that takes much of the time."""
    templates = state.builder.templates
    # A book contains all files next to it, including those of its doctrees.
    if state.builder.embedded or not isinstance(templates, BuiltinTemplateLoader):
        return
    environment = templates.environment
    # What a filter makes of a constant is compiled, too, so those of the site would have to be the same.
    calls = (*environment.filters.values(), *environment.tests.values(), *environment.extensions.values())
    are_known = all(f"{getattr(call, '__module__', '')}.".startswith(_OF_LIBRARIES) for call in calls)
    if callable(environment.autoescape) or not are_known:
        return
    # What is compiled depends on these, but its name only on those of the template and its file.
    signs = (environment.block_start_string, environment.variable_start_string, environment.comment_start_string)
    settings = (
        *(sys.version, version("jinja2"), sphinx.__display_version__, type(environment).__qualname__, *signs),
        *(environment.autoescape, environment.trim_blocks, environment.lstrip_blocks),
        *(sorted(environment.filters), sorted(environment.extensions), environment.line_statement_prefix),
        # How a filter of ours is called is compiled, too.
        state.app.extensions["sphinx_blogext"].version,
    )
    pattern = f"sphinx-{zlib.crc32(repr(settings).encode()):08x}-%s.cache"
    try:
        # In Jinja's folder for temporary files, to which nobody else can write: all sites need those of a theme.
        cache = _CompiledTemplates(pattern=pattern)
    except (OSError, RuntimeError):
        cache = _CompiledTemplates(str(state.app.doctreedir), pattern)
    patches.set(environment, "bytecode_cache", cache)


# Upstream: Sphinx, PygmentsBridge.get_formatter: cache formatters by their options.
def cache_formatters(patches: Patches, state: BuildState) -> None:
    """Create the formatter of code once for the same options, not for each block."""
    make, formatters = state.builder.highlighter.get_formatter, {}

    def get_formatter(**options: Any) -> Any:
        # Types too: for Pygments ``1`` is not ``True``.
        key = repr(sorted(options.items()))
        if key not in formatters:
            formatters[key] = make(**options)
        return formatters[key]

    patches.set(state.builder.highlighter, "get_formatter", get_formatter)


# Upstream: Sphinx, StandaloneHTMLBuilder: set docutils' ``stylesheet_path`` to nothing.
def skip_docutils_stylesheet(patches: Patches, state: BuildState) -> None:
    """Keep docutils from looking for its own style sheets for each document: Sphinx does not use them."""
    for name in ("docsettings", "_settings"):
        if settings := getattr(state.builder, name, None):
            patches.set(settings, "stylesheet_path", [])


def skip_unchanged_pages_of_sphinx(patches: Patches, state: BuildState) -> None:
    """Keep the index, the search page and the inventory if nothing that they show has changed."""
    app, builder, config = state.app, state.builder, state.app.config
    shows_time = config.html_last_updated_fmt is not None
    if not state.writes_no_document or shows_time or config.html_split_index or not _all_are_known(app):
        return

    # The inventory, and the pages that Sphinx generates.
    pages = [*config.html_additional_pages, *(index[0] for index in builder.domain_indices)]
    pages += ["search"] * bool(builder.search) + ["genindex"] * bool(builder.use_index)
    files = [builder.outdir / "objects.inv", *map(Path, map(builder.get_output_path, pages))]

    @functools.cache
    def are_current() -> bool:
        return all(map(Path.is_file, files)) and is_unchanged(app)

    for name in ("gen_indices", "gen_additional_pages", "dump_inventory"):
        if callable(write := getattr(builder, name, None)):
            patches.set(builder, name, functools.partial(lambda write: are_current() or write(), write))


def _all_are_known(app: Sphinx) -> bool:
    """Return whether pages have only handlers of known extensions: others may depend on which are written."""
    listeners = (app.events.listeners.get(name, ()) for name in ("html-page-context", "html-collect-pages"))
    handlers = [listener.handler for each in listeners for listener in each]
    # A function of ``conf.py`` has no module.
    return all(f"{getattr(handler, '__module__', '')}.".startswith(_HARMLESS) for handler in handlers)
