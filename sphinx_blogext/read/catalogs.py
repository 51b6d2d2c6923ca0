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
from sphinx_blogext._compat import value_in_conf
from sphinx_blogext.core.metadata import MESSAGE_KEYS, clean_text
from sphinx_blogext.lang.codes import language_tag
from sphinx_blogext.warnings import place_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


#: The language that Sphinx assumes for documents if none is set.
_DEFAULT_LANGUAGE = "en"


def translate(metadata: dict[str, str | None], document: nodes.document, env: BuildEnvironment) -> None:
    """Translate the parts of *metadata* that readers see, and keep the originals in *document* for translators.

    Sphinx itself would parse translations as markup, but these are plain text.
    """
    name, languages = docname_to_domain(env.docname, env.config.gettext_compact), [env.config.language]
    for key in sorted(MESSAGE_KEYS & metadata.keys()):
        text = " ".join(clean_text(metadata[key] or "").split())
        if text not in {"", "null"}:
            document += blog_nodes.message(key, text, source=document["source"])
            # gettext caches catalogs, and Sphinx has just used the same ones.
            catalogs = (
                gettext.translation(name, str(folder), languages, fallback=True) for folder in _locale_folders(env)
            )
            translations = (catalog.gettext(text) for catalog in catalogs)
            metadata[key] = next((each for each in translations if each != text), text)


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
    own = value_in_conf(config, "language") or ""
    if not own and config.language == _DEFAULT_LANGUAGE:
        return None
    names = {docname_to_domain(docname, config.gettext_compact) for docname in env.found_docs}
    # Compiled ones, as Sphinx finds them.
    has_catalogs = any(
        gettext.find(name, str(folder), [config.language]) for folder in _locale_folders(env) for name in names
    )
    if "language" in config.overrides and language_tag(own or _DEFAULT_LANGUAGE) != language_tag(config.language):
        # ``-D`` sets the target language. If there are no catalogs, the documents may be in that language:
        # Sphinx's default is no evidence then.
        return own or (_DEFAULT_LANGUAGE if has_catalogs else "")
    # If conf.py itself sets the target language, the source language is unknown.
    return "" if has_catalogs else None


def _locale_folders(env: BuildEnvironment) -> list[Path]:
    return [folder for name in env.config.locale_dirs if (folder := Path(env.srcdir, name)).is_dir()]


def place_messages(document: nodes.document, app: Sphinx) -> None:
    """Set the lines of the messages from metadata, or remove these if the builder uses catalogs."""
    for message in list(document.findall(blog_nodes.message)):
        if app.builder.use_message_catalog:
            message.parent.remove(message)
        else:
            message.line = place_of([message["key"]], app.env.docname, 1, app.env)[1]
