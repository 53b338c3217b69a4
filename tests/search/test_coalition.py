"""Paranoid and best-reply search: one against all others."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import pytest

from outwit import Game, Limit, UnsuitableError, find_game
from outwit.game import CHANCE, Move, State
from outwit.random import Generator
from outwit.search import BestReply, Expectiminimax, MaxN, Minimax, Paranoid
from tests.engine.crowds import Crowd, DicedCrowd, Spot

from .reference import assert_candidates_complete
from .test_maxn import grown

NODES = "tree:(((<5,1,1> <4,1,1>)(<3,1,1> <0,1,1>))((<2,1,1> <9,1,1>)(<9,1,1> <9,1,1>)))"


@dataclass(frozen=True)
class AllAgainst(Game):
    """A game for many as one for two: a player, and all others, who want that player to get little."""

    game: Game
    player: int

    @property
    def stochastic(self) -> bool:
        return self.game.stochastic

    def initial(self) -> State:
        return self.game.initial()

    def turn(self, state: State) -> int:
        acting = self.game.turn(state)
        return acting if acting == CHANCE else 0 if acting == self.player else 1

    def moves(self, state: State) -> Iterable[Move]:
        return self.game.moves(state)

    def chances(self, state: State) -> Iterable[tuple[Move, float]]:
        return self.game.chances(state)

    def play(self, state: State, move: Move) -> State:
        return self.game.play(state, move)

    def over(self, state: State) -> bool:
        return self.game.over(state)

    def payoff(self, state: State, player: int) -> float:
        worth = self.game.payoff(state, self.player)
        return worth if player == 0 else -worth

    def evaluate(self, state: State, player: int) -> float:
        worth = self.game.evaluate(state, self.player)
        return worth if player == 0 else -worth

    def bounds(self, state: State, player: int) -> tuple[float, float]:
        low, high = self.game.bounds(state, self.player)
        return (low, high) if player == 0 else (-high, -low)


def spots(many: int) -> list[Spot]:
    random = Generator(2)
    return [Spot(1 + random.below(1 << 30), 0, 0) for _ in range(many)]


@pytest.mark.parametrize(
    ("tree", "value", "line"),
    [
        ("tree:((<1,2,6> <4,3,2>)(<6,1,2> <7,4,1>))", 6, ["2", "1"]),
        ("tree:((<3,3> <0,5>)(<5,0> <1,1>))", 1, ["2", "2"]),
        (NODES, 2, ["2", "1", "1"]),
    ],
)
def test_paranoid_takes_what_is_sure_whatever_the_others_do(tree: str, value: float, line: list[str]) -> None:
    game = find_game(tree)
    decision = Paranoid().decide(game, game.initial())
    assert (decision.value, decision.described(), decision.exact) == (value, line, True)
    assert (decision.game, decision.state) == (game, game.initial())


def test_paranoid_is_minimax_against_a_coalition() -> None:
    game = Crowd()
    for number, state in enumerate(spots(150)):
        limit, two = Limit(depth=1 + number % 6), AllAgainst(game, game.turn(state))
        ours = Paranoid(order=False).decide(game, state, limit)
        theirs = Minimax().decide(two, state, limit)
        assert (ours.value, ours.move, ours.line) == (theirs.value, theirs.move, theirs.line)
        assert ours.nodes <= theirs.nodes
        assert_candidates_complete(ours, game, state)


def test_with_chance_paranoid_is_expectiminimax_against_a_coalition() -> None:
    game = DicedCrowd()
    for number, state in enumerate(spots(150)):
        limit, two = Limit(depth=1 + number % 4), AllAgainst(game, max(game.turn(state), 0))
        ours = Paranoid(order=False).decide(game, state, limit)
        theirs = Expectiminimax(star1=False, star2=False).decide(two, state, limit)
        assert ours.value == pytest.approx(theirs.value, abs=1e-9)


def least_replies(game: Game, state: State, player: int, chooser: int = -1) -> float:
    """What best-reply search finds, in a few lines: the opponents' first moves are those expected."""
    if game.over(state):
        return game.payoff(state, player)
    acting, moves = game.turn(state), list(game.moves(state))
    if acting == player:
        return max(least_replies(game, game.play(state, move), player) for move in moves)
    found = [least_replies(game, game.play(state, moves[0]), player, chooser)]
    if chooser in (-1, acting):
        found += [least_replies(game, game.play(state, move), player, acting) for move in moves[1:]]
    return min(found)


def test_only_one_opponent_chooses_a_reply() -> None:
    """The first opponent's reply leads to 3, the second's to 4; together they would come to 0."""
    game = find_game(NODES)
    decision = BestReply().decide(game, game.initial())
    assert (decision.value, decision.described(), decision.exact) == (3, ["1", "2", "1"], True)
    assert [candidate.value for candidate in decision.candidates] == [3, 2]


def test_best_replies_on_random_trees_are_those_of_the_definition() -> None:
    random = Generator(8)
    for number in range(300):
        players = 2 + number % 3
        game = find_game(f"tree:({grown(random, players, 5, True)} {grown(random, players, 5, True)})")
        value = BestReply().decide(game, game.initial()).value
        assert value == least_replies(game, game.initial(), 0)
        assert Paranoid().decide(game, game.initial()).value <= value  # type: ignore[operator]


@pytest.mark.parametrize("agent", [Paranoid(), BestReply(), MaxN()], ids=lambda agent: agent.name)
def test_for_two_opposed_players_it_is_minimax(agent: MaxN) -> None:
    for spec in ("connect4:width=4,height=4", "nim"):
        game = find_game(spec)
        for depth in (1, 3, 5):
            assert agent.decide(game, game.initial(), Limit(depth=depth)).value == (
                Minimax().decide(game, game.initial(), Limit(depth=depth)).value
            )


@pytest.mark.parametrize("agent", [Paranoid(), BestReply()], ids=lambda agent: agent.name)
@pytest.mark.parametrize(
    ("spec", "instead"), [("tree:(<1> <2>)", "expectiminimax"), ("battleship", "ismcts and pimc")]
)
def test_games_that_it_cannot_play_are_refused_by_name(agent: Paranoid, spec: str, instead: str) -> None:
    game = find_game(spec)
    with pytest.raises(UnsuitableError, match=f"{agent.name} cannot play .*{instead} play"):
        agent.decide(game, game.initial())


def test_an_analysis_does_not_tell_what_the_others_would_have() -> None:
    game = find_game(NODES)
    found = Paranoid().analyse(game, game.initial())
    assert (found.value, found.values, found.exact) == (2, None, True)
