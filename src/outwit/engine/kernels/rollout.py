"""Rollouts in machine code, draw for draw as `outwit.search.rollout` plays them."""

from __future__ import annotations

from typing import Any

from outwit.engine.compiler.codegen import apart, inline, whole
from outwit.engine.compiler.contract import NOTHING, repetition_rule, takes_turns
from outwit.engine.compiler.linker import Linked
from outwit.engine.compiler.memory import never, real_at, set_real, set_word, unlikely, word_at
from outwit.engine.compiler.splitmix import roughly, uniform
from outwit.engine.compiler.states import loader
from outwit.engine.kernels.alphabeta import ENTRY
from outwit.engine.kernels.bindings import rule_bindings
from outwit.engine.kernels.control_block import At
from outwit.engine.kernels.limits import TOO_MANY_MOVES, must_halt
from outwit.engine.kernels.repetition import noter, path
from outwit.game import CHANCE, SIMULTANEOUS, Game, defines
from outwit.search.rollout import LONGEST, Policy

NODES, NEXT_LOOK, ABORTED, STACK, STACK_END = (
    at.value for at in (At.NODES, At.NEXT_LOOK, At.ABORTED, At.STACK, At.STACK_END)
)
RANDOM, VALUES, CUTOFF, SWITCHES, SIMULATIONS = (
    at.value for at in (At.RANDOM, At.VALUES, At.CUTOFF, At.SWITCHES, At.SIMULATIONS)
)
ROOT_MOVES, OBSERVER, JOINT_MOVES = At.ROOT_MOVES.value, At.OBSERVER.value, At.JOINT_MOVES.value
NOBODY = -1
"""Whose move is given where those of all players are drawn."""

LONGEST_WAY = 4 * LONGEST
"""After so many moves and chance events in which a position could come again, a rollout has no end."""

BY_ORDER, BEST = 1, 32
"""The bits of the switches that let a rollout prefer the better of two moves, or the best of all."""

DICE = 8 * At.RANDOM.value
"""Where the state of the generator is, in bytes from the beginning of the block."""


def policy_switch(policy: Policy) -> int:
    """The bit of the switches that stands for how rollouts choose moves."""
    return {"random": 0, "order": BY_ORDER, "best": BEST}[policy]


def many_values(game: Game) -> int:
    """How many numbers say how a game has ended: one where what a player wins the other loses."""
    return 1 if game.players == 1 or (game.players == 2 and game.zero_sum) else int(game.players)


def ender(linked: Linked) -> Any:
    """The function that notes what the end of a game pays."""
    values = many_values(linked.game)

    def pay(game, state, control):
        at = word_at(control, VALUES)
        for player in range(values):
            set_real(at, player, float(game.payoff(state, player)))

    return inline(pay, **linked.options)


def stander(linked: Linked) -> Any:
    """The function that notes how a game ends in which a position has come again or no move is allowed."""
    values, says = many_values(linked.game), defines(linked.game, "stalemate")

    def stand(game, state, again, control):
        at = word_at(control, VALUES)
        for player in range(values):
            set_real(at, player, 0.0)
            if says:
                if not again:
                    set_real(at, player, float(game.stalemate(state, player)))

    return inline(stand, **linked.options)


def estimator(linked: Linked) -> Any:
    """The function that notes what a position is worth by the game's own estimate, within its bounds."""
    values, rules = many_values(linked.game), rule_bindings(linked)
    guess, bounds_of = rules.guess, rules.bounds_of
    judged, bounded = defines(linked.game, "evaluate"), defines(linked.game, "bounds")
    counts = repetition_rule(linked.game) != NOTHING

    def estimate_one(game, state, control):
        low, high = bounds_of(game, state, control)
        set_real(word_at(control, VALUES), 0, min(max(guess(game, state, control), low), high))

    def estimate_all(game, state, control):
        at = word_at(control, VALUES)
        for player in range(values):
            value = float(game.evaluate(state, player)) if judged else 0.0
            if bounded:
                least, most = game.bounds(state, player)
                low, high = float(least), float(most)
                if counts:
                    low, high = min(low, 0.0), max(high, 0.0)
                value = min(max(value, low), high)
            set_real(at, player, value)

    return inline(estimate_one if values == 1 else estimate_all, **linked.options)


