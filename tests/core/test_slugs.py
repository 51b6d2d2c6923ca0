"""Names of terms as parts of page names, and what terms are called."""

import re
import unicodedata
from collections.abc import Iterable
from urllib.parse import quote, unquote

from hypothesis import given, settings
from hypothesis import strategies as st

from sphinx_blogext.ablog.forms import ablog_slug
from sphinx_blogext.core.model import Post
from sphinx_blogext.core.taxonomies import TAXONOMIES, normalize
from sphinx_blogext.core.terms import (
    OUR_RULES,
    SlugRules,
    Term,
    TermSettings,
    collect_terms,
    file_name,
    other_names,
    slugify,
    term_slugs,
)

WINDOWS = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?", re.IGNORECASE)

HARD_NAMES = [
    "C", "C++", "C#", "F#", "c--", ".NET", "net", "dot-net", "Node.js", "nodejs", "中文", "并行", "con", "CON.txt",
    "nul", "com1", ".", "..", "...", "/", "../../evil", "a/b", "a\\b", "a:b", "a-b", "page", "index", "opinion",
    "opinión", "🎉", "👩‍👩‍👧", "🇨🇳", "x" * 300, "x" * 299, "漢" * 300, "漢" * 299, "100%", "100", "?", "*", "#",
    "+", "++", "-", "c-plus-plus", "c-sharp", "\u200b", "ß", "\ud800",
]  # fmt: skip


