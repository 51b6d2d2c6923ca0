"""Extract the messages of the package, and update and compile the catalogs.

The messages are in English. Every other language has a catalog of what readers see, ``sphinx_blogext``, and some
have one of the words of new sites, ``blogext``: both below ``sphinx_blogext/locale``.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "sphinx_blogext"
LOCALE = PACKAGE / "locale"
#: Where the messages of each catalog are.
SOURCES = {
    "sphinx_blogext": (
        "[extractors]\ntheme = tools.translations:extract_theme\njinja2 = jinja2.ext:babel_extract\n"
        "[ignore: command/**.py]\n[theme: theme/**.html]\n[python: **.py]\n[jinja2: **.html]\n"
    ),
    "blogext": (
        "[extractors]\njinja2 = jinja2.ext:babel_extract\n"
        "[python: command/existing.py]\n[python: command/init.py]\n"
        "[jinja2: command/**.md.jinja]\n[jinja2: command/**.py.jinja]\n"
    ),
}


def extract_theme(file: Any, *arguments: object, **options: object) -> Iterator[tuple[int, None, str, list[str]]]:
    """Yield the messages of a template of the theme: those of ``word``; others are in Sphinx's own catalog."""
    for number, line in enumerate(file, 1):
        for message in re.findall(r"\bword\('([^']*)'\)", line.decode()):
            yield number, None, message, []


def run_babel(*arguments: object) -> None:
    """Run a Babel command in the root of the project."""
    command = [sys.executable, "-m", "babel.messages.frontend", *map(str, arguments)]
    subprocess.run(command, check=True, cwd=ROOT)


def extract(domain: str, template: Path) -> None:
    """Write the messages of a catalog to its *template*."""
    options = ("--no-location", "--sort-output", "--omit-header", f"--output={template}")
    with TemporaryDirectory() as folder:
        mapping = Path(folder, "mapping.cfg")
        mapping.write_text(SOURCES[domain], encoding="utf-8")
        run_babel("-q", "extract", f"--mapping={mapping}", *options, PACKAGE.name)


def main() -> None:
    for domain in SOURCES:
        template = LOCALE / f"{domain}.pot"
        extract(domain, template)
        run_babel(
            "-q",
            "update",
            f"--input-file={template}",
            f"--domain={domain}",
            f"--output-dir={LOCALE}",
            "--no-fuzzy-matching",
            "--ignore-obsolete",
            "--ignore-pot-creation-date",
        )
        run_babel("compile", f"--domain={domain}", f"--directory={LOCALE}", "--statistics")


if __name__ == "__main__":
    main()
