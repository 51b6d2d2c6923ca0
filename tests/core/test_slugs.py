"""Names of terms as parts of page names."""

import re
import unicodedata
from urllib.parse import quote, unquote

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sphinx_blogext.core.taxonomies import normalize
from sphinx_blogext.core.terms import slugify

WINDOWS = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?", re.IGNORECASE)

HARD_NAMES = [
    "C", "C++", "C#", "F#", "c--", ".NET", "net", "dot-net", "Node.js", "nodejs", "中文", "并行", "con", "CON.txt",
    "nul", "com1", ".", "..", "...", "/", "../../evil", "a/b", "a\\b", "a:b", "a-b", "page", "index", "opinion",
    "opinión", "🎉", "👩‍👩‍👧", "🇨🇳", "x" * 300, "x" * 299, "漢" * 300, "漢" * 299, "100%", "100", "?", "*", "#",
    "+", "++", "-", "c-plus-plus", "c-sharp", "\u200b", "ß", "\ud800",
]  # fmt: skip


def is_safe(slug: str) -> bool:
    """Whether a file ``<slug>.html`` or a folder ``<slug>`` can be made on every system, and linked to."""
    encoded = slug.encode("utf-8")  # raises for surrogates
    return (
        bool(slug)
        and len(encoded) <= 120
        and not set(slug) & set('\\/:*?"<>|#%&\0')
        and not any(unicodedata.category(char) in {"Cc", "Zs", "Zl", "Zp"} for char in slug)
        and slug not in {".", ".."}
        and slug[0] not in ".-"
        and slug[-1] not in ". "
        and not WINDOWS.fullmatch(slug)
        and slug not in {"page", "index"}
        and unquote(quote(slug)) == slug
    )


def test_hard_names_are_safe_and_distinct() -> None:
    slugs = {}
    for name in HARD_NAMES:
        assert is_safe(slugify(name)), name
        other = slugs.setdefault(slugify(name), name)
        assert normalize(other) == normalize(name), (name, other)
    assert len({slug.casefold() for slug in slugs}) == len(slugs)


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Machine  Learning", "machine-learning"), ("并行", "并行"), ("opinión", "opinión"),
        ("C++", "c-plus-plus"),
        ("C#", "c-sharp"), ("C", "c"),
    ],
)  # fmt: skip
def test_readable_names_stay_readable(name: str, slug: str) -> None:
    assert slugify(name) == slug


@given(st.text())
def test_every_name_has_a_safe_slug(name: str) -> None:
    assert is_safe(slugify(name))


@given(st.text(max_size=12), st.text(max_size=12))
def test_distinct_terms_have_distinct_slugs(one: str, other: str) -> None:
    assume(normalize(one) != normalize(other))
    assert slugify(one).casefold() != slugify(other).casefold()


@given(st.text())
def test_the_slug_belongs_to_the_term_and_not_to_its_spelling(name: str) -> None:
    assert slugify(name) == slugify(normalize(name))
    assert slugify(f"  {name} ") == slugify(name)


@given(st.text())
def test_normalizing_twice_changes_nothing(name: str) -> None:
    assert normalize(normalize(name)) == normalize(name)


def test_what_is_one_term() -> None:
    assert normalize("Machine Learning") == normalize("machine-learning") == normalize("MACHINE  learning")
    assert normalize("e\u0301") == normalize("é")
    assert normalize("opinion") != normalize("opinión")
    assert normalize("c") != normalize("c++")
