"""Small sites for tests: written, built in this process, and looked at as parsed pages."""

from __future__ import annotations

import gc
import json
import logging
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from functools import cache
from importlib import metadata
from io import StringIO
from itertools import count
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from hypothesis import settings
from page import Page
from sphinx.application import Sphinx
from sphinx.builders.html import _assets
from sphinx.config import Config

# Imported before any build, whose language its labels would have in all later ones.
from sphinx.domains import changeset as _changeset  # noqa: F401
from sphinx.jinja2glue import BuiltinTemplateLoader
from sphinx.locale import translators
from sphinx.util.docutils import docutils_namespace, patch_docutils

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from playwright.sync_api import Page as BrowserPage
    from sphinx.environment import BuildEnvironment

    from sphinx_blogext.domain import BlogDomain

ROOT = Path(__file__).parent.parent

#: Other random examples every day; ``SEED=20261122 make test`` repeats those of a day.
SEED = int(os.environ.setdefault("SEED", f"{date.today():%Y%m%d}"))

# As much time for each example as a busy machine takes.
settings.register_profile("unhurried", deadline=None, database=None, max_examples=60)
settings.load_profile("unhurried")

#: What a site is configured with unless a test says otherwise. ``basic`` is the quickest theme.
DEFAULTS: dict[str, Any] = {
    "project": "Site",
    "extensions": ["myst_parser", "sphinx_blogext"],
    "html_theme": "basic",
    "html_use_index": False,
    "html_baseurl": "https://example.org/",
    "myst_enable_extensions": ["dollarmath", "colon_fence"],
    # A theme that adds to Sphinx's default would add to it for all later sites of this process.
    "templates_path": [],
}

_WARNING = re.compile(
    # Sphinx 8.2.0 writes the colon before a line that it does not know, too.
    r"^(?:(?P<file>.*?):?(?::(?P<line>\d+))?: )?(?:WARNING|ERROR|CRITICAL): "
    r"(?P<message>.*?)(?: \[(?P<type>[\w.-]+)\])?$",
    re.MULTILINE,
)
_COLOUR = re.compile(r"\x1b\[[\d;]*m")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--hypothesis-seed") is None:
        config.option.hypothesis_seed = str(SEED)


#: The files that take longest come first: the last worker to finish decides how long all take.
LONGEST = (
    *("test_machine", "test_incremental", "test_web", "test_sink", "test_browser", "test_print_all"),
    *("test_ablog_incremental", "test_unchanged", "test_pages", "test_example_site", "test_search", "test_kept"),
)
#: Files that go to one worker, as they look at the same sites.
TOGETHER = {"test_browser": "test_sink", "test_example_site": "test_web"}


# Before tests are chosen by their marks.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    ranks = {name: rank for rank, name in enumerate(LONGEST)}
    items.sort(key=lambda item: ranks.get(item.path.stem, len(ranks)))
    for item in items:
        # It is ``html`` with other names of pages.
        if isinstance(item, pytest.Function) and hasattr(item, "callspec"):
            if "dirhtml" in item.callspec.params.values():
                item.add_marker(pytest.mark.slow)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """Give each file to one worker, and some files to the same one."""
    from xdist.scheduler import LoadScopeScheduling

    class Scheduling(LoadScopeScheduling):  # type: ignore[misc]  # of a library without types
        def _split_scope(self, nodeid: str) -> str:
            name = Path(nodeid.partition("::")[0]).stem
            return TOGETHER.get(name, name)

    return Scheduling(config, log)


def pytest_report_header() -> str:
    return f"random seed: SEED={SEED}"


#: The contents of files by their paths, and options for ``conf.py``, or lines of it.
Files = Mapping[str, str | bytes]
Conf = Mapping[str, Any] | str | None


class Warned(NamedTuple):
    """One warning; *file* is relative to the sources, ``""`` if the warning has no place."""

    file: str
    line: int | None
    type: str
    message: str


def forget_parsers() -> None:
    """Undo that Sphinx adds what reads ``.md``, as the extensions of a site said, to its own default."""
    suffixes: dict[str, str] = Config.config_values["source_suffix"].default  # type: ignore[assignment]
    suffixes.clear()
    suffixes[".rst"] = "restructuredtext"


@contextmanager
def unmixed() -> Iterator[None]:
    """Keep what Sphinx remembers of one site from the others that this process builds."""
    # Sphinx would add the words of this site's language to those of the last one's.
    translators.clear()
    # And newer versions take a file for what it was when this process first saw it.
    getattr(getattr(_assets, "_file_checksum_inner", None), "cache_clear", int)()
    forget_parsers()
    try:
        yield
    finally:
        forget_parsers()


#: What a build leaves in circles counts as old at its end, so that Python would rarely look for it.
_BUILDS = count(1)


