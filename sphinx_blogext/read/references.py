"""The cross-references that documents hold, as they were read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.addnodes import pending_xref

from sphinx_blogext.core.taxonomies import TAXONOMIES
from sphinx_blogext.domain import blog_domain

if TYPE_CHECKING:
    from collections.abc import Iterable, Set
    from typing import Any

    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_blogext.core.model import Reference
    from sphinx_blogext.domain import BlogDomain


def on_env_get_outdated(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Return the posts with a Markdown link to a file that has come or gone.

    MyST-Parser decides when it reads a link whether it leads to a document, and Sphinx reads
    a document again only if it has changed itself.
    """
    domain = blog_domain(env)
    # Sphinx knows nothing of drafts that were withheld.
    gone = removed | {name for name in domain.withheld if name not in env.found_docs}
    return [
        docname
        for docname, posts in domain.mentions.items()
        for _anchor, references in posts
        if any(_changes_meaning(dict(reference), docname, env, added, gone) for reference in references)
    ]


def _changes_meaning(
    given: dict[str, Any], docname: str, env: BuildEnvironment, added: Set[str], gone: Set[str]
) -> bool:
    """Return whether a reference in *docname* leads to a document that was *added* or is *gone*."""
    target = str(given.get("reftarget", ""))
    if given.get("reftype") != "myst" or not target:
        return False
    # When MyST read the link, it led to a document.
    if given.get("refdomain") == "doc":
        return target in gone
    # When MyST read the link, it led to no document; now there may be one.
    path = target.partition("#")[0]
    return bool(path and added) and env.path2doc(env.relfn2path(path, docname)[1]) in added


def collect_references(tree: nodes.Element) -> tuple[Reference, ...]:
    """Return the cross-references in *tree*, each once."""
    found = (
        tuple(
            (name, value)
            for name, value in sorted(node.attributes.items())
            # References are keys of a dictionary when they are resolved: lists are not hashable.
            if value is None or isinstance(value, (str, int))
        )
        for node in tree.findall(pending_xref)
    )
    return tuple(dict.fromkeys(found))


#: What ABlog's labels of pages begin with.
_KINDS = frozenset({"blog", "archive", *TAXONOMIES})


def note_labels(docname: str, references: Iterable[Reference], domain: BlogDomain) -> None:
    """Note the labels among *references* that may be ABlog's, so that the document follows what they lead to."""
    for reference in map(dict, references):
        label = str(reference.get("reftarget") or "")
        if (reference.get("refdomain"), reference.get("reftype")) == ("std", "ref"):
            if label.partition("-")[0] in _KINDS:
                domain.note_reference(docname, "ref", label)
