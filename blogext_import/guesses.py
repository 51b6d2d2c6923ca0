"""The languages of posts that state none, guessed by the script of their texts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from blogext_import.values import one_line
from sphinx_blogext.lang.codes import language_name

if TYPE_CHECKING:
    from blogext_import.post_records import ImportedPost, OldSite

_CODE = re.compile(r"^([`~]{3,}).*?^\1|`[^`\n]*`|<[^<>]*>|https?://\S+|\{[{%].*?[}%]\}", re.DOTALL | re.MULTILINE)
_SCRIPTS = {
    "ja": re.compile("[\u3041-\u3096\u30a1-\u30fa]"),
    "ko": re.compile("[\uac00-\ud7a3]"),
    "zh": re.compile("[\u4e00-\u9fff]"),
}
_WORD = re.compile(r"[A-Za-z]{2,}")
#: How much of a text is looked at, and how much kana there is among the Chinese characters of Japanese.
_ENOUGH, _KANA = 4000, 0.1


def guess_languages(site: OldSite) -> dict[str, list[ImportedPost]]:
    """Return the posts that state no language by the one that they look like, if there are several."""
    found: dict[str, list[ImportedPost]] = {}
    for post in site.posts:
        if not post.language and post.head is None:
            found.setdefault(_guess(post), []).append(post)
    return found if len(found) > 1 else {}


def set_languages(site: OldSite) -> None:
    """Write the language that each post looks like; a site in another of the same script has that one."""
    own = site.language.partition("-")[0].partition("_")[0]
    for code, posts in guess_languages(site).items():
        is_own = own == code or (code == "en" and own not in ("", *_SCRIPTS))
        for post in posts:
            post.fields["language"] = site.language if is_own else code


def in_words(guesses: dict[str, list[ImportedPost]]) -> str:
    """Return the guesses as a sentence."""
    count = sum(map(len, guesses.values()))
    counts = {language_name(code, "en"): len(posts) for code, posts in guesses.items() if code != "en"}
    parts = [f"{number} look{'s' * (number == 1)} {name}" for name, number in counts.items()]
    return one_line(f"of {count} posts without a language, {', '.join(parts)}: “--guess-languages” writes it")


def _guess(post: ImportedPost) -> str:
    text = _CODE.sub(" ", post.body[: 4 * _ENOUGH])[:_ENOUGH] + post.title
    counts = {code: len(script.findall(text)) for code, script in _SCRIPTS.items()}
    if sum(counts.values()) <= len(_WORD.findall(text)):
        return "en"
    return "ja" if counts["ja"] > _KANA * counts["zh"] else "ko" if counts["ko"] > counts["zh"] else "zh"
