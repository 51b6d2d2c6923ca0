"""After any change the output is, byte for byte, that of a build from scratch."""

from __future__ import annotations

import errno
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from checker import problems_of_tree
from conftest import SEED, Site
from sphinx.errors import ExtensionError
from writing import many, md, rst

from sphinx_blogext.feeds import entries as feed_items
from sphinx_blogext.write.teaser import render_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Step = Callable[[Site], None]

PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
FILES = {
    "index.md": "# Home\n\n```{postlist} 3\n:style: cards\n```\n\n```{blog-terms} tag\n```\n\nText.\n",
    # In no toctree: titles in navigation are Sphinx's.
    "guide.rst": ":orphan:\n\nGuide\n=====\n\n:blog:post:`p03` :blog:tag:`C++`\n\n"
    ".. postlist::\n   :tags: python\n   :excerpts:\n   :paginate: 4\n",
    "other.rst": ":orphan:\n\n.. _place:\n\nThe *other*\n===========\n\nText, and :ref:`itself <place>`.\n",
    "blog.md": "---\norphan: true\n---\n# News\n\n```{postlist}\n:paginate: 3\n```\n",
    **many(9, tags=["python", "C++"], author=["mei", "jonas"], language="en"),
    "blog/x.rst": rst(
        "The *X*",
        "Lead $x$, :doc:`/other`, :ref:`place` and :blog:post:`p02`.\n\n.. only:: special\n\n   Special.\n\n"
        ".. more::\n\nRest.\n",
        date="2023-05-06",
        tags="C++, Other",
        series="S",
        redirect="old/x",
    ),
    "blog/y.md": md(
        "Y $y$",
        "![a](pic.svg) [](/other.rst) [^1]\n\n<!-- more -->\n\n```{include} ../part.txt\n```\n\n[^1]: Note.\n",
        date="2023-05-06",
        tags="Other",
        pin=True,
    ),
    "part.txt": "Rest.\n",
    "blog/pic.svg": PICTURE,
    "blog/later.md": md("Later", "Not yet.\n", date="2024-07-01", tags=["python", "Future"]),
    "_templates/blog/recent.html": "<p>Recent: {% for post in blog.recent %}{{ post.title|e }} {% endfor %}</p>\n",
}
CONF: dict[str, Any] = {
    "html_theme": "blogext",
    "html_baseurl": "https://example.org/",
    "blog_feed_archives": True,
    "templates_path": ["_templates"],
    "html_sidebars": {"blog/p0[12]": ["blog/recent.html", "blog/tags.html"], "blog/tag/*": ["blog/tags.html"]},
    "blog_authors": {"mei": ("Mei", "https://example.org/mei"), "jonas": ("Jonas", None)},
}
#: Written by Sphinx alone: a hash of the configuration, and an index in the order of reading.
OWN = frozenset({".buildinfo", ".buildinfo.bak", "searchindex.js"})
#: The source of a document that is gone and was no post.
SPHINX_LEAVES = "_sources/blog/tag/python.md.txt"
NOW = "1718000000"  # 10 June 2024


@pytest.fixture(autouse=True)
def _today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", NOW)
    monkeypatch.setenv("READTHEDOCS_CANONICAL_URL", "")


def tree(site: Site) -> dict[str, bytes]:
    return {name: content for name, content in site.bytes().items() if name not in OWN}


def clean(site: Site, folder: Path) -> Site:
    """The same sources built from scratch."""
    shutil.rmtree(folder, ignore_errors=True)
    fresh = Site(folder, {}, None, site.builder, **site.options)
    shutil.copytree(site.source, fresh.source, dirs_exist_ok=True)
    return fresh.build()


def differences(site: Site, fresh: Site) -> list[str]:
    """The files in which two outputs differ."""
    one, other = tree(site), tree(fresh)
    return sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))


def edit(name: str, old: str, new: str) -> Callable[[Site], None]:
    return lambda site: site.edit(name, old, new)


def write(name: str, content: str) -> Callable[[Site], None]:
    return lambda site: site.write(name, content)


def configure(**options: Any) -> Callable[[Site], None]:
    return lambda site: site.configure(CONF | options)


