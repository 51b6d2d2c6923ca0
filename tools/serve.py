"""Serve a built site on this machine only, as its host would: with the site's own page for missing pages."""

from __future__ import annotations

import argparse
import re
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

_ROOT = re.compile(r'data-content_root="(/[^"]*)"')


class Handler(SimpleHTTPRequestHandler):
    """Serves a folder, also at the site's path on its host, with which the links in ``404.html`` begin."""

    def __init__(self, *arguments: Any, directory: str) -> None:
        missing = Path(directory, "404.html")
        self._missing = missing.read_bytes() if missing.is_file() else b""
        root = _ROOT.search(self._missing.decode("utf-8"))
        self._root = root[1] if root else "/"
        super().__init__(*arguments, directory=directory)

    def translate_path(self, path: str) -> str:
        return super().translate_path("/" + path.removeprefix(self._root))

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        if code != 404 or not self._missing:
            super().send_error(code, message, explain)
            return
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(self._missing)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(self._missing)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("port", type=int)
    options = parser.parse_args()
    handler = partial(Handler, directory=str(options.folder))
    try:
        server = ThreadingHTTPServer(("127.0.0.1", options.port), handler)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or error
        sys.exit(f"port {options.port} cannot be used ({reason}): choose another, such as PORT={options.port + 1}")
    print(f"Serving {options.folder} at http://localhost:{server.server_port}/ (press Ctrl+C to stop)", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()


if __name__ == "__main__":
    main()
