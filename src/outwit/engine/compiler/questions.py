"""What compiled rules can be asked, and the machine code that answers."""

from __future__ import annotations

from typing import Any

from numba import types

from outwit.engine.compiler.codegen import inline, part, recursion, whole
from outwit.engine.compiler.contract import RULES, Answer, Rule, is_given, rules_of
from outwit.engine.compiler.generator import generator_at
from outwit.engine.compiler.linker import Linked
from outwit.engine.compiler.memory import set_real, set_word, word_at
from outwit.engine.compiler.states import loader, storer
from outwit.engine.compiler.value_hash import hash_value

WORD = types.int64

PERFT, WORLDS = "perft", "worlds"
QUESTIONS = {name: number for number, name in enumerate((*RULES, PERFT, WORLDS))}
"""What compiled rules can be asked, by number: each rule, how many ways there are to play, many worlds."""

ENTRY = WORD(WORD, WORD, WORD, WORD, WORD, WORD)
"""What Python calls: data, state, question, move or player or depth, where to answer, for how many words."""


def build_rules(linked: Linked) -> Any:
    """All questions about the rules of a linked game as one compiled function that Python can call."""
    load, with_data = loader(linked.layout), linked.with_data
    answers = rule_answers(linked)

    def answer(data, at, question, which, to, room):
        return answers(with_data(data), load(at), question, which, to, room)

    return whole(answer, ENTRY, **linked.options)


def rule_answers(linked: Linked) -> Any:
    """The compiled function that answers what can be asked of a linked game's rules."""
    source = ["def answers(game, state, question, which, to, room):"]
    for rule in rules_of(linked.game):
        source.append(f"    if question == {QUESTIONS[rule.name]}:")
        source += [f"        {line}" for line in answer_lines(rule, linked)]
    if is_given(linked.game, RULES["determinize"]):
        source.append(f"    if question == {QUESTIONS[WORLDS]}:")
        source += [f"        {line}" for line in world_lines(linked)]
    names = {
        "generator_at": generator_at,
        "hash_value": hash_value,
        "set_real": set_real,
        "set_word": set_word,
        "store": storer(linked.layout),
        "word_at": word_at,
    }
    if not linked.game.simultaneous:
        names["perft"] = counter(linked)
        source.append(f"    if question == {QUESTIONS[PERFT]}:")
        source.append("        return perft(game, state, which)")
    source.append("    return 0")
    # Only the rules that the game has: numba compiles every branch.
    exec("\n".join(source), names)
    return inline(names["answers"], **linked.options)


def world_lines(linked: Linked) -> tuple[str, ...]:
    """How many worlds get to where Python finds them, behind them the state of the generator."""
    size = 8 * linked.layout.words
    return (
        f"random = generator_at(to + {size} * room)",
        "for world in range(room):",
        f"    store(to + {size} * world, game.determinize(state, which, random))",
        "return 0",
    )


def answer_lines(rule: Rule, linked: Linked) -> tuple[str, ...]:
    """How the answer of a rule gets to where Python finds it, as lines of a function.

    A rule that draws finds the state of its generator behind the room for its answer, and one that takes a
    move of each player finds them where its answer is to stand.
    """
    call = f"game.{rule.name}({rule.arguments})"
    given: tuple[str, ...] = ()
    if rule.draws:
        given = (f"random = generator_at(to + {8 * linked.layout.words})",)
    elif rule.takes == "moves":
        given = (f"moves = ({''.join(f'word_at(to, {seat}), ' for seat in range(linked.game.players))})",)
    ways: dict[Answer, tuple[str, ...]] = {
        "truth": (f"return 1 if {call} else 0",),
        "whole": (f"return int({call})",),
        "number": (f"set_real(to, 0, float({call}))", "return 0"),
        "pair": (
            f"low, high = {call}",
            "set_real(to, 0, float(low))",
            "set_real(to, 1, float(high))",
            "return 0",
        ),
        "numbers": (
            f"numbers = {call}",
            f"for i in range({len(linked.game.weights)}):",
            "    set_real(to, i, float(numbers[i]))",
            "return 0",
        ),
        "moves": (
            "count = 0",
            f"for move in {call}:",
            "    if count == room:",
            "        return count + 1",
            "    set_word(to, count, int(move))",
            "    count += 1",
            "return count",
        ),
        "outcomes": (
            "count = 0",
            f"for outcome, share in {call}:",
            "    if 2 * count + 1 >= room:",
            "        return count + 1",
            "    set_word(to, 2 * count, int(outcome))",
            "    set_real(to, 2 * count + 1, float(share))",
            "    count += 1",
            "return count",
        ),
        "state": (f"store(to, {call})", "return 0"),
        "knowledge": (f"return hash_value({call})",),
    }
    return (*given, *ways[rule.answer])


def counter(linked: Linked) -> Any:
    """The compiled function that counts the ways to play so many moves."""
    kinds = (linked.self_type, linked.layout.type, WORD)
    again = recursion(WORD(*kinds))

    def perft(game, state, depth):
        if depth == 0:
            return 1
        total = 0
        if not game.over(state):
            for move in game.moves(state):
                total += again(game, game.play(state, int(move)), depth - 1)
        return total

    inner = part(perft, **linked.options)
    inner.compile(kinds)
    return inner
