"""The text of the document that is the first page of a blog, where that is but to hold the place of the list."""

from __future__ import annotations

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

from sphinx_blogext import nodes as blog_nodes
from sphinx_blogext.config.blogs import blog_root, config_at
from sphinx_blogext.read.front_matter import make_heading


class HomeText(SphinxTransform):
    """Leaves the document its title alone, where ``blog_home_text`` says so and the text has no list of posts.

    Its toctrees stay, hidden: they are the site's.
    """

    # Before Sphinx notes headings and labels, and after it is known whether the document is a post.
    default_priority = 195

    def apply(self) -> None:
        config = config_at(self.env.docname, self.config)
        is_home = self.env.docname == blog_root(config)
        if config.blog_home_text or not is_home or "blog_fields" in self.document:
            return
        if next(self.document.findall(blog_nodes.postlist), None) is not None:
            return
        # A text without a heading gets that of the page which it makes way for.
        make_heading(self.document, config.blog_title)
        section = next((child for child in self.document.children if isinstance(child, nodes.section)), None)
        if section is None:
            return
        toctrees = list(self.document.findall(addnodes.toctree))
        for toctree in toctrees:
            toctree["hidden"] = True
        # What follows the first section belongs to no list either.
        head = [child for child in self.document.children if isinstance(child, _HEAD)]
        section.children = [child for child in section.children if isinstance(child, nodes.title)]
        section.extend(nodes.compound("", toctree, classes=["toctree-wrapper"]) for toctree in toctrees)
        self.document.children = [*head, section]


#: What stands above the text, and is not seen.
_HEAD = (nodes.docinfo, nodes.field_list, nodes.meta, nodes.substitution_definition, nodes.target)
