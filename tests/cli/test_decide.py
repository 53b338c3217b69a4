from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command


def test_minimax_solves_tic_tac_toe_in_its_known_number_of_nodes(outwit: Command) -> None:
    answer = json.loads(outwit("decide", "tictactoe", "--agent", "minimax:depth=9", "--json").out)
    assert answer["value"] == 0
    assert answer["nodes"] == 549946


def test_plain_alpha_beta_visits_what_the_textbook_one_visits(outwit: Command) -> None:
    answer = json.loads(outwit("decide", "tictactoe", "--agent", "alphabeta:plain", "--json").out)
    assert answer["value"] == 0
    assert answer["nodes"] == 18297


def test_moves_may_be_written_together_apart_or_one_after_the_other(outwit: Command) -> None:
    asked = ("decide", "connect4", "--depth", 3, "--json")
    answers = [
        json.loads(outwit(*asked, *moves).out)
        for moves in (
            ("--moves", "4453"),
            ("--moves", "4 4 5 3"),
            ("--moves", "4", "4", "5", "3"),
            ("-m", "44", "-m", "53"),
            ("--position", "4453"),
            ("--position", "44", "--moves", "53"),
        )
    ]
    for answer in answers:
        del answer["seconds"]
    assert all(answer == answers[0] for answer in answers)
    assert answers[0]["position"].splitlines()[5] == ". . O X X . ."


def test_a_position_can_be_the_board_that_is_printed(outwit: Command) -> None:
    first = json.loads(outwit("decide", "connect4", "-m", "4453", "-d", 2, "--json").out)
    again = json.loads(outwit("decide", "connect4", "-p", first["position"], "-d", 2, "--json").out)
    assert again["position"] == first["position"]
    assert again["value"] == first["value"]


def test_the_sure_thing_against_the_coin(outwit: Command) -> None:
    answer = json.loads(outwit("decide", "tree:(0.4 [1/2:1 1/2:0])", "--json").out)
    assert answer["move"] == "2"
    assert answer["value"] == 0.5


def test_at_a_chance_node_there_is_a_value_and_no_move(outwit: Command) -> None:
    answer = json.loads(outwit("decide", "tree:[1/6:200 5/6:-50]", "--json").out)
    assert answer["move"] is None
    assert abs(answer["value"] + 25 / 3) < 1e-9
    assert "-8.333" in outwit("decide", "tree:[1/6:200 5/6:-50]").out


def test_dice_that_have_fallen_are_part_of_the_moves(outwit: Command) -> None:
    answer = json.loads(outwit("decide", "pig", "--moves", "roll 5 roll 4", "-d", 1, "--json").out)
    assert answer["position"] == "0 : 0, pot 9, player 1 to move"


def test_the_limit_on_the_command_line_wins_over_the_agents_own(outwit: Command) -> None:
    answer = json.loads(
        outwit("decide", "connect4", "--agent", "alphabeta:depth=2", "--depth", 4, "--json").out
    )
    assert answer["depth"] == 4


def test_the_answer_for_people_names_move_value_line_and_cost(outwit: Command) -> None:
    out = outwit("decide", "nim:coins=9").out
    assert "1  (value 1, proved)" in out
    assert "nodes" in out


def test_why_is_told_below_the_answer_by_feature(outwit: Command) -> None:
    asked = ("decide", "wargame", "-m", "drop c3", "--agent", "alphabeta:compiled=off,depth=2")
    assert "The next best" not in outwit(*asked).out
    out = outwit(*asked, "--why").out
    assert out.index("nodes") < out.index("estimated 2 moves ahead") < out.index("The next best, ")
    assert "At the end of its line it gains points +" in out
    assert "Blue's best answer to " in out


def test_a_move_can_be_compared_with_another_by_name(outwit: Command) -> None:
    asked = ("decide", "wargame", "--agent", "alphabeta:compiled=off,depth=2", "--over")
    assert "drop F6 instead is worth " in outwit(*asked, "drop f6").out
    why = json.loads(outwit(*asked, "drop f6", "--json").out)["why"]
    assert why["alternative"]["move"] == "drop F6"
    assert why["difference"] == why["chosen"]["value"] - why["alternative"]["value"]
    refused = outwit(*asked, "drop z9")
    assert refused.status == 2
    assert "'drop z9' is not a legal move here" in refused.err


def test_why_names_the_odds_of_the_dice(outwit: Command) -> None:
    asked = ("decide", "pig", "--moves", "roll 5", "-a", "expectiminimax:depth=1,compiled=off", "--why")
    assert "After roll chance decides: 1 (17%) 0, 2 (17%) 0.035" in outwit(*asked).out


def test_compare_lays_answers_side_by_side(outwit: Command) -> None:
    asked = ("compare", "connect4", "--depth", 3, "--agent", "minimax", "--agent", "alphabeta:plain")
    out = outwit(*asked).out
    for word in ("agent", "move", "value", "nodes", "branching", "seconds", "line", "minimax"):
        assert word in out
    answers = json.loads(outwit(*asked, "--json").out)["answers"]
    assert [answer["agent"] for answer in answers] == ["minimax", "alphabeta:plain"]
    assert answers[0]["value"] == answers[1]["value"]
    assert answers[0]["nodes"] > answers[1]["nodes"]
    assert answers[0]["stats"]["effective branching factor"] == 7.0


