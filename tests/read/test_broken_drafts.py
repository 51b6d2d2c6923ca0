"""Metadata that cannot be read keeps a document out of the site, with one warning."""

import json
import re
import shutil
from collections.abc import Iterable
from itertools import product
from pathlib import Path

import pytest
from broken_drafts import INVISIBLE, MARKDOWN, MISSPELT, NOTEBOOKS, ORDINARY, RST, WORDS, notebook
from conftest import MakeSite, Site
from steps import clean, differences

HOME = "# Home\n\n```{toctree}\n:glob:\n\nblog/*\n```\n\n```{postlist}\n```\n"
PUBLISHED = {"index.md": HOME, "blog/first.md": "---\ndate: 2020-01-15\n---\n# First\n\nText.\n"}
#: Every kind of broken document, with a suffix.
KINDS = [
    *((f"md: {kind}", ".md", source, line) for kind, (source, line) in MARKDOWN.items()),
    *((f"rst: {kind}", ".rst", source, line) for kind, (source, line) in RST.items()),
]
NAMES = {kind: f"zq{number:03}" for number, (kind, *_rest) in enumerate(KINDS)}


def marked(name: str, source: str) -> str:
    return re.sub("@(?!mei)", f"{name}x", source)


def files_of(folder: str = "blog") -> dict[str, str]:
    return {
        f"{folder}/{NAMES[kind]}{suffix}": marked(NAMES[kind], source) for kind, suffix, source, _line in KINDS
    }


def leaks(site: Site, names: Iterable[str] = tuple(NAMES.values())) -> dict[str, list[str]]:
    """The files of the output that hold a mark, by the mark."""
    files = {name: content.lower() for name, content in site.bytes().items() if name != "environment.pickle"}
    found = {
        name: [path for path, content in files.items() if name.encode() in content or name in path]
        for name in names
    }
    return {name: paths for name, paths in found.items() if paths}


@pytest.fixture(scope="module")
def broken(make_shared_site: MakeSite) -> Site:
    invisible = {f"blog/{name}": marked("zqi", text) for name, text in INVISIBLE.items()}
    return make_shared_site({**PUBLISHED, **files_of(), **invisible})


def test_no_broken_draft_is_published(broken: Site) -> None:
    assert leaks(broken) == {}
    assert broken.page("index").posts == ["First"]
    # Nor one with invisible characters above its metadata, which do no harm.
    assert leaks(broken, ["zqi"]) == {}
    assert [warned for warned in broken.warnings if warned.file[5:] in INVISIBLE] == []
    assert {f"blog/{name.partition('.')[0]}" for name in INVISIBLE} <= broken.domain.withheld.keys()


@pytest.mark.parametrize(("kind", "suffix", "source", "line"), KINDS, ids=NAMES)
def test_one_warning_names_the_place(broken: Site, kind: str, suffix: str, source: str, line: int | None) -> None:
    warned = [w for w in broken.warnings if w.file == f"blog/{NAMES[kind]}{suffix}"]
    ours = [w for w in warned if w.type.startswith("blog.")]
    assert [w.type for w in ours] == ["blog.front_matter"], warned
    assert "draft until it is fixed: " in ours[0].message
    assert "(column " in ours[0].message
    if line is not None:
        assert ours[0].line == line, ours[0]
    # Only docutils and MyST say more, about directives and what else is in the text.
    others = {w.type for w in warned if w not in ours}
    is_directive = any(word in kind for word in ("directive", "option", "plural", "of a domain"))
    assert others <= {"myst.header", "docutils"} or is_directive


@pytest.mark.slow
@pytest.mark.parametrize("builder", ["dirhtml", "text", "json", "singlehtml", "latex", "epub", "gettext"])
def test_no_builder_publishes_one(make_site: MakeSite, builder: str) -> None:
    conf = {"latex_documents": [("index", "s.tex", "S", "m", "manual")], "version": "1"}
    assert leaks(make_site({**PUBLISHED, **files_of()}, conf, builder, parallel=2)) == {}


def test_a_pattern_in_the_place_of_the_path(make_site: MakeSite) -> None:
    conf = {"blogs": {"news": {"blog_post_pattern": "notes/*"}, "eng": {}}}
    files = {**files_of("notes"), "eng/zqeng.md": marked("zqeng", MARKDOWN["unquoted colon"][0])}
    site = make_site({"index.md": "# Home\n", **files}, conf)
    assert leaks(site, [*NAMES.values(), "zqeng"]) == {}
    assert {file for file, kind in site.blog_warnings if kind == "blog.front_matter"} == files.keys()


