"""``blogext import``: old URLs of terms, years, lists and feeds, as lines for ``conf.py``."""

from pathlib import Path

import pytest
from conftest import MakeSite
from imports import moved, settings_of


def pairs(text: str) -> dict[str, str]:
    """The old paths and the targets in ``old = target; …``."""
    return dict(part.split(" = ") for part in text.split("; "))


HEXO_CONFIG = "url: https://hexo.example\n"
POST = "---\ntitle: T\ndate: 2024-03-05\ntags: [Deep Dive, C++, 并行]\ncategories: [[Web, Front End], 笔记]\n---\nText.\n"

#: By the engine, and what is special: the files of a site, and what its old URLs lead to.
CASES: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "hexo": ({"_config.yml": HEXO_CONFIG,
        "package.json": '{"dependencies": {"hexo": "^7.0.0", "hexo-generator-feed": "^3"}}',
        "source/_posts/a.md": POST,
        "source/tags/index.md": "---\ntitle: Tags\ntype: tags\n---\n"},
        pairs("archives/index = archive:; tags/index = tag:; atom.xml = feed:atom.xml; "
        "archives/2024/index = archive:2024; archives/2024/03/index = archive:2024; "
        "tags/Deep-Dive/index = tag:Deep Dive; tags/C/index = tag:C++; tags/并行/index = tag:并行; "
        "categories/Web/index = category:Web; categories/Web/Front-End/index = category:Front End; "
        "categories/笔记/index = category:笔记")),
    # Hugo itself redirects from ``en/``.
    "hugo": ({"hugo.toml": ('baseURL = "https://hugo.example/"\ndefaultContentLanguage = "en"\n'
        "[languages.en]\n[languages.zh]\n[taxonomies]\ntag = 'tags'\nauthor = 'authors'\n"),
        "content/posts/a.md": "---\ntitle: A\ndate: 2024-03-05\ntags: [Deep C++]\nauthors: mei\n---\nText.\n",
        "content/posts/a.zh.md": "---\ntitle: 甲\ndate: 2024-03-05\ntags: [并行]\n---\n正文。\n",
        "content/archives.md": "---\ntitle: Archive\nlayout: archives\n---\n"},
        pairs("tags/index = tag:; authors/index = author:; archives/index = archive:; posts/index = post:; "
        "zh/index = language:zh; index.xml = feed:rss.xml; posts/index.xml = feed:rss.xml; "
        "zh/index.xml = feed:language:zh/rss.xml; tags/deep-c++/index = tag:Deep C++; "
        "tags/deep-c++/index.xml = feed:tag:Deep C++/rss.xml; authors/mei/index = author:mei; "
        "authors/mei/index.xml = feed:author:mei/rss.xml; zh/tags/并行/index = tag:并行; "
        "zh/tags/并行/index.xml = feed:tag:并行/rss.xml; zh/tags/index = tag:; zh/authors/index = author:; "
        "zh/posts/index = language:zh; zh/posts/index.xml = feed:language:zh/rss.xml; "
        "tags/index.xml = feed:rss.xml; authors/index.xml = feed:rss.xml; "
        "zh/tags/index.xml = feed:language:zh/rss.xml; zh/authors/index.xml = feed:language:zh/rss.xml; "
        "en/index = post:")),
    "jekyll": ({"_config.yml": ("url: https://jekyll.example\nplugins: [jekyll-feed, jekyll-archives]\n"
        "jekyll-archives:\n  enabled: [categories, tags, year]\n  permalinks: {tag: /tags/:name/}\n"),
        "_posts/2024-03-05-a.md": "---\ntags: [Deep Dive, C++]\ncategories: [Front End]\n---\nText.\n",
        "archive.md": "---\npermalink: /all/\n---\n",
        "tags.md": "---\n---\n"},
        pairs("all/index = archive:; tags.html = tag:; feed.xml = feed:atom.xml; 2024/index = archive:2024; "
        "tags/deep-dive/index = tag:Deep Dive; tags/c/index = tag:C++; "
        "category/front-end/index = category:Front End")),
    "pelican": (
        {"pelicanconf.py": "SITENAME = 'X'\nAUTHOR = 'Lin Mei'\nSITEURL = ''\nFEED_ALL_ATOM = None\nCATEGORY_FEED_ATOM = None\n",
        "publishconf.py": ("SITEURL = 'https://pelican.example'\nFEED_ALL_ATOM = 'feeds/all.atom.xml'\nAUTHOR_FEED_ATOM = None\n"
        "CATEGORY_FEED_ATOM = 'feeds/{slug}.atom.xml'\n"),
        "content/a.md": "Title: A\nDate: 2024-03-05\nTags: Deep Dive, C++\nCategory: Web & Co\n\nText.\n"},
        pairs("archives.html = archive:; tags.html = tag:; feeds/all-en.atom.xml = feed:atom.xml; "
        "categories.html = category:; authors.html = author:; feeds/all.atom.xml = feed:atom.xml; "
        "tag/deep-dive.html = tag:Deep Dive; tag/c.html = tag:C++; category/web-co.html = category:Web & Co; "
        "feeds/web-co.atom.xml = feed:category:Web & Co/atom.xml; author/lin-mei.html = author:Lin Mei; "
        "feeds/lin-mei.rss.xml = feed:author:Lin Mei/rss.xml")),
    "nikola, configured": (
        {"conf.py": ("BLOG_TITLE = 'X'\nBLOG_AUTHOR = 'Mei'\nSITE_URL = 'https://nikola.example/'\nPRETTY_URLS = False\n"
        "TAG_PATH = {'en': 't'}\nCATEGORY_PATH = 'c'\nCATEGORY_PREFIX = ''\nCATEGORY_ALLOW_HIERARCHIES = True\n"
        "INDEX_PATH = 'news'\nARCHIVE_PATH = 'old'\nCREATE_MONTHLY_ARCHIVE = True\nGENERATE_ATOM = True\n"),
        "posts/a.md": ("<!--\n.. title: A\n.. slug: a\n.. date: 2024-03-05\n.. tags: x\n.. category: Web/Front End\n"
        ".. author: Jo\n-->\n\nT.\n")},
        pairs("t/index = tag:; c/index = category:; authors/index = author:; old/archive.html = archive:; "
        "news/index = post:; rss.xml = feed:rss.xml; news/index.atom = feed:atom.xml; "
        "old/2024/index = archive:2024; old/2024/03/index = archive:2024; t/x.html = tag:x; "
        "t/x.xml = feed:tag:x/rss.xml; t/x.atom = feed:tag:x/atom.xml; c/web.html = category:; "
        "c/web.xml = feed:rss.xml; c/web.atom = feed:atom.xml; c/web-front-end.html = category:Web/Front End; "
        "c/web-front-end.xml = feed:category:Web/Front End/rss.xml; "
        "c/web-front-end.atom = feed:category:Web/Front End/atom.xml; authors/jo.html = author:Jo; "
        "authors/jo.xml = feed:author:Jo/rss.xml; authors/jo.atom = feed:author:Jo/atom.xml")),
    "material": ({"mkdocs.yml": "site_name: X\nsite_url: https://m.example/\nplugins: [blog, rss]\n",
        "docs/blog/posts/a.md": "---\ndate: 2024-03-05\ncategories: [Front End]\ntags: [x]\n---\n# A\n\nText.\n"},
        pairs("blog/index = post:; feed_rss_created.xml = feed:rss.xml; feed_rss_updated.xml = feed:rss.xml; "
        "blog/archive/2024/index = archive:2024; blog/category/front-end/index = category:Front End")),
    # In languages without a translation, the post is shown as it is.
    "docusaurus": (
        {"docusaurus.config.js": ("module.exports = {title: 'X', url: 'https://d.example', baseUrl: '/',\n"
        "  i18n: {defaultLocale: 'en', locales: ['en', 'zh-CN']}};\n"),
        "blog/tags.yml": "release:\n  label: Releases\n  permalink: /rel\n",
        "blog/authors.yml": "jo:\n  name: Jo\n  page: {permalink: /people/jo}\n",
        "blog/2024-03-06-b.md": "---\ntitle: B\nauthors: jo\ntags: [release]\n---\nT.\n",
        "blog/2024-03-05-a.md": "---\ntitle: A\nauthors: mei\ntags: [release, DeepDive, {label: X, permalink: /ex}]\n---\nT.\n",
        "i18n/zh-CN/docusaurus-plugin-content-blog/2024-03-05-a.md": "---\ntitle: 甲\n---\n文。\n"},
        pairs("blog/tags/index = tag:; blog/archive/index = archive:; blog/authors/index = author:; "
        "blog/index = post:; blog/authors/mei/index = author:mei; blog/authors/people/jo/index = author:jo; "
        "blog/tags/rel/index = tag:release; zh-CN/blog/authors/people/jo/index = author:jo; "
        "zh-CN/blog/tags/rel/index = tag:release; blog/tags/deep-dive/index = tag:DeepDive; "
        "blog/tags/ex/index = tag:X; zh-CN/blog/tags/index = tag:; zh-CN/blog/archive/index = archive:; "
        "zh-CN/blog/authors/index = author:; zh-CN/blog/index = language:zh-CN; "
        "zh-CN/blog/rss.xml = feed:language:zh-CN/rss.xml; zh-CN/blog/atom.xml = feed:language:zh-CN/atom.xml")),
    "zola": ({"config.toml": ('base_url = "https://z.example"\ngenerate_feeds = true\n'
        '[[taxonomies]]\nname = "tags"\nfeed = true\n[[taxonomies]]\nname = "categories"\n'),
        "content/posts/_index.md": "+++\ngenerate_feeds = true\n+++\n",
        "content/Short Notes/_index.md": "+++\n+++\n",
        "content/Short Notes/c.md": '+++\ntitle = "C"\ndate = 2024-03-05\n+++\nT.\n',
        "content/docs/_index.md": "+++\n+++\n",
        "content/docs/d.md": '+++\ntitle = "D"\n+++\nT.\n',
        "content/posts/a.md": '+++\ntitle = "A"\ndate = 2024-03-05\n[taxonomies]\ntags = ["Deep Dive", "C++"]\ncategories = ["Web"]\n+++\nT.\n'},
        pairs("tags/index = tag:; categories/index = category:; posts/index = post:; "
        "Short Notes/index = post:; atom.xml = feed:atom.xml; posts/atom.xml = feed:atom.xml; "
        "tags/deep-dive/index = tag:Deep Dive; "
        "tags/deep-dive/atom.xml = feed:tag:Deep Dive/atom.xml; tags/c/index = tag:C++; "
        "tags/c/atom.xml = feed:tag:C++/atom.xml; categories/web/index = category:Web")),
    "pelican, without a category": (
        {"pelicanconf.py": "SITENAME = 'X'\nSITEURL = 'https://p.example'\nAUTHORS_SAVE_AS = ''\nTAGS_SAVE_AS = ''\n",
        "content/a.md": "Title: A\nDate: 2024-03-05\n\nText.\n",
        "content/a-zh.md": "Title: 甲\nSlug: a\nLang: zh\nDate: 2024-03-05\n\n正文。\n"},
        pairs("archives.html = archive:; categories.html = category:; feeds/all.atom.xml = feed:atom.xml; "
        "feeds/all-en.atom.xml = feed:language:en/atom.xml; feeds/all-zh.atom.xml = feed:language:zh/atom.xml; "
        "category/misc.html = category:misc; feeds/misc.atom.xml = feed:category:misc/atom.xml")),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_lists_of_the_old_site_are_known(case: str, tmp_path: Path) -> None:
    files, expected = CASES[case]
    found = settings_of(case.partition(",")[0], files, tmp_path)
    assert found.get("blog_redirects", {}) == expected
    with_feeds = any(target.startswith("feed:") and target.count(":") > 1 for target in expected.values())
    assert found.get("blog_feed_archives", False) == with_feeds


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
@pytest.mark.parametrize("case", ["hugo", "nikola, configured", "pelican, without a category"])
def test_they_lead_there(case: str, builder: str, make_site: MakeSite, tmp_path: Path) -> None:
    files, expected = CASES[case]
    site = moved(make_site, tmp_path, case.partition(",")[0], files, builder=builder)
    assert site.warnings == []
    for old, target in expected.items():
        is_page = not target.startswith("feed:") and not old.endswith(".html")
        content = (site.outdir / (f"{old}.html" if is_page else old)).read_text(encoding="utf-8")
        assert not target.startswith("feed:") or "2024-03-0" in content or " Mar 2024" in content, old


