"""Compiled code draws what Python draws, word for word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numba import types

from outwit.engine.compiler.codegen import inline, whole
from outwit.engine.compiler.generator import METHODS, generator_at
from outwit.random import Generator

WORD, REAL = types.int64, types.float64
COUNTS = [1, 2, 3, 6, 52, 1000, (1 << 31) - 1, 1 << 32, (1 << 62) + 1, (1 << 63) - 1]
"""The last ones let every second word be drawn again."""


def shuffled(random: Any, n: int) -> int:
    items = list(range(n % 60))
    random.shuffle(items)
    key = 0
    for item in items:
        key = (key * 61 + item) % 1000003
    return key


QUESTIONS: dict[str, tuple[Any, Callable[[Any, int], Any]]] = {
    "word": (WORD, lambda random, n: int(random.word() >> 1)),
    "below": (WORD, lambda random, n: random.below(n)),
    "roughly": (WORD, lambda random, n: random.roughly(n % 4294967296)),
    "uniform": (REAL, lambda random, n: random.uniform()),
    "choice": (WORD, lambda random, n: random.choice(range(n % 977 + 1))),
    "shuffle": (WORD, shuffled),
    "weighted": (WORD, lambda random, n: random.weighted([(n, 0.25), (n - 1, 0.5), (7, 0.0), (3, 0.25)])),
}


def compile_question(name: str) -> Any:
    """The question to a generator, compiled: it takes the address of the state, and a number."""
    kind, function = QUESTIONS[name]
    question = inline(function)

    def ask(at: int, n: int) -> Any:
        return question(generator_at(at), n)

    return whole(ask, kind(WORD, WORD))


@pytest.mark.parametrize("name", METHODS)
def test_every_method_draws_the_same(name: str) -> None:
    asked, question = compile_question(name), QUESTIONS[name][1]
    for seed in range(20):
        plain, state = Generator(seed), np.array([Generator(seed).state], dtype=np.uint64)
        for n in COUNTS:
            assert asked(state.ctypes.data, n) == question(plain, n)
            assert int(state[0]) == plain.state


def test_below_nothing_is_refused_as_in_python() -> None:
    asked = compile_question("below")
    state = np.zeros(1, dtype=np.uint64)
    for n in (0, -3):
        with pytest.raises(ValueError, match="give a number from 1"):
            asked(state.ctypes.data, n)
        with pytest.raises(ValueError, match="give a number from 1"):
            Generator(0).below(n)


def test_all_that_a_generator_can_do_is_compiled() -> None:
    assert METHODS.keys() == {name for name in vars(Generator) if not name.startswith("_")} - {"state"}
