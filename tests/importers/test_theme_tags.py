"""Tags that themes of Hexo and Hugo add become MyST that says the same, without their colors and icons."""

from __future__ import annotations

import pytest
from bodies import convert

HEXO = {
    "{% folding cyan open, The title %}\nx\n{% endfolding %}": ":::{dropdown} The title\n\nx\n:::",
    "{% folding green::A_title %}\nx\n{% endfolding %}": ":::{dropdown} A_title\n\nx\n:::",
    "{% hideToggle A, #f0f4ff, #1f2d3d %}\nx\n{% endhideToggle %}": ":::{dropdown} A\n\nx\n:::",
    "{% hideToggle Open it, or not %}\nx\n{% endhideToggle %}": ":::{dropdown} Open it, or not\n\nx\n:::",
    "{% note orange 'fas fa-magic' %}\nx\n{% endnote %}": ":::{note}\n\nx\n:::",
    "{% notel blue fa-x Titled %}\nx\n{% endnotel %}": ":::{admonition} Titled\n:class: note\n\nx\n:::",
    "{% noteblock warning, T %}\nx\n{% endnoteblock %}": ":::{admonition} T\n:class: warning\n\nx\n:::",
    "{% noteblock %}\nx\n{% endnoteblock %}": ":::{note}\n\nx\n:::",
    "{% link A site, of one, https://x.org/ %}": "[A site](https://x.org/): of one",
    "{% btn 'https://x.org/',Go,far fa-hand,blue larger %}": "[Go](https://x.org/)",
    "{% btn Go:: https://x.org/ %}": "[Go](https://x.org/)",
    "{% image https://x.org/a.png, width=400px, alt=A %}": '![A](https://x.org/a.png){width="400px"}',
    "{% label word blue %}": '<mark class="label blue">word</mark>',
    "{% u a %} {% kbd b %} {% span red, c d %}": "<u>a</u> <kbd>b</kbd> <span>c d</span>",
    "{% p center, e %}": "e",
    "{% p subtitle, e, f %} {% span logo large, g %}": "e, f <span>g</span>",
    "{% note warning, A text, of one. %}": ":::{warning}\n\nA text, of one.\n:::",
    "{% note, x %}": ":::{note}\n\nx\n:::",
    "{% noteblock bug red %}\nx\n{% endnoteblock %}": ":::{admonition} Bug\n:class: error bug\n\nx\n:::",
    '{% dplayer "url=https://x.org/a.mp4" "pic=x" %}': (
        '<video controls src="https://x.org/a.mp4" style="max-width: 100%"></video>'
    ),
    "{% pdf https://x.org/a.pdf %}": "[a.pdf](https://x.org/a.pdf)",
    "{% github_emoji smile %} {% inlineImg a.png 20px %}": '😄 ![](a.png){height="20px"}',
    "{% checkbox green checked, *a* %}": "☑ *a*",
    "{% radio a color:green checked:true %}": "◉ a",
    "x {% hideInline y,show,#fff %}": 'x <span class="hidden-text">y</span>',
    "{% timeline 2024,pink %}\n<!-- timeline 01-02 -->\na\n<!-- endtimeline -->\n{% endtimeline %}": (
        "**2024**\n\n**01-02**\n\na"
    ),
    "{% timeline %}\n{% timenode May %}\n\na\n\n{% endtimenode %}\n{% endtimeline %}": "**May**\n\na",
}
HUGO = {
    '{{< link href="https://x.org" content="X" >}}': "[X](https://x.org)",
    '{{< badge content="new" >}}': "<mark>new</mark>",
    '{{< filetree/container >}}\n  {{< filetree/folder name="a" >}}\n    {{< filetree/file name="b_c.md" >}}\n'
    '  {{< /filetree/folder >}}\n  {{< filetree/file name="d.toml" >}}\n{{< /filetree/container >}}': (
        "- `a/`\n  - `b_c.md`\n- `d.toml`"
    ),
    '{{< button href="https://x.org" >}}\n{{< icon "x" >}} Go\n{{< /button >}}': "[Go](https://x.org)",
    "{{< keyword >}} A {{< /keyword >}} {{< badge >}}B{{< /badge >}}": "<mark>A</mark> <mark>B</mark>",
    "{{< typeit speed=10 >}} A. {{< /typeit >}}": "A.",
    '{{< github repo="a/b-c" >}} {{< icon "x" >}}': "[a/b-c](https://github.com/a/b-c)",
    '{{< article link="/2020/01/02/other/" >}}': "[](/blog/other)",
    '{{< accordion >}}\n{{< accordionItem title="T" >}}\nx\n{{< /accordionItem >}}\n{{< /accordion >}}': (
        ":::{dropdown} T\n\nx\n:::"
    ),
    "{{< rtl >}}\nx\n{{< /rtl >}}": '<div dir="rtl">\n\nx\n\n</div>',
    '{{< timeline >}}\n{{< timelineItem header="H" badge="1" >}}\nx\n{{< /timelineItem >}}\n{{< /timeline >}}': (
        "**H · 1**\n\nx"
    ),
    '{{< music auto="https://music.163.com/#/song?id=1" >}}': "<https://music.163.com/#/song?id=1>",
    '{{< mermaid-box width="9px" >}}\nflowchart TD\n  A["x"] --> B{"{{< y"}\n{{< /mermaid-box >}}': (
        '```mermaid\nflowchart TD\n  A["x"] --> B{"{{< y"}\n```'
    ),
    '{{< alert "circle-info" >}}\n**W** x\n{{< /alert >}}': ":::{note}\n\n**W** x\n:::",
    '{{% alert title="T" color="warning" %}}\nx\n{{% /alert %}}': (":::{admonition} T\n:class: warning\n\nx\n:::"),
    '{{< callout type="tip" text="Hello *x*" >}}': ":::{tip}\n\nHello *x*\n:::",
    '{{< tabgroup >}}\n{{< tab name="A" >}}\nx\n{{< /tab >}}\n{{< /tabgroup >}}': (
        "::::{tab-set}\n\n:::{tab-item} A\n\nx\n:::\n::::"
    ),
    '{{< tabpane langEqualsHeader=true >}}\n{{% tab header="T" disabled=true /%}}\n{{< tab header="Java" >}}\n'
    'a *b* {{< c >}};\n\n  d;\n{{< /tab >}}\n{{< tab header="B" text=true >}}\n*x*\n{{< /tab >}}\n'
    "{{< /tabpane >}}": (
        "::::{tab-set}\n\n:::{tab-item} Java\n\n```java\na *b* {{< c >}};\n\n  d;\n```\n:::\n\n"
        ":::{tab-item} B\n\n*x*\n:::\n::::"
    ),
    '- {{< tabpane lang="c" >}}\n  {{< tab "A" >}}\n  int x;\n  {{< /tab >}}\n  {{< /tabpane >}}': (
        "- ::::{tab-set}\n\n  \n  :::{tab-item} A\n\n  ```c\n  int x;\n  ```\n  :::\n\n  ::::"
    ),
    "{{< math >}}\n$$ x_1 $$\n{{< /math >}}": "$$ x_1 $$",
    "a {{< math >}}$x_1$ *b*{{< /math >}}": "a $x_1$ *b*",
    '{{< kbd "Ctrl" >}} {{< kbd >}}X{{< /kbd >}}': "<kbd>Ctrl</kbd> <kbd>X</kbd>",
    '{{< cards >}}\n{{< card link="https://x.org" title="B" subtitle="s" >}}\n{{< /cards >}}': (
        "- [B](https://x.org): s"
    ),
    "- a\n  {{< mermaid >}}\n  graph\n  {{< /mermaid >}}\n  b": "- a\n  \n  ```mermaid\n  graph\n  ```\n\n  b",
    "{{< music id=2 >}}": "<https://music.163.com/#/song?id=2>",
    '{{< music url="a.mp3" name="Song" artist="Mei" >}}': None,
}
CASES = [*(("hexo", *case) for case in HEXO.items()), *(("hugo", *case) for case in HUGO.items())]


