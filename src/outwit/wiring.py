"""What parts of the package ask of others that stand above them: each hook, and what provides it.

Importing this module loads none of the providers; each is loaded when its hook is first called.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from outwit.decision import Decision, explain_decision
from outwit.faults import find_broken_promise
from outwit.game import Game, Move
from outwit.tree.record.node import Tree, draw_svg, draw_text

if TYPE_CHECKING:
    from outwit.analysis.explain import Explanation


def load_explain() -> Callable[[Decision, str | Move | None], Explanation]:
    """What explains a decision."""
    from outwit.analysis.explain import explain

    return explain


def load_check() -> Callable[[Game, int, float], str]:
    """What finds the first promise of the contract that a game breaks, and says which in a sentence."""
    from outwit.check import check

    def find(game: Game, games: int, seconds: float) -> str:
        report = check(game, games=games, seconds=seconds)
        return report.broken.sentence if report.broken else ""

    return find


def load_text() -> Callable[[Tree, int, int], str]:
    """What shows a recorded tree as text."""
    from outwit.tree.render.text import as_text

    return as_text


def load_svg() -> Callable[[Tree, int, int], str]:
    """What draws a recorded tree."""
    from outwit.tree.render.svg import as_svg

    return as_svg


def wire() -> None:
    """Provide every hook."""
    explain_decision.provide(load_explain)
    find_broken_promise.provide(load_check)
    draw_text.provide(load_text)
    draw_svg.provide(load_svg)
