"""Functions of Python's library that rules use, in Python that can be compiled."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Any

from outwit.engine.compiler.row_operations import pick


def combinations(items, size):
    """`itertools.combinations`."""
    row = tuple(items)
    result: list[Any] = []
    add = result.append
    chosen = list(range(size))
    while size <= len(row):
        add(pick(row, chosen))
        place = size - 1
        while place >= 0 and chosen[place] == len(row) - size + place:
            place -= 1
        if place < 0:
            break
        chosen[place] += 1
        for after in range(place + 1, size):
            chosen[after] = chosen[after - 1] + 1
    return result


def permutations(items):
    """`itertools.permutations` of all items."""
    row = tuple(items)
    result = []
    chosen = list(range(len(row)))
    while True:
        result.append(pick(row, chosen))
        place = len(row) - 2
        while place >= 0 and chosen[place] > chosen[place + 1]:
            place -= 1
        if place < 0:
            return result
        other = len(row) - 1
        while chosen[other] < chosen[place]:
            other -= 1
        chosen[place], chosen[other] = chosen[other], chosen[place]
        chosen[place + 1 :] = chosen[place + 1 :][::-1]


def product(one, other):
    """`itertools.product` of two rows of items."""
    return [(first, second) for first in one for second in other]


def chain(one, other):
    """`itertools.chain` of two rows of items."""
    result = [item for item in one]  # noqa: C416
    for item in other:
        result.append(item)
    return result


def pairwise(items):
    """`itertools.pairwise`."""
    row = [item for item in items]  # noqa: C416
    return [(row[index], row[index + 1]) for index in range(len(row) - 1)]


def comb(total, chosen):
    """`math.comb`."""
    if chosen < 0 or chosen > total:
        return 0
    result = 1
    for step in range(min(chosen, total - chosen)):
        result = result * (total - step) // (step + 1)
    return result


def prod(items):
    """`math.prod`."""
    result = 1
    for item in items:
        result = result * item
    return result


def isqrt(number):
    """`math.isqrt`."""
    if number < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    root = int(math.sqrt(float(number)))
    while root * root > number:
        root -= 1
    while (root + 1) * (root + 1) <= number:
        root += 1
    return root


TWINS: dict[Any, Callable[..., Any]] = {
    itertools.combinations: combinations,
    itertools.permutations: permutations,
    itertools.product: product,
    itertools.chain: chain,
    itertools.pairwise: pairwise,
    math.comb: comb,
    math.prod: prod,
    math.isqrt: isqrt,
}
"""Functions of the library and what stands for each."""
