"""The options of the theme, and templates that override its own."""

import pytest
from conftest import MakeSite
from page import elements, select, text
from sphinx.errors import ConfigError
from themed import CONF, FILES
from writing import many


def test_what_is_switched_off_is_not_shown(make_site: MakeSite) -> None:
    names = "show_copyright show_sphinx show_sourcelink use_index domain_indices permalinks".split()
    conf = dict.fromkeys((f"html_{name}" for name in names), False) | {"copyright": "2026, Us"}
    page = make_site(FILES, CONF | conf).page("guide")
    footer = next(e for e in elements(page.root) if e.tag == "footer")
    assert text(footer) == ""
    assert not page.all(".headerlink")


def test_templates_are_overridden_block_by_block(make_site: MakeSite) -> None:
    layout = """{% extends "!layout.html" %}
{% block extrahead %}<meta name="mine" content="yes">{% endblock %}
{% block document %}{{ super() }}<p class="mine">{{ greeting }}</p>{% endblock %}
{% block footer %}<p class="foot">Mine</p>{{ super() }}{% endblock %}
"""
    files = {"index.md": "# Home\n", "_templates/layout.html": layout}
    conf = {"templates_path": ["_templates"], "html_context": {"greeting": "Hello"}}
    page = make_site(files, CONF | conf).page("index")
    assert page.meta("mine") == ["yes"]
    assert [text(e) for e in select(page.root, "p.mine")] == ["Hello"]
    assert [text(e) for e in select(page.root, "p.foot")] == ["Mine"]
    assert select(page.root, "footer")


def test_options_are_a_dictionary_which_the_theme_alone_knows(make_site: MakeSite) -> None:
    """Without the extension it is loaded after the configuration."""
    alone = {"html_theme": "blogext", "extensions": ["myst_parser"]}
    with pytest.raises(ConfigError, match="accent"):
        make_site({"index.md": "# Home\n"}, alone | {"html_theme_options": {"accent": "red;}"}})
    for color in ("greenish", "#12345", "dark gray", "currentcolor"):
        with pytest.raises(ConfigError, match="a CSS color"):
            make_site({"index.md": "# Home\n"}, alone | {"html_theme_options": {"accent": color}})
    for colors in (("Teal", "#0af"), ("#0b6b5b80", "oklch(60% 0.1 200)"), ("darkGrey", "")):
        options = dict(zip(("accent", "accent_dark"), colors, strict=True))
        make_site({"index.md": "# Home\n"}, alone | {"html_theme_options": options})
    with pytest.raises(ConfigError, match="expected a dictionary"):
        make_site({"index.md": "# Home\n"}, {"html_theme": "blogext", "html_theme_options": ["a"]})


def test_options_of_the_theme_are_left_over_in_another(make_site: MakeSite) -> None:
    conf = CONF | {"html_theme": "alabaster", "html_theme_options": {"accent_dark": "#abc"}}
    site = make_site({"index.md": "# Home\n"}, conf)
    assert not (site.outdir / "_static/blogext-theme.css").exists()
    assert all("unsupported theme option" in warning.message for warning in site.warnings)


