"""Functions that one part of the package calls and another, which it must not import, provides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Hook(Generic[P, R]):
    """A function that is provided elsewhere, and loaded when it is first called.

    >>> size: Hook[[str], int] = Hook()
    >>> size.provide(lambda: len)
    >>> size("four")
    4
    """

    def __init__(self) -> None:
        self.load: Callable[[], Callable[P, R]] | None = None

    def provide(self, load: Callable[[], Callable[P, R]]) -> None:
        """Say how to load the function."""
        self.load = load

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        if self.load is None:
            raise RuntimeError("nobody has provided this function")
        return self.load()(*args, **kwargs)
