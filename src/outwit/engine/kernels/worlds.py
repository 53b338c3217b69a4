"""Worlds in machine code, draw for draw as `outwit.worlds` draws them: by the game, or by rejection."""

from __future__ import annotations

from typing import Any

from outwit.engine.compiler.codegen import apart, inline
from outwit.engine.compiler.generator import draw_below, generator_at
from outwit.engine.compiler.linker import Linked
from outwit.engine.compiler.memory import set_word, unlikely, word_at
from outwit.engine.compiler.value_hash import hash_value
from outwit.engine.kernels.control_block import At
from outwit.engine.kernels.limits import NO_WORLD, TOO_MANY_MOVES, must_halt
from outwit.engine.kernels.rollout import DICE, roller
from outwit.game import CHANCE, defines
from outwit.worlds import LONGEST, TRIES

NODES, OBSERVER, ABORTED, STACK, STACK_END = (
    at.value for at in (At.NODES, At.OBSERVER, At.ABORTED, At.STACK, At.STACK_END)
)


def knower(linked: Linked) -> Any:
    """The function that gives the hash of what a player knows of a state."""

    def know(game, state, player):
        return hash_value(game.observation(state, player))

    def know_all(game, state, player):
        return hash_value(state)

    return inline(know if defines(linked.game, "observation") else know_all, **linked.options)


def world_drawer(linked: Linked) -> Any:
    """The function that draws a world of the observer at the root, and says whether it could."""

    def keep(game, root, initial, control):
        return root, True

    def determinize(game, root, initial, control):
        return game.determinize(root, word_at(control, OBSERVER), generator_at(control + DICE)), True

    if not linked.game.hidden:
        return inline(keep, **linked.options)
    if defines(linked.game, "determinize"):
        return inline(determinize, **linked.options)
    return rejection_sampler(linked)


def rejection_sampler(linked: Linked) -> Any:
    """The function that plays random games until the observer would have seen in one what it has seen."""
    stochastic, roll, know = bool(linked.game.stochastic), roller(linked), knower(linked)

    def choose(game, state, control):
        """Any move, and whether there was room for all of them."""
        stack, room = word_at(control, STACK), word_at(control, STACK_END)
        count = 0
        for move in game.moves(state):
            if unlikely(stack + 8 * count >= room):
                set_word(control, ABORTED, TOO_MANY_MOVES)
                return 0, False
            set_word(stack, count, int(move))
            count += 1
        return word_at(stack, draw_below(generator_at(control + DICE), count)), True

    choose = inline(choose, **linked.options)

    def sample(game, root, initial, control):
        observer, turn = word_at(control, OBSERVER), int(game.turn(root))
        wanted = know(game, root, observer)
        for _ in range(TRIES):
            if must_halt(control, word_at(control, NODES)):
                return root, False
            state = initial
            for _ in range(LONGEST):
                if game.over(state):
                    break
                acting = int(game.turn(state))
                if acting == turn and know(game, state, observer) == wanted:
                    return state, True
                if stochastic:
                    if acting == CHANCE:
                        state = game.play(state, roll(game, state, control))
                        continue
                move, fits = choose(game, state, control)
                if unlikely(not fits):
                    return root, False
                state = game.play(state, move)
        set_word(control, ABORTED, NO_WORLD)
        return root, False

    return apart(sample, **linked.options)
