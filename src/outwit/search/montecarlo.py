"""Flat Monte Carlo: rollouts after every move in turn; the move with the best mean is played.

Abramson, "Expected-outcome: a general model of static evaluation", 1990.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from outwit.decision import Candidate, Limit, Watch, option
from outwit.errors import BadOptionError
from outwit.game import CHANCE, Game, Move, State
from outwit.search.joint_sampler import JointSampler
from outwit.search.sampler import Arm, SamplingSearch, candidates_with_intervals, payoff_range, record

ENOUGH = 30
"""How often every move is tried before any is given up."""


@dataclass(frozen=True)
class MonteCarlo(JointSampler):
    """Make rollouts after each move in turn, drop moves that are clearly worse, stop when one is left.

    Where all choose at once, the others' moves are drawn at random, anew for each rollout.

    >>> from outwit.games import find_game
    >>> game = find_game("tree:(0.4 [1/2:1 1/2:0])")
    >>> decision = MonteCarlo(simulations=2000, seed=1).decide(game, game.initial())
    >>> decision.described(), decision.stats["simulations"] < 2000
    (['2'], True)
    """

    clear: float = option(
        4.0, "A move is given up when its mean is so many standard errors below the best; 0 never gives up."
    )

    name = "montecarlo"
    summary = "Rollouts after each move; the move with the best mean."

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.clear >= 0:
            raise BadOptionError(f"clear={self.clear} is no number of standard errors; give 0 or more.")

    def new_search(
        self, game: Game, state: State, limit: Limit, watch: Watch, seed: int, player: int | None = None
    ) -> SamplingSearch:
        return MonteCarloSearch(game, state, limit, watch, seed, self, player)


class MonteCarloSearch(SamplingSearch):
    """One flat Monte Carlo search."""

    agent: MonteCarlo

    def __init__(
        self,
        game: Game,
        state: State,
        limit: Limit,
        watch: Watch,
        seed: int,
        agent: MonteCarlo,
        player: int | None = None,
    ) -> None:
        super().__init__(game, state, limit, watch, seed, agent, player)
        self.tried = [Arm(move) for move in self.moves]
        self.left = list(self.tried)
        """The moves that are still in question."""
        self.place = 0
        """Which of them is to be tried next."""
        self.following: dict[Move, State] = {}
        """The positions after the moves that have been tried."""
        self.range = payoff_range(game, max(self.player, 0))
        """The least and the most that a rollout is known to pay."""
        self.whole = Arm(None)
        """What was seen of the root itself, where chance is to act."""

    def simulate(self) -> None:
        if self.player == CHANCE:
            record(self.whole, self.outcome(self.root)[0])
            return
        arm = self.left[self.place]
        paid = self.outcome(self.after(arm.move))[self.player]
        record(arm, paid)
        if not self.range[0] <= paid <= self.range[1]:
            self.range = min(paid, self.range[0]), max(paid, self.range[1])
        self.place = (self.place + 1) % len(self.left)
        if self.place == 0 and arm.visits >= ENOUGH and self.agent.clear:
            self.give_up()

    def after(self, move: Move) -> State:
        """The position after a move, and after any moves of the others where they choose at once."""
        if self.joint:
            joint = self.rollouts.choose_jointly(self.root, self.player, move)
            return self.game.play_joint(self.root, joint)
        if move not in self.following:
            self.following[move] = self.game.play(self.root, move)
        return self.following[move]

    def outcome(self, state: State) -> tuple[float, ...]:
        """How a rollout from a position ends for each player."""
        return self.rollouts.play(state)

    def give_up(self) -> None:
        """Leave out the moves that are clearly worse than the best."""
        best = max(self.left, key=lambda arm: arm.mean)
        self.left = [
            arm
            for arm in self.left
            if arm is best or best.mean - arm.mean <= self.agent.clear * (best.error**2 + arm.error**2) ** 0.5
        ]

    @property
    def settled(self) -> bool:
        return len(self.left) == 1 and self.player != CHANCE and self.left[0].visits >= ENOUGH

    def candidate_maker(self, best: Arm | None) -> Callable[[], list[Candidate]]:
        """Rollouts after one move are independent of each other, so that their mean can be told about."""
        return candidates_with_intervals(self.arms(), best, *self.range)

    def read_arms(self) -> list[Arm]:
        return self.tried

    def best(self) -> Arm | None:
        """The move with the best mean; in the first round only those before the present place have one."""
        tried = self.left[: self.simulations or 1]
        return max(tried, key=lambda arm: arm.mean, default=None)

    def worth(self, best: Arm | None) -> tuple[float | None, bool]:
        if self.player == CHANCE:
            return (self.whole.mean if self.whole.visits else None), False
        return super().worth(best)
