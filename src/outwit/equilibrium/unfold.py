"""A whole game unfolded into sequence form: gone through once, in Python, position by position."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from time import perf_counter

import numpy as np

from outwit.equilibrium.objection import objection_to_unfolding
from outwit.equilibrium.sequence_form import END, Ends, Nodes, Side, Unfolded, merge
from outwit.errors import BrokenRulesError, UnsuitableError, shorten
from outwit.game import CHANCE, SIMULTANEOUS, Game, Move, Observation, State, player_name
from outwit.repetition import add_memory

MOST = 5_000_000
"""Positions after which a game is taken to be too large, unless somebody says otherwise."""

LOOK = 4096
"""After so many positions at most whoever waits is told, and the clock looked at."""

FIRST_LOOK = 256
"""After so many it happens for the first time."""

PAUSE = 0.1
"""Seconds between two looks, about, where the rules are so slow that it takes fewer positions."""


class TooLargeError(UnsuitableError):
    """A game with more positions than may be unfolded."""


class HopelessError(TooLargeError):
    """A game that looks far too large, and was not even tried."""


class TooSlowError(TooLargeError):
    """A game that takes longer to unfold than it may."""


Report = Callable[[int, int], None]
"""Called with how many positions and information sets were found so far; it may raise to stop."""


def unfold(
    game: Game,
    state: State | None = None,
    *,
    most: int = MOST,
    nodes: bool = False,
    report: Report | None = None,
    seconds: float | None = None,
) -> Unfolded:
    """A whole game as information sets and sequences, from its start or from a state that both know.

    Sets are known by the player and the `observation`; where nothing is hidden, every way to a state is a
    set of its own. With `nodes` the tree is kept as well. A game of more than `most` positions, or that takes
    more than so many seconds, or in which a player forgets what it has known or done, is refused.

    >>> from outwit.games import find_game
    >>> game = unfold(find_game("kuhn"))
    >>> game.positions, game.sets, game.ends
    (58, 12, 30)
    """
    objection = objection_to_unfolding(game)
    if objection:
        raise UnsuitableError(f"{type(game.unwrapped).__name__} cannot be unfolded: {objection}.")
    rules, root = add_memory(game, game.initial() if state is None else state)
    return Unfolding(rules, root, most, nodes, report or (lambda *_: None), seconds).run()


class Draft:
    """One player's sets and sequences, as far as they are found."""

    def __init__(self, game: Game, player: int) -> None:
        self.game = game
        self.player = player
        self.numbers: dict[Observation, int] = {}
        self.observations: list[Observation] = []
        self.states: list[State] = []
        self.moves: list[tuple[Move, ...]] = []
        self.first = [1]
        self.parent: list[int] = []

    def enter(self, state: State, moves: tuple[Move, ...], parent: int) -> int:
        """The number of the set that a state belongs to, reached by a sequence; noted if it is new."""
        observed = self.game.observation(state, self.player)
        number = len(self.moves)
        if self.game.hidden:
            known = self.numbers.setdefault(observed, number)
            if known < number:
                if self.parent[known] != parent or self.moves[known] != moves:
                    self.compare(known, moves, parent)
                return known
        if not moves:
            raise BrokenRulesError(
                f"The rules of {type(self.game.unwrapped).__name__} are broken: {self.name} has no move in "
                f"{shorten(repr(state), 200)}, which is not over."
            )
        self.observations.append(observed)
        self.states.append(state)
        self.moves.append(moves)
        self.parent.append(parent)
        self.first.append(self.first[-1] + len(moves))
        return number

    @property
    def name(self) -> str:
        """What people call the player."""
        return player_name(self.game, self.player)

    def compare(self, number: int, moves: tuple[Move, ...], parent: int) -> None:
        """Refuse a state in which the player has done or may do something else than in another of its set."""
        name, observed = type(self.game.unwrapped).__name__, shorten(repr(self.observations[number]), 100)
        if parent != self.parent[number]:
            raise UnsuitableError(
                f"{name} cannot be unfolded: {self.name} forgets; it knows {observed} both after "
                f"{self.way(self.parent[number])} and after {self.way(parent)}, and `observation` must keep "
                "what a player has seen and done."
            )
        if set(moves) != set(self.moves[number]):
            raise BrokenRulesError(
                f"The rules of {name} are broken: where {self.name} knows {observed}, it may play "
                f"{self.moves[number]} in one state and {moves} in another, which tells them apart."
            )

    def way(self, sequence: int) -> str:
        """What a player did in a sequence, and what it knew each time."""
        steps = []
        while sequence:
            number = bisect_right(self.first, sequence) - 1
            move = self.moves[number][sequence - self.first[number]]
            named = self.game.describe(self.states[number], move)
            steps.append(f"{named} at {shorten(repr(self.observations[number]), 100)}")
            sequence = self.parent[number]
        return ", ".join(reversed(steps)) or "no move of its own"

    def side(self, ends: Ends) -> Side:
        """All that was found."""
        first, parent = (np.array(each, dtype=np.uint32) for each in (self.first, self.parent))
        return Side(self.observations, self.states, self.moves, first, parent, ends, self.numbers)