def test_ordinary_documents_are_published(make_site: MakeSite) -> None:
    site = make_site({**PUBLISHED, **{f"blog/{name}": source for name, source in ORDINARY.items()}})
    # One of them is a post.
    assert site.blog_warnings == []
    assert site.domain.withheld == {}
    missing = {name for name in ORDINARY if not site.has(f"blog/{name.rpartition('.')[0]}")}
    assert missing == set()


def test_elsewhere_only_what_is_meant_as_a_post_is_withheld(make_site: MakeSite) -> None:
    broken = "---\n{0}\ntitle: Note: this\n---\n# Title zq{1}\n\n{2}"
    files = {
        "a.md": broken.format("blogpost: true", "marked", ""),
        "b.md": broken.format("draft: true", "directive", "```{post} 2026-01-15\n```\n"),
        "c.rst": "Title zqlost\n============\n\n.. post:: 2026-01-15\n:draft:\n",
        "d.md": broken.format("draft: true", "page", ""),
        "f.md": "# Title\n\n```{post} 2026-01-15\n:tags: x\n```\n",
        "g.rst": "Title\n=====\n\n.. post:: 2026-01-15\n   :tags: x\n\nText.\n",
        "e.md": "+++\ndraft = true\n+++\n# Title zqpage\n",
    }
    site = make_site({"index.md": "# Home\n", **files})
    assert leaks(site, ["zqmarked", "zqdirective", "zqlost"]) == {}
    assert site.blog_warnings == [(name, "blog.front_matter") for name in ("a.md", "b.md", "c.rst")]
    (said,) = (w.message for w in site.warnings if w.file == "d.md" and w.type == "myst.topmatter")
    assert said == "Malformed YAML"
    assert all(map(site.has, "defg"))
    assert {"f", "g"} <= site.domain.posts.keys()


@pytest.mark.parametrize(
    ("builder", "conf"),
    [("html", {}), pytest.param("html", {"blog_compare_contents": True}, marks=pytest.mark.slow), ("dirhtml", {})],
)
def test_mended_it_is_published_and_broken_again_withdrawn(
    make_site: MakeSite, tmp_path: Path, builder: str, conf: dict[str, object]
) -> None:
    kinds = ["md: unquoted colon", "md: TOML", "rst: fields below the title", "rst: one colon"]
    sources = {name: source for name, source in files_of().items() if name[5:10] in map(NAMES.get, kinds)}
    mended = {
        name: f"---\ndate: 2026-01-15\n---\n# Title {name[5:10]}x\n"
        if name.endswith("md")
        else f":date: 2026-01-15\n\nTitle {name[5:10]}x\n============\n"
        for name in sources
    }
    site = make_site({**PUBLISHED, **sources}, conf, builder)
    assert leaks(site) == {}
    for name in sources:
        site.write(name, mended[name])
    assert site.build().warnings == []
    assert set(leaks(site)) == {NAMES[kind] for kind in kinds}
    assert differences(site, clean(site, tmp_path / "mended")) == []
    for name, source in sources.items():
        site.write(name, source)
    assert leaks(site.build()) == {}
    assert len(site.blog_warnings) == len(sources)
    assert differences(site, clean(site, tmp_path / "broken")) == []
    assert site.build().warnings == []
    assert leaks(site) == {}


def test_a_preview_shows_the_text_and_marks_it_as_a_draft(make_site: MakeSite) -> None:
    site = make_site({**PUBLISHED, **files_of()}, {"blog_show_drafts": True})
    page = site.page(f"blog/{NAMES['md: unquoted colon']}")
    assert page.headings[0].startswith("Title")
    assert page.meta("robots") == ["noindex"]
    assert "draft: true" not in " ".join(page.texts("p"))
    assert len(site.domain.posts) == len(KINDS) + 1
    assert len(site.page("blog/drafts").posts) == 10


def word_files() -> dict[str, str]:
    files = {}
    for number, words in enumerate((*WORDS, *MISSPELT)):
        mark, key = f"zq{number:03}x", words.partition(":")[0]
        value = words.partition(":")[2].strip().strip("'\"")
        title = f"Title {mark}\n============\n"
        body = f"# Title {mark}\n\nText.\n"
        options = "\n".join(f":{line}".replace(": ", ": ") for line in words.split("\n"))
        files |= {
            f"blog/a-{mark}.md": f"---\ndate: 2026-01-15\n{words}\n---\n{body}",
            f"blog/undated-{mark}.md": f"---\n{words}\n---\n{body}",
            f"elsewhere/{mark}.md": f"---\nblogpost: true\ndate: 2026-01-15\n{words}\n---\n{body}",
            f"blog/directive-{mark}.md": f"{body}\n```{{post}} 2026-01-15\n{options}\n```\n",
        }
        if "\n" not in words:
            files |= {
                f"blog/fields-{mark}.rst": f":date: 2026-01-15\n:{key}: {value}\n\n{title}",
                f"blog/option-{mark}.rst": f"{title}\n.. post:: 2026-01-15\n   :{key}: {value}\n",
                f"blog/folder{number}/_blog.yml": f"{words}\n",
                f"blog/folder{number}/{mark}.md": f"---\ndate: 2026-01-15\n---\n{body}",
            }
    return files


