"""Errors in a game's own rules, told in a sentence that names the rule, the line and what to do.

Rules are called from everywhere, and whoever calls them lets their exceptions pass. At the outermost place, a
command or a request, `blame_rules` recognises such an exception by its traceback: somewhere in it a rule of
a game was called. Where none was, as in compiled rules or where an answer of the rules was of no use, the
game is checked (`outwit.check`) to see whether it breaks a promise.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from inspect import unwrap
from itertools import chain, islice
from numbers import Integral
from pathlib import Path
from traceback import walk_tb
from types import FrameType
from typing import Any, NamedTuple

from outwit.errors import BrokenRulesError, OutwitError, shorten
from outwit.game import CHANCE, SIMULTANEOUS, Game, Move, State
from outwit.hooks import Hook
from outwit.importing import PREFIX
from outwit.repetition import Remembering

RULES = frozenset(name for name in (*vars(Game), *Game.__annotations__) if not name.startswith("_"))
"""The members of the contract; what is a plain attribute there may be a property of a game."""

COMPILED = "Raised by compiled rules; with compiled=off Python shows the line."
"""The note on an exception that comes out of machine code, which leaves no trace of the line."""

ENDLESS = 1_000_000
"""As many moves are taken to have no end."""

GAMES, SECONDS = 20, 1.0
"""How many games are played, and for how long, to see whether a game breaks a promise."""

find_broken_promise: Hook[[Game, int, float], str] = Hook()
"""What plays so many games, for so long, and says in a sentence which promise the game breaks first."""

checked: dict[type[Game], str] = {}
"""What checks in this process have found, so that a game that fails again is not checked again."""


class OverdueError(BaseException):
    """Raised in the middle of a rule that has not come back in time; no `except Exception` catches it."""

    seconds = 5.0
    """How long a rule may take where many are asked in a search."""


class Fault(NamedTuple):
    """A rule that has raised an exception."""

    game: Game
    rule: str
    caller: str
    """The module that asked the game."""


@contextmanager
def blame_rules() -> Iterator[None]:
    """Whatever a game's rules raise within becomes a `BrokenRulesError`; everything else stays as it is."""
    try:
        yield
    except OutwitError:
        raise
    except (Exception, SystemExit, OverdueError) as error:
        broken = broken_rules(error)
        if broken is None:
            raise
        raise broken from error


def broken_rules(error: BaseException) -> BrokenRulesError | None:
    """The sentence for an error that a game's rules are to blame for; None if they are not."""
    if isinstance(error, BrokenRulesError):
        return error
    if isinstance(error, OutwitError) or not may_be_raised(error):
        return None
    fault = fault_of(error)
    if fault is not None:
        game, rule = fault.game, fault.rule
        what, place = reason(game, error)
        where = f", {place}," if place else ""
        did = beyond(error) or f"raised {what}"
        return BrokenRulesError(f"{type(game).__name__}.{rule}{where} {did}; {advice(game)}.")
    game_ = game_in(error) if isinstance(error, Exception) else None
    if game_ is None:
        return None
    broken = broken_game(game_)
    if broken is None and is_compiled(error):
        what, _ = reason(game_, error)
        return BrokenRulesError(
            f"The compiled rules of {type(game_).__name__} raised {what}; {advice(game_)}, and compiled=off "
            "names the line."
        )
    return broken


def may_be_raised(error: BaseException) -> bool:
    """May rules have raised an error? Control-C interrupts the main thread alone, whatever it is doing."""
    interrupted = threading.get_ident() == threading.main_thread().ident
    return not interrupted or isinstance(error, Exception | SystemExit | OverdueError)


def beyond(error: BaseException) -> str:
    """What a rule did that went beyond a limit of its process; nothing where it did something else."""
    if isinstance(error, OverdueError):
        return f"had not come back after {error.seconds:g} s and was ended"
    return "took all the memory that it may have" if isinstance(error, MemoryError) else ""


def broken_game(game: Game) -> BrokenRulesError | None:
    """The sentence for a game that is found to break a promise; None if it is not."""
    sentence = broken_promise(game)
    if not sentence:
        return None
    return BrokenRulesError(
        f"The rules of {type(game).__name__} are broken: {sentence.rstrip('.')}; {advice(game)}."
    )


def broken_by(game: Game, doubt: str) -> BrokenRulesError:
    """The sentence for a game of which something cannot be: the promise that it breaks, or else the doubt."""
    own = unwrap_game(game)
    return broken_game(own) or BrokenRulesError(
        f"The rules of {type(own).__name__} are broken: {doubt}; {advice(own)}."
    )


def is_endless_rule(error: RecursionError) -> bool:
    """Has a rule called itself without an end? If not, whoever asked it had gone too deep already."""
    inside = [bool(rule_of(frame)) for frame, _ in walk_tb(error.__traceback__)]
    return True in inside and inside.index(True) < len(inside) / 2


