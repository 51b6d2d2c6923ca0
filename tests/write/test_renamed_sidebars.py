"""Sidebars of ABlog in ``html_sidebars``, which Sphinx would stop at: ours stand in for them."""

from conftest import MakeSite
from writing import INDEX, md

OLD = ("postcard", "categories")
NAMES = ["postcard", "recentposts", "tagcloud", "categories", "archives", "authors", "languages", "locations"]
FILES = {
    **INDEX,
    "blog/a.md": md("A", tags=["t"], category="c", author="mei", location="here", language="en"),
    "blog/b.md": md("B", tags=["t"], language="zh"),
}


def test_ours_stand_in_for_them(make_site: MakeSite) -> None:
    # Older versions have no folder.
    names = ["localtoc.html", *(f"{'' if name in OLD else 'ablog/'}{name}.html" for name in NAMES)]
    site = make_site(FILES, {"html_sidebars": {"**": names}})
    assert [w.type for w in site.warnings] == ["blog.config"] * len(NAMES)
    said = " ".join(w.message for w in site.warnings)
    assert "'ablog/recentposts.html' is an ABlog template; 'blog/recent.html' is shown instead" in said
    assert "'postcard.html' is an ABlog template; posts have headers" in said
    for name in ("index", "blog/a", "blog/tag/t"):
        boxes = [e.get("class") or "" for e in site.page(name).root.iter("div")]
        assert len([box for box in boxes if "blog-sidebar" in box.split()]) == len(NAMES) - 1, name
    before = site.bytes()
    site.build()
    assert site.bytes() == before


def test_templates_of_the_site_stay(make_site: MakeSite) -> None:
    conf = {"html_sidebars": {"**": ["tagcloud.html", "ablog/archives.html"]}, "templates_path": ["_templates"]}
    templates = {"_templates/tagcloud.html": "<p>Mine</p>", "_templates/ablog/archives.html": "<p>Too</p>"}
    site = make_site(FILES | templates, conf)
    assert site.warnings == []
    assert all(text in site.page("index").source for text in ("<p>Mine</p>", "<p>Too</p>"))
