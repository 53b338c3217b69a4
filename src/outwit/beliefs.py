"""Belief states: a game in which one player does not see everything, as one over what that player knows.

What the player knows is a set of states, and in the game over such sets nothing is hidden: a move leads to
all that may follow it, and what the player then sees tells which of it may be. Russell and Norvig,
"Artificial Intelligence: A Modern Approach", section 4.4; Bonet and Geffner, "Planning with incomplete
information as heuristic search in belief space", 2000.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from outwit.credibility import doubt_about_chances
from outwit.errors import OutwitError
from outwit.faults import broken_by
from outwit.game import CHANCE, Game, Move, State, defines

MOST_LISTED = 50_000
"""How many states are looked through for those that a player cannot tell from the present one."""


@dataclass(frozen=True)
class Belief:
    """The states that the player takes for possible; two beliefs in the same positions are equal."""

    states: tuple[State, ...] = field(compare=False)
    positions: frozenset[Hashable]
    """What the states are known by, without what the player remembers of the way there."""
    looked: bool
    """Has the player seen what came of the last move, or is that to come?"""


@dataclass(frozen=True)
class BeliefGame(Game):
    """A game of one player who does not see everything, played over beliefs: sets of states.

    A move is legal if it is in every state of the belief. What may be seen after it are outcomes of chance;
    that the game is over is seen, too. Payoffs are the worst of the belief's.
    """

    game: Game

    players = property(lambda self: self.game.players)
    zero_sum = property(lambda self: self.game.zero_sum)
    title = property(lambda self: self.game.title)
    player_names = property(lambda self: self.game.player_names)

    @property
    def stochastic(self) -> bool:
        return True

    @property
    def hidden(self) -> bool:
        return False

    @cached_property
    def by_key(self) -> bool:
        """Does the game say which states are the same position?"""
        return defines(self.game, "repetition_key")

    def believe(self, states: Iterable[State], looked: bool) -> Belief:
        """The belief that these states are possible, each position once."""
        identity = self.game.repetition_key if self.by_key else lambda state: state
        found: dict[Hashable, State] = {}
        for state in states:
            found.setdefault(identity(state), state)
        return Belief(tuple(found.values()), frozenset(found), looked)

    def initial(self) -> Belief:
        return self.arrive([self.game.initial()])

    def arrive(self, states: Iterable[State]) -> Belief:
        """What is known once chance has acted on these states: settled if they all look the same."""
        after = self.believe(chance_ends(self.game, states), looked=False)
        return after if len(self.groups(after)) > 1 else Belief(after.states, after.positions, True)

    def groups(self, belief: Belief) -> list[list[State]]:
        """The states of a belief, apart by what the player sees in them."""
        seen: dict[Hashable, list[State]] = {}
        for state in belief.states:
            seen.setdefault((self.game.over(state), self.game.observation(state, 0)), []).append(state)
        return list(seen.values())

    def turn(self, state: Belief) -> int:
        return 0 if state.looked else CHANCE

    def over(self, state: Belief) -> bool:
        return state.looked and self.game.over(state.states[0])

    def moves(self, state: Belief) -> Iterator[Move]:
        if self.over(state):
            return
        first, *others = (list(player_moves(self.game, each)) for each in state.states)
        legal = [set(moves) for moves in others]
        yield from (move for move in first if all(move in moves for moves in legal))

    def chances(self, state: Belief) -> Iterator[tuple[int, float]]:
        many = len(self.groups(state))
        yield from ((number, 1 / many) for number in range(many))

    def play(self, state: Belief, move: Move) -> Belief:
        if not state.looked:
            return self.believe(self.groups(state)[move], looked=True)
        return self.arrive(self.game.play(each, move) for each in state.states)

    def payoff(self, state: Belief, player: int) -> float:
        return min(self.game.payoff(each, player) for each in state.states)

    def bounds(self, state: Belief, player: int) -> tuple[float, float]:
        ends = [self.game.bounds(each, player) for each in state.states]
        return min(low for low, _ in ends), max(high for _, high in ends)

    def order(self, state: Belief, move: Move) -> float:
        return sum(self.game.order(each, move) for each in state.states)

    def describe(self, state: Belief, move: Move) -> str:
        """A move by its name; what is seen by the text of what the player sees."""
        if state.looked:
            return self.game.describe(state.states[0], move)
        names = [self.game.text(group[0], 0) for group in self.groups(state)]
        plain = len(set(names)) == len(names) and "\n" not in names[move]
        return names[move] if plain else f"view {move + 1}"

    def text(self, state: Belief, player: int | None = None) -> str:
        return " or ".join(dict.fromkeys(self.game.text(each, 0) for each in state.states))

    def known(self, state: State, history: Sequence[State]) -> Belief:
        """What the player knows in a state: from the states before it or, without any, from the start.

        Only what the player saw and did counts. Without a history the states are looked for that may come
        about after as many moves of the player and look like this one.
        """
        if history:
            return self.follow((*history, state))
        for layer in self.layers():
            alike = [each for each in layer if self.looks_like(each, state)]
            if alike:
                return self.settle(alike)
        raise OutwitError(
            f"What else may be the case here cannot be listed: more than {MOST_LISTED:,} states of "
            f"{type(self.game).__name__} would have to be looked through; give the states before this one."
        )

    def observed(self, belief: Belief, move: Move, state: State) -> Belief | None:
        """What is known after a move, once a state is seen; None if it is not what the move can lead to."""
        after = self.play(belief, move)
        for group in self.groups(after):
            if self.looks_like(group[0], state):
                return self.believe(group, looked=True)
        return None

    def settle(self, states: Sequence[State]) -> Belief:
        """A belief in states that all look the same; what chance is about to do in them comes first."""
        if not self.game.over(states[0]) and self.game.turn(states[0]) == CHANCE:
            return self.arrive(states)
        return self.believe(states, looked=True)

    def looks_like(self, one: State, other: State) -> bool:
        """Does the player see and know the same in two states, and is the same to act?"""
        game = self.game
        if game.over(one) != game.over(other) or game.observation(one, 0) != game.observation(other, 0):
            return False
        return game.over(one) or game.turn(one) == game.turn(other)

    def layers(self) -> Iterator[list[State]]:
        """All states that may come about after no move, after one, after two, and so on."""
        layer, listed = [self.game.initial()], 0
        while layer and listed < MOST_LISTED:
            every = dict.fromkeys(chance_paths(self.game, layer))
            yield list(every)
            listed += len(every)
            layer = [
                self.game.play(state, move)
                for state in every
                if not self.game.over(state) and self.game.turn(state) != CHANCE
                for move in self.game.moves(state)
            ]

    def follow(self, states: Sequence[State]) -> Belief:
        """What the player knows at the last of these states, having seen them one after the other."""
        possible = [states[0]]
        for number, (before, after) in enumerate(pairwise(states), 1):
            try:
                possible = self.narrow(possible, before, after)
            except (AttributeError, IndexError, KeyError, TypeError):
                if type(before) is type(after) is type(states[-1]):
                    raise
                possible = []
            if not possible:
                raise OutwitError(
                    f"The states before this one do not lead to it: state {number} of {len(states)} cannot "
                    "be followed by the next; give every state from the start on, those of chance too."
                )
        return self.settle(possible)

    def narrow(self, possible: Sequence[State], before: State, after: State) -> list[State]:
        """Which states are possible after a step between these two; none if there is no such step."""
        game = self.game
        if game.over(before):
            return []
        if game.turn(before) == CHANCE:
            nexts = [
                game.play(each, outcome) for each in possible for outcome in possible_outcomes(game, each)
            ]
        else:
            made = [move for move in game.moves(before) if game.play(before, move) == after][:1]
            nexts = [game.play(each, move) for each in possible for move in made]
        return list(dict.fromkeys(each for each in nexts if self.looks_like(each, after)))


def rules_of(game: Game) -> Game:
    """The game itself where this is one over what a player knows of it."""
    return game.game if isinstance(game, BeliefGame) else game


def player_moves(game: Game, state: State) -> Iterator[Move]:
    """The moves of a position that is not over: some, by sound rules; in a belief there may be none."""
    stuck = not isinstance(game, BeliefGame)
    for move in game.moves(state):
        stuck = False
        yield move
    if stuck and not game.over(state):
        raise broken_by(game, "nothing can be chosen in a position that is not over")


def possible_outcomes(game: Game, state: State) -> list[Move]:
    """What chance may do in a state: all outcomes that are not impossible; refuse what is no probability."""
    events = list(game.chances(state))
    doubt = doubt_about_chances(events)
    if doubt:
        raise broken_by(game, doubt)
    return [outcome for outcome, probability in events if probability > 0]


def chance_paths(game: Game, states: Iterable[State]) -> Iterator[State]:
    """These states and all to which chance leads from them."""
    todo = deque(states)
    seen = set(todo)
    while todo:
        state = todo.popleft()
        yield state
        if game.over(state) or game.turn(state) != CHANCE:
            continue
        for outcome in possible_outcomes(game, state):
            after = game.play(state, outcome)
            if after not in seen:
                seen.add(after)
                todo.append(after)


def chance_ends(game: Game, states: Iterable[State]) -> Iterator[State]:
    """The states to which chance leads from these, in which it acts no more."""
    for state in chance_paths(game, states):
        if game.over(state) or game.turn(state) != CHANCE:
            yield state
