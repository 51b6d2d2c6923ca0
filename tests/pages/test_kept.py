"""What is as it was is neither made again nor written."""

from pathlib import Path
from typing import Any

import pytest
from conftest import MakeSite
from steps import CONF, FILES, clean, differences, edit
from writing import many

import sphinx_blogext.write.parts

pytestmark = pytest.mark.usefixtures("today")


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The documents whose teasers are rendered, as often as they are."""
    docnames: list[str] = []
    render = sphinx_blogext.write.parts.render_teaser

    def note(trees: Any, builder: Any, post: Any) -> Any:
        docnames.append(post.docname)
        return render(trees, builder, post)

    monkeypatch.setattr(sphinx_blogext.write.parts, "render_teaser", note)
    return docnames


def test_teasers_are_kept_from_build_to_build(make_site: MakeSite, tmp_path: Path, rendered: list[str]) -> None:
    conf = {"html_theme": "blogext", "blog_page_size": 4, "blog_related": 0, "post_show_prev_next": False}
    site = make_site({"index.md": "# Home\n", "blog.md": "---\norphan: true\n---\n# News\n", **many(9)}, conf)
    rendered.clear()
    edit("blog/p07.md", "# Post 07", "# Another")(site)
    site.build()
    assert b"Lead 08." in site.bytes()["blog.html"]
    assert rendered == ["blog/p07"]
    assert differences(site, clean(site, tmp_path / "clean")) == []
    rendered.clear()
    site.build(force=True)
    assert len(rendered) == len(set(rendered)) == 9


@pytest.mark.parametrize(
    "content", [b"no pickle", *(pytest.param(each, marks=pytest.mark.slow) for each in (b"", b"\x00" * 4096))]
)
def test_kept_teasers_that_cannot_be_read_are_made_anew(
    make_site: MakeSite, tmp_path: Path, content: bytes
) -> None:
    site = make_site(FILES, CONF)
    kept = site.root / "doctrees" / ".teasers-html"
    whole = kept.read_bytes()
    kept.write_bytes(content or whole[: len(whole) // 2])
    edit("blog/p08.md", "# Post 08", "# Another")(site)
    site.build()
    assert differences(site, clean(site, tmp_path / "clean")) == []


LATE = """
from pathlib import Path

def note(app, pagename, templatename, context, doctree):
    with Path(app.outdir, "..", "rendered.txt").open("a") as file:
        file.write(f"{pagename} ")

def add(app, exception):
    Path(app.outdir, "_static", "late.js").write_text("// late")
    # As Furo does; Sphinx writes its own again in the next build.
    Path(app.outdir, "_static", "pygments.css").write_text("/* late */")

def setup(app):
    app.connect("html-page-context", note)
    app.connect("build-finished", add, priority=800)
"""


def test_a_file_that_another_extension_adds_late_is_no_reason_to_render(make_site: MakeSite) -> None:
    """It is there when the second build begins, and was not when the first one wrote its pages.

    One that it replaces is in the first state when pages are written, and in the second when a build ends.
    """
    site = make_site(FILES, "\n".join([*(f"{name} = {value!r}" for name, value in CONF.items()), LATE]))
    rendered = site.outdir.parent / "rendered.txt"
    of_sphinx = {"search", "404"}
    for step, pages in ((lambda site: None, set()), (edit("blog/p08.md", "Rest 08.", "Another."), {"blog/p08"})):
        rendered.unlink()
        step(site)
        site.build()
        assert set(rendered.read_text(encoding="utf-8").split()) - of_sphinx == pages
    recorded = (site.outdir / ".blogext.json").read_bytes()
    fresh = make_site(
        {name: (site.source / name).read_bytes() for name in FILES}, site.source.joinpath("conf.py").read_text()
    )
    assert (fresh.outdir / ".blogext.json").read_bytes() == recorded
