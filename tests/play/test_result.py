"""How the end of a game is worded: who won, and whether a repeated position ended it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from outwit import Game, Session, find_game
from outwit.analysis.explain.look import ending_text
from outwit.arena.planner import plan
from outwit.arena.played import Played
from outwit.arena.referee import Scoresheet, referee
from outwit.play import result
from outwit.play.log import log_text
from outwit.play.result import ending
from outwit.play.saved import to_json
from outwit.web.pages.arena.wording import ending as arena_ending
from tests.sound_games import Pile, Ring, RingWithoutReturn

BACK_AND_FORTH = "1 -1 1 -1"
ROUND_TWICE = "1 1 1 1 1 1 1 1 1"
STUCK = "every move of player 2 would repeat a position"


@dataclass(frozen=True)
class Trap(RingWithoutReturn):
    """Whoever has no place left to go to loses."""

    def stalemate(self, ring: Pile, player: int) -> float:
        return -1.0 if ring.turn == player else 1.0


@dataclass(frozen=True)
class Home(Ring):
    """Whoever brings the token to the fifth place wins."""

    def moves(self, ring: Pile) -> Iterator[int]:
        yield from () if self.over(ring) else (-1, 1)

    def over(self, ring: Pile) -> bool:
        return ring.coins == 4

    def payoff(self, ring: Pile, player: int) -> float:
        return -1.0 if ring.turn == player else 1.0


def played(game: Game, moves: str) -> Session:
    session = Session(game, ("human", "random"))
    session.read(moves)
    return session


@pytest.mark.parametrize(
    ("game", "moves", "told"),
    [
        (Ring(), BACK_AND_FORTH, "A draw by repetition."),
        (RingWithoutReturn(), ROUND_TWICE, f"A draw; {STUCK}."),
        (Trap(), ROUND_TWICE, f"Player 1 wins; {STUCK}."),
        (Home(), "-1", "Player 1 wins."),
    ],
)
def test_an_end_by_repetition_says_so_wherever_it_is_told(game: Game, moves: str, told: str) -> None:
    session = played(game, moves)
    assert ending(session) == told
    assert log_text(session).splitlines()[-1] == told
    assert to_json(session)["told"] == told


def test_a_saved_game_that_is_not_over_tells_no_end() -> None:
    assert to_json(played(Ring(), "1"))["told"] is None


def test_a_line_that_ends_by_repetition_is_explained_so() -> None:
    session = played(Ring(), BACK_AND_FORTH)
    assert ending_text(session.rules, session.state, 4) == "a draw by repetition after 4 moves"


def test_a_game_of_a_tournament_that_ended_by_repetition_says_so() -> None:
    tournament = plan("tests/sound_games.py:Ring", ["random:seed=1", "random:seed=2"], 2)
    fixture = tournament.fixtures()[0]
    sheet = Scoresheet(fixture, tournament.names)
    referee(tournament, fixture, sheet.take)
    played = Played.from_json(sheet.to_played().to_json())
    assert arena_ending(tournament, fixture, played) == "A draw by repetition."


def test_payoffs_that_cancel_are_told_as_how_far_the_two_are_apart() -> None:
    wargame = find_game("wargame:board=9 44")
    session = Session(wargame, ("human", "random"))
    session.read("drop A1")
    session.read("drop B1")
    assert wargame.text(session.state).endswith("blue 9 : 44 green")
    assert ending(session) == "Green wins by 35."
    assert result.result_text(wargame, (0.0, 0.0)) == "A draw."
