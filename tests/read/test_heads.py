"""Metadata at the head that cannot be read withholds a document, with one warning; no line of its text does."""

import json
import re
import shutil
from collections.abc import Iterable
from itertools import product
from pathlib import Path

import pytest
from conftest import MakeSite, Site
from docutils.parsers.rst import directives
from docutils.parsers.rst.directives.misc import Class
from heads import INVISIBLE, MARKDOWN, MARKDOWN_TEXTS, MISSPELT, PAGES, RST, RST_TEXTS, TEXTS, WORDS, notebook
from steps import clean, differences

from sphinx_blogext.core.metadata import KEYS
from sphinx_blogext.markup.bounded_yaml import YamlError
from sphinx_blogext.read.heads import find_unread, find_unread_option, head_keys
from sphinx_blogext.read.sources import find_block

HOME = "# Home\n\n```{toctree}\n:glob:\n\nblog/*\n```\n\n```{postlist}\n```\n"
PUBLISHED = {"index.md": HOME, "blog/first.md": "---\ndate: 2020-01-15\n---\n# First\n\nText.\n"}
#: Every kind of broken document, with a suffix.
KINDS = [
    *((f"md: {kind}", ".md", source, line) for kind, (source, line) in MARKDOWN.items()),
    *((f"rst: {kind}", ".rst", source, line) for kind, (source, line) in RST.items()),
]
#: Where in the line the mistake is, if not at its beginning; empty is what the reader of YAML says.
COLUMNS = {
    "md: unquoted colon": "", "md: bad indentation": "", "md: open quotation mark": "", "md: open bracket": "",
    "md: no space after the colon": "", "md: full-width colon": "", "md: bomb": "", "md: tag": "8)",
    "md: a day that does not exist": "8)", "md: loop": "7)", "md: space before": "2)",
    "md: text after the hyphens": "5)", "md: option below a blank line": "2)",
    "md: option without colon behind": "2)", "rst: options below a blank line": "5)",
    "rst: options indented in two ways": "8)", "md: option in full-width colons": "2)",
}  # fmt: skip
NAMES = {kind: f"zq{number:03}" for number, (kind, *_rest) in enumerate(KINDS)}


def marked(name: str, source: str) -> str:
    return re.sub("@(?!mei)", f"{name}x", source)


def files_of(folder: str = "blog") -> dict[str, str]:
    return {f"{folder}/{NAMES[kind]}{suffix}": marked(NAMES[kind], source) for kind, suffix, source, _ in KINDS}


def leaks(site: Site, names: Iterable[str] = tuple(NAMES.values())) -> dict[str, list[str]]:
    """The files of the output that hold a mark, by the mark, also in UTF-16."""
    files = {name: content.lower().replace(b"\0", b"") for name, content in site.bytes().items()}
    files.pop("environment.pickle", None)
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
    assert (leaks(broken), broken.page("index").posts) == ({}, ["First"])
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
    assert f"(column {COLUMNS.get(kind, '1)')}" in ours[0].message
    assert ours[0].line == line or line is None
    # Only docutils and MyST say more, about directives and what else is in the text.
    others = {w.type for w in warned if w not in ours}
    is_directive = any(word in kind for word in ("directive", "option", "plural", "of a domain"))
    assert others <= {"myst.header", "docutils"} or is_directive


@pytest.mark.slow
@pytest.mark.parametrize("builder", ["text", "json", "singlehtml", "latex", "epub", "gettext"])
def test_no_builder_publishes_one(make_site: MakeSite, builder: str) -> None:
    conf = {"latex_documents": [("index", "s.tex", "S", "m", "manual")], "version": "1"}
    assert leaks(make_site({**PUBLISHED, **files_of()}, conf, builder, parallel=2)) == {}


@pytest.mark.slow
def test_a_pattern_in_the_place_of_the_path(make_site: MakeSite) -> None:
    conf = {"blogs": {"news": {"blog_post_pattern": "notes/*"}, "eng": {}}}
    files = {**files_of("notes"), "eng/zqeng.md": marked("zqeng", MARKDOWN["unquoted colon"][0])}
    site = make_site({"index.md": "# Home\n", **files}, conf)
    assert leaks(site, [*NAMES.values(), "zqeng"]) == {}
    assert {file for file, kind in site.blog_warnings if kind == "blog.front_matter"} == files.keys()


