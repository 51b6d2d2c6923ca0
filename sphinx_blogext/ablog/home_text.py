"""Removes the text of the document that ABlog overwrites with the first page of the blog."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

from sphinx_blogext import nodes as blog_nodes
from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.read.front_matter import make_heading

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class HomeText(SphinxTransform):
    """Reduces the document to its title if ``blog_home_text`` is off and the text has no list of posts.

    Its toctrees are kept but hidden, because they belong to the site's navigation.
    """

    # Before Sphinx notes headings and labels, and after it is known whether the document is a post.
    default_priority = 195

    def apply(self) -> None:
        config = blog_config(self.config).at(self.env.docname)
        is_home = self.env.docname == config.home
        if config.conventions.blog_home_text or not is_home or "blog_fields" in self.document:
            return
        if next(self.document.findall(blog_nodes.postlist), None) is not None:
            return
        # A text without a heading gets the heading of the list page that takes its place.
        make_heading(self.document, config.blog_title)
        section = next((child for child in self.document.children if isinstance(child, nodes.section)), None)
        if section is None:
            return
        toctrees = list(self.document.findall(addnodes.toctree))
        for toctree in toctrees:
            toctree["hidden"] = True
        # What follows the first section is removed as well.
        head = [child for child in self.document.children if isinstance(child, _HEAD)]
        section.children = [child for child in section.children if isinstance(child, nodes.title)]
        section.extend(nodes.compound("", toctree, classes=["toctree-wrapper"]) for toctree in toctrees)
        self.document.children = [*head, section]


#: Invisible nodes above the text.
_HEAD = (nodes.docinfo, nodes.field_list, nodes.meta, nodes.substitution_definition, nodes.target)


def setup(app: Sphinx) -> None:
    app.add_transform(HomeText)