def roller(linked: Linked) -> Any:
    """The function that draws what happens by chance in a position."""

    def roll(game, state, control):
        point = uniform(control + DICE)
        fallen = 0
        for outcome, share in game.chances(state):
            if share > 0:
                fallen = int(outcome)
                point -= float(share)
                if point < 0:
                    break
        return fallen

    return inline(roll, **linked.options)


def joint_drawer(linked: Linked) -> Any:
    """The function that draws a move of each player at random, but for one if there is one, and plays them.

    It gives the state after them, and whether there was room for all moves.
    """

    def draw_for(game, state, player, control):
        stack, room = word_at(control, STACK), word_at(control, STACK_END)
        count = 0
        for move in game.moves_for(state, player):
            if unlikely(stack + 8 * count >= room):
                set_word(control, ABORTED, TOO_MANY_MOVES)
                return 0, False
            set_word(stack, count, int(move))
            count += 1
        if unlikely(count == 0):
            raise ValueError("`moves_for` yields nothing, and the game is not over")
        return word_at(stack, roughly(control + DICE, count)), True

    draw_for = inline(draw_for, **linked.options)
    seats = range(linked.game.players)
    source = ["def draw_joint(game, state, player, move, control):", "    fits = True"]
    for seat in seats:
        source += [
            f"    move{seat} = move",
            f"    if player != {seat}:",
            f"        move{seat}, fits = draw_for(game, state, {seat}, control)",
            "        if unlikely(not fits):",
            "            return state, False",
        ]
    source.append(f"    return game.play_joint(state, ({''.join(f'move{seat}, ' for seat in seats)})), True")
    names: dict[str, Any] = {"draw_for": draw_for, "unlikely": unlikely}
    exec("\n".join(source), names)  # a tuple has as many items as there are players
    return apart(names["draw_joint"], **linked.options)


def player_out(linked: Linked) -> Any:
    """The function that plays a position to its end, notes how that is, and says whether it came to it.

    A rollout that would exceed the budget is broken off. Its nodes and its draws are then to be taken back.
    """
    pay, estimate, stand, roll = ender(linked), estimator(linked), stander(linked), roller(linked)
    rules = rule_bindings(linked)
    hint, way = rules.hint, path(linked, rules)
    counts, forbids, barred, stuck = way.counts, way.forbids, way.barred, way.stuck
    follow, follow_chance = way.follow, way.follow_chance
    stochastic, is_short = bool(linked.game.stochastic), linked.is_short("over")
    joint, alone = bool(linked.game.simultaneous), takes_turns(linked.game)
    draw_joint: Any = joint_drawer(linked) if joint else None

    def goes_on(game, state):
        if is_short:
            never(game.over(state))

    goes_on = inline(goes_on, **linked.options)

    def better(game, state, stack, count, chosen, control):
        other = word_at(stack, roughly(control + DICE, count))
        return other if hint(game, state, other, control) > hint(game, state, chosen, control) else chosen

    # Apart, because LLVM 22 loses a shift where it computes two draws side by side.
    better = apart(better, **linked.options)

    def best(game, state, stack, count, drawn, control):
        chosen = word_at(stack, drawn)
        most = hint(game, state, chosen, control)
        for i in range(1, count):
            at = drawn + i
            if at >= count:
                at -= count
            other = word_at(stack, at)
            value = hint(game, state, other, control)
            if value > most:
                chosen, most = other, value
        return chosen

    best = apart(best, **linked.options)

    def choose(game, state, ply, policy, control):
        """A move, and whether there was room for all of them."""
        goes_on(game, state)
        stack, room = word_at(control, STACK), word_at(control, STACK_END)
        count = 0
        for move in game.moves(state):
            if forbids:
                if barred(game, state, int(move), ply, control):
                    continue
            if unlikely(stack + 8 * count >= room):
                set_word(control, ABORTED, TOO_MANY_MOVES)
                return 0, False
            set_word(stack, count, int(move))
            count += 1
        drawn = roughly(control + DICE, count)
        chosen = word_at(stack, drawn)
        if policy != 0 and count > 1:
            if policy == BEST:
                return best(game, state, stack, count, drawn, control), True
            return better(game, state, stack, count, chosen, control), True
        return chosen, True

    choose = inline(choose, **linked.options)

    def play_out(game, state, ply, again, control):
        left = word_at(control, CUTOFF)
        if left < 0:
            left = LONGEST
        policy = word_at(control, SWITCHES) & (BY_ORDER | BEST)
        nodes, look = word_at(control, NODES), word_at(control, NEXT_LOOK)
        while True:
            if unlikely(nodes >= look):
                if must_halt(control, nodes):
                    return False
                look = word_at(control, NEXT_LOOK)
            nodes += 1
            if game.over(state):
                pay(game, state, control)
                break
            if counts:
                if again or stuck(game, state, ply, control):
                    stand(game, state, again, control)
                    break
                if unlikely(ply >= LONGEST_WAY):
                    estimate(game, state, control)
                    break
            if stochastic:
                if int(game.turn(state)) == CHANCE:
                    state = game.play(state, roll(game, state, control))
                    again = follow_chance(game, state, ply, control)
                    ply += 1
                    continue
            if left == 0:
                estimate(game, state, control)
                break
            left -= 1
            if joint:
                if not alone or int(game.turn(state)) == SIMULTANEOUS:
                    state, fits = draw_joint(game, state, NOBODY, 0, control)
                    if unlikely(not fits):
                        return False
                    again = follow_chance(game, state, ply, control)
                    ply += 1
                    continue
            if alone:
                move, fits = choose(game, state, ply, policy, control)
                if unlikely(not fits):
                    return False
                following = game.play(state, move)
                again = follow(game, state, move, following, ply, control)
                ply += 1
                state = following
        set_word(control, NODES, nodes)
        return True

    return apart(play_out, **linked.options)


