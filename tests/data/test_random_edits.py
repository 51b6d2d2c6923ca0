"""After random edits, one on top of the other, the output is that of a build from scratch."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import MakeSite, Site
from steps import PICTURE, clean, differences

pytestmark = [pytest.mark.usefixtures("today"), pytest.mark.slow]

#: Keys of posts, each with values that edits exchange; ``None`` stands for no such key.
KEYS: dict[str, list[str | None]] = {
    "date": ["2023-05-06", "2024-01-02", "2024-02-03 10:00+08:00", "2024-07-01", None],
    "updated": ["2024-03-03", None],
    "tags": ["a", "a, b", "[C++, c]", None],
    "category": ["Science", "Science / Physics", None],
    "author": ["mei", "mei, jonas", "{name: X, url: 'https://example.org/x'}", None],
    "language": ["en", "zh", "ar", None],
    "series": ["S", "S, T", None],
    "series_index": ["2", None],
    "draft": ["true", "false", None],
    "unlisted": ["true", None],
    "pin": ["true", "2024-06-30", None],
    "title": ["'A *title*'", "'标题'", None],
    "description": ["A text.", None],
    "image": ["1", "pic.svg", "https://example.org/a.png", None],
    "excerpt": ["0", "2", None],
    "redirect": ["old/a", None],
    "translation_key": ["k1", "k2", None],
    "related": ["[p1, p3]", "guide", None],
    "expires": ["2024-05-05", "2030-01-01", None],
    "blogpost": ["false", None],
}
#: Parts of texts; ``@`` is a number of the post.
TEXTS = [
    *(
        "Lead words.",
        "Lead $x^2$ and `code`.",
        "中文段落，**强调**。",
        "See {doc}`/guide` and {blog:post}`p1`.",
        "[](p1.md)",
    ),
    *(
        "![pic](pic.svg)",
        "```python\nprint(1)\n```",
        "[^1]\n\n[^1]: Note.",
        "<!-- more -->",
        "## Heading\n\nText.",
    ),
    *("```{include} ../part.txt\n```", "{blog:tag}`a` {ref}`lab`", "```{postlist} 2\n```", "$$a=b$$ (eq@)"),
    *("```{figure} pic.svg\n:name: fig@\n\nCaption\n```", "```{update} 2024-04-04\nUpdated.\n```"),
]
OPTIONS: dict[str, list[Any]] = {
    "blog_page_size": [2, 10],
    "blog_pagination": ["newest", "stable"],
    "blog_list_style": ["teasers", "titles", "cards", "full", "compact"],
    "blog_show_translations": ["best", "all"],
    "blog_show_drafts": [False, True, "unlisted"],
    "blog_backlinks": [False, True],
    "blog_related": [3, 0],
    "blog_archive_months": [False, True],
    "blog_feed_fulltext": [False, True],
    "blog_authors": [{}, {"mei": {"name": "Mei M", "description": "Writes.", "avatar": "blog/pic.svg"}}],
    "html_theme": ["blogext", "alabaster"],
}
LISTS = [
    "```{postlist}\n:style: cards\n```",
    "```{postlist} 3\n:tags: a\n:excerpts:\n```",
    "```{blog-terms} tag\n```",
]


class Edits:
    """Random edits of a site, whose posts are kept by name: the values of their keys, and their texts."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.posts = {f"p{number}": self.new(number) for number in range(6)}
        self.conf = {name: values[0] for name, values in OPTIONS.items()} | {
            "html_baseurl": "https://example.org/"
        }
        self.made = 10

    def new(self, number: int) -> tuple[dict[str, str | None], list[str]]:
        names = self.random.sample(list(KEYS), 5)
        keys = {"date": "2024-01-02"} | {name: self.random.choice(KEYS[name]) for name in names}
        return keys, [text.replace("@", str(number)) for text in self.random.sample(TEXTS, 4)]

    def source(self, name: str) -> str:
        keys, texts = self.posts[name]
        front = "".join(f"{key}: {value}\n" for key, value in keys.items() if value is not None)
        return "\n\n".join([f"---\n{front}---\n# Title of {name}", *texts, ""])

    def files(self) -> dict[str, str]:
        guide = f"(lab)=\n# Guide\n\n{self.random.choice(LISTS)}\n\n{{blog:post}}`p1` {{doc}}`/blog/p1`\n"
        home = "\n\n".join(["# Home", *self.random.sample(LISTS, 2), "```{toctree}\nguide\n```\n"])
        files = {"index.md": home, "guide.md": guide, "part.txt": "Part.\n", "blog/pic.svg": PICTURE}
        return files | {f"blog/{name}.md": self.source(name) for name in self.posts}

    def edit(self, site: Site) -> str:
        """Make one edit, and return what it was."""
        chance, name = self.random, self.random.choice(list(self.posts))
        keys, texts = self.posts[name]
        edits: dict[str, Callable[[], Any]] = {
            "key": lambda: keys.update({(key := chance.choice(list(KEYS))): chance.choice(KEYS[key])}),
            "text": lambda: texts.append(chance.choice(TEXTS).replace("@", f"{self.made}")),
            "cut": lambda: texts and texts.pop(chance.randrange(len(texts))),
            "post": lambda: self.posts.update({f"n{self.made}": self.new(self.made)}),
            "part": lambda: site.write("part.txt", f"Part {self.made}.\n"),
            "picture": lambda: site.write("blog/pic.svg", PICTURE.replace('"9"', f'"{self.made}"')),
            "option": lambda: self.conf.update(
                {(key := chance.choice(list(OPTIONS))): chance.choice(OPTIONS[key])}
            ),
        }
        kind, before = chance.choices(list(edits), [8, 3, 2, 1, 1, 1, 2])[0], dict(self.conf)
        self.made += 1
        edits[kind]()
        if self.conf != before:
            site.configure(self.conf)
        for each in {name, *(post for post in self.posts if not (site.source / f"blog/{post}.md").exists())}:
            site.write(f"blog/{each}.md", self.source(each))
        return f"{kind} {name}"


@pytest.mark.parametrize("seed", range(8, 12))
def test_random_edits_give_a_clean_build(make_site: MakeSite, tmp_path: Path, seed: int) -> None:
    edits = Edits(seed)
    site = make_site(edits.files(), edits.conf)
    for _ in range(8):
        made = edits.edit(site)
        site.build()
        fresh = clean(site, tmp_path / "clean")
        # Sphinx leaves pictures, and our theme its own page, when they are no longer used.
        left = [name for name in differences(site, fresh) if not name.startswith(("_static/", "_images/", "404"))]
        assert [name for name in left if name != ".blogext.json"] == [], made
