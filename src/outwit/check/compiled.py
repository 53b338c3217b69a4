"""Do compiled rules do the same? Random games are played both ways, side by side.

A compiled rule has 64 bits where Python has as many as it takes, and some operators mean something else to a
compiler. All that a game answers is therefore asked twice, in states that random play comes to, with checks
of every index.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import fields
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from outwit.bits import ALL
from outwit.check.report import Broken
from outwit.check.values import Answer, alike, several, show
from outwit.check.visit import BrokenPromiseError, call_text, reason
from outwit.check.walk import finite, follow, move_names, walk
from outwit.engine.compiled_agent import load_compiler
from outwit.errors import OutwitError, join_names
from outwit.game import CHANCE, SIMULTANEOUS, Game, Move, State, defines, mix
from outwit.json_types import Json
from outwit.random import Generator

if TYPE_CHECKING:
    from outwit.engine.compiler.layout import Layout
    from outwit.engine.compiler.rules import Rules

PROMISE = "compiled rules do the same"

LISTING = ("moves", "moves_for", "noisy_moves", "chances")
"""The rules that list something."""

FIRST = 20
"""Games in which the range of every field is tried before anything is compiled."""

THOROUGH = 20
"""Games in which everything is asked in every state."""

SAMPLE = 0.1
"""The part of the states in which everything is asked in later games."""

LONG = 1000
"""After how many moves a game is left, for there are games without an end."""

SOME = 12
"""How many moves of a state are tried where there are more."""

MAKING = ("play", "play_joint", "determinize")
"""The rules that make a state, whose fields are compared one by one."""

Tell = Callable[[str, Json], None]
"""Hears what is about to happen: `compiled`, `game`, `move` and which, `ask` and what."""


class Task(NamedTuple):
    """How much is to be played both ways."""

    seed: int
    games: int
    seconds: float
    """How long it may take, compiling included."""


class Verdict(NamedTuple):
    """What came of it."""

    games: int = 0
    """How many games were played both ways."""
    reason: str = ""
    """Why the rules cannot be compiled, if so."""
    broken: Broken | None = None
    """The first difference."""
    left_out: str = ""
    """Why no game was played both ways, if time was too short: a sentence."""


def too_late(why: str) -> Verdict:
    """The verdict where time was too short to compare anything."""
    return Verdict(left_out=f"Compiled rules were not compared: {why}.")


class Raised(NamedTuple):
    """A question that was answered by an exception."""

    error: Exception


class Draws(NamedTuple):
    """A generator that is handed over with a question, anew to each who is asked."""

    seed: int

    def __str__(self) -> str:
        return f"Generator({self.seed})"


def compare(game: Game, task: Task, tell: Tell) -> Verdict:
    """Compile a game's rules, play games both ways, and give the first difference."""
    try:
        load_compiler()
    except OutwitError as error:
        return Verdict(reason=str(error))
    from outwit.engine.compiler.rules import compile_rules  # what compiles takes long to load

    deadline = perf_counter() + task.seconds
    comparison = Comparison(game, Generator(task.seed), tell)
    played = 0
    try:
        comparison.try_ranges(deadline)
        try:
            comparison.rules = compile_rules(game, boundscheck=True)
        except OutwitError as error:
            return Verdict(reason=str(error))
        tell("compiled", None)
        while played < task.games:
            tell("game", None)
            if not comparison.play(deadline, thorough=played < THOROUGH):
                break
            played += 1
    except BrokenPromiseError as breach:
        return Verdict(played, broken=comparison.report_breach(breach))
    return Verdict(played) if played else too_late("compiling them took all the time that was left")


