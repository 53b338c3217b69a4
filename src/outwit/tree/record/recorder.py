"""The tree that a search walked, written down while it walks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from outwit.decision import Bound
from outwit.game import CHANCE, Game, Move, State, defines
from outwit.tree.record.cut_reason import Fate, explain_cut
from outwit.tree.record.frame import Frame, Probe, Step
from outwit.tree.record.node import MOST_RECORDED, Cut, Node, Tree, blank

KNOWN = {"planned": "known: this state has a plan", "unplanned": "known: this state has failed before"}
"""What a search for a plan remembers of a state."""


class Recorder:
    """Listens to a search through its two doors, `play` and `visit`, and writes down its tree."""

    def __init__(
        self,
        game: Game,
        settled: Callable[[float], float],
        fate: Fate = "average",
        most: int | None = None,
        roles: Mapping[str, str] | None = None,
    ) -> None:
        self.game = game
        self.settled = settled
        self.fate = fate
        """What counts of the outcomes of chance."""
        self.roles = roles or {}
        """Other words for who acts, where a search has its own."""
        self.most = MOST_RECORDED if most is None else most
        self.recorded = 0
        self.stack: list[Frame | None] = []
        self.last: Node = Node(visited=False, size=0)
        self.broken_off = False
        self.overflowed = False
        """Has the search gone deeper than Python can call?"""
        self.noisy = defines(game, "noisy")
        self.quiesced = False
        """Has the search gone deeper than asked for, through noisy moves?"""
        self.stood_pat: list[tuple[Node, Bound]] = []
        """Estimates that are only bounds if it has."""
        self.drawn = False
        """Are positions boards of several lines, too large to label a node with?"""

    def tree(self) -> Tree:
        """What has been written down."""
        for each in self.last.walk():
            each.chosen = False
        for each, bound in self.stood_pat if self.quiesced else ():
            each.bound = bound
        node: Node | None = self.last
        while node is not None:
            node.chosen = True
            node = node.best
        return Tree(self.last, self.game.players, deepest=self.last.height if self.overflowed else None)

    def wrap_play(self, play: Callable[[State, Move], State]) -> Callable[[State, Move], State]:
        """The rules' `play`, remembering which move led where."""

        def record_play(state: State, move: Move) -> State:
            child = play(state, move)
            frame = self.stack[-1] if self.stack else None
            if frame is not None:
                door = id(child), state is frame.state
                frame.steps.setdefault(door, []).append(Step(child, state, move))
            return child

        return record_play

    def wrap_visit(self, value: Callable[..., Any]) -> Callable[..., Any]:
        """The search's own function, writing down what goes in and what comes out."""

        def record_visit(state: State, depth: int, ply: int, *window: Any) -> Any:
            parent = self.stack[-1] if self.stack else None
            if self.stack and (parent is None or self.recorded >= self.most):
                return self.count_visit(value, parent, state, depth, ply, *window)
            frame = self.enter(parent, state, depth, ply, window)
            self.stack.append(frame)
            try:
                worth = value(state, depth, ply, *window)
            except Exception as stop:  # whatever ends a search passes through
                if self.is_uncounted(stop):
                    frame.node.size, frame.node.visited = 0, False
                    if parent is not None:
                        parent.node.children.pop()
                raise
            finally:
                self.stack.pop()
                if parent is not None:
                    parent.node.size += frame.node.size
                    parent.node.unrecorded += frame.node.unrecorded
            self.leave(frame, worth)
            if parent is not None:
                self.tell(parent, frame, worth)
            return worth

        return record_visit

    def count_visit(self, value: Callable[..., Any], parent: Frame | None, *question: Any) -> Any:
        """A visit that is only counted, on behalf of the nearest node that was written down."""
        home = parent or next(frame for frame in reversed(self.stack) if frame is not None)
        home.node.size += 1
        home.node.unrecorded += 1
        if parent is not None:
            self.step(parent, question[0], question[2])
        self.stack.append(None)
        try:
            worth = value(*question)
        except Exception as stop:  # as above
            if self.is_uncounted(stop):
                home.node.size -= 1
                home.node.unrecorded -= 1
            raise
        finally:
            self.stack.pop()
        if parent is not None:
            self.improve(parent, None, worth)
        return worth

    def aside(self, nodes: int) -> None:
        """Count nodes of a search beside the tree, on behalf of the nearest node that was written down."""
        home = next((frame for frame in reversed(self.stack) if frame is not None), None)
        if home is not None:
            home.node.size += nodes
            home.node.unrecorded += nodes

    def is_uncounted(self, stop: Exception) -> bool:
        """Was the search told to stop on entering the present node, before it counted it?"""
        first, self.broken_off = not self.broken_off, True
        self.overflowed |= isinstance(stop, RecursionError)
        return first and not isinstance(stop, RecursionError)

    def step(self, parent: Frame, state: State, ply: int) -> tuple[Step, str]:
        """The move that led below a node, and how it is repeated if it is."""
        own = ply == parent.ply + 1
        door = id(state), own
        waiting = parent.steps.get(door)
        repeated = "" if own else "probe"
        if waiting:
            step = parent.followed[door] = waiting.pop(0)
        else:
            step, repeated = parent.followed[door], "again"
            parent.best, parent.node.best = parent.before
        if own:
            if parent.probe is not None and step.move != parent.probe.move:
                self.rely_on_probe(parent)
            parent.visited.add(step.move)
        return step, repeated

    def enter(self, parent: Frame | None, state: State, depth: int, ply: int, window: Sequence[Any]) -> Frame:
        """A new node below the one that the search is in."""
        game = self.game
        player = None if game.over(state) else game.turn(state)
        if parent is None:
            self.drawn = "\n" in game.text(state)
        node = self.node(state, player)
        outcome = state
        if parent is None:
            node.repeated = "again" if self.last.visited else ""
            self.last, self.recorded = node, 0
        else:
            outcome = self.attach(parent, node, state, ply)
        self.recorded += 1
        self.quiesced |= depth < 0
        raw = (window[0], window[1]) if len(window) == 2 else None
        if raw is not None:
            node.entry = (self.settled(raw[0]), self.settled(raw[1]))
            if parent is not None and not parent.deep and parent.best is None:
                parent.best = parent.own_value(raw[0] if parent.player == 0 else raw[1])  # standing pat
        odds = {} if player != CHANCE else {o: chance for o, chance in game.chances(state) if chance > 0}
        floor = window[0] if len(window) == 1 else None
        frame = Frame(node, state, player, ply, depth > 0 or player == CHANCE, raw, outcome, odds, floor)
        if parent is not None and node.repeated != "probe":
            frame.probe = parent.probes.get(id(state))
        return frame

    def attach(self, parent: Frame, node: Node, state: State, ply: int) -> State:
        """Hang a node below its parent, under the move that was played; the outcome that it is about."""
        step, node.repeated = self.step(parent, state, ply)
        node.move = self.game.describe(step.before, step.move)
        parent.node.children.append(node)
        if node.repeated != "probe":
            if parent.player == CHANCE:
                node.probability = parent.odds.get(step.move, 0.0)
            return step.child
        outcomes = parent.steps.get((id(step.before), True))
        if outcomes:
            node.move = f"{self.game.describe(parent.state, outcomes[0].move)} {node.move}"
        return step.before

    def leave(self, frame: Frame, worth: Any) -> None:
        """Complete a node with the value that the search returned."""
        node = frame.node
        if isinstance(worth, tuple):
            node.value = tuple(self.settled(each) + 0.0 for each in worth)
        else:
            node.value = self.settled(worth) + 0.0
        if frame.player is None:
            return
        self.rely_on_probe(frame)
        if not (node.children or node.unrecorded or node.cut or frame.leaves_out):
            node.estimated = True
        if frame.best is not None and frame.own_value(worth) != frame.best:
            node.best = None
        if frame.leaves_out is not None and self.leave_out(frame):
            kind, move = frame.leaves_out
            path = [above for above in self.stack if above is not None]
            node.cut = explain_cut(self.game, [*path, frame], kind, move, worth, self.settled, self.fate)
        if frame.is_below_floor(worth) and (node.cut or any(each.bound != "exact" for each in node.children)):
            node.bound = "at most"
        if frame.window is not None and node.entry is not None:
            node.bound = self.bound(frame, worth)
            low, high = node.entry
            if frame.player != CHANCE:
                value = self.settled(worth)
                low, high = (max(low, value), high) if frame.player == 0 else (low, min(high, value))
            node.exit = (low, high)

    def tell(self, parent: Frame, frame: Frame, worth: Any) -> None:
        """Tell a parent what a visit below it found."""
        if frame.node.repeated == "probe":
            move = parent.followed[id(frame.state), False].move
            parent.probes[id(frame.outcome)] = Probe(worth, move, frame.node)
        else:
            self.improve(parent, frame.node, worth)

    def improve(self, parent: Frame, node: Node | None, worth: Any) -> None:
        """Take a child's value if it is the best so far; the node is None where it was only counted."""
        if parent.player == CHANCE:
            return
        parent.before = parent.best, parent.node.best
        seen = parent.own_value(worth)
        if parent.best is None or seen > parent.best:
            parent.best, parent.node.best = seen, node

    def rely_on_probe(self, frame: Frame) -> None:
        """Add the move that the search did not visit, since a probe had shown what it is worth."""
        probe, frame.probe = frame.probe, None
        if probe is None or probe.move in frame.visited:
            return
        frame.visited.add(probe.move)
        name = self.game.describe(frame.state, probe.move)
        node = replace(probe.node, move=name, repeated="probed", cut=None, children=[], best=None)
        node.size = node.unrecorded = 0
        self.recorded += 1
        frame.node.children.append(node)
        self.improve(frame, node, probe.worth)

    def bound(self, frame: Frame, worth: float) -> Bound:
        """Is a value exact? Within the window it is, and also where all that lies below is known."""
        low, high = frame.window or (worth, worth)
        if low < worth < high or self.settles_value(frame):
            return "exact"
        bound: Bound = "at most" if worth <= low else "at least"
        if not frame.node.estimated:
            return bound
        if self.noisy:
            self.stood_pat.append((frame.node, bound))
        return "exact"

    def settles_value(self, frame: Frame) -> bool:
        """Do the values of the children, bounds among them, settle a node's value exactly?"""
        node = frame.node
        if node.cut or node.unrecorded or not node.children:
            return False
        again = [child.repeated == "again" for child in node.children[1:]] + [False]
        last = [c for c, more in zip(node.children, again, strict=True) if not more and c.repeated != "probe"]
        if frame.player == CHANCE:
            return all(self.is_exact(child) for child in last)
        worse: Bound = "at most" if frame.player == 0 else "at least"
        return (
            node.best is not None
            and self.is_exact(node.best)
            and all(self.is_exact(child) or child.bound == worse for child in last)
        )

    def is_exact(self, child: Node) -> bool:
        """Is a child's value exact? An estimate outside the window may have kept noisy moves from a try."""
        if child.estimated and self.noisy and child.entry and isinstance(child.value, float):
            return child.entry[0] < child.value < child.entry[1]
        return child.bound == "exact"

    def leave_out(self, frame: Frame) -> bool:
        """Add the branches that a cut left out, never visited; False if there are none."""
        game, state = self.game, frame.state
        left = [move for move in frame.odds or game.moves(state) if move not in frame.visited]
        if not frame.deep:
            left = [move for move in left if game.noisy(state, move)]
        for move in left:
            child = game.play(state, move)
            node = self.node(child, None if game.over(child) else game.turn(child))
            node.move = game.describe(state, move)
            node.probability = frame.odds.get(move)
            node.visited, node.size = False, 0
            frame.node.children.append(node)
        self.recorded += len(left)
        return bool(left)

    def cut(self, kind: str, move: Move | None) -> None:
        """Note that the search leaves the rest of the present node out."""
        frame = self.stack[-1] if self.stack else None
        if frame is None:
            return
        if kind == "table":
            frame.node.cut = Cut(kind, (), "known: this position was searched to this depth before")
        elif kind == "etc":
            name = self.game.describe(frame.state, move)
            words = f"known: {name} leads to a position that was searched before, and that is enough"
            frame.node.cut = Cut("table", (), words)
        elif kind == "null":
            words = "given up: even without a move here, this is good enough"
            frame.node.cut = Cut(kind, (), words)
        elif kind == "futility":
            words = "given up: the estimate lies so far outside the window that nothing here will change it"
            frame.node.cut = Cut(kind, (), words)
        elif kind == "loop":
            frame.node.cut = Cut(kind, (), "a loop: the way here has been in this state before")
        elif kind in KNOWN:
            frame.node.cut = Cut("table", (), KNOWN[kind])
        elif kind == "bounds" and move is None:
            frame.node.cut = Cut(kind, (), "settled: the game's own bounds lie outside the window")
        else:
            frame.leaves_out = kind, move

    def node(self, state: State, player: int | None) -> Node:
        """A node for a state, with what can be said before it is searched."""
        made = blank(self.game, state, player, labelled=not self.drawn)
        made.role = self.roles.get(made.role, made.role)
        return made
