"""Max^n at the speed of machine code, for every game that compiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from outwit import search
from outwit.engine.compiled_agent import CompilingSearcher

if TYPE_CHECKING:
    from outwit.engine.runners.alphabeta import CompiledSearch


@dataclass(frozen=True)
class MaxN(CompilingSearcher, search.MaxN):
    """The textbook's max^n, compiled together with the game's rules; it remembers no positions."""

    table: ClassVar[bool] = False
    mb: ClassVar[int] = 0
    strict: ClassVar[bool] = False
    keep: ClassVar[bool] = False

    @classmethod
    def machine(cls) -> type[CompiledSearch]:
        from outwit.engine.runners.maxn import CompiledMaxN

        return CompiledMaxN
