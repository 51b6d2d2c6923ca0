"""``blogext import``: files of the old site that lose their URLs are counted, and copied there if asked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from sphinx_blogext.command.main import main

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from conftest import Site

POST = "---\ntitle: {0}\ndate: 2024-01-02\n---\nText. ![]({1})\n"
#: Engine, documents, files that posts use or that the engine leaves out, and other files with their URL paths, as
#: the engines themselves publish them.
SITES: dict[str, tuple[dict[str, str], list[str], dict[str, str]]] = {
    "hugo": (
        {
            "hugo.toml": 'baseURL = "https://e.example/"\n',
            "content/posts/a.md": POST.format("A", "/img/used.png"),
        },
        ["static/img/used.png", "static/.DS_Store", "assets/x.css", "layouts/index.html", "data/x.yml"],
        {"static/favicon.ico": "favicon.ico", "static/talk/index.html": "talk/index.html", "static/a.md": "a.md"},
    ),
    "hexo": (
        {
            "_config.yml": "url: https://e.example\n",
            "package.json": '{"hexo": {}}',
            "source/_posts/a.md": POST.format("A", "/img/used.png"),
            "source/about/index.md": "---\ntitle: About\n---\nText.\n",
        },
        ["source/img/used.png", "source/_drafts/secret.png", "source/_data/x.json", "source/x.yml", "README.txt"],
        {"source/CNAME": "CNAME", "source/robots.txt": "robots.txt", "source/img/other.png": "img/other.png"},
    ),
    "jekyll": (
        {
            "_config.yml": "url: https://e.example\nexclude: [notes, '*.psd']\n",
            "_posts/2024-01-02-a.md": POST.format("A", "/img/used.png"),
            "assets/made.css": "---\n---\nx\n",
            "index.html": "---\nlayout: home\n---\n",
        },
        [
            "img/used.png",
            "_includes/x.png",
            "Gemfile",
            "notes/x.png",
            "a.psd",
            "_sass/x.scss",
            "css/x.scss",
            "a.txt~",
        ],
        {"CNAME": "CNAME", "assets/a.js": "assets/a.js", "css/x.scss": "css/x.scss", "robots.txt": "robots.txt"},
    ),
    "pelican": (
        {
            "pelicanconf.py": (
                "SITEURL = 'https://e.example'\nPATH = 'content'\nSTATIC_PATHS = ['images', 'extra/CNAME']\n"
                "EXTRA_PATH_METADATA = {'extra/CNAME': {'path': 'CNAME'}}\n"
            ),
            "content/a.md": "Title: A\nDate: 2024-01-02\n\nText. ![]({static}/images/used.png)\n",
        },
        ["content/images/used.png", "content/private.pdf", "content/extra/notes.pdf"],
        {"content/images/b.png": "images/b.png", "content/extra/CNAME": "CNAME"},
    ),
    "nikola": (
        {
            "conf.py": "SITE_URL = 'https://e.example/'\nPOSTS = (('posts/*.md', 'posts', 'post.tmpl'),)\n",
            "posts/a.md": "<!--\n.. title: A\n.. slug: a\n.. date: 2024-01-02\n-->\n\n![](/images/used.png)\n",
        },
        ["images/used.png", "themes/x/a.css", "notes.txt"],
        {
            "files/robots.txt": "robots.txt",
            "images/b.png": "images/b.png",
            "galleries/s/a.jpg": "galleries/s/a.jpg",
        },
    ),
    "material": (
        {
            "mkdocs.yml": "site_url: https://e.example/\nplugins: [blog]\ntheme: {name: material}\n",
            "docs/blog/posts/a.md": POST.format("A", "../../img/used.png"),
            "docs/about.md": "# About\n",
        },
        ["docs/img/used.png", "docs/.hidden/x.png", "overrides/main.html"],
        {"docs/CNAME": "CNAME", "docs/api.yaml": "api.yaml", "docs/_x/a.png": "_x/a.png"},
    ),
    "docusaurus": (
        {
            "docusaurus.config.js": "module.exports = {title: 'X', url: 'https://e.example', baseUrl: '/'}",
            "blog/2024-01-02-a.md": POST.format("A", "/img/used.png"),
        },
        ["static/img/used.png", "static/.DS_Store", "src/css/custom.css"],
        {"static/CNAME": "CNAME", "static/img/b.png": "img/b.png"},
    ),
    "zola": (
        {
            "config.toml": 'base_url = "https://e.example"\n[markdown]\n',
            "content/blog/a.md": "+++\ntitle = 'A'\ndate = 2024-01-02\n+++\n![](/img/used.png)\n",
        },
        ["static/img/used.png", "static/.hidden", "templates/index.html", "sass/x.scss"],
        {"static/CNAME": "CNAME", "static/css/b.css": "css/b.css"},
    ),
}


def write_old(folder: Path, engine: str) -> dict[str, str]:
    """Write the old site, and return its files that no post uses, with their URL paths."""
    documents, left, files = SITES[engine]
    for name, text in {**documents, **dict.fromkeys([*left, *files], "x")}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return files


@pytest.mark.parametrize("engine", SITES)
def test_files_that_no_post_uses_are_counted_and_copied_if_asked(
    engine: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = write_old(tmp_path / "old", engine)
    arguments = ["import", engine, str(tmp_path / "old"), "--to", str(tmp_path / "blog")]
    assert main(arguments) == 0
    said = capsys.readouterr().out
    assert f"Files that no post uses, not at their old URLs: {len(files)};" in said
    assert "Files that posts use, at new URLs only: 1;" in said
    assert not (tmp_path / "blog/_files").exists()
    assert main([*arguments[:-1], str(tmp_path / "whole"), "--files"]) == 0
    said = capsys.readouterr().out
    assert "old URLs" not in said
    assert "new URLs" not in said
    top = tmp_path / "whole/_files"
    copied = {path.relative_to(top).as_posix() for path in top.rglob("*") if path.is_file()}
    used = next(path for path in SITES[engine][1] if path.endswith("used.png"))
    inner = used if engine in ("jekyll", "nikola") else used.partition("/")[2]
    assert copied == {*files.values(), inner}
    # The posts have copies of their own.
    assert len([*(tmp_path / "whole").rglob("used.png")]) == 2


def test_copied_files_are_where_they_were(make_site: Callable[..., Site], tmp_path: Path) -> None:
    write_old(tmp_path / "old", "hugo")
    for name in ("index.html", "_static/x.css", "blog/a.html"):
        path = tmp_path / "old/static" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")
    site = make_site({"index.md": "# Home\n"}, build=False)
    assert main(["import", "hugo", str(tmp_path / "old"), "--to", str(site.source / "blog"), "--files"]) == 0
    lines = (site.source / "blog/conf-hugo.py").read_text(encoding="utf-8")
    site.configure(f'extensions = ["myst_parser", "sphinx_blogext"]\n{lines}')
    site.build()
    assert site.page("blog/a").texts("h1")
    assert (site.outdir / "favicon.ico").read_text() == "x"
    # Pages are not overwritten.
    assert not any(
        path.read_text(encoding="utf-8") == "x" for path in site.outdir.rglob("*.html") if "talk" not in path.parts
    )


def test_galleries_of_nikola_are_listed_as_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_old(tmp_path / "old", "nikola")
    main(["import", "nikola", str(tmp_path / "old"), "--dry-run"])
    found = re.search(r"Pages that are not posts, not imported: 1\n  (.*)", capsys.readouterr().out)
    assert found
    assert found[1] == "galleries/s/"


KEY = ".well-known/a/key.txt"
#: Engine, lines of its settings, files as in ``SITES``: left out, and published with their URL paths.
HIDDEN: dict[str, tuple[str, str, list[str], dict[str, str]]] = {
    "hugo": (
        "hugo",
        "",
        ["static/.well-known/.DS_Store", ".well-known/x"],
        {f"static/{KEY}": KEY, "static/.htaccess": ".htaccess"},
    ),
    "zola": ("zola", "", ["static/.git/x"], {f"static/{KEY}": KEY}),
    "docusaurus": ("docusaurus", "", [".well-known/x"], {f"static/{KEY}": KEY, "static/.nojekyll": ".nojekyll"}),
    "nikola": ("nikola", "", [], {f"files/{KEY}": KEY}),
    "jekyll": (
        "jekyll",
        "include: [.well-known, _pages]\n",
        [".htaccess", ".well-known/.DS_Store", "_pages/_x.txt"],
        {KEY: KEY, "_pages/x.txt": "_pages/x.txt"},
    ),
    "jekyll, nothing included": ("jekyll", "", [KEY, ".nojekyll"], {".htaccess": ".htaccess"}),
    "hexo": (
        "hexo",
        "include: ['.well-known/**', .nojekyll, _headers]\nexclude: ['private/**']\n",
        ["source/.htaccess", "source/_other", "source/private/a/x.pdf"],
        {f"source/{KEY}": KEY, "source/.nojekyll": ".nojekyll", "source/_headers": "_headers"},
    ),
    "hexo, nothing included": ("hexo", "", [f"source/{KEY}", "source/_headers"], {}),
    "material": (
        "material",
        "exclude_docs: |\n  !.well-known\n  *.psd\n  /drafts/\n",
        ["docs/.htaccess", "docs/x/a.psd", "docs/drafts/a.pdf", "docs/templates/x.html"],
        {f"docs/{KEY}": KEY, "docs/x/drafts/a.pdf": "x/drafts/a.pdf"},
    ),
    "material, nothing included": ("material", "", [f"docs/{KEY}"], {}),
    "pelican": (
        "pelican",
        (
            "STATIC_PATHS = ['images', 'extra/.well-known']\n"
            f"EXTRA_PATH_METADATA = {{'extra/{KEY}': {{'path': '{KEY}'}}}}\n"
        ),
        ["content/extra/x.txt", "content/.well-known/x.txt"],
        {f"content/extra/{KEY}": KEY},
    ),
}


@pytest.mark.parametrize("case", HIDDEN)
def test_hidden_files_are_copied_if_they_were_published(case: str, tmp_path: Path) -> None:
    engine, settings, left, files = HIDDEN[case]
    documents = dict(SITES[engine][0])
    documents[next(iter(documents))] += settings
    for name, text in {**documents, **dict.fromkeys([*left, *files], "x")}.items():
        path = tmp_path / "old" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert main(["import", engine, str(tmp_path / "old"), "--to", str(tmp_path / "blog"), "--files"]) == 0
    top = tmp_path / "blog/_files"
    assert {path.relative_to(top).as_posix() for path in top.rglob("*") if path.is_file()} == {*files.values()}