class NodeList:
    """The tree, as far as it is found."""

    def __init__(self) -> None:
        self.actors: list[int] = []
        self.sets: list[int] = []
        self.children: list[int] = []
        self.widths: list[int] = []
        self.chances: list[float] = []
        self.payoffs: list[float] = []
        self.add(1)

    def add(self, number: int) -> int:
        """Make room for nodes that follow one another; the number of the first."""
        begin = len(self.actors)
        for each, filler in zip(self.columns, (END, -1, -1, 0, 1.0, 0.0), strict=True):
            each.extend([filler] * number)  # type: ignore[list-item]
        return begin

    @property
    def columns(self) -> tuple[list[int] | list[float], ...]:
        """What is known of each node."""
        return self.actors, self.sets, self.children, self.widths, self.chances, self.payoffs

    def grow(self, node: int, actor: int, number: int, width: int) -> int:
        """Say who acts in a node and in which set; the number of the first of its children."""
        self.actors[node], self.sets[node], self.widths[node] = actor, number, width
        self.children[node] = self.add(width)
        return self.children[node]

    def arrays(self) -> Nodes:
        """All that was found."""
        kinds = (np.int64, np.int64, np.int64, np.int64, np.float64, np.float64)
        return Nodes(*(np.array(each, dtype=kind) for each, kind in zip(self.columns, kinds, strict=True)))