def test_compare_wants_two_agents(outwit: Command) -> None:
    assert outwit("compare", "connect4", "--agent", "minimax").status == 2


@pytest.mark.parametrize("command", ["decide", "compare", "tree"])
def test_a_game_in_which_repetition_counts_is_searched(outwit: Command, command: str) -> None:
    agents = (
        ("--agent", "minimax") if command != "compare" else ("--agent", "minimax", "--agent", "alphabeta")
    )
    outcome = outwit(command, "tests/sound_games.py:Ring", "--depth", 3, *agents)
    assert outcome.status == 0, outcome.err


GOOFSPIEL = "goofspiel:shuffled=off"


def test_where_all_choose_at_once_the_move_of_the_player_named_is_given(outwit: Command) -> None:
    asked = ("decide", GOOFSPIEL, "--moves", "5,1", "--agent", "random:seed=3", "--json", "--player")
    for player, cards in ((1, "1234"), (2, "2345"), ("player 1", "1234"), ("Player 2", "2345")):
        answer = json.loads(outwit(*asked, player).out)
        assert [candidate["move"] for candidate in answer["candidates"]] == list(cards)
        assert answer["move"] in cards


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((GOOFSPIEL,), "say with --player whose move is wanted: player 1 or player 2."),
        ((GOOFSPIEL, "--player", "3"), "There is no player called '3'. Known: player 1, player 2."),
        (("connect4", "--player", "O"), "O is not to move here. X is to move."),
        (("pig", "--moves", "roll", "--player", "1"), "player 1 is not to move here. Chance is to act."),
        (("nim:coins=1", "--moves", "1", "--player", "2"), "not to move here. The game is over."),
    ],
)
def test_a_player_who_is_not_to_move_is_refused(
    outwit: Command, arguments: tuple[str, ...], words: str
) -> None:
    refused = outwit("decide", *arguments)
    assert refused.status == 2
    assert words in refused.err


def test_the_player_to_move_may_be_named_by_mark_or_number(outwit: Command) -> None:
    for player in ("x", "X", "1"):
        asked = ("decide", "connect4", "--depth", 1, "--agent", "minimax", "--json", "--player", player)
        assert json.loads(outwit(*asked).out)["move"] == "4"


BARE = "tests/measured_games.py:BareConnect4"


def test_a_depth_asks_for_a_search_that_has_one(outwit: Command, tmp_path: Path) -> None:
    assert "alphabeta: depth 2," in outwit("decide", BARE, "--depth", 2).out
    file = tmp_path / "game.json"
    outwit("play", BARE, "--depth", 1, "--save", file, typed="quit\n")
    assert json.loads(file.read_text("utf-8"))["players"] == ["human", "alphabeta"]


def test_a_depth_is_refused_where_something_is_hidden(outwit: Command) -> None:
    refused = outwit("decide", "tests/sketches/liarsdice.py:LiarsDice", "--depth", 2)
    assert (refused.status, refused.out) == (2, "")
    assert refused.err.replace("\n", " ").strip() == (
        "ismcts plays games to their ends and has no depth; limit it by seconds or nodes."
    )


@pytest.mark.parametrize("agent", ["mcts", "montecarlo:simulations=9"])
@pytest.mark.parametrize("command", ["decide", "play", "compare", "tree", "review"])
def test_no_command_lets_a_depth_go_unheard(
    command: str, agent: str, outwit: Command, tmp_path: Path
) -> None:
    about = BARE
    if command == "review":
        about = str(tmp_path / "game.json")
        outwit("play", "tictactoe", "--agent", "random:seed=1", "--agent", "random:seed=2", "--save", about)
    refused = outwit(command, about, "--agent", "minimax", "--agent", agent, "--depth", 2)
    assert (refused.status, refused.out) == (2, "")
    assert refused.err.replace("\n", " ").strip() == (
        f"{agent.partition(':')[0]} plays games to their ends and has no depth; limit it by seconds or "
        "nodes, or ask alphabeta."
    )


FIRST = """\
from dataclasses import dataclass

from outwit import Agent, Decision


@dataclass(frozen=True)
class First(Agent):
    \"\"\"Plays the first move, and says no more than that.\"\"\"

    skipped: int = 0

    def decide(self, game, state, limit=None, history=(), **_):
        return Decision([*game.moves(state)][self.skipped])
"""


def test_an_agent_from_a_file_goes_by_its_spec(
    outwit: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "first.py").write_text(FIRST)
    spec = "first.py:First:skipped=1"
    answer = json.loads(outwit("decide", "connect4", "--agent", spec, "--json").out)
    assert answer["agent"] == spec
    assert answer["move"] == "2", "as people write the move 1"
    out = outwit("decide", "connect4", "--agent", spec).out
    assert f"\n{spec}: depth 0, 0 nodes," in out
    assert "line:" not in out
    rows = outwit("compare", "connect4", "--agent", spec, "--agent", "random:seed=1").out.splitlines()
    assert any(row.startswith(f"{spec}  ") for row in rows)
    told = outwit("match", "nim", spec, "random:seed=1", "--games", 2).out
    assert f"\n{spec}  " in told
