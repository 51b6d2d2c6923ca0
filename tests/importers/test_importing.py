"""``blogext import``: posts of nine engines, with dates, terms, languages, states and addresses, in one site."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from conftest import MakeSite, Site
from imports import front_matter, moved, put, run_import
from old_sites import SITES

from blogext_import.body import SETTINGS
from sphinx_blogext.command.main import main
from sphinx_blogext.core.model import Post

#: Each post of each site, by the engine and the name of its document below the blog's folder.
POSTS = {(engine, name): old for engine, site in SITES.items() for name, old in site.posts.items()}


@pytest.fixture(scope="module")
def imported(make_shared_site: MakeSite, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site into which each engine's was imported, with drafts."""
    conf: dict[str, Any] = {"extensions": ["myst_parser", "sphinx_design", "sphinx_blogext"], **SETTINGS}
    conf |= {"blog_show_drafts": True, "blog_on_unknown_author": "ignore"}
    site = make_shared_site({"index.md": "# Home\n"}, conf, build=False)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LANGUAGE", "en")
        for engine in SITES:
            source = put(tmp_path_factory.mktemp(engine), SITES[engine].files)
            assert main(["import", engine, str(source), "--to", str(site.source / "blog" / engine)]) == 0
        yield site.build()


def text_at(site: Site, url: str) -> str:
    """What a web server finds at an old URL."""
    path = site.outdir / url.strip("/")
    return unquote((path if path.suffix == ".html" else path / "index.html").read_text(encoding="utf-8"))


def post_of(site: Site, engine: str, name: str) -> Post:
    return site.domain.posts[f"blog/{engine}/{name}"]


def test_all_posts_are_there_without_a_warning(imported: Site) -> None:
    assert imported.warnings == []
    assert set(imported.domain.posts) == {f"blog/{engine}/{name}" for engine, name in POSTS}


@pytest.mark.parametrize(("engine", "name"), POSTS)
def test_posts_are_what_they_were(imported: Site, engine: str, name: str) -> None:
    old, post = POSTS[engine, name], post_of(imported, engine, name)
    assert (post.title, f"{post.date:%Y-%m-%d}" if post.date else "") == (old.title, old.date)
    assert (post.draft or post.date is None) == old.draft
    found = {taxonomy: post.terms.get(taxonomy, ()) for taxonomy in ("tag", "category", "author", "language")}
    language = (old.language,) if old.language else ()
    assert found == {"tag": old.tags, "category": old.category, "author": old.author, "language": language}
    # Its old URLs forward to it.
    for address in old.addresses:
        assert f"blog/{engine}/{name.split('/')[0]}" in text_at(imported, address)


def test_translations_lead_to_each_other(imported: Site) -> None:
    pairs = [(engine, *pair) for engine, site in SITES.items() for pair in site.translations]
    assert len(pairs) >= 6
    for engine, one, other in pairs:
        assert post_of(imported, engine, one).translation_key == post_of(imported, engine, other).translation_key
        page = imported.page(f"blog/{engine}/{one}")
        assert any(link.endswith(f"{other.rpartition('/')[2]}.html") for link in page.links())


def test_pictures_stand_beside_posts_and_are_shown(imported: Site) -> None:
    names = [f"{engine}/{name}" for engine, site in SITES.items() for name in site.pictures]
    assert len(names) > len(SITES)
    for name in names:
        assert (imported.source / "blog" / name).is_file(), name
    assert post_of(imported, "hexo", "并行求和").image == "blog/hexo/img/sum.png"
    assert imported.page("blog/pelican/info").all("img")


def test_states_and_further_metadata(imported: Site) -> None:
    named = post_of(imported, "hexo", "named")
    assert named.nocomments
    assert named.pinned_until is not None
    assert post_of(imported, "docusaurus", "2022/03/04/deep").unlisted
    assert post_of(imported, "nikola", "2023/bare").unlisted
    assert post_of(imported, "pelican", "2021-06-07-by-name").unlisted
    assert post_of(imported, "hugo", "toml").terms["series"] == ("Pool",)
    assert post_of(imported, "material", "first").reading_time == 7
    assert post_of(imported, "pelican", "systems/lines").description == "What it is about."
    assert f"{post_of(imported, 'zola', 'first').updated:%Y-%m-%d}" == "2024-02-03"


def test_text_in_rst_stays_and_its_links_lead_to_posts(imported: Site) -> None:
    page = imported.page("blog/pelican/info")
    assert page.headings == ["A title in RST", "More"]
    assert "systems/lines.html" in page.links()
    assert "{filename}a link.md" in page.texts("pre")[0]
    assert "../comment.html" in imported.page("blog/nikola/2023/bare").links()
    assert "\n.. more:: Go on\n" in (imported.source / "blog/nikola/2023/bare.rst").read_text(encoding="utf-8")


def test_headings_of_titles_are_not_doubled(imported: Site) -> None:
    assert imported.page("blog/material/first").headings == ["The first post: yes"]
    assert imported.page("blog/material/first").texts("h1 code") == ["first"]
    assert imported.page("blog/material/2023/titled").headings == ["In the text"]
    assert imported.page("blog/docusaurus/2023-05-06-bundle/index").headings == ["Heading"]
    assert imported.page("blog/hexo/named").headings == ["A name of its own"]


