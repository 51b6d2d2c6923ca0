"""Commands of other packages, such as the importer."""

import sys
from argparse import Namespace
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType
from typing import Any

import pytest

from sphinx_blogext.command.main import GROUP, main
from sphinx_blogext.command.terminal import add_command

IMPORT = EntryPoint("import", "blogext_import.command", GROUP)


def install(monkeypatch: pytest.MonkeyPatch, *points: EntryPoint) -> None:
    monkeypatch.setattr("sphinx_blogext.command.main.entry_points", lambda group: points)


def test_the_importer_is_installed_with_the_extension() -> None:
    assert [point.value for point in entry_points(group=GROUP)] == [IMPORT.value]


def test_without_what_it_needs_import_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install(monkeypatch, IMPORT)
    for name in [name for name in sys.modules if name.partition(".")[0] in ("blogext_import", "markdown_it")]:
        monkeypatch.delitem(sys.modules, name)
    # What is `None` there cannot be imported.
    monkeypatch.setitem(sys.modules, "markdown_it", None)  # type: ignore[arg-type]
    assert main(["import", "hugo", "../old", "--dry-run"]) == 2
    assert "markdown_it" in capsys.readouterr().err


def test_a_broken_command_of_another_package_ends_no_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def declare(commands: Any) -> None:
        add_command(commands, "deploy", run, "Deploys the site.", "blogext deploy")

    def run(options: Namespace) -> int:
        print("deployed")
        return 0

    module = ModuleType("a_deployer")
    module.declare = declare  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "a_deployer", module)
    broken = EntryPoint("mend", "a_deployer:nothing", GROUP)
    install(monkeypatch, IMPORT, EntryPoint("deploy", "a_deployer", GROUP), broken)
    assert (main(["deploy"]), capsys.readouterr().out) == (0, "deployed\n")
    assert main(["mend", "all"]) == 2
    assert '"blogext mend" cannot run: ' in capsys.readouterr().err
