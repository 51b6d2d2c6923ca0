"""The script that prints how large and how entangled the code is."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import sphinx_blogext

SCRIPT = Path(sphinx_blogext.__file__).parent.parent / "tools" / "figures.py"


def test_the_figures_are_those_of_this_code() -> None:
    done = subprocess.run([sys.executable, SCRIPT], capture_output=True, text=True, check=True)
    rows = (line.split(maxsplit=1) for line in done.stdout.splitlines())
    figures = {name: int(number.replace(",", "")) for number, name in rows}
    package = Path(sphinx_blogext.__file__).parent
    lines = sum(path.read_text(encoding="utf-8").count("\n") for path in package.rglob("*.py"))
    assert (
        figures["lines of the extension"] == lines > figures["lines of the blog proper"] > figures["lines of core"]
    )
    assert (figures["imports that run up"], figures["circles"]) == (0, 1)
    assert 0 < figures["options"] <= 80


@pytest.mark.parametrize(
    ("code", "number"),
    [
        ("return 1", 1),
        ("return a and b or c", 3),
        ("return [x for x in y if x if not y]", 4),
        ("for x in y:\n        if x: pass\n        elif y: pass", 4),
    ],
)
def test_complexity_counts_each_part_of_a_condition(
    code: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(SCRIPT.parent)
    from figures import complexity  # it is in no package

    assert complexity(ast.parse(f"def f():\n    {code}").body[0]) == number
