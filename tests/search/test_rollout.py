"""How rollouts choose moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from outwit import Game, Limit
from outwit.decision import Watch
from outwit.random import Generator
from outwit.search.rollout import Budget, Policy, Rollouts


class Urn(Game):
    """One draw of six, of which 3 and 4 look best, and 0 worst."""

    players = 1

    def initial(self) -> int:
        return -1

    def moves(self, state: int) -> Iterator[int]:
        yield from range(6)

    def play(self, state: int, move: int) -> int:
        return move

    def over(self, state: int) -> bool:
        return state >= 0

    def turn(self, state: int) -> int:
        return 0

    def payoff(self, state: int, player: int) -> float:
        return float(state)

    def order(self, state: int, move: int) -> float:
        return (0.0, 1.0, 2.0, 3.0, 3.0, 1.0)[move]


def drawn(policy: Policy) -> Counter[float]:
    """What 3,000 rollouts come to."""
    rollouts = Rollouts(Urn(), Generator(1), Budget(Limit(nodes=10_000), Watch()), policy)
    return Counter(rollouts.play(-1)[0] for _ in range(3_000))


def test_any_move_is_played_at_random() -> None:
    found = drawn("random")
    assert all(400 < found[move] < 600 for move in range(6))


def test_the_better_of_two_is_the_worst_only_if_it_is_drawn_twice() -> None:
    found = drawn("order")
    assert 40 < found[0] < 130
    assert found[3] + found[4] > 1_500


def test_the_best_of_all_is_played_and_of_equals_any() -> None:
    found = drawn("best")
    assert set(found) == {3, 4}
    assert min(found.values()) > 400
