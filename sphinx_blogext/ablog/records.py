"""``env.ablog_posts``, in which other extensions look up posts: document name -> ABlog's records of its posts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sphinx_blogext.ablog.ablog_posts import record_of
from sphinx_blogext.site.build import build_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_blogext.site.build import Build


class PostRecords(Mapping[str, list[dict[str, Any]]]):
    """The posts of one build, looked up on demand; nothing is stored with the environment."""

    def __init__(self, build: Build) -> None:
        self._build = build

    @cached_property
    def _records(self) -> dict[str, list[dict[str, Any]]]:
        found: dict[str, list[dict[str, Any]]] = {}
        # In document order.
        keys = (post.key for post in self._build.domain.every_post)
        for post in (self._build.posts[key] for key in keys if key in self._build.posts):
            records = found.setdefault(post.docname, [])
            records.append(record_of(post) | {"order": len(records) + 1})
        return found

    def __getitem__(self, docname: str) -> list[dict[str, Any]]:
        return self._records[docname]

    def __iter__(self) -> Iterator[str]:
        return iter(self._records)

    def __len__(self) -> int:
        return len(self._records)

    def __reduce__(self) -> tuple[type[dict[str, Any]], tuple[()]]:
        return dict, ()


def on_env_updated(app: Sphinx, env: BuildEnvironment) -> None:
    env.ablog_posts = PostRecords(build_of(env))  # type: ignore[attr-defined]  # ABlog's own name for it


def setup(app: Sphinx) -> None:
    # After the blog's own handler, which starts the build.
    app.connect("env-updated", on_env_updated, priority=600)
