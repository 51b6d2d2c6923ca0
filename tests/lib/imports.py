"""Run an import of a small site, and read what it makes."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml
from conftest import MakeSite, Site

from sphinx_blogext.command.main import main


def put(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files below a folder, and return it."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    """The files below a folder, by their paths."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def run_import(engine: str, files: Mapping[str, str | bytes], folder: Path, to: str = "new") -> dict[str, str]:
    """The files that an import of a site makes, by their names."""
    old, new = put(folder / "old", files), folder / to
    assert main(["import", engine, str(old), "--to", str(new)]) in {0, 1}
    return {path.name: path.read_text(encoding="utf-8") for path in new.rglob("*.*") if path.suffix != ".png"}


def settings_of(engine: str, files: Mapping[str, str], folder: Path) -> dict[str, Any]:
    """The settings for ``conf.py`` that an import of a site writes."""
    settings: dict[str, Any] = {}
    exec(run_import(engine, files, folder, "new/blog")[f"conf-{engine}.py"], settings)
    return settings


def fronts_of(engine: str, files: Mapping[str, str], folder: Path) -> dict[str, dict[str, Any]]:
    """The front matter of the posts in Markdown that an import of a site makes, by the names of their files."""
    found = run_import(engine, files, folder)
    return {name: front_matter(text) for name, text in found.items() if name.endswith(".md")}


def moved(
    make_site: MakeSite, folder: Path, engine: str, files: Mapping[str, str], conf: str = "", builder: str = "html"
) -> Site:
    """The site made of an old one, with the settings copied to the end of ``conf.py``."""
    site = make_site({"index.md": "# Home\n"}, None, builder, build=False)
    old = put(folder / "old", files)
    assert main(["import", engine, str(old), "--to", str(site.source / "blog")]) in {0, 1}
    lines = (site.source / f"blog/conf-{engine}.py").read_text(encoding="utf-8")
    site.configure(f'extensions = ["myst_parser", "sphinx_design", "sphinx_blogext"]\n{conf}{lines}')
    return site.build()


def front_matter(text: str) -> dict[str, Any]:
    data: dict[str, Any] = yaml.safe_load(text.split("---")[1])
    return data
