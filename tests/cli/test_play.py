from __future__ import annotations

import json
import re
from pathlib import Path

from tests.cli.conftest import Command


def test_a_person_can_play_without_a_terminal_to_the_end(outwit: Command) -> None:
    outcome = outwit("play", "nim:coins=2", "--agent", "random", typed="2\n")
    assert outcome.status == 0
    assert "Player 1 wins." in outcome.out


def test_the_second_seat_can_be_taken(outwit: Command) -> None:
    outcome = outwit("play", "nim:coins=9", "--agent", "alphabeta", "--second", typed="1\n" * 9)
    assert "You play player 2" in outcome.out
    assert "Player 1 wins." in outcome.out


def test_two_people_can_share_the_table(outwit: Command) -> None:
    outcome = outwit("play", "tictactoe", "-a", "human", "-a", "human", typed="1\n4\n2\n5\n3\n")
    assert "X wins." in outcome.out


def test_a_draw_by_repetition_says_so(outwit: Command) -> None:
    ring = ("tests/sound_games.py:Ring", "-a", "human", "-a", "human")
    assert "A draw by repetition." in outwit("play", *ring, typed="1\n-1\n1\n-1\n").out


def test_two_agents_watch_each_other(outwit: Command) -> None:
    outcome = outwit("play", "tictactoe", "--agent", "random:seed=1", "--agent", "alphabeta")
    assert outcome.status == 0
    assert "O plays" in outcome.out
    assert "wins." in outcome.out or "A draw." in outcome.out


def test_an_illegal_move_is_explained_and_asked_again(outwit: Command) -> None:
    outcome = outwit("play", "nim:coins=2", "-a", "random", typed="7\nnonsense\n2\n")
    assert "'7' is not a legal move here; legal: 1, 2." in outcome.out
    assert "'nonsense'" in outcome.out
    assert "Player 1 wins." in outcome.out


def test_the_words_of_the_table(outwit: Command) -> None:
    words = "help\nmoves\nwhy\nundo\nhint\nboard\nsave\nquit\n"
    outcome = outwit("play", "nim:coins=6", "-a", "alphabeta", typed=words)
    assert outcome.status == 0
    for answer in (
        "take your last move back",
        "1  2  3",
        "No agent has moved yet",
        "no move of yours",
        "2  (value 1, proved)",
        "Say which file",
        "You left the table",
    ):
        assert answer in outcome.out


def test_undo_takes_back_ones_own_move_and_the_answer_to_it(outwit: Command) -> None:
    outcome = outwit("play", "nim:coins=9", "-a", "alphabeta", typed="3\nundo\nboard\nquit\n")
    assert outcome.out.count("9 coins, player 1 to move") == 3


def test_why_tells_what_the_agent_saw(outwit: Command) -> None:
    outcome = outwit("play", "nim:coins=9", "-a", "alphabeta", typed="3\nwhy\nquit\n")
    assert "line: 2" in outcome.out
    assert "nodes" in outcome.out


def test_why_tells_what_the_move_gains_over_the_next_best(outwit: Command) -> None:
    out = outwit("play", "nim:coins=9", "-a", "alphabeta:compiled=off", typed="3\nwhy\nquit\n").out
    words = out.partition("line: 2")[2]
    assert "2 is worth 1 to player 2, proved: 2" in words
    assert "The next best, " in words
    assert "is worth 0, 1 less, with no end in sight: 1, 1, 1." in words


def test_why_asks_for_a_move_that_was_not_chosen(outwit: Command) -> None:
    typed = "3\nwhy 3\nwhy 2\nwhy 17\nquit\n"
    outcome = outwit("play", "nim:coins=9", "-a", "alphabeta:compiled=off", typed=typed)
    assert outcome.status == 0
    assert "3 instead is worth -1, 2 less, proved: 3, 3; player 1 wins in 2 moves." in outcome.out
    assert "2 is the move that was chosen" in outcome.out
    assert "'17' is not a legal move here" in outcome.out


def test_why_is_asked_in_vain_of_a_move_drawn_by_lot(outwit: Command) -> None:
    out = outwit("play", "nim:coins=9", "-a", "random:seed=1", typed="1\nwhy\nquit\n").out
    assert "by lot: there is no reason to tell." in out


def test_dice_fall_as_the_seed_says(outwit: Command) -> None:
    play = ("play", "pig:goal=20", "-a", "random:seed=3", "-a", "expectiminimax:depth=1")
    first, again = outwit(*play, "--seed", 5).out, outwit(*play, "--seed", 5).out
    assert first == again
    assert "Chance: " in first
    assert outwit(*play, "--seed", 6).out != first


