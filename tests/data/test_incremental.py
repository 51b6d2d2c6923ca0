"""After any change the output is, byte for byte, that of a build from scratch."""

from pathlib import Path

import pytest
from checker import problems_of_tree
from conftest import MakeSite, Site
from steps import CONF, FILES, STEPS, clean, differences, differing_steps, edit
from writing import INDEX, md, rst

pytestmark = pytest.mark.usefixtures("today")


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "builder"), [*((kind, "html") for kind in STEPS), ("texts", "dirhtml")])
def test_each_step_gives_a_clean_build(make_site: MakeSite, tmp_path: Path, kind: str, builder: str) -> None:
    sites = []

    def make() -> Site:
        sites.append(make_site(FILES, CONF, builder))
        return sites[-1]

    assert differing_steps(make, dict(enumerate(STEPS[kind], start=1)), tmp_path / "clean") == {}
    assert problems_of_tree(sites[0].outdir) == []


def test_what_somebody_has_deleted_is_written_again(make_site: MakeSite, tmp_path: Path) -> None:
    site = make_site(FILES, CONF)
    fresh = clean(site, tmp_path / "clean")
    for names in (
        ("searchindex.js",),
        ("blog/2024.html", "old/x.html", "blog/tag/python/atom.xml", "sitemap.xml"),
        ("blog/p01.html", "search.html", "404.html", ".blogext.json"),
    ):
        for name in names:
            (site.outdir / name).unlink()
        site.build()
        assert differences(site, fresh) == []
    # In another order.
    assert len(site.bytes()["searchindex.js"]) == len(fresh.bytes()["searchindex.js"])


#: A link in a post, the file that it leads to when the post is read, and the one that takes its place.
REPLACED = {
    "to another format": ("[](/blog/b.md)", "blog/b.md", "blog/b.rst"),
    "a draft": ("[](/blog/b.rst)", "blog/draft.md", "blog/b.rst"),
    "no document": ("[data](data.csv)", "blog/b.md", "blog/data.csv"),
    "a document by its name": ("[B](project:b.md)", "blog/b.md", "blog/b.rst"),
}
CONTENTS = {
    "blog/b.md": md("B", date="2024-01-02"),
    "blog/b.rst": rst("B", date="2024-01-02"),
    "blog/draft.md": md("Draft", draft=True),
    "blog/data.csv": "a,b\n",
}


@pytest.mark.parametrize(("link", "old", "new"), REPLACED.values(), ids=list(REPLACED))
def test_links_follow_files(make_site: MakeSite, tmp_path: Path, link: str, old: str, new: str) -> None:
    post = md("A", f"See {link}.\n\n<!-- more -->\n\nThe rest.\n")
    site = make_site({**INDEX, "blog/a.md": post, old: CONTENTS[old]}, {"blog_backlinks": True})
    site.delete(old)
    site.write(new, CONTENTS[new]).build()
    fresh = clean(site, tmp_path / "clean")
    assert differences(site, fresh) == []
    assert [warned for warned in fresh.warnings if warned not in site.warnings] == []
    # Nothing has changed since, so nothing is read again.
    assert [warned for warned in site.build().warnings if warned.type.startswith("myst")] == []


#: Not in a toctree: Sphinx leaves the neighbours in a toctree stale itself.
THREE = {f"blog/{name}.md": md(name.upper(), date=f"2024-01-0{n}", tags="x") for n, name in enumerate("abc", 1)}
THREE |= INDEX


def digest_of(year: int, listed: str) -> str:
    """A post whose tag and year have pages with its teaser, which show nothing else of the other posts."""
    body = f"Lead.\n\n{listed}\n\n<!-- more -->\n\nRest.\n"
    return md(f"Digest of {year}", body, date=f"{year}-01-01", tags=f"digest-{year}")


def test_pages_follow_posts(follows: MakeSite) -> None:
    links = ("{doc}`/blog/c`", "[](/blog/c.md)", "{blog:post}`c`")
    files = {
        **THREE,
        **{f"guide{n}.md": f"---\norphan: true\n---\n# Guide\n\n{link}\n" for n, link in enumerate(links)},
        "page.md": "# Page\n\n```{postlist}\n```\n",
        "blog/posts.md": digest_of(2020, "```{postlist} 2\n```"),
        "blog/terms.md": digest_of(2021, "```{blog-terms} tag\n```"),
        "blog/refers.md": md("R", "See {doc}`b`.\n\n<!-- more -->\n\nAnd {doc}`c`.\n", date="2022-01-01"),
    }
    site = follows(
        files,
        {"blog_feed_archives": True, "blog_feed_fulltext": True},
        edit("blog/c.md", "# C", "# A *fine* title"),
        edit("blog/c.md", "A *fine* title", "A fine *title*"),
        edit("blog/c.md", "tags: x", "tags: y"),
        edit("blog/c.md", "2024-01-03", "2024-05-04"),
        edit("blog/c.md", "tags: y", "tags: y\nlanguage: zh"),
        # What is recorded names the list.
        edit("page.md", "# Page", "# Another"),
        lambda site: (
            site.delete("blog/a.md").write("blog/d.md", md(date="2024-01-01", redirect="blog/a")),
            # A post becomes another document, whose source takes the place of its own.
            site.delete("blog/refers.md").write("blog/refers.rst", ":orphan:\n\nTitle\n=====\n"),
        ),
        lambda site: [
            site.write(f"{name}.md", "# Own\n\nOwn text.\n")
            for name in ("blog/2024", "blog/tag/x", "blog/archive", "blog")
        ],
    )
    assert site.page("blog").texts(".blog-teaser-title em") == ["title"]
    assert ["A fine title" in site.page(f"guide{n}").texts("section a") for n in range(3)] == [True] * 3
    assert "url=../blog/d.html" in site.path("blog/a").read_text(encoding="utf-8")
    assert [site.page(name).headings[0] for name in ("blog", "blog/tag/x")] == ["Own"] * 2


def test_posts_follow_the_titles_of_other_documents(follows: MakeSite) -> None:
    # Below the marker, because teasers show them too, and not in a toctree, because each post shows these.
    links = ("{doc}`/guide`", "[](/guide.md)", "[](/guide.md#part)", "{ref}`Part`", "[](#part)", "{any}`part`")
    posts = (md("A", f"Lead.\n\n<!-- more -->\n\nSee {link}.\n", blogpost=True) for link in links)
    files = {f"{number}.md": post for number, post in enumerate(posts)}
    files |= {**INDEX, "guide.md": "---\norphan: true\n---\n# Guide\n\n(part)=\n## Part\n"}
    follows(files, {}, edit("guide.md", "Guide", "Manual"), edit("guide.md", "## Part", "## Some of it"))


def test_a_document_that_is_a_further_page_knows_its_neighbours(make_site: MakeSite) -> None:
    site = make_site({**THREE, "blog/page/2.md": "---\norphan: true\n---\n# Own\n"}, {"blog_page_size": 1})
    page = site.page("blog/page/2")
    assert (page.posts, page.head_link("prev"), page.head_link("next")) == (["B"], "../../blog.html", "3.html")