@pytest.mark.slow
@pytest.mark.parametrize("builder", ["html", "dirhtml"])
@pytest.mark.parametrize("engine", SITES)
def test_the_lines_for_conf_are_all_that_a_site_needs(
    engine: str, builder: str, make_site: MakeSite, tmp_path: Path
) -> None:
    site = moved(make_site, tmp_path, engine, SITES[engine].files, builder=builder)
    assert site.warnings == []
    for name, old in SITES[engine].posts.items():
        for address in old.addresses:
            assert f"blog/{name.split('/')[0]}" in text_at(site, address)


def test_a_post_of_hugo_that_is_public_later_stays_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    post = "---\ntitle: T\ndate: 2023-06-09\npublishDate: {0}-01-01\ntags: in{0}\n---\nText.\n"
    files = {"hugo.toml": 'baseURL = "https://example.org/"\npermalinks = {posts = "/:year/:slug/"}\n'}
    files |= {"content/posts/later.md": post.format("2099"), "content/posts/once.md": post.format("2024")}
    found = run_import("hugo", files, tmp_path)
    later, once = (front_matter(found[name]) for name in ("later.md", "once.md"))
    assert (str(later["date"]), str(once["date"])) == ("2099-01-01", "2023-06-09")
    assert later["redirect"] == ["2023/t/index"]
    # It has no lists yet.
    assert [f"tags/in{year}/index" in found["conf-hugo.py"] for year in ("2099", "2024")] == [False, True]
    assert "has the publication date 2099-01-01: used as the date of the post" in capsys.readouterr().out


def test_posts_in_html_have_pictures_and_links(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    body = (
        '<p>See <a href="{{ site.baseurl }}{% post_url 2024-01-02-a %}">a</a>\n'
        '<img alt="b"\n src="{{ site.baseurl }}/b.png"> {{ page.x }}</p>\n'
        '<a href="{% post_url 2024-01-02-a %}"><img width=20 src="/x/b.png"></a>\n'
        '<!-- <img src="/b.png"> -->\n<img src="/c.png">\n{% highlight c %}\n  <x>\n{% endhighlight %}\n'
    )
    files = {
        "_config.yml": "url: https://x.org\nbaseurl: /x\n",
        "_posts/2024-01-02-a.md": "---\ntitle: A\n---\nText.\n",
        "_posts/2024-01-03-b.html": f"---\ntitle: B\n---\n{body}",
        "b.png": "x",
    }
    assert run_import("jekyll", files, tmp_path)["2024-01-03-b.md"].partition("# B\n\n")[2] == (
        '```{raw} html\n<p>See <a href="/x/2024/01/02/a.html">a</a>\n```\n\n<img alt="b" src="b.png">\n\n'
        '```{raw} html\n</p>\n<a href="/x/2024/01/02/a.html">\n```\n\n'
        '<img class="no-scaled-link" width=20 src="b.png">\n\n```{raw} html\n</a>\n<!-- <img src="/b.png"> -->\n'
        '<img src="/c.png">\n<pre>  &lt;x&gt;</pre>\n```\n'
    )
    assert "03-b.html:9" in capsys.readouterr().out


def test_dates_that_ablog_understood_are_written_anew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    date = "10-24-13 10:00"
    files = {
        "conf.py": 'extensions = ["ablog"]\nblog_post_pattern = "posts/*"\n',
        "posts/a.md": f"---\nblogpost: true\ndate: {date}\ntags: {date}\n---\n# A\n\nOn {date}.\n",
        "posts/b.rst": "B\n=\n\n.. post:: 24-Oct-2013\n   :tags: x\n\nOn 24-Oct-2013.\n",
        "posts/c.md": "# C\n\n```{post} Oct2013\n```\n\nText.\n",
        "posts/d.rst": ".. post:: some day\n\nD\n=\n\nText.\n",
    }
    found = run_import("ablog", files, tmp_path)
    assert f"date: 2013-10-24 10:00\ntags: {date}\n" in found["a.md"]
    assert f"On {date}." in found["a.md"]
    assert ".. post:: 2013-10-24\n   :tags: x\n\nOn 24-Oct-2013." in found["b.rst"]
    assert "```{post} 2013-10-01\n" in found["c.md"]
    assert ".. post:: some day\n" in found["d.rst"]
    said = capsys.readouterr().out
    assert "has the date “24-Oct-2013”, written as 2013-10-24" in said
    assert "has the date some day, which cannot be read: it is a draft until the date is fixed" in said


def test_files_that_the_old_site_did_not_have_stay_private(tmp_path: Path) -> None:
    names = ("/data/pay.csv", "/static/.env", "/hugo.toml", "/static/settings.yml", "/static/open.pdf", "/own.zip")
    links = "\n".join(f'<a href="{name.removeprefix("/static")}">x</a>' for name in names)
    text = f'---\ntitle: A\ndate: 2024-01-02\n---\n<p>{links}</p>\n\n{{{{< table "data/pay.csv" >}}}}\n'
    files = {"hugo.toml": 'title = "X"\n', "content/posts/a/index.md": text, "data/pay.csv": "1\n"}
    files |= {"static/.env": "secret", "static/settings.yml": "x: 1", "static/open.pdf": "x"}
    files |= {"content/posts/a/own.zip": "x", "own.zip": "private"}
    run_import("hugo", files, tmp_path)
    top = tmp_path / "new/_files"
    found = {path.relative_to(top).as_posix(): path.read_text() for path in top.rglob("*.*")}
    # Hugo publishes all of this folder but hidden files.
    assert found == {"open.pdf": "x", "settings.yml": "x: 1", "posts/a/own.zip": "x"}
