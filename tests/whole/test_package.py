"""The wheel: it holds everything. That it works, `make dist` shows."""

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest
from conftest import ROOT

pytestmark = pytest.mark.slow
PACKAGES = [ROOT / "sphinx_blogext", ROOT / "blogext_import"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from the sdist, which is beside it; the build backend is the one installed."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT]
    subprocess.run(command, check=True, capture_output=True)
    (path,) = folder.glob("*.whl")
    return path


def test_the_wheel_holds_every_file_of_the_package_and_nothing_else(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        names = archive.namelist()
        metadata, entry_points = (
            archive.read(next(name for name in names if name.endswith(f"/{end}"))).decode()
            for end in ("METADATA", "entry_points.txt")
        )
    kinds = {".py", ".html", ".jinja", ".css", ".js", ".toml", ".conf", ".svg", ".typed", ".mo"}
    files = [p for package in PACKAGES for p in package.rglob("*") if p.is_file() and p.suffix in kinds]
    wanted = {path.relative_to(ROOT).as_posix() for path in files}
    assert len(wanted) > 40
    assert wanted - set(names) == set()
    assert {name.split("/")[0].partition("-")[0] for name in names} == {package.name for package in PACKAGES}
    assert [name for name in names if "__pycache__" in name or name.endswith((".pyc", ".orig", ".rej"))] == []
    assert "License-Expression: MIT" in metadata
    assert "import = blogext_import.command" in entry_points
