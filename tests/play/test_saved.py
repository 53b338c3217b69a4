from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit import find_game
from outwit.errors import OutwitError, SavedGameError
from outwit.game import CHANCE, options
from outwit.play import Session, load_game, save_game
from outwit.play.saved import from_json, to_json
from outwit.random import Generator


def played(spelled: str, seed: int, most: int = 60) -> Session:
    session = Session(find_game(spelled), ("random", "random"), seed)
    random = Generator(seed)
    while not session.over and len(session.steps) < most:
        if session.turn == CHANCE:
            session.roll()
        else:
            session.play(random.choice(options(session.rules, session.state)), 0.25, 0.5)
    return session


@pytest.mark.parametrize("spelled", ["connect4:width=5,graded=on", "pig:goal=30", "nim", "tictactoe"])
@given(seed=st.integers(0, 10_000))
def test_a_saved_game_loads_back_to_the_same_state(spelled: str, seed: int) -> None:
    session = played(spelled, seed)
    again = from_json(json.loads(json.dumps(to_json(session))))
    assert again.states == session.states
    assert again.steps == session.steps
    assert again.game == session.game
    assert (again.seed, again.players, again.result) == (seed, session.players, session.result)


def test_a_game_begun_from_a_position_keeps_it(tmp_path: Path) -> None:
    session = Session(find_game("connect4"), ("human", "human"), start="4453")
    session.read("1")
    save_game(session, tmp_path / "game.json")
    assert load_game(tmp_path / "game.json").state == session.state


@given(length=st.integers(0, 100))
def test_a_saved_game_cut_short_anywhere_is_refused_with_a_sentence(length: int) -> None:
    text = json.dumps(to_json(played("pig:goal=10", 3)))
    with pytest.raises(SavedGameError):
        load_text(text[: len(text) * length // 101])


def test_a_saved_game_with_a_number_of_too_many_digits_is_refused_with_a_sentence() -> None:
    text = json.dumps(to_json(played("tictactoe", 4))).replace('"seed": ', f'"seed": {"9" * 5_000}')
    with pytest.raises(SavedGameError, match="not a whole saved game"):
        load_text(text)


def load_text(text: str) -> Session:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.json"
        file.write_text(text)
        return load_game(file)


def damaged(**changes: Any) -> dict[str, Any]:
    return {**to_json(played("tictactoe", 4)), **changes}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ([], "not a saved game"),
        ({"format": "chess"}, "not a saved game"),
        (damaged(version=2), "version 2"),
        (damaged(game="nosuch"), "nosuch"),
        (damaged(game=3), '"game"'),
        (damaged(seed="x"), '"seed"'),
        (damaged(seed=True), '"seed"'),
        (damaged(players=[1, 2]), '"players"'),
        (damaged(steps=[5]), "step 1"),
        (damaged(steps=[{"by": 0}]), "step 1"),
        (damaged(steps=[{"by": 1, "move": "1"}]), "step 1 is by 1"),
        (damaged(steps=[{"by": 0, "move": "77"}]), "step 1: '77'"),
        (damaged(result=[5.0, -5.0]), "not to [5.0, -5.0]"),
        (damaged(start="XXX"), "nine squares"),
    ],
)
def test_a_damaged_saved_game_is_refused_with_a_sentence(data: Any, words: str) -> None:
    with pytest.raises(SavedGameError) as refused:
        from_json(data)
    assert words in str(refused.value)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"\xff\xfe\x00\x01")
    with pytest.raises(SavedGameError, match="not text"):
        load_game(tmp_path / "x")


def test_saving_where_nothing_can_be_written_leaves_the_old_file(tmp_path: Path) -> None:
    with pytest.raises(OutwitError, match="cannot be written"):
        save_game(Session(find_game("nim")), tmp_path / "no" / "where.json")
