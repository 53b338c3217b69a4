"""Sampling finds what the whole game would tell, draw for draw as the textbook does."""

from __future__ import annotations

from types import FunctionType

import numpy as np
import pytest

from outwit import OutwitError, find_game
from outwit.equilibrium.best_response import expected_value, exploitability
from outwit.equilibrium.sampled_cfr import SAMPLINGS, SampledRegret
from outwit.equilibrium.unfold import unfold
from tests.equilibrium.test_cfr import assert_same, by_state, of_textbook
from tests.equilibrium.textbook import TextbookSampling

GAMES = ("kuhn", "leduc", "liarsdice:faces=3", "goofspiel:cards=3", "matrix:3 -1 2.5; 1 0.5 -1.25; -1 4 0.75")


@pytest.mark.parametrize("sampling", SAMPLINGS)
@pytest.mark.parametrize("spec", GAMES)
def test_every_draw_and_every_regret_is_the_textbook_s(spec: str, sampling: str) -> None:
    rules = find_game(spec)
    game, book = unfold(rules, nodes=True), TextbookSampling(rules, sampling, seed=7)
    solver = SampledRegret(game, sampling, seed=7)
    assert not isinstance(solver.iterate, FunctionType), "it runs compiled"
    for _ in range(200):
        book.iterate()
    solver.run(200)
    assert int(solver.dice[0]) == book.random.state
    for player in (0, 1):
        regrets = {known: [*moves.values()] for known, moves in book.regrets.items() if moves}
        ours = dict(by_state(game, player, solver.found[player].regrets))
        theirs = of_textbook(regrets, player)
        kept = [(known, [row for row in ours[known] if any(row)]) for known, _ in theirs]
        wanted = [(known, [row for row in rows if any(row)]) for known, rows in theirs]
        assert [(known, len(rows)) for known, rows in kept] == [(known, len(rows)) for known, rows in wanted]
        assert_same([each for each in kept if each[1]], [each for each in wanted if each[1]], tolerance=1e-8)


@pytest.mark.parametrize("sampling", SAMPLINGS)
@pytest.mark.parametrize("spec", ["leduc", "goofspiel:cards=3"])
def test_interpreted_it_is_the_same_bit_for_bit(spec: str, sampling: str) -> None:
    game = unfold(find_game(spec), nodes=True)
    compiled, interpreted = (SampledRegret(game, sampling, 3, each) for each in (True, False))
    for solver in (compiled, interpreted):
        solver.run(100)
    assert compiled.dice == interpreted.dice
    for one, other in zip(compiled.found, interpreted.found, strict=True):
        assert (one.regrets == other.regrets).all()
        assert (one.average == other.average).all()


@pytest.mark.parametrize(("sampling", "far"), [("external", 0.005), ("outcome", 0.02)])
def test_it_comes_close_to_the_equilibrium_of_kuhn_poker(sampling: str, far: float) -> None:
    game = unfold(find_game("kuhn"), nodes=True)
    solver = SampledRegret(game, sampling, seed=1)
    before = 1.0
    for number in (1_000, 30_000, 400_000):
        solver.run(number - solver.iterations)
        now = exploitability(game, solver.strategies())
        assert now < before
        before = now
    assert before < far
    assert expected_value(game, solver.strategies()) == pytest.approx(-1 / 18, abs=far)


@pytest.mark.parametrize("sampling", SAMPLINGS)
def test_the_seed_fixes_everything(sampling: str) -> None:
    game = unfold(find_game("kuhn"), nodes=True)
    runs = []
    for seed in (1, 1, 2):
        solver = SampledRegret(game, sampling, seed)
        solver.run(500)
        runs.append(np.concatenate(solver.averages))
    assert (runs[0] == runs[1]).all()
    assert (runs[0] != runs[2]).any()


def test_without_the_tree_and_by_an_unknown_name_it_is_refused() -> None:
    with pytest.raises(OutwitError, match="unfold the game with nodes=True"):
        SampledRegret(unfold(find_game("kuhn")))
    with pytest.raises(OutwitError, match="no way of sampling called 'internal'; did you mean external"):
        SampledRegret(unfold(find_game("kuhn"), nodes=True), "internal")
