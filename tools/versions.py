"""Run tests and build small sites with the supported versions of Sphinx and Python, themes and builders.

Each version of Sphinx has its own environment, ``.venv-VERSION``. The oldest one has the oldest allowed version
of every dependency. The tests that depend on Sphinx's internals run in the oldest and the newest. Each theme and
each builder is tried in one of the environments: see ``tools/cell.py``. A version is left out, with a message, if
there is no suitable interpreter.

With ``--record``, the results go into the documentation. Without it, versions of Sphinx can be named: those alone
are tried.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
RECORD = ROOT / "docs" / "_ext" / "versions.json"
TESTS = (
    *("data/test_incremental", "data/test_kept", "write/test_teasers"),
    *("speedups", "theme/test_search", "ground"),
)


class Environment(NamedTuple):
    """A version of Sphinx, versions of Python to run it on (the first installed one is used), and what to try."""

    sphinx: str
    pythons: tuple[str, ...]
    #: Pairs of a theme and a builder; the packages of themes are named in ``PACKAGES``.
    cells: tuple[tuple[str, str], ...]
    runs_tests: bool = False
    is_lowest: bool = False


#: The packages of themes that Sphinx does not include.
PACKAGES = {
    "furo": "furo",
    "pydata_sphinx_theme": "pydata-sphinx-theme",
    "sphinx_book_theme": "sphinx-book-theme",
    "sphinx_rtd_theme": "sphinx-rtd-theme",
    "shibuya": "shibuya",
    "python_docs_theme": "python-docs-theme",
    "sphinx_immaterial": "sphinx-immaterial",
}
BUILDERS = ("singlehtml", "epub", "latex", "text", "man", "gettext", "linkcheck", "json")
ENVIRONMENTS = (
    Environment(
        "8.2", ("3.11",), (("alabaster", "html"), ("blogext", "dirhtml")), runs_tests=True, is_lowest=True
    ),
    Environment(
        "9.0", ("3.12",), (("furo", "html"), ("sphinx_rtd_theme", "dirhtml"), ("sphinx_immaterial", "html"))
    ),
    Environment(
        "9.1",
        ("3.14", "3.12"),
        (("pydata_sphinx_theme", "dirhtml"), ("shibuya", "html"), ("python_docs_theme", "html")),
    ),
    Environment(
        "9.2",
        ("3.13", "3.14"),
        (("blogext", "html"), ("sphinx_book_theme", "html"), *(("alabaster", builder) for builder in BUILDERS)),
        runs_tests=True,
    ),
)


def find_python(names: tuple[str, ...]) -> str | None:
    """Return an interpreter of one of the versions *names*, on the path or of ``pyenv``."""
    for name in names:
        installed = sorted(Path.home().glob(f".pyenv/versions/{name}.*/bin/python"))
        for found in (shutil.which(f"python{name}"), *map(str, installed)):
            # A shim of pyenv's is there for versions that are switched off, too.
            if found and subprocess.run([found, "-c", ""], capture_output=True, check=False).returncode == 0:
                return found
    return None


def lowest_versions() -> list[str]:
    """Return the requirements of the package, each at the oldest version that it allows."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [requirement.replace(">=", "==") for requirement in project["dependencies"] if ">=" in requirement]


def make_environment(environment: Environment, python: str) -> Path:
    """Return the interpreter of an environment, which is created if it is missing or outdated."""
    folder = ROOT / f".venv-{environment.sphinx}"
    own = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    ready = folder / ".ready"
    made_of = (ROOT / "pyproject.toml", Path(__file__))
    if not ready.is_file() or ready.stat().st_mtime < max(path.stat().st_mtime for path in made_of):
        subprocess.run([python, "-m", "venv", "--clear", folder], check=True)
        pip = [own, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, "--upgrade", "pip>=25.1"], check=True)
        wanted = [PACKAGES[theme] for theme, _builder in environment.cells if theme in PACKAGES]
        wanted += lowest_versions() if environment.is_lowest else [f"sphinx=={environment.sphinx}.*"]
        wanted += ["--group", "core"] if environment.runs_tests else []
        subprocess.run([*pip, "--editable", ".", *wanted], check=True, cwd=ROOT)
        ready.touch()
    return own


def installed(own: Path) -> dict[str, str]:
    """Return the versions of the packages in an environment."""
    command = [own, "-m", "pip", "list", "--format", "json", "--disable-pip-version-check"]
    found = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return {package["name"].lower().replace("_", "-"): package["version"] for package in found}


def run_tests(own: Path) -> str:
    """Run the tests that depend on Sphinx's internals; return how many passed, or nothing if some failed."""
    tests = [next(iter(ROOT.glob(f"tests/{name}*"))) for name in TESTS]
    command = [own, "-m", "pytest", "-q", "-n", "auto", "--dist", "loadfile", "-m", "not slow", *tests]
    done = subprocess.run(command, check=False, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    print(done.stdout, flush=True)
    passed = re.search(r"(\d+) passed", done.stdout)
    return passed[1] if passed and not done.returncode else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--record", action="store_true", help="put the results into the documentation")
    parser.add_argument("versions", nargs="*", metavar="SPHINX", help="versions of Sphinx, instead of all")
    options = parser.parse_args()
    is_recorded = options.record
    if unknown := set(options.versions) - {environment.sphinx for environment in ENVIRONMENTS}:
        parser.error(f"not among the supported versions: {', '.join(sorted(unknown))}")
    if is_recorded and options.versions:
        parser.error("only the results of all versions can be recorded")
    status = 0
    results = []
    for environment in ENVIRONMENTS:
        if options.versions and environment.sphinx not in options.versions:
            continue
        python = find_python(environment.pythons)
        if python is None:
            wanted = " or ".join(environment.pythons)
            print(f"Sphinx {environment.sphinx} is left out: there is no Python {wanted}.", flush=True)
            # The workflow installs the version of Python that belongs to it.
            status = status or int("GITHUB_ACTIONS" in os.environ)
            continue
        own = make_environment(environment, python)
        versions = installed(own)
        running = subprocess.run([own, "-V"], check=True, capture_output=True, text=True).stdout.split()[1]
        print(f"Sphinx {versions['sphinx']}, Python {running}:", flush=True)
        cells = []
        for theme, builder in environment.cells:
            command = [own, ROOT / "tools" / "cell.py", theme, builder]
            failed = subprocess.run(command, check=False, cwd=ROOT).returncode
            print(f"  {theme}, {builder}: {'failed' if failed else 'passed'}", flush=True)
            status = status or failed
            version = versions.get(PACKAGES.get(theme, theme), "")
            cells.append({"theme": theme, "version": version, "builder": builder})
        tests = run_tests(own) if environment.runs_tests else ""
        status = status or (environment.runs_tests and not tests)
        names = ("sphinx", "docutils", "myst-parser")
        found = {"python": running, **{name: versions[name] for name in names}}
        results.append({"versions": found, "tests": tests, "cells": cells})
    if is_recorded and not status:
        record = {"date": datetime.date.today().isoformat(), "results": results}
        RECORD.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    return int(status)


if __name__ == "__main__":
    sys.exit(main())
