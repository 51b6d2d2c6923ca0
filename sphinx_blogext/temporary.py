"""Temporary changes to objects of other packages that leave no trace."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

_MISSING = object()


@contextmanager
def replaced(owner: object, **values: Any) -> Iterator[None]:
    """Replace attributes of *owner* by *values* temporarily, and restore exactly what it had afterwards.

    An attribute that was only on the class is removed from *owner* again: a value left there would hide
    what its class or another extension sets later.
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