def move(old: str, new: str) -> Callable[[Site], None]:
    def step(site: Site) -> None:
        content = (site.source / old).read_text(encoding="utf-8")
        site.delete(old)
        site.write(new, content)

    return step


def due(site: Site) -> None:
    os.environ["SOURCE_DATE_EPOCH"] = "1720000000"


def hosted(site: Site) -> None:
    os.environ["READTHEDOCS_CANONICAL_URL"] = "https://docs.example.org/en/latest/"


def move_home(site: Site) -> None:
    move("blog.md", "blog/index.md")(site)
    # What Sphinx leaves of documents that are gone.
    (site.outdir / "_sources/blog.md.txt").unlink()
    if site.builder == "html":
        site.path("blog").unlink()


def one_document(site: Site) -> None:
    """Build nothing but a document that shows another's title."""
    site.edit("blog/p02.md", "# Post 02", "# Two")
    command = [sys.executable, "-m", "sphinx", "-q", "-b", site.builder, "-d", site.root / "doctrees"]
    subprocess.run([*command, site.source, site.outdir, site.source / "guide.rst"], check=True)


STEPS: dict[str, list[Callable[[Site], None]]] = {
    "texts": [
        edit("blog/p08.md", "Rest 08.", "Another rest."),
        edit("blog/p08.md", "Another rest.", "Much longer. " + "word " * 900),
        edit("blog/p08.md", "Lead 08.", "Another *lead* $z$."),
        edit("blog/p08.md", "# Post 08", "# A *new* title"),
        edit("blog/p02.md", "Lead 02.", "Lead 02.\n\n![p](pic.svg)"),
        write("blog/pic.svg", PICTURE.replace("9", "12")),
        write("part.txt", "Another part.\n"),
        write("blog/t.md", md("T", "```{toctree}\n../other\n```\n\n% more\n\nRest.\n", date="2024-06-02")),
        edit("other.rst", "The *other*\n===", "Another\n==="),
        edit("blog/p03.md", "Lead 03.", "Lead [](p04.md)."),
        edit("blog/p04.md", "# Post 04", "# Four"),
        edit("blog/x.rst", "Rest.", ".. image:: pic.svg"),
        edit("blog/x.rst", "Lead $x$", "Lead"),
        edit("guide.rst", "Guide\n=====", "A guide\n======="),
        edit("guide.rst", "python\n", "C++\n"),
        edit("blog.md", "# News", "# All *news*"),
        one_document,
    ],
    "metadata": [
        edit("blog/p08.md", '["python", "C++"]', '["python", "Rust"]'),
        edit("blog/p08.md", '["python", "Rust"]', '["python", "C++"]'),
        edit("blog/x.rst", "C++, Other", "C++"),
        edit("blog/y.md", "tags: Other\n", ""),
        edit("blog/y.md", "pin: true\n", ""),
        edit("blog/p08.md", "2024-01-09", "2022-03-04"),
        edit("blog/p07.md", '["mei", "jonas"]', '["nobody"]'),
        edit("blog/p06.md", "language: en", "language: zh"),
        edit("blog/p05.md", "language: en", "language: en\npin: 2024-07-02"),
        edit("blog/p04.md", "---\ndate", "---\ndraft: true\ndate"),
        edit("blog/p03.md", "---\ndate", "---\nunlisted: true\ndate"),
        edit("blog/p04.md", "draft: true\n", ""),
        edit("blog/p02.md", "---\ndate", "---\nredirect: old/p02\nexternal_link: https://example.net/\ndate"),
        edit("blog/p02.md", "redirect: old/p02\n", ""),
        due,
    ],
    "documents": [
        lambda site: site.write(
            "blog/new.md", md("New", "Lead.\n\n% more\n\nRest.\n", date="2024-06-01", tags=["N"])
        ),
        lambda site: site.write(
            "blog/2019/old.md", md("Old", date="2019-06-01", author="mei", redirect="old/old")
        ),
        move("blog/p07.md", "blog/renamed/p07.md"),
        move("blog/p06.md", "blog/p6.md"),
        write("blog/p09.b.md", md("Another 09", date="2024-01-09")),
        lambda site: site.delete("blog/p09.md"),
        lambda site: (site.delete("blog/p08.md"), site.write("blog/p08.rst", rst("Post 08", date="2024-01-09"))),
        lambda site: site.delete("blog/x.rst"),
        lambda site: site.delete("blog/2019/old.md"),
        edit("blog.md", ":paginate: 3", ":paginate: 4\n:style: titles"),
        lambda site: site.write("blog.md", "---\norphan: true\n---\n# News\n\nText.\n"),
        lambda site: site.write("blog/tag/python.md", "---\norphan: true\n---\n# Python\n\nOurs.\n"),
        lambda site: (site.delete("blog/tag/python.md"), (site.outdir / SPHINX_LEAVES).unlink()),
        move_home,
    ],
    "options": [
        configure(blog_authors={"mei": ("Mei Lin", None), "jonas": {"name": "J", "slug": "jw"}}),
        configure(blog_page_size=4, post_date_format="%Y", blog_related=1, blog_title="Other"),
        configure(blog_pagination="stable", blog_page_size=2),
        configure(html_sidebars={"blog/p0[12]": ["blog/tags.html", "blog/recent.html"]}),
        configure(blog_tags={"C++": {"label": "C plus plus", "slug": "cpp"}}),
        configure(html_sidebars={"blog/tag/*": ["blog/tags.html", "relations.html"]}),
        configure(blog_feed_archives=False, blog_feed_fulltext=True, blog_feed_subtitle="All that is new"),
        configure(blog_comments={"provider": "utterances", "repo": "a/b"}, html_permalinks_icon="#"),
        configure(html_baseurl=""),
        hosted,
        configure(),
        lambda site: site.options.update(tags=["special"]),
        lambda site: site.write("_templates/blog/recent.html", "<p>Nothing.</p>\n"),
        lambda site: site.write("_templates/blog/tag-list.html", "<p>{{ post.tags|length }} tags</p>\n"),
        lambda site: site.delete("_templates/blog/tag-list.html"),
        lambda site: (
            *(site.write(f"_static/{name}.css", "p { color: red }\n") for name in "ab"),
            site.configure(CONF | {"html_static_path": ["_static"], "html_css_files": ["a.css", "b.css"]}),
        ),
        configure(html_static_path=["_static"], html_css_files=["b.css", "a.css"]),
        write("_static/a.css", "p { color: blue }\n"),
    ],
}


