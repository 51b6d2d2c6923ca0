"""Values in front matter stay as they were written, whatever YAML would make of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st
from writing import INDEX

from sphinx_blogext.markup import bounded_yaml
from sphinx_blogext.read.sources import FrontMatterText, find_block

if TYPE_CHECKING:
    from collections.abc import Callable

    from conftest import Site


def quote_front_matter(source: str) -> str:
    """Return *source* with quotes around the texts in its front matter, if it has some that can be read."""
    block = find_block(source)
    try:
        return source if block is None else source.replace(block.yaml, FrontMatterText(block.yaml).quoted(), 1)
    except bounded_yaml.YamlError:
        return source


def loaded(front: str) -> Any:
    source = quote_front_matter(f"---\n{front}\n---\n# Title\n")
    assert source.endswith("\n---\n# Title\n")
    return yaml.safe_load(source.removeprefix("---\n").partition("\n---\n")[0])


@pytest.mark.parametrize(
    ("front", "values"),
    [
        ("tags: [3.10, yes, 1_000, 2024-02-30]", {"tags": ["3.10", "yes", "1_000", "2024-02-30"]}),
        ("tags:\n- 1.0 # first\n- 漢字🎉\n- 0o17", {"tags": ["1.0", "漢字🎉", "0o17"]}),
        (
            '标题: x\nlanguage: no\nTitle: 3.10\n"category": off',
            {"标题": "x", "language": "no", "Title": "3.10", "category": "off"},
        ),
        ("date: 2024-02-30 # no such day\nupdated: 2024-05-06", {"date": "2024-02-30", "updated": "2024-05-06"}),
        ("translation-key: 007\nseries: 12:30:45", {"translation-key": "007", "series": "12:30:45"}),
        ("{tags: [on], author: 5}", {"tags": ["on"], "author": "5"}),
        # What takes no text, what is quoted, what says its type, what is nothing, what is another's.
        ("draft: yes\nexcerpt: 2", {"draft": True, "excerpt": 2}),
        ("tags: ['3.10', \"yes\", !!float 3.10, ~, ]", {"tags": ["3.10", "yes", 3.1, None]}),
        ("tags:\nauthor: &a 5\nversion: 3.10", {"tags": None, "author": 5, "version": 3.1}),
        ("tags: 3.10, yes", {"tags": "3.10, yes"}),
    ],
    ids=lambda value: None if isinstance(value, dict) else value,
)
def test_values_of_our_keys_are_text(front: str, values: dict[str, Any]) -> None:
    assert loaded(front).items() >= values.items()


@pytest.mark.parametrize(
    "source",
    [
        "# Title\n\n---\ntags: [3.10]\n---\n", "---\ntags: [3.10\n---\n", "---\n- tags: [3.10]\n---\n",
        "---\ntags: &a [*a]\n---\n", "---\n\n---\n", "",
    ],
)  # fmt: skip
def test_what_is_no_front_matter_or_cannot_be_read_is_left_alone(source: str) -> None:
    assert quote_front_matter(source) == source


def test_tags_of_a_post_are_spelt_as_they_were_written(make_site: Callable[..., Site]) -> None:
    front = "---\ndate: 2024-05-06\ntags: [3.10, yes]\nlanguage: no\n---\n"
    site = make_site({**INDEX, "blog/p.md": f"{front}# Title\n\nText.\n"})
    assert site.warnings == []
    post = site.domain.posts["blog/p"]
    assert post.terms == {"tag": ("3.10", "yes"), "language": ("no",)}
    assert site.page("blog/tag/3.10").posts == ["Title"]


PIECES = st.sampled_from(
    ["a", "3.10", "no", " ", ": ", "- ", "[", "]", "{", "}", ",", "'", '"', "\n", "\n  ", "并行"]
)
ODD = st.sampled_from(
    ["\t", "#", " # c", "|", "|\n  x", ">", "!", "?", "? ", "!!str ", "&a", "*a", "%", "@", "\x85", "\u2028"]
)


@settings(max_examples=40)
@given(st.lists(PIECES | ODD, max_size=10).map("".join))
@example("3.10\t")
@example("3.10\t# c")
@example("[what?, 3.10]")
def test_machines_with_and_without_the_loader_in_c_agree(value: str) -> None:
    source = f"---\ndate: 2024-05-06\ntags: {value}\n---\n# Title\n"
    here = quote_front_matter(source)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bounded_yaml, "_FAST_LOADER", yaml.SafeLoader)
        assert quote_front_matter(source) == here
