"""A program that names its session is answered by a search that goes on from its last answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from outwit import Memory
from outwit.memory import Memories
from outwit.protocols.searches import Deciding
from tests.protocols.talk import Talk, talking
from tests.protocols.test_requests import MORRA, OWN

SMALL = "connect4:width=5,height=4"
AGENT = "mcts:simulations=300,seed=1,compiled=off"
QUESTION: dict[str, Any] = {"do": "decide", "game": SMALL, "agent": AGENT}


@pytest.fixture(scope="module")
def talk() -> Iterator[Talk]:
    with talking() as talk:
        yield talk


def decided(talk: Talk, moves: list[str], session: str | None, **more: Any) -> dict[str, Any]:
    decision: dict[str, Any] = talk.ask(**{**QUESTION, **more}, moves=moves, session=session)["decision"]
    return decision


def test_a_session_keeps_what_the_search_has_seen_and_no_session_keeps_nothing(talk: Talk) -> None:
    first = decided(talk, [], "one")
    assert first["stats"]["kept"] == 0
    moves = first["line"][:2]
    second = decided(talk, moves, "one")
    assert second["stats"]["kept"] > 10
    for session in (None, "two"):
        anew = decided(talk, moves, session)
        assert anew["stats"].get("kept", 0) == 0
        assert ("kept" in anew["stats"]) == (session is not None)


def test_a_compiled_search_keeps_its_tree_too(talk: Talk) -> None:
    agent = "mcts:simulations=2000,seed=1"
    first = decided(talk, [], "compiled", agent=agent)
    assert first["agent"] == agent, "it was searched compiled"
    second = decided(talk, first["line"][:2], "compiled", agent=agent)
    assert second["agent"] == agent
    assert second["stats"]["kept"] > 100


def test_a_session_that_is_forgotten_begins_anew(talk: Talk) -> None:
    moves = decided(talk, [], "ended")["line"][:2]
    assert talk.ask(do="forget", session="ended") == {"id": "asked", "forgotten": "ended"}
    assert talk.ask(do="forget", session="ended") == {"id": "asked", "forgotten": None}
    assert decided(talk, moves, "ended")["stats"]["kept"] == 0


@pytest.mark.parametrize(
    ("request_", "complaint"),
    [
        ({"do": "forget"}, '"session" is missing; give the name of the session that has ended.'),
        ({"do": "forget", "session": 3}, '"session" must be a text, not 3.'),
        ({"do": "forget", "session": "x" * 1001}, '"session" may have at most 1,000 characters.'),
        ({"do": "forget", "game": "nim"}, "no entry of this request called 'game'"),
        ({**QUESTION, "session": 3}, '"session" must be a text, not 3.'),
        ({**QUESTION, "do": "review", "session": "a"}, "no entry of this request called 'session'"),
    ],
)
def test_a_wrong_request_is_answered_by_a_sentence(
    talk: Talk, request_: dict[str, Any], complaint: str
) -> None:
    assert complaint in talk.ask(**request_)["error"]


def test_two_requests_of_one_session_at_once_are_both_answered(talk: Talk) -> None:
    slow = {**QUESTION, "agent": "mcts:seed=1,compiled=off,solve=off", "session": "crowded"}
    talk.send(id="long", progress=True, limit={"seconds": 600}, **slow)
    while talk.hear().get("progress") is None:
        pass
    beside = talk.ask(limit={"simulations": 50}, **slow)["decision"]
    assert "kept" not in beside["stats"]
    talk.send(id="stop", do="stop", which="long")
    assert talk.answer("long")["decision"]["stats"]["kept"] == 0


def test_each_seat_of_a_session_has_its_own_memory() -> None:
    memories = Memories()

    def memory(**more: Any) -> Memory | None:
        return Deciding({"agent": "random", "session": "a", **more}, OWN, memories).memory

    assert memory(game="nim") is memory(game="nim")
    assert memory(game="nim", moves=["1"]) is not memory(game="nim")
    assert memory(game=MORRA, player=0) is not memory(game=MORRA, player=1)
    assert Deciding({"game": "nim", "session": "a"}).memory is None, "where nothing is kept"
