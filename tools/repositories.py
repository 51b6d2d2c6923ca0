"""Add a blog to the documentation of public repositories, and print how that went.

    python tools/repositories.py NAME=GIT_DIR[:CONF.PY] ...

Each repository is a Git directory. Of its documentation, ``conf.py``, the root document and a few of the documents
that it names are kept. Three sites are built from that: one as it is; one with what README says, a post in
Markdown and one in reStructuredText; and one with what ``blogext init --write`` adds. What the second and third
warn about beyond the first is new. Extensions and themes that are not installed are left out of all three, and
the network is not used.

``conf.py`` is run: read it first.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

#: At most so many documents besides the root document.
MOST = 3
SUFFIXES = (".rst", ".md", ".txt", ".ipynb", ".inc")
#: Not documents, or not read by a site that reads no Markdown.
LEFT = re.compile(r"(^|/)([_.][^/]*|static|templates?|themes?)/|(^|/)(README|CONTRIBUTING)[^/]*$", re.IGNORECASE)
LARGEST = 300_000
PLACES = ("docs/conf.py", "docs/source/conf.py", "doc/conf.py", "doc/source/conf.py", "source/conf.py", "conf.py")
PLACE_OF_CONF = re.compile(r"(^|/)conf\.py$")
#: Modules that only the project has are made up while ``conf.py`` runs.
STUBS = """
import importlib.machinery, importlib.metadata, io, pathlib, sys, types, urllib.request
_version = importlib.metadata.version
def version(name):
    try:
        return _version(name)
    except importlib.metadata.PackageNotFoundError:
        return "1.0.0"
importlib.metadata.version = version
import subprocess
def quiet(call, otherwise):
    def run(*a, **k):
        try:
            return call(*a, **k)
        except (OSError, subprocess.CalledProcessError):
            return otherwise
    return run
if sys.argv[1:2] != ["init"]:
    subprocess.run = quiet(subprocess.run, subprocess.CompletedProcess([], 1, "", ""))
    subprocess.check_call = quiet(subprocess.check_call, 0)
    subprocess.check_output = quiet(subprocess.check_output, b"1.0.0")
urllib.request.urlopen = lambda *a, **k: io.BytesIO(b"{}")
urllib.request.urlretrieve = lambda url, filename="nothing", *a: (pathlib.Path(filename).write_bytes(b""), None)
class Stub(types.ModuleType):
    __path__, __version__, version, release = [], "1.0.0", "1.0.0", "1.0.0"
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Stub(f"{self.__name__}.{name}")
    __call__ = __getitem__ = lambda self, *a, **k: "1.0.0"
    __iter__ = lambda self: iter(())
    __str__ = __fspath__ = lambda self: "1.0.0"
class Finder:
    is_off = False
    def find_spec(self, name, path=None, target=None):
        frame = sys._getframe(1)
        while "importlib" in frame.f_code.co_filename:
            frame = frame.f_back
        if not self.is_off and frame.f_code.co_filename.endswith("conf.py"):
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
    def create_module(self, spec):
        return Stub(spec.name)
    def exec_module(self, module):
        pass
sys.meta_path.append(Finder())
# A statement that needs what is not installed is left out, and so is what fails because of that.
import ast, os, sphinx.config
def evaluate(filename, tags):
    names = {"__file__": str(filename), "__name__": "__main__", "tags": tags}
    with sphinx.config.chdir(os.path.dirname(filename)):
        for statement in ast.parse(open(filename, encoding="utf-8").read()).body:
            try:
                exec(compile(ast.Module([statement], []), filename, "exec"), names)
            except BaseException as error:
                print(f"conf.py, line {statement.lineno}: {error!r}", file=sys.stderr)
    names.pop("__builtins__", None)
    return names
sphinx.config.eval_config_file = evaluate
"""
#: What ``conf.py`` gets in all three sites.
FOOTER = """

# ---- stubs of tools/repositories.py
def _plain(value):
    import types
    if isinstance(value, dict):
        return all(map(_plain, [*value, *value.values()]))
    if isinstance(value, (list, tuple, set)):
        return all(map(_plain, value))
    return not isinstance(value, types.ModuleType)
