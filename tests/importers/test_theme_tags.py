"""Tags that themes of Hexo and Hugo add become MyST that says the same, without their colors and icons."""

import pytest
from bodies import convert

HEXO = {
    "{% note orange 'fas fa-magic' %}\nx\n{% endnote %}": ":::{note}\n\nx\n:::",
    "{% image https://x.org/a.png, width=400px, alt=A %}": '![A](https://x.org/a.png){width="400px"}',
}
HUGO = {
    '{{< link href="https://x.org" content="X" >}}': "[X](https://x.org)",
    '{{< mermaid-box width="9px" >}}\nflowchart TD\n  A["x"] --> B{"{{< y"}\n{{< /mermaid-box >}}': (
        '```mermaid\nflowchart TD\n  A["x"] --> B{"{{< y"}\n```'
    ),
    '{{< alert "circle-info" >}}\n**W** x\n{{< /alert >}}': ":::{note}\n\n**W** x\n:::",
    '{{% alert title="T" color="warning" %}}\nx\n{{% /alert %}}': (":::{admonition} T\n:class: warning\n\nx\n:::"),
    '{{< callout type="tip" text="Hello *x*" >}}': ":::{tip}\n\nHello *x*\n:::",
    '{{< tabgroup >}}\n{{< tab name="A" >}}\nx\n{{< /tab >}}\n{{< /tabgroup >}}': (
        "::::{tab-set}\n\n:::{tab-item} A\n\nx\n:::\n::::"
    ),
    "- a\n  {{< mermaid >}}\n  graph\n  {{< /mermaid >}}\n  b": "- a\n  \n  ```mermaid\n  graph\n  ```\n\n  b",
}
CASES = [*(("hexo", *case) for case in HEXO.items()), *(("hugo", *case) for case in HUGO.items())]


@pytest.mark.parametrize(("engine", "text", "expected"), CASES)
def test_tags_of_themes_are_converted(engine: str, text: str, expected: str) -> None:
    body, remarks = convert(engine, text)
    while "\n\n\n" in body:
        body = body.replace("\n\n\n", "\n\n")
    assert body.strip() == expected
    assert [text for _line, text in remarks if "mermaid" not in text] == []


def test_an_unknown_tag_alone_on_its_line_becomes_a_comment() -> None:
    assert convert("hexo", "{% video a.html %}") == (
        "<!-- {% video a.html %} -->",
        [(1, "the tag video is now a comment")],
    )


@pytest.mark.parametrize(("engine", "expected"), [("jekyll", "a "), ("zola", "a {% p b %}")])
def test_other_engines_have_no_such_tags(engine: str, expected: str) -> None:
    """In Zola, a tag has arguments in parentheses."""
    assert convert(engine, "a {% p b %}")[0] == expected
