"""Which rule takes the time: each of a game's rules asked about many positions, compiled and interpreted."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple

from outwit.engine.compiler.codegen import whole
from outwit.engine.compiler.contract import Rule, rules_of
from outwit.engine.compiler.linker import Linked, sample_states
from outwit.engine.compiler.memory import set_word, word_at
from outwit.engine.compiler.questions import ENTRY, QUESTIONS, rule_answers
from outwit.engine.compiler.rules import compile_for
from outwit.engine.compiler.states import loader
from outwit.game import CHANCE, SIMULTANEOUS, Game, Move, State
from outwit.random import Generator

PURPOSE = "profile"
ENOUGH = 0.05
"""Seconds for which a rule is asked again and again, compiled."""
PATIENCE = 0.2
"""Seconds after which the interpreter is not asked again."""
NOTHING = -1
"""The question that no rule answers: what it takes is taken off all others."""

WHERE = {"chances": CHANCE, "moves_for": SIMULTANEOUS, "play_joint": SIMULTANEOUS}
"""The turn at which a rule is asked, where that is not any."""


class Cost(NamedTuple):
    """What one call of a rule takes, on average over positions of random games."""

    rule: str
    compiled: float
    """Seconds."""
    interpreted: float
    """Seconds."""
    positions: int
    """How many positions it was asked about."""


def profile(game: Game) -> list[Cost]:
    """What each rule of a game costs, as far as random games come to where it is asked.

    >>> from outwit.games import find_game
    >>> [cost.rule for cost in profile(find_game("nim"))]
    ['over', 'turn', 'moves', 'play', 'payoff']
    """
    program = compile_for(game, PURPOSE, build)
    layout = program.linked.layout
    states, _ = sample_states(game)
    room = 1 << 16
    answers = array("q", bytes(8 * room))
    costs = []
    for rule in rules_of(game):
        asked = [(state, which) for state in states for which in arguments_for(game, rule, state)]
        if not asked:
            continue
        words = array("q")
        for state, which in asked:
            given = which if isinstance(which, tuple) else (which,)
            words.extend((*layout.pack(state), *given, *[0] * (behind(game) - len(given))))
        at, to = words.buffer_info()[0], answers.buffer_info()[0]

        place = program.linked.data.address, at
        rest = len(asked), to, room
        empty = best_time(partial(program.call, *place, NOTHING, *rest), ENOUGH)
        full = best_time(partial(program.call, *place, QUESTIONS[rule.name], *rest), ENOUGH)
        plain = best_time(partial(interpret, game, rule, asked), PATIENCE)
        costs.append(Cost(rule.name, max(full - empty, 0.0) / len(asked), plain / len(asked), len(asked)))
    return costs


def behind(game: Game) -> int:
    """How many words stand behind each position: a move or a player, or a move of each player."""
    return game.players if game.simultaneous else 1


def build(linked: Linked) -> Any:
    """A function that asks a rule about many positions, each with what the rule is given behind it."""
    load, with_data, words = loader(linked.layout), linked.with_data, linked.layout.words
    answers, more = rule_answers(linked), behind(linked.game)

    def ask_all(data, at, question, count, to, room):
        game, total = with_data(data), 0
        for i in range(count):
            place = at + 8 * (words + more) * i
            for word in range(more):
                set_word(to, word, word_at(place, words + word))
            total ^= answers(game, load(place), question, word_at(place, words), to, room)
        return total

    return whole(ask_all, ENTRY, **linked.options)


def arguments_for(game: Game, rule: Rule, state: State) -> list[Move]:
    """The moves or players with which a search asks a rule about a state; none where it does not."""
    if rule.name in ("over", "key", "repetition_key"):
        return [0]
    if (rule.name == "payoff") != game.over(state):
        return []
    if rule.name == "payoff":
        return [0]
    turn = game.turn(state)
    if rule.name in WHERE and turn != WHERE[rule.name]:
        return []
    if rule.takes == "moves":
        return [tuple(next(iter(game.moves_for(state, player))) for player in range(game.players))]
    if rule.takes == "move" or rule.name == "moves":
        if turn == CHANCE:
            return [next(iter(game.chances(state)))[0]] if rule.name == "play" else []
        return [] if turn == SIMULTANEOUS else [next(iter(game.moves(state)))]
    return [0]


def interpret(game: Game, rule: Rule, asked: list[tuple[State, Move]]) -> None:
    """Ask a rule as Python has it."""
    question: Callable[..., Any] = getattr(game, rule.name)
    listed = rule.answer in ("moves", "outcomes")
    random = Generator(1)
    for state, which in asked:
        more = (which, random) if rule.draws else (which,) if rule.takes else ()
        answer = question(state, *more)
        if listed:
            list(answer)


def best_time(run: Callable[[], Any], seconds: float) -> float:
    """The seconds that something takes at best, tried for so long."""
    best, began = float("inf"), perf_counter()
    while perf_counter() - began < seconds or best == float("inf"):
        started = perf_counter()
        run()
        best = min(best, perf_counter() - started)
    return best
