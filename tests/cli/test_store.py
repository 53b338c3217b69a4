"""`outwit store`: what has been kept is listed, shown, exported and deleted."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from outwit import Session, find_game, load_game
from outwit.arena.planner import plan
from outwit.arena.run import run
from outwit.store import SessionStore, Tournaments
from tests.cheating import LIARS
from tests.cli.conftest import Command


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.db'}"


@pytest.fixture
def tournament(url: str) -> str:
    """The name of a tournament in the store."""
    planned = plan("tictactoe", ["minimax:depth=2", "random"], 4, seed=3)
    store = Tournaments(url)
    run(planned, store)
    key = store.find_last(planned)
    assert key is not None
    return key


@pytest.fixture
def session(url: str) -> str:
    """The name of a session in the store."""
    played = Session(find_game("connect4"), ("human", "random"))
    played.read("4453")
    return SessionStore(url).add(played)


def test_a_game_with_hidden_information_is_shown_and_exported_when_it_is_over(
    outwit: Command, url: str, tmp_path: Path
) -> None:
    played, file = Session(find_game(LIARS), ("human", "random")), tmp_path / "game.json"
    played.read("4 1 2 6 1x3")
    store = SessionStore(url)
    key = store.add(played)
    for command in (("show", key), ("show", key, "--json"), ("export", key, file)):
        outcome = outwit("store", *command, "--store", url)
        assert outcome.status == 2
        assert "it can be shown and exported when it is over" in outcome.err
        assert "2 6" not in outcome.out + outcome.err
    assert not file.exists()
    before = store.find(key)
    after = before.copy()
    after.session.read("liar")
    store.change(before, after)
    assert "4 1 2 6 1x3 liar" in outwit("store", "show", key, "--store", url).out
    watched = Session(find_game(LIARS), ("random", "random"))
    watched.read("4 1")
    assert "4 1" in outwit("store", "show", store.add(watched), "--store", url).out


def test_an_empty_store_says_so(outwit: Command, url: str) -> None:
    assert "Nothing is kept here yet" in outwit("store", "list", "--store", url).out


def test_everything_is_listed(outwit: Command, url: str, tournament: str, session: str) -> None:
    out = outwit("store", "list", "--store", url).out
    assert tournament in out
    assert "4 of 4" in out
    assert session in out
    data = json.loads(outwit("store", "list", "--store", url, "--json").out)
    assert [each["id"] for each in data["tournaments"]] == [tournament]
    assert [each["id"] for each in data["sessions"]] == [session]


def test_a_tournament_is_shown_with_its_games(outwit: Command, url: str, tournament: str) -> None:
    out = outwit("store", "show", tournament, "--games", "--store", url).out
    assert "tictactoe: 4 of 4 games, seed 3" in out
    assert "Elo difference" in out
    assert "Game 4: random : minimax:depth=2" in out
    assert json.loads(outwit("store", "show", tournament, "--store", url, "--json").out)["played"] == 4


def test_a_session_is_shown_with_its_moves(outwit: Command, url: str, session: str) -> None:
    out = outwit("store", "show", session, "--store", url).out
    assert "connect4: human, random" in out
    assert "4 4 5 3" in out
    assert len(json.loads(outwit("store", "show", session, "--store", url, "--json").out)["steps"]) == 4


def test_a_tournament_is_exported_in_every_form(
    outwit: Command, url: str, tournament: str, tmp_path: Path
) -> None:
    for ending in ("html", "csv", "json"):
        file = tmp_path / f"report.{ending}"
        assert outwit("store", "export", tournament, file, "--store", url).status == 0
        assert "minimax:depth=2" in file.read_text("utf-8")


def test_a_game_of_a_tournament_is_exported_as_a_saved_game(
    outwit: Command, url: str, tournament: str, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    assert outwit("store", "export", tournament, file, "--game", 2, "--store", url).status == 0
    played = Tournaments(url).find(tournament)[1][1]
    game = load_game(file)
    assert game.result == played.payoffs
    assert list(game.players) == ["random", "minimax:depth=2"]
    assert game.rules.text(game.state) == played.final


def test_a_session_is_exported_as_a_saved_game(
    outwit: Command, url: str, session: str, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    assert outwit("store", "export", session, file, "--store", url).status == 0
    assert load_game(file).described() == ["4", "4", "5", "3"]


def test_deleting_asks_first(outwit: Command, url: str, tournament: str, session: str) -> None:
    assert "Nothing was deleted." in outwit("store", "delete", tournament, "--store", url, typed="n\n").out
    assert Tournaments(url).holds(tournament)
    assert outwit("store", "delete", tournament, "--store", url, typed="y\n").status == 0
    assert not Tournaments(url).holds(tournament)
    assert outwit("store", "delete", session, "--yes", "--store", url).status == 0
    assert not SessionStore(url).holds(session)


def test_nothing_is_deleted_if_one_of_the_names_is_wrong(outwit: Command, url: str, tournament: str) -> None:
    done = outwit("store", "delete", tournament, "nothing", "--yes", "--store", url)
    assert done.status == 2
    assert "There is no 'nothing' in the store" in done.err
    assert Tournaments(url).holds(tournament)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["show", "nothing"], "There is no 'nothing' in the store; outwit store list shows what there is."),
        (["export", "nothing", "x.json"], "There is no 'nothing' in the store"),
        (["export", "{}", "x.pdf"], "must end in .html, .csv or .json"),
        (["export", "{}", "x.json", "--game", "9"], "Game 9 of tournament {} has not been played."),
        (["export", "{}", "x.txt", "--game", "1"], "a saved game's name must end in .json"),
    ],
)
def test_what_is_not_there_is_one_sentence(
    outwit: Command, url: str, tournament: str, arguments: list[str], complaint: str
) -> None:
    done = outwit("store", *(part.format(tournament) for part in arguments), "--store", url)
    assert done.status == 2
    assert complaint.format(tournament) in done.err


def test_a_damaged_tournament_is_told_of_beside_the_others(
    outwit: Command, url: str, tournament: str
) -> None:
    store = Tournaments(url)
    damaged = store.begin(plan("tictactoe", ["random", "random"], 4, seed=5))
    with sqlite3.connect(url.removeprefix("sqlite:///")) as database:
        database.execute("UPDATE tournaments SET plan = '{half' WHERE id = ?", (damaged,))
    listed = outwit("store", "list", "--store", url)
    assert listed.status == 0
    assert tournament in listed.out
    assert listed.err.startswith(f"The tournament {damaged} in the store is damaged (JSONDecodeError")
    assert f"`outwit store delete {damaged}` removes it." in listed.err
    told = json.loads(outwit("store", "list", "--json", "--store", url).out)
    assert [entry["id"] for entry in told["tournaments"]] == [tournament]
    assert [damaged in sentence for sentence in told["damaged"]] == [True]
