"""Worlds: full states that a player cannot tell from the true one, drawn from what the player knows.

A game's `determinize` draws them. A game that gives an `observation` and no `determinize` gets them by
rejection sampling: random games are played until the player would have seen in one what it has seen. So what
others chose unseen counts as chosen at random, and what chance did as it does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from secrets import randbits

from outwit.errors import BrokenRulesError
from outwit.game import Game, Observation, State, defines, mix, player_name
from outwit.random import Generator
from outwit.random_positions import random_step
from outwit.repetition import Remembered, Remembering

TRIES = 20_000
"""How many random games are played for a world before it is given up."""

LONGEST = 1_000
"""How many moves a random game may have; one that is longer agrees with nothing."""


def draw_world(
    game: Game,
    state: State,
    player: int,
    random: Generator,
    history: Sequence[State] = (),
    look: Callable[[], None] | None = None,
) -> State:
    """A world of a player in a state, the state itself where nothing is hidden.

    It depends on the player's observation, of this state and of those before it, and on `random` alone.
    `look` is called before every random game, to break off where time is up.
    """
    if not game.hidden:
        return state
    if isinstance(game, Remembering):
        earlier = [each.now if isinstance(each, Remembered) else each for each in history]
        return recall(game, state, draw_world(game.game, state.now, player, random, earlier, look))
    if not defines(game, "determinize"):
        seen = [game.observation(each, player) for each in (*history, state)]
        return draw_by_rejection(game, state, player, random, seen, look)
    try:
        return game.determinize(state, player, random)
    except Exception as error:  # rules may raise anything
        raise determinize_error(game, player, f"raised {type(error).__name__}: {error}") from error


def recall(game: Remembering, state: Remembered, world: State) -> Remembered:
    """A world with the memory of a state: the positions that all players saw, or none if they were hidden."""
    known = game.identity(world) == game.identity(state.now)
    return Remembered(world, state.seen) if known else game.remember(world)


def draw_by_rejection(
    game: Game,
    state: State,
    player: int,
    random: Generator,
    seen: Sequence[Observation],
    look: Callable[[], None] | None,
) -> State:
    """The end of the first random game in which the player sees what it has seen in this one.

    If only the last observation is known, it is the first state in which the player would know, and could do,
    just that.
    """
    for _ in range(TRIES):
        if look is not None:
            look()
        world = try_random_game(game, state, player, random, seen)
        if world is not None:
            return world
    raise no_world_error(game, player)


def try_random_game(
    game: Game, state: State, player: int, random: Generator, seen: Sequence[Observation]
) -> State | None:
    """The end of one random game, if the player sees in it what it has seen in this one; else None."""
    if len(seen) > 1:
        return replay(game, player, random, seen)
    turn = None if game.over(state) else game.turn(state)
    return await_observation(game, player, random, seen[-1], turn)


def replay(game: Game, player: int, random: Generator, seen: Sequence[Observation]) -> State | None:
    """A random game in which a player makes one observation after the other; None once one disagrees.

    The player knows its own moves, so one is drawn from those that lead to what it saw next.
    """
    state = game.initial()
    if game.observation(state, player) != seen[0]:
        return None
    for wanted in seen[1:]:
        if game.over(state):
            return None
        if game.turn(state) == player:
            following = [game.play(state, move) for move in game.moves(state)]
            agreeing = [each for each in following if game.observation(each, player) == wanted]
            if not agreeing:
                return None
            state = random.choice(agreeing)
        else:
            state = random_step(game, state, random)
            if game.observation(state, player) != wanted:
                return None
    return state


def await_observation(
    game: Game, player: int, random: Generator, wanted: Observation, turn: int | None
) -> State | None:
    """The first state of a random game in which a player knows just this, and that somebody is to act.

    None if there is none; nobody is to act where the game is over.
    """
    state = game.initial()
    for _ in range(LONGEST):
        acting = None if game.over(state) else game.turn(state)
        if acting == turn and game.observation(state, player) == wanted:
            return state
        if acting is None:
            return None
        state = random_step(game, state, random)
    return None


def seed_for(seed: int | None, game: Game, state: State, player: int, past: int) -> int:
    """A seed for the draws of one decision, with so many positions before it.

    It depends on the agent's own seed and on what the player knows alone; without a seed it is any.
    """
    if seed is None:
        return randbits(64)
    known = game.observation(state, player) if game.hidden else state
    return seed ^ mix((known, player, past))


def no_world_error(game: Game, player: int) -> BrokenRulesError:
    """The answer to a game in which no random game comes to what a player has seen."""
    return BrokenRulesError(
        f"0 of {TRIES:,} random games agree with what {player_name(game, player)} has seen; "
        f"give {type(game).__name__} a `determinize`."
    )


def determinize_error(game: Game, player: int, what: str) -> BrokenRulesError:
    """The answer to a `determinize` that does not do what it promises."""
    return BrokenRulesError(
        f"The rules of {type(game).__name__} are broken: for {player_name(game, player)} `determinize` "
        f"{what}; `outwit check` shows where."
    )