class Site:
    """A site in a folder of its own; :meth:`build` may be called again after changes."""

    def __init__(self, root: Path, files: Files, conf: Conf = None, builder: str = "html", **options: Any) -> None:
        self.root = root
        self.source = root / "source"
        self.builder = builder
        self.options = options
        self.warnings: list[Warned] = []
        self.status, self.output = 0, ""
        self.app: Sphinx | None = None
        self.source.mkdir(parents=True, exist_ok=True)
        self.configure(conf)
        for name, content in files.items():
            self.write(name, content)

    @property
    def outdir(self) -> Path:
        return self.root / "out" / self.builder

    @property
    def env(self) -> BuildEnvironment:
        return self.app.env

    @property
    def domain(self) -> BlogDomain:
        domain: Any = self.env.domains["blog"]
        return domain

    def configure(self, conf: Conf) -> Site:
        """Write ``conf.py``: options beside the defaults, or lines that follow them."""
        options = DEFAULTS | dict(conf) if not isinstance(conf, str) and conf else DEFAULTS
        lines = [f"{name} = {value!r}" for name, value in options.items()]
        return self.write("conf.py", "\n".join([*lines, conf if isinstance(conf, str) else "", ""]))

    def write(self, name: str, content: str | bytes) -> Site:
        path = self.source / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, str):
            content = content.encode("utf-8")
        path.write_bytes(content)
        # Sphinx goes by the time of a file's change, which two quick writes may share.
        self._tick = getattr(self, "_tick", 0) + 1
        changed = path.stat().st_mtime_ns + self._tick * 1_000_000
        os.utime(path, ns=(changed, changed))
        return self

    def edit(self, name: str, old: str, new: str) -> Site:
        before = (self.source / name).read_text(encoding="utf-8")
        assert old in before
        return self.write(name, before.replace(old, new))

    def delete(self, name: str) -> Site:
        (self.source / name).unlink()
        return self

    def build(self, builder: str = "", *, force: bool = False) -> Site:
        """Build what has changed; warnings are those of this build."""
        self.builder = builder or self.builder
        stream, status = StringIO(), StringIO()
        with unmixed(), docutils_namespace(), patch_docutils(self.source):
            self.app = Sphinx(
                self.source,
                self.source,
                self.outdir,
                # Sphinx refuses to share them with this builder, which numbers its paragraphs.
                self.root / ("doctrees-gettext" if self.builder == "gettext" else "doctrees"),
                self.builder,
                status=status,
                warning=stream,
                **self.options,
            )
            self.app.build(force_all=force)
        if next(_BUILDS) % 50 == 0:
            gc.collect()
        self.status, self.output = self.app.statuscode, status.getvalue()
        self.warnings = [
            Warned(
                (match["file"] or "").removeprefix(f"{self.source}/"),
                int(match["line"]) if match["line"] else None,
                match["type"] or "",
                match["message"],
            )
            for match in _WARNING.finditer(_COLOUR.sub("", stream.getvalue()))
        ]
        return self

    def path(self, name: str) -> Path:
        """The file that the builder writes for the page *name*."""
        is_folder = self.builder == "dirhtml" and name != "index" and not name.endswith("/index")
        return self.outdir / (f"{name}/index.html" if is_folder else f"{name}.html")

    def has(self, name: str) -> bool:
        return self.path(name).is_file()

    def page(self, name: str) -> Page:
        assert self.has(name), f"no page {name!r}: {self.pages}"
        return Page(self.path(name))

    @property
    def pages(self) -> list[str]:
        """The names of all HTML files, without suffix."""
        return sorted(
            p.relative_to(self.outdir).as_posix().removesuffix(".html") for p in self.outdir.rglob("*.html")
        )

    @property
    def blog_warnings(self) -> list[tuple[str, str]]:
        """File and type of each warning of ours."""
        return [(warned.file, warned.type) for warned in self.warnings if warned.type.startswith("blog.")]

    def items(self, folder: str = "blog") -> list[dict[str, Any]]:
        """The items of a JSON feed."""
        found: list[dict[str, Any]] = json.loads((self.outdir / folder / "feed.json").read_bytes())["items"]
        return found

    def bytes(self) -> dict[str, bytes]:
        """Every file of the output, by its path."""
        files = (path for path in sorted(self.outdir.rglob("*")) if path.is_file())
        return {path.relative_to(self.outdir).as_posix(): path.read_bytes() for path in files}


#: Writes a site from files and options, and builds it.
MakeSite = Callable[..., Site]


