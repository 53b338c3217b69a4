"""Errors of a game's rules are told from all others, and told with the rule, the line and what to do."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from outwit import AlphaBeta, Game, Limit, OutwitError, find_game
from outwit.errors import BrokenRulesError, IllegalMoveError
from outwit.faults import COMPILED, blame_rules, broken_rules, fault_of, refuse_endless
from outwit.game import read_move, read_position
from outwit.games.nim import Nim, Pile
from outwit.play import Session
from outwit.search import MaxN

from . import broken_games as games
from . import sound_games as sound


def raised(work: Callable[[], object]) -> Exception:
    try:
        work()
    except Exception as error:
        return error
    raise AssertionError("nothing was raised")


def decided(game: Game) -> Callable[[], object]:
    return lambda: MaxN().decide(game, game.initial())


@pytest.mark.parametrize("method", ["over", "turn", "moves", "play", "payoff"])
def test_a_rule_that_raises_in_a_search_is_named_with_its_line(method: str) -> None:
    def fail(self: Game, *arguments: object) -> None:
        raise LookupError(f"no {method}\ntoday.")

    failing = type("Failing", (sound.Nim,), {method: fail, "__module__": __name__})
    broken = broken_rules(raised(decided(failing())))
    assert isinstance(broken, OutwitError)
    line = fail.__code__.co_firstlineno + 1
    assert str(broken).startswith(
        f"Failing.{method}, line {line} of test_faults.py, raised LookupError: no {method} today; "
        "`outwit check "
    )
    assert str(broken).endswith(":Failing` tells more.")


def test_the_outermost_rule_is_named_and_the_innermost_line() -> None:
    fault = fault_of(raised(decided(games.MoveCannotBePlayed())))
    assert fault is not None
    assert fault.rule == "play"
    assert fault.caller.startswith("outwit.search.")
    broken = broken_rules(raised(decided(games.MoveCannotBePlayed())))
    assert "raised ValueError: three is too many; " in str(broken)


def test_a_game_that_remembers_is_named_by_its_own_name() -> None:
    class Slipping(sound.Ring):
        def play(self, ring: sound.Pile, move: int) -> sound.Pile:
            raise OSError("a slip")

    assert str(broken_rules(raised(decided(Slipping())))).startswith("Slipping.play, line ")


@pytest.mark.parametrize(
    ("cls", "words"),
    [
        (games.NoMovesBeforeTheEnd, "`moves(state)` yields nothing; expected a move; `outwit check "),
        (games.PayoffIsMissing, "`payoff` gives player 0 None; expected a finite number; `outwit check "),
        (games.TurnIsAName, "`turn` says 'white'; expected 0 to 1, CHANCE or SIMULTANEOUS"),
    ],
)
def test_an_answer_of_no_use_is_told_as_the_promise_that_it_breaks(cls: type[Game], words: str) -> None:
    broken = broken_rules(raised(decided(cls())))
    assert broken is not None
    assert str(broken).startswith(f"The rules of {cls.__name__} are broken: ")
    assert words in str(broken)


class Dividing(Nim):
    """An estimate that only positions far from the start cannot have."""

    def evaluate(self, state: Pile, player: int) -> float:
        return (1.0 if player == 0 else -1.0) / (90 - state.coins)


def test_compiled_rules_that_raise_are_told_though_they_leave_no_line() -> None:
    assert AlphaBeta.program(Dividing()).call is not None
    error = raised(lambda: AlphaBeta(depth=4).decide(Dividing(), Pile(94, 0)))
    assert isinstance(error, ZeroDivisionError)
    assert COMPILED in error.__notes__
    broken = broken_rules(error)
    assert str(broken).startswith("The compiled rules of Dividing raised ZeroDivisionError: division by zero")
    assert "compiled=off names the line" in str(broken)


@pytest.mark.parametrize("threads", [1, 2])
def test_compiled_rules_that_raise_where_a_check_finds_it_are_told_with_the_line(threads: int) -> None:
    class Close(Dividing):
        def evaluate(self, state: Pile, player: int) -> float:
            return (1.0 if player == 0 else -1.0) / (11 - state.coins)

    assert AlphaBeta.program(Close()).call is not None
    agent = AlphaBeta(threads=threads, killers=False, history=False)
    error = raised(lambda: agent.decide(Close(), Close().initial(), Limit(depth=12)))
    broken = broken_rules(error)
    assert str(broken).startswith(
        "The rules of Close are broken: `evaluate(state, 0)` raised ZeroDivisionError"
    )
    assert " of test_faults.py" in str(broken)


def test_what_is_not_the_rules_fault_stays_as_it_is() -> None:
    with pytest.raises(ZeroDivisionError), blame_rules():
        _ = find_game("nim"), 1 // 0
    with pytest.raises(IllegalMoveError), blame_rules():
        Session(find_game("nim")).play(9)
    with pytest.raises(KeyboardInterrupt), blame_rules():
        raise KeyboardInterrupt
    assert broken_rules(IllegalMoveError("no")) is None


def test_moves_without_end_are_refused() -> None:
    game = games.MovesNeverEnd()
    with pytest.raises(BrokenRulesError, match=r"MovesNeverEnd\.moves yields 1,000,000 moves and more"):
        refuse_endless(game, game.initial())
    refuse_endless(sound.Morra(), sound.Morra().initial())


def test_a_parse_that_stumbles_over_no_move_has_refused_it() -> None:
    game = sound.NimForPeople()
    assert read_move(game, game.initial(), "take 2") == 2
    with pytest.raises(IllegalMoveError, match="'the lot' is not a legal move here; legal: take 1, take 2"):
        read_move(game, game.initial(), "the lot")


def test_a_parse_that_stumbles_over_a_move_is_broken() -> None:
    class Deaf(sound.NimForPeople):
        def parse(self, pile: object, text: str) -> int:
            return int(text)

    with (
        pytest.raises(BrokenRulesError, match=r"Deaf\.parse, line \d+ of test_faults\.py, raised ValueError"),
        blame_rules(),
    ):
        read_move(Deaf(), Deaf().initial(), "take 2")


def test_a_position_over_which_the_game_stumbles_is_none() -> None:
    with pytest.raises(OutwitError, match=r"'lots' is no position that NimForPeople can read \(ValueError: "):
        read_position(sound.NimForPeople(), "lots")


def test_an_interrupt_that_a_rule_raises_is_told_and_one_of_the_user_is_not() -> None:
    class Interrupting(sound.Nim):
        def play(self, pile: sound.Pile, move: int) -> sound.Pile:
            raise KeyboardInterrupt

    def decide() -> BrokenRulesError | None:
        try:
            decided(Interrupting())()
        except BaseException as error:
            return broken_rules(error)
        raise AssertionError("nothing was raised")

    assert decide() is None, "Control-C may have come in the middle of a rule"
    with ThreadPoolExecutor(1) as thread:
        assert "Interrupting.play, line " in str(thread.submit(decide).result())
