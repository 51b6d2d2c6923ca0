"""Tags that the old site defines itself are rendered from its definitions, safely; all others are hidden."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from bodies import convert
from imports import put, run_import

from blogext_import.post_records import Included
from blogext_import.templates.sandbox import FUNCTIONS, Sandbox, TemplateError
from sphinx_blogext.command.main import main

BUTTON = """{{- $class := .Get "class" | default "btn" -}}
<a class="{{ $class }}" href="{{ with .Get "href" }}{{ . }}{{ else }}{{ .Get "url" | relURL }}{{ end }}"
{{ if eq (.Get "external") "true" }} target="_blank"{{ end }}>

  {{ .Get "label" | markdownify }}{{/* a comment */}}
</a>"""
HUGO = {
    "btn": BUTTON,
    "names": '{{ range $i, $name := split (.Get 0) "," }}{{ if $i }}; {{ end }}{{ . | upper }}{{ end }}',
    "both": '{{ if and (.Get "a") (not (.Get "b")) }}A{{ else if .Get "b" }}B{{ else }}C{{ end }}',
    "print": '{{ printf "%s-%d%%" (.Get "a") 3 }} {{ .Page.Title }} {{ .Site.Params.mail }}',
    "rust": '<b>{{ .Get 0 }}</b> {{ highlight (trim .Inner "\\n") "rust" "" }}',
    "unknown": '{{ i18n "x" }}',
    "broken": "{{ if .Get 0 }}x",
    "again": "{{< again >}}",
}
ZOLA = {
    "here": "<a href=\"{{ get_url(path='@/other.md') }}\">{{ config.title | default(value='x') }}</a>",
    "macro": "{% import 'macros/x.html' as m %}{{ m::y() }}",
}


def definitions(texts: dict[str, str]) -> Callable[[str], Included | None]:
    return lambda name: Included(f"{name}.html", texts[name]) if name in texts else None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('a {{< btn url="y" class=c label=L >}} b', 'a <a class="c" href="/y"\n>\nL\n</a> b'),
        ('x {{< names "a,b" >}}', "x A; B"),
        ("x {{< both a=1 >}}{{< both b=1 >}}{{< both >}}", "x ABC"),
        ('x {{< print a="q" >}}', "x q-3% T m@x.org"),
        ("{{< rust name >}}\nfn a() {}\n\nfn b() {}\n{{< /rust >}}", "```rust\nfn a() {}\n\nfn b() {}\n```"),
    ],
)
def test_shortcodes_of_hugo_are_rendered(text: str, expected: str) -> None:
    more = {"page": {"title": "T"}, "config": {"params": {"mail": "m@x.org"}}}
    assert convert("hugo", text, find_definition=definitions(HUGO), **more) == (expected, [])


@pytest.mark.parametrize("name", ["unknown", "broken", "again", "nowhere", "a/../../../etc/passwd"])
def test_what_cannot_be_rendered_is_hidden_and_reported(name: str) -> None:
    body, remarks = convert("hugo", f"{{{{< {name} >}}}}\n", find_definition=definitions(HUGO))
    assert body == f"<!-- {{{{< {name} >}}}} -->\n"
    assert remarks == [(1, f"the tag {name} is now a comment")]


def test_shortcodes_of_zola_are_rendered() -> None:
    more = {"find_definition": definitions(ZOLA), "config": {"title": "My site"}}
    link = 'x <a href="/2020/01/02/other/">My site</a>'
    assert convert("zola", "x {{ here() }}", **more) == (link, [])
    body, remarks = convert("zola", "x {{ macro() }}", **more)
    assert (body, len(remarks)) == ("x ", 1)


def test_definitions_are_found_in_the_site_and_its_theme(tmp_path: Path) -> None:
    post = '---\ntitle: A\ndate: 2024-01-02\n---\n{{< own >}}\n\n{{< theirs >}}\n\n{{< pic src="a.png" >}}\n'
    files = {
        "hugo.toml": 'baseURL = "https://e.org/"\ntheme = "good"\n',
        "content/posts/a/index.md": post,
        "content/posts/a/a.png": "x",
        "layouts/shortcodes/own.html": "<b>site</b>",
        "layouts/shortcodes/pic.html": '<p class="p"><img src="{{ .Get "src" }}" alt=""></p>',
        "themes/good/layouts/shortcodes/own.html": "<b>theme</b>",
        "themes/good/layouts/shortcodes/theirs.html": "<i>theme</i>",
        "themes/bad/layouts/shortcodes/theirs.html": "<i>other</i>",
    }
    text = run_import("hugo", files, tmp_path)["index.md"]
    assert "<b>site</b>\n\n<i>theme</i>" in text
    # Its picture is copied as in any other HTML.
    assert '<img src="a.png" alt="">' in text
    assert (tmp_path / "new/a/a.png").exists()


def test_includes_of_jekyll_know_the_post_and_the_site(tmp_path: Path) -> None:
    post = "---\ntitle: A\nhero: h.png\npeople: [Ana, Li]\n---\n![]({{ page.hero }})\n"
    post += "{% include by.html who=page.people %}\n"
    by = "<p>\n\n{% for a in include.who %}<b>{{ a }}</b> {% endfor %}of {{ site.title }}\n</p>\n"
    files = {
        "_config.yml": "title: S\nurl: https://e.org\n",
        "_posts/2024-01-02-a.md": post + "\n{% include none.html %}\n\n{% include posts.html %}\n",
        "_includes/by.html": by,
        "_includes/posts.html": "{% for post in site.posts %}{{ post.title }}{% endfor %}",
        "h.png": "x",
    }
    text = run_import("jekyll", files, tmp_path)["2024-01-02-a.md"]
    assert "![](h.png)\n" in text
    assert "<p>\n<b>Ana</b> <b>Li</b> of S\n</p>" in text
    assert "<!-- {% include none.html %} -->\n\n<!-- {% include posts.html %} -->\n" in text


def test_macros_of_mkdocs_are_those_of_its_configuration() -> None:
    config = {"extra": {"version": "1.2", "team": {"name": "T"}}, "site_name": "S"}
    text = "v{{ version }} of {{ team.name }} in {{ config.site_name }}, {{ env }} and `{{ x }}`"
    macros = frozenset({"macros"})
    body, remarks = convert("material", text, config=config, extensions=macros)
    assert body == "v1.2 of T in S, {{ env }} and `{{ x }}`"
    assert [remark for _line, remark in remarks] == ["the tag env is kept as text"]
    assert convert("material", text, config=config) == (text, [])


@pytest.mark.parametrize(
    ("plugins", "expected"),
    [(["liquid_tags"], "<!-- {% photo a %} -->\n\n{{ x }}"), (["other"], "\\{% photo a %}\n\n{{ x }}")],
)
def test_tags_of_pelican_are_those_of_a_plugin(plugins: list[str], expected: str) -> None:
    """Without it, they are the author's text, as is what the plugin does not read."""
    text = "{% photo a %}\n\n{{ x }}"
    assert convert("pelican", text, extensions=frozenset(plugins))[0] == expected


