"""A module with ``code`` and a :py:class:`Thing`."""

from __future__ import annotations


class Base:
    """What things are made of."""


class Thing(Base):
    """A thing.

    .. note:: With a note, and :math:`x < y`.
    """

    #: A value.
    value: int = 1

    def act(self, other: Thing) -> list[Thing]:
        """Act on *other*.

        :param other: another
        :returns: both
        """
        return [self, other]
