"""Best-reply search at the speed of machine code, for every game that compiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from outwit import search
from outwit.engine.expectiminimax import ForTwoSides

if TYPE_CHECKING:
    from outwit.engine.runners.alphabeta import CompiledSearch


@dataclass(frozen=True)
class BestReply(ForTwoSides, search.BestReply):
    """The textbook's, compiled together with the game's rules, with a table."""

    @classmethod
    def machine(cls) -> type[CompiledSearch]:
        from outwit.engine.runners.coalition import CompiledBestReply

        return CompiledBestReply
