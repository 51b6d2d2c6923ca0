"""The directives ``post``, ``update``, ``more``, ``postlist`` and ``blog-terms``."""

import os
from collections import defaultdict
from typing import Any, ClassVar, TypeVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from sphinx_blogext import nodes as blog_nodes
from sphinx_blogext.config.blogs import blog_config
from sphinx_blogext.core.metadata import clean_text, suggest
from sphinx_blogext.core.pagination import EVERY_BLOG, TERM_OPTIONS, read_request
from sphinx_blogext.domain import BlogDomain, add, blog_domain
from sphinx_blogext.nodes import blog_toctree
from sphinx_blogext.read.front_matter import translate_text
from sphinx_blogext.read.heads import find_unread_option
from sphinx_blogext.warnings import BlogWarning, warn

N = TypeVar("N", bound=nodes.Node)


class BlogDirective(SphinxDirective):
    """The base of all directives: any options, an argument with spaces, content, and the blog's domain."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    # Every option is accepted as it is written: docutils drops the whole directive at the first unknown option. We
    # warn about that option instead and keep the others. An empty specification would mean no options.
    option_spec: ClassVar[dict[str, Any]] = defaultdict(lambda: directives.unchanged, name=directives.unchanged)

    @property
    def argument(self) -> str:
        return clean_text(" ".join(self.arguments))

    @property
    def domain(self) -> BlogDomain:
        return blog_domain(self.env)

    def check_options(self, *known: str) -> None:
        for name in sorted(self.options.keys() - set(known)):
            hint = suggest(name, set(known))
            self.warn(BlogWarning.UNKNOWN_OPTION, "%s: unknown option %r%s", self.name, name, hint)

    def known_blog(self, blog: str) -> str:
        """Return the path *blog* if there is such a blog, or warn and return ``""``."""
        roots = blog_config(self.config).roots
        if not blog or blog == EVERY_BLOG or blog in roots:
            return blog
        message, known = "%s: unknown blog %r%s; the blogs are %s", ", ".join(roots)
        self.warn(BlogWarning.INVALID_OPTION, message, self.name, blog, suggest(blog, set(roots)), known)
        return ""

    def content_below(self) -> list[nodes.Node]:
        """Return the content of a directive that takes none, so that it is shown below it and not lost."""
        if self.content:
            self.warn(BlogWarning.INVALID_OPTION, "%s: takes no content; it is shown below", self.name)
        return self.parse_content_to_nodes() if self.content else []

    def placed(self, node: N) -> N:
        self.set_source_info(node)
        return node

    def warn(self, kind: BlogWarning, message: str, *args: object) -> None:
        warn(kind, message, *args, location=self.get_location())


class PostDirective(BlogDirective):
    """Makes the document a post; its body, if it has one, is the teaser."""

    def run(self) -> list[nodes.Node]:
        # The path of an included file is relative to the current folder.
        own, source = self.env.docname, self.env.path2doc(os.path.abspath(self.get_source_info()[0]))  # noqa: PTH100
        if source != own and source in {*self.domain.withheld, *self.env.found_docs}:
            # An included document remains the post: there are not two.
            return [] if "exclude" in self.options else self.parse_content_to_nodes()
        options = dict(self.options)
        unread, other = self.domain.unread, self.domain.unread.get(self.env.docname)
        # MyST-Parser before 5.1 gives only the content.
        is_whole = source != own or self.block_text != "\n".join(self.content)
        rest = str(self.env.temp_data.get("blog_text")).split("\n", self.lineno - 1)[-1]
        option = find_unread_option(self.block_text if is_whole else rest, self.lineno, options)
        if option and (other is None or other.needs_directive is False):
            unread[self.env.docname] = option
        if self.argument:
            options["date"] = self.argument
        node = self.placed(blog_nodes.post("", options=options))
        self.state.nested_parse(self.content, self.content_offset, node, match_titles=True)
        return [node]


class UpdateDirective(BlogDirective):
    """A dated addition to a post, shown as a note; the latest sets the date of the post's last update."""

    def run(self) -> list[nodes.Node]:
        self.check_options("class", "name")
        node = self.placed(blog_nodes.update("", date=self.argument))
        self.state.nested_parse(self.content, self.content_offset, node)
        return [node]


class MoreDirective(BlogDirective):
    """The end of the teaser; the argument is the text of the link."""

    def run(self) -> list[nodes.Node]:
        self.check_options()
        return [self.placed(blog_nodes.more("", text=self.argument)), *self.content_below()]


class PostListDirective(BlogDirective):
    def run(self) -> list[nodes.Node]:
        taxonomies = blog_config(self.config).taxonomies
        request, problems = read_request(self.argument, self.options, self.lineno, taxonomies)
        for problem in problems:
            self.warn(BlogWarning(problem.kind), "postlist: %s", problem.message)
        messages = nodes.Element()
        expand, style = (
            text and translate_text(text, messages, self.env, line=self.get_source_info()[1])
            for text in (request.expand, request.format)
        )
        request = request._replace(blog=self.known_blog(request.blog), expand=expand, format=style)
        place = add(self.domain.lists, self.env.docname, request)
        node = self.placed(blog_nodes.postlist("", place=place))
        # Sphinx records toctrees only while reading. The entries follow once all documents have been read.
        toctree = [blog_toctree(self.env.docname, place)] if request.toctree else []
        return [node, *toctree, *messages.children, *self.content_below()]


class BlogTermsDirective(BlogDirective):
    def run(self) -> list[nodes.Node]:
        name = self.argument.lower() or "tag"
        taxonomies = blog_config(self.config).taxonomies
        kind = taxonomies.named(name)
        if kind is None:
            message = "blog-terms: unknown taxonomy %r%s; the taxonomies are %s"
            hint, known = suggest(name, taxonomies.spellings), ", ".join(taxonomies)
            self.warn(BlogWarning.INVALID_OPTION, message, name, hint, known)
            return self.content_below()
        self.check_options(*TERM_OPTIONS)
        # Without ``blog``, the blog of the document is meant.
        values: dict[str, Any] = {"style": "list", "least": 1, "blog": ""}
        for name, (field, read) in TERM_OPTIONS.items():
            if name in self.options:
                try:
                    values[field] = read(clean_text(self.options[name]))
                except ValueError as error:
                    self.warn(BlogWarning.INVALID_OPTION, "blog-terms: %s: %s", name, error)
        values["blog"] = self.known_blog(values["blog"])
        add(self.domain.terms, self.env.docname, (kind.name, values["blog"]))
        return [self.placed(blog_nodes.blog_terms("", taxonomy=kind.name, **values)), *self.content_below()]


DIRECTIVES: dict[str, type[BlogDirective]] = {
    "post": PostDirective,
    "update": UpdateDirective,
    "more": MoreDirective,
    "postlist": PostListDirective,
    "blog-terms": BlogTermsDirective,
}
