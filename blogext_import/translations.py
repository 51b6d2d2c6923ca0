"""Languages of posts, by file suffixes and folders: versions of one text, one code for each, and guesses."""

import posixpath
import re

from blogext_import.old_files import Source
from blogext_import.post_records import ImportedPost, OldSite
from blogext_import.values import one_line
from sphinx_blogext.lang.codes import language_name, language_tag, no_language, valid_language

_CODE = re.compile(r"[a-z]{2,3}([-_][A-Za-z]{2,4})?", re.IGNORECASE)
_SUFFIX = re.compile(r"(?P<stem>.+)[._](?P<language>[A-Za-z]{2,3}(?:[-_][A-Za-z]{2,4})?)")
_NO_TEXT = re.compile(
    r"^([`~]{3,}).*?(?:^\1|\Z)|`[^`\n]*`|<[^<>]*>|https?://\S+|\{[{%](?:(?!\{[{%]).)*?[}%]\}",
    re.DOTALL | re.MULTILINE,
)
_SCRIPTS = {
    "ja": re.compile("[\u3041-\u3096\u30a1-\u30fa]"),
    "ko": re.compile("[\uac00-\ud7a3]"),
    "zh": re.compile("[\u4e00-\u9fff]"),
}
_WORD = re.compile(r"[A-Za-z]{2,}")
#: How much of a text is looked at, and how much kana there is among the Chinese characters of Japanese.
_ENOUGH, _KANA = 4000, 0.1


def note_translations(source: Source, site: OldSite) -> None:
    """Set the language of posts from their file or folder name, and give versions of one text a common key."""
    places = {post.place for post in site.posts}
    folders = _language_folders(site, places)
    groups: dict[str, list[ImportedPost]] = {}
    for post in site.posts:
        if post.head is not None:
            continue
        base, language = _split(post.place, folders, site, places)
        if language:
            post.fields.setdefault("language", language)
        _check_language(source, post)
        groups.setdefault(base, []).append(post)
    for base, posts in groups.items():
        if len(posts) > 1 and _is_one_each(posts, site):
            for post in posts:
                post.fields.setdefault("translation_key", base)
    _check_keys(source, site)


def _check_keys(source: Source, site: OldSite) -> None:
    """Keep translation keys whose posts all have different languages, and set these; drop other keys."""
    groups: dict[str, list[ImportedPost]] = {}
    for post in site.posts:
        if key := post.fields.get("translation_key"):
            groups.setdefault(key, []).append(post)
    for key, posts in groups.items():
        if _is_one_each(posts, site):
            for post in posts if site.language else ():
                post.fields.setdefault("language", site.language)
            continue
        for post in posts:
            del post.fields["translation_key"]
            message = "the translation key “%(key)s” is also that of a post in the same language: left out"
            source.note(post.path, 0, message, key=key)


def _is_one_each(posts: list[ImportedPost], site: OldSite) -> bool:
    return len({post.language or site.language for post in posts}) == len(posts)


def _split(place: str, folders: set[str], site: OldSite, places: set[str]) -> tuple[str, str]:
    """Return *place* without its language, and the language."""
    first, slash, rest = place.partition("/")
    if slash and first in folders:
        return rest, first
    match = _SUFFIX.fullmatch(posixpath.basename(place))
    if match and _is_language(match["language"], site):
        stem = posixpath.join(posixpath.dirname(place), match["stem"])
        has_others = any(f"{name}.".startswith((f"{stem}.", f"{stem}_")) for name in places - {place})
        # A file such as ``setup.py`` or ``my_go`` does not name a language.
        if _configured(match["language"], site) or (has_others and "." in place[len(stem) : len(stem) + 1]):
            return stem, match["language"]
    return place, ""


def _language_folders(site: OldSite, places: set[str]) -> set[str]:
    """Return the top-level folders named after languages: configured ones, or ones with the same files."""
    folders: dict[str, set[str]] = {}
    for place in places:
        first, slash, rest = place.partition("/")
        if slash and _CODE.fullmatch(first) and _is_language(first, site):
            # Any folder that is a post has a file of this name.
            folders.setdefault(first, set()).update({rest} - {"index"})
    # Of a folder for a subject, such as ``cs``, only few files are called like others.
    groups = [("", places), *folders.items()]
    return {
        first
        for first, names in folders.items()
        if _configured(first, site)
        or any(0 < len(names) <= 2 * len(names & others) for other, others in groups if other != first)
    }


def _configured(code: str, site: OldSite) -> bool:
    return code.casefold() in {name.casefold() for name in site.languages}


def _is_language(code: str, site: OldSite) -> bool:
    # Of three letters, too many are the names of programs.
    return _configured(code, site) or bool(re.match(r"..([-_]|$)", code) and valid_language(code))


def _check_language(source: Source, post: ImportedPost) -> None:
    if post.language and not valid_language(post.language):
        language = post.fields.pop("language")
        source.note(post.path, 0, "language: %(reason)s", reason=no_language(language))


def guess_languages(site: OldSite) -> dict[str, list[ImportedPost]]:
    """Return the posts that state no language by the one that they look like, if there are several."""
    guesses: dict[str, list[ImportedPost]] = {}
    for post in site.posts:
        if not post.language and post.head is None:
            guesses.setdefault(_guess(post), []).append(post)
    return guesses if len(guesses) > 1 else {}


def set_languages(site: OldSite) -> None:
    """Write the language that each post looks like; a site in another of the same script has that one."""
    own = site.language.partition("-")[0].partition("_")[0]
    for code, posts in guess_languages(site).items():
        is_own = own == code or (code == "en" and own not in ("", *_SCRIPTS))
        for post in posts:
            post.fields["language"] = site.language if is_own else code


def in_words(guesses: dict[str, list[ImportedPost]]) -> str:
    count = sum(map(len, guesses.values()))
    counts = {language_name(code, "en"): len(posts) for code, posts in guesses.items() if code != "en"}
    parts = [f"{number} look{'s' * (number == 1)} {name}" for name, number in counts.items()]
    return one_line(f"of {count} posts without a language, {', '.join(parts)}: “--guess-languages” writes it")


def _guess(post: ImportedPost) -> str:
    text = _NO_TEXT.sub(" ", post.body[: 4 * _ENOUGH])[:_ENOUGH] + post.title
    counts = {code: len(script.findall(text)) for code, script in _SCRIPTS.items()}
    if sum(counts.values()) <= len(_WORD.findall(text)):
        return "en"
    return "ja" if counts["ja"] > _KANA * counts["zh"] else "ko" if counts["ko"] > counts["zh"] else "zh"


def settle_languages(site: OldSite) -> None:
    """Give each language one code, in the site and in its posts: the first that the site or a post has for it."""
    all_codes = [*site.languages, site.language, *(post.language for post in site.posts)]
    codes: dict[str, str] = {}
    for code in filter(None, all_codes):
        codes.setdefault(language_tag(code).lower(), code)
    site.language = codes.get(language_tag(site.language).lower(), "")
    for post in site.posts:
        if post.language:
            post.fields["language"] = codes[language_tag(post.language).lower()]
