"""Mark links whose text is the title of a post in another language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_blogext.builders import renders_pages
from sphinx_blogext.site.build import build_of
from sphinx_blogext.site.link_languages import language_of_title, post_of_link
from sphinx_blogext.write.document_parts import set_language

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class LinkLanguages(SphinxPostTransform):
    """Puts a link to a post in another language, whose title it shows, into an element that says so."""

    # Before Sphinx and MyST resolve references, after which it is not known which texts are titles.
    default_priority = 6

    def is_supported(self) -> bool:
        return renders_pages(build_of(self.env).builder)

    def run(self, **kwargs: Any) -> None:
        build = build_of(self.env)
        for node in list(self.document.findall(pending_xref)):
            # In a part of a post, which is shown elsewhere, each reference carries its document.
            docname = node.get("refdoc") or self.env.docname
            key = post_of_link(build, docname, node.attributes)
            if language := language_of_title(build, key, docname):
                around = nodes.inline()
                set_language(around, language)
                node.replace_self(around)
                around += node


def setup(app: Sphinx) -> None:
    app.add_post_transform(LinkLanguages)
