"""Bodies of posts of other engines, converted with a few posts and files to find."""

from typing import Any

from blogext_import.body import BodyContext, convert_body
from blogext_import.post_records import Included

ENGINES = ("hexo", "hugo", "jekyll", "pelican", "nikola", "material", "docusaurus", "zola", "ablog")
POSTS = dict.fromkeys(
    [
        "other", "other.md", "posts/other.md", "2020-01-02-other", "_posts/2020-01-02-other.md",
        "/2020/01/02/other/", "https://example.org/2020/01/02/other/",
    ],
    "/blog/other",
)  # fmt: skip
ADDRESSES = dict.fromkeys(["other", "other.md", "2020-01-02-other"], "/2020/01/02/other/")
FILES = dict.fromkeys(("a.png", "./img/a.png", "/images/a.png", "@site/static/img/a.png"), "a.png")
FILES |= {"/files/paper.pdf": "paper.pdf", "图.png": "图.png", "/a b.png": "a b.png"}
FILES["https://example.org/paper.pdf"] = "paper.pdf"
CELL = '{"cell_type": "markdown", "source": "x"}'
INCLUDES = {
    "note.md": "Included *text*.\nSecond line.\n",
    "app.py": "one = 1\ntwo = 2\n",
    "n.ipynb": f'{{"cells": [{", ".join(3 * [CELL])}]}}',
    "box.html": "<i>{{ include.t }}</i>\n",
}


def included(name: str) -> Included | None:
    return Included(name, INCLUDES[name]) if name in INCLUDES else None


def convert(engine: str, text: str, **more: Any) -> tuple[str, list[tuple[int, str]]]:
    """Return the converted text and the remarks, each with its line."""
    more = {"find_address": ADDRESSES.get, "find_post": POSTS.get, **more}
    context = BodyContext(engine, "post.md", 1, find_file=FILES.get, find_include=included, **more)
    body, remarks = convert_body(text, context)
    return body, [(remark.line, remark.text % remark.values) for remark in remarks]
