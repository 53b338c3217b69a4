"""Compiled expectiminimax is the textbook's: the same values and, without a table, the same tree."""

from __future__ import annotations

from pathlib import Path

import pytest

from outwit import Expectiminimax, Limit, OutwitError, find_game, search
from outwit.engine.compiler.rules import compile_rules
from outwit.game import CHANCE
from outwit.games.nim import Nim, Pile
from outwit.random import Generator
from outwit.random_positions import random_position

from .facts import facts

DECLARING = f"{Path(__file__).with_name('chancy.py')}"
QUICK = ["pig:goal=20", f"{DECLARING}:Duel"]
GAMES = [*QUICK, f"{DECLARING}:Climb", "pig:goal=9,sides=3"]
"""With two players and with one, with orders, features and bounds and without, and with other dice."""


def compared(few: int, many: int) -> pytest.MarkDecorator:
    """Some games at few positions, and all at many in the slow tests."""
    slow = pytest.mark.slow
    return pytest.mark.parametrize(
        ("spelled", "positions"),
        [
            *((game, few) for game in QUICK),
            *(pytest.param(game, many, marks=slow) for game in GAMES),
        ],
    )


@compared(50, 150)
def test_without_a_table_the_compiled_search_walks_the_very_same_tree(spelled: str, positions: int) -> None:
    game = find_game(spelled)
    random = Generator(3)
    for number in range(positions):
        state = random_position(game, random, random.below(25))
        switches = {name: bool(random.below(2)) for name in ("quick", "order", "star1", "star2")}
        attitude = random.choice(["mean", "mean", "worst", "utility"])
        options = {"depth": 1 + number % 4, "risk": attitude, **switches}
        ours = Expectiminimax(table=False, static_ordering=False, **options).decide(game, state)  # type: ignore[arg-type]
        theirs = search.Expectiminimax(**options).decide(game, state)  # type: ignore[arg-type]
        assert facts(ours) == facts(theirs), (options, state)


@compared(50, 200)
def test_with_a_table_the_value_is_the_textbooks(spelled: str, positions: int) -> None:
    game = find_game(spelled)
    random = Generator(5)
    for number in range(positions):
        state = random_position(game, random, random.below(25))
        switches = {
            name: bool(random.below(2)) for name in ("quick", "order", "star1", "star2", "static_ordering")
        }
        depth = 1 + number % 5
        ours = Expectiminimax(depth=depth, strict=True, mb=1, **switches).decide(game, state)  # type: ignore[arg-type]
        plain = search.Expectiminimax(depth=depth, star1=False, star2=False, quick=switches["quick"])
        expected = plain.decide(game, state)
        assert ours.value == pytest.approx(expected.value, abs=1e-11), (switches, state)
        assert ours.depth == expected.depth
        if ours.move is not None:
            best = next(c for c in expected.candidates if c.move == ours.move)
            assert best.value == pytest.approx(expected.value, abs=1e-11)


@compared(20, 40)
def test_deepening_under_a_limit_of_nodes_ends_where_the_textbook_does(spelled: str, positions: int) -> None:
    game = find_game(spelled)
    random = Generator(7)
    for _ in range(positions):
        state = random_position(game, random, random.below(25))
        limit = Limit(nodes=1 + random.below(3000))
        star2 = bool(random.below(2))
        ours = Expectiminimax(table=False, static_ordering=False, star2=star2).decide(game, state, limit)
        theirs = search.Expectiminimax(star2=star2).decide(game, state, limit)
        assert ours.depth == theirs.depth
        assert ours.value == theirs.value
        assert ours.nodes <= limit.nodes  # type: ignore[operator]


@compared(200, 200)
def test_compiled_rules_give_the_same_chances(spelled: str, positions: int) -> None:
    game = find_game(spelled)
    rules = compile_rules(game)
    random = Generator(1)
    seen = 0
    for _ in range(positions):
        state = random_position(game, random, random.below(25))
        if game.turn(state) == CHANCE:
            seen += 1
            assert rules.chances(state) == list(game.chances(state))
    assert seen > 10


