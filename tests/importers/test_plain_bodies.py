"""A body whose tags are clearly in no code is not parsed to find them: the tags are the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogext_import.bodies import tags
from blogext_import.bodies.tags import find_tags

PIECES = st.sampled_from(
    [
        *(
            "{% a %}", "{{< a >}}", "`", "```", "~~~", "```js", "````", "```x```", "    ", "\t", "- ", "1. ",
            "> ", ": ",
        ),
        *(
            "<div>", "</div>", "<!-- more -->", "<!-- x\n\ny -->", "<pre>", "a", "\n", "\n\n", " ", "{% raw %}",
            "{% endraw %}",
        ),
        *("{% codeblock %}", "{% endcodeblock %}", "$$", "# ", "---", "[^1]: ", "|", "<!-- tab x -->", "<b>"),
    ]
)  # fmt: skip


@given(st.lists(PIECES, max_size=25).map("".join), st.sampled_from(["liquid", "hugo"]))
def test_the_short_way_finds_the_same(text: str, syntax: str) -> None:
    short = find_tags(text, syntax)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tags, "_is_plain", lambda text, syntax: False)
        whole = find_tags(text, syntax)
    assert [(tag.name, tag.start, tag.closing, tag.in_code, tag.in_html) for tag in short] == [
        (tag.name, tag.start, tag.closing, tag.in_code, tag.in_html) for tag in whole
    ]


@pytest.mark.parametrize(
    ("text", "is_plain"),
    [
        ("a {% b %}\n\n```js\nx\n```\n\n{% c %}", True),
        ("- `a`\n\n{% b %}\n<!-- more -->\n", True),
        ("```\n{% b %}\n```", False),
        ("`a` {% b %}", False),
        ("    {% b %}", False),
        ("- ```\n  x\n  ```\n\n{% b %}", False),
        ("<div>\n{% b %}\n</div>", False),
    ],
)
def test_what_is_plain(text: str, is_plain: bool) -> None:
    assert tags._is_plain(text, "liquid") == is_plain
