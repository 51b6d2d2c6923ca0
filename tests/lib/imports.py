"""Run an import of a small site, and read what it makes."""

from pathlib import Path
from typing import Any

import yaml

from sphinx_blogext.command.main import main


def run_import(engine: str, files: dict[str, str], tmp_path: Path) -> dict[str, str]:
    """The files that an import of a site makes, by their names."""
    for name, text in files.items():
        path = tmp_path / "old" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    new = tmp_path / "new"
    assert main(["import", engine, str(tmp_path / "old"), "--to", str(new)]) in {0, 1}
    return {path.name: path.read_text(encoding="utf-8") for path in new.rglob("*.*")}


def front_matter(text: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(text.split("---")[1])
    return found
