"""Programs ask about a game with hidden information, and agents look where they may not."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from outwit.agents import AGENTS
from outwit.decision import Watch
from outwit.errors import BrokenRulesError, OutwitError
from outwit.games import find_game
from outwit.play import Session
from outwit.protocols import Deciding, Explaining, serve
from tests.cheating import LIARS, Cheat, assert_blind, handed
from tests.hidden_games import CARDS, Blundering, HighCard
from tests.play.twins import random_session
from tests.sketches.liarsdice import LiarsDice

BLUNDERING = "tests/hidden_games.py:Blundering"
HIGH_CARD = "tests/hidden_games.py:HighCard"


@pytest.fixture
def notes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Where the cheat, known by name here, writes what it was handed."""
    monkeypatch.setitem(AGENTS, Cheat.name, Cheat)
    return tmp_path / "notes"


def asked(notes: Path, moves: list[str], **more: Any) -> dict[str, Any]:
    return {"game": LIARS, "moves": moves, "agent": f"cheat:notes={notes}", **more}


def converse(requests: list[dict[str, Any]], also: tuple[str, ...] = (LIARS,)) -> dict[Any, dict[str, Any]]:
    """The answers to some lines of JSON, by their ids."""
    sink = io.BytesIO()
    lines = b"".join(json.dumps(request).encode() + b"\n" for request in requests)
    serve(io.BytesIO(lines), sink, also)
    answers = [json.loads(line) for line in sink.getvalue().splitlines()]
    return {answer["id"]: answer for answer in answers if "progress" not in answer}


def test_a_cheat_that_plays_over_json_lines_does_not_see_the_dice_of_the_other(notes: Path) -> None:
    found = []
    for seed in range(40):
        session = Session(LiarsDice(), seed=seed)
        while not session.over and len(session.steps) < 9:
            if session.turn < 0:
                session.roll()
                continue
            answer = converse([{"id": 1, "do": "decide", **asked(notes, session.described())}])[1]
            session.read(answer["decision"]["move"])
        found += handed(notes, session, (0, 1))
        notes.unlink()
    assert len(found) > 60
    assert_blind(found)


def test_a_seed_deals_the_same_world_again_and_without_one_it_is_another_each_time(notes: Path) -> None:
    moves = ["4", "1", "2", "6", "1x3"]
    for _ in range(2):
        Deciding(asked(notes, moves, seed=5), [LIARS]).answer(Watch())
    for _ in range(8):
        Deciding(asked(notes, moves), [LIARS]).answer(Watch())
    worlds = [json.loads(line)["state"] for line in notes.read_text().splitlines()]
    assert worlds[0] == worlds[1]
    assert len({json.dumps(world) for world in worlds}) > 3


@pytest.mark.parametrize("seed", [-1, 1 << 64, "5", 1.5])
def test_a_seed_is_a_whole_number_of_64_bits(notes: Path, seed: Any) -> None:
    with pytest.raises(
        OutwitError, match='"seed" must be a whole number from 0 to 18,446,744,073,709,551,615'
    ):
        Deciding(asked(notes, [], seed=seed), [LIARS])


def test_reasons_are_found_in_the_world_that_the_agent_was_handed(notes: Path) -> None:
    told = Explaining(asked(notes, ["4", "1", "2", "6", "1x3"], seed=1), [LIARS]).answer(Watch())
    assert told["explanation"]["decision"]["agent"] == "cheat"
    assert len(notes.read_text().splitlines()) == 1


QUESTIONS = ("position", "decide", "explain", "tree", "review")


@pytest.mark.parametrize("seed", range(4))
def test_no_card_of_the_other_is_named_to_a_seat_whatever_is_asked(seed: int) -> None:
    session = random_session(HighCard(), seed, most=7)
    moves, answered = session.described(), 0
    for seat in (0, 1):
        for count in range(len(moves) + (not session.over)):
            asked = {"game": HIGH_CARD, "moves": moves[:count], "player": seat}
            answers = converse([{**asked, "id": do, "do": do} for do in QUESTIONS], (HIGH_CARD,))
            own = session.states[count].cards[seat]
            assert {card for card in CARDS if card in json.dumps(answers)} == set(own)
            answered += "decision" in answers["decide"]
    assert answered > 2


def test_no_ship_of_the_other_is_named_to_a_seat_that_looks() -> None:
    spec, ships = "tests/sketches/battleship.py:Battleship:size=4,fleet=(3,2)", 2
    session = random_session(find_game(spec), 3, most=14)
    assert not session.over
    moves = session.described()
    placed = moves[:ships], moves[ships : 2 * ships]
    for seat in (0, 1):
        for count in range(2 * ships, len(moves) + 1):
            asked = {"id": 1, "do": "position", "game": spec, "moves": moves[:count], "player": seat}
            answer = json.dumps(converse([asked], (spec,)))
            assert all(ship in answer for ship in placed[seat])
            assert not any(ship in answer for ship in set(placed[1 - seat]) - set(placed[seat]))


def test_a_broken_determinize_is_answered_with_a_sentence() -> None:
    request = {"game": BLUNDERING, "moves": ["4", "1", "2", "6", "1x3"], "agent": "random"}
    with pytest.raises(BrokenRulesError, match="Blundering are broken"):
        Deciding(request, [BLUNDERING]).answer(Watch())
    answer = converse([{"id": "x", "do": "decide", **request}], (BLUNDERING,))["x"]
    assert answer["error"].startswith("The rules of Blundering are broken: for player 2 `determinize` drew a")
    assert Blundering().hidden
