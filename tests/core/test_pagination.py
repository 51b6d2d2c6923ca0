"""Lists cut into pages."""

from hypothesis import given
from hypothesis import strategies as st

from sphinx_blogext.core.pagination import Order, Page, paginate

COUNTS = st.integers(0, 300)
SIZES = st.integers(1, 40)
ORDERS: st.SearchStrategy[Order] = st.sampled_from(["newest", "stable"])


def pages_of(count: int, size: int, order: Order = "newest", **options: object) -> tuple[Page[int], ...]:
    """Pages of the numbers *count* … 1: the newest item has the highest number."""
    options = {"name": "blog", "below": "blog", "pinned": ()} | options
    return paginate(range(count, 0, -1), size, order=order, **options)  # type: ignore[arg-type]


@given(COUNTS, SIZES, ORDERS)
def test_every_item_stands_on_exactly_one_page_and_neighbours_lead_through_all(
    count: int, size: int, order: Order
) -> None:
    pages = pages_of(count, size, order)
    assert [item for page in pages for item in page.items] == list(range(count, 0, -1))
    assert pages[0].newer is None
    assert pages[-1].older is None
    assert [page.older for page in pages[:-1]] == [page.name for page in pages[1:]]
    assert [page.newer for page in pages[1:]] == [page.name for page in pages[:-1]]
    assert len({page.name for page in pages}) == len(pages)


@given(COUNTS, SIZES, ORDERS)
def test_the_window_has_first_last_current_and_neighbours(count: int, size: int, order: Order) -> None:
    pages = pages_of(count, size, order)
    names = [page.name for page in pages]
    for index, page in enumerate(pages):
        shown = [link.page for link in page.window if link.page]
        assert {names[0], names[-1], page.name, *names[max(0, index - 1) : index + 2]} <= set(shown)
        assert shown == sorted(shown, key=names.index)
        assert len(set(shown)) == len(shown)
        assert [link.page for link in page.window if link.current] == [page.name]
        assert len(page.window) <= 7


@given(COUNTS, SIZES)
def test_a_gap_stands_where_pages_are_left_out_and_only_there(count: int, size: int) -> None:
    pages = pages_of(count, size)
    names = [page.name for page in pages]
    for page in pages:
        for link, following in zip(page.window, page.window[1:], strict=False):
            if link.page and following.page:
                assert names.index(following.page) - names.index(link.page) == 1
        for before, gap, after in zip(page.window, page.window[1:], page.window[2:], strict=False):
            if gap.page is None:
                assert before.page is not None
                assert after.page is not None
                assert names.index(after.page) - names.index(before.page) > 2


def test_stable_fills_pages_from_the_back() -> None:
    pages = pages_of(47, 10, "stable")
    assert [page.name for page in pages] == ["blog", "blog/page/3", "blog/page/2", "blog/page/1"]
    assert [len(page.items) for page in pages] == [17, 10, 10, 10]
    assert [page.number for page in pages] == [None, 3, 2, 1]
    assert pages[-1].items == tuple(range(10, 0, -1))


@given(COUNTS, st.integers(0, 120), SIZES)
def test_stable_pages_never_change_as_items_are_added(count: int, added: int, size: int) -> None:
    before = {page.name: page for page in pages_of(count, size, "stable")[1:]}
    after = {page.name: page for page in pages_of(count + added, size, "stable")[1:]}
    names = [page.name for page in pages_of(count, size, "stable")]
    for name, page in before.items():
        assert after[name].items == page.items
        assert after[name].number == page.number
        assert after[name].older == page.older
        if page.newer != names[0]:
            assert after[name].newer == page.newer


@given(st.integers(40, 300), st.integers(0, 120))
def test_the_window_of_an_old_stable_page_does_not_know_how_many_there_are(count: int, added: int) -> None:
    before = pages_of(count, 10, "stable")
    after = {page.name: page for page in pages_of(count + added, 10, "stable")}
    # Both neighbours of these have their numbers already: nothing of the window may move.
    for page in before[2:]:
        assert after[page.name].window == page.window


@given(COUNTS, SIZES)
def test_pinned_items_stand_in_front_instead_of_in_their_place(count: int, size: int) -> None:
    pinned = tuple(range(1, count + 1, 7))
    pages = pages_of(count, size, pinned=pinned)
    items = [item for page in pages for item in page.items]
    assert items[: len(pinned)] == list(pinned)
    assert sorted(items) == list(range(1, count + 1))


@given(COUNTS, SIZES)
def test_a_pin_moves_nothing_between_stable_pages(count: int, size: int) -> None:
    pinned = (1,) if count else ()
    plain = pages_of(count, size, "stable")
    pages = pages_of(count, size, "stable", pinned=pinned)
    assert [page.items for page in pages[1:]] == [page.items for page in plain[1:]]
    assert pages[0].items[: len(pinned)] == pinned
    assert len(set(pages[0].items)) == len(pages[0].items)
