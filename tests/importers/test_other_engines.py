"""Posts of engines without an importer of their own, and pages of dated sections."""

from pathlib import Path

import pytest
from conftest import MakeSite
from imports import front_matter, moved, put
from old_sites import PNG
from page import text

from blogext_import.recognition import OTHERS
from sphinx_blogext.command.main import main

pytestmark = pytest.mark.usefixtures("terminal")

ELEVENTY = {
    "eleventy.config.js": "module.exports = c => ({dir: {input: 'src'}})\n",
    "src/blog/blog.json": (
        '{"layout": "post.njk", "tags": ["posts"], "permalink": "/blog/{{ page.fileSlug }}/", "author": "Ana"}'
    ),
    "src/blog/index.md": "---\ntitle: All posts\n---\nList.\n",
    "src/blog/first.md": (
        "---\ntitle: First\ndate: 2024-01-02\ntags: [py]\n---\n![p]({{ '/img/p.png' | url }}) [2](/blog/second/)\n"
    ),
    "src/blog/2024-01-03-second.md": "---\ntitle: Second\n---\nText. {% odd %}\n",
    "src/.eleventyignore": "# Not yet\n/blog/wip/\n!blog/first.md\n*.md\n./blog/*.tmp.md\n",
    ".gitignore": "src/blog/local/\nblog\n",
    **dict.fromkeys(("src/blog/wip/a/b.md", "src/blog/c.tmp.md", "src/blog/local/d.md"), "---\ntitle: X\n---\n"),
    "src/blog/fourth/2024-01-05-index.md": "---\npermalink: x/{{ page.fileSlug }}/index.html\n---\nText.\n",
    "src/blog/third.md": "---\ntitle: Third\nauthor: Ben\npermalink: false\ndate: 2024-01-04\n---\nText.\n",
    "src/blog/third.json": '{"description": "Of the third.", "eleventyExcludeFromCollections": true}',
    "src/img/p.png": PNG,
}
ASTRO = {
    "src/content/blog/a/index.mdx": (
        "---\ntitle: A\npubDate: Jul 08 2024\nupdatedDate: 2024-07-09\nheroImage: ./hero.png\n---\n"
        "import Box from './Box.astro'\n\n<Box>Words in a box.</Box>\n"
    ),
    "src/content/blog/a/hero.png": PNG,
    "src/content/blog/b.md": "+++\ntitle = 'B'\ndate = 2024-01-02\nsecret = true\n+++\n![](/p.png) {{ x }}\n",
    "src/content/blog/c.markdown": '{"title": "C", "date": "2024-01-03"}\nText.\n',
    "src/content/pages/about.md": "---\ntitle: About\n---\nMe.\n",
    "public/p.png": PNG + b" ",
}
QUARTO = {
    "_quarto.yml": "website:\n  title: Numbers\n  site-url: https://numbers.example/\n",
    "posts/_metadata.yml": "author: Ana\n",
    **dict.fromkeys(("posts/a/data.ipynb", "posts/README.org", "notes/x.adoc", "posts/c.org"), ""),
    **dict.fromkeys(("posts/_b/index.qmd", "posts/a/c.html"), "Not a post."),
    "posts/b/index.ipynb": '{"cells": [{"source": "---\\ndate: 2024-01-02"}]}',
    "posts/d/index.md": "---\ndate: 2024-01-03\n---\n::: {.d}\nBlock.\n:::\n",
    "posts/a/index.qmd": (
        "---\ntitle: A\ndate: 2024-01-02\ncategories: [R]\n---\n"
        "::: {.callout-tip collapse='true'}\n## Look\n\nHere.\n:::\n\n"
        "- x\n\n  ::: {.panel-tabset}\n  ## R\n\n  ```{r}\n  # No tab.\n  ```\n\n  ## Python\n\n  Two.\n  :::\n\n"
        ":::: wide\n::: {.column-margin}\nInner.\n:::\n::::\n\n[an aside]{.aside}^[1. `a]`\n[b](#c).] \n\n"
        "x^2^[d]\n```\n::: {.not}\n```\n"
        "::: {.content-visible when-format='pdf'}\nNo.\n\n::: {.b}\nNo.\n:::\n:::\n\n[No.]{.content-hidden}\n"
        "::: {.content-hidden when-format='pdf'}\nYes.\n:::\n\n`[Yes.]{.content-hidden}`\n"
    ),
}


def imported(folder: Path, files: dict[str, str | bytes], *options: str) -> dict[str, str]:
    """The documents that an import of a folder makes, by their names."""
    main(["import", "markdown", str(put(folder / "old", files)), "--to", str(folder / "blog"), *options])
    paths = (folder / "blog").rglob("*.md")
    return {path.relative_to(folder / "blog").as_posix(): path.read_text(encoding="utf-8") for path in paths}


