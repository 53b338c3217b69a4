"""Liar's dice drawn: the own dice, the other's under a cup until the end, and every bid that can be made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from outwit.draw.picture import Picture
from outwit.draw.shapes import Box, Polygon, Shape, Square, Words
from outwit.draw.svg import text_width
from outwit.draw.theme import Kind, player_kind
from outwit.errors import join_names
from outwit.game import player_name
from outwit.games.liarsdice import LIAR, Cups, LiarsDice
from outwit.views.dice import PIPS, pips
from outwit.views.view import View

MARGIN = 12.0
CELL = 64.0
"""How wide the place of a bid is."""

HIGH = 50.0
"""How high it is."""

ACROSS = 8
"""The most bids that stand side by side."""

LEAST = 420.0
"""How wide the picture is at least."""

DIE = 44.0
SEAT = 92.0
"""How much room a player takes from top to bottom."""

FOOT = 66.0
"""How much room the button takes with which a bid is doubted."""


@dataclass(frozen=True)
class LiarsDiceView(View):
    """The table as a player sits at it: a bid is clicked where it stands, and the last is doubted below."""

    game: LiarsDice
    scored: ClassVar[bool] = True

    @property
    def columns(self) -> int:
        """How many bids stand side by side: those of one number, unless there are very many faces."""
        return min(self.game.faces, ACROSS)

    @property
    def bids(self) -> range:
        """The numbers of all bids."""
        return range(1, 2 * self.game.dice * self.game.faces + 1)

    @property
    def width(self) -> float:
        return max(LEAST, 2 * MARGIN + self.columns * CELL)

    def picture(
        self, state: Cups, player: int | None = None, last: int | None = None, before: Cups | None = None
    ) -> Picture:
        below = 1 if player == 1 else 0
        top = MARGIN + SEAT + 10
        rows = -(-len(self.bids) // self.columns)
        bottom = top + rows * HIGH + 10
        ends = bottom + SEAT + MARGIN
        foot = FOOT if state.bids and not state.called else 0.0
        shapes = (
            Box(0, 0, self.width, ends + foot, "ground", 22),
            *self.seat(state, 1 - below, player, MARGIN),
            *self.bid_cells(state, top),
            *self.seat(state, below, player, bottom),
        )
        controls = tuple(self.doubt_button(ends)) if foot else ()
        label = self.label(state, below, player)
        return Picture(self.width, ends + foot, shapes, label, controls, foot)

    def path(self, state: Cups, move: int) -> tuple[str, ...]:
        return (self.game.describe(state, move),)

    # What is drawn

    def seat(self, state: Cups, number: int, player: int | None, top: float) -> Iterator[Shape]:
        """A player: the dice, or the cup over them, and whether it is their turn."""
        said, kind = self.said(state, number)
        if said:
            yield Box(MARGIN + 1.5, top + 1.5, self.width - 2 * MARGIN - 3, SEAT - 3, "cell", 14)
            yield Box(MARGIN + 1.5, top + 1.5, self.width - 2 * MARGIN - 3, SEAT - 3, kind, 14, 3)
        yield Words(MARGIN + 16, top + 24, player_name(self.game, number).capitalize(), "last", 19, "start")
        yield Words(MARGIN + 16, top + 64, said, kind, 16, "start")
        dice = state.dice[number]
        x = self.width - MARGIN - 16 - DIE / 2 - (self.game.dice - 1) * (DIE + 8)
        y = top + SEAT / 2
        if state.called or player in (None, number):
            for place, face in enumerate(dice):
                yield from self.die(x + place * (DIE + 8), y, face, number, self.counts(state, face))
        elif dice:
            yield from self.cup(number, len(dice), y)

    def said(self, state: Cups, number: int) -> tuple[str, Kind]:
        """What is said of a player besides the name, and how it is coloured."""
        if state.called:
            return ("wins", "win") if self.game.payoff(state, number) > 0 else ("", "name")
        return ("to move", "last") if state.turn == number else ("", "name")

    def counts(self, state: Cups, face: int) -> bool:
        """Does a die count towards the bid that was doubted?"""
        if not state.called:
            return False
        _, bid = self.game.meaning(self.game.last_bid(state))
        return face == bid or (self.game.wild and face == self.game.faces)

    def die(self, x: float, y: float, face: int, owner: int, counts: bool) -> Iterator[Shape]:
        """A die around a point; one that counts has a frame."""
        half = DIE / 2
        if counts:
            yield Box(x - half - 5, y - half - 5, DIE + 10, DIE + 10, "win", 12, 4)
        yield Box(x - half, y - half, DIE, DIE, player_kind(owner), 9)
        if face in PIPS:
            yield from pips(x, y, face, 12, 4.6, "mark")
        else:
            yield Words(x, y, str(face), "mark", 24)

    def cup(self, owner: int, many: int, y: float) -> Iterator[Shape]:
        """A cup upside down, and how many dice are under it."""
        x, kind = self.width - MARGIN - 58, player_kind(owner)
        yield Polygon(((x - 24, y - 32), (x + 24, y - 32), (x + 36, y + 24), (x - 36, y + 24)), kind)
        yield Box(x - 42, y + 22, 84, 11, kind, 5)
        yield Words(x, y - 6, "?" if many == 1 else f"{many} × ?", "mark", 24 if many == 1 else 18)

    def bid_cells(self, state: Cups, top: float) -> Iterator[Shape]:
        """A place for each bid: made by whom, still possible, or passed over."""
        made = self.game.bids_made(state)
        first = (self.width - self.columns * CELL) / 2
        for index, bid in enumerate(self.bids):
            x, y = first + index % self.columns * CELL, top + index // self.columns * HIGH
            box = (x + 2, y + 2, CELL - 4, HIGH - 4)
            if bid in made:
                yield Square(self.game.bid_name(bid), *box, player_kind(made.index(bid) % 2), 9)
                yield from self.bid_words(bid, x, y, "mark")
                yield Words(x + 11, y + 12, str(made.index(bid) + 1), "mark", 12)
            elif state.called or (made and bid < made[-1]):
                yield Square(self.game.bid_name(bid), *box, None, 9)
                yield from self.bid_words(bid, x, y, "wall")
            else:
                yield Square(self.game.bid_name(bid), *box, "cell", 9)
                yield from self.bid_words(bid, x, y, "last")
            if made and bid == made[-1]:
                yield Box(x + 1, y + 1, CELL - 2, HIGH - 2, "last", 10, 3)

    def bid_words(self, bid: int, x: float, y: float, kind: Kind) -> Iterator[Shape]:
        """A bid as its number and a die."""
        count, face = self.game.meaning(bid)
        middle = y + HIGH / 2
        written = f"{count} ×"
        yield Words(x + 33, middle, written, kind, 15, "end")
        yield Box(x + 37, middle - 10, 20, 20, kind, 5, 1.5)
        if face in PIPS:
            yield from pips(x + 47, middle, face, 5.5, 2.1, kind)
        else:
            yield Words(x + 47, middle, str(face), kind, 12)

    def doubt_button(self, top: float) -> Iterator[Shape]:
        """Where the last bid is doubted."""
        word = self.game.describe(self.game.initial()._replace(turn=0), LIAR)
        width, height = max(180.0, text_width(word, 20) + 40), FOOT - MARGIN - 2
        x = (self.width - width) / 2
        yield Square(word, x, top - 2, width, height, "cell", 12)
        yield Box(x, top - 2, width, height, "last", 12, 2.5)
        yield Words(x + width / 2, top - 2 + height / 2, f"{word.capitalize()}!", "last", 20)

    # In words

    def action(self, state: Cups, moves: Sequence[int]) -> str:
        return "doubt the last bid" if moves[0] == LIAR else f"bid {self.worded(state, moves[0])}"

    def worded(self, state: Cups, move: int) -> str:
        return self.game.describe(state, move)

    def label(self, state: Cups, below: int, player: int | None) -> str:
        """The position in words."""
        said = []
        for number in (below, 1 - below):
            dice = state.dice[number]
            if not dice:
                what = "no dice yet"
            elif state.called or player in (None, number):
                what = "rolled " + join_names((str(face) for face in dice), last="and")
            else:
                what = "a die under a cup" if len(dice) == 1 else f"{len(dice)} dice under a cup"
            said.append(f"{player_name(self.game, number).capitalize()}: {what}.")
        bids = join_names((self.game.bid_name(bid) for bid in self.game.bids_made(state)), last="and")
        said.append(f"Bids: {bids}." if bids else "No bid yet.")
        status = self.game.status(state)
        return " ".join([*said, f"{status[:1].upper()}{status[1:]}."])
