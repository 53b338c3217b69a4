"""Monte Carlo tree search in machine code: `outwit.search.mcts` again, draw for draw, node for node."""

from __future__ import annotations

from typing import Any

from outwit.engine.compiler.codegen import apart, inline, whole
from outwit.engine.compiler.linker import Linked
from outwit.engine.compiler.memory import (
    atomic_add,
    atomic_add_real,
    fresh_word_at,
    publish,
    real_at,
    set_real,
    set_word,
    unlikely,
    word_at,
)
from outwit.engine.compiler.splitmix import uniform
from outwit.engine.compiler.states import loader
from outwit.engine.kernels.alphabeta import ENTRY
from outwit.engine.kernels.bindings import rule_bindings
from outwit.engine.kernels.control_block import At
from outwit.engine.kernels.limits import must_halt, visit
from outwit.engine.kernels.mcts_expansion import BROKEN_OFF, GROWN, expander
from outwit.engine.kernels.mcts_nodes import (
    CEILING,
    CLAIMED,
    COUNT,
    FIRST,
    LONGEST_PATH,
    MOVE,
    PARALLEL,
    PRIOR,
    PROVED,
    SOLVING,
    SQUARES,
    SURE,
    TOTALS,
    TURN,
    VISITS,
    words_of,
)
from outwit.engine.kernels.mcts_proofs import knower
from outwit.engine.kernels.mcts_selection import follower, selector
from outwit.engine.kernels.repetition import noter, path
from outwit.engine.kernels.rollout import DICE, ender, many_values, player_out, stander
from outwit.game import CHANCE, defines

NODES, NEXT_LOOK, STOP, ABORTED, SWITCHES, RANDOM = (
    at.value for at in (At.NODES, At.NEXT_LOOK, At.STOP, At.ABORTED, At.SWITCHES, At.RANDOM)
)
ROOT, TREE_SIZE, PATH, VALUES = (at.value for at in (At.ROOT, At.TREE_SIZE, At.PATH, At.VALUES))
SIMULATIONS, SIMULATION_LIMIT, DEEPEST = (
    at.value for at in (At.SIMULATIONS, At.SIMULATION_LIMIT, At.DEEPEST)
)

LINE = -1
"""A depth that asks for something else than simulations: what is expected to follow a node."""


def build(linked: Linked) -> Any:
    """Monte Carlo tree search for a linked game, compiled, as a function that Python can call."""
    load, with_data = loader(linked.layout), linked.with_data
    simulate, follow = simulator(linked), follower(linked)
    rules = rule_bindings(linked)
    way = path(linked, rules)
    note, begin = noter(linked, rules, way), way.begin

    def enter(data, at, depth, alpha, beta, control):
        if depth == LINE:
            return float(follow(at, control))
        game, state = with_data(data), load(at)
        if note(game, state, control):
            return 0.0
        begin(game, state, False, control)
        root = word_at(control, ROOT)
        limit = word_at(control, SIMULATION_LIMIT)
        done = word_at(control, SIMULATIONS)
        while done < limit and word_at(root, PROVED) != SURE and word_at(control, ABORTED) == 0:
            nodes, draws = word_at(control, NODES), word_at(control, RANDOM)
            if unlikely(nodes >= word_at(control, NEXT_LOOK)) and must_halt(control, nodes):
                break
            if unlikely(fresh_word_at(control, STOP) != 0):
                break
            if unlikely(not simulate(game, state, control)):
                set_word(control, NODES, nodes)
                set_word(control, RANDOM, draws)
                break
            done += 1
            set_word(control, SIMULATIONS, done)
        return 0.0

    return whole(enter, ENTRY, **linked.options)


