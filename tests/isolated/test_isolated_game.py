"""A game whose rules run in a worker process says and does what the game itself does."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator

import pytest

from outwit.agents import suitable
from outwit.errors import BrokenRulesError, IllegalMoveError, OutwitError
from outwit.game import CHANCE, SIMULTANEOUS, Game, defines, options
from outwit.games import find_game, spell_game, summary, title
from outwit.isolated import IsolatedGames, RulesBusyError
from outwit.isolated.patience import answered
from outwit.play import Sitting
from outwit.play.picture import pictured
from outwit.play.result import ending
from outwit.play.saved import from_json, to_json
from outwit.random import Generator
from outwit.views import find_view
from tests.cheating import LIARS

SPELLINGS = (
    "tests/web/race.py:Race",
    "tests/web/race.py:Race:goal=7",
    "tests/views/boards.py:Board",
    "tests/web/drawn.py:Drawn",
    "tests/web/recurring.py:Recurring",
    "tests/sketches/goofspiel.py:Goofspiel",
    LIARS,
)


@pytest.fixture(scope="module")
def games() -> Iterator[IsolatedGames]:
    running = IsolatedGames(seconds=20)
    yield running
    running.close()


def wandered(game: Game, seed: int) -> Sitting:
    """A session after some moves at random, always the same for a seed."""
    sitting, random = Sitting(game, seed=seed), Generator(seed)
    for _ in range(12):
        if sitting.over:
            break
        if sitting.turn == CHANCE:
            sitting.roll()
        elif sitting.turn == SIMULTANEOUS:
            choices = (list(sitting.rules.moves_for(sitting.state, p)) for p in range(game.players))
            sitting.play(tuple(random.choice(each) for each in choices))
        else:
            sitting.play(random.choice(options(sitting.rules, sitting.state)))
    return sitting


def shown(sitting: Sitting) -> list[object]:
    """All that a page shows of a session."""
    view = find_view(sitting.game)
    seats = (None, *range(sitting.game.players))
    return [
        sitting.described(),
        sitting.result,
        ending(sitting) if sitting.over else sitting.position.standing(),
        [[sitting.told_to(seat, number) for number in range(len(sitting.steps))] for seat in seats],
        [sitting.rules.text(sitting.shown_to(seat), seat) for seat in seats],
        [pictured(view, sitting, seat=seat).svg() for seat in seats],
    ]


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_it_plays_and_shows_what_the_game_itself_does(games: IsolatedGames, spelling: str) -> None:
    isolated, own = games.find(spelling), find_game(spelling)
    assert spell_game(isolated) == spell_game(own)
    assert (title(type(isolated)), summary(type(isolated))) == (title(type(own)), summary(type(own)))
    assert suitable(isolated) == suitable(own)
    for name in ("evaluate", "features", "chances", "describe", "position", "moves_for"):
        assert defines(isolated, name) == defines(own, name)
    for kind in ("stochastic", "hidden", "simultaneous", "players", "player_names"):
        assert getattr(isolated, kind) == getattr(own, kind)
    assert shown(wandered(isolated, 3)) == shown(wandered(own, 3))


def test_a_session_goes_on_when_its_worker_was_ended(games: IsolatedGames) -> None:
    game = games.find(LIARS)
    sitting = wandered(game, 5)
    before = shown(sitting)
    assert game.elsewhere.rules.worker is not None
    os.kill(game.elsewhere.rules.worker.number, 9)
    game.elsewhere.rules.answers.clear()
    with pytest.raises(BrokenRulesError, match="ended their own process"):
        game.over(sitting.state)
    game.elsewhere.rules.answers.clear()
    assert shown(sitting) == before


def test_a_saved_game_is_the_same_for_both(games: IsolatedGames) -> None:
    saved = to_json(wandered(games.find("tests/views/boards.py:Board"), 1))
    assert to_json(from_json(saved, find_game)) == saved
    assert to_json(from_json(saved, games.find)) == saved


def test_what_is_no_move_and_what_is_no_game_are_refused_with_a_sentence(games: IsolatedGames) -> None:
    sitting = Sitting(games.find("tests/web/race.py:Race"))
    with pytest.raises(IllegalMoveError, match="'x' is not a legal move here; legal: a step, "):
        sitting.play(sitting.meant("x"))
    with pytest.raises(OutwitError, match="There is no option of Race called 'gaol'"):
        games.find("tests/web/race.py:Race:gaol=3")


def test_an_event_loop_does_not_wait_for_rules_that_take_long() -> None:
    games = IsolatedGames(seconds=3)
    looping = games.find("tests/bad_games.py:LoopingText")
    state = looping.play(looping.initial(), 1)

    async def ask() -> None:
        with pytest.raises(RulesBusyError) as busy:
            looping.text(state)
        assert not busy.value.answer.done()
        await answered(busy.value)
        with pytest.raises(BrokenRulesError, match=r"LoopingText\.text, line "):
            looping.text(state)

    asyncio.run(ask())
    games.close()
