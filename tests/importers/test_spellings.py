"""``blogext import``: names that are spelled in several ways count as one, and the site builds."""

from pathlib import Path
from typing import Any

import pytest
from conftest import MakeSite
from imports import moved, settings_of

POST = "---\ntitle: T{0}\ndate: 2024-03-0{0}\n{1}\n---\nText.\n"

CASES: dict[str, tuple[str, dict[str, str], dict[str, Any]]] = {
    "authors of a file": ("hugo", {"hugo.toml": 'baseURL = "https://e.example/"\n',
        "data/authors.yml": "bob:\n  name: Bob Roe\n",
        "content/posts/1.md": POST.format(1, "authors: [Bob, Jane Doe]"),
        "content/posts/2.md": POST.format(2, "authors: Bob Roe"),
        "content/posts/3.md": POST.format(3, "author: jane doe")},
        {"blog_authors": {"bob": {"name": "Bob Roe"}, "Jane Doe": {"name": "Jane Doe"}}}),
    "languages": (
        "hexo",
        {
            "_config.yml": "url: https://e.example\nlanguage: zh_CN\n",
            **{
                f"source/_posts/{n}.md": POST.format(n, f"lang: {code}")
                for n, code in enumerate(["zh-CN", "zh-cn", "zh_CN", "en"])
            },
        },
        {"blog_languages": {"en": ("English", None), "zh_CN": ("中文 (简体)", None)}},
    ),
    "tags": ("docusaurus", {"docusaurus.config.js": "module.exports = {url: 'https://e.example'};\n",
        "blog/tags.yml": "Rust:\n  label: Rust\n  description: First\nrust:\n  label: rust\n",
        "blog/2024-01-02-a.md": "---\ntags: [rust]\n---\n# A\n"},
        {"blog_tags": {"Rust": {"label": "Rust", "description": "First"}}}),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_the_site_builds(make_site: MakeSite, tmp_path: Path, case: str) -> None:
    engine, files, expected = CASES[case]
    settings = settings_of(engine, files, tmp_path)
    assert {name: settings[name] for name in expected} == expected
    assert moved(make_site, tmp_path, engine, files).warnings == []
