"""The theme ``blogext``: its frame, what it loads, and what it does with a text."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from page import Page, elements, select, text
from sphinx.errors import ConfigError
from writing import many, md

import sphinx_blogext
from sphinx_blogext.theme.assets import Page as AssetPage
from sphinx_blogext.theme.assets import theme_sheets
from sphinx_blogext.theme.body import improve
from sphinx_blogext.theme.design import common_rules, has_only_common
from sphinx_blogext.theme.languages import language_links
from sphinx_blogext.theme.lean import lean_css, lean_js

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Site

STATIC = Path(sphinx_blogext.__file__).parent / "static"
THEME = Path(sphinx_blogext.__file__).parent / "theme/blogext"
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000028000000140806000000a5b1b9c60000000a49444154789c6360000000020001e221bc33"
    "0000000049454e44ae426082"
)
FILES: dict[str, str | bytes] = {
    "index.md": "# Home\n\nText.\n\n```{toctree}\nguide\napi\nblog/index\n```\n",
    "guide.md": "# The guide\n\nText.\n\n## First\n\n```python\nprint('a')\n```\n\n## Second\n\n"
    ":::{note}\nText.\n:::\n",
    "api.rst": "The API\n=======\n\n.. py:module:: rill\n\n.. py:function:: rill.open(path)\n\n   Text.\n",
    "pictures.md": "# Pictures\n\n![](a.png)\n\n![](b.svg)\n\n![](c.svg)\n\n![](https://example.org/d.png)\n",
    "a.png": PNG,
    "b.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="30px" height="12.4"></svg>',
    "c.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 100"></svg>',
    "blog/index.md": "# News\n\n```{postlist}\n:paginate: 2\n```\n",
    **many(3, tags=["python"]),
}
CONF = {
    "html_theme": "blogext",
    "html_use_index": True,
    "extensions": ["myst_parser", "sphinx_design", "sphinx_blogext"],
}


@pytest.fixture(scope="module")
def site(make_shared_site: Callable[..., Site]) -> Site:
    return make_shared_site(FILES, CONF)


def loaded(page: Page) -> list[str]:
    """The files that a page loads."""
    urls = [e.get("src") or e.get("href") or "" for e in elements(page.root) if e.tag in {"script", "link"}]
    return [url.rpartition("/")[2].partition("?")[0] for url in urls if re.search(r"\.(js|css)\b", url)]


PLAIN = ["blogext-theme.css", "blogext-theme.js"]


@pytest.mark.parametrize(
    ("name", "files"),
    [
        ("search", ["blogext-theme.css", "blogext-index.css", "blogext-search.js"]),
        ("blog/index", ["blogext-list.css"]),
        ("blog/page/2", ["blogext-list.css"]),
        ("blog/tag", ["blogext-blog.css"]),
        ("blog/p01", ["blogext-post.css"]),
        ("guide", ["blogext-theme-text.css", "blogext-text.js"]),
        ("api", ["blogext-theme-text.css", "blogext-text.js", "blogext-api.css"]),
        ("genindex", ["blogext-theme.css", "blogext-index.css"]),
        ("py-modindex", ["blogext-theme-text.css", "blogext-index.css"]),
    ],
)
def test_a_page_loads_what_it_needs_and_no_more(site: Site, name: str, files: list[str]) -> None:
    assert sorted(loaded(site.page(name))) == sorted(["blogext-theme.js", *files])


def sheets_for(body: str, *, has_math: bool = False, **given: object) -> list[str]:
    names = theme_sheets(AssetPage("page.html", {"body": body, **given}), has_math=has_math)
    return [name.removeprefix("blogext-").removesuffix(".css") for name in names]


@pytest.mark.parametrize(
    ("body", "sheets"),
    [
        ("<p>Text, <a href='#'>links</a>, <strong>words</strong>.</p><ul><li>a</li></ul>", ["theme"]),
        ("<p>Text with <code>code</code>.</p>", ["theme-text"]),
        ("<pre>code</pre>", ["theme-text"]),
        ('<div class="h-feed blog-listing"><article class="blog-teaser">a</article></div>', ["list"]),
        ('<div class="blog-listing"><table><tr></tr></table></div>', ["list-text"]),
        ('<div class="blog-post-header"><p class="blog-meta">a</p></div>', ["post"]),
        ('<p><kbd>K</kbd></p><div class="admonition note">a</div>', ["theme-text", "rare"]),
        ('<div class="tab-set">a</div>', ["theme", "extensions"]),
        ('<p class="hundreds-0 tens-5 units-0 a">a</p>', ["theme", "widths"]),
        ('<math><mtable class="tex-cases"></mtable></math>', ["theme", "math-layout"]),
        ('<div class="blog-post-header"></div><div class="blog-draft-banner">a</div>', ["blog"]),
    ],
)
def test_a_page_has_one_sheet_of_the_theme_and_of_rarer_things_their_own(body: str, sheets: list[str]) -> None:
    assert sheets_for(body) == sheets
    for more in ("display_toc", "shows_neighbours"):
        assert sheets_for(body, **{more: True})[0] == sheets[0].removesuffix("-text") + "-text"
    assert sheets_for(body, has_math=True)[0] == sheets[0].removesuffix("-text") + "-text-math"


@pytest.mark.parametrize(
    ("sheet", "file", "parts"),
    [
        # Left out are parts of what is named itself: they stand nowhere else.
        ("list", STATIC / "blog/lists.css", "blog-(newer|older|read-more|language-list|card.*)"),
        (
            "post",
            STATIC / "blog/posts.css",
            "blog-(archive|direction|meta|newer|neighbour-title|older|only|terms|year)",
        ),
        ("blog", STATIC / "blog/rest.css", "sd-.*|blog-(archive|dated|listing|meta|teaser-body|titles|weight-.*)"),
        (
            "rare",
            THEME / "css/rare.css",
            "code|highlight|margin|p|literal-block-wrapper|toctree-wrapper|versionmodified|math|align-center",
        ),
    ],
)
def test_what_a_sheet_has_rules_for_is_what_it_is_loaded_for(sheet: str, file: Path, parts: str) -> None:
    rules = re.sub(r"/\*.*?\*/|\{#.*?#\}", "", file.read_text(), flags=re.DOTALL)
    names = {name for name in re.findall(r"\.(-?[a-z_][\w-]*)", rules) if not re.fullmatch(parts, name)}
    assert len(names) > 9
    for name in names:
        assert sheet in sheets_for(f'<i class="a {name}"></i>'), name


@pytest.mark.parametrize("name", ["common", "lists", "posts", "rest"])
def test_a_site_may_replace_the_rules_for_the_blog(make_site: Callable[..., Site], name: str) -> None:
    files = {"index.md": "# Home\n", f"_templates/blog/{name}.css": ".mine { color: red }\n", **many(1)}
    site = make_site(files, CONF | {"templates_path": ["_templates"]})
    assert ".mine{color:red}" in (site.outdir / "_static/blogext-blog.css").read_text()


def test_files_of_extensions_are_loaded_where_they_are_used(make_site: Callable[..., Site]) -> None:
    files = {
        "index.md": "# Home\n\n::::{tab-set}\n:::{tab-item} One\nText.\n:::\n::::\n",
        "card.md": "---\norphan: true\n---\n# Card\n\n:::{card} Title\nText.\n:::\n",
        "button.md": "---\norphan: true\n---\n# Button\n\n```{button-link} /\n:color: info\n```\n",
        "plain.md": "---\norphan: true\n---\n# Plain\n\nText.\n",
    }
    site = make_site(files, CONF)
    design = ["blogext-extensions.css", "blogext-design.css"]
    assert sorted(loaded(site.page("index"))) == sorted([*PLAIN, *design, "design-tabs.js"])
    assert sorted(loaded(site.page("card"))) == sorted([*PLAIN, *design])
    whole = ["blogext-extensions.css", "sphinx-design.min.css"]
    assert sorted(loaded(site.page("button"))) == sorted([*PLAIN, *whole])
    assert len(gzip.compress((site.outdir / "_static/blogext-design.css").read_bytes(), 9)) < 4000
    assert sorted(loaded(site.page("plain"))) == sorted(PLAIN)


def test_other_scripts_find_what_sphinx_promises_them(make_site: Callable[..., Site]) -> None:
    conf = {"html_static_path": ["_static"], "html_js_files": ["mine.js"], "html_css_files": ["mine.css"]}
    files = {"index.md": "# Home\n", "_static/mine.js": "let a;", "_static/mine.css": "a {}"}
    found = loaded(make_site(files, CONF | conf).page("index"))
    assert {"mine.js", "mine.css", "documentation_options.js", "doctools.js"} <= set(found)
    # What is the site's own comes last.
    assert found.index("mine.css") > found.index("blogext-theme.css")


def test_the_theme_alone_knows_its_options(make_site: Callable[..., Site]) -> None:
    """Without the extension it is loaded after the configuration."""
    alone = {"html_theme": "blogext", "extensions": ["myst_parser"]}
    page = make_site({"index.md": "# Home\n"}, alone | {"pygments_dark_style": "monokai"}).page("index")
    assert "pygments_dark.css" in loaded(page)
    with pytest.raises(ConfigError, match="accent"):
        make_site({"index.md": "# Home\n"}, alone | {"html_theme_options": {"accent": "red;}"}})


def test_no_empty_part_stands_at_the_side(make_site: Callable[..., Site]) -> None:
    files = {"index.md": "# Home\n\n```{toctree}\na\n```\n", "a.md": "# A\n"}
    page = make_site(files, CONF | {"html_sidebars": {"**": ["localtoc.html", "searchbox.html"]}}).page("index")
    assert select(page.root, ".site-nav") == []


def test_a_theme_may_inherit(make_site: Callable[..., Site]) -> None:
    files = {
        "index.md": "# Home\n\n:::{note}\nText.\n:::\n",
        "themes/mine/theme.toml": '[theme]\ninherit = "blogext"\nstylesheets = ["mine.css"]\n'
        'pygments_style = { default = "friendly", dark = "monokai" }\n',
        "themes/mine/static/mine.css": "a {}",
    }
    conf = CONF | {
        "html_theme": "mine",
        "html_theme_path": ["themes"],
        "html_theme_options": {"accent": "#123456"},
    }
    site = make_site(files, conf)
    page = site.page("index")
    assert [text(e) for e in select(page.root, "a.skip-link")] == ["Skip to content"]
    sheets = [name for name in loaded(page) if name.endswith(".css")]
    assert sheets == ["blogext-theme-text.css", "mine.css", "pygments.css", "pygments_dark.css"]
    assert "#123456" in (site.outdir / "_static/blogext-theme-text.css").read_text()


def test_a_style_sheet_of_the_configuration_stands_for_the_theme_s(make_site: Callable[..., Site]) -> None:
    conf = CONF | {"html_style": "mine.css", "html_static_path": ["_static"]}
    files = {
        "index.md": "# Home\n",
        "_static/mine.css": "a {}",
        "blog/index.md": "# B\n\n```{postlist}\n```\n",
        **many(1),
    }
    site = make_site(files | {"math.md": "---\norphan: true\n---\n# M\n\n$a$\n"}, conf)
    sheets = {
        name: {s for s in loaded(site.page(name)) if s.endswith(".css")}
        for name in ("index", "math", "blog/index")
    }
    # With what any other theme loads.
    assert sheets == {
        "index": {"mine.css"},
        "math": {"mine.css", "blogext-math.css"},
        "blog/index": {"mine.css", "blogext.css"},
    }


def test_what_read_the_docs_adds_has_the_colours_of_the_theme_there_only(
    make_site: Callable[..., Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("READTHEDOCS", "True")
    conf = CONF | {"html_static_path": ["_static"], "html_css_files": ["mine.css"]}
    page = make_site({"index.md": "# Home\n", "_static/mine.css": "a {}"}, conf).page("index")
    sheets = [name for name in loaded(page) if name.endswith(".css")]
    assert sheets == ["blogext-theme.css", "blogext-readthedocs.css", "mine.css"]


@pytest.mark.parametrize(
    ("conf", "sheets"),
    [
        ({}, []),
        ({"pygments_style": "friendly"}, ["pygments.css"]),
        ({"pygments_dark_style": "monokai"}, ["pygments_dark.css"]),
        ({"pygments_style": "sphinx", "pygments_dark_style": "native"}, ["pygments.css", "pygments_dark.css"]),
    ],
)
def test_colours_of_code_may_be_the_site_s_own(
    make_site: Callable[..., Site], conf: dict[str, str], sheets: list[str]
) -> None:
    page = make_site({"index.md": "# Home\n"}, CONF | conf).page("index")
    # After the theme's, which have the same weight.
    assert loaded(page) == ["blogext-theme.css", *sheets, "blogext-theme.js", *["blogext-code.js"] * bool(sheets)]


def test_a_style_that_pygments_does_not_have_is_refused(make_site: Callable[..., Site]) -> None:
    with pytest.raises(ConfigError, match="pygments_dark_style is 'none such'"):
        make_site({"index.md": "# Home\n"}, CONF | {"pygments_dark_style": "none such"})


def test_no_script_or_style_stands_in_a_page(site: Site) -> None:
    for name in site.pages:
        for element in elements(site.page(name).root):
            assert element.tag != "style", name
            # Data for search engines is no script: no policy stops it, nothing runs it.
            is_data = element.get("type") == "application/ld+json"
            assert element.tag != "script" or element.get("src") or is_data, name
            assert not [key for key in element.attrib if key == "style" or key.startswith("on")], name


def test_nothing_is_loaded_from_elsewhere(site: Site) -> None:
    for name in set(site.pages) - {"pictures"}:
        for element in elements(site.page(name).root):
            if element.tag in {"script", "img", "iframe"} or element.get("rel") in {"stylesheet", "icon"}:
                assert "//" not in (element.get("src") or element.get("href") or ""), name


@pytest.mark.parametrize(
    ("name", "limit"),
    [
        ("blogext-theme.css", 2850),
        ("blogext-list.css", 3720),
        ("blogext-list-text.css", 5100),
        ("blogext-post-text-math.css", 6350),
        ("blogext-theme.js", 870),  # It stops the page, and may not be longer than a kilobyte.
        ("blogext-text.js", 920),
    ],
)
def test_files_are_small(site: Site, name: str, limit: int) -> None:
    assert len(gzip.compress((site.outdir / "_static" / name).read_bytes(), 9)) <= limit


def test_the_frame_of_a_page_is_small(site: Site) -> None:
    page = site.page("blog/page/2")
    frame = page.source.replace("".join(page.source.partition('role="main"')[2].partition("<footer")[0]), "")
    # What machines are told of the page is as long as its list.
    frame = re.sub(r'<script type="application/ld.json">.*?</script>|<meta property="og:[^>]*>', "", frame)
    assert len(gzip.compress(frame.encode(), 9)) <= 1200


def test_the_frame(make_site: Callable[..., Site]) -> None:
    conf = {
        "html_logo": "logo.svg",
        "html_favicon": "icon.svg",
        "html_title": "A & B <site>",
        "html_short_title": "A & B",
        "html_baseurl": "https://example.org/",
        "html_last_updated_fmt": "%Y",
        "copyright": "2026, Us & co",
        "html_use_opensearch": "https://example.org",
        "html_theme_options": {
            "links": {"Code": "https://example.org/code", "Guide": "guide"},
            "edit_url": "https://example.org/edit/{path}",
            "accent": "#123456",
            "measure": "40rem",
            "font": "'Source Serif 4', Georgia",
        },
    }
    site = make_site(FILES | {"logo.svg": "<svg/>", "icon.svg": "<svg/>"}, CONF | conf)
    page = site.page("blog/p01")
    assert page.title == "Post 01 – A & B <site>"
    assert page.head_link("icon") == "../_static/icon.svg"
    assert page.head_link("canonical") == "https://example.org/blog/p01.html"
    header, footer = (next(e for e in elements(page.root) if e.tag == tag) for tag in ("header", "footer"))
    assert [text(e) for e in select(header, "a.brand")] == ["A & B"]
    assert [e.get("src") for e in select(header, "img")] == ["../_static/logo.svg"]
    assert page.links("nav.site-links a", header) == ["https://example.org/code", "../guide.html"]
    assert "© 2026, Us & co" in text(footer)
    assert "Last updated on" in text(footer)
    links = {text(e): e.get("href") for e in select(footer, "a")}
    assert links["Edit this page"] == "https://example.org/edit/blog/p01.md"
    assert links["Show Source"] == "../_sources/blog/p01.md.txt"
    assert links["General Index"] == "../genindex.html"
    # A generated page has no source.
    footer = next(e for e in elements(site.page("blog/page/2").root) if e.tag == "footer")
    assert not {"Edit this page", "Show Source"} & {text(e) for e in select(footer, "a")}
    style = (site.outdir / "_static/blogext-blog.css").read_text()
    assert "--accent:light-dark(#123456,color-mix(in oklab,#123456,#fff 45%))" in style
    assert "--measure:40rem" in style
    assert "--font-latin:'Source Serif 4',Georgia,-apple-system,Segoe UI," in style


@pytest.mark.parametrize(("builder", "uri"), [("html", "blog/page/2.html"), ("dirhtml", "blog/page/2/")])
def test_a_page_leads_to_itself_in_other_languages(make_site: Callable[..., Site], builder: str, uri: str) -> None:
    languages = {
        "en": "https://example.org/en/{page}",
        "zh_CN": "/zh/{page}",
        "pt-BR": ("Português <do Brasil> & 'x'", 'https://example.org/pt/{page}?a="b"'),
    }
    options = {"html_theme_options": {"languages": languages}, "language": "zh_CN"}
    site = make_site(FILES, CONF | options, builder)
    (nav,) = site.page("blog/page/2").all("nav.site-links", site.page("blog/page/2").root)
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


@pytest.mark.parametrize(
    ("site", "current"),
    [("en", ["en"]), ("en_GB", ["en"]), ("zh_TW", ["zh-Hant"]), ("zh", []), ("de", [])],
)
def test_the_language_of_the_site_is_marked(site: str, current: list[str]) -> None:
    languages = {"en": "/en/{page}", "zh-Hans": "/zh/", "zh-Hant": "/tw/"}
    assert [link["lang"] for link in language_links(languages, "a", site) if link["is_current"]] == current


def test_a_site_without_toctree_or_title(make_site: Callable[..., Site]) -> None:
    root = make_site({"index.md": "Text.\n"}, CONF | {"html_title": "", "project": "P"}).page("index").root
    assert [text(e) for e in select(root, "a.brand")] == ["P"]
    # No heading for what is not there.
    assert not select(root, ".site-nav")
    sidebars = {"**": ["globaltoc.html", "blog/recent.html"]}
    page = make_site({"index.md": "# Home\n", **many(1)}, CONF | {"html_sidebars": sidebars}).page("index")
    assert select(page.root, ".site-nav .blog-sidebar")
    assert not select(page.root, ".site-contents")


@pytest.mark.parametrize(
    ("language", "directions"),
    [("en", [None, "rtl", None, "rtl", None]), ("ar", ["rtl", None, "ltr", None, "ltr"])],
)
def test_text_runs_in_the_direction_of_its_language(
    make_site: Callable[..., Site], language: str, directions: list[str | None]
) -> None:
    files = {
        "index.md": "# Home\n",
        "blog/ar.md": md("مرحبا", language="ar"),
        "blog/en.md": md("Hello", language="en"),
    }
    site = make_site(files, CONF | {"language": language})
    page, arabic, english = (site.page(name) for name in ("blog", "blog/ar", "blog/en"))
    (body_ar,), (body_en,) = (select(p.root, ".body") for p in (arabic, english))
    teasers = [page.teaser("مرحبا"), page.teaser("Hello")]
    assert [e.get("dir") for e in (page.root, *teasers, body_ar, body_en)] == directions
    # What the site says of a post runs as the site does.
    for teaser in teasers:
        (meta,) = select(teaser, ".blog-meta")
        own = directions[0] or "ltr"
        assert (meta.get("dir") or teaser.get("dir") or own) == own


def test_what_is_switched_off_is_not_shown(make_site: Callable[..., Site]) -> None:
    conf = {
        "html_show_copyright": False,
        "html_show_sphinx": False,
        "html_show_sourcelink": False,
        "html_use_index": False,
        "html_domain_indices": False,
        "html_permalinks": False,
        "copyright": "2026, Us",
    }
    page = make_site(FILES, CONF | conf).page("guide")
    footer = next(e for e in elements(page.root) if e.tag == "footer")
    assert text(footer) == ""
    assert not page.all(".headerlink")


def test_templates_are_overridden_block_by_block(make_site: Callable[..., Site]) -> None:
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


def test_options_are_a_dictionary(make_site: Callable[..., Site]) -> None:
    with pytest.raises(ConfigError, match="must be a dictionary"):
        make_site({"index.md": "# Home\n"}, {"html_theme": "blogext", "html_theme_options": ["a"]})


def test_a_link_to_a_page_that_there_is_not_is_told(make_site: Callable[..., Site]) -> None:
    links = {"Code": "https://example.org/code", "Archive": "blog/archive", "Nope": "blog/nope", "<i>": "index"}
    files = {"index.md": "# Home\n", **many(1)}
    site = make_site(files, CONF | {"html_theme_options": {"links": links}})
    (warning,) = site.warnings
    assert "'Nope' leads to 'blog/nope'" in warning.message
    shown = [(text(e), e.get("href")) for e in select(site.page("blog/p01").root, ".site-links a")]
    assert shown == [
        ("Code", links["Code"]),
        ("Archive", "archive.html"),
        ("Nope", "nope.html"),
        ("<i>", "../index.html"),
    ]


@pytest.mark.parametrize(
    "options",
    [
        {"accent": "red; } body { display: none"},
        {"accent": 3},
        {"measure": "wide"},
        {"font": "</style>"},
        {"links": ["a"]},
        {"edit_url": "https://example.org/"},
        {"languages": ["en"]},
        {"languages": {"en": "javascript:alert(1)"}},
        {"languages": {"en": "//example.org/{page}"}},
        {"languages": {"<b>": "/en/{page}"}},
        {"languages": {"en": ("", "/en/{page}")}},
        {"languages": {"en": ("English", "/en/{page}", "more")}},
        {"languages": {"en": None}},
        {"search": "google"},
        {"search": ["pagefind"]},
        {"search": {"pagefind": True}},
        {"globaltoc_collapse": "maybe"},
        {"globaltoc_maxdepth": "two"},
    ],
)
def test_options_that_cannot_be_used_are_refused(
    make_site: Callable[..., Site], options: dict[str, object]
) -> None:
    (name,) = options
    with pytest.raises(ConfigError, match=name):
        make_site({"index.md": "# Home\n"}, CONF | {"html_theme_options": options})


def test_options_of_other_themes_are_their_own(make_site: Callable[..., Site]) -> None:
    make_site({"index.md": "# Home\n"}, {"html_theme_options": {"nosidebar": "true"}})


def test_it_works_without_the_extension(make_site: Callable[..., Site]) -> None:
    conf = {"html_theme": "blogext", "extensions": ["myst_parser"]}
    site = make_site({"index.md": "# Home\n\nText.\n"}, conf)
    assert site.warnings == []
    assert sorted(loaded(site.page("index"))) == sorted(PLAIN)
    assert ".blog-teaser" not in (site.outdir / "_static/blogext-theme.css").read_text()


def test_the_name_of_a_site_without_a_release_has_single_spaces(make_site: Callable[..., Site]) -> None:
    site = make_site({"index.md": "# Home\n", "blog/p.md": md("Title")}, {**CONF, "project": "Rill"})
    for name in ("index", "blog/p", "blog", "search"):
        page = site.page(name)
        assert "Rill documentation" in page.title
        assert ["".join(a.itertext()).strip() for a in select(page.root, "a.brand")] == ["Rill documentation"]
        assert "  " not in "".join(m.get("content", "") for m in page.root.iter("meta"))


def test_a_page_is_described_once(make_site: Callable[..., Site]) -> None:
    files = {
        "index.md": "# Home\n\n*Some*\\\ntext & `code`[^1].\n\n[^1]: Note.\n",
        "own.md": "---\norphan: true\nhtml_meta:\n  description: Mine\n---\n# Own\n\nText.\n",
    }
    site = make_site(files, CONF)
    assert site.page("index").meta("description") == ["Some text & code."]
    assert site.page("own").meta("description") == ["Mine"]


def test_images_have_their_size(site: Site) -> None:
    images = site.page("pictures").all("img")
    assert [(e.get("width"), e.get("height"), e.get("loading")) for e in images] == [
        ("40", "20", None),
        ("30", "12", "lazy"),
        ("400", "100", "lazy"),
        (None, None, "lazy"),
    ]


# Without a site

LABELS = {"code": "Code", "table": "A “table”", "formula": "Formula"}


def improved(html: str) -> str:
    return improve(html, LABELS, lambda url: None)


def test_what_scrolls_takes_focus_and_has_a_name() -> None:
    focusable = 'tabindex="0" role="group" aria-label="Code"'
    assert improved('<div class="highlight"><pre>a</pre></div>') == (
        f'<div class="highlight"><pre {focusable}>a</pre></div>'
    )
    assert improved('<pre class="literal-block">a</pre>') == f'<pre {focusable} class="literal-block">a</pre>'
    assert 'aria-label="Formula" class="math notranslate"' in improved('<div class="math notranslate">x</div>')
    # The numbers of lines do not scroll.
    numbers = '<td class="linenos"><div class="linenodiv"><pre>1</pre></div></td>'
    assert improved(numbers) == numbers


def test_widths_are_no_styles() -> None:
    """A strict policy forbids them, and browsers tell."""
    assert improved('<col style="width: 33.4%" />') == '<col class="hundreds-0 tens-3 units-3" />'
    assert improved('<td class="a" style="width: 50%;">') == '<td class="hundreds-0 tens-5 units-0 a">'
    assert improved('<img src="a" style="width: 40px;" />') == '<img width="40" src="a" />'
    assert (
        improved('<img src="a" style="width: 40.0px; height: 20.0px;">') == '<img width="40" height="20" src="a">'
    )
    assert improved('<figure style="width: 200px">') == '<figure class="in-rem hundreds-0 tens-5 units-0">'
    assert improved('<table style="width: 30em">') == '<table class="in-rem hundreds-1 tens-2 units-0">'
    for kept in (
        '<p style="color: red">',
        '<img style="width: 3vw">',
        "<p style='width: 3%'>",
        '<p style="width: 9999px">',
    ):
        assert improved(kept) == kept
    # A side that is given decides the other.
    sized = improve('<img src="a" style="width: 40px">', LABELS, lambda url: (400, 100))
    assert sized == '<img width="40" src="a" height="10">'


def test_captions_of_toctrees_are_headings(make_site: Callable[..., Site]) -> None:
    files = {"index.md": "# Home\n\n```{toctree}\n:caption: Guides\na\n```\n", "a.md": "# A\n"}
    caption = make_site(files, CONF).page("index").one(".toctree-wrapper p.caption")
    assert (text(caption), caption.get("role"), caption.get("aria-level")) == ("Guides", "heading", "2")


def test_labels_of_tabs_are_valid() -> None:
    label = '<label {}class="sd-tab-label" for="a">One</label>'
    assert improved(label.format('aria-controls="a-content" ')) == label.format("")


def test_tables_are_wrapped_once_each() -> None:
    inner = '<table class="docutils"><tr><td>b</td></tr></table>'
    table = f'<table class="x docutils" id="t"><tr><td>{inner}</td></tr></table>'
    wrap = '<div class="table-wrap" tabindex="0" role="group" aria-label="{}">'
    assert improved(f"a{table}b{inner}c") == (
        f"a{wrap.format('A “table”')}{table}</div>b{wrap.format('A “table”')}{inner}</div>c"
    )
    captioned = '<table class="docutils">\n<caption>One <b>&amp;</b> two'
    captioned += '<a class="headerlink" href="#">¶</a></caption></table>'
    assert wrap.format("One &amp; two") in improved(captioned)
    assert improved('<table class="mine"></table>') == '<table class="mine"></table>'
    assert improved('<table class="docutils">never closed').startswith("<div")


def test_lean_files_mean_the_same() -> None:
    css = "/* why */\na > b:hover {\n  color: red; /* why */\n  @media (min-width: 1rem) { c: d; }\n}\n"
    assert lean_css(css) == "a>b:hover{color:red;@media (min-width:1rem){c:d}}\n"
    assert lean_js("/* why\n it is */\n  let a = '/* no */';\n\n  b();\n") == "let a = '/* no */';\nb();\n"


def test_common_rules_are_those_that_can_hold() -> None:
    css = (
        ":root{--a:b}.sd-card{c:d}.sd-btn,.sd-card>a{e:f}.sd-btn .sd-card{g:h}.sd-card:not(.sd-btn){i:j}"
        "@media (min-width:1px){.sd-row{k:l}.sd-btn{m:n}}@media print{.sd-btn{o:p}}@keyframes q{0%{r:s}}"
    )
    assert common_rules(css) == (
        ":root{--a:b}.sd-card{c:d}.sd-btn,.sd-card>a{e:f}.sd-card:not(.sd-btn){i:j}"
        "@media (min-width:1px){.sd-row{k:l}}@keyframes q{0%{r:s}}"
    )
    assert has_only_common('<div class="sd-card a sd-tab-set">')
    assert not has_only_common('<div class="sd-card sd-btn">')
    # The tabs of another extension are none of it.
    assert not AssetPage("page.html", {"body": '<div class="tab-set">'}).has_common_design
