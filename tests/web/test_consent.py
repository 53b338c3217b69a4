"""What a player may do alone, what the others have to agree to, and what is refused."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from outwit.errors import IllegalMoveError, OutwitError
from outwit.games import find_game
from outwit.play import Session
from outwit.play.consent import Change
from outwit.store import SessionStore, StaleError
from outwit.web.limits import Grant
from outwit.web.sessions import SessionRegistry
from outwit.web.table import Table
from outwit.web.workers import Workers
from tests.cheating import LIARS
from tests.web.looping import in_loop


@pytest.fixture
def registry(tmp_path: Path) -> SessionRegistry:
    return SessionRegistry(SessionStore(f"sqlite:///{tmp_path / 'games.db'}"), Workers(0), find_game, Grant())


async def seated(registry: SessionRegistry, game: str, *seats: str | None, moves: str = "") -> Table:
    """A table at which these browsers sit; None is an agent that never comes to move."""
    players = ["random" if browser is None else "human" for browser in seats]
    table = await registry.open(registry.store.add(Session(find_game(game), players, seed=4), seats))
    for move in moves.split():
        await table.play(str(seats[table.to_act[0]]), move)
    return table


async def liars(registry: SessionRegistry, *seats: str | None, moves: str = "1x3") -> Table:
    """Liar's dice, both having rolled: 4 and 1, and 2 and 6."""
    players = ["random" if browser is None else "human" for browser in seats]
    session = Session(find_game(LIARS), players, seed=4)
    for face in (4, 1, 2, 6):
        session.play(face)
    if moves:
        session.read(moves)
    return await registry.open(registry.store.add(session, seats))


def played(table: Table) -> list[str]:
    """What has been played, here and in the store."""
    kept = table.registry.store.find(table.key, table.registry.find).session.described()
    assert kept == table.session.described()
    return kept


@in_loop
async def test_a_move_is_taken_back_and_played_again_when_the_other_agrees(registry: SessionRegistry) -> None:
    table = await seated(registry, "tictactoe", "me", "you", moves="5 1")
    await table.take_back("me")
    assert played(table) == ["5", "1"]
    await table.consent.answer("you", True)
    assert played(table) == []
    await table.redo("you")
    assert played(table) == []
    await table.consent.answer("me", True)
    assert played(table) == ["5"]


@in_loop
async def test_nothing_happens_when_the_other_does_not_agree_and_whoever_asked_hears_of_it(
    registry: SessionRegistry,
) -> None:
    table = await seated(registry, "tictactoe", "me", "you", moves="5 1")
    for ask in (table.take_back, table.swap):
        await ask("me")
        await table.consent.answer("you", False)
        assert played(table) == ["5", "1"]
        assert table.seats == ["me", "you"]
        assert table.consent.proposal is None
        assert table.consent.last_refusal is not None
        assert table.consent.last_refusal.declined == 1
    await table.consent.withdraw("me")
    assert table.consent.last_refusal is None


@in_loop
async def test_what_is_asked_and_where_a_new_game_is_outlive_the_server_and_reach_another(
    registry: SessionRegistry, tmp_path: Path
) -> None:
    table = await seated(registry, "tictactoe", "me", "you", moves="5 1")
    await table.take_back("me")
    other = SessionRegistry(
        SessionStore(f"sqlite:///{tmp_path / 'games.db'}"), Workers(0), find_game, Grant()
    )
    there = await other.open(table.key)
    assert there.consent.proposal == table.consent.proposal is not None
    await there.consent.answer("you", True)
    with pytest.raises(StaleError):
        await table.consent.answer("you", True)
    assert table.consent.proposal is None
    assert played(table) == []
    await table.new_game("me")
    await (await other.open(table.key)).consent.answer("you", True)
    await registry.open(table.key)
    assert table.next_table == there.next_table is not None


@in_loop
async def test_of_two_answers_at_once_one_counts(registry: SessionRegistry) -> None:
    table = await seated(registry, "tictactoe", "me", "you", moves="5 1 9 3")
    await table.take_back("me")
    answers = (table.consent.answer("you", True) for _ in range(2))
    done = await asyncio.gather(*answers, return_exceptions=True)
    assert sorted(map(str, done)) == ["Nobody waits for your answer.", "None"]
    assert played(table) == ["5", "1"]


