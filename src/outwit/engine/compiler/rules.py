"""A game's rules as machine code, and what it takes to get there."""

from __future__ import annotations

import gc
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numba import types

from outwit.bits import ALL
from outwit.engine.compiler import cache
from outwit.engine.compiler.contract import RULES, Rule, is_given, refuse_unless_depth, rules_of
from outwit.engine.compiler.digest import digest
from outwit.engine.compiler.errors import check_answer, explain_errors, refuse_circle, state_error
from outwit.engine.compiler.generator import GENERATOR
from outwit.engine.compiler.layout import LayoutError
from outwit.engine.compiler.linker import Linked
from outwit.engine.compiler.progress import announce_while
from outwit.engine.compiler.questions import PERFT, PERFT_PLAYED, QUESTIONS, WORLDS, build_rules
from outwit.errors import BadOptionError, CompileError, UnsuitableError
from outwit.faults import COMPILED
from outwit.game import CHANCE, SIMULTANEOUS, Game, State, defines, mix, options
from outwit.random import Generator

WORD = types.int64

PURPOSE = "rules"
"""What the file of compiled rules is for, to the cache."""

ROOM = 64
"""How many moves there is room for at first."""

ENDLESS = 1 << 24
"""How many moves are taken to have no end."""


class Rules:
    """The rules of a game, compiled: they take and give the same states as the game itself.

    What the game leaves to the contract's defaults is answered by those. An exception that a compiled rule
    raises comes through; a state that does not fit into 64 bits a field is refused by the field's name.
    """

    def __init__(self, program: Compiled) -> None:
        self.game = program.linked.game
        self.layout = program.linked.layout
        self.data = program.linked.data
        self.call = program.call

    def ask(
        self, question: str, state: State, which: int = 0, room: int = 2, given: Sequence[int] = ()
    ) -> tuple[int, array[int]]:
        """What the compiled rules answer: a number, and the words that they wrote.

        What is `given` they find where their answer is to stand.
        """
        words = array("q", self.layout.pack(state))
        answers = array("q", given) + array("q", bytes(8 * (room - len(given))))
        at, to = words.buffer_info()[0], answers.buffer_info()[0]
        number = QUESTIONS[question]
        return int(self.call(self.data.address, at, number, which, to, room)), answers

    def reals(self, question: str, state: State, which: int, count: int) -> list[float]:
        """The reals that the compiled rules answer."""
        answers = self.ask(question, state, which, room=count)[1]
        return list(array("d", answers.tobytes()))

    def over(self, state: State) -> bool:
        """Is the game finished?"""
        return self.ask("over", state)[0] != 0

    def turn(self, state: State) -> int:
        """The player to act, or `CHANCE`, or `SIMULTANEOUS`."""
        return self.ask("turn", state)[0]

    def moves(self, state: State) -> list[int]:
        """The legal moves of whoever is to act."""
        if not self.knows("moves"):
            return list(self.game.moves(state))
        return self.list_moves("moves", state)

    def moves_for(self, state: State, player: int) -> list[int]:
        """The moves that a player can choose from."""
        if not self.knows("moves_for"):
            return list(self.game.moves_for(state, player))
        return self.list_moves("moves_for", state, player)

    def noisy_moves(self, state: State) -> list[int]:
        """The moves that are noisy."""
        if not defines(self.game, "noisy_moves"):
            return [move for move in self.moves(state) if self.noisy(state, move)]
        return self.list_moves("noisy_moves", state)

    def list_moves(self, question: str, state: State, which: int = 0) -> list[int]:
        """The moves that a rule yields."""
        room = ROOM
        while True:
            count, moves = self.ask(question, state, which, room)
            if count <= room:
                return list(moves[:count])
            room *= 8
            if room > ENDLESS:
                raise OverflowError(f"`{question}` yields {ENDLESS:,} moves and more")

    def chances(self, state: State) -> list[tuple[int, float]]:
        """What can happen by chance, with its probability."""
        room = ROOM
        while True:
            count, words = self.ask("chances", state, room=2 * room)
            if count <= room:
                shares = array("d", words.tobytes())
                return [(words[2 * i], shares[2 * i + 1]) for i in range(count)]
            room *= 8
            if room > ENDLESS:
                raise OverflowError(f"`chances` yields {ENDLESS:,} outcomes and more")

    def play(self, state: State, move: int) -> State:
        """The state after a move or, where chance acts, after an outcome."""
        if not self.knows("play"):
            return self.game.play(state, move)
        words = self.ask("play", state, move, room=self.layout.words)[1]
        return self.layout.unpack(iter(words))

    def play_joint(self, state: State, moves: tuple[int, ...]) -> State:
        """The state after all players have chosen at once, a move for each."""
        if not self.knows("play_joint"):
            return self.game.play_joint(state, moves)
        room = max(self.layout.words, len(moves))
        return self.layout.unpack(iter(self.ask("play_joint", state, room=room, given=moves)[1]))

    def payoff(self, state: State, player: int) -> float:
        """The final result for a player."""
        return self.reals("payoff", state, player, 1)[0]

    def bounds(self, state: State, player: int) -> tuple[float, float]:
        """The least and the greatest payoff that the player can still come to."""
        if not defines(self.game, "bounds"):
            return self.game.bounds(state, player)
        low, high = self.reals("bounds", state, player, 2)
        return low, high

    def evaluate(self, state: State, player: int) -> float:
        """An estimate of `payoff`; without one, from the compiled features."""
        if defines(self.game, "evaluate"):
            return self.reals("evaluate", state, player, 1)[0]
        if not defines(self.game, "features"):
            return self.game.evaluate(state, player)
        weights = self.game.weights
        sums = [
            sum(w * f for w, f in zip(weights, self.features(state, each), strict=True))
            for each in range(self.game.players)
        ]
        own = sums.pop(player)
        return own - sum(sums) / len(sums) if sums else own

    def features(self, state: State, player: int) -> Sequence[float]:
        """The numbers that a linear `evaluate` weighs."""
        if not defines(self.game, "features"):
            return self.game.features(state, player)
        return self.reals("features", state, player, len(self.game.weights))

    def order(self, state: State, move: int) -> float:
        """How promising a move looks."""
        if not defines(self.game, "order"):
            return self.game.order(state, move)
        return self.reals("order", state, move, 1)[0]

    def noisy(self, state: State, move: int) -> bool:
        """Would a search be misled if it stopped just before this move?"""
        if not defines(self.game, "noisy"):
            return self.game.noisy(state, move)
        return self.ask("noisy", state, move)[0] != 0

    def key(self, state: State) -> int:
        """A 64-bit hash of the state, without a sign."""
        if not defines(self.game, "key"):
            return self.game.key(state)
        return self.ask("key", state)[0] & ALL

    def gain(self, state: State, move: int) -> float:
        """The most that a noisy move can add to the estimate."""
        if not defines(self.game, "gain"):
            return self.game.gain(state, move)
        return self.reals("gain", state, move, 1)[0]

    def urgent(self, state: State) -> bool:
        """Must a search look one move further here?"""
        if not defines(self.game, "urgent"):
            return self.game.urgent(state)
        return self.ask("urgent", state)[0] != 0

    def late(self, state: State, move: int) -> int:
        """How much less deep may a search look behind this move?"""
        if not defines(self.game, "late"):
            return self.game.late(state, move)
        return self.ask("late", state, move)[0]

    def passed(self, state: State) -> State:
        """The state with the turn given up."""
        if not defines(self.game, "passed"):
            return self.game.passed(state)
        return self.layout.unpack(iter(self.ask("passed", state, room=self.layout.words)[1]))

    def repetition_key(self, state: State) -> int:
        """What repetition compares, without a sign."""
        if not defines(self.game, "repetition_key"):
            return self.key(state)
        return self.ask("repetition_key", state)[0] & ALL

    def irreversible(self, state: State, move: int) -> bool:
        """Does this move make it impossible that an earlier position comes again?"""
        if not defines(self.game, "irreversible"):
            return self.game.irreversible(state, move)
        return self.ask("irreversible", state, move)[0] != 0

    def stalemate(self, state: State, player: int) -> float:
        """The result for a player where repetition forbids every move."""
        if not defines(self.game, "stalemate"):
            return self.game.stalemate(state, player)
        return self.reals("stalemate", state, player, 1)[0]

    def observation(self, state: State, player: int) -> int:
        """What a player knows, as the 64-bit hash of it that `outwit.game.mix` gives."""
        if not self.knows("observation"):
            return mix(self.game.observation(state, player))
        return self.ask("observation", state, player)[0] & ALL

    def determinize(self, state: State, player: int, random: Generator) -> State:
        """A full state drawn from those that the player cannot tell from this one."""
        if not self.knows("determinize"):
            return self.game.determinize(state, player, random)
        return self.layout.unpack(iter(self.draw_worlds("determinize", state, player, random, 1)[0]))

    def worlds(self, state: State, player: int, seed: int, many: int) -> list[State]:
        """Many such states: what `determinize` draws one after the other by a generator of that seed."""
        return [self.layout.unpack(iter(words)) for words in self.world_words(state, player, seed, many)]

    def world_words(self, state: State, player: int, seed: int, many: int) -> Any:
        """The same as an array of words, a row a world, for whoever reads only some of them."""
        if not self.knows("determinize"):
            raise UnsuitableError(f"{type(self.game).__name__} has no `determinize` that draws worlds.")
        if many < 0:
            raise BadOptionError(f"{many} worlds cannot be drawn; give 0 or more.")
        return self.draw_worlds(WORLDS, state, player, Generator(seed), many)

    def draw_worlds(self, question: str, state: State, player: int, random: Generator, many: int) -> Any:
        """An array with a world a row, drawn by a generator that goes on from there afterwards."""
        words = array("q", self.layout.pack(state))
        answers = np.zeros(self.layout.words * many + 1, dtype=np.int64)
        answers[-1:].view(np.uint64)[0] = random.state
        number, to = QUESTIONS[question], int(answers.ctypes.data)
        self.call(self.data.address, words.buffer_info()[0], number, player, to, many)
        random.state = int(answers[-1]) & ALL
        return answers[:-1].reshape(many, self.layout.words)

    def knows(self, name: str) -> bool:
        """Is a rule, such as one about what is hidden, among those that are compiled?"""
        return is_given(self.game, RULES[name])

    def perft(self, state: State, depth: int, bulk: bool = True, control: array[int] | None = None) -> int:
        """How many ways there are to play so many moves; games that end before are not among them.

        The last moves are counted and, without `bulk`, also played. What may happen by chance is a move here,
        and so is what all players choose at once. Nothing interrupts it but another thread that sets the
        first word of `control`; then the answer is of no use. `outwit.perft` can be interrupted.

        >>> from outwit.games import find_game
        >>> game = find_game("tictactoe")
        >>> compile_rules(game).perft(game.initial(), 5)
        15120
        """
        refuse_unless_depth(depth)
        words = array("q", self.layout.pack(state))
        to = array("q", (0, 0)) if control is None else control
        at, number = words.buffer_info()[0], QUESTIONS[PERFT if bulk else PERFT_PLAYED]
        return int(self.call(self.data.address, at, number, depth, to.buffer_info()[0], len(to)))


