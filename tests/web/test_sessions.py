"""What a table tells whoever looks at it, in a game with hidden information."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from outwit.errors import IllegalMoveError
from outwit.games import find_game
from outwit.play import Session
from outwit.store import Kept, SessionStore
from outwit.web.limits import Grant
from outwit.web.sessions import SessionRegistry
from outwit.web.table import NOBODY, Table
from outwit.web.workers import Workers
from tests.cheating import LIARS
from tests.hidden_games import Pace
from tests.web.looping import looping


@pytest.fixture
def registry(tmp_path: Path) -> SessionRegistry:
    """The tables of a server that is not asked for any search."""
    return SessionRegistry(SessionStore(f"sqlite:///{tmp_path / 'games.db'}"), Workers(1), find_game, Grant())


def table(*players: str, moves: str = "1x3", **more: Any) -> Table:
    """A table in the middle of a game, the first person's browser being `me` and the second's `you`."""
    session = Session(find_game(LIARS), players, seed=4)
    for face in (4, 1, 2, 6):
        session.play(face)
    if moves:
        session.read(moves)
    browsers = iter(("me", "you"))
    seats = [next(browsers) if player == "human" else None for player in players]
    return Table(more.get("hall"), Kept("key", session, seats, more.get("resigned")))  # type: ignore[arg-type]


def told(table: Table, browser: str) -> list[str | None]:
    seat = table.viewing_seat(browser)
    return [table.step_text(seat, number) for number in range(len(table.session.steps))]


def test_a_browser_is_told_what_its_seat_knows_and_a_watcher_what_everybody_knows() -> None:
    shared = table("human", "human")
    assert told(shared, "me") == ["4", "1", None, None, "1x3"]
    assert told(shared, "you") == [None, None, "2", "6", "1x3"]
    assert told(shared, "somebody") == [None, None, None, None, "1x3"]
    assert (shared.viewing_seat("me"), shared.viewing_seat("you"), shared.viewing_seat("somebody")) == (
        0,
        1,
        NOBODY,
    )


def test_a_game_of_agents_is_open_to_whoever_watches() -> None:
    watched = table("random", "random")
    assert watched.viewing_seat("somebody") is None
    assert told(watched, "somebody") == ["4", "1", "2", "6", "1x3"]


def test_sides_are_not_swapped_where_something_is_hidden(registry: SessionRegistry) -> None:
    with pytest.raises(IllegalMoveError, match="Sides are not swapped where something is hidden"):
        looping(table("human", "random", registry=registry).swap("me"))
    dealt = Table(registry, Kept("key", Session(Pace(), ("human", "random")), ["me", None]))
    assert not dealt.session.steps
    with pytest.raises(IllegalMoveError, match="Sides are not swapped where something is hidden"):
        looping(dealt.swap("me"))


@pytest.mark.parametrize("given_up", [True, False])
def test_nothing_is_taken_back_once_all_has_been_shown(registry: SessionRegistry, given_up: bool) -> None:
    more = {"resigned": 0} if given_up else {"moves": "1x3 liar"}
    over = table("human", "human", registry=registry, **more)
    assert over.over
    assert None not in told(over, "somebody")
    with pytest.raises(IllegalMoveError, match="all has been shown"):
        looping(over.take_back("me"))


def test_an_agent_is_asked_with_the_seed_of_the_session() -> None:
    """So that what is drawn for it is drawn again when the game is played again."""
    heard: list[dict[str, Any]] = []
    workers = SimpleNamespace(ask=lambda request, client, report: heard.append(request))
    registry = SessionRegistry(None, workers, find_game, Grant())  # type: ignore[arg-type]
    registry.ask(table("random", "random").session, "random", 1, "somebody")
    assert [(request["seed"], request["moves"]) for request in heard] == [(4, ["4", "1", "2", "6", "1x3"])]
