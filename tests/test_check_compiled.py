"""`check` plays compiled rules beside the interpreted ones, and says where they part."""

from __future__ import annotations

import json
import math
import re
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from outwit.check import check, worker
from outwit.check.compiled import PROMISE, Comparison, Draws, Task, Verdict, compare
from outwit.check.visit import BrokenPromiseError
from outwit.check.worker import Supervision, examine, pickle_game
from outwit.cli.template import NewGame
from outwit.engine.compiler.rules import compile_rules
from outwit.game import Game
from outwit.games import find_game
from outwit.random import Generator

from . import miscompiled_games as games
from .cli.conftest import Command
from .cli.conftest import outwit as outwit
from .miscompiled_games import Row
from .sound_games import Poker

FILE = Path(games.__file__)
LONG = ("--seconds", 600)
"""As long as it takes, on the slowest machine."""


def silent(*told: Any) -> None:
    pass


def in_file(name: str) -> Game:
    """A game as `outwit check FILE:NAME` finds it, so that a worker finds it too."""
    return find_game(f"{FILE}:{name}")


@pytest.mark.parametrize(
    "spec",
    [
        "nim",
        "pig",
        *(
            pytest.param(spec, marks=pytest.mark.slow)
            for spec in ("tictactoe", "connect4", "connect4:width=5,height=4,graded=on")
        ),
    ],
)
def test_the_games_of_the_house_do_the_same_compiled(spec: str) -> None:
    report = check(find_game(spec), games=3, seconds=None, compiled=True)
    assert report.sound, report.broken
    assert (report.compared, report.compiled) == (60, "")


def test_the_game_that_new_writes_does_the_same_compiled() -> None:
    assert compare(NewGame(), Task(0, 100, math.inf), silent) == Verdict(100)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("BitsGrow", r"`play\(state, \d\)` makes Row\.squares 36893488147419103232, and Bits go from 0 to 2"),
        ("NumberGrowsSeldom", r"cannot hold: Row\.word is 9223372036854775808, past the range of int"),
        ("ProductIsCut", r"interpreted and Row\(.* compiled: another Row\.word\."),
        ("RealInAWholeField", r"Row\.word is 1\.5, and at the start it is a whole number"),
    ],
)
def test_a_state_that_differs_is_shown_with_its_field(name: str, words: str) -> None:
    assert check(in_file(name), games=10).sound
    broken = compare(in_file(name), Task(0, 400, math.inf), silent).broken
    assert broken is not None
    assert broken.promise == PROMISE == "compiled rules do the same"
    assert re.search(words, broken.sentence), broken.sentence
    state = in_file(name).initial()
    for move in broken.moves:
        state = in_file(name).play(state, int(move))
    assert broken.state == repr(state)


@cache
def answers() -> Comparison:
    comparison = Comparison(games.AnswersAreCut(), Generator(0), silent)
    comparison.rules = compile_rules(comparison.game, boundscheck=True)
    return comparison


@pytest.mark.parametrize(
    ("method", "state", "which", "words"),
    [
        ("turn", Row(9, 1, 1, 1), None, "`turn(state)` gives 1 interpreted and 0 compiled."),
        ("over", Row(8, 0, 1, 1), None, "`over(state)` gives False interpreted and True compiled."),
        ("moves", Row(24, 0, 1, 1), None, "`moves(state)` gives 1 and 2 interpreted and nothing compiled."),
        ("payoff", Row(0, 0, 1, 1), 1, "gives 1 interpreted and raises ZeroDivisionError"),
        ("payoff", Row(0, 0, 0, 1), 1, "gives 1 interpreted and raises IndexError"),
        ("bounds", Row(3, 0, 1, 1), 0, "gives (-1.0, 1.0) interpreted and (-1.0, 2.0) compiled."),
        ("evaluate", Row(1, 0, 1, 1), 0, "`evaluate(state, 0)` gives 0.5 interpreted and raises ValueError"),
        ("order", Row(24, 0, 1, 1), 1, "`order(state, 1)` gives 1.787"),
        ("noisy", Row(24, 0, 1, 1), 2, "`noisy(state, 2)` gives True interpreted and False compiled."),
        ("key", Row(24, 0, 1, 1), None, "`key(state)` gives 260941653884655 interpreted and"),
    ],
)
def test_an_answer_that_differs_is_shown(method: str, state: Row, which: int | None, words: str) -> None:
    comparison = answers()
    comparison.state = state
    with pytest.raises(BrokenPromiseError) as breach:
        comparison.same(method, *(() if which is None else (which,)))
    assert breach.value.promise == PROMISE
    assert words in breach.value.sentence


def test_noisy_moves_that_are_yielded_are_compared_one_by_one() -> None:
    comparison = Comparison(games.NoisyMoves(), Generator(0), silent)
    comparison.rules = compile_rules(comparison.game, boundscheck=True)
    comparison.state = Row(24, 0, 1, 1)
    assert comparison.same("noisy_moves") == [2]


def test_a_world_and_an_observation_that_differ_are_shown() -> None:
    comparison = Comparison(games.KnowledgeIsCut(), Generator(0), silent)
    comparison.rules = compile_rules(comparison.game, boundscheck=True)
    comparison.state = Row(24, 0, 1, 1)
    with pytest.raises(BrokenPromiseError) as breach:
        comparison.same("determinize", 0, Draws(7))
    assert breach.value.promise == PROMISE
    assert re.fullmatch(
        r"`determinize\(state, 0, Generator\(7\)\)` gives Row\(.*\) interpreted and Row\(.*\) compiled: "
        r"another Row\.word\.",
        breach.value.sentence,
    )
    with pytest.raises(BrokenPromiseError) as breach:
        comparison.same("observation", 1)
    assert (breach.value.promise, breach.value.sentence) == (
        PROMISE,
        "`observation(state, 1)` gives (24, 0, 0) interpreted and something else compiled.",
    )


