"""The three tables of the report, played again and compared figure by figure."""

from __future__ import annotations

import csv
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from typing import Literal, NamedTuple, TypeAlias, TypeVar

from outwit.experiments.wargame.matches import Match, play
from outwit.experiments.wargame.player import Player, Search, compile_search
from outwit.games.wargame import WarGame
from outwit.games.wargame.boards import BOARDS

T = TypeVar("T")

Verdict: TypeAlias = Literal["equal", "slip", "different"]

MOVES = 18
"""How many moves each player makes on a board of 36 squares."""

KEREN = (
    48300, 48810, 45534, 42134, 31750, 25371, 18604, 14026, 12160, 8462, 7293, 5184, 2996, 1945, 1166, 520,
    144, 4,
)  # fmt: skip
"""How many nodes each move took the minimax player of depth 3 who is blue on Keren."""


@dataclass(frozen=True)
class Row:
    """A line of the report: a match, and what is printed about it."""

    table: str
    board: str
    players: tuple[Player, Player]
    points: tuple[int, int]
    nodes: tuple[int, int]
    milliseconds: tuple[int, int]
    """How long each player took for a move."""

    @property
    def label(self) -> str:
        """The match in words."""
        first, second = (search_name(player.search) for player in self.players)
        return f"{self.table}, {self.board}, {first} against {second}"


class Cell(NamedTuple):
    """A figure as printed and as found."""

    name: str
    printed: int
    found: int

    @property
    def verdict(self) -> Verdict:
        """Equal, a slip (an average of the moves printed among totals), or different."""
        if self.printed == self.found:
            return "equal"
        averaged = self.name.startswith("nodes") and self.printed == round(self.found / MOVES)
        return "slip" if averaged else "different"


@dataclass(frozen=True)
class Comparison:
    """A line of the report beside the same match played again, and played with the turns in order."""

    row: Row
    again: Match
    """The match as the report's program plays it."""
    alternating: Match
    """The match with the search of a move's replies beginning with the enemy's."""

    @property
    def cells(self) -> tuple[Cell, Cell, Cell, Cell]:
        """The four figures: points and nodes of the first player, then of the second."""
        row, points, nodes = self.row, self.again.points, self.again.totals
        return (
            Cell("points 1", row.points[0], points[0]),
            Cell("nodes 1", row.nodes[0], nodes[0]),
            Cell("points 2", row.points[1], points[1]),
            Cell("nodes 2", row.nodes[1], nodes[1]),
        )

    @property
    def verdict(self) -> Verdict:
        """Equal if all figures are, else a slip if nothing is worse than that."""
        found = {cell.verdict for cell in self.cells}
        return "different" if "different" in found else "slip" if "slip" in found else "equal"

    @property
    def slips(self) -> list[str]:
        """What is to be said of each figure that is a slip."""
        return [
            f"{self.row.label}, player {cell.name[-1]}: {cell.printed:,} is printed as the total of nodes; "
            f"the total is {cell.found:,}, and {cell.printed:,} is its average over {MOVES} moves."
            for cell in self.cells
            if cell.verdict == "slip"
        ]


def published_rows(tables: Sequence[str] = ()) -> list[Row]:
    """The lines of the report, all of them or those of some tables.

    >>> len(published_rows()), published_rows(["4v5"])[0].points
    (60, (19, 17))
    """
    text = files("outwit.experiments.wargame").joinpath("published.csv").read_text("utf-8")
    return [row for row in map(read, csv.DictReader(text.splitlines())) if not tables or row.table in tables]


def read(line: dict[str, str]) -> Row:
    """A line of the file as a row."""

    def both(name: str) -> tuple[int, int]:
        return int(line[f"p1_{name}"]), int(line[f"p2_{name}"])

    searches: list[Search] = [
        "minimax" if line[f"{player}_search"] == "minimax" else "alphabeta" for player in ("p1", "p2")
    ]
    first, second = (Player(search, depth) for search, depth in zip(searches, both("depth"), strict=True))
    points, nodes, time = both("score"), both("nodes"), both("ms_per_move")
    return Row(line["table"], line["board"], (first, second), points, nodes, time)


