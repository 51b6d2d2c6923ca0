"""Old URLs of posts: built from the engines' patterns and slugs, and converted to names of redirect pages.

Where slugs are in Latin letters, Pelican and Nikola use the package Unidecode, and Zola a library with almost the
same tables. anyascii, which this package already has as an extra, reads some letters differently. These are
corrected here, so that the old URLs are found without Unidecode too.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cache
from importlib import import_module
from importlib.resources import files
from urllib.parse import SplitResult, unquote, urlsplit

from sphinx_blogext.core.addresses import is_page_name

_HEXO = re.compile(r"[\s~`!@#$%^&*()\-_+=\[\]{}|\\;:\"'<>,.?/]+")
_MATERIAL = re.compile(r"[^\w\- ]")
_BREAKS = "、。〉》」』】〓〕〗〙〛〜"
_WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_MONTHS = "January February March April May June July August September October November December".split()
#: The parts of a date in patterns for URLs that are numbers, by the names of several engines.
_NUMBERS = dict(
    pair.split("=")
    for pair in (
        "short_year=%y month=%m day=%d y_day=%j hour=%H minute=%M second=%S week=%V w_year=%G w_day=%u weekday=%w"
    ).split()
)
#: Suffixes that no page of ours can have.
_SCRIPT = re.compile(r"\.(php\d?|aspx?|jsp|cgi|xml|txt|json|rss|atom|md)$", re.IGNORECASE)


def hexo_slug(text: str) -> str:
    """Return *text* as a slug like Hexo's ``slugize``, used for categories and tags."""
    return _HEXO.sub("-", without_accents(text)).strip("-")


def hugo_slug(text: str, *, keeps_case: bool = False, is_plain: bool = False, is_old: bool = False) -> str:
    """Return *text* as part of a URL, as Hugo writes it.

    In names of files and terms, each space is a hyphen since version 0.123: ``A & B`` is ``a--b``. Elsewhere, and
    with *is_old*, spaces are one hyphen between what is kept. If it *is_plain*, letters have no accents.
    """
    text = without_accents(text) if is_plain else text
    text = re.sub("%(?![0-9A-Fa-f]{2})", "", text)
    chars = "".join(
        char
        for char in text
        if char in "./\\_#+~-@%" or char.isspace() or char.isdecimal() or unicodedata.category(char)[0] in "LM"
    )
    if is_old:
        chars = re.sub(r"(?<=-)\s+|\s+(?=-)|(?<=\s)\s+", "", chars.strip())
    slug = re.sub(r"\s", "-", chars)
    return slug if keeps_case else slug.lower()


def jekyll_slug(text: str, *, is_pretty: bool = False, keeps_case: bool = False) -> str:
    """Return *text* as a slug like Jekyll's ``slugify``, in the mode ``default`` or ``pretty``."""
    signs = "._~!$&'()+,;=@" if is_pretty else ""
    chars = [
        char if unicodedata.category(char)[0] in "LM" or char.isdecimal() or char in signs else "-"
        for char in text
    ]
    slug = re.sub("-+", "-", "".join(chars)).strip("-")
    return slug if keeps_case else slug.lower()


def material_slug(text: str) -> str:
    """Return *text* as a lowercase slug like PyMdown Extensions, which Material's blog uses."""
    plain = unicodedata.normalize("NFC", re.sub(r"</?[^<>]*>", "", text)).strip()
    return _MATERIAL.sub("", plain.lower()).replace(" ", "-")


#: Pelican's default replacements: patterns, and what replaces them.
_PELICAN = ((r"[^\w\s-]", ""), (r"\A\s*", ""), (r"\s*\Z", ""), (r"[-\s]+", "-"))


def pelican_slug(
    text: str,
    *,
    rules: Sequence[Sequence[str]] | None = None,
    is_unicode: bool = False,
    keeps_case: bool = False,
) -> str | None:
    """Return *text* as a slug like Pelican's: ASCII, unless *is_unicode*.

    *rules* are the site's own replacements. Return ``None`` if this needs a package that is not installed.
    """
    slug = unicodedata.normalize("NFKC", text) if is_unicode else to_ascii(text)
    for pattern, replacement, *_rest in rules or _PELICAN:
        try:
            slug = slug and re.sub(str(pattern), str(replacement), slug, flags=re.IGNORECASE)
        except re.error:
            continue
    return None if slug is None else (slug if keeps_case else slug.lower()).strip()


