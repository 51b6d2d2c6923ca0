"""How the package is built: on floors, of which each knows those below it and none above."""

import ast
import re
import sys
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import blogext_import
import sphinx_blogext

PACKAGE = Path(sphinx_blogext.__file__).parent
#: A program of its own, which uses a few names of the extension.
IMPORTER = Path(blogext_import.__file__).parent
#: From the ground up. What is beside each other does not know each other.
FLOORS = [
    set(floor.split())
    for floor in (
        *("_compat base_url events files isolation nodes patterns warnings", "core", "lang", "markup", "mathml"),
        *("theme", "config", "domain", "read", "site cjk", "api consistency pictures", "cards", "data", "write"),
        *("feeds news web", "publish", "speedups", "ablog", "__init__", "command", "__main__ blogext_import"),
    )
]
LEVELS = {room: level for level, rooms in enumerate(FLOORS) for room in rooms}
#: What knows less than it might by its floor.
NARROW = {
    "theme": {"markup", "lang"} | FLOORS[0],
    "mathml": {"lang"} | FLOORS[0],
    "core": {"patterns"},
    "domain": {"core"} | FLOORS[0],
    "blogext_import": {"ablog", "command", "core", "lang", "markup", "read"},
}
#: The modules of the extension that the importer takes names from: the seam at which the two can be separated.
SEAM = {
    *("ablog.forms", "command.site_config", "command.terminal", "lang.codes"),
    *(f"core.{name}" for name in "addresses dates metadata taxonomies terms urls".split()),
    *("markup.bounded_yaml", "markup.quote"),
}
#: The grammar of TeX's formulas is a circle: an argument of a command is a formula.
CIRCLES = [{"mathml.commands", "mathml.parser"}]
#: At most so many modules lie in no package.
MOST_MODULES = 12
#: The lines of each room; a room that needs a tenth more has become something else. Style is left to ruff.
BUDGETS = {
    "core": 2_783, "lang": 562, "markup": 930, "config": 1_140, "domain": 246, "read": 2_590, "site": 1_890,
    "data": 1_887, "write": 1_967, "feeds": 891, "web": 769, "news": 199, "consistency": 271,
    "theme": 1_051, "mathml": 1_727, "cjk": 259, "speedups": 1_250, "cards": 834, "pictures": 488,
    # What `init` adds to existing sites, too, and the server of the preview; all that ABlog's sites need.
    "command": 1_340, "ablog": 1_382, "blogext_import": 13_957,
}  # fmt: skip
#: What makes one more way through a function.
BRANCHES = (ast.If, ast.IfExp, ast.For, ast.While, ast.ExceptHandler, ast.Assert, ast.match_case)
#: At most so many functions of both packages have a complexity of more than 10.
MOST_COMPLEX = 21


