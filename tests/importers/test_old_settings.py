"""What the settings of an old site say about its posts: which are public, what they are called, and more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from importing import front_matter, run_import

if TYPE_CHECKING:
    from pathlib import Path

POST = "Title: {0}\nDate: 2024-01-02\n{1}\nText.\n"


def imported(engine: str, files: dict[str, str], tmp_path: Path) -> dict[str, dict[str, Any]]:
    """The front matter of the posts that an import makes, by the names of their files."""
    found = run_import(engine, files, tmp_path)
    return {name: front_matter(text) for name, text in found.items() if name.endswith(".md")}


@pytest.mark.parametrize(
    "written",
    ["{'status': 'draft', 'tags': 'a, b'}", "(('status', 'draft'), ('tags', 'a, b'))", "dict(status='draft')"],
)
def test_posts_of_pelican_have_the_metadata_of_the_site(written: str, tmp_path: Path) -> None:
    files = {
        "pelicanconf.py": f"SITENAME = 'X'\nDEFAULT_METADATA = {written}\n",
        "content/a.md": POST.format("A", "Tags: c\n"),
        "content/b.md": POST.format("B", "Status: published\n"),
        "content/c.md": POST.format("C", "Status:\n"),
    }
    found = imported("pelican", files, tmp_path)
    assert {name for name, said in found.items() if said.get("draft")} == {"a.md", "c.md"}
    assert found["a.md"]["tags"] == ["c"]
    assert found["b.md"].get("tags") == (["a", "b"] if "tags" in written else None)


def test_posts_of_pelican_have_the_metadata_of_their_paths(tmp_path: Path) -> None:
    files = {
        "pelicanconf.py": (
            "SITENAME = 'X'\nSITEURL = 'https://x.example'\nSLUGIFY_SOURCE = 'basename'\n"
            "DEFAULT_METADATA = {'category': 'Never', 'lang': 'de'}\n"
            "EXTRA_PATH_METADATA = {'fr': {'lang': 'fr', 'category': 'Never'},\n"
            "    'fr/b.md': {'status': 'hidden'}, 1: 2}\n"
            "PATH_METADATA = r'.*/(?P<series>[a-z]+)\\.md'\nFILENAME_METADATA = None\n"
        ),
        "content/my-File.md": POST.format("Another title", ""),
        "content/fr/b.md": POST.format("B", ""),
        "content/fr/c.md": POST.format("C", "Lang: en\nSlug: see\n"),
    }
    found = imported("pelican", files, tmp_path)
    assert found["my-File.md"]["category"] == ["misc"]
    assert found["my-File.md"]["id"] == "tag:x.example,2024-01-02:/my-file-de.html"
    b, c = found["b.md"], found["c.md"]
    assert (b["language"], b["category"], b["series"], b["unlisted"]) == ("fr", ["fr"], ["b"], True)
    assert (c["language"], c["series"], c["redirect"]) == ("en", ["c"], ["see.html"])
    assert (b["redirect"], found["my-File.md"]["redirect"]) == (["b-fr.html"], ["my-file-de.html"])


@pytest.mark.parametrize(
    ("written", "names"),
    [("['_*', 'wip']", {"a.md"}), ("'_*'", {"a.md", "b.md"}), ("[1]", {"a.md", "b.md", "_c.md"})],
)
def test_files_that_pelican_ignores_are_no_posts(written: str, names: set[str], tmp_path: Path) -> None:
    texts = {f"content/{name}": POST.format(name, "") for name in ("a.md", "wip/b.md", "_c.md")}
    files = {"pelicanconf.py": f"SITENAME = 'X'\nIGNORE_FILES = {written}\n", **texts}
    assert imported("pelican", files, tmp_path).keys() == names


def test_scopes_of_jekyll_may_have_patterns(tmp_path: Path) -> None:
    files = {
        "_config.yml": (
            "exclude: [_posts/old, '*/secret-*', '2023*']\ninclude: [_posts/old/2024-01-02-kept.md]\ndefaults:\n"
            "  - {scope: {path: '_posts/*/wip'}, values: {published: false}}\n"
            "  - {scope: {path: '**/deep', type: posts}, values: {lang: hu, categories: [Mély]}}\n"
            "  - {scope: {path: '_posts/{x,y}/*.md'}, values: {lang: de}}\n"
            "  - {scope: {path: '_posts/{*'}, values: {lang: fr}}\n"
        ),
        **{
            f"_posts/{name}.md": "---\ntitle: T\n---\nText.\n"
            for name in (
                *("a/wip/2024-01-02-w", "wip/2024-01-02-v", "a/b/deep/2024-01-02-d", "y/2024-01-02-y"),
                *("old/2024-01-02-o", "old/2024-01-02-kept", "2024-01-02-p", "secret-1/2024-01-02-s"),
            )
        },
    }
    found = imported("jekyll", files, tmp_path)
    assert {name for name, said in found.items() if said.get("draft")} == {"2024-01-02-w.md"}
    assert found.keys() == {f"2024-01-02-{name}.md" for name in ("w", "v", "d", "y", "kept", "p")}
    languages = {name: said["language"] for name, said in found.items() if "language" in said}
    assert languages == {"2024-01-02-d.md": "hu", "2024-01-02-y.md": "de"}
    assert found["2024-01-02-d.md"]["category"] == ["Mély"]


MATERIAL = "plugins:\n  - blog: {post_excerpt_separator: <!-- cut -->}\n"
SNIPPETS = "  - pymdownx.snippets: {base_path: [parts], auto_append: [abbr.md, gone.md]}\n"
ABBREVIATION = '<abbr title="Markup">HTML</abbr>'


def test_what_material_appends_to_pages_is_read(tmp_path: Path) -> None:
    files = {
        "mkdocs.yml": f"site_name: X\n{MATERIAL}markdown_extensions:\n  - pymdownx.magiclink\n{SNIPPETS}",
        "parts/abbr.md": "*[HTML]: Markup\n",
        "docs/blog/posts/a.md": "---\ndate: 2024-01-02\n---\n# A\n\nHTML at https://x.org\n\n<!-- cut -->\n\nb\n",
    }
    text = run_import("material", files, tmp_path)["a.md"]
    assert text.endswith(f"# A\n\n{ABBREVIATION} at <https://x.org>\n\n<!-- more -->\n\nb\n")


CUT = "One.\n\n{0}\n\nTwo.\n"


@pytest.mark.parametrize(
    ("engine", "files", "marker"),
    [
        (
            "jekyll",
            {
                "_config.yml": "excerpt_separator: <!-- cut -->\n",
                "_posts/2024-01-02-a.md": "---\ntitle: A\n---\n" + CUT.format("<!-- cut -->"),
            },
            "<!-- more -->",
        ),
        (
            "jekyll",
            {
                "_config.yml": "excerpt_separator: 3\n",
                "_posts/2024-01-02-a.md": "---\nexcerpt_separator: ~~~~\n---\n" + CUT.format("~~~~"),
            },
            "<!-- more -->",
        ),
        (
            "pelican",
            {
                "pelicanconf.py": "SITENAME = 'X'\n",
                "content/a.md": POST.format("A", "") + CUT.format("<!-- PELICAN_END_SUMMARY -->"),
            },
            "<!-- more -->",
        ),
        (
            "pelican",
            {
                "pelicanconf.py": "SITENAME = 'X'\n",
                "content/a.rst": "A\n#####\n\n:date: 2024-01-02\n\n" + CUT.format(".. PELICAN_END_SUMMARY"),
            },
            ".. more::",
        ),
    ],
)
def test_teasers_end_where_the_site_said(engine: str, files: dict[str, str], marker: str, tmp_path: Path) -> None:
    found = run_import(engine, files, tmp_path)
    text = next(text for name, text in found.items() if not name.startswith("conf"))
    assert f"One.\n\n{marker}\n\nTwo." in text