def nikola_slug(text: str, *, is_plain: bool = True) -> str | None:
    """Return *text* as a slug like Nikola's, ASCII if *is_plain*; ``None`` if this needs a missing package."""
    if not is_plain:
        return re.sub(r"[/\\?#\"'\r\n\t*:<>|]", "-", text)
    latin = to_ascii(text)
    if latin is None:
        return None
    return re.sub(r"[-\s]+", "-", re.sub(r"[^+\w\s-]", "", latin).strip().lower())


def kebab_case(text: str) -> str:
    """Return *text* as lowercase words with hyphens between them, like Docusaurus."""
    plain = re.sub("['\u2019]", "", without_accents(text))
    words = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_A-Za-z]+", plain)
    return "-".join(words).lower()


def zola_slug(text: str, mode: str = "on") -> str | None:
    """Return *text* as a slug like Zola's in a *mode*; ``None`` if this needs a package that is not installed."""
    if mode == "off":
        return text
    if mode == "safe":
        return re.sub(r"[<>:\"/\\|?*]", "", text.rstrip(" ."))
    latin = to_ascii(text)
    return None if latin is None else re.sub(r"[^a-z0-9]+", "-", latin.lower()).strip("-")


def without_accents(text: str) -> str:
    parts = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFC", "".join(char for char in parts if not "\u0300" <= char <= "\u036f"))


def to_ascii(text: str) -> str | None:
    """Return *text* in Latin letters, each Han character as a word; ``None`` without a suitable package."""
    plain = unicodedata.normalize("NFKD", text)
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    if plain.isascii():
        return plain
    spell = _romanizer()
    return spell(unicodedata.normalize("NFC", text)) if spell else None


@cache
def _romanizer() -> Callable[[str], str] | None:
    for package, name in (("unidecode", "unidecode"), ("anyascii", "anyascii"), ("text_unidecode", "unidecode")):
        try:
            spell: Callable[[str], str] = getattr(import_module(package), name)
        except ImportError:
            continue
        corrected = _corrections() if package == "anyascii" else {}
        return lambda text: (
            "".join(_romanized(char, spell, corrected) for char in text) if corrected else spell(text)
        )
    return None


def _romanized(char: str, spell: Callable[[str], str], corrected: dict[str, str]) -> str:
    if char in corrected:
        return corrected[char]
    name = unicodedata.name(char, "")
    if name.startswith("HANGUL SYLLABLE "):
        return name.rpartition(" ")[2].lower()
    is_word = name.startswith("CJK ") and unicodedata.category(char) == "Lo"
    return f"{spell(char)} " if is_word or char in _BREAKS else spell(char)


def _corrections() -> dict[str, str]:
    """Return the characters that anyascii reads differently, with their romanizations.

    In the file, each romanization is before its letters, first of several scripts, then Chinese. Some marks become
    spaces or symbols, which separate the words of a URL or are dropped from it.
    """
    letters = {}
    tables = files("blogext_import").joinpath("readings.txt").read_text("utf-8").split("\n\n")
    for table, ending in zip(tables, ("", " "), strict=True):
        for entry in table.split():
            reading = "".join(char for char in entry if char.isascii())
            for char in entry[len(reading) :]:
                letters[char] = f"{reading}{ending}"
                if char.upper() != char and len(char.upper()) == 1:
                    letters[char.upper()] = f"{reading.capitalize()}{ending}"
    return letters


def tidy(address: str) -> str:
    """Return the path *address*, decoded, with one leading slash and no double slashes."""
    path = unquote(address.strip())
    return re.sub("/+", "/", f"/{path}")


def fill(pattern: str, values: Mapping[str, str]) -> str:
    """Return the URL path from *pattern*, with each ``:name`` as in *values*; ``""`` if one has no value."""
    names = "|".join(sorted(map(re.escape, values), key=len, reverse=True))
    parts = re.split(rf":({names})(?![a-z])", pattern)
    is_whole = not any(re.search(r":[a-z_]{2,}", part) for part in parts[::2])
    return (
        tidy("".join(values[part] if number % 2 else part for number, part in enumerate(parts)))
        if is_whole
        else ""
    )


