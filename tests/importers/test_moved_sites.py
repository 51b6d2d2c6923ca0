"""What was lost when real blogs moved: each kind, with the sites it was found in made small."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from bodies import convert
from conftest import MakeSite
from imports import front_matter, fronts_of, moved, put, run_import, settings_of
from old_sites import SITES
from page import text

from sphinx_blogext.command.main import main

PELICAN = "AUTHOR = 'Ana'\nSITEURL = 'https://example.org'\nPATH = 'content'\n"


#: What Pelican reads in dates that may be read in several ways.
DATES = {
    "24-05-2015": "2015-05-24",
    "05/04/2015 14:11": "2015-05-04 14:11",
    "08-02-21 15:00": "2021-08-02 15:00",
    "2019-12-01-19:48": "2019-12-01 19:48",
    "05/04/2015 14:11:46 UTC-05:00": "2015-05-04 14:11:46-05:00",
}


def test_dates_in_numbers_are_read_as_the_engine_reads_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    posts = {f"content/{n}.md": f"Title: A\nDate: {date}\n\nText.\n" for n, date in enumerate(DATES)}
    found = fronts_of("pelican", {"pelicanconf.py": PELICAN, **posts}, tmp_path)
    assert [str(front["date"]) for _name, front in sorted(found.items())] == list(DATES.values())
    said = capsys.readouterr().out
    assert all(f"“{written}” is read as {read}" in said for written, read in DATES.items())


POST = "---\ntitle: {0}\ndate: 2024-01-0{1}\n---\n{2}\n"


@pytest.mark.parametrize("language", ["", "zh-CN", "de"])
def test_languages_are_guessed_if_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str) -> None:
    texts = ["中文的文章，讲 `code` 的故事。", "An English text.", "日本語のテキストです。", "한국어로 쓴 글."]
    files = {f"source/_posts/{name}.md": POST.format("T", n, texts[n - 1]) for n, name in enumerate("abcd", 1)}
    files["source/_posts/e.md"] = POST.replace("---\n{2}", "lang: fr\n---\n{2}").format("T", 5, "Un texte.")
    files["_config.yml"] = f"title: A\nurl: https://e.org\nlanguage: {language}\n"
    command = ["import", "hexo", str(put(tmp_path / "old", files)), "--to"]
    assert main([*command, str(tmp_path / "new")]) == 0
    line = "of 4 posts without a language, 1 looks Chinese, 1 looks Japanese, 1 looks Korean"
    assert line in capsys.readouterr().out
    assert "language:" not in (tmp_path / "new/a.md").read_text(encoding="utf-8")
    assert main([*command, str(tmp_path / "guessed"), "--guess-languages"]) == 0
    assert "without a language" not in capsys.readouterr().out
    found = {name: front_matter((tmp_path / f"guessed/{name}.md").read_text(encoding="utf-8")) for name in "abcde"}
    own = {"zh-CN": "zh-CN"}.get(language, "zh")
    latin = "de" if language == "de" else "en"
    assert [found[name]["language"] for name in "abcde"] == [own, latin, "ja", "ko", "fr"]


_SPELLED = "---\ntitle: T{0}\ndate: 2024-03-0{0}\n{1}\n---\nText.\n"

#: Engine, files, and what is among the settings for ``conf.py``.
CONFIGS: dict[str, tuple[str, Mapping[str, str | bytes], dict[str, Any]]] = {
    "authors of a file": ("hugo", {"hugo.toml": 'baseURL = "https://e.example/"\n',
        "data/authors.yml": "bob:\n  name: Bob Roe\n",
        "content/posts/1.md": _SPELLED.format(1, "authors: [Bob, Jane Doe]"),
        "content/posts/2.md": _SPELLED.format(2, "authors: [{name: Bob Roe, url: 'https://bob.example'}]"),
        "content/posts/3.md": _SPELLED.format(3,
        "author: '[jane doe](https://jane.example), <a href=\"https://e.example\">Eve</a> (X)'")},
        {"blog_authors": {"bob": {"name": "Bob Roe", "url": "https://bob.example"},
        "jane doe": {"name": "jane doe", "url": "https://jane.example"},
        "Eve (X)": {"name": "Eve (X)", "url": "https://e.example"}}}),
    "languages": ("hexo", {"_config.yml": "url: https://e.example\nlanguage: zh_CN\n",
        **{f"source/_posts/{n}.md": _SPELLED.format(n, f"lang: {code}")
        for n, code in enumerate(["zh-CN", "zh-cn", "zh_CN", "en"])}},
        {"blog_languages": {"en": ("English", None), "zh_CN": ("中文 (简体)", None)}}),
    "authors": ("docusaurus", SITES["docusaurus"].files, {"blog_title": "Docusaurus notes",
        "html_baseurl": "https://docusaurus.example/", "blog_default_language": "en", "blog_authors": {
        "mei": {"name": "Lin Mei", "avatar": "https://mei.example/a.png", "description": "Engineer",
        "social": {"github": "https://github.com/mei", "x": "mei"}},
        "Jonas": {"name": "Jonas", "url": "https://jonas.example"}},
        "blog_tags": {"release": {"label": "Releases", "description": "What is new"}}}),
    "hidden terms": ("nikola", {
        "posts/a.md": "<!--\n.. title: A\n.. date: 2024-01-02\n.. tags: a\n.. category: b\n-->\n",
        "conf.py": "HIDDEN_TAGS = ['a', 'unused']\nHIDDEN_CATEGORIES = ('b',)\nHIDDEN_AUTHORS = 3\n"},
        {"blog_tags": {"a": {"hidden": True}}, "blog_categories": {"b": {"hidden": True}}}),
    # Configurations that are more than literal values, or in several files.
    **{f"a URL of Docusaurus, {config}": ("docusaurus", {**files, "blog/2024-01-02-a.md": _SPELLED.format(1, ""),
        "docusaurus.config.ts": f"{config}export default {{url: {url}, presets: [['x', {{blog: {{}}}}]]}}"},
        {"html_baseurl": "https://e.example/"}) for config, files, url in (
        ("import { site } from './s'\n", {"s.ts": "export const site = { url: 'https://e.example' }"}, "site.url"),
        ("const links = [{ url: 'https://x.example' }].map((each) => ({ url: each.url }));\n", {}, "'https://e.example'"))},
    "a computed URL": ("pelican", {"content/a.md": "Title: A\nDate: 2024-01-02\n\nText.\n", "pelicanconf.py":
        "import os\nHOST = 'e.example'\nSITEURL = f'https://{HOST}'\nPATH = os.environ.get('PATH_', 'content')\n"},
        {"html_baseurl": "https://e.example/"}),
    **{f"inherited from {name}": ("material", {"docs/blog/posts/a.md": _SPELLED.format(1, ""),
        "mkdocs-online.yml": f"INHERIT: {name}\nplugins:\n  - blog\ntheme: {{language: es}}\n",
        name: ("site_name: Notes\nsite_url: !ENV [X, https://e.example/]\ntheme: {name: material, language: en}\n"
        "INHERIT: mkdocs-online.yml\n")},
        {"blog_title": "Notes", "html_baseurl": "https://e.example/", "language": "es"})
        for name in ("base.yml", "./config/base.yml")},
    **{f"the language {code}": (engine, {**config, path: _SPELLED.format(1, "")},
        {"language": language, "blog_default_language": code}) for engine, config, path, code, language in (
        ("pelican", {"pelicanconf.py": "DEFAULT_LANG = 'es'\n"}, "content/a.md", "es", "es"),
        *(("hexo", {"_config.yml": f"language: {code}\n"}, "source/_posts/a.md", code, language)
        for code, language in {"zh-CN": "zh_CN", "zh-Hant": "zh_TW", "pt-br": "pt_BR"}.items()))},
}  # fmt: skip


@pytest.mark.parametrize("case", CONFIGS)
def test_settings_are_those_of_the_old_site(case: str, tmp_path: Path) -> None:
    engine, files, expected = CONFIGS[case]
    settings = settings_of(engine, files, tmp_path)
    assert {name: settings[name] for name in expected} == expected


@pytest.mark.parametrize("case", ["authors of a file", "languages"])
def test_names_that_are_spelled_in_several_ways_count_as_one(
    case: str, make_site: MakeSite, tmp_path: Path
) -> None:
    engine, files, _settings = CONFIGS[case]
    assert moved(make_site, tmp_path, engine, files).warnings == []


PLUGINS = (
    "A\n=\n\n:date: 2024-01-02\n\n.. role:: own\n\n"
    "Before :ruby:`word|reading` and :del:`an\nother <https://x.example/>` and :own:`kept`, ``:ruby:`code```.\n\n"
    ".. panel-default::\n   :title: Why *so*?\n   :icon: x\n\n   The words in the *panel*, |outer|.\n\n"
    "   .. collapse:: Some more words\n\n      Deep :fref:`words`.\n\n      - item\n\n"
    "   .. code-block:: rst\n\n      .. nothing::\n\n         :ruby:`x`\n\n   End of the panel.\n\n"
    ".. |outer| replace:: has |inner| in it\n.. |inner| replace:: :ruby:`inside`\n\n"
    ".. tikz::\n   :libs: shapes\n\n   \\draw (0,0) -- (1,1);\n\n- .. plot::\n     :caption: C\n\n     plot()\n\n"
    ".. graphviz:: a.dot\n   :alt: x\n\n::\n\n   .. digraph::\n\n      a -> b\n\n.. todo:: Done soon.\n\n"
    "=====  ==================\nOne    Two\n=====  ==================\na      :ruby:`cell` here\n"
    "=====  ==================\n\nAfter.\n"
)


def test_what_plugins_of_rst_have_leaves_its_text(make_site: MakeSite, tmp_path: Path) -> None:
    site = moved(make_site, tmp_path, "pelican", {"pelicanconf.py": "", "content/a.rst": PLUGINS})
    assert [warning for warning in site.warnings if "docutils" in str(warning)] == []
    page = site.page("blog/a")
    shown = " ".join(text(page.main).split())
    for words in (
        "Before word|reading and an other and kept, :ruby:`code`.",
        "Why *so*? The words in the panel, has inside in it. Some more words Deep words.",
        ".. nothing:: :ruby:`x` End of the panel.",
        "\\draw (0,0) -- (1,1);",
        "plot() .. digraph:: a -> b Done soon.",
        "cell here After.",
    ):
        assert words in shown
    assert page.texts("em") == ["panel"]
    assert "item" in page.texts("li p")


def test_hugo_is_read_as_it_builds_the_site(tmp_path: Path) -> None:
    """With the settings for production over the others, and in URLs without accents if the site wants them so."""
    files = {
        "config/_default/hugo.toml": (
            'baseURL = "http://localhost:1313/"\nremovePathAccents = true\ntitle = "A"\n[params]\nauthor = "Ana"\n'
        ),
        "config/production/config.yaml": "baseurl: https://e.example/\nparams: {description: D}\n",
        "content/posts/Été à la plage.md": "---\ntitle: A\ndate: 2024-01-02\ntags: [Café]\n---\n[b](https://e.example/posts/b/)\n",
        "content/posts/b.md": "---\ntitle: B\ndate: 2024-01-02\n---\nText.\n",
        "config/_default/languages.zh-cn.toml": 'languageName = "简体中文"\n',
        "content/posts/b.zh-cn.md": "---\ntitle: B\ndate: 2024-01-02\n---\nText.\n",
    }
    settings = settings_of("hugo", files, tmp_path)
    assert settings["blog_languages"]["zh-cn"] == ("简体中文", None)
    assert settings["html_baseurl"] == "https://e.example/"
    assert (settings["blog_title"], settings["blog_default_author"]) == ("A", "Ana")
    assert settings["blog_feed_subtitle"] == "D"
    assert any("tags/cafe/" in key for key in settings["blog_redirects"])
    [path] = [path for path in (tmp_path / "new/blog").glob("*.md") if path.name[0] != "b"]
    text = path.read_text(encoding="utf-8")
    assert front_matter(text)["redirect"] == ["posts/ete-a-la-plage/index"]
    assert "[b](/blog/b)" in text


@pytest.mark.parametrize(("margin", "lead"), [("", ""), ("> ", "> "), ("  ", "- ")])
def test_a_formula_ends_where_it_is_closed(margin: str, lead: str) -> None:
    """What is behind it in its line, and all that follows, is text."""
    text = f"{lead}x\n{margin}\n{margin}$$\n{margin}a\n{margin}$$<br/>\n{margin}\n{margin}![p](/images/a.png)\n\n"
    body, remarks = convert("jekyll", f"{text}[x](other.md)\n\n$$\nb\n$$\n\n- $$P_6$$ is $$a\n  = b$$\n\n`$$`\n")
    assert re.findall(r"\]\(([^)]*)\)", body) == ["a.png", "/blog/other"]
    assert "\n$$\nb\n$$\n" in body
    assert "- $P_6$ is $a\n  = b$\n" in body
    assert f"{margin}$$\n{margin.rstrip()}\n{margin}<br/>\n" in body
    assert remarks == []


@pytest.mark.parametrize(
    ("config", "post", "is_on"),
    [
        ("", "mathjax: true", True),
        ("mathjax:\n  enable: true\n", "", True),
        ("theme: x\n", "", True),
        ("mathjax:\n  enable: true\n", "mathjax: false", False),
        ("", "", False),
    ],
)
def test_spaces_in_formulas_need_formulas_turned_on(config: str, post: str, is_on: bool, tmp_path: Path) -> None:
    files = {
        "_config.yml": config,
        "_config.x.yml": "plugins:\n  katex: true\n",
        "source/_posts/a.md": f"---\ntitle: A\ndate: 2024-01-02\n{post}\n---\nThe $ L $ here.\n",
    }
    assert ("The $ L $ here." in run_import("hexo", files, tmp_path)["a.md"]) is is_on


def test_a_snippet_may_include_others_and_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {
        "mkdocs.yml": "plugins: [blog]\nmarkdown_extensions: [pymdownx.snippets]\n",
        "docs/blog/posts/a.md": '---\ndate: 2024-01-02\n---\n# A\n\n--8<-- "docs/of/the/self.md"\n',
        "docs/of/the/self.md": 'The snippet.\n\n--8<-- "other.md"\n\n--8<-- "docs/of/the/self.md"\n\nEnd.\n',
        "other.md": 'Another.\n\n--8<-- "docs/of/the/self.md"\n',
    }
    text = run_import("material", files, tmp_path)["a.md"]
    assert text.partition("# A")[2].split() == ["The", "snippet.", "Another.", "End."]
    out = capsys.readouterr().out
    assert "the included file docs/of/the/self.md includes itself: left out" in out
    assert "words" not in out


def test_builds_do_not_warn_of_links_to_ids_in_html(tmp_path: Path) -> None:
    posts = {"a": '<i id="x"></i>', "b": "[a](a.md#x) [a](a.md#y)"}
    files = {f"source/_posts/{name}.md": f"---\ntitle: A\n---\n{text}\n" for name, text in posts.items()}
    assert settings_of("hexo", {**files, "_config.yml": ""}, tmp_path)["nitpick_ignore"] == [("myst", "x")]


def test_pictures_and_tables_in_html_may_have_empty_lines(make_site: MakeSite) -> None:
    svg = "<svg viewBox='0 0 9 9'>\n\n    <title>A</title>\n\n    <rect class='a'/>\n</svg>\n"
    table = "<table>\n\n<tr>\n\n    <td>One</td>\n\n</tr>\n</table>\n"
    code = "```html\n<svg>\n\n    <a/>\n</svg>\n```\n"
    engines = ("jekyll", "pelican", "nikola", "material")
    [body] = {convert(engine, f"{svg}\nText.\n\n{table}\n{code}")[0] for engine in engines}
    page = make_site({"index.md": f"# Home\n\n{body}"}).page("index")
    assert (len(page.all("pre")), page.texts("td")) == (1, ["One"])
    assert page.source.count("<rect class='a'/>\n</svg>") == 1
    assert code in body


NIKOLA = "BLOG_TITLE = 'X'\nSITE_URL = 'https://e.example/'\nPOSTS = (('posts/*.{}', 'posts', 'post.tmpl'),)\n"


def test_files_that_restructuredtext_links_to_are_on_the_site(make_site: MakeSite, tmp_path: Path) -> None:
    text = "See `the paper </paper.pdf>`_ and `the same`_.\n\n.. _the same: /paper.pdf#page=2\n"
    head = ".. title: A\n.. date: 2024-01-02\n\n"
    files = {"conf.py": NIKOLA.format("rst"), "posts/a.rst": f"{head}{text}", "files/paper.pdf": "x"}
    site = moved(make_site, tmp_path, "nikola", files)
    assert {"/paper.pdf", "/paper.pdf#page=2"} <= set(site.page("blog/a").links())
    assert (site.outdir / "paper.pdf").is_file()


@pytest.mark.parametrize(("version", "own"), [(4, ""), (5, "# A notebook\n"), (5, "# Another\n")])
def test_notebooks_are_posts(
    version: int, own: str, make_site: MakeSite, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("myst_nb")
    metadata = {"title": "A notebook", "slug": "nb", "date": "2024-01-02 10:00:00 UTC", "tags": "python"}
    cell = {"cell_type": "markdown", "metadata": {}, "source": [own, "Words."]}
    cells = [cell | ({"id": "a"} if version > 4 else {})]
    data = {"cells": cells, "metadata": {"nikola": metadata}, "nbformat": 4, "nbformat_minor": version}
    config = NIKOLA.format("md', 'posts', ''), ('posts/*.ipynb")
    files = {"conf.py": config, "posts/a.ipynb": json.dumps(data), "posts/b.ipynb": "{}"}
    site = moved(make_site, tmp_path, "nikola", files, "extensions[0] = 'myst_nb'\n")
    page = site.page("blog/a")
    assert page.headings[0].startswith(own[2:].strip() or "A notebook")
    assert "Words." in page.texts("p")
    assert (site.outdir / "posts/nb/index.html").is_file()
    assert "A notebook" in " ".join(site.page("blog").texts("a"))
    assert "b.ipynb" in capsys.readouterr().out
    (tmp_path / "old/posts/b.ipynb").unlink()
    assert main(["import", "nikola", str(tmp_path / "old"), "--to", str(tmp_path / "new")]) == 0