class Unfolding:
    """One walk through all positions of a game."""

    def __init__(
        self, game: Game, root: State, most: int, nodes: bool, report: Report, seconds: float | None
    ) -> None:
        self.game = game
        self.root = root
        self.most = most
        self.seconds = seconds
        self.began = self.looked = perf_counter()
        self.step = FIRST_LOOK
        """After so many more positions the clock is looked at again."""
        self.report = report
        self.drafts = Draft(game, 0), Draft(game, 1)
        self.nodes = NodeList() if nodes else None
        self.positions = 0
        self.ends: tuple[list[int], list[int], list[float], list[float]] = ([], [], [], [])
        """For each end the sequences of both, what player 0 gets, and how likely chance leads there."""

    @property
    def sets(self) -> int:
        """How many information sets were found so far."""
        return sum(len(draft.moves) for draft in self.drafts)

    def run(self) -> Unfolded:
        """Walk through the whole game."""
        game, nodes = self.game, self.nodes
        firsts, seconds, payoffs, chances = self.ends
        todo: list[tuple[State, float, int, int, int]] = [(self.root, 1.0, 0, 0, 0)]
        positions, look = 0, min(self.step, self.most)
        while todo:
            state, chance, first, second, node = todo.pop()
            if positions >= look:
                self.positions = positions
                look = self.look(len(todo) + 1)
            positions += 1
            if game.over(state):
                payoff = game.payoff(state, 0)
                firsts.append(first)
                seconds.append(second)
                payoffs.append(payoff)
                chances.append(chance)
                if nodes is not None:
                    nodes.payoffs[node] = payoff
                continue
            turn = game.turn(state)
            if turn == SIMULTANEOUS:
                self.branch_together(todo, state, chance, first, second, node)
            elif turn == CHANCE:
                self.branch_by_chance(todo, state, chance, first, second, node)
            else:
                draft = self.drafts[turn]
                number = draft.enter(state, tuple(game.moves(state)), second if turn else first)
                moves, own = draft.moves[number], draft.first[number]
                below = 0 if nodes is None else nodes.grow(node, turn, number, len(moves))
                for index in range(len(moves) - 1, -1, -1):
                    after, under = game.play(state, moves[index]), below + index
                    if turn:
                        todo.append((after, chance, first, own + index, under))
                    else:
                        todo.append((after, chance, own + index, second, under))
        self.positions = positions
        return self.unfolded()

    def branch_by_chance(
        self, todo: list[tuple[State, float, int, int, int]], state: State, chance: float, *place: int
    ) -> None:
        """Go on to all that chance may do."""
        game, (first, second, node) = self.game, place
        outcomes = [each for each in game.chances(state) if each[1] > 0]
        below = 0
        if self.nodes is not None:
            below = self.nodes.grow(node, CHANCE, -1, len(outcomes))
            self.nodes.chances[below:] = [share for _, share in outcomes]
        for index in range(len(outcomes) - 1, -1, -1):
            outcome, share = outcomes[index]
            todo.append((game.play(state, outcome), chance * share, first, second, below + index))

    def branch_together(
        self, todo: list[tuple[State, float, int, int, int]], state: State, chance: float, *place: int
    ) -> None:
        """Go on to all pairs of moves: the second player chooses without seeing what the first has chosen."""
        game, (first, second, node) = self.game, place
        owns, choices, sets = [], [], []
        for draft, parent in zip(self.drafts, (first, second), strict=True):
            number = draft.enter(state, tuple(game.moves_for(state, draft.player)), parent)
            sets.append(number)
            owns.append(draft.first[number])
            choices.append(draft.moves[number])
        width = len(choices[1])
        if len(choices[0]) * width >= self.most:
            raise self.too_large()
        below = 0 if self.nodes is None else self.nodes.grow(node, 0, sets[0], len(choices[0]))
        for index, own in enumerate(choices[0]):
            under = 0 if self.nodes is None else self.nodes.grow(below + index, 1, sets[1], width)
            for other in range(width):
                after = game.play_joint(state, (own, choices[1][other]))
                todo.append((after, chance, owns[0] + index, owns[1] + other, under + other))

    def look(self, waiting: int) -> int:
        """Tell how far the walk is, and refuse a game that is too large or too slow; when to do so next.

        So many positions are `waiting` to be looked into.
        """
        self.report(self.positions, self.sets)
        if self.positions + waiting > self.most:
            raise self.too_large()
        now = perf_counter()
        if self.seconds is not None and now - self.began > self.seconds:
            raise TooSlowError(
                f"{type(self.game.unwrapped).__name__} takes longer than {self.seconds:.9g} seconds to be "
                f"unfolded: it has more than {self.positions:,} positions, with {self.sets:,} information "
                "sets so far."
            )
        self.step = min(2 * self.step, LOOK) if now - self.looked < PAUSE else max(self.step // 2, 1)
        self.looked = now
        return min(self.positions + self.step, self.most)

    def too_large(self) -> TooLargeError:
        """The sentence that the game has more positions than it may."""
        return TooLargeError(
            f"{type(self.game.unwrapped).__name__} is too large to be unfolded: it has more than "
            f"{self.most:,} positions, with {self.sets:,} information sets so far."
        )

    def unfolded(self) -> Unfolded:
        """All that was found."""
        self.report(self.positions, self.sets)
        firsts, seconds = (np.array(each, dtype=np.int64) for each in self.ends[:2])
        payoffs, chances = (np.array(each, dtype=np.float64) for each in self.ends[2:])
        payoffs *= chances
        one, other = self.drafts
        sides = (
            one.side(merge(firsts, seconds, payoffs, chances, one.first[-1])),
            other.side(merge(seconds, firsts, -payoffs, chances, other.first[-1])),
        )
        nodes = None if self.nodes is None else self.nodes.arrays()
        return Unfolded(self.game, self.root, sides, self.positions, len(firsts), nodes)
