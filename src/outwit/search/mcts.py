"""Monte Carlo tree search: games played out where they promise most, each making the tree a little larger.

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
from outwit.search.diary import Diary
from outwit.search.kept import KeptTree
from outwit.search.mcts_node import MctsNode
from outwit.search.rollout import payoffs
from outwit.search.sampler import Arm, Sampler, SamplingSearch
from outwit.search.search import OutOfBudgetError
from outwit.tree.record.node import Tree

SPREAD = 4.0
"""How many times as likely the best move by `order` is as one in the middle, as a power of e, halved."""

BRANCH_BYTES = 300
"""How much a branch takes in memory, about."""


@dataclass(frozen=True)
class MCTS(Sampler):
    """Each simulation goes down the tree where payoffs and doubt are largest, and plays a new position out.

    Every player maximises its own payoff, so that three or more can play. What is certain is passed up the
    tree: a position with a move that wins for sure is won.

    >>> from outwit.games import find_game
    >>> game = find_game("nim:coins=6")
    >>> decision = MCTS(simulations=300, seed=1).decide(game, game.initial())
    >>> decision.described()[0], decision.value, decision.exact
    ('2', 1.0, True)
    """

    select: Literal["uct", "puct"] = option(
        "uct", "What doubt is worth: uct treats all moves alike, puct favours those of the game's `order`."
    )
    exploration: float = option(
        1.0, "How much doubt counts beside the mean, in parts of half the range of payoffs."
    )
    solve: bool = option(True, "Pass certain wins, losses and draws up the tree.")
    keep: bool = option(
        True, "Go on with the tree of earlier moves of the game, if whoever asks has a memory for it."
    )

    name = "mcts"
    summary = "Monte Carlo tree search: games played out where they promise most, for any number of players."

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.exploration >= 0:
            raise BadOptionError(f"exploration={self.exploration} cannot be; give 0 or more.")

    def new_search(self, game: Game, state: State, limit: Limit, watch: Watch, seed: int) -> SamplingSearch:
        return MctsSearch(game, state, limit, watch, seed, self)


class TextbookTree(KeptTree[MctsNode]):
    """A tree of branches as the textbook's search has grown it."""

    def below(self, node: MctsNode) -> Iterable[tuple[Move, MctsNode]]:
        return ((each.move, each) for each in node.branches or ())


