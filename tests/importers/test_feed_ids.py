"""``blogext import``: posts keep the ids that they had in the feeds of the old site."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from conftest import MakeSite
from imports import fronts_of, moved, run_import

_YAML = "---\ntitle: First\ndate: 2024-01-02\n---\nText.\n"
_RST = "First\n=====\n\n.. post:: 2024-01-02\n\nText.\n"

#: By the engine, and what is special: a site with one post, and its id in the feed that the engine wrote.
CASES: dict[str, tuple[dict[str, str], str]] = {
    "hexo": ({"_config.yml": "url: https://e.example/base\nroot: /base/\n", "source/_posts/中 文.md": _YAML},
        "https://e.example/base/2024/01/02/%E4%B8%AD%20%E6%96%87/"),
    "hugo": ({"hugo.toml": 'baseURL = "https://e.example/base/"\n', "content/posts/中 文.md": _YAML},
        "https://e.example/base/posts/%E4%B8%AD-%E6%96%87/"),
    "jekyll": ({"_config.yml": "url: https://e.example\nbaseurl: /base\npermalink: /:year/:title.html\n",
        "_posts/2024-01-02-some-Thing.md": _YAML},
        "https://e.example/base/2024/some-Thing"),
    "pelican": ({"pelicanconf.py": "SITEURL = 'https://e.example/base'\nPATH = 'content'\n",
        "content/a.md": "Title: First\nDate: 2024-01-02\nSlug: 中文\n\nText.\n"},
        "tag:e.example,2024-01-02:/base/中文.html"),
    "pelican, reStructuredText at a pretty URL": (
        {"pelicanconf.py": ("SITEURL = 'https://e.example'\nPATH = 'content'\n"
        "ARTICLE_URL = '{slug}/'\nARTICLE_SAVE_AS = '{slug}/index.html'\n"),
        "content/a.rst": "First\n#####\n\n:date: 2024-01-02\n:slug: first\n\nText.\n"},
        "tag:e.example,2024-01-02:/first/"),
    "nikola": ({"conf.py": "BLOG_TITLE = 'X'\nSITE_URL = 'https://e.example/base/'\n",
        "posts/a.md": "<!--\n.. title: First\n.. slug: 中文\n.. date: 2024-01-02\n-->\n\nText.\n"},
        "https://e.example/base/posts/%E4%B8%AD%E6%96%87/"),
    "material": (
        {"mkdocs.yml": "site_name: X\nsite_url: https://e.example/base/\ntheme: material\nplugins: [blog]\n",
        "docs/blog/index.md": "# Blog\n",
        "docs/blog/posts/a.md": "---\ndate: 2024-01-02\n---\n# 中文\n\nText.\n"},
        "https://e.example/base/blog/2024/01/02/%E4%B8%AD%E6%96%87/"),
    "docusaurus": (
        {"docusaurus.config.js": "export default {title: 'X', url: 'https://e.example', baseUrl: '/base/'};\n",
        "blog/2024-01-02-中文.md": _YAML},
        "https://e.example/base/blog/2024/01/02/中文"),
    "zola": ({"config.toml": 'base_url = "https://e.example/base"\n',
        "content/posts/A b.md": '+++\ntitle = "First"\ndate = 2024-01-02\n+++\nText.\n'},
        "https://e.example/base/posts/a-b/"),
    "hexo, with an id of its own": ({"_config.yml": "url: https://e.example\n",
        "source/_posts/a.md": _YAML.replace("title", "guid: urn:x:1\ntitle")},
        "urn:x:1"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_ids_in_feeds_are_kept(case: str, tmp_path: Path) -> None:
    files, expected = CASES[case]
    made = run_import(case.partition(",")[0], files, tmp_path)
    ids = [match[1] for text in made.values() for match in re.finditer("^(?:   :)?id: (.*)$", text, re.MULTILINE)]
    assert ids == [expected]


@pytest.mark.parametrize("url", ["", "url: https://e.example\n"])
def test_drafts_and_posts_without_a_url_have_no_id(url: str, tmp_path: Path) -> None:
    files = {"_config.yml": url, "source/_posts/a.md": _YAML, "source/_drafts/b.md": _YAML}
    found = fronts_of("hexo", files, tmp_path)
    assert found["a.md"].get("id") == ("https://e.example/2024/01/02/a/" if url else None)
    assert "id" not in found["b.md"]


_SECTIONS = (
    "News\n====\n\nSecond\n------\n\n.. post:: 2024-01-03\n   :tags: x\n\nText.\n\n"
    "First\n-----\n\n.. post:: 2024-01-02\n\nText::\n\n    .. post:: 2020-01-01\n"
)
_MYST = (
    "# News\n\n## Second\n\n```{post} 2024-01-03\n:tags: x\n```\n\nText.\n\n"
    "## First\n\n```{post} 2024-01-02\n---\ntags: x\n---\n```\n\nText.\n"
)


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
@pytest.mark.parametrize(
    ("suffix", "text", "base"), [("rst", _SECTIONS, "https://e.example/base/"), ("md", _MYST, "e.example")]
)
def test_ids_of_ablog_are_kept(
    suffix: str, text: str, base: str, builder: str, make_site: MakeSite, tmp_path: Path
) -> None:
    conf = f'extensions = ["ablog", "myst_parser"]\nblog_baseurl = "{base}"\n'
    # The last one stays where it is.
    files = {"conf.py": conf, f"news/all.{suffix}": text, "news/中.rst": _RST, "blog/first.rst": _RST}
    site = moved(make_site, tmp_path, "ablog", files, builder=builder)
    assert site.warnings == []
    assert site.has("blog/news/all")
    entries = ElementTree.parse(site.outdir / "blog/atom.xml").findall("{*}entry")
    end = ".html" if builder == "html" else "/"
    # Without a scheme, ids of ABlog are no URLs, and change.
    home = (base if "://" in base else f"https://{base}").rstrip("/")
    names = {f"news/all{end}#second", f"news/all{end}#first", f"news/%E4%B8%AD{end}", f"blog/first{end}"}
    assert {entry.findtext("{*}id") for entry in entries} == {f"{home}/{name}" for name in names}