def compile_rules(game: Game, **options: Any) -> Rules:
    """The compiled rules of a game; raises a `CompileError` that names function, line and reason."""
    return Rules(compile_for(game, PURPOSE, build_rules, **options))


class Compiled:
    """A function compiled for a game, with what it needs to be called."""

    def __init__(self, linked: Linked, call: Callable[..., Any], name: str) -> None:
        self.linked = linked
        self.entry = call
        self.name = name
        """Its name in the cache."""
        self.choices: WeakKeyDictionary[Any, Any] = WeakKeyDictionary()
        """The enhancements that were found to help, for each game's data on which they have been tried."""

    def call(self, *question: Any) -> Any:
        """What the machine code answers; an exception of the rules comes through, with a note."""
        try:
            return self.entry(*question)
        except Exception as error:  # rules may raise anything
            error.add_note(COMPILED)
            raise


def compile_for(
    game: Game, purpose: str, build: Callable[[Linked], Any], hidden: bool = True, **options: Any
) -> Compiled:
    """The function that `build` makes of a game, from the cache or compiled now.

    Rules about what is `hidden` must compile only where they are needed.
    """
    linked = link(game, **options)
    name = digest(linked, purpose)
    with pause_collection(leaving=False):
        call = cache.load(name)
    if call is None:
        cache.refuse_unless_making(purpose)
        with (
            pause_collection(leaving=True),
            announce_while(f"Compiling {type(game).__name__} for {purpose.split()[0]} ..."),
            cache.alone(name),
        ):
            call = cache.load(name) or compile_now(linked, build, name, hidden)
    return Compiled(linked, call, name)


