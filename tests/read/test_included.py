"""A document that another one includes makes one post, not two."""

from pathlib import Path

import pytest
from conftest import MakeSite
from writing import INDEX

POST = ".. post:: 2026-01-05\n{options}\n   Release *five*.\n\nRelease 5\n=========\n\nText.\n"
CHANGES = ":orphan:\n\nAll changes\n===========\n\n.. include:: /{name}\n"


@pytest.mark.parametrize("folder", [".", ".."])
@pytest.mark.parametrize(("options", "shown"), [("", True), ("   :exclude:\n", False)])
def test_an_included_document_is_the_only_post(
    make_site: MakeSite, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, options: str, shown: bool, folder: str
) -> None:
    # docutils names an included file as seen from where the build is started.
    monkeypatch.chdir(tmp_path / folder)
    files = {"blog/five.rst": POST.format(options=options), "changes.rst": CHANGES.format(name="blog/five.rst")}
    site = make_site({**INDEX, **files}, {"blog_post_pattern": "changes"})
    assert list(site.domain.posts) == ["blog/five"]
    assert site.page("blog").posts == ["Release 5"]
    assert ("five" in site.page("changes").texts("em")) is shown


def test_a_part_that_is_no_document_can_make_the_post(make_site: MakeSite) -> None:
    files = {"note.inc": POST.format(options=""), "changes.rst": CHANGES.format(name="note.inc")}
    site = make_site({**INDEX, **files})
    assert list(site.domain.posts) == ["changes"]
