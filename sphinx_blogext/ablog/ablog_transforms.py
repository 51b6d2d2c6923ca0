"""Documents as ABlog reads them: the metadata of posts, several directives in one section, the first page."""

import json
from collections.abc import Iterable

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

from sphinx_blogext import nodes as blog_nodes
from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.core.metadata import split_names
from sphinx_blogext.core.taxonomies import TAXONOMIES
from sphinx_blogext.read.front_matter import make_heading


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
            _list_names(values)
        source, config = self.document["source"], blog_config(self.config)
        if posts and "blogpost" not in fields and not config.matches(self.env.docname, source):
            for key in _KEYS:
                fields.pop(key, None)


def _list_names(values: dict[str, str | None]) -> None:
    """Turn names into lists, so that nothing else separates them."""
    tags, author = values.get("tags") or "", values.get("author") or ""
    # In ABlog, commas separate tags even within an item of a list.
    if tags.startswith("["):
        values["tags"] = json.dumps([part for item in split_names(tags) for part in item.split(",")])
    if ";" in author and not author.startswith("["):
        values["author"] = json.dumps(split_names(author))


class HomeText(SphinxTransform):
    """Reduces the document to its title if ``blog_home_text`` is off and the text has no list of posts."""

    # Before Sphinx notes headings and labels, and after it is known whether the document is a post.
    default_priority = 195

    def apply(self) -> None:
        config = blog_config(self.config).at(self.env.docname)
        if config.conventions.blog_home_text or self.env.docname != config.home or "blog_fields" in self.document:
            return
        if any(self.document.findall(blog_nodes.postlist)):
            return
        # A text without a heading gets the heading of the list page that takes its place.
        make_heading(self.document, config.blog_title)
        if (section := self.document.next_node(nodes.section)) is None:
            return
        # They are kept but hidden, because they belong to the site's navigation.
        toctrees = list(self.document.findall(addnodes.toctree))
        for toctree in toctrees:
            toctree["hidden"] = True
        # What is invisible above the text stays; what follows the first section is removed as well.
        unseen = (nodes.docinfo, nodes.field_list, nodes.meta, nodes.substitution_definition, nodes.target)
        head = [child for child in self.document.children if isinstance(child, unseen)]
        section.children = [child for child in section.children if isinstance(child, nodes.title)]
        section.extend(nodes.compound("", toctree, classes=["toctree-wrapper"]) for toctree in toctrees)
        self.document.children = [*head, section]


def setup(app: Sphinx) -> None:
    for transform in (MergePosts, ABlogMetadata, HomeText):
        app.add_transform(transform)
