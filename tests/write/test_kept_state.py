"""Extensions that keep state find each document resolved once, though its teaser and its text are resolved too."""

import re

import pytest
from conftest import MakeSite, Site
from page import text
from writing import md, rst

INDEX = {
    "index.md": "# Home\n\n```{toctree}\nblog/index\n```\n",
    "blog/index.md": "# News\n\n```{postlist}\n:style: teasers\n```\n",
}


def entries(site: Site) -> dict[str, str]:
    return {item["title"]: re.sub(r"<[^>]*>", "", item["content_html"]) for item in site.items()}


def files(directive: str, *, is_below: bool) -> dict[str, str]:
    """Posts in both languages that show *directive*, above or below the cut."""
    (name, *lines) = directive.splitlines()
    in_rst = "\n".join([f".. {name}::", *(f"   {line}" for line in lines), ""])
    in_md = "\n".join([f"```{{{name}}}", *lines, "```", ""])
    more = ("% more\n\n", ".. more::\n\n")
    return {
        "blog/a.md": md(
            "A", f"As {{cite:p}}`smith`.\n\n{more[0] * is_below}{in_md}\n{more[0] * (not is_below)}End.\n"
        ),
        "blog/b.rst": rst(
            "B", f"As :cite:p:`doe`.\n\n{more[1] * is_below}{in_rst}\n{more[1] * (not is_below)}End.\n"
        ),
        **INDEX,
        "refs.bib": "@article{smith, author={Smith, Ann}, title={Sums}, journal={J}, year={2020}}\n"
        "@article{doe, author={Doe, Joe}, title={Parts}, journal={J}, year={2021}}\n",
    }


CONF = "extensions.append('sphinxcontrib.bibtex')\nbibtex_bibfiles = ['refs.bib']\nblog_feed_fulltext = True\n"
# Citations cannot refer to other lists.
CONF += "suppress_warnings = ['bibtex']\n"
LISTS = {
    kind: f"bibliography\n:filter: docname in docnames\n:list: {kind}"
    for kind in ("citation", "bullet", "enumerated")
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", LISTS)
@pytest.mark.parametrize("is_below", [False, True], ids=["above", "below"])
def test_entries_of_bibliographies_are_not_doubled(make_site: MakeSite, kind: str, *, is_below: bool) -> None:
    site = make_site(files(LISTS[kind], is_below=is_below), CONF, "dirhtml" if kind == "bullet" else "html")
    _check(site, is_below=is_below)
    site.edit("blog/a.md", "End.", "The end.").build()
    _check(site, is_below=is_below)
    clean = make_site(files(LISTS[kind], is_below=is_below), CONF, site.builder, build=False)
    clean.edit("blog/a.md", "End.", "The end.")
    after = clean.build().bytes()
    assert [
        name for name, content in site.bytes().items() if name.startswith("blog/") and content != after[name]
    ] == []


def _check(site: Site, *, is_below: bool) -> None:
    assert site.warnings == []
    content = entries(site)
    for name, author in (("A", "Ann Smith"), ("B", "Joe Doe")):
        assert text(site.page(f"blog/{name.lower()}").main).count(author) == 1
        assert content[name].count(author) == 1
        for page in ("blog/index", "blog/2024"):
            assert text(site.page(page).main).count(author) == int(not is_below)


def test_what_an_extension_keeps_is_as_if_teasers_were_not_resolved(make_site: MakeSite) -> None:
    body = "The {count}`lead`.\n\n```{kept}\n```\n\n% more\n\nThe rest.\n"
    posts = {f"blog/p{number}.md": md(f"P{number}", body) for number in range(3)}
    conf = "extensions.append('neighbor')\nneighbor = ['keeps']\nblog_feed_fulltext = True\n"
    site = make_site(INDEX | posts, conf)
    assert site.warnings == []
    shown = "The Resolved 1 time(s).. An entry."
    for title, content in entries(site).items():
        assert shown in text(site.page(f"blog/{title.lower()}").main)
        assert site.page("blog/2024").teaser_text(title) == shown
        assert (content.count("An entry."), "Resolved 1 time" in content) == (1, True)
    assert set(site.env.domains["neighbor"].data["counts"].values()) == {1}
    assert vars(site.env)["neighbor_count"] == len(site.env.found_docs)