@in_loop
async def test_sides_are_swapped_when_the_other_agrees_or_asks_for_the_same(
    registry: SessionRegistry,
) -> None:
    table = await seated(registry, "tictactoe", "me", "you")
    await table.swap("me")
    assert table.seats == ["me", "you"]
    await table.consent.answer("you", True)
    assert table.seats == ["you", "me"]
    await table.swap("you")
    await table.swap("me")
    assert table.seats == ["me", "you"]
    assert table.consent.proposal is None


@pytest.mark.parametrize(
    "instead",
    [
        lambda table: table.play("me", "9"),
        lambda table: table.resign("you"),
        lambda table: table.consent.withdraw("me"),
    ],
    ids=["a move", "resigning", "withdrawing"],
)
@in_loop
async def test_what_was_asked_for_is_forgotten_when_the_game_goes_on(
    registry: SessionRegistry, instead: Callable[[Table], Awaitable[None]]
) -> None:
    table = await seated(registry, "tictactoe", "me", "you", moves="5 1")
    await table.take_back("me")
    await instead(table)
    assert table.consent.proposal is None
    with pytest.raises(IllegalMoveError, match="Nobody waits for your answer"):
        await table.consent.answer("you", True)


@in_loop
async def test_one_thing_is_asked_at_a_time_and_only_those_asked_answer(registry: SessionRegistry) -> None:
    table = await seated(registry, "tictactoe", "me", "you", moves="5 1")
    await table.take_back("me")
    with pytest.raises(IllegalMoveError, match="X asks to take back a move; answer that first"):
        await table.take_back("you")
    for nobody in ("me", "somebody"):
        with pytest.raises(IllegalMoveError, match="Nobody waits for your answer"):
            await table.consent.answer(nobody, True)
    assert played(table) == ["5", "1"]


@in_loop
async def test_whoever_plays_alone_asks_nobody_where_nothing_is_hidden(registry: SessionRegistry) -> None:
    table = await seated(registry, "tictactoe", "me", "me", moves="5 1")
    await table.take_back("me")
    assert played(table) == ["5"]
    await table.redo("me")
    assert played(table) == ["5", "1"]

    alone = await seated(registry, "tictactoe", "me", None)
    await alone.swap("me")
    assert alone.seats == [None, "me"]


@in_loop
async def test_a_watcher_can_change_nothing(registry: SessionRegistry) -> None:
    table = await seated(registry, "tictactoe", "me", "you", moves="5 1")
    for ask in (table.take_back, table.redo, table.swap):
        with pytest.raises(IllegalMoveError, match="You are watching"):
            await ask("somebody")


# Where something is hidden


@in_loop
async def test_with_something_hidden_the_other_person_may_agree_and_an_agent_cannot(
    registry: SessionRegistry,
) -> None:
    table = await liars(registry, "me", "you")
    await table.take_back("me")
    assert played(table)[4:] == ["1x3"]
    await table.consent.answer("you", True)
    assert played(table)[4:] == []
    for seats, moves in ((("me", None), "1x3 1x4"), ((None, "me"), "1x3 1x4 1x5")):
        with pytest.raises(IllegalMoveError, match="what has been seen cannot be unseen"):
            await (await liars(registry, *seats, moves=moves)).take_back("me")


@in_loop
async def test_with_something_hidden_a_free_seat_agrees_to_nothing(registry: SessionRegistry) -> None:
    """Whoever sits down later would not know what the other has seen."""
    table = await liars(registry, "me", "you")
    await table.change(lambda kept: kept.seats.__setitem__(1, None))
    with pytest.raises(IllegalMoveError, match="nobody is there to agree"):
        await table.take_back("me")


@in_loop
async def test_whoever_holds_every_seat_sees_everything_anyway(registry: SessionRegistry) -> None:
    table = await liars(registry, "me", "me", moves="1x3 1x4")
    await table.take_back("me")
    assert played(table)[4:] == ["1x3"]


