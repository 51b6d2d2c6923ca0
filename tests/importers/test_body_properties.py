"""Whatever stands in a body: nothing is raised, nothing is lost, and no length makes it slow out of proportion."""

from __future__ import annotations

import re

import pytest
from bodies import ENGINES, convert
from conftest import SEED
from hypothesis import given, seed, settings
from hypothesis import strategies as st

# fmt: off
PIECES = (
    "word ", "中文，", "\n", "\n\n", "    ", "\t", "- ", "1. ", "> ", "# ", "### ", "`", "``", "```", "~~~", "$",
    "$$", "\\(", "\\)", "\\", "*", "_", "[", "]", "(", "](", "![", "](a.png)", "[x](other.md)", "<", ">",
    "<img src=\"/images/a.png\">", "<div>", "</div>", "<!--", "-->", "{", "}", "{{", "}}", "{%", "%}",
    "{% note %}", "{% endnote %}", "{% raw %}", "{% endraw %}", "{% tabs a %}", "{% endtabs %}",
    "<!-- tab x -->", "<!-- endtab -->", "{% codeblock %}", "{% endcodeblock %}", "{% blockquote a %}",
    "{% endblockquote %}", "{{< figure src=\"a.png\" caption=\"x\" >}}", "{{% notice %}}", "{{% /notice %}}",
    "{{< tab >}}", "{{< /tab >}}", "{{< tabs >}}", "{{< /tabs >}}", "{{ x(a=1) }}", "{% q(a=1) %}",
    "{% end %}", "{{ site.url }}", "!!! note\n", "??? x \"t\"\n", "=== \"T\"\n", "::: tip\n", ":::\n", "::::",
    "/// note\n", "///\n", "<Tabs>", "</Tabs>", "<TabItem label=\"a\">", "</TabItem>", "{/* x */}",
    "import x from \"y\"\n", "{: .x }", "\n{: .x }\n", "{:toc}", "{ .a }", "[TOC]", "[^1]", "[^1]: f\n", "~~",
    "==", "++a++", "https://x.org/a", "%", "+++", "(a)=", "{note}`x`", "--8<-- \"note.md\"\n",
    "    :::python\n", ": def\n", "\\begin{align}", "\\end{align}", "[!NOTE]", "$5", "$x$", "{#id}",
    "[r]: /a\n", "[r]", "*[A]: b\n", "&amp;", "\r\n", "\x02", "\x03", "\x04", "\x00", "\u2028",
)
# fmt: on
TABLE = "| a | b |\n|---|---|\n| c | d |\n"
BODIES = st.lists(st.sampled_from([*PIECES, "|", TABLE]), max_size=50).map("".join)
#: Words that no sign of any engine or of MyST touches.
PLAIN = st.lists(
    st.sampled_from(
        ["word", "中文", "two words", "*soft*", "**hard**", "`code`", "\n", "\n\n", "- item\n", "> quoted\n", ". "]
    ),
    max_size=30,
).map("".join)


@seed(SEED)
@settings(max_examples=150)
@given(engine=st.sampled_from(ENGINES), before=PLAIN, after=PLAIN, text=BODIES)
def test_no_body_raises_or_loses_the_words_around_it(engine: str, before: str, after: str, text: str) -> None:
    whole = f"{before}\n\nfirst-word\n\n{text}\n\nlast-word\n\n{after}"
    for written, words in ((text, ()), (whole, ("first-word", "last-word"))):
        body, remarks = convert(engine, written)
        lines = written.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
        assert all(1 <= line <= lines for line, _ in remarks)
        assert not re.search("[\x00\x02-\x04]", body)
        assert all(word in body for word in words)


@seed(SEED)
@settings(max_examples=60)
@given(engine=st.sampled_from(ENGINES), text=PLAIN)
def test_plain_markdown_stays(engine: str, text: str) -> None:
    assert convert(engine, text) == (text, [])


#: What is repeated, by the engine.
REPEATED = {
    "hexo": [
        "{% note %}", "{% raw %}", "{% ", "<!-- tab -->", "::: tip\n", "[", "![", "> ", "$$ a\n", "x <!-- ",
        "\\begin{align}\n",
    ],
    "hugo": ["{{< tabs >}}", "{{< highlight >}}"],
    "zola": ["{% q(a) %}"],
    "docusaurus": ["<Tabs>", "{/* ", "export const\n", "<p>\na {\n"],
    "material": ["!!! note\n"],
    "jekyll": ["a\n{: .x}\n\n", "<div>\na\n", '<p a="\n'],
    "pelican": ["<pre>\n<!-- x\n\n"],
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    ("engine", "piece"), [(engine, piece) for engine, pieces in REPEATED.items() for piece in pieces]
)
def test_ten_thousand_of_anything_come_back(engine: str, piece: str) -> None:
    """With loops within loops each of these would take minutes."""
    body, remarks = convert(engine, piece * 10_000)
    # Tags that are never closed are left out, and reported.
    assert len(body) >= 10_000 or len(remarks) == 10_000


def test_deep_nesting_comes_back() -> None:
    text = "".join("    " * depth + "!!! note\n" for depth in range(300))
    assert convert("material", text)[0].count("note") >= 300
    body, remarks = convert("hexo", "{% note %}\n" * 300 + "x\n" + "{% endnote %}\n" * 300)
    assert len(remarks) > 200
    assert "\nx\n" in body
