"""The conversation itself, with real processes."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from tests.protocols.talk import COMMAND, PATIENCE, Talk, talking

LONG: dict[str, Any] = {"do": "decide", "game": "connect4", "agent": "minimax", "limit": {"seconds": 3600}}
"""A search that nobody waits for the end of."""

FAULTY = '''
from time import sleep

from outwit.games.nim import Nim


class Broken(Nim):
    """Fails at eighteen coins."""

    def moves(self, state):
        if state.coins == 18:
            raise KeyError("eighteen")
        return super().moves(state)


class Leaving(Nim):
    """Leaves in the middle of the game."""

    def over(self, state):
        if state.coins == 18:
            raise SystemExit(3)
        return super().over(state)


class Chatty(Nim):
    """Prints, and reads what it can."""

    def moves(self, state):
        print("moves!", flush=True)
        try:
            input()
        except EOFError:
            pass
        return super().moves(state)


class Endless(Nim):
    """Never comes to an answer."""

    def text(self, state, player=None):
        while True:
            sleep(0.01)
'''


@pytest.fixture(scope="module")
def shared() -> Iterator[Talk]:
    """An engine for tests that leave nothing under way."""
    with talking() as talk:
        yield talk


@pytest.fixture
def talk() -> Iterator[Talk]:
    with talking() as talk:
        yield talk


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("faulty")
    (folder / "faulty.py").write_text(FAULTY)
    return folder


def thinking(talk: Talk, number: object, **request: Any) -> None:
    """Start a long search and wait until it is really under way."""
    talk.send(id=number, progress=True, **{**LONG, **request})
    while True:
        heard = talk.hear()
        assert "error" not in heard
        if heard["id"] == number and heard["progress"]["depth"] >= 3:
            return


@pytest.mark.parametrize(
    ("line", "number", "complaint"),
    [
        (b"what?", None, "The line is not JSON: Expecting value, column 1."),
        (b'{"id": 1, "do": "games"', None, "The line is not JSON"),
        (b"\xff\xfe{}", None, "The line is not UTF-8: byte 1 cannot be read."),
        (b'{"id": 1, "do": "g\xe4mes"}', None, "The line is not UTF-8"),
        (b"[1, 2]", None, "A request must be an object, not a list."),
        (b"null", None, "A request must be an object, not null."),
        (b"[" * 500_000, None, "The line is nested too deeply."),
        (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, None, "The line is nested too deeply."),
        (b'{"id": 1, "x": NaN}', None, "The line is not JSON: NaN is no number."),
        (b'{"id": -Infinity}', None, "The line is not JSON: -Infinity is no number."),
        (b'{"id": ' + b"9" * 10_000 + b"}", None, "The line has a number that is too long."),
        (b'{"id": ' + b"9" * 100 + b"}", None, '"id" must be a text'),
        (b'{"id": 1e999, "do": "games"}', None, '"id" must be a text'),
        (b"{}", None, '"id" is missing'),
        (b'{"id": null, "do": "games"}', None, '"id" must be a text'),
        (b'{"id": true, "do": "games"}', None, '"id" must be a text'),
        (b'{"id": 1.5, "do": "games"}', None, '"id" must be a text'),
        (b'{"id": [1], "do": "games"}', None, '"id" must be a text'),
        (b'{"id": "' + b"x" * 201 + b'"}', None, '"id" must be a text'),
        (b'{"id": 1}', 1, '"do" is missing'),
        (b'{"id": "a", "do": ["games"]}', "a", '"do" must be a text'),
        (b'{"id": 1, "do": "dance"}', 1, "There is no request called 'dance'"),
        (b'{"id": 1, "do": "games", "all": true}', 1, "no entry of this request called 'all'"),
        (b'{"id": 1, "do": "stop"}', 1, '"which" is missing'),
        (b'{"id": 1, "do": "stop", "which": {}}', 1, '"which" must be a text'),
        (b'{"id": 1, "do": "quit", "now": 1}', 1, "no entry of this request called 'now'"),
        (b'{"id": 1, "do": "position"}', 1, '"game" is missing'),
        (b'{"id": 1, "do": "position", "game": "\\ud800"}', 1, '"game" has half a character in it'),
        (b'{"id": 1, "do": "position", "game": "nim", "moves": ["7"]}', 1, "'7' is not a legal move here"),
        (b'{"id": 1, "do": "decide", "game": "nim", "agent": "x"}', 1, "There is no agent called 'x'"),
        (b'{"id": 1, "do": "decide", "game": "pig", "agent": "minimax"}', 1, "minimax cannot play Pig"),
        (b'{"id": 1, "do": "decide", "game": "/etc/passwd.py:A"}', 1, "Only games named on the command"),
        (b'{"id": 1, "do": "decide", "game": "nim", "start": "0"}', 1, "The game is over here"),
        (b'{"id": 1, "pad": "' + b" " * (1 << 20) + b'"}', None, "A line may have at most 1,048,576 bytes."),
        (b"x" * (5 << 20), None, "A line may have at most 1,048,576 bytes."),
    ],
    ids=lambda value: str(value)[:40] if isinstance(value, bytes) else None,
)
def test_a_wrong_line_is_answered_by_one_sentence_and_the_engine_goes_on(
    shared: Talk, line: bytes, number: object, complaint: str
) -> None:
    shared.write(line)
    heard = shared.hear()
    assert set(heard) == {"id", "error"}
    assert heard["id"] == number
    assert complaint in heard["error"]
    assert shared.ask(do="position", game="nim")["position"]["legal"] == ["1", "2", "3"]
    assert shared.said.empty()


def test_a_million_moves_are_refused(shared: Talk) -> None:
    moves = b",".join([b"[]"] * 300_000)
    shared.write(b'{"id": 1, "do": "position", "game": "nim", "moves": [' + moves + b"]}")
    assert "at most 10,000 entries, not 300,000" in shared.hear()["error"]


def test_blank_lines_mean_nothing(shared: Talk) -> None:
    shared.write(b"\n  \r\n")
    assert shared.ask(do="position", game="nim")["id"] == "asked"


def test_ids_come_back_as_they_were(shared: Talk) -> None:
    for number in (0, -7, 1 << 53, "", "ä€\ud83d", "1"):
        assert "games" in shared.ask(id=number, do="games")


def test_several_searches_are_under_way_at_once_and_others_are_answered_meanwhile(talk: Talk) -> None:
    thinking(talk, 1, agent="alphabeta")
    thinking(talk, 2, agent="minimax", game="connect4:width=5")
    for number in (1, 2):
        assert talk.ask(id="p", do="position", game="nim")["position"]["turn"] == 0
        assert talk.ask(id="again", do="stop", which=number)["stopped"] == number
    for number in (1, 2):
        talk.send(id=f"gone {number}", do="stop", which=number)
    assert talk.end() == 0


def stop_latency(talk: Talk, agent: str) -> float:
    """Seconds from the word to stop to the answer, which is the best that the search has."""
    thinking(talk, "long", agent=agent)
    began = monotonic()
    talk.send(id=2, do="stop", which="long")
    decision = talk.answer("long")["decision"]
    latency = monotonic() - began
    assert decision["depth"] >= 3
    assert decision["move"] in list("1234567")
    assert talk.ask(id=3, do="stop", which="long")["stopped"] is None
    return latency


SEARCHES = ["alphabeta", "alphabeta:compiled=off", "minimax"]


@pytest.mark.parametrize("agent", SEARCHES)
def test_a_search_that_is_stopped_answers_with_the_best_it_has(shared: Talk, agent: str) -> None:
    assert stop_latency(shared, agent) < 60


@pytest.mark.slow
@pytest.mark.parametrize("agent", SEARCHES)
def test_a_search_that_is_stopped_answers_within_a_second(talk: Talk, agent: str) -> None:
    assert min(stop_latency(talk, agent) for _ in range(3)) < 1  # a machine may be busy once


def test_a_search_is_stopped_even_before_it_has_begun(shared: Talk) -> None:
    shared.send(id=1, **LONG)
    shared.send(id=2, do="stop", which=1)
    assert shared.answer(1)["decision"]["move"] in list("1234567")


def test_only_who_wants_it_hears_of_progress(shared: Talk) -> None:
    shared.send(id=1, do="decide", game="nim", agent="minimax", limit={"seconds": 60, "depth": 5})
    assert "decision" in shared.hear()


def test_an_id_under_way_cannot_be_used_again_and_an_answered_one_can(talk: Talk) -> None:
    thinking(talk, 1)
    talk.send(id=1, do="games")
    while "progress" in (heard := talk.hear()):
        pass
    assert heard == {"id": 1, "error": "A request with the id 1 is still under way."}
    talk.send(id=2, do="stop", which=1)
    assert "decision" in talk.answer(1)
    assert "games" in talk.ask(id=1, do="games")


def test_more_requests_than_can_be_under_way_are_refused(talk: Talk) -> None:
    for number in range(70):
        talk.send(id=number, **LONG)
    refused = [talk.hear() for _ in range(6)]
    assert [heard["id"] for heard in refused] == list(range(64, 70))
    assert all("64 requests are under way" in heard["error"] for heard in refused)
    talk.send(id="end", do="quit")
    talk.answer("end")
    assert talk.end() == 0


def test_quit_stops_everything_answers_it_and_ends_with_status_0(talk: Talk) -> None:
    thinking(talk, 1)
    thinking(talk, 2, agent="minimax")
    talk.send(id="end", do="quit")
    answered = []
    while "quit" not in (heard := talk.hear()):
        if "progress" not in heard:
            assert heard["decision"]["move"]
            answered.append(heard["id"])
    assert sorted(answered) == [1, 2]
    assert heard == {"id": "end", "quit": True}
    assert talk.said.get(timeout=PATIENCE) is None
    assert talk.end() == 0


def test_the_end_of_input_lets_searches_finish_and_ends_with_status_0(talk: Talk) -> None:
    talk.send(id=1, do="decide", game="connect4", agent="minimax", limit={"seconds": 0.5})
    talk.input.write(b'{"id": 2, "do": "games"}')  # the last line may lack its end
    talk.input.close()
    answers = [talk.hear(), talk.hear()]
    assert {answer["id"] for answer in answers} == {1, 2}
    assert not any("error" in answer for answer in answers)
    assert talk.end() == 0


def test_nobody_left_to_listen_ends_the_search_and_the_process() -> None:
    process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin
    assert process.stdout
    process.stdin.write(json.dumps({"id": 1, **LONG, "agent": "minimax"}).encode() + b"\n")
    process.stdin.close()
    process.stdout.close()
    try:
        assert process.wait(PATIENCE) == 0
    finally:
        process.kill()


def test_rules_that_never_answer_do_not_keep_an_engine_to_which_nobody_listens(faulty: Path) -> None:
    game = "faulty.py:Endless"
    process = subprocess.Popen(
        [*COMMAND, "--game", game], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=faulty
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write(json.dumps({"id": 1, "do": "position", "game": game}).encode() + b"\n")
    process.stdin.close()
    process.stdout.close()
    try:
        assert process.wait(PATIENCE) == 0
    finally:
        process.kill()


def test_an_error_in_the_rules_is_told_by_its_rule_line_type_and_message(faulty: Path) -> None:
    game = "faulty.py:Broken"
    with talking("--game", game, folder=faulty) as talk:
        told = talk.ask(do="position", game=game, moves=["3"])["error"]
        assert told.startswith("Broken.moves, line ")
        assert "raised KeyError: 'eighteen'; `outwit check faulty.py:Broken` tells more." in told
        search = {"do": "decide", "game": game, "agent": "minimax", "limit": {"depth": 3}}
        assert talk.ask(**search)["error"] == told
        assert talk.ask(do="position", game=game)["position"]["game"] == game
        assert talk.end() == 0


def test_rules_that_leave_do_not_take_the_engine_with_them(faulty: Path) -> None:
    game = "faulty.py:Leaving"
    with talking("--game", game, folder=faulty) as talk:
        assert "SystemExit: 3" in talk.ask(do="position", game=game, moves=["3"])["error"]
        assert "position" in talk.ask(do="position", game="nim")


def test_rules_that_print_or_read_do_not_touch_the_conversation(faulty: Path) -> None:
    game = "faulty.py:Chatty"
    with talking("--game", game, folder=faulty) as talk:
        talk.send(id=1, do="position", game=game)
        talk.send(id=2, do="position", game=game, moves=["1"])
        assert {talk.hear()["id"], talk.hear()["id"]} == {1, 2}
        assert talk.end() == 0
        assert b"moves!\n" in talk.errors


def test_rules_that_never_answer_do_not_keep_the_engine_from_quitting(faulty: Path) -> None:
    game = "faulty.py:Endless"
    with talking("--game", game, folder=faulty) as talk:
        talk.send(id=1, do="position", game=game)
        assert talk.ask(id="stop", do="stop", which=1)["stopped"] is None
        talk.send(id=2, do="quit")
        assert talk.hear() == {"id": 1, "error": "The end was asked for before this was answered."}
        assert talk.hear() == {"id": 2, "quit": True}
        assert talk.end() == 0
