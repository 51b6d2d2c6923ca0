"""``"sphinx_blogext.ablog"`` in ``extensions``: what it loads, and what it gives to whom asks."""

import sys
from pathlib import Path

import pytest
from conftest import MakeSite
from options import config_with
from sphinx.errors import ConfigError
from writing import INDEX, md, rst

from sphinx_blogext.ablog.options import as_glob

ABLOG = {"extensions": ["myst_parser", "sphinx_blogext.ablog"]}
#: What ABlog declares; extensions of others ask for each.
OPTIONS = """
blog_archive_titles blog_authors blog_baseurl blog_default_author blog_default_language blog_default_location
blog_feed_archives blog_feed_fulltext blog_feed_length blog_feed_subtitle blog_feed_templates blog_feed_titles
blog_languages blog_locations blog_path blog_post_pattern blog_title disqus_drafts disqus_pages disqus_shortname
fontawesome_css_file fontawesome_included fontawesome_link_cdn post_always_section post_auto_excerpt
post_auto_image post_auto_orphan post_date_format_short post_date_format post_redirect_refresh
post_show_prev_next skip_injecting_base_ablog_templates
""".split()


def test_one_line_loads_the_blog_and_all_options(make_site: MakeSite) -> None:
    # In two files, as some sites have it.
    conf = {"extensions": ["sphinx_blogext.ablog", "myst_parser", "sphinx_blogext.ablog", "sphinx_blogext"]}
    site = make_site({**INDEX, "blog/a.md": md("A", blogpost=True)}, conf)
    assert site.warnings == [name for name in OPTIONS if name not in site.app.config] == []
    assert site.page("blog").posts == ["A"]


@pytest.mark.parametrize("names", [("ablog", "sphinx_blogext"), ("sphinx_blogext.ablog", "ablog")])
def test_ablog_beside_us_and_a_pattern_of_another_type_are_errors(make_site: MakeSite, names: tuple[str]) -> None:
    with pytest.raises(ConfigError, match=r"'ablog' and 'sphinx_blogext'.*remove 'ablog'"):
        make_site(INDEX, {"extensions": ["myst_parser", *names]})
    with pytest.raises(ConfigError, match="blog_post_pattern = 5: expected"):
        make_site(INDEX, ABLOG | {"blog_post_pattern": 5})


def test_its_templates_are_left_out(make_site: MakeSite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "packages" / "ablog"
    (package / "templates").mkdir(parents=True)
    (package / "__init__.py").write_text("raise RuntimeError('imported')\n", "utf-8")
    (package / "templates" / "page.html").write_text("Not the theme's.", "utf-8")
    monkeypatch.syspath_prepend(str(package.parent))
    # Sphinx may have imported the folder of these tests by that name.
    monkeypatch.delitem(sys.modules, "ablog", raising=False)
    conf = ABLOG | {"templates_path": ["_templates", str(package / "templates")]}
    site = make_site({**INDEX, "_templates/x.html": ""}, conf)
    assert (site.page("index").headings, list(site.app.config.templates_path)) == (["Home"], ["_templates"])


def test_an_address_without_a_scheme_is_completed(make_site: MakeSite) -> None:
    conf = ABLOG | {"blog_baseurl": "example.org/sub/", "html_baseurl": "https://other.example/"}
    site = make_site({**INDEX, "a.md": md("A", blogpost=True)}, conf)
    assert site.warnings == []
    feed = (site.outdir / "blog/atom.xml").read_text("utf-8")
    assert '<link rel="self" type="application/atom+xml" href="https://example.org/sub/blog/atom.xml"' in feed
    # What ABlog published it under.
    assert "<id>example.org/sub/a.html</id>" in feed


def test_what_ablog_takes_silently_is_silent(make_site: MakeSite) -> None:
    conf = ABLOG | {"blog_authors": {"mei": ("Mei", None)}, "blog_default_language": "Klingonisch"}
    conf |= {"blog_post_pattern": "blog/**", "blog_feed_language": "en", "blog_per_page": 5}
    files = {
        "index.rst": "Home\n====\n\n.. postlist::\n   :tags: none\n",
        "a.rst": rst("A", tags="gsoc,, x,", category="", author="nobody", language="简体中文"),
        "b.rst": rst("B", tags="GSoC, open source"),
        "c.rst": f"C\n=\n\n{rst('One', date='2999-01-01')}\n{rst('Two', tags='open-source')}",
        "blog/_drafts/p.md": md("P", cover="x", external_link="example.org/talk"), "blog/P.md": md("A"),
        "blog/p.md": md("B", tags="a; b"), "blog/q.md": md("Q", permalink="other"), "blog/x.mdx": md("X"),
    }  # fmt: skip
    assert make_site(files, conf).warnings == []


def test_lists_are_of_posts_that_have_all_tags(make_site: MakeSite) -> None:
    conf = ABLOG | {"post_date_format_short": "%Y"}
    home = {"index.rst": "Home\n====\n\n.. postlist::\n   :tags: a, b\n   :format: {date} {title}\n"}
    site = make_site(home | {"a.rst": rst("One", tags="a"), "b.rst": rst("Two", tags="b, c, a")}, conf)
    assert site.page("index").texts(".postlist li") == ["2024 Two"]
    site.configure(conf | {"postlist_match": "any"}).build()
    assert site.page("index").texts(".postlist li") == ["2024 Two", "2024 One"]


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ("notes/*", {"notes/a", "notes/b"}),
        (["notes/**.md"], {"notes/a", "notes/b"}),
        (["./notes//a.md", "notes/deep/*"], {"notes/a", "notes/deep/c"}),
        ("notes/**/*.md", {"notes/a", "notes/b", "notes/deep/c", "notes/deep/er/d"}),
        ("notes/[!a].md", {"notes/b"}),
        ([], set()),
    ],
)
def test_patterns_match_what_they_match_for_ablog(value: str | list[str], names: set[str]) -> None:
    config = config_with(blog_post_pattern=as_glob(value))
    found = {"notes/a", "notes/b", "notes/deep/c", "notes/deep/er/d", "index", "notes"}
    assert {name for name in found if config.matches(name, f"/src/{name}.md")} == names


def test_no_name_leaves_the_output_and_none_is_a_script(make_site: MakeSite) -> None:
    names = [*"../../up .. /etc/passwd a/../../b con <script>alert(1)</script> \u202e %2e%2e".split(), "x" * 400]
    conf = ABLOG | {"blog_authors": {"mei": ("../../mei", None), "jo": ("<b>", None)}, "blog_feed_archives": True}
    conf |= {"blog_baseurl": "https://example.org/", "disqus_shortname": "<script>"}
    conf |= {"fontawesome_css_file": "css/fa.css", "fontawesome_link_cdn": "javascript:alert(1)"}
    files = {
        "a.md": md("A", tags=names, category=names[0], author=["mei", "jo"], location=names[1], blogpost=True),
        "b.md": md("B", redirect=["../../out", "/etc/x", "_static/x"], blogpost=True),
    }
    site = make_site({**INDEX, **files}, conf)
    assert {w.type for w in site.warnings} == {"blog.redirect"}
    assert {path.name for path in site.root.iterdir()} == {"source", "out", "doctrees"}
    assert {path.name for path in site.outdir.parent.iterdir()} == {"html"}
    assert site.has("blog/author/mei")
    # A style sheet is loaded.
    assert "_static/css/fa.css" in site.page("index").head_links("stylesheet")
    sources = [page.read_text("utf-8") for page in site.outdir.rglob("*.html")]
    assert not any(words in source for words in ("<script>alert", "javascript:") for source in sources)