#: After how many steps a site is compared with a clean build; only a difference is looked for step by step.
STRIDE = 4


def differing_steps(make: Callable[[], Site], steps: Mapping[Any, Step], folder: Path) -> dict[Any, list[str]]:
    """Return the files that differ from those of a clean build after *steps*, by the names of the steps.

    *make* builds the site that they begin with; *folder* is for clean builds.
    """
    site = make()
    for number, name in enumerate(steps, start=1):
        steps[name](site)
        site.build()
        is_due = number % STRIDE == 0 or number == len(steps)
        if is_due and differences(site, clean(site, folder)):
            done = dict(list(steps.items())[:number])
            return _by_step(make(), done, folder) or {name: ["only where the steps before were not looked at"]}
    return {}


def _by_step(site: Site, steps: Mapping[Any, Step], folder: Path) -> dict[Any, list[str]]:
    found = {}
    for name, step in steps.items():
        step(site)
        site.build()
        if different := differences(site, clean(site, folder)):
            found[name] = different
    return found


@pytest.mark.parametrize(
    ("kind", "builder"),
    [*((kind, "html") for kind in STEPS), pytest.param("texts", "dirhtml", marks=pytest.mark.slow)],
)
def test_each_step_gives_a_clean_build(
    make_site: Callable[..., Site], tmp_path: Path, kind: str, builder: str
) -> None:
    sites = []

    def make() -> Site:
        sites.append(make_site(FILES, CONF, builder))
        return sites[-1]

    assert differing_steps(make, dict(enumerate(STEPS[kind], start=1)), tmp_path / "clean") == {}
    assert problems_of_tree(sites[0].outdir) == []


