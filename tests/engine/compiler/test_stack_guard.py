"""Compiled rules that call themselves without an end raise an error, and the process goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Thread
from typing import Any

import pytest

from outwit import AlphaBeta
from outwit.engine.compiler.linker import Linked
from outwit.engine.compiler.rules import Rules, compile_rules
from outwit.engine.compiler.stack_guard import TELLS_THREADS, comes_back
from outwit.errors import BrokenRulesError
from outwit.faults import blame_rules
from outwit.games.nim import Nim, Pile

pytestmark = pytest.mark.skipif(not TELLS_THREADS, reason="threads are not told apart on this machine")

ENDLESS = 100
"""From so many coins on, everything below has no end."""


def down(n: int) -> int:
    if n == 0:
        return 0
    return down(n + 1 if n >= ENDLESS else n - 1) + 1


def inside(n: int) -> int:
    def deeper(m: int) -> int:
        if m == 0:
            return 0
        return deeper(m + 1 if m >= ENDLESS else m - 1) + 1

    return deeper(n)


def counting(n: int) -> Iterator[int]:
    if n > 0:
        yield n
        yield from counting(n + 1 if n >= ENDLESS else n - 1)


class Falling(Nim):
    """Nim whose rules call themselves, each in another way."""

    kind = 0

    def evaluate(self, pile: Pile, player: int) -> float:
        return float(self.even(pile.coins if pile.coins < ENDLESS else -1))

    def even(self, n: int) -> bool:
        if n == 0:
            return True
        return not self.odd(n - 1)

    def odd(self, n: int) -> bool:
        if n == 0:
            return True
        return not self.even(n - 1)

    def order(self, pile: Pile, move: int) -> float:
        return float(down(pile.coins))

    def noisy(self, pile: Pile, move: int) -> bool:
        return inside(pile.coins) > 0

    def late(self, pile: Pile, move: int) -> bool:
        return sum(counting(pile.coins)) > 0


@pytest.fixture(scope="module")
def rules() -> Rules:
    return compile_rules(Falling())


WAYS: dict[str, Callable[[Any, Pile], object]] = {
    "two_methods_in_turn": lambda rules, pile: rules.evaluate(pile, 0),
    "a_function": lambda rules, pile: rules.order(pile, 1),
    "a_function_inside_another": lambda rules, pile: rules.noisy(pile, 1),
    "a_generator": lambda rules, pile: rules.late(pile, 1),
}


@pytest.mark.parametrize("way", WAYS)
def test_what_calls_itself_without_an_end_raises_an_error(rules: Rules, way: str) -> None:
    ask = WAYS[way]
    fine, endless = Pile(ENDLESS - 1, 0), Pile(ENDLESS, 0)
    for _ in range(3):
        assert ask(rules, fine) == ask(Falling(), fine)
        with pytest.raises(RecursionError, match="calls itself again and again"):
            ask(rules, endless)


def test_every_thread_has_a_stack_of_its_own(rules: Rules) -> None:
    raised: list[str] = []

    def fall() -> None:
        assert rules.order(Pile(ENDLESS - 1, 0), 1) == ENDLESS - 1
        try:
            rules.order(Pile(ENDLESS, 0), 1)
        except RecursionError as error:
            raised.append(str(error))

    for _ in range(4):
        thread = Thread(target=fall)
        thread.start()
        thread.join()
    assert len(raised) == 4


def test_a_search_by_such_rules_ends_with_a_sentence() -> None:
    game = Falling(coins=ENDLESS + 3)
    with pytest.raises(BrokenRulesError, match=r"Falling.* raised RecursionError"), blame_rules():
        AlphaBeta(depth=3).decide(game, game.initial())


def test_only_what_comes_back_to_itself_is_guarded() -> None:
    """Not a rule that asks the state for a field of its own name."""
    linked = Linked(Falling())
    assert comes_back(Falling.even, linked.called_by)
    assert comes_back(down, linked.called_by)
    for function in (Falling.evaluate, Falling.order, Nim.play, Nim.over, named_alike):
        assert not comes_back(function, linked.called_by), function.__qualname__


def named_alike(pile: Pile) -> int:
    return pile.named_alike  # type: ignore[attr-defined, no-any-return]
