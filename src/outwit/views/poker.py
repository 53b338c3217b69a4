"""A table of poker for two: a card each, what both have put in, the pot, and what was done."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from outwit.draw.picture import Picture
from outwit.draw.shapes import Box, Shape, Words
from outwit.draw.theme import Kind
from outwit.game import State, player_name
from outwit.games.kuhn import Kuhn
from outwit.games.leduc import Leduc
from outwit.views.playing_cards import TALL, card_back, card_face, card_place, chips
from outwit.views.view import View

MARGIN = 12.0
WIDTH = 420.0
CARD = 78.0
"""How wide a player's card is."""

BOARD = 58.0
"""How wide the card on the board is."""

SEAT = CARD * TALL + 20
"""How much room a player takes from top to bottom."""

TEXT = MARGIN + 10 + CARD + 18
"""Where the words beside the cards begin."""

FACE_DOWN = "?"
NOT_DEALT = ""


@dataclass(frozen=True)
class Seat:
    """What is seen of a player."""

    name: str
    card: str
    """The card's name, or `FACE_DOWN`, or `NOT_DEALT`."""
    stake: int
    """What the player has put in."""
    said: str
    """Whether the player is to move, or has won; nothing else is said."""
    won: bool = False

    def sentence(self) -> str:
        """The player in words."""
        what = {FACE_DOWN: "a card face down", NOT_DEALT: "no card yet"}.get(self.card, self.card)
        return f"{self.name.capitalize()}: {what}, {self.stake} in the pot."


@dataclass(frozen=True)
class PokerView(View):
    """The table as a player sits at it, who sees the own card, what lies open and, at the end, everything.

    Moves are chosen from a list.
    """

    game: Kuhn | Leduc
    scored: ClassVar[bool] = True

    def picture(
        self,
        state: State,
        player: int | None = None,
        last: int | None = None,
        before: State | None = None,
    ) -> Picture:
        seats = [self.seat(state, number, player) for number in (0, 1)]
        below = 1 if player == 1 else 0
        return poker_table(seats, below, self.board(state), self.rounds(state), self.game.status(state))

    def seat(self, state: State, number: int, player: int | None) -> Seat:
        """What a player sees of a seat."""
        over = self.game.over(state)
        card = NOT_DEALT
        if number < len(state.cards):
            seen = over or player in (None, number)
            card = self.game.card_name(state.cards[number]) if seen else FACE_DOWN
        won = self.game.payoff(state, number) if over else 0.0
        acting = not over and self.game.turn(state) == number
        said = f"wins {won:.0f}" if won > 0 else "to move" if acting else ""
        return Seat(player_name(self.game, number), card, self.stakes(state)[number], said, won > 0)

    @abstractmethod
    def stakes(self, state: State) -> tuple[int, int]:
        """What each player has put in."""

    @abstractmethod
    def rounds(self, state: State) -> list[str]:
        """What was done in each round, in words."""

    def board(self, state: State) -> str | None:
        """The card that lies open for both, `NOT_DEALT` before; None in a game without one."""
        return None


def poker_table(
    seats: Sequence[Seat], below: int, board: str | None, rounds: Sequence[str], outcome: str
) -> Picture:
    """The table as the player `below` sits at it.

    The card on the board may be `NOT_DEALT`, or None where the game has none; the rounds are what was done in
    each, in words.
    """
    middle = 62.0 if board is None else BOARD * TALL + 16
    above, between = MARGIN, MARGIN + SEAT + 8
    height = between + middle + 8 + SEAT + MARGIN
    shapes = (
        Box(0, 0, WIDTH, height, "ground", 22),
        *seat_shapes(seats[1 - below], 1 - below, above),
        *middle_shapes(sum(seat.stake for seat in seats), board, rounds, between, middle),
        *seat_shapes(seats[below], below, between + middle + 8),
    )
    said = [seats[below].sentence(), seats[1 - below].sentence()]
    said += [f"On the board: {board or 'no card yet'}."] if board is not None else []
    said += [f"{words[:1].upper()}{words[1:]}." for words in rounds]
    return Picture(WIDTH, height, shapes, " ".join([*said, f"{outcome[:1].upper()}{outcome[1:]}."]))


def seat_shapes(seat: Seat, number: int, top: float) -> Iterator[Shape]:
    """A player: the card, the name, the chips."""
    x, y = MARGIN + 10, top + 10
    if seat.said:
        kind: Kind = "win" if seat.won else "last"
        yield Box(MARGIN + 1.5, top + 1.5, WIDTH - 2 * MARGIN - 3, SEAT - 3, "cell", 14)
        yield Box(MARGIN + 1.5, top + 1.5, WIDTH - 2 * MARGIN - 3, SEAT - 3, kind, 14, 3)
        yield Words(WIDTH - MARGIN - 14, y + 18, seat.said, kind, 17, "end")
    if seat.card == NOT_DEALT:
        yield from card_place(x, y, CARD)
    elif seat.card == FACE_DOWN:
        yield from card_back(x, y, CARD, number)
    else:
        yield from card_face(x, y, CARD, seat.card)
    yield Words(TEXT, y + 18, seat.name.capitalize(), "last", 20, "start")
    yield from chips(TEXT + 10, y + 56, seat.stake, number)
    yield Words(TEXT, y + 88, f"{seat.stake} in the pot", "name", 16, "start", thin=True)


def middle_shapes(
    pot: int, board: str | None, rounds: Sequence[str], top: float, height: float
) -> Iterator[Shape]:
    """The card on the board, the pot, and what was done in each round."""
    if board is not None:
        x, y = MARGIN + 10 + (CARD - BOARD) / 2, top + 8
        yield from card_face(x, y, BOARD, board) if board else card_place(x, y, BOARD)
    lines = [f"Pot {pot}", *rounds]
    first = top + height / 2 - 13 * (len(lines) - 1)
    for number, words in enumerate(lines):
        kind: Kind = "name" if number else "last"
        size = 16 if number else 20
        yield Words(TEXT, first + 26 * number, words, kind, size, "start", thin=number > 0)
