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


@pytest.mark.parametrize("name", ["README.md", "README.zh.md"])
def test_a_readme_is_short(name: str) -> None:
    assert len((ROOT / name).read_text(encoding="utf-8").splitlines()) <= 120


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_the_make_targets_that_are_named_exist(name: str) -> None:
    targets = set(re.findall(r"^([a-z0-9-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = set(re.findall(r"make ([a-z0-9-]+)", (ROOT / name).read_text(encoding="utf-8")))
    assert len(named) >= 2
    assert named <= targets


@pytest.mark.parametrize("name", ["README.md", "README.zh.md"])
def test_the_files_that_are_named_exist(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    named = set(re.findall(r'(?:\]\(|src(?:set)?=")(?!https?:)([^")#]+)', text))
    assert len(named) > 15
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


def _rounded(seconds: str) -> str:
    """Two digits are all that another run will repeat."""
    return f"{float(seconds):.2g}"


@pytest.mark.parametrize("name", ["README.md", "README.zh.md"])
def test_the_figures_are_those_that_were_measured(name: str) -> None:
    readme = (ROOT / name).read_text(encoding="utf-8")
    heading, *found = (
        [cell.strip() for cell in line.strip("| \n").split("|")]
        for line in re.findall(r"^\|(?: \||.*\(benchmarks/README\.md\)).*$", readme, re.MULTILINE)
        if "sphinx-blogext" in line or "benchmarks/README" in line
    )
    ((_title, *cells),) = found
    text = (ROOT / "benchmarks/README.md").read_text(encoding="utf-8")
    # The latest table stands first.
    measured: dict[str, tuple[str, str]] = {}
    for engine, clean, body in re.findall(
        r"^\| (\w[\w -]*)[^|]* \| [^|]+ \| \d+ \| ([\d.]+) \| [\d.]+ \| ([\d.]+) \|", text, re.MULTILINE
    ):
        measured.setdefault(engine, (_rounded(clean), _rounded(body)))
    told = {engine: re.findall(r"[\d.]+", cell) for engine, cell in zip(heading, cells, strict=True)}
    assert len([figures for figures in told.values() if figures]) == 6
    for engine, figures in told.items():
        if figures:
            assert tuple(figures) == measured[engine], engine


@pytest.mark.parametrize("name", ["README.md", "README.zh.md"])
def test_the_weight_of_a_list_is_that_of_the_reference(name: str) -> None:
    reference = (ROOT / "docs" / "reference" / "theme.md").read_text(encoding="utf-8")
    (weight,) = re.findall(r"^\| blogext \| (\d+) \|", reference, re.MULTILINE)
    (font,) = re.findall(r"(\d+) KB with\s+the list", reference)
    told = re.findall(r"(\d+) KB", (ROOT / name).read_text(encoding="utf-8"))
    assert told == [weight, str(int(weight) + int(font))]
