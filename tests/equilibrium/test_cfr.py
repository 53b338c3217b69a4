"""Counterfactual regret minimization: the textbook's numbers, compiled, and equilibria that are known."""

from __future__ import annotations

from types import FunctionType
from typing import Any

import numpy as np
import pytest

from outwit import OutwitError, find_game
from outwit.equilibrium.best_response import best_response, expected_value, exploitability
from outwit.equilibrium.cfr import DISCOUNTS, CounterfactualRegret, Discount
from outwit.equilibrium.kernels import iteration
from outwit.equilibrium.sequence_form import Unfolded
from outwit.equilibrium.unfold import unfold
from outwit.game import State
from outwit.games.kuhn import Kuhn
from tests.equilibrium.textbook import InformationSet, TextbookCFR

GAMES = (
    "kuhn",
    "leduc",
    "liarsdice:faces=3",
    "goofspiel:cards=3",
    "goofspiel:cards=3,shuffled=off",
    "matrix:3 -1 2.5; 1 0.5 -1.25; -1 4 0.75",
)


def by_state(game: Unfolded, player: int, values: np.ndarray) -> list[tuple[str, list[list[float]]]]:
    """Numbers of sequences by what players know; those of several ways to a state in ascending order."""
    side, found = game.sides[player], dict[str, list[list[float]]]()
    for number in range(side.sets):
        known = repr(side.observations[number])
        found.setdefault(known, []).append([*values[side.first[number] : side.first[number + 1]]])
    return sorted((known, sorted(rows)) for known, rows in found.items())


def of_textbook(
    tables: dict[InformationSet, list[float]], player: int
) -> list[tuple[str, list[list[float]]]]:
    """The same of the textbook's."""
    found = dict[str, list[list[float]]]()
    for (whose, known), row in tables.items():
        if whose == player:
            observed = (
                known[1]
                if isinstance(known, tuple) and isinstance(known[0], tuple) and len(known) == 2
                else known
            )
            found.setdefault(repr(observed), []).append(row)
    return sorted((known, sorted(rows)) for known, rows in found.items())


@pytest.mark.parametrize("form", DISCOUNTS)
@pytest.mark.parametrize("spec", GAMES)
def test_the_first_iterations_are_the_textbook_s(spec: str, form: str) -> None:
    rules = find_game(spec)
    game, book = unfold(rules), TextbookCFR(rules, DISCOUNTS[form])
    solver = CounterfactualRegret(game, form)
    assert not isinstance(solver.iterate, FunctionType), "it runs compiled"
    for _ in range(2 if spec == "leduc" else 5):
        book.iterate()
        solver.run(1)
        averages = {known: [*book.average(known).values()] for known in [*book.averages]}
        regrets = {known: [*moves.values()] for known, moves in book.regrets.items() if moves}
        for player in (0, 1):
            assert_same(by_state(game, player, solver.strategies()[player]), of_textbook(averages, player))
            assert_same(by_state(game, player, solver.found[player].regrets), of_textbook(regrets, player))


def assert_same(
    ours: list[tuple[str, list[list[float]]]],
    theirs: list[tuple[str, list[list[float]]]],
    tolerance: float = 1e-12,
) -> None:
    assert [known for known, _ in ours] == [known for known, _ in theirs]
    for (_, one), (_, other) in zip(ours, theirs, strict=True):
        assert np.abs(np.array(one) - np.array(other)).max() < tolerance


@pytest.mark.parametrize("form", DISCOUNTS)
def test_interpreted_it_is_the_same(form: str) -> None:
    game = unfold(find_game("leduc"))
    solvers = [CounterfactualRegret(game, form, compiled) for compiled in (True, False)]
    for solver in solvers:
        solver.run(3)
    for compiled, interpreted in zip(solvers[0].found, solvers[1].found, strict=True):
        for one, other in zip(compiled, interpreted, strict=True):
            assert np.allclose(one, other, rtol=0, atol=1e-12)


