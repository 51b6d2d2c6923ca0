"""What the README shows is what works."""

import re

import pytest
from conftest import ROOT, MakeSite

_BLOCK = re.compile(r"^(`{3,})(\w+)\n(.*?)^\1$", re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize(("name", "tag"), [("README.md", "numerics"), ("README.zh.md", "数值计算")])
def test_the_lines_and_the_post_of_the_readme(
    make_site: MakeSite, monkeypatch: pytest.MonkeyPatch, name: str, tag: str
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1900000000")
    blocks = [match.group(2, 3) for match in _BLOCK.finditer((ROOT / name).read_text(encoding="utf-8"))]
    conf = next(text for language, text in blocks if language == "python")
    entry, post = (text for language, text in blocks if language == "markdown")
    home = "# Home\n\n```{toctree}\nblog/index\n```\n"
    site = make_site({"index.md": home, "blog/index.md": entry, "blog/floats.md": post}, conf)
    assert site.warnings == []
    page = site.page("blog/index")
    assert page.posts == [re.search("^# (.*)$", post, re.MULTILINE)[1]]  # type: ignore[index]
    assert page.links(".blog-read-more a") == ["../blog/floats.html#more"]
    assert site.page(f"blog/tag/{tag}").posts == page.posts


def test_the_lines_and_the_post_of_the_guide(make_site: MakeSite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1900000000")
    text = (ROOT / "docs" / "how-to" / "existing-docs.md").read_text(encoding="utf-8")
    blocks = [match.group(2, 3) for match in _BLOCK.finditer(text)]
    conf = next(text for language, text in blocks if language == "python")
    entry, post = (text for language, text in blocks if language == "markdown")
    home = "# Home\n\n```{toctree}\nblog/index\n```\n"
    site = make_site({"index.md": home, "blog/index.md": entry, "blog/hello.md": post}, conf)
    assert site.warnings == []
    assert site.page("blog/index").posts == ["Hello"]
    assert site.page("blog/author/mei").posts == ["Hello"]
