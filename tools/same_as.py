"""Compare the output of two revisions of the package on the same sources: ``same_as.py REV``.

The example site, the documentation and the tests' sink are built with the current package and with
REV, with the builders ``html`` and ``dirhtml``; the sink is built in several themes. A change that
only moves code produces the same bytes. The manifest of the blog is ignored, because its digests may be of
different data.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parent.parent
BUILDERS = ("html", "dirhtml")
#: The builds, as arguments of :data:`BUILD`: the name of a site, and the theme of the sink.
SITES = [
    ("example_site", ""),
    ("docs", ""),
    *(("sink", theme) for theme in ("alabaster", "furo", "pydata_sphinx_theme", "blogext")),
]
BUILD = """
import sys
from pathlib import Path

name, theme, builder, root, folder, package = sys.argv[1:]
if name == "docs":
    # The reference is generated from the code, so each revision needs its own extension.
    sys.path.insert(0, f"{package}/docs/_ext")
    import blog_reference
if name == "sink":
    sys.path[:0] = [f"{root}/tests", f"{root}/tests/lib"]
    from sinks import make_sink

    make_sink(Path(folder), builder, theme)
else:
    from sphinx.cmd.build import build_main

    sys.exit(build_main(["-Q", "-b", builder, "-d", f"{folder}/doctrees", f"{root}/{name}", f"{folder}/out"]))
"""
#: Files that differ in every build, or contain digests of other data.
LEFT_OUT = frozenset({".buildinfo", ".blogext.json"})


def build(package: Path, folder: Path, name: str, theme: str, builder: str) -> dict[str, bytes]:
    """Return the files of a site, built by the code in *package* from the sources in this checkout."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(package),
        "SOURCE_DATE_EPOCH": "1780000000",
        "PYTHONHASHSEED": "0",
    }
    command = [sys.executable, "-P", "-c", BUILD, name, theme, builder, str(ROOT), str(folder)]
    command.append(str(package))
    done = subprocess.run(command, env=environment, cwd=ROOT, check=False, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{name} {theme} {builder}: the build failed\n{done.stderr}")
    out = folder / "out"
    files = (path for path in out.rglob("*") if path.is_file() and path.name not in LEFT_OUT)
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in files}


def compare(folder: Path, old: Path, name: str, theme: str, builder: str) -> list[str]:
    """Return the names of the files of a site that differ between the two revisions."""
    # Build in the same folder, because some extensions write its name into the output.
    place = folder / f"{name}-{theme}-{builder}"
    before = build(old, place, name, theme, builder)
    place.rename(place.with_name(f"{place.name}-old"))
    now = build(ROOT, place, name, theme, builder)
    different = sorted(file for file in before.keys() | now.keys() if before.get(file) != now.get(file))
    label = " ".join(filter(None, (name, theme, builder)))
    print(f"{label}: {len(now)} files, {len(different) or 'none'} different", flush=True)
    return [f"{label}: {file}" for file in different]


def main(revision: str) -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        old = folder / "old"
        archive = subprocess.run(
            ["git", "archive", revision, "sphinx_blogext", "docs/_ext"], cwd=ROOT, check=True, capture_output=True
        )
        old.mkdir()
        subprocess.run(["tar", "-x", "-C", old], input=archive.stdout, check=True)
        cases = [(*site, builder) for site in SITES for builder in BUILDERS]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            found = pool.map(lambda case: compare(folder, old, *case), cases)
            different = [file for files in found for file in files]
    print("\n".join(different[:50]) or f"The output is identical to that of {revision}.")
    return bool(different)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("usage: same_as.py REV")
    sys.exit(main(sys.argv[1]))
