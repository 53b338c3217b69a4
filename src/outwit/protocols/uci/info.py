"""What a search tells while it runs, as lines that begin with `info`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import perf_counter

from outwit.decision import Decision, Progress
from outwit.game import Game, Move
from outwit.games.chess import Board
from outwit.games.chess.san import write_uci

PAUSE = 1.0
"""Seconds between two lines that say no more than how many positions have been visited."""

Say = Callable[[str], None]


class Teller:
    """Tells how one search stands, from the position that it searches."""

    def __init__(self, say: Say, game: Game, state: Board, chess960: bool) -> None:
        self.say = say
        self.game = game
        self.state = state
        self.chess960 = chess960
        self.began = self.told_at = perf_counter()
        self.told: tuple[object, ...] = (0, None, ())
        """The depth, the value and the line told last."""
        self.compiling = False
        """Has it been told that the search is interpreted?"""

    def report(self, progress: Progress) -> None:
        """Tell what is new; from time to time, how many positions have been visited."""
        now = perf_counter()
        if progress.compiling and not self.compiling:
            self.compiling = True
            self.say("info string Outwit is being compiled for this computer; it plays slowly until then.")
        found = progress.depth, progress.value, progress.line
        if progress.depth and progress.line and found != self.told:
            self.told = found
            self.tell(
                progress.depth, self.score(progress.value, progress.plies), progress.nodes, progress.line
            )
        elif now - self.told_at >= PAUSE and progress.nodes:
            self.say(f"info {self.counts(progress.nodes)}")
            self.told_at = now

    def conclude(self, decision: Decision) -> None:
        """Tell what a search that was broken off has found beyond its last pass."""
        found = decision.depth, decision.value, decision.line
        if decision.depth and decision.line and found != self.told:
            value, plies = decision.value, None
            if value is not None and abs(value) == 1.0:
                plies = self.plies_to_mate(decision.line)
                value = None if plies is None else value
            self.tell(decision.depth, self.score(value, plies), decision.nodes, decision.line)

    def tell(
        self, depth: int, score: str, nodes: int, line: Sequence[Move], number: int | None = None
    ) -> None:
        """Tell a line with all that belongs to it; its number, if several are wanted."""
        self.told_at = perf_counter()
        which = "" if number is None else f" multipv {number}"
        self.say(f"info depth {depth}{which}{score} {self.counts(nodes)} pv {' '.join(self.written(line))}")

    def counts(self, nodes: int) -> str:
        """How many positions have been visited, how many a second, and in what time."""
        seconds = perf_counter() - self.began
        return f"nodes {nodes} nps {int(nodes / max(seconds, 1e-6))} time {int(1000 * seconds)}"

    def score(self, value: float | None, plies: int | None) -> str:
        """What the position is worth to whoever is to move: in hundredths of a pawn, or moves to mate."""
        if value is None:
            return ""
        if plies is not None:
            return f" score mate {mate_in(value, plies)}"
        return f" score cp {round(100 * value / self.game.scale)}"

    def plies_to_mate(self, line: Sequence[Move]) -> int | None:
        """After how many moves a line ends the game; None if it does not."""
        state = self.state
        for move in line:
            state = self.game.play(state, move)
        return len(line) if self.game.over(state) else None

    def written(self, line: Sequence[Move]) -> list[str]:
        """Moves played one after the other, as engines write them."""
        state, words = self.state, []
        for number, move in enumerate(line):
            words.append(write_uci(state, move, self.chess960))
            if number + 1 < len(line):
                state = self.game.play(state, move)
        return words


def moves_to_mate(progress: Progress) -> int:
    """In how many moves the side to move mates, or below 0 is mated; 0 if no mate has been found."""
    if progress.plies is None or progress.value is None:
        return 0
    return mate_in(progress.value, progress.plies)


def mate_in(value: float, plies: int) -> int:
    """In how many moves of the side that mates; below 0 where the side to move is mated.

    >>> mate_in(1.0, 1), mate_in(1.0, 3), mate_in(-1.0, 2), mate_in(-1.0, 0)
    (1, 2, -1, 0)
    """
    return (plies + 1) // 2 if value > 0 else -(plies // 2)
