"""A War Game that declares late moves and a passed turn, so that both are tried."""

from __future__ import annotations

from dataclasses import dataclass

from outwit.games.wargame import Front, WarGame


@dataclass(frozen=True)
class Declaring(WarGame):
    """The War Game; what turns nothing may be searched less deep, and to move is said to be no burden."""

    def late(self, state: Front, move: int) -> bool:
        return self.captures(state, move) == 0

    def passed(self, state: Front) -> Front:
        blue, green, blue_points, green_points, turn = state
        return Front(blue, green, blue_points, green_points, 1 - turn)