def test_texts_and_links_of_the_frame_are_escaped_and_lead_to_pages(make_site: MakeSite) -> None:
    options = {
        "footer": {"Imprint & <more>": "guide", "Made <b>by hand</b>": ""},
        "announcement": {"New: **<i>2.0</i>** of 2**3": "", "New: **<i>2.0</i>**": 'https://example.org/?a="b"&c'},
    }
    files = {"index.md": "# Home\n\n```{toctree}\nguide\n```\n", "guide.md": "# Guide\n", **many(1)}
    site = make_site(files, CONF | {"html_theme_options": options})
    root = site.page("blog/p01").root
    (announcement,) = select(root, "aside.announcement")
    assert [(text(e), e.get("href")) for e in select(announcement, "a")] == [
        ("New: <i>2.0</i>", 'https://example.org/?a="b"&c')
    ]
    # What is between stars is strong, unless there is one pair too many or too few.
    assert [text(e) for e in select(announcement, "strong")] == ["<i>2.0</i>"]
    assert [text(e) for e in select(announcement, "span")] == ["New: **<i>2.0</i>** of 2**3"]
    footer = next(e for e in elements(root) if e.tag == "footer")
    assert ("Imprint & <more>", "../guide.html") in [(text(e), e.get("href")) for e in select(footer, "a")]
    assert "Made <b>by hand</b>" in [text(e) for e in select(footer, "span")]
    # A text alone is shown as it is, and nothing where there is none.
    site = make_site({"index.md": "# Home\n"}, CONF | {"html_theme_options": {"footer": "<One> & two"}})
    assert "<One> & two" in [text(e) for e in select(site.page("index").root, "footer span")]
    assert not select(site.page("index").root, ".announcement")


@pytest.mark.parametrize(
    "options",
    [
        {"accent": "red; } body { display: none"},
        {"accent": "#ffcc0"},
        {"footer": 3},
        {"announcement": ["a"]},
        {"measure": "wide"},
        {"font": "</style>"},
        {"font_han": "song"},
        {"links": ["a"]},
        {"edit_url": "https://example.org/"},
        {"languages": ["en"]},
        {"languages": {"en": "javascript:alert(1)"}},
        {"languages": {"<b>": "/en/{page}"}},
        {"languages": {"en": ("", "/en/{page}")}},
        {"languages": {"en": ("English", "/en/{page}", "more")}},
        {"search": "google"},
        {"instant": "perhaps"},
    ],
)
def test_options_that_cannot_be_used_are_refused(make_site: MakeSite, options: dict[str, object]) -> None:
    (name,) = options
    with pytest.raises(ConfigError, match=name):
        make_site({"index.md": "# Home\n"}, CONF | {"html_theme_options": options})


SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
LOGOS = {"light_logo": "l.svg", "dark_logo": "d.svg"}


@pytest.mark.parametrize(
    ("options", "alternatives", "name"),
    [
        (LOGOS, {"only-light": "Site <b>", "only-dark": "Site <b>"}, []),
        (LOGOS | {"logo_name": "true"}, {"only-light": "", "only-dark": ""}, ["Site <b>"]),
        ({"light_logo": "l.svg"}, {None: "Site <b>"}, []),
        ({}, {}, ["Site <b>"]),
    ],
)
def test_logos_are_for_light_and_dark_and_may_stand_beside_the_name(
    make_site: MakeSite, options: dict[str, str], alternatives: dict[str | None, str], name: list[str]
) -> None:
    files = {"index.md": "# Home\n", "_static/l.svg": SVG, "_static/d.svg": SVG}
    conf = CONF | {"html_static_path": ["_static"], "html_title": "Site <b>", "html_theme_options": options}
    (brand,) = select(make_site(files, conf).page("index").root, ".brand")
    assert {image.get("class"): image.get("alt") for image in select(brand, "img")} == alternatives
    assert [text(span) for span in select(brand, "span")] == name


def test_icons_in_the_footer_are_named_links(make_site: MakeSite) -> None:
    icons = {"Code & more": ("https://example.org/code", SVG), "Guide": ["guide", SVG]}
    page = make_site(FILES, CONF | {"html_theme_options": {"footer_icons": icons}}).page("api")
    links = select(page.root, ".icon a")
    assert [(link.get("aria-label"), link.get("href")) for link in links] == [
        ("Code & more", "https://example.org/code"),
        ("Guide", "guide.html"),
    ]
    assert page.source.count(SVG) == 2
    for wrong in ("x", ["x"], {"Code": "https://example.org"}, {"Code": ("a", 1)}, {"Code": 3}):
        with pytest.raises(ConfigError, match="footer_icons"):
            make_site(FILES, CONF | {"html_theme_options": {"footer_icons": wrong}})
