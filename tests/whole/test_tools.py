"""The tools that contributors start have the modules that they need."""

import re
import subprocess
import sys

import pytest
from conftest import ROOT

MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "tool", ["tools/figures.py", *sorted(set(re.findall(r" ((?:tools|benchmarks)/\w+\.py)", MAKEFILE)))]
)
def test_a_tool_starts(tool: str) -> None:
    path = ROOT / tool
    subprocess.run([sys.executable, "-c", f"import {path.stem}"], cwd=path.parent, check=True)
