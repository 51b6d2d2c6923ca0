"""Links to posts whose titles are in another language than the text around them."""

import pytest
from conftest import MakeSite
from page import Element, select, text
from steps import write
from writing import md

LINKS = (
    "{doc}`/blog/it`\n\n{doc}`it too </blog/it>`\n\n{blog:post}`it`\n\n{blog:post}`it too <it>`\n\n"
    "[](/blog/it.md)\n\n[it too](/blog/it.md)\n\n{doc}`/blog/en`\n\n{doc}`/guide`\n"
)
FILES = {
    "index.md": f"# Home\n\n{LINKS}\n```{{postlist}}\n:style: teasers\n```\n",
    "guide.md": "---\norphan: true\n---\n# Guide\n",
    # Documents that show nothing else of the blog.
    "doc.md": "---\norphan: true\n---\n# Doc\n\n{doc}`/blog/it`\n",
    "link.md": "---\norphan: true\n---\n# Link\n\n[](/blog/it.md)\n",
    "blog/it.md": md("Il tempo", language="it"),
    "blog/en.md": md("Time", f"{LINKS}\n<!-- more -->\n\nMore.\n"),
    "blog/de.md": md("Zeit", f"{LINKS}\n", language="de"),
}


def languages(tree: Element) -> list[tuple[str, str]]:
    """The text of each link in a tree, and the language that is said of it."""

    def walk(element: Element, lang: str) -> list[tuple[str, str]]:
        lang = element.get("lang") or lang
        own = [(text(element), lang)] if element.tag == "a" and "reference" in (element.get("class") or "") else []
        return own + [found for child in element if isinstance(child.tag, str) for found in walk(child, lang)]

    return walk(tree, "en")


def shown(own: str = "en") -> list[tuple[str, str]]:
    """What the links above are expected to say in a text of language *own*."""
    italian = [("Il tempo", "it"), ("it too", own)]
    return [*italian * 3, ("Time", "en"), ("Guide", own)]


def test_a_title_in_another_language_says_so_where_it_is_the_text_of_a_link(make_site: MakeSite) -> None:
    site = make_site(FILES, {"html_theme": "blogext"})
    assert site.warnings == []
    for name in ("index", "blog/en"):
        assert languages(select(site.page(name).root, "section")[0])[: len(shown())] == shown()
    assert languages(site.page("index").teaser("Time")) == shown()
    assert languages(select(site.page("blog/de").root, "section")[0]) == shown("de")


@pytest.mark.slow
def test_links_follow_the_language_of_a_post(follows: MakeSite) -> None:
    english = write("blog/it.md", md("Il tempo", language="en"))
    follows(FILES, {"html_theme": "blogext"}, english, write("blog/it.md", FILES["blog/it.md"]))
