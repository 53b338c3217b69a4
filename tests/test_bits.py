"""Every operation on `Bits` means the same interpreted and compiled, on all 64 bits."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numba import types

from outwit.bits import (
    ALL,
    bit,
    changed,
    count,
    each,
    flip,
    get,
    lowest,
    put,
    shift,
    wide_add,
    wide_count,
    wide_drop,
    wide_each,
    wide_has,
)
from outwit.engine.compiler.bitset import BITS
from outwit.engine.compiler.codegen import whole
from outwit.engine.compiler.layout import Layout
from outwit.engine.compiler.linker import Linked
from outwit.engine.compiler.states import loader, storer
from outwit.games.nim import Nim

TOP = 1 << 63
HIGH = 0xFFFF_0000_FFFF_0001
KINDS = {
    BITS: "Bits",
    types.int64: "int",
    types.uint64: "Bits",
    types.boolean: "bool",
    types.float64: "float",
}

words = st.one_of(
    st.sampled_from([0, 1, 2, TOP - 1, TOP, TOP + 1, ALL - 1, ALL]),
    st.integers(0, 63).map(lambda square: 1 << square),
    st.integers(0, ALL),
)
numbers = st.one_of(st.integers(-3, 3), st.integers(-TOP, TOP - 1), st.sampled_from([-TOP, TOP - 1]))
far = st.integers(0, 70)


def shape(kind: Any) -> Layout:
    """How a compiled answer lies in memory."""
    if isinstance(kind, types.BaseTuple):
        return Layout("tuple", "answer", tuple(shape(part) for part in kind))
    return Layout(KINDS[types.unliteral(kind)], "answer")


class Twin:
    """A function, compiled as the rules of a game are when it is first called."""

    def __init__(self, function: Callable[..., Any], *kinds: Any) -> None:
        self.function = function
        self.kinds = kinds
        self.given = Layout("tuple", "given", tuple(shape(kind) for kind in kinds))

    @cached_property
    def compiled(self) -> tuple[Callable[[int, int], None], Layout]:
        """The compiled function, from and to words in memory, and how its answer lies there."""
        inner = Linked(Nim()).function(self.function)
        inner.compile(self.kinds)
        answer = shape(inner.nopython_signatures[0].return_type)
        load, store = loader(self.given), storer(answer)

        def call(at, to):  # type: ignore[no-untyped-def]
            store(to, inner(*load(at)))

        return whole(call, types.void(types.int64, types.int64)), answer

    def __call__(self, *arguments: Any) -> Any:
        given = np.array(self.given.pack(arguments), dtype=np.int64)
        call, layout = self.compiled
        answer = np.zeros(layout.words, dtype=np.int64)
        call(given.ctypes.data, answer.ctypes.data)
        return layout.unpack(iter(answer))

    def agrees(self, *arguments: Any) -> None:
        """The compiled function answers what Python answers, as far as that fits into 64 bits."""
        expected, found = self.function(*arguments), self(*arguments)
        assert [cut(value) for value in found] == [cut(value) for value in expected], arguments


def cut(value: Any) -> Any:
    """An answer without what leaves the 64 bits."""
    if isinstance(value, tuple):
        return tuple(cut(item) for item in value)
    return value & ALL if isinstance(value, int) and not isinstance(value, bool) else value


def twin(*kinds: Any) -> Callable[[Callable[..., Any]], Twin]:
    return lambda function: Twin(function, *kinds)


W, I = BITS, types.int64  # noqa: E741


@twin(W, W)
def bits_with_bits(a: int, b: int) -> tuple[Any, ...]:
    return (
        (a & b, a | b, a ^ b, a + b, a - b, a * b),
        (a == b, a != b, a < b, a <= b, a > b, a >= b),
        (~a, -a, +a, not a, bool(a), int(a), float(a)),
        (a.bit_count(), a.bit_length(), min(a, b), max(a, b)),
        (a and b, a or b, a if a > b else b),
        (a // (b | 1), a % (b | 1), a & -a, a & (a - 1)),
    )


@given(words, words)
@example(0, 0)
@example(ALL, ALL)
@example(TOP, 1)
def test_operators_on_bits_and_bits(a: int, b: int) -> None:
    bits_with_bits.agrees(a, b)


@twin(W, I)
def bits_with_numbers(a: int, n: int) -> tuple[Any, ...]:
    return (
        (a & n, a | n, a ^ n, a + n, a - n, a * n),
        (n & a, n | a, n ^ a, n + a, n - a, n * a),
        (a == n, a != n, a < n, a <= n, a > n, a >= n),
        (n == a, n != a, n < a, n <= a, n > a, n >= a),
        (min(a, n), max(a, n), min(n, a), max(n, a)),
        (a // (n or 1), a % (n or 1), n // (a or 1), n % (a or 1)),
        (n.bit_count(), n.bit_length(), a if n > 0 else n, n or a),
    )


@given(words, numbers)
@example(ALL, -1)
@example(TOP, -TOP)
@example(1, -TOP)
def test_operators_on_bits_and_numbers_with_a_sign(a: int, n: int) -> None:
    bits_with_numbers.agrees(a, n)


@twin(W, I)
def bits_with_literals(a: int, n: int) -> tuple[Any, ...]:
    local = 0x8000_0000_0000_0001
    return (
        (a & 0xF0F0_F0F0_F0F0_F0F0, a | 0x8000_0000_0000_0000, a ^ 0xFFFF_FFFF_FFFF_FFFF, 7 - a, a * 3),
        (a & 255, a | 255, a ^ 1, 1 + a, a == 0, a != 0, a > 0, a < 5, a > -1, a == -1),
        (a & HIGH, a | HIGH, a ^ HIGH, a == HIGH, a < HIGH, HIGH - a, a // HIGH, HIGH % (a | 1)),
        (a & local, local | a, a > local, local >> (n & 63), local << (n & 63), local.bit_count()),
        (a == 0x8000_0000_0000_0000, a >= 0x8000_0000_0000_0000, a % 10, a // 10, True | a, a == True),  # noqa: E712
        (HIGH.bit_count(), HIGH.bit_length(), HIGH >> 1, a >> 1 & HIGH, ~a & ALL),
    )


@given(words, numbers)
@example(HIGH, 0)
@example(0x8000_0000_0000_0001, 63)
def test_literals_below_and_above_the_sign_bit(a: int, n: int) -> None:
    bits_with_literals.agrees(a, n)


@twin(W, I)
def shifts(a: int, by: int) -> tuple[Any, ...]:
    return (
        (a << by, a >> by, a << 1, a >> 1, a >> 63, a << 63, a >> 64, a << 64),
        (shift(a, by), shift(a, -by), shift(a, 9), shift(a, -9), bit(by & 63), 1 << (by & 31)),
        ((a << by) >> 3 if by < 1 else a, (a >> by) << 2 & ALL, a >> (a & 63), shift(a, 0)),
    )


@given(words, far)
@example(ALL, 63)
@example(ALL, 64)
@example(TOP, 0)
def test_shifts_by_any_distance(a: int, by: int) -> None:
    shifts.agrees(a, by)


@twin(W, W, I)
def assignments(a: int, b: int, n: int) -> tuple[Any, ...]:
    c = d = e = f = g = h = a
    c &= b
    c |= n
    d ^= b
    d += n
    e -= b
    e *= 3
    f <<= 5
    f >>= 3 if n else 4
    g //= b | 1
    h %= b | 1
    return c, d, e, g, h, f & ALL if a < 1 << 50 else 0


@given(words, words, numbers)
def test_augmented_assignments(a: int, b: int, n: int) -> None:
    assignments.agrees(a, b, n)


@twin(W, W, I)
def joined(a: int, b: int, n: int) -> tuple[Any, ...]:
    gathered = 0
    for square in each(a):
        gathered |= bit(63 - square)
    chosen = 1 if n > 2 else a
    left = a
    while left and n > 0:
        left &= left - 1
    last = 0
    if a > b:
        last = a
    elif n > 0:
        last = n
    both = [a, b]
    both.append(a ^ b)
    return gathered, chosen, left, last, both[n & 1], both[2] >> 1, (a, b, 7)[1]


@given(words, words, numbers)
@example(ALL, 0, 1)
@example(TOP, TOP - 1, 5)
def test_a_name_may_be_a_number_on_one_path_and_bits_on_another(a: int, b: int, n: int) -> None:
    joined.agrees(a, b, n)


TABLE = (3, 1, 4, 1, 5, 9, 2, 6)


@twin(W, W, I)
def functions(a: int, b: int, n: int) -> tuple[Any, ...]:
    squares = places = 0
    for square in each(a):
        squares += square + 1
        places = places * 3 + square
    return (
        (bit(n), flip(a), shift(a, n), shift(b, -n), count(a), count(n), squares, places),
        (lowest(a | TOP), lowest(b | bit(n)), lowest(TOP), TABLE[a & 7], TABLE[b >> 61]),
        (flip(bit(n)) & b, count(flip(a)), shift(a | 1, 63), flip(n) & a, shift(n, 2)),
    )


@given(words, words, st.integers(0, 63))
@example(ALL, TOP, 63)
@example(0, 0, 0)
def test_functions_on_sets_of_squares(a: int, b: int, n: int) -> None:
    functions.agrees(a, b, n)


@twin(W, I, I, I)
def cells(a: int, index: int, width: int, value: int) -> tuple[Any, ...]:
    return (
        (get(a, index, width), put(a, index, width, value), put(0, index, width, value)),
        (get(put(a, index, width, value), index, width) == value, get(a, 3, 4), put(a, 15, 4, 9)),
    )


@given(st.data(), words, st.integers(1, 16))
def test_packed_cells(data: st.DataObject, a: int, width: int) -> None:
    index = data.draw(st.integers(0, 64 // width - 1))
    value = data.draw(st.integers(0, (1 << width) - 1))
    cells.agrees(a, index, width, value)
    assert get(put(a, index, width, value), index, width) == value


def test_a_cell_as_wide_as_the_word() -> None:
    for value in (0, 5, TOP - 1):
        cells.agrees(ALL, 0, 63, value)


@twin(W, W, W, I)
def wide(a: int, b: int, c: int, square: int) -> tuple[Any, ...]:
    squares = (a, b, c)
    total = 0
    for one in wide_each(squares):
        total = total * 5 + one
    return (
        wide_add(squares, square),
        wide_drop(squares, square),
        changed(squares, square >> 6, a ^ c),
        (wide_has(squares, square), wide_count(squares), total),
    )


@given(words, words, words, st.integers(0, 191))
@example(ALL, 0, TOP, 191)
def test_wide_sets(a: int, b: int, c: int, square: int) -> None:
    wide.agrees(a, b, c, square)


@twin(W, W, I)
def divided(a: int, b: int, n: int) -> tuple[Any, ...]:
    return a // b if n == 0 else a % b if n == 1 else b // n if n > 5 else n % b, 0


@pytest.mark.parametrize("n", [0, 1, 2])
def test_dividing_by_nothing_is_an_error_either_way(n: int) -> None:
    for divide in (divided, divided.function):
        with pytest.raises(ZeroDivisionError):
            divide(5, 0, n)


def test_each_yields_the_lowest_square_first() -> None:
    assert list(each(bit(63) | bit(5) | 1)) == [0, 5, 63]
    assert list(each(0)) == []
    assert list(wide_each((TOP, 0, 3))) == [63, 128, 129]