@pytest.mark.parametrize("form", DISCOUNTS)
def test_iterations_in_parts_are_the_same_bit_for_bit(form: str) -> None:
    game = unfold(find_game("leduc"))
    whole, parts = (CounterfactualRegret(game, form) for _ in range(2))
    whole.run(60)
    for number in (1, 9, 50):
        parts.run(number)
    assert whole.iterations == parts.iterations == 60
    for one, other in zip(whole.averages, parts.averages, strict=True):
        assert (one == other).all()


def test_the_whole_is_one_function_of_machine_code_once_in_a_process() -> None:
    assert iteration(True) is iteration(True)
    assert isinstance(iteration(False), FunctionType)


@pytest.mark.parametrize("form", ["cfr+", "linear", "discounted"])
def test_kuhn_poker_is_solved_as_published(form: str) -> None:
    game = unfold(find_game("kuhn"))
    solver = CounterfactualRegret(game, form)
    solver.run(30_000)
    strategies = solver.strategies()
    assert exploitability(game, strategies) < 1e-5
    assert expected_value(game, strategies) == pytest.approx(-1 / 18, abs=1e-4)
    plays = dict[str, float]()
    for player, side in enumerate(game.sides):
        for number, state in enumerate(side.states):
            plays[text_of(state, player)] = float(strategies[player][side.first[number] + 1])
    bluff = plays["J"]
    assert 0 <= bluff <= 1 / 3 + 1e-3
    assert plays["K"] == pytest.approx(3 * bluff, abs=0.01)
    assert plays["Q"] == pytest.approx(0, abs=0.01)
    assert plays["Q check bet"] == pytest.approx(bluff + 1 / 3, abs=0.01)
    assert plays["Q bet"] == pytest.approx(1 / 3, abs=0.01)
    assert plays["J check"] == pytest.approx(1 / 3, abs=0.01)


def text_of(state: State, player: int) -> str:
    """What a player knows in Kuhn poker: its card, and what was done."""
    game = find_game("kuhn")
    assert isinstance(game, Kuhn)
    return " ".join([game.card_name(state.cards[player]), *game.words(state)])


@pytest.mark.parametrize(
    ("spec", "value", "far"),
    [
        ("leduc", -0.085606424, 1e-4),
        ("rps", 0.0, 1e-9),
        ("goofspiel:cards=3", 0.0, 1e-4),
        ("liarsdice:faces=3", None, 1e-4),
    ],
)
def test_the_value_lies_between_what_both_best_responses_win(
    spec: str, value: float | None, far: float
) -> None:
    game = unfold(find_game(spec))
    solver = CounterfactualRegret(game)
    solver.run(3_000)
    strategies = solver.strategies()
    least, most = -best_response(game, strategies, 1), best_response(game, strategies, 0)
    assert least - 1e-12 <= expected_value(game, strategies) <= most + 1e-12
    assert (most - least) / 2 == pytest.approx(exploitability(game, strategies))
    assert exploitability(game, strategies) <= far
    if value is not None:
        assert least - 1e-9 <= value <= most + 1e-9


@pytest.mark.parametrize("spec", ["kuhn", "leduc"])
def test_cfr_plus_is_open_spiel_s(spec: str) -> None:
    pyspiel: Any = pytest.importorskip("pyspiel", reason="open_spiel is installed by `make bench`")
    peer = {"kuhn": "kuhn_poker", "leduc": "leduc_poker(suit_isomorphism=True)"}[spec]
    game = unfold(find_game(spec))
    ours = CounterfactualRegret(game, "cfr+")
    theirs = pyspiel.CFRPlusSolver(pyspiel.load_game(peer))
    for _ in range(20):
        ours.run(1)
        theirs.evaluate_and_update_policy()
    found = pyspiel.exploitability(pyspiel.load_game(peer), theirs.average_policy())
    assert exploitability(game, ours.strategies()) == pytest.approx(found, abs=1e-12)


def test_an_unknown_form_is_refused_and_any_discount_is_taken() -> None:
    game = unfold(find_game("kuhn"))
    with pytest.raises(OutwitError, match=r"no form of CFR called 'cfr-'.*cfr, cfr\+, discounted, linear"):
        CounterfactualRegret(game, "cfr-")
    solver = CounterfactualRegret(game, Discount(1.5, float("-inf"), 2.0))
    solver.run(1_000)
    assert exploitability(game, solver.strategies()) < 1e-3
