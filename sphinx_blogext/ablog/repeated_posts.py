"""Several ``post`` directives in one section, as ABlog reads them: the last counts, with the terms of all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.transforms import SphinxTransform

from sphinx_blogext import nodes as blog_nodes
from sphinx_blogext.core.taxonomies import TAXONOMIES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.application import Sphinx


class MergePosts(SphinxTransform):
    """Gives the first directive of each section the options of all, because the blog reads only the first."""

    # Before the front matter is kept and the directives of sections are distinguished.
    default_priority = 189

    def apply(self) -> None:
        found: dict[nodes.Node | None, list[blog_nodes.post]] = {}
        main = next((child for child in self.document.children if isinstance(child, nodes.section)), None)
        for node in self.document.findall(blog_nodes.post):
            is_of_section = isinstance(node.parent, nodes.section) and node.parent is not main
            found.setdefault(node.parent if is_of_section else None, []).append(node)
        for posts in found.values():
            if len(posts) > 1:
                posts[0]["options"] = merged(post["options"] for post in posts)


def merged(given: Iterable[dict[str, str]]) -> dict[str, str]:
    """Return the last of the options of directives, with the terms of all."""
    last: dict[str, str] = {}
    names: dict[str, list[str]] = {}
    for last in given:
        for key, value in last.items():
            if (kind := TAXONOMIES.named(key)) and value:
                names.setdefault(kind.plural, []).append(value)
    others = {key: value for key, value in last.items() if not TAXONOMIES.named(key)}
    return others | {key: ", ".join(values) for key, values in names.items()}


def setup(app: Sphinx) -> None:
    app.add_transform(MergePosts)