def compile_now(
    linked: Linked, build: Callable[[Linked], Any], name: str, hidden: bool
) -> Callable[..., Any]:
    """What `build` makes of a game, kept in the cache under that name."""
    prepare(linked, hidden)
    dispatcher = build_together(linked, build)
    cache.save(name, dispatcher)
    [result] = dispatcher.overloads.values()
    call: Callable[..., Any] = result.entry_point
    return call


def build_together(linked: Linked, build: Callable[[Linked], Any]) -> Any:
    """What `build` makes of rules that compile one by one, or the reason why they do not go together."""
    with explain_errors(linked):
        return build(linked)


def link(game: Game, **options: Any) -> Linked:
    """A game ready to be compiled, or the reason why it cannot be."""
    try:
        linked = Linked(game, **options)
        for state in linked.samples:
            linked.layout.pack(state)
        refuse_wrong_moves(game, linked.samples)
        if linked.fault is not None:
            raise linked.fault
    except LayoutError as error:
        raise state_error(error, game) from error
    return linked


def refuse_wrong_moves(game: Game, states: list[State]) -> None:
    """Refuse moves, or outcomes, that are no whole numbers of 64 bits."""
    for state in states:
        if game.over(state):
            continue
        turn = game.turn(state)
        kind = "outcome" if turn == CHANCE else "move"
        rule = {CHANCE: "chances", SIMULTANEOUS: "moves_for"}.get(turn, "moves")
        for move in options(game, state):
            if not isinstance(move, int | np.integer) or not -(1 << 63) <= move < 1 << 63:
                raise LayoutError(
                    f"the {kind} {move!r} is no whole number of 64 bits; number the {kind}s.", rule=rule
                )