def test_hidden_games_are_compared_with_their_worlds_and_observations() -> None:
    asked = set[str]()
    verdict = compare(Poker(), Task(0, 20, math.inf), lambda kind, what: asked.add(f"{kind} {what}"))
    assert verdict == Verdict(20)
    questions = {each.partition("(")[0] for each in asked if each.startswith("ask ")}
    assert {"ask observation", "ask determinize"} <= questions


def test_those_answers_are_sound_interpreted() -> None:
    assert check(games.AnswersAreCut(), games=20).sound
    assert check(games.KnowledgeIsCut(), games=20).sound


def test_a_rule_that_never_ends_compiled_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "ANSWERING", 2.0)
    broken = check(in_file("NeverEnds"), games=10, seconds=None, compiled=True).broken
    assert broken is not None
    assert re.fullmatch(
        r"Compiled, `play\(state, [12]\)` had not come back after 2 s; interpreted, it has\.", broken.sentence
    )
    assert 18 <= 24 - sum(map(int, broken.moves)) <= 19
    assert broken.state.startswith(f"Row(left={24 - sum(map(int, broken.moves))}, ")


def test_a_rule_that_crashes_compiled_does_not_take_the_check_with_it() -> None:
    broken = check(in_file("IndexIsAssumed"), games=10, seconds=None, compiled=True).broken
    assert broken is not None
    assert broken.promise == PROMISE
    assert re.search(r"`payoff\(state, 0\)` (crashed: .* SIG|gives .* raises IndexError)", broken.sentence)
    assert sum(map(int, broken.moves)) == 24


def test_what_the_worker_told_last_says_where_it_crashed() -> None:
    watched = Supervision(find_game("nim"), silent)
    assert watched.early_verdict(1) is None
    for told in ("opened null", "compiled null", "game null", "move 3", "ask over(state)", "move 2"):
        kind, _, what = told.partition(" ")
        watched.hear(kind, what)
    watched.hear("ask", "play(state, 1)")
    verdict = watched.early_verdict(-11)
    assert verdict is not None
    assert verdict.broken is not None
    assert verdict.broken.sentence == (
        "Compiled, `play(state, 1)` crashed: its process was ended by SIGSEGV; interpreted, it answers."
    )
    assert (verdict.broken.state, verdict.broken.moves) == ("Pile(coins=16, turn=0)", ("3", "2"))


def test_rules_that_do_not_compile_break_no_promise(outwit: Command) -> None:
    report = check(find_game("tree"), games=5, seconds=None, compiled=True)
    assert report.sound
    assert report.compared == 0
    assert report.compiled.startswith("WrittenTree.")
    said = outwit("check", "tree", "--games", 5, *LONG).out
    assert "keeps every promise: 5 random games" in said
    assert "It does not compile, and plays interpreted: WrittenTree." in said
    told = json.loads(outwit("check", "tree", "--games", 5, "--json", *LONG).out)
    assert told["sound"] is True
    assert told["compiled"].startswith("WrittenTree.")


def test_numbers_may_be_larger_than_compiled_rules_can_hold() -> None:
    report = check(in_file("NumberGrows"), games=5, seconds=None, compiled=True)
    assert report.sound
    assert "Row.word is 1000000000000000000000, past the range of int" in report.compiled


def test_the_command_tells_a_difference_and_can_leave_it_out(outwit: Command) -> None:
    done = outwit("check", f"{FILE}:ProductIsCut", "--games", 10, *LONG)
    assert done.status == 2
    assert "promise: compiled rules do the same" in done.err
    done = outwit("check", f"{FILE}:ProductIsCut", "--games", 10, "--no-compiled")
    assert done.status == 0
    assert "games compiled" not in done.out
    assert "200 games compiled as well" in outwit("check", "nim", "--games", 10, *LONG).out


def test_a_game_that_cannot_be_handed_over_is_compared_here() -> None:
    class Local(games.Countdown):
        pass

    assert pickle_game(Local()) is None
    assert examine(Local(), Task(0, 20, math.inf), silent) == Verdict(20)
    left_out = examine(Local(), Task(0, 20, 4.0), silent).left_out
    assert re.fullmatch(
        r"Compiled rules were not compared: that takes seconds and cannot be interrupted here, and "
        r"(4\.0|3\.\d) s were left\.",
        left_out,
    )


def test_without_time_to_compile_that_is_left_out_and_said(outwit: Command) -> None:
    report = check(find_game("nim"), games=5, seconds=0.9, compiled=True)
    assert report.sound
    assert report.compared == 0
    assert report.left_out == "Compiled rules were not compared: no time was left to compile them."
    said = outwit("check", "nim", "--games", 5, "--seconds", 0.9)
    assert said.status == 0
    assert f"{report.left_out} --seconds gives it more time." in said.out.replace("\n", " ")
    told = json.loads(outwit("check", "nim", "--games", 5, "--seconds", 0.9, "--json").out)
    assert (told["compared"], told["left_out"]) == (0, report.left_out)


def test_compiling_is_ended_with_the_time() -> None:
    game = find_game("nim")
    parcel = pickle_game(game)
    assert parcel is not None
    verdict = Supervision(game, silent, perf_counter()).run(parcel, Task(0, 20, math.inf))
    assert verdict == Verdict(
        left_out="Compiled rules were not compared: compiling them takes longer than the time that was left."
    )


def test_games_are_compared_as_long_as_there_is_time() -> None:
    assert compare(NewGame(), Task(0, 20, 0.0), silent) == Verdict(
        left_out="Compiled rules were not compared: compiling them took all the time that was left."
    )
