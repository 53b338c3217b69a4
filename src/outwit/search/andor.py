"""AND-OR search: a plan that reaches the goal whatever the world answers, or the proof that there is none.

The player's states are OR nodes, of which one move must succeed; chance is the world, whose answers are AND
nodes, of which all must. How likely an answer is does not count. A state that is on the way already fails: a
plan that comes back to it gains nothing. Russell and Norvig, "Artificial Intelligence: A Modern Approach",
section 4.3; Nilsson, "Problem-Solving Methods in Artificial Intelligence", 1971. Where every such plan fails,
one that may go round in circles is looked for (`strong_cyclic`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from outwit.beliefs import BeliefGame, player_moves, possible_outcomes, rules_of
from outwit.decision import Candidate, Decision, Limit, Watch, option, value_text
from outwit.errors import BadOptionError, UnsuitableError
from outwit.faults import broken_by, is_endless_rule, unwrap_game
from outwit.game import CHANCE, Game, Move, State, defines
from outwit.memory import Kept
from outwit.plan import Plan
from outwit.repetition import add_memory
from outwit.search.agent import SearchAgent
from outwit.search.search import UNLIMITED, OutOfBudgetError, Search
from outwit.search.searcher import able, objection_to
from outwit.search.strong_cyclic import Graph
from outwit.tree.record.node import Tree
from outwit.tree.record.recorder import Recorder

ROLES = {"max": "or", "chance": "and"}
"""What a recorded tree calls the player and the world."""

STEP = 400
"""Bytes that a step of a plan takes, about."""


@dataclass(frozen=True)
class Planning:
    """What a search for a plan has found."""

    plan: Plan | None
    """The plan; None if there is none, or none was found within the limit."""
    proved: bool
    """Is the answer certain: is the plan one, or is there provably none?"""
    nodes: int
    """States visited, those of chance among them, the same ones again among them."""
    seconds: float
    stats: Mapping[str, float]
    """Counts of what the search did: loops met, table hits."""
    goal: float | None = None
    """The payoff that every end must reach: the most that the game's `bounds` allow at the start."""
    most: float | None = None
    """The highest payoff of all ends that the search came to; None if it came to none."""

    def sentence(self) -> str:
        """The answer in words."""
        if self.plan is None:
            return (
                f"There is no plan, which is proved{self.aim()}."
                if self.proved
                else "No plan was found within the limit."
            )
        if self.plan.cyclic:
            return (
                "A cyclic plan: it may go round, but never so that the goal is out of reach; that no acyclic "
                "one exists is proved."
            )
        return "An acyclic plan: it reaches the goal whatever happens, which is proved."

    def aim(self) -> str:
        """What was to be reached, and that no end was worth as much if it was so."""
        if self.goal is None:
            return ""
        aim = f": none is sure to end with {value_text(self.goal)}, the most that `bounds` allow"
        if self.most is None:
            return f"{aim}, and no end was found"
        short = f"; no end that was found is sure to be worth more than {value_text(self.most)}"
        return aim + (short if self.most < self.goal else "")


@dataclass(frozen=True)
class Followed:
    """What is kept from one decision to the next."""

    plan: Plan | None
    root: State
    """The state that was decided on or, where something is hidden, what was believed of it."""
    move: Move