def test_tags_within_a_defined_one_are_converted_too() -> None:
    text = '{{< wide >}}\n{{< none a >}}\n{{< button href="https://x.org" label=B >}}\n{{< /wide >}}\n'
    more = {"find_definition": definitions({"wide": '<div class="wide">{{ .Inner }}</div>'})}
    body, remarks = convert("hugo", text, **more)
    assert body == '<div class="wide">\n\n<!-- {{< none a >}} -->\n[B](https://x.org)\n\n</div>\n'
    assert [remark for _line, remark in remarks] == ["the tag none is now a comment"]


def test_words_between_unknown_tags_stay() -> None:
    deep = "- {{< deep >}}\n  x\n  {{< /deep >}}\n"
    text = f"{{{{< wide >}}}}\nSome *words* here.\n\n{deep}{{{{< /wide >}}}}\nand {{{{< more >}}}}."
    body, remarks = convert("hugo", text)
    assert body == (
        "<!-- {{< wide >}} -->\nSome *words* here.\n\n- <!-- {{< deep >}} -->\n  x\n  <!-- {{< /deep >}} -->\n"
        "<!-- {{< /wide >}} -->\nand ."
    )
    said = ["tag wide is now a comment", "tag deep is now a comment", "tag more is left out of its line"]
    assert [remark for _line, remark in remarks] == [f"the {words}" for words in said]
    hidden = '<!-- {{< a b="- -> x" >}} -->\n'
    assert convert("hugo", '{{< a\n  b="--> x" >}}\n')[0] == hidden