def test_the_words_of_other_engines_make_drafts(make_site: MakeSite) -> None:
    site = make_site({**PUBLISHED, **word_files()})
    assert leaks(site, [f"zq{number:03}x" for number in range(len(WORDS) + len(MISSPELT))]) == {}
    assert {w.type for w in site.warnings} == {"blog.unknown_option", "blog.invalid_option"}
    numbers = {int(w.file.partition("zq")[2][:3]) for w in site.warnings if "zq" in w.file}
    assert numbers == {*range(len(WORDS), len(WORDS) + len(MISSPELT))}
    assert all("the post is a draft until it is fixed" in w.message for w in site.warnings)


def test_these_words_also_say_that_a_post_is_published(make_site: MakeSite) -> None:
    words = ["drafts: false", "published: true", "publish: yes", "status: published", "status: accepted"]
    files = {f"blog/p{n}.md": f"---\ndate: 2026-01-15\n{word}\n---\n# Post {n}\n" for n, word in enumerate(words)}
    site = make_site({**PUBLISHED, **files})
    assert site.warnings == []
    assert len(site.page("index").posts) == len(words) + 1


def test_an_end_or_a_list_that_cannot_be_read_makes_a_draft(make_site: MakeSite) -> None:
    lines = ["expiry: 2020-01-15", "expires_at: soon", "expires: 01.02.2020", "unlistd: true"]
    files = {
        f"blog/p{n}.md": f"---\ndate: 2020-01-15\n{line}\n---\n# Title zqend\n" for n, line in enumerate(lines)
    }
    site = make_site({**PUBLISHED, **files})
    assert leaks(site, ["zqend"]) == {}
    assert sorted((w.file, w.line) for w in site.warnings) == [(name, 3) for name in files]
    assert all("draft until it is fixed" in warned.message for warned in site.warnings)


def test_below_the_path_a_draft_that_the_pattern_leaves_out_is_withheld(make_site: MakeSite) -> None:
    front = "---\ndate: 2020-01-15\ndescription: Note: this\ndraft: true\n---\n"
    files = {
        "blog/z.md": f"{front}# Title zqbelow\n",
        "blog/y.md": "---\ntitle: a: b\n---\n# Page\n",
        "other/z.md": f"{front}# Other\n",
    }
    site = make_site({**PUBLISHED, **files}, {"blog_post_pattern": ["blog/p*", "blog/first"]})
    assert leaks(site, ["zqbelow"]) == {}
    assert [(w.file, w.line) for w in site.warnings if w.type == "blog.front_matter"] == [("blog/z.md", 3)]
    assert site.has("blog/y")
    assert site.has("other/z")


#: What is below a title, and whether the page is published.
WRITTEN = {
    "Date: 2020-01-15": True, "Date: 2020-01-15\nAuthor: Mei": True, "Date: 2099-01-15": False,
    "Date: 2020-01-15\nDraft: true": False, "Date: 2020-01-15\nExpires: 2020-02-01": False,
}  # fmt: skip


def test_a_page_may_say_when_it_was_written(make_site: MakeSite) -> None:
    files, published = {}, set()
    titles = ("# Title {}", "Title {}\n============")
    for number, (lines, title, suffix) in enumerate(product(WRITTEN, titles, ("md", "rst"))):
        page, top = f"zqp{number:02}", f"zqt{number:02}"
        files[f"blog/{page}.{suffix}"] = f"{title.format(page)}\n\n{lines}\n\nText.\n"
        # At the very top, that is what other engines read.
        files[f"blog/{top}.{suffix}"] = f"Title: {top}\n{lines}\n\n{title.format(top)}\n\nText.\n"
        published |= {page} if WRITTEN[lines] else set()
    site = make_site({**PUBLISHED, **files})
    names = [name[5:10] for name in files]
    assert set(leaks(site, names)) == published
    broken = [warned.file[5:10] for warned in site.warnings if warned.type == "blog.front_matter"]
    assert sorted(broken) == sorted({*names} - published)