@dataclass(frozen=True)
class AndOr(SearchAgent["AndOrSearch"]):
    """A plan for one player: a move for whatever the world answers, so that the goal is reached for certain.

    The goal is an end with the highest payoff that the game's `bounds` allow at the start. The value is that
    payoff if a plan is sure to reach it, and the lowest if none is: whatever falls short of the goal counts
    as failed. Where something is hidden, the plan is one over what the player knows. With a memory, the plan
    of the move before is followed.

    >>> from outwit.games import find_game
    >>> game = find_game("vacuum:slippery=on,erratic=off")
    >>> AndOr().plan(game, game.initial()).plan.brackets()
    '[Suck, while state 5: Right, Suck]'
    >>> decision = AndOr().decide(game, game.initial())
    >>> decision.value, decision.exact, decision.described()
    (1.0, True, ['Suck', 'Right'])
    """

    seconds: float | None = option(None, "Answer within this time.")
    nodes: int | None = option(None, "Visit at most this many positions.")
    cache: bool = option(True, "Remember which states have a plan and which have none.")
    cyclic: bool = option(True, "Where no plan without loops exists, look for one that may go round.")
    order: bool = option(True, "Try first what the game's `order` recommends.")
    model: str | None = option(
        None, "Plan in this one of the game's models in place of the game itself, such as dice averaged."
    )

    evaluation = None
    seed = None
    name = "andor"
    summary = "A plan for one player that reaches the goal whatever the world answers, or a proof of none."

    @classmethod
    def objection(cls, game: Game) -> str | None:
        if game.players > 1:
            return f"it has {game.players} players, and a plan is for one; {able(game)} it."
        return objection_to(game, chance=True, many=True, solo=True, hidden=True)

    def limit(self) -> Limit:
        """The limit that the agent's own options set."""
        return Limit(seconds=self.seconds, nodes=self.nodes)

    def refuse_limit(self, game: Game, limit: Limit | None) -> None:
        if limit is not None and limit.depth is not None:
            raise BadOptionError(f"{self.name} plans to the goal and has no depth; give seconds or nodes.")

    def root_of(
        self, game: Game, state: State, history: Sequence[State], kept: Kept | None
    ) -> tuple[Game, State]:
        """Where something is hidden, the game over beliefs, and what is believed of the state."""
        if not game.hidden:
            return game, state
        beliefs = BeliefGame(game)
        last = kept.take(Followed) if kept is not None and not history else None
        belief = None if last is None else beliefs.observed(last.root, last.move, state)
        return beliefs, beliefs.known(state, history) if belief is None else belief

    def admit_end(
        self, game: Game, state: State, limit: Limit | None, history: Sequence[State]
    ) -> tuple[Game, State]:
        """What `admit` gives, where the game is over already."""
        self.require(game)
        self.refuse_limit(game, limit)
        return add_memory(self.game_model(game), state, history)

    def begin(self, game: Game, state: State, limit: Limit, watch: Watch, past: int) -> AndOrSearch:
        return AndOrSearch(game, state, limit, watch, self)

    def plan(
        self,
        game: Game,
        state: State,
        limit: Limit | None = None,
        history: Sequence[State] = (),
        *,
        watch: Watch | None = None,
    ) -> Planning:
        """Look for a plan from a state on; chance may be to act there, or the game be over already."""
        admit = self.admit_end if game.over(state) else self.admit
        game, state = self.root_of(*admit(game, state, limit, history), history, None)
        search = self.begin(game, state, self.limit_of(limit), watch or Watch(), len(history))
        try:
            return self.explore(search)[0]
        finally:
            search.end()

    def run(self, search: AndOrSearch, kept: Kept | None, history: Sequence[State], tree: bool) -> Decision:
        planning, recorded = self.follow(search, kept) or self.explore(search, tree)
        first, *_ = search.legal or [None]
        move, line = first, () if first is None else (first,)
        if planning.plan is not None:
            line = line_of(planning.plan)
            move = line[0] if line else None
        if kept is not None and move is not None:
            steps = len(planning.plan.steps) if planning.plan is not None else 0
            kept.keep(Followed(planning.plan, search.root, move), STEP * (1 + steps))
        known = search.candidates
        every = [known.get(each) or Candidate(each) for each in search.legal]
        worth = search.goal if planning.plan is not None else search.failure
        return Decision(
            move=move,
            value=worth + 0.0 if planning.proved else None,
            line=line,
            candidates=tuple(sorted(every, key=lambda each: (each.move != move, -(each.value or 0.0)))),
            depth=search.deepest,
            nodes=planning.nodes,
            exact=planning.proved,
            stats=dict(planning.stats),
            tree=recorded,
            **self.origin(search),
        )

    def follow(self, search: AndOrSearch, kept: Kept | None) -> tuple[Planning, None] | None:
        """The plan that an earlier decision has kept, if it provides for this state; else None.

        Whoever plans anew at every move may go back and forth between two plans for ever.
        """
        last = None if kept is None else kept.take(Followed)
        plan = None if last is None else last.plan
        if plan is None or plan.goal != search.goal or search.root not in plan.steps:
            return None
        search.enter(UNLIMITED, 0)
        plan = replace(plan, start=search.root)
        return Planning(plan, True, search.nodes, search.seconds, {"kept": len(plan.steps)}), None

    def explore(self, search: AndOrSearch, tree: bool = False) -> tuple[Planning, Tree | None]:
        """Look for a strong plan, then for a strong cyclic one; what was found, and the recorded tree."""
        recorder = Recorder(search.game, search.settled, roles=ROLES) if tree else None
        steps: Mapping[State, Move] | None = None
        cyclic, proved = False, True
        try:
            if search.strong(recorder):
                steps = search.steps
            elif self.cyclic or search.overflowed:
                graph = Graph(search)
                steps = graph.strong_plan() if search.overflowed else None
                if steps is None and self.cyclic:
                    cyclic, steps = True, graph.cyclic_plan()
                search.weigh_all(graph.sure)
        except OutOfBudgetError:
            proved = False
        plan = None
        if steps is not None:
            plan = Plan(search.game, search.root, {}, search.goal, cyclic)
            plan = replace(plan, steps=reachable_steps(search.game, search.root, steps))
        planning = Planning(
            plan, proved, search.nodes, search.seconds, dict(search.counts), search.goal, search.most
        )
        return planning, recorder.tree() if recorder else None


