"""The same sources give the same pages: in parallel, twice, anywhere."""

import os
import subprocess
import sys

import pytest
from conftest import MakeSite, Site
from steps import FILES

#: Everything of Sphinx's that differs from build to build by itself, or that order of reading shows in.
OWN = (".buildinfo", ".doctree", "environment.pickle")


def output(site: Site) -> dict[str, bytes]:
    return {name: content for name, content in site.bytes().items() if not name.endswith(OWN)}


def different(one: dict[str, bytes], other: dict[str, bytes]) -> list[str]:
    assert one.keys() == other.keys()
    return [name for name in one if one[name] != other[name]]


@pytest.mark.slow
@pytest.mark.parametrize(("builder", "jobs", "theme"), [("html", 4, "blogext"), ("dirhtml", 2, "basic")])
def test_parallel_is_serial(make_site: MakeSite, builder: str, jobs: int, theme: str) -> None:
    serial = make_site(FILES, {"html_theme": theme}, builder)
    parallel = make_site(FILES, {"html_theme": theme}, builder, parallel=jobs)
    assert serial.warnings == parallel.warnings == []
    assert set(different(output(serial), output(parallel))) <= {"searchindex.js"}


@pytest.mark.slow
def test_seeds_zones_and_locales_make_no_difference(make_site: MakeSite) -> None:
    site = make_site(FILES, build=False)
    trees = []
    for number, (seed, zone, locale) in enumerate([("1", "UTC", "C.UTF-8"), ("77", "Asia/Shanghai", "C")]):
        out = site.root / f"out{number}"
        command = [sys.executable, "-m", "sphinx", "-q", "-W", "-d", site.root / f"d{number}", site.source, out]
        environment = os.environ | {"PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": locale, "PYTHONUTF8": "1"}
        subprocess.run(command, check=True, env=environment)
        files = {p.relative_to(out).as_posix(): p.read_bytes() for p in out.rglob("*") if p.is_file()}
        trees.append({name: files[name] for name in files if not name.endswith(OWN) and ".doctrees" not in name})
    assert different(*trees) == []
