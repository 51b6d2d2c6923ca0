"""Chooses the one of several languages that matches a code, or comes closest to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_blogext.core.slugs import normalize

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def find_language(code: str, names: Iterable[str]) -> str:
    """Return the one of *names* that is the language *code* or comes closest to it, or else *code*.

    For example, the posts of a site in ``zh_CN`` may be in ``zh``.
    """
    if not code:
        return ""
    wanted = _subtags(normalize(code))
    nearest = [name for name in sorted(names) if _subtags(name)[0] == wanted[0]]
    exact = [name for name in nearest if _subtags(name) == wanted]
    plain = [name for name in nearest if len(_subtags(name)) == 1]
    return (exact or plain or nearest or [normalize(code)])[0]


def pick(texts: str | Mapping[str, str], language: str) -> str:
    """Return the one of *texts* in *language* or in the closest language, or else the first."""
    if isinstance(texts, str):
        return texts
    by_key = {normalize(code): text for code, text in texts.items()}
    return by_key.get(find_language(language, by_key)) or next(iter(by_key.values()), "")


def _subtags(code: str) -> tuple[str, ...]:
    return tuple(code.lower().replace("_", "-").split("-"))
