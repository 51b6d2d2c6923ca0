"""Links to posts whose titles are in another language than the text around them."""

from conftest import MakeSite
from page import Element, select, text
from writing import md

LINKS = (
    "{doc}`/blog/it` {doc}`it too </blog/it>` {blog:post}`it` {blog:post}`it too <it>` "
    "[](/blog/it.md) [it too](/blog/it.md)\n"
)
FILES = {
    "index.md": f"# Home\n\n{LINKS}\n```{{postlist}}\n:style: teasers\n```\n",
    "blog/it.md": md("Il tempo", language="it"),
    "blog/en.md": md("Time", f"{LINKS}\n<!-- more -->\n\nMore.\n"),
    "blog/de.md": md("Zeit", f"{LINKS}\n", language="de"),
    "blog/list.md": md("Liste", "```{postlist}\n```\n", language="de"),
}


def languages(tree: Element) -> list[tuple[str, str]]:
    """The text of each link in a tree, and the language that is said of it."""

    def walk(element: Element, lang: str) -> list[tuple[str, str]]:
        lang = element.get("lang") or lang
        own = [(text(element), lang)] if element.tag == "a" and "reference" in (element.get("class") or "") else []
        return own + [found for child in element if isinstance(child.tag, str) for found in walk(child, lang)]

    return walk(tree, "en")


def test_a_title_in_another_language_says_so_where_it_is_the_text_of_a_link(make_site: MakeSite) -> None:
    site = make_site(FILES, {"html_theme": "blogext"})
    assert site.warnings == []
    for tree, own in (
        (select(site.page("index").root, "section p")[0], "en"),
        (site.page("index").teaser("Time"), "en"),
        (select(site.page("blog/de").root, "section")[0], "de"),
    ):
        assert languages(tree) == [("Il tempo", "it"), ("it too", own)] * 3
    # A list is in the language of the site, which a text in another one says.
    lists = (site.page(name).one(".blog-listing") for name in ("index", "blog/list"))
    assert [(each.get("lang"), each.get("dir")) for each in lists] == [(None, None), ("en", None)]
