"""Extensions that keep state find each document resolved once, though its teaser and its text are resolved too."""

import re

import pytest
from conftest import MakeSite, Site
from page import text
from steps import edit
from writing import md, rst

INDEX = {
    "index.md": "# Home\n\n```{toctree}\nblog/index\n```\n",
    "blog/index.md": "# News\n\n```{postlist}\n:style: teasers\n```\n",
}


def entries(site: Site) -> dict[str, str]:
    return {item["title"]: re.sub(r"<[^>]*>", "", item["content_html"]) for item in site.items()}


BIBTEX = """
extensions.append('sphinxcontrib.bibtex')
bibtex_bibfiles = ['refs.bib']
blog_feed_fulltext = True
# Citations cannot refer to other lists.
suppress_warnings = ['bibtex']
"""


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["citation", "bullet"])
def test_entries_of_bibliographies_are_not_doubled(follows: MakeSite, kind: str) -> None:
    options = [":filter: docname in docnames", f":list: {kind}", ""]
    in_md = "\n".join(["```{bibliography}", *options, "```", ""])
    in_rst = "\n   ".join([".. bibliography::", *options])
    files = {
        **INDEX,
        "blog/above.md": md("Above", f"As {{cite:p}}`smith`.\n\n{in_md}\n% more\n\nEnd.\n"),
        "blog/below.rst": rst("Below", f"As :cite:p:`doe`.\n\n.. more::\n\n{in_rst}\nEnd.\n"),
        "refs.bib": "@article{smith, author={Smith, Ann}, title={Sums}, journal={J}, year={2020}}\n"
        "@article{doe, author={Doe, Joe}, title={Parts}, journal={J}, year={2021}}\n",
    }
    site = follows(files, BIBTEX, lambda site: site, edit("blog/above.md", "End.", "The end."))
    assert site.warnings == []
    for name, author, is_above in (("Above", "Ann Smith", True), ("Below", "Joe Doe", False)):
        assert text(site.page(f"blog/{name.lower()}").main).count(author) == 1
        assert entries(site)[name].count(author) == 1
        for page in ("blog/index", "blog/2024"):
            assert text(site.page(page).main).count(author) == int(is_above)


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
