"""Terms: other names, hidden ones, clouds of the frequent ones, and their names in addresses."""

import sys
from xml.etree import ElementTree

import pytest
from ablog_conf import with_ablog
from checker import problems_of_tree
from conftest import MakeSite, Site
from feeds import ATOM
from page import text
from sphinx.errors import ConfigError
from writing import INDEX, md

from sphinx_blogext.site.build import build_of

FILES = {
    "counts.md": "---\norphan: true\n---\n# Counts\n\n```{blog-terms} tag\n:min-count: many\n```\n",
    "index.md": "# Home\n\n```{blog-terms} tags\n:style: cloud\n:min-count: 2\n```\n\n"
    "```{postlist}\n:tags: py\n```\n\n{blog:tag}`py`\n",
    "blog/a.md": md("A", date="2024-01-01", tags=["py", "secret"]),
    "blog/b.md": md("B", date="2024-01-02", tags=["Python", "Py3", "rare"]),
    "blog/c.md": md("C", date="2024-01-03", tags=["secret"]),
}
CONF = {
    "blog_tags": {"Python": {"label": "Python!", "aliases": ["py", "Py3"]}, "secret": {"hidden": True}},
    "blog_on_unknown_tag": "warn",
    "html_sidebars": {"**": ["blog/tags.html"]},
}


def test_aliases_are_one_term(make_site: MakeSite) -> None:
    site = make_site(FILES, CONF)
    assert site.page("blog/tag/python").posts == site.page("index").posts == ["B", "A"]
    assert site.page("blog/b").texts(".blog-tags a") == ["Python!", "rare"]
    assert site.page("blog/a").texts(".blog-tags a") == ["Python!"]
    told = [("blog/b.md", "blog.unknown_tag"), ("counts.md", "blog.invalid_option")]
    assert (sorted(site.blog_warnings), problems_of_tree(site.outdir)) == (told, [])
    # The page of an alias forwards.
    for alias in ("py", "py3"):
        assert site.page(f"blog/tag/{alias}").meta("refresh") == ["0; url=../../blog/tag/python.html"]
    # A cloud is one of the frequent.
    assert site.page("index").texts(".blog-terms-cloud li a") == ["Python!"]
    assert site.page("blog/tag").texts(".blog-terms li a") == ["Python!", "rare"]
    # A hidden term is nowhere but on its own page.
    assert site.page("blog/tag/secret").posts == ["C", "A"]
    for name in ("a.html", "c.html", "atom.xml", "rss.xml", "feed.json", "../blog.html", "../searchindex.js"):
        assert "secret" not in (site.outdir / "blog" / name).read_text("utf-8"), name


def test_an_author_may_be_named_in_full(make_site: MakeSite) -> None:
    authors = {"mei": ("Mei Lin", "https://example.org/mei"), "a": ("Wei Wang", None), "b": ("Wei Wang", None)}
    files = {
        "index.md": "# Home\n\n```{postlist}\n:author: Mei Lin\n```\n",
        "blog/a.md": md("A", date="2024-01-01", author="Mei Lin"),
        "blog/b.md": md("B", date="2024-01-02", author="[mei, mei  LIN]"),
        "blog/c.md": md("C", date="2024-01-03", author="Mei Lni"),
        "blog/d.md": md("D", date="2024-01-04", author="Wei Wang"),
    }
    site = make_site(files, {"blog_authors": authors})
    # Neither a name that nobody has nor one that two have is another's.
    told = [(f"blog/{name}.md", 3, "blog.unknown_author") for name in "cd"]
    assert [(w.file, w.line, w.type) for w in site.warnings] == told
    assert "did you mean 'Mei Lin'" in site.warnings[0].message
    assert site.page("index").posts == site.page("blog/author/mei").posts == ["B", "A"]
    assert site.page("blog/b").texts(".blog-authors a") == ["Mei Lin"]
    assert site.page("blog/author").texts(".blog-terms a") == ["Mei Lin", "example.org/mei", "Mei Lni", "Wei Wang"]
    # The page of all authors is nobody's own.
    assert site.page("blog/author/mei").root.findall(".//a[@rel='me']")
    assert not site.page("blog/author").root.findall(".//a[@rel='me']")