def test_only_lists_with_published_posts_are_forwarded(tmp_path: Path) -> None:
    head = "---\ntitle: {0}\ndate: {1}\ntags: [{2}]\n{3}---\nText.\n"
    files = {
        "_config.yml": HEXO_CONFIG,
        "source/_posts/a.md": head.format("A", "2024-03-05", "shown", ""),
        "source/_posts/b.md": head.format("B", "2023-03-05", "drafted", "published: false\n"),
        "source/_posts/c.md": head.format("C", "2999-03-05", "due", ""),
        "source/_posts/d.md": head.format("D", "2022-03-05", "gone", "expires: 2022-04-01\n"),
        "source/_posts/e.md": head.format("E", "2021-03-05", "unlisted", "unlisted: true\n"),
    }
    assert settings_of("hexo", files, tmp_path)["blog_redirects"] == {
        "archives/index": "archive:",
        "archives/2024/index": "archive:2024",
        "archives/2024/03/index": "archive:2024",
        "tags/shown/index": "tag:shown",
    }


def test_posts_and_pages_come_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {
        "_config.yml": f"{HEXO_CONFIG}tag_dir: blog/tag\n",
        "source/_posts/a.md": "---\ntitle: A\ndate: 2024-03-05\ntags: [x, C#, c, Y Z]\naliases: /archives/\n---\nText.\n",
        "source/_posts/b.md": "---\ntitle: B\ndate: 2024-03-05\ntags: c\n---\nText.\n",
    }
    (tmp_path / "new/blog").mkdir(parents=True)
    (tmp_path / "new/conf.py").write_text("extensions = ['sphinx_blogext']\n", encoding="utf-8")
    page = tmp_path / "new/archives/2024.md"
    page.parent.mkdir()
    page.write_text("# A page\n", encoding="utf-8")
    # ``C#`` had the URL that ``c`` also had, and has fewer posts.
    assert settings_of("hexo", files, tmp_path)["blog_redirects"] == {
        "archives/2024/03/index": "archive:2024",
        "blog/tag/x/index": "tag:x",
        "blog/tag/c/index": "tag:c",
    }
    report = capsys.readouterr().out
    assert "the old URL /archives/ does not redirect: another post has it now" in report
    assert "the old URL /archives/2024/ does not redirect: the site has a page there" in report
    assert "/blog/tag/C/ does not redirect: the blog generates a page there" in report
