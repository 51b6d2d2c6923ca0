"""Random sequences of changes, after each of which the output is that of a build from scratch."""

from __future__ import annotations

import shutil
import tempfile
from datetime import date
from pathlib import Path
from typing import Any

from conftest import Site
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from test_incremental import clean, differences
from writing import md

NAMES = ["blog/a", "blog/b", "blog/sub/c", "blog/d"]
TAGS = ["Python", "python", "C++", "并行"]
POST = st.fixed_dictionaries(
    {
        "title": st.sampled_from(["One", "Two *em*", "三"]),
        "lead": st.sampled_from(["Lead.", "See [](/page.rst).", "$x$", "- a\n- b"]),
        "rest": st.sampled_from(["", "Rest.", "Another rest."]),
        "date": st.dates(date(2023, 1, 1), date(2024, 6, 30)),
    },
    optional={
        "tags": st.lists(st.sampled_from(TAGS), max_size=2),
        "author": st.sampled_from(["mei", "jonas"]),
        "language": st.sampled_from(["en", "zh"]),
        "series": st.just("S"),
        "pin": st.just(True),
        "draft": st.booleans(),
        "unlisted": st.just(True),
        "redirect": st.sampled_from(["old/a", "blog/tag/python"]),
    },
)
OPTIONS: list[dict[str, Any]] = [
    {},
    {"blog_pagination": "stable"},
    {"blog_page_size": 1},
    {"blog_related": 0, "post_show_prev_next": False},
    {"blog_feed_archives": True, "blog_feed_fulltext": True},
    {"blog_authors": {"mei": ("Mei", None)}},
    {"blog_backlinks": True},
]
BASE: dict[str, Any] = {"html_theme": "blogext", "html_baseurl": "https://example.org/", "blog_page_size": 2}


class Blog(RuleBasedStateMachine):
    """A small blog that somebody works at."""

    @initialize()
    def begin(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        files = {
            "index.md": "# Home\n\n```{postlist} 2\n```\n",
            "page.rst": ":orphan:\n\nPage\n====\n\n.. postlist::\n   :tags: python\n   :style: teasers\n",
            "blog.md": "---\norphan: true\n---\n# News\n\n```{postlist}\n:paginate:\n```\n",
        }
        self.site = Site(self.folder / "site", files, BASE).build()
        self.posts: set[str] = set()

    @rule(name=st.sampled_from(NAMES), post=POST)
    def write(self, name: str, post: dict[str, Any]) -> None:
        meta = {key: value for key, value in post.items() if key not in {"title", "lead", "rest", "date"}}
        body = f"{post['lead']}\n\n" + (f"<!-- more -->\n\n{post['rest']}\n" if post["rest"] else "")
        self.site.write(f"{name}.md", md(post["title"], body, str(post["date"]), **meta))
        self.posts.add(name)

    @precondition(lambda self: self.posts)
    @rule(data=st.data())
    def delete(self, data: st.DataObject) -> None:
        name = data.draw(st.sampled_from(sorted(self.posts)))
        self.site.delete(f"{name}.md")
        self.posts.remove(name)

    @rule(title=st.sampled_from(["Page", "Other page", "*New* page"]))
    def retitle_the_page_that_teasers_refer_to(self, title: str) -> None:
        text = (self.site.source / "page.rst").read_text(encoding="utf-8")
        _, _, rest = text.partition(".. postlist")
        self.site.write("page.rst", f":orphan:\n\n{title}\n{'=' * 20}\n\n.. postlist{rest}")

    @rule(options=st.sampled_from(OPTIONS))
    def configure(self, options: dict[str, Any]) -> None:
        self.site.configure(BASE | options)

    @invariant()
    def the_output_is_that_of_a_clean_build(self) -> None:
        if hasattr(self, "site"):
            self.site.build()
            assert differences(self.site, clean(self.site, self.folder / "clean")) == []

    def teardown(self) -> None:
        if hasattr(self, "folder"):
            shutil.rmtree(self.folder)


TestBlog = Blog.TestCase
TestBlog.settings = settings(max_examples=4, stateful_step_count=8)
