"""The compiled search is the textbook's: the same values and, plain or strict, the same tree."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from outwit import AlphaBeta, Decision, Game, Limit, find_game, search
from outwit.cli import template
from outwit.game import State
from outwit.games.othello import Othello
from outwit.random import Generator

SWITCHES = (
    "quick",
    "order",
    "deepening",
    "table",
    "killers",
    "history",
    "refutation",
    "aspiration",
    "pvs",
    "quiescence",
    "clamp",
    "etc",
    "iid",
    "reductions",
    "null",
    "futility",
    "delta",
    "extensions",
)
SELECTIVE = ("reductions", "null", "futility", "delta", "extensions")
HEXAPAWN = f"{Path(template.__file__)}:NewGame"
SMALL = "connect4:width=5,height=4,graded=on"
WARGAME = "wargame:board=5 9 2/7 1 8/3 6 4"
DECLARING = f"{Path(__file__).with_name('declaring.py')}:Declaring:board=5 9 2 1/7 1 8 2/3 6 4 9"
LARGER = f"{HEXAPAWN}:size=4"
GAMES = ["tictactoe", "connect4", SMALL, "nim", HEXAPAWN, LARGER, WARGAME, "othello"]
QUICK = [game for game in (*GAMES, DECLARING) if game not in (HEXAPAWN, LARGER, WARGAME)]
"""Not all of them: to compile one takes seconds."""


def random_position(game: Game, random: Generator) -> State:
    """A position from random play in which there is still something to decide."""
    state = game.initial()
    for _ in range(random.below(50 if isinstance(game, Othello) else 20)):
        following = game.play(state, random.choice(list(game.moves(state))))
        if game.over(following):
            break
        state = following
    return state


def comparable(switches: dict[str, bool]) -> dict[str, bool]:
    """The same switches, without those whose choices hang on the window and the way, where a table is on.

    What they leave out changes with the entries that a table has kept, and the two tables keep others.
    """
    return switches | dict.fromkeys(SELECTIVE, False) if switches["table"] else switches


def book(agent: AlphaBeta) -> search.AlphaBeta:
    return replace(agent, compiled=False)


def facts(decision: Decision) -> tuple[object, ...]:
    return decision.move, decision.value, decision.exact, decision.nodes, decision.depth, decision.candidates


@pytest.mark.parametrize(
    ("spelled", "positions"),
    [
        *((game, 6 if game == "othello" else 50) for game in QUICK),
        *(
            pytest.param(game, 40 if game == "othello" else 400, marks=pytest.mark.slow)
            for game in (*GAMES, DECLARING)
        ),
    ],
)
def test_the_compiled_search_has_the_textbooks_value_whatever_is_switched_on(
    spelled: str, positions: int
) -> None:
    game = find_game(spelled)
    assert AlphaBeta.program(game), "a comparison of the textbook's search with itself says nothing"
    random = Generator(1)
    for number in range(positions):
        state = random_position(game, random)
        switches = comparable({name: bool(random.below(2)) for name in SWITCHES})
        fail = ("soft", "hard")[random.below(2)]
        agent = AlphaBeta(depth=1 + number % 6, strict=True, mb=1, fail=fail, **switches)  # type: ignore[arg-type]
        ours, theirs = agent.decide(game, state), book(agent).decide(game, state)
        assert ours.value == theirs.value, (agent, state)
        assert ours.depth == theirs.depth
        followed = state
        for move in ours.line:
            assert move in list(game.moves(followed))
            followed = game.play(followed, move)


@pytest.mark.slow
@pytest.mark.parametrize("spelled", GAMES)
def test_the_compiled_search_has_the_textbooks_value_on_two_thousand_positions(spelled: str) -> None:
    game = find_game(spelled)
    random = Generator(2)
    for number in range(2000):
        state = random_position(game, random)
        depth = 1 + number % (5 if spelled == "othello" else 6)
        expected = search.AlphaBeta.plain(depth=depth).decide(game, state).value
        clamped = search.AlphaBeta.plain(depth=depth, clamp=True).decide(game, state).value
        for on in ({}, dict.fromkeys(SWITCHES, True), {name: bool(random.below(2)) for name in SWITCHES}):
            switches = {**dict.fromkeys(SWITCHES, False), **on, "quiescence": False}
            agent = AlphaBeta(depth=depth, strict=True, mb=1, **switches)  # type: ignore[arg-type]
            wanted = clamped if switches["clamp"] else expected
            value = agent.decide(game, state).value
            assert value == pytest.approx(wanted, abs=1e-9), (agent, state)  # `quick` rounds to twelve digits


@pytest.mark.parametrize(
    ("spelled", "positions"),
    [
        *((game, 10 if game == "othello" else 40) for game in QUICK),
        *(
            pytest.param(game, 30 if game == "othello" else 100, marks=pytest.mark.slow)
            for game in (*GAMES, DECLARING)
        ),
    ],
)
def test_without_a_table_the_compiled_search_walks_the_very_same_tree(spelled: str, positions: int) -> None:
    game = find_game(spelled)
    assert AlphaBeta.program(game), "a comparison of the textbook's search with itself says nothing"
    random = Generator(3)
    for number in range(positions):
        state = random_position(game, random)
        switches = {name: bool(random.below(2)) for name in SWITCHES if name != "table"}
        agent = AlphaBeta(depth=1 + number % 5, table=False, **switches)  # type: ignore[arg-type]
        assert facts(agent.decide(game, state)) == facts(book(agent).decide(game, state)), (agent, state)


@pytest.mark.parametrize(("quick", "order", "killers"), [*product((True, False), repeat=3)])
def test_every_move_of_tic_tac_toe_is_proved_to_draw(quick: bool, order: bool, killers: bool) -> None:
    game = find_game("tictactoe")
    decision = AlphaBeta(quick=quick, order=order, killers=killers).decide(game, game.initial())
    assert (decision.value, decision.exact) == (0.0, True)


def test_plain_alpha_beta_visits_18297_nodes_of_tic_tac_toe() -> None:
    game = find_game("tictactoe")
    assert AlphaBeta.plain().decide(game, game.initial()).nodes == 18297


def test_late_positions_of_connect_4_have_their_known_scores() -> None:
    game = find_game("connect4:graded=on")
    lines = (Path(__file__).parent.parent / "games/data/connect4_positions.txt").read_text().split("\n")
    for line in lines:
        if line.strip() and not line.startswith("#"):
            played, score = line.split()
            decision = AlphaBeta(quick=False).decide(game, game.position(played))
            assert (decision.value, decision.exact) == (float(score), True)


def test_a_node_limit_is_kept_to_the_node() -> None:
    game = find_game("connect4")
    for nodes in (1, 2, 10, 1000, 1024, 5000, 123_456):
        decision = AlphaBeta().decide(game, game.initial(), Limit(nodes=nodes))
        assert decision.nodes <= nodes
        assert decision.move in range(7)


def test_the_same_question_has_the_same_answer() -> None:
    game = find_game("connect4")
    first, again = (AlphaBeta().decide(game, game.position("4453"), Limit(nodes=50_000)) for _ in range(2))
    assert facts(first) == facts(again)
