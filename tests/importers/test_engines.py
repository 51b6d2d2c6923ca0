"""What an import makes of posts, by the settings of the old site: their front matter, and parts of their text."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from imports import front_matter, run_import

#: By the engine: the file of the settings, and those that all sites have.
SETTINGS = {
    "ablog": ("conf.py", "extensions = ['ablog']\n"),
    "docusaurus": ("docusaurus.config.js", "module.exports = {title: 'X', presets: [['classic', {blog: {"),
    "hexo": ("_config.yml", "url: https://e.example\n"),
    "hugo": ("hugo.toml", 'baseURL = "https://e.example/"\n'),
    "jekyll": ("_config.yml", "url: https://e.example\n"),
    "material": ("mkdocs.yml", "plugins: [blog]\n"),
    "nikola": ("conf.py", "SITE_URL = 'https://e.example/'\nPOSTS = [('posts/*.md', 'posts', 'post.tmpl')]\n"),
    "pelican": ("pelicanconf.py", "SITEURL = 'https://e.example'\n"),
    "zola": ("config.toml", 'base_url = "https://e.example"\n'),
}


def post(title: str = "T", **keys: object) -> str:
    return f"---\n{json.dumps({'title': title, **keys})}\n---\nText.\n"


def pelican(title: str, date: str = "2024-01-02", **keys: str) -> str:
    lines = (f"{key}: {value}\n" for key, value in {"title": title, "date": date, **keys}.items())
    return f"{''.join(lines)}\nText.\n"


def nikola(title: str = "A", **keys: str) -> str:
    lines = (f".. {key}: {value}\n" for key, value in {"title": title, "date": "2024-01-02", **keys}.items())
    return f"<!--\n{''.join(lines)}-->\n\nText.\n"


CUT = "\n\nOne.\n\n{}\n\nTwo.\n"
SUMMARY = "Összefoglaló *dőlt* szöveg, {} és {}, 2 * 3 * x_y_z & más"
PLAIN = "Összefoglaló dőlt szöveg, a*b és c, 2 * 3 * x_y_z & más"
DATED = post(date="2024-01-02")
SCOPES = (
    "exclude: [_posts/old, '*/secret-*', '2023*']\ninclude: [_posts/old/2024-01-02-kept.md]\ndefaults:\n"
    "  - {scope: {path: '_posts/*/wip'}, values: {published: false}}\n"
    "  - {scope: {path: '**/deep', type: posts}, values: {lang: hu, categories: [Mély]}}\n"
    "  - {scope: {path: '_posts/{x,y}/*.md'}, values: {lang: de}}\n"
    "  - {scope: {path: '_posts/{*'}, values: {lang: fr}}\n"
)
#: Names of posts, keys, and URLs as Jekyll 4.3 wrote them.
JEKYLL = [
    # The suffix is added to anything but itself.
    ("2021-03-13-Perm_Custom.Three", "permalink: /x/:title", "x/Perm_Custom.Three.html"),
    ("2022-06-08-a", "permalink: /./p/../q/", "p/q/index"),
    ("2022-04-09-a", "category: Big Things", "big things/2022/04/09/a.html"),
    # Two digits are a year.
    ("21-03-09-a", "", "2021/03/09/a.html"),
    # In the time zone of the site.
    ("2022-05-01-a", "date: 2022-05-01 22:11:12", "2022/05/02/a.html"),
    ("2022-05-01-a", "date: '2022-05-01 22:11:12'", "2022/05/01/a.html"),
]
#: The engine, its settings, files, and what is in the front matter, the heading or the text of each document.
FRONTS: dict[str, tuple[str, str, dict[str, str], dict[str, dict[str, Any]]]] = {
    "a date in a name is before one in a permalink": ("jekyll", "",
        {"_posts/2024-01-02-a.md": post(permalink="/2024/01/01/a/")},
        {"2024-01-02-a.md": {"date": "2024-01-02", "redirect": ["2024/01/01/a/index"]}}),
    "a collection of posts, and a folder of pictures": ("jekyll",
        "collections: {posts: {permalink: '/news/:year/:title/'}}\n",
        {"_posts/2024-01-02-a.md": "---\nmedia_subpath: /assets/a/\nimage: {path: b.png}\n---\n![](c.png)\n",
        "assets/a/b.png": "b", "assets/a/c.png": "c"},
        {"2024-01-02-a.md": {"redirect": ["news/2024/a/index"], "image": "assets/a/b.png",
        "has": "](assets/a/c.png)"}}),
    **{f"URLs of Jekyll, {keys or name}": ("jekyll", "timezone: Europe/Moscow\n",
        {f"_posts/{name}.md": f"---\ntitle: T\n{keys}\n---\nText.\n"}, {f"{name}.md": {"redirect": [url]}})
        for name, keys, url in JEKYLL},
    # What YAML reads as a time is in UTC if it names no zone; other texts are in the zone of the site.
    "dates of Jekyll": ("jekyll", "timezone: Europe/Moscow\n",
        {f"_posts/2022-05-01-{name}.md": f"---\ntitle: T\ndate: {date}\n---\nText.\n" for name, date in {
        "a": "2022-05-01 22:11:12  # late", "b": "2022-5-1 2:11:12", "c": "'2022-05-01 22:11:12'",
        "d": "2022-05-01 22:11:12 MSK"}.items()},
        {f"2022-05-01-{name}.md": {"date": f"2022-05-01 {time}"} for name, time in {
        "a": "22:11:12+00:00", "b": "02:11:12+00:00", "c": "22:11:12", "d": "22:11:12+03:00"}.items()}),
    "names of authors are without tags": ("jekyll", "", {
        "_posts/2022-05-01-a.md": post(author='<a href="https://mei.example/">Mei Lin</a> (Oslo)'),
        "_posts/2022-05-01-b.md": post(author=["<b>Mei</b>", "Jo <em>K.</em>"]),
        "_posts/2022-05-01-c.md": post(author="Mei <mei@example.org>")},
        {f"2022-05-01-{name}.md": {"author": authors} for name, authors in {
        "a": ["Mei Lin (Oslo)"], "b": ["Mei", "Jo K."], "c": ["Mei <mei@example.org>"]}.items()}),
    "redirects have the suffix, too": ("jekyll", "",
        {"_posts/2022-05-01-a.md": post(redirect_from=["/old/one", "/old/two/", "/old/three.html"])},
        {"2022-05-01-a.md": {"redirect": ["2022/05/01/a.html", "old/one/index", "old/two/index", "old/three.html",
        "old/one.html"]}}),
    "patterns in scopes": ("jekyll", SCOPES,
        {f"_posts/{name}.md": DATED for name in ("a/wip/2024-01-02-w", "wip/2024-01-02-v", "a/b/deep/2024-01-02-d",
        "y/2024-01-02-y", "old/2024-01-02-o", "old/2024-01-02-kept", "2024-01-02-p", "secret-1/2024-01-02-s")},
        {f"2024-01-02-{name}.md": {"draft": None, "language": None, "category": None} | keys for name, keys in {
        "w": {"draft": "True"}, "v": {}, "kept": {}, "p": {}, "y": {"language": "de"},
        "d": {"language": "hu", "category": ["Mély"]}}.items()}),
    "metadata of folders": ("material", "",
        {"docs/blog/posts/.meta.yml": "tags: [a]\nauthors: [mei]\n",
        "docs/blog/posts/deep/.meta.yml": "tags: [b]\nauthors: [jo]\ndraft: true\n",
        "docs/blog/posts/deep/post.md": post(date="2024-01-02", draft=False, tags=["c"]),
        "docs/blog/posts/deep/draft.md": DATED},
        {"post.md": {"tags": ["a", "b", "c"], "author": ["mei", "jo"], "draft": None},
        "draft.md": {"tags": ["a", "b"], "author": ["mei", "jo"], "draft": "True"}}),
    "drafts in the words of any engine": ("hexo", "", {f"source/_posts/{name}.md": post(date="2024-01-02", **keys)
        for name, keys in {"a": {"isDraft": True}, "b": {"drafts": True, "draft": False}, "c": {"publish": False},
        "d": {"published": "no"}, "e": {"status": "pending"}}.items()},
        {f"{name}.md": {"draft": "True"} for name in "abcde"}),
    "dates in the zone of the site": ("hexo", "timezone: Asia/Shanghai\n",
        {f"source/_posts/{name}.md": f"---\ntitle: A\ndate: {date}\n---\nA.\n" for name, date in {
        "a": "2021-01-01T20:00:00Z", "b": "2021-03-01 05:00:00 +08:00", "c": "2021-03-01 05:00:00"}.items()},
        {"a.md": {"date": "2021-01-01 20:00", "redirect": ["2021/01/01/a/index"]},
        "b.md": {"date": "2021-02-28 21:00", "redirect": ["2021/02/28/b/index"]},
        "c.md": {"date": "2021-03-01 05:00", "redirect": ["2021/03/01/c/index", "2021/02/28/c/index"]}}),
    "dates of the site": ("pelican", "TIMEZONE = 'UTC'\nDEFAULT_DATE = (2021, 3, 4)\n",
        {"content/t.md": "Title: T\n\nText.\n", "content/u.md": pelican("U"),
        "content/v.md": pelican("V", "soon")},
        {"t.md": {"date": "2021-03-04"}, "u.md": {"date": "2024-01-02"}, "v.md": {"date": None, "draft": "True"}}),
    "dates that are none": ("pelican", "DEFAULT_DATE = 'some day'\n", {"content/t.md": "Title: T\n\nText.\n"},
        {"t.md": {"date": None, "draft": "True"}}),
    "days in another zone": ("pelican",
        "TIMEZONE = 'Europe/Madrid'\nARTICLE_URL = ARTICLE_SAVE_AS = '{date:%Y}/{date:%m}/{date:%d}/{slug}/'\n",
        {f"content/{name}.md": pelican(name, f"2012-12-14{time}") for name, time in
        {"a": "T23:40:25+00:00", "b": " 23:40"}.items()},
        {f"{name}.md": {"redirect": [f"2012/12/14/{name}/index"],
        "id": f"tag:e.example,2012-12-14:/2012/12/14/{name}/"} for name in "ab"}),
    **{f"metadata of the site, {written[:4]}": ("pelican", f"DEFAULT_METADATA = {written}\n",
        {"content/a.md": pelican("A", tags="c"), "content/b.md": pelican("B", status="published"),
        "content/c.md": pelican("C", status="")},
        {"a.md": {"draft": "True", "tags": ["c"]}, "b.md": {"draft": None, "tags": tags},
        "c.md": {"draft": "True"}}) for written, tags in {"{'status': 'draft', 'tags': 'a, b'}": ["a", "b"],
        "(('status', 'draft'), ('tags', 'a, b'))": ["a", "b"], "dict(status='draft')": None}.items()},
    **{f"ignored files, {written}": ("pelican", f"IGNORE_FILES = {written}\n",
        {f"content/{name}": pelican(name) for name in ("a.md", "wip/b.md", "_c.md")}, {key: {} for key in names})
        for written, names in {"['_*', 'wip']": ["a.md"], "'_*'": ["a.md", "b.md"],
        "[1]": ["a.md", "b.md", "_c.md"]}.items()},
    "drafts by their paths": ("pelican", "EXTRA_PATH_METADATA = {'wip': {'status': 'draft'}}\n",
        {"content/wip/a.md": pelican("A"), "content/b.md": pelican("B")},
        {"a.md": {"draft": "True"}, "b.md": {"draft": None}}),
    "a date that ends with a full stop": ("nikola", "",
        {"posts/a.md": nikola(date="2024-01-02 15:00:00 UTC-05:00.")},
        {"a.md": {"date": "2024-01-02 15:00-05:00"}}),
    "tags for states": ("nikola", "", {"posts/a.md": nikola(tags="draft, mathjax, x")},
        {"a.md": {"draft": "True", "tags": ["x"]}}),
    "tags that are only tags": ("nikola", "USE_TAG_METADATA = False\n",
        {"posts/a.md": nikola(tags="draft, mathjax, x")},
        {"a.md": {"draft": None, "tags": ["draft", "mathjax", "x"]}}),
    "no slug": ("nikola", "", {"posts/É slug.md": nikola()}, {"É-slug.md": {"redirect": ["posts/e-slug/index"]}}),
    "links to lists": ("nikola", "", {"posts/a.md": nikola(tags="x, C++") + "[x](link://tag/c++) [y](link://index)"},
        {"a.md": {"has": "[x](/categories/c++/){.external} [y](/){.external}"}}),
    "redirects of the site": ("nikola", ("SITE_URL = 'https://e.example/blog/'\nREDIRECTIONS = "
        "[('old/one.html', '/blog/posts/a/'), ('old/two.html', 'https://e.example/blog/posts/a/')]\n"),
        {"posts/a.md": nikola()}, {"a.md": {"redirect": ["posts/a/index", "old/one.html", "old/two.html"]}}),
    "a translation has the date of the original": ("nikola", "TRANSLATIONS = {'en': '', 'es': './es'}\n",
        {"posts/a.md": nikola(updated="2024-01-03"), "posts/a.es.md": nikola(date="2025-01-02"),
        "posts/b.es.md": nikola(date="2025-01-02")},
        {**{key: {"date": "2024-01-02", "updated": "2024-01-03"} for key in ("a.md", "a.es.md")},
        "b.es.md": {"date": "2025-01-02", "updated": None}}),
    "excluded documents": ("ablog", "exclude_patterns = ['posts/old.md', 'drafts', '**/z.*']\n",
        dict.fromkeys(("posts/old.md", "posts/new.md", "drafts/deep/a.md", "x/y/z.md"), post(blogpost=True)),
        {"new.md": {}}),
    "redirects that posts have": ("ablog", "blog_post_pattern = 'posts/*'\n",
        {"posts/m.md": "---\ndate: 2021-02-02\nblogpost: true\nredirect: old/first\n---\n# M\n\nText.\n",
        "posts/n.md": "---\nblogpost: true\nredirect:\n  - old/a\n  - old/b\ndate: 2021-02-03\n---\n# N\n"},
        {"m.md": {"redirect": ["old/first", "posts/m.html"]},
        "n.md": {"redirect": ["old/a", "old/b", "posts/n.html"], "date": "2021-02-03"}}),
    "ids of Hexo": ("hexo", "",
        {"_config.yml": "url: https://e.example/base\nroot: /base/\n", "source/_posts/中 文.md": DATED},
        {"中-文.md": {"id": "https://e.example/base/2024/01/02/%E4%B8%AD%20%E6%96%87/"}}),
    "an id of its own, and drafts": ("hexo", "",
        {"source/_posts/a.md": post(date="2024-01-02", guid="urn:x:1"), "source/_drafts/b.md": DATED},
        {"a.md": {"id": "urn:x:1"}, "b.md": {"id": None}}),
    "a site without a URL": ("hexo", "", {"_config.yml": "", "source/_posts/a.md": DATED}, {"a.md": {"id": None}}),
    "ids of Jekyll": ("jekyll", "baseurl: /base\npermalink: /:year/:title.html\n",
        {"_posts/2024-01-02-some-Thing.md": DATED},
        {"2024-01-02-some-Thing.md": {"id": "https://e.example/base/2024/some-Thing"}}),
    "ids of Pelican": ("pelican", "SITEURL = 'https://e.example/base'\n",
        {"content/a.md": pelican("A", slug="中文")}, {"a.md": {"id": "tag:e.example,2024-01-02:/base/中文.html"}}),
    "ids of Docusaurus": ("docusaurus", "", {"blog/2024-01-02-中文.md": DATED,
        "docusaurus.config.js": "export default {title: 'X', url: 'https://e.example', baseUrl: '/base/'};\n"},
        {"2024-01-02-中文.md": {"id": "https://e.example/base/blog/2024/01/02/中文"}}),
    # The first one of the texts is read as metadata, up to a rule or to what is no key.
    **{f"rules around metadata, {tags}": ("pelican", "", {"content/a.md": text},
        {"a.md": {"date": date, "tags": tags, "has": f"\n\n{text[text.index('Text.'):]}"}})
        for text, date, tags in (
        ("---\nTitle: A\nDate: 2024-01-02 10:00\nTags: x, y\n\nText.\n\n---\n\nMore: or less.\n",
        "2024-01-02 10:00", ["x", "y"]),
        ("---\nTitle: A\nDate: 2024-01-02\n\ntags: [x, z]\n---\n\nText.\n", "2024-01-02", ["x", "z"]))},
    "a separator of teasers": ("jekyll", "excerpt_separator: <!-- cut -->\n",
        {"_posts/2024-01-02-a.md": post() + CUT.format("<!-- cut -->")},
        {"2024-01-02-a.md": {"has": CUT.format("<!-- more -->")}}),
    # Nikola cuts the paragraph there.
    "the end of a teaser": ("nikola", "POSTS += [('posts/*.rst', 'posts', 'post.tmpl')]\n",
        {"posts/a.md": nikola() + "1 <!-- END_TEASER --> 2.", "posts/b.md": nikola() + "1 <!--TEASER_END: a--> 2.",
        "posts/c.rst": ".. title: C\n.. date: 2024-01-02\n" + CUT.format(".. END_TEASER: Go on")},
        {"a.md": {"has": "1\n\n<!-- END_TEASER -->\n\n2."}, "b.md": {"has": "1\n\n<!--TEASER_END: a-->\n\n2."},
        "c.rst": {"has": CUT.format(".. more:: Go on")}}),
    "a marker of the site": ("docusaurus",
        r"truncateMarker: /<!--\s*CUT\s*-->|\{\/\* cut \*\/\}/i, postsPerPage: 3}}]]};",
        {"blog/a.md": DATED + CUT.format("<!-- cut -->"), "blog/b.mdx": DATED + CUT.format("{/* cut */}")},
        {f"{name}.md": {"has": CUT.format("<!-- truncate -->")} for name in "ab"}),
    "definitions of the site and its theme": ("hugo", 'theme = "good"\n', {
        "content/posts/a/index.md": DATED + '{{< own >}}\n\n{{< theirs >}}\n\n{{< pic src="a.png" >}}\n',
        "content/posts/a/a.png": "x",
        "layouts/shortcodes/own.html": "<b>site</b>",
        "layouts/shortcodes/pic.html": '<p class="p"><img src="{{ .Get "src" }}" alt=""></p>',
        "themes/good/layouts/shortcodes/own.html": "<b>theme</b>",
        "themes/good/layouts/shortcodes/theirs.html": "<i>theme</i>",
        "themes/bad/layouts/shortcodes/theirs.html": "<i>other</i>"},
        {"index.md": {"has": '<b>site</b>\n\n<i>theme</i>\n\n<p class="p">\n\n<img src="a.png" alt="">'}}),
    "what includes know": ("jekyll", "title: S\n", {
        "_posts/2024-01-02-a.md": ("---\ntitle: A\nhero: h.png\npeople: [Ana, Li]\n---\n![]({{ page.hero }})\n"
        "{% include by.html who=page.people %}\n"),
        "h.png": "x",
        "_includes/by.html": "<p>\n\n{% for a in include.who %}<b>{{ a }}</b>{% endfor %} {{ site.title }}</p>"},
        {"2024-01-02-a.md": {"has": "![](h.png)\n\n<p>\n<b>Ana</b><b>Li</b> S</p>"}}),
    **{f"includes of {top}": ("jekyll", f"source: {top}\nincludes_dir: in\n", {"src/in/x.html": "<b>X</b>",
        "src/_posts/2024-01-02-a.md": DATED + "{% include x.html %}\n"}, {"2024-01-02-a.md": {"has": "<b>X</b>"}})
        for top in ("src", ".tmp/src", "tmp")},
    "includes that cannot be": ("jekyll", "", {
        "_posts/2024-01-02-a.md": DATED + "\n" + "\n\n".join(f"{{% include {name}.html %}}" for name in "abcd"),
        "_includes/a.html": "{% include a.html %}", "_includes/b.html": "{% include ../../../../etc/passwd %}",
        "_includes/c.html": "{% for post in site.posts %}{{ post.title }}{% endfor %}"},
        {"2024-01-02-a.md": {"has": "\n\n".join(f"<!-- {{% include {name}.html %}} -->" for name in "abcd")}}),
    "links to files of languages": ("zola", "[languages.fr]\n",
        {"content/posts/a/index.md": DATED + "## 1 {#n_1}\n## A & b", "content/posts/a/index.fr.md": DATED,
        "content/posts/b.fr.md": DATED + "[]({0}.md#n_1)[]({0}.md#a-b)[]({0}.fr.md)".format("@/posts/a/index")},
        {"index.md": {}, "index.fr.md": {},
        "b.fr.md": {"has": "[]({0}.md#1)[]({0}.md#a--b)[]({0}.fr)".format("/new/a/index")}}),
    "folders called like languages": ("hugo", "", dict.fromkeys((f"content/posts/{name}.md" for name in
        ("go/index", "cs/index", "git/b", "vim/b", "b", "b.css", "en/a", "zh-cn/a")), DATED), {"a.md":
        {"translation_key": "a"}, **{f"{name}.md": {"translation_key": None, "language": None}
        for name in ("index", "b", "b.css")}}),
    "dates of publication": ("hugo", "", {f"content/posts/{name}.md": post(date="2024-01-02", **{key: value})
        for name, key, value in (("a", "published", "2099-01-01"), ("b", "params", {"published": "2099-01-01"}))},
        {"a.md": {"date": "2099-01-01"}, "b.md": {"date": "2024-01-02"}}),
    "suffixes in one section": ("hugo", "[uglyURLs]\nPosts = true\nnotes = false\n",
        {"content/posts/in/a.md": DATED, "content/notes/b.md": DATED},
        {"a.md": {"redirect": ["posts/in/a.html"]}, "b.md": {"redirect": ["notes/b/index"]}}),
    # In code, without escapes: Jekyll runs Liquid before Markdown.
    **{f"titles in texts, {text}": ("jekyll", "title: My site\n",
        {"_posts/2024-01-02-a.md": f"---\ntitle: A_b *c*\n---\n{text}\n"},
        {"2024-01-02-a.md": {"title": "A_b \\*c\\*", "has": f"# A_b \\*c\\*\n\n{shown}\n"}}) for text, shown in {
        "{{ page.title }}\n====\n\nOn {{site.title}}.": "On My site.",
        "```\n{{ page.title }}\n```\n\n{% raw %}`{{ page.title }}`{% endraw %}":
        "```\nA_b *c*\n```\n\n`{{ page.title }}`"}.items()},
    "summaries": ("pelican", "", {"content/a.md": pelican("A", summary=SUMMARY.format("`a*b`", "[c](https://x.org)")),
        "content/b.rst": ("A\n####\n\n:date: 2024-01-02\n:summary: "
        + SUMMARY.format("``a*b``", "`c <https://x.org>`__") + "\n\nText.\n")},
        {"a.md": {"description": PLAIN}, "b.rst": {"has": f"{PLAIN}\n"}}),
}  # fmt: skip


@pytest.mark.parametrize("case", FRONTS)
def test_front_matter_is_that_of_the_engine(case: str, tmp_path: Path) -> None:
    engine, config, files, expected = FRONTS[case]
    name, settings = SETTINGS[engine]
    made = run_import(engine, {name: settings + config, **files}, tmp_path)
    texts = {document: text for document, text in made.items() if document.endswith((".md", ".rst"))}
    assert texts.keys() == expected.keys()
    for document, keys in expected.items():
        assert keys.get("has", "") in texts[document]
        found = (front_matter(texts[document]) if document.endswith(".md") else {}) | {"has": keys.get("has")}
        if title := re.search("^# (.*)$", texts[document], re.MULTILINE):
            found["title"] = title[1]
        plain = {key: value if isinstance(value, list | None) else str(value) for key, value in found.items()}
        assert {key: plain.get(key) for key in keys} == keys, document
