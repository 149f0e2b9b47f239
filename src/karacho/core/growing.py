"""A list that only grows, and whose fork costs nothing however long it is.

A list's copy touches every item, and the items of a hundred races do not fit into the machine's cache. So forks share
their items until two of them go on by different ways.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Generic, TypeVar, overload

T = TypeVar("T")


class Growing(Sequence[T], Generic[T]):
    """Reads like a list."""

    __slots__ = ("_count", "_items")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = list(items)
        self._count = len(self._items)

    def fork(self) -> "Growing[T]":
        """One of its own that goes on from here."""
        twin: Growing[T] = Growing.__new__(Growing)
        twin._items = self._items
        twin._count = self._count
        return twin

    def append(self, item: T) -> None:
        """One more."""
        if len(self._items) != self._count:  # a fork has gone on already
            self._items = self._items[: self._count]
        self._items.append(item)
        self._count += 1

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        if isinstance(index, slice):
            return self._items[slice(*index.indices(self._count))]
        place = index + self._count if index < 0 else index
        if not 0 <= place < self._count:
            raise IndexError(index)
        return self._items[place]

    def __iter__(self) -> Iterator[T]:
        return islice(self._items, self._count)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Growing) and self[:] == other[:]

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Growing({self[:]!r})"
