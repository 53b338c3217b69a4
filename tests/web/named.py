"""Games that are only text, and whose moves have names."""

from dataclasses import dataclass

from tests.views.boards import Board, Cells, Slide

NAMES = ("north-west", "north", "north-east", "west", "centre", "east", "south-west", "south", "south-east")


@dataclass(frozen=True)
class Compass(Board):
    """Three in a row on a compass."""

    def describe(self, state: Cells, move: int) -> str:
        return NAMES[move]


@dataclass(frozen=True)
class Trio(Compass):
    """Three in a row for three, whose names are words."""

    players = 3
    player_names = ("red", "green", "blue")  # type: ignore[assignment]

    def text(self, state: Cells, player: int | None = None) -> str:
        marks = ["RGB"[who] if who >= 0 else "." for who in state.cells]
        return "\n".join(" ".join(marks[row : row + 3]) for row in (0, 3, 6))


@dataclass(frozen=True)
class Pawns(Slide):
    """Pawns on three files, each called by its file."""

    def describe(self, state: Cells, move: int) -> str:
        start, end = move // 100 % 3, move % 100 % 3
        way = "ahead" if start == end else "takes to the left" if end < start else "takes to the right"
        return f"{('left', 'middle', 'right')[start]} pawn {way}"
