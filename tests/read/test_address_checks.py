"""Keys that set the URL of a post in other engines have no effect, and say so."""

from conftest import MakeSite

#: The name of a post, a line of its front matter, and the advice.
POSTS = [
    (
        "blog/2026-01-05-adding.md",
        "slug: floats",
        "rename the file to 'blog/floats.md', or add 'redirect: blog/floats'",
    ),
    ("blog/a.md", "permalink: /2026/floats/", "rename the file to '2026/floats.md'"),
    ("blog/b.md", "url: /notes/floats.html", "rename the file to 'notes/floats.md'"),
    ("blog/c.md", "slug: /deep/floats", "rename the file to 'deep/floats.md'"),
    ("blog/floats.md", "slug: floats", ""),
    ("blog/more/index.md", "slug: more", ""),
    ("blog/other.md", "permalink: /blog/other/index.html", ""),
    ("blog/d.md", "permalink: /:year/:title/", ""),
    ("blog/e.md", "url: https://example.com/elsewhere", ""),
    ("blog/f.md", "slug:", ""),
]


def test_an_address_without_effect(make_site: MakeSite) -> None:
    post = "---\ndate: 2026-01-05\n{}\n---\n# Floats\n\nText.\n"
    files = {name: post.format(line) for name, line, _advice in POSTS}
    files["blog/g.rst"] = ":date: 2026-01-05\n:slug: floats\n\nFloats\n======\n\nText.\n"
    # Documents that are no posts keep their keys.
    site = make_site({"index.md": "---\nslug: other\n---\n# Home\n", **files})
    messages = {warned.file: warned.message for warned in site.warnings if warned.type == "blog.unknown_option"}
    advised = {name: advice for name, _line, advice in POSTS if advice}
    assert messages.keys() == {*advised, "blog/g.rst"}
    assert all(advice in messages[name] for name, advice in advised.items())
    assert {warned.line for warned in site.warnings if warned.file.endswith(".md")} == {3}
    assert site.domain.posts.keys() == {name.rpartition(".")[0] for name in files}


def test_sites_of_ablog_have_never_heard_of_it(make_site: MakeSite) -> None:
    post = "---\ndate: 2026-01-05\nblogpost: true\npermalink: other\n---\n# Floats\n"
    conf = {"extensions": ["myst_parser", "sphinx_blogext.ablog"]}
    assert make_site({"index.md": "# Home\n", "blog/a.md": post}, conf).blog_warnings == []
