"""Goofspiel drawn: the prize in the middle, and both hands, which lie open; the own cards are clicked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from outwit.draw.picture import Picture
from outwit.draw.shapes import Box, Shape, Square, Stroke, Words
from outwit.draw.theme import player_kind
from outwit.errors import join_names
from outwit.game import CHANCE, player_name
from outwit.games.goofspiel import Goofspiel, Table, write_cards
from outwit.views.playing_cards import TALL, card_face, card_place
from outwit.views.view import View

MARGIN = 12.0
WIDTH = 420.0
NAME = 34.0
"""How much room a player's name and points take from top to bottom."""

SMALL = 24.0
"""How wide a card of the other's hand is."""

PRIZE = 66.0
BID = 38.0
"""How wide the cards bid last are."""

MIDDLE = PRIZE * TALL + 42
"""How much room the prize takes."""

CARD = 50.0
GAP = 6.5
ROW = 7
"""How many cards of the own hand lie side by side."""

Bids = tuple[int, ...]


@dataclass(frozen=True)
class GoofspielView(View):
    """The table as a player sits at it, the first player's side where nobody does.

    Cards that have been bid leave their place empty. What was bid last is shown beside the prize.
    """

    game: Goofspiel
    scored: ClassVar[bool] = True
    joint: ClassVar[bool] = True
    lasting: ClassVar[bool] = True

    def picture(
        self, state: Table, player: int | None = None, last: Bids | None = None, before: Table | None = None
    ) -> Picture:
        below = 1 if player == 1 else 0
        rows = -(-self.game.cards // ROW)
        middle = MARGIN + NAME + SMALL * TALL + 12
        own = middle + MIDDLE + 12
        height = own + NAME + rows * (CARD * TALL + GAP) + MARGIN
        shapes = (
            Box(0, 0, WIDTH, height, "ground", 22),
            *self.name(state, 1 - below, MARGIN),
            *self.small_hand(state.hands[1 - below], 1 - below, MARGIN + NAME),
            *self.prize(state, middle),
            *self.last_bids(before, last, below, middle),
            *self.name(state, below, own),
            *self.hand(state.hands[below], below, own + NAME),
        )
        return Picture(WIDTH, height, shapes, self.label(state, below, last, before))

    def path(self, state: Table, move: int) -> tuple[str, ...]:
        return (self.game.describe(state, move),)

    def action(self, state: Table, moves: Sequence[int]) -> str:
        return f"bid {moves[0]} for the prize of {state.prize}"

    def recounted(self, before: Table, move: Bids, after: Table) -> str:
        """What bids came to, or which prize was turned up."""
        if self.game.turn(before) == CHANCE:
            return super().recounted(before, move, after)
        for seat in (0, 1):
            if move[seat] > move[1 - seat]:
                winner = player_name(self.game, seat)
                return f"{winner} wins the prize of {before.prize}, {move[seat]} against {move[1 - seat]}"
        return f"both bid {move[0]}, nobody wins the prize of {before.prize}"

    # What is drawn

    def name(self, state: Table, seat: int, top: float) -> Iterator[Shape]:
        """Who sits there, and the points won so far."""
        y = top + NAME / 2 - 3
        yield Words(MARGIN + 4, y, player_name(self.game, seat).capitalize(), "last", 19, "start")
        yield Words(WIDTH - MARGIN - 4, y, points(state.points[seat]), player_kind(seat), 19, "end")

    def small_hand(self, hand: int, seat: int, top: float) -> Iterator[Shape]:
        """The cards that the other still has."""
        step = min((WIDTH - 2 * MARGIN + GAP) / self.game.cards, SMALL + GAP)
        left = (WIDTH + GAP - self.game.cards * step) / 2
        for card in range(1, self.game.cards + 1):
            x = left + (card - 1) * step
            if hand >> card & 1:
                yield from card_face(x, top, SMALL, str(card), player_kind(seat))

    def hand(self, hand: int, seat: int, top: float) -> Iterator[Shape]:
        """The own cards, each in its place."""
        left = (WIDTH + GAP - min(self.game.cards, ROW) * (CARD + GAP)) / 2
        for card in range(1, self.game.cards + 1):
            row, column = divmod(card - 1, ROW)
            x, y = left + column * (CARD + GAP), top + row * (CARD * TALL + GAP)
            if hand >> card & 1:
                yield from card_face(x, y, CARD, str(card), player_kind(seat))
                yield Square(str(card), x, y, CARD, CARD * TALL, None, CARD * 0.12)
            else:
                yield from card_place(x + 1, y + 1, CARD - 2)

    def prize(self, state: Table, top: float) -> Iterator[Shape]:
        """The prize that is bid for, and those to come."""
        yield Box(MARGIN, top, WIDTH - 2 * MARGIN, MIDDLE, "cell", 14)
        x, y = MARGIN + 14, top + 12
        if state.prize:
            yield from card_face(x, y, PRIZE, str(state.prize), "win")
        else:
            yield from card_place(x + 1, y + 1, PRIZE - 2)
        words = "No prize is left" if self.game.over(state) else "Prize" if state.prize else "Next prize"
        yield Words(x + PRIZE + 14, y + 12, words, "last", 17, "start")
        if state.prize and not self.game.over(state):
            yield Words(x + PRIZE + 14, y + 36, points(state.prize), "name", 16, "start", thin=True)
        left = f"To come: {write_cards(state.prizes)}"
        yield Words(x, top + MIDDLE - 15, left, "name", 15, "start", thin=True)

    def last_bids(self, before: Table | None, last: Bids | None, below: int, top: float) -> Iterator[Shape]:
        """What was bid last, the other's above, and what it won; the higher card is framed."""
        if last is None or before is None:
            return
        x = WIDTH - MARGIN - 14 - BID
        yield Words(x - 10, top + 20, "Last bids", "name", 14, "end", thin=True)
        yield Words(x - 10, top + 40, f"for {before.prize}", "name", 14, "end", thin=True)
        for seat in (0, 1):
            y = top + 8 + (seat == below) * (BID * TALL + 8)
            yield from card_face(x, y, BID, str(last[seat]), player_kind(seat))
            if last[seat] > last[1 - seat]:
                yield Box(x - 1, y - 1, BID + 2, BID * TALL + 2, "win", BID * 0.15, 3.5)
        if last[0] == last[1]:
            y = top + 8 + BID * TALL + 4
            yield Stroke(((x - 8, y), (x + BID + 8, y)), "wall", 2, "5 5")

    # In words

    def label(self, state: Table, below: int, last: Bids | None, before: Table | None) -> str:
        """The table in words."""
        prize = f"Prize: {state.prize}." if state.prize else "No prize lies open."
        said = [prize, f"To come: {write_cards(state.prizes)}."]
        for seat in (below, 1 - below):
            cards = join_names(write_cards(state.hands[seat]).split(), last="and")
            name = player_name(self.game, seat).capitalize()
            said.append(f"{name}: {points(state.points[seat])}, cards {cards}.")
        if last is not None and before is not None:
            said.append(f"Last bids: {self.recounted(before, last, state)}.")
        return " ".join(said)


def points(many: int) -> str:
    """So many points, in words.

    >>> points(1), points(0)
    ('1 point', '0 points')
    """
    return f"{many} {'point' if many == 1 else 'points'}"
