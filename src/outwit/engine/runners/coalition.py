"""Runs the compiled searches of one player against all others."""

from __future__ import annotations

from outwit.engine.kernels.coalition import build_bestreply, build_paranoid
from outwit.engine.kernels.control_block import At, Control
from outwit.engine.runners.expectiminimax import CompiledExpectation
from outwit.game import Move
from outwit.search.coalition import Coalition


class CompiledParanoid(CompiledExpectation):
    """One paranoid search in machine code."""

    purpose = "paranoid"
    build = staticmethod(build_paranoid)

    def prepare_control(self, depth: int) -> Control:
        control = super().prepare_control(depth)
        assert isinstance(self.game, Coalition)
        control[At.OBSERVER] = self.game.hero
        return control


class CompiledBestReply(CompiledParanoid):
    """One best-reply search in machine code."""

    purpose = "bestreply"
    build = staticmethod(build_bestreply)

    def extend_line(self, line: tuple[Move, ...], depth: int, control: Control) -> tuple[Move, ...]:
        """The best line as it is: what the table knows of a position depends on who has chosen before."""
        return line