def test_a_game_goes_on_from_where_it_was_saved(outwit: Command, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    outwit("play", "nim:coins=9", "-a", "alphabeta", typed=f"3\nsave {file}\nquit\n")
    saved = json.loads(file.read_text())
    assert saved["game"] == "nim:coins=9"
    assert [step["move"] for step in saved["steps"]] == ["3", "2"]
    assert saved["players"] == ["human", "alphabeta"]
    assert saved["steps"][1]["value"] == 1.0
    outcome = outwit("play", "--load", file, typed="1\n1\n1\n1\n")
    assert "Player 2 wins." in outcome.out


def test_a_finished_game_can_be_saved_as_it_ends(outwit: Command, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    outwit("play", "nim:coins=2", "-a", "random", "--save", file, typed="2\n")
    assert json.loads(file.read_text())["result"] == [1.0, -1.0]


def test_what_happened_is_written_as_a_log(outwit: Command, tmp_path: Path) -> None:
    file = tmp_path / "game.log"
    outcome = outwit("play", "nim:coins=2", "-a", "random", "--log", file, typed="2\n")
    assert f"Log written to {file}." in outcome.out
    assert file.read_text().endswith("\n\n1. player 1: 2\n\nPlayer 1 wins.\n")


def test_agents_on_all_sides_leave_a_log_and_the_same_seed_the_same(outwit: Command, tmp_path: Path) -> None:
    seats = [word for seed in "123" for word in ("-a", f"random:seed={seed}")]
    play = ("play", "tactics:scenario=three-armies,rules=emp,turns=12", *seats, "--seed", 5, "--log")
    assert outwit(*play, tmp_path / "one").status == 0
    log = (tmp_path / "one").read_text()
    assert "green: random:seed=3\nseed: 5\n" in log
    assert "\n12. green: " in log
    assert " passes" in log
    outwit(*play, tmp_path / "two")
    assert (tmp_path / "two").read_text() == log


def test_a_game_that_is_left_is_logged_as_far_as_it_went(outwit: Command, tmp_path: Path) -> None:
    file = tmp_path / "game.log"
    outwit("play", "tictactoe", "-a", "human", "-a", "human", "--log", file, typed="5\nquit\n")
    assert file.read_text().endswith("1. X: 5\n\nThe game is not over.\n")


def test_a_log_that_cannot_be_written_is_refused_with_a_sentence(outwit: Command, tmp_path: Path) -> None:
    outcome = outwit("play", "nim:coins=2", "-a", "random", "--log", tmp_path / "no" / "log", typed="2\n")
    assert outcome.status != 0
    assert "cannot be written" in outcome.err


def test_without_a_game_and_without_a_terminal_it_is_connect_4(outwit: Command) -> None:
    assert "1 2 3 4 5 6 7" in outwit("play", typed="").out


def test_running_out_of_input_ends_cleanly(outwit: Command) -> None:
    outcome = outwit("play", "connect4", "-a", "random", typed="4\n")
    assert outcome.status == 0
    assert "left unfinished" in outcome.out


def kept(out: str) -> list[int]:
    """How many simulations of earlier moves each search that was told of went on from."""
    return [int(figure.replace(",", "")) for figure in re.findall(r"\bkept ([\d,]+)", out)]


def test_an_agent_goes_on_at_its_next_move_with_what_it_has_seen(outwit: Command) -> None:
    agent = "mcts:simulations=300,seed=1,compiled=off"
    typed = "3\nwhy\n3\nwhy\nundo\nundo\n1\nwhy\nquit\n"
    outcome = outwit("play", "connect4:width=5,height=4", "--agent", agent, typed=typed)
    first, second, taken_back = kept(outcome.out)
    assert first == 0
    assert second > 10
    assert taken_back == 0
    outcome = outwit("play", "connect4:width=5,height=4", "--agent", f"{agent},keep=off", typed=typed)
    assert outcome.status == 0
    assert kept(outcome.out) == []


def test_names_and_moves_are_printed_as_they_are(outwit: Command, tmp_path: Path) -> None:
    file = tmp_path / "named.py"
    file.write_text(
        "from outwit.games.nim import Nim\n\n\n"
        "class Joker(Nim):\n"
        "    player_names = ('A [/]', 'B :bomb:')\n\n"
        "    def describe(self, state, move):\n"
        "        return f':heart:{move}'\n",
        "utf-8",
    )
    outcome = outwit("play", f"{file}:Joker:coins=4", "-a", "random:seed=1", "-a", "random:seed=1")
    assert outcome.status == 0
    assert "A [/] plays :heart:" in outcome.out
    assert "B :bomb: plays :heart:" in outcome.out


AT_ONCE = "goofspiel:cards=3,shuffled=off"


def test_two_people_who_choose_at_once_hide_their_choices_from_one_another(outwit: Command) -> None:
    typed = "3\n\n1\n1\n\n3\n2\n\n2\n"
    out = outwit("play", AT_ONCE, "-a", "human", "-a", "human", typed=typed).out
    first, second, *rest = out.split("All have chosen: ")
    assert [part.split("\n")[0] for part in (second, *rest)] == ["3,1", "1,3", "2,2"]
    before, after = first.split("player 1, press Enter to hide your choice from player 2. ")
    assert "player 1 > 3" in before
    assert "player 2 >" not in before
    assert "player 2 > 1" in after
    assert "A draw." in rest[-1] or "wins" in rest[-1]


def test_a_person_chooses_before_an_agent_that_chooses_at_once(outwit: Command) -> None:
    out = outwit("play", AT_ONCE, "-a", "random:seed=1", "--second", typed="why\n3\nwhy\nquit\n").out
    asked, chosen = out.split("All have chosen: ")
    assert "No agent has moved yet." in asked
    assert chosen[1:3] == ",3"
    assert "No agent has moved yet." not in chosen


def test_whoever_chooses_at_once_can_leave_before_the_other_sees_anything(outwit: Command) -> None:
    out = outwit("play", AT_ONCE, "-a", "human", "-a", "human", typed="3\nquit\n").out
    assert "You left the table." in out
    assert "All have chosen" not in out


def test_what_is_hidden_and_chosen_at_once_is_kept_from_whoever_comes_next(outwit: Command) -> None:
    sealed = ("tests/hidden_games.py:SealedBids", "-a", "human", "-a", "human")
    out = outwit("play", *sealed, typed="\n3\n\n\n1\nquit\n").out
    assert "player 1, press Enter to hide the board. " in out
    assert "hide your choice" not in out
    assert "3" not in out.partition("player 2, press Enter when player 1 looks away. ")[2]
