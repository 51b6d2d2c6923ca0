"""sphinx-blogext: a blog inside the documentation you already have."""

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.typing import ExtensionMetadata

from sphinx_blogext import cjk, consistency, news, nodes, speedups, theme
from sphinx_blogext.ablog import labels as ablog_labels
from sphinx_blogext.cards import plan as card_plan
from sphinx_blogext.config import validation as config_validation
from sphinx_blogext.domain import BlogDomain
from sphinx_blogext.events import COLLECTED_EVENT
from sphinx_blogext.files import LOCALE
from sphinx_blogext.lang.words import CATALOG
from sphinx_blogext.pictures import pages as picture_pages
from sphinx_blogext.publish import on_html_collect_pages
from sphinx_blogext.read import additions, front_matter, references, sources
from sphinx_blogext.read.directives import DIRECTIVES
from sphinx_blogext.read.marker import Markers
from sphinx_blogext.read.pictures import PictureNames
from sphinx_blogext.read.posts import on_doctree_read
from sphinx_blogext.read.sections import OriginalHeadings
from sphinx_blogext.site import withholding
from sphinx_blogext.site.build import on_env_updated
from sphinx_blogext.web import head, indexes
from sphinx_blogext.write import documents, guards, outdated, places, rendered_pages

__version__ = "1.0.0"


def _emit_collected(app: Sphinx, env: BuildEnvironment) -> None:
    # A build that changes nothing does not assemble any blog unless a listener asks for it.
    if app.events.listeners.get(COLLECTED_EVENT):
        from sphinx_blogext.api import blogs_of

        app.emit(COLLECTED_EVENT, blogs_of(app))


def setup(app: Sphinx) -> ExtensionMetadata:
    app.add_message_catalog(CATALOG, str(LOCALE))
    for part in (config_validation, theme, speedups, cjk, sources):
        part.setup(app)

    # Reading: documents become posts, which the domain stores.
    app.add_domain(BlogDomain)
    for name, directive in DIRECTIVES.items():
        app.add_directive(name, directive)
    for transform in (OriginalHeadings, Markers, PictureNames):
        app.add_transform(transform)
    front_matter.setup(app)
    app.connect("doctree-read", on_doctree_read)
    for part in (references, withholding, additions):
        part.setup(app)

    # All documents have been read: the posts become a blog, before other extensions look at what there is.
    app.connect("env-updated", on_env_updated, priority=-1)
    consistency.setup(app)
    app.add_event(COLLECTED_EVENT)
    # After the build has begun.
    app.connect("env-updated", _emit_collected, priority=950)

    # Writing: lists appear in documents and on pages of their own.
    nodes.setup(app)
    for part in (documents, news, guards, rendered_pages, places, card_plan, picture_pages, ablog_labels):
        part.setup(app)
    for part in (head, indexes, outdated):
        part.setup(app)
    app.connect("html-collect-pages", on_html_collect_pages)

    return {
        "version": __version__,
        # Raise it when the contents of document trees change: Sphinx then reads every document again.
        "env_version": 3,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