def _loads(name, left_out):
    import importlib
    if name in left_out:
        return False
    try:
        module = importlib.import_module(name)
    except BaseException:
        return False
    return callable(getattr(module, "setup", None))
def _mend():
    import os, sys, types
    names = globals()
    for finder in sys.meta_path:
        if type(finder).__name__ == "Finder":
            finder.is_off = True
    for name in [name for name, module in sys.modules.items() if type(module).__name__ == "Stub"]:
        del sys.modules[name]
    for name, value in list(names.items()):
        if not name.startswith("_") and isinstance(value, (dict, list, tuple, set)) and not _plain(value):
            del names[name]
        elif type(value).__name__ == "Stub":
            del names[name]
    left_out = os.environ.get("LEFT_OUT", "").split()
    known = ("sphinx.", "sphinx_", "sphinxext.", "myst_", "nbsphinx", "IPython", "numpydoc", "jupyter_")
    usual = known if os.environ.get("USUAL") else ("",)
    if os.environ.get("USUAL"):
        names.update(html_sidebars={}, nb_custom_formats={})
    names["extensions"] = [
        name for name in names.get("extensions", []) if name.startswith(usual) and _loads(name, left_out)
    ]
    names["intersphinx_mapping"] = {}
    theme = names.get("html_theme")
    from importlib.metadata import entry_points
    themes = {point.name for point in entry_points(group="sphinx.html_themes")}
    builtin = "basic classic alabaster agogo nature haiku pyramid scrolls sphinxdoc traditional bizstyle"
    themes |= set(builtin.split())
    folders = names.get("html_theme_path") or []
    folders = [folders] if isinstance(folders, str) else folders
    own = {name for folder in folders if os.path.isdir(folder) for name in os.listdir(folder)}
    if theme and theme not in themes | own | set(names["extensions"]):
        names.update(html_theme="alabaster", html_theme_options={}, html_sidebars={}, html_context={})
    names.update(nb_execution_mode="off", nbsphinx_execute="never", autosummary_generate=False, plot_gallery=False)
    if names.get("setup") and os.environ.get("NO_SETUP"):
        del names["setup"]