def is_compiled(error: BaseException) -> bool:
    """Did an error come out of machine code?"""
    return COMPILED in getattr(error, "__notes__", ())


def fault_of(error: BaseException) -> Fault | None:
    """The outermost rule in whose call an error was raised, with the game; None if no rule was called.

    A default of the contract is named only if it called no rule of the game's own.
    """
    caller, default = "", None
    for frame, _ in walk_tb(error.__traceback__):
        called, module = rule_of(frame), frame.f_globals.get("__name__", "")
        if called:
            fault = Fault(*called, caller)
            if module != Game.__module__:
                return fault
            default = default or fault
        caller = module
    return default


def rule_of(frame: FrameType) -> tuple[Game, str] | None:
    """The game and the name of its rule that a frame is in; None if it is in none."""
    game = owner(frame)
    rule = rule_in(frame, game) if game is not None and not isinstance(game, Remembering) else ""
    return (game, rule) if game is not None and rule else None


def rule_in(frame: FrameType, game: Game) -> str:
    """The name of the rule of a game that a frame is in; none if it is another method."""
    for cls in type(game).__mro__:
        for name in RULES & vars(cls).keys():
            raw = vars(cls)[name]
            # As `Any`: whatever stands in the class under the name of a rule.
            method: Any = raw.fget if isinstance(raw, property) else getattr(raw, "__func__", raw)
            function = unwrap(method)
            if getattr(function, "__code__", None) is frame.f_code:
                return name
    return frame.f_code.co_name if frame.f_code.co_name in RULES else ""


def owner(frame: FrameType) -> Game | None:
    """The game whose method a frame is in."""
    code = frame.f_code
    first = frame.f_locals.get(code.co_varnames[0]) if code.co_argcount else None
    return first if isinstance(first, Game) else None


def game_in(error: BaseException) -> Game | None:
    """The game that was at hand, innermost first, where an error was raised."""
    found: Game | None = None
    for frame, _ in walk_tb(error.__traceback__):
        for thing in list(frame.f_locals.values()):
            game = thing if isinstance(thing, Game) else vars(thing).get("game") if is_holder(thing) else None
            if isinstance(game, Game):
                found = game
    return None if found is None else unwrap_game(found)


def unwrap_game(game: Game) -> Game:
    """The game itself, without the memory of what has been."""
    return game.game if isinstance(game, Remembering) else game


def is_holder(thing: object) -> bool:
    """Is this an object of Outwit's own, which may hold a game?"""
    return type(thing).__module__.startswith("outwit.") and hasattr(thing, "__dict__")


def broken_promise(game: Game) -> str:
    """The sentence for the first promise of the contract that a game is found to break; none if none is."""
    if type(game) not in checked:
        checked[type(game)] = find_broken_promise(game, GAMES, SECONDS)
    return checked[type(game)]


def refuse_without_players(game: Game) -> None:
    """Refuse a game that is for nobody."""
    players = game.players
    if not isinstance(players, Integral) or players < 1:
        raise BrokenRulesError(
            f"{type(game).__name__}.players is {shorten(repr(players))}; it must be a whole number from 1; "
            f"{advice(unwrap_game(game))}."
        )


def refuse_endless(game: Game, state: State) -> None:
    """Refuse a position in which there is no end of moves, which nobody could list."""
    turn = CHANCE if game.over(state) else game.turn(state)
    menus: dict[str, Iterable[Move]] = {}
    if turn == SIMULTANEOUS:
        menus = {"moves_for": chain.from_iterable(game.moves_for(state, p) for p in range(game.players))}
    elif turn != CHANCE:
        menus = {"moves": game.moves(state)}
    for rule, moves in menus.items():
        if sum(1 for _ in islice(moves, ENDLESS)) == ENDLESS:
            own = unwrap_game(game)
            raise BrokenRulesError(
                f"{type(own).__name__}.{rule} yields {ENDLESS:,} moves and more; {advice(own)}."
            )


def reason(game: Game, error: BaseException) -> tuple[str, str]:
    """What went wrong and, if the error came through the game's own file, the last line of it there."""
    modules = {cls.__module__ for cls in type(game).__mro__ if cls not in Game.__mro__}
    place = ""
    for frame, line in walk_tb(error.__traceback__):
        name = frame.f_globals.get("__name__", "")
        if name in modules or name.startswith(PREFIX):
            place = f"line {line} of {Path(frame.f_code.co_filename).name}"
    message = " ".join(f"{type(error).__name__}: {error}".split()).rstrip(".: ")
    return shorten(message, 160), place


def advice(game: Game) -> str:
    """What to do about broken rules."""
    from outwit.games import game_name, game_spec  # games find files, and files report faults

    spec = game_spec(game)
    return f"`outwit check{f' {spec}' if game_name(game) == spec else ''}` tells more"
