"""Mutate the code, and list the mutations that no test notices: ``mutants.py [NUMBER] [SEED]``.

A mutation swaps a comparison or ``and`` and ``or``, negates a condition, drops a ``not`` or a statement, or adds
one to a number. For each, the tests run that name its module, then those of its package and of those that use it,
then its own slow ones, until one fails that passes without it. All happens in a copy of the files of Git.
"""

from __future__ import annotations

import ast
import os
import random
import re
import subprocess
import sys
import tempfile
from itertools import accumulate, starmap
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
#: Each package, and the folders of tests that look at what it does, in order.
FURTHER = {
    "core": "read write site feeds web data",
    "read": "write site feeds data ablog",
    "cjk": "read write",
    "write": "read site data ablog theme whole",
    "site": "read write data web feeds ablog",
    "consistency": "read site write command",
    "data": "write read site ablog",
    "feeds": "news site data ablog cards whole",
    "web": "write site whole",
}
_PAIRS = ((ast.Eq, ast.NotEq), (ast.Is, ast.IsNot), (ast.In, ast.NotIn), (ast.Lt, ast.LtE), (ast.Gt, ast.GtE))
SWAPS = dict(_PAIRS) | {other: one for one, other in _PAIRS}
#: A test that takes minutes counts as one that fails, because the mutation makes it run forever.
PYTEST = "-x -q -n 0 -p no:cacheprovider -o faulthandler_timeout=300 -o faulthandler_exit_on_timeout=true".split()


class Mutation(NamedTuple):
    file: str
    line: int
    place: slice
    new: str


def mutations(file: str) -> Iterator[Mutation]:
    code = (ROOT / file).read_bytes()
    starts = [0, *accumulate(len(line) for line in code.splitlines(keepends=True))]
    for node in _nodes(ast.parse(code)):
        for old, new in _variants(node):
            end = starts[(old.end_lineno or 0) - 1] + (old.end_col_offset or 0)
            yield Mutation(file, old.lineno, slice(starts[old.lineno - 1] + old.col_offset, end), new)


def _nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield what runs: no f-strings, whose parts have no place before Python 3.12, and nothing for types only."""
    for child in ast.iter_child_nodes(tree):
        match child:
            case ast.JoinedStr() | ast.If(ast.Name("TYPE_CHECKING")):
                continue
        yield child
        yield from _nodes(child)


def _variants(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Yield what may stand in the place of a node, or of a part of it."""
    match node:
        case ast.Compare(left, [operator], [right]):
            yield node, f"({ast.unparse(ast.Compare(left, [SWAPS[type(operator)]()], [right]))})"
        case ast.BoolOp(operator, values):
            other = ast.Or() if isinstance(operator, ast.And) else ast.And()
            yield node, f"({ast.unparse(ast.BoolOp(other, values))})"
        case ast.UnaryOp(ast.Not(), operand):
            yield node, f"({ast.unparse(operand)})"
        case ast.Constant(int(number)) if not isinstance(number, bool):
            yield node, str(number + 1)
        case ast.If(test) | ast.While(test) | ast.IfExp(test) if not isinstance(test, ast.Compare):
            yield test, f"(not ({ast.unparse(test)}))"
        case ast.Expr(ast.Call()) | ast.AugAssign() | ast.Continue():
            yield node, "pass"
        case ast.Assign([ast.Attribute() | ast.Subscript()]):
            yield node, "pass"


def rounds(folder: Path, file: str) -> list[list[str]]:
    """Return the files of tests that concern a module, from the nearest to the furthest."""
    module, package = file.removesuffix(".py").removesuffix("/__init__").replace("/", "."), Path(file).parts[1]
    # The walls of the house are no behavior.
    tests = set(folder.glob("tests/*/test_*.py")) - {folder / "tests/whole/test_house.py"}
    paths = sorted(tests, key=lambda path: (path.parent.name != package, path))
    groups = [[str(path) for path in paths if re.search(rf"\b{module}\b", path.read_text("utf-8"))]]
    for name in (package, *FURTHER[package].split()):
        groups.append([str(path) for path in paths if path.parent.name == name and str(path) not in groups[0]])
    return [group for group in groups if group]


class Copy:
    """A copy of the checkout, in which one file at a time is mutated."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        files = subprocess.run(
            ["git", "-c", "core.quotepath=off", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True
        ).stdout
        subprocess.run(["cp", "--parents", *files.splitlines(), folder], cwd=ROOT, check=True)

    def failing(self, tests: list[str], which: str = "not slow") -> str | None:
        """Return the first test that fails, or ``None``."""
        environment = os.environ | {"PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": "", "SEED": "1"}
        command = [sys.executable, "-m", "pytest", *PYTEST, "-m", f"{which} and not browser", *tests]
        done = subprocess.run(command, cwd=self.folder, env=environment, check=False, capture_output=True)
        match = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", done.stdout.decode(), re.MULTILINE)
        return None if done.returncode in {0, 5} else match[1] if match else "crash"

    def killer(self, mutation: Mutation) -> str | None:
        """Return the test that notices a mutation, or ``None``."""
        path = self.folder / mutation.file
        code = path.read_bytes()
        path.write_bytes(code[: mutation.place.start] + mutation.new.encode() + code[mutation.place.stop :])
        groups = rounds(self.folder, mutation.file)
        lanes = [*((tests, "not slow") for tests in groups), *((tests, "slow") for tests in groups[:2])]
        killer = next(filter(None, starmap(self.failing, lanes)), None)
        path.write_bytes(code)
        if killer and killer != "crash" and self.failing([killer], "not browser"):
            print(f"{killer} fails without a mutation, too", flush=True)
            return None
        return killer


def main(number: int, seed: int) -> None:
    files = sorted(path for room in FURTHER for path in (ROOT / "sphinx_blogext" / room).rglob("*.py"))
    every = [mutation for path in files for mutation in mutations(str(path.relative_to(ROOT)))]
    print(f"{number} of {len(every)} mutations, seed {seed}", flush=True)
    killed = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder))
        for mutation in random.Random(seed).sample(every, number):
            killer = copy.killer(mutation)
            killed += bool(killer)
            old = " ".join((ROOT / mutation.file).read_bytes()[mutation.place].decode().split())
            what = f"{mutation.file}:{mutation.line}: {old} -> {mutation.new}"
            print(f"killed by {killer}: {what}" if killer else f"SURVIVED: {what}", flush=True)
    print(f"{killed} of {number} killed")


if __name__ == "__main__":
    main(*(int(word) for word in (*sys.argv[1:], *("100", "1")[len(sys.argv) - 1 :])))