def test_posts_of_eleventy_have_the_data_of_their_folders(tmp_path: Path) -> None:
    options = ("--posts", "src/blog", "--assets", "src", "--url", "https://e.example/x/{year}/{slug}/")
    texts = imported(tmp_path, ELEVENTY, *options)
    names = ("first.md", "2024-01-03-second.md", "third.md", "fourth/2024-01-05-index.md")
    assert texts.keys() == set(names)
    first, second, third, fourth = (front_matter(texts[name]) for name in names)
    assert (str(fourth["date"]), fourth["redirect"], third["unlisted"]) == ("2024-01-05", ["x/fourth/index"], True)
    assert (first["redirect"], first["id"]) == (["blog/first/index"], "https://e.example/blog/first/")
    assert first["tags"] == ["py"]
    assert first["author"] == second["author"] == ["Ana"]
    assert second["redirect"] == ["blog/second/index"]
    assert "![p](img/p.png) [2](/blog/2024-01-03-second)" in texts["first.md"]
    # In Eleventy, these are tags.
    assert "{%" not in texts["2024-01-03-second.md"]
    assert (third["draft"], third["author"], third["description"]) == (True, ["Ben"], "Of the third.")
    assert (tmp_path / "blog/img/p.png").is_file()
    assert not list((tmp_path / "blog").rglob("*.json"))