def test_nothing_is_published_before_the_date_of_publication(make_site: MakeSite) -> None:
    files = {
        "blog/a.md": "---\ndate: 2020-01-15\npublishDate: 2099-01-15\n---\n# Title zqlater\n",
        "blog/b.md": "---\npubDatetime: 2099-01-15\ndate: 2020-01-15\n---\n# Title zqlater\n",
        "blog/c.md": "---\ndate: 2020-01-16\npublishDate: 2020-01-15\n---\n# Title zqdone\n",
        "blog/d.md": "# Title zqlater\n\n```{post} 2020-01-15\n```\n\n```{post} 2099-01-15\n```\n",
        "blog/e.md": "# Title zqlater\n\n```{post} 2020-01-15\n```\n\n```{post}\n:draft:\n```\n",
    }
    site = make_site({**PUBLISHED, **files})
    assert leaks(site, ["zqlater"]) == {}
    assert site.page("index").posts == ["Title zqdone", "First"]
    assert site.blog_warnings == [(f"blog/{name}.md", "blog.duplicate_post") for name in "de"]
    assert len(site.warnings) == 2


@pytest.mark.parametrize("extension", ["myst_nb", pytest.param("nbsphinx", marks=pytest.mark.slow)])
def test_front_matter_in_a_cell_of_a_notebook(make_site: MakeSite, extension: str) -> None:
    pytest.importorskip(extension)
    if extension == "nbsphinx" and not shutil.which("pandoc"):
        pytest.skip("nbsphinx needs pandoc")
    others = ["myst_parser"] if extension == "nbsphinx" else []
    conf = {"nb_execution_mode": "off", "nbsphinx_execute": "never"}
    conf |= {"extensions": [extension, *others, "sphinx_blogext"], "myst_enable_extensions": []}
    files = {f"blog/n{number}.ipynb": source for number, (source, _line) in enumerate(NOTEBOOKS.values())}
    words = [line for line in WORDS if "\n" not in line]
    files |= {f"blog/w{number}.ipynb": metadata(line) for number, line in enumerate(words)}
    site = make_site({**PUBLISHED, **{name: marked("zqn", source) for name, source in files.items()}}, conf)
    assert leaks(site, ["zqn"]) == {}
    assert sorted(site.blog_warnings) == [(f"blog/n{number}.ipynb", "blog.front_matter") for number in range(2)]


#: What is in a cell beside the metadata of a notebook, and whether the notebook is published.
CELLS = {
    "---\ndate: '2020-01-15'\ntitle: Other\nredirect: old\n---\n": True,
    "---\ndate: 2020-01-15\ndraft: false\n---\n\n# Below\n": True,
    "---\ndate: 2020-01-15\ndraft: true\n---\n": False,
    "---\ndate: 2020-01-15\nexpires: 2020-02-01\n---\n": False,
    "---\ndate: 2099-01-15\n---\n": False,
    "---\ntitle: x: y\nstatus: draft\n---\n": False,
}


def test_a_cell_may_repeat_the_metadata_of_the_notebook(make_site: MakeSite) -> None:
    pytest.importorskip("myst_nb")
    files, published = {}, set()
    for number, (cell, kind) in enumerate(product(CELLS, ("raw", "markdown"))):
        name = f"zqn{number:02}"
        source = json.loads(notebook(f"# Title {name}\n\nText.\n", "markdown"))
        source["metadata"] = {"date": "2020-01-15", "draft": False, "tags": ["a"]}
        source["cells"].insert(0, {**source["cells"][0], "id": "b", "cell_type": kind, "source": [cell]})
        files[f"blog/{name}.ipynb"] = json.dumps(source)
        published |= {name} if CELLS[cell] else set()
    conf = {"nb_execution_mode": "off", "extensions": ["myst_nb", "sphinx_blogext"], "myst_enable_extensions": []}
    site = make_site({**PUBLISHED, **files}, conf)
    names = [name[5:10] for name in files]
    assert set(leaks(site, names)) == published
    broken = [warned.file[5:10] for warned in site.warnings if warned.type == "blog.front_matter"]
    assert sorted(broken) == sorted({*names} - published)


def metadata(words: str) -> str:
    """A notebook with *words* in its metadata."""
    key, _colon, value = words.partition(": ")
    value = json.loads(value) if value in {"true", "false"} else value.strip("\"'")
    source = json.loads(notebook("Text.\n", "markdown")) | {"metadata": {"date": "2026-01-15", key: value}}
    return json.dumps(source)


def test_a_misspelt_date_publishes_nothing_before_its_time(make_site: MakeSite) -> None:
    days = ["2020-01-15", "2099-01-15", "soon"]
    files = {f"blog/zq{n}.md": f"---\ndaet: {day}\n---\n# Title\n\nText.\n" for n, day in enumerate(days)}
    site = make_site({**PUBLISHED, **files})
    assert set(leaks(site, ["zq0", "zq1", "zq2"])) == {"zq0", "zq2"}
    warnings = sorted(site.warnings)
    assert [(w.type, w.line) for w in warnings] == [("blog.unknown_option", 2)] * 3
    assert ["a draft until it is fixed" in w.message for w in warnings] == [False, True, False]
