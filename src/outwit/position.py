"""A state together with its game, so that it can show itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from outwit.draw.theme import colour, player_kind
from outwit.game import CHANCE, SIMULTANEOUS, Game, State, player_name


@dataclass(frozen=True)
class Position:
    """A state of a game, as it is shown to people.

    >>> from outwit.games import find_game
    >>> nim = find_game("nim")
    >>> print(Position(nim, nim.initial()))
    21 coins, player 1 to move
    """

    game: Game
    state: State
    seat: int | None = None
    """The player who looks; None sees everything."""

    def __str__(self) -> str:
        return self.game.text(self.state, self.seat)

    def pieces(self) -> Iterator[tuple[str, int | None]]:
        """The text in pieces: each player's mark with the player's number, the rest with None."""
        marks = {name: player for player, name in enumerate(self.game.player_names) if len(name) == 1}
        if not marks:
            yield str(self), None
            return
        mark = "|".join(re.escape(name) for name in marks)
        for piece in re.split(rf"(?<!\w)({mark})(?!\w)", str(self)):
            if piece:
                yield piece, marks.get(piece)

    def standing(self) -> str:
        """Who is to act, or that the game is over."""
        if self.game.over(self.state):
            return "The game is over."
        turn = self.game.turn(self.state)
        if turn == SIMULTANEOUS:
            return "All players are to choose."
        if turn == CHANCE:
            return "Chance is to act."
        return f"{player_name(self.game, turn)} is to move."

    def _repr_html_(self) -> str:
        from outwit.views import find_view, without_memory  # they are loaded when they are looked at

        view, state = find_view(self.game), without_memory(self.state)
        picture = view.picture(state, self.seat).still()
        if view.written(state, self.seat) is None:
            lines = (view.beside(state), self.standing(), view.trouble)
            return picture.svg() + "".join(f"<p>{escape(line)}</p>" for line in lines if line)
        board = "".join(
            escape(text) if player is None else mark(text, player) for text, player in self.pieces()
        )
        return f"<pre>{board}</pre><p>{escape(self.standing())}</p>"


def mark(text: str, player: int) -> str:
    """A player's mark in HTML, in the player's colour."""
    return f'<b style="color:{colour(player_kind(player), "light")}">{escape(text)}</b>'
