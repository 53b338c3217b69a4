"""A real terminal, as a person has it."""

from __future__ import annotations

import re
import sys
from itertools import cycle
from pathlib import Path

import pexpect
import pytest

from tests.cheating import LIARS

PROMPT = "X > "


def start(*arguments: str) -> pexpect.spawn:
    return pexpect.spawn(
        sys.executable, ["-m", "outwit", *arguments], encoding="utf-8", timeout=60, dimensions=(40, 120)
    )


def test_a_game_of_connect_4_can_be_played_to_its_end() -> None:
    terminal = start("play", "--depth", "2")
    terminal.expect(re.escape("Which game?"))
    terminal.sendline("")
    ends = 0
    columns = cycle("1234567")
    while not ends:
        ends = terminal.expect([re.escape(PROMPT), r"[XO] wins\.", r"A draw\."])
        if not ends:
            terminal.sendline(next(columns))
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0


def test_the_board_is_in_colour() -> None:
    terminal = start("play", "connect4", "--moves", "4", "-a", "human", "-a", "human")
    terminal.expect(re.escape("O > "))
    assert "\x1b[1;94mX" in terminal.before
    terminal.sendline("quit")
    terminal.expect(pexpect.EOF)


def test_a_terminal_that_changes_hands_is_cleared_of_all_that_it_has_shown() -> None:
    terminal = start("play", LIARS, "-a", "human", "-a", "human", "--seed", "4")
    terminal.expect("player 1, press Enter when player 2 looks away")
    terminal.sendline("")
    terminal.expect("player 1 > ")
    terminal.sendline("1x3")
    terminal.expect("player 1, press Enter to hide the board")
    assert "player 1: 4 1" in terminal.before
    terminal.sendline("")
    terminal.expect("player 2, press Enter when player 1 looks away")
    assert "\x1b[2J" in terminal.before, "the screen"
    assert "\x1b[3J" in terminal.before, "what could be scrolled back to"
    terminal.sendline("quit")
    terminal.expect(pexpect.EOF)


def test_control_c_ends_cleanly_while_a_person_thinks() -> None:
    terminal = start("play", "connect4", "--depth", "2")
    terminal.expect(re.escape(PROMPT))
    terminal.sendintr()
    terminal.expect("left unfinished")
    terminal.expect(pexpect.EOF)
    assert "Traceback" not in terminal.before


def test_control_c_ends_cleanly_while_an_agent_thinks() -> None:
    terminal = start("play", "connect4", "--agent", "alphabeta", "--second", "--seconds", "60")
    terminal.expect("is thinking: .* depth")
    terminal.sendintr()
    terminal.expect("left unfinished")
    terminal.expect(pexpect.EOF)
    assert "Traceback" not in terminal.before


def test_control_c_stops_a_long_decision_with_a_word() -> None:
    terminal = start("decide", "connect4", "--seconds", "60")
    terminal.expect("is thinking: .* nodes")
    terminal.sendintr()
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 130


def test_the_screen_is_cleared_before_the_next_person_sees_hidden_dice() -> None:
    terminal = start("play", "tests/sketches/liarsdice.py:LiarsDice", "-a", "human", "-a", "human")
    terminal.expect("player 1, press Enter when player 2 looks away. ")
    terminal.sendline("")
    terminal.expect("player 1 > ")
    terminal.sendline("1x3")
    terminal.expect("player 1, press Enter to hide the board. ")
    assert "player 2: ? ?" in terminal.before
    terminal.sendline("")
    terminal.expect("player 2, press Enter when player 1 looks away. ")
    assert "\x1b[2J" in terminal.before
    terminal.sendline("")
    terminal.expect("player 2 > ")
    assert "player 1: ? ?" in terminal.before
    terminal.sendline("quit")
    terminal.expect(pexpect.EOF)


def test_whoever_waits_for_a_first_decision_sees_what_is_prepared(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OUTWIT_CACHE", str(tmp_path))
    terminal = start("decide", "connect4", "--seconds", "0.2")
    terminal.expect(re.escape("Compiling Connect4 for alphabeta ..."))
    terminal.expect(re.escape("Compiling Connect4 for alphabeta ... ") + r"\d+ s")
    terminal.expect(re.escape("Tuning Connect4 ..."))
    terminal.expect(r"alphabeta: depth [1-9]\d*(, and \d+ for some moves)?, [\d,]+ nodes, 0\.\d+ s")
    terminal.expect(pexpect.EOF)
    terminal = start("decide", "connect4", "--seconds", "0.2")
    terminal.expect(pexpect.EOF)
    assert "Compiling" not in terminal.before
    assert "Tuning" not in terminal.before


def test_the_screen_is_cleared_of_what_one_person_has_chosen_before_the_other_does() -> None:
    terminal = start("play", "goofspiel:shuffled=off", "-a", "human", "-a", "human")
    terminal.expect("player 1 > ")
    terminal.sendline("4")
    terminal.expect("player 1, press Enter to hide your choice from player 2. ")
    terminal.sendline("")
    terminal.expect("player 2 > ")
    _, _, shown = terminal.before.rpartition("\x1b[3J")
    assert "\x1b[2J" in terminal.before, "the screen"
    assert shown != terminal.before, "what could be scrolled back to"
    assert "player 1: 0 points, cards 1 2 3 4 5" in re.sub(r"\x1b\[[\d;]*m", "", shown)
    terminal.sendline("2")
    terminal.expect("All have chosen: 4,2")
    terminal.expect("player 1 > ")
    terminal.sendline("quit")
    terminal.expect(pexpect.EOF)
