"""A site, changes to it one after the other, and what it then differs in from a clean build."""

import gettext
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from conftest import Site
from writing import many, md, rst

Step = Callable[[Site], None]

PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
FILES = {
    "index.md": "# Home\n\n```{postlist} 3\n:style: cards\n```\n\n```{blog-terms} tag\n```\n\nText.\n",
    # In no toctree: titles in navigation are Sphinx's.
    "guide.rst": (":orphan:\n\nGuide\n=====\n\n:blog:post:`p03` :blog:tag:`C++`\n\n"
        ".. postlist::\n   :tags: python\n   :excerpts:\n   :paginate: 4\n"),
    "other.rst": ":orphan:\n\n.. _place:\n\nThe *other*\n===========\n\nText, and :ref:`itself <place>`.\n",
    "blog.md": "---\norphan: true\n---\n# News\n\n```{postlist}\n:paginate: 3\n```\n",
    **many(9, tags=["python", "C++"], author=["mei", "jonas"], language="en"),
    "blog/x.rst": rst("The *X*",
        ("Lead $x$, :doc:`/other`, :ref:`place` and :blog:post:`p02`.\n\n.. only:: special\n\n   Special.\n\n"
        ".. more::\n\nRest.\n"), date="2023-05-06", tags="C++, Other", category="Science / Physics / Optics",
        series="S", redirect="old/x"),
    "blog/y.md": md("Y $y$",
        "![a](pic.svg) [](/other.rst) [^1]\n\n<!-- more -->\n\n```{include} ../part.txt\n```\n\n[^1]: Note.\n",
        date="2023-05-06", tags="Other", category="science/physics", pin=True),
    "part.txt": "Rest.\n",
    "blog/pic.svg": PICTURE,
    "blog/later.md": md("Later", "Not yet.\n", date="2024-07-01", tags=["python", "Future"]),
    "_templates/blog/recent.html": "<p>Recent: {% for post in blog.recent %}{{ post.title|e }} {% endfor %}</p>\n",
}  # fmt: skip
CONF: dict[str, Any] = {
    "html_theme": "blogext",
    "html_baseurl": "https://example.org/",
    "blog_feed_archives": True,
    "blog_feed_length": 5,
    "blog_posts_json": True,
    "blog_archive_months": True,
    "blog_taxonomies": {"category": {"nested": True}},
    "templates_path": ["_templates"],
    "html_sidebars": {"blog/p0[12]": ["blog/recent.html", "blog/tags.html"], "blog/tag/*": ["blog/tags.html"]},
    "blog_authors": {"mei": ("Mei", "https://example.org/mei"), "jonas": ("Jonas", None)},
}
#: Written by Sphinx alone: a hash of the configuration, and an index in the order of reading.
OWN = frozenset({".buildinfo", ".buildinfo.bak", "searchindex.js", ".blogext-contents"})
#: The source of a document that is gone and was no post.
SPHINX_LEAVES = "_sources/blog/tag/python.md.txt"
NOW = "1718000000"  # 10 June 2024


def tree(site: Site) -> dict[str, bytes]:
    return {name: content for name, content in site.bytes().items() if name not in OWN}


def clean(site: Site, folder: Path) -> Site:
    """The same sources built from scratch."""
    shutil.rmtree(folder, ignore_errors=True)
    fresh = Site(folder, {}, None, site.builder, **site.options)
    shutil.copytree(site.source, fresh.source, dirs_exist_ok=True, ignore=shutil.ignore_patterns("_build"))
    return fresh.build()


def differences(site: Site, fresh: Site) -> list[str]:
    """The files in which two outputs differ."""
    one, other = tree(site), tree(fresh)
    return sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))


#: What every build writes.
SPHINX_ALWAYS = frozenset({".blogext.json", "search.html", "searchindex.js", "objects.inv", ".buildinfo"})


def written(site: Site, step: Callable[[Site], None]) -> set[str]:
    """The files of the blog that a build after *step* writes."""
    files = [path for path in site.outdir.rglob("*") if path.is_file()]
    later = time.time_ns() + 10**12
    for path in files:
        os.utime(path, ns=(later, later))
    times = {path: path.stat().st_mtime_ns for path in files}
    step(site)
    site.build()
    found = {path for path in site.outdir.rglob("*") if path.is_file()}
    changed = {path for path in found if path.stat().st_mtime_ns != times.get(path)} | (times.keys() - found)
    names = {path.relative_to(site.outdir).as_posix() for path in changed}
    return {name for name in names if not name.startswith(("_static/", "_sources/"))} - SPHINX_ALWAYS


def edit(name: str, old: str, new: str) -> Step:
    return lambda site: site.edit(name, old, new)


def write(name: str, content: str) -> Step:
    return lambda site: site.write(name, content)


def configure(**options: Any) -> Step:
    return lambda site: site.configure(CONF | options)


def delete(name: str) -> Step:
    return lambda site: site.delete(name)