class AndOrSearch(Search):
    """One search for a plan; the value of a state is the goal's if a plan leads there, else that of failure.

    Failures are remembered with care. One that rests on a loop, on a state above that is on the way, holds
    for as long as that state is there or has failed itself. It becomes certain when the uppermost state that
    it rests on fails, and is forgotten when a state between has succeeded. So every answer is that of the
    search without a cache. (The strongly connected components are found as by Tarjan, 1972.)
    """

    def __init__(self, game: Game, state: State, limit: Limit, watch: Watch, agent: AndOr) -> None:
        super().__init__(game, state, limit, watch, quick=False)
        self.agent = agent
        low, self.goal = game.bounds(state, 0)
        self.refuse_bounds(rules_of(game), low, self.goal)
        self.most: float | None = None
        """The highest payoff of all ends met."""
        self.failure = low if low < self.goal else self.goal - 1
        self.ordered = agent.order and defines(getattr(game, "game", game), "order")
        idle = game.over(state) or game.turn(state) == CHANCE
        self.legal = [] if idle else list(player_moves(game, state))
        self.root_moves = list(self.order(state, self.legal))
        self.overflowed = False
        """Did the way grow longer than Python can call?"""
        self.steps: dict[State, Move] = {}
        """A move for every state of the player's that has turned out to have a plan."""
        self.solved: set[State] = set()
        self.failed: set[State] = set()
        self.way: list[State] = []
        """The states on the way from the root to the present one."""
        self.on_way: dict[State, int] = {}
        """Where on the way each of them is."""
        self.tentative: dict[State, State] = {}
        """States that have failed, with the uppermost state that the failure rests on, in their order."""
        self.rests = UNLIMITED
        """How far down the way the uppermost state is that the last failure rests on."""

    @staticmethod
    def refuse_bounds(game: Game, low: float, high: float) -> None:
        """Refuse bounds that do not say what the goal is."""
        if not low <= high:
            raise broken_by(game, f"`bounds` give the payoffs {low:g} to {high:g} at the start")
        if math.isinf(low) or math.isinf(high):
            raise UnsuitableError(
                f"The goal of a plan is the most that `bounds` allow, and those of "
                f"{type(unwrap_game(game)).__name__} are {low:g} to {high:g}; they must be finite."
            )

    @property
    def deepest(self) -> int:
        """How many states the longest way had below the root."""
        return UNLIMITED - self.depth_left if self.depth_left < UNLIMITED else 0

    def strong(self, recorder: Recorder | None) -> bool:
        """Is there a plan that never comes back to a state?"""
        self.begin(recorder)
        try:
            return bool(self.visit(self.root, UNLIMITED, 0) == self.goal)
        except RecursionError as error:
            if is_endless_rule(error):
                raise
            self.overflowed = True
            return False

    def value(self, state: State, depth: int, ply: int) -> float:
        self.enter(depth, ply)
        if self.over(state):
            self.rests = UNLIMITED
            return self.goal if self.is_goal(state) else self.failure
        known = self.recall(state)
        if known is not None:
            return known
        first = len(self.tentative)
        self.on_way[state] = len(self.way)
        self.way.append(state)
        solved, rests = self.any_or_all(state, depth, ply)
        self.way.pop()
        del self.on_way[state]
        if self.agent.cache:
            self.remember(state, solved, rests, first)
        self.rests = rests if rests < len(self.way) else UNLIMITED
        return self.goal if solved else self.failure

    def is_goal(self, state: State) -> bool:
        """Is this end worth as much as the goal?"""
        payoff = self.payoff(state, 0)
        if not math.isfinite(payoff):
            raise broken_by(rules_of(self.game), f"the payoff at an end is {payoff}")
        self.most = payoff if self.most is None else max(self.most, payoff)
        return payoff >= self.goal

    def any_or_all(self, state: State, depth: int, ply: int) -> tuple[bool, int]:
        """Does any move succeed or, where the world answers, every answer; on what does a failure rest?"""
        world = self.turn(state) == CHANCE
        rests = UNLIMITED
        for move in possible_outcomes(self.game, state) if world else self.choices(state, ply):
            worth = self.visit(self.play(state, move), depth - 1, ply + 1)
            if ply == 0 and not world:
                self.weigh(move, worth)
            if worth == self.goal and not world:
                self.steps[state] = move
                self.lead(ply, move)
                self.cut(move, "goal")
                return True, UNLIMITED
            if worth != self.goal:
                rests = min(rests, self.rests)
                if world:
                    self.cut(move, "failure")
                    return False, rests
        return world, rests

    def recall(self, state: State) -> float | None:
        """What is known of a state beforehand: that it is on the way, has a plan, or has failed."""
        if state in self.on_way:
            self.counts["loops"] += 1
            self.rests = self.on_way[state]
            if self.recorder:
                self.recorder.cut("loop", None)
            return self.failure
        if not self.agent.cache:
            return None
        if state in self.solved or state in self.failed:
            self.rests = UNLIMITED
        elif state in self.tentative:
            upper = self.tentative[state]
            while upper not in self.on_way:
                upper = self.tentative[upper]
            self.rests = self.on_way[upper]
        else:
            return None
        self.hit("planned" if state in self.solved else "unplanned")
        return self.goal if state in self.solved else self.failure

    def remember(self, state: State, solved: bool, rests: int, first: int) -> None:
        """Note what a state has come to, with all that has failed below it since the first so many had."""
        if not solved and rests < len(self.way):
            self.tentative[state] = self.way[rests]
            return
        while len(self.tentative) > first:
            below, _ = self.tentative.popitem()
            if not solved:
                self.failed.add(below)
        (self.solved if solved else self.failed).add(state)

    def choices(self, state: State, ply: int) -> Iterable[Move]:
        return self.order(state, player_moves(self.game, state)) if ply else self.root_moves

    def order(self, state: State, moves: Iterable[Move]) -> Iterable[Move]:
        """Moves in the order to try them: the game's, or what it recommends first."""
        if not self.ordered:
            return moves
        return sorted(moves, key=lambda move: -self.game.order(state, move))

    def weigh_all(self, sure: frozenset[State] | set[State]) -> None:
        """Note what the root's moves are worth, where it is known from which states the goal is sure."""
        for move in self.legal:
            worth = self.goal if self.game.play(self.root, move) in sure else self.failure
            self.candidates[move] = Candidate(move, worth, line=(move,))


def reachable_steps(game: Game, root: State, steps: Mapping[State, Move]) -> dict[State, Move]:
    """The steps of a plan that may come about when it is followed."""
    kept: dict[State, Move] = {}
    todo, seen = [root], {root}
    while todo:
        state = todo.pop()
        if game.over(state):
            continue
        if game.turn(state) == CHANCE:
            moves = possible_outcomes(game, state)
        else:
            kept[state] = steps[state]
            moves = [steps[state]]
        for move in moves:
            after = game.play(state, move)
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return kept


def line_of(plan: Plan) -> tuple[Move, ...]:
    """The moves with which a plan begins, as far as the first answer of the world."""
    line: list[Move] = []
    state = plan.start
    while not plan.game.over(state) and plan.game.turn(state) != CHANCE:
        line.append(plan.steps[state])
        state = plan.game.play(state, line[-1])
    return tuple(line)