@pytest.fixture(scope="session", autouse=True)
def _cheap_sites() -> Iterator[None]:
    """Keep each site from making records for debugging, and from looking for installed packages again.

    Nor are the scripts and style sheets of themes compiled again, which are templates without a name.
    """
    logging.disable(logging.DEBUG)
    compiled: dict[Any, CodeType] = {}

    def render_string(loader: BuiltinTemplateLoader, source: str, context: dict[str, Any]) -> str:
        environment = loader.environment
        key = (source, *environment.extensions)
        code = compiled.get(key) or compiled.setdefault(key, environment.compile(source))
        template = environment.template_class.from_code(environment, code, environment.make_globals(None))
        return template.render(context)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sphinx.theming.entry_points", cache(metadata.entry_points))
        patch.setattr(BuiltinTemplateLoader, "render_string", render_string)
        yield
    logging.disable(logging.NOTSET)


@pytest.fixture
def make_site(tmp_path: Path) -> MakeSite:
    """Return a function that writes a site, builds it, and returns it."""
    return _maker(tmp_path)


@pytest.fixture(scope="module")
def make_shared_site(tmp_path_factory: pytest.TempPathFactory) -> MakeSite:
    """The same for a site that several tests of a module look at and none changes."""
    return _maker(tmp_path_factory.mktemp("shared"))


@pytest.fixture(scope="module")
def server(site: Site) -> Iterator[Any]:
    from browsing import Server

    with Server(site.outdir) as server:
        yield server


@pytest.fixture
def follows(make_site: MakeSite, tmp_path: Path) -> MakeSite:
    """Return a function that builds a site after each of several edits, and compares it with a clean build.

    *leaves* are beginnings of the names of files that Sphinx leaves behind.
    """
    from steps import clean, differences

    def follow(files: Files, conf: Conf, *edits: Callable[[Site], object], leaves: tuple[str, ...] = ()) -> Site:
        site = make_site(files, conf)
        for number, edit in enumerate(edits, start=1):
            edit(site)
            site.build()
            wrong = differences(site, clean(site, tmp_path / "clean"))
            assert [name for name in wrong if not name.startswith(leaves)] == [], f"after edit {number}"
        return site

    return follow


@pytest.fixture(scope="session")
def sink_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], Site]:
    """Return a function that builds the sink with a builder and a theme; no test changes it."""
    from sinks import make_sink

    @cache
    def make(builder: str, theme: str) -> Site:
        return make_sink(tmp_path_factory.mktemp(f"sink-{builder}-{theme}"), builder, theme)

    return make


@pytest.fixture(scope="session")
def example(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The example site, which no test changes."""
    site = Site(tmp_path_factory.mktemp("example-site"), {})
    ignored = shutil.ignore_patterns("_build")
    shutil.copytree(ROOT / "example_site", site.source, ignore=ignored, dirs_exist_ok=True)
    return site.build()


@pytest.fixture(scope="session")
def browser_with(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Browser]]:
    """Return a function that gives the browser which has just the fonts of that name: see ``fonts.py``."""
    from browsing import browsers

    with browsers(tmp_path_factory.mktemp("fonts")) as browser_with:
        yield browser_with


@pytest.fixture(scope="session")
def browser(browser_with: Callable[[str], Browser]) -> Browser:
    """A browser on a machine whose letters are wide, and which has no font for formulas."""
    return browser_with("wide")


@pytest.fixture
def look(browser: Browser) -> Iterator[Callable[..., BrowserPage]]:
    """Return a function that opens a file or a URL in a window of a width."""
    contexts = []

    def open_page(place: Path | str, width: int = 1280, height: int = 800, **options: Any) -> BrowserPage:
        contexts.append(browser.new_context(viewport={"width": width, "height": height}, **options))
        page = contexts[-1].new_page()
        page.goto(place if isinstance(place, str) else place.as_uri())
        return page

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def today(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all builds be at the moment of :mod:`steps`, on nobody's server."""
    from steps import NOW

    monkeypatch.setenv("SOURCE_DATE_EPOCH", NOW)
    monkeypatch.setenv("READTHEDOCS_CANONICAL_URL", "")


@pytest.fixture
def terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Work in an empty folder, in English, as somebody whom git does not know."""
    monkeypatch.chdir(tmp_path)
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "git.cfg"))
    monkeypatch.setenv("GIT_CONFIG_SYSTEM", os.devnull)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795330000")  # 22 November 2026, 06:46:40 UTC
    path = sys.path[:]
    yield
    sys.path[:] = path


@pytest.fixture(scope="module")
def themed(make_shared_site: MakeSite) -> Site:
    """A site in the theme ``blogext``, which no test changes."""
    from themed import CONF, FILES

    return make_shared_site(FILES, CONF)


def _maker(folder: Path) -> MakeSite:
    numbers = count(1)

    def make(
        files: Files, conf: Conf = None, builder: str = "html", *, build: bool = True, **options: Any
    ) -> Site:
        site = Site(folder / f"site{next(numbers)}", files, conf, builder, **options)
        return site.build() if build else site

    return make
