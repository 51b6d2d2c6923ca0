"""``blogext import``: files of the old site that no post uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_blogext.command.main import main

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_galleries_of_nikola_are_listed_as_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {
        "conf.py": "SITE_URL = 'https://e.example/'\nPOSTS = (('posts/*.md', 'posts', 'post.tmpl'),)\n",
        "posts/a.md": "<!--\n.. title: A\n.. slug: a\n.. date: 2024-01-02\n-->\n\n![](/images/used.png)\n",
        "galleries/s/a.jpg": "x",
        "images/used.png": "x",
        "images/unused.png": "x",
    }
    for name, text in files.items():
        (tmp_path / "old" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "old" / name).write_text(text, encoding="utf-8")
    assert main(["import", "nikola", str(tmp_path / "old"), "--to", str(tmp_path / "blog")]) == 0
    assert "Pages that are not posts, not imported: 1\n  galleries/s/\n" in capsys.readouterr().out
    assert [path.name for path in (tmp_path / "blog").rglob("*.*g")] == ["used.png"]
