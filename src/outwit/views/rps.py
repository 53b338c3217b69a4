"""Rock-paper-scissors drawn: what both showed last, the score, and the three hands to choose from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from outwit.draw.picture import Picture
from outwit.draw.shapes import Box, Disc, Polygon, Shape, Square, Stroke, Words
from outwit.draw.theme import Kind, player_kind
from outwit.game import player_name
from outwit.games.rps import NAMES, NOTHING, Hands, RockPaperScissors
from outwit.views.view import View

MARGIN = 12.0
WIDTH = 420.0
SIDE = (WIDTH - 3 * MARGIN) / 2
"""How wide a player's side is."""

HIGH = 190.0
"""How high it is."""

MIDDLE = 44.0
"""How much room the score takes."""

FOOT = 128.0
"""How much room the hands take that can be chosen."""


@dataclass(frozen=True)
class RockPaperScissorsView(View):
    """Both sides beside one another, the first player's on the left; the hands are clicked below."""

    game: RockPaperScissors
    scored: ClassVar[bool] = True
    joint: ClassVar[bool] = True

    def picture(
        self, state: Hands, player: int | None = None, last: object = None, before: Hands | None = None
    ) -> Picture:
        bottom = MARGIN + MIDDLE + HIGH + MARGIN
        foot = 0.0 if self.game.over(state) else FOOT
        shapes = (
            Box(0, 0, WIDTH, bottom + foot, "ground", 22),
            Words(WIDTH / 2, MARGIN + MIDDLE / 2 - 4, self.score(state), "last", 19),
            *self.side(state, 0),
            *self.side(state, 1),
        )
        controls = tuple(self.choices(bottom)) if foot else ()
        return Picture(WIDTH, bottom + foot, shapes, self.label(state), controls, foot)

    def path(self, state: Hands, move: int) -> tuple[str, ...]:
        return (NAMES[move],)

    def action(self, state: Hands, moves: Sequence[int]) -> str:
        return f"show {NAMES[moves[0]]}"

    def recounted(self, before: Hands, move: tuple[int, ...], after: Hands) -> str:
        shown = (f"{player_name(self.game, seat)} shows {NAMES[hand]}" for seat, hand in enumerate(move))
        return ", ".join(shown)

    def score(self, state: Hands) -> str:
        """Which round it is, and who has won how many."""
        played = self.game.rounds - state.left
        now = f"Round {played + 1} of {self.game.rounds}" if state.left else "All played"
        return f"{now} · {state.first} : {state.second}"

    def side(self, state: Hands, player: int) -> Iterator[Shape]:
        """A player's name and what they showed in the last round; what won is framed."""
        x, y = MARGIN + player * (SIDE + MARGIN), MARGIN + MIDDLE
        hand, other = state.shown[player], state.shown[1 - player]
        won = hand != NOTHING and (hand - other) % 3 == 1
        yield Box(x, y, SIDE, HIGH, "cell", 14)
        if won:
            yield Box(x + 1.5, y + 1.5, SIDE - 3, HIGH - 3, "win", 13, 3)
        yield Words(x + SIDE / 2, y + 22, player_name(self.game, player).capitalize(), "last", 18)
        if hand == NOTHING:
            yield Words(x + SIDE / 2, y + 100, "?", "wall", 60)
            return
        yield from icon(x + SIDE / 2, y + 96, 46, hand, player_kind(player))
        words = f"{NAMES[hand]} won" if won else NAMES[hand]
        yield Words(x + SIDE / 2, y + HIGH - 22, words, "win" if won else "last", 18)

    def choices(self, top: float) -> Iterator[Shape]:
        """The three hands, to be clicked."""
        width, height = (WIDTH - 4 * MARGIN) / 3, FOOT - MARGIN
        for hand, name in enumerate(NAMES):
            x = MARGIN + hand * (width + MARGIN)
            yield Square(name, x, top, width, height, "cell", 14)
            yield Box(x + 1, top + 1, width - 2, height - 2, "last", 14, 2)
            yield from icon(x + width / 2, top + 46, 28, hand, "last")
            yield Words(x + width / 2, top + height - 18, name, "last", 17)

    def label(self, state: Hands) -> str:
        """The round, the score and what was shown last, in words."""
        said = [f"{self.score(state).replace(' · ', ', ')}."]
        if state.shown[0] != NOTHING:
            shown = (f"{player_name(self.game, seat)} {NAMES[state.shown[seat]]}" for seat in (0, 1))
            said.append(f"Last shown: {', '.join(shown)}.")
        return " ".join(said)


def icon(x: float, y: float, half: float, hand: int, kind: Kind) -> Iterator[Shape]:
    """A stone, a sheet of paper or a pair of scissors around a point."""
    draw = (rock, paper, scissors)[hand]
    yield from draw(x, y, half, kind)


def rock(x: float, y: float, half: float, kind: Kind) -> Iterator[Shape]:
    """A stone with an edge or two."""
    outline = ((-0.95, 0.35), (-0.7, -0.45), (-0.1, -0.8), (0.6, -0.6), (0.98, 0.1), (0.7, 0.7), (-0.55, 0.8))
    yield Polygon(tuple((x + a * half, y + b * half) for a, b in outline), kind)
    for edge in (((-0.7, -0.45), (-0.15, -0.2), (0.6, -0.6)), ((-0.15, -0.2), (0.1, 0.78))):
        yield Stroke(tuple((x + a * half, y + b * half) for a, b in edge), "mark", half * 0.07)


def paper(x: float, y: float, half: float, kind: Kind) -> Iterator[Shape]:
    """A sheet with a corner turned down and some lines."""
    sheet = ((-0.68, -0.9), (0.3, -0.9), (0.68, -0.5), (0.68, 0.9), (-0.68, 0.9))
    yield Polygon(tuple((x + a * half, y + b * half) for a, b in sheet), kind)
    corner = ((0.3, -0.9), (0.3, -0.5), (0.68, -0.5))
    yield Stroke(tuple((x + a * half, y + b * half) for a, b in corner), "mark", half * 0.07)
    for down in (-0.15, 0.2, 0.55):
        yield Stroke(
            ((x - 0.4 * half, y + down * half), (x + 0.4 * half, y + down * half)), "mark", half * 0.09
        )


def scissors(x: float, y: float, half: float, kind: Kind) -> Iterator[Shape]:
    """Two blades that cross, each with a ring for a finger."""
    for side in (-1, 1):
        blade = ((x - side * 0.42 * half, y - 0.9 * half), (x + side * 0.34 * half, y + 0.38 * half))
        yield Stroke(blade, kind, half * 0.17)
        yield Disc(x + side * 0.46 * half, y + 0.62 * half, half * 0.26, kind, half * 0.15)
    yield Disc(x, y - 0.18 * half, half * 0.1, "mark")
