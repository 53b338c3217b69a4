"""What compiled rules can be asked, and the machine code that answers."""

from __future__ import annotations

from typing import Any

from numba import types

from outwit.engine.compiler.codegen import inline, part, recursion, whole
from outwit.engine.compiler.contract import RULES, Answer, Rule, is_given, rules_of, takes_turns
from outwit.engine.compiler.generator import generator_at
from outwit.engine.compiler.linker import Linked
from outwit.engine.compiler.memory import fresh_word_at, set_real, set_word, word_at
from outwit.engine.compiler.states import loader, storer
from outwit.engine.compiler.value_hash import hash_value
from outwit.game import CHANCE, SIMULTANEOUS, Game

WORD = types.int64

PERFT, PERFT_PLAYED, WORLDS = "perft", "perft played", "worlds"
QUESTIONS = {name: number for number, name in enumerate((*RULES, PERFT, PERFT_PLAYED, WORLDS))}
"""What compiled rules can be asked, by number: each rule; how many ways there are to play, where the last
moves are counted in bulk or each of them is played; many worlds."""

STOP, COUNTED = 0, 1
"""Where a count finds that it is to stop, and says how far it is: words at the address that it is given."""

MOST_AT_ONCE = 1 << 20
"""Where players can choose at once in so many ways or more, each is played: sums must stay within 64 bits."""

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
        "perft": counter(linked),
        "set_real": set_real,
        "set_word": set_word,
        "store": storer(linked.layout),
        "word_at": word_at,
    }
    for question, bulk in ((PERFT, 1), (PERFT_PLAYED, 0)):
        source.append(f"    if question == {QUESTIONS[question]}:")
        source.append(f"        return perft(game, state, which, {bulk}, to)")
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
    """The compiled function that counts the ways to play so many moves, or leaf nodes.

    What chance may bring counts as a move, and so does a choice of all players at once. With `bulk` the last
    moves of all are counted and not played. At an address it finds whether to stop, and says there how much
    it has counted.
    """
    kinds = (linked.self_type, linked.layout.type, WORD, WORD, WORD)
    game = linked.game
    source = [
        "def perft(game, state, depth, bulk, control):",
        "    if depth == 0:",
        "        return 1",
        "    if depth > 1 and fresh_word_at(control, STOP) != 0:",
        "        return 0",
        "    total = 0",
        "    if not game.over(state):",
    ]
    ways = {"CHANCE": chance_lines() if game.stochastic else (), "SIMULTANEOUS": joint_lines(game)}
    test = "if"
    if any(ways.values()):
        source.append("        turn = int(game.turn(state))")
    for turn, lines in ways.items():
        if lines:
            source.append(f"        {test} turn == {turn}:")
            source += [f"            {line}" for line in lines]
            test = "elif"
    if takes_turns(game):
        source.append("        else:" if test == "elif" else "        if True:")
        source += [f"            {line}" for line in lone_lines("for move in game.moves(state):")]
    source += [
        "    if depth == 2:",
        "        set_word(control, COUNTED, word_at(control, COUNTED) + total)",
        "    return total",
    ]
    names: dict[str, Any] = {
        "CHANCE": CHANCE,
        "COUNTED": COUNTED,
        "MOST_AT_ONCE": MOST_AT_ONCE,
        "SIMULTANEOUS": SIMULTANEOUS,
        "STOP": STOP,
        "again": recursion(WORD(*kinds)),
        "fresh_word_at": fresh_word_at,
        "set_word": set_word,
        "word_at": word_at,
    }
    exec("\n".join(source), names)  # who ever acts in the game decides what is compiled
    inner = part(names["perft"], **linked.options)
    inner.compile(kinds)
    return inner


def lone_lines(loop: str) -> tuple[str, ...]:
    """How the moves of one player are counted, or what may happen by chance, in a loop over them."""
    return (
        "if bulk != 0 and depth == 1:",
        f"    {loop}",
        "        total += 1",
        "else:",
        f"    {loop}",
        "        total += again(game, game.play(state, int(move)), depth - 1, bulk, control)",
    )


def chance_lines() -> tuple[str, ...]:
    """How the outcomes of chance are counted, whatever their probability."""
    return lone_lines("for move, share in game.chances(state):")


def joint_lines(game: Game) -> tuple[str, ...]:
    """How the choices of all players at once are counted: in bulk, as the product of what each can choose."""
    if not game.simultaneous:
        return ()
    seats = range(game.players)
    lines = ["many = 0", "if bulk != 0 and depth == 1:", "    many = 1"]
    for seat in seats:
        lines += [
            "    own = 0",
            f"    for move in game.moves_for(state, {seat}):",
            "        own += 1",
            "    many = min(many * min(own, MOST_AT_ONCE), MOST_AT_ONCE)",
        ]
    lines += ["    if many < MOST_AT_ONCE:", "        total += many", "if many == 0 or many == MOST_AT_ONCE:"]
    for seat in seats:
        lines.append(f"{'    ' * (seat + 1)}for move{seat} in game.moves_for(state, {seat}):")
    moves = "".join(f"int(move{seat}), " for seat in seats)
    after = f"game.play_joint(state, ({moves}))"
    lines.append(f"{'    ' * (len(seats) + 1)}total += again(game, {after}, depth - 1, bulk, control)")
    return tuple(lines)
