"""Alpha-beta at the speed of machine code, for every game that compiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from outwit import search
from outwit.decision import option
from outwit.engine.compiled_agent import Compiling
from outwit.errors import OutwitError

if TYPE_CHECKING:
    from outwit.engine.runners.alphabeta import CompiledSearch

MOST_THREADS = 256


@dataclass(frozen=True)
class AlphaBeta(Compiling, search.AlphaBeta):
    """The textbook's alpha-beta, compiled together with the game's rules.

    The value is the same; where the rules cannot be compiled, or the tree is to be recorded, the textbook's
    own search is used.
    """

    threads: int = option(  # type: ignore[misc]
        1, "Search with so many threads and one table; with more than one, node counts are not repeatable."
    )
    needs: ClassVar[tuple[str, ...]] = (*Compiling.needs, "killers", "history")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.threads <= MOST_THREADS:
            raise OutwitError(f"threads={self.threads} must be from 1 to {MOST_THREADS}.")

    @property
    def stages(self) -> int:
        """It is compiled and, where it is not said which enhancements to use, tuned."""
        return 1 + (self.killers is None or self.history is None)

    @classmethod
    def machine(cls) -> type[CompiledSearch]:
        from outwit.engine.runners.alphabeta import CompiledSearch

        return CompiledSearch
