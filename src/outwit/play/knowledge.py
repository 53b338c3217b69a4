"""What a player knows in a game with hidden information: the worlds that agents and pages are given.

Whoever decides or looks for a seat is handed a world (`outwit.worlds`), never the true state. Where nothing
is hidden, the true state is passed on as it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from outwit.elsewhere import Elsewhere
from outwit.game import Game, State
from outwit.random import Generator
from outwit.repetition import Remembering, without_memory
from outwit.worlds import determinize_error, draw_world


def position_for(
    game: Game, state: State, history: Sequence[State], player: int, random: Generator
) -> tuple[State, Sequence[State]]:
    """The state, and those before it, as they are handed to whoever decides or looks for a player.

    With hidden information this is a world drawn from those that the player cannot tell apart. The earlier
    states are drawn too, each from what the player knew then, where a repeated position counts; nobody needs
    them otherwise, and there are none. A world in which the player would know or could do something else is
    refused with a sentence: the game's `determinize` is broken.
    """
    if not game.hidden:
        return state, history
    if isinstance(game, Elsewhere):
        return game.elsewhere.position_for(state, history, player, random)
    rules = game.game if isinstance(game, Remembering) else game
    past = [*map(without_memory, history), without_memory(state)]
    counted = range(0 if rules.repetition else len(history), len(past))
    *earlier, world = (draw_world(rules, past[at], player, random, past[:at]) for at in counted)
    if rules.observation(world, player) != rules.observation(without_memory(state), player):
        raise determinize_error(
            rules, player, "drew a world in which `observation` is not what the player knows"
        )
    if isinstance(game, Remembering):
        world, earlier = game.remember(world, earlier), []
    for rule in ("over", "turn", "moves_for"):
        if not alike(game, rule, state, world, player):
            raise determinize_error(
                rules, player, f"drew a world in which `{rule}` is not what the player knows"
            )
    return world, earlier


def alike(game: Game, rule: str, state: State, world: State, player: int) -> bool:
    """Does a rule say the same of a state and of a world drawn for a player?"""
    if rule == "moves_for":
        return set(game.moves_for(state, player)) == set(game.moves_for(world, player))
    return bool(getattr(game, rule)(state) == getattr(game, rule)(world))
