"""Files that only save time: where one cannot be read or written, the build does without it."""

import shutil
from io import BytesIO

import pytest
from conftest import MakeSite, Site
from writing import INDEX, md

CONF = {
    "blog_compare_contents": True,
    "blog_picture_sizes": (20,),
    "extensions": ["myst_parser", "sphinx_blogext"],
}
#: Our own files beside the doctrees and in the output.
OWN = (".blogext*", "*.blogext*")


def caches_of(site: Site) -> list[str]:
    """The files that a build keeps for the next one, as paths below the folder of the site."""
    folders = (site.outdir, site.root / "doctrees")
    found = {path for folder in folders for pattern in OWN for path in folder.glob(pattern)}
    return sorted(path.relative_to(site.root).as_posix() for path in found)


@pytest.fixture
def site(make_site: MakeSite) -> Site:
    image = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    content = BytesIO()
    image.new("RGB", (60, 40), "teal").save(content, "PNG")
    posts = {
        f"blog/p{n}.md": md(f"Post {n}", "Lead.\n\n![p](p.png)\n", tags="python", date=f"2026-01-0{n}")
        for n in (1, 2, 3)
    }
    return make_site({**INDEX, **posts, "blog/p.png": content.getvalue()}, CONF)


def test_a_folder_in_the_place_of_each_file_costs_only_warnings(site: Site) -> None:
    # Unlike permissions, which do not bind every user, this makes reading and writing fail for all.
    for name in caches_of(site):
        path = site.root / name
        # Without its manifest, which no build may do without, a build would not know what to delete.
        if path.is_file() and path.name != ".blogext.json":
            path.unlink()
            (path / "full").mkdir(parents=True)
    pictures = site.root / "doctrees" / ".blogext-pictures"
    shutil.rmtree(pictures)
    pictures.write_text("a file")
    site.edit("blog/p2.md", "Post 2", "Other title").build()
    assert {warned.type for warned in site.warnings} == {"blog.output", "blog.picture"}
    assert site.page("blog").posts == ["Post 3", "Other title", "Post 1"]
    assert site.page("blog/tag/python").posts == ["Post 3", "Other title", "Post 1"]
