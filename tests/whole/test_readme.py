"""What the README shows is what works."""

import re

import pytest
from conftest import ROOT, MakeSite

_BLOCK = re.compile(r"^(`{3,})(\w+)\n(.*?)^\1$", re.DOTALL | re.MULTILINE)


TERMS = {"README.md": "tag/numerics", "README.zh.md": "tag/数值计算", "docs/how-to/existing-docs.md": "author/mei"}


@pytest.mark.parametrize("file", TERMS)
def test_its_lines_and_its_post(make_site: MakeSite, monkeypatch: pytest.MonkeyPatch, file: str) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1900000000")
    blocks = [match.group(2, 3) for match in _BLOCK.finditer((ROOT / file).read_text(encoding="utf-8"))]
    conf = next(text for language, text in blocks if language == "python")
    entry, post = (text for language, text in blocks if language == "markdown")
    home = "# Home\n\n```{toctree}\nblog/index\n```\n"
    site = make_site({"index.md": home, "blog/index.md": entry, "blog/floats.md": post}, conf)
    assert site.warnings == []
    page = site.page("blog/index")
    assert page.posts == [re.search("^# (.*)$", post, re.MULTILINE)[1]]  # type: ignore[index]
    assert page.links(".blog-read-more a") == ["../blog/floats.html#more"] * ("README" in file)
    assert site.page(f"blog/{TERMS[file]}").posts == page.posts
