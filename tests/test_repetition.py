"""Games that can loop: a repeated position draws or is forbidden, and every game ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit import FORBIDDEN, AlphaBeta, Expectiminimax, Game, Limit, MaxN, Minimax, OutwitError, Random
from outwit.decision import Agent
from outwit.game import State
from outwit.random import Generator
from outwit.repetition import Remembered, Remembering, add_memory
from tests.examples import examples


class Ring(NamedTuple):
    place: int
    turn: int


@dataclass(frozen=True)
class Carousel(Game):
    """One piece on a ring of places, moved one or two steps on by either player; one place pays."""

    size: int = 4
    prize: int = 99
    repetition: int = 2

    def initial(self) -> Ring:
        return Ring(0, 0)

    def moves(self, state: Ring) -> Iterator[int]:
        yield 1
        yield 2

    def play(self, state: Ring, move: int) -> Ring:
        return Ring((state.place + move) % self.size, 1 - state.turn)

    def over(self, state: Ring) -> bool:
        return state.place == self.prize

    def payoff(self, state: Ring, player: int) -> float:
        return -1.0 if state.turn == player else 1.0  # whoever moved there wins


@dataclass(frozen=True)
class OneWay(Carousel):
    """A carousel on which a double step can never be undone."""

    def irreversible(self, state: Ring, move: int) -> bool:
        return move == 2


SEARCHES: tuple[Agent, ...] = (
    Minimax(),
    AlphaBeta(compiled=False),
    replace(AlphaBeta.plain(), compiled=False),
    AlphaBeta(quick=False, compiled=False),
    MaxN(compiled=False),
    Expectiminimax(compiled=False),
)
"""As textbooks have them; the compiled ones are held against these in tests/engine/test_repetition.py."""

TO_THE_END = Limit(depth=50)
"""Deeper than any carousel goes round before positions repeat themselves."""

rules = st.builds(
    Carousel, st.integers(2, 6), st.integers(1, 7), st.sampled_from([2, 2, 3, FORBIDDEN])
).filter(lambda game: game.size <= 4 or game.repetition != 3)


def value_by_hand(game: Carousel, state: Ring, before: tuple[Ring, ...]) -> float:
    """The value for the player to act, from the whole line of positions, this one not among `before`."""
    if game.over(state):
        return game.payoff(state, state.turn)
    if game.repetition != FORBIDDEN and before.count(state) + 1 >= game.repetition:
        return 0.0
    line = (*before, state)
    after = [game.play(state, move) for move in game.moves(state)]
    if game.repetition == FORBIDDEN:
        after = [each for each in after if each not in line]
    return max((-value_by_hand(game, each, line) for each in after), default=0.0)


@given(rules)
@examples(40)
def test_searches_value_loops_as_the_rules_say(game: Carousel) -> None:
    state = game.initial()
    if game.over(state):
        return
    value = value_by_hand(game, state, ())
    for agent in SEARCHES:
        decision = agent.decide(game, state, TO_THE_END)
        assert decision.value == value, agent
        assert decision.exact
        assert decision.move in list(game.moves(state))


def walks(size: int, turns: Sequence[int]) -> list[Ring]:
    game, states = Carousel(size), [Ring(0, 0)]
    for move in turns:
        states.append(game.play(states[-1], move))
    return states


@given(
    st.integers(2, 5),
    st.integers(1, 6),
    st.sampled_from([2, 3, FORBIDDEN]),
    st.lists(st.integers(1, 2), max_size=6),
)
@examples(60)
def test_what_has_been_played_counts(size: int, prize: int, repetition: int, turns: list[int]) -> None:
    if repetition == 3 and size > 3:
        return
    game = Carousel(size, prize, repetition)
    states = walks(size, turns)
    *before, state = states
    again = [s for s in states if states.count(s) >= (2 if repetition == FORBIDDEN else repetition)]
    if again or any(game.over(each) for each in states):
        return
    value = value_by_hand(game, state, tuple(before))
    memory, remembered = add_memory(game, state, before)
    for agent in (Minimax(), AlphaBeta(compiled=False), MaxN(compiled=False)):
        if memory.over(remembered):
            with pytest.raises(OutwitError, match="over"):
                agent.decide(game, state, history=before)
        else:
            assert agent.decide(game, state, TO_THE_END, history=before).value == value


@pytest.mark.parametrize("repetition", [2, 3, FORBIDDEN])
@pytest.mark.parametrize(
    "agent",
    [Random(), Random(seed=1), AlphaBeta(depth=3, compiled=False)],
    ids=["random", "seeded", "search"],
)
def test_every_game_ends(repetition: int, agent: Agent) -> None:
    game = Carousel(5, 99, repetition)
    memory = Remembering(game)
    for _ in range(10):
        states = [memory.initial()]
        while not memory.over(states[-1]):
            before = [state.now for state in states[:-1]]
            move = agent.decide(game, states[-1].now, history=before).move
            assert move in list(memory.moves(states[-1]))
            states.append(memory.play(states[-1], move))
            assert len(states) < 40
        assert [memory.payoff(states[-1], player) for player in (0, 1)] == [0, 0]


@pytest.mark.parametrize("times", [2, 3, 4])
def test_the_draw_comes_at_the_time_said_and_not_before(times: int) -> None:
    game = Carousel(2, 99, times)
    memory = Remembering(game)
    state = memory.initial()
    seen = 1
    while not memory.over(state):
        state = memory.play(state, 2)  # comes back to the same place, for the other player
        state = memory.play(state, 2)
        seen += 1
    assert seen == times


def test_a_position_that_has_come_too_often_is_over_for_a_search() -> None:
    game = Carousel(4, 99, 2)
    with pytest.raises(OutwitError, match="over"):
        AlphaBeta(compiled=False).decide(game, game.initial(), history=[game.initial()])
    three = Carousel(3, 99, 3)
    assert AlphaBeta(compiled=False).decide(three, three.initial(), history=[three.initial()]).value == 0


def test_a_forbidden_position_is_no_candidate() -> None:
    game = Carousel(4, 99, FORBIDDEN)
    decision = AlphaBeta(compiled=False).decide(game, Ring(2, 0), history=[Ring(3, 1), Ring(1, 1)])
    assert [candidate.move for candidate in decision.candidates] == [2]
    assert Random().decide(game, Ring(2, 0), history=[Ring(3, 1)]).move == 2
    assert list(Remembering(game).moves_for(Remembering(game).remember(Ring(2, 0), [Ring(3, 1)]), 0)) == [2]


def test_where_nothing_new_can_be_reached_the_game_is_drawn() -> None:
    game = Carousel(2, 99, FORBIDDEN)
    memory, state = add_memory(game, Ring(0, 0), [Ring(0, 1), Ring(1, 1)])
    assert memory.over(state)
    assert memory.payoff(state, 0) == 0


def test_what_cannot_come_again_is_forgotten() -> None:
    memory = Remembering(OneWay(5))
    state = memory.play(memory.play(memory.initial(), 1), 1)
    assert len(state.seen) == 3
    state = memory.play(state, 2)
    assert len(state.seen) == 1
    assert not memory.over(state)


def test_equal_positions_with_different_pasts_are_different() -> None:
    memory = Remembering(Carousel(6))
    one = memory.play(memory.play(memory.play(memory.initial(), 1), 2), 1)
    other = memory.play(memory.play(memory.play(memory.initial(), 1), 1), 2)
    same = memory.play(memory.play(memory.play(memory.initial(), 1), 2), 1)
    assert one.now == other.now
    assert one != other
    assert one == same
    assert hash(one) == hash(same)


def test_a_game_without_repetition_needs_no_memory() -> None:
    game = Carousel(repetition=0)
    assert add_memory(game, game.initial(), [game.initial()]) == (game, game.initial())
    decision = AlphaBeta(compiled=False).decide(
        game, game.initial(), Limit(depth=6), history=[game.initial()] * 5
    )
    assert not decision.exact


@pytest.mark.parametrize("repetition", [1, -2])
def test_a_repetition_that_means_nothing_is_refused(repetition: int) -> None:
    game = Carousel(4, 99, repetition)
    with pytest.raises(OutwitError, match="repetition is"):
        AlphaBeta(compiled=False).decide(game, game.initial())


def test_a_draw_is_within_the_bounds() -> None:
    @dataclass(frozen=True)
    class Rich(Carousel):
        def bounds(self, state: State, player: int) -> tuple[float, float]:
            return (3.0, 5.0) if player == 0 else (-5.0, -3.0)

    memory = Remembering(Rich())
    assert memory.bounds(memory.initial(), 0) == (0, 5)
    assert memory.bounds(memory.initial(), 1) == (-5, 0)


def test_the_decision_speaks_of_positions_as_the_game_writes_them() -> None:
    game = Carousel(4, 3, 2)
    decision = AlphaBeta(compiled=False).decide(game, game.initial())
    assert isinstance(decision.state, Remembered)
    assert decision.described() == [str(move) for move in decision.line]


class Tended(Carousel):
    """A carousel that knows who sees what, and how to play it simply."""

    scripts = ("near",)
    default_agent = "random"

    def describe_to(self, state: Ring, move: int, by: int, player: int) -> str:
        return f"{move} from {state.place}" if by == player else "moves on"

    def script(self, state: Ring, name: str, random: Generator) -> int:
        return 1 + state.place % 2


def test_what_a_player_sees_and_how_a_game_plays_itself_is_asked_of_the_game_itself() -> None:
    rules = Remembering(Tended())
    state = rules.play(rules.initial(), 1)
    assert (rules.scripts, rules.default_agent) == (("near",), "random")
    assert rules.script(state, "near", Generator(1)) == 2
    assert [rules.describe_to(state, 2, 1, player) for player in (0, 1)] == ["moves on", "2 from 1"]
