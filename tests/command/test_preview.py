"""``blogext serve``: what it serves to whom, and that saving a file shows what a clean build has."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from http.client import HTTPConnection
from itertools import repeat
from pathlib import Path
from socket import socket
from threading import Thread
from typing import Any

import pytest
import steps
from browsing import needs_chromium
from conftest import ROOT, MakeSite, Site
from sphinx.errors import ExtensionError
from steps import clean, differences
from writing import INDEX, md

from sphinx_blogext.command.builds import _outdated
from sphinx_blogext.command.main import main
from sphinx_blogext.command.serve import _changed
from sphinx_blogext.write import outdated

pytest.importorskip("watchfiles")
pytestmark = pytest.mark.usefixtures("terminal")

CONF = {**steps.CONF, "exclude_patterns": ["_build"]}
#: Notes in a file which pages are written.
NOTES = """
exclude_patterns, templates_path, html_static_path = ["_build"], ["_templates"], ["_static"]

def setup(app):
    def note(app, name, *_):
        with open("_build/notes", "a") as file:
            print(name, file=file)

    app.connect("html-page-context", note)
"""
#: As on a system that cannot copy processes.
WITHOUT_FORK = "import os; del os.fork; from sphinx_blogext.command.main import main; raise SystemExit(main())"


class Served(Site):
    """A site, and the process that serves it."""

    @property
    def outdir(self) -> Path:
        return self.source / "_build/preview/html"

    def start(self, *code: str) -> None:
        path = os.pathsep.join([str(ROOT), *sys.path])
        environment = {**os.environ, "PYTHONPATH": path, "SOURCE_DATE_EPOCH": steps.NOW, "TMPDIR": str(self.root)}
        command = [sys.executable, *(code or ("-m", "sphinx_blogext")), "serve", str(self.source), "--port", "0"]
        self.lines: list[str] = []
        # Whoever runs tests in the background may have some ignored, and children inherit that.
        heed = partial(list, map(signal.signal, (signal.SIGINT, signal.SIGHUP), repeat(signal.SIG_DFL)))
        own: Any = {"env": environment, "start_new_session": True, "preexec_fn": heed, "stderr": subprocess.STDOUT}
        self.process = subprocess.Popen(command, cwd=self.source, stdout=subprocess.PIPE, text=True, **own)
        self.reader = Thread(target=self.lines.extend, args=[self.process.stdout], daemon=True)
        self.reader.start()
        self.wait(lambda: any("Waiting" in line for line in self.lines))
        self.url = re.findall(r"http://127\.0\.0\.1:\d+", "".join(self.lines))[0]

    def stop(self, send: Callable[[int, int], None] = os.killpg, number: int = signal.SIGINT) -> int:
        """Press Ctrl+C again and again, for all processes, or signal to the first alone; return the exit code."""
        for _ in range(9):
            send(self.process.pid, number)
            time.sleep(0.01)
        self.reader.join(30)  # as long as any of them may print
        assert "Traceback" not in "".join(self.lines)
        return self.process.wait(30)

    def get(
        self, page: str, host: str = "localhost", method: str = "GET", body: str | None = None
    ) -> tuple[int, dict[str, str], str]:
        connection = HTTPConnection(self.url.removeprefix("http://"), timeout=30)
        with closing(connection):
            connection.request(method, page, body, headers={"Host": host})
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read().decode("utf-8", "replace")

    @property
    def builds(self) -> int:
        return sum("Waiting" in line for line in self.lines)

    def text(self, page: str) -> str:
        return self.get(page)[2]

    def version(self, page: str) -> str:
        """The version of a file that is sent."""
        return self.get(page)[1]["Server-Timing"].removeprefix("version;desc=")

    def ask(self, *used: tuple[str, str], report: str = "?") -> tuple[bool, str]:
        """What a page that uses files and shows a report is told: whether one has changed, and the report."""
        is_old, now = json.loads(self.get("/_preview", method="QUERY", body=json.dumps([used, report]))[2])
        return is_old, now

    @property
    def report(self) -> str:
        return self.ask()[1]

    def wait(self, is_done: Callable[[], bool]) -> None:
        for _ in range(1200):
            if is_done():
                return
            time.sleep(0.05)
        pytest.fail("".join(self.lines))

    def wait_until_clean(self) -> None:
        """Wait until the output is that of a clean build."""
        fresh = clean(self, self.root / "clean")
        self.wait(lambda: not differences(self, fresh))


@pytest.fixture
def serve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Served]]:
    if os.name == "nt":
        pytest.skip("processes are ended in another way")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", steps.NOW)
    served: list[Served] = []

    def start(files: Any, conf: Any, *code: str) -> Served:
        # Below a folder whose name is one of those that are not watched.
        served.append(Served(tmp_path / ".venv", files, conf, confoverrides={"blog_show_drafts": True}))
        served[-1].start(*code)
        return served[-1]

    yield start
    for site in served:
        if site.process.poll() is None:
            os.killpg(site.process.pid, signal.SIGKILL)
            site.process.wait(30)


@pytest.mark.slow
def test_drafts_for_this_machine_alone(serve: Callable[..., Served]) -> None:
    """Drafts are served with the script, which is in no file, under the names of this machine, to its pages."""
    files = {**INDEX, "blog/idea.md": md("Idea 主意", draft="true"), "guide/index.md": "# Guide\n"}
    site = serve(files, {"exclude_patterns": ["_build"]})
    status, headers, page = site.get("/blog/idea.html")
    assert (headers["Cache-Control"], headers["Cross-Origin-Resource-Policy"]) == ("no-store", "same-origin")
    assert (status, "Idea" in page, '<script src="/_preview.js"' in page) == (200, True, True)
    assert not [name for name, content in site.bytes().items() if b"_preview" in content]
    for host in ("", "evil.example", "127.0.0.1.evil.example", "localhost@evil.example"):
        for method in ("GET", "HEAD", "QUERY"):
            assert site.get("/blog/idea.html", host, method, '[[], "?"]')[0] == 400
    # Browsers ask before another site sends a method that forms do not have.
    assert [site.get("/_preview", method=method)[0] for method in ("OPTIONS", "POST")] == [501, 501]
    assert site.get("/blog/idea.html", "127.0.0.1:1")[0] == 200
    # It listens there only: another address of this machine is free.
    with closing(socket()) as other:
        other.bind(("127.0.0.2", int(site.url.rpartition(":")[2])))
    # Sources are text in UTF-8; nothing outside the output is served; a folder has one URL.
    assert site.get("/_sources/blog/idea.md.txt")[1]["Content-Type"] == "text/plain; charset=utf-8"
    assert "主意" in site.text("/_sources/blog/idea.md.txt")
    for url in ("/../doctrees/environment.pickle", "/%2e%2e/doctrees/environment.pickle", "/%00", "/blog/"):
        status, _headers, page = site.get(url)
        assert (status, "no such page" in page) == (404, True), url
    assert (site.get("/guide")[0], "Guide" in site.text("/guide/")) == (301, True)
    # It is kept where the site excludes it.
    assert (site.stop(os.kill), site.has("blog/idea")) == (0, True)


def test_every_kind_of_save(serve: Callable[..., Served]) -> None:
    """After each save, files are those of a clean build, whatever the clock says; open pages hear of their own."""
    site = serve(steps.FILES, CONF)
    pages = ("/blog/p01.html", "/other.html")
    before = [site.version(page) for page in pages]
    assert all(site.text(page).endswith(f'="{v}"></script>') for page, v in zip(pages, before, strict=True))
    assert site.ask(*zip(pages, before, strict=True)) == (False, "")
    site.edit("blog/p01.md", "Rest 01.", "The rest.")
    site.wait_until_clean()
    # What has changed is told to the page that has, and to no other.
    assert [site.ask(used)[0] for used in zip(pages, before, strict=True)] == [True, False]
    old = time.time() - 10**6
    for name, text in {
        "blog/p02.md": md("Of a clock set back", "Text.\n", date="2024-01-03"),
        "part.txt": "Another rest.\n",
        "_templates/blog/recent.html": "<p>Latest: {{ blog.recent|length }}</p>\n",
        "blog/new.md": md("New", draft="true"),
    }.items():
        site.write(name, text)
        os.utime(site.source / name, (old, old))
    site.wait_until_clean()
    site.write("part.txt", "Another test.\n")
    os.utime(site.source / "part.txt", (old, old))  # as old and as long as before
    site.delete("blog/p05.md")
    (site.source / "blog/2024").mkdir()
    (site.source / "blog/p04.md").rename(site.source / "blog/2024/p04.md")
    site.wait_until_clean()
    (site.source / "blog/2024").rename(site.source / "blog/moved")
    site.wait_until_clean()
    assert site.get("/blog/2024/p04.html")[0] == 404
    # A folder in the place of another: of its files, which are older, nothing is heard.
    older = shutil.copytree(site.source / "_templates", site.root / "older")
    (older / "blog/recent.html").write_text("<p>Older: {{ blog.recent|length }}</p>\n", encoding="utf-8")
    os.utime(older / "blog/recent.html", (old, old))
    (site.source / "_templates").rename(site.root / "former")
    older.rename(site.source / "_templates")
    site.wait_until_clean()
    # The whole site goes and comes back, as when Git switches between branches.
    gone = site.source.rename(site.root / "gone")
    # A build may write there already.
    shutil.copytree(gone, site.source, ignore=shutil.ignore_patterns("_build"), dirs_exist_ok=True)
    site.wait_until_clean()
    site.configure(CONF | {"project": "Other"})
    site.wait_until_clean()


@pytest.mark.slow
def test_files_that_a_page_uses_and_open_pages(serve: Callable[..., Served]) -> None:
    """A page that has loaded a picture or a style sheet hears that it has changed, and in which build."""
    files = {
        **INDEX,
        "blog/one.md": md("One", "![a](a.svg)\n"),
        "blog/a.svg": steps.PICTURE,
        "_static/x.css": "a{}",
    }
    files |= {"_templates/page.html": "{{ body }}", **{f"p{number}.md": "# P\n" for number in range(9)}}
    site = serve(files, NOTES)
    # Pages that are open are written first.
    for page in ("p5", "p8"):
        builds = site.builds
        assert not site.ask((f"/{page}.html", site.version(f"/{page}.html")))[0]
        (notes := site.source / "_build/notes").write_text("")
        site.write("_templates/page.html", f"{{{{ body }}}} {page}")
        site.wait(lambda builds=builds: site.builds > builds)
        assert notes.read_text().split()[0] == page
    used = [(url, site.version(url)) for url in ("/index.html", "/_images/a.svg", "/_static/x.css")]
    assert "" not in dict(used).values()
    # The page asks before the save, and is answered after it.
    waiting = Thread(target=site.ask, args=used, kwargs={"report": ""})
    waiting.start()
    site.write("blog/a.svg", steps.PICTURE.replace("9", "8"))
    waiting.join()
    site.wait(lambda: [site.ask(file)[0] for file in used] == [False, True, False])
    site.write("_static/x.css", "a { color: red }")
    site.wait(lambda: "red" in site.text("/_static/x.css"))
    assert [site.ask(file)[0] for file in used[1:]] == [True, True]


def test_an_empty_file_is_about_to_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (half := tmp_path / "half.md").touch()
    (whole := tmp_path / "whole.md").write_text("Whole.")
    waits, known, gone = list[float](), dict[Path, str](), tmp_path / "gone.md"
    monkeypatch.setattr(time, "sleep", waits.append)
    assert (_changed([(2, str(whole))], known), waits) == ({whole}, [])
    # What is as it was, or came and went, as where a build writes, is no change; what was deleted is one.
    assert (_changed([(2, str(whole)), (1, str(half)), (1, str(gone))], known), len(waits)) == ({half}, 1)
    assert _changed([(3, str(gone)), (3, str(tmp_path / "deleted.md"))], known) == {tmp_path / "deleted.md"}
    # A folder that a build writes again, and one that is moved away and back.
    assert [_changed([(1, str(tmp_path))], known) for _ in "12"] == [{tmp_path}, set()]
    trash = tmp_path.rename(tmp_path.with_name("trash"))
    assert _changed([(3, str(tmp_path))], known) == {tmp_path, whole, half}
    assert _changed([(1, str(trash.rename(tmp_path)))], known) == {tmp_path, whole, half}


@pytest.mark.parametrize("half", ["", "---\ndate: 2024-01-0"], ids=["a document", "withheld"])
def test_pages_of_documents_that_are_gone_after_a_build_that_failed(
    make_site: MakeSite, monkeypatch: pytest.MonkeyPatch, half: str
) -> None:
    """A build that fails forgets all documents; a file without content is a document, but no post."""
    site = make_site({**INDEX, "blog/v1.2.md": "", "blog/v1.3.md": ""})
    with monkeypatch.context() as patch:
        patch.setattr(outdated, "begin_output", lambda app: 1 / 0)
        site.write("blog/v1.2.md", half)
        with pytest.raises(ExtensionError):
            site.build()
    # Nothing of what is withheld stays but its name.
    assert bool((site.root / "doctrees/blog/v1.2.doctree").read_bytes()) is not bool(half)
    site.delete("blog/v1.2.md").build()
    names = ("blog/v1.2.html", "_sources/blog/v1.2.md.txt", "blog/v1.3.html", "_sources/blog/v1.3.md.txt")
    assert site.bytes().keys() >= {*names}
    conf = {site.app.confdir / "conf.py"}
    assert ([*_outdated(conf, site.app, site.env)], site.bytes().keys() & {*names}) == ([], {*names[2:]})
    monkeypatch.setattr(site.app.config, "setup", print)  # its handlers are in no value
    assert _outdated(conf, site.app, site.env) == site.env.found_docs


@pytest.mark.slow
@pytest.mark.parametrize(("code", "number"), [((), signal.SIGTERM), (("-c", WITHOUT_FORK), signal.SIGHUP)])
def test_mistakes_and_their_repair(serve: Callable[..., Served], code: tuple[str, ...], number: int) -> None:
    """A site that does not build, at first and later, says why on its pages; the next save repairs it."""
    broken = "broken = ("
    site = serve({**INDEX, "blog/one.md": md("One")}, 'exclude_patterns = ["_build"]\n' + broken, *code)
    status, _headers, page = site.get("/blog/one.html")
    assert (status, "_preview.js" in page, "conf.py" in site.report) == (404, True, True)
    [folder] = site.root.glob("blogext-*")
    site.write("own.py", "def setup(app):\n    app.add_role('own', lambda *_: ([], []))\n")
    site.edit("conf.py", broken, "extensions += ['own']")
    site.wait(lambda: site.get("/blog/one.html")[0] == 200)
    # Modules of the site are read again in each build.
    for text in ("<b>one</b>", "<b>two</b>"):
        site.write("own.py", f"def setup(app):\n    raise ValueError('{text}')\n")
        os.utime(site.source / "own.py", (0, 0))  # in one second, and as long
        site.wait(lambda text=text: text in site.report)
    assert "One" in site.text("/blog/one.html")
    site.write("own.py", "def setup(app):\n    raise SystemExit(3)\n")
    site.wait(lambda: "exit code 3" in site.report or code != ())
    site.write("own.py", "def setup(app):\n    pass\n")
    site.wait(lambda: site.report == "")
    slow = "lambda *_: [open('begun', 'w'), __import__('time').sleep(99)]"
    site.write("own.py", f"def setup(app):\n    app.connect('build-finished', {slow})\n")
    site.wait((site.source / "begun").exists)
    # Where the configuration could not be read at first, nothing is kept.
    assert (site.stop(os.kill, number), folder.exists()) == (0, False)


def test_a_port_that_cannot_be_used(make_site: MakeSite, monkeypatch: pytest.MonkeyPatch, capfd: Any) -> None:
    monkeypatch.setattr(signal, "signal", lambda *_: None)  # those of the tests stay
    site = make_site(INDEX, 'exclude_patterns = ["_build"]', build=False)
    with closing(socket()) as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        for number in (other.getsockname()[1], 65536, -1):
            assert main(["serve", str(site.source), "--port", str(number)]) == 1
            assert re.fullmatch(rf"blogext: port {number} cannot be used: .*\n", capfd.readouterr().err)


def test_without_watchfiles(make_site: MakeSite, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    site = make_site(INDEX, build=False)
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    assert main(["serve", str(site.source)]) == 1
    assert "pip install 'sphinx-blogext[serve]'" in capsys.readouterr().err


@pytest.mark.slow
@needs_chromium
def test_two_browsers(serve: Callable[..., Served], look: Callable[..., Any]) -> None:
    """Both load a page again that has changed, where it was scrolled to, and no other page; reports are text."""
    long = "\n\n".join(f"Paragraph {number}." for number in range(200))
    files = {**INDEX, "blog/one.md": md("One", f"{long}\n"), "blog/two.md": md("Two")}
    site = serve(files, {"exclude_patterns": ["_build"], "html_theme": "blogext"})
    pages = [look(f"{site.url}/blog/{name}.html") for name in ("one", "one", "two")]
    for page in pages:
        page.evaluate("window.isSame = true; scrollTo(0, 1500)")
    site.edit("blog/one.md", "Paragraph 100.", "Edited.")
    for page in pages[:2]:
        page.wait_for_function("!window.isSame && document.body.innerText.includes('Edited.')")
        page.wait_for_function("scrollY === 1500")
    # All are told, those that stay the same as well.
    site.edit("conf.py", "'Site'", "'Site'\nraise ValueError('<i>x</i>')\n#")
    for page in pages:
        page.wait_for_function("document.querySelector('body > details')?.innerText.includes('<i>x</i>')")
    assert pages[2].evaluate("window.isSame")
    site.edit("conf.py", "raise", "# raise")
    for page in pages:
        page.wait_for_function("!document.querySelector('body > details')")


@pytest.mark.slow
def test_two_hundred_saves(serve: Callable[..., Served]) -> None:
    """Many saves, some of them during builds, leave nothing stale, and memory does not grow."""
    site = serve(steps.FILES, CONF)
    sizes: list[int] = []
    for number in range(200):
        name = f"blog/p0{1 + number % 9}.md"
        site.write(name, md(body=f"Save {number}.\n", date=f"2024-01-0{1 + number % 9}", tags=[f"t{number % 7}"]))
        if number % 5:
            time.sleep(0.02 * (number % 4))
        else:
            url, text = f"/{name.replace('.md', '.html')}", f"Save {number}."
            site.wait(lambda url=url, text=text: text in site.text(url))
        if number in (40, 199):
            site.wait_until_clean()
            time.sleep(1)  # what the last build needed is given back
            sizes.append(_memory(site.process.pid))
    assert sizes[1] < sizes[0] * 1.1


def _memory(group: int) -> int:
    """The memory of the processes of a group, in KiB."""
    lines = subprocess.run(["ps", "-eo", "pgid=,rss="], capture_output=True, text=True, check=True).stdout
    return sum(int(size) for pgid, size in map(str.split, lines.splitlines()) if int(pgid) == group)