@pytest.mark.slow
def test_two_builders_may_share_their_doctrees(make_site: Callable[..., Site], tmp_path: Path) -> None:
    site = make_site(FILES, CONF)
    for step in (
        *(STEPS["texts"][3], STEPS["metadata"][9], STEPS["documents"][3]),
        write("part.txt", "Another part.\n"),
        configure(numfig=True, blog_default_author="mei"),
    ):
        step(site)
        for builder in ("dirhtml", "html"):
            site.build(builder)
            assert differences(site, clean(site, tmp_path / builder)) == []


def test_what_somebody_has_deleted_is_written_again(make_site: Callable[..., Site], tmp_path: Path) -> None:
    site = make_site(FILES, CONF)
    fresh = clean(site, tmp_path / "clean")
    for names in (
        ("searchindex.js",),
        ("blog/2024.html", "old/x.html", "blog/tag/python/atom.xml", "sitemap.xml"),
        ("blog/p01.html", ".blogext.json"),
    ):
        for name in names:
            (site.outdir / name).unlink()
        site.build()
        assert differences(site, fresh) == []
    # In another order.
    assert len(site.bytes()["searchindex.js"]) == len(fresh.bytes()["searchindex.js"])


MANIFESTS = {
    "not json": "{",
    "a list": "[]",
    "a text": '"x"',
    "numbers for posts": {"posts": [1, ["x"]]},
    "a text for files": {"files": "blog.html"},
    "numbers for files": {"files": [5, None]},
    "lists for documents": {"documents": [["x"]]},
    "a number for feeds": {"feeds": 5},
    "very deep": '{"posts": ' + "[" * 100_000 + "}",
}


@pytest.mark.parametrize("kind", MANIFESTS)
def test_a_manifest_that_cannot_be_read_is_an_empty_one(
    make_site: Callable[..., Site], tmp_path: Path, kind: str
) -> None:
    site = make_site({"index.md": "# Home\n", **many(2, tags="x")})
    path, wrong = site.outdir / ".blogext.json", MANIFESTS[kind]
    data = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(data | wrong) if isinstance(wrong, dict) else wrong, encoding="utf-8")
    site.edit("blog/p01.md", "tags: x", "tags: y")
    site.build()
    assert site.warnings == []
    # Whatever the last build wrote beside documents is forgotten.
    fresh = clean(site, tmp_path / "clean")
    assert set(differences(site, fresh)) <= {"blog/tag/x.html", "blog/tag/x/atom.xml"}
    assert set(json.loads(path.read_text(encoding="utf-8"))) == set(data)


def test_a_folder_called_like_the_manifest_is_an_error_in_one_line(make_site: Callable[..., Site]) -> None:
    site = make_site({"index.md": "# Home\n", **many(1)}, build=False)
    (site.outdir / ".blogext.json").mkdir(parents=True)
    with pytest.raises(ExtensionError, match=r"blogext\.json is a folder") as caught:
        site.build()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["blog/tag/ok.html", "blog/atom.xml", "sitemap.xml", "old.html"])
def test_a_folder_in_the_place_of_a_file_is_a_warning(
    make_site: Callable[..., Site], tmp_path: Path, name: str
) -> None:
    files = {"index.md": "# Home\n", "blog/a.md": md(tags="ok", redirect="old")}
    site = make_site(files, build=False)
    (site.outdir / name / "mine").mkdir(parents=True)
    for _ in range(2):
        site.build()
        (warned,) = site.warnings
        assert warned.type == "blog.output"
        assert repr(name) in warned.message
    (site.outdir / name / "mine").rmdir()
    (site.outdir / name).rmdir()
    site.build()
    assert site.warnings == []
    assert differences(site, clean(site, tmp_path / "clean")) == []


