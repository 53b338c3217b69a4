"""At the terminal nobody is shown what is hidden from them, and no agent either."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from outwit.agents import suitable
from outwit.decision import Agent, Decision
from outwit.play import Session, load_game, save_game
from outwit.search import Random
from tests.cheating import CHEAT, DOUBTER, LIARS, assert_blind, handed
from tests.cli.conftest import Command, Outcome
from tests.sketches.liarsdice import LiarsDice

SEED = 4
"""Deals 4 and 1 to the first player, 2 and 6 to the second."""


def play(outwit: Command, *arguments: object, typed: str) -> Outcome:
    return outwit("play", LIARS, "--seed", SEED, *arguments, typed=typed)


def before_the_end(out: str) -> str:
    """What was printed before everything may be shown."""
    return out.rpartition("liar\n")[0]


def test_a_person_sees_the_own_dice_and_nothing_of_the_others(outwit: Command) -> None:
    out = play(outwit, "-a", DOUBTER, typed="1x3\n").out
    assert out.count("Something is drawn that you cannot see.") == 2
    assert re.findall("Chance: (.)", out) == ["4", "1"]
    assert "player 1: 4 1\nplayer 2: ? ?\nbid: 1x3" in out
    hidden, _, end = out.partition("player 2 plays liar")
    assert "2 6" not in hidden
    assert "player 1: 4 1\nplayer 2: 2 6\nbid: 1x3" in end
    assert "Player 2 wins." in end


def test_the_second_seat_sees_its_own(outwit: Command) -> None:
    out = play(outwit, "-a", DOUBTER, "--second", typed="quit\n").out
    assert re.findall("Chance: (.)", out) == ["2", "6"]
    assert "player 1: ? ?\nplayer 2: 2 6\nbid: 1x4" in out
    assert "4 1" not in out


def test_what_an_agent_expects_is_not_told_while_it_would_tell_its_dice(outwit: Command) -> None:
    """The cheat says that it is sure to win, and its reasons would show its hand."""
    out = play(outwit, "-a", CHEAT, "--second", typed="why\nquit\n").out
    assert re.search(r"player 1 plays \dx\d\n", out)
    assert "hidden from you until the game is over" in out


def test_a_hint_knows_what_the_person_knows(outwit: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    handed_on = []
    decide = Random(1).decide

    def watched(self: Agent, game: Any, state: Any, *rest: Any, **options: Any) -> Decision:
        if "player" in options:
            handed_on.append((state, options["player"]))
        return decide(game, state, *rest, **options)

    monkeypatch.setattr(type(suitable(LiarsDice())), "decide", watched)
    out = play(outwit, "-a", DOUBTER, typed="hint\nquit\n").out
    *_, (world, player) = handed_on  # before that somebody may have decided elsewhere, to have all prepared
    assert player == 0
    assert world.dice[0] == (4, 1)
    assert world.dice[1] != (2, 6)
    assert "(value not computed)" in out


def test_against_an_agent_nothing_is_taken_back(outwit: Command) -> None:
    out = play(outwit, "-a", CHEAT, typed="1x3\nundo\nquit\n").out
    assert "Nothing is taken back where something is hidden" in out
    assert "2 6" not in out
    assert out.count("player 2: ? ?\nno bid") == 1


def test_two_people_take_moves_back_without_a_look_at_anything(outwit: Command) -> None:
    out = play(outwit, "-a", "human", "-a", "human", typed="\n1x3\n\n\nundo\n\n\nboard\nquit\n").out
    first, second, third = re.split("player ., press Enter when player . looks away. \n", out)[1:]
    assert "4 1" not in second
    for part in (first, third):
        assert "player 1: 4 1\nplayer 2: ? ?\nno bid" in part
        assert "2 6" not in part


def test_what_is_no_move_is_refused_by_the_names_of_the_own_moves(outwit: Command) -> None:
    out = play(outwit, "-a", DOUBTER, typed="7x7\nmoves\nquit\n").out
    assert "'7x7' is not a legal move here; legal: 1x1, 1x2, " in out
    assert "1x1  1x2  1x3" in out
    assert "2 6" not in out


def test_two_people_share_a_terminal_and_look_away_in_turn(outwit: Command) -> None:
    out = play(outwit, "-a", "human", "-a", "human", typed="\n1x3\n\n\n2x3\n\n\nliar\n").out
    parts = re.split("player ., press Enter when player . looks away. \n", out)
    assert len(parts) == 4
    start, first, second, third = parts
    assert "Chance" not in start
    assert "player 1: 4 1\nplayer 2: ? ?" in first
    assert "2 6" not in first
    assert "player 1, press Enter to hide the board. " in first
    assert "player 1 plays 1x3\n\nplayer 1: ? ?\nplayer 2: 2 6\nbid: 1x3" in second
    assert "4 1" not in second
    assert re.findall("Chance: (.)", second) == ["2", "6"]
    assert third.startswith("player 2 plays 2x3\n")
    assert "2 6" not in before_the_end(third)
    assert "player 1: 4 1\nplayer 2: 2 6\nbid: 2x3\n\nPlayer 1 wins." in third


def test_one_can_leave_where_the_terminal_changes_hands(outwit: Command) -> None:
    out = play(outwit, "-a", "human", "-a", "human", typed="quit\n").out
    assert "You left the table." in out
    assert "player 1:" not in out


def test_two_agents_are_watched_openly(outwit: Command) -> None:
    out = play(outwit, "-a", CHEAT, "-a", DOUBTER, typed="").out
    assert re.findall("Chance: (.)", out) == ["4", "1", "2", "6"]
    assert "player 1: 4 1\nplayer 2: 2 6\nno bid" in out
    assert "(1)" in out


def test_a_log_of_an_unfinished_game_tells_what_those_who_played_it_know(
    outwit: Command, tmp_path: Path
) -> None:
    file = tmp_path / "log"
    play(outwit, "-a", "random:seed=1", "--log", file, typed="1x3\nquit\n")
    told = file.read_text()
    assert "   chance: 4\n   chance: 1\n   chance: hidden\n   chance: hidden\n1. player 1: 1x3\n" in told
    assert "seed" not in told.replace("random:seed=1", "")
    play(outwit, "-a", "human", "-a", "human", "--log", file, typed="\n1x3\n\n\nquit\n")
    assert file.read_text().count("hidden") == 4
    play(outwit, "-a", DOUBTER, "--log", file, typed="1x3\n")
    assert f"seed: {SEED}" in file.read_text()
    assert "hidden" not in file.read_text()


def test_a_game_is_saved_when_it_is_over_and_not_before(outwit: Command, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    out = play(outwit, "-a", CHEAT, "--save", file, typed=f"save {file}\nquit\n").out
    assert out.count("A game with hidden information can be saved when it is over") == 2
    assert not file.exists()
    play(outwit, "-a", DOUBTER, "--save", file, typed="1x3\n")
    steps = json.loads(file.read_text())["steps"]
    assert [step.get("outcome") or step["move"] for step in steps] == ["4", "1", "2", "6", "1x3", "liar"]


def test_a_game_that_a_program_has_saved_goes_on_for_one_seat(outwit: Command, tmp_path: Path) -> None:
    session, file = Session(LiarsDice(), ("human", "random"), SEED), tmp_path / "game.json"
    session.read("4 1 2 6")
    save_game(session, file)
    again = outwit("play", "--load", file, typed="quit\n").out
    assert "player 1: 4 1\nplayer 2: ? ?\nno bid" in again


def test_a_cheat_at_the_table_does_not_see_the_dice_of_the_other(outwit: Command, tmp_path: Path) -> None:
    found = []
    for seed in range(40):
        notes, game = tmp_path / f"{seed}", tmp_path / f"{seed}.json"
        cheat = f"{CHEAT}:notes={notes}"
        outwit("play", LIARS, "-a", cheat, "-a", cheat, "--seed", seed, "--save", game)
        found += handed(notes, load_game(game), (0, 1))
    assert len(found) > 80
    assert_blind(found)


def test_broken_rules_are_named_in_a_sentence(outwit: Command) -> None:
    game = "tests/hidden_games.py:Blundering"
    for command in (
        ("play", game, "-a", "random", "--seed", SEED),
        ("decide", game, "4", "1", "2", "6", "1x3"),
    ):
        outcome = outwit(*command, typed="1x3\n")
        assert outcome.status == 2
        assert re.search("The rules of Blundering are broken: for player [12] `determinize`", outcome.err)
        assert "`outwit check`" in outcome.err


def test_decide_and_compare_ask_in_a_drawn_world(outwit: Command, tmp_path: Path) -> None:
    cheat = f"{CHEAT}:notes={tmp_path / 'notes'}"
    moves = ("4", "1", "2", "6", "1x3")
    assert outwit("decide", LIARS, *moves, "-a", cheat).status == 0
    assert outwit("compare", LIARS, *moves, "-a", cheat, "-a", cheat).status == 0
    worlds = [json.loads(line)["state"] for line in (tmp_path / "notes").read_text().splitlines()]
    assert len(worlds) == 3
    assert all(world == worlds[0] and world[0][1] == [2, 6] and world[0][0] != [4, 1] for world in worlds)


SEA = "battleship:size=3,fleet=(2)"


def test_two_people_are_told_in_words_what_came_of_their_shots(outwit: Command, tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    typed = "\na1-b1\n\n\nb2-c2\n\n\na1\n\n\na1\n\n\nb2\n\n\nc3\n\n\nc2\n"
    out = outwit("play", SEA, "-a", "human", "-a", "human", "--log", log, typed=typed).out
    *_, blue_first, orange_first, blue_second, orange_second, blue_third = re.split(
        "press Enter when .*\n", out
    )
    assert "blue > a1\nblue plays a1: miss\n" in blue_first
    assert orange_first.startswith("blue plays a1: miss\n"), "whoever was shot at is told as well"
    assert "orange > a1\norange plays a1: hit\n" in orange_first
    assert blue_second.startswith("orange plays a1: hit\n")
    assert "orange shot at a1: hit\nblue shot at b2: hit\n" in blue_second, (
        "and the text of the board says it"
    )
    assert orange_second.startswith("blue plays b2: hit\n")
    assert "blue > c2\nblue plays c2: sinks the destroyer\n" in blue_third
    assert "7. blue: c2: sinks the destroyer" in log.read_text("utf-8")


def test_one_person_is_told_in_words_what_came_of_a_shot(outwit: Command) -> None:
    out = outwit("play", SEA, "-a", "script:name=random", "--seed", 3, typed="a1-b1\na1\nb2\nquit\n").out
    assert re.search(r"blue > a1\nblue plays a1: (miss|hit)\n", out)
    assert re.search(r"\norange plays [abc][123]: (miss|hit)\n", out)
    assert "blue plays a1-b1" not in out, "who places a ship knows where"


def test_agents_are_watched_with_what_came_of_their_shots(outwit: Command, tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    agents = ("-a", "script:name=random", "-a", "script:name=random", "--log", log)
    out = outwit("play", SEA, *agents, "--seed", 3).out
    assert re.findall(r"plays [abc][123]: sinks the destroyer\n", out)
    assert len(re.findall(": (?:miss|hit|sinks the destroyer)\n", log.read_text("utf-8"))) >= 2
