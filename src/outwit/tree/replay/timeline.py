"""What a recorded search shows when: the sentence of each step, and what stands at each node from it on."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

from outwit.tree.record.mcts_trace import Growth
from outwit.tree.record.node import format_values
from outwit.tree.render.fold import Shown, key_text
from outwit.tree.render.marks import Mark, brief, figure_text, minus, visits_text
from outwit.tree.render.text import window_text
from outwit.tree.replay.mcts_steps import Count, Descent, Down, Up
from outwit.tree.replay.mcts_text import mcts_step_text
from outwit.tree.replay.step_text import text_of_step
from outwit.tree.replay.steps import Moment, Walk


@dataclass(frozen=True)
class Change:
    """What is written at a node from some step on."""

    step: int
    phase: str
    value: str = ""
    small: str = ""
    """The window, or how many games, in small letters."""


class Film(ABC):
    """A search as it is shown."""

    kind: ClassVar[str]
    """What a page calls it."""
    hint: ClassVar[str]
    """How to read the picture."""
    phases: ClassVar[dict[str, str]]
    """What it means for a node to be in a phase."""

    @abstractmethod
    def steps(self) -> list[dict[str, Any]]:
        """For each step its kind, its node and its sentence."""

    @abstractmethod
    def changes(self, mark: Mark, shown: Shown) -> list[Change]:
        """What is written at a mark when, in order."""


class Searched(Film):
    """A search that looks at every line of play, or cuts it.

    In a riddle, what the leaves are worth is seen from the start.
    """

    kind = "searched"
    hint = "Dotted: not yet visited. 3…: the best so far. Struck: cut, never visited."
    phases: ClassVar[dict[str, str]] = {
        "ahead": "not yet visited",
        "open": "being searched",
        "done": "searched",
        "cut": "cut, never visited",
    }

    def __init__(self, top: Shown, riddle: bool) -> None:
        self.walk = Walk.of(top)
        self.riddle = riddle

    def steps(self) -> list[dict[str, Any]]:
        return [
            {"kind": step.kind, "node": key_text(step.shown.key), "says": minus(text_of_step(step))}
            for step in self.walk.steps
        ]

    def changes(self, mark: Mark, shown: Shown) -> list[Change]:
        moments = [Moment(-1, "ahead"), *self.walk.moments.get(mark.key, ())]
        return [self.change_at(mark, shown, each) for each in moments]

    def change_at(self, mark: Mark, shown: Shown, moment: Moment) -> Change:
        """What is written at a node at a moment; at the end what the mark says."""
        if moment.phase == "open":
            so_far = "" if moment.value is None else f"{format_values(moment.value)}…"
            narrow = moment.window and any(math.isfinite(end) for end in moment.window)
            window = window_text(moment.window) if moment.window and narrow else ""
            return Change(moment.step, "open", minus(so_far), minus(window))
        if moment.phase == "ahead" and not shown.node.children:
            return Change(moment.step, "ahead", mark.value if self.riddle else minus(brief(shown.node.label)))
        if moment.phase == "ahead":
            return Change(moment.step, "ahead")
        return Change(moment.step, moment.phase, mark.value, mark.small)


class Grown(Film):
    """A search that grows its tree game by game."""

    kind = "grown"
    hint = "Dotted: no game came here yet. Bold: the way of this game. ≈: a mean. 12×: games that came here."
    phases: ClassVar[dict[str, str]] = {
        "ahead": "not yet visited",
        "open": "on the way of this game",
        "done": "visited",
        "cut": "",
    }

    def __init__(self, top: Shown, growth: Growth) -> None:
        self.descent = Descent.of(top, growth)

    def steps(self) -> list[dict[str, Any]]:
        return [
            {
                "kind": type(step).__name__.lower(),
                "node": key_text(place),
                "says": minus(mcts_step_text(step)),
                "game": step.number if isinstance(step, Down | Up) else 0,
            }
            for step, place in zip(self.descent.steps, self.descent.places, strict=True)
        ]

    def changes(self, mark: Mark, shown: Shown) -> list[Change]:
        label = "" if shown.node.children else minus(brief(shown.node.label))
        before = mark.value if mark.untried else label
        counts = self.descent.counts.get(mark.key, ())
        return [Change(-1, "ahead", before), *(self.change_at(each, shown, before) for each in counts)]

    def change_at(self, count: Count, shown: Shown, before: str) -> Change:
        """What is written at a node after some games."""
        if not count.visits:
            return Change(count.step, count.phase, before)
        value = figure_text(count.value, "" if count.proved else "≈")
        small = visits_text(count.visits, count.proved and shown.node.role != "end")
        return Change(count.step, count.phase, value, small)
