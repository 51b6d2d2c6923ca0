"""How many pages of a blog of 300 posts a build writes after the commonest edits."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "benchmarks"))

from edits import count_written, edits_of

sys.path.pop(0)

#: The number of pages allowed for each edit.
MOST = {
    "typo below the marker": 6,
    "title of an old post": 25,
    "title of the newest post": 30,
    "tag added to the newest post": 30,
    "tag removed from an old post": 45,
    "description": 12,
    "new post": 140,
}


@pytest.mark.slow
def test_an_edit_writes_few_pages() -> None:
    assert MOST.keys() <= edits_of(300).keys()
    counts = {label: pages for label, (pages, _files) in count_written(300).items()}
    assert {label: pages for label, pages in counts.items() if pages > MOST.get(label, pages)} == {}
