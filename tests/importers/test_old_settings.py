"""What the settings of an old site say about its posts: which are public, what they are called, and more."""

from pathlib import Path

import pytest
from imports import fronts_of, run_import

CONFIGS = {"jekyll": "_config.yml", "pelican": "pelicanconf.py"}
POST = "Title: {0}\nDate: 2024-01-02\n{1}\nText.\n"


@pytest.mark.parametrize(
    "written",
    ["{'status': 'draft', 'tags': 'a, b'}", "(('status', 'draft'), ('tags', 'a, b'))", "dict(status='draft')"],
)
def test_posts_of_pelican_have_the_metadata_of_the_site(written: str, tmp_path: Path) -> None:
    files = {
        "pelicanconf.py": f"SITENAME = 'X'\nDEFAULT_METADATA = {written}\n",
        "content/a.md": POST.format("A", "Tags: c\n"),
        "content/b.md": POST.format("B", "Status: published\n"),
        "content/c.md": POST.format("C", "Status:\n"),
    }
    found = fronts_of("pelican", files, tmp_path)
    assert {name for name, said in found.items() if said.get("draft")} == {"a.md", "c.md"}
    assert found["a.md"]["tags"] == ["c"]
    assert found["b.md"].get("tags") == (["a", "b"] if "tags" in written else None)


def test_posts_of_pelican_have_the_metadata_of_their_paths(tmp_path: Path) -> None:
    files = {
        "pelicanconf.py": (
            "SITENAME = 'X'\nSITEURL = 'https://x.example'\nSLUGIFY_SOURCE = 'basename'\n"
            "DEFAULT_METADATA = {'category': 'Never', 'lang': 'de'}\n"
            "EXTRA_PATH_METADATA = {'fr': {'lang': 'fr', 'category': 'Never'},\n"
            "    'fr/b.md': {'status': 'hidden'}, 1: 2}\n"
            "PATH_METADATA = r'.*/(?P<series>[a-z]+)\\.md'\nFILENAME_METADATA = None\n"
        ),
        "content/my-File.md": POST.format("Another title", ""),
        "content/fr/b.md": POST.format("B", ""),
        "content/fr/c.md": POST.format("C", "Lang: en\nSlug: see\n"),
    }
    found = fronts_of("pelican", files, tmp_path)
    assert found["my-File.md"]["category"] == ["misc"]
    assert found["my-File.md"]["id"] == "tag:x.example,2024-01-02:/my-file-de.html"
    b, c = found["b.md"], found["c.md"]
    assert (b["language"], b["category"], b["series"], b["unlisted"]) == ("fr", ["fr"], ["b"], True)
    assert (c["language"], c["series"], c["redirect"]) == ("en", ["c"], ["see.html"])
    assert (b["redirect"], found["my-File.md"]["redirect"]) == (["b-fr.html"], ["my-file-de.html"])


@pytest.mark.parametrize(
    ("written", "names"),
    [("['_*', 'wip']", {"a.md"}), ("'_*'", {"a.md", "b.md"}), ("[1]", {"a.md", "b.md", "_c.md"})],
)
def test_files_that_pelican_ignores_are_no_posts(written: str, names: set[str], tmp_path: Path) -> None:
    texts = {f"content/{name}": POST.format(name, "") for name in ("a.md", "wip/b.md", "_c.md")}
    files = {"pelicanconf.py": f"SITENAME = 'X'\nIGNORE_FILES = {written}\n", **texts}
    assert fronts_of("pelican", files, tmp_path).keys() == names


def test_scopes_of_jekyll_may_have_patterns(tmp_path: Path) -> None:
    files = {
        "_config.yml": (
            "exclude: [_posts/old, '*/secret-*', '2023*']\ninclude: [_posts/old/2024-01-02-kept.md]\ndefaults:\n"
            "  - {scope: {path: '_posts/*/wip'}, values: {published: false}}\n"
            "  - {scope: {path: '**/deep', type: posts}, values: {lang: hu, categories: [Mély]}}\n"
            "  - {scope: {path: '_posts/{x,y}/*.md'}, values: {lang: de}}\n"
            "  - {scope: {path: '_posts/{*'}, values: {lang: fr}}\n"
        )
    }
    names = "a/wip/{}w wip/{}v a/b/deep/{}d y/{}y old/{}o old/{}kept {}p secret-1/{}s"
    for name in names.format(*["2024-01-02-"] * 8).split():
        files[f"_posts/{name}.md"] = "---\ntitle: T\n---\nText.\n"
    found = fronts_of("jekyll", files, tmp_path)
    assert {name for name, said in found.items() if said.get("draft")} == {"2024-01-02-w.md"}
    assert found.keys() == {f"2024-01-02-{name}.md" for name in ("w", "v", "d", "y", "kept", "p")}
    languages = {name: said["language"] for name, said in found.items() if "language" in said}
    assert languages == {"2024-01-02-d.md": "hu", "2024-01-02-y.md": "de"}
    assert found["2024-01-02-d.md"]["category"] == ["Mély"]


def test_what_material_appends_to_pages_is_read(tmp_path: Path) -> None:
    files = {
        "mkdocs.yml": (
            "plugins:\n  - blog: {post_excerpt_separator: <!-- cut -->}\nmarkdown_extensions:\n"
            "  - pymdownx.magiclink\n  - pymdownx.snippets: {base_path: parts, auto_append: [abbr.md, gone.md]}\n"
        ),
        "parts/abbr.md": "*[HTML]: Markup\n",
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


def test_posts_of_nikola_say_what_their_urls_are(tmp_path: Path) -> None:
    files = {
        "conf.py": 'BLOG_TITLE = "X"\nSITE_URL = "https://x.example/"\n',
        "posts/a.md": NIKOLA.format("A", ".. pretty_url: False\n"),
        "posts/b.md": NIKOLA.format("B", ".. pretty_url: yes\n"),
        "posts/index.md": NIKOLA.format("C", ".. pretty_url:\n"),
    }
    found = fronts_of("nikola", files, tmp_path)
    assert found["a.md"]["id"] == "https://x.example/posts/a.html"
    redirects = {"a.md": ["posts/a.html"], "b.md": ["posts/b/index"], "index-post.md": ["posts/index"]}
    assert {name: said["redirect"] for name, said in found.items()} == redirects
    assert set(found["a.md"]) == {"date", "id", "redirect"}


def test_a_translation_of_nikola_has_the_date_of_the_original(tmp_path: Path) -> None:
    files = {
        "conf.py": 'BLOG_TITLE = "X"\nTRANSLATIONS = {"en": "", "es": "./es"}\n',
        "posts/a.md": NIKOLA.format("A", ".. updated: 2024-01-03\n"),
        "posts/a.es.md": NIKOLA.format("B", "").replace("2024", "2025") + "Texto.\n",
        "posts/b.es.md": NIKOLA.format("C", "").replace("2024", "2025") + "Texto.\n",
    }
    found = fronts_of("nikola", files, tmp_path)
    dates = {name: (str(said["date"]), str(said.get("updated", ""))) for name, said in found.items()}
    one = ("2024-01-02", "2024-01-03")
    assert dates == {"a.md": one, "a.es.md": one, "b.es.md": ("2025-01-02", "")}


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