def test_the_owner_may_say_what_a_tag_becomes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = '{{ wrap(name="n") }} {% wrap(name="x") %}y{% end %}'
    assert convert("zola", text, tags={"wrap": "[{name}:{body}]"})[0] == "[n:] [x:y]"
    # In the command, too.
    post = "---\ntitle: A\ndate: 2024-01-02\n---\n{% pic x %}\n"
    put(tmp_path / "old", {"_config.yml": "title: A\n", "source/_posts/a.md": post})
    command = ["import", "hexo", str(tmp_path / "old"), "--to", str(tmp_path / "new")]
    assert main([*command, "--tag", "pic=**{0}**"]) == 0
    assert (tmp_path / "new/a.md").read_text(encoding="utf-8").endswith("\n**x**\n")
    assert main([*command, "--tag", "pic"]) == 2
    assert "--tag pic" in capsys.readouterr().err


ATTACKS = [
    "".join(f"{{% for {name} in x %}}" for name in "abcd") + "{{ a }}" + "{% endfor %}" * 4,
    "{{ 'a' * 10 ** 9 }}",
    "{{ 9 ** 9 ** 9 }}",
    "{{ 'a'.ljust(10 ** 9) }}",
    "{{ '%0999999999d' % 1 }}",
    "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "{{ x.append(1) }}",
    "{% macro f() %}{{ f() }}{{ f() }}{% endmacro %}{{ f() }}",
    "{% set a = 'aaaaaaaaaa' %}" + "{% set a = a ~ a %}" * 40 + "{{ a }}",
    "{% set a = 'aaaaaaaaaa' %}" + "{% set a %}{{ a }}{{ a }}{% endset %}" * 40 + "{{ a }}",
    "{% set a = 'aaaaaaaaaa' %}" + "{% set a = a | replace('a', a) %}" * 20 + "{{ a }}",
    "{% set a = 9 %}" + "{% set a = a * a %}" * 60 + "{{ a }}",
    "{% set a = 9 %}" + "{% set a = a | times(a) %}" * 60 + "{{ a }}",
    "{% for i in x %}" + "A" * 90_000 + "{% endfor %}",
    "{% include '/etc/passwd' %}",
    "{% extends '../../etc/passwd' %}",
    "{{ lipsum() }}",
    "{{ cycler }}{{ self.__init__.__globals__ }}",
    "{{ " + "(" * 3_000 + "1" + ")" * 3_000 + " }}",
    "{{ unclosed",
    "{% nonsense %}",
    "A" * 200_000,
]


@pytest.mark.parametrize("template", ATTACKS)
def test_no_template_takes_long_or_gets_at_anything(template: str) -> None:
    start = time.process_time()
    with pytest.raises(TemplateError):
        Sandbox(FUNCTIONS, is_strict=True).text(template, {"x": list(range(100))})
    assert time.process_time() - start < 2


def test_includes_that_include_themselves_end(tmp_path: Path) -> None:
    files = {
        "_config.yml": "title: S\n",
        "_posts/2024-01-02-a.md": "---\ntitle: A\n---\nText.\n\n{% include a.html %}\n\n{% include b.html %}\n",
        "_includes/a.html": "{% include a.html %}",
        "_includes/b.html": "{% include ../../../../etc/passwd %}",
    }
    text = run_import("jekyll", files, tmp_path)["2024-01-02-a.md"]
    assert text.endswith("<!-- {% include a.html %} -->\n\n<!-- {% include b.html %} -->\n")
