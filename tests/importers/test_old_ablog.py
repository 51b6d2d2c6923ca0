"""``blogext import ablog``: settings, old URLs of lists and feeds, and what is a post."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from conftest import MakeSite
from imports import moved, run_import, settings_of

CONF = """
extensions = ["ablog"]
blog_title = "News"
blog_baseurl = "old.example.org/site"
blog_path = "blog"
blog_post_pattern = ["posts/*"]
blog_authors = {"mei": ("Mei Lin", "https://mei.example"), "eric": ("Eric", None)}
blog_languages = {"en": ("English", None), "zh": ("中文", None)}
blog_locations = {"bj": ("北京", None), "nyc": ("New York", "https://nyc.example")}
blog_default_author = "mei"
blog_default_language = "en"
blog_feed_archives = True
blog_feed_length = None
blog_feed_subtitle = "What is new"
blog_feed_templates = {"atom": {}, "social": {"content": "{{ title }}"}}
post_date_format = "%d.%m.%Y"
post_auto_excerpt = 2
post_redirect_refresh = 2 * 3
"""
FILES = {
    "conf.py": CONF,
    "blog/index.rst": "Blog\n====\n",
    "posts/a.rst": (
        ".. post:: 22.01.2021\n   :tags: opinión, 0.6.1, Node.js, C++, C#,\n      plain\n"
        "   :category: Dev & Ops\n   :location: bj\n   :language: zh\n\nA\n=\n\nText.\n"),
    "posts/b.md": "---\nblogpost: true\ndate: 2020-04-10\nauthor: Guest\ntags: [C,随笔]\nlocation: nyc\n---\n# B",
    # In the older of two sections, and in front matter below a label.
    "posts/c.rst": ("C\n=\n\nOne\n---\n\n.. post:: 2019-05-06\n     :tags: section\n\nText.\n\n"
        "Two\n---\n\n.. post:: 2018-05-06\n   :tags: other\n\nText.\n"),
    "posts/d.rst": ".. _here:\n\n:date: 2020-07-08\n:tags: plain\n\nD\n=\n\nText.\n",
    "posts/later.md": "---\ndate: 2999-01-01\ntags: [due]\n---\n# Later\n",
    "posts/undated.md": "# Undated\n\nText.\n",
    "posts/not.rst": ":blogpost: false\n:date: 2020-01-01\n\nNot\n===\n\nText.\n",
    "posts/list.rst": "List\n====\n\n.. postlist::\n",
}  # fmt: skip


def test_settings_of_ablog_are_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = settings_of("ablog", FILES, tmp_path)
    assert found["blog_locations"]["nyc"] == ("New York", "https://nyc.example")
    assert set(found["blog_authors"]) == {"mei", "eric", "Guest"}
    kept = {
        "html_baseurl": "https://old.example.org/site/",
        "blog_languages": {"en": ("English", None), "zh": ("中文", None)},
        "blog_default_author": "mei",
        "blog_default_language": "en",
        "blog_feed_archives": True,
        "blog_feed_length": 0,
        "blog_feed_subtitle": "What is new",
        "blog_date_formats": ["%d.%m.%Y"],
        "post_auto_excerpt": 2,
    }
    assert {name: found[name] for name in kept} == kept
    assert "post_redirect_refresh has no literal value: copy it into conf.py yourself" in capsys.readouterr().out


def test_lists_of_ablog_redirect_where_they_have_another_name(tmp_path: Path) -> None:
    found = settings_of("ablog", FILES, tmp_path)["blog_redirects"]
    assert {name: target for name, target in found.items() if not target.startswith("feed:")} == {
        "blog/index": "post:",
        "blog/drafts.html": "post:",
        "blog/author/mei-lin.html": "author:mei",
        "blog/language/english.html": "language:en",
        "blog/language/中文.html": "language:zh",
        "blog/location/北京.html": "location:bj",
        "blog/location/new-york.html": "location:nyc",
        "blog/category/dev-ops.html": "category:Dev & Ops",
        "blog/tag/opinion.html": "tag:opinión",
        "blog/tag/061.html": "tag:0.6.1",
        "blog/tag/nodejs.html": "tag:Node.js",
        # In Markdown.
        "blog/tag/u968fu7b14.html": "tag:随笔",
    }
    assert found["blog/tag/061/social.xml"] == "feed:tag:0.6.1/atom.xml"
    assert "blog/tag/c/atom.xml" not in found


def test_fields_below_a_label_stay_one_list(tmp_path: Path) -> None:
    found = run_import("ablog", FILES, tmp_path)
    assert found["d.rst"].startswith('.. _here:\n\n:redirect: ["posts/d.html"]\n:id: posts/d\n:date: 2020-07-08\n')
    section = ".. post:: 2019-05-06\n     :redirect: posts/c.html\n     :id: posts/c\n     :tags: section\n"
    assert section in found["c.rst"]
    assert found["undated.md"].startswith("---\nblogpost: true\n---\n")
    assert not found.keys() & {"not.rst", "list.rst"}


def test_a_directive_that_is_only_shown_makes_no_post(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {
        "conf.py": "extensions = ['ablog']\n",
        "guide.rst": "Guide\n=====\n\n.. code-block:: rst\n\n   .. post:: 2020-01-01\n\nOr::\n\n   .. post:: x\n",
        "other.md": "# Other\n\n````md\n```{post} 2020-01-01\n```\n````\n",
        "posts/x.rst": ".. post:: 2024-03-04\n   :redirect: a, b\n\nX\n=\n\n::\n\n   .. post:: 2020-01-01\n",
        "posts/y.md": "# Y\n\n```{eval-rst}\n.. post:: 2024-03-05\n```\n\n~~~\n```{post} 2020-01-01\n```\n~~~\n",
    }
    made = run_import("ablog", files, tmp_path)
    assert {name for name in made if name.endswith((".md", ".rst"))} == {"x.rst", "y.md"}
    assert "   :redirect: a, b, posts/x.html\n" in made["x.rst"]
    assert "Pages that are not posts, not imported: 2\n" in capsys.readouterr().out


_RST = "First\n=====\n\n.. post:: 2024-01-02\n\nText.\n"
_SECTIONS = (
    "News\n====\n\nSecond\n------\n\n.. post:: 2024-01-03\n   :tags: x\n\nText.\n\n"
    "First\n-----\n\n.. post:: 2024-01-02\n\nText::\n\n    .. post:: 2020-01-01\n"
)
_MYST = (
    "# News\n\n## Second\n\n```{post} 2024-01-03\n:tags: x\n```\n\nText.\n\n"
    "## First\n\n```{post} 2024-01-02\n---\ntags: x\n---\n```\n\nText.\n"
)


@pytest.mark.parametrize(
    ("suffix", "text", "base"), [("rst", _SECTIONS, "https://e.example/base/"), ("md", _MYST, "e.example")]
)
def test_ids_of_ablog_are_kept(suffix: str, text: str, base: str, make_site: MakeSite, tmp_path: Path) -> None:
    conf = f'extensions = ["ablog", "myst_parser"]\nblog_baseurl = "{base}"\n'
    # The last one stays where it is.
    files = {"conf.py": conf, f"news/all.{suffix}": text, "news/中.rst": _RST, "blog/first.rst": _RST}
    site = moved(make_site, tmp_path, "ablog", files)
    assert site.warnings == []
    assert site.has("blog/news/all")
    entries = ElementTree.parse(site.outdir / "blog/atom.xml").findall("{*}entry")
    # Without a scheme, ids of ABlog are no URLs, and change.
    home = (base if "://" in base else f"https://{base}").rstrip("/")
    names = {"news/all.html#second", "news/all.html#first", "news/%E4%B8%AD.html", "blog/first.html"}
    assert {entry.findtext("{*}id") for entry in entries} == {f"{home}/{name}" for name in names}
