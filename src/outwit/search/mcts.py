"""Monte Carlo tree search: selection by UCB, expansion by a node, a rollout, and backup along the path.

Coulom, "Efficient selectivity and backup operators in Monte-Carlo tree search", 2006;
Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", 2006 (UCT); Rosin, "Multi-armed bandits with
episode context", 2011 (PUCT); Winands, Björnsson and Saito, "Monte-Carlo tree search solver", 2008 (proofs).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from outwit.bandit import Rule
from outwit.decision import Limit, Watch, option
from outwit.errors import BadOptionError
from outwit.game import CHANCE, Game, Move, State, defines
from outwit.memory import Kept
from outwit.search.mcts_node import MctsNode
from outwit.search.rollout import payoffs
from outwit.search.sampler import Arm, Sampler, SamplingSearch
from outwit.search.search import OutOfBudgetError
from outwit.search.simulation_log import SimulationLog
from outwit.search.tree_reuse import KeptTree
from outwit.tree.record.node import Tree

SPREAD = 4.0
"""How many times as likely the best move by `order` is as one in the middle, as a power of e, halved."""

NODE_BYTES = 300
"""How much memory a node takes, about."""


@dataclass(frozen=True)
class MCTS(Sampler):
    """Each simulation follows the highest UCB scores down the tree, adds a node, and makes a rollout from it.

    Every player maximises its own payoff, so that three or more can play. What is certain is passed up the
    tree: a position with a move that wins for sure is won.

    >>> from outwit.games import find_game
    >>> game = find_game("nim:coins=6")
    >>> decision = MCTS(simulations=300, seed=1).decide(game, game.initial())
    >>> decision.described()[0], decision.value, decision.exact
    ('2', 1.0, True)
    """

    select: Literal["uct", "puct"] = option(
        "uct", "How moves are selected: uct treats all alike, puct has priors for them by the game's `order`."
    )
    exploration: float = option(
        1.0, "The exploration constant: how much a move with few visits counts, in half ranges of payoffs."
    )
    solve: bool = option(True, "Pass certain wins, losses and draws up the tree.")
    keep: bool = option(
        True, "Go on with the tree of earlier moves of the game, if whoever asks has a memory for it."
    )

    name = "mcts"
    summary = "Monte Carlo tree search (UCT or PUCT) that proves what it can, for any number of players."

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.exploration >= 0:
            raise BadOptionError(f"exploration={self.exploration} must be 0 or more.")

    def new_search(self, game: Game, state: State, limit: Limit, watch: Watch, seed: int) -> SamplingSearch:
        return MctsSearch(game, state, limit, watch, seed, self)


class TextbookTree(KeptTree[MctsNode]):
    """A tree of nodes, grown by the textbook's search."""

    def below(self, node: MctsNode) -> Iterable[tuple[Move, MctsNode]]:
        return ((each.move, each) for each in node.children or ())