class MctsSearch(SamplingSearch):
    """Monte Carlo tree search under way."""

    agent: MCTS

    def __init__(self, game: Game, state: State, limit: Limit, watch: Watch, seed: int, agent: MCTS) -> None:
        super().__init__(game, state, limit, watch, seed, agent)
        self.top = MctsNode(turn=self.player, totals=[0.0] * game.players)
        self.size = 1
        self.deepest = 0
        self.expanded: MctsNode | None = None
        """The position that the simulation under way has expanded, if it has one."""
        self.halves = [half(*game.bounds(state, player)) for player in range(game.players)]
        self.rule = Rule(agent.select, agent.exploration, agent.solve, tuple(self.halves))
        self.bounded = agent.solve and game.players == 2 and game.zero_sum and defines(game, "bounds")
        """Can the game's own bounds tell what a position is worth?"""
        self.room: float = math.inf
        """How many positions the tree may have."""
        self.hopes: list[Arm] = []
        """What was seen of the moves of a lost position when games were played out as if it were not."""
        self.diary: Diary | None = None
        """Where games are written down, if they are."""
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
        branch = None if before is None else before.node_of(self.game, self.root, history)
        if branch is None or branch.turn != self.player:
            return 0
        self.top = branch
        self.size = sum(1 for _ in branch.walk())
        return branch.visits

    def keep(self, kept: Kept) -> None:
        if self.agent.keep:
            kept.keep(TextbookTree(self.root, self.top), BRANCH_BYTES * self.size)

    def play_on(self) -> None:
        """In a position that is lost for certain, find the move after which errors are most likely.

        All moves are worth the same there, if the opponent errs no more; so games are played out after each
        of them, as if nothing were certain and nobody looked ahead.
        """
        proved = self.top.proved
        if proved is None or self.player == CHANCE or not self.lost(proved[self.player]):
            return
        rest = self.limit.less(seconds=self.budget.spent, simulations=self.simulations, nodes=self.nodes)
        if rest is None:
            return
        agent = replace(self.agent, solve=False)
        further = agent.new_search(self.game, self.root, rest, self.watch, self.seed + 1)
        assert isinstance(further, MctsSearch)
        further.stay_flat()
        further.run()
        self.hopes = [replace(arm, proved=proved[self.player]) for arm in further.arms()]
        self.simulations += further.simulations
        self.extra_nodes = further.nodes

    def stay_flat(self) -> None:
        """Let the tree have no more than the moves of the root."""
        self.room = 1 + len(self.moves)

    def simulate(self) -> None:
        """Down the tree, one position further, a rollout from there, and back."""
        path, self.expanded = [self.top], None
        try:
            values = self.descend(path)
        except OutOfBudgetError:
            if self.expanded is not None:
                self.size -= len(self.expanded.branches or ())
                self.expanded.branches = None
            raise
        self.deepest = max(self.deepest, len(path) - 1)
        below: MctsNode | None = None
        passed: list[tuple[float, ...]] = []
        for branch in reversed(path):
            if self.agent.solve:
                values = self.known(branch, below, values)
            branch.visits += 1
            for player, value in enumerate(values):
                branch.totals[player] += value
            branch.squares += values[0] * values[0]
            passed.append(values)
            below = branch
        if self.diary is not None:
            self.diary.note(path, passed[::-1], self.rollouts.estimated)

    def descend(self, path: list[MctsNode]) -> tuple[float, ...]:
        """Go from the root to a position that is new or certain, noting the way; what comes of it."""
        state = self.root
        while True:
            branch = path[-1]
            if branch.proved is not None:
                self.budget.enter()
                return branch.proved
            if branch.visits == 0 and len(path) > 1:
                return self.first_visit(branch, state)
            if branch.branches is None and not self.expand(branch, state):
                return self.rollouts.play(state)
            if len(path) > 1:
                self.budget.enter()
            chosen = self.chance(branch) if branch.turn == CHANCE else self.select(branch)
            state = self.game.play(state, chosen.move)
            path.append(chosen)

    def known(self, branch: MctsNode, below: MctsNode | None, values: tuple[float, ...]) -> tuple[float, ...]:
        """What comes of a position, given what came of one below it: what is certain counts for more."""
        if below is not None and below.proved is not None and branch.proved is None:
            player = branch.turn
            assert player is not None
            if player != CHANCE and (branch.floor is None or below.proved[player] > branch.floor[player]):
                branch.floor = below.proved
            branch.proved = self.proof(branch)
        if branch.proved is not None:
            return branch.proved
        if branch.floor is not None and branch.turn is not None:
            return branch.floor if branch.floor[branch.turn] > values[branch.turn] else values
        return values

    def first_visit(self, branch: MctsNode, state: State) -> tuple[float, ...]:
        """What comes of a position that has not been visited before."""
        if self.game.over(state):
            self.budget.enter()
            branch.proved = payoffs(self.game, state)
            return branch.proved
        branch.turn = self.game.turn(state)
        if self.bounded:
            low, high = self.game.bounds(state, 0)
            if low >= high:
                self.budget.enter()
                branch.proved = float(low), -float(low)
                return branch.proved
        return self.rollouts.play(state)

    def expand(self, branch: MctsNode, state: State) -> bool:
        """Make room for all that can follow a position, if there is any left."""
        players = self.game.players
        if branch.turn == CHANCE:
            made = self.budget.gather(
                MctsNode(outcome, totals=[0.0] * players, share=share)
                for outcome, share in self.game.chances(state)
                if share > 0
            )
        else:
            made = self.budget.gather(
                MctsNode(move, totals=[0.0] * players) for move in self.game.moves(state)
            )
        if self.size + len(made) > self.room:
            return False
        if branch.turn is not None and branch.turn != CHANCE:
            branch.ceiling = self.game.bounds(state, branch.turn)[1]
            if self.agent.select == "puct":
                self.favour(made, state)
        branch.branches = made
        self.size += len(made)
        self.expanded = branch
        return True

    def favour(self, branches: list[MctsNode], state: State) -> None:
        """Favour moves by the game's `order`: the higher, the more, whatever its units."""
        hints = [float(self.game.order(state, each.move)) for each in branches]
        least, most = min(hints), max(hints)
        for each, hint in zip(branches, hints, strict=True):
            each.share = math.exp(SPREAD * (hint - most) / (most - least)) if most > least else 1.0
        total = sum(each.share for each in branches)
        for each in branches:
            each.share /= total

    def chance(self, branch: MctsNode) -> MctsNode:
        """An outcome, as likely as it is."""
        assert branch.branches is not None
        return self.random.weighted([(each, each.share) for each in branch.branches])

    def select(self, branch: MctsNode) -> MctsNode:
        """The move that promises most, with the benefit of the doubt; what is certain needs no more games."""
        assert branch.branches is not None
        assert branch.turn is not None
        return self.rule.choose(branch, branch.branches, branch.turn)

    def proof(self, branch: MctsNode) -> tuple[float, ...] | None:
        """What a position is certainly worth, if what is known of the next ones says so."""
        assert branch.branches is not None
        if branch.turn == CHANCE:
            if any(each.proved is None for each in branch.branches):
                return None
            total = [0.0] * self.game.players
            for each in branch.branches:
                assert each.proved is not None
                for player, value in enumerate(each.proved):
                    total[player] += each.share * value
            return tuple(total)
        assert branch.turn is not None
        floor = branch.floor
        if floor is None:
            return None
        sure = floor[branch.turn] >= branch.ceiling or all(each.proved for each in branch.branches)
        return floor if sure else None

    def arms(self) -> list[Arm]:
        return self.hopes if self.player == CHANCE or self.hopes else super().arms()

    def visited(self) -> list[Arm]:
        if self.player == CHANCE or self.hopes:
            return self.hopes
        return [
            self.arm(each.move, each)
            for each in self.top.branches or ()
            if each.visits or each.proved is not None
        ]

    def reading(self) -> Callable[[], list[Arm]]:
        known = {arm.move: arm for arm in self.visited()}
        moves = self.moves
        return lambda: [known.get(move) or Arm(move) for move in moves]

    def read_arms(self) -> list[Arm]:
        seen = {each.move: each for each in self.top.branches or ()}
        return [self.arm(move, seen.get(move)) for move in self.moves]

    def arm(self, move: Move, branch: MctsNode | None) -> Arm:
        """What was seen of a move at the root."""
        if branch is None:
            return Arm(move)
        proved = None if branch.proved is None else branch.proved[self.player]
        total = branch.totals[self.player]
        return Arm(move, branch.visits, total, branch.squares, proved, self.line(branch))

    def line(self, branch: MctsNode) -> tuple[Move, ...]:
        """What is expected to follow: each time the move tried most often, up to the next chance event."""
        line = [branch.move]
        while branch.branches and branch.turn is not None and branch.turn != CHANCE:
            branch = max(branch.branches, key=lambda each: self.rank(branch, each))
            if not branch.visits:
                break
            line.append(branch.move)
        return tuple(line)

    def rank(self, above: MctsNode, branch: MctsNode) -> tuple[bool, int]:
        """How a move is ranked for the line: what is proved best first, then by visits."""
        player = above.turn or 0
        sure = branch.proved is not None and above.proved is not None
        return sure and branch.proved[player] >= above.proved[player], branch.visits  # type: ignore[index]

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
        self.diary = Diary()

    def recorded(self) -> Tree | None:
        best = self.best()
        line = () if best is None else best.line or (best.move,)
        return None if self.diary is None else self.diary.tree(self, line)


def half(low: float, high: float) -> float:
    """Half the range of payoffs, in which means are measured; 1 where it is not known."""
    return (high - low) / 2 if 0 < high - low < math.inf else 1.0
