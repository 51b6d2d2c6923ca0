"""Metadata of posts as ABlog reads it: only commas separate names, and a directive takes the place of the rest."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.transforms import SphinxTransform

from sphinx_blogext import nodes as blog_nodes
from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.core.metadata import split_names
from sphinx_blogext.read.front_matter import matches_pattern

if TYPE_CHECKING:
    from collections.abc import MutableMapping

    from sphinx.application import Sphinx

#: The metadata that ABlog reads.
_KEYS = (
    *("author", "canonical_link", "category", "date", "exclude", "excerpt", "external_link", "image"),
    *("language", "location", "nocomments", "redirect", "tags", "title"),
)


class ABlogMetadata(SphinxTransform):
    """Changes the metadata of posts so that the pages of terms, and the titles of posts, stay the same."""

    # After the front matter has been kept.
    default_priority = 191

    def apply(self) -> None:
        fields: dict[str, str | None] = self.document.get("blog_fields", {})
        find = self.document.findall
        posts: list[nodes.Element] = [*find(blog_nodes.post), *find(blog_nodes.section_post)]
        for values in (fields, *(post["options"] for post in posts)):
            _split(values)
        is_marked = "blogpost" in fields or matches_pattern(
            self.env.docname, self.document["source"], blog_config(self.config)
        )
        if posts and not is_marked:
            for key in _KEYS:
                fields.pop(key, None)


class FinalTransitions(SphinxTransform):
    """Allows posts without a directive to end with a transition, because ABlog puts a node behind it."""

    # Just before docutils complains.
    default_priority = 829

    def apply(self) -> None:
        section = self.document.next_node(nodes.section)
        if section is None or "blog_fields" not in self.document or self.document.next_node(blog_nodes.post):
            return
        last: nodes.Node = section
        while isinstance(last, nodes.section) and last.children:
            last = last.children[-1]
        if isinstance(last, nodes.transition):
            section += nodes.comment()


def _split(values: MutableMapping[str, str | None]) -> None:
    """Write names in *values* as lists, so that nothing else separates them."""
    tags, author = values.get("tags") or "", values.get("author") or ""
    # In ABlog, commas separate tags even within an item of a list.
    if tags.startswith("["):
        values["tags"] = json.dumps([part for item in split_names(tags) for part in item.split(",")])
    if ";" in author and not author.startswith("["):
        values["author"] = json.dumps(split_names(author))


def setup(app: Sphinx) -> None:
    for transform in (ABlogMetadata, FinalTransitions):
        app.add_transform(transform)
