"""The example site, built as strictly as Sphinx can, and checked link by link."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from checker import problems_of_tree
from conftest import ROOT, Site
from page import Page, elements, text

from sphinx_blogext.cards.faces import Faces

SOURCE = ROOT / "example_site"


@pytest.fixture(scope="module", params=["html", pytest.param("dirhtml", marks=pytest.mark.slow)])
def output(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    if request.param == "html":
        example: Site = request.getfixturevalue("example")
        assert example.warnings == []
        return example.outdir
    out = tmp_path_factory.mktemp("example") / request.param
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-n", "-q", "-j", "auto", "-b", request.param]
    subprocess.run(
        [*command, "-d", out.parent / "doctrees", SOURCE, out],
        check=True,
        env=os.environ | {"SOURCE_DATE_EPOCH": "1795176000"},
    )
    return out


def pages(output: Path) -> Iterator[Page]:
    for path in sorted(output.rglob("*.html")):
        page = Page(path)
        # A page that only forwards has nothing to be looked at.
        if "_static" not in path.parts and 'http-equiv="refresh"' not in page.source:
            yield page


def find(output: Path, name: str) -> Page:
    file = output / name / "index.html" if output.name == "dirhtml" else output / f"{name}.html"
    return Page(file if file.is_file() else output / name / "index.html")


def test_its_fonts_have_all_that_cards_show(example: Site) -> None:
    fonts = tuple(sorted((SOURCE / "_fonts").glob("*.otf")))
    faces = Faces("zh", fonts, can_shape=False, system=())
    for post in example.domain.posts.values():
        assert faces.drawable(post.title, is_bold=True)
    assert len(list((example.outdir / "_images").glob("card-*.png"))) >= 24


def test_links_fragments_and_ids_of_every_page(output: Path) -> None:
    assert problems_of_tree(output) == []


def test_every_post_is_on_exactly_one_page_of_the_blog(output: Path) -> None:
    links = [link for page in blog_pages(output) for link in page.links(".blog-teaser-title a")]
    assert len(links) >= 24
    names = ["/".join(part for part in link.split("/") if part not in {"..", "."}) for link in links]
    assert len(set(names)) == len(names)


def blog_pages(output: Path) -> list[Page]:
    found = [find(output, "blog" if output.name == "dirhtml" else "blog/index")]
    number = 2
    while True:
        path = (
            output / "blog" / "page" / (f"{number}/index.html" if output.name == "dirhtml" else f"{number}.html")
        )
        if not path.is_file():
            return found
        found.append(Page(path))
        number += 1


def test_pages_hold_ten_posts(output: Path) -> None:
    counts = [len(page.posts) for page in blog_pages(output)]
    assert set(counts[:-1]) == {10}
    assert 1 <= counts[-1] <= 10


def test_posts_stand_in_the_order_of_their_dates(output: Path) -> None:
    articles = [(page, article) for page in blog_pages(output) for article in page.all("article.blog-teaser")]
    dates = [
        page.all("time", article)[0].get("datetime", "")
        for page, article in articles
        if not page.all(".blog-pinned", article)
    ]
    assert len(dates) >= len(articles) - 3
    assert dates == sorted(dates, reverse=True)


def test_half_of_the_posts_are_chinese_and_say_so(output: Path) -> None:
    languages = [article.get("lang") for page in blog_pages(output) for article in page.all("article.blog-teaser")]
    assert languages.count("zh") >= len(languages) // 3
    assert languages.count("en") >= len(languages) // 3
    assert set(languages) == {"zh", "en"}


@pytest.mark.parametrize(
    "name",
    [
        "blog/tag/c-plus-plus", "blog/tag/c-sharp", "blog/tag/并行", "blog/author/mei", "blog/author/jonas",
        "blog/language/zh", "blog/language/en",
    ],
)  # fmt: skip
def test_lists_of_terms(output: Path, name: str) -> None:
    page = find(output, name)
    assert page.posts
    assert len(page.all("h1")) == 1


def test_no_page_holds_source_text(output: Path) -> None:
    """Markup that was not understood shows itself by its marks."""
    for page in pages(output):
        content = text(page.main)
        for mark in ("```", ":::", ".. more", "<!--", "{postlist}", "{doc}", "%}"):
            for element in elements(page.main):
                if element.tag in {"pre", "code"}:
                    content = content.replace(text(element), "")
            assert mark not in content, f"{page.path.name}: {mark}"


def test_the_front_page_has_four_posts_with_pictures(output: Path) -> None:
    page = Page(output / "index.html")
    assert page.texts(".home-actions a") == ["Guide", "Blog"]
    assert len(page.posts) == 4
    pictures = [image.get("src", "") for image in page.all(".blog-compact-post img")]
    assert len(pictures) == 4
    assert all((output / picture).is_file() for picture in pictures)
