"""Results of methods that are computed once."""

from __future__ import annotations

from functools import wraps
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

F = TypeVar("F", bound="Callable[..., Any]")
_NONE_YET = object()


def cached_by(key: Callable[..., Hashable]) -> Callable[[F], F]:
    """Compute each result of a method once, and keep it in the object as long as that exists.

    *key* returns from the arguments what the result depends on: most are not hashable, or larger than their key.
    """

    def cached(make: F) -> F:
        name = f"{make.__module__}.{make.__qualname__}"

        @wraps(make)
        def result_of(owner: object, *arguments: Any, **options: Any) -> Any:
            state = vars(owner)
            results = state.get(name)
            if results is None:
                results = state[name] = {}
            place = key(*arguments, **options)
            result = results.get(place, _NONE_YET)
            if result is _NONE_YET:
                result = results[place] = make(owner, *arguments, **options)
            return result

        return cast("F", result_of)

    return cached


#: Computes the result of a method for each post once.
by_post = cached_by(attrgetter("key"))
