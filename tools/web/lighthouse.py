"""Print Lighthouse scores of pages of a built site, with Lighthouse's default preset, a phone."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
from pathlib import Path

from measure import Server, chromium

_PROGRAM = Path(__file__).parent / "node_modules" / ".bin" / "lighthouse"
_MARKS = ("performance", "accessibility", "best-practices", "seo")


def marks(url: str) -> tuple[list[int], list[str]]:
    """Return Lighthouse's scores for a page, out of 100, and its findings."""
    flags = "--headless=new --disable-gpu" + (" --no-sandbox" if getattr(os, "getuid", lambda: 1)() == 0 else "")
    done = subprocess.run(
        [str(_PROGRAM), url, "--quiet", "--output=json", f"--chrome-flags={flags}"],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"CHROME_PATH": chromium()},
    )
    report = json.loads(done.stdout)
    categories = report["categories"]
    audits = [audit for mark in _MARKS for audit in categories[mark]["auditRefs"] if audit["weight"]]
    found = [audit["id"] for audit in audits if (report["audits"][audit["id"]]["score"] or 0) < 0.9]
    found = [name for name in found if report["audits"][name]["scoreDisplayMode"] in {"binary", "numeric"}]
    return [round(100 * (categories[mark]["score"] or 0)) for mark in _MARKS], found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("pages", nargs="+", help="such as blog/index.html")
    options = parser.parse_args()
    print("| page | performance | accessibility | best practices | SEO | findings |")
    print("|---|--:|--:|--:|--:|---|")
    with Server(options.folder, compresses=True) as server:
        for name in options.pages:
            numbers, found = marks(f"{server.url}/{name}")
            print(f"| {name} | {' | '.join(map(str, numbers))} | {', '.join(found)} |", flush=True)


if __name__ == "__main__":
    main()