def test_a_chance_event_at_the_root_has_a_value_and_no_move() -> None:
    game = find_game("pig:goal=20")
    rolling = game.play(game.initial(), 1)
    assert game.turn(rolling) == CHANCE
    decision = Expectiminimax(depth=3).decide(game, rolling)
    assert decision.move is None
    assert decision.value == search.Expectiminimax(depth=3).decide(game, rolling).value


def test_levels_and_recorded_trees_work_as_before() -> None:
    game = find_game("pig:goal=20")
    decision = Expectiminimax(level=1, seed=2).decide(game, game.initial())
    assert decision.move in list(game.moves(game.initial()))
    recorded = Expectiminimax(depth=2).decide(game, game.initial(), tree=True)
    assert recorded.tree is not None


@pytest.mark.parametrize(
    "spelled",
    [
        "nim",
        *(
            pytest.param(game, marks=pytest.mark.slow)
            for game in ("connect4:width=5,height=4", "othello:size=6")
        ),
    ],
)
def test_a_game_without_chance_is_searched_compiled_and_as_the_textbook_does(
    spelled: str, caplog: pytest.LogCaptureFixture
) -> None:
    game = find_game(spelled)
    random = Generator(11)
    assert Expectiminimax.program(game).call is not None
    for number in range(20):
        state = random_position(game, random, random.below(12))
        options = {"depth": 1 + number % 4, "star2": bool(number % 2)}
        ours = Expectiminimax(table=False, static_ordering=False, **options).decide(game, state)  # type: ignore[arg-type]
        theirs = search.Expectiminimax(**options).decide(game, state)  # type: ignore[arg-type]
        assert facts(ours) == facts(theirs), (options, state)
    assert not caplog.messages


def test_a_turn_of_chance_in_a_game_without_chances_is_an_error_compiled_too() -> None:
    class Forgotten(Nim):
        def turn(self, state: Pile) -> int:
            return CHANCE if state.coins == 1 else state.turn

    rules = Forgotten(coins=30)
    with pytest.raises(TypeError, match="no `chances`"):
        Expectiminimax(depth=4, table=False).decide(rules, Pile(4, 0))


def test_what_does_not_compile_is_interpreted() -> None:
    game = find_game("tree:(0.4 [1/2:1 1/2:0])")
    assert Expectiminimax().decide(game, game.initial()).value == 0.5


@pytest.mark.parametrize("cls", [Expectiminimax, search.Expectiminimax])
def test_drawn_outcomes_are_right_on_average_and_the_same_for_a_seed(
    cls: type[search.Expectiminimax],
) -> None:
    game = find_game("pig:goal=20")
    rolling = game.play(game.initial(), 1)
    exact = cls(depth=1).decide(game, rolling).value
    values = [cls(depth=1, samples=3, seed=seed).decide(game, rolling).value for seed in range(400)]
    assert len(set(values)) > 10
    mean = sum(value or 0.0 for value in values) / len(values)
    spread = (sum(((value or 0.0) - mean) ** 2 for value in values) / len(values)) ** 0.5
    assert exact is not None
    assert abs(mean - exact) < 4 * spread / len(values) ** 0.5
    again = [cls(depth=3, samples=2, seed=5).decide(game, rolling).value for _ in range(2)]
    assert again[0] == again[1]


def test_many_draws_come_near_the_true_value_and_prove_nothing() -> None:
    game = find_game(f"{DECLARING}:Duel")
    true = Expectiminimax(depth=2).decide(game, game.initial())
    near = Expectiminimax(depth=2, samples=200).decide(game, game.initial())
    assert near.value == pytest.approx(true.value, abs=0.05)
    assert not Expectiminimax(depth=12, samples=1).decide(game, game.initial()).exact


@pytest.mark.parametrize("samples", [0, -3, 10**9])
def test_a_number_of_draws_that_cannot_be_is_refused(samples: int) -> None:
    with pytest.raises(OutwitError, match="cannot be drawn; give from 1 to 1,000"):
        Expectiminimax(samples=samples)
