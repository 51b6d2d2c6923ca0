"""The environment of the blog's own templates: unlike Sphinx's it escapes, but it finds the same files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jinja2 import BaseLoader, Environment, FileSystemBytecodeCache, FileSystemLoader

from sphinx_blogext.files import TEMPLATES

if TYPE_CHECKING:
    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_blogext.i18n import Words


def template_environment(builder: StandaloneHTMLBuilder, words: Words) -> Environment:
    """Return a template environment that, unlike Sphinx's, escapes, but finds the same templates."""
    loader = builder.templates
    if not isinstance(loader, BaseLoader):
        # A template bridge that is not Jinja's: the theme cannot override our fragments.
        loader = FileSystemLoader([*(builder.confdir / p for p in builder.config.templates_path), TEMPLATES])
    environment = Environment(
        loader=loader,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
        # Templates do not change during a build.
        auto_reload=False,
    )
    kept = getattr(getattr(loader, "environment", None), "bytecode_cache", None)
    if isinstance(kept, FileSystemBytecodeCache):
        # Compiled templates are cached next to Sphinx's, but in files of their own: these escape.
        environment.bytecode_cache = FileSystemBytecodeCache(kept.directory, "blog-%s.cache")
    # ``newstyle``, because it escapes the values filled into a message.
    environment.install_gettext_translations(words.translations, newstyle=True)  # type: ignore[attr-defined]  # by the extension
    return environment
