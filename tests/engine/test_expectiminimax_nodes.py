"""How many positions Star1, Star2 and the table leave out, and that they change nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from outwit import Expectiminimax, Game, Limit, find_game, search
from outwit.game import CHANCE, State
from outwit.random import Generator

EXHAUSTIVE = Expectiminimax(star1=False, star2=False, table=False)
DEFAULT = Expectiminimax()
WAYS = {
    "star1": Expectiminimax(star2=False, table=False),
    "star2": Expectiminimax(table=False),
    "exhaustive with a table": Expectiminimax(star1=False, star2=False, strict=True),
    "star1 with a table": Expectiminimax(star2=False, strict=True),
    "star2 with a table": Expectiminimax(strict=True),
    "as it is by default": DEFAULT,
}


def thrown(game: Game, random: Generator, plies: int) -> State:
    """A position from random play in which a player is to act."""
    while True:
        state = game.initial()
        for number in range(plies + 20):
            if number >= plies and game.turn(state) != CHANCE:
                return state
            by_chance = game.turn(state) == CHANCE
            move = random.weighted(list(game.chances(state))) if by_chance else None
            state = game.play(state, random.choice(list(game.moves(state))) if move is None else move)
            if game.over(state):
                break


@pytest.mark.parametrize(
    ("spelled", "depth", "positions", "plies"),
    [
        pytest.param("backgammon", 2, 200, 80, marks=pytest.mark.slow),
        ("pig", 5, 60, 40),
        ("pig", 7, 15, 40),
        (f"{Path(__file__).with_name('chancy.py')}:Duel", 5, 60, 8),
    ],
    ids=["backgammon", "pig", "pig deeper", "duel"],
)
def test_star2_equals_exhaustive_expectiminimax_in_a_third_of_its_nodes(
    spelled: str, depth: int, positions: int, plies: int, report: Callable[[str], None]
) -> None:
    game = find_game(spelled)
    random = Generator(11)
    states = [thrown(game, random, random.below(plies)) for _ in range(positions)]
    exhaustive = [EXHAUSTIVE.decide(game, state, Limit(depth=depth)) for state in states]
    whole = sum(decision.nodes for decision in exhaustive)
    parts = {}
    for name, agent in WAYS.items():
        every = 1 if agent.star2 else 5
        decisions = [agent.decide(game, state, Limit(depth=depth)) for state in states[::every]]
        if agent is not DEFAULT:  # which may take from the table what was searched deeper
            for ours, truth in zip(decisions, exhaustive[::every], strict=True):
                assert ours.value == pytest.approx(truth.value, abs=1e-9), (name, truth.state)
        nodes = sum(decision.nodes for decision in exhaustive[::every])
        evaluated = sum(decision.stats.get("static evaluations", 0) for decision in decisions)
        parts[name] = sum(decision.nodes for decision in decisions) / nodes, evaluated / nodes
    figures = ", ".join(f"{name} {part:.1%}" for name, (part, _) in parts.items())
    title = game.title or type(game).__name__
    report(
        f"{title}, {positions} positions, depth {depth}, of {whole:,} nodes: {figures}; "
        f"and by default {parts['as it is by default'][1]:.1%} more evaluated to order moves"
    )
    assert sum(parts["star2 with a table"]) < 1 / 3
    assert sum(parts["as it is by default"]) < 1 / 3


def test_exhaustive_expectiminimax_of_backgammon_is_the_textbooks() -> None:
    game = find_game("backgammon")
    random = Generator(5)
    for _ in range(10):
        state = thrown(game, random, random.below(60))
        ours = EXHAUSTIVE.decide(game, state, Limit(depth=1))
        theirs = search.Expectiminimax(star1=False, star2=False).decide(game, state, Limit(depth=1))
        assert (ours.value, ours.nodes) == (theirs.value, theirs.nodes)