_mend()
"""
README = """
extensions += ["sphinx_blogext"]
{url}blog_title = "Notes"
"""
PAGE = {
    ".md": "# Notes\n\n```{postlist}\n:paginate:\n```\n",
    ".rst": "Notes\n=====\n\n.. postlist::\n   :paginate:\n",
}
POST = (
    "---\ndate: 2026-01-15\ntags: [python, numerics]\n---\n"
    "# Adding ten million floats\n\nText.\n\n<!-- more -->\n\nRest.\n"
)
RST_POST = (
    ".. post:: 2026-01-16\n   :tags: python\n\nA second post\n=============\n\nText.\n\n.. more::\n\nRest.\n"
)
#: Folders that differ between the three sites.
PLACE = re.compile(r"/\S*/repository-\w+/(?:plain|readme|init)")
COLOR = re.compile(r"\x1b\[[\d;]*m")


class Result(NamedTuple):
    """Whether a site was built, its warnings, and its number of listed posts."""

    is_built: bool
    warnings: frozenset[str]
    posts: int
    output: str


def git(folder: str, *arguments: str) -> bytes:
    return subprocess.run(["git", f"--git-dir={folder}", *arguments], capture_output=True, check=True).stdout


def rank(name: str) -> tuple[bool, int, int, str]:
    """Return a sort key for places of ``conf.py``: the usual ones first, then those least deep."""
    place = PLACES.index(name) if name in PLACES else len(PLACES)
    return (
        re.search(r"(^|/)(tests?|example\w*|template\w*)(/|$)", name) is not None,
        place,
        name.count("/"),
        name,
    )


def extract(repository: str, conf: str, target: Path) -> Path:
    """Write what is kept of the repository into *target*, and return the folder of ``conf.py``."""
    listing = git(repository, "ls-tree", "-r", "-z", "HEAD").decode("utf-8", "replace").split("\0")
    # Without submodules, and names that are no text.
    blobs = {
        line.partition("\t")[2]: line.split()[2] for line in listing if " blob " in line and "\ufffd" not in line
    }
    conf = conf or min((name for name in blobs if PLACE_OF_CONF.search(name)), key=rank)
    root = conf.rpartition("/")[0]
    wanted = [name for name in blobs if "/" not in name or name.startswith(f"{root}/") or not root]
    wanted += [
        name for name in blobs if name.rpartition("/")[0] == root.rpartition("/")[0] and name.endswith(".py")
    ]
    # Whatever ``conf.py`` reads by its name; what it imports is made up.
    text = git(repository, "cat-file", "blob", blobs[conf]).decode("utf-8", "replace")
    wanted += [name for name in blobs if len(last := name.rpartition("/")[2]) > 7 and last in text]
    for name in dict.fromkeys(wanted):
        # A stored copy may lack its largest files.
        done = subprocess.run(
            ["git", f"--git-dir={repository}", "cat-file", "blob", blobs[name]], capture_output=True, check=False
        )
        path = (target / name).resolve()
        if done.returncode == 0 and len(done.stdout) <= LARGEST and path.is_relative_to(target.resolve()):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(done.stdout)
    folder = target / root
    subprocess.run(["git", "init", "-q", target], check=True)
    author = ("-c", "user.name=x", "-c", "user.email=x@example.org")
    subprocess.run(["git", *author, "-C", target, "commit", "-q", "--allow-empty", "-m", "x"], check=True)
    subprocess.run(["git", *author, "-C", target, "tag", "-a", "v1.0.0", "-m", "x"], check=True)
    return folder


def prune(folder: Path) -> None:
    """Keep the root document and the first documents that it names."""
    text = (folder / "conf.py").read_text(encoding="utf-8", errors="replace")
    names = re.findall(r"^(?:root_doc|master_doc)\b.*=\s*['\"]([\w/-]+)", text, re.MULTILINE)
    root = next((path for name in [*names, "index", "contents"] for path in folder.glob(f"{name}.*")), None)
    kept = {root}
    if (folder / "_toc.yml").exists():
        kept.update(folder.rglob("*"))
    for word in re.findall(r"[\w./-]+", root.read_text(encoding="utf-8", errors="replace") if root else ""):
        for suffix in ("", *SUFFIXES[:4]):
            path = folder / f"{word.strip('/')}{suffix}"
            if len(kept) <= MOST and path.suffix in SUFFIXES and path.is_file():
                kept.add(path)
    # A theme from its sources is not complete.
    for theme in ("sphinx_rtd_theme", "sphinx_immaterial", "src/furo", "shibuya"):
        shutil.rmtree(
            next(path for path in (folder, *folder.parents) if (path / ".git").exists()) / theme,
            ignore_errors=True,
        )
    for path in folder.rglob("*"):
        if path.is_file() and path.suffix in SUFFIXES and path not in kept:
            if not LEFT.search(path.relative_to(folder).as_posix()):
                path.unlink()
    with (folder / "conf.py").open("a", encoding="utf-8") as file:
        file.write(FOOTER)


def importable(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except (ImportError, ValueError):
        return False


def environment(stubs: Path, left_out: str, no_setup: bool, usual: bool) -> dict[str, str]:
    more = {"PYTHONPATH": str(stubs), "LEFT_OUT": left_out, "NO_COLOR": "1"}
    more |= {"NO_SETUP": "1" if no_setup else "", "USUAL": "1" if usual else ""}
    return {
        **os.environ,
        **more,
        "http_proxy": "http://127.0.0.1:9",
        "https_proxy": "http://127.0.0.1:9",
        "LANG": "C.UTF-8",
    }


def build(folder: Path, environ: dict[str, str]) -> Result:
    with tempfile.TemporaryDirectory() as name:
        command = [
            sys.executable,
            "-m",
            "sphinx",
            "-q",
            "-n",
            "-b",
            "html",
            "-d",
            f"{name}/trees",
            str(folder),
            f"{name}/out",
        ]
        try:
            done = subprocess.run(
                command, env=environ, capture_output=True, text=True, timeout=200, check=False, cwd=folder
            )
        except subprocess.TimeoutExpired:
            return Result(False, frozenset(), 0, "too slow")
        output = PLACE.sub("", COLOR.sub("", done.stderr))
        lines = (line for line in output.splitlines() if re.search(r"\b(WARNING|ERROR|CRITICAL): ", line))
        pages = Path(name, "out", "blog").glob("index.html") if done.returncode == 0 else ()
        listed = sum(
            len(re.findall(r'class="[^"]*\bh-entry\b', page.read_text(encoding="utf-8"))) for page in pages
        )
        # The line of a message in a file that has changed is another one.
        return Result(
            done.returncode == 0, frozenset(re.sub(r":\d+: ", ": ", line) for line in lines), listed, output
        )


def by_readme(folder: Path, *, reads_rst: bool) -> None:
    """Do what README says, with the first page and an entry in the root document where that has a toctree."""
    from sphinx_blogext.command.existing import with_entry

    conf = folder / "conf.py"
    text = conf.read_text(encoding="utf-8")
    url = "" if re.search(r"^html_baseurl\b", text, re.MULTILINE) else 'html_baseurl = "https://example.org/"\n'
    conf.write_text(text + README.format(url=url), encoding="utf-8")
    (folder / "blog").mkdir(exist_ok=True)
    markup = ".md" if "myst" in text else ".rst"
    (folder / "blog" / f"index{markup}").write_text(PAGE[markup], encoding="utf-8")
    (folder / "blog" / "floats.md").write_text(POST, encoding="utf-8")
    if reads_rst:
        (folder / "blog" / "second.rst").write_text(RST_POST, encoding="utf-8")
    names = re.findall(r"^(?:root_doc|master_doc)\b.*=\s*['\"]([\w/-]+)", text, re.MULTILINE)
    for path in (folder / f"{name}{suffix}" for name in [*names, "index"] for suffix in (".md", ".rst", ".txt")):
        if path.is_file():
            after = with_entry(path.read_text(encoding="utf-8"), "blog/index", is_markdown=path.suffix == ".md")
            if after:
                path.write_text(after, encoding="utf-8")
                return
    page = folder / "blog" / f"index{markup}"
    orphan = "---\norphan: true\n---\n" if markup == ".md" else ":orphan:\n\n"
    page.write_text(orphan + page.read_text(encoding="utf-8"), encoding="utf-8")


def try_repository(name: str, repository: str, conf: str) -> dict[str, object]:
    with tempfile.TemporaryDirectory(prefix="repository-") as place:
        stubs = Path(place, "stubs")
        stubs.mkdir()
        (stubs / "sitecustomize.py").write_text(STUBS, encoding="utf-8")
        folder = extract(repository, conf, Path(place, "plain"))
        prune(folder)
        relative = folder.relative_to(Path(place, "plain"))
        left_out, no_setup, usual = "", False, False
        for _ in range(5):
            environ = environment(stubs, left_out, no_setup, usual)
            plain = build(folder, environ)
            if plain.is_built:
                break
            # Leave out what fails, and say so.
            failure = re.search(r"extension '?([\w.]+[.\w])'?", plain.output)
            if failure and failure[1] not in left_out.split() and importable(failure[1]):
                left_out += f" {failure[1]}"
            else:
                usual, no_setup = no_setup, True
        row: dict[str, object] = {"name": name, "left_out": left_out.strip(), "plain": plain.is_built}
        if not plain.is_built:
            return row | {"reason": plain.output[-1500:]}
        for way in ("readme", "init"):
            shutil.copytree(Path(place, "plain"), Path(place, way), symlinks=True)
            site = Path(place, way, relative)
            said = ""
            if way == "readme":
                # It says to write posts in a markup that the project reads.
                by_readme(site, reads_rst=bool(list(folder.glob("*.rst")) or not list(folder.glob("*.md"))))
            else:
                command = [sys.executable, "-m", "sphinx_blogext", "init", str(site), "--write"]
                done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False, cwd=site)
                said = done.stdout + done.stderr
            result = build(site, environ)
            new = sorted(result.warnings - plain.warnings)
            row[way] = {"built": result.is_built, "new": new, "posts": result.posts, "said": said}
            if not result.is_built:
                row[way]["reason"] = result.output[-1500:]  # type: ignore[index]
        return row


def main() -> int:
    for argument in sys.argv[1:]:
        name, _, path = argument.partition("=")
        repository, _, conf = path.partition(":")
        try:
            row = try_repository(name, repository, conf)
        except Exception as error:
            row = {"name": name, "plain": False, "reason": repr(error)}
        print(json.dumps(row, ensure_ascii=False), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