def test_posts_of_astro_are_found_by_their_dates(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = imported(tmp_path, ASTRO, "--posts", "src/content/**/*.{md,mdx,markdown}", "--drafts", "secret")
    texts.update(imported(tmp_path / "all", ASTRO))
    assert {"blog/a/index.md", "blog/b.md", "blog/c.markdown"[:-9] + ".md", "pages/about.md"} <= texts.keys()
    a, b = front_matter(texts["blog/a/index.md"]), front_matter(texts["blog/b.md"])
    assert (str(a["date"]), str(a["updated"]), a["image"]) == ("2024-07-08", "2024-07-09", "hero.png")
    assert "Words in a box." in texts["blog/a/index.md"]
    assert b["draft"] is True
    # A folder of Markdown has no tags: this is text.
    assert "{{ x }}" in texts["blog/b.md"]
    assert {name for name in texts if name.endswith("about.md")} == {"pages/about.md"}
    for options, left in (("--posts", "posts"), ["b/index.ipynb", "c.org"]), ((), ["b/index.ipynb"]):
        imported(tmp_path / f"{len(left)}", QUARTO, *options)
        found = [line for line in capsys.readouterr().out.splitlines() if line.endswith("imported: left out")]
        assert [line.split(":")[0].strip() for line in found] == [f"posts/{name}" for name in left]


def test_blocks_of_quarto_are_directives(tmp_path: Path, make_site: MakeSite) -> None:
    texts = imported(tmp_path, QUARTO, "--posts", "posts", "--url", "/posts/{name}/")
    front = front_matter(texts["a/index.md"])
    assert (front["author"], front["category"], front["redirect"]) == (["Ana"], ["R"], ["posts/a/index"])
    assert (sorted(texts), front["id"]) == (["a/index.md", "d/index.md"], "https://numbers.example/posts/a/")
    site = moved(make_site, tmp_path / "whole", "markdown", QUARTO)
    page = site.page("blog/posts/a/index")
    assert (site.warnings, page.texts("details.tip summary")) == ([], ["Look"])
    assert (page.texts("li label.sd-tab-label"), page.texts("aside p")) == (["R", "Python"], ["1. a] b."])
    assert (page.texts("div.wide div.column-margin"), page.texts("span.aside")) == (["Inner."], ["an aside"])
    assert ("::: {.not}" in text(page.main), site.page("blog/posts/d/index").texts("div.d")) == (True, ["Block."])
    assert ("No." in text(page.main), text(page.main).count("Yes.")) == (False, 2)


MISTAKES = {
    ("markdown", "old.zip"): "is an archive: unpack it first",
    ("markdown", "https://a.example/blog"): "is a URL",
    ("markdown", "old/a.md"): "is a file, not a folder",
    ("markdown", "nowhere"): "is not a folder",
    ("markdown", "old", "--url", "/blog/{year}/"): "all posts would have one URL",
    ("markdown", "old", "--url", "/{title}/"): "“--url” knows no “{title}”",
    ("markdown", "old", "--posts", "a.rst"): "“--posts a.rst” names no file of the source in Markdown or HTML",
    ("markdown", "old", "--assets", "../x"): "is not a folder of the source",
    ("hexo", "old", "--url", "/{slug}/"): "are for “blogext import markdown”",
    ("sections", "old"): "is not a file",
    ("hexo",): "name the old site",
    ("nonesuch", "old"): "is not one of hexo, hugo",
}


@pytest.mark.parametrize("arguments", MISTAKES)
def test_what_cannot_be_is_explained(
    arguments: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(tmp_path, {"old/a.md": "---\ntitle: A\ndate: 2024-01-02\n---\nText.\n", "old.zip": b"PK", "x/y": ""})
    assert main(["import", *arguments]) == 2
    assert MISTAKES[arguments] in capsys.readouterr().err
    assert not (tmp_path / "blog").exists()


@pytest.mark.parametrize("name", sorted(OTHERS))
def test_the_names_of_other_engines_lead_to_their_page(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", name]) == 2
    assert "how-to/moving/any-engine.html" in capsys.readouterr().err


def test_a_folder_without_posts_is_no_blog(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(tmp_path / "old", {"readme.md": "# Notes\n", "_a.qmd": "---\ntitle: A\n---\n", "x.md": b"\x00\x01" * 99})
    assert main(["import", "markdown", "old"]) == 1
    assert "has a date" in capsys.readouterr().err


PAGES = {
    "news.md": (
        "---\ntitle: The news\n---\n\nIntro.\n\n## Two [released](/x)!\n\n_8 Jan, 2026_ -- Text of *two*.\n\n"
        "```\n## no\n```\n\n"
        "### Details\n\nMore.\n\n## One (2025-12-20)\n\nText of one.\n\n## 2024年1月2日 — Zero\nText of zero.\n\n"
        "## Minus one\n**Date:** May 3rd, 2023\n\nText of minus one.\n"
    ),
    "news.rst": (
        "News\n====\n\nIntro.\n\n.. _two:\n\nTwo\n---\n\n"
        "*January 8, 2026*: Text of *two*.\n\nDetails\n~~~~~~~\n\nMore.\n\n"
        ".. _one:\n\n2025-12-20: One\n---------------\n\nText of one.\n\n"
        "Jan 2, 2024 - Zero\n------------------\n\n"
        "Text of zero::\n\n   Code\n   ----\n\nMinus one\n---------\n\n(3 May 2023) Text of minus one.\n"
    ),
    "bold.rst": (
        "#####\n News\n#####\n\n**2026-01-08 - Two**\n\n.. important::\n\n   Text of two.\n\n"
        "**Details**\n\nMore.\n\n"
        "**2025-12-20 - One**\n\nText of one.\n\n**2024-01-02 - Zero**\n\nText of zero.\n\n"
        "**2023-05-03: Minus one**\n\n"
        "Text of minus one.\n"
    ),
}


@pytest.mark.parametrize("name", PAGES)
def test_dated_sections_are_posts(name: str, tmp_path: Path, make_site: MakeSite) -> None:
    put(tmp_path / "old", {name: PAGES[name]})
    assert main(["import", "sections", f"old/{name}", "--to", "new/blog"]) == 0
    paths = [path for path in (tmp_path / "new/blog").iterdir() if path.suffix in {".md", ".rst"}]
    site = make_site(
        {"index.md": "# Home\n", **{f"blog/{path.name}": path.read_text(encoding="utf-8") for path in paths}}
    )
    posts = sorted(site.domain.posts.values(), key=lambda post: post.date)
    assert [(post.title, str(post.date)[:10]) for post in posts] == [
        ("Minus one", "2023-05-03"),
        ("Zero", "2024-01-02"),
        ("One", "2025-12-20"),
        ("Two released!" if name == "news.md" else "Two", "2026-01-08"),
    ]
    for post, words in zip(
        posts, ("Text of minus one.", "Text of zero", "Text of one.", "Text of two."), strict=True
    ):
        shown = text(site.page(post.docname).main)
        assert words in shown
        assert ("Details" in shown) == ("Two" in post.title)


def test_sections_without_a_date_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = (
        "# News\n\n## 2024-01-02 One\nText.\n\n## Undated\nText.\n\n## 2024-01-01 Zero\nText.\n\n# Other\nText.\n"
    )
    put(tmp_path / "old", {"news.md": page})
    assert main(["import", "sections", "old/news.md"]) == 1
    report = capsys.readouterr().out
    assert "news.md:6: the section “Undated” has no date: left out" in report
    assert "news.md:12: the section “Other” has no date: left out" in report
    assert "2 posts" in report