HEADS = {".md": "---\n{}: {}\n---\n", ".rst": ":{}: {}\n\n"}
TITLES = {".md": "# Title\n\n", ".rst": "Title\n=====\n\n"}


def test_no_line_of_a_text_withholds_a_document(make_site: MakeSite) -> None:
    """As a post and as a page, however its metadata is written."""
    texts = [
        *product([".md"], (TEXTS | MARKDOWN_TEXTS).values()),
        *product([".rst"], (TEXTS | RST_TEXTS).values()),
    ]
    files, dated = {}, set()
    for number, (suffix, text) in enumerate(texts):
        mark = f"zq{number:03}x"
        body = TITLES[suffix] + text.replace("@", mark)
        directive = {".md": "```{post} 2020-01-15\n```\n\n", ".rst": ".. post:: 2020-01-15\n\n"}[suffix]
        entries = {
            f"blog/dated-{mark}": HEADS[suffix].format("date", "2020-01-15") + body,
            f"blog/directive-{mark}": directive + body,
        }
        files |= {name + suffix: source for name, source in {**entries, f"blog/page-{mark}": body}.items()}
        dated |= entries.keys()
    whole = {
        f"blog/whole-{n}{name}": text.replace("@", f"zqw{n:02}") for n, (name, text) in enumerate(PAGES.items())
    }
    # As XML, which holds all of a text, and takes less time than HTML.
    site = make_site({**PUBLISHED, **files, **whole}, builder="xml")
    assert site.domain.withheld == {}
    assert [warned for warned in site.warnings if warned.type.startswith("blog.")] == []
    assert site.domain.posts.keys() == {*dated, "blog/first"}
    for name, source in (files | whole).items():
        marks = set(re.findall(r"zq(?:\d{3}x|w\d\d)", source))
        written = (site.outdir / f"{name.rpartition('.')[0]}.xml").read_text("utf-8")
        assert all(mark in written for mark in marks), name


def test_in_a_site_that_is_a_blog_only_posts_are_withheld(make_site: MakeSite) -> None:
    pages = {f"guide/whole{n}{name}": text for n, (name, text) in enumerate(PAGES.items())}
    fields = "Title\n=====\n\n:Date: 2020-01-15\n:Status: Draft\n\nText.\n"
    pages |= {"guide/rfc.rst": fields, "guide/plural.rst": ".. posts: 2020\n\nText.\n"}
    pages |= {f"guide/word{n}.md": f"---\n{word}\ntags: [a]\n---\n# Page\n" for n, word in enumerate(
        ("status: draft", "hidden: true", "visibility: private", "draft: false", "state: draft")
    )}  # fmt: skip
    posts = {"news/a.md": "---\ndate: 2020-01-15\n---\n# A\n", "b.rst": "B\n=\n\n.. post:: 2020-01-15\n\nText.\n"}
    hidden = {
        "broken.md": "---\ntitle: a: b\n---\n# Broken\n", "toml.md": "+++\ndraft = true\n+++\n# TOML\n",
        "draft.md": "---\ndraft: true\n---\n# D\n", "dated.md": "---\ndate: 2020-01-15\nstatus: draft\n---\n# D\n",
        "due.rst": ":date: 2099-01-15\n\nDue\n===\n", "near.rst": ":date: 2020-01-15\n:draft true\n\nN\n=\n",
        "marked.md": "---\nblogpost: true\nhidden: true\n---\n# M\n",
        "option.rst": "O\n=\n\n.. post:: 2020-01-15\n   :draft:\n\nText.\n",
    }  # fmt: skip
    site = make_site({"index.md": "# Home\n", **pages, **posts, **hidden}, {"blog_path": "."})
    assert site.domain.withheld.keys() == {name.partition(".")[0] for name in hidden}
    assert site.domain.posts.keys() == {name.partition(".")[0] for name in posts}
    told = {warned.file for warned in site.warnings if warned.type == "blog.front_matter"}
    assert told == {"broken.md", "toml.md", "near.rst"}
    assert {name for name in pages if not site.has(name.rpartition(".")[0])} == set()


#: What is said explicitly, in either markup.
EXPLICIT = ("draft: false", "published: true", "blogpost: false", "drafts: no")
SUSPECT = {
    ".md": ["# Title\n\n```{posts}\n:draft:\n```\n", "+++\ndraft = true\n+++\n# Title\n"],
    ".rst": ["Title\n=====\n\n:date: 2020-01-15\n:draft: true\n", "Title\n=====\n\n.. post: 2020-01-15\n"],
}