class MctsSearch(SamplingSearch):
    """One Monte Carlo tree search."""

    agent: MCTS

    def __init__(self, game: Game, state: State, limit: Limit, watch: Watch, seed: int, agent: MCTS) -> None:
        super().__init__(game, state, limit, watch, seed, agent)
        self.top = MctsNode(turn=self.player, totals=[0.0] * game.players)
        self.size = 1
        self.deepest = 0
        self.expanded: MctsNode | None = None
        """The node that the present simulation has expanded, if it has one."""
        self.halves = [half(*game.bounds(state, player)) for player in range(game.players)]
        self.rule = Rule(agent.select, agent.exploration, agent.solve, tuple(self.halves))
        self.opposed = game.players == 1 or (game.players == 2 and game.zero_sum)
        """Does what a position is worth to one player tell what it is worth to all?"""
        self.bounded = agent.solve and game.players == 2 and game.zero_sum and defines(game, "bounds")
        """Can the game's own bounds tell what a position is worth?"""
        self.room: float = math.inf
        """How many positions the tree may have."""
        self.lost_arms: list[Arm] = []
        """What rollouts after each move of a lost position came to, as if it were not lost."""
        self.log: SimulationLog | None = None
        """Where simulations are logged, if they are."""
        self.kept_visits: int | None = None
        """How many simulations of earlier decisions it went on from; None if it has no memory."""

    @property
    def depth(self) -> int:
        return self.deepest

    @property
    def settled(self) -> bool:
        return self.top.proved is not None

    def recall(self, kept: Kept, history: Sequence[State]) -> None:
        if self.agent.keep:
            self.kept_visits = self.take_over(kept, history)

    def take_over(self, kept: Kept, history: Sequence[State]) -> int:
        """Go on with the part of an earlier tree that the game has come to; how often it was visited."""
        before = kept.take(TextbookTree)
        node = None if before is None else before.node_of(self.game, self.root, history)
        if node is None or node.turn != self.player:
            return 0
        self.top = node
        self.size = sum(1 for _ in node.walk())
        return node.visits

    def keep(self, kept: Kept) -> None:
        if self.agent.keep:
            kept.keep(TextbookTree(self.root, self.top), NODE_BYTES * self.size)

    def play_on(self) -> None:
        """In a position that is proved lost, find the move after which the opponent is most likely to err.

        All moves are worth the same there against perfect play, so what is left of the limit goes into
        rollouts after each of them.
        """
        proved = self.top.proved
        if proved is None or self.player == CHANCE or not self.is_lost(proved[self.player]):
            return
        rest = self.limit.less(seconds=self.budget.elapsed, simulations=self.simulations, nodes=self.nodes)
        if rest is None:
            return
        agent = replace(self.agent, solve=False)
        further = agent.new_search(self.game, self.root, rest, self.watch, self.seed + 1)
        assert isinstance(further, MctsSearch)
        further.stay_flat()
        further.run()
        self.lost_arms = [replace(arm, proved=proved[self.player]) for arm in further.arms()]
        self.simulations += further.simulations
        self.extra_nodes = further.nodes

    def stay_flat(self) -> None:
        """Let the tree have no more than the moves of the root."""
        self.room = 1 + len(self.moves)

    def simulate(self) -> None:
        """Selection, expansion, a rollout, and backup."""
        path, self.expanded = [self.top], None
        try:
            values = self.descend(path)
        except OutOfBudgetError:
            if self.expanded is not None:
                self.size -= len(self.expanded.children or ())
                self.expanded.children = None
            raise
        self.deepest = max(self.deepest, len(path) - 1)
        below: MctsNode | None = None
        passed: list[tuple[float, ...]] = []
        for node in reversed(path):
            if self.agent.solve:
                values = self.certain_values(node, below, values)
            node.visits += 1
            for player, value in enumerate(values):
                node.totals[player] += value
            node.squares += values[0] * values[0]
            passed.append(values)
            below = node
        if self.log is not None:
            self.log.note(path, passed[::-1], self.rollouts.estimated)

    def descend(self, path: list[MctsNode]) -> tuple[float, ...]:
        """Selection: from the root to a node that is new or proved, noting the path; what comes of it."""
        state = self.root
        while True:
            node = path[-1]
            if node.proved is not None:
                self.budget.enter()
                return node.proved
            if node.visits == 0 and len(path) > 1:
                return self.first_visit(node, state)
            if node.children is None and not self.expand(node, state):
                return self.rollouts.play(state)
            if len(path) > 1:
                self.budget.enter()
            chosen = self.chance(node) if node.turn == CHANCE else self.select(node)
            state = self.game.play(state, chosen.move)
            path.append(chosen)

    def certain_values(
        self, node: MctsNode, below: MctsNode | None, values: tuple[float, ...]
    ) -> tuple[float, ...]:
        """Backup: what comes of a node, given what came of its child; what is proved takes precedence."""
        if below is not None and below.proved is not None and node.proved is None:
            player = node.turn
            assert player is not None
            if player != CHANCE and (node.floor is None or below.proved[player] > node.floor[player]):
                node.floor = below.proved
            node.proved = self.proof(node)
        if node.proved is not None:
            return node.proved
        if node.floor is not None and node.turn is not None:
            return node.floor if node.floor[node.turn] > values[node.turn] else values
        return values

    def first_visit(self, node: MctsNode, state: State) -> tuple[float, ...]:
        """The value of a node without visits: what is certain, or else a rollout."""
        if self.game.over(state):
            self.budget.enter()
            node.proved = payoffs(self.game, state)
            return node.proved
        node.turn = self.game.turn(state)
        if self.bounded:
            low, high = self.game.bounds(state, 0)
            if low >= high:
                self.budget.enter()
                node.proved = float(low), -float(low)
                return node.proved
        return self.rollouts.play(state)

    def expand(self, node: MctsNode, state: State) -> bool:
        """Expansion: add a child for all that can follow a position, if the tree has room for them."""
        players = self.game.players
        if node.turn == CHANCE:
            made = self.budget.gather(
                MctsNode(outcome, totals=[0.0] * players, prior=probability)
                for outcome, probability in self.game.chances(state)
                if probability > 0
            )
        else:
            made = self.budget.gather(
                MctsNode(move, totals=[0.0] * players) for move in self.game.moves(state)
            )
        if self.size + len(made) > self.room:
            return False
        if node.turn is not None and node.turn != CHANCE:
            node.ceiling = self.game.bounds(state, node.turn)[1]
            if self.agent.select == "puct":
                self.set_priors(made, state)
        node.children = made
        self.size += len(made)
        self.expanded = node
        return True

    def set_priors(self, children: list[MctsNode], state: State) -> None:
        """Give moves their priors: the softmax of the game's `order`, whatever its units."""
        hints = [float(self.game.order(state, each.move)) for each in children]
        least, most = min(hints), max(hints)
        for each, hint in zip(children, hints, strict=True):
            each.prior = math.exp(SPREAD * (hint - most) / (most - least)) if most > least else 1.0
        total = sum(each.prior for each in children)
        for each in children:
            each.prior /= total

    def chance(self, node: MctsNode) -> MctsNode:
        """An outcome of chance, drawn by its probability."""
        assert node.children is not None
        return self.random.weighted([(each, each.prior) for each in node.children])

    def select(self, node: MctsNode) -> MctsNode:
        """The move with the highest UCB score; what is proved needs no more simulations."""
        assert node.children is not None
        assert node.turn is not None
        return self.rule.choose(node, node.children, node.turn)

    def proof(self, node: MctsNode) -> tuple[float, ...] | None:
        """The proved value of a node, if its children prove it (the MCTS solver).

        Where more than two play, or payoffs do not cancel, a player may choose among moves that are worth the
        same to it and not to the others: then nothing is proved but, at the root, the player's own value.
        """
        assert node.children is not None
        if node.turn == CHANCE:
            if any(each.proved is None for each in node.children):
                return None
            total = [0.0] * self.game.players
            for each in node.children:
                assert each.proved is not None
                for player, value in enumerate(each.proved):
                    total[player] += each.prior * value
            return tuple(total)
        assert node.turn is not None
        floor = node.floor
        if floor is None:
            return None
        if self.opposed or node is self.top:
            sure = floor[node.turn] >= node.ceiling or all(each.proved for each in node.children)
            return floor if sure else None
        wins = floor[node.turn]
        equal = [each for each in node.children if each.proved is None or each.proved[node.turn] == wins]
        return floor if all(each.proved == floor for each in equal) else None

    def arms(self) -> list[Arm]:
        return self.lost_arms if self.player == CHANCE or self.lost_arms else super().arms()

    def visited_arms(self) -> list[Arm]:
        if self.player == CHANCE or self.lost_arms:
            return self.lost_arms
        return [
            self.arm(each.move, each)
            for each in self.top.children or ()
            if each.visits or each.proved is not None
        ]

    def arm_reader(self) -> Callable[[], list[Arm]]:
        known = {arm.move: arm for arm in self.visited_arms()}
        moves = self.moves
        return lambda: [known.get(move) or Arm(move) for move in moves]

    def read_arms(self) -> list[Arm]:
        seen = {each.move: each for each in self.top.children or ()}
        return [self.arm(move, seen.get(move)) for move in self.moves]

    def arm(self, move: Move, node: MctsNode | None) -> Arm:
        """What was seen of a move at the root."""
        if node is None:
            return Arm(move)
        proved = None if node.proved is None else node.proved[self.player]
        total = node.totals[self.player]
        return Arm(move, node.visits, total, node.squares, proved, self.line(node))

    def line(self, node: MctsNode) -> tuple[Move, ...]:
        """The principal variation: each time the move with most visits, up to the next chance event."""
        line = [node.move]
        while node.children and node.turn is not None and node.turn != CHANCE:
            node = max(node.children, key=lambda each: self.rank(node, each))
            if not node.visits:
                break
            line.append(node.move)
        return tuple(line)

    def rank(self, above: MctsNode, node: MctsNode) -> tuple[bool, int]:
        """How a move is ranked for the line: what is proved best first, then by visits."""
        player = above.turn or 0
        sure = node.proved is not None and above.proved is not None
        return sure and node.proved[player] >= above.proved[player], node.visits  # type: ignore[index]

    def worth(self, best: Arm | None) -> tuple[float | None, bool]:
        if self.top.proved is not None:
            return self.top.proved[max(self.player, 0)] + 0.0, True
        if self.player == CHANCE:
            return (self.top.mean(0) if self.top.visits else None), False
        return super().worth(best)

    def stats(self) -> dict[str, float]:
        kept = {} if self.kept_visits is None else {"kept": self.kept_visits}
        return {"simulations": self.simulations, **kept, "tree": self.size}

    def record(self) -> None:
        self.log = SimulationLog()

    def recorded_tree(self) -> Tree | None:
        best = self.best()
        line = () if best is None else best.line or (best.move,)
        return None if self.log is None else self.log.tree(self, line)


def half(low: float, high: float) -> float:
    """Half the range of payoffs, in which means are measured; 1 where it is not known."""
    return (high - low) / 2 if 0 < high - low < math.inf else 1.0
