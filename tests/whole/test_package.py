"""The wheel: it holds everything, and works in an environment of its own."""

import os
import subprocess
import sys
import sysconfig
import venv
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


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of a fresh environment with the wheel; it sees the other packages of ours.

    Those are found through a path file, in which the editable installation of the sources is
    left out: nothing need be downloaded.
    """
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    bin_folder = folder / ("Scripts" if os.name == "nt" else "bin")
    scheme = {"base": str(folder), "platbase": str(folder)}
    site = Path(sysconfig.get_path("purelib", "venv", scheme))
    with ZipFile(wheel) as archive:
        # A wheel of pure Python is installed by unpacking it.
        archive.extractall(site)
    (site / "others.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return bin_folder / "python"


def run(python: Path, *arguments: object, folder: Path) -> str:
    # Away from the sources, and without what this test was started with.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    command = [str(argument) for argument in (python, *arguments)]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_wheel_holds_every_file_of_the_package_and_nothing_else(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        names = archive.namelist()
        metadata, entry_points = (
            archive.read(next(name for name in names if name.endswith(f"/{end}"))).decode()
            for end in ("METADATA", "entry_points.txt")
        )
    kinds = {".py", ".html", ".jinja", ".css", ".js", ".toml", ".conf", ".svg", ".typed", ".mo"}
    files = [
        path for package in PACKAGES for path in package.rglob("*") if path.is_file() and path.suffix in kinds
    ]
    wanted = {path.relative_to(ROOT).as_posix() for path in files}
    assert len(wanted) > 40
    assert wanted - set(names) == set()
    assert {name.split("/")[0].partition("-")[0] for name in names} == {package.name for package in PACKAGES}
    assert [name for name in names if "__pycache__" in name or name.endswith((".pyc", ".orig", ".rej"))] == []
    assert "License-Expression: MIT" in metadata
    assert "import = blogext_import.command" in entry_points


def test_the_example_site_is_built_from_the_wheel_with_its_theme(python: Path, tmp_path: Path) -> None:
    file = run(python, "-c", "import sphinx_blogext; print(sphinx_blogext.__file__)", folder=tmp_path).strip()
    assert Path(file).is_relative_to(python.parent.parent)
    command = "-m sphinx -W -q -b html -d".split()
    run(python, *command, tmp_path / "doctrees", ROOT / "example_site", tmp_path / "html", folder=tmp_path)
    assert (tmp_path / "html" / "blog" / "page" / "2.html").is_file()
    assert (tmp_path / "html" / "_static" / "blogext-theme.css").is_file()


def test_the_catalogs_are_in_the_wheel_and_are_used(python: Path, tmp_path: Path) -> None:
    conf = 'extensions = ["sphinx_blogext"]\nlanguage = "zh_CN"\nhtml_baseurl = "https://example.org/"\n'
    (tmp_path / "conf.py").write_text(conf, encoding="utf-8")
    (tmp_path / "index.rst").write_text("Home\n====\n", encoding="utf-8")
    post = "Post\n====\n\n.. post:: 2024-05-06\n   :language: fr\n\nText.\n\n.. more::\n\nRest.\n"
    (tmp_path / "post.rst").write_text(post, encoding="utf-8")
    run(python, "-m", "sphinx", "-W", "-q", tmp_path, tmp_path / "out", folder=tmp_path)
    assert "2024年5月6日" in (tmp_path / "out" / "blog.html").read_text(encoding="utf-8")
    # The header of a post speaks its own language.
    post = (tmp_path / "out" / "post.html").read_text(encoding="utf-8")
    assert "6 mai 2024" in post
    assert "1 min de lecture" in post