def build(linked: Linked) -> Any:
    """Rollouts for a linked game, as a function that Python can call: one from each of some states in turn.

    `depth` says from how many; the states stand one behind the other, and behind them it is written how each
    rollout ends for each player, and how many nodes were visited until then. `SIMULATIONS` says how many came
    to their end before the budget ran out. Where repetition counts, `ROOT_MOVES` says of each whether nothing
    before it can come again. Where all choose at once, `JOINT_MOVES` says of each which move the observer
    makes first, and the others' moves are drawn.
    """
    load, with_data, words = loader(linked.layout), linked.with_data, linked.layout.words
    values, play_out = many_values(linked.game), player_out(linked)
    rules = rule_bindings(linked)
    way = path(linked, rules)
    note, begin, counts = noter(linked, rules, way), way.begin, way.counts
    joint = bool(linked.game.simultaneous)
    draw_joint: Any = joint_drawer(linked) if joint else None

    def enter(data, at, depth, alpha, beta, control):
        game, found = with_data(data), word_at(control, VALUES)
        if note(game, load(at), control):
            return 0.0
        ends = at + 8 * words * depth
        set_word(control, SIMULATIONS, 0)
        for i in range(depth):
            draws = word_at(control, RANDOM)
            state = load(at + 8 * words * i)
            if joint:
                if word_at(control, JOINT_MOVES) != 0:
                    move = word_at(word_at(control, JOINT_MOVES), i)
                    state, fits = draw_joint(game, state, word_at(control, OBSERVER), move, control)
                    if unlikely(not fits):
                        set_word(control, RANDOM, draws)
                        break
            fresh = False
            if counts:
                fresh = word_at(word_at(control, ROOT_MOVES), i) != 0
            if not play_out(game, state, 0, begin(game, state, fresh, control), control):
                set_word(control, RANDOM, draws)
                break
            end = ends + 8 * (values + 1) * i
            for player in range(values):
                set_real(end, player, real_at(found, player))
            set_word(end, values, word_at(control, NODES))
            set_word(control, SIMULATIONS, i + 1)
        return 0.0

    return whole(enter, ENTRY, **linked.options)
