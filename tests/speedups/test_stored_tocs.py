"""Tables of contents stay pickled until somebody asks for them, which nobody notices."""

import pickle
from typing import Any

from conftest import MakeSite
from docutils import nodes
from hypothesis import given
from hypothesis import strategies as st
from writing import many

from sphinx_blogext.speedups.reading import StoredTocs

#: What a neighbor may do with a dictionary.
USES: dict[str, Any] = {
    "get": lambda tocs, name: tocs.get(name, 0),
    "set": lambda tocs, name: tocs.__setitem__(name, [name, 1]),
    "change": lambda tocs, name: tocs[name].append(3) if name in tocs else None,
    "pop": lambda tocs, name: tocs.pop(name, None),
    "join": lambda tocs, name: tocs | {name: [6]},
    "dict": lambda tocs, name: dict(tocs),
    "items": lambda tocs, name: list(tocs.items()),
}  # fmt: skip


@given(
    st.dictionaries(st.sampled_from("abcd"), st.lists(st.integers(), max_size=2)),
    st.lists(st.tuples(st.sampled_from([*USES, "store"]), st.sampled_from("abcd")), max_size=12),
)
def test_they_are_a_dictionary(start: dict[str, Any], uses: list[tuple[str, str]]) -> None:
    plain, tocs = pickle.loads(pickle.dumps((start, StoredTocs(start))))
    for use, name in uses:
        if use == "store":
            tocs = pickle.loads(pickle.dumps(tocs))
        else:
            assert USES[use](tocs, name) == USES[use](plain, name)
        assert [isinstance(tocs, dict), len(tocs), [*tocs]] == [True, len(plain), [*plain]]
        assert pickle.loads(pickle.dumps(tocs)) == plain


def _pickled(tocs: Any) -> set[str]:
    return {name for name, toc in dict.items(tocs) if isinstance(toc, bytes)}


def test_a_build_unpickles_those_that_it_shows(make_site: MakeSite) -> None:
    site = make_site({"index.md": "# Home\n\n## One\n\n## $x$\n", **many(4)}, {"html_theme": "blogext"})
    assert _pickled(site.build().env.tocs) == site.env.all_docs.keys()
    site.edit("index.md", "One", "Two").build()
    assert _pickled(site.env.tocs) == site.env.all_docs.keys() - {"index"}
    assert b">Two<" in site.bytes()["index.html"]
    assert "Two" in site.build().env.tocs["index"].astext()


def test_formulas_are_looked_for_only_where_they_may_be() -> None:
    tocs = StoredTocs(a=nodes.paragraph("", "plain"), b=nodes.paragraph("", "", nodes.math("", "x")))
    assert [toc.astext() for toc in tocs.mentioning("math")] == ["plain", "x"]
    assert [toc.astext() for toc in pickle.loads(pickle.dumps(tocs)).mentioning("math")] == ["x"]
