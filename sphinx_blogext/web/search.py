"""Search tells posts from pages: documentation comes first, then newer posts before older ones.

The search index says which documents are posts. In themes with Sphinx's own search, ``scorer.js`` ranks the
results, unless the site has an ``html_search_scorer``; the script of our theme does so itself. Scripts in
``_static`` must not depend on the posts: their checksums are on every page.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.search import IndexBuilder

from sphinx_blogext.builders import renders_pages
from sphinx_blogext.site.build import build_of
from sphinx_blogext.site.labels import term_label
from sphinx_blogext.temporary import replaced

if TYPE_CHECKING:
    from collections.abc import Callable, Set

    from sphinx.application import Sphinx

SCORER = Path(__file__).parent / "scorer.js"
#: The name of the posts in the index, in which Sphinx ignores what it does not know.
POSTS = "blog_posts"


def on_builder_inited(app: Sphinx) -> None:
    builder: Any = app.builder
    if renders_pages(app.builder):
        builder.prepare_writing = partial(_prepare, app, builder.prepare_writing)
        builder.dump_search_index = partial(_dump, app, builder.dump_search_index)


def _prepare(app: Sphinx, prepare: Callable[[Set[str]], None], docnames: Set[str]) -> None:
    """Let Sphinx read the scorer; without posts, its search is as it was."""
    is_ours = build_of(app.env).has_posts and not app.config.html_search_scorer
    with replaced(app.config, html_search_scorer=str(SCORER) if is_ours else app.config.html_search_scorer):
        prepare(docnames)


def _dump(app: Sphinx, dump: Callable[[], None]) -> None:
    index = getattr(app.builder, "indexer", None)
    # That of a theme may keep other things, or in another way.
    if type(index) is IndexBuilder and build_of(app.env).has_posts:
        with replaced(index, freeze=partial(_freeze, app, index.freeze)):
            dump()
    else:
        dump()


def _freeze(app: Sphinx, freeze: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Return the index, with the date and the first tag of each document that is a post."""
    index, build = freeze(), build_of(app.env)
    posts = {name: build.posts[name] for name in index["docnames"] if name in build.posts}
    return index | {
        POSTS: {
            name: [
                f"{post.date:%Y-%m-%d}" if post.date else "",
                *map(term_label, build.blog_of_post(post).blog.terms_of(post, "tag")[:1]),
            ]
            for name, post in posts.items()
        }
    }


def setup(app: Sphinx) -> None:
    # After the handler that hides documents, around whose index this puts the posts.
    app.connect("builder-inited", on_builder_inited, priority=600)
