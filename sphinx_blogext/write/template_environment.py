"""The environment of the blog's own templates: unlike Sphinx's it escapes, but it finds the same files.

A mistake in any template of the site is reported with its file, its line and the page.
"""

from __future__ import annotations

from contextlib import contextmanager
from traceback import walk_tb
from typing import TYPE_CHECKING

import jinja2
from markupsafe import Markup, escape
from sphinx.errors import SphinxError, ThemeError

from sphinx_blogext.files import TEMPLATES
from sphinx_blogext.isolation import below
from sphinx_blogext.lang.codes import split_languages

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from jinja2.runtime import Context
    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_blogext.lang.words import Words


def template_environment(builder: StandaloneHTMLBuilder, words: Words) -> jinja2.Environment:
    """Return a template environment that, unlike Sphinx's, escapes, but finds the same templates."""
    loader = builder.templates
    if not isinstance(loader, jinja2.BaseLoader):
        # A template bridge that is not Jinja's: the theme cannot override our fragments.
        folders = [builder.confdir / path for path in builder.config.templates_path]
        loader = jinja2.FileSystemLoader([*folders, TEMPLATES])
    environment = jinja2.Environment(
        loader=loader,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
        # Templates do not change during a build.
        auto_reload=False,
    )
    cache = getattr(getattr(loader, "environment", None), "bytecode_cache", None)
    if isinstance(cache, jinja2.FileSystemBytecodeCache):
        # Compiled templates are cached next to Sphinx's, but in files of their own: these escape.
        environment.bytecode_cache = type(cache)(cache.directory, f"fragment-{cache.pattern}")
    # ``newstyle``, because it escapes the values filled into a message.
    environment.install_gettext_translations(words.translations, newstyle=True)  # type: ignore[attr-defined]  # by the extension

    # With the context, because otherwise what it returns for a constant is compiled into templates.
    @jinja2.pass_context
    def mark_languages(context: Context, text: str, tag: str = "") -> Markup:
        """Return a text, or HTML, with the language of words in another script than that of the language *tag*."""
        if isinstance(text, Markup):
            return text
        marked = Markup('<span lang="{}">{}</span>')
        parts = split_languages(str(text), tag or words.language)
        if not any(spoken for _part, spoken in parts):
            return escape(str(text))
        return Markup("").join(marked.format(spoken, part) if spoken else part for part, spoken in parts)

    environment.filters["languages"] = mark_languages
    return environment


@contextmanager
def located(page: str, confdir: Path) -> Iterator[None]:
    """Raise an error in a template that is rendered for *page* with the place of the mistake."""
    try:
        yield
    except SphinxError:
        raise
    except Exception as error:
        if not (place := _place_of(error, confdir)):
            raise
        reason = f"{type(error).__name__}: {error}"
        if isinstance(error, jinja2.TemplateNotFound):
            # Sphinx lists all folders in place of the name.
            name = str(error.name).partition(" not found in ")[0].strip("'")
            reason = f"there is no template {name!r}"
        elif isinstance(error, jinja2.TemplateError):
            reason = error.message or ""
        raise ThemeError(f"{place}: {reason} (on the page {page})") from error


def _place_of(error: Exception, confdir: Path) -> str:
    """Return the file and line of the template in which an error was raised, or ``""`` if it was in none."""
    if isinstance(error, jinja2.TemplateSyntaxError):
        return f"{below(confdir, error.filename or error.name or '?')}:{error.lineno}"
    place = ""
    for frame, line in walk_tb(error.__traceback__):
        # Jinja replaces the frames of its own code by ones that point to the template.
        if "__jinja_exception__" in frame.f_globals:
            place = f"{below(confdir, frame.f_code.co_filename)}:{line}"
    return place
