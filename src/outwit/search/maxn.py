"""Max^n: any number of players, each taking what is best for itself.

Luckhardt and Irani, "An algorithmic solution of n-person games", 1986. With two players whose payoffs cancel
it is minimax, with one it is maximising; chance nodes are averaged for each player alone.

Immediate and shallow pruning: Korf, "Multi-player alpha-beta pruning", 1991; Sturtevant and Korf, "On pruning
techniques for multi-player games", 2000. Deep pruning is not sound for more than two players: a value that is
only a bound may decide between others further up.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, Self

from outwit.decision import Limit, Watch, option
from outwit.errors import BadOptionError
from outwit.game import CHANCE, Game, Move, State, defines
from outwit.search.alphabeta import relation
from outwit.search.ordering import Ordering
from outwit.search.search import Search
from outwit.search.searcher import Searcher, objection_to
from outwit.search.win_distance import CLAIM, fade

ROUNDING = 1e-9
"""What estimates may add up to beyond the sum of payoffs, as a part of the largest of them."""


class Floor(NamedTuple):
    """What the player above has already: a position worth no more to this player need not be searched."""

    player: int
    value: float


NO_FLOOR = Floor(-1, -math.inf)
"""All is to be known of a position."""


@dataclass(frozen=True)
class MaxN(Searcher):
    """Every line of play, each player maximising its own payoff; for any number of players and any payoffs.

    Among moves that are equally good for whoever plays, the first that was searched is taken.

    A player who has the most there is looks no further (immediate pruning). Where payoffs cancel, what one
    player is sure of bounds what is left for the player above, who may have more already (shallow pruning).
    Both need `bounds`, and neither changes what a position is worth to anybody. A slower loss is better to
    `quick`, so equal payoffs cut more with `quick=off`.

    >>> from outwit.games import find_game
    >>> game = find_game("tree:((<1,2,6> <4,3,2>)(<6,1,2> <7,4,1>))")
    >>> decision = MaxN().decide(game, game.initial())
    >>> decision.value, decision.described()
    (7.0, ['2', '2'])
    """

    prune: bool | None = option(
        None,
        "Cut what the bounds and the sum of payoffs show not to matter; without it, as far as a game allows.",
    )
    order: bool = option(True, "Search first what the game's `order` recommends; costs a call a move.")

    name = "maxn"
    summary = "Every line of play, each of any number of players maximising its own payoff."
    presets: ClassVar[dict[str, dict[str, bool]]] = {
        "plain": dict.fromkeys(["quick", "prune", "order"], False)
    }

    @classmethod
    def plain(cls, **options: object) -> Self:
        """Max^n with every switch off but those given."""
        return cls(**{**cls.presets["plain"], **options})  # type: ignore[arg-type]

    @classmethod
    def objection(cls, game: Game) -> str | None:
        return objection_to(game, chance=True, many=True, solo=True)

    def require(self, game: Game) -> None:
        super().require(game)
        if self.prune and not game.zero_sum:
            raise BadOptionError(
                f"prune=on is not for {type(game).__name__}, whose payoffs do not add up to 0; without it, "
                f"{self.name} cuts as far as that allows."
            )

    def new_search(self, game: Game, state: State, limit: Limit, watch: Watch) -> Search:
        return MaxNSearch(game, state, limit, watch, self)

    def arrange(self, game: Game, state: State, moves: list[Move]) -> list[Move]:
        moves = super().arrange(game, state, moves)
        if self.order and defines(game, "order"):
            moves.sort(key=lambda move: -game.order(state, move))
        return moves

    def pass_over(self, search: Search, depth: int) -> float:
        assert isinstance(search, VectorSearch)
        search.root_values = search.visit(search.root, depth, 0)
        return search.root_values[max(search.turn(search.root), 0)]

    def value_for(self, player: int, value: float) -> float:
        return value + 0.0


class VectorSearch(Search):
    """One search whose value is a payoff for each player."""

    root_values: tuple[float, ...] = ()
    """What the last pass found the root to be worth to each player."""

    def values(self, value: float) -> tuple[float, ...]:
        return tuple(self.settled(each) for each in self.root_values)

    def is_proved(self, value: float) -> bool:
        return self.estimates == 0


class MaxNSearch(VectorSearch):
    """One search by max^n."""

    def __init__(self, game: Game, state: State, limit: Limit, watch: Watch, agent: MaxN) -> None:
        super().__init__(game, state, limit, watch, agent.quick)
        self.every = agent.handicap is not None
        """Is what every move at the root is worth wanted, and not only the best?"""
        self.prunes = agent.prune is not False
        self.shares = game.zero_sum and game.players > 1
        """Do payoffs add up to 0, so that what one player has the others cannot have?"""
        self.largest = largest_payoff(game, state)
        self.slack = slack(self.largest, game.players) if agent.quick else 0.0
        """What fading may add to the sum of payoffs."""
        self.ordering = Ordering(game, hint=agent.order, killers=False, history=False, refutation=False)

    def value(self, state: State, depth: int, ply: int, floor: Floor = NO_FLOOR) -> tuple[float, ...]:
        """What the state is worth to each player.

        If it is worth no more than the floor to the floor's player, that player's value may be any bound up
        to the floor, and the other values mean nothing: the player above does not take it.
        """
        self.enter(depth, ply)
        if self.over(state):
            return tuple(self.later(self.payoff(state, each), ply) for each in range(self.game.players))
        player = self.turn(state)
        if player == CHANCE:
            return self.average(state, depth, ply)
        if depth == 0:
            return self.estimates_of(state)
        apart = self.every and ply == 0
        most = self.most(state, player, ply) if self.prunes and not apart else math.inf
        left = self.left_over(state, player, floor)
        best: tuple[float, ...] = ()
        for move in self.order_moves(state, player, ply):
            least = best[player] if best and self.prunes and not apart else -math.inf
            if floor.player == player:  # the same player has moved before, and has so much by another move
                least = max(least, floor.value)
            values = self.visit(self.play(state, move), depth - 1, ply + 1, Floor(player, least))
            if ply == 0:
                self.weigh(move, values[player], relation(values[player], least, math.inf))
            if not best or values[player] > best[player]:
                best = values
                self.lead(ply, move)
                if best[player] >= most:
                    self.cut(move, "immediate")
                    break
                if left - best[player] <= floor.value:
                    self.cut(move, "shallow")
                    return bounded(best, floor.player, left - best[player])
        return best

    def order_moves(self, state: State, player: int, ply: int) -> list[Move]:
        """The moves in the order of search."""
        if ply == 0:
            return self.root_moves
        return list(self.ordering.arrange(state, self.moves(state), ply, player, None))

    def bounds(self, state: State, player: int) -> tuple[float, float]:
        """The least and the most that a state can be worth to a player."""
        return self.game.bounds(state, player) if self.bounded else (-1.0, 1.0)

    def most(self, state: State, player: int, ply: int) -> float:
        """The most that a move can be worth to the player who acts; to `quick`, at the very next ply."""
        high = self.bounds(state, player)[1]
        return max(self.later(high, ply + 1), fade(high, CLAIM)) if self.quick else high

    def left_over(self, state: State, player: int, floor: Floor) -> float:
        """What all others together leave to the player of the floor and to the one who acts, at most."""
        if not (self.prunes and self.shares) or floor.player in (CHANCE, player):
            return math.inf
        left = self.slack
        for each in range(self.game.players):
            if each not in (player, floor.player):
                left -= self.bounds(state, each)[0]
        return left

    def average(self, state: State, depth: int, ply: int) -> tuple[float, ...]:
        """The average over all outcomes, for each player."""
        total = [0.0] * self.game.players
        for outcome, probability in self.game.chances(state):
            values = self.visit(self.play(state, outcome), depth, ply + 1)
            total = [t + probability * v for t, v in zip(total, values, strict=True)]
        return tuple(total)

    def estimates_of(self, state: State) -> tuple[float, ...]:
        """An estimate for each player, kept within what is still possible, their sum too.

        What they add up to beyond the sum of payoffs is taken from each as far as there is room to its least.
        """
        self.estimates += 1
        guesses, room = [], []
        excess = total = 0.0
        for player in range(self.game.players):
            guess = self.within(self.game.evaluate(state, player), state, player)
            guesses.append(guess)
            room.append(guess - self.bounds(state, player)[0])
            excess += guess
            total += room[-1]
        if self.shares and excess > ROUNDING * self.largest and 0 < total < math.inf:
            part = excess / total
            guesses = [guess - part * each for guess, each in zip(guesses, room, strict=True)]
        return tuple(guesses)


def bounded(values: tuple[float, ...], player: int, most: float) -> tuple[float, ...]:
    """The values of a position that was cut, with what it is worth at most to the player who cares."""
    return (*values[:player], most, *values[player + 1 :])


def largest_payoff(game: Game, state: State) -> float:
    """The largest payoff, or loss, that the bounds of a state allow to anybody."""
    return max(abs(bound) for player in range(game.players) for bound in game.bounds(state, player))


def slack(largest: float, players: int) -> float:
    """What payoffs that have lost a hair with every ply may add up to beyond their sum."""
    return 2 * players * CLAIM * math.ulp(largest)
