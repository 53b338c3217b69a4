"""Simultaneous-move Monte Carlo tree search: where all choose at once, each player selects for itself.

Lanctot, Lisý and Winands, "Monte Carlo tree search in simultaneous move games with applications to
Goofspiel", 2013; Shafiei, Sturtevant and Schaeffer, "Comparing UCT versus CFR in simultaneous games", 2009
(decoupled UCT); Tak, Lanctot and Winands, "Monte Carlo tree search variants for simultaneous move games",
2014.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from outwit.bandit import Rule
from outwit.decision import Candidate, Limit, Watch, option
from outwit.errors import BadOptionError
from outwit.game import CHANCE, SIMULTANEOUS, Game, State
from outwit.random import Generator
from outwit.search.joint_node import JointArm, JointNode, match_regrets, shares, weigh_exponentially
from outwit.search.joint_sampler import JointSampler
from outwit.search.mcts import half
from outwit.search.rollout import payoffs
from outwit.search.sampler import Arm, SamplingSearch
from outwit.search.searcher import search_for

MIXING = {"regret": match_regrets, "exp3": weigh_exponentially}
"""How the strategies come about from which moves are drawn."""


@dataclass(frozen=True)
class SMMCTS(JointSampler):
    """In each position both players select by their own statistics; joint moves not tried yet come first.

    No move is the best where all choose at once, so the answer is a strategy: how likely each move is to be
    played. With regret matching or Exp3 it is the average of those that were played in the search, which come
    close to an equilibrium; with decoupled UCT, how often each move was selected, which need not.

    >>> from outwit.games import find_game
    >>> game = find_game("matrix:2 -1; -1 1")
    >>> decision = SMMCTS(simulations=4000, seed=1).decide(game, game.initial(), player=0)
    >>> [round(candidate.probability, 1) for candidate in decision.candidates]  # 0.4 of the first is best
    [0.6, 0.4]
    """

    select: Literal["regret", "duct", "exp3"] = option(
        "regret",
        "How each player selects: by regret matching, by decoupled UCT (the highest UCB score), or by Exp3.",
    )
    gamma: float = option(0.1, "How often regret matching and Exp3 select any move, to explore: from 0 to 1.")
    exploration: float = option(
        1.0, "The exploration constant of decoupled UCT: what few visits count, in half ranges of payoffs."
    )
    play: Literal["mixed", "max"] = option(
        "mixed", "Which move is played: one drawn from the average strategy, or the most likely of it."
    )

    name = "smmcts"
    summary = "Monte Carlo tree search for two who choose at once, by regret matching, UCT or Exp3."

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.gamma <= 1 or (self.select == "exp3" and self.gamma == 0):
            least = "more than 0" if self.select == "exp3" else "0"
            raise BadOptionError(f"gamma={self.gamma} must be from {least} to 1 with select={self.select}.")
        if not self.exploration >= 0:
            raise BadOptionError(f"exploration={self.exploration} must be 0 or more.")

    @classmethod
    def objection(cls, game: Game) -> str | None:
        reason = super().objection(game)
        if reason is not None or game.players == 2:
            return reason
        instead = "montecarlo" if game.simultaneous else search_for(game)
        return f"it has {game.players} player{'s' * (game.players > 1)}; {instead} plays it."

    def new_search(
        self, game: Game, state: State, limit: Limit, watch: Watch, seed: int, player: int | None = None
    ) -> SamplingSearch:
        return SmmctsSearch(game, state, limit, watch, seed, self, player)


class Step(NamedTuple):
    """One choice of a simulation, to be noted once the simulation has come to its end."""

    node: JointNode
    places: tuple[int, int]
    """The places of the moves chosen, the first player's and the second's."""
    learns: bool
    """Were they drawn from strategies, which learn from what comes of it?"""


class Strategy(NamedTuple):
    """What a player is to play at the root, move by move, and what that is worth."""

    arms: list[JointArm]
    probabilities: list[float]
    values: list[float | None]
    """What each move pays against the other's average strategy; None if that is not known."""

    @property
    def value(self) -> float | None:
        """What the strategy pays against the other's, as far as that is known."""
        known = [(p, v) for p, v in zip(self.probabilities, self.values, strict=True) if v is not None]
        total = sum(probability for probability, _ in known)
        return sum(p * v for p, v in known) / total if total > 0 else None


