"""Strong and strong cyclic plans by fixed points over all states that can come about.

Cimatti, Pistore, Roveri and Traverso, "Weak, strong, and strong cyclic planning via symbolic model checking",
2003; here the states are listed one by one. A state has a strong plan if a move leads only to states that
have one. The states with a strong cyclic plan are the most from each of which the goal can be reached by
moves that never leave them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable
from typing import Protocol

from outwit.beliefs import player_moves, possible_outcomes
from outwit.game import CHANCE, Game, Move, State
from outwit.search.search import UNLIMITED


class Exploring(Protocol):
    """A search that counts the states listed for it, and stops when its limit is reached."""

    game: Game
    root: State

    def enter(self, depth: int, ply: int) -> None:
        """Count a state."""

    def is_goal(self, state: State) -> bool:
        """Is this end worth as much as the goal?"""

    def order(self, state: State, moves: Iterable[Move]) -> Iterable[Move]:
        """Moves in the order to try them."""


class Graph:
    """All states that can come about from the root, and what leads from which to which."""

    def __init__(self, search: Exploring) -> None:
        self.root = search.root
        self.after: dict[State, list[tuple[Move, State]]] = {}
        """What each state may lead to: by moves of the player, or by answers of the world."""
        self.before: dict[State, list[tuple[State, Move]]] = {}
        self.world: set[State] = set()
        """Where the world is to answer, so that all that follows must be sure."""
        self.goals: list[State] = []
        self.steps: dict[State, Move] = {}
        self.sure: set[State] = set()
        """The states from which the goal is sure to be reached."""
        self.list_states(search)
        self.strong()

    def list_states(self, search: Exploring) -> None:
        """Visit every state once, nearest first."""
        game, todo = search.game, deque([search.root])
        self.before[search.root] = []
        while todo:
            state = todo.popleft()
            search.enter(UNLIMITED, 0)
            self.after[state] = []
            if game.over(state):
                if search.is_goal(state):
                    self.goals.append(state)
                continue
            if game.turn(state) == CHANCE:
                self.world.add(state)
                moves: Iterable[Move] = possible_outcomes(game, state)
            else:
                moves = search.order(state, player_moves(game, state))
            for move in moves:
                child = game.play(state, move)
                self.after[state].append((move, child))
                if child not in self.before:
                    self.before[child] = []
                    todo.append(child)
                self.before[child].append((state, move))

    def strong(self) -> None:
        """Find the states with a strong plan, nearest to the goal first, and a move for each."""
        open_answers = {state: len(self.after[state]) for state in self.world}
        self.sure = set(self.goals)
        todo = deque(self.goals)
        while todo:
            for state, move in self.before[todo.popleft()]:
                if state in self.sure:
                    continue
                if state in self.world:
                    open_answers[state] -= 1
                    if open_answers[state]:
                        continue
                else:
                    self.steps[state] = move
                self.sure.add(state)
                todo.append(state)

    def strong_plan(self) -> dict[State, Move] | None:
        """A move for every state with a strong plan; None if the root has none."""
        return dict(self.steps) if self.root in self.sure else None

    def cyclic_plan(self) -> dict[State, Move] | None:
        """A move for every state with a strong cyclic plan; None if the root has none.

        States that cannot reach the goal among those left are left out, until all that are left can. Where a
        strong plan exists, it is kept, and every other move leads nearer to where one does.
        """
        left: Collection[State] = self.after.keys()
        while True:
            steps = dict(self.steps)
            reached = self.reach(left, steps)
            if len(reached) == len(left):
                self.sure = reached
                return steps if self.root in reached else None
            left = reached

    def reach(self, left: Collection[State], steps: dict[State, Move]) -> set[State]:
        """Those of the states left that can reach the goal by way of them; notes the move by which each does.

        The world can answer anything, so a state of its own counts only if no answer leads out of them.
        """
        found = set(self.sure)
        todo = deque(state for state in self.after if state in found)
        while todo:
            for state, move in self.before[todo.popleft()]:
                if state in found or state not in left:
                    continue
                if state in self.world:
                    if not all(child in left for _, child in self.after[state]):
                        continue
                else:
                    steps[state] = move
                found.add(state)
                todo.append(state)
        return found
