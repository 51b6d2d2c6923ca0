"""Where a teaser ends, and what is shown of it."""

import re

import pytest
from checker import problems_of_tree
from conftest import ROOT, MakeSite, Site
from page import elements, text
from writing import INDEX, md, rst

_RST_MARKERS = (".. more::", ".. more", ".. raw:: html\n\n   <!-- more -->")
_MD_MARKERS = (
    *("```{more}\n```", "% more", "<!-- more -->", "<!--more-->"),
    *("<!-- truncate -->", "<!-- TEASER_END -->", "<!-- excerpt -->"),
)
#: Spellings of the marker: what is said of them, suffix, and text.
MARKERS = {
    f"{suffix} {number}": (suffix, f"One.\n\nTwo.\n\n{marker}\n\nThree.\n")
    for suffix, markers in (("rst", _RST_MARKERS), ("md", _MD_MARKERS))
    for number, marker in enumerate(markers)
}
#: Places of a marker: what is said of them, suffix, text, and the text of the teaser.
PLACES: dict[str, tuple[str, str, str]] = {
    "in a list item": ("rst", "- One.\n- Two.\n\n  .. more::\n\n  Rest.\n- Three.\n\nEnd.\n", "One. Two."),
    "at the end of an item": ("md", "- One.\n- Two. <!-- more -->\n- Three.\n\nEnd.\n", "One. Two."),
    "in a definition": ("md", "Term\n: One.\n\n  <!-- more -->\n\n  Two.\n", "TermOne."),
    "in a quotation": ("md", "> One.\n>\n> <!-- more -->\n>\n> Rest.\n\nEnd.\n", "One."),
    "in an admonition": ("md", ":::{note}\nOne.\n\n<!-- more -->\n\nRest.\n:::\n", "Note One."),
    "in a cell": ("md", "| a |\n|---|\n| One. <!-- more --> |\n| Two. |\n", "a One."),
    "in a tab": (
        "md",
        "::::{tab-set}\n:::{tab-item} A\nOne.\n\n% more\n:::\n:::{tab-item} B\nTwo.\n:::\n::::\n",
        "A One.",
    ),
    "in a footnote": ("rst", "One [1]_.\n\n.. [1] Two.\n\n   .. more\n\n   Rest.\n\nEnd.\n", "One [1]. [1] Two."),
    "in a section": ("md", "One.\n\n## Part\n\nTwo.\n\n<!-- more -->\n\nRest.\n\n## Other\n", "One. Part Two."),
    "below a line of text": ("md", "One.\n<!-- more -->\nTwo.\n", "One."),
    "before a line of text": ("md", "One.\n\n<!-- more --> Two.\n\nThree.\n", "One."),
    "in an element": ("md", "<div>\n\nOne.\n\n<!-- more -->\n\nTwo.\n\n</div>\n", "One."),
    "in a block of HTML": ("md", "<div>\n<p>One.</p>\n<!-- more -->\n<p>Two.</p>\n</div>\n\nThree.\n", "One."),
    "in HTML (RST)": ("rst", ".. raw:: html\n\n   <p>One.</p>\n   <!-- more -->\n   <p>Two.</p>\n", "One."),
    "in a comment in HTML": ("md", "One.\n\n<!--\n<!-- more -->\n\nTwo.\n", "One."),
    "in an included file": ("rst", "One.\n\n.. include:: part.inc\n\nThree.\n", "One. Two."),
    "in an included file (MyST)": ("md", "One.\n\n```{include} part-md.inc\n```\n\nThree.\n", "One. Two."),
    "in what is not shown": ("md", "One.\n\n```{only} latex\nTwo.\n\n<!-- more -->\n```\n\nThree.\n", "One."),
}
_PART = {"blog/part.inc": "Two.\n\n.. more\n\nRest.\n", "blog/part-md.inc": "Two.\n\n<!-- more -->\n\nRest.\n"}
BLOCKS = "- item\n- item 2\n\n```python\ncode\n```\n\n| a | b |\n|---|---|\n| c | d |\n\n"
MORE, PROOF = "Read more", "Continue with the proof"
#: What: suffix, text, options, text of the teaser, and text of the link to the rest, if there is one.
CASES: dict[str, tuple[str, str, dict[str, object], str, str | None]] = {
    "first paragraph": ("md", "One.\n\nTwo.\n", {}, "One.", MORE),
    "nothing behind it": ("md", "One.\n", {}, "One.", None),
    "all paragraphs": ("md", "One.\n\nTwo.\n", {"excerpt": 2}, "One. Two.", None),
    "none": ("md", "One.\n\nTwo.\n", {"excerpt": 0}, "", MORE),
    "blocks between": (
        *("md", f"One.\n\n{BLOCKS}Two.\n\nThree.\n"),
        *({"excerpt": 2}, "One. item item 2 code a b c d Two.", MORE),
    ),
    "never past a heading": ("md", "One.\n\n## Part\n\nTwo.\n", {"excerpt": 5}, "One.", MORE),
    "blocks but no paragraph": ("md", f"{BLOCKS}## Part\n\nTwo.\n", {}, "item item 2 code a b c d", MORE),
    "paragraphs in a list do not count": ("md", "- a\n\n  b\n\n- c\n\nOne.\n\nTwo.\n", {}, "a b c One.", MORE),
    "a heading, and nothing behind it": ("md", "## Part\n\nTwo.\n", {}, "Part Two.", None),
    "headings first": (
        *("md", "## Part\n\n### Sub\n\nTwo.\n\n## Other\n\nThree.\n"),
        *({"excerpt": 5}, "Part Sub Two.", MORE),
    ),
    "a heading and blocks first": ("md", "## Part\n\n- item\n\n### Sub\n\nTwo.\n", {}, "Part item", MORE),
    "nothing at all": ("md", "", {}, "", None),
    "a marker before more paragraphs": ("md", "A.\n\nB.\n\n% more\n\nC.\n", {"excerpt": 1}, "A. B.", MORE),
    # A marker in code is text.
    "literal": ("rst", "One\n\n::\n\n   .. more::\n\nTwo\n\n.. more::\n\nRest\n", {}, "One .. more:: Two", MORE),
    "fence": (
        *("md", "One.\n\n```html\n<!-- more -->\n```\n\nTwo.\n\n<!-- more -->\n\nRest.\n"),
        *({}, "One. <!-- more --> Two.", MORE),
    ),
    "inline code": ("md", "A `<!-- more -->` in code.\n\n% more\n\nRest.\n", {}, "A <!-- more --> in code.", MORE),
    "no marker in RST": ("rst", "One\n\n.. more or less\n\nTwo\n", {"excerpt": 2}, "One Two", None),
    "no marker in a comment": ("md", "One\n\n% more to come\n\nTwo\n", {"excerpt": 2}, "One Two", None),
    "text of the link in RST": ("rst", f"One.\n\n.. more:: {PROOF}\n\nRest.\n", {}, "One.", PROOF),
    "in MyST": ("md", f"One.\n\n```{{more}} {PROOF}\n```\n\nRest.\n", {}, "One.", PROOF),
    "in Nikola": ("md", f"One.\n\n<!-- TEASER_END: {PROOF} -->\n\nRest.\n", {}, "One.", PROOF),
    "in a paragraph": ("md", "One. <!--end_teaser:Continue  with\nthe proof-->\n\nRest.\n", {}, "One.", PROOF),
    # Nothing is cut where nothing is to be seen behind the marker.
    "end": ("md", "One.\n\n<!-- more -->\n", {}, "One.", None),
    "footnote": ("md", "One [^1].\n\n<!-- more -->\n\n[^1]: Note.\n", {}, "One [1].", None),
    "LaTeX": ("md", "One.\n\n<!-- more -->\n\n(label)=\n```{raw} latex\nTwo.\n```\n", {}, "One.", None),
    "hidden toctree": ("md", "One.\n\n<!-- more -->\n\n```{toctree}\n:hidden:\n\n/index\n```\n", {}, "One.", None),
    # What a directive adds to the text is part of it.
    "contents": ("rst", ".. contents::\n   :local:\n\nOne.\n\n.. more::\n\nA\n-\n\nTwo.\n", {}, "A One.", MORE),
    "a body": ("rst", "   Body, *so*.\n\nOne.\n\n.. more::\n\nTwo.\n", {}, "Body, so.", MORE),
    "an excluded body": ("rst", "   Body.\n\nOne.\n", {"exclude": ""}, "Body.", MORE),
}
#: The names of all these posts, which are the titles of their documents, and their document names.
NAMES = {title: f"blog/{number}" for number, title in enumerate((*MARKERS, *PLACES, *CASES))}


