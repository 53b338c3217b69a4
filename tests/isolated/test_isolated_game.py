"""A game whose rules run in a worker process says and does what the game itself does."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator

import pytest

from outwit.agents import suitable
from outwit.errors import BrokenRulesError, IllegalMoveError, OutwitError
from outwit.game import CHANCE, SIMULTANEOUS, Game, defines, options
from outwit.games import find_game, game_spec, summary, title
from outwit.isolated import IsolatedGames, RulesBusyError
from outwit.isolated.patience import wait_for_answer
from outwit.play import Session
from outwit.play.picture import picture_of
from outwit.play.result import ending
from outwit.play.saved import from_json, to_json
from outwit.random import Generator
from outwit.views import find_view
from tests.cheating import LIARS

FACTS = ("stochastic", "hidden", "simultaneous", "players", "player_names", "scripts", "default_agent")
SPELLINGS = (
    "tests/web/race.py:Race",
    "tests/web/race.py:Race:goal=7",
    "tests/views/boards.py:Board",
    "tests/web/drawn.py:Drawn",
    "tests/web/recurring.py:Recurring",
    "tests/sound_games.py:Morra",
    LIARS,
)


@pytest.fixture(scope="module")
def games() -> Iterator[IsolatedGames]:
    running = IsolatedGames(seconds=20)
    yield running
    running.close()


def random_position(game: Game, seed: int) -> Session:
    """A session after some moves at random, always the same for a seed."""
    session, random = Session(game, seed=seed), Generator(seed)
    for _ in range(12):
        if session.over:
            break
        if session.turn == CHANCE:
            session.roll()
        elif session.turn == SIMULTANEOUS:
            choices = (list(session.rules.moves_for(session.state, p)) for p in range(game.players))
            session.play(tuple(random.choice(each) for each in choices))
        else:
            session.play(random.choice(options(session.rules, session.state)))
    return session


def shown(session: Session) -> list[object]:
    """All that a page shows of a session."""
    view = find_view(session.game)
    seats = (None, *range(session.game.players))
    return [
        session.described(),
        session.result,
        ending(session) if session.over else session.position.standing(),
        [[session.told_to(seat, number) for number in range(len(session.steps))] for seat in seats],
        [session.rules.text(session.shown_to(seat), seat) for seat in seats],
        [picture_of(view, session, seat=seat).svg() for seat in seats],
    ]


@pytest.mark.parametrize("spec", SPELLINGS)
def test_it_plays_and_shows_what_the_game_itself_does(games: IsolatedGames, spec: str) -> None:
    isolated, own = games.find(spec), find_game(spec)
    assert game_spec(isolated) == game_spec(own)
    assert (title(type(isolated)), summary(type(isolated))) == (title(type(own)), summary(type(own)))
    assert suitable(isolated) == suitable(own)
    for name in ("evaluate", "features", "chances", "describe", "describe_to", "position", "moves_for"):
        assert defines(isolated, name) == defines(own, name)
    for fact in FACTS:
        assert getattr(isolated, fact) == getattr(own, fact)
    assert shown(random_position(isolated, 3)) == shown(random_position(own, 3))


def test_a_session_goes_on_when_its_worker_was_ended(games: IsolatedGames) -> None:
    game = games.find(LIARS)
    session = random_position(game, 5)
    before = shown(session)
    assert game.elsewhere.rules.worker is not None
    os.kill(game.elsewhere.rules.worker.number, 9)
    game.elsewhere.rules.answers.clear()
    with pytest.raises(BrokenRulesError, match="ended their own process"):
        game.over(session.state)
    game.elsewhere.rules.answers.clear()
    assert shown(session) == before


def test_a_saved_game_is_the_same_for_both(games: IsolatedGames) -> None:
    saved = to_json(random_position(games.find("tests/views/boards.py:Board"), 1))
    assert to_json(from_json(saved, find_game)) == saved
    assert to_json(from_json(saved, games.find)) == saved


def test_what_is_no_move_and_what_is_no_game_are_refused_with_a_sentence(games: IsolatedGames) -> None:
    session = Session(games.find("tests/web/race.py:Race"))
    with pytest.raises(IllegalMoveError, match="'x' is not a legal move here; legal: a step, "):
        session.play(session.find_move("x"))
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
        await wait_for_answer(busy.value)
        with pytest.raises(BrokenRulesError, match=r"LoopingText\.text, line "):
            looping.text(state)

    asyncio.run(ask())
    games.close()


def test_an_event_loop_that_cannot_wait_at_all_gets_every_answer_in_the_end(
    games: IsolatedGames, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each try goes on from the answers that those before have brought, a world drawn for a seat included."""
    session = Session(games.find("tests/hidden_games.py:HighCard"), seed=2)
    while session.turn == CHANCE:
        session.roll()
    view = find_view(session.game)
    monkeypatch.setattr("outwit.isolated.patience.ALWAYS", -1.0)
    monkeypatch.setattr("outwit.isolated.patience.AT_ONCE", 0.0)

    def look() -> list[object]:
        state = session.shown_to(0)
        return [session.legal_for(0), view.beside(state), view.picture(state, 0), view.written(state, 0)]

    async def count_tries() -> int:
        for number in range(50):
            try:
                look()
            except RulesBusyError as error:
                answer = error.answer  # the error itself would hold the world that was drawn
            else:
                return number
            await asyncio.wait({asyncio.wrap_future(answer)})
        raise AssertionError("the same is asked again and again")

    assert 0 < asyncio.run(count_tries()) < 20


def test_an_answer_that_is_none_is_an_answer(games: IsolatedGames) -> None:
    game = games.find("tests/hidden_games.py:HighCard")
    rules, asked = game.elsewhere.rules, []
    for _ in range(2):
        assert rules.wait("whether there is an answer", lambda: asked.append(1)) is None
    assert asked == [1]
