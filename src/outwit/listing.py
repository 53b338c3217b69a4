"""A list that is made when somebody looks into it: of very many moves, most are never asked about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Generic, TypeVar, overload

T = TypeVar("T")


class Listing(Sequence[T], Generic[T]):
    """Like a tuple, whose items are made all at once when the first of them is asked for.

    >>> squares = Listing(3, lambda: (n * n for n in range(3)))
    >>> len(squares), squares[1:], squares == (0, 1, 4)
    (3, (1, 4), True)
    """

    def __init__(self, many: int, make: Callable[[], Iterable[T]]) -> None:
        self.many = many
        self.make: Callable[[], Iterable[T]] | None = make
        """Makes so many items; forgotten once it has."""
        self.made: tuple[T, ...] = ()

    @property
    def items(self) -> tuple[T, ...]:
        """The items."""
        if self.make is not None:
            self.made, self.make = tuple(self.make()), None
        return self.made

    def __len__(self) -> int:
        return self.many

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        return self.items[index]

    def __iter__(self) -> Iterator[T]:
        return iter(self.items)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, tuple | Listing):
            return NotImplemented
        return len(self) == len(other) and self.items == tuple(other)

    def __hash__(self) -> int:
        return hash(self.items)

    def __repr__(self) -> str:
        return repr(self.items)

    def __reduce__(self) -> tuple[object, ...]:
        return tuple, (self.items,)
