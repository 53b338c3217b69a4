"""In the arena an agent that reads hidden dice reads dice that were rolled for it alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from outwit.arena.plan import Fixture, Tournament
from outwit.arena.planner import plan
from outwit.arena.played import Played
from outwit.arena.referee import Scoresheet, referee, start_session
from outwit.arena.worker_pool import Processes
from outwit.play.saved import replay
from outwit.play.session import Session
from tests.cheating import CHEAT, DOUBTER, LIARS, Handed, assert_blind, best, handed
from tests.sketches.liarsdice import LiarsDice

GAMES = 100


@pytest.fixture
def processes() -> Iterator[Processes]:
    own = Processes()
    yield own
    own.close()


def cheating(notes: Path) -> Tournament:
    """A match of the cheat against one who doubts whatever it bids."""
    return plan(LIARS, [f"{CHEAT}:notes={notes}", DOUBTER], GAMES, seed=3, plies=0)


def replayed(tournament: Tournament, fixture: Fixture, played: Played) -> Session:
    """The game as it was."""
    session = start_session(tournament, fixture)
    for number, step in enumerate(played.steps, 1):
        replay(session, step, number)
    return session


def refereed(tournament: Tournament, fixture: Fixture) -> Played:
    """A game played here."""
    sheet = Scoresheet(fixture, tournament.names)
    referee(tournament, fixture, sheet.take)
    return sheet.to_played()


def match(folder: Path) -> tuple[list[Handed], float]:
    """What the cheat was handed in a whole match, and what part of the games it won."""
    found, won = [], 0
    tournament = cheating(folder / "notes")
    for fixture in tournament.fixtures():
        (folder / "notes").unlink(missing_ok=True)
        played = refereed(tournament, fixture)
        assert played.fault is None
        seat = fixture.seats.index(0)
        (folder / "notes").touch()
        found += handed(folder / "notes", replayed(tournament, fixture, played), [seat])
        won += played.payoffs is not None and played.payoffs[seat] > 0
    return found, won / GAMES


def test_a_cheat_does_not_see_the_dice_of_the_other_and_does_not_win_by_them(tmp_path: Path) -> None:
    found, won = match(tmp_path)
    assert len(found) > GAMES / 2
    assert_blind(found)
    game = LiarsDice()
    mistaken = [each for each in found if best(game, each.world) != best(game, each.truth)]
    assert len(mistaken) > len(found) / 4
    assert won < 0.5


def test_with_the_true_state_the_same_cheat_would_win(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So the test above tells something: what it is not shown is worth half of the games."""
    monkeypatch.setattr(Session, "seen_by", lambda self, player=None: (self.state, self.states[:-1]))
    tournament = cheating(tmp_path / "notes")
    games = [(refereed(tournament, fixture).payoffs, fixture) for fixture in tournament.fixtures()]
    won = sum(payoffs is not None and payoffs[fixture.seats.index(0)] > 0 for payoffs, fixture in games)
    assert won / GAMES > 0.9


def test_the_same_plan_deals_the_same_worlds_again(tmp_path: Path, processes: Processes) -> None:
    tournament = cheating(tmp_path / "notes")
    fixture = tournament.fixtures()[1]
    here = refereed(tournament, fixture)
    noted = (tmp_path / "notes").read_text()
    (tmp_path / "notes").unlink()
    there = processes.play(tournament, fixture)[0]
    assert (tmp_path / "notes").read_text() == noted
    assert here.payoffs == there.payoffs
    assert [step.get("move", step.get("outcome")) for step in here.steps] == [
        step.get("move", step.get("outcome")) for step in there.steps
    ]


def test_a_determinize_that_breaks_the_rules_is_nobodys_loss() -> None:
    tournament = plan("tests/hidden_games.py:Blundering", ["random", "random"], 2, plies=0)
    for fixture in tournament.fixtures():
        played = refereed(tournament, fixture)
        assert played.culprit is None
        assert not played.counts
        assert played.fault == (
            "The rules of Blundering are broken: for player 2 `determinize` drew a world in which `turn` is "
            "not what the player knows; `outwit check` shows where."
        )
