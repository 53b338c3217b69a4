"""A game with a picture whose states remember those before them."""

from dataclasses import dataclass

from outwit.games.tictactoe import TicTacToe


@dataclass(frozen=True)
class Recurring(TicTacToe):
    """Tic-tac-toe in which a position may not come back, as if it could."""

    repetition = 3