class SmmctsSearch(SamplingSearch):
    """One simultaneous-move Monte Carlo tree search.

    Draws are made in this order: on the way down, position by position, the outcome of chance, or which joint
    move is tried that has not been, or the first player's move and the second's, where these are drawn; then
    the rollout. Among one there is nothing to draw.
    """

    agent: SMMCTS

    def __init__(
        self,
        game: Game,
        state: State,
        limit: Limit,
        watch: Watch,
        seed: int,
        agent: SMMCTS,
        player: int | None = None,
    ) -> None:
        super().__init__(game, state, limit, watch, seed, agent, player)
        self.top = JointNode([0.0, 0.0], game.turn(state))
        self.size = 1
        self.deepest = 0
        bounds = [game.bounds(state, each) for each in (0, 1)]
        self.halves = [half(*each) for each in bounds]
        self.lows = [low if math.isfinite(high - low) else -1.0 for low, high in bounds]
        """The least that the position can be worth to each player, from which Exp3 counts."""
        self.rule = Rule("uct", agent.exploration, False, tuple(self.halves))

    @property
    def depth(self) -> int:
        return self.deepest

    def simulate(self) -> None:
        """Selection, expansion by a node, a rollout, and backup."""
        path: list[Step] = []
        node, values = self.descend(path)
        if node is not None:
            node.visits += 1
            for player, value in enumerate(values):
                node.totals[player] += value
        for step in path:
            self.learn(step, values)
        self.deepest = max(self.deepest, len(path))

    def descend(self, path: list[Step]) -> tuple[JointNode | None, tuple[float, ...]]:
        """From the root to a position that is new or the end of the game, or that no node is kept of.

        The node of that position, and what comes of it.
        """
        node, state, following = self.top, self.root, None
        while True:
            if node.turn is None:
                self.budget.enter()
                return node, payoffs(self.game, state)
            if node.sides is None:
                node.sides = self.expand(node.turn, state)
            if path:
                self.budget.enter()
            path.append(self.select(node))
            state = self.follow(path[-1], state)
            following = node.cells.get(path[-1].places)
            if following is None:
                return self.first_visit(path[-1], state)
            node = following

    def first_visit(self, step: Step, state: State) -> tuple[JointNode | None, tuple[float, ...]]:
        """A new node for a position that was not visited before, unless too many follow, and a rollout."""
        values = self.rollouts.play(state)
        if step.node.wide:
            return None, values
        turn = None if self.game.over(state) else self.game.turn(state)
        node = step.node.cells[step.places] = JointNode([0.0, 0.0], turn)
        self.size += 1
        return node, values

    def expand(self, turn: int, state: State) -> tuple[list[JointArm], list[JointArm]]:
        """Expansion: what each player can choose from in a position, or what chance can bring."""
        gather, game = self.budget.gather, self.game
        if turn == CHANCE:
            outcomes = gather(game.chances(state))
            return [JointArm(move, probability=p) for move, p in outcomes if p > 0], [JointArm()]
        if turn == SIMULTANEOUS:
            first, second = (gather(game.moves_for(state, player)) for player in (0, 1))
            return [JointArm(move) for move in first], [JointArm(move) for move in second]
        moves = [JointArm(move) for move in gather(game.moves(state))]
        return (moves, [JointArm()]) if turn == 0 else ([JointArm()], moves)

    def select(self, node: JointNode) -> Step:
        """Selection: an outcome of chance, a joint move not tried yet, or what each player chooses."""
        assert node.sides is not None
        first, second = node.sides
        if node.turn == CHANCE:
            outcomes = [(place, arm.probability) for place, arm in enumerate(first)]
            return Step(node, (self.random.weighted(outcomes), 0), False)
        untried = 0 if node.wide else node.many - len(node.cells)
        if untried:
            return Step(node, self.untried(node, self.pick(untried)), False)
        if self.agent.select == "duct" or node.wide:
            return Step(node, (self.highest(node, 0), self.highest(node, 1)), False)
        for arms in node.sides:
            MIXING[self.agent.select](arms, self.agent.gamma)
        return Step(node, (self.draw(first), self.draw(second)), True)

    def pick(self, many: int) -> int:
        """One of so many, drawn if there are several."""
        return self.random.roughly(many) if many > 1 else 0

    def untried(self, node: JointNode, wanted: int) -> tuple[int, int]:
        """One of the joint moves not tried yet, counted row by row."""
        assert node.sides is not None
        rows, columns = map(len, node.sides)
        places = ((row, column) for row in range(rows) for column in range(columns))
        left = (each for each in places if each not in node.cells)
        for _ in range(wanted):
            next(left)
        return next(left)

    def highest(self, node: JointNode, player: int) -> int:
        """Decoupled UCT: the place of a player's move with the highest UCB score, the first of equals.

        Moves not tried yet come first, in any order: else two who have the same moves would always make the
        same one.
        """
        assert node.sides is not None
        arms = node.sides[player]
        untried = [place for place, arm in enumerate(arms) if not arm.visits]
        if untried:
            return untried[self.pick(len(untried))]
        return max(range(len(arms)), key=lambda place: self.ucb_score(node, arms[place], player))

    def ucb_score(self, node: JointNode, arm: JointArm, player: int) -> float:
        """An upper confidence bound of what a move pays, whatever the other player chooses."""
        term = self.rule.exploration_term(node.visits, arm.visits, 0.0, player)
        return arm.total / arm.visits + term

    def draw(self, arms: Sequence[JointArm]) -> int:
        """The place of a move, drawn from a player's strategy, with a part gamma of any move."""
        if len(arms) == 1:
            return 0
        point = self.random.uniform()
        for place, arm in enumerate(arms):
            point -= self.explored(arm, len(arms))
            if point < 0:
                return place
        return len(arms) - 1

    def explored(self, arm: JointArm, many: int) -> float:
        """How likely a move is drawn, exploration included."""
        return (1 - self.agent.gamma) * arm.probability + self.agent.gamma / many

    def follow(self, step: Step, state: State) -> State:
        """The position after a choice."""
        node, (row, column) = step.node, step.places
        assert node.sides is not None
        first, second = node.sides[0][row].move, node.sides[1][column].move
        if node.turn == SIMULTANEOUS:
            return self.game.play_joint(state, (first, second))
        return self.game.play(state, second if node.turn == 1 else first)

    def learn(self, step: Step, values: Sequence[float]) -> None:
        """Backup: note what came of a choice, and what each player learns of it."""
        node = step.node
        assert node.sides is not None
        node.visits += 1
        for player, value in enumerate(values):
            node.totals[player] += value
        if node.turn == CHANCE:
            return
        for player, arms in enumerate(node.sides):
            chosen, paid = arms[step.places[player]], values[player]
            chosen.visits += 1
            chosen.total += paid
            if not step.learns:
                continue
            for arm in arms:
                arm.weight += arm.probability
            if self.agent.select == "regret":
                self.regret(step, player, paid)
            else:
                reward = (paid - self.lows[player]) / (2 * self.halves[player])
                chosen.score += min(max(reward, 0.0), 1.0) / self.explored(chosen, len(arms))

    def regret(self, step: Step, player: int, paid: float) -> None:
        """Add to each other move's regret what it pays on average against the other's choice, less this."""
        assert step.node.sides is not None
        own, other = step.places[player], step.places[1 - player]
        for place, arm in enumerate(step.node.sides[player]):
            if place != own:
                mean = step.node.mean_after(player, place, other)
                assert mean is not None
                arm.score += mean - paid

    # The answer

    def strategy(self) -> Strategy:
        """What the player is to play at the root by now; any move, before anything is known."""
        node, player = self.top, self.player
        if node.sides is None:
            arms = [JointArm(move) for move in self.moves]
            return Strategy(arms, shares([0.0] * len(arms)), [None] * len(arms))
        counted = self.agent.select == "duct" or node.wide
        own, against = (
            (arms, shares([arm.visits if counted else arm.weight for arm in arms]))
            for arms in (node.sides[player], node.sides[1 - player])
        )
        values = [self.value_against(node, place, against[1]) for place in range(len(own[0]))]
        return Strategy(*own, values)

    def value_against(self, node: JointNode, place: int, against: Sequence[float]) -> float | None:
        """What a move of the player pays against a strategy, by the means of the joint moves tried."""
        assert node.sides is not None
        arm = node.sides[self.player][place]
        if node.wide:
            return arm.total / arm.visits if arm.visits else None
        seen = [(p, node.mean_after(self.player, place, other)) for other, p in enumerate(against)]
        known = [(probability, mean) for probability, mean in seen if mean is not None]
        total = sum(probability for probability, _ in known)
        return sum(probability * mean for probability, mean in known) / total if total > 0 else None

    def read_arms(self) -> list[Arm]:
        if self.player == CHANCE:
            return []
        return [Arm(arm.move, arm.visits, arm.total) for arm in self.strategy().arms]

    def best(self) -> Arm | None:
        """The move to play: drawn from the average strategy, or the most likely one of it."""
        if self.player == CHANCE:
            return None
        arms, likely = self.arms(), self.strategy().probabilities
        if self.agent.play == "max":
            return arms[max(range(len(arms)), key=lambda place: (likely[place], arms[place].visits))]
        return Generator(self.seed + 1).weighted(list(zip(arms, likely, strict=True)))

    def worth(self, best: Arm | None) -> tuple[float | None, bool]:
        if self.player == CHANCE:
            return (self.top.mean(0) + 0.0 if self.top.visits else None), False
        value = self.strategy().value
        return (None if value is None else value + 0.0), False

    def candidate_maker(self, best: Arm | None) -> Callable[[], list[Candidate]]:
        """The moves with their parts of the average strategy, the most likely first."""
        if self.player == CHANCE:
            return list
        found = self.strategy()

        def make() -> list[Candidate]:
            candidates = [
                candidate(arm, probability, value) for arm, probability, value in zip(*found, strict=True)
            ]
            return sorted(candidates, key=lambda each: (-(each.probability or 0.0), -(each.visits or 0)))

        return make

    def stats(self) -> dict[str, float]:
        return {"simulations": self.simulations, "tree": self.size}


def candidate(arm: JointArm, probability: float, value: float | None) -> Candidate:
    """A move at the root with its part of the average strategy and what it pays against the other's."""
    if value is None:
        return Candidate(arm.move, probability=probability)
    return Candidate(arm.move, value + 0.0, "exact", (arm.move,), arm.visits, probability=probability)
