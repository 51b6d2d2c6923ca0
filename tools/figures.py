"""Print how large and how entangled the code is: ``figures.py``.

Lines of each package, imports that run up, circles, functions with many branches, names of files that stand in
several packages, and the number of options. ``tests/whole/test_house.py`` says which package is on which floor.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests" / "whole"))
import test_house as house  # noqa: E402  # it is found only now

from sphinx_blogext.config.options import OPTIONS  # noqa: E402

#: Packages with one door each, which are not needed to understand the blog.
BOXES = frozenset({"theme", "mathml", "cjk", "speedups", "ablog", "cards", "pictures", "command", "consistency"})


def figures() -> dict[str, int]:
    """Return the figures by what they count, in the order in which they are printed."""
    rooms = sorted(set(map(house.room_of, house.MODULES)) - {"blogext_import"})
    folders = [room for room in rooms if (house.PACKAGE / room).is_dir()]
    lines = {room: house.lines_of(room) for room in rooms}
    ground = sum(lines[room] for room in rooms if room not in folders)
    extension = sum(lines.values())
    return {
        **{f"lines of {room}": lines[room] for room in folders},
        "lines of the ground": ground,
        "lines of the blog proper": extension - sum(lines[room] for room in BOXES),
        "lines of the extension": extension,
        "lines of blogext_import": house.lines_of("blogext_import"),
        "imports that run up": sum(len(house.upward(module)) for module in house.MODULES),
        "circles": len(house.circles()),
        "functions of a complexity over 10": house.complex_functions(),
        "file names in more than two packages": len(common_names()),
        "assignments to found": sum(
            house.MODULES[module].read_text(encoding="utf-8").count("found = ") for module in house.MODULES
        ),
        "options": len(OPTIONS),
    }


def common_names() -> set[str]:
    """Return the names of files that stand in more than two packages."""
    packages = defaultdict(set)
    for module, path in house.MODULES.items():
        if path.stem != "__init__":
            packages[path.stem].add(house.room_of(module))
    return {name for name, rooms in packages.items() if len(rooms) > 2}


if __name__ == "__main__":
    for name, number in figures().items():
        print(f"{number:>7,}  {name}")
