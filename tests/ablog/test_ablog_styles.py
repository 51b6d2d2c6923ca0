"""Styles on sites that have moved from ABlog: a theme's own rules for ABlog's classes come first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browsing import needs_chromium
from page import select
from writing import rst

if TYPE_CHECKING:
    from conftest import MakeSite, Site
    from playwright.sync_api import Browser

CONF = {"extensions": ["sphinx_blogext.ablog"], "html_theme": "basic"}
POSTS = {"one.rst": rst("One", tags="apple, pear, plum"), "two.rst": rst("Two", tags="apple")}
CLOUD = """<link rel="stylesheet" href="{{ pathto('_static/ablog/tagcloud.css', 1) }}">
<ul class="ablog-cloud">{% for coll in ablog.tags %}
<li class="ablog-cloud ablog-cloud-{{ coll.relsize(5, 1) }}">{{ coll }}</li>{% endfor %}</ul>
"""
THEME = """@import url("basic.css");
h3 { margin: 60px 0; font-size: 40px; }
ul { padding-left: 50px; }
li { line-height: 3; font-size: 10px; }
"""
STYLE = "([selector, name]) => getComputedStyle(document.querySelector(selector))[name]"


def _style(site: Site, browser: Browser, selector: str, *names: str) -> list[str]:
    page = browser.new_page()
    try:
        page.goto((site.outdir / "index.html").as_uri())
        return [page.evaluate(STYLE, [selector, name]) for name in names]
    finally:
        page.close()


def test_own_tag_clouds_have_the_style_sheet_that_they_link_to(make_site: MakeSite) -> None:
    conf = CONF | {"templates_path": ["_templates"], "html_sidebars": {"**": ["cloud.html"]}}
    site = make_site({**POSTS, "index.rst": "Home\n====\n", "_templates/cloud.html": CLOUD}, conf)
    (link,) = [link for link in site.page("index").root.iter("link") if "tagcloud" in link.get("href", "")]
    sheet = site.outdir / link.get("href", "").partition("?")[0]
    sizes = [item.get("class", "").split()[1] for item in select(site.page("index").root, "ul.ablog-cloud li")]
    assert sizes == ["ablog-cloud-5", "ablog-cloud-1", "ablog-cloud-1"]
    assert all(f"li.{size} {{" in sheet.read_text(encoding="utf-8") for size in sizes)


def _rules(site: Site) -> str:
    return (site.outdir / "_static" / "blogext.css").read_text(encoding="utf-8")


def test_only_native_sites_have_rules_for_markers_of_lists(make_site: MakeSite) -> None:
    site = make_site({**POSTS, "index.rst": "Home\n====\n"}, CONF)
    assert "postlist-style-circle" not in _rules(site)
    site.configure(CONF | {"extensions": ["sphinx_blogext"]})
    assert "postlist-style-circle" in _rules(site.build())


@pytest.mark.browser
@needs_chromium
def test_plain_rules_of_a_theme_hold_in_sidebars(make_site: MakeSite, browser: Browser) -> None:
    sidebars = {"**": ["ablog/recentposts.html"]}
    conf = CONF | {"html_style": "site.css", "html_static_path": ["_static"], "html_sidebars": sidebars}
    site = make_site({**POSTS, "index.rst": "Home\n====\n", "_static/site.css": THEME}, conf)
    item = ".ablog__recentposts"
    assert _style(site, browser, f"{item} h3", "fontSize", "marginTop") == ["40px", "60px"]
    assert _style(site, browser, f"{item} ul", "paddingLeft") == ["50px"]
    assert _style(site, browser, f"{item} li", "lineHeight") == ["30px"]
