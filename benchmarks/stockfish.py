"""Outwit against Stockfish held to a rating: whole games through the Universal Chess Interface.

`python -m benchmarks.stockfish` plays what is missing in `data/stockfish.txt`, which has a line a game, and
prints the scores; `--games 40 --elo 2200` says how many games at which ratings (the scale of Stockfish's
UCI_Elo), `--show` only prints. Both programs have the same time a move, one thread and a table of 64 MB. An
opening is eight random plies that Stockfish, searching a little, holds to be balanced; it is played twice,
with colours exchanged, and the two games are one pair. No game is adjudicated: they end by the rules, with
a draw by repetition or by fifty moves claimed.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from shutil import which

import chess
import chess.engine

from outwit.arena.elo import elo, estimate

FILE = Path(__file__).parent / "data" / "stockfish.txt"
PLACES = ("stockfish", "/usr/games/stockfish")
"""Where the program may be: Debian puts games where not everybody looks."""

SECONDS = 0.1
MEGABYTES = 64
PLIES = 8
BALANCED, DEPTH = 60, 12
"""An opening is balanced if a search of this depth finds no more than so many hundredths of a pawn."""

HEADING = (
    f"# {SECONDS:g} s a move each, one thread, {MEGABYTES} MB; Stockfish's rating, the opening's number, "
    "Outwit's colour and score, why the game ended, the moves. Made by python -m benchmarks.stockfish with"
)


@dataclass(frozen=True)
class Played:
    """One game."""

    elo: int
    opening: int
    white: bool
    """Has Outwit the white pieces?"""
    score: float
    """Outwit's."""
    reason: str
    moves: tuple[str, ...]

    @classmethod
    def read(cls, line: str) -> Played:
        """The game that a line tells."""
        elo, opening, colour, score, reason, *moves = line.split()
        return cls(int(elo), int(opening), colour == "white", float(score), reason, tuple(moves))

    def written(self) -> str:
        """The line that tells the game."""
        colour = "white" if self.white else "black"
        return " ".join(
            [str(self.elo), str(self.opening), colour, f"{self.score:g}", self.reason, *self.moves]
        )


def games_kept() -> list[Played]:
    """The games played so far."""
    if not FILE.exists():
        return []
    return [Played.read(line) for line in FILE.read_text("utf-8").splitlines() if not line.startswith("#")]


def opening(number: int, judge: chess.engine.SimpleEngine) -> list[chess.Move]:
    """Eight random plies that leave the position balanced: the same for the same number."""
    for attempt in count():
        draw = random.Random(f"{number} {attempt}")
        board = chess.Board()
        while board.ply() < PLIES and not board.is_game_over():
            board.push(draw.choice(sorted(board.legal_moves, key=str)))
        if board.is_game_over():
            continue
        info = judge.analyse(board, chess.engine.Limit(depth=DEPTH), game=(number, attempt))
        if abs(info["score"].white().score(mate_score=10_000)) <= BALANCED:
            return board.move_stack
    raise AssertionError  # there is no end of attempts


def play(
    outwit: chess.engine.SimpleEngine,
    stockfish: chess.engine.SimpleEngine,
    rating: int,
    number: int,
    white: bool,
    first: Sequence[chess.Move],
) -> Played:
    """One game from an opening to its end."""
    board = chess.Board()
    for move in first:
        board.push(move)
    game = object()
    limit = chess.engine.Limit(time=SECONDS)
    while not (reason := ended(board)):
        engine = outwit if board.turn == white else stockfish
        played = engine.play(board, limit, game=game)
        assert played.move is not None
        board.push(played.move)
    winner = not board.turn if board.is_checkmate() else None
    score = 0.5 if winner is None else float(winner == white)
    return Played(rating, number, white, score, reason, tuple(map(str, board.move_stack)))


def ended(board: chess.Board) -> str:
    """Why the game is over; nothing while it is not."""
    if board.is_repetition(3):
        return "repetition"
    if board.halfmove_clock >= 100 and not board.is_checkmate():
        return "fifty-moves"
    outcome = board.outcome()
    return "" if outcome is None else outcome.termination.name.lower().replace("_", "-")


def play_missing(ratings: Sequence[int], games: int) -> Iterator[Played]:
    """Play what is not kept yet, pair by pair, all ratings in turns."""
    kept = {(each.elo, each.opening, each.white) for each in games_kept()}
    missing = [
        (number, rating, white)
        for number in range(games // 2)
        for rating in ratings
        for white in (True, False)
        if (rating, number, white) not in kept
    ]
    if not missing:
        return
    program = next(filter(None, map(which, PLACES)), None)
    if program is None:
        sys.exit("Stockfish is not installed here.")
    start = chess.engine.SimpleEngine.popen_uci
    with (
        start([sys.executable, "-m", "outwit", "uci"], timeout=60) as outwit,
        start(program) as stockfish,
        start(program) as judge,
    ):
        outwit.configure({"Hash": MEGABYTES})
        outwit.play(chess.Board(), chess.engine.Limit(depth=12))  # compiled before the first game
        if not FILE.exists():
            FILE.write_text(f"{HEADING} {stockfish.id['name']}.\n", "utf-8")
        for number, rating, white in missing:
            stockfish.configure({"Hash": MEGABYTES, "UCI_LimitStrength": True, "UCI_Elo": rating})
            yield play(outwit, stockfish, rating, number, white, opening(number, judge))


def table(games: Sequence[Played]) -> Iterator[str]:
    """The scores by rating, with an interval of 95 % from the pairs."""
    for rating in sorted({each.elo for each in games}):
        of = [each for each in games if each.elo == rating]
        pairs: dict[int, list[float]] = {}
        for each in of:
            pairs.setdefault(each.opening, []).append(each.score)
        found = estimate([sum(pair) / 2 for pair in pairs.values() if len(pair) == 2])
        wins, draws = (sum(each.score == score for each in of) for score in (1.0, 0.5))
        reasons = ", ".join(
            f"{many} {reason}" for reason, many in Counter(g.reason for g in of).most_common()
        )
        yield (
            f"UCI_Elo {rating}: {len(of)} games, +{wins} ={draws} -{len(of) - wins - draws}, score "
            f"{found.score:.1%} (95 % from {found.low:.1%} to {found.high:.1%}), {elo_text(found.score)} Elo "
            f"({elo_text(found.low)} to {elo_text(found.high)}); {reasons}"
        )


def elo_text(score: float) -> str:
    """A difference in Elo with its sign."""
    return f"{elo(score):+.0f}"


def main() -> None:
    """Play what is missing, keep it game by game, and print the scores."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--elo", type=int, action="append", help="the rating of Stockfish; may be repeated")
    parser.add_argument("--games", type=int, default=20, help="how many games at each rating")
    parser.add_argument("--show", action="store_true", help="play nothing")
    wanted = parser.parse_args()
    if not wanted.show:
        for played in play_missing(wanted.elo or [2000, 2200], wanted.games):
            with FILE.open("a", encoding="utf-8") as file:
                file.write(played.written() + "\n")
            print(" ".join(played.written().split()[:5]), len(played.moves), flush=True)
    for line in table(games_kept()):
        print(line)


if __name__ == "__main__":
    main()
