"""Information set Monte Carlo tree search: one tree of what players know, grown in worlds drawn at random.

Cowling, Powley and Whitehouse, "Information set Monte Carlo tree search", 2012.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from outwit.bandit import Rule
from outwit.decision import Candidate, Limit, Watch, option
from outwit.errors import BadOptionError
from outwit.game import CHANCE, Game, Move, State
from outwit.search.mcts import half
from outwit.search.sampler import Arm, SamplingSearch, candidates_with_intervals, payoff_range
from outwit.search.world_sampler import WorldSampler
from outwit.worlds import draw_world

T = TypeVar("T")


@dataclass(frozen=True)
class ISMCTS(WorldSampler):
    """Each simulation draws a world that the player cannot tell from the true one, and selects moves in it.

    What is learned is kept by what players know, not by what is so: in two worlds that look the same to
    whoever acts, the same move is best. So nobody plays as if it saw what is hidden. Every player maximises
    its own payoff. That leads to no equilibrium: who plays it often enough can learn to exploit it.

    The answer depends on what the player knows, and on the seed, alone. A candidate's interval tells how far
    its mean is a matter of which worlds and rollouts were drawn. The play in the tree was not the same from
    first to last, and the mean is about all of it; how much better play would change it, no interval tells.

    >>> from outwit.games import find_game
    >>> game = find_game("nim:coins=6")
    >>> ISMCTS(simulations=500, seed=1).decide(game, game.initial()).described()[0]
    '2'
    """

    exploration: float = option(
        0.7, "The exploration constant: how much a move with few visits counts, in half ranges of payoffs."
    )
    observers: Literal["single", "multiple"] = option(
        "multiple",
        "Whose knowledge the tree is made of: multiple, of whoever acts; single, of the player who decides.",
    )

    name = "ismcts"
    summary = "Monte Carlo tree search over what players know, for games in which something is hidden."

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.exploration >= 0:
            raise BadOptionError(f"exploration={self.exploration} must be 0 or more.")

    def new_search(self, game: Game, state: State, limit: Limit, watch: Watch, seed: int) -> SamplingSearch:
        return IsmctsSearch(game, state, limit, watch, seed, self)


@dataclass(slots=True, eq=False)
class InformationSet:
    """A node of the tree: the states that somebody cannot tell apart."""

    arms: dict[Hashable, IsmctsArm] = field(default_factory=dict)
    """What has been chosen here, the first that was tried first: by the move or, where another player acts
    and a single observer looks on, by what the observer knows after it."""


@dataclass(slots=True, eq=False)
class IsmctsArm:
    """What has been seen of one choice in an information set."""

    move: Move
    """The move that was played when it was chosen for the first time."""
    totals: list[float]
    """The sum of the payoffs of its simulations, for each player."""
    visits: int = 0
    available: int = 0
    """How many simulations could have chosen it, from the one on that first did."""
    squares: float = 0.0
    """The sum of the squares of what its simulations paid the player for whom is searched."""
    alike: bool = True
    """Was the same move played whenever it was chosen?"""
    following: InformationSet | None = None
    """The information set right after it; None where several came, chance acted or the game ended."""


@dataclass(slots=True)
class Step:
    """One choice of a simulation, to be noted once the simulation has come to its end."""

    node: InformationSet
    key: Hashable
    arm: IsmctsArm
    move: Move
    rivals: list[IsmctsArm]
    """The choices tried before that this world allows, this one left out."""
    following: InformationSet | None = None


class IsmctsSearch(SamplingSearch):
    """One information set Monte Carlo tree search, from a world of the player's.

    Draws are made in this order: the world; then on the way down, position by position, the outcome of
    chance, or the choice among those not tried yet and, among several moves that are the same to a single
    observer, the move; then the rollout. Among one there is nothing to draw.
    """

    agent: ISMCTS

    def __init__(
        self, game: Game, state: State, limit: Limit, watch: Watch, seed: int, agent: ISMCTS
    ) -> None:
        super().__init__(game, state, limit, watch, seed, agent)
        self.single = agent.observers == "single"
        self.top = InformationSet()
        self.nodes_by_key: dict[Hashable, InformationSet] = {self.key(state, self.player): self.top}
        self.deepest = 0
        ranges = [payoff_range(game, player) for player in range(game.players)]
        self.rule = Rule("uct", agent.exploration, False, tuple(half(*each) for each in ranges))
        self.range = ranges[self.player]
        """The least and the most that a simulation is known to pay the player."""

    @property
    def depth(self) -> int:
        return self.deepest

    def key(self, state: State, turn: int) -> Hashable:
        """The information set of a state: what the observer knows there, or whoever acts."""
        observer = self.player if self.single else turn
        known: Hashable = self.game.observation(state, observer)
        return known if self.single else (turn, known)

    def simulate(self) -> None:
        """A world, selection, expansion, a rollout, and backup."""
        path: list[Step] = []
        world = draw_world(self.game, self.root, self.player, self.random, look=self.budget.look)
        key, node, values = self.descend(world, path)
        if node is not None:
            self.nodes_by_key.setdefault(key, node)
        self.backup(path, values)

    def descend(
        self, state: State, path: list[Step]
    ) -> tuple[Hashable, InformationSet | None, tuple[float, ...]]:
        """Selection: down to a node that is new, or on the path already, or to the end of the game.

        The node with its key, if there is one, and what comes of it.
        """
        game, direct = self.game, True
        while not game.over(state):
            turn = game.turn(state)
            if turn == CHANCE:
                self.budget.enter()
                state = game.play(state, self.random.weighted(self.budget.gather(game.chances(state))))
                direct = False
                continue
            key = self.key(state, turn)
            known = self.nodes_by_key.get(key)
            node = known or InformationSet()
            if path and direct:
                path[-1].following = node
            if known is None or any(step.node is node for step in path):
                return key, node, self.rollouts.play(state)
            if path:
                self.budget.enter()
            path.append(self.select(node, state, turn))
            state, direct = game.play(state, path[-1].move), True
        return None, None, self.rollouts.play(state)

    def choices(self, state: State, turn: int) -> dict[Hashable, list[Move]]:
        """What there is to choose from: moves or, for another player, what a single observer sees of them."""
        moves = self.budget.gather(self.game.moves(state))
        if not self.single or turn == self.player:
            return {move: [move] for move in moves}
        seen: dict[Hashable, list[Move]] = {}
        for move in moves:
            seen.setdefault(self.game.observation(self.game.play(state, move), self.player), []).append(move)
        return seen

    def select(self, node: InformationSet, state: State, turn: int) -> Step:
        """One of the choices not tried yet or, if all were, the one with the highest UCB score."""
        choices = self.choices(state, turn)
        tried = [(key, node.arms[key]) for key in choices if key in node.arms]
        untried = [key for key in choices if key not in node.arms]
        if untried:
            key = self.pick(untried)
            move = self.pick(choices[key])
            arm = IsmctsArm(move, [0.0] * self.game.players)
        else:
            key, arm = max(tried, key=lambda each: self.ucb_score(each[1], turn))
            move = self.pick(choices[key])
        return Step(node, key, arm, move, [each for _, each in tried if each is not arm])

    def pick(self, items: Sequence[T]) -> T:
        """One of some items, drawn if there are several."""
        return items[self.random.roughly(len(items))] if len(items) > 1 else items[0]

    def ucb_score(self, arm: IsmctsArm, player: int) -> float:
        """An upper confidence bound, which grows with how often a choice was possible and not made."""
        return arm.totals[player] / arm.visits + self.rule.exploration_term(
            arm.available, arm.visits, 0.0, player
        )

    def backup(self, path: list[Step], values: tuple[float, ...]) -> None:
        """Note what came of a simulation in every choice that it made, and which others it had."""
        paid = values[self.player]
        for step in path:
            arm = step.node.arms.setdefault(step.key, step.arm)
            for each in (arm, *step.rivals):
                each.available += 1
            if arm.visits == 0:
                arm.following = step.following
            elif arm.following is not step.following:
                arm.following = None
            arm.alike = arm.alike and arm.move == step.move
            arm.visits += 1
            for player, value in enumerate(values):
                arm.totals[player] += value
            arm.squares += paid * paid
        self.deepest = max(self.deepest, len(path))
        if not self.range[0] <= paid <= self.range[1]:
            self.range = min(paid, self.range[0]), max(paid, self.range[1])

    def read_arms(self) -> list[Arm]:
        return [self.arm(move, self.top.arms.get(move)) for move in self.moves]

    def arm(self, move: Move, seen: IsmctsArm | None) -> Arm:
        """What was seen of a move at the root."""
        if seen is None:
            return Arm(move)
        return Arm(move, seen.visits, seen.totals[self.player], seen.squares, line=self.line(seen))

    def line(self, arm: IsmctsArm) -> tuple[Move, ...]:
        """The principal variation: each time the choice with most visits, as far as the player can foresee.

        That is as far as the same information set came next in every world, and a move is the same in all.
        """
        state, line, passed = self.root, [arm.move], [self.top]
        while arm.following is not None and arm.following not in passed:
            state = self.game.play(state, arm.move)
            passed.append(arm.following)
            arm = max(arm.following.arms.values(), key=lambda each: each.visits, default=IsmctsArm(None, []))
            if not (arm.visits and arm.alike and arm.move in self.game.moves(state)):
                break
            line.append(arm.move)
        return tuple(line)

    def candidate_maker(self, best: Arm | None) -> Callable[[], list[Candidate]]:
        return candidates_with_intervals(self.arms(), best, *self.range)

    def stats(self) -> dict[str, float]:
        return {"simulations": self.simulations, "information sets": len(self.nodes_by_key)}
