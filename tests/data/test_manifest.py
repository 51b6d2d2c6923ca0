"""What the last build has recorded of an output directory, and what follows from it."""

import json
from pathlib import Path
from typing import Any

import pytest

from sphinx_blogext.data.manifest import Manifest
from sphinx_blogext.domain.stores import MANIFEST
from sphinx_blogext.files import UNFINISHED

NAMES: dict[str, Any] = {"posts": {"p"}, "files": {"a", "b", "sub/c"}, "replaced": {"b"}}
MARKS: dict[str, Any] = {
    **{name: {"p": name} for name in ("documents", "texts", "toctrees", "pages", "feeds")},
    **{name: name for name in ("blog", "frame", "all_pages", "redirects", "site")},
    "assets": {"a.css": ("1", "2")},
    "shows_headings": True,
}


def names_below(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_what_is_recorded_is_read(tmp_path: Path) -> None:
    manifest = Manifest(tmp_path, **NAMES, **MARKS)
    assert Manifest.load(tmp_path) == Manifest(tmp_path)
    manifest.begin()
    manifest.finish()
    assert Manifest.load(tmp_path) == Manifest(tmp_path, **NAMES, **MARKS)
    sealed = manifest.digest_with("x")
    assert sealed == manifest.digest_with("x") != manifest.digest_with("y")


def test_of_an_interrupted_build_all_files_are_known_and_nothing_else(tmp_path: Path) -> None:
    manifest = Manifest(tmp_path, **NAMES, **MARKS)
    manifest.write(tmp_path / "new.txt", "Text")
    manifest.announce([tmp_path / "sub/d", tmp_path / "a", tmp_path / "sub/d", tmp_path / "new.txt"])
    _content, *announced = (tmp_path / MANIFEST).read_text(encoding="utf-8").split("\n")
    assert announced == ["new.txt", "sub/d"]
    (tmp_path / f"x.1{UNFINISHED}").touch()
    found = Manifest.load(tmp_path)
    added = NAMES | {"files": NAMES["files"] | {"new.txt", "sub/d"}}
    assert found == Manifest(tmp_path, **added, is_complete=False)
    assert names_below(tmp_path) == [MANIFEST, "new.txt"]
    # The next build records them before it writes anything.
    found.begin()
    assert Manifest.load(tmp_path).files == added["files"]


WRONG: list[dict[str, Any]] = [{"version": 0}, {"posts": "p"}, {"posts": [1]}, {"files": None}, {"texts": 1}]
WRONG += [{"complete": "yes"}, {"assets": {"a": 1}}]


@pytest.mark.parametrize("change", [*WRONG, "[]", '"x"', '{"posts": ' + "[" * 100_000 + "}"], ids=repr)
def test_what_is_none_counts_as_no_record(tmp_path: Path, change: dict[str, Any] | str) -> None:
    Manifest(tmp_path, **NAMES, **MARKS).finish()
    content = json.loads((tmp_path / MANIFEST).read_bytes())
    text = change if isinstance(change, str) else json.dumps(content | change)
    (tmp_path / MANIFEST).write_text(text, encoding="utf-8")
    found = Manifest.load(tmp_path)
    assert (found.documents, found.blog) == ({}, "")
    assert found.is_complete is ("complete" not in change)


def test_neither_a_folder_nor_a_file_of_the_site_is_replaced(tmp_path: Path) -> None:
    manifest = Manifest(tmp_path, extra=frozenset({"own"}))
    (tmp_path / "folder").mkdir()
    for name in ("folder", "own", "ours"):
        manifest.write(tmp_path / name, "Text")
    assert names_below(tmp_path) == [MANIFEST, "ours"]


def test_files_of_the_site_win_over_ours(tmp_path: Path) -> None:
    manifest = Manifest(tmp_path, **NAMES)
    for name in NAMES["files"]:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    manifest.note_extra(frozenset({"b", "c", "own"}))
    assert manifest.has_all_files
    assert manifest.replace_files({"b", "c"}) == {"a", "sub/c"}
    assert (manifest.files, manifest.replaced) == ({"b", "c"}, {"b", "c"})
    assert not Manifest(tmp_path, **NAMES).has_all_files
    assert not Manifest(tmp_path, files={"a", "gone"}).has_all_files
    # That of the site is gone, and the next build writes ours.
    manifest.note_extra(frozenset())
    assert names_below(tmp_path) == ["a", "sub/c"]


def test_documents_are_outdated_where_any_of_what_they_show_differs(tmp_path: Path) -> None:
    manifest = Manifest(tmp_path, documents={"a": "1"}, texts={"a": "1", "b": "1"}, toctrees={"c": "1", "d": "1"})
    assert manifest.outdated_documents({"a": "1"}, {"a": "1", "b": "1"}, {"c": "1", "d": "1"}) == set()
    assert manifest.outdated_documents({"a": "1", "e": "1"}, {"b": "2"}, {"c": "1"}) == {"a", "b", "d", "e"}


def test_what_is_recorded_of_documents_is_of_those_written(tmp_path: Path) -> None:
    old = dict.fromkeys(("a", "b", "gone"), "old")
    manifest = Manifest(tmp_path, documents=dict(old), texts=dict(old), toctrees=dict(old), site="old")
    manifest.note_written("a", "new", "")
    manifest.record_documents({"a", "b"}, "old", {"a": "new", "b": "new"})
    assert (manifest.documents, manifest.texts) == ({"a": "new", "b": "old"}, {"b": "old"})
    assert (manifest.toctrees, manifest.site) == ({"a": "new", "b": "old"}, "old")
    manifest.record_documents({"a", "b"}, "new", {})
    assert (manifest.toctrees, manifest.site) == ({"b": "old"}, "")
    manifest.note_written("b", "", "new")
    manifest.record_documents({"a", "b"}, "new", {"b": "new"})
    assert (manifest.documents, manifest.texts) == ({"a": "new"}, {"b": "new"})
    assert (manifest.toctrees, manifest.site) == ({"b": "new"}, "new")


def test_assets_are_those_of_the_pages(tmp_path: Path) -> None:
    manifest = Manifest(tmp_path, assets={"a.css": ("1", "2"), "late.js": ("", "3")})
    # As they were when pages were written, and as the last build has left them.
    assert manifest.has_assets({"a.css": "1"})
    assert manifest.has_assets({"a.css": "2", "late.js": "3"})
    for changed in ({"a.css": "3"}, {"late.js": "3"}):
        assert not manifest.has_assets(changed)
    for added in ({"late.js": "4"}, {"new.js": "1"}):
        assert not manifest.has_assets({"a.css": "1"} | added)
    # Those that another extension adds late are of no page.
    manifest, left = Manifest(tmp_path), {"a.css": "2", "late.js": "3"}
    assert manifest.note_assets({"a.css": "1"}, left)
    assert manifest.assets == {"a.css": ("1", "2"), "late.js": ("", "3")}
    assert not manifest.note_assets({"a.css": "1", "late.js": "3"}, left)
    assert manifest.note_assets({"a.css": "1", "late.js": "4", "gone.js": "5"}, left)
    assert manifest.assets == {"a.css": ("1", "2"), "gone.js": ("5", ""), "late.js": ("4", "3")}