def is_safe(slug: str) -> bool:
    """Whether a file ``<slug>.html`` or a folder ``<slug>`` can be made on every system, and linked to."""
    return (
        # It raises for surrogates.
        0 < len(slug.encode("utf-8")) <= 120
        and not set(slug) & set('\\/:*?"<>|#%&\0')
        and not any(unicodedata.category(char) in {"Cc", "Zs", "Zl", "Zp"} for char in slug)
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


def test_readable_names_stay_readable_and_spellings_are_one_term() -> None:
    names = {"Machine  Learning": "machine-learning", "并行": "并行", "opinión": "opinión"}
    names |= {"C++": "c-plus-plus", "C#": "c-sharp", "C": "c", ".net": "dot-net"}
    assert {name: slugify(name) for name in names} == names
    assert normalize("Machine Learning") == normalize("machine-learning") == normalize("MACHINE  learning")
    assert normalize("e\u0301") == normalize("é")
    assert len(set(map(normalize, ("opinion", "opinión", "c", "c++")))) == 4


@given(st.text(), st.text(max_size=12))
def test_every_term_has_a_safe_slug_of_its_own_whatever_its_spelling(name: str, other: str) -> None:
    assert is_safe(slugify(name))
    assert normalize(name) == normalize(other) or slugify(name).casefold() != slugify(other).casefold()
    assert slugify(name) == slugify(normalize(name)) == slugify(f"  {name} ")
    assert normalize(normalize(name)) == normalize(name)


def slugs(
    names: Iterable[str], settings: dict[str, TermSettings] | None = None, taxonomy: str = "tag", **rules: bool
) -> dict[str, str]:
    """Return the slugs of terms, by name."""
    keys = {normalize(name): name for name in names}
    own = SlugRules(spell=lambda taxonomy, name: ablog_slug(name), **rules)
    found = term_slugs(TAXONOMIES[taxonomy], keys, settings or {}, own)
    return {name: found[key] for key, name in keys.items()}


def test_names_as_ablog_spells_them() -> None:
    names = {"opinión": "opinion", "0.6.1": "061", "worker's rights": "workers-rights", "a  -- b": "a-b", "&": ""}
    names |= {"スパロボ": "スハロホ", "C++": "c", "简体中文": "简体中文", "Weiß": "weiß"}
    assert {name: ablog_slug(name) for name in names} == names


def test_the_first_by_name_keeps_a_slug_unless_conf_py_says_another() -> None:
    assert slugs(["C++", "C#", "C"]) == {"C++": "c-plus-plus", "C#": "c-sharp", "C": "c"}
    assert slugs(["C++", "C#"]) == slugs(["C#", "C++"]) == {"C++": "c-plus-plus", "C#": "c"}
    settings = {"c++": TermSettings("C++", slug="c"), "x": TermSettings("x", slug="y")}
    found = slugs(["C++", "C", "Y", "Y!"], settings)
    assert (found["C++"], found["C"][:2]) == ("c", "c-")
    # Of one that no post has, too.
    assert found["Y"] != "y"
    assert len(set(found.values())) == 4


def test_labels_count_where_terms_have_keys() -> None:
    settings = {"mei": TermSettings("mei", label="Lin Mei"), "lin": TermSettings("lin", label="Lin, Mei")}
    assert slugs(["mei", "lin"], settings, "author", by_label=True) == {"mei": "mei", "lin": "lin-mei"}
    assert slugs(["mei", "lin"], settings, "author") == {"mei": "mei", "lin": "lin"}
    assert slugs(["mei"], settings, "tag", by_label=True) == {"mei": "mei"}


LETTERS = st.characters(codec="utf-8") | st.sampled_from("cC+# -.é\u0301/")


@settings(max_examples=30)
@given(st.lists(st.text(LETTERS, max_size=6), min_size=1))
def test_no_two_terms_share_a_slug(names: list[str]) -> None:
    terms = {normalize(name): name for name in names}
    found = slugs(terms.values())
    # As file systems may see them.
    assert len({slug.casefold() for slug in found.values()}) == len(terms)
    assert all(found.values())


def test_other_names_and_labels_in_several_languages() -> None:
    """Names of terms are those that no two share."""
    mei = TermSettings("mei", label="Lin", aliases=("M M",))
    li = TermSettings("li", label="Lin", labels=(("zh", "李"),))
    jo, wei = TermSettings("jo", label="Mei"), TermSettings("wei", label="m m")
    assert other_names({"mei": mei, "li": li, "jo": jo, "wei": wei}) == {normalize("M M"): "mei", "李": "li"}
    kind = TAXONOMIES["category"]._replace(is_nested=True)
    labels = (("en", "Ex"), ("zh_CN", "甲"))
    above = Term(kind, "p", "P", "p", (), 0, TermSettings(label="The P"))
    term = Term(kind, "p/x", "P/x", "p/x", (), 0, TermSettings(label="L", labels=labels), above)
    own = {"": "L", "en": "Ex", "zh": "甲", "fr": "L"}
    assert {language: term.own_label_in(language) for language in own} == own
    assert (term.label_in("zh"), term._replace(settings=TermSettings()).label) == ("The P / 甲", "The P / x")


def test_terms_of_posts() -> None:
    kind = TAXONOMIES["category"]._replace(is_nested=True)
    asked: list[str] = []

    def best(posts: Iterable[Post], language: str) -> list[Post]:
        asked.append(language)
        return list(posts)[:1]

    posts = [
        Post("b", title="B", date=None, terms={"category": ("p/x",), "language": ("zh",)}),
        Post("a", title="A", date=None, terms={"category": ("P", "ghost")}),
    ]
    found = collect_terms(kind, posts, {"ghost": TermSettings("ghost", hidden=True)}, OUR_RULES, best)
    about = [(term.name, len(term.posts), term.count, term.parent and term.parent.key) for term in found.values()]
    assert sorted(about) == [("P", 2, 1, None), ("ghost", 1, 1, None), ("p/x", 1, 1, "p")]
    assert [term.key for term in found.shown] == ["p", "p/x"]
    assert [found.keys_of(each) for each in posts] == [{"p", "p/x"}, {"p", "ghost"}]
    collect_terms(TAXONOMIES["language"], posts, {}, OUR_RULES, best)
    # Of its own list, a language has the versions in it.
    assert asked == ["", "", "", "zh"]


def test_slugs_with_digests_and_names_of_files() -> None:
    # Only where there is something to transliterate.
    assert slugify("abc", (), lambda _text: "X y") == "abc"
    assert re.fullmatch(r"x-y-[0-9a-f]{8}", slugify("中", (), lambda _text: "X y"))
    assert re.fullmatch(r"[0-9a-f]{8}", slugify("?"))
    names = {"con": "con-post", "con.txt": "con-txt-post", "A. b, c": "a-b-c", "--a": "a", "?": ""}
    names["page"] = "page-post"
    assert {name: file_name(name) for name in names} == names