@pytest.mark.parametrize(("engine", "text", "expected"), CASES)
def test_tags_of_themes_are_converted(engine: str, text: str, expected: str | None) -> None:
    body, remarks = convert(engine, text)
    if expected is None:
        assert (body, len(remarks)) == (text, 1)
        return
    while "\n\n\n" in body:
        body = body.replace("\n\n\n", "\n\n")
    assert body.strip() == expected
    assert [text for _line, text in remarks if "mermaid" not in text] == []


@pytest.mark.parametrize(
    ("engine", "text"),
    [
        ("hexo", "{% note some, x %}"),
        ("hexo", "{% video a.html %}"),
        ("hugo", "{{< box >}}\n{{< table >}}\n{{< /box >}}"),
        ("hugo", '{{< card link="https://x.org" title="B" >}}'),
    ],
)
def test_what_may_be_something_else_is_kept_and_reported(engine: str, text: str) -> None:
    body, remarks = convert(engine, text)
    assert body.replace("\\", "") == text
    assert "kept as text" in remarks[0][1]


@pytest.mark.parametrize("engine", ["jekyll", "zola"])
def test_other_engines_have_no_such_tags(engine: str) -> None:
    text = "{% checkbox checked, a %} {% u a %} {% p a %}"
    assert convert(engine, text)[0] == text
