"""What a player knows in a game with hidden information: the worlds that agents and pages are given.

Whoever decides or looks for a seat is handed a world that `determinize` draws, never the true state. Where
nothing is hidden, the true state is passed on as it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from outwit.elsewhere import Elsewhere
from outwit.errors import BrokenRulesError
from outwit.game import Game, State, player_name
from outwit.random import Generator
from outwit.repetition import Remembering, without_memory


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
    counted = history if rules.repetition else ()
    *earlier, world = (draw_world(rules, without_memory(each), player, random) for each in (*counted, state))
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


def draw_world(game: Game, state: State, player: int, random: Generator) -> State:
    """A world that `determinize` draws for a player."""
    try:
        return game.determinize(state, player, random)
    except Exception as error:  # rules may raise anything
        raise determinize_error(game, player, f"raised {type(error).__name__}: {error}") from error


def alike(game: Game, rule: str, state: State, world: State, player: int) -> bool:
    """Does a rule say the same of a state and of a world drawn for a player?"""
    if rule == "moves_for":
        return set(game.moves_for(state, player)) == set(game.moves_for(world, player))
    return bool(getattr(game, rule)(state) == getattr(game, rule)(world))


def determinize_error(game: Game, player: int, what: str) -> BrokenRulesError:
    """The answer to a `determinize` that does not do what it promises."""
    return BrokenRulesError(
        f"The rules of {type(game).__name__} are broken: for {player_name(game, player)} `determinize` "
        f"{what}; `outwit check` shows where."
    )
