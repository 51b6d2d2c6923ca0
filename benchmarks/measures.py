"""Measure cold builds without each of the measures that belong upstream: see ``docs/contributing/upstream.md``.

Prints the CPU seconds of the build (user and system), the smallest of interleaved runs.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from pathlib import Path

from corpus import write_corpus
from measuring import measure

ROOT = Path(__file__).parent.parent
CONF = (ROOT / "benchmarks" / "sites" / "sphinx-blogext" / "conf.py").read_text(encoding="utf-8")
#: What is left out in each series of builds: the functions below a line ``# Upstream:``.
MEASURES = tuple(
    name
    for path in sorted((ROOT / "sphinx_blogext" / "speedups").glob("*.py"))
    for name in re.findall(r"^# Upstream: .*\ndef (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
)
_BUILD = """
import sys
from sphinx.cmd.build import build_main
from sphinx_blogext import speedups
left_out = sys.argv[1].split(",")
speedups.MEASURES = {
    moment: tuple(each for each in measures if each.__name__ not in left_out)
    for moment, measures in speedups.MEASURES.items()
}
sys.exit(build_main(["-q", "-b", "html", *sys.argv[2:]]))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--posts", type=int, default=200)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    series = ("", *MEASURES, ",".join(MEASURES))
    seconds: dict[str, list[float]] = {names: [] for names in series}
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "source"
        source.mkdir()
        write_corpus(source, options.posts)
        (source / "conf.py").write_text(CONF, encoding="utf-8")
        for run in range(options.runs):
            for place, names in enumerate(series):
                output = Path(folder) / f"{run}-{place}"
                cost = measure((sys.executable, "-P", "-c", _BUILD, names, source, output), package=ROOT)
                seconds[names].append(cost.seconds)
    for names in series:
        label = names if "," not in names else "all of them"
        print(f"{'without ' + label if names else 'with all':40} {min(seconds[names]):6.2f}")


if __name__ == "__main__":
    main()
