"""Values that a game made, handled with care: comparing, copying, hashing or showing them may fail."""

from __future__ import annotations

import math
from collections.abc import Iterable
from copy import deepcopy
from numbers import Integral, Real
from typing import Any, TypeAlias, TypeVar

from outwit.errors import join_names, shorten

T = TypeVar("T")

Answer: TypeAlias = Any
"""What a rule answers with: `Any`, since whether it is what it should be is still to be found out."""

CLOSE = 1e-9
"""How far numbers that should be equal may lie apart."""


def alike(one: object, other: object) -> bool:
    """Are two values equal, as far as they can be compared?"""
    try:
        return bool(one == other)
    except Exception:  # a user's `==` may raise anything
        return False


def copy_value(value: T) -> T:
    """A copy that changes to the value do not reach; the value itself if it cannot be copied."""
    try:
        return deepcopy(value)
    except Exception:  # a user's `__deepcopy__` may raise anything
        return value


def unhashable(value: object) -> str:
    """Why a value cannot be hashed; nothing if it can."""
    try:
        hash(value)
    except Exception as error:  # a user's `__hash__` may raise anything
        return str(error) or type(error).__name__
    return ""


def whole(value: object) -> bool:
    """Is this a whole number?"""
    return isinstance(value, Integral)


def number(value: object) -> bool:
    """Is this a finite number?"""
    return isinstance(value, Real) and math.isfinite(value)


def show(value: object, limit: int = 120) -> str:
    """A value as a sentence shows it: on one line, not too long."""
    try:
        return shorten(" ".join(repr(value).split()), limit)
    except Exception as error:  # a user's `__repr__` may raise anything
        return f"a {type(value).__name__} whose repr raises {type(error).__name__}"


def several(values: Iterable[object], last: str = "and") -> str:
    """The first few values as a sentence lists them.

    >>> several([1, 2, 3]), several(range(40)), several([])
    ('1, 2 and 3', '0, 1, 2, 3, 4, 5 and 34 more', 'nothing')
    """
    names = [show(value, 40) for value in values]
    if len(names) > 7:
        names[6:] = [f"{len(names) - 6} more"]
    return join_names(names, last) or "nothing"
