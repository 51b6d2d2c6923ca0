"""Silent mistakes: each is named once, with its remedy, and the innocent document that looks the same is not."""

import pytest
from conftest import MakeSite
from writing import INDEX, md

OTHER = {"blog/hello.md": md("Other")}


def front(*lines: str, body: str = "Text.\n") -> str:
    return "\n".join(["---", "date: 2024-05-06", *lines, "---", "# Title", "", body])


#: Lines of front matter, with the type and the words of the warning.
LINES = {
    "tags: [“python”]": ("no_effect", "tags", "curly"),
    "category: „Systems“": ("no_effect", "category", "curly"),
    "tags: python; rst": ("no_effect", "tags", "commas"),
    "cover: a.png": ("no_effect", "cover", "'image'"),
    "summary: A text": ("no_effect", "summary", "'description'"),
    "excerpt: A summary text": ("invalid_option", "excerpt", "'description'"),
    "external_link: example.org/talk": ("no_effect", "external_link", "'https://example.org/talk'"),
    "canonical_link: www.example.org": ("no_effect", "canonical_link", "'https://www.example.org'"),
    "language: cn": ("unknown_language", "'cn'", "'zh'"),
    "title: “A: B”": ("front_matter", "curly", "straight"),
    "tags: [a, #python]": ("front_matter", "comment", "'#' in quotes"),
    "updated: 2026-02-30": ("date", "'2026-02-30' does not exist", "write it as 2026-11-20"),
    "updated: Wednesday, 31 April 2026": ("date", "April 2026' does not exist", "write it as 2026-11-20"),
    "updated: 2026-13-01 10:00": ("date", "10:00' does not exist", "write it as 2026-11-20"),
    "updated: Janury 15, 2026": ("date", "Janury 15, 2026' cannot be read", "write it as 2026-11-20"),
    "updated: 26-01-15": ("date", "26-01-15", "write it as 2026-11-20"),
    "updated: 15.01.2026": ("date", "15.01.2026", "write it as 2026-11-20"),
    "updated: 2026-01-15 25:00": ("date", "25:00", "write it as 2026-11-20"),
}
#: Lines that look the same, and mean what they say.
INNOCENT = (
    "tags: [python’s, a “b” c]", "title: “Hello”", "category: “A” and “B”", "tags: Steins;Gate", "tags: a b c",
    "author: Mei; Jonas", 'tags: ["a; b"]', "description: a; b", "excerpt: 2", "language: br", "language: zh-CN",
    "cover: a.png\nimage: https://example.org/a.png", "summary: A\ndescription: B", "thumbnail: a.png",
    "external_link: /files/talk.pdf", "external_link: talk.html", "external_link: mailto:me@example.org",
    "external_link: ../talk", "canonical_link: //example.org/a", "title: “A, B”", "tags: [C#, a] # words",
    "keep: [a, # one\n  b]", "title: 2026-02-30", "description: 15.01.2026", "updated: 2026-02-28",
)  # fmt: skip
#: Files with a mistake, and the line, the type and words of its warning.
MISTAKES = {
    # Files that Sphinx does not read.
    "blog/p.mdx": (md("P"), 1, "unread_file", "blog/p.mdx", "end in '.md'"),
    "blog/p.txt": (":date: 2024-01-01\n\nP\n=\n", 1, "unread_file", "'.rst'"),
    # Drafts by their names.
    "blog/_drafts/p.md": (md("P"), 1, "public_draft", "_drafts", "draft: true", "_blog.yml"),
    "blog/2024/Drafts/p.md": (md("P"), 1, "public_draft", "Drafts"),
    "blog/_p.md": (md("P"), 1, "public_draft", "'_p'"),
    "blog/.p.md": (md("P"), 1, "public_draft", "'.p'"),
    "blog/_q/index.md": (md("P"), 1, "public_draft", "'_q'"),
    # Names that differ in case alone.
    "blog/Hello.md": (md("A"), 1, "duplicate_post", "blog/hello", "Windows"),
    # Directives that are text.
    "colons.md": ("# Page\n\n:::{postlist} 3\n:::\n", 3, "no_effect", "```{postlist}", "colon_fence"),
    "dots.md": ("# Page\n\n.. postlist::\n   :tags: a\n", 3, "no_effect", "```{postlist}"),
    "fence.rst": ("Page\n====\n\n```{postlist}\n```\n", 4, "no_effect", ".. postlist::"),
}
#: Files that look the same: those that are none of the blog's, or no posts, or used, or say what they are.
INNOCENT_FILES = {
    "blog/q.mdx": "# Q\n", "blog/q.txt": "date: 2024-01-01\n", "blog/data/q.txt": "P\n=\n\n:date: 2024-01-01\n",
    "blog/old/p.md": md("P"), "blog/p.mdx": md("P"),
    "blog/_drafts/q.md": md("Q", draft="true"), "blog/_drafts/r.md": md("R", published="true"),
    "blog/_drafts/page.md": "# Page\n", "blog/_posts/s.md": md("S"), "blog/draft.md": md("D"),
    "blog/_drafts/u.md": md("U", unlisted="true"), "drafts/index.md": "---\ndate: 2024-01-01\n---\n# I\n",
    "blog/drafts/p.md": md("P"), "blog/drafts/_blog.yml": "draft: false\n", "blog/_p.md": md("P", draft="false"),
    "blog/.p.md": md("P", published="true"), "blog/p_/index.md": md("P"),
    "x/Page.md": "# P\n", "x/page.md": "# P\n", "blog/hello-1.md": md("B"),
    "code.md": "# Page\n\n```\n:::{postlist}\n```\n\n    .. postlist::\n\n- :::{postlist}\n",
    "inline.md": "# Page\n\n`:::{postlist}` lists.\n", "dots.md": "# Page\n\n.. postlist:: is what RST has.\n",
    "fence.rst": "Page\n====\n\n``{postlist}`` and\n\n.. postlist::\n",
}  # fmt: skip