@in_loop
async def test_a_game_given_up_in_which_all_has_been_shown_is_never_played_on(
    registry: SessionRegistry,
) -> None:
    """Not even by what was taken back before."""
    table = await liars(registry, "me", "you")
    await table.take_back("me")
    await table.consent.answer("you", True)
    assert table.undone
    await table.resign("you")
    assert table.viewing_seat("me") is None
    for change, ask in (
        (Change.TAKE_BACK, table.take_back),
        (Change.REDO, table.redo),
        (Change.SWAP, table.swap),
    ):
        for browser in ("me", "you"):
            assert table.obstacle(change, browser)
            with pytest.raises(IllegalMoveError):
                await ask(browser)
    assert registry.store.find(table.key, find_game).resigned == 1
    registry.tables.clear()
    assert (await registry.open(table.key)).over


@in_loop
async def test_what_was_agreed_to_before_the_end_is_not_done_after_it(registry: SessionRegistry) -> None:
    table = await liars(registry, "me", "you")
    await table.take_back("me")
    await table.play("you", "liar")
    assert table.over
    with pytest.raises(IllegalMoveError):
        await table.consent.answer("you", True)
    assert played(table)[4:] == ["1x3", "liar"]


@in_loop
async def test_a_game_brought_along_is_not_played_between_people_where_something_is_hidden(
    registry: SessionRegistry,
) -> None:
    brought = (await liars(registry, "me", "you")).session
    with pytest.raises(OutwitError, match="whoever brings it may know what is hidden"):
        await registry.begin(brought, "me")


@in_loop
async def test_an_error_does_not_tell_what_is_hidden(registry: SessionRegistry) -> None:
    error = IllegalMoveError("'x' is no move here; there are: queen of spades.")
    assert "queen" not in (await liars(registry, "me", "you")).complaint(error)
    assert "queen" in (await seated(registry, "tictactoe", "me", "you")).complaint(error)


@in_loop
async def test_seeds_are_too_many_to_be_tried(registry: SessionRegistry) -> None:
    """Whoever knew the seed would know every card; a few of one's own cards tell a short one."""
    tables = [await registry.new(find_game("tictactoe"), ["human", "human"], "me") for _ in range(8)]
    assert max(table.session.seed for table in tables) >= 1 << 48


# A new game


@in_loop
async def test_a_new_game_takes_the_other_along_to_the_same_seat(registry: SessionRegistry) -> None:
    table = await seated(registry, "tictactoe", "me", "you", moves="5 1")
    await table.resign("me")
    key = await table.new_game("you")
    assert key is not None
    assert table.next_table == key
    assert await table.new_game("me") == key, "who presses a moment later comes to the same game"
    assert (await registry.open(key)).seats == ["me", "you"]
    assert registry.store.find(key).seats == ["me", "you"]
    assert not (await registry.open(key)).session.steps


@in_loop
async def test_a_new_game_in_the_middle_of_one_asks_the_other(registry: SessionRegistry) -> None:
    table = await seated(registry, "tictactoe", "me", "you", moves="5 1")
    assert await table.new_game("me") is None
    assert table.next_table is None
    await table.consent.answer("you", False)
    assert table.next_table is None
    await table.new_game("me")
    await table.consent.answer("you", True)
    assert table.next_table is not None
    assert (await registry.open(table.next_table)).seats == ["me", "you"]
    assert played(table) == ["5", "1"], "the game that was left can be gone on with"


@in_loop
async def test_a_new_game_of_somebody_alone_or_of_a_watcher_takes_nobody_along(
    registry: SessionRegistry,
) -> None:
    alone = await seated(registry, "tictactoe", "me", None)
    key = await alone.new_game("me")
    assert key is not None
    assert alone.next_table is None
    assert (await registry.open(key)).seats == ["me", None]
    others = await seated(registry, "tictactoe", "me", "you")
    key = await others.new_game("somebody")
    assert key is not None
    assert others.next_table is None
    assert (await registry.open(key)).seats == ["somebody", None]
