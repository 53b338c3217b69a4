"""Solving games of chance and of one player: to the end where they have one, else all positions at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Timer
from typing import NamedTuple

import pytest

from outwit import Expectiminimax, Limit, OutwitError, Watch, find_game, search
from outwit.decision import Progress
from outwit.engine.solver import Solver
from outwit.game import CHANCE, Game

CHANCY = f"{Path(__file__).with_name('chancy.py')}"


class Slide(NamedTuple):
    place: int
    sliding: bool


@dataclass(frozen=True)
class Ice(Game):
    """One alone, from the middle of a frozen path: a careful step may fail, a bold one may slide back."""

    length: float = 5.0
    """A float, so that paths of every length are compiled at once."""
    safe: float = 0.8

    players = 1
    zero_sum = False

    def initial(self) -> Slide:
        return Slide(int(self.length) // 2, False)

    def turn(self, state: Slide) -> int:
        return CHANCE if state.sliding else 0

    def moves(self, state: Slide) -> Iterator[int]:
        yield 0
        yield 1

    def chances(self, state: Slide) -> Iterator[tuple[int, float]]:
        yield 1, self.safe
        yield -1, 1 - self.safe

    def play(self, state: Slide, move: int) -> Slide:
        if state.sliding:
            return Slide(state.place + move, False)
        return Slide(state.place, True) if move else state  # whoever waits is where it was

    def over(self, state: Slide) -> bool:
        return not 0 < state.place < self.length

    def payoff(self, state: Slide, player: int) -> float:
        return 1.0 if state.place > 0 else -1.0


def ruin(game: Ice) -> float:
    """What is expected of walking on: the gambler's ruin, by its formula."""
    odds = (1 - game.safe) / game.safe
    reached: float = (1 - odds ** game.initial().place) / (1 - odds**game.length)
    return 2 * reached - 1


def test_who_waits_for_ever_gains_nothing_and_the_walk_is_worth_what_the_formula_says() -> None:
    game = Ice()
    assert Solver.program(game)
    for compiled in (True, False):
        decision = Solver(compiled=compiled).decide(game, game.initial(), Limit(seconds=60))
        assert decision.exact
        assert decision.value == pytest.approx(ruin(game), abs=1e-9)
        assert decision.move == 1


@dataclass(frozen=True)
class Mud(Ice):
    """A path on which hardly any step succeeds or fails; in the end it is worth the same as ice."""

    stuck: float = 0.999999

    def chances(self, state: Slide) -> Iterator[tuple[int, float]]:
        yield 0, self.stuck
        yield 1, (1 - self.stuck) * self.safe
        yield -1, (1 - self.stuck) * (1 - self.safe)


@pytest.mark.parametrize("compiled", [pytest.param(True, marks=pytest.mark.slow), False])
@pytest.mark.parametrize("length", [5.0, 20.0])
def test_a_walk_that_hardly_ever_moves_is_worth_what_the_formula_says(length: float, compiled: bool) -> None:
    game = Mud(length, 0.6)
    assert not compiled or Solver.program(game)
    decision = Solver(compiled=compiled).decide(game, game.initial(), Limit(seconds=60))
    assert decision.exact
    assert decision.value == pytest.approx(ruin(game), abs=1e-11)
    assert decision.move == 1


def test_what_moves_too_rarely_to_be_computed_is_not_called_proved() -> None:
    """Sweeps change nothing by more than rounding, and yet all is still to come."""
    game = Mud(stuck=1 - 2.0**-53)
    heard: list[Progress] = []
    decision = Solver(compiled=False).decide(
        game, game.initial(), Limit(seconds=60), watch=Watch(heard.append)
    )
    low, high = heard[-1].known or (0.0, 0.0)
    assert low <= ruin(game) <= high
    assert decision.exact == (high - low <= 1e-9)


