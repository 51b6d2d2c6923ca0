"""The contents of a card, and the fonts of its texts: those with their characters, for their region and weight."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import NamedTuple

from sphinx_blogext.cards.font_files import Face, characters_of, find_fonts, font_folders, read_faces
from sphinx_blogext.files import digest
from sphinx_blogext.lang.codes import language_tag
from sphinx_blogext.lang.typography import graphemes
from sphinx_blogext.patterns import pattern

#: Width and height in pixels: a size that no network crops.
SIZE = (1200, 630)
#: Increase this when the design of cards changes: all are drawn again.
_DESIGN = 1
#: Families designed for screens, those without serifs first.
_PREFERRED = (
    *("inter", "source sans", "noto sans", "open sans", "roboto", "segoe ui", "helvetica neue", "arial"),
    *("liberation sans", "dejavu sans", "pingfang", "hiragino sans", "microsoft yahei", "yu gothic"),
)
_SANS = frozenset({"sans", "gothic", "hei", "yahei", "jhenghei"})
#: Words in the names of families with a special purpose.
_SPECIAL = frozenset({"math", "symbol", "symbols", "emoji", "icon", "icons", "caps", "display", "quot"})
#: Abbreviations of East Asian regions in the names of families, by language.
_REGIONS = {"zh-Hans": "sc", "zh": "sc", "zh-Hant": "tc", "zh-Hant-HK": "hk", "ja": "jp", "ko": "kr"}
_ALL_REGIONS = frozenset({"sc", "cn", "tc", "tw", "hk", "mo", "jp", "kr"})
#: Characters that control direction, or the look of the character before them: a font need not have them.
_UNSEEN = frozenset("\u200b\u200c\u200d\u200e\u200f\u2060\ufe0e\ufe0f\ufeff")
#: Bidirectional types of letters written from right to left.
_RIGHT = frozenset({"R", "AL"})
#: Scripts whose letters change shape depending on their neighbors.
_SHAPED = pattern("[\u0590-\u0dff\u0e00-\u109f\u1780-\u18af\ufb1d-\ufdff\ufe70-\ufefc]")
_BOLD, _REGULAR = 700, 400


def digest_of(path: Path) -> str:
    """Return a digest of a file, which is read only once unless it changes; ``""`` if it cannot be read."""
    try:
        stat = path.stat()
        return _digest_of(path, stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns)
    except OSError:
        return ""


@lru_cache(maxsize=4096)
def _digest_of(path: Path, *_state: int) -> str:
    # A failure is raised, because a result would be remembered.
    return digest(path.read_bytes())


class Card(NamedTuple):
    """The picture of one post, with texts in *language*; its files are pictures that Pillow can read.

    ``byline`` contains the authors of the post and its date. ``accent`` is a CSS color, or ``""`` for the default.
    """

    title: str
    blog: str
    byline: str
    language: str = ""
    is_rtl: bool = False
    accent: str = ""
    logo: Path | None = None
    picture: Path | None = None

    @property
    def texts(self) -> tuple[tuple[str, bool], ...]:
        """The texts, and whether they are set in bold; the last two are shown where a text is too long."""
        return (self.title, True), (self.blog, True), (self.byline, False), ("…", True), ("…", False)

    def name(self, fonts: set[str]) -> str:
        """Return the name of its file, which changes whenever its contents or its *fonts* change."""
        files = [digest_of(path) if path else "" for path in (self.logo, self.picture)]
        return f"_images/card-{digest((_DESIGN, self[:-2], files, sorted(fonts)))}.png"


class Run(NamedTuple):
    """A part of a line that is set in one font; within it, Raqm orders the letters."""

    text: str
    face: Face
    #: That of the whole line, or ``None`` if nothing in it is written from right to left.
    direction: str | None


class NoGlyphError(Exception):
    """No font has a character; or, with ``needs_shaping``, setting it requires shaping, which is not available."""

    def __init__(self, character: str, *, needs_shaping: bool = False) -> None:
        super().__init__(character)
        self.character, self.needs_shaping = character, needs_shaping


@dataclass
class Faces:
    """The fonts for texts in one language: those *named* for it first, then those of the system."""

    language: str
    named: tuple[Path, ...]
    #: Whether letters that change shape depending on their neighbors can be set.
    can_shape: bool
    system: tuple[Path, ...] = field(default_factory=lambda: tuple(find_fonts(font_folders())))

    @cached_property
    def _by_weight(self) -> dict[bool, list[Face]]:
        """All fonts by preference, for bold text and for other text: the first one with a character is used."""
        faces = [face for path in (*self.named, *self.system) for face in read_faces(path)]
        weights = ((True, _BOLD), (False, _REGULAR))
        return {is_bold: sorted(faces, key=partial(self._rank, wanted=wanted)) for is_bold, wanted in weights}

    def _rank(self, face: Face, wanted: int) -> tuple[object, ...]:
        family = face.family.casefold()
        words = frozenset(family.split())
        regions, own = words & _ALL_REGIONS, _REGIONS.get(language_tag(self.language), "")
        # A font without a region is best for Latin letters, and better than one for another region.
        region = 0 if own in regions else 2 if regions else 1
        is_odd = face.is_slanted or face.is_narrow or face.is_monospaced or bool(words & _SPECIAL)
        place = next((n for n, name in enumerate(_PREFERRED) if family.startswith(name)), len(_PREFERRED))
        is_serif = place == len(_PREFERRED) and not words & _SANS
        weight = max(face.lightest - wanted, wanted - face.boldest, 0)
        is_other = Path(face.path) not in self.named
        return is_other, is_odd, region, is_serif, place, weight, face.family, face.path, face.number

    def used(self, text: str, *, is_bold: bool) -> set[Face]:
        """Return the fonts in which a :meth:`drawable` text is set."""
        return {face for _cluster, face in self._set(text, is_bold=is_bold)}

    def drawable(self, text: str, *, is_bold: bool) -> str:
        """Return *text* without invisible characters, and without emoji that no font has."""
        # Raise :exc:`NoGlyphError` for any other character that no font has.
        return " ".join("".join(self._drawable(text, is_bold=is_bold)).split())

    def _drawable(self, text: str, *, is_bold: bool) -> Iterator[str]:
        # Fonts rather have accented letters than combining accents.
        text = unicodedata.normalize("NFC", " ".join(text.split()))
        # Without instructions for programs on how to show it.
        shown = (c for c in text if c in _UNSEEN or not unicodedata.category(c).startswith("C"))
        for cluster in graphemes("".join(shown)):
            try:
                self._face_of(cluster, is_bold=is_bold)
                yield cluster
            except NoGlyphError:
                if "\u20e3" in cluster:
                    # A keycap: its character is enough.
                    yield cluster[0]
                elif unicodedata.category(cluster[0]) != "So":
                    raise

    def runs(self, text: str, *, is_bold: bool, is_rtl: bool) -> list[Run]:
        """Return a :meth:`drawable` text in the order in which it is drawn from left to right."""
        # A date, for example, keeps its own order, whatever is around it.
        has_right = any(unicodedata.bidirectional(character) in _RIGHT for character in text)
        direction = ("rtl" if is_rtl else "ltr") if has_right else None
        runs: list[Run] = []
        for cluster, face in self._set(text, is_bold=is_bold):
            # A space is part of the run before it, whichever fonts have it.
            if runs and (runs[-1].face == face or cluster == " "):
                runs[-1] = runs[-1]._replace(text=runs[-1].text + cluster)
            else:
                runs.append(Run(cluster, face, direction))
        return runs[::-1] if direction == "rtl" else runs

    def _set(self, text: str, *, is_bold: bool) -> list[tuple[str, Face]]:
        """Return the letters of *text*, each with its font; punctuation has the font of the letter before it."""
        letters: list[tuple[str, Face]] = []
        for cluster in graphemes(text):
            is_letter = unicodedata.category(cluster[0]).startswith("L")
            before = letters[-1][1] if letters and not is_letter else None
            is_in_it = before is not None and all(c in _UNSEEN or c in characters_of(before) for c in cluster)
            letters.append((cluster, before if before and is_in_it else self._face_of(cluster, is_bold=is_bold)))
        return letters

    def _face_of(self, cluster: str, *, is_bold: bool) -> Face:
        needed = [character for character in cluster if character not in _UNSEEN]
        if not self.can_shape and any(map(_SHAPED.match, needed)):
            raise NoGlyphError(cluster, needs_shaping=True)
        for face in self._by_weight[is_bold]:
            characters = characters_of(face)
            if all(character in characters for character in needed):
                return face
        raise NoGlyphError(cluster)
