"""Changes to the objects of others that last for a while and leave no trace."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

_MISSING = object()


@contextmanager
def replaced(owner: object, **values: Any) -> Iterator[None]:
    """Give attributes of *owner* other *values* for a while, and afterwards exactly those it had.

    An attribute that *owner* itself did not have, but its class, is removed again: another
    value left in its place would hide what its class or another extension gives it later.
    """
    attributes = vars(owner)
    before = {name: attributes.get(name, _MISSING) for name in values}
    for name, value in values.items():
        setattr(owner, name, value)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is _MISSING:
                attributes.pop(name, None)
            else:
                setattr(owner, name, value)
