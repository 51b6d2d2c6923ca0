"""The options of the theme, and templates that override its own."""

import re
from types import SimpleNamespace

import pytest
from colors import contrast
from conftest import ROOT, MakeSite
from page import select, text
from sphinx.errors import ConfigError
from themed import CONF, FILES
from writing import many

from sphinx_blogext.theme.theme_options import on_builder_inited

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'


def test_what_is_switched_off_is_not_shown(make_site: MakeSite) -> None:
    names = "show_copyright show_sphinx show_sourcelink use_index domain_indices permalinks".split()
    conf = dict.fromkeys((f"html_{name}" for name in names), False) | {"copyright": "2026, Us"}
    page = make_site(FILES, CONF | conf).page("guide")
    assert [text(e) for e in select(page.root, "footer")] == [""]
    assert not page.all(".headerlink")


def test_templates_are_overridden_block_by_block(make_site: MakeSite) -> None:
    layout = """{% extends "!layout.html" %}
{% block extrahead %}<meta name="mine" content="yes">{% endblock %}
{% block document %}{{ super() }}<p class="mine">{{ greeting }}</p>{% endblock %}
"""
    files = {"index.md": "# Home\n", "_templates/layout.html": layout}
    conf = {"templates_path": ["_templates"], "html_context": {"greeting": "Hello"}}
    page = make_site(files, CONF | conf).page("index")
    assert (page.meta("mine"), [text(e) for e in select(page.root, "p.mine")]) == (["yes"], ["Hello"])
    assert page.all("h1")


def test_options_of_the_theme_are_checked(make_site: MakeSite) -> None:
    """Without the extension it is loaded after the configuration."""
    conf = {"html_theme": "blogext", "extensions": ["myst_parser"], "html_theme_options": {"accent": "red;}"}}
    with pytest.raises(ConfigError, match="accent"):
        make_site({"index.md": "# Home\n"}, conf)
    # In another theme they are left over.
    conf = CONF | {"html_theme": "alabaster", "html_theme_options": {"accent_dark": "#abc"}}
    site = make_site({"index.md": "# Home\n"}, conf)
    assert not (site.outdir / "_static/blogext-theme.css").exists()
    assert all("unsupported theme option" in warning.message for warning in site.warnings)


def check(options: object) -> None:
    on_builder_inited(SimpleNamespace(config=SimpleNamespace(html_theme="blogext", html_theme_options=options)))  # type: ignore[arg-type]


def test_a_search_that_is_not_installed_is_told_once(make_site: MakeSite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name, *_: None)
    (warned,) = make_site({"index.md": "# Home\n"}, CONF | {"html_theme_options": {"search": "pagefind"}}).warnings
    assert warned.type == "theme.pagefind"
    assert "sphinx-blogext[search]" in warned.message


def test_texts_and_links_of_the_frame_are_escaped_and_lead_to_pages(make_site: MakeSite) -> None:
    options = {
        "footer_icons": {"Code & more": ("https://example.org/code", SVG), "Guide": ["guide", SVG]},
        "footer": {"Imprint & <more>": "guide", "Made <b>by hand</b>": ""},
        "announcement": {"New: **<i>2.0</i>** of 2**3": "", "New: **<i>2.0</i>**": 'https://example.org/?a="b"&c'},
    }
    files = {"index.md": "# Home\n\n```{toctree}\nguide\n```\n", "guide.md": "# Guide\n", **many(1)}
    site = make_site(files, CONF | {"html_theme_options": options})
    root, source = site.page("blog/p01").root, site.page("blog/p01").source
    (announcement,) = select(root, "aside.announcement")
    assert [(text(e), e.get("href")) for e in select(announcement, "a")] == [
        ("New: <i>2.0</i>", 'https://example.org/?a="b"&c')
    ]
    # What is between stars is strong, unless there is one pair too many or too few.
    assert [text(e) for e in select(announcement, "strong")] == ["<i>2.0</i>"]
    assert [text(e) for e in select(announcement, "span")] == ["New: **<i>2.0</i>** of 2**3"]
    assert ("Imprint & <more>", "../guide.html") in [(text(e), e.get("href")) for e in select(root, "footer a")]
    assert "Made <b>by hand</b>" in [text(e) for e in select(root, "footer span")]
    icons = [(link.get("aria-label"), link.get("href")) for link in select(root, ".icon a")]
    assert icons == [("Code & more", "https://example.org/code"), ("Guide", "../guide.html")]
    assert source.count(SVG) == 2


ICONS = ("x", {"Code": "https://example.org"}, {"Code": ("a", 1)})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("accent", "red; } body { display: none"),
        *(("accent", color) for color in ("#ffcc0", "greenish", "currentcolor")),
        ("footer", 3),
        ("announcement", ["a"]),
        ("measure", "wide"),
        ("font", "</style>"),
        ("font_han", "song"),
        ("links", ["a"]),
        ("edit_url", "https://example.org/"),
        ("languages", {"en": "javascript:alert(1)"}),
        ("languages", {"<b>": "/en/{page}"}),
        ("languages", {"en": ("English", "/en/{page}", "more")}),
        ("search", "google"),
        ("instant", "perhaps"),
        *(("footer_icons", icons) for icons in ICONS),
    ],
)
def test_options_that_cannot_be_used_are_refused(name: str, value: object) -> None:
    with pytest.raises(ConfigError, match=rf"html_theme_options\['{name}'\]: .* is not valid; expected "):
        check({name: value})


def test_all_kinds_of_colors_are_accepted_and_options_are_a_dictionary() -> None:
    for colors in (("Teal", "#0af"), ("#0b6b5b80", "oklch(60% 0.1 200)"), ("darkGrey", "")):
        check(dict(zip(("accent", "accent_dark"), colors, strict=True)))
    with pytest.raises(ConfigError, match="expected a dictionary"):
        check(["a"])


LOGOS = {"light_logo": "l.svg", "dark_logo": "d.svg"}


@pytest.mark.parametrize(
    ("options", "alternatives", "name"),
    [
        (LOGOS, {"only-light": "Site <b>", "only-dark": "Site <b>"}, []),
        (LOGOS | {"logo_name": "true"}, {"only-light": "", "only-dark": ""}, ["Site <b>"]),
        ({"light_logo": "l.svg"}, {None: "Site <b>"}, []),
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


def test_the_colors_of_the_documentation_can_be_read() -> None:
    table = (ROOT / "docs/how-to/looks.md").read_text(encoding="utf-8")
    colors = re.findall(r"^\| `(#\w{6})` \|", table, re.MULTILINE)
    assert len(colors) == 5
    assert min(contrast(color, "#f5f6f8") for color in colors) > 5
