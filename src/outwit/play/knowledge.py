"""What a player knows in a game with hidden information: the worlds that agents and pages are given.

Whoever decides or looks for a seat is handed a world, never the true state (`outwit.worlds`); what is
told of a step is what the seat knows of it. Where nothing is hidden, the true state is passed on as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from outwit.elsewhere import Elsewhere
from outwit.game import CHANCE, Game, Move, State
from outwit.random import Generator
from outwit.repetition import Remembering, without_memory
from outwit.worlds import determinize_error, draw_world

WORLDS = 8
"""In how many worlds, beside the true one, it is tried whether another step would have looked the same."""

TRIES = 4_000
"""About how many steps are tried for that in all; where there are many to choose from, in fewer worlds."""

MORE_WORLDS, FEW_TRIES = 64, 1_000
"""In how many it is tried where that takes few steps in all.

If half of all worlds are like the true one, eight of eight are once in 256 times, and what lies face down
would be told.
"""


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


def knows(
    game: Game,
    before: State,
    step: Move,
    after: State,
    seat: int,
    random: Generator,
    chooser: int | None = None,
) -> bool:
    """Does a seat know which move or chance outcome led from one state to the next?

    It does if, as far as it can tell, nothing else would have left it with the same observation. Where all
    chose at once, `step` has a move for each, and the question is about the choice of one, the `chooser`.
    """
    if isinstance(game, Elsewhere):
        return game.elsewhere.knows(before, step, after, seat, random, chooser)
    name = game.describe(before, step if chooser is None else step[chooser])
    left = game.observation(after, seat)
    play = game.play if chooser is None else game.play_joint
    choices = sum(1 for _ in alternatives(game, before, step, chooser))
    return not any(
        game.describe(world, choice) != name and game.observation(play(world, whole), seat) == left
        for world in worlds(game, before, choices, seat, random)
        for choice, whole in alternatives(game, world, step, chooser)
    )


def worlds(game: Game, state: State, choices: int, seat: int, random: Generator) -> Iterator[State]:
    """The true state, and some that a seat cannot tell from it; fewer where there is more to try in each."""
    yield state
    choices = max(1, choices)
    for _ in range(max(1, min(WORLDS, TRIES // choices), min(MORE_WORLDS, FEW_TRIES // choices))):
        yield draw_world(game, state, seat, random)


def alternatives(game: Game, state: State, step: Move, chooser: int | None) -> Iterator[tuple[Move, State]]:
    """What could have happened: each move or outcome, and what is played then, the others choosing as before.

    Nothing where the others could not have chosen so.
    """
    if chooser is None and game.turn(state) == CHANCE:
        yield from ((outcome, outcome) for outcome, chance in game.chances(state) if chance > 0)
    elif chooser is None:
        yield from ((move, move) for move in game.moves(state))
    elif all(
        step[player] in game.moves_for(state, player) for player in range(game.players) if player != chooser
    ):
        for move in game.moves_for(state, chooser):
            yield move, (*step[:chooser], move, *step[chooser + 1 :])