def _name(path: Path) -> str:
    """Return the name of a module: within the extension, or in full."""
    parts = path.relative_to(PACKAGE if path.is_relative_to(PACKAGE) else IMPORTER.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


MODULES = {_name(path): path for package in (PACKAGE, IMPORTER) for path in sorted(package.rglob("*.py"))}


def room_of(module: str) -> str:
    return module.partition(".")[0]


@cache
def tree_of(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


def complexity(function: ast.AST) -> int:
    """Return how many ways lead through a function, counting each part of a condition as one."""
    ways = 1
    for node in ast.walk(function):
        if isinstance(node, ast.BoolOp):
            ways += len(node.values) - 1
        elif isinstance(node, ast.comprehension):
            ways += 1 + len(node.ifs)
        else:
            ways += isinstance(node, BRANCHES)
    return ways


@cache
def complex_functions() -> int:
    """Return how many functions of both packages have a complexity of more than 10."""
    functions = (node for module in MODULES for node in ast.walk(tree_of(module)))
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return sum(complexity(node) > 10 for node in functions if isinstance(node, kinds))


def lines_of(room: str) -> int:
    """Return the number of lines of a package, or of a module in none."""
    paths = [path for module, path in MODULES.items() if room_of(module) == room]
    return sum(path.read_text(encoding="utf-8").count("\n") for path in paths)


@cache
def imports_of(module: str) -> frozenset[str]:
    """Return the modules of both packages that *module* imports, be it for types only."""
    found = set()
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names = (f"{node.module}.{alias.name}" for alias in node.names)
            found.update(n if n.removeprefix("sphinx_blogext.") in MODULES else node.module for n in names)
    packages = ("sphinx_blogext", "blogext_import")
    own = {name.removeprefix("sphinx_blogext.") for name in found if name.partition(".")[0] in packages}
    return frozenset(own & MODULES.keys())


def upward(module: str) -> set[str]:
    """Return what *module* imports from its own floor or above."""
    own = room_of(module)
    others = {name for name in imports_of(module) if room_of(name) != own}
    # The modules of the ground lie in no package and know each other.
    return {name for name in others if LEVELS[room_of(name)] >= max(LEVELS[own], 1)}


def circles() -> set[frozenset[str]]:
    """Return the sets of modules that lead back to themselves."""
    reached = {module: set(imports_of(module)) for module in MODULES}
    for middle in MODULES:
        for found in reached.values():
            found |= reached[middle] if middle in found else set()
    circular = {module for module in MODULES if module in reached[module]}
    return {frozenset(m for m in circular if m in reached[module] and module in reached[m]) for module in circular}


def test_imports_run_down() -> None:
    assert {module: names for module in MODULES if (names := upward(module))} == {}
    for module in MODULES:
        own = room_of(module)
        others = {name for name in imports_of(module) if room_of(name) != own}
        assert {name for name in others if room_of(name) not in NARROW.get(own, LEVELS)} == set(), module


def test_the_importer_takes_names_from_few_modules() -> None:
    taken = set().union(*(imports_of(module) for module in MODULES if room_of(module) == "blogext_import"))
    assert {module for module in taken if room_of(module) != "blogext_import"} == SEAM
    # Nor is it named there in a string.
    own = {module: path for module, path in MODULES.items() if room_of(module) != "blogext_import"}
    assert [module for module in own if "blogext_import" in own[module].read_text("utf-8")] == []


def test_every_module_is_on_a_floor_and_nothing_imports_the_theme_or_what_saves_time() -> None:
    assert {room_of(module) for module in MODULES} == LEVELS.keys()
    assert len(list(PACKAGE.glob("*.py"))) <= MOST_MODULES
    for room in ("theme", "speedups"):
        users = {module for module in MODULES if room in map(room_of, imports_of(module))}
        assert {user for user in users if room_of(user) != room} == {"__init__"}
    # No module leads back to itself.
    assert sorted(map(sorted, circles())) == sorted(map(sorted, CIRCLES))


def test_the_core_needs_the_standard_library_alone() -> None:
    nodes = {node for module in MODULES if room_of(module) == "core" for node in ast.walk(tree_of(module))}
    names = {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    names |= {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names | {"sphinx_blogext"}


def test_rooms_stay_within_their_budgets_and_few_functions_decide_much() -> None:
    assert {room: lines_of(room) for room in BUDGETS if lines_of(room) > 1.1 * BUDGETS[room]} == {}
    assert complex_functions() <= MOST_COMPLEX
    for folder, most in ((PACKAGE, 26_000), (Path(__file__).parents[1], 28_000)):
        assert sum(path.read_text(encoding="utf-8").count("\n") for path in folder.rglob("*.py")) <= most


def test_page_names_are_joined_in_one_module() -> None:
    """A page name made of parts is an f-string with a slash, of the address of the blog or of a page."""
    makers = set()
    for module in MODULES:
        for node in ast.walk(tree_of(module)):
            match node:
                case ast.JoinedStr([ast.FormattedValue(first), ast.Constant(str(text)), *_]) if len(text) > 1:
                    makers |= {module} if ast.unparse(first).split(".")[-1] in {"root", "home"} else set()
    assert makers <= {"core.addresses"}


PAGE = (PACKAGE.parent / "docs" / "contributing" / "architecture.md").read_text(encoding="utf-8")


def test_the_picture_shows_every_room_on_its_floor() -> None:
    picture = ElementTree.parse(PACKAGE.parent / "docs" / "_static" / "house.svg")
    places = {str(each.text): float(each.get("y", "0")) for each in picture.iter() if each.text in LEVELS}
    inside = {room: places[room] for room in LEVELS.keys() - {"__init__", "__main__", "blogext_import"}}
    assert all(LEVELS[a] >= LEVELS[b] for a in inside for b in inside if inside[a] < inside[b])
    rooms = PAGE[: PAGE.index("## A build")]
    assert [room for room in inside if f"`{room}`" not in rooms] == []


def test_the_page_names_files_and_what_is_in_them() -> None:
    """A column of a table is a file, with a name that is defined there, or a file of the documentation."""
    tables = PAGE[PAGE.index("## Where do I") :]
    named = re.findall(r"`([\w/]+\.(?:py|md|toml))`(?:: `(\w+)`)?", tables)
    assert len(re.findall(r"^\| (?!change \|)", tables[: tables.index("## Who")], re.MULTILINE)) == 13
    for file, name in named:
        base = PACKAGE.parent if file.startswith(("docs/", "CHANGELOG")) else PACKAGE
        text = (base / file).read_text(encoding="utf-8")
        defined = rf"^(?:\s*(?:async )?(?:def|class) {name}\b|{name}\b.*=)"
        assert not name or re.search(defined, text, re.MULTILINE), (file, name)
