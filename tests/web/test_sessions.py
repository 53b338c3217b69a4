"""What a table tells whoever looks at it, in a game with hidden information."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from outwit.errors import IllegalMoveError, OutwitError
from outwit.games import find_game
from outwit.games.pig import Pig, Score
from outwit.play import Session
from outwit.protocols.budget import MOST_LEGAL
from outwit.store import Kept, SessionStore
from outwit.web.limits import Grant
from outwit.web.sessions import SessionRegistry
from outwit.web.table import NOBODY, Table
from outwit.web.workers import Workers
from tests.cheating import LIARS
from tests.hidden_games import Pace, SealedBids
from tests.sketches.liarsdice import LIAR, Cups, LiarsDice
from tests.web.looping import in_loop, looping


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


@in_loop
async def test_of_two_people_with_one_browser_whoever_holds_it_chooses(registry: SessionRegistry) -> None:
    session = Session(SealedBids(), ("human", "human"), seed=4)
    both = Table(registry, Kept(registry.store.add(session, ["me", "me"]), session, ["me", "me"]))
    assert [both.acting_seat("me", holder) for holder in (None, 0, 1)] == [0, 0, 1]
    await both.play("me", "3", holder=1)
    assert dict(both.choices) == {1: 3}
    assert [both.acting_seat("me", holder) for holder in (None, 0, 1)] == [0, 0, 0]
    await both.resign("me", 1)
    assert both.resigned == 1


class Revealing(LiarsDice):
    """Rules that break when somebody doubts, and name the dice in their last words."""

    def play(self, state: Cups, move: int) -> Cups:
        if move == LIAR:
            raise LookupError(f"the dice are {state.dice}")
        return super().play(state, move)


@in_loop
async def test_rules_that_break_tell_a_seat_nothing_that_is_hidden(
    registry: SessionRegistry, caplog: pytest.LogCaptureFixture
) -> None:
    session = Session(Revealing(), ("human", "human"), seed=4)
    session.read("4 1 2 6 1x3")
    broken = Table(registry, Kept("key", session, ["me", "you"]))
    with pytest.raises(OutwitError, match="Play cannot go on; why is in the server's log") as told:
        await broken.play("you", "liar")
    assert "dice" not in str(told.value)
    assert "the dice are ((4, 1), (2, 6))" in caplog.text


def test_a_session_that_cannot_be_set_up_again_tells_nothing_that_is_hidden(
    registry: SessionRegistry,
) -> None:
    key = registry.store.add(table("human", "human").session, ["me", "you"])
    registry.find = lambda spec: LiarsDice(sides=3)
    with pytest.raises(OutwitError, match="This game cannot be set up again; why is in the server's") as told:
        looping(registry.open(key))
    assert "4" not in str(told.value)


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


class GrowingDie(Pig):
    """The die of the second roll has ten million sides; how many of them were looked at is counted."""

    looked_at = 0

    def chances(self, state: Score) -> Iterator[tuple[int, float]]:
        sides = 10**7 if state.pot else 6
        for face in range(2, 2 + sides):
            GrowingDie.looked_at += 1
            yield face, 1 / sides


@in_loop
async def test_a_move_after_which_chance_has_too_many_outcomes_is_refused_before_they_are_listed(
    registry: SessionRegistry,
) -> None:
    session = Session(GrowingDie(), ("human", "human"), seed=1)
    session.read("roll 2")
    key = await registry.run_in_store(registry.store.add, session, ["me", "you"])
    growing = Table(registry, Kept(key, session, ["me", "you"]))
    GrowingDie.looked_at = 0
    with pytest.raises(OutwitError, match="There are too many outcomes of chance here"):
        await growing.play("me", "roll")
    assert GrowingDie.looked_at == MOST_LEGAL + 1
    assert len(growing.session.steps) == 2
    await growing.play("me", "hold")
    assert growing.to_act == (1,)
