"""What ABlog's templates show of the blog on each page, so that pages are rewritten when it changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_blogext.ablog.ablog_posts import record_of
from sphinx_blogext.ablog.context import own_templates
from sphinx_blogext.ablog.facade import Blog, blog_of
from sphinx_blogext.ablog.own_pages import page_template
from sphinx_blogext.core.hashes import digest
from sphinx_blogext.events import PAGE_DATA_EVENT
from sphinx_blogext.site.build import build_of, once
from sphinx_blogext.write.output import output_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_blogext.site.build import Build


@once
def _catalogs(build: Build) -> str:
    """Return a digest of the catalogs in the sidebars."""
    collections = blog_of(build).collections.items()
    return digest([(page, each.label, each.name, len(each)) for page, each in collections])


def _in_sidebars(blog: Blog, page: str) -> tuple[Any, ...]:
    """Return what the sidebars show on *page*."""
    recent = [(post.key, post.title, post.date, post.external_link) for post in blog.recent(5, page)]
    post = blog[page]
    own = (record_of(post.post), post.published) if post else None
    return _catalogs(blog.build), recent, own


def on_page_data(app: Sphinx, page: str) -> Any:
    """Return what *page* shows; if it is ``""``, what any page may show beyond the records of posts."""
    build, output = build_of(app.env), output_of(app)
    own, blog = own_templates(build), blog_of(build)
    if not page:
        return output.digests.of_texts if own.asks_for_texts else None
    generated = build.pages.generated.get(page)
    has_own_template = generated is not None and page_template(build, app.builder, page, generated) is not None
    shown = own.shown_on(page, is_post=page in blog, has_own_template=has_own_template)
    sidebars = _in_sidebars(blog, page) if shown.sidebars else None
    whole = output.digests.of_blog if shown.whole else None
    return (sidebars, whole) if sidebars or whole else None


def setup(app: Sphinx) -> None:
    app.connect(PAGE_DATA_EVENT, on_page_data)
