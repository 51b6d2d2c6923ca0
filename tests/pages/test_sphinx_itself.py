"""What Sphinx itself leaves stale after an incremental build, and no more than that."""

import errno
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import MakeSite, Site
from steps import PICTURE, clean, differences, edit, write

Step = Callable[[Site], None]

pytestmark = pytest.mark.usefixtures("today")


class TestSphinxItself:
    """What plain Sphinx leaves stale, and a blog does not mend."""

    PLAIN: dict[str, Any] = {  # noqa: RUF012
        "extensions": ["myst_parser", "sphinx.ext.intersphinx"],
        "html_theme": "alabaster",
        "intersphinx_mapping": {"other": ("https://other.example/", "other.inv")},
    }

    def _stale(self, make_site: MakeSite, tmp_path: Path, step: Callable[[Site], None]) -> list[str]:
        files = {
            "index.md": "# Home\n\n```{toctree}\na\nb\n```\n",
            "a.md": "# A\n\nSee [](/b.md).\n\n```{include} part.txt\n```\n",
            "b.md": "# B\n\nText.\n\n![](pic.svg)\n",
            "part.txt": "Text and {ref}`thing`.\n",
            "pic.svg": PICTURE,
            "other.inv": inventory("A thing"),
        }
        site = make_site(files, self.PLAIN)
        step(site)
        site.build()
        return differences(site, clean(site, tmp_path / "clean"))

    def test_titles_in_navigation_and_references(self, make_site: MakeSite, tmp_path: Path) -> None:
        assert self._stale(make_site, tmp_path, edit("b.md", "# B", "# Other")) == ["a.html"]

    def test_pages_of_documents_that_are_gone(self, make_site: MakeSite, tmp_path: Path) -> None:
        def step(site: Site) -> None:
            site.edit("index.md", "\nb\n", "\n")
            site.edit("a.md", "See [](/b.md).", "Text.")
            site.delete("b.md")

        assert self._stale(make_site, tmp_path, step) == ["_images/pic.svg", "_sources/b.md.txt", "b.html"]

    def test_names_of_pictures_whose_files_are_called_the_same(self, make_site: MakeSite, tmp_path: Path) -> None:
        def step(site: Site) -> None:
            site.write("0/pic.svg", PICTURE.replace("9", "5"))
            site.write("0/new.md", "---\norphan: true\n---\n# New\n\n![](pic.svg)\n")

        pictures = ["_images/pic.svg", "_images/pic1.svg"]
        assert self._stale(make_site, tmp_path, step) == ["0/new.html", *pictures, "b.html"]

    def test_static_files_of_a_theme_that_is_gone(self, make_site: MakeSite, tmp_path: Path) -> None:
        def step(site: Site) -> None:
            site.configure(self.PLAIN | {"html_theme": "basic"})

        assert "_static/alabaster.css" in self._stale(make_site, tmp_path, step)

    def test_inventories_of_others(self, make_site: MakeSite, tmp_path: Path) -> None:
        step = write("other.inv", inventory("Another thing"))
        assert self._stale(make_site, tmp_path, step) == ["a.html"]

    def test_what_documents_include_when_another_builder_has_read_them(
        self, make_site: MakeSite, tmp_path: Path
    ) -> None:
        def step(site: Site) -> None:
            site.write("part.txt", "Another text.\n").build("dirhtml")
            site.builder = "html"

        assert self._stale(make_site, tmp_path, step) == ["a.html"]

    def test_a_page_that_a_full_disk_cut_short(
        self, make_site: MakeSite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def step(site: Site) -> None:
            site.edit("b.md", "Text.", "Another text.")
            with monkeypatch.context() as patch:
                patch.setattr(Path, "write_text", _cut_short)
                site.build()
            assert site.status == 0

        assert "b.html" in self._stale(make_site, tmp_path, step)


def inventory(title: str) -> bytes:
    """An inventory of another project with one label, as intersphinx reads it."""
    head = "# Sphinx inventory version 2\n# Project: Other\n# Version: 1\n# The rest is compressed using zlib\n"
    return head.encode() + zlib.compress(f"thing std:label -1 thing.html#$ {title}\n".encode())


def _cut_short(self: Path, data: str, **options: Any) -> int:
    self.write_bytes(data.encode()[:10])
    raise OSError(errno.ENOSPC, "No space left on device")
