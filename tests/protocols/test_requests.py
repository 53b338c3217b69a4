from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from outwit import OutwitError
from outwit.agents import AGENTS
from outwit.decision import Watch
from outwit.games import game_loaders
from outwit.protocols import Deciding, requests
from outwit.protocols.requests import (
    answer_agents,
    answer_games,
    answer_position,
    check_allowed,
    sentence,
)

SOUND = "tests/sound_games.py"
OWN = [f"{SOUND}:{name}" for name in ("Poker", "Morra", "Ring", "PushWithoutLimits")]
POKER, MORRA, RING, ENDLESS = OWN


def position(game: str, *moves: str, **more: Any) -> dict[str, Any]:
    asked = {"game": game, "moves": list(moves), **more}
    shown = answer_position(asked, OWN)["position"]
    assert json.loads(json.dumps(shown, allow_nan=False)) == shown
    assert isinstance(shown, dict)
    return shown


def test_every_built_in_game_is_listed_with_its_kind_and_its_options() -> None:
    listed = {game["game"]: game for game in answer_games()["games"]}
    assert set(listed) == set(game_loaders())
    assert listed["connect4"]["options"] == {"width": 7, "height": 6, "length": 4, "graded": False}
    assert listed["pig"]["stochastic"] is True
    assert listed["nim"]["players"] == 2
    json.dumps(listed, allow_nan=False)


def test_games_named_on_the_command_line_are_listed_too() -> None:
    listed = {game["game"]: game for game in answer_games(OWN)["games"]}
    assert listed[POKER]["hidden"] is True
    assert listed[MORRA]["simultaneous"] is True


def test_every_agent_but_people_is_listed_with_a_sentence_for_each_option() -> None:
    listed = {agent["agent"]: agent for agent in answer_agents()["agents"]}
    assert set(listed) == set(AGENTS) - {"human"}
    for agent in listed.values():
        assert all(option["sentence"].endswith(".") for option in agent["options"])
    json.dumps(listed, allow_nan=False)


def test_a_position_of_connect4_has_the_board_and_the_columns() -> None:
    shown = position("connect4:width=9", "4", "4")
    assert shown["game"] == "connect4:width=9"
    assert shown["moves"] == ["4", "4"]
    assert shown["text"].splitlines()[5] == ". . . X . . . . ."
    assert (shown["over"], shown["turn"], shown["to_act"]) == (False, 0, "X")
    assert shown["legal"] == [str(column) for column in range(1, 10)]
    assert "chances" not in shown
    assert "result" not in shown


def test_a_finished_game_has_a_result_in_figures_and_in_words() -> None:
    shown = position("nim", "3", start="3")
    assert (shown["over"], shown["turn"], shown["to_act"], shown["legal"]) == (True, None, None, [])
    assert shown["result"] == [1.0, -1.0]
    assert shown["told"] == "Player 1 wins."


def test_where_chance_acts_the_outcomes_have_probabilities() -> None:
    shown = position("pig", "roll")
    assert (shown["turn"], shown["to_act"]) == ("chance", "chance")
    assert shown["chances"] == [[str(face), 1 / 6] for face in range(1, 7)]
    assert position("pig", "roll", "5")["text"] == "0 : 0, pot 5, player 1 to move"


def test_a_seat_sees_what_it_may_see_and_no_more() -> None:
    everything = position(POKER, "2", "0")
    assert everything["moves"] == ["2", "0"]
    seat = position(POKER, "2", "0", player=1)
    assert seat["text"] == "((0,), 2, ())"
    assert seat["moves"] == [None, "0"]
    assert seat["legal"] == []
    assert position(POKER, "2", "0", player=0)["legal"] == ["0", "1"]
    assert position(POKER, "2", "0", "1", player=0)["moves"] == ["2", None, "1"]
    assert position(POKER, "2", "0", "1", player=1)["moves"] == [None, "0", "1"]
    assert "chances" not in position(POKER, player=0)
    over = position(POKER, "2", "0", "1", "1", player=1)
    assert (over["moves"], over["text"]) == (["2", "0", "1", "1"], "Deal(cards=(2, 0), bets=(1, 1))")


def test_where_all_choose_at_once_each_seat_has_its_own_moves() -> None:
    shown = position(MORRA, "1,2", player=1)
    assert (shown["turn"], shown["to_act"], shown["moves"]) == ("all", "all", ["1,2"])
    assert shown["legal"] == ["1", "2"]


def test_a_repeated_position_counts_in_positions_and_in_decisions() -> None:
    round_and_back = ["1", "-1"] * 2
    shown = position(RING, *round_and_back)
    assert (shown["over"], shown["told"]) == (True, "A draw by repetition.")
    asked = {"game": RING, "moves": round_and_back[:2], "agent": "minimax", "limit": {"depth": 2}}
    assert Deciding(asked, OWN).answer(Watch())["decision"]["value"] == 0.0


