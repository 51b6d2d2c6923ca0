"""The taxonomies of a site: the built-in ones, and the custom ones of ``blog_taxonomies``."""

import re
from collections.abc import Iterator, Mapping, Set
from typing import Any

from sphinx_blogext.config.checks import BOOL, TABLES, TEXT, Check, as_names, check, is_by_language, terms_check
from sphinx_blogext.core.metadata import DRAFT_WORDS, keys_of, suggest
from sphinx_blogext.core.pagination import LIST_OPTIONS
from sphinx_blogext.core.taxonomies import TAXONOMIES, Taxonomies, TaxonomyKind, normalize, pick
from sphinx_blogext.core.terms import TermSettings
from sphinx_blogext.core.urls import is_safe_url, read_profile, with_mailto

#: Names of keys, pages and roles, and names that templates find besides terms in the data of posts and sidebars.
_TAKEN = frozenset(
    """
    html_meta myst no_search nosearch orphan substitutions tocdepth
    archive archives blog drafts index page post posts ref subscribe
    cover date_short dir docname is_draft is_external is_featured is_foreign is_pinned lang lead lede more
    notice only own_terms page_url parts site_lang state summary teaser teaser_classes teaser_cover title_lang
    teaser_image title_text url word_count
    feeds own recent terms titles
    """.split()
)


def read_taxonomies(tables: Mapping[str, Mapping[str, Any]], language: str) -> Taxonomies:
    """Return all taxonomies of a site with the *tables* of ``blog_taxonomies``, custom ones last."""
    if not tables:
        return TAXONOMIES
    nested = {name for name, table in tables.items() if table.get("nested")}
    built_in = (kind._replace(is_nested=name in nested) for name, kind in TAXONOMIES.items())
    own = (_kind(name, table, language) for name, table in tables.items() if name not in TAXONOMIES)
    return Taxonomies((*built_in, *own))


def nested_options(value: Any) -> set[str]:
    """Return the options with the terms of built-in taxonomies that *value*, which may be invalid, nests."""
    tables = value if TABLES.is_valid(value) else {}
    return {TAXONOMIES[name].option for name in TAXONOMIES if tables.get(name, {}).get("nested") is True}


def _table_mistakes(name: str, table: Mapping[str, Any]) -> Iterator[str]:
    texts = check(
        "a text, or texts by language, such as {'en': 'Project', 'zh': '项目'}",
        lambda text: isinstance(text, str) or is_by_language(text),
    )
    terms = terms_check(is_nested=table.get("nested") is True)
    checks = {"plural": TEXT, "label": texts, "title": texts, "nested": BOOL, "terms": terms}
    for key, value in table.items():
        if key in checks:
            yield from checks[key].complaints(f"{name!r}: {key}", value)
        else:
            yield f"{name!r}: unknown key {key!r}{suggest(str(key), checks)}; valid keys are {', '.join(checks)}"


def _mistakes(value: Any) -> Iterator[str]:
    if not TABLES.is_valid(value):
        yield ""
        return
    taken = _TAKEN | (keys_of(TAXONOMIES).keys() - DRAFT_WORDS) | {name.replace("-", "_") for name in LIST_OPTIONS}
    for name, table in value.items():
        yield from _table_mistakes(name, table)
        if name in TAXONOMIES:
            problems = [_built_in_problem(name, table)]
        else:
            names = dict.fromkeys((name, str(table.get("plural") or name)))
            problems = [_name_problem(each, taken) for each in names]
            taken |= names.keys()
        place = f"{name!r}{' is built in' * (name in TAXONOMIES)}"
        yield from (f"{place}: {problem}" for problem in problems if problem)


TAXONOMY_TABLES = Check(TABLES.allowed, _mistakes)


def _built_in_problem(name: str, settings: dict[str, Any]) -> str:
    if name in {"author", "language"}:
        return "its terms cannot be nested"
    is_valid = settings.keys() == {"nested"}
    return "" if is_valid else f"only 'nested' can be set for it; set its terms in {TAXONOMIES[name].option}"


def _name_problem(name: str, taken: Set[str]) -> str:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        return f"{name!r} is not a taxonomy name: use lower-case letters, digits and '_'"
    return f"{name!r} is already a key of posts, an option of lists or a page of blogs" if name in taken else ""


def _kind(name: str, settings: Mapping[str, Any], language: str) -> TaxonomyKind:
    plural = settings.get("plural") or name
    label = pick(settings.get("label") or {}, language) or name.capitalize().replace("_", " ")
    return TaxonomyKind(
        name,
        plural,
        pick(settings.get("title") or {}, language) or plural.capitalize().replace("_", " "),
        f"{label.replace('%', '%%')}: %s",
        weight=2,
        in_feeds=True,
        in_search=True,
        is_own=True,
        is_nested=bool(settings.get("nested")),
    )


def read_terms(kind: TaxonomyKind, settings: Mapping[str, Any], language: str) -> dict[str, TermSettings]:
    """Return the *settings* of the terms of one taxonomy by key, with their labels in *language*."""
    by_name = {kind.normalized(name): value for name, value in settings.items()}
    return {normalize(name): _term_settings(name, value, language) for name, value in by_name.items()}


def _term_settings(name: str, value: Any, language: str) -> TermSettings:
    if isinstance(value, str):
        return TermSettings(name, label=value)
    if isinstance(value, (list, tuple)):
        # ABlog's form.
        return TermSettings(name, label=value[0], url=with_mailto(_safe_url(value[1])))
    texts = {key: value.get(key) or "" for key in ("slug", "description")}
    social = {**(value.get("social") or {}), **({"orcid": value["orcid"]} if value.get("orcid") else {})}
    label = value.get("label") or value.get("name") or ""
    return TermSettings(
        name,
        label=pick(label, language),
        labels=tuple(label.items()) if isinstance(label, dict) else (),
        url=with_mailto(_safe_url(value.get("url"))),
        avatar=_safe_url(value.get("avatar")),
        aliases=as_names(value.get("aliases")),
        hidden=bool(value.get("hidden")),
        is_organization=value.get("type") == "organization",
        social=tuple(filter(None, map(read_profile, social, social.values()))),
        **texts,
    )


def _safe_url(url: Any) -> str:
    return str(url) if url and is_safe_url(str(url)) else ""
