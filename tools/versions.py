"""Run the tests that depend on Sphinx's internals on the oldest and the newest supported Sphinx.

Each version has an environment of its own, ``.venv-VERSION``, with a suitable interpreter. If there is
none, the version is skipped with a message.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
#: Versions of Sphinx, with versions of Python to run them on; the first one installed is used.
VERSIONS = {"8.2": ("3.11", "3.12", "3.13"), "9.2": ("3.13", "3.14")}
TESTS = (
    *("changes/test_incremental", "changes/test_kept", "changes/test_environment", "write/test_teasers"),
    *("speedups", "theme/test_search", "ground"),
)


def find_python(names: tuple[str, ...]) -> str | None:
    """Return an interpreter of one of the versions *names*, from the path or from ``pyenv``."""
    for name in names:
        installed = sorted(Path.home().glob(f".pyenv/versions/{name}.*/bin/python"))
        for found in (shutil.which(f"python{name}"), *map(str, installed)):
            # pyenv also has shims for versions that are not enabled.
            if found and subprocess.run([found, "-c", ""], capture_output=True, check=False).returncode == 0:
                return found
    return None


def make_environment(version: str, python: str) -> Path:
    """Return the interpreter in the environment for a version of Sphinx; create it if missing or outdated."""
    folder = ROOT / f".venv-{version}"
    own = folder / "bin" / "python"
    ready = folder / ".ready"
    if not ready.is_file() or ready.stat().st_mtime < (ROOT / "pyproject.toml").stat().st_mtime:
        subprocess.run([python, "-m", "venv", "--clear", folder], check=True)
        pip = [own, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "--upgrade", "pip>=25.1"], check=True)
        subprocess.run([*pip, "--editable", ".", f"sphinx=={version}.*", "--group", "core"], check=True, cwd=ROOT)
        ready.touch()
    return own


def main() -> int:
    tests = [next(iter(ROOT.glob(f"tests/{name}*"))) for name in TESTS]
    status = 0
    for version, names in VERSIONS.items():
        python = find_python(names)
        if python is None:
            print(f"Sphinx {version} is skipped: there is no Python {' or '.join(names)}.", flush=True)
            continue
        print(f"Sphinx {version} with {python}:", flush=True)
        own = make_environment(version, python)
        done = subprocess.run(
            [own, "-m", "pytest", "-q", "-n", "auto", "-m", "not slow", *tests], check=False, cwd=ROOT
        )
        status = status or done.returncode
    return status


if __name__ == "__main__":
    sys.exit(main())
