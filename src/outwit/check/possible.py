"""Can the worlds occur that `determinize` draws? They are looked for among all states that a game comes to.

Where these are few enough to be listed, every world must be one of them, and whatever is as likely as the
others must be drawn sometime. Of a larger game the states of the first few steps are listed, which tell as
much about worlds of those steps if a player always knows how many there were.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from time import perf_counter
from typing import NamedTuple

from outwit.check.values import alike, show
from outwit.check.visit import Visit
from outwit.game import CHANCE, SIMULTANEOUS, Game, Move, Observation, State, defines
from outwit.random import Generator

OCCUR = "worlds can occur"
DRAWN = "all that is possible is drawn"

STATES = 20_000
"""So many states are listed at most."""

EXPECTED = 50
"""How often a state would be drawn if it were as likely as the others, before it is missed."""

DRAWS = 2_000
"""How many worlds of one information set are drawn at most."""

FEWEST = 10
"""How many are drawn at least."""


class Place(NamedTuple):
    """Where a state was found."""

    steps: int
    """How many steps lead there at least."""
    likely: float
    """How likely random play comes there in so many."""
    before: State
    move: Move
    """The last step, from the state before; None at the start."""


class Situation(NamedTuple):
    """What a player knows, and who is to act."""

    player: int
    observed: Observation
    turn: int


@dataclass
class Listing:
    """The states that a game comes to."""

    states: dict[State, Place]
    steps: int
    """All states are listed that so many steps lead to, and further ones."""
    complete: bool
    """Are they all that there are?"""
    counted: bool
    """Does every state always come after the same number of steps?"""

    def way(self, state: State) -> list[Move]:
        """The moves that lead to a state."""
        moves = []
        place = self.states[state]
        while place.steps:
            moves.append(place.move)
            place = self.states[place.before]
        return moves[::-1]

    def situations(self, game: Game, deadline: float) -> dict[Situation, list[State]]:
        """What players may know, with all states that leave it possible; not where some may be missing."""
        found: dict[Situation, list[State]] = {}
        for state, place in self.states.items():
            if perf_counter() > deadline:
                return {}
            if place.steps <= self.steps and not game.over(state):
                for player in range(game.players):
                    known = Situation(player, game.observation(state, player), game.turn(state))
                    found.setdefault(known, []).append(state)
        if self.complete:
            return found
        whole = {}
        for known, states in found.items():
            steps = {self.states[state].steps for state in states}
            if self.counted and len(steps) == 1 and max(steps) < self.steps:
                whole[known] = states
        return whole

    def __str__(self) -> str:
        """What is listed, for sentences."""
        if self.complete:
            return f"all {len(self.states):,} states that the game comes to"
        many = sum(place.steps <= self.steps for place in self.states.values())
        return f"the {many:,} states that the game comes to in up to {self.steps} steps"


def list_states(game: Game, deadline: float) -> Listing:
    """The states of a game, layer by layer, until there are too many or time is up."""
    start = game.initial()
    layer = {start: Place(0, 1.0, None, None)}
    listing = Listing(dict(layer), 0, complete=False, counted=True)
    while layer:
        following: dict[State, Place] = {}
        for state, place in layer.items():
            if len(listing.states) + len(following) > STATES or perf_counter() > deadline:
                return listing
            for move, after, chance in steps_from(game, state):
                known = following.get(after)
                likely = place.likely * chance + (known.likely if known else 0.0)
                following[after] = Place(place.steps + 1, likely, state, move)
        if following.keys() & listing.states.keys():
            listing.counted = False
        layer = {state: place for state, place in following.items() if state not in listing.states}
        listing.states |= layer
        listing.steps += 1
    listing.complete = True
    return listing


def steps_from(game: Game, state: State) -> Iterator[tuple[Move, State, float]]:
    """All that may happen in a state, where it leads, and how likely it is in random play."""
    if game.over(state):
        return
    turn = game.turn(state)
    if turn == CHANCE:
        for outcome, chance in game.chances(state):
            if chance > 0:
                yield outcome, game.play(state, outcome), chance
    elif turn == SIMULTANEOUS:
        menus = [list(game.moves_for(state, player)) for player in range(game.players)]
        for joint in product(*menus):
            yield joint, game.play_joint(state, joint), 1 / math.prod(map(len, menus))
    else:
        moves = list(game.moves(state))
        for move in moves:
            yield move, game.play(state, move), 1 / len(moves)


def start_is_certain(game: Game, random: Generator) -> bool:
    """Does the game always start in the state that it says, or does it only stand for others?"""
    start = game.initial()
    if game.over(start) or not defines(game, "determinize"):
        return not game.over(start)
    players = range(game.players)
    return all(alike(game.determinize(start, each, random), start) for each in players for _ in range(FEWEST))


def compare(
    visit: Visit, known: Situation, states: list[State], listing: Listing
) -> Iterator[tuple[str, str]]:
    """The promises that worlds drawn in a state break, with sentences; `states` are all that look alike."""
    count = len(states)
    draws = max(FEWEST, min(EXPECTED * count, DRAWS))
    drawn: Counter[State] = Counter()
    for _ in range(draws):
        world = visit.ask("determinize", visit.state, known.player, visit.random)
        if world not in listing.states:
            yield (
                OCCUR,
                f"`determinize` for player {known.player} gives {show(world)}, which is none of {listing}; "
                "expected a state that moves and chance lead to.",
            )
        drawn[world] += 1
    whole = math.fsum(listing.states[state].likely for state in states)
    for state in states if listing.counted else ():
        share = min(1 / count, listing.states[state].likely / whole)
        if state not in drawn and draws * share >= EXPECTED:
            yield (
                DRAWN,
                f"`determinize` for player {known.player} did not give {show(state)} in {draws:,} draws, "
                f"though it is one of {count} that look the same to the player; expected each of them "
                "sometime.",
            )