def setting(conf: Mapping[str, Any]) -> Step:
    return lambda site: site.configure(conf)


def move(old: str, new: str) -> Step:
    def step(site: Site) -> None:
        content = (site.source / old).read_text(encoding="utf-8")
        site.delete(old)
        site.write(new, content)

    return step


def due(site: Site) -> None:
    os.environ["SOURCE_DATE_EPOCH"] = "1720000000"


def hosted(site: Site) -> None:
    os.environ["READTHEDOCS_CANONICAL_URL"] = "https://docs.example.org/en/latest/"


def move_home(site: Site) -> None:
    move("blog.md", "blog/index.md")(site)
    # What Sphinx leaves of documents that are gone.
    (site.outdir / "_sources/blog.md.txt").unlink()
    if site.builder == "html":
        site.path("blog").unlink()


def one_document(site: Site) -> None:
    """Build nothing but a document that shows another's title."""
    site.edit("blog/p02.md", "# Post 02", "# Two")
    command = [sys.executable, "-m", "sphinx", "-q", "-b", site.builder, "-d", site.root / "doctrees"]
    subprocess.run([*command, site.source, site.outdir, site.source / "guide.rst"], check=True)


def reworded(more: str) -> Step:
    """Translate the text of the link of a post, into English; Python keeps the catalogs that it has read."""

    def step(site: Site) -> None:
        head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
        site.write("locales/en/LC_MESSAGES/blog.po", f'{head}\nmsgid "Go on"\nmsgstr "{more}"\n')
        gettext._translations.clear()  # type: ignore[attr-defined]

    return step