class Comparison:
    """A game under way, played interpreted and watched compiled."""

    def __init__(self, game: Game, dice: Generator, tell: Tell) -> None:
        self.game = game
        self.rules: Rules
        self.dice = dice
        self.tell = tell
        self.state: State = None
        self.moves: list[Move] = []

    def report_breach(self, breach: BrokenPromiseError) -> Broken:
        """The difference just found, with the state and the way there."""
        return Broken(
            breach.promise, breach.sentence, show(self.state, 400), move_names(self.game, self.moves)
        )

    def try_ranges(self, deadline: float) -> None:
        """See that what is declared as 64 bits is no more, in some random games.

        Other numbers may be as large as they like: their game is not compiled then, and plays all the same.
        """
        from outwit.engine.compiler.layout import LayoutError, layout_of

        try:
            layout = layout_of(self.game.initial(), name=type(self.game.initial()).__name__)
        except LayoutError:
            return
        for _ in range(FIRST):
            self.state, self.moves = self.game.initial(), []
            for move in walk(self.game, self.dice, min(perf_counter() + 1, deadline)).moves[:LONG]:
                after = follow(self.game, self.state, move)
                for part, value in leaves(layout, after):
                    if part.kind == "Bits" and not 0 <= value <= ALL:
                        raise BrokenPromiseError(
                            PROMISE,
                            f"`{call_text('play', (self.state, move))}` makes {part.name} {value}, "
                            f"and Bits go "
                            "from 0 to 2**64 - 1; mask what leaves them, or use `outwit.bits.shift`.",
                        )
                self.state = after
                self.moves.append(move)

    def play(self, deadline: float, thorough: bool) -> bool:
        """Play a game at random, both ways; False if the deadline came before its end."""
        self.state, self.moves = self.game.initial(), []
        self.fits(self.state, "initial()")
        while len(self.moves) < LONG:
            if perf_counter() > deadline:
                return False
            if self.same("over"):
                for player in range(self.game.players):
                    self.same("payoff", player)
                break
            turn = self.same("turn")
            everything = thorough or self.dice.uniform() < SAMPLE
            if everything:
                self.try_hints()
            if turn == SIMULTANEOUS:
                menus = [self.same("moves_for", player) for player in range(self.game.players)]
                move = tuple(self.dice.choice(menu) for menu in menus)
                after = self.same("play_joint", move)
            else:
                move, after = self.act(turn, everything)
            self.tell("move", move)
            self.moves.append(move)
            self.state = after
        return True

    def act(self, turn: int, everything: bool) -> tuple[Move, State]:
        """Ask for the moves, and play one of them or, of everything, some; give the last and what follows."""
        if turn == CHANCE:
            chances = self.same("chances")
            options = [outcome for outcome, _ in chances]
            move = self.dice.weighted(chances)
        else:
            options = self.same("moves")
            move = self.dice.choice(options)
        if everything:
            others = [option for option in options if option != move]
            self.dice.shuffle(others)
            for other in others[:SOME]:
                self.same("play", other)
                if turn != CHANCE:
                    self.try_move(other)
            if turn != CHANCE:
                self.try_move(move)
        return move, self.same("play", move)

    def try_hints(self) -> None:
        """Ask what a search wants to know of a state."""
        for player in range(self.game.players):
            for method in ("bounds", "evaluate", "features"):
                if defines(self.game, method):
                    self.same(method, player)
        for method in ("key", "repetition_key", "noisy_moves", "passed", "urgent"):
            if defines(self.game, method):
                self.same(method)
        for player in range(self.game.players) if self.game.hidden else ():
            self.same("observation", player)
            self.same("determinize", player, Draws(self.dice.word()))

    def try_move(self, move: Move) -> None:
        """Ask what a search wants to know of a move."""
        for method in ("order", "noisy", "gain", "late", "irreversible"):
            if defines(self.game, method):
                self.same(method, move)

    def same(self, method: str, *more: object) -> Answer:
        """The answer to a question that is put both ways."""
        call = f"{method}(state{''.join(f', {each}' for each in more)})"
        mine = self.answer_of(self.game, method, more)
        if method in MAKING and not isinstance(mine, Raised):
            self.fits(mine, call)
        self.tell("ask", call)
        compiled = self.answer_of(self.rules, method, more)
        if isinstance(mine, Raised) or isinstance(compiled, Raised):
            if type(mine) is not type(compiled):
                raise BrokenPromiseError(PROMISE, self.apart(call, mine, compiled))
            raise BrokenPromiseError(
                f"{method} does not raise",
                f"`{call}` raised {reason(self.game, mine.error)}; expected an answer.",
            )
        if method in MAKING:
            fields = [
                part.name
                for (part, one), (_, other) in zip(
                    leaves(self.rules.layout, mine), leaves(self.rules.layout, compiled), strict=True
                )
                if not close(one, other)
            ]
            if fields:
                sentence = self.apart(call, mine, compiled).removesuffix(".")
                raise BrokenPromiseError(PROMISE, f"{sentence}: another {join_names(fields, 'and')}.")
        elif method == "observation":
            if mix(mine) != compiled:
                sentence = f"`{call}` gives {show(mine)} interpreted and something else compiled."
                raise BrokenPromiseError(PROMISE, sentence)
        elif not close(plain(method, mine), plain(method, compiled)):
            raise BrokenPromiseError(PROMISE, self.apart(call, mine, compiled))
        return mine

    def answer_of(self, rules: Game | Rules, method: str, more: tuple[object, ...]) -> Answer:
        """What one of the two answers."""
        try:
            given = (Generator(each.seed) if isinstance(each, Draws) else each for each in more)
            answer = getattr(rules, method)(self.state, *given)
            return finite(answer) if method in LISTING else answer
        except Exception as error:  # rules may raise anything, and both versions must raise the same
            return Raised(error)

    def apart(self, call: str, mine: object, compiled: object) -> str:
        """The sentence for two answers that should be the same."""
        said = [
            f"raises {reason(self.game, answer.error)}"
            if isinstance(answer, Raised)
            else f"gives {several(answer) if isinstance(answer, list) else show(answer)}"
            for answer in (mine, compiled)
        ]
        both = said[0].startswith("gives") and said[1].startswith("gives")
        return (
            f"`{call}` {said[0]} interpreted and {said[1].removeprefix('gives ' if both else '')} compiled."
        )

    def fits(self, state: State, call: str) -> None:
        """See that compiled rules can hold a state."""
        from outwit.engine.compiler.layout import LayoutError

        layout = self.rules.layout
        try:
            kept = layout.unpack(iter(layout.pack(state)))
        except (LayoutError, TypeError, ValueError) as error:
            raise BrokenPromiseError(
                PROMISE, f"`{call}` gives a state that compiled rules cannot hold: {error}"
            ) from error
        if not alike(kept, state):
            raise BrokenPromiseError(
                PROMISE, f"`{call}` gives {show(state)}, of which compiled rules keep {show(kept)}."
            )


