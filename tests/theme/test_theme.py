"""The theme ``blogext``: its frame, what it loads, and what it does with a text."""

import pytest
from conftest import MakeSite, Site
from page import Page, elements, select, text
from themed import CONF, FILES, PLAIN, loaded
from writing import md

from sphinx_blogext.theme.languages import language_links
from sphinx_blogext.theme.texts import improve_html


def test_a_theme_may_inherit(make_site: MakeSite) -> None:
    files = {
        "index.md": "# Home\n\n:::{note}\nText.\n:::\n",
        "themes/mine/theme.toml": '[theme]\ninherit = "blogext"\nstylesheets = ["mine.css"]\n'
        'pygments_style = { default = "friendly", dark = "monokai" }\n',
        "themes/mine/static/mine.css": "a {}",
    }
    conf = {"html_theme": "mine", "html_theme_path": ["themes"], "html_theme_options": {"accent": "#123456"}}
    site = make_site(files, CONF | conf)
    page = site.page("index")
    assert [text(e) for e in select(page.root, "a.skip-link")] == ["Skip to content"]
    sheets = [name for name in loaded(page) if name.endswith(".css")]
    own = ["blogext-theme.css", "blogext-extras.css"]
    assert sheets == [*own, "mine.css", "pygments.css", "pygments_dark.css", "blogext.css"]
    assert "#123456" in (site.outdir / "_static/blogext-theme.css").read_text()


def test_the_frame(make_site: MakeSite) -> None:
    conf = {
        "html_logo": "logo.svg", "html_favicon": "icon.svg", "html_title": "A & B <site>",
        "html_short_title": "A & B", "html_baseurl": "https://example.org/", "html_last_updated_fmt": "%Y",
        "copyright": "2026, Us & co", "html_use_opensearch": "https://example.org",
        "html_theme_options": {
            "links": {"Code": "https://example.org/code", "Guide": "guide"}, "accent": "#123456",
            "edit_url": "https://example.org/edit/{path}", "measure": "40rem",
            "font": "'Source Serif 4', Georgia", "font_han": "serif",
        },
    }  # fmt: skip
    site = make_site(FILES | {"logo.svg": "<svg/>", "icon.svg": "<svg/>"}, CONF | conf)
    page = site.page("blog/p01")
    assert (page.title, page.head_link("icon")) == ("Post 01 – A & B <site>", "../_static/icon.svg")
    assert page.head_link("canonical") == "https://example.org/blog/p01.html"
    header, footer = (next(e for e in elements(page.root) if e.tag == tag) for tag in ("header", "footer"))
    assert [text(e) for e in select(header, "a.brand")] == [""]
    assert [(e.get("src"), e.get("alt")) for e in select(header, "img")] == [("../_static/logo.svg", "A & B")]
    assert page.links("nav.site-links a", header) == ["https://example.org/code", "../guide.html"]
    assert [e.get("aria-current") for e in select(site.page("guide").root, "nav.site-links a")] == [None, "page"]
    assert "© 2026, Us & co" in text(footer)
    assert "Last updated on" in text(footer)
    links = {text(e): e.get("href") for e in select(footer, "a")}
    assert links["Edit this page"] == "https://example.org/edit/blog/p01.md"
    assert links["View as Markdown"] == "../_sources/blog/p01.md.txt"
    assert links["General Index"] == "../genindex.html"
    # A generated page has no source.
    footer = next(e for e in elements(site.page("blog/page/2").root) if e.tag == "footer")
    assert not {"Edit this page", "Show Source", "View as Markdown"} & {text(e) for e in select(footer, "a")}
    style = (site.outdir / "_static/blogext-theme.css").read_text()
    assert "--accent: light-dark(#123456, color-mix(in oklab, #123456, #fff 45%))" in style
    assert "--measure: 40rem" in style
    assert "--font-latin: 'Source Serif 4', Georgia, -apple-system, Segoe UI," in style
    assert "Songti SC" in style


