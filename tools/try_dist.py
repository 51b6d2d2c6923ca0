"""Build a small site from each file in ``dist``, with the supported versions of Python and Sphinx.

Each file is installed with its dependencies into a fresh environment, so the package index must be reachable.
With the oldest Sphinx, all dependencies are the oldest allowed. A Python that is not installed is left out, with
a message.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from versions import ENVIRONMENTS, ROOT, Environment, find_python, lowest_versions


def requirements(environment: Environment) -> list[str]:
    return lowest_versions() if environment.is_lowest else [f"sphinx=={environment.sphinx}.*"]


def try_file(path: Path, python: str, wanted: list[str], folder: Path) -> str:
    """Return the versions that a site was built with, or nothing if that failed."""
    # Nothing may lead to the sources.
    variables = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    subprocess.run([python, "-m", "venv", folder], check=True)
    own = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    pip = [own, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, path, *wanted], check=True, cwd=folder, env=variables)
    cell = [own, ROOT / "tools" / "cell.py", "blogext", "html"]
    if subprocess.run(cell, check=False, cwd=folder, env=variables).returncode:
        return ""
    code = "import platform, sphinx; print(f'Python {platform.python_version()}, Sphinx {sphinx.__version__}')"
    return subprocess.run([own, "-c", code], check=True, cwd=folder, capture_output=True, text=True).stdout.strip()


def main() -> int:
    files = sorted((ROOT / "dist").iterdir())
    status = 0 if files else 1
    for environment in ENVIRONMENTS:
        for name in environment.pythons:
            python = find_python((name,))
            if python is None:
                print(f"Python {name} with Sphinx {environment.sphinx} is left out: not installed.", flush=True)
                continue
            for path in files:
                with tempfile.TemporaryDirectory() as folder:
                    versions = try_file(path, python, requirements(environment), Path(folder))
                print(f"{path.name}: {versions or 'failed'}", flush=True)
                status = status or int(not versions)
    return status


if __name__ == "__main__":
    sys.exit(main())
