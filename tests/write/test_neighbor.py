"""Beside an extension that adds, reads, raises, keeps, patches and yields what it can, the blog is what it is."""

import re

import neighbor
import pytest
from checker import problems_of_tree
from conftest import MakeSite, Site
from neighbor import READS
from page import text
from steps import edit
from writing import md, rst

DOES = ["adds", "reads", "raises", "keeps", "patches", "yields"]
STYLES = ("teasers", "compact", "titles", "cards", "archive")
_LEAD = "The *lead* of NAME {count}`is` with {neighbor:obj}`one`, {neighbor:obj}`gone` and $a_i$.\n\n"
_LEAD += "```{kept}\n```\n\n| a |\n|---|\n| b |\n\n% more\n\nThe rest.\n"
POSTS = {
    f"blog/p{number}.md": md(
        f"Post {number}", _LEAD.replace("NAME", str(number)), f"2024-01-{number:02}", tags="x", author="Mei"
    )
    for number in range(1, 4)
}
FILES = {
    "index.md": "# Home\n\n```{toctree}\nguide\nblog/index\n```\n\n"
    + "".join(f"```{{postlist}}\n:style: {style}\n```\n\n" for style in STYLES),
    "guide.md": "# Guide\n\nSee {blog:post}`blog/p1`.\n\n```{blog-terms} tag\n```\n",
    "blog/index.md": "# News\n\n```{postlist}\n:paginate: 2\n```\n",
    "blog/p4.rst": rst(
        "Post 4", "A :neighbor:obj:`two`.\n\n.. place::\n\n.. more::\n\nRest.\n", "2024-01-04", tags="x"
    ),
    **POSTS,
}
TITLES = [f"Post {number}" for number in (4, 3, 2, 1)]
CONF = {
    "extensions": ["myst_parser", "sphinx_design", "neighbor", "sphinx_blogext"],
    "blog_feed_fulltext": True,
    "blog_backlinks": True,
    "numfig": True,
    "suppress_warnings": ["design", "myst.xref_missing"],
}


@pytest.mark.parametrize("builder", ["html", "dirhtml", "epub", "latex"])
def test_every_builder_succeeds(make_site: MakeSite, builder: str) -> None:
    site = make_site(FILES, CONF | {"neighbor": DOES}, builder)
    assert site.status == 0
    # Pages that have the names of the blog's are reported, too.
    others = [warned for warned in site.warnings if warned.type not in {"blog.rendering", "blog.output"}]
    assert [warned for warned in others if warned.type.startswith("blog")] == []
    # Each handler is named, and nothing of a post is plain text.
    assert [warned for warned in site.warnings if "plain text" in warned.message] == []
    if builder in {"html", "dirhtml"}:
        assert others == []
        _check(site)
        # Each handler is named once, with the place of its code, a page, and the reason.
        named = [re.match(r"read_(\w+) \((.*?)\)", warned.message) for warned in site.warnings if not warned.file]
        assert sorted(match[1] for match in named if match) == sorted(name.replace(" ", "_") for name in READS)
        assert {match[2].rpartition(":")[0] for match in named if match} == {neighbor.__file__}
        messages = "\n".join(warned.message for warned in site.warnings)
        for reason in ("FileNotFoundError", "KeyError: 'blog/", "page_source_suffix", "RuntimeError: "):
            assert reason in messages
        assert messages.count("RefusesPages (") == 1
        # The nodes of teasers have no children.
        assert [warned.message.split()[0] for warned in site.warnings if warned.file] == ["read_children"]
    else:
        assert [warned for warned in site.warnings if warned.type.startswith("blog.")] == []


