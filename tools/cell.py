"""Build a small blog with one theme and one builder, as this interpreter has them, and look at what comes out.

python tools/cell.py furo html
"""

from __future__ import annotations

import re
import sys
import tempfile
import warnings
from io import StringIO
from pathlib import Path
from zipfile import ZipFile

from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace, patch_docutils

_POST = """---
date: 2026-01-{day:02}
tags: [python, 数值]
author: mei
language: {language}
---
# Post {day}

A sum $\\sum_{{i=1}}^n x_i$ and `code`.

- a list

<!-- more -->

The rest of it, see {{doc}}`/index`.
"""
_HIDDEN = """---
date: 2026-01-21
unlisted: true
---
# Hidden

Text.
"""
_RST = """.. post:: 2026-01-20
   :tags: python

A post in reStructuredText
==========================

First.

.. more::

Second, of :blog:tag:`python`.
"""
_CONF = """
project = "Cell"
extensions = ["myst_parser", "sphinx_design", "sphinx_blogext", *{extensions}]
myst_enable_extensions = ["dollarmath"]
html_theme = "{theme}"
html_theme_options = {options}
html_baseurl = "https://example.org/"
blog_page_size = 5
blog_authors = {{"mei": ("Lin Mei", None)}}
"""
#: What themes need in ``extensions`` and beside it. Without an option, Material fetches fonts.
EXTENSIONS = {"sphinx_immaterial": ["sphinx_immaterial"]}
OPTIONS = {"sphinx_immaterial": {"font": False}}
#: What every page of the blog has in its head.
ONCE = {
    "a description": '<meta name="description"',
    "og:title": 'property="og:title"',
    "og:type": 'property="og:type"',
    "a canonical link": 'rel="canonical"',
    "the feed": r'type="application/atom\+xml"',
    "JSON-LD": r'type="application/ld\+json"',
}


def write_site(folder: Path, theme: str) -> None:
    """Write the sources: twelve posts in two languages, a list and a page."""
    (folder / "blog").mkdir(parents=True)
    conf = _CONF.format(theme=theme, extensions=EXTENSIONS.get(theme, []), options=OPTIONS.get(theme, {}))
    (folder / "conf.py").write_text(conf, encoding="utf-8")
    (folder / "index.md").write_text("# Home\n\n```{toctree}\nblog/index\n```\n", encoding="utf-8")
    text = "# Blog\n\n```{postlist}\n:paginate:\n:toctree:\n```\n"
    (folder / "blog" / "index.md").write_text(text, encoding="utf-8")
    for day in range(1, 12):
        text = _POST.format(day=day, language="en" if day % 2 else "zh")
        (folder / "blog" / f"p{day:02}.md").write_text(text, encoding="utf-8")
    (folder / "blog" / "hidden.md").write_text(_HIDDEN, encoding="utf-8")
    (folder / "blog" / "rst.rst").write_text(_RST, encoding="utf-8")


def build(folder: Path, builder: str) -> list[str]:
    """Build the site and return the warnings of the blog, and all errors."""
    said = StringIO()
    with docutils_namespace(), patch_docutils(folder):
        out = folder.parent / "out"
        app = Sphinx(folder, folder, out, folder.parent / "doctrees", builder, status=None, warning=said)
        app.build()
    lines = re.sub(r"\x1b\[[\d;]*m", "", said.getvalue()).splitlines()
    # Other themes and extensions may warn of themselves.
    return [line for line in lines if "[blog." in line or "ERROR" in line or "sphinx_blogext" in line]


def text_of(out: Path) -> str:
    """Return the text of all files of the output, and of those in EPUB archives."""
    found = []
    for path in out.rglob("*.*"):
        if path.suffix == ".epub":
            with ZipFile(path) as archive:
                found += [archive.read(name) for name in archive.namelist()]
        elif path.is_file() and "_static" not in path.parts:
            found.append(path.read_bytes())
    return b"\n".join(found).decode("utf-8", "replace")


def problems(out: Path, builder: str) -> list[str]:
    """Return what is missing from the output."""
    if builder not in {"html", "dirhtml"}:
        # ``linkcheck`` writes links only.
        return [] if builder == "linkcheck" or "Edited" in text_of(out) else ["no file contains the edited title"]
    suffix = ".html" if builder == "html" else "/index.html"
    pages = [f"blog/page/2{suffix}", f"blog/tag/python{suffix}", f"blog/author/mei{suffix}", "blog/atom.xml"]
    found = [f"there is no {page}" for page in pages if not (out / page).is_file()]
    first = out / ("blog/index.html")
    teasers = first.read_text(encoding="utf-8").count("h-entry")
    found += [] if teasers >= 5 else [f"the first page has {teasers} teasers"]
    heads = {name: (out / name).read_text(encoding="utf-8") for name in (*pages[:2], f"blog/hidden{suffix}")}
    return found + [f"{name} {each}" for name in heads for each in problems_of_head(heads[name], "hidden" in name)]


def problems_of_head(html: str, is_hidden: bool) -> list[str]:
    """Return what is not exactly once in the head of a page of the blog, whatever the theme prints."""
    head = html.partition("</head>")[0]
    counts = {name: len(re.findall(pattern, head)) for name, pattern in ONCE.items()}
    counts["noindex"] = head.count("noindex")
    expected = {"noindex": int(is_hidden)}
    return [f"has {name} {count} times" for name, count in counts.items() if count != expected.get(name, 1)]


def main(theme: str, builder: str) -> int:
    # What Sphinx will take away is an error where our code uses it.
    warnings.filterwarnings("error", category=DeprecationWarning, module=r"sphinx_blogext(\.|$)")
    warnings.filterwarnings("error", category=PendingDeprecationWarning, module=r"sphinx_blogext(\.|$)")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name, "source")
        write_site(folder, theme)
        found = build(folder, builder)
        # Once more, with a change.
        path = folder / "blog" / "p03.md"
        path.write_text(path.read_text(encoding="utf-8").replace("# Post 3", "# Edited"), encoding="utf-8")
        found += build(folder, builder) + problems(Path(name, "out"), builder)
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