@pytest.fixture(scope="module", params=[False, True], ids=["", "comments stripped"])
def site(request: pytest.FixtureRequest, make_shared_site: MakeSite) -> Site:
    options: dict[str, dict[str, object]] = {title: case[2] for title, case in CASES.items()}
    files = {
        f"{NAMES[title]}.{suffix}": (rst if suffix == "rst" else md)(title, body, **options.get(title, {}))
        for title, (suffix, body, *_) in (MARKERS | PLACES | CASES).items()
    }
    files["blog/body.md"] = "# In MyST, too\n\n```{post} 2024-05-06\n:exclude:\n\nBody.\n```\n\nOne.\n"
    if request.param:
        files["docutils.conf"] = "[general]\nstrip_comments: true\n"
    conf = {
        "extensions": ["myst_parser", "sphinx_design", "sphinx_blogext"],
        "myst_enable_extensions": ["colon_fence", "deflist"],
        "blog_page_size": 99,
        "blog_post_header": False,
        "blog_post_footer": False,
    }
    site = make_shared_site(INDEX | files | _PART, conf)
    assert [warned for warned in site.warnings if "toctree" not in warned.message] == []
    # Nothing is open wherever the marker stands.
    assert problems_of_tree(site.outdir, only_content=True, skip=["search.html"]) == []
    return site