def alternates(site: Site, name: str) -> dict[str | None, str | None]:
    links = [e for e in select(site.page(name).root, "link") if e.get("hreflang")]
    return {link.get("hreflang"): link.get("href") for link in links}


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_a_page_leads_to_itself_in_other_languages(make_site: MakeSite, builder: str) -> None:
    languages = {
        "en": "https://example.org/en/{page}",
        "zh_CN": "/zh/{page}",
        "pt-BR": ("Português <do Brasil> & 'x'", 'https://example.org/pt/{page}?a="b"'),
    }
    files = FILES | {"blog/one.md": md("One", language="en", translation_key="k", tags=["t"])}
    files["blog/eins.md"] = md("Eins", language="de", translation_key="k")
    conf = {"html_baseurl": "https://example.org/zh/", "language": "zh_CN"}
    site = make_site(files, CONF | conf | {"html_theme_options": {"languages": languages}}, builder)
    end = ".html" if builder == "html" else "/"
    uri = f"blog/page/2{end}"
    (nav,) = select(site.page("blog/page/2").root, "nav.site-links")
    assert nav.get("aria-label") == "语言"
    names = ("href", "lang", "hreflang", "aria-current")
    assert [(text(e), *map(e.get, names)) for e in select(nav, "a")] == [
        ("English", f"https://example.org/en/{uri}", "en", "en", None),
        ("中文 (简体)", f"/zh/{uri}", "zh-Hans", "zh-Hans", "true"),
        ("Português <do Brasil> & 'x'", f'https://example.org/pt/{uri}?a="b"', "pt-BR", "pt-BR", None),
    ]
    # Where there is no page, to the start.
    not_found = Page(site.outdir / "404.html")
    assert not_found.links("nav.site-links a", not_found.root)[1] == "/zh/"
    # Search engines are told the same.
    expected = {tag: f"https://example.org/{tag[:2]}/{uri}" for tag in ("en", "zh-Hans")}
    assert alternates(site, "blog/page/2") == expected | {"pt-BR": f'https://example.org/pt/{uri}?a="b"'}
    assert set(alternates(site, "index")) == {"en", "zh-Hans", "pt-BR"}
    # The versions within one build go before, and other builds may not have a list of one language.
    own = {f"https://example.org/zh/blog/{name}{end}" for name in ("one", "eins")}
    assert set(alternates(site, "blog/one").values()) == own
    assert set(alternates(site, "blog/language/en")) == {"en", "de", "zh-Hans", "x-default"}
    assert alternates(site, "search") == {}


def test_search_engines_are_told_nothing_incomplete(make_site: MakeSite) -> None:
    for languages in ({"en": "https://example.org/en/{page}"}, {"en": "/en/{page}", "de": "/de/{page}"}):
        conf = CONF | {"html_theme_options": {"languages": languages}, "html_baseurl": ""}
        assert alternates(make_site({"index.md": "# Home\n"}, conf), "index") == {}


def test_the_language_of_the_site_is_marked() -> None:
    languages = {"en": "/en/{page}", "zh-Hans": "/zh/", "zh-Hant": "/tw/"}
    for site, current in {"en": ["en"], "en_GB": ["en"], "zh_TW": ["zh-Hant"], "zh": [], "de": []}.items():
        assert [link["lang"] for link in language_links(languages, "a", site, "") if link["is_current"]] == current


def test_a_site_without_toctree_or_title(make_site: MakeSite) -> None:
    root = make_site({"index.md": "Text.\n"}, CONF | {"html_title": "", "project": "P"}).page("index").root
    assert [text(e) for e in select(root, "a.brand")] == ["P"]
    # No heading for what is not there.
    assert not select(root, ".site-nav")