def test_what_is_said_explicitly_decides(make_site: MakeSite) -> None:
    files = {}
    for suffix, texts in SUSPECT.items():
        for number, (text, words) in enumerate(product(texts, EXPLICIT)):
            files[f"blog/p{number}{suffix[1]}{suffix}"] = HEADS[suffix].format(*words.split(": ")) + text
    # Its options can be read.
    files["blog/directive.md"] = "---\ntitle: a: b\n---\n# Title\n\n```{post} 2020-01-15\n:draft: false\n```\n"
    files["blog/twice.md"] = "---\ndraft: false\ndraft: true\n---\n# Title\n"
    site = make_site({**PUBLISHED, **files})
    assert site.domain.withheld.keys() == {"blog/twice"}
    assert {name for name in files if not site.has(name.rpartition(".")[0])} == {"blog/twice.md"}
    messages = {w.file: w.message for w in site.warnings if w.type == "blog.front_matter"}
    assert messages.keys() == {"blog/directive.md", "blog/twice.md"}
    assert "so it is ignored" in messages["blog/directive.md"]


def test_a_directive_of_others_is_none_of_ours(make_site: MakeSite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(directives._directives, "posts", Class)
    files = {"blog/a.rst": "Title\n=====\n\n.. posts:: x\n", "blog/b.md": "# Title\n\n```{posts} x\n```\n"}
    assert make_site({**PUBLISHED, **files}).domain.withheld == {}


def test_a_warning_names_both_ways_out(make_site: MakeSite) -> None:
    files = {"blog/a.md": "+++\ndraft = true\n+++\n# Title\n", "blog/b.rst": ".. post:\n\nTitle\n=====\n"}
    site = make_site({**PUBLISHED, **files})
    ways = {"blog/a.md": "'draft: false' between two lines '---'", "blog/b.rst": "':draft: false'"}
    for name, way in ways.items():
        (warned,) = (w for w in site.warnings if w.file == name)
        assert warned.message.endswith(f", or write {way} at the top if this is only text")
        site.write(name, HEADS[name[6:]].format("draft", "false") + files[name])
    assert site.build().blog_warnings == []
    assert all(map(site.has, ("blog/a", "blog/b")))


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
    (said,) = (w.message for w in site.warnings if w.file.startswith("d.md") and w.type == "myst.topmatter")
    assert said == "Malformed YAML"
    assert all(map(site.has, "defg"))
    assert {"f", "g"} <= site.domain.posts.keys()


#: Broken documents of some kinds, and their marks.
BROKEN = {
    "blog/zqa.md": marked("zqa", MARKDOWN["unquoted colon"][0]), "blog/zqb.md": marked("zqb", MARKDOWN["TOML"][0]),
    "blog/zqc.rst": marked("zqc", RST["drafts"][0]), "blog/zqd.rst": marked("zqd", RST["one colon"][0]),
}  # fmt: skip
MARKS = ("zqa", "zqb", "zqc", "zqd")


@pytest.mark.slow
@pytest.mark.parametrize(("builder", "conf"), [("html", {}), ("dirhtml", {"blog_compare_contents": True})])
def test_mended_it_is_published_and_broken_again_withdrawn(
    make_site: MakeSite, tmp_path: Path, builder: str, conf: dict[str, object]
) -> None:
    site = make_site({**PUBLISHED, **BROKEN}, conf, builder)
    assert leaks(site, MARKS) == {}
    for name in BROKEN:
        title = f"# {name[5:8]}\n" if name.endswith("md") else f"{name[5:8]}\n===\n"
        site.write(name, HEADS[name[8:]].format("date", "2026-01-15") + title)
    assert (site.build().warnings, leaks(site, MARKS).keys()) == ([], set(MARKS))
    assert differences(site, clean(site, tmp_path / "mended")) == []
    for name, source in BROKEN.items():
        site.write(name, source)
    assert (leaks(site.build(), MARKS), len(site.blog_warnings)) == ({}, len(BROKEN))
    assert differences(site, clean(site, tmp_path / "broken")) == []


def test_a_preview_shows_the_text_and_marks_it_as_a_draft(make_site: MakeSite) -> None:
    files = BROKEN | {"blog/no-heading.md": "---\ntitle: [\n---\nText.\n"}
    site = make_site({**PUBLISHED, **files}, {"blog_show_drafts": True})
    assert site.page("blog/no-heading").headings[0].startswith("no-heading")
    page = site.page("blog/zqa")
    assert page.headings[0].startswith("Title")
    assert page.meta("robots") == ["noindex"]
    assert "draft: true" not in " ".join(page.texts("p"))
    assert (len(site.domain.posts), len(site.page("blog/drafts").posts)) == (len(files) + 1, len(files))


#: Words of other engines that say that a post is published.
PUBLIC_WORDS = ("drafts: false", "published: true", "publish: yes", "status: published", "status: accepted")


def test_the_words_of_other_engines_make_drafts(make_site: MakeSite) -> None:
    files = {f"blog/p{n}.md": f"---\ndate: 2026-01-15\n{word}\n---\n# P\n" for n, word in enumerate(PUBLIC_WORDS)}
    for number, words in enumerate((*WORDS, *MISSPELT)):
        mark, (key, value) = f"zq{number:03}x", words.split("\n")[0].split(": ")
        value = value.strip("'\"")
        title, body = f"Title {mark}\n============\n", f"# Title {mark}\n\nText.\n"
        options = "\n".join(f":{line}" for line in words.split("\n"))
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
    site = make_site({**PUBLISHED, **files})
    assert len(site.page("index").posts) == len(PUBLIC_WORDS) + 1
    assert leaks(site, [f"zq{number:03}x" for number in range(len(WORDS) + len(MISSPELT))]) == {}
    assert {w.type for w in site.warnings} == {"blog.unknown_option", "blog.invalid_option"}
    numbers = {int(w.file.partition("zq")[2][:3]) for w in site.warnings if "zq" in w.file}
    assert numbers == {*range(len(WORDS), len(WORDS) + len(MISSPELT))}
    assert all("the post is a draft until it is fixed" in w.message for w in site.warnings)


def test_an_end_that_cannot_be_read_makes_a_draft_and_a_misspelt_one_is_named(make_site: MakeSite) -> None:
    lines = ["date: 2020-01-15\nexpires: 01.02.2020", "date: 2020-01-15\nexpiry: 2020-01-15", "daet: 2020-01-15"]
    files = {f"blog/p{n}.md": f"---\n{line}\n---\n# Title\n" for n, line in enumerate(lines)}
    site = make_site({**PUBLISHED, **files})
    assert site.domain.withheld.keys() == {"blog/p0"}
    assert [(w.file, w.line) for w in sorted(site.warnings)] == [*zip(files, (3, 3, 2), strict=True)]
    withheld, misspelt, no_post = (warned.message for warned in sorted(site.warnings))
    assert "draft until it is fixed" in withheld
    assert "did you mean" in misspelt
    assert no_post.endswith("(did you mean 'date'?): the document is not a post")


def test_below_the_path_a_draft_that_the_pattern_leaves_out_is_withheld(make_site: MakeSite) -> None:
    front = "---\ndate: 2020-01-15\ndescription: Note: this\ndraft: true\n---\n"
    files = {
        "blog/x.md": "---\ndraft: true\n---\n# Title zqbelow\n",
        "blog/y.md": "---\ntitle: a: b\n---\n# Page zqbelow\n",
        "blog/z.md": f"{front}# Title zqbelow\n",
        "blog/w.md": "---\ndate: 2020-01-15\n---\n# Page\n",
        "other/z.md": f"{front}# Other\n",
    }
    site = make_site({**PUBLISHED, **files}, {"blog_post_pattern": ["blog/p*", "blog/first"]})
    assert leaks(site, ["zqbelow"]) == {}
    lines = [(w.file, w.line) for w in site.warnings if w.type == "blog.front_matter"]
    assert lines == [("blog/y.md", 2), ("blog/z.md", 3)]
    assert all(map(site.has, ("blog/w", "other/z")))
    assert site.domain.posts.keys() == {"blog/first"}


def test_nothing_is_published_before_the_date_of_publication(make_site: MakeSite) -> None:
    files = {
        "blog/a.md": "---\ndate: 2020-01-15\npublishDate: 2099-01-15\n---\n# Title zqlater\n",
        "blog/b.md": "---\npubDatetime: 2099-01-15\ndate: 2020-01-15\n---\n# Title zqlater\n",
        "blog/c.md": "---\ndate: 2020-01-16\npublishDate: 2020-01-15\n---\n# Title zqdone\n",
        "blog/d.md": "# Title zqlater\n\n```{post} 2020-01-15\n```\n\n```{post} 2099-01-15\n```\n",
        "blog/e.md": "# Title zqlater\n\n```{post} 2020-01-15\n```\n\n```{post}\n:draft:\n```\n",
    }
    site = make_site({**PUBLISHED, **files})
    assert (leaks(site, ["zqlater"]), site.page("index").posts) == ({}, ["Title zqdone", "First"])
    assert site.blog_warnings == [(f"blog/{name}.md", "blog.duplicate_post") for name in "de"]
    assert len(site.warnings) == 2


@pytest.mark.slow
@pytest.mark.parametrize("extension", ["myst_nb", "nbsphinx"])
def test_only_its_metadata_withholds_a_notebook(make_site: MakeSite, extension: str) -> None:
    pytest.importorskip(extension)
    if extension == "nbsphinx" and not shutil.which("pandoc"):
        pytest.skip("nbsphinx needs pandoc")
    others = ["myst_parser"] if extension == "nbsphinx" else []
    conf = {"nb_execution_mode": "off", "nbsphinx_execute": "never"}
    conf |= {"extensions": [extension, *others, "sphinx_blogext"], "myst_enable_extensions": []}
    cells = ["draft: true\n", "---\ndraft: true\ntitle: A\n---\n", "+++\ndraft = true\n+++\n"]
    innocent = {
        f"blog/{kind}{number}.ipynb": notebook(cell, kind)
        for number, cell in enumerate(cells)
        for kind in ("markdown", "raw", "code")
    }
    words = {f"blog/w{n}.ipynb": metadata(line) for n, line in enumerate(WORDS) if "\n" not in line}
    files = {name: marked("zq", source) for name, source in (innocent | words).items()}
    site = make_site({**PUBLISHED, **files}, conf)
    assert site.domain.withheld.keys() == {name.partition(".")[0] for name in words}
    assert {name for name in innocent if not site.has(name.partition(".")[0])} == set()
    assert [*Path(site.env.doctreedir).rglob("w*.ipynb")] == []
    assert site.blog_warnings == []


def metadata(words: str) -> str:
    """A notebook with *words* in its metadata."""
    key, _colon, value = words.partition(": ")
    value = json.loads(value) if value in {"true", "false"} else value.strip("\"'")
    source = json.loads(notebook("Text.\n", "markdown")) | {"metadata": {"date": "2026-01-15", key: value}}
    return json.dumps(source)


POST = "```{pots} 2024-01-01\n```\n"
TOP = "it must be at the very top of the document"


@pytest.mark.parametrize(
    ("text", "is_rst", "line", "lines", "reason"),
    [
        ("% a\n---\ndate: x\n", False, 2, 4, TOP), ("(a)=\n---\ndate: x\n", False, 2, 4, TOP),
        ("<!-- a\nb -->\n---\ndate: x\n", False, 3, 5, TOP),
        ("\n---\ndraft: true\ntitle: A\n---\n# A\n", False, 2, 5, TOP),
        ("---\ndraft: true\n\n# A\n", False, 1, 3, "it has no closing line '---'"),
        ('{\n"title": "A",\n"draft": true\n}\n# A\n', False, 1, 4, "JSON is not read"),
        ('+++\ntitle = "A"\ndraft = true\n+++\n# A\n', False, 1, 4, "TOML is not read"),
        (".. a\n   b\n\n---\ndate: x\n---\n", True, 4, 6, "reStructuredText has no front matter"),
        (":title: A\ndraft: true\n\nAA\n==\n", True, 2, 0, "this line is not a field"),
        ("===\nT\n===\n\n:date: 2024\n:draft:\n", True, 5, 0, "only fields at the very top are read"),
        ("T\n==\n.. pst:: 2024-01-01\n", True, 3, 0, "'.. pst:: 2024-01-01' is not a 'post' directive"),
        (f"T\n==\n{POST}", False, 3, 0, "'```{pots} 2024-01-01' is not a 'post' directive"),
        ("\nA.\n\n.. post:: 2024-01-01\n   :tags: x\n:draft:\n", True, 6, 0, "the option ':draft:' is not read"),
    ],
)  # fmt: skip
def test_what_is_not_read_in_a_head(text: str, is_rst: bool, line: int, lines: int, reason: str) -> None:
    unread = find_unread(text, KEYS, is_rst=is_rst)
    assert unread is not None
    assert (unread.line, unread.lines, unread.reason) == (line, lines, reason)
    assert "pots" not in reason or unread.remedy == "write '```{post} 2026-11-20'"


@pytest.mark.parametrize(
    ("text", "is_rst"),
    [
        # Nobody means what is in a text, or has no key of ours.
        (f"Text.\n\n{POST}", False), ("---\nother: x\n---\n", False), ("% a\n", False),
        *((f"{above}\n\n---\ndate: x\n---\n", False) for above in ("Text.", "# T", "T\n==")),
        # A horizontal line above a text.
        ("\n---\nThis is how to write one\ndraft: true\n---\n# A\n", False),
        # Words below a field, and the next line of its value.
        *((f":title: A\n{line}\n\nAA\n==\n", True) for line in ("plain words", "draft true", " draft: true")),
        ("AA\n==\n\n:tested: yes\ndraft: true\n", True),
        ("AA\n==\n\n.. post:: 2026-01-15\n:py:func:`a` is text.\n", True),
    ],
)  # fmt: skip
def test_text_is_text(text: str, is_rst: bool) -> None:
    assert find_unread(text, KEYS, is_rst=is_rst) is None


def test_an_option_below_an_empty_line_is_text() -> None:
    unread = find_unread_option(".. post:: 2026-11-20\n   :draft: false\n\n   :draft: true", 1, ["draft"])
    assert unread is not None
    assert (unread.line, unread.reason) == (4, "the option 'draft' is not read")


@pytest.mark.parametrize(("line", "is_text"), [("words", True), ("the key: words", True), ("draft: [", False)])
def test_between_two_horizontal_lines_is_text(line: str, is_text: bool) -> None:
    assert (find_block(f"---\n\n{line}\n---\n").invalid(YamlError("not YAML"), KEYS) is None) is is_text


def test_which_keys_are_in_a_head() -> None:
    text = ":date: x\n:Tags: y\n\nT\n==\n\n:a: b\n\n.. post::\n"
    assert head_keys(text, is_rst=True) == {"date", "tags"}
    assert head_keys(text.replace(":a: b\n\n", ""), is_rst=True) == {"date", "tags", "post"}


CHINESE = "---\ndate: 2020-01-15\n---\n# 标题 zqsecret\n\n正文。\n"
GERMAN = ":date: 2020-01-15\n\nÜber zqsecret\n=============\n\nText.\n"
ENCODED = {
    "blog/utf-16.md": CHINESE.encode("utf-16"),
    "blog/utf-16-be.md": "---\ndate: 2020-01-15\n---\n# Title zqsecret\n".encode("utf-16-be"),
    "blog/gbk.md": CHINESE.encode("gbk"),
    "blog/latin-1.rst": GERMAN.encode("latin-1"),
    "blog/half.ipynb": b'{"cells": ["zqsecret"],\n<<<<<<< HEAD\n"metadata": {"draft": true},\n=======\n',
}
OTHERS = {
    "index.md": HOME.replace("blog/*", "blog/gbk\nblog/*"),
    "blog/bom.md": b"\xef\xbb\xbf" + CHINESE.replace("zqsecret", "bom").encode(),
    "blog/utf-8.rst": GERMAN.replace("zqsecret", "plain"),
}


@pytest.mark.parametrize("parallel", [0, 2])
def test_files_that_cannot_be_read_are_withheld(make_site: MakeSite, tmp_path: Path, parallel: int) -> None:
    suffixes = {".md": "markdown", ".rst": "restructuredtext", ".ipynb": "markdown"}
    site = make_site(OTHERS | ENCODED, {"source_suffix": suffixes}, parallel=parallel)
    assert [(w.file, w.line, w.type) for w in sorted(site.warnings)] == [
        (name, 1, "blog.front_matter") for name in sorted(ENCODED)
    ]
    assert all(warned.message.endswith(("save it in UTF-8", "correct it")) for warned in site.warnings)
    assert site.domain.withheld.keys() == {name.partition(".")[0] for name in ENCODED}
    assert (site.domain.posts.keys(), leaks(site, ["zqsecret"])) == ({"blog/bom", "blog/utf-8"}, {})
    # Once it is saved in UTF-8 it is published, and then it is withdrawn again.
    for source, is_there in ((CHINESE, True), (CHINESE.encode("utf-16"), False)):
        site.write("blog/gbk.md", source).build()
        assert site.has("blog/gbk") == bool(leaks(site, ["zqsecret"])) == is_there
        assert len(site.warnings) == (not is_there)
    assert differences(site, clean(site, tmp_path / "clean")) == []
