"""ABlog's labels of posts: links of MyST-Parser and ``any`` find them, and other projects do."""

from conftest import MakeSite, Site
from page import text
from sphinx.util.inventory import InventoryFile
from writing import md, rst

CONF = {
    "extensions": ["myst_parser", "sphinx_blogext.ablog"],
    "blog_baseurl": "https://example.org/",
    "html_theme": "basic",
}
FILES = {
    "index.md": "# Home\n\n[The last](new-system), [](tag-nodejs), [](blog-tags), [own](own), [file](notes).\n",
    "any.rst": ":orphan:\n\nAny\n===\n\n:any:`new-system` and :any:`the folder <2023>`\n",
    "notes.md": "---\norphan: true\n---\n\n(own)=\n\n# Notes\n",
    "posts/2022/new-system.md": md("New system", blogpost=True, tags=["Node.js"]),
    "posts/2023/index.rst": rst("The year"),
    # The site's own label, and its own document, are not replaced.
    "posts/own.rst": rst("A post"),
    "posts/notes.rst": rst("Other notes"),
}


def test_links_by_file_name_lead_to_posts(make_site: MakeSite) -> None:
    site = make_site(FILES, CONF)
    assert site.warnings == []
    links = [(text(link), link.get("href")) for link in site.page("index").all("p a")]
    assert links == [
        ("The last", "posts/2022/new-system.html"),
        ("Node.js", "blog/tag/nodejs.html"),
        ("Tags", "blog/tag.html"),
        ("own", "notes.html#own"),
        ("file", "notes.html"),
    ]
    links = [(text(link), link.get("href")) for link in site.page("any").all("p a")]
    assert links == [("New system", "posts/2022/new-system.html"), ("the folder", "posts/2023/index.html")]


def _labels(site: Site) -> dict[str, str]:
    """Return the pages of labels in the inventory."""
    with (site.outdir / "objects.inv").open("rb") as file:
        inventory = InventoryFile.load(file, "", lambda base, uri: base + uri)["std:label"]
    # Items are tuples of project, version, URL and text.
    return {label: item[2] for label, item in inventory.items()}


def test_other_projects_find_posts_by_file_name(make_site: MakeSite) -> None:
    site = make_site(FILES, CONF)
    own = {"new-system": "posts/2022/new-system.html", "2023": "posts/2023/index.html", "own": "notes.html#own"}
    assert _labels(site).items() >= own.items()
    site.configure(CONF | {"extensions": ["myst_parser", "sphinx_blogext"]})
    assert not {"new-system", "2023"} & _labels(site.build()).keys()