def _check(site: Site) -> None:
    lead = "The lead of 3 Resolved 1 time(s). with Object one, Found gone and"
    assert site.page("blog/index").posts == TITLES[:2]
    for name in ("blog/page/2", "blog/2024", "blog/tag/x", "blog/author/mei", "blog/archive", "blog/subscribe"):
        assert site.has(name)
    assert site.page("blog/tag/x").posts == TITLES
    teaser = site.page("blog/2024").teaser_text("Post 3")
    assert teaser.startswith(lead)
    assert "Added" not in teaser
    # What is kept is as if teasers were not resolved.
    assert teaser.count("An entry.") == 1
    assert lead in text(site.page("blog/p3").main)
    assert [item["content_html"].count("An entry.") for item in site.items()] == [0, 1, 1, 1]
    assert set(site.env.domains["neighbor"].data["counts"].values()) == {1}
    assert site.page("blog/2024").teaser_text("Post 4") == "A Object two. Resolved one. Resolved two."
    assert len(site.page("index").all(".blog-listing")) == len(STYLES)
    assert [item["title"] for item in site.items()] == TITLES
    assert "Nothing." in site.page("neighbor").source
    own = ["search.html", "genindex.html", "search/index.html", "genindex/index.html"]
    assert problems_of_tree(site.outdir, only_content=True, skip=own) == []


def test_the_pages_of_an_incremental_build_are_those_of_a_clean_one(make_site: MakeSite) -> None:
    conf = CONF | {"neighbor": DOES}
    site, clean = make_site(FILES, conf), make_site(FILES, conf, build=False)
    for each in (site, clean):
        each.edit("blog/p2.md", "lead", "first line").build()
    before, after = site.bytes(), clean.bytes()
    assert [name for name in after if name.startswith("blog/") and before[name] != after[name]] == []
    _check(site)
    # Nothing of ours is left in what others have changed.
    listeners = [listener for found in site.app.events.listeners.values() for listener in found]
    codes = {getattr(listener.handler, "__code__", None) for listener in listeners} - {None}
    wrappers = {f"{name}.<locals>.call" for name in ("_guarded", "_filtered", "_tolerated")}
    assert {code.co_qualname for code in codes} & wrappers == set()
    assert vars(site.app.builder.templates)["render"].func.__module__ == "neighbor"  # type: ignore[attr-defined]


HOME = {
    "index.md": "# Home\n\n```{toctree}\nblog/index\n```\n",
    "blog/index.md": "# News\n\n```{postlist}\n:style: teasers\n```\n",
}
BIBTEX = """
extensions.append('sphinxcontrib.bibtex')
bibtex_bibfiles = ['refs.bib']
blog_feed_fulltext = True
# Citations cannot refer to other lists.
suppress_warnings = ['bibtex']
"""


@pytest.mark.slow
def test_entries_of_bibliographies_are_not_doubled(follows: MakeSite) -> None:
    options = [":filter: docname in docnames", ":list: citation", ""]
    in_md = "\n".join(["```{bibliography}", *options, "```", ""])
    in_rst = "\n   ".join([".. bibliography::", *options])
    files = {
        **HOME,
        "blog/above.md": md("Above", f"As {{cite:p}}`smith`.\n\n{in_md}\n% more\n\nEnd.\n"),
        "blog/below.rst": rst("Below", f"As :cite:p:`doe`.\n\n.. more::\n\n{in_rst}\nEnd.\n"),
        "refs.bib": "@article{smith, author={Smith, Ann}, title={Sums}, journal={J}, year={2020}}\n"
        "@article{doe, author={Doe, Joe}, title={Parts}, journal={J}, year={2021}}\n",
    }
    site = follows(files, BIBTEX, lambda site: site, edit("blog/above.md", "End.", "The end."))
    assert site.warnings == []
    for name, author, is_above in (("Above", "Ann Smith", True), ("Below", "Joe Doe", False)):
        assert text(site.page(f"blog/{name.lower()}").main).count(author) == 1
        (item,) = [item for item in site.items() if item["title"] == name]
        assert re.sub(r"<[^>]*>", "", item["content_html"]).count(author) == 1
        for page in ("blog/index", "blog/2024"):
            assert text(site.page(page).main).count(author) == int(is_above)
