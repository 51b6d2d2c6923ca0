"""What other extensions show on pages counts as what we show."""

from pathlib import Path

from conftest import MakeSite
from writing import many

CONF = """
from pathlib import Path
NOTE = Path(__file__).with_name("note.txt")

def on_page_data(app, page):
    # It is not made of posts, so that it is to be said of all pages together, too.
    return NOTE.read_text() if page in {"", "other", "blog/2024"} else None

def on_page_context(app, page, template, context, doctree):
    if page in {"other", "blog/2024"}:
        context["body"] += f"<p class='note'>{NOTE.read_text()}</p>"

def setup(app):
    app.connect("html-page-context", on_page_context)
    app.connect("blogext-page-data", on_page_data)
"""
FILES = {
    "index.md": "# Home\n",
    "other.md": "---\norphan: true\n---\n# Other\n",
    "note.txt": "One",
    **many(2, redirect="old/post"),
    "blog/p02.md": "---\ndate: 2024-01-05\n---\n# Post 02\n",
}


def test_a_page_is_written_again_when_an_answer_differs(make_site: MakeSite, tmp_path: Path) -> None:
    site = make_site(FILES, CONF)
    assert site.warnings == []
    assert [site.page(name).texts(".note") for name in ("other", "blog/2024", "index")] == [["One"], ["One"], []]
    before = {name: site.path(name).stat().st_mtime_ns for name in site.pages}
    site.write("note.txt", "Two")
    # Something has to be read: who changes nothing has nothing compared.
    site.edit("blog/p01.md", "Rest 01.", "Other rest.").build()
    assert [site.page(name).texts(".note") for name in ("other", "blog/2024")] == [["Two"], ["Two"]]
    written = {name for name in site.pages if site.path(name).stat().st_mtime_ns != before[name]}
    assert written - {"search"} == {"other", "blog/2024", "blog/p01"}
