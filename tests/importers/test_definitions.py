"""Tags that the old site defines itself are rendered from its definitions, safely; all others are hidden."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from bodies import convert
from imports import put

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
    "pages": "{{ range .Site.Data.posts }}x{{ end }}",
    "broken": "{{ if .Get 0 }}x",
    "again": "{{< again >}}",
}
ZOLA = {
    "here": "<a href=\"{{ get_url(path='@/other.md') }}\">{{ config.title | default(value='x') }}</a>",
    "codeblock": "<b>{{ name }}</b>\n{{ body | markdown | safe }}",
    "each": '{% for i in list %}<i title="{{ i }}">{% endfor %}{% if size %}{{ size }}{% endif %}',
    "size": "<b>{{ size }}</b>",
    "near": "{% for file in page.assets %}x{% endfor %}",
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


@pytest.mark.parametrize("name", ["unknown", "pages", "broken", "again", "nowhere", "a/../../../etc/passwd"])
def test_what_cannot_be_rendered_is_hidden_and_reported(name: str) -> None:
    body, remarks = convert("hugo", f"{{{{< {name} >}}}}\n", find_definition=definitions(HUGO))
    assert (body, remarks) == (f"<!-- {{{{< {name} >}}}} -->\n", [(1, f"the tag {name} is now a comment")])


def test_shortcodes_of_zola_are_rendered() -> None:
    more = {"find_definition": definitions(ZOLA), "config": {"title": "My site"}}
    assert convert("zola", "x {{ here() }}", **more) == ('x <a href="/2020/01/02/other/">My site</a>', [])
    body, remarks = convert("zola", "x {{ macro() }}{{ size() }}{{ near() }}", **more)
    assert (body, len(remarks)) == ("x ", 3)
    each = """x {{ each(list=['"a"', "&"]) }}"""
    assert convert("zola", each, **more) == ('x <i title="&quot;a&quot;"><i title="&amp;">', [])
    fence = '{% codeblock(name="a.py") %}\n```python\nx = 1\n```\n{% end %}'
    assert convert("zola", fence, **more) == ("<b>a.py</b>\n\n```python\nx = 1\n```", [])


def test_macros_of_mkdocs_are_those_of_its_configuration() -> None:
    config = {"extra": {"version": "1.2", "team": {"name": "T"}}, "site_name": "S"}
    text = "v{{ version }} of {{ team.name }} in {{ config.site_name }}, {{ env }} and `{{ x }}`"
    body, remarks = convert("material", text, config=config, extensions=frozenset({"macros"}))
    assert body == "v1.2 of T in S, {{ env }} and `{{ x }}`"
    assert [remark for _line, remark in remarks] == ["the tag env is kept as text"]
    assert convert("material", text, config=config) == (text, [])


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
    "{% set a = 'aaaaaaaaaa' %}" + "{% set a = a | replace('a', a) %}" * 20 + "{{ a }}",
    "{% set a = 9 %}" + "{% set a = a | times(a) %}" * 60 + "{{ a }}",
    "{% include '/etc/passwd' %}",
    "{% set a = 9 %}" + "{% set a = a * a %}" * 60 + "{{ a }}",
    "{{ lipsum() }}",
    "{{ self }}",
    "{{ " + "(" * 3_000 + "1" + ")" * 3_000 + " }}",
    "{{ unclosed",
    "A" * 200_000,
]


@pytest.mark.parametrize("template", ATTACKS)
def test_no_template_takes_long_or_gets_at_anything(template: str) -> None:
    start = time.process_time()
    with pytest.raises(TemplateError):
        Sandbox(FUNCTIONS, is_strict=True).text(template, {"x": list(range(100))})
    assert time.process_time() - start < 2
