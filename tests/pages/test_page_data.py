"""The digest of data that is made of other data tells all differences."""

from sphinx_blogext.pages.posts import Data


def test_a_changed_copy_has_a_digest_of_its_own() -> None:
    data, other = Data(title="A", tags=["x"]), Data(title="A", tags=["y"])
    made = [
        data,
        other,
        data.replace({"title": "B"}),
        other.replace({"title": "B"}),
        data.replace({"tags": ["y"]}),
    ]
    made += [
        data.replace({}),
        data.replace({"title": "B"}).replace({"tags": ["y"]}),
        Data(shown=data),
        Data(shown=other),
    ]
    assert len({repr(one) for one in made}) == len(made)
    assert repr(data.replace({"title": "B"})) == repr(Data(data).replace({"title": "B"}))
    assert data.replace({"title": "B"}) == {"title": "B", "tags": ["x"]}
    assert data == {"title": "A", "tags": ["x"]}
