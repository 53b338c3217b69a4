"""Expectiminimax at the speed of machine code, for every game that compiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from outwit import search
from outwit.decision import option
from outwit.engine.compiled_agent import Compiling

if TYPE_CHECKING:
    from outwit.engine.runners.alphabeta import CompiledSearch


@dataclass(frozen=True)
class ForTwoSides(Compiling):
    """What compiled searches of two sides and chance share: options that the textbook's do not have."""

    table: bool = option(True, "Remember positions, whatever leads to them; only the compiled search does.")
    static_ordering: bool = option(
        True,
        "Where the game has no `order`, order moves by the evaluation after each; only where compiled.",
    )


@dataclass(frozen=True)
class Expectiminimax(ForTwoSides, search.Expectiminimax):
    """The textbook's expectiminimax, compiled together with the game's rules, with a table.

    The value is the same. The table knows positions in which players act and those in which chance does; what
    it knows of an event's outcomes bounds the average before anything is searched.
    """

    @classmethod
    def machine(cls) -> type[CompiledSearch]:
        from outwit.engine.runners.expectiminimax import CompiledExpectation

        return CompiledExpectation