def test_slugs_in_ascii_say_what_they_need(make_site: MakeSite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anyascii", None)
    with pytest.raises(ConfigError, match="anyascii"):
        make_site(INDEX, {"blog_slugify": "ascii"})


def test_how_many_tags_lists_show(make_site: MakeSite) -> None:
    titles = "# Home\n\n```{postlist}\n:format: '{title} {tags}'\n```\n"
    site = make_site({"index.md": titles, "blog/a.md": md("A", tags=["a", "b", "c"])})
    for limit, shown in ((0, "abc"), (2, "ab…")):
        site.configure({"blog_max_tags_shown": limit}).build()
        assert site.page("blog").texts(".blog-tags li") == list(shown)
        assert site.page("index").texts(".blog-titles li") == [f"A {', '.join(shown)}"]
        assert site.page("blog/a").texts(".blog-tags li") == ["a", "b", "c"]
        assert site.items()[0]["tags"] == list(shown.removesuffix("…"))


def test_a_site_words_the_titles_of_its_lists(make_site: MakeSite) -> None:
    words = {"blog": "Everything", "year": "In {name}", "tag": "#{name} {nothing}", "feed": "{list} @ {blog}"}
    conf = with_ablog(blog_list_titles=words, blog_feed_archives=True, blog_title="B")
    site = make_site({**INDEX, "blog/a.md": md("A", tags=["{blog}", "x"], category="C")}, conf)
    titles = {"blog": "Everything", "blog/tag/x": "#x {nothing}", "blog/category/c": "Posts in “C”"}
    assert {name: site.page(name).headings[0] for name in titles} == titles
    for name, title in {"blog": "B", "blog/2024": "In 2024 @ B"}.items():
        assert ElementTree.parse(site.outdir / name / "atom.xml").getroot().findtext(f"{ATOM}title") == title
    # Names are not read as placeholders.
    assert "#{blog} {nothing}" in {listing.title for listing in build_of(site.env).pages.listings}


SPELLED = {
    **INDEX,
    "blog/a.md": md("A", tags=["Two Words", "../evil", "a/b", "index", "C++"], author="mei"),
    "blog/b.md": md("B", tags=["opinión", "Two Words"], author="jo"),
}
AUTHORS = {"mei": ("Mei Lin", None), "jo": ("Jo", None)}


def names_below(site: Site, folder: str) -> set[str]:
    return {name.removeprefix(f"{folder}/") for name in site.pages if name.startswith(f"{folder}/")}


def test_a_function_of_conf_py_spells_addresses(make_site: MakeSite) -> None:
    site = make_site(SPELLED, "def blog_slugify(name):\n    return name.replace(' ', '_')\n")
    assert site.warnings == []
    # What is no part of a page name is spelt as ever.
    assert {"Two_Words", "C++", "opinión", "index"} <= names_below(site, "blog/tag")
    assert len(names_below(site, "blog/tag")) == 6
    assert not (site.root / "out" / "evil.html").exists()
    # The function is code: what it does is compared, and not how it is called.
    site.edit("conf.py", "'_'", "'-'").build()
    assert site.has("blog/tag/Two-Words")
    assert "../blog/tag/Two-Words.html" in site.page("blog/a").links()


def test_a_function_that_fails_or_gives_two_terms_one_slug_costs_a_warning(make_site: MakeSite) -> None:
    names = {"Two Words": "two", "C++": "c", "C": "c"}
    conf = f"def blog_slugify(name):\n    return {names}[name]\n"
    site = make_site(SPELLED | {"blog/c.md": md("C", tags=["C++", "C"])}, conf)
    # The first by name keeps it.
    assert {"two", "c", "c-plus-plus", "opinión"} <= names_below(site, "blog/tag")
    said = " ".join(warned.message for warned in site.warnings if warned.type == "blog.config")
    assert "blog_slugify fails for 'mei'" in said
    assert "'c' of the tag 'C++'" in said


def test_pages_of_ablog_forward(make_site: MakeSite) -> None:
    conf = with_ablog(blog_ablog_redirects=True, blog_authors=AUTHORS)
    files = {**SPELLED, "blog/index.md": "---\norphan: true\n---\n# Blog\n", "blog/tag/aib.md": "# Own\n"}
    site = make_site(files, conf)
    forwards = {
        "blog": "blog/index.html", "blog/drafts": "../blog/index.html",
        "blog/tag/opinion": "../../blog/tag/opini%C3%B3n.html", "blog/tag/c": "../../blog/tag/c-plus-plus.html",
        "blog/author/mei-lin": "../../blog/author/mei.html",
    }  # fmt: skip
    for name, target in forwards.items():
        assert site.page(name).root.find(".//a").get("href").removeprefix("./") == target, name
    # A page is none.
    assert text(site.page("blog/author/jo").one("h1")) == "Posts by Jo"
    site.configure(with_ablog(blog_authors=AUTHORS)).build()
    assert not site.has("blog/tag/opinion")
    assert not site.has("blog/drafts")