@pytest.mark.parametrize(
    ("builder", "name", "file"),
    [
        ("dirhtml", "blog/atom.xml", "blog/atom.xml"),
        ("dirhtml", "sitemap.xml", "sitemap.xml"),
        ("html", "sitemap.xml/page", "sitemap.xml"),
        ("html", "blog/tag/ok.html/page", "blog/tag/ok.html"),
        ("dirhtml", "blog/tag/ok/index.html", "blog/tag/ok/index.html"),
    ],
)
def test_a_document_takes_the_place_of_a_file(
    make_site: Callable[..., Site], tmp_path: Path, builder: str, name: str, file: str
) -> None:
    site = make_site({"index.md": "# Home\n", "blog/a.md": md(tags="ok")}, None, builder)
    assert (site.outdir / file).is_file()
    site.write(f"{name}.md", "---\norphan: true\n---\n# Mine\n")
    site.build()
    assert [(warned.file, warned.type) for warned in site.warnings] == [(f"{name}.md", "blog.output")]
    assert site.page(name).headings[0] == "Mine"
    assert (site.outdir / file).is_dir()
    assert differences(site, clean(site, tmp_path / "clean")) == []


def test_whole_texts_are_rendered_for_feeds_whose_texts_change(
    make_site: Callable[..., Site], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered: list[str] = []

    def render(env: Any, builder: Any, docname: str, anchor: str = "") -> Any:
        rendered.append(docname)
        return render_text(env, builder, docname, anchor)

    monkeypatch.setattr(feed_items, "render_text", render)
    refers = md("Post 07", "Lead.\n\n% more\n\nSee [](/guide.rst).\n", date="2024-01-08", tags=["C++"])
    site = make_site(
        {**FILES, "blog/p07.md": refers, "last.md": "---\norphan: true\n---\n# Last\n"},
        CONF | {"blog_feed_fulltext": True},
    )
    rendered.clear()
    site.edit("last.md", "# Last", "# The last")
    site.build()
    assert rendered == []
    site.edit("guide.rst", "Guide\n=====", "A guide\n=======")
    site.build()
    assert "blog/p07" in rendered
    # References in documents are Sphinx's.
    assert differences(site, clean(site, tmp_path / "clean")) == ["blog/p07.html"]


def _kill(site: Site, event: str, count: int) -> None:
    """Build in a process that dies at once where *event* happens for the time number *count*."""
    killed = (
        "import os, signal\nfrom sphinx.cmd.build import build_main\n"
        "from sphinx.events import EventManager\n"
        "emit, seen = EventManager.emit, []\n"
        "def dying(self, name, *args, **options):\n"
        f"    seen.append(name)\n    if seen.count({event!r}) == {count}:\n"
        "        os.kill(os.getpid(), signal.SIGKILL)\n"
        "    return emit(self, name, *args, **options)\n"
        "EventManager.emit = dying\n"
        f"build_main(['-q', '-b', {site.builder!r}, '-d', {str(site.root / 'doctrees')!r}, "
        f"{str(site.source)!r}, {str(site.outdir)!r}])\n"
    )
    done = subprocess.run([sys.executable, "-c", killed], check=False, capture_output=True)
    assert done.returncode == -signal.SIGKILL, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("event", "count"),
    [
        ("doctree-read", 1),
        ("env-get-updated", 1),
        ("html-page-context", 1),
        ("html-page-context", 5),
        ("html-page-context", 12),
        ("build-finished", 1),
    ],
)
def test_a_build_that_is_killed_leaves_nothing_stale(
    make_site: Callable[..., Site], tmp_path: Path, event: str, count: int
) -> None:
    site = make_site(FILES, CONF)
    before = (site.source / "blog/p08.md").read_text(encoding="utf-8")
    for number in (0, 2, 3):
        STEPS["texts"][number](site)
    STEPS["metadata"][0](site)
    STEPS["documents"][4](site)
    _kill(site, event, count)
    # Half of it is taken back, so that what the dead build wrote is wrong again.
    site.write("blog/p08.md", before)
    site.build()
    assert differences(site, clean(site, tmp_path / "clean")) == []


#: Says when everything that takes time before the build has been imported.
_BUILD = """
import sys
from sphinx.cmd.build import build_main
import myst_parser.sphinx_ext.main, sphinx_blogext, sphinx.builders.html
print("ready", flush=True)
sys.exit(build_main(sys.argv[1:]))
"""