def simulator(linked: Linked) -> Any:
    """The function that makes one simulation: down the tree, one position further, a rollout, and back.

    It says whether the simulation came to its end. Where the budget ran out, the tree is as it was before.
    """
    values = many_values(linked.game)
    worths = TOTALS + values
    size = 8 * words_of(values)
    play_out, pay = player_out(linked), ender(linked)
    expand, select, know = expander(linked), selector(linked), knower(linked)
    rules, stand = rule_bindings(linked), stander(linked)
    bounds_of, bounded = rules.bounds_of, values == 1 and defines(linked.game, "bounds")
    way, stochastic = path(linked, rules), bool(linked.game.stochastic)
    counts, follow, follow_chance, stuck = way.counts, way.follow, way.follow_chance, way.stuck

    def settle(game, state, ply, again, node, control):
        """What comes of a position that has not been visited before; False if the budget has run out."""
        found = word_at(control, VALUES)
        over = game.over(state)
        closed = False
        if counts:
            closed = not over and (again or stuck(game, state, ply, control))
        if over or closed:
            if not visit(control):
                return False
            if over:
                pay(game, state, control)
            else:
                stand(game, state, again, control)
            for player in range(values):
                set_real(node, worths + player, real_at(found, player))
            publish(node, PROVED, SURE)
            return True
        set_word(node, TURN, int(game.turn(state)))
        if bounded and word_at(control, SWITCHES) & SOLVING:
            low, high = bounds_of(game, state, control)
            if low >= high:
                if not visit(control):
                    return False
                set_real(node, worths, low)
                publish(node, PROVED, SURE)
                set_real(found, 0, low)
                return True
            set_real(node, CEILING, high if word_at(node, TURN) == 0 else -low)
        return bool(play_out(game, state, ply, False, control))

    settle = inline(settle, **linked.options)

    def take_back(path, length, expanded, control):
        """Leave no trace of a simulation that was broken off."""
        if word_at(control, SWITCHES) & PARALLEL:
            for i in range(length):
                atomic_add(word_at(path, i), VISITS, -1)
        elif expanded != 0:  # where threads grow one tree, another may have gone on from there
            set_word(control, TREE_SIZE, word_at(control, TREE_SIZE) - word_at(expanded, COUNT))
            set_word(expanded, FIRST, 0)

    take_back = apart(take_back, **linked.options)

    def simulate(game, state, control):
        path, found = word_at(control, PATH), word_at(control, VALUES)
        node = word_at(control, ROOT)
        set_word(path, 0, node)
        length = 1
        expanded = 0
        solving = word_at(control, SWITCHES) & SOLVING != 0
        parallel = word_at(control, SWITCHES) & PARALLEL != 0
        first_visit = False
        ended = True
        again = False
        if parallel:
            atomic_add(node, VISITS, 1)
        while True:
            if fresh_word_at(node, PROVED) == SURE:
                for player in range(values):
                    set_real(found, player, real_at(node, worths + player))
                ended = visit(control)
                break
            new = length > 1 and (first_visit if parallel else word_at(node, VISITS) == 0)
            if parallel and not new and fresh_word_at(node, FIRST) == 0:
                new = length > 1 and (again or game.over(state))  # who came first may not have noted it yet
            if new:
                ended = settle(game, state, length - 1, again, node, control)
                break
            full = length >= LONGEST_PATH
            if fresh_word_at(node, FIRST) == 0 and not full:
                outcome = expand(game, state, length - 1, node, control)
                if outcome == GROWN:
                    expanded = node
                elif outcome == BROKEN_OFF:
                    ended = False
                    break
            first = fresh_word_at(node, FIRST)
            if unlikely(first <= CLAIMED or full):
                ended = play_out(game, state, length - 1, False, control)
                break
            if length > 1:
                set_word(control, NODES, word_at(control, NODES) + 1)
            count = word_at(node, COUNT)
            by_chance = word_at(node, TURN) == CHANCE
            if by_chance:
                point = uniform(control + DICE)
                chosen = first
                for i in range(count):
                    chosen = first + size * i
                    point -= real_at(chosen, PRIOR)
                    if point < 0:
                        break
            else:
                chosen = select(node, first, count, control)
            node = chosen
            set_word(path, length, node)
            length += 1
            if parallel:  # others shall look elsewhere meanwhile
                first_visit = atomic_add(node, VISITS, 1) == 0
            following = game.play(state, word_at(node, MOVE))
            if counts:
                if stochastic and by_chance:
                    again = follow_chance(game, following, length - 2, control)
                else:
                    again = follow(game, state, word_at(node, MOVE), following, length - 2, control)
            state = following
        if unlikely(not ended):
            take_back(path, length, expanded, control)
            return False
        if length - 1 > word_at(control, DEEPEST):
            set_word(control, DEEPEST, length - 1)
        below = 0
        for i in range(length - 1, -1, -1):
            node = word_at(path, i)
            if solving:
                know(node, below, control)
            square = real_at(found, 0) * real_at(found, 0)
            if parallel:
                for player in range(values):
                    atomic_add_real(node, TOTALS + player, real_at(found, player))
                atomic_add_real(node, SQUARES, square)
            else:
                set_word(node, VISITS, word_at(node, VISITS) + 1)
                for player in range(values):
                    total = real_at(node, TOTALS + player) + real_at(found, player)
                    set_real(node, TOTALS + player, total)
                set_real(node, SQUARES, real_at(node, SQUARES) + square)
            below = node
        return True

    return apart(simulate, **linked.options)
