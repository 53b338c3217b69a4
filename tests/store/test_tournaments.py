"""Tournaments in the store: each game is there once, whatever database keeps it."""

from __future__ import annotations

import pytest

from outwit import Session, find_game
from outwit.arena.plan import Tournament
from outwit.arena.planner import plan
from outwit.arena.played import Played
from outwit.arena.run import run
from outwit.store import SessionStore, StoreError, Tournaments

TOURNAMENT = plan("tictactoe", ["minimax:depth=2", "random"], 10, seed=3)


def game(number: int) -> Played:
    return Played(number, ({"by": 0, "move": "5"},), (1.0, -1.0), "X", (1, 0), (9, 0), (0.1, 0.0))


def test_a_tournament_is_found_as_it_was_kept(url: str) -> None:
    store = Tournaments(url)
    key = store.begin(TOURNAMENT)
    for number in (3, 0):
        store.keep_game(key, game(number))
    again = Tournaments(url)
    assert again.find(key) == (TOURNAMENT, {0: game(0), 3: game(3)})
    assert again.find_last(TOURNAMENT) == key
    entry = again.entries()[0]
    assert (entry.id, entry.played, entry.tournament) == (key, 2, TOURNAMENT)
    assert entry.created <= entry.changed


def test_one_game_is_found_without_the_others(url: str) -> None:
    store = Tournaments(url)
    key = store.begin(TOURNAMENT)
    store.keep_game(key, game(3))
    assert store.game(key, 3) == (TOURNAMENT, game(3))
    assert store.many(key) == 1
    with pytest.raises(StoreError, match=f"Game 1 of tournament {key} has not been played"):
        store.game(key, 0)
    with pytest.raises(StoreError, match="There is no tournament 'nothing'"):
        store.game("nothing", 0)
    newer = store.begin(TOURNAMENT)
    assert [entry.id for entry in store.entries(1)] == [newer]


def test_a_whole_tournament_is_kept_and_gone_on_with(url: str) -> None:
    tournament = plan("tictactoe", ["minimax:depth=2", "random"], 10, seed=4)
    store = Tournaments(url)
    standings = run(tournament, store)
    key = store.find_last(tournament)
    assert key is not None
    assert store.find(key) == (tournament, standings.played)
    assert run(tournament, store, resume=True).played == standings.played


def test_sessions_are_kept_beside_tournaments(url: str) -> None:
    sessions = SessionStore(url)
    session = Session(find_game("connect4"), ("human", "random"), seed=1 << 62)
    key = sessions.add(session)
    before = sessions.find(key)
    after = before.copy()
    after.session.read("4")
    sessions.change(before, after)
    assert sessions.find(key).session.described() == ["4"]
    assert sessions.find(key).session.seed == 1 << 62
    assert sessions.recent(5)[0].id == key
    assert sessions.holds(key)
    sessions.remove(key)
    assert not sessions.holds(key)


def test_a_game_that_is_kept_already_stays_as_it_is(url: str) -> None:
    store = Tournaments(url)
    key = store.begin(TOURNAMENT)
    store.keep_game(key, game(1))
    other = Played(1, (), (-1.0, 1.0), "O", (0, 1), (0, 9), (0.0, 0.1))
    store.keep_game(key, other)
    assert store.find(key)[1] == {1: game(1)}


def test_the_last_tournament_of_a_plan_is_gone_on_with(url: str) -> None:
    store = Tournaments(url)
    store.begin(TOURNAMENT)
    last = store.begin(TOURNAMENT)
    assert store.find_last(TOURNAMENT) == last
    other = plan("tictactoe", ["minimax:depth=2", "random"], 10, seed=99)
    assert store.find_last(other) is None


def test_what_is_deleted_is_gone_with_its_games(url: str) -> None:
    store = Tournaments(url)
    key = store.begin(TOURNAMENT)
    store.keep_game(key, game(0))
    assert store.holds(key)
    store.remove(key)
    assert not store.holds(key)
    with pytest.raises(StoreError, match="There is no tournament"):
        store.find(key)
    with pytest.raises(StoreError, match="There is no tournament"):
        store.remove(key)
    with pytest.raises(StoreError, match="any more"):
        store.keep_game(key, game(1))


def test_a_plan_is_the_same_after_it_has_been_kept() -> None:
    store = Tournaments("sqlite://")
    found, _ = store.find(store.begin(TOURNAMENT))
    assert found.digest == TOURNAMENT.digest
    assert isinstance(found, Tournament)
