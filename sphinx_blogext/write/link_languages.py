"""Mark links whose text is the title of a post in another language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.transforms.post_transforms import SphinxPostTransform

from sphinx_blogext.builders import renders_pages
from sphinx_blogext.domain import document_of
from sphinx_blogext.site.build import build_of
from sphinx_blogext.write.document_parts import set_language

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_blogext.site.build import Build


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
            if language := build.language_of_title(_post_of(node, build, docname), docname):
                around = nodes.inline()
                set_language(around, language)
                node.replace_self(around)
                around += node


def _post_of(link: pending_xref, build: Build, docname: str) -> str:
    """Return the key of the post whose title a cross-reference in a document shows, or ``""``."""
    if (link.get("refdomain"), link.get("reftype")) != ("blog", "post"):
        return document_of(link.attributes)
    target = None if link.get("refexplicit") else build.targets.find("post", link["reftarget"], docname)
    return target.name if target else ""


def setup(app: Sphinx) -> None:
    app.add_post_transform(LinkLanguages)
