"""Firefox without a window, spoken to by its own protocol: no package of Playwright brings Debian's along."""

import json
import os
import shutil
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
#: The marks of all tests of a module.
NEEDS_FIREFOX = [
    pytest.mark.browser,
    pytest.mark.skipif(FIREFOX is None, reason="there is no Firefox on this machine"),
]
#: As long as a busy machine may take.
_PATIENCE = 60
_SETTINGS = {
    # Nothing is asked of the network but the pages.
    "browser.startup.homepage": "about:blank",
    "services.settings.server": "http://127.0.0.1:9/",
    "app.update.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    # As on phones, so that all of a width is the page's.
    "ui.useOverlayScrollbars": 1,
    # The port that it listens at is a free one.
    "marionette.port": 0,
}


class Firefox:
    """A browser of a profile of its own; a page is looked at after another."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        folder.mkdir(parents=True)
        lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in _SETTINGS.items())
        (folder / "user.js").write_text("\n".join(lines), encoding="utf-8")
        assert FIREFOX
        self._process = subprocess.Popen(
            [FIREFOX, "--headless", "--marionette", "--remote-allow-system-access", "--profile", str(folder)],
            env={**os.environ, "HOME": str(folder), "MOZ_HEADLESS_WIDTH": "1600", **environment},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._count = 0
        try:
            self._socket = socket.create_connection(("127.0.0.1", self._port(folder)), timeout=_PATIENCE)
            self._file = self._socket.makefile("rb")
            self._read()
            self._ask("WebDriver:NewSession", {"capabilities": {}})
        except BaseException:
            self._process.kill()
            raise

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._socket.close()

    def open(self, url: str, width: int = 1280, height: int = 900) -> None:
        """Open a page, as wide as that, and wait for its fonts."""
        self.resize(width, height)
        self._in_browser("Services.console.reset()")
        self._ask("WebDriver:Navigate", {"url": url})
        self.wait("document.fonts.ready.then(() => new Promise(requestAnimationFrame))")

    def resize(self, width: int, height: int = 900) -> None:
        """Make the page as wide as that: windows have a least width, which phones have not."""
        self._in_browser(
            """for (const [side, pixels] of [["width", arguments[0]], ["height", arguments[1]]]) {
                 for (const name of [side, `min-${side}`, `max-${side}`])
                   gBrowser.selectedBrowser.style.setProperty(name, `${pixels}px`);
               }""",
            [width, height],
        )
        deadline = time.monotonic() + _PATIENCE
        while self.evaluate("innerWidth") != width:
            assert time.monotonic() < deadline, "the page does not change its width"
            time.sleep(0.02)

    def evaluate(self, expression: str, *arguments: Any) -> Any:
        """Return the value of an expression, in which ``arguments`` are those that are given."""
        return self._ask("WebDriver:ExecuteScript", {"script": f"return {expression}", "args": arguments})["value"]

    def wait(self, promise: str) -> None:
        """Wait for a promise."""
        script = f"const done = arguments[0]; Promise.resolve({promise}).then(() => done())"
        self._ask("WebDriver:ExecuteAsyncScript", {"script": script, "args": []})

    def errors(self) -> Any:
        """Return the errors that the page has had since it was opened, violations of its policy among them."""
        return self._in_browser(
            """return Services.console.getMessageArray()
                 .filter(one => one instanceof Ci.nsIScriptError && !(one.flags & Ci.nsIScriptError.warningFlag)
                   && /^(http|file)/.test(one.sourceName))
                 .map(one => one.errorMessage)"""
        )

    def _in_browser(self, script: str, arguments: list[Any] | None = None) -> Any:
        """Run a script in the browser itself."""
        self._ask("Marionette:SetContext", {"value": "chrome"})
        try:
            return self._ask("WebDriver:ExecuteScript", {"script": script, "args": arguments or []})["value"]
        finally:
            self._ask("Marionette:SetContext", {"value": "content"})

    def _port(self, folder: Path) -> int:
        """Return where it listens, which it writes into its profile."""
        deadline = time.monotonic() + _PATIENCE
        while time.monotonic() < deadline and self._process.poll() is None:
            with suppress(OSError, ValueError):
                return int((folder / "MarionetteActivePort").read_text(encoding="utf-8"))
            time.sleep(0.05)
        raise AssertionError("Firefox does not listen")

    def _ask(self, command: str, parameters: dict[str, Any]) -> dict[str, Any]:
        self._count += 1
        message = json.dumps([0, self._count, command, parameters]).encode()
        self._socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self._read()
        assert error is None, f"{command}: {error.get('message')}"
        return result or {}

    def _read(self) -> Any:
        """Return the next message: its length, a colon, and JSON."""
        length = b""
        while not length.endswith(b":"):
            length += self._file.read(1)
        return json.loads(self._file.read(int(length[:-1])))