def _start(site: Site) -> subprocess.Popen[bytes]:
    """Start a build in a process of its own; return it when it is about to begin."""
    paths = [site.source, site.outdir]
    options = ["-q", "-b", site.builder, "-d", site.root / "doctrees", *paths]
    process = subprocess.Popen([sys.executable, "-c", _BUILD, *map(str, options)], stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    return process


@pytest.mark.slow
def test_a_build_that_is_killed_at_any_moment_leaves_nothing_stale(
    make_site: Callable[..., Site], tmp_path: Path
) -> None:
    chance = random.Random(SEED)
    site = make_site(FILES, CONF, build=False)
    began = time.monotonic()
    assert _start(site).wait() == 0
    length = time.monotonic() - began
    for number in range(3):
        for part in range(2):
            # What is killed has everything to do: documents to read, posts that come and go, an option.
            site.edit("blog/p08.md", "Rest 08.", f"Rest 08. {number} {part}")
            site.edit("blog/p02.md", "# Post 02", f"# Post 02 {part}") if part else site.configure(
                CONF | {"blog_page_size": 2 + number}
            )
            site.write(f"blog/new{number}.md", md(f"New {part}", date=f"2024-05-0{part + 1}", tags=[f"T{part}"]))
            process = _start(site)
            time.sleep(chance.uniform(0, length))
            process.kill()
            process.wait()
        site.edit("blog/p02.md", "# Post 02 1", "# Post 02")
        site.delete(f"blog/new{number}.md")
        site.build()
        assert differences(site, clean(site, tmp_path / "clean")) == [], f"number {number}"


@pytest.mark.parametrize("writes", [1, *(pytest.param(each, marks=pytest.mark.slow) for each in (0, 7))])
def test_a_full_disk_fails_the_build_and_leaves_nothing_stale(
    make_site: Callable[..., Site], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writes: int
) -> None:
    site = make_site(FILES, CONF)
    STEPS["texts"][2](site)
    left = [writes]
    write = Path.write_bytes

    def full(self: Path, data: Any) -> int:
        left[0] -= 1
        if left[0] < 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(self, data)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", full)
        with pytest.raises(Exception, match="No space left"):
            site.build()
    assert list(site.outdir.rglob("*.tmp")) == []
    site.build()
    assert differences(site, clean(site, tmp_path / "clean")) == []


def test_the_source_of_a_post_that_becomes_another_document_is_replaced(
    make_site: Callable[..., Site], tmp_path: Path
) -> None:
    site = make_site({"index.md": "# Home\n", "blog/x.rst": rst("X"), **many(1)})
    site.delete("blog/x.rst")
    site.write("blog/x.md", "---\norphan: true\n---\n# X\n")
    site.build()
    assert [path.name for path in (site.outdir / "_sources/blog").glob("x.*")] == ["x.md.txt"]
    assert differences(site, clean(site, tmp_path / "clean")) == []


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_page_one_comes_and_goes_with_page_two(
    make_site: Callable[..., Site], tmp_path: Path, builder: str
) -> None:
    conf = {"blog_page_size": 3, "html_baseurl": ""}
    site = make_site({"index.md": "# Home\n", **many(3, tags="x")}, conf, builder)
    lists = ("blog", "blog/tag/x", "blog/2024", "blog/archive")
    numbered = [f"{name}/page/{number}" for name in lists for number in (1, 2)]
    assert [name for name in numbered if site.has(name)] == []
    site.write("blog/new.md", md("New", date="2024-02-01", tags="x"))
    site.build()
    assert [name for name in numbered if site.has(name)] == numbered
    assert differences(site, clean(site, tmp_path / "longer")) == []
    site.delete("blog/new.md")
    site.build()
    assert list(site.outdir.rglob("page")) == []
    assert differences(site, clean(site, tmp_path / "shorter")) == []


def written(site: Site, step: Callable[[Site], None]) -> set[str]:
    """The files of the blog that a build after *step* writes."""
    files = [path for path in site.outdir.rglob("*") if path.is_file()]
    later = time.time_ns() + 10**12
    for path in files:
        os.utime(path, ns=(later, later))
    times = {path: path.stat().st_mtime_ns for path in files}
    step(site)
    site.build()
    found = {path for path in site.outdir.rglob("*") if path.is_file()}
    changed = {path for path in found if path.stat().st_mtime_ns != times.get(path)} | (times.keys() - found)
    names = {path.relative_to(site.outdir).as_posix() for path in changed}
    return {name for name in names if not name.startswith(("_static/", "_sources/"))} - SPHINX_ALWAYS


#: What every build writes.
SPHINX_ALWAYS = frozenset({".blogext.json", "search.html", "searchindex.js", "objects.inv", ".buildinfo"})


def titles_only(count: int) -> dict[str, str]:
    """A blog whose posts have nothing in common but their list."""
    return {"index.md": "# Home\n\n```{toctree}\nblog\n```\n", "blog.md": "# News\n", **many(count)}


def test_a_text_below_the_marker_is_written_and_nothing_else(make_site: Callable[..., Site]) -> None:
    site = make_site(FILES, CONF)
    assert written(site, edit("blog/p08.md", "Rest 08.", "Another.")) == {"blog/p08.html"}


def test_a_teaser_is_written_where_it_is_shown(make_site: Callable[..., Site]) -> None:
    site = make_site(FILES, CONF | {"html_baseurl": ""})
    shown = written(site, edit("blog/p08.md", "Lead 08.", "Another."))
    holders = {name for name, content in site.bytes().items() if name.endswith(".html") and b"Another." in content}
    assert shown == holders


def test_nothing_is_written_where_nothing_has_changed(make_site: Callable[..., Site]) -> None:
    site = make_site(FILES, CONF)
    assert written(site, lambda site: None) == set()


def test_pages_follow_the_captions_of_toctrees(make_site: Callable[..., Site]) -> None:
    home = "# Home\n\n```{{toctree}}\n:caption: {}\nblog/index\n```\n"
    files = {"index.md": home.format("Before"), "blog/index.md": "# News\n", **many(1)}
    site = make_site(files, {"html_theme": "alabaster"})
    assert "Before" in site.page("blog/archive").source
    site.write("index.md", home.format("Behind"))
    site.build()
    assert "Behind" in site.page("blog/archive").source


@pytest.mark.parametrize("count", [20, 47])
def test_a_new_post_of_stable_lists_is_written_to_few_pages(make_site: Callable[..., Site], count: int) -> None:
    conf = {"blog_pagination": "stable", "blog_page_size": 5, "html_theme": "blogext", "blog_related": 0}
    site = make_site(titles_only(count), conf)
    new = md("New", "Lead.\n", date="2024-05-01")
    changed = written(site, lambda site: site.write("blog/new.md", new))
    # The post, its neighbour, the lists' own pages and at most the page that has become full
    # with the neighbour that now knows it; feeds and site map; and the document that has the list in
    # its toctree, which Sphinx writes.
    pages = {name for name in changed if "/page/" in name}
    assert changed - pages <= {
        *("index.html", "sitemap.xml", "blog/atom.xml", "blog/rss.xml", "blog/feed.json"),
        *("blog/new.html", f"blog/p{count:02}.html", "blog.html", "blog/archive.html", "blog/2024.html"),
    }
    assert len(pages) <= 2 * 3


def test_a_post_that_is_due_is_published_by_a_build_that_reads_nothing_else(
    make_site: Callable[..., Site], tmp_path: Path
) -> None:
    site = make_site(FILES, CONF)
    assert not site.has("blog/later")
    due(site)
    site.build()
    assert site.has("blog/later")
    assert differences(site, clean(site, tmp_path / "clean")) == []


@pytest.mark.parametrize("state", ["published", "draft"])
@pytest.mark.parametrize("link", ["[](gone.md)", "[](/blog/gone.md#part)"])
def test_links_to_a_document_that_comes_and_goes(
    make_site: Callable[..., Site], tmp_path: Path, link: str, state: str
) -> None:
    gone = md("Gone", draft=state == "draft")
    files = {"index.md": "# Home\n", "blog/p.md": md("P", f"See {link}.\n"), "blog/gone.md": gone}
    site = make_site(files)
    site.delete("blog/gone.md")
    site.build()
    assert differences(site, clean(site, tmp_path / "clean")) == []
    site.write("blog/gone.md", md("Back again"))
    site.build()
    assert differences(site, clean(site, tmp_path / "clean")) == []


class TestSphinxItself:
    """What plain Sphinx leaves stale, and a blog does not mend."""

    PLAIN: dict[str, Any] = {  # noqa: RUF012
        "extensions": ["myst_parser", "sphinx.ext.intersphinx"],
        "html_theme": "alabaster",
        "intersphinx_mapping": {"other": ("https://other.example/", "other.inv")},
    }

    def _stale(self, make_site: Callable[..., Site], tmp_path: Path, step: Callable[[Site], None]) -> list[str]:
        files = {
            "index.md": "# Home\n\n```{toctree}\na\nb\n```\n",
            "a.md": "# A\n\nSee [](/b.md).\n\n```{include} part.txt\n```\n",
            "b.md": "# B\n\nText.\n\n![](pic.svg)\n",
            "part.txt": "Text and {ref}`thing`.\n",
            "pic.svg": PICTURE,
            "other.inv": inventory("A thing"),
        }
        site = make_site(files, self.PLAIN)
        step(site)
        site.build()
        return differences(site, clean(site, tmp_path / "clean"))

    def test_titles_in_navigation_and_references(self, make_site: Callable[..., Site], tmp_path: Path) -> None:
        assert self._stale(make_site, tmp_path, edit("b.md", "# B", "# Other")) == ["a.html"]

    def test_pages_of_documents_that_are_gone(self, make_site: Callable[..., Site], tmp_path: Path) -> None:
        def step(site: Site) -> None:
            site.edit("index.md", "\nb\n", "\n")
            site.edit("a.md", "See [](/b.md).", "Text.")
            site.delete("b.md")

        assert self._stale(make_site, tmp_path, step) == ["_images/pic.svg", "_sources/b.md.txt", "b.html"]

    def test_names_of_pictures_whose_files_are_called_the_same(
        self, make_site: Callable[..., Site], tmp_path: Path
    ) -> None:
        def step(site: Site) -> None:
            site.write("0/pic.svg", PICTURE.replace("9", "5"))
            site.write("0/new.md", "---\norphan: true\n---\n# New\n\n![](pic.svg)\n")

        pictures = ["_images/pic.svg", "_images/pic1.svg"]
        assert self._stale(make_site, tmp_path, step) == ["0/new.html", *pictures, "b.html"]

    def test_static_files_of_a_theme_that_is_gone(self, make_site: Callable[..., Site], tmp_path: Path) -> None:
        def step(site: Site) -> None:
            site.configure(self.PLAIN | {"html_theme": "basic"})

        assert "_static/alabaster.css" in self._stale(make_site, tmp_path, step)

    def test_inventories_of_others(self, make_site: Callable[..., Site], tmp_path: Path) -> None:
        step = write("other.inv", inventory("Another thing"))
        assert self._stale(make_site, tmp_path, step) == ["a.html"]

    def test_what_documents_include_when_another_builder_has_read_them(
        self, make_site: Callable[..., Site], tmp_path: Path
    ) -> None:
        def step(site: Site) -> None:
            site.write("part.txt", "Another text.\n")
            site.build("dirhtml")
            site.builder = "html"

        assert self._stale(make_site, tmp_path, step) == ["a.html"]

    def test_a_page_that_a_full_disk_cut_short(
        self, make_site: Callable[..., Site], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def step(site: Site) -> None:
            site.edit("b.md", "Text.", "Another text.")
            with monkeypatch.context() as patch:
                patch.setattr(Path, "write_text", _cut_short)
                site.build()
            assert site.status == 0

        assert "b.html" in self._stale(make_site, tmp_path, step)


def inventory(title: str) -> bytes:
    """An inventory of another project with one label, as intersphinx reads it."""
    head = "# Sphinx inventory version 2\n# Project: Other\n# Version: 1\n# The rest is compressed using zlib\n"
    return head.encode() + zlib.compress(f"thing std:label -1 thing.html#$ {title}\n".encode())


def _cut_short(self: Path, data: str, **options: Any) -> int:
    self.write_bytes(data.encode()[:10])
    raise OSError(errno.ENOSPC, "No space left on device")