def test_text_runs_in_the_direction_of_its_language(make_site: MakeSite) -> None:
    posts = {"blog/ar.md": md("مرحبا", "## واحد\n\n## اثنان", "2024-02-14", language="ar")}
    posts["blog/en.md"] = md("Hello", "Words.[^1]\n\n[^1]: Note.\n", "2024-04-01", language="en")
    for language, directions in {"en": [None, "rtl", None], "ar": ["rtl", None, "ltr"]}.items():
        site = make_site({"index.md": "# Home\n", **posts}, CONF | {"language": language})
        parts = (site.page("blog").root, site.page("blog/ar").main, site.page("blog/en").main)
        assert [e.get("dir") for e in parts] == directions
        # In any theme: around the text with its notes.
        around = [e for e in select(parts[2], "div") if e.get("dir") and select(e, ".footnote")]
        assert len(around) == (language == "ar")
        # Outside the text, words in its language have their direction, too.
        assert site.page("blog/en").one(".blog-post-footer").get("dir") == directions[2]
        sections = select(site.page("blog/ar").root, ".page-sections")
        assert [e.get("dir") for e in sections] == [directions[1]]


def test_it_works_without_the_extension(make_site: MakeSite) -> None:
    site = make_site({"index.md": "# Home\n"}, {"html_theme": "blogext", "extensions": ["myst_parser"]})
    assert site.warnings == []
    assert loaded(site.page("index")) == [name for name in PLAIN if name != "blogext.css"]


def test_names_descriptions_captions_and_cells(make_site: MakeSite) -> None:
    toctree = "```{toctree}\n:caption: Guides\nown\n```\n"
    table = "|  | a |\n|---|---|\n| 1 | 2 |\n\n|  |  |\n|:-:|---|\n| 1 | 2 |\n"
    files = {
        "index.md": f"# Home\n\n*Some*\\\ntext & `code`[^1].\n\n[^1]: Note.\n\n{toctree}\n{table}",
        "own.md": "---\nhtml_meta:\n  description: Mine\n---\n# Own\n\nText.\n",
        "blog/p.md": md("Title"),
    }
    site = make_site(files, CONF | {"project": "Rill"})
    for page in map(site.page, ("index", "blog/p", "blog", "search")):
        assert "Rill documentation" in page.title
        assert [text(a) for a in select(page.root, "a.brand")] == ["Rill documentation"]
        assert "  " not in "".join(m.get("content", "") for m in page.root.iter("meta"))
    # A page is described once.
    assert [site.page(name).meta("description") for name in ("index", "own")] == [["Some text & code."], ["Mine"]]
    # Captions of toctrees are headings.
    caption = site.page("index").one(".toctree-wrapper p.caption")
    assert (text(caption), caption.get("role"), caption.get("aria-level")) == ("Guides", "heading", "2")
    # An empty cell is no header.
    assert site.page("index").texts("th") == ["a"]
    assert [len(row) for row in site.page("index").all("tr")] == [2] * 4


def test_images_have_their_size(themed: Site) -> None:
    images = themed.page("pictures").all("img")
    expected = [("40", "20", None), ("30", "12", "lazy"), ("400", "100", "lazy"), (None, None, "lazy")]
    assert [(e.get("width"), e.get("height"), e.get("loading")) for e in images] == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ('<col style="width: 33.4%" />', '<col class="hundreds-0 tens-3 units-3" />'),
        ('<td class="a" style="width: 50%;">', '<td class="hundreds-0 tens-5 units-0 a">'),
        ('<img src="a" style="width: 40.0px; height: 20.0px;">', '<img width="40" height="20" src="a">'),
        ('<figure style="width: 200px">', '<figure class="in-rem hundreds-0 tens-5 units-0">'),
        *((tag, tag) for tag in ('<p style="color: red">', '<img style="width: 3vw">', '<p style="width: 9in">')),
        ('<label aria-controls="a" class="sd-tab-label" for="a">', '<label class="sd-tab-label" for="a">'),
        # A line does not end after the hyphen of an option that is not too long for it.
        ('<span class="pre">--no-fail</span>', '<span class="pre unbroken">--no-fail</span>'),
        ('<span class="pre">a-b</span>', '<span class="pre">a-b</span>'),
    ],
)
def test_what_is_written_is_valid(html: str, expected: str) -> None:
    """Widths are no styles: a strict policy forbids them, and browsers tell."""
    assert improve_html(html) == expected
