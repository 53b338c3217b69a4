"""A War Game that declares all that a search may want to know, so that all of it is tried."""

from __future__ import annotations

from dataclasses import dataclass

from outwit.games.wargame import Front, WarGame


@dataclass(frozen=True)
class Declaring(WarGame):
    """The War Game; what turns nothing may be searched less deep, and to move is mostly no burden."""

    scale = 2.0

    def late(self, state: Front, move: int) -> int:
        return 0 if self.captures(state, move) else 1 + move % 3

    def passed(self, state: Front) -> Front:
        blue, green, blue_points, green_points, turn = state
        if blue % 5 == 0:
            return state
        return Front(blue, green, blue_points, green_points, 1 - turn)

    def gain(self, state: Front, move: int) -> float:
        return self.order(state, move)

    def urgent(self, state: Front) -> bool:
        return state.blue_points % 3 == 1