@dataclass(frozen=True)
class Marsh(Mud):
    """The same for two: whoever is on the move tries to get the other to the far end."""

    players = 2
    zero_sum = True

    def initial(self) -> Slide:
        return Slide(2 * (int(self.length) // 2), False)

    def turn(self, state: Slide) -> int:
        return CHANCE if state.sliding else state.place % 2

    def moves(self, state: Slide) -> Iterator[int]:
        yield 1

    def payoff(self, state: Slide, player: int) -> float:
        return (1.0 if state.place > 0 else -1.0) * (1 if player == 0 else -1)


def test_two_who_hardly_ever_move_are_proved_by_the_same_means() -> None:
    game = Marsh(9.0, 0.7)
    decision = Solver(compiled=False).decide(game, game.initial(), Limit(seconds=60))
    odds = 3 / 7
    reached = (1 - odds**8) / (1 - odds**9)
    assert decision.exact
    assert decision.value == pytest.approx(2 * reached - 1, abs=1e-11)


class Room(NamedTuple):
    place: int
    left: bool
    turn: int = 0


class Rooms(Game):
    """One alone in a row of rooms, with a door at either end; behind the far one is more."""

    players = 1
    zero_sum = False

    def initial(self) -> Room:
        return Room(2, False)

    def moves(self, room: Room) -> Iterator[str]:
        yield from ("back", "stay", "on")

    def play(self, room: Room, move: str) -> Room:
        if move == "stay":
            return room
        place = room.place + (1 if move == "on" else -1)
        return Room(min(max(place, 0), 7), not 0 <= place <= 7)

    def over(self, room: Room) -> bool:
        return room.left

    def payoff(self, room: Room, player: int) -> float:
        return 1.0 if room.place else 0.5


def test_who_can_stay_for_ever_goes_the_shortest_way_out_that_pays_most() -> None:
    game, agent = Rooms(), Solver(compiled=False)
    room = game.initial()
    for _ in range(6):
        decision = agent.decide(game, room, Limit(seconds=60))
        assert (decision.exact, decision.value, decision.move) == (True, 1.0, "on")
        room = game.play(room, decision.move)
    assert game.over(room)


def swept(goal: int, sides: int = 6) -> float:
    """What pig is worth to whoever begins, by going over all its positions again and again."""
    worth: dict[tuple[int, int, int], float] = {}
    change = 1.0
    while change > 1e-13:
        change = 0.0
        for own in range(goal):
            for other in range(goal):
                for pot in reversed(range(goal - own)):

                    def now(own: int, other: int, pot: int) -> float:
                        return 1.0 if own + pot >= goal else worth.get((own, other, pot), 0.0)

                    rolled = sum(now(own, other, pot + face) for face in range(2, sides + 1))
                    value = (rolled - now(other, own, 0)) / sides
                    if pot:
                        value = max(value, -now(other, own + pot, 0))
                    change = max(change, abs(value - worth.get((own, other, pot), 0.0)))
                    worth[own, other, pot] = value
    return worth[0, 0, 0]


@pytest.mark.parametrize("compiled", [pytest.param(True, marks=pytest.mark.slow), False])
def test_pig_in_which_positions_come_again_is_solved(compiled: bool) -> None:
    game = find_game("pig:goal=10")
    assert not compiled or Solver.program(game)
    decision = Solver(compiled=compiled).decide(game, game.initial(), Limit(seconds=60))
    assert decision.exact
    assert decision.value == pytest.approx(swept(10), abs=1e-9)
    assert decision.stats["positions"] > 1000


@pytest.mark.slow
def test_pig_is_worth_what_has_been_published() -> None:
    """Neller and Presser, "Optimal play of the dice game Pig", 2004: 53.06 % for whoever begins."""
    game = find_game("pig")
    decision = Solver(mb=4000).decide(game, game.initial(), Limit(seconds=3000))
    assert decision.exact
    assert (1 + (decision.value or 0)) / 2 == pytest.approx(0.5306, abs=5e-5)


@pytest.mark.parametrize("spelled", ["Duel:rounds=5", pytest.param("Climb:steps=4", marks=pytest.mark.slow)])
def test_a_game_that_ends_is_worth_what_the_textbook_says_every_move_of_it(spelled: str) -> None:
    game = find_game(f"{CHANCY}:{spelled}")
    assert Solver.program(game)
    expected = search.Expectiminimax(quick=False).decide(game, game.initial(), Limit(seconds=60))
    assert expected.exact
    for agent in (Solver(all_moves=True), Solver(all_moves=True, compiled=False)):
        decision = agent.decide(game, game.initial(), Limit(seconds=60))
        assert decision.exact
        assert decision.value == pytest.approx(expected.value, abs=1e-9)
        for each in decision.candidates:
            after = game.play(game.initial(), each.move)
            alone = search.Expectiminimax(quick=False).decide(game, after, Limit(seconds=60))
            sign = -1 if game.turn(after) == 1 else 1
            assert each.bound == "exact"
            assert each.value == pytest.approx(sign * (alone.value or 0), abs=1e-9)


def test_to_prefer_the_nearer_win_costs_the_table_nothing() -> None:
    game = find_game(f"{CHANCY}:Duel:health=6,rounds=30")  # a search without a table would get lost in it
    assert Expectiminimax.program(game)
    soon, ever = (
        Expectiminimax(quick=quick).decide(game, game.initial(), Limit(nodes=20_000_000))
        for quick in (True, False)
    )
    assert soon.exact
    assert ever.exact
    assert soon.value == pytest.approx(ever.value, abs=1e-9)
    assert soon.nodes <= 1.5 * ever.nodes


def test_what_does_not_fit_is_refused_in_a_sentence() -> None:
    game = find_game("pig")
    with pytest.raises(OutwitError, match=r"More than [\d,]+ positions can come about.*mb=1 is not enough\."):
        Solver(mb=1).decide(game, game.initial(), Limit(seconds=60))


def test_a_proof_that_is_stopped_proves_nothing_and_says_how_far_it_is() -> None:
    game = find_game("pig:goal=30")
    heard: list[Progress] = []
    watch = Watch(heard.append)
    Solver().prepare(game)
    Timer(0.5, watch.stop).start()
    decision = Solver().decide(game, game.initial(), Limit(seconds=60), watch=watch)
    assert not decision.exact
    assert decision.move in list(game.moves(game.initial()))
    assert heard[-1].nodes > 0