def compare(
    rows: Iterable[Row], workers: int = 2, watch: Callable[[int], None] = lambda nodes: None
) -> Generator[Comparison]:
    """Play the matches of some rows again, the longest first; they come as they end.

    `watch` hears of the nodes of each move, from any of the threads that play.
    """
    waiting = sorted(rows, key=lambda row: -sum(row.nodes))
    for board in {row.board for row in waiting}:
        compile_search(WarGame(board))
    yield from side_by_side([partial(compare_row, row) for row in waiting], workers, watch)


def compare_row(row: Row, watch: Callable[[int], None]) -> Comparison:
    """One row's match played again, both ways."""
    game = WarGame(row.board)
    first, second = (Player(player.search, player.depth, doubled=False) for player in row.players)
    return Comparison(row, play(game, row.players, watch=watch), play(game, (first, second), watch=watch))


@dataclass(frozen=True)
class Duel:
    """The player of the report against the same one with the turns in order, who has each side once."""

    board: str
    depth: int
    matches: tuple[Match, Match]
    """The second has the sides changed: the player of the report begins."""

    @property
    def points(self) -> tuple[int, int]:
        """What each has got in both games: the one with the turns in order, the player of the report."""
        first, second = (match.points for match in self.matches)
        return first[0] + second[1], first[1] + second[0]

    @property
    def nodes(self) -> tuple[int, int]:
        """The nodes of each in both games."""
        first, second = (match.totals for match in self.matches)
        return first[0] + second[1], first[1] + second[0]


def duels(
    depths: Iterable[int], workers: int = 2, watch: Callable[[int], None] = lambda nodes: None
) -> list[Duel]:
    """What the double move costs: the report's alpha-beta against itself with the turns in order."""
    tasks = [partial(duel, board, depth) for depth in sorted(depths, reverse=True) for board in BOARDS]
    fought = side_by_side(tasks, workers, watch)
    return sorted(fought, key=lambda each: (each.depth, each.board))


def duel(board: str, depth: int, watch: Callable[[int], None]) -> Duel:
    """Both games of a duel."""
    game = WarGame(board)
    ordered, doubled = Player("alphabeta", depth, doubled=False), Player("alphabeta", depth)
    matches = play(game, (ordered, doubled), watch=watch), play(game, (doubled, ordered), watch=watch)
    return Duel(board, depth, matches)


def side_by_side(
    tasks: Iterable[Callable[[Callable[[int], None]], T]], workers: int, watch: Callable[[int], None]
) -> Generator[T]:
    """What some tasks give, as they end, several at a time; broken off when nobody waits any more."""
    halted = False

    def on_nodes(nodes: int) -> None:
        if halted:
            raise HaltedError
        watch(nodes)

    with ThreadPoolExecutor(workers) as pool:
        waiting = [pool.submit(task, on_nodes) for task in tasks]
        try:
            for each in as_completed(waiting):
                yield each.result()
        finally:
            halted = True
            pool.shutdown(cancel_futures=True)


class HaltedError(Exception):
    """Nobody waits for this any more."""


def keren() -> tuple[int, ...]:
    """How many nodes each move takes the player whose counts are known one by one."""
    player = Player("minimax", 3)
    return play(WarGame("Keren"), (player, player)).nodes[0]


def printed_speed(comparisons: Iterable[Comparison]) -> float:
    """How many nodes a second the report's program searched, by the times that it prints."""
    nodes = seconds = 0.0
    for each in comparisons:
        nodes += sum(each.again.totals)
        seconds += sum(each.row.milliseconds) / 1000 * MOVES
    return nodes / seconds


def search_name(search: Search) -> str:
    """The name of a search in words."""
    return "alpha-beta" if search == "alphabeta" else search