def leaves(layout: Layout, value: Answer) -> Iterator[tuple[Layout, Answer]]:
    """The numbers in a state, each with its place; none where the state is of another shape."""
    if layout.kind == "optional":
        yield from leaves(layout.parts[0], value) if value is not None else ()
    elif layout.kind != "tuple":
        yield layout, value
    elif layout.cls and not isinstance(value, tuple) and isinstance(value, layout.cls):
        for part, field in zip(layout.parts, fields(value), strict=True):
            yield from leaves(part, getattr(value, field.name))
    elif isinstance(value, tuple) and (layout.varying or len(value) == len(layout.parts)):
        for part, item in zip(layout.parts, value, strict=False):
            yield from leaves(part, item)


def plain(method: str, answer: Answer) -> Answer:
    """An answer as far as it matters: the truth of a truth, 64 bits of a key."""
    if method in ("over", "noisy", "urgent", "irreversible"):
        return bool(answer)
    if method in ("key", "repetition_key"):
        return answer & ALL
    if method == "late":
        return int(answer)
    return tuple(answer) if method == "features" else answer


def close(one: Answer, other: Answer) -> bool:
    """Are two answers the same, but for the last digits of reals?"""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(close, one, other))
    if isinstance(one, float) or isinstance(other, float):
        return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-12) or (one != one and other != other)
    return alike(one, other)
