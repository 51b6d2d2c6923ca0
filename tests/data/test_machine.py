"""Random sequences of changes to a blog of thirty posts: after each the output is that of a clean build."""

import os
import shutil
import tempfile
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from conftest import Site
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from steps import PICTURE, clean, differences
from test_print_all import SIDEBARS
from writing import md

# A sequence sets its own time, and forgets it.
pytestmark = pytest.mark.usefixtures("today")

#: Simpler cases would take builds upon builds to find.
PHASES = [Phase.generate]
NAMES = [f"blog/{folder}p{number:02}" for folder in ("", "sub/") for number in range(15)]
TAGS = ["Python", "python", "C++", "并行", "one", "two"]
#: Parts of texts; ``@`` is the name of the post.
TEXTS = [
    *("Lead.", "See [](/page.rst).", "$x$ and `code`", "- a\n- b", "![](/pic.svg)\n\nText.", "段落，**强调**。"),
    *("Note.[^1]\n\n[^1]: What is noted.", "## Heading\n\nText.", "{blog:tag}`one` {ref}`lab` {blog:post}`p01`"),
    *("See [](/blog/p03.md) and [](/blog/sub/p05.md).", "```{include} /part.txt\n```", "```{postlist} 2\n```"),
    *("$$a=b$$ (eq-@)", "```{figure} /pic.svg\n:name: fig-@\n\nCaption\n```"),
    "```{update} 2024-04-04\nNews.\n```",
]
LISTS_OF_TEXTS = st.lists(st.sampled_from(TEXTS), max_size=2, unique=True)
POST = st.fixed_dictionaries(
    {
        "title": st.sampled_from(["One", "Two *em*", "三", "On $x$"]),
        "lead": LISTS_OF_TEXTS,
        "rest": LISTS_OF_TEXTS,
        "date": st.dates(date(2023, 1, 1), date(2024, 7, 30)) | st.sampled_from(["", "2024-06-12 10:00+08:00"]),
    },
    optional={
        "tags": st.lists(st.sampled_from(TAGS), max_size=3),
        "author": st.sampled_from(["mei", "jonas", {"name": "X", "url": "https://example.org/x"}]),
        "category": st.sampled_from(["Notes", "News / Old"]),
        "language": st.sampled_from(["en", "zh", "ar"]),
        "series": st.sampled_from(["S", ["S", "T"]]),
        "series_index": st.just(2),
        "pin": st.sampled_from([True, "2024-06-20"]),
        "draft": st.booleans(),
        "unlisted": st.just(True),
        "updated": st.just("2024-06-14"),
        "expires": st.just("2024-06-15"),
        "description": st.just("A sentence."),
        "excerpt": st.sampled_from([0, 2]),
        "image": st.sampled_from(["/pic.svg", "1", "https://example.org/a.png"]),
        "translation_key": st.sampled_from(["k1", "k2"]),
        "redirect": st.sampled_from(["old/a", "blog/tag/python"]),
        "related": st.just(["/blog/p01", "/page"]),
    },
)
BASE: dict[str, Any] = {
    "html_theme": "blogext",
    "html_sidebars": {"**": [f"blog/{name}.html" for name in SIDEBARS]},
    "blog_page_size": 4,
    "suppress_warnings": ["blog", "myst"],
}
OPTIONS: list[dict[str, Any]] = [
    {}, {"blog_pagination": "stable"}, {"blog_related": 0, "post_show_prev_next": False},
    {"blog_feed_archives": True, "blog_feed_fulltext": True}, {"blog_backlinks": True},
    {"blog_authors": {"mei": {"name": "Mei M", "description": "Writes.", "avatar": "pic.svg"}}},
    {"blog_show_translations": "all"}, {"blog_show_drafts": True}, {"blog_list_style": "full"},
]  # fmt: skip
FILES = {
    "index.md": "# Home\n\n```{postlist} 2\n```\n\n```{blog-terms} tag\n```\n",
    "page.rst": ":orphan:\n\n.. _lab:\n\nPage\n====\n\n.. postlist::\n   :tags: python\n   :style: teasers\n",
    "blog.md": "---\norphan: true\n---\n# News\n\n```{postlist}\n:paginate:\n```\n",
    "part.txt": "Part.\n",
    "pic.svg": PICTURE,
}


def source(name: str, post: dict[str, Any]) -> str:
    meta = {key: value for key, value in post.items() if key not in {"title", "lead", "rest", "date"}}
    parts = [*post["lead"], *(["<!-- more -->", *post["rest"]] if post["rest"] else []), ""]
    body = "\n\n".join(parts).replace("@", name.replace("/", "-"))
    return md(post["title"], body, str(post["date"]), blogpost=True, **meta)


class Blog(RuleBasedStateMachine):
    """A blog that somebody works at while time goes by."""

    @initialize(posts=st.lists(POST, min_size=len(NAMES), max_size=len(NAMES)))
    def begin(self, posts: list[dict[str, Any]]) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.now = datetime(2024, 6, 10, tzinfo=UTC)
        self.pass_time(0)
        texts = {f"{name}.md": source(name, post) for name, post in zip(NAMES, posts, strict=True)}
        self.site = Site(self.folder / "site", FILES | texts, BASE)
        self.posts = set(NAMES)

    @rule(name=st.sampled_from(NAMES), post=POST)
    def write(self, name: str, post: dict[str, Any]) -> None:
        self.site.write(f"{name}.md", source(name, post))
        self.posts.add(name)

    @precondition(lambda self: self.posts)
    @rule(data=st.data())
    def delete(self, data: st.DataObject) -> None:
        name = data.draw(st.sampled_from(sorted(self.posts)))
        self.site.delete(f"{name}.md")
        self.posts.remove(name)

    @rule(title=st.sampled_from(["Page", "Other page", "*New* page"]))
    def retitle_the_page_that_teasers_refer_to(self, title: str) -> None:
        self.site.write("page.rst", FILES["page.rst"].replace("Page\n====", f"{title}\n{'=' * 20}"))

    @rule(number=st.integers(1, 30))
    def change_the_files_that_posts_show(self, number: int) -> None:
        self.site.write("part.txt", f"Part {number}.\n").write("pic.svg", PICTURE.replace('"9"', f'"{number}"'))

    @rule(options=st.sampled_from(OPTIONS))
    def configure(self, options: dict[str, Any]) -> None:
        self.site.configure(BASE | options)

    @rule(days=st.integers(1, 30))
    def pass_time(self, days: int) -> None:
        self.now = datetime.fromtimestamp(self.now.timestamp() + days * 86_400, UTC)
        os.environ["SOURCE_DATE_EPOCH"] = str(int(self.now.timestamp()))

    @invariant()
    def the_output_is_that_of_a_clean_build(self) -> None:
        if hasattr(self, "site"):
            self.site.build()
            assert differences(self.site, clean(self.site, self.folder / "clean")) == []

    def teardown(self) -> None:
        if hasattr(self, "folder"):
            shutil.rmtree(self.folder)


@pytest.mark.slow
class TestManySteps(Blog.TestCase):
    settings = settings(max_examples=2, stateful_step_count=15, phases=PHASES)
