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
    wanted = _subtags(normalize(code))
    nearest = [name for name in sorted(names) if _subtags(name)[0] == wanted[0]] if code else []
    # The same language, or else one without a region, or else any of the family.
    ranks = {name: (_subtags(name) != wanted, len(_subtags(name)) > 1) for name in nearest}
    return min(nearest, key=ranks.__getitem__, default=code and normalize(code))


def pick(texts: str | Mapping[str, str], language: str) -> str:
    """Return the one of *texts* in *language* or in the closest language, or else the first."""
    if isinstance(texts, str):
        return texts
    by_key = {normalize(code): text for code, text in texts.items()}
    return by_key.get(find_language(language, by_key)) or next(iter(by_key.values()), "")


def _subtags(code: str) -> tuple[str, ...]:
    return tuple(code.lower().replace("_", "-").split("-"))
