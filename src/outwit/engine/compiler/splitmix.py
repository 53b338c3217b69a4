"""SplitMix64 in machine code: the words of `outwit.random`, drawn, scrambled and mixed as Python does it."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from outwit.engine.compiler.codegen import inline
from outwit.engine.compiler.memory import WORD, set_word, word_at
from outwit.random import GOLDEN

ODD = GOLDEN - (1 << 64)
"""GOLDEN as a signed word."""


def scramble_word(builder: Any, word: Any) -> Any:
    """The instructions of `outwit.random.scramble`."""

    def fold(word: Any, by: int, times: int) -> Any:
        shifted = builder.lshr(word, ir.Constant(WORD, by))
        return builder.mul(builder.xor(word, shifted), ir.Constant(WORD, times))

    word = fold(fold(word, 30, 0xBF58476D1CE4E5B9), 27, 0x94D049BB133111EB)
    return builder.xor(word, builder.lshr(word, ir.Constant(WORD, 31)))


def mix_word(builder: Any, key: Any, word: Any) -> Any:
    """The instructions that make a key with one more word in it."""
    return scramble_word(builder, builder.xor(builder.add(key, ir.Constant(WORD, GOLDEN)), word))


@intrinsic
def scramble(typing: Any, word: Any) -> Any:
    """A word with every bit depending on every bit of the one given."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return scramble_word(builder, args[0])

    return types.int64(types.int64), emit


@intrinsic
def mix_in(typing: Any, key: Any, word: Any) -> Any:
    """A key with one more word in it."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return mix_word(builder, *args)

    return types.int64(types.int64, types.int64), emit


@inline
def scale(word, count):
    """A random word as a whole number below a count of up to 2**32."""
    return (word >> 32 & 0xFFFFFFFF) * count >> 32 & 0xFFFFFFFF


@inline
def fraction(word):
    """A random word as a number from 0 up to 1."""
    return float(word >> 11 & 0x1FFFFFFFFFFFFF) / 9007199254740992.0


# Draws, by a generator whose state is the word at an address


@inline
def draw_word(at):
    """The next random word, with a sign."""
    state = word_at(at, 0) + ODD
    set_word(at, 0, state)
    return scramble(state)


@inline
def roughly(at, count):
    """A whole number below a count of up to 2**32."""
    return scale(draw_word(at), count)


@inline
def uniform(at):
    """A number from 0 up to 1."""
    return fraction(draw_word(at))
