"""Bring the Chinese catalogs of the documentation up to date, or check how much of them is translated.

The catalogs are in ``docs/locale``, one for each translated page, where Sphinx looks for them. To translate
another page, create an empty catalog of its name there.

    python tools/docs_translations.py            # update the catalogs, say how much is translated
    python tools/docs_translations.py --check    # change nothing; fail if too little is
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from babel.messages.pofile import read_po, write_po

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
CATALOGS = DOCS / "locale" / "zh_CN" / "LC_MESSAGES"
#: In per cent of the messages of all pages that have a catalog.
LEAST = 95
#: Folders and pages that are translated as a whole: a new page there needs a catalog.
COMPLETE = ("index", "tutorial/", "how-to/", "reference/configuration", "reference/warnings")


def extract(folder: Path) -> dict[str, Catalog]:
    """Return the messages of each page, by its name."""
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "gettext", DOCS, folder, "-d", folder / ".doctrees"]
    subprocess.run(command, check=True, cwd=ROOT)
    pages = {}
    for path in folder.rglob("*.pot"):
        with path.open("rb") as file:
            pages[path.relative_to(folder).with_suffix("").as_posix()] = read_po(file)
    return pages


def read(path: Path) -> Catalog:
    """Return a catalog; an empty one for an empty file."""
    with path.open("rb") as file:
        return read_po(file, locale="zh_CN", domain=path.stem)


def update(catalog: Catalog, template: Catalog) -> None:
    """Give the catalog the messages of the page as it is now."""
    catalog.update(template, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    # Fields that change with every update say nothing.
    catalog.header_comment = ""
    for message in catalog:
        message.locations = []


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    is_check = parser.parse_args().check
    with tempfile.TemporaryDirectory() as folder:
        templates = extract(Path(folder))
    done = total = 0
    for name, template in sorted(templates.items()):
        path = CATALOGS / f"{name}.po"
        if not path.is_file():
            if name.startswith(COMPLETE):
                print(f"{name} has no catalog")
                total += len(template)
            continue
        catalog = read(path)
        translated = sum(
            1 for message in template if message.id and getattr(catalog.get(message.id), "string", "")
        )
        done, total = done + translated, total + len(template)
        if translated < len(template):
            print(f"{name}: {translated} of {len(template)}")
        if not is_check:
            update(catalog, template)
            with path.open("wb") as file:
                write_po(file, catalog, width=0, omit_header=True, ignore_obsolete=True)
    print(f"{done} of {total} messages of the documentation are translated into Chinese ({done / total:.1%}).")
    return 1 if is_check and done * 100 < total * LEAST else 0


if __name__ == "__main__":
    sys.exit(main())
