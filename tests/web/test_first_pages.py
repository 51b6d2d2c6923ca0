"""Links to the author of a site on its first pages, and absolute links on the page of sphinx-notfound-page."""

import pytest
from conftest import MakeSite
from writing import INDEX, many

MEI = {"name": "Mei", "url": "https://mei.example/", "social": {"Mastodon": "https://social.example/@mei"}}
FILES = {**INDEX, **many(3, tags=["x"], author="mei")}


@pytest.mark.parametrize("others", [{}, {"jonas": ("Jonas", "https://jonas.example/")}])
def test_a_site_with_one_author_links_to_the_profiles(make_site: MakeSite, others: dict[str, object]) -> None:
    site = make_site(FILES, {"blog_authors": {"mei": MEI, **others}, "blog_page_size": 2})
    urls = [] if others else ["https://mei.example/", "https://social.example/@mei"]
    links = {
        name: [link.get("href") for link in site.page(name).root.iter("link") if link.get("rel") == "me"]
        for name in ("index", "blog", "blog/p01", "blog/page/2")
    }
    assert links == {"index": urls, "blog": urls, "blog/p01": [], "blog/page/2": []}


@pytest.mark.parametrize(
    ("theme", "prefix"),
    [("alabaster", "/en/latest/"), ("blogext", "/"), ("blogext", None), ("furo", "/en/latest/")],
)
def test_links_on_the_page_of_another_extension_are_absolute(
    make_site: MakeSite, theme: str, prefix: str | None
) -> None:
    pytest.importorskip("notfound")
    template = (
        '{% extends "!layout.html" %}{% block footer %}{% for post in blog.recent %}<a href="{{ post.url }}">x</a>'
    )
    files = {**FILES, "_templates/layout.html": f"{template}{{% endfor %}}{{% endblock %}}"}
    conf: dict[str, object] = {
        "extensions": ["myst_parser", "notfound.extension", "sphinx_blogext"],
        "html_theme": theme, "notfound_urls_prefix": prefix, "templates_path": ["_templates"],
    }  # fmt: skip
    if theme == "alabaster":
        conf["html_sidebars"] = {"**": ["blog/recent.html", "blog/tags.html", "blog/feeds.html"]}
    elements = list(make_site(files, conf).page("404").root.iter())
    urls = [each.get(name, "") for name in ("href", "src") for each in elements if each.get(name) is not None]
    assert theme == "furo" or any(url.startswith(f"{prefix or '/'}blog/") for url in urls)
    starts = (prefix or "/", "http", "#", "data:", "mailto:")
    assert [url for url in urls if not url.startswith(starts)] == []
