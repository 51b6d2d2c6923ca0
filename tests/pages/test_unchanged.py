"""The documentation around the blog: no page of it changes because the extension is on."""

import re
from typing import Any

import pytest
from conftest import MakeSite, Site
from writing import md, rst

NAMES = """\
# Thanks

[Ann](https://a.example)
[Bob](https://b.example)
[Cem](https://b.example)
[张三](https://c.example)
[李四](https://d.example)

第一行，
第二行，“引用”
下一行。
"""
INDEX = """\
# Home

```{toctree}
:caption: Contents
:maxdepth: 2
names
markdown
restructured
metadata
notes/index
数学
```

{doc}`names` · {ref}`genindex`
"""
MARKDOWN = """\
# All kinds of Markdown

Text above. {#inline}

<!-- more -->

% more

<!-- truncate --> and <em>HTML</em>

## 标题

## 标题

Math $a_i$, `code`, “quotes” and "quotes".[^1]

$$
x = 1
$$ (euler)

See {eq}`euler` and {term}`word`.

```python
print("text")
```

```{figure} drawing.svg
:name: drawing

A caption,
说明
说明
```

```{glossary}
word
    Its meaning.
```

```{note}
一
二
```

[^1]: A footnote.
"""
RESTRUCTURED = """\
All kinds of reStructuredText
=============================

Text above.

.. more

.. a comment

.. _here:

标题
----

.. math:: y = 2
   :label: two

.. py:function:: run(a, b)

   Runs.

   :param a: 一
      二

.. raw:: html

   <!-- more --><b>raw</b>

.. list-table::

   * - 1
     - 二
       三

A footnote [#f]_, a citation [C1]_, :py:func:`run`, :ref:`here`, |sub|.

.. [#f] Foot.
.. [C1] Cited.
.. |sub| replace:: substituted
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

Text.
"""
# For reStructuredText this is a heading, not front matter.
NOTE = """\
-----------
Date: 1.50
-----------

Text.
"""
DOCUMENTS: dict[str, str | bytes] = {
    "index.md": INDEX,
    "names.md": NAMES,
    "markdown.md": MARKDOWN,
    "restructured.rst": RESTRUCTURED,
    "metadata.md": METADATA,
    "notes/index.rst": NOTE,
    "数学.md": "# 数学\n\n\\begin{equation}\na\n\\end{equation}\n\n一\n二\n",
    "drawing.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>',
    "_templates/own.html": "{% extends 'layout.html' %}{% block body %}<p>{{ pageurl }}</p>{% endblock %}",
    # Whatever a theme may show of a page.
    "_templates/page.html": "{% extends '!page.html' %}{% block body %}{{ super() }}<p>{{ meta }}</p>"
    "<p>{{ metatags }} {{ pageurl }} {{ display_toc }} {{ sourcename }}</p>{% endblock %}",
}
BLOG = {
    "blog/first.md": md("First", "See {doc}`/names` and {py:func}`run`.\n\n<!-- more -->\n\nMore.\n", tags="word"),
    "blog/second.rst": rst("第二", "一\n二 :math:`x`\n", tags="names", author="mei"),
}
CONF: dict[str, Any] = {
    "extensions": ["myst_parser", "sphinx_design"],
    "html_use_index": True,
    "html_baseurl": "https://example.org/docs",
    "html_additional_pages": {"extra": "own.html"},
    "templates_path": ["_templates"],
    "exclude_patterns": ["_templates"],
    "numfig": True,
    "math_number_all": True,
    "myst_title_to_header": True,
    "myst_enable_extensions": ["amsmath", "dollarmath", "colon_fence"],
}
WITH = {"extensions": [*CONF["extensions"], "sphinx_blogext"]}
#: By which programs find the feeds.
_FEED_LINKS = re.compile(rb'\n<link rel="alternate" type="application/[a-z]+\+?[a-z]+" title="Blog[^>]*>')
#: The anchor of an equation without a label: MyST's is another one in every build, ours is not.
_EQUATION = re.compile(rb"equation-([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|0)")


@pytest.fixture(
    scope="module", params=[("html", "basic"), ("dirhtml", "basic"), ("html", "alabaster"), ("dirhtml", "furo")]
)
def build(request: pytest.FixtureRequest, make_shared_site: MakeSite) -> MakeSite:
    builder, theme = request.param

    def make(files: dict[str, Any], conf: dict[str, Any]) -> Site:
        return make_shared_site(files, CONF | {"html_theme": theme} | conf, builder)

    return make


@pytest.fixture(scope="module")
def before(build: MakeSite) -> Site:
    site = build(DOCUMENTS, {})
    assert site.status == 0
    return site


def pages(site: Site) -> dict[str, bytes]:
    return {
        name: _EQUATION.sub(b"equation", content)
        for name, content in site.bytes().items()
        if name.endswith(".html")
    }


def test_without_a_post_every_page_is_as_before(build: MakeSite, before: Site) -> None:
    site = build(DOCUMENTS, WITH)
    assert site.warnings == before.warnings
    found, known = pages(site), pages(before)
    assert {name for name in known if found[name] != known[name]} == set()
    assert found.keys() - known.keys() == {site.path("blog").relative_to(site.outdir).as_posix()}


def test_with_posts_the_documents_only_name_the_feeds(build: MakeSite, before: Site) -> None:
    site = build(DOCUMENTS | BLOG, WITH)
    assert site.warnings == before.warnings
    found, known = pages(site), pages(before)
    assert {name for name in known if _FEED_LINKS.sub(b"", found[name]) != known[name]} == set()
