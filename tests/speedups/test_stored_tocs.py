"""Tables of contents stay pickled until somebody asks for them, which nobody notices."""

import pickle
from collections.abc import Callable
from typing import Any

import pytest
from conftest import MakeSite
from docutils import nodes
from hypothesis import given
from hypothesis import strategies as st
from writing import many

from sphinx_blogext.speedups.stored_tocs import StoredTocs

FILES = {
    "index.md": "# Home\n\n```{toctree}\nblog\nguide\n```\n",
    "blog.md": "# News\n\n```{postlist}\n```\n",
    "guide.md": "# Guide\n\n## Part one\n\n## Part $x$\n",
    **many(4),
}
#: What a neighbor may do with a dictionary.
USES: dict[str, Callable[[dict[str, Any], str], Any]] = {
    "ask": lambda tocs, name: name in tocs and tocs[name],
    "get": lambda tocs, name: tocs.get(name, 0),
    "set": lambda tocs, name: tocs.__setitem__(name, [name, 1]),
    "set default": lambda tocs, name: tocs.setdefault(name, [2]),
    "change": lambda tocs, name: tocs[name].append(3) if name in tocs else None,
    "pop": lambda tocs, name: tocs.pop(name, None),
    "delete": lambda tocs, name: tocs.__delitem__(name) if name in tocs else None,
    "update": lambda tocs, name: tocs.update({name: [4]}),
    "update in place": lambda tocs, name: tocs.__ior__({name: [5]}) and None,
    "join": lambda tocs, name: tocs | {name: [6]},
    "join from the right": lambda tocs, name: {name: [6], "z": []} | tocs,
    "copy": lambda tocs, name: tocs.copy(),
    "dict": lambda tocs, name: dict(tocs),
    "stars": lambda tocs, name: {**tocs},
    "keys": lambda tocs, name: list(tocs.keys()),
    "values": lambda tocs, name: list(tocs.values()),
    "items": lambda tocs, name: list(tocs.items()),
    "backwards": lambda tocs, name: list(reversed(tocs)),
    "length": lambda tocs, name: len(tocs),
    "clear": lambda tocs, name: tocs.clear(),
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
        assert isinstance(tocs, dict)
        # Ask for all only of a copy.
        assert pickle.loads(pickle.dumps(tocs)) == plain


def _pickled(tocs: Any) -> set[str]:
    return {name for name, toc in dict.items(tocs) if isinstance(toc, bytes)}


def test_a_build_unpickles_those_that_it_shows(make_site: MakeSite) -> None:
    site = make_site(FILES, {"html_theme": "blogext"})
    site.build()
    assert _pickled(site.env.tocs) == site.env.all_docs.keys()
    site.write("guide.md", FILES["guide.md"].replace("one", "two"))
    site.build()
    assert {"blog/p01", "blog/p02"} <= _pickled(site.env.tocs)
    assert b"Part two" in site.bytes()["guide.html"]
    site.build()
    assert "Part two" in site.env.tocs["guide"].astext()


@pytest.mark.parametrize("is_stored", [True, False])
def test_formulas_are_looked_for_only_where_they_may_be(is_stored: bool) -> None:
    formula = nodes.bullet_list("", nodes.list_item("", nodes.math("", "x")))
    tocs = StoredTocs(a=nodes.bullet_list("", nodes.Text("plain")), b=formula)
    if is_stored:
        tocs = pickle.loads(pickle.dumps(tocs))
    texts = [toc.astext() for toc in tocs.mentioning("math")]
    assert texts == (["x"] if is_stored else ["plain", "x"])
    assert _pickled(tocs) == ({"a"} if is_stored else set())
