"""Translations from message catalogs, for a site that is built in another language.

Titles and descriptions of posts are translated with their documents.
"""

from __future__ import annotations

import gettext
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util.i18n import docname_to_domain

from sphinx_blogext import nodes as blog_nodes
from sphinx_blogext._compat import names_in_conf
from sphinx_blogext.lang.codes import language_tag
from sphinx_blogext.warnings import place_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


#: The language that Sphinx assumes for documents if none is set.
_DEFAULT_LANGUAGE = "en"


def translate(text: str, docname: str, env: BuildEnvironment) -> str:
    """Return a message of a document in the language of the site, or unchanged if there is no translation."""
    config = env.config
    name = docname_to_domain(docname, config.gettext_compact)
    for folder in _locale_folders(env):
        # gettext caches catalogs, and Sphinx has just used the same one.
        translation = gettext.translation(name, str(folder), [config.language], fallback=True).gettext(text)
        if translation != text:
            return translation
    return text


def is_translated(document: nodes.document) -> bool:
    """Return whether most of the text is from a message catalog."""
    marks = [bool(node["translated"]) for node in document.findall(nodes.Element) if "translated" in node]
    return sum(marks) * 2 > len(marks)


def source_language(app: Sphinx) -> str | None:
    """Return the language that documents are translated from.

    It is ``""`` if it is unknown, and ``None`` if it is that of the site.
    """
    config, env = app.config, app.env
    if not app.builder.use_message_catalog:
        return None
    own = names_in_conf(config).get("language") or ""
    if not own and config.language == _DEFAULT_LANGUAGE:
        return None
    has_catalogs = _has_catalogs(env)
    if "language" in config.overrides and language_tag(own or _DEFAULT_LANGUAGE) != language_tag(config.language):
        # ``-D`` sets the target language. If there are no catalogs, the documents may be in that language:
        # Sphinx's default is no evidence then.
        return own or (_DEFAULT_LANGUAGE if has_catalogs else "")
    # If conf.py itself sets the target language, the source language is unknown.
    return "" if has_catalogs else None


def _has_catalogs(env: BuildEnvironment) -> bool:
    """Return whether a document has a compiled catalog in the language of the site, as Sphinx finds it."""
    names = {docname_to_domain(docname, env.config.gettext_compact) for docname in env.found_docs}
    languages = [env.config.language]
    return any(gettext.find(name, str(folder), languages) for folder in _locale_folders(env) for name in names)


def _locale_folders(env: BuildEnvironment) -> list[Path]:
    return [folder for name in env.config.locale_dirs if (folder := Path(env.srcdir, name)).is_dir()]


def place_messages(document: nodes.document, app: Sphinx) -> None:
    """Set the lines of the messages from metadata, or remove these if the builder uses catalogs."""
    for message in list(document.findall(blog_nodes.message)):
        if app.builder.use_message_catalog:
            message.parent.remove(message)
        else:
            message.line = place_of([message["key"]], app.env.docname, 1, app.env)[1]
