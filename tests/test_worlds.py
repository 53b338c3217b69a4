"""Worlds: drawn by the game's `determinize`, or found by random play."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from outwit.errors import BrokenRulesError
from outwit.game import Game
from outwit.games.kuhn import Hand, Kuhn
from outwit.games.nim import Nim
from outwit.play.knowledge import position_for
from outwit.random import Generator
from outwit.repetition import Remembering
from outwit.search import ISMCTS
from outwit.search.search import OutOfBudgetError
from outwit.worlds import TRIES, draw_world, seed_for
from tests.hidden_games import Pace, SealedBids
from tests.solved_games import Doors, Prize


class BareKuhn(Kuhn):
    """Kuhn poker that does not say how worlds are drawn."""

    determinize = Game.determinize


class BareBids(SealedBids):
    """Both choose at once, and nothing says how worlds are drawn."""

    determinize = Game.determinize


def test_where_nothing_is_hidden_the_world_is_the_state() -> None:
    state = Nim().initial()
    assert draw_world(Nim(), state, 0, Generator(1)) is state


def test_a_world_found_by_random_play_leaves_the_player_what_it_knows() -> None:
    game, random = BareKuhn(), Generator(1)
    drawn = Counter(draw_world(game, Hand((1, 0), (0,)), 1, random) for _ in range(400))
    assert set(drawn) == {Hand((1, 0), (0,)), Hand((2, 0), (0,))}
    assert min(drawn.values()) > 150, "whoever moves at random passes with either card equally often"


def test_worlds_are_as_likely_as_chance_made_them() -> None:
    game, random = Doors(), Generator(2)
    drawn = Counter(draw_world(game, Prize(1, 0, 0), 0, random).door for _ in range(1000))
    for door, odds in enumerate(game.ODDS, 1):
        assert drawn[door] / 1000 == pytest.approx(odds, abs=0.06)
    after = Counter(draw_world(game, Prize(2, 1, 0), 0, random).door for _ in range(500))
    assert after[1] == 0
    assert after[2] / 500 == pytest.approx(0.6, abs=0.08)


def test_a_history_is_followed_step_by_step() -> None:
    game, random = BareKuhn(), Generator(3)
    states = [game.initial()]
    for move in (1, 2, 0, 1):
        states.append(game.play(states[-1], move))
    *history, state = states
    worlds = {position_for(game, state, history, 0, random)[0] for _ in range(40)}
    assert worlds == {Hand((1, other), (0, 1)) for other in (0, 2)}


def test_worlds_of_games_in_which_all_choose_at_once_are_found_too() -> None:
    game = BareBids()
    state = game.play_joint(game.initial(), (2, 3))
    random = Generator(1)
    worlds = {draw_world(game, state, 0, random, [game.initial()]) for _ in range(60)}
    assert {world.bids for world in worlds} == {((2, other),) for other in (1, 2, 3)}


def test_a_world_depends_on_what_the_player_knows_alone() -> None:
    for game in (Kuhn(), BareKuhn()):
        for seed in range(20):
            worlds = {draw_world(game, Hand((1, card), (1,)), 0, Generator(seed)) for card in (0, 2)}
            assert len(worlds) == 1


def test_what_no_random_game_comes_to_is_told_in_a_sentence() -> None:
    impossible = Hand((1, 0), (0, 0, 0, 1))
    sentence = (
        rf"0 of {TRIES:,} random games agree with what player 2 has seen; give BareKuhn a `determinize`\."
    )
    with pytest.raises(BrokenRulesError, match=sentence):
        draw_world(BareKuhn(), impossible, 1, Generator(1))


def test_looking_for_a_world_can_be_broken_off() -> None:
    def look() -> None:
        raise OutOfBudgetError

    with pytest.raises(OutOfBudgetError):
        draw_world(BareKuhn(), Hand((1, 0), ()), 0, Generator(1), look=look)


def test_a_game_without_determinize_is_played() -> None:
    decision = ISMCTS(simulations=100, seed=1).decide(BareKuhn(), Hand((1, 2), (1,)))
    assert decision.move == 1


def test_a_world_keeps_the_memory_of_positions_that_all_have_seen() -> None:
    game = Remembering(Pace())
    state = game.play(game.play(game.initial(), 1), -1)
    world = draw_world(game, state, 0, Generator(5))
    assert world.seen == state.seen
    assert world.now.secret[0] == state.now.secret[0]
    assert world.now.secret[1] != state.now.secret[1]


@pytest.mark.parametrize("game", [Kuhn(), BareKuhn()])
def test_the_seed_of_a_decision_comes_from_what_the_player_knows(game: Any) -> None:
    seeds = {seed_for(7, game, Hand((1, card), ()), 0, 0) for card in (0, 2)}
    assert len(seeds) == 1
    assert seed_for(7, game, Hand((2, 0), ()), 0, 0) not in seeds
    assert seed_for(None, game, Hand((1, 0), ()), 0, 0) not in seeds