def test_one_entry_is_one_move() -> None:
    with pytest.raises(OutwitError, match="Move 1 of 1: '44' is not a legal move here"):
        position("connect4", "44")


def test_an_illegal_move_is_told_by_its_number() -> None:
    with pytest.raises(OutwitError, match="Move 2 of 3: '9' is not a legal move here; legal: 1, 2"):
        position("connect4", "4", "9", "4")
    with pytest.raises(OutwitError, match="Move 2 of 2: The game is over"):
        position("nim", "3", "1", start="3")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        (" nim ", "nim"),
        ("connect4:width=9", "connect4:width=9"),
        ("games/mine.py:Mine", "games/mine.py:Mine"),
        ("games/mine.py:Mine:size=3", "games/mine.py:Mine:size=3"),
    ],
)
def test_built_in_games_and_those_of_the_command_line_are_allowed(text: str, meant: str) -> None:
    assert check_allowed(text, ["games/mine.py:Mine"]) == meant


@pytest.mark.parametrize(
    "text",
    [
        "other.py",
        "other.py:Mine",
        "games/mine.py:Other",
        "games/mine.py",
        "./games/mine.py:Mine",
        "games/mine.py:Minefield",
        "connect4:other.py:Mine",
        "nim:../other.py",
    ],
)
def test_no_other_file_is_ever_loaded(text: str) -> None:
    with pytest.raises(OutwitError, match=r"^Only games named on the command line can be loaded from files"):
        check_allowed(text, ["games/mine.py:Mine"])


@pytest.mark.parametrize("text", ["", "checkers", "os", "games", "__init__", "a" * 100_000])
def test_a_name_that_no_built_in_game_has_is_refused_with_the_known_ones(text: str) -> None:
    with pytest.raises(
        OutwitError, match=r"There is no game called .* Known: backgammon, battleship, chess, connect4"
    ) as refusal:
        check_allowed(text)
    assert len(str(refusal.value)) < 300


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        (None, "A request must be an object, not null"),
        ([], "A request must be an object, not a list"),
        ({}, '"game" is missing'),
        ({"game": 3}, '"game" must be a text, not 3'),
        ({"game": "nim", "start": []}, '"start" must be a text, not a list'),
        ({"game": "nim", "moves": "11"}, '"moves" must be a list of texts, not a text'),
        ({"game": "nim", "moves": {"0": "1"}}, '"moves" must be a list of texts, not an object'),
        ({"game": "nim", "moves": [1]}, '"moves" must be a list of texts; 1 is in it'),
        ({"game": "nim", "moves": ["1"] * 10_001}, "at most 10,000 entries, not 10,001"),
        ({"game": "nim", "moves": ["1" * 2000]}, "at most 1,000 characters"),
        ({"game": "nim", "player": 2}, '"player" must be a whole number from 0 to 1, not 2'),
        ({"game": "nim", "player": True}, '"player" must be a whole number from 0 to 1,000, not true'),
        ({"game": "nim", "seat": 0}, "no entry of this request called 'seat'"),
        ({"game": "nim", "start": "many"}, "'many' is not a pile"),
        ({"game": "tree:" + "(" * 200_000}, '"game" may have at most 100,000 characters'),
        ({"game": "nim:coins=1000000000,take=1000000000"}, "There are too many moves here"),
        ({"game": "pig:sides=1000000000", "moves": ["roll"]}, "There are too many outcomes of chance here"),
    ],
)
def test_a_wrong_request_for_a_position_is_answered_by_a_sentence(asked: Any, complaint: str) -> None:
    with pytest.raises(OutwitError) as refusal:
        answer_position(asked)
    assert complaint in str(refusal.value)


def test_an_unexpected_error_is_named_by_type_and_message_on_one_line() -> None:
    assert sentence(ZeroDivisionError("division\nby zero")) == (
        "The request failed with ZeroDivisionError: division by zero"
    )
    assert sentence(OutwitError("No.")) == "No."
    assert len(sentence(ValueError("x" * 10**6))) == requests.LONGEST_SENTENCE


def test_no_file_is_looked_at_for_a_game_that_is_loaded() -> None:
    """Each look would give the interpreter's lock to all the searches that are under way."""
    program = """
import sys
from outwit.protocols.preparing import warm
from outwit.protocols.requests import answer_position
warm()
for text in ("nim", "connect4:width=9"):
    sys.addaudithook(lambda name, _: sys.exit(f"{text}: {name}") if name in ("open", "os.listdir") else None)
    answer_position({"game": text})
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
