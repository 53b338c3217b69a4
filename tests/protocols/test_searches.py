from __future__ import annotations

import json
from typing import Any

import pytest

from outwit import OutwitError
from outwit.decision import Limit, Progress, Watch
from outwit.games import find_game
from outwit.protocols.requests import plain
from outwit.protocols.searches import (
    SEARCHES,
    Deciding,
    Explaining,
    Recording,
    Reviewing,
    progress_to_json,
)
from tests.protocols.test_requests import ENDLESS, MORRA, OWN


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        ({"agent": "deepthought"}, "There is no agent called 'deepthought'"),
        ({"agent": "alphabeta:width=3"}, "no option of alphabeta called 'width'"),
        ({"agent": ["alphabeta"]}, '"agent" must be a text, not a list'),
        ({"agent": "human"}, "human is a person at a terminal"),
        ({"agent": "alphabeta:mb=100000"}, "mb=100000 is too large a table"),
        ({"agent": "alphabeta", "game": "pig"}, "alphabeta cannot play Pig"),
        ({"limit": 3}, '"limit" must be an object, not 3'),
        ({"limit": {"minutes": 3}}, "no entry of limit called 'minutes'"),
        ({"limit": {"seconds": float("inf")}}, '"limit.seconds" must be a number above 0'),
        ({"limit": {"depth": 10**30}}, '"limit.depth" must be a whole number'),
        ({"agent": "mcts", "limit": {"depth": 3}}, "mcts plays games to their ends and has no depth"),
        ({"limit": {"nodes": 1.5}}, '"limit.nodes" must be a whole number'),
        ({"progress": "yes"}, '"progress" must be true or false, not a text'),
        ({"start": "2", "moves": ["2"]}, "The game is over here"),
        ({"game": "pig:sides=100000000"}, "There are too many outcomes of chance here"),
        ({"player": 1}, "Say whose move is wanted here: player=0, not 1"),
        ({"game": MORRA, "agent": "random"}, "Say whose move is wanted here: player=0 or 1"),
    ],
)
def test_a_wrong_request_for_a_decision_is_answered_by_a_sentence(
    asked: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(OutwitError) as refusal:
        Deciding({"game": "nim", **asked}, OWN)
    assert complaint in str(refusal.value)


def test_the_agent_is_by_default_the_best_for_the_game() -> None:
    assert Deciding({"game": "nim"}).agent.name == "alphabeta"
    assert Deciding({"game": "pig"}).agent.name == "expectiminimax"


def test_a_depth_asks_for_a_search_by_default() -> None:
    game = "tests/measured_games.py:BareOthello"
    assert Deciding({"game": game}, [game]).agent.name == "mcts"
    assert Deciding({"game": game, "limit": {"depth": 3}}, [game]).agent.name == "alphabeta"


def test_an_agent_without_any_limit_has_two_seconds() -> None:
    for name in ("alphabeta", "maxn", "minimax", "solver", "mcts", "random"):
        assert Deciding({"game": "nim", "agent": name}).limit == Limit(seconds=2)
    assert Deciding({"game": "nim"}).limit == Limit(seconds=2)
    assert not Deciding({"game": "nim", "agent": "alphabeta:depth=3"}).limit
    assert Deciding({"game": "nim", "limit": {"nodes": 7}}).limit == Limit(nodes=7)


def test_one_of_several_who_choose_at_once_can_be_asked() -> None:
    deciding = Deciding({"game": MORRA, "agent": "random", "player": 1}, OWN)
    assert deciding.answer(Watch())["decision"]["move"] in ("1", "2")


def test_at_chance_there_is_a_value_and_no_move() -> None:
    asked = {"game": "tree:[1/2:3 1/2:1]", "agent": "expectiminimax"}
    decision = Deciding(asked).answer(Watch())["decision"]
    assert (decision["move"], decision["value"]) == (None, 2.0)


def test_progress_tells_its_line_in_the_games_notation() -> None:
    game = find_game("tictactoe")
    told = progress_to_json(game, game.initial(), Progress(2, 90, 0.12345678, float("-inf"), (0, 4)))
    assert told == {"depth": 2, "nodes": 90, "seconds": 0.123457, "value": None, "line": ["1", "5"]}


def test_a_decision_is_plain_data_whatever_its_values() -> None:
    asked = {"game": ENDLESS, "agent": "expectiminimax:compiled=off", "limit": {"depth": 3}}
    json.dumps(Deciding(asked, OWN).answer(Watch()), allow_nan=False)
    assert plain({"a": [float("nan"), 1.5, (None, True, "x")]}) == {"a": [None, 1.5, [None, True, "x"]]}


def test_a_recorded_search_comes_with_its_decision_and_every_node() -> None:
    asked = {"game": "tree:((3 12 8)(2 4 6)(14 5 2))", "agent": "alphabeta:plain"}
    tree = Recording(asked).answer(Watch())["tree"]
    assert (tree["nodes"], tree["decision"]["value"], tree["decision"]["move"]) == (11, 3.0, "1")
    second = tree["root"]["children"][1]
    assert [child.get("visited", True) for child in second["children"]] == [True, False, False]
    assert second["cut"]["by"] == ["1"]


def test_a_search_to_be_recorded_without_a_limit_stays_small() -> None:
    tree = Recording({"game": "connect4"}).answer(Watch())["tree"]
    assert 100 < tree["nodes"] <= 2_000


def test_a_tree_that_grows_by_games_comes_with_them() -> None:
    tree = Recording({"game": "connect4", "agent": "mcts:seed=1"}).answer(Watch())["tree"]
    assert len(tree["growth"]["simulations"]) == tree["root"]["visits"] == 100
    asked = {"game": "connect4", "agent": "mcts:seed=1", "limit": {"simulations": 30}}
    assert Recording(asked).answer(Watch())["tree"]["root"]["visits"] == 30


@pytest.mark.parametrize(
    ("agent", "why"),
    [
        ("random", "does not search, so there is no tree to show"),
        ("montecarlo", "plays games to the end after each move, and grows no tree"),
        ("ismcts", "grows one tree over what players know in many worlds, which is not recorded"),
        ("pimc", "searches many worlds one by one, and none of these trees is recorded"),
    ],
)
def test_whoever_has_no_tree_says_why_and_who_has_one(agent: str, why: str) -> None:
    able = "alphabeta, .*, mcts, minimax, paranoid and solver"
    with pytest.raises(OutwitError, match=f"^{agent} {why}; {able} can be shown\\.$"):
        Recording({"game": "nim", "agent": agent})


def test_only_searches_that_play_the_game_are_named_where_an_agent_has_no_tree() -> None:
    with pytest.raises(OutwitError, match=r"recorded; no agent that has one plays Battleship\.$"):
        Recording({"game": "battleship", "agent": "ismcts"})
    with pytest.raises(OutwitError, match=r"; bestreply, expectiminimax, .* can be shown\.$") as refused:
        Recording({"game": "backgammon", "agent": "montecarlo"})
    assert "alphabeta" not in str(refused.value)


def test_a_decision_is_explained_beside_the_move_that_is_named() -> None:
    asked = {"game": "nim:coins=6", "agent": "alphabeta:depth=6", "over": "3"}
    told = Explaining(asked).answer(Watch())["explanation"]
    assert (told["decision"]["move"], told["alternative"]["move"], told["difference"]) == ("2", "3", 2.0)


def test_a_move_that_nobody_can_play_is_refused_before_anything_is_searched() -> None:
    with pytest.raises(OutwitError, match="'9' is not a legal move here; legal: 1, 2, 3"):
        Explaining({"game": "nim:coins=6", "over": "9"})


def test_a_tree_tells_when_it_is_there_and_only_has_to_be_put_down() -> None:
    heard = list[dict[str, Any]]()
    asked = {"game": "tree:((3 5)(2 9))", "agent": "alphabeta:plain", "progress": True}
    assert Recording(asked).answer(Watch(), heard.append)["tree"]["nodes"] == 6
    assert heard[-1] == {"progress": {"writing": True}}


def test_a_review_tells_how_far_it_is_and_can_be_stopped() -> None:
    heard = list[dict[str, Any]]()
    asked = {"game": "nim:coins=5", "moves": ["2", "3"], "agent": "minimax", "progress": True}
    told = Reviewing(asked).answer(Watch(), heard.append)["review"]
    assert [step["mark"] for step in told["steps"]] == ["blunder", ""]
    assert heard == [{"progress": {"done": done, "of": 3}} for done in (1, 2, 3)]
    with pytest.raises(OutwitError, match="stopped before its end"):
        Reviewing(asked).answer(Watch(stopped=True))


@pytest.mark.parametrize("name", SEARCHES)
def test_every_kind_of_search_refuses_entries_that_nobody_reads(name: str) -> None:
    with pytest.raises(OutwitError, match="no entry of this request called 'colour'"):
        SEARCHES[name]({"game": "nim", "colour": "red"})