STEPS: dict[str, list[Step]] = {
    "kinds": [
        write(
            "whole.md", "---\norphan: true\n---\n# All\n\n```{postlist}\n:style: full\n:paginate: 4\n:feed:\n```\n"
        ),
        edit("blog/p08.md", "Rest 08.", "## Part\n\nRest, [](p07.md) and [^1].\n\n[^1]: Note."),
        edit("blog/p08.md", "## Part", "## A part\n\n```{postlist} 2\n:style: full\n```\n"),
        edit("blog/p07.md", "Rest 07.", "![](pic.svg)"),
        edit("blog/p09.md", "Rest 09.", "```{postlist} 3\n:style: teasers\n```\n\n```{blog-terms} tag\n```"),
        edit("blog/p07.md", "Lead 07.", "Another lead."),
        edit("blog/p07.md", '"C++"]', '"Go"]'),
        edit("blog/p07.md", "---\ndate", "---\nfeed: false\ndate"),
        edit("blog/p08.md", "---\ndate", "---\nfeed: false\ndate"),
        edit("blog/p07.md", "feed: false\n", ""),
        *(write(f"blog/n{n}.md", md(f"N{n}", date="2024-05-05", series="N")) for n in (2, 10, 1)),
        edit("blog/n10.md", "series: N", "series: N\nseries_index: 1"),
        move("blog/n2.md", "blog/n11.md"),
        edit("blog/p06.md", '"jonas"]', '{"name": "Ops", "type": "organization"}]'),
        configure(blog_authors={"mei": {"name": "The team", "type": "organization", "url": "mei@example.org"}}),
        configure(blog_list_style="full"),
        edit("blog/p05.md", "<!-- more -->", "```{more} Go on\n```"),
        reworded("Continue"),
        reworded("All of it"),
    ],
    "texts": [
        edit("blog/p08.md", "Rest 08.", "Another rest."),
        edit("blog/p08.md", "Another rest.", "Much longer. " + "word " * 900),
        edit("blog/p08.md", "Lead 08.", "Another *lead* $z$."),
        edit("blog/p08.md", "# Post 08", "# A *new* title"),
        edit("blog/p02.md", "Lead 02.", "Lead 02.\n\n![p](pic.svg)"),
        write("blog/pic.svg", PICTURE.replace("9", "12")),
        write("part.txt", "Another part.\n"),
        write("blog/t.md", md("T", "```{toctree}\n../other\n```\n\n% more\n\nRest.\n", date="2024-06-02")),
        edit("other.rst", "The *other*\n===", "Another\n==="),
        edit("blog/p03.md", "Lead 03.", "Lead [](p04.md)."),
        edit("blog/p04.md", "# Post 04", "# Four"),
        edit("blog/x.rst", "Rest.", ".. image:: pic.svg"),
        edit("blog/x.rst", "Lead $x$", "Lead"),
        edit("guide.rst", "Guide\n=====", "A guide\n======="),
        edit("guide.rst", "python\n", "C++\n"),
        edit("blog.md", "# News", "# All *news*"),
        one_document,
    ],
    "metadata": [
        edit("blog/p08.md", '["python", "C++"]', '["python", "Rust"]'),
        edit("blog/p08.md", '["python", "Rust"]', '["python", "C++"]'),
        edit("blog/x.rst", "C++, Other", "C++"),
        edit("blog/y.md", "tags: Other\n", ""),
        edit("blog/y.md", "pin: true\n", ""),
        edit("blog/y.md", "science/physics", "arts/physics"),
        edit("blog/p08.md", "2024-01-09", "2022-03-04"),
        edit("blog/p07.md", '["mei", "jonas"]', '["nobody"]'),
        edit("blog/p06.md", "language: en", "language: zh"),
        edit("blog/p05.md", "language: en", "language: en\npin: 2024-07-02"),
        edit("blog/p04.md", "---\ndate", "---\ndraft: true\ndate"),
        edit("blog/p03.md", "---\ndate", "---\nunlisted: true\ndate"),
        edit("blog/p04.md", "draft: true\n", ""),
        edit("blog/p02.md", "---\ndate", "---\nredirect: old/p02\nexternal_link: https://example.net/\ndate"),
        edit("blog/p02.md", "redirect: old/p02\n", ""),
        due,
    ],
    "documents": [
        write("blog/new.md", md("New", "Lead.\n\n% more\n\nRest.\n", date="2024-06-01", tags=["N"])),
        write("blog/2019/old.md", md("Old", date="2019-06-01", author="mei", redirect="old/old")),
        move("blog/p07.md", "blog/renamed/p07.md"),
        move("blog/p06.md", "blog/p6.md"),
        write("blog/p09.b.md", md("Another 09", date="2024-01-09")),
        delete("blog/p09.md"),
        lambda site: (site.delete("blog/p08.md"), site.write("blog/p08.rst", rst("Post 08", date="2024-01-09"))),
        delete("blog/x.rst"),
        delete("blog/2019/old.md"),
        edit("blog.md", ":paginate: 3", ":paginate: 4\n:style: titles"),
        write("blog.md", "---\norphan: true\n---\n# News\n\nText.\n"),
        write("blog/tag/python.md", "---\norphan: true\n---\n# Python\n\nOurs.\n"),
        lambda site: (site.delete("blog/tag/python.md"), (site.outdir / SPHINX_LEAVES).unlink()),
        move_home,
    ],
    "options": [
        configure(blog_authors={"mei": ("Mei Lin", None), "jonas": {"name": "J", "slug": "jw"}}),
        configure(
            blog_page_size=4, post_date_format="%Y", blog_related=1, blog_title="Other", blog_archive_months=False
        ),
        configure(blog_pagination="stable", blog_page_size=2, copyright="2025, Other"),
        configure(html_sidebars={"blog/p0[12]": ["blog/tags.html", "blog/recent.html"]}),
        configure(blog_tags={"C++": {"label": "C plus plus", "slug": "cpp"}}),
        configure(html_sidebars={"blog/tag/*": ["blog/tags.html", "relations.html"]}, blog_taxonomies={}),
        configure(blog_feed_archives=False, blog_feed_fulltext=True, blog_feed_subtitle="All that is new"),
        configure(blog_comments={"provider": "utterances", "repo": "a/b"}, html_permalinks_icon="#"),
        configure(html_baseurl="", blog_posts_json=False),
        hosted,
        configure(),
        lambda site: site.options.update(tags=["special"]),
        write("_templates/blog/recent.html", "<p>{% include ['icon.svg', 'blog/tags.html'] %}</p>\n"),
        write("_templates/blog/tag-list.html", "<p>{{ post.tags|length }} tags</p>\n"),
        delete("_templates/blog/tag-list.html"),
        write("_templates/icon.svg", PICTURE),
        lambda site: (
            *(site.write(name, "/* Red */\n") for name in ("_s/a.css", "_s/b.css", "c.mjs")),
            site.configure(CONF | {"html_static_path": ["_s"], "html_css_files": ["a.css", "b.css"]}),
        ),
        configure(html_static_path=["_s", "c.mjs"], html_css_files=["b.css", "a.css"], html_js_files=["c.mjs"]),
        write("_s/a.css", "p { color: blue }\n"),
        write("c.mjs", "/* Blue */\n"),
    ],
}
#: After how many steps a site is compared with a clean build; only a difference is looked for step by step.
STRIDE = 8


def differing_steps(
    make: Callable[[], Site], steps: Mapping[Any, Step], folder: Path, stride: int = STRIDE
) -> dict[Any, list[str]]:
    """Return the files that differ from those of a clean build after *steps*, by the names of the steps.

    *make* builds the site that they begin with; *folder* is for clean builds.
    """
    site, found = make(), {}
    for number, name in enumerate(steps, start=1):
        steps[name](site)
        site.build()
        is_due = number % stride == 0 or number == len(steps)
        if is_due and (different := differences(site, clean(site, folder))):
            if stride == 1:
                found[name] = different
                continue
            done = dict(list(steps.items())[:number])
            return differing_steps(make, done, folder, 1) or {name: ["only if the steps before are not looked at"]}
    return found
