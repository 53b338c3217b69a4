"""What a view is: how the positions of one game are drawn, and where a move is clicked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from outwit.draw.picture import NOTHING, Picture
from outwit.draw.shapes import Square
from outwit.game import CHANCE, Game, Move, State


@dataclass(frozen=True)
class View(ABC):
    """The pictures of a game's positions."""

    game: Game

    scored: ClassVar[bool] = False
    """Whether the pictures show the standing themselves."""

    recounts: ClassVar[bool] = False
    """Whether `recounted` says by itself who did what, as a sentence does."""

    rolled: ClassVar[bool] = False
    """Whether the pictures can mark what chance did, given the outcome as the last move."""

    lasting: ClassVar[bool] = False
    """Whether the pictures can still mark a move when chance has acted after it."""

    joint: ClassVar[bool] = False
    """Whether pictures and `recounted` take what all chose at once, a tuple with a move for each player."""

    guessed: ClassVar[bool] = False
    """Whether it is only guessed what is clicked for a move."""

    pieces: ClassVar[tuple[str, ...]] = ()
    """What a click can put on a square where a position is set up, as the game's text writes it, and last
    what takes it away; nothing where positions are not set up so."""

    @abstractmethod
    def picture(
        self,
        state: State,
        player: int | None = None,
        last: Move | None = None,
        before: State | None = None,
    ) -> Picture:
        """The position as a player may see it, or all of it.

        The move that led to it is marked, if given; what that move changed can be, if the state in which it
        was played is given too.
        """

    def with_beliefs(self) -> View | None:
        """The view whose pictures also show what a player may believe of what is hidden; by default none."""
        return None

    def shortcuts(self, state: State) -> Mapping[str, str]:
        """Buttons for whoever is to act, by what they say; nothing by default.

        Each names one of the game's scripts, which makes that player's moves for as long as the button is
        there.
        """
        return NOTHING

    def written(self, state: State, player: int | None = None) -> str | None:
        """The position as text, where a page shows that better than the picture; by default the picture."""
        return None

    @property
    def trouble(self) -> str:
        """What went wrong with a view of the game's own, in sentences; nothing where all is well."""
        return ""

    def path(self, state: State, move: Move) -> tuple[str, ...]:
        """The names of the squares to click, in turn, to play a move; none where it is chosen from a list."""
        return ()

    def clickable(self, state: State, moves: Sequence[Move], squares: Collection[str]) -> list[Move]:
        """Those of the moves that clicks on a picture's squares come to, and to no other move.

        The rest are chosen from a list.
        """
        paths = [self.path(state, move) for move in moves]
        taken = Counter(path[:end] for path in paths for end in range(1, len(path) + 1))
        return [
            move
            for move, path in zip(moves, paths, strict=True)
            if path and taken[path] == 1 and all(name in squares for name in path)
        ]

    def crossed(self, state: State, move: Move) -> tuple[str, ...]:
        """The names of the squares between which a move goes, in turn: by default those that are clicked."""
        return self.path(state, move)

    def track(self, picture: Picture, state: State, move: Move) -> tuple[tuple[float, float], ...]:
        """The points of a picture between which an arrow shows a move: in the middle of what it crosses."""
        away = {shape.name for shape in picture.controls if isinstance(shape, Square)}
        middles = {
            square.name: (square.x + square.width / 2, square.y + square.height / 2)
            for square in picture.squares
            if square.name not in away
        }
        return tuple(middles[name] for name in self.crossed(state, move) if name in middles)

    def placed(self, state: State, square: str, piece: str) -> State:
        """The state with one of the `pieces` put on a square.

        It can be drawn but need not be sound on the way to another: whoever wants to play on reads its text
        again.
        """
        raise TypeError(f"{type(self).__name__} puts no pieces on squares; {piece!r} is asked for")

    def midway(
        self, state: State, moves: Sequence[Move], clicked: tuple[str, ...], player: int | None = None
    ) -> Picture | None:
        """The position as far as the clicks on a move of several have come; None if as it was, the default.

        The moves are those that may be played by clicking.
        """
        return None

    def standing(self, state: State) -> str:
        """How the game stands in words, as a score; nothing by default."""
        return ""

    def beside(self, state: State) -> str:
        """The standing where it is to be written beside the picture: nothing where that shows it itself."""
        return "" if self.scored else self.standing(state)

    def worded(self, state: State, move: Move) -> str:
        """A move in words, with what it does where its name does not say it."""
        return self.game.describe(state, move)

    def recounted(self, before: State, move: Move, after: State) -> str:
        """What a move, or a chance outcome, led to, in the words of a log; `after` is the state it led to."""
        if self.game.turn(before) == CHANCE:
            return self.game.describe(before, move)
        return self.worded(before, move)

    def roller(self, state: State) -> int | None:
        """Who rolls the dice where chance is to act; None, the default, where no player does."""
        return None

    def picked(self, clicked: tuple[str, ...]) -> str:
        """What some clicks on a move of several have come to, in words."""
        return f"{clicked[-1]} is chosen"

    def action(self, state: State, moves: Sequence[Move]) -> str:
        """What a click does that one of these moves begins or goes on with, in words."""
        return "play " + " or ".join(self.worded(state, move) for move in moves[:4])

    def onward(
        self, state: State, moves: Iterable[Move], clicked: tuple[str, ...] = ()
    ) -> tuple[list[Move], dict[str, list[Move]]]:
        """After some clicks: the moves now complete, and those that go on, by the square to click next."""
        complete: list[Move] = []
        following: dict[str, list[Move]] = {}
        for move in moves:
            path = self.path(state, move)
            if not path:
                continue
            if path == clicked:
                complete.append(move)
            elif path[: len(clicked)] == clicked:
                following.setdefault(path[len(clicked)], []).append(move)
        return complete, following
