"""Fonts for cards: what is in their files, and which of them a text is set in."""

from functools import cache
from pathlib import Path

import pytest
from fonts import write_font
from fontTools.ttLib import TTCollection, TTFont
from hypothesis import given, settings
from hypothesis import strategies as st

from sphinx_blogext.cards.faces import Faces, NoGlyphError
from sphinx_blogext.cards.font_files import characters_of, read_faces

LATIN = (*range(0x20, 0x7F), 0x2026, *range(0xC0, 0x17F))
HAN, HEBREW = range(0x4E00, 0x9FA6), (*range(0x5D0, 0x5EB), *b" ()")


CHARACTERS = st.integers(0x20, 0x2FFFF).filter(lambda code: not 0xD800 <= code < 0xE000)


@settings(max_examples=25)
@given(characters=st.sets(CHARACTERS, min_size=1), kind=st.sampled_from(["ttf", "ttc"]))
def test_a_font_has_the_characters_that_it_says(
    tmp_path_factory: pytest.TempPathFactory, characters: set[int], kind: str
) -> None:
    folder = tmp_path_factory.mktemp("fonts")
    path = write_font(folder / "a.ttf", "A", characters)
    if kind == "ttc":
        collection = TTCollection()
        collection.fonts = [TTFont(font) for font in (write_font(folder / "b.ttf", "B", LATIN), path)]
        collection.save(path := folder / "a.ttc")
    face = read_faces(path)[-1]
    assert (face.family, face.weight) == ("A", 400)
    probed = {code + step for code in characters for step in (-1, 0, 1)} | {0x20, 0xFFFF, 0x10FFFF}
    assert {code for code in probed if chr(code) in characters_of(face)} == characters & probed


@settings(max_examples=60)
@given(data=st.data())
def test_a_broken_file_is_no_font(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    folder = tmp_path_factory.mktemp("broken")
    content = bytearray(write_font(folder / "a.ttf", "A", LATIN).read_bytes())
    for _ in range(data.draw(st.integers(1, 40))):
        content[data.draw(st.integers(0, 700))] = data.draw(st.integers(0, 255))
    path = folder / "b.ttf"
    path.write_bytes(content[: data.draw(st.integers(0, len(content)))])
    # Nothing but whether it is one is asked for: it must not fail.
    for face in read_faces(path):
        assert ("a" in characters_of(face)) in {True, False}


@cache
def library(folder: Path) -> tuple[Path, ...]:
    """Return fonts: Latin in two weights, Han of two regions, Hebrew; and such as are for something else."""
    folder.mkdir(exist_ok=True)
    return tuple(
        write_font(folder / f"{number}.ttf", family, letters, weight=weight)
        for number, (family, letters, weight) in enumerate(
            [
                ("Some Mono Math", (*LATIN, *HAN, *HEBREW), 700),
                ("Noto Sans", LATIN, 400),
                ("Noto Sans", LATIN, 700),
                ("Noto Serif", LATIN, 700),
                ("Noto Sans CJK JP", (*LATIN, *HAN), 700),
                ("Noto Sans CJK SC", (*LATIN, *HAN), 700),
                ("Noto Sans Hebrew", HEBREW, 700),
            ]
        )
    )


def used(tmp_path: Path, text: str, language: str = "en", *, is_bold: bool = True) -> list[tuple[str, str, int]]:
    runs = Faces(language, (), can_shape=True, system=library(tmp_path)).runs(text, is_bold=is_bold, is_rtl=False)
    return [(run.text, run.face.family, run.face.weight) for run in runs]


def test_each_character_is_set_in_a_font_that_has_it(tmp_path: Path) -> None:
    assert used(tmp_path, "Title") == [("Title", "Noto Sans", 700)]
    assert used(tmp_path, "Title", is_bold=False) == [("Title", "Noto Sans", 400)]
    assert used(tmp_path, "用 CUDA", "zh") == [("用 CUDA", "Noto Sans CJK SC", 700)]
    assert used(tmp_path, "用 CUDA", "ja") == [("用 CUDA", "Noto Sans CJK JP", 700)]
    families = [family for _text, family, _weight in used(tmp_path, "The 字 of", "en")]
    assert families == ["Noto Sans", "Noto Sans CJK JP", "Noto Sans"]
    # One that is named comes first.
    fonts = library(tmp_path)
    faces = Faces("en", (fonts[3],), can_shape=True, system=fonts)
    assert {face.family for face in faces.used("Title", is_bold=True)} == {"Noto Serif"}
    assert {face.family for face in faces.used("字", is_bold=True)} == {"Noto Sans CJK JP"}


def test_no_box_is_ever_drawn(tmp_path: Path) -> None:
    faces = Faces("en", (), can_shape=False, system=library(tmp_path)[1:4])
    assert faces.drawable("Release\t1.0 🎉\u202e is\x07 out 👩\u200d💻!", is_bold=True) == "Release 1.0 is out !"
    with pytest.raises(NoGlyphError) as missing:
        faces.drawable("The 字", is_bold=True)
    assert (missing.value.character, missing.value.needs_shaping) == ("字", False)
    with pytest.raises(NoGlyphError) as unshaped:
        faces.drawable("אבג", is_bold=True)
    assert unshaped.value.needs_shaping
