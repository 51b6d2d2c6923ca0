"""Extract the messages of the package, and update and compile the catalogs.

The messages are in English; every other language has a catalog below ``sphinx_blogext/locale``.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
LOCALE = ROOT / "sphinx_blogext" / "locale"
TEMPLATE = LOCALE / "sphinx_blogext.pot"


def run_babel(*arguments: str) -> None:
    """Run a Babel command in the root of the project."""
    subprocess.run([sys.executable, "-m", "babel.messages.frontend", *arguments], check=True, cwd=ROOT)


def main() -> None:
    run_babel(
        "extract",
        "--mapping=babel.cfg",
        "--no-location",
        "--sort-output",
        "--omit-header",
        f"--output={TEMPLATE}",
        "sphinx_blogext",
    )
    catalogs = ["--domain=sphinx_blogext", f"--output-dir={LOCALE}"]
    run_babel(
        "update",
        f"--input-file={TEMPLATE}",
        *catalogs,
        "--no-fuzzy-matching",
        "--ignore-obsolete",
        "--ignore-pot-creation-date",
    )
    run_babel("compile", "--domain=sphinx_blogext", f"--directory={LOCALE}", "--statistics")


if __name__ == "__main__":
    main()
