"""Results of methods that are computed once."""

from collections.abc import Callable, Hashable
from functools import wraps
from operator import attrgetter
from typing import Any, TypeVar, cast

F = TypeVar("F", bound="Callable[..., Any]")


def cached_by(key: Callable[..., Hashable]) -> Callable[[F], F]:
    """Compute each result of a method once, and keep it in the object as long as that exists.

    *key* returns from the arguments what the result depends on: most are not hashable, or larger than their key.
    """

    def cached(make: F) -> F:
        name = f"{make.__module__}.{make.__qualname__}"

        @wraps(make)
        def result_of(owner: object, *arguments: Any, **options: Any) -> Any:
            place = key(*arguments, **options)
            # Nearly all results are there already.
            try:
                return owner.__dict__[name][place]
            except KeyError:
                results = owner.__dict__.setdefault(name, {})
            result = results[place] = make(owner, *arguments, **options)
            return result

        return cast("F", result_of)

    return cached


#: Computes the result of a method for each post once.
by_post = cached_by(attrgetter("key"))