@pytest.mark.parametrize("name", MARKERS)
def test_every_spelling_of_the_marker(site: Site, name: str) -> None:
    assert site.page("blog").teaser_text(name) == "One. Two."
    post = site.page(NAMES[name])
    order = [e.get("id") or text(e) for e in elements(post.main) if e.get("id") == "more" or e.tag == "p"]
    # The anchor stands between the two parts, and nothing of the marker is seen.
    expected = ["One.", "Two.", "more", "Three."]
    assert [word for word in order if word in expected] == expected
    assert text(post.main).replace("¶", "").replace(name, "").split() == ["One.", "Two.", "Three."]
    assert "more -->" not in post.source


@pytest.mark.parametrize("name", [*MARKERS, *PLACES])
def test_a_marker_may_stand_anywhere(site: Site, name: str) -> None:
    page = site.page("blog")
    assert name in MARKERS or page.teaser_text(name) == PLACES[name][2]
    assert page.read_more(name).get("href") == f"./{NAMES[name]}.html#more"
    assert [e.get("id") for e in elements(site.page(NAMES[name]).main)].count("more") == 1


@pytest.mark.parametrize("name", CASES)
def test_text_and_link_of_a_teaser(site: Site, name: str) -> None:
    link = site.page("blog").read_more(name)
    found = (site.page("blog").teaser_text(name), link if link is None else (link.text or "").strip())
    assert found == CASES[name][3:]


def test_a_body_is_on_the_posts_own_page_unless_it_is_excluded(site: Site) -> None:
    page = site.page("blog")
    assert page.texts("em", page.teaser("a body")) == ["so"]
    assert page.teaser_text("In MyST, too") == "Body."
    assert site.page(NAMES["a body"]).texts("p")[:3] == ["Body, so.", "One.", "Two."]
    for name in ("blog/body", NAMES["an excluded body"]):
        assert site.page(name).texts("p")[:1] == ["One."]


def test_the_first_marker_wins(make_site: MakeSite) -> None:
    site = make_site({**INDEX, "blog/p.md": md(body="One.\n\n% more\n\nTwo. <!-- more --> Three.\n")})
    assert site.blog_warnings == [("blog/p.md", "blog.marker")]
    # In a text, it has no line of its own.
    assert (site.warnings[0].line, site.page("blog").teaser_text("Title")) == (10, "One.")
    assert "more -->" not in site.page("blog/p").source


