"""Read the folder of another engine's site, which may have links, various encodings and binary files."""

import os
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache
from pathlib import Path

from blogext_import.post_records import Remark

#: Why a document is not imported, for those who have forgotten the setting.
LEFT_OUT = "is excluded by the configuration of the old site: left out"
_TOKEN = re.compile(
    r"(?P<folders>(?:(?<=/)|\A)\*\*/)|(?P<every>\*\*+)|(?P<group>\{)|\[(?P<set>[!^]?\]?[^\]]+)\]"
    r"|(?P<several>\*)|(?P<one>\?)|(?P<next>,)|(?P<end>\})|\\(?P<escaped>.)|(?P<plain>.)",
    re.DOTALL,
)
#: Folders that contain no sources in any engine.
_SKIPPED = frozenset(
    {"node_modules", "__pycache__", "venv", "bower_components", "site-packages", "vendor", "_site"}
)
#: Locks, backups and automatic copies of editors, and hidden documents: no engine publishes them.
_STRAY = re.compile(r"#.*#|\.#.*|.*~|[.#].*\.(?:m[dk]\w*|markdown|re?st|html?|org|ipynb|a\w+doc)", re.IGNORECASE)
#: Byte order marks, and the encodings they indicate.
_MARKS = {b"\xef\xbb\xbf": "UTF-8-SIG", b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
#: Encodings of old texts, and the names that people know some of them by.
_ENCODINGS = ["big5", "cp932", "cp1251", "cp1252", "euc_jp", "euc_kr", "gb18030", "koi8_r"]
_NAMES = {"big5": "Big5", "cp932": "Shift-JIS", "gb18030": "GBK"}
_NAMES |= {"cp1251": "Windows-1251", "cp1252": "Windows-1252"}
#: Below so many bytes outside of ASCII, nobody can tell encodings apart; and Katakana of one byte.
_FEW, _HALF = 16, re.compile("[\uff61-\uff9f]")
_HIGH = re.compile(rb"[\x80-\xff]+")
#: Sizes in bytes: above the first, builds are slow; above the second, the file is hardly a post.
_LONG, _TOO_LONG = 1_000_000, 50_000_000


@lru_cache(maxsize=256)
def glob_pattern(glob: str, *, crosses: bool = False) -> re.Pattern[str]:
    """Return the regular expression for a whole path that matches *glob*.

    It may contain ``**``, sets of characters, and alternatives in braces. With *crosses*, ``*`` and ``?`` match
    slashes as well.
    """
    char = "." if crosses else "[^/]"
    wild = {"folders": "(?:.*/)?", "every": ".*", "several": f"{char}*", "one": char}
    braces = {"group": "(?:", "next": "|", "end": ")"}
    parts: list[str] = []
    depth = 0
    for token in _TOKEN.finditer(glob):
        kind = str(token.lastgroup)
        if kind in braces and (depth or kind == "group"):
            parts.append(braces[kind])
            depth += (kind == "group") - (kind == "end")
        elif kind == "set":
            chars = re.sub(r"([\\\[&~|])", r"\\\1", token["set"])
            parts.append(f"[^{chars[1:]}]" if chars[0] in "!^" else f"[{chars}]")
        else:
            parts.append(wild.get(kind) or re.escape(token[kind]))
    try:
        return re.compile("".join(parts), re.DOTALL)
    except re.error:
        return re.compile(re.escape(glob))


def any_glob(globs: Iterable[str], *, crosses: bool = False) -> Callable[[str], bool]:
    """Return a function that tells whether a path matches one of the *globs*."""
    patterns = [glob_pattern(glob, crosses=crosses) for glob in globs]
    return lambda path: any(pattern.fullmatch(path) for pattern in patterns)


def any_expression(expressions: Iterable[str], source: "Source", path: str) -> Callable[[str], bool]:
    """Return a function that tells whether one of the regular *expressions* is found in a text.

    Note those in the file *path* that are not valid here.
    """
    patterns = []
    for text in expressions:
        try:
            patterns.append(re.compile(text))
        except (re.error, RecursionError, OverflowError) as error:
            message = "the pattern “%(value)s” cannot be read: %(reason)s"
            source.note(path, 0, message, value=text, reason=error)
    return lambda name: any(pattern.search(name) for pattern in patterns)


class Source:
    """The folder *root* of a site, with ``remarks`` on its files, and ``lost``, files that cannot be imported."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.remarks: list[Remark] = []
        self.lost: set[str] = set()
        self._shown: set[str] = set()
        self._read: dict[str, str | None] = {}
        self._noted: dict[str, list[Remark]] = {}

    @cached_property
    def files(self) -> list[str]:
        """The files as sorted paths relative to the root, with slashes; links out of the root are not followed."""
        paths: list[str] = []
        top = self.root.resolve()
        for folder, folders, names in os.walk(self.root):
            place = Path(folder).relative_to(self.root)
            for name in folders:
                if (self.root / place / name).is_symlink():
                    self._check_link(place / name, top)
            folders[:] = sorted(name for name in folders if not (name.startswith(".") or name in _SKIPPED))
            for name in filter(lambda name: not _STRAY.fullmatch(name), names):
                path = place / name
                whole = self.root / path
                # Reading a pipe would never end.
                if self._check_link(path, top) if whole.is_symlink() else whole.is_file():
                    paths.append(path.as_posix())
        return sorted(paths)

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(self.files)

    def _check_link(self, path: Path, top: Path) -> bool:
        """Return whether the symbolic link *path* points to a file within the source."""
        try:
            target = (self.root / path).resolve()
            if target.is_relative_to(top):
                return target.is_file()
        except (OSError, RuntimeError):
            return False
        self.note(path.as_posix(), 0, "is a symbolic link that leads outside the source: not followed")
        return False

    def note(self, path: str, line: int, text: str, **values: object) -> None:
        remark = Remark(path, line, text, values)
        if remark not in self._noted.setdefault(path, []):
            self._noted[path].append(remark)
            self.remarks.append(remark)

    def lose(self, path: str, text: str, **values: object) -> None:
        """Note that a file cannot be imported, unless a post shows it."""
        if path not in self._shown:
            self.lost.add(path)
            self.note(path, 0, text, **values)

    def regain(self, path: str) -> None:
        """Forget that a file cannot be imported: a post shows it."""
        self._shown.add(path)
        if path in self.lost:
            self.lost.remove(path)
            self.remarks[:] = [remark for remark in self.remarks if remark.path != path]

    def has(self, path: str) -> bool:
        return path in self._names

    def has_folder(self, folder: str) -> bool:
        return bool(self.below(folder))

    def below(self, folder: str) -> list[str]:
        start = f"{folder.strip('/')}/" if folder.strip("/") else ""
        # The list is sorted, so paths with the same prefix are adjacent ("0" follows "/" in ASCII).
        first = bisect_left(self.files, start)
        return self.files[first : bisect_left(self.files, f"{start[:-1]}0", first)] if start else list(self.files)

    def within(self, folder: str) -> "Source":
        source = Source(self.root / folder)
        source.files = [name[len(folder) + 1 :] for name in self.below(folder)]
        return source

    def first(self, *names: str) -> str | None:
        return next((name for name in names if self.has(name)), None)

    def read(self, path: str) -> str | None:
        """Return the text of a file, or ``None`` if it cannot be read as text; cached."""
        if path not in self._read:
            self._read[path] = self._text(path)
        return self._read[path]

    def _text(self, path: str) -> str | None:
        if not self.has(path):
            return None
        try:
            size = (self.root / path).stat().st_size
            if size > _TOO_LONG:
                self.lose(path, "is %(size)s MB in size: left out", size=size // 1_000_000)
                return None
            data = (self.root / path).read_bytes()
        except OSError as error:
            self.lose(path, "cannot be read: %(reason)s", reason=error.strerror or error)
            return None
        text, encoding = decode(data) or (None, "")
        if text is None:
            self.lose(path, "is a binary file despite its name: left out")
            return None
        if size > _LONG:
            self.note(path, 0, "is %(size)s MB in size: builds will be slow", size=f"{size / 1_000_000:.1f}")
        if encoding not in {"UTF-8", "UTF-8-SIG"}:
            self.note(path, 0, "is encoded in %(encoding)s: written as UTF-8", encoding=encoding)
        if b"\r" in data:
            self.note(path, 0, "has Windows line endings: written with Unix line endings")
        return text


def decode(data: bytes) -> tuple[str, str] | None:
    """Return *data* as text with Unix line endings, and its probable encoding, or ``None`` if it is not text."""
    for encoding in _encodings(data):
        try:
            content = data.decode(encoding)
        except UnicodeError:
            continue
        plain = _CONTROLS.sub("", content)
        # Some input methods leave characters such as backspace behind.
        if len(content) - len(plain) > len(content) // 20:
            return None
        plain = plain.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        return plain, _NAMES.get(encoding, encoding.upper().replace("_", "-"))
    return None


def _encodings(data: bytes) -> list[str]:
    """Return the encodings to try, the likeliest first."""
    marked = next((encoding.lower() for mark, encoding in _MARKS.items() if data.startswith(mark)), "")
    if marked:
        return [marked]
    if b"\0" in data and not _is_utf8(data):
        # UTF-16: every other byte of Latin letters, or at least of line endings, is zero.
        even, odd = data[::2].count(0), data[1::2].count(0)
        return ["utf-16-le"] if odd > 4 * even else ["utf-16-be"] if even > 4 * odd else []
    if _is_utf8(data):
        return ["utf-8"]
    return [_likeliest(data), "cp1252"]


def _is_utf8(data: bytes) -> bool:
    """Return whether *data* is UTF-8, perhaps with a few stray zeros; half of a text in UTF-16 is zeros."""
    return data.count(0) * 10 <= len(data) and _is_decodable(data, "utf-8")


def _likeliest(data: bytes) -> str:
    """Return the likeliest encoding of a text that is not in Unicode."""
    runs = [len(run) for run in _HIGH.findall(data)]
    # Single letters with accents, among others of ASCII: letters of other scripts are among their like.
    is_western = runs.count(1) * 2 > len(runs)
    if sum(runs) < _FEW:
        return "cp1252" if is_western or not _is_decodable(data, "gb18030") else "gb18030"
    # Few sites need it, and it is large.
    from charset_normalizer import from_bytes

    match = from_bytes(data, cp_isolation=_ENCODINGS).best()
    encoding = match.encoding if match else "cp1252"
    is_one_byte = encoding in ("cp1251", "koi8_r") or bool(_HALF.search(str(match)))
    return "cp1252" if is_western and is_one_byte else encoding


def _is_decodable(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeError:
        return False
    return True
