"""``blogext import``: the further pages of old lists, as each engine numbers them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from sphinx_blogext.command.main import main

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from conftest import Site

_NIKOLA = "BLOG_TITLE = 'X'\nSITE_URL = 'https://e.example/'\nGENERATE_RSS = False\nINDEX_DISPLAY_POST_COUNT = 2\n"
_INDEXES = "TAG_PAGES_ARE_INDEXES = True\nARCHIVES_ARE_INDEXES = True\nAUTHOR_PAGES_ARE_INDEXES = True\n"
_YAML = "---\ntitle: P{n}\ndate: 2024-03-0{n}\ntags: x\ncategories: c\nauthors: mei\n---\nText.\n"

#: A post for each engine: its path and its text, with ``{n}`` for its number.
POSTS = {
    "hexo": ("source/_posts/p{n}.md", _YAML),
    "hugo": ("content/posts/p{n}.md", _YAML),
    "jekyll": ("_posts/2024-03-0{n}-p{n}.md", _YAML),
    "pelican": (
        "content/p{n}.md",
        "Title: P{n}\nDate: 2024-03-0{n}\nTags: x\nCategory: c\nAuthor: mei\n\nText.\n",
    ),
    "nikola": (
        "posts/p{n}.md",
        "<!--\n.. title: P{n}\n.. slug: p{n}\n.. date: 2024-03-0{n}\n.. tags: x\n.. category: c\n-->\n\nText.\n",
    ),
    "material": ("docs/blog/posts/p{n}.md", _YAML.replace("title: P{n}\n", "").replace("Text", "# P{n}\n\nText")),
    "docusaurus": ("blog/2024-03-0{n}-p{n}.md", _YAML),
    "zola": (
        "content/posts/p{n}.md",
        '+++\ntitle = "P{n}"\ndate = 2024-03-0{n}\n[taxonomies]\ntags = ["x"]\ncategories = ["c"]\n+++\nText.\n',
    ),
}

#: The engine, its configuration, and the further pages that it writes for five posts, two per page. Those of
#: Pelican, Nikola and Material were read from sites that the engines built.
CASES: dict[str, tuple[str, dict[str, str], dict[str, str]]] = {
    "hexo": (
        "hexo",
        {"_config.yml": "url: https://e.example\nper_page: 2\n"},
        {
            "page/{2-3}/index": "post:",
            "archives/page/{2-3}/index": "archive:",
            "archives/2024/page/{2-3}/index": "archive:2024",
            "archives/2024/03/page/{2-3}/index": "archive:2024",
            "tags/x/page/{2-3}/index": "tag:x",
            "categories/c/page/{2-3}/index": "category:c",
        },
    ),
    "hexo, configured": (
        "hexo",
        {
            "_config.yml": "url: https://e.example\npagination_dir: p\n"
            "index_generator: {path: news, per_page: 4}\narchive_generator: {per_page: 0}\n"
            "tag_generator: {per_page: 3}\n"
        },
        {"news/p/2/index": "post:", "tags/x/p/2/index": "tag:x"},
    ),
    "hugo": (
        "hugo",
        {"hugo.toml": 'baseURL = "https://e.example/"\n[pagination]\npagerSize = 2\n'},
        {
            "page/{1-3}/index": "post:",
            "posts/page/{1-3}/index": "post:",
            "tags/x/page/{1-3}/index": "tag:x",
            "categories/c/page/{1-3}/index": "category:c",
        },
    ),
    "hugo, configured": (
        "hugo",
        {"config.yaml": "baseURL: https://e.example/\npaginate: 4\npaginatePath: seite\nuglyURLs: true\n"},
        {
            "seite/{1-2}.html": "post:",
            "posts/seite/{1-2}.html": "post:",
            "tags/x/seite/{1-2}.html": "tag:x",
            "categories/c/seite/{1-2}.html": "category:c",
        },
    ),
    "jekyll": ("jekyll", {"_config.yml": "url: https://e.example\npaginate: 2\n"}, {"page{2-3}/index": "post:"}),
    "jekyll, configured": (
        "jekyll",
        {"_config.yml": "url: https://e.example\npaginate: 2\npaginate_path: /news/page-:num/\n"},
        {"news/page-{2-3}/index": "post:"},
    ),
    "jekyll, second version": (
        "jekyll",
        {
            "_config.yml": "url: https://e.example\nplugins: [jekyll-archives]\n"
            "jekyll-archives: {enabled: [tags]}\npagination: {enabled: true, per_page: 2}\n"
        },
        {"page/{2-3}/index": "post:", "tag/x/page/{2-3}/index": "tag:x"},
    ),
    "pelican": (
        "pelican",
        {"pelicanconf.py": "SITENAME = 'X'\nDEFAULT_PAGINATION = 2\n"},
        {
            "index{2-3}.html": "post:",
            "tag/x{2-3}.html": "tag:x",
            "category/c{2-3}.html": "category:c",
            "author/mei{2-3}.html": "author:mei",
        },
    ),
    "pelican, configured": (
        "pelican",
        {
            "pelicanconf.py": (
                "SITENAME = 'X'\nDEFAULT_PAGINATION = 2\nPAGINATED_TEMPLATES = {'index': 4, 'tag': None}\n"
                "PAGINATION_PATTERNS = (\n    (1, '{url}', '{save_as}'),\n"
                "    (2, '{base_name}/page/{number}/', '{base_name}/page/{number}/index.html'),\n)\n"
            )
        },
        {"page/2/index": "post:", "tag/x/page/{2-3}/index": "tag:x"},
    ),
    "pelican, on one page": ("pelican", {"pelicanconf.py": "SITENAME = 'X'\n"}, {}),
    "nikola": (
        "nikola",
        {"conf.py": _NIKOLA + _INDEXES},
        {
            "index-{1-2}.html": "post:",
            "2024/index-{1-2}.html": "archive:2024",
            "categories/x/index-{1-2}.html": "tag:x",
            "categories/cat_c/index-{1-2}.html": "category:c",
        },
    ),
    "nikola, in two languages": (
        "nikola",
        {
            "conf.py": f"{_NIKOLA}TRANSLATIONS = {{'en': '', 'zh_cn': './zh_cn'}}\n",
            "posts/p1.zh_cn.md": "<!--\n.. title: 甲\n.. slug: p1\n-->\n\n文。\n",
        },
        {"index-{1-2}.html": "post:", "zh_cn/index-{1-2}.html": "language:zh_cn"},
    ),
    "nikola, without folders": (
        "nikola",
        {
            "conf.py": f"{_NIKOLA}PRETTY_URLS = False\nTAG_PAGES_ARE_INDEXES = True\n"
            "CATEGORY_PAGES_ARE_INDEXES = False\n"
        },
        {"index-{1-2}.html": "post:", "categories/x-{1-2}.html": "tag:x"},
    ),
    "nikola, with page numbers": (
        "nikola",
        {"conf.py": f"{_NIKOLA}INDEXES_PRETTY_PAGE_URL = ['page', '{{number}}', '{{index_file}}']\n"},
        {"page/{1-2}/index": "post:"},
    ),
    "material": (
        "material",
        {"mkdocs.yml": "site_name: X\nplugins:\n  - blog: {pagination_per_page: 2}\n"},
        {
            "blog/page/{2-3}/index": "post:",
            "blog/archive/2024/page/{2-3}/index": "archive:2024",
            "blog/category/c/page/{2-3}/index": "category:c",
        },
    ),
    "material, configured": (
        "material",
        {
            "mkdocs.yml": (
                "site_name: X\nuse_directory_urls: false\nplugins:\n  - blog:\n      pagination_per_page: 3\n"
                "      pagination_url_format: seite-{page}\n      archive_pagination: false\n"
                "      categories_pagination_per_page: 4\n"
            )
        },
        {"blog/seite-2.html": "post:", "blog/category/c/seite-2.html": "category:c"},
    ),
    "docusaurus": (
        "docusaurus",
        {
            "docusaurus.config.js": (
                "module.exports = {url: 'https://e.example', baseUrl: '/', presets: [['classic', {blog: {\n"
                "  postsPerPage: 2, // not 3\n}}]]};\n"
            )
        },
        {
            "blog/page/{2-3}/index": "post:",
            "blog/tags/x/page/{2-3}/index": "tag:x",
            "blog/authors/mei/authors/{2-3}/index": "author:mei",
        },
    ),
    "docusaurus, on one page": (
        "docusaurus",
        {"docusaurus.config.js": ("module.exports = {presets: [['classic', {blog: {postsPerPage: 'ALL'}}]]};\n")},
        {},
    ),
    "zola": (
        "zola",
        {
            "config.toml": (
                'base_url = "https://e.example"\n[[taxonomies]]\nname = "tags"\npaginate_by = 2\n'
                '[[taxonomies]]\nname = "categories"\npaginate_by = 3\npaginate_path = "seite"\n'
            ),
            "content/posts/_index.md": "+++\npaginate_by = 3\n+++\n",
            "content/_index.md": "+++\npaginate_by = 4\n+++\n",
        },
        {
            "page/{1-2}/index": "post:",
            "posts/page/{1-2}/index": "post:",
            "tags/x/page/{1-3}/index": "tag:x",
            "categories/c/seite/{1-2}/index": "category:c",
        },
    ),
}


def write_site(case: str, folder: Path, number: int = 5) -> str:
    """Write a site with so many posts to *folder*, and return its engine."""
    engine, files, _expected = CASES[case]
    path, text = POSTS[engine]
    posts = {path.replace("{n}", str(n)): text.replace("{n}", str(n)) for n in range(1, number + 1)}
    for name, content in {**files, **posts}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    return engine


def redirects_of(case: str, folder: Path, number: int = 5) -> dict[str, str]:
    """The redirects that an import of a site with so many posts writes."""
    engine = write_site(case, folder / "old", number)
    assert main(["import", engine, str(folder / "old"), "--to", str(folder / "new/blog")]) in {0, 1}
    found: dict[str, Any] = {}
    exec((folder / f"new/blog/conf-{engine}.py").read_text(encoding="utf-8"), found)
    return found.get("blog_redirects", {})


@pytest.mark.parametrize("case", CASES)
def test_further_pages_are_known(case: str, tmp_path: Path) -> None:
    # Without further pages, with one post, the site has the same lists otherwise. Hugo and Zola redirect page 1.
    first = re.compile(r"(page|seite)/1(/index|\.html)")
    one = redirects_of(case, tmp_path / "one", 1)
    lists = {name: target for name, target in one.items() if not first.search(name)}
    found = redirects_of(case, tmp_path / "five")
    assert {name: target for name, target in found.items() if name not in lists} == CASES[case][2]
    assert lists.items() <= found.items()


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
@pytest.mark.parametrize("case", ["hexo", "pelican", "nikola", "material", "zola"])
def test_they_lead_to_the_lists(case: str, builder: str, make_site: Callable[..., Site], tmp_path: Path) -> None:
    engine = write_site(case, tmp_path / "old")
    site = make_site({"index.md": "# Home\n"}, builder=builder, build=False)
    assert main(["import", engine, str(tmp_path / "old"), "--to", str(site.source / "blog")]) == 0
    lines = (site.source / "blog" / f"conf-{engine}.py").read_text(encoding="utf-8")
    # Material has the same URLs as we have, as long as there are as many pages.
    extensions = 'extensions = ["myst_parser", "sphinx_design", "sphinx_blogext"]'
    site.configure(f"{extensions}\nblog_page_size = 3\n{lines}")
    assert site.build().warnings == []
    for name in CASES[case][2]:
        numbers = name[name.index("{") + 1 : name.index("}")].split("-")
        for number in range(int(numbers[0]), int(numbers[1]) + 1):
            old = f"{name[: name.index('{')]}{number}{name[name.index('}') + 1 :]}"
            page = site.outdir / (old if old.endswith(".html") else f"{old}.html")
            text = page.read_text(encoding="utf-8")
            is_ours = old in {"blog/page/2/index", "blog/category/c/page/2/index"}
            if is_ours and builder == "html":
                assert f'/{old.removesuffix("/index")}.html"' in text, old
            else:
                assert ("http-equiv" in text) != is_ours, old


def test_a_name_with_braces_is_no_range(tmp_path: Path, make_site: Callable[..., Site]) -> None:
    folder = tmp_path / "old"
    write_site("hexo", folder, 5)
    (folder / "_config.yml").write_text(
        "per_page: 2\ntag_dir: '{4-2}'\ncategory_dir: '{1-9999999999}'\narchive_dir: 'a{page}'\n", encoding="utf-8"
    )
    site = make_site({"index.md": "# Home\n"}, build=False)
    assert main(["import", "hexo", str(folder), "--to", str(site.source / "blog")]) in {0, 1}
    lines = (site.source / "blog/conf-hexo.py").read_text(encoding="utf-8")
    site.configure(f'extensions = ["myst_parser", "sphinx_design", "sphinx_blogext"]\n{lines}')
    assert site.build().warnings == []
    assert (site.outdir / "{1-9999999999}/c/index.html").is_file()
    assert (site.outdir / "a{page}/page/2/index.html").is_file()
