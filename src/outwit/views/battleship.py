"""Battleship drawn: the waters that matter now large, the others small below, and the fleet to be sunk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from outwit.draw.picture import NOTHING, Picture
from outwit.draw.shapes import Box, Disc, Shape, Square, Stroke, Words
from outwit.draw.theme import Kind, player_kind
from outwit.errors import join_names
from outwit.games.battleship import Battleship, Sea
from outwit.games.battleship.fleets import find_fleets
from outwit.games.battleship.gunnery import PROBABLE, density
from outwit.games.battleship.notation import LETTERS, Chart, ends, ship_squares, square_name
from outwit.views.view import View

MARGIN = 12.0
CELL = 36.0
SMALL = 17.0
"""How large a square of the small waters is."""

EDGE = 24.0
"""How much room the names of rows and columns take."""

TITLE = 30.0
"""How much room the name above waters takes."""

LINE = 26.0
"""How far one ship of the list is below the other."""

PLACING = MappingProxyType({"Place at random": "random"})
"""What helps to place ships."""

LIST = 150.0
"""How much room the list of ships takes across."""


@dataclass(frozen=True)
class BattleshipView(View):
    """What a seat may see: while ships are placed the own waters are large, then the enemy's.

    A ship is a hull, a hit a cross, a miss a ring; a ship that sank has a frame around its crosses.
    """

    game: Battleship
    beliefs: bool = False
    """Does each square of the enemy's waters say how likely a hit is there, by what the player knows?"""

    def with_beliefs(self) -> BattleshipView:
        return replace(self, beliefs=True)

    def shortcuts(self, state: Sea) -> Mapping[str, str]:
        return PLACING if self.game.placing(state) else NOTHING

    def picture(
        self, state: Sea, player: int | None = None, last: int | None = None, before: Sea | None = None
    ) -> Picture:
        seat = state.turn if player is None else player
        seen = None if self.game.over(state) else player
        placing = self.game.placing(state)
        side = seat if placing else 1 - seat
        top = MARGIN + TITLE + EDGE
        bottom = top + self.game.size * CELL + MARGIN
        shapes = (
            Box(0, 0, self.width, self.height, "ground", 18),
            *self.large(state, side, seen, placing, top),
            *self.small(state, 1 - side, seen, bottom),
            *self.ship_list(state, seat, bottom),
            *self.last_shot(state, side, last, top, bottom),
        )
        return Picture(self.width, self.height, shapes, self.label(state, seat, seen))

    @property
    def width(self) -> float:
        """How wide a picture is: the large waters have room, and so have the small ones beside the list."""
        size = self.game.size
        return max(EDGE + size * CELL + 2 * MARGIN, EDGE + size * SMALL + LIST + 3 * MARGIN)

    @property
    def height(self) -> float:
        """How high a picture is."""
        low = max(self.game.size * SMALL, len(self.game.fleet) * LINE)
        return MARGIN + TITLE + EDGE + self.game.size * CELL + TITLE + low + 3 * MARGIN

    def large(self, state: Sea, side: int, seen: int | None, placing: bool, top: float) -> Iterator[Shape]:
        """Waters with the names of their squares, which can be clicked."""
        size, left = self.game.size, MARGIN + EDGE
        yield Words(left + size * CELL / 2, MARGIN + TITLE / 2, self.title(side), "last", 17)
        for number in range(size):
            middle = number * CELL + CELL / 2
            yield Words(left + middle, top - EDGE / 2, LETTERS[number], "name", 15)
            yield Words(left - EDGE / 2, top + middle, str(number + 1), "name", 15)
        for square in range(size * size):
            x, y = left + square % size * CELL, top + square // size * CELL
            yield Square(square_name(size, square), x + 1, y + 1, CELL - 2, CELL - 2, "cell", 4)
        if self.beliefs and not placing and not self.game.over(state):
            yield from self.heat(state, 1 - side, left, top)
        yield from self.waters(self.game.chart(state, side, seen), side, left, top, CELL)

    def small(self, state: Sea, side: int, seen: int | None, top: float) -> Iterator[Shape]:
        """Waters without names, to be looked at."""
        size, left = self.game.size, MARGIN + EDGE
        yield Words(left + size * SMALL / 2, top + TITLE / 2, self.title(side), "last", 14)
        top += TITLE
        for square in range(size * size):
            x, y = left + square % size * SMALL, top + square // size * SMALL
            yield Box(x + 0.5, y + 0.5, SMALL - 1, SMALL - 1, "cell", 2)
        yield from self.waters(self.game.chart(state, side, seen), side, left, top, SMALL)

    def waters(self, chart: Chart, side: int, left: float, top: float, cell: float) -> Iterator[Shape]:
        """The ships that are seen, and the shots."""
        size = self.game.size
        for ship, placement in enumerate(chart.ships):
            if placement >= 0:
                yield from self.hull(ship, placement, chart.sunk[ship], side, left, top, cell)
        seen = {
            square: chart.sunk[ship]
            for ship, placement in enumerate(chart.ships)
            for square in (ship_squares(self.game.placements(), ship, placement) if placement >= 0 else ())
        }
        for square in sorted(chart.misses):
            x, y = left + (square % size + 0.5) * cell, top + (square // size + 0.5) * cell
            yield Disc(x, y, cell * 0.14, "name", cell * 0.07)
        for square in sorted(chart.hits):
            x, y = left + (square % size + 0.5) * cell, top + (square // size + 0.5) * cell
            if square not in seen:
                far = cell * 0.36
                yield Box(x - far, y - far, 2 * far, 2 * far, player_kind(side), cell * 0.1)
            yield from cross(x, y, cell * 0.2, cell * 0.11, "last" if seen.get(square) else "mark")

    def hull(
        self, ship: int, placement: int, sunk: bool, side: int, left: float, top: float, cell: float
    ) -> Iterator[Shape]:
        """A ship from bow to stern; one that sank is grey, with a frame in its player's colour."""
        bow, stern = ends(self.game.placements(), placement)
        size, inset = self.game.size, cell * 0.14
        x, y = left + bow % size * cell + inset, top + bow // size * cell + inset
        width = (stern % size - bow % size + 1) * cell - 2 * inset
        height = (stern // size - bow // size + 1) * cell - 2 * inset
        yield Box(x, y, width, height, "wall" if sunk else player_kind(side), cell * 0.34)
        if sunk:
            yield Box(x, y, width, height, player_kind(side), cell * 0.34, cell * 0.09)

    def heat(self, state: Sea, player: int, left: float, top: float) -> Iterator[Shape]:
        """On each square not shot at, how likely a hit is there in percent; the likelier, the darker."""
        size, times = self.game.size, self.game.times_of(state, player)
        chances = self.chances(state, player)
        most = max(chance for chance, time in zip(chances, times, strict=True) if time == 0)
        for square, chance in enumerate(chances):
            if times[square] == 0 and most > 0:
                x, y = left + square % size * CELL, top + square // size * CELL
                shade = 0.55 * chance / most
                yield Box(x + 1, y + 1, CELL - 2, CELL - 2, "choice", 4, opacity=round(shade, 3))
                yield Words(x + CELL / 2, y + CELL / 2, f"{100 * chance:.0f}", "last", 12)

    def chances(self, state: Sea, player: int) -> list[float]:
        """How likely a hit is on each square of the enemy's waters, by what a player knows."""
        known = self.game.known(state, player)
        found = density(self.game.placements(), known, find_fleets(self.game.placements(), known), PROBABLE)
        return [min(chance, 1.0) for chance in found]

    def ship_list(self, state: Sea, seat: int, top: float) -> Iterator[Shape]:
        """The own ships, until all are placed; then the enemy's, which are to be sunk. Done is struck out."""
        own = self.game.ships_of(state, seat)
        if -1 in own:
            title, word, side = "To be placed", "placed", seat
            done = [placement >= 0 for placement in own]
        else:
            title, word, side = "To be sunk", "sunk", 1 - seat
            done = [time > 0 for time in self.game.known(state, seat).sunk]
        left = MARGIN + EDGE + self.game.size * SMALL + 2 * MARGIN
        yield Words(left, top + TITLE / 2, title, "last", 14, "start")
        for ship, (name, length) in enumerate(zip(self.game.ship_names, self.game.fleet, strict=True)):
            y = top + TITLE + LINE * ship + LINE / 2
            for number in range(length):
                yield Box(left + 9 * number, y - 10, 8, 8, "wall" if done[ship] else player_kind(side), 2)
            yield Words(left, y + 5, name, "name", 13, "start", thin=True)
            if done[ship]:
                yield Stroke(((left - 2, y - 6), (left + 9 * length + 1, y - 6)), "last", 2)
                yield Words(left + 9 * length + 8, y - 6, word, "last", 12, "start")

    def last_shot(
        self, state: Sea, side: int, last: int | None, top: float, bottom: float
    ) -> Iterator[Shape]:
        """A frame around the square that was shot at last, in whichever waters it is."""
        if last is None or last >= self.game.squares or not state.shots:
            return
        size, left = self.game.size, MARGIN + EDGE
        large = side == state.turn
        cell, above = (CELL, top) if large else (SMALL, bottom + TITLE)
        x, y = left + last % size * cell, above + last // size * cell
        yield Box(x, y, cell, cell, "last", cell * 0.12, cell * 0.08)

    def title(self, side: int) -> str:
        """What waters are called."""
        return f"{self.game.player_names[side]}'s waters".capitalize()

    # Clicks

    def path(self, state: Sea, move: int) -> tuple[str, ...]:
        """The square that is shot at; or the two ends of a ship, the one nearer to a1 first."""
        size = self.game.size
        if move < self.game.squares:
            return (square_name(size, move),)
        return tuple(square_name(size, end) for end in ends(self.game.placements(), move - self.game.squares))

    def onward(
        self, state: Sea, moves: Iterable[int], clicked: tuple[str, ...] = ()
    ) -> tuple[list[int], dict[str, list[int]]]:
        """What clicks come to; of a ship, either end may be the first."""
        moves = list(moves)
        complete, following = super().onward(state, moves, clicked)
        if self.game.placing(state):
            for move in moves:
                near, far = self.path(state, move)
                if not clicked:
                    following.setdefault(far, []).append(move)
                elif clicked == (far,):
                    following.setdefault(near, []).append(move)
                elif clicked == (far, near):
                    complete.append(move)
        return complete, following

    def picked(self, clicked: tuple[str, ...]) -> str:
        return f"One end of the ship is at {clicked[-1]}"

    def worded(self, state: Sea, move: int) -> str:
        name = self.game.describe(state, move)
        if move < self.game.squares:
            return name
        ship = self.game.next_ship(state) % len(self.game.fleet)
        return f"the {self.game.ship_names[ship]} at {name}"

    def recounted(self, before: Sea, move: int, after: Sea) -> str:
        """A placement, or a shot with its answer: `c7: hit`."""
        told = self.worded(before, move)
        return told if move >= self.game.squares else f"{told}: {self.game.answer(before, move)}"

    def action(self, state: Sea, moves: Sequence[int]) -> str:
        verb = "place" if self.game.placing(state) else "shoot at"
        return f"{verb} " + " or ".join(self.worded(state, move) for move in moves)

    # Words

    def standing(self, state: Sea) -> str:
        """Which ship is to be placed, or how many ships each has afloat."""
        if self.game.placing(state):
            ship = self.game.next_ship(state) % len(self.game.fleet)
            return f"{self.game.player_names[state.turn]} places the {self.game.ship_names[ship]}"
        afloat = (self.game.known(state, 1 - side).sunk.count(0) for side in (0, 1))
        counts = (f"{name} {many}" for name, many in zip(self.game.player_names, afloat, strict=True))
        return f"ships afloat: {', '.join(counts)}"

    def label(self, state: Sea, seat: int, seen: int | None) -> str:
        """Both waters in words, as far as they are seen, and what the last shots have come to."""
        shots = [f"{shot[:1].upper()}{shot[1:]}." for shot in self.game.last_shots(state)]
        return " ".join([*(self.waters_label(state, side, seen) for side in (1 - seat, seat)), *shots])

    def waters_label(self, state: Sea, side: int, seen: int | None) -> str:
        """Waters in words: the ships that are seen, what sank, hits and misses."""
        chart, size = self.game.chart(state, side, seen), self.game.size
        ships = []
        for ship, (name, placement) in enumerate(zip(self.game.ship_names, chart.ships, strict=True)):
            where = ""
            if placement >= 0:
                where = " " + "-".join(
                    square_name(size, end) for end in ends(self.game.placements(), placement)
                )
            if where or chart.sunk[ship]:
                ships.append(f"{name}{where}{' sunk' if chart.sunk[ship] else ''}")
        hits, misses = (
            join_names((square_name(size, square) for square in sorted(squares)), last="and")
            for squares in (chart.hits, chart.misses)
        )
        said = [f"{self.title(side)}: {', '.join(ships) or 'no ships seen'}"]
        said += [f"hits {hits}"] if hits else []
        said += [f"misses {misses}"] if misses else []
        return "; ".join(said) + "."


def cross(x: float, y: float, reach: float, width: float, kind: Kind) -> Iterator[Shape]:
    """Two strokes that cross in a point."""
    yield Stroke(((x - reach, y - reach), (x + reach, y + reach)), kind, width)
    yield Stroke(((x - reach, y + reach), (x + reach, y - reach)), kind, width)
