"""The text of a page with a list: its items are improved once, for all pages that show them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sphinx_blogext.theme.assets import contents_of
from sphinx_blogext.theme.body import improve, place_images
from sphinx_blogext.theme.page_texts import PageTexts
from sphinx_blogext.theme.scripts import improve_scripts

_TEXTS = st.sampled_from(
    ["Read more", "中文", "，。", "（引言）。", "text with 中文 in it", "한국어", "’", " ", "../", "./"]
)
_ATTRIBUTES = st.sampled_from(
    ["", ' lang="en"', ' lang="zh"', ' lang="ja"', ' class="blog-x-title"', ' href="../a"', ' style="width: 50%"']
)
_CODE = st.sampled_from(
    [
        '<div class="highlight-python"><div class="highlight"><pre>a</pre></div></div>',
        '<table class="docutils"><tr><td>a</td></tr></table>',
        '<div class="math notranslate">a</div>',
        '<img src="../_images/a.png">',
        '<img class="blog-avatar" src="a.png" width="30">',
    ]
)


def _element(inside: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    names = st.sampled_from(["p", "div", "span", "li", "h2", "a", "code", "button", "table"])
    return st.builds(lambda name, given, html: f"<{name}{given}>{html}</{name}>", names, _ATTRIBUTES, inside)


_HTML = st.recursive(
    _TEXTS | _CODE, lambda inside: st.lists(_element(inside) | _TEXTS, max_size=4).map("".join), max_leaves=8
)
_ITEMS = st.builds(lambda given, html: f'<article class="blog-teaser"{given}>{html}</article>', _ATTRIBUTES, _HTML)
_ODD = st.sampled_from(
    [
        *("<article/>", "<article>", "</article>", "<!-- <article > -->", "<pre><article ></article></pre>", "\0"),
        '<table class="docutils"><tr><td>',
        "</td></tr></table>",
    ]
)
_PAGES = st.lists(_ITEMS | _HTML | _element(_ITEMS) | _ODD, max_size=6).map("".join)


def _labels(language: str) -> dict[str, str]:
    names = ("code", "table", "formula", "done", "lang", "text_lang")
    return {name: f"{name} in {language}" if "lang" not in name else "" for name in names}


def _size_of(url: str) -> tuple[int, int] | None:
    return (400, 100) if "_images" in url else None


@given(
    st.lists(st.tuples(_PAGES, st.sampled_from(["./", "../", "../../"])), min_size=1, max_size=3),
    st.sampled_from(["en", "zh_CN", "ja", ""]),
)
def test_items_are_improved_as_parts_of_their_page(pages: list[tuple[str, str]], language: str) -> None:
    """What an item becomes is remembered, and is used on pages of other folders."""
    texts = PageTexts(_size_of, _labels)
    for page, root in pages:
        # A page may also show the items of another one.
        for html in (page, *(before for before, _ in pages)):
            html = html.replace("../", root)
            labels = _labels(root)
            whole = improve_scripts(improve(html, labels, _labels), language)
            whole = place_images(whole, _size_of)
            found = texts.improve(html, labels, language, root)
            assert found.html == whole
            assert found.contents == contents_of(whole)
