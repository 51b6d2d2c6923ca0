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
