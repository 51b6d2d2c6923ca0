"""Numbers of equations, figures, tables and listings in posts that are in no toctree, with Sphinx's ``numfig``.

Sphinx numbers only what it reaches through toctrees. Such a post is numbered by itself, like a document that it
reaches first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.domains.std import StandardDomain

from sphinx_blogext.domain import blog_domain

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


def on_doctree_read(app: Sphinx, doctree: nodes.document) -> None:
    """Number what is in a post when it is read: later, Sphinx would have to load all posts in each build."""
    env = app.env
    domain = blog_domain(env)
    if not env.config.numfig or not (env.docname in domain.posts or env.docname in domain.sections):
        return
    numbers: dict[str, dict[str, tuple[int, ...]]] = {}
    for node in doctree.findall(nodes.Element):
        kind = "" if isinstance(node, nodes.section) or not node["ids"] else _kind_of(node, env)
        if kind:
            of_kind = numbers.setdefault(kind, {})
            of_kind[node["ids"][0]] = (len(of_kind) + 1,)
    if numbers:
        domain.numbers[env.docname] = numbers


def _kind_of(node: nodes.Element, env: BuildEnvironment) -> str:
    """Return the kind of what Sphinx numbers, such as ``figure``, or ``""``."""
    for _name, domain in sorted(env.domains.items()):
        # Without a caption there is nothing to number.
        if not isinstance(domain, StandardDomain) or domain.get_numfig_title(node):
            if kind := domain.get_enumerable_node_type(node):
                return kind
    return ""


def on_env_get_updated(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Give the posts that Sphinx has not numbered their own numbers."""
    for docname, numbers in blog_domain(env).numbers.items() if env.config.numfig else ():
        env.toc_fignumbers.setdefault(docname, numbers)
    # Those whose numbers have changed are written again because of their digests.
    return []


def setup(app: Sphinx) -> None:
    # After our own handler, and after those of others, which may add to the document.
    app.connect("doctree-read", on_doctree_read, priority=990)
    # After Sphinx, and before the pages that show numbers are compared with those of the last build.
    app.connect("env-get-updated", on_env_get_updated, priority=800)
