"""The blog's messages for translators that belong to no document: labels and descriptions of terms."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.builders.gettext import MessageCatalogBuilder

from sphinx_blogext._compat import add_message
from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.read.catalogs import terms_catalog
from sphinx_blogext.site.build import build_of
from sphinx_blogext.warnings import place_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_blogext.core.model import Term


def on_env_updated(app: Sphinx, env: BuildEnvironment) -> None:
    """Add the labels and descriptions of terms to the catalog that is written for translators."""
    if isinstance(app.builder, MessageCatalogBuilder):
        taxonomies = [
            taxonomy_terms for blog in build_of(env).blogs for taxonomy_terms in blog.blog.taxonomies.values()
        ]
        for term in [term for taxonomy in taxonomies for term in taxonomy.values()]:
            for text, source, line in _term_messages(app, term):
                add_message(app.builder, terms_catalog(blog_config(app.config)), text, source, line)


def _term_messages(app: Sphinx, term: Term) -> Iterator[tuple[str, str, int]]:
    """Yield the label and the description of a term, each with the file and the line of its source."""
    label, description = term.messages
    in_conf = _place_in_conf(term, Path(app.confdir, "conf.py"))
    if label:
        yield label, *(in_conf if term.settings.label else _place_of_name(term, app.env))
    if description:
        yield description, *in_conf


def _place_of_name(term: Term, env: BuildEnvironment) -> tuple[str, int]:
    """Return the file and the line in which a term is first used."""
    post = term.posts[-1]
    docname, line = place_of(term.kind.spellings, post.docname, post.lineno, env)
    return str(env.doc2path(docname)), line


def _place_in_conf(term: Term, conf: Path) -> tuple[str, int]:
    """Return ``conf.py`` and the line of the option with the settings of such terms."""
    lines = conf.read_text(encoding="utf-8").splitlines() if conf.is_file() else []
    option = "blog_taxonomies" if term.kind.is_own else term.kind.option
    return str(conf), next((number for number, line in enumerate(lines, 1) if line.startswith(option)), 1)
