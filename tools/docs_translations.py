"""Bring the Chinese catalogs of the documentation up to date, or check how much of them is translated.

The catalogs are in ``docs/locale``, one for each translated page, where Sphinx looks for them. To translate
another page, create an empty catalog of its name there.

    python tools/docs_translations.py            # update the catalogs, say how much is translated
    python tools/docs_translations.py --check    # change nothing; fail if too little is
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

if TYPE_CHECKING:
    from babel.messages.catalog import Message

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
CATALOGS = DOCS / "locale" / "zh_CN" / "LC_MESSAGES"
#: In per cent of the messages of the pages that have to be translated.
LEAST = 95
#: Folders and pages that are translated as a whole: a new page there needs a catalog. Others may have one.
COMPLETE = ("index", "tutorial/", "how-to/", "explanation/", "reference/")
#: Of these, those that show samples of text, and names.
SAMPLES = ("reference/elements", "reference/versions")
#: What stays as it is: code, roles, tags and addresses. Two letters in a row elsewhere are a word.
_NO_WORDS = re.compile(r"(`+) .* \1|`[^`]*`|\{\w+\}|\$[^$]*\$|\\[a-z]+|<[^>]*>|\]\([^)]*\)|https?://\S+")


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


def is_translated(message: Message, catalog: Catalog) -> bool:
    """Return whether it says something else than the English one, if that has words that are no names."""
    entry = catalog.get(message.id)
    if entry is None or not entry.string or entry.fuzzy:
        return False
    words = re.findall(r"(?<![\w.-])[a-z]{2,}(?![\w.-])", _NO_WORDS.sub("", str(message.id)))
    return entry.string != message.id or len(words) < 2


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    is_check = parser.parse_args().check
    with tempfile.TemporaryDirectory() as folder:
        templates = extract(Path(folder))
    # Of all pages, and of those that have to be translated
    done, total = [0, 0], [0, 0]
    for name, template in sorted(templates.items()):
        path = CATALOGS / f"{name}.po"
        catalog = read(path) if path.is_file() else Catalog()
        messages = [message for message in template if message.id]
        translated = sum(is_translated(message, catalog) for message in messages)
        is_needed = name.startswith(COMPLETE) and name not in SAMPLES
        for place in range(1 + is_needed):
            done[place] += translated
            total[place] += len(messages)
        if translated < len(messages) and (is_needed or path.is_file()):
            print(f"{name}: {translated} of {len(messages)}")
        if not is_check and path.is_file():
            update(catalog, template)
            with path.open("wb") as file:
                write_po(file, catalog, width=0, omit_header=True, ignore_obsolete=True)
    print(
        f"{done[0]:,} of all {total[0]:,} messages of the documentation are translated into Chinese "
        f"({done[0] / total[0]:.1%}), and {done[1]:,} of the {total[1]:,} that have to be."
    )
    return 1 if is_check and done[1] * 100 < total[1] * LEAST else 0


if __name__ == "__main__":
    sys.exit(main())
