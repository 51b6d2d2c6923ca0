"""Measure pages of a built site in Chromium: their weight, and their problems.

Measures a first visit of each page without images, with every file compressed as by a server; issues found by axe
(WCAG A and AA) on a small screen in dark mode and a large one in light mode; violations of
``Content-Security-Policy: default-src 'self'``; content wider than the screen; and layout shift (CLS).
"""

from __future__ import annotations

import argparse
import gzip
import json
import shutil
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

if TYPE_CHECKING:
    from collections.abc import Iterable

    from playwright.sync_api import Browser, Request

#: Widths and color schemes of the visits to a page; the first one is for its weight.
VISITS = ((390, "light"), (320, "dark"), (1280, "light"))
_COMPRESSED = {".html", ".css", ".js", ".svg", ".json", ".xml"}
_JUMPS = """
    window.__jumps = 0;
    const note = entry => { if (!entry.hadRecentInput) window.__jumps += entry.value; };
    const observer = new PerformanceObserver(list => list.getEntries().forEach(note));
    observer.observe({ type: "layout-shift", buffered: true });
"""


#: Only the violations and their counts: transferring all of axe's report takes longer than producing it.
_FINDINGS = """
    axe.run({
        runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
        rules: { "label-content-name-mismatch": { enabled: true } },
        resultTypes: ["violations"],
    })
        .then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.length]))
"""


@dataclass
class Measured:
    """The measurements of a page."""

    name: str
    weight: int = 0
    requests: int = 0
    fonts: list[str] = field(default_factory=list)
    elsewhere: int = 0
    policy: int = 0
    jumps: float = 0.0
    wide: list[int] = field(default_factory=list)
    findings: Counter[str] = field(default_factory=Counter)


class _Handler(SimpleHTTPRequestHandler):
    policy = ""
    font_delay = 0.0
    compresses = False

    def do_GET(self) -> None:
        if self.path.endswith(".woff2"):
            time.sleep(self.font_delay)
        file = Path(self.translate_path(self.path))
        if self.compresses and file.suffix in _COMPRESSED and file.is_file():
            self._send_compressed(file)
        else:
            super().do_GET()

    def _send_compressed(self, file: Path) -> None:
        content = gzip.compress(file.read_bytes(), 9)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(file))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", f"default-src 'self'; {self.policy}".strip("; "))
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        pass


class Server:
    """Serves a folder with a strict Content Security Policy at ``url`` while the context is open.

    Fonts are delayed by *font_delay* seconds. With *compresses*, files are compressed, as by most hosts.
    """

    def __init__(self, folder: Path, policy: str = "", *, font_delay: float = 0, compresses: bool = False) -> None:
        attributes = {"policy": policy, "font_delay": font_delay, "compresses": compresses}
        handler = type("Handler", (_Handler,), attributes)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Server:
        # The interval, in seconds, at which the server checks whether to stop.
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()


def chromium() -> str:
    """Return the path of Chromium, or ``""``."""
    found = filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome")))
    return next(found, "")


def axe_script() -> str:
    """Return the source of axe, which is installed with the test dependencies."""
    import axe_playwright_python

    return (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")


def measure(
    browser: Browser,
    folder: Path,
    url: str,
    name: str,
    axe: str = "",
    *,
    visits: Iterable[tuple[int, Any]] = VISITS,
) -> Measured:
    """Return the measurements of a page; without *axe*, accessibility is not checked."""
    found = Measured(name)
    for visit in visits:
        _visit(browser, folder, url, found, visit, axe)
    return found


def _visit(browser: Browser, folder: Path, url: str, found: Measured, visit: tuple[int, Any], axe: str) -> None:
    width, scheme = visit
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    context.add_init_script(_JUMPS)
    page = context.new_page()
    is_first = visit == VISITS[0]
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url) if _counts(request) else None)
    page.on("console", lambda message: _note_policy(found, message.text) if is_first else None)
    # Results of a search come after the page.
    page.goto(f"{url}/{found.name}", wait_until="networkidle" if "?" in found.name else "load")
    # Layout shifts caused by fonts are reported two frames later.
    page.evaluate("document.fonts.ready.then(() => new Promise(done => setTimeout(done, 100)))")
    if is_first:
        own = [request for request in requests if request.startswith(url)]
        found.requests = len(requests)
        found.fonts = [request for request in requests if request.endswith(".woff2")]
        found.elsewhere = len(requests) - len(own)
        found.weight = sum(_weight(folder / request[len(url) + 1 :].partition("?")[0]) for request in own)
    found.jumps = max(found.jumps, page.evaluate("window.__jumps"))
    if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
        found.wide.append(width)
    if axe and not is_first:
        # Evaluated by the debugger, to which the policy does not apply.
        page.evaluate(axe)
        found.findings.update(dict(page.evaluate(_FINDINGS)))
    context.close()


def _counts(request: Request) -> bool:
    """Return whether a request counts: it is not for an image or for the site's icon."""
    return request.resource_type not in {"image", "other"}


def _note_policy(found: Measured, text: str) -> None:
    found.policy += "Content Security Policy" in text


def _weight(path: Path) -> int:
    if path.is_dir():
        path /= "index.html"
    content = path.read_bytes() if path.is_file() else b""
    return len(gzip.compress(content, 9)) if path.suffix in _COMPRESSED else len(content)


def table(measured: Iterable[Measured]) -> str:
    """Return a table of the measurements."""
    lines = [
        "| page | KB | requests | external | axe | CSP | wider than the screen | CLS |",
        "|---|--:|--:|--:|--:|--:|---|--:|",
    ]
    lines += [
        f"| {m.name} | {m.weight / 1000:.1f} | {m.requests} | {m.elsewhere} | {m.findings.total()} "
        f"| {m.policy} | {', '.join(f'{width} px' for width in sorted(set(m.wide))) or '–'} | {m.jumps:.3f} |"
        for m in measured
    ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("pages", nargs="+", help="such as blog/index.html")
    parser.add_argument("--json", action="store_true", help="print the findings, not a table")
    options = parser.parse_args()
    with sync_playwright() as playwright, Server(options.folder) as server:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        axe = axe_script()
        measured = [measure(browser, options.folder, server.url, name, axe) for name in options.pages]
        browser.close()
    print(table(measured))
    for page in measured:
        for finding, count in page.findings.items():
            print(f"{page.name}: {finding} × {count}")
    if options.json:
        print(json.dumps([vars(page) for page in measured], indent=1, default=dict))


if __name__ == "__main__":
    main()