@pytest.mark.slow
def test_lines_of_front_matter(make_site: MakeSite) -> None:
    files = {f"blog/p{number}.md": front(line) for number, line in enumerate(LINES)}
    site = make_site({**INDEX, **files})
    warnings = {each.file: each for each in site.warnings}
    assert len(site.warnings) == len(warnings) == len(LINES)
    for file, (line, (kind, *says)) in zip(files, LINES.items(), strict=True):
        warning = warnings[file]
        assert (warning.type, warning.line) == (f"blog.{kind}", 3), line
        assert all(word in warning.message for word in says), warning.message
    files = {f"blog/q{number}.md": front(line) for number, line in enumerate(INNOCENT)}
    assert make_site({**INDEX, **files}).blog_warnings == []


def test_a_mistake_is_named_and_what_looks_like_it_is_not(make_site: MakeSite) -> None:
    files = {name: source for name, (source, *_rest) in MISTAKES.items()}
    site = make_site({**INDEX, **OTHER, **files}, {"myst_enable_extensions": []})
    warnings = [each for each in site.warnings if each.type.startswith("blog.")]
    assert sorted(each.file for each in warnings) == sorted(MISTAKES)
    for each in warnings:
        _source, line, kind, *words = MISTAKES[each.file]
        assert (each.line, each.type) == (line, f"blog.{kind}")
        assert all(word in each.message for word in words), each.message
    # A build without changes says again what is still not read.
    assert site.build().blog_warnings == [(f"blog/p.{suffix}", "blog.unread_file") for suffix in ("mdx", "txt")]
    conf = {"myst_enable_extensions": [], "exclude_patterns": ["blog/old", "blog/*.mdx"]}
    assert make_site({**INDEX, **OTHER, **INNOCENT_FILES}, conf).blog_warnings == []


def test_a_site_that_is_a_blog_may_have_other_files(make_site: MakeSite) -> None:
    conf = {"blog_path": ".", "exclude_patterns": ["old"], "html_static_path": ["_static"]}
    names = ("out/_sources/p.md.txt", "old/p.mdx", "_static/p.txt", "2024/p.markdown")
    site = make_site({**INDEX, **dict.fromkeys(names, md("P"))}, conf)
    assert site.blog_warnings == [("2024/p.markdown", "blog.unread_file")]


def test_sites_of_ablog_pass_as_before(make_site: MakeSite) -> None:
    files = {
        "index.md": "# Home\n", "blog/_drafts/p.md": md("P", cover="x", external_link="example.org/talk"),
        "blog/P.md": md("A"), "blog/p.md": md("B", tags="a; b"), "blog/x.mdx": md("X", blogpost="true"),
        "blog/q.md": md("Q", permalink="other"),
    }  # fmt: skip
    conf = {"extensions": ["myst_parser", "sphinx_blogext.ablog"], "blog_post_pattern": "blog/**"}
    site = make_site(files, {**conf, "blog_feed_language": "en", "blog_per_page": 5})
    assert site.warnings == []


def test_what_an_extension_excludes_is_left_out_aloud(make_site: MakeSite) -> None:
    conf = """\
exclude_patterns = ["blog/own.md"]
def setup(app):
    app.connect("config-inited", lambda app, config: config.__setitem__(
        "exclude_patterns", [*config.exclude_patterns, "blog/theirs.md", "blog/page.md"]))
"""
    files = {"blog/own.md": md("Own"), "blog/theirs.md": md("Theirs"), "blog/page.md": "# Page\n"}
    site = make_site({**INDEX, **OTHER, **files}, conf)
    assert [line for line in site.output.splitlines() if line.startswith("left out")] == [
        "left out: blog/theirs.md, excluded from the build by an extension: look at _toc.yml"
    ]
    assert site.warnings == []


def test_a_blog_elsewhere(make_site: MakeSite) -> None:
    # Documentation may have dates, and a blog may be empty: this is no warning.
    files = {f"posts/p{number}.md": md("P") for number in range(5)}
    site = make_site({**INDEX, **files})
    assert "'posts/p0', 'posts/p1', 'posts/p2' and 2 more with a date: look at blog_path" in site.output
    assert site.blog_warnings == []
