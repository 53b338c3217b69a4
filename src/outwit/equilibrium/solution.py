"""An equilibrium of a whole game, as close as an algorithm has come to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from secrets import randbits
from typing import NamedTuple

from outwit.equilibrium.best_response import best_response, expected_value, worth
from outwit.equilibrium.cfr import DISCOUNTS, CounterfactualRegret, Solver
from outwit.equilibrium.convergence import CLOSE, Point, converge
from outwit.equilibrium.policy import Policy
from outwit.equilibrium.policy_strategies import origin_of, policy_of
from outwit.equilibrium.sampled_cfr import SAMPLINGS, SampledRegret
from outwit.equilibrium.search_limit import search_limit
from outwit.equilibrium.sequence_form import Unfolded
from outwit.equilibrium.strategies import Strategies, plan
from outwit.equilibrium.unfold import unfold
from outwit.errors import OutwitError, UnknownNameError, shorten
from outwit.game import Game, Move, State, player_name

ALGORITHMS = (*DISCOUNTS, *SAMPLINGS)
"""The forms of counterfactual regret minimization, by name."""


class Choice(NamedTuple):
    """What a player does in one information set."""

    player: int
    state: State
    """One of the states that the player takes for possible."""
    probabilities: dict[Move, float]
    reached: float
    """How likely a game comes there if both play by their strategies."""


@dataclass
class Measured:
    """Strategies of a game, and what they are worth."""

    game: Unfolded
    strategies: Strategies
    compiled: bool = True

    def __post_init__(self) -> None:
        responses = [best_response(self.game, self.strategies, player, self.compiled) for player in (0, 1)]
        self.exploitability = sum(responses) / 2
        """What best responses win, on average over both players."""
        self.value = expected_value(self.game, self.strategies, self.compiled)
        """What the first player wins if both play so."""
        self.bounds = -responses[1], responses[0]
        """What the game is worth to the first player: no less, since it gets that whatever the other does,
        and no more."""

    def choices(self) -> Iterator[Choice]:
        """What players do in each information set, in the order in which a game may come to them."""
        for player, side in enumerate(self.game.sides):
            own = plan(side, self.strategies[player])
            others = worth(self.game, self.strategies, player, self.compiled).chances
            for number, moves in enumerate(side.moves):
                low = int(side.first[number])
                shares = self.strategies[player][low : low + len(moves)]
                reached = float(own[side.parent[number]] * others[low])
                found = {move: float(share) for move, share in zip(moves, shares, strict=True)}
                yield Choice(player, side.states[number], found, reached)


@dataclass
class Solution:
    """A game, and an algorithm that comes closer and closer to an equilibrium of it."""

    game: Unfolded
    algorithm: str = "cfr+"
    seed: int | None = None
    """What fixes the draws of an algorithm that samples; None in others."""
    compiled: bool = True
    points: list[Point] = field(default_factory=list)
    """How close it was, from time to time; the last one is of now."""

    def __post_init__(self) -> None:
        self.solver = self.begin()

    def begin(self) -> Solver:
        """The algorithm before its first iteration."""
        if self.algorithm in DISCOUNTS:
            self.seed = None
            return CounterfactualRegret(self.game, self.algorithm, self.compiled)
        if self.algorithm in SAMPLINGS:
            self.seed = randbits(32) if self.seed is None else self.seed
            return SampledRegret(self.game, self.algorithm, self.seed, self.compiled)
        raise UnknownNameError("algorithm for equilibria", self.algorithm, ALGORITHMS)

    @property
    def exploitability(self) -> float:
        """What best responses win from the average strategies, as last measured."""
        return self.points[-1].exploitability

    @property
    def close(self) -> float:
        """The exploitability at which strategies are close enough to an equilibrium."""
        return CLOSE * self.game.stakes

    def improve(
        self,
        iterations: int | None = None,
        seconds: float | None = None,
        close: float = 0.0,
        report: Callable[[Point], None] | None = None,
        stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        """Go on for so many iterations or seconds, or until the exploitability is no more than `close`."""
        most = None if iterations is None else self.solver.iterations + iterations
        self.points += converge(self.solver, most, seconds, close, self.compiled, report, stopped)

    def measured(self) -> Measured:
        """The average strategies so far, and what they are worth."""
        return Measured(self.game, self.solver.strategies(), self.compiled)

    def probabilities(self, state: State, player: int) -> tuple[dict[Move, float], dict[Move, float | None]]:
        """How likely a player makes each move in a state, and what it is worth there against the other.

        The worth is None where the other never lets it come to that.
        """
        found = self.game.find(state, player)
        if found is None:
            rules = self.game.game
            name, known = player_name(rules, player), repr(rules.observation(state, player))
            raise OutwitError(
                f"Equilibria are of games from their start, in which {name} never knows "
                f"{shorten(known, 200)}."
            )
        strategies, side = self.solver.strategies(), self.game.sides[player]
        gains, chances = worth(self.game, strategies, player, self.compiled)
        low, moves = int(side.first[found]), side.moves[found]
        within = range(low, low + len(moves))
        values = [float(gains[at] / chances[at]) if chances[at] > 0 else None for at in within]
        shares = [float(strategies[player][at]) for at in within]
        return dict(zip(moves, shares, strict=True)), dict(zip(moves, values, strict=True))

    def policy(self, command: str = "") -> Policy:
        """The average strategies so far as a policy that can be saved."""
        found = self.measured()
        iterations, far = self.solver.iterations, found.exploitability
        origin = origin_of(self.game, self.algorithm, iterations, self.seed, far, found.value, command)
        return policy_of(self.game, found.strategies, origin)


def solve(
    game: Game,
    algorithm: str = "cfr+",
    iterations: int | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    compiled: bool = True,
) -> Solution:
    """An equilibrium of a whole game, found by so many iterations or in so many seconds.

    Without either it goes on until nobody could win more than a millionth of what is at stake.

    >>> from outwit.games import find_game
    >>> solution = solve(find_game("kuhn"), iterations=1000, compiled=False)
    >>> round(solution.measured().value, 3), solution.exploitability < 1e-3
    (-0.056, True)
    """
    search_limit(iterations, seconds)
    solution = Solution(unfold(game, nodes=algorithm in SAMPLINGS), algorithm, seed, compiled)
    solution.improve(iterations, seconds, 0.0 if iterations or seconds else solution.close)
    return solution
