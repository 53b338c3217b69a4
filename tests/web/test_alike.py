"""Whatever a seat cannot tell apart by its observation looks the same to it: in every form, at every door."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from outwit.errors import IllegalMoveError
from outwit.game import Game, actors
from outwit.games import find_game
from outwit.play import Session
from outwit.play.log import log_text
from outwit.play.picture import picture_of
from outwit.position import Position
from outwit.protocols.requests import Table as Asked
from outwit.random import Generator
from outwit.search.human import find_move
from outwit.store import Kept
from outwit.views import find_view, without_memory
from outwit.web.api import table_data
from outwit.web.position_html import picture_html
from outwit.web.table import Table
from tests.cheating import LIARS
from tests.hidden_games import Dealt, HighCard
from tests.play.twins import random_session, replay, twin_of
from tests.web.traffic import HIGH_CARD

HIDING = {
    LIARS: 8,
    HIGH_CARD: 12,
    "tests/sketches/battleship.py:Battleship:size=5,fleet=(3,2,2)": 11,
    "battleship:size=5,fleet=(3,2,2)": 9,
    "tests/sound_games.py:Poker": 3,
    "tests/hidden_games.py:SealedBids": 2,
    "tests/hidden_games.py:Pile": 5,
    "tests/hidden_games.py:Pace": 3,
}
"""Games with something hidden, and how many steps are played of each."""


def looks(session: Session, seat: int) -> dict[str, object]:
    """A game as a seat is shown it, in every form that there is."""
    view, rules, browsers = find_view(session.game), session.rules, ["me", "you"]
    table = Table(None, Kept("key", session, list(browsers)))  # type: ignore[arg-type]
    counts = range(len(session.states))
    shown = [session.shown_to(seat, count) for count in counts]
    pictures = [picture_of(view, session, count, seat) for count in counts]
    return {
        "steps": [session.told_to(seat, number) for number in range(len(session.steps))],
        "marked": [session.knows_move(seat, number) for number in range(len(session.steps))],
        "texts": [str(Position(rules, state, seat)) for state in shown],
        "pictures": [
            picture_html(view, state, seat, picture.svg)
            for state, picture in zip(shown, pictures, strict=True)
        ],
        "labels": [picture.label for picture in pictures],
        "scores": [view.beside(without_memory(state)) for state in shown],
        "standing": table.standing,
        "legal": session.legal_names(seat) if seat in actors(rules, session.state) else [],
        "refusal": refusal(session, seat),
        "log": log_text(session, [seat]),
        "asked": Asked("game", session, seat).position(drawn=True),
        "table": table_data(table, browsers[seat]),
        "watched": table_data(table, "somebody"),
    }


def refusal(session: Session, seat: int) -> str:
    """What is said to a seat that writes no move."""
    try:
        return str(find_move(session.rules, session.shown_to(seat), seat, "no move"))
    except IllegalMoveError as error:
        return str(error)


def pairs(game: Game, steps: int, seeds: int = 12) -> Iterator[tuple[Session, Session, int]]:
    """Games that are not over, each with one that a seat cannot tell from it."""
    for seed in range(seeds):
        session = random_session(game, seed, steps)
        for seat in range(game.players):
            twin = None if session.over else twin_of(session, seat, Generator(seed))
            if twin is not None:
                yield session, twin, seat


@pytest.mark.parametrize(("spec", "steps"), HIDING.items(), ids=lambda each: str(each).rpartition(":")[2])
def test_what_a_seat_cannot_tell_apart_looks_the_same_to_it(spec: str, steps: int) -> None:
    found = 0
    for session, twin, seat in pairs(find_game(spec), steps):
        assert session.states != twin.states
        assert looks(session, seat) == looks(twin, seat)
        found += 1
    assert found >= 5


class Telling(HighCard):
    """Rules that tell everybody which card is dealt, and whose moves are called by it."""

    def describe_to(self, state: Dealt, move: str, by: int, player: int) -> str:
        return move

    def describe(self, state: Dealt, move: str) -> str:
        return f"{move} before {state.cards[1][-1]}" if len(state.cards[1]) else move


def test_rules_that_tell_too_much_are_noticed_where_they_are_asked_with_the_truth() -> None:
    found = 0
    for session, twin, seat in pairs(HighCard(), 3):
        once, again = (looks(replay(Telling(), each), seat) for each in (session, twin))
        assert once["steps"] != again["steps"]
        assert once["texts"] == again["texts"], "which is asked with a world that was drawn"
        assert once["legal"] == again["legal"], "as are the names of moves"
        found += 1
    assert found >= 5
