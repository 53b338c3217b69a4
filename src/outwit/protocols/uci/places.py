"""The position to search, as `position` names it: a first position, and the moves played since."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from outwit.bits import bit, lowest
from outwit.errors import BadPositionError, IllegalMoveError, shorten
from outwit.game import Game, Move
from outwit.games.chess import Board, read_fen
from outwit.games.chess.board import sides
from outwit.games.chess.legality import answers, king_square, pinned_pieces, targets
from outwit.games.chess.san import find_for_engines
from outwit.repetition import add_memory


@dataclass(frozen=True)
class Place:
    """A position with all that came before it."""

    first: tuple[str, ...]
    """The words that name the first position."""
    moves: tuple[str, ...]
    """The moves played since, as they were written."""
    states: tuple[Board, ...]
    """The first position and that after each move."""

    @property
    def state(self) -> Board:
        """The position itself."""
        return self.states[-1]

    def to_search(self, game: Game) -> tuple[Board, tuple[Board, ...]]:
        """The position and those before it, as a search takes them.

        A program may go on where by our rules the game is drawn, by a third repetition or the fiftieth move:
        the position is then searched as if it were new.
        """
        history = self.states[:-1]
        wrapped, remembered = add_memory(game, self.state, history)
        if not wrapped.over(remembered):
            return self.state, history
        return self.state._replace(quiet=0), ()


def place_after(game: Game, words: Sequence[str], before: Place | None = None) -> Place:
    """The position that the words after `position` name; what `before` has of it is not played again.

    >>> from outwit.games import find_game
    >>> place_after(find_game("chess"), "startpos moves e2e4".split()).state.turn
    1
    """
    at = words.index("moves") if "moves" in words else len(words)
    first, moves = tuple(words[:at]), tuple(words[at + 1 :])
    known = before is not None and before.first == first and moves[: len(before.moves)] == before.moves
    states = list(before.states) if before and known else [first_position(game, first)]
    for text in moves[len(states) - 1 :]:
        states.append(game.play(states[-1], find_move(game, states[-1], text)))
    return Place(first, moves, tuple(states))


def first_position(game: Game, words: Sequence[str]) -> Board:
    """The position that `startpos` or `fen` and its words name."""
    match words:
        case ["startpos"]:
            return game.initial()  # type: ignore[no-any-return]
        case ["fen", *fields]:
            return read_fen(" ".join(fields))
    raise BadPositionError(f"{shorten(' '.join(words))!r} is no position; give startpos, or fen and a FEN.")


def find_move(game: Game, state: Board, text: str) -> Move:
    """The legal move that engines write so; castling as the king's two steps or as its move to the rook."""
    legal = list(game.moves(state)) or drawn_moves(game, state)
    found = find_for_engines(state, text, legal)
    if len(found) != 1:
        raise IllegalMoveError(f"{shorten(text)!r} is no legal move here.")
    return found[0]


def drawn_moves(game: Game, state: Board) -> list[Move]:
    """The moves that could be made if the game were not drawn by our rules."""
    moves = list(game.moves(state._replace(quiet=0)))
    if moves:
        return moves
    own, other = sides(state)  # neither side can mate, so there are no pawns
    king = king_square(state, own)
    open_, pins = answers(state, king), pinned_pieces(state, own, other, king)
    sources = own if open_ else bit(king)
    while sources:
        source = lowest(sources)
        sources &= sources - 1
        ends = targets(state, source, own, other, king, open_, pins, (1 << 64) - 1)
        while ends:
            moves.append(source | lowest(ends) << 6)
            ends &= ends - 1
    return moves