PICTURES = {
    "a picture": ("![P](p.png)", ".. image:: p.png\n   :alt: P"),
    "a link around it": ("[![P](p.png)](https://a.example/)", ".. image:: p.png\n   :target: https://a.example/"),
    "two": ("![P](p.png)\n![P](p.png)", ".. image:: p.png\n   :alt: P\n\n.. image:: p.png\n   :alt: P"),
}


def test_a_picture_alone_is_no_paragraph(make_site: MakeSite) -> None:
    files: dict[str, str | bytes] = {"index.md": "# Home\n\n```{postlist}\n:style: cards\n```\n"}
    files["blog/p.png"] = (ROOT / "docs" / "examples" / "square.png").read_bytes()
    for number, (in_md, in_rst) in enumerate(PICTURES.values()):
        files[f"blog/md{number}.md"] = md(f"MD {number}", f"{in_md}\n\nOne.\n\nTwo.\n", title=f"MD {number}")
        files[f"blog/rst{number}.rst"] = rst(f"RST {number}", f"{in_rst}\n\nOne.\n\nTwo.\n")
        files[f"blog/only{number}.md"] = md(f"Only {number}", f"{in_md}\n\n## Part\n\nTwo.\n")
    site = make_site(files, {"post_auto_image": 0, "blog_page_size": 99})
    assert site.warnings == []
    page = site.page("blog")
    for number, name in enumerate(PICTURES):
        for title in (f"MD {number}", f"RST {number}"):
            assert page.teaser_text(title) == "One."
            assert page.read_more(title) is not None
            assert len(page.all("img", page.teaser(title))) == (2 if name == "two" else 1)
        assert page.teaser_text(f"Only {number}") == ""
        assert page.read_more(f"Only {number}") is not None


def test_the_anchor_gives_way_to_a_heading_of_its_name(make_site: MakeSite) -> None:
    site = make_site({**INDEX, "blog/p.md": md(body="One.\n\n<!-- more -->\n\n## More\n\nTwo.\n")})
    assert site.warnings == []
    assert site.page("blog").read_more("Title").get("href") == "./blog/p.html#more-1"
    (target,) = [e for e in elements(site.page("blog/p").main) if e.get("id") == "more-1"]
    assert (target.tag, problems_of_tree(site.outdir)) == ("span", [])


def test_listings_are_not_indexed_by_the_search(make_site: MakeSite) -> None:
    files = {
        "index.md": "# Home\n\n```{postlist}\n:excerpts:\n```\n",
        "blog/p.md": md("Zebra", "Aardvark.\n\nRest.\n"),
    }
    index = (make_site(files).outdir / "searchindex.js").read_text(encoding="utf-8")
    names = index[index.index('"docnames":') :].partition("]")[0]
    place = names.partition("[")[2].replace('"', "").split(",").index("blog/p")
    assert f'"aardvark":{place}' in index.replace(" ", "")


def test_lists_hold_no_character_that_html_forbids(make_site: MakeSite) -> None:
    files = {
        "blog/p.md": "---\ndate: 2024-05-06\ntags: [a]\n---\n# A *he\x08ading*\n\n"
        "Te\x01xt $x\x02$.\n\n```{more} Go \x08on\n```\n\nRest.\n",
        "blog/q.rst": "A *he\x08ading*\n=============\n\n.. post:: 2024-05-06\n   :tags: a\n\n"
        "Te\x01xt, ``co\x7fde\ufffe``.\n\n.. more:: Go \x08on\n\nRest.\n",
        "index.md": "# Home\n\n```{postlist}\n:excerpts:\n:expand: Read\x08 on\n```\n",
    }
    site = make_site(files, {"blog_feed_fulltext": True})
    forbidden = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")
    written = {name: content.decode() for name, content in site.bytes().items() if name.endswith(("html", "xml"))}
    found = [name for name, source in written.items() if forbidden.search(source)]
    assert found == ["blog/p.html", "blog/q.html"]
    assert site.page("blog").posts == ["A heading", "A heading"]
    assert site.page("blog").source.count("Go on") == 2