def prepare(linked: Linked, hidden: bool = True) -> None:
    """Compile each rule by itself, so that a complaint is about one of them; all are told at once."""
    found: dict[str, CompileError] = {}
    for rule in rules_of(linked.game, hidden):
        try:
            prepare_rule(linked, rule)
        except CompileError as error:
            function, _, _ = str(error).partition(",")
            found.setdefault(function, error)
    if found:
        first, *_ = found.values()
        raise CompileError(" ".join(map(str, found.values()))) from first.__cause__


def prepare_rule(linked: Linked, rule: Rule) -> None:
    """Compile a rule, or raise a `CompileError` about it."""
    function = getattr(type(linked.game), rule.name)
    refuse_circle(linked, function)
    with explain_errors(linked, function):
        more: tuple[Any, ...] = (WORD, GENERATOR) if rule.draws else (WORD,) if rule.takes else ()
        if rule.takes == "moves":
            more = (types.UniTuple(WORD, linked.game.players),)
        taken = (linked.self_type, linked.layout.type, *more)
        check_answer(linked, rule.name, function, linked.compile(function, taken))


@contextmanager
def pause_collection(leaving: bool) -> Iterator[None]:
    """Let no garbage be collected: the compiler makes so many objects that looking for it takes longest.

    What it leaves for good is not looked through afterwards either: to do so takes up to a second, in the
    middle of whatever somebody has a clock running for. If it is `leaving` garbage as well, that goes first.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            if leaving:
                gc.collect()
            gc.freeze()
            gc.enable()
