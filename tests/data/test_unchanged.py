"""The documentation around the blog: no page of it changes because the extension is on."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from conftest import MakeSite, Site, Warned
from sinks import EXAMPLES, SINK
from writing import md, rst

INDEX = """\
# Home

```{toctree}
:caption: Contents
:maxdepth: 2
names
数学
```

```{toctree}
:glob:
kinds/*
```

{doc}`names` · {ref}`genindex`
"""
METADATA = """\
---
title: 3.10
date: 2026-01-02
author: [no, 1.50]
tags: [3.10]
myst:
  substitutions:
    key: value
html_meta:
  description: What it is.
---
# Has metadata

[张三](https://c.example)
[李四](https://d.example)

第一行，
第二行，“引用”
下一行。
"""


def kinds() -> Iterator[tuple[str, str]]:
    """Yield the documents of the sink in which nothing is of the blog, by their names."""
    for path in (*(EXAMPLES / "teasers").iterdir(), *(SINK / "torture").iterdir()):
        # They are below no blog: as a post only the directive marks them.
        text = re.sub(r"\A\.\. post::.*?\n\n", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        if not re.search(r"\b(post|more|update)::|\{(post|more)\}|blog:", text):
            yield path.name, text


DOCUMENTS: dict[str, str | bytes] = {
    "index.md": INDEX,
    "names.md": METADATA,
    **{f"kinds/{name}": text for name, text in kinds()},
    "数学.md": "# 数学\n\n\\begin{equation}\na\n\\end{equation}\n\n一\n二\n",
    "drawing.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>',
    "_templates/own.html": "{% extends 'layout.html' %}{% block body %}<p>{{ pageurl }}</p>{% endblock %}",
    # Whatever a theme may show of a page.
    "_templates/page.html": "{% extends '!page.html' %}{% block body %}{{ super() }}<p>{{ meta }}</p>"
    "<p>{{ metatags }} {{ pageurl }} {{ display_toc }} {{ sourcename }}</p>{% endblock %}",
}
BLOG = {
    "blog/first.md": md("First", "See {doc}`/names`.\n\n<!-- more -->\n\nMore.\n", tags="word"),
    "blog/second.rst": rst("第二", "一\n二 :math:`x`\n", tags="names", author="mei"),
}
CONF: dict[str, Any] = {
    "extensions": ["myst_parser", "sphinx_design"], "html_use_index": True,
    "html_baseurl": "https://example.org/docs", "html_additional_pages": {"extra": "own.html"},
    "templates_path": ["_templates"], "exclude_patterns": ["_templates"], "numfig": True,
    "math_number_all": True, "myst_title_to_header": True,
    "myst_enable_extensions": ["amsmath", "dollarmath", "colon_fence"],
}  # fmt: skip
WITH = {"extensions": [*CONF["extensions"], "sphinx_blogext"]}
#: By which programs find the feeds.
_FEED_LINKS = re.compile(rb'\n<link rel="alternate" type="application/[a-z]+\+?[a-z]+" title="Blog[^>]*>')
#: The anchor of an equation without a label: MyST's is another one in every build, ours is not.
_EQUATION = re.compile(rb"equation-([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(kinds-math-md-)?0)")


def warnings(site: Site) -> list[Warned]:
    return [warned._replace(message=warned.message.replace(str(site.root), "")) for warned in site.warnings]


def pages(site: Site) -> dict[str, bytes]:
    return {
        name: _EQUATION.sub(b"equation", content.replace(str(site.root).encode(), b""))
        for name, content in site.bytes().items()
        if name.endswith(".html")
    }


@pytest.mark.parametrize(
    ("builder", "theme", "posts"),
    [
        ("html", "basic", {}),
        *(pytest.param(*each, BLOG, marks=pytest.mark.slow) for each in (("html", "basic"), ("dirhtml", "furo"))),
    ],
)
def test_pages_are_as_before_and_only_name_the_feeds(
    make_site: MakeSite, builder: str, theme: str, posts: dict[str, str]
) -> None:
    conf = CONF | {"html_theme": theme}
    before, site = make_site(DOCUMENTS, conf, builder), make_site(DOCUMENTS | posts, conf | WITH, builder)
    assert (before.status, warnings(site)) == (0, warnings(before))
    found, known = pages(site), pages(before)
    # Without a post there are none.
    links = _FEED_LINKS if posts else re.compile(b"(?!)")
    assert {name for name in known if links.sub(b"", found[name]) != known[name]} == set()
    assert posts or found.keys() - known.keys() == {"blog.html"}
