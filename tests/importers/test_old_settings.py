"""What the settings of an old site say about its posts: which are public, what they are called, and more."""

from pathlib import Path

import pytest
from imports import run_import

CONFIGS = {"jekyll": "_config.yml", "pelican": "pelicanconf.py"}
POST = "Title: {0}\nDate: 2024-01-02\n{1}\nText.\n"


def test_what_material_appends_to_pages_is_read(tmp_path: Path) -> None:
    files = {
        "mkdocs.yml": (
            "plugins:\n  - blog: {post_excerpt_separator: <!-- cut -->}\nmarkdown_extensions:\n"
            "  - pymdownx.magiclink\n  - pymdownx.snippets: {base_path: [x, ./y/], auto_append: [a.md, gone.md]}\n"
        ),
        "y/a.md": "*[HTML]: Markup\n",
        "docs/blog/posts/a.md": "---\ndate: 2024-01-02\n---\n# A\n\nHTML at https://x.org\n\n<!-- cut -->\n\nb\n",
    }
    text = run_import("material", files, tmp_path)["a.md"]
    assert text.endswith('# A\n\n<abbr title="Markup">HTML</abbr> at <https://x.org>\n\n<!-- more -->\n\nb\n')


CUT = "One.\n\n{0}\n\nTwo.\n"


@pytest.mark.parametrize(
    ("engine", "settings", "name", "text", "marker"),
    [
        ("jekyll", "excerpt_separator: <!-- cut -->\n", "_posts/2024-01-02-a.md",
         "---\ntitle: A\n---\n" + CUT.format("<!-- cut -->"), "<!-- more -->"),
        ("jekyll", "excerpt_separator: 3\n", "_posts/2024-01-02-a.md",
         "---\nexcerpt_separator: ~~~~\n---\n" + CUT.format("~~~~"), "<!-- more -->"),
        ("pelican", "", "content/a.md",
         POST.format("A", "") + CUT.format("<!-- PELICAN_END_SUMMARY -->"), "<!-- more -->"),
        ("pelican", "", "content/a.rst",
         "A\n#####\n\n:date: 2024-01-02\n\n" + CUT.format(".. PELICAN_END_SUMMARY"), ".. more::"),
    ],
)  # fmt: skip
def test_teasers_end_where_the_site_said(
    engine: str, settings: str, name: str, text: str, marker: str, tmp_path: Path
) -> None:
    found = run_import(engine, {CONFIGS[engine]: settings, name: text}, tmp_path)
    assert f"One.\n\n{marker}\n\nTwo." in found[name.rpartition("/")[2]]


NIKOLA = "<!--\n.. title: {0}\n.. date: 2024-01-02\n{1}-->\n\n"


def test_hidden_terms_of_nikola_stay_hidden(tmp_path: Path) -> None:
    hidden = "HIDDEN_TAGS = ['a', 'unused']\nHIDDEN_CATEGORIES = ('b',)\nHIDDEN_AUTHORS = 3\n"
    files = {"conf.py": f"BLOG_TITLE = 'X'\n{hidden}"}
    files["posts/a.md"] = NIKOLA.format("A", ".. tags: a, c\n.. category: b\n")
    conf = run_import("nikola", files, tmp_path)["conf-nikola.py"]
    assert "blog_tags = {'a': {'hidden': True}}\n" in conf
    assert "blog_categories = {'b': {'hidden': True}}\n" in conf


def test_raw_html_in_rst_leads_to_its_images(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    html = '<img src="{static}/images/p.png"> <img src="{static}/gone.png"> <img src="//x.org/p.png">'
    page = '<a href="{tag}one">x</a>'
    files = {
        "pelicanconf.py": "SITENAME = 'X'\n",
        "content/a.rst": f"A\n####\n\n:date: 2024-01-02\n:tags: one\n\n.. raw:: html\n\n   {html}\n   {page}\n",
        "content/images/p.png": "PNG",
    }
    text = run_import("pelican", files, tmp_path)["a.rst"]
    assert html.replace("{static}/images", "/images", 1) in text
    assert '<a href="/tag/one.html">x</a>' in text
    assert "gone.png" in capsys.readouterr().out


SUMMARY = "Összefoglaló *dőlt* szöveg, `a*b` és [link](https://x.org), 2 * 3 * x_y_z & más"


@pytest.mark.parametrize(
    ("engine", "name", "text"),
    [
        ("pelican", "content/a.md", POST.format("A", f"Summary: {SUMMARY}\n")),
        ("pelican", "content/a.rst", ("A\n####\n\n:date: 2024-01-02\n:summary: "
         "Összefoglaló *dőlt* szöveg, ``a*b`` és `link <https://x.org>`__, 2 * 3 * x_y_z & más\n\nText.\n")),
        ("jekyll", "_posts/2024-01-02-a.md", f"---\ntitle: A\nexcerpt: >\n  {SUMMARY}\n---\nText.\n"),
    ],
)  # fmt: skip
def test_summaries_are_plain_text(engine: str, name: str, text: str, tmp_path: Path) -> None:
    found = "".join(run_import(engine, {CONFIGS[engine]: "", name: text}, tmp_path).values())
    assert "Összefoglaló dőlt szöveg, a*b és link, 2 * 3 * x_y_z & más\n" in found