def date_values(moment: datetime | None) -> dict[str, str]:
    """Return the parts of a date for patterns, under the names used by several engines."""
    if moment is None:
        return {}
    month, day = _MONTHS[moment.month - 1], _WEEKDAYS[moment.weekday()]
    values = {name: moment.strftime(form) for name, form in _NUMBERS.items()} | {"year": f"{moment.year:04}"}
    values |= {f"i_{name}": str(int(values[name])) for name in ("month", "day")}
    values |= {"yearday": values["y_day"].lstrip("0"), "monthname": month, "weekdayname": day}
    return values | {"short_month": month[:3], "long_month": month, "short_day": day[:3], "long_day": day}


def split_url(url: str) -> SplitResult:
    """Return the parts of *url*, which are empty if it is invalid, such as one with half of an IP address."""
    try:
        return urlsplit(url.strip())
    except ValueError:
        return SplitResult("", "", "", "", "")


def is_public(url: str) -> bool:
    """Return whether *url* is a site's on the web, not that of a preview on the author's machine."""
    parts = split_url(url)
    return parts.scheme in {"http", "https"} and parts.hostname not in {None, "localhost", "127.0.0.1", "0.0.0.0"}


def site_path(address: str, url: str) -> str | None:
    """Return the path of *address* on the site at *url*, decoded; ``None`` if it leads elsewhere.

    The path of the site's home page is removed, because ``html_baseurl`` includes it.
    """
    parts, site = split_url(address), split_url(url)
    if address and not any(parts):
        return None
    is_ours = not parts.netloc or (parts.netloc.removeprefix("www.") == site.netloc.removeprefix("www."))
    if not is_ours or (parts.scheme and parts.scheme not in {"http", "https"}):
        return None
    base = site.path.rstrip("/")
    path = parts.path.removeprefix(base) if parts.path.startswith(f"{base}/") else parts.path
    return unquote(path) if not parts.netloc else tidy(path)


def base_path(url: str) -> str:
    """Return the path of the home page of the site at *url*, without a slash at its end."""
    return split_url(url).path.rstrip("/")


def redirect_name(address: str) -> str | None:
    """Return the name of the page for the URL path *address*; ``None`` if no page can have it.

    The page of a folder is called ``index``: ``/a/`` is ``a/index``, which is the same file with both builders.
    """
    if "?" in address or _SCRIPT.search(address):
        return None
    path = address.split("#")[0].strip("/")
    ending = re.search(r"\.html?$", path)
    name = path[: ending.start()] if ending else f"{path}/index".lstrip("/")
    # The home page of the site is a document, never a redirect.
    return name if is_page_name(name) and name != "index" else None


def redirect_key(address: str) -> str:
    """Return how a redirect from a URL path that a page can have is written."""
    name = redirect_name(address) or ""
    # With the suffix, the redirect also works with the builder ``dirhtml``.
    return f"{name}.html" if address.endswith(".html") and not name.endswith("/index") else name


def below_blog(name: str, blog: str) -> str | None:
    """Return the name of a page below the folder *blog*, if that is not ``""``; ``None`` if it is elsewhere."""
    below = name.removeprefix(blog).removeprefix("/")
    return below if not blog or f"{name}/".startswith(f"{blog}/") else None


#: Prefixes that engines use to mark where a path starts.
_PREFIX = re.compile(
    r"\{(?:filename|static|attach|index)\}|\|(?:filename|static)\||~?@site/|@/|link://(?:slug|filename)/"
)


def without_prefix(path: str) -> str:
    """Return *path* without what engines put in front of it to mark where it starts."""
    return _PREFIX.sub("", path)


def folded(name: str) -> str:
    """Return a normalized name or URL path, without ``index``, suffix and trailing slash, for lookups."""
    path = re.sub(r"\.(html?|md|markdown|mdx|rst|rest)$", "", name.rstrip("/"))
    return re.sub(r"(?:^|/)_?index$", "", path).casefold() or "/"
