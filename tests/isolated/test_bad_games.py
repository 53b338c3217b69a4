"""Rules that loop, crash or fill memory, in their worker: told in a sentence, and no harm to anybody else."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from time import monotonic

import pytest

from outwit.errors import BrokenRulesError, OutwitError
from outwit.isolated import IsolatedGame, IsolatedGames
from outwit.play import Session
from tests.bad_games import BAD

FILE = "tests/bad_games.py"
SECONDS = 0.5


@pytest.fixture(scope="module")
def games() -> Iterator[IsolatedGames]:
    running = IsolatedGames(seconds=SECONDS)
    yield running
    running.close()


def blamed(game: IsolatedGame) -> str:
    """What is said when everything is asked of a position in which a rule is bad."""
    session = Session(game)
    session.play(1)
    state = session.state
    for ask in (
        lambda: game.over(state),
        lambda: game.turn(state),
        lambda: game.moves(state),
        lambda: game.text(state),
        lambda: game.evaluate(state, 0),
        lambda: game.payoff(state, 0),
        lambda: game.play(state, 1),
    ):
        try:
            ask()
        except BrokenRulesError as error:
            return str(error)
    raise AssertionError(f"nothing is wrong with {game}")


SAID = {
    "Looping": r"had not come back after 0\.\d+ s and was ended",
    "Raising": "raised ZeroDivisionError: nothing to divide by",
    "Leaving": "raised SystemExit: 3",
    "Allocating": "took all the memory that it may have|had not come back after",
    "Recursing": "raised RecursionError",
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_rule_is_told_with_its_name_and_its_line(games: IsolatedGames, name: str) -> None:
    fault, rule = BAD[name]
    said = blamed(games.find(f"{FILE}:{name}"))
    assert said.startswith(f"{name}.{rule}, line ")
    assert " of bad_games.py, " in said
    assert re.search(SAID[fault], said)
    assert f"`outwit check {FILE}:{name}` tells more." in said


def test_rules_that_loop_keep_nobody_else_waiting() -> None:
    games = IsolatedGames(seconds=4 * SECONDS)
    sound = games.find(f"{FILE}:Counting")
    looping = [games.find(f"{FILE}:{name}") for name, (fault, _) in BAD.items() if fault == "Looping"]
    with ThreadPoolExecutor(len(looping)) as pool:
        asked = [pool.submit(blamed, game) for game in looping]
        answered = 0
        while not all(each.done() for each in asked):
            sound.elsewhere.rules.rest()  # so that it needs a new worker, too
            sound.elsewhere.rules.answers.clear()
            assert sound.text(sound.play(sound.initial(), 1)) == "1 of 6, player 2 goes on"
            answered += not any(each.done() for each in asked)
    games.close()
    assert answered


def test_rules_that_are_overdue_again_and_again_are_left_alone_for_a_while(
    games: IsolatedGames, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = games.find(f"{FILE}:LoopingText")
    state = game.initial()
    for _ in range(4):
        with suppress(BrokenRulesError):
            game.text(state := game.play(state, 1))
    monkeypatch.setattr(game.elsewhere.rules, "remember", lambda *_: pytest.fail("they were asked"))
    with pytest.raises(BrokenRulesError, match=r"LoopingText\.text.*They are asked again in \d+ s\."):
        game.text(game.play(game.play(game.initial(), 2), 2))


def test_a_turn_that_is_nobodys_and_a_text_without_end_are_told(games: IsolatedGames) -> None:
    game = games.find(f"{FILE}:Nobody")
    with pytest.raises(BrokenRulesError, match=r"Nobody\.turn says that it is the turn of 7; .* from 0 to 1"):
        game.turn(game.play(game.initial(), 1))
    game = games.find(f"{FILE}:Endless")
    with pytest.raises(OutwitError, match="more than 200,000 characters"):
        game.text(game.play(game.initial(), 1))


def test_what_rules_start_ends_with_them() -> None:
    games = IsolatedGames(seconds=SECONDS)
    game = games.find(f"{FILE}:Forking")
    with suppress(BrokenRulesError):
        game.text(game.play(game.initial(), 1))
    child = int(game.text(game.play(game.initial(), 2)))
    games.close()
    deadline = monotonic() + 10
    while monotonic() < deadline:
        with suppress(ProcessLookupError):
            os.kill(child, 0)
            continue
        break
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


def test_no_process_is_left() -> None:
    games = IsolatedGames(seconds=SECONDS)
    game = games.find(f"{FILE}:Counting")
    assert game.elsewhere.rules.worker is not None
    assert games.template.process is not None
    worker, template = game.elsewhere.rules.worker.number, games.template.process.pid
    os.kill(worker, 0)
    games.close()
    for number in (worker, template):
        with pytest.raises(ProcessLookupError):
            os.kill(number, 0)
