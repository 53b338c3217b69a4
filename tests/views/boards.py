"""Games without a view, as people write them: each puts its board into text in another way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outwit import Game


class Cells(NamedTuple):
    cells: tuple[int, ...]
    turn: int


@dataclass(frozen=True)
class Board(Game):
    """A board of cells that players take in turn; a row or a column of their own wins."""

    size: int = 3
    player_names = ("X", "O")

    def initial(self) -> Cells:
        return Cells((-1,) * self.size**2, 0)

    def moves(self, state: Cells) -> Iterator[int]:
        if not self.over(state):
            for cell, who in enumerate(state.cells):
                if who < 0:
                    yield cell

    def play(self, state: Cells, move: int) -> Cells:
        cells = (*state.cells[:move], state.turn, *state.cells[move + 1 :])
        return Cells(cells, (state.turn + 1) % self.players)

    def winner(self, state: Cells) -> int:
        n = self.size
        lines = [state.cells[n * row : n * row + n] for row in range(n)]
        lines += [state.cells[column::n] for column in range(n)]
        return next((line[0] for line in lines if line[0] >= 0 and len(set(line)) == 1), -1)

    def over(self, state: Cells) -> bool:
        return self.winner(state) >= 0 or min(state.cells) >= 0

    def payoff(self, state: Cells, player: int) -> float:
        winner = self.winner(state)
        return 0.0 if winner < 0 else 1.0 if winner == player else -1.0 / (self.players - 1)

    def text(self, state: Cells, player: int | None = None) -> str:
        marks = [self.player_names[who] if who >= 0 else "." for who in state.cells]
        rows = [marks[start : start + self.size] for start in range(0, len(marks), self.size)]
        return "\n".join(" ".join(row) for row in rows) + f"\n{self.player_names[state.turn]} to move"


class Four(Board):
    """Four players, and cells numbered from 0."""

    players = 4
    player_names = ("N", "E", "S", "W")  # type: ignore[assignment]


class Framed(Board):
    """A board with a frame, and cells described by their row and column."""

    def describe(self, state: Cells, move: int) -> str:
        row, column = divmod(move, self.size)
        return f"{row + 1} {column + 1}"

    def text(self, state: Cells, player: int | None = None) -> str:
        marks = [self.player_names[who] if who >= 0 else " " for who in state.cells]
        rows = [marks[start : start + self.size] for start in range(0, len(marks), self.size)]
        rule = "+---" * self.size + "+"
        return "\n".join([rule, *(f"| {' | '.join(row)} |\n{rule}" for row in rows)])


class Hex(Board):
    """A board whose rows are set in, with the names of its cells; whoever owns a row or a column wins."""

    def describe(self, state: Cells, move: int) -> str:
        row, column = divmod(move, self.size)
        return f"{'abcdefgh'[column]}{row + 1}"

    def text(self, state: Cells, player: int | None = None) -> str:
        n = self.size
        marks = [self.player_names[who] if who >= 0 else "." for who in state.cells]
        rows = [f"{' ' * row}{row + 1}  {' '.join(marks[n * row : n * row + n])}" for row in range(n)]
        return "\n".join(["   " + " ".join("abcdefgh"[:n]), *rows])


class Drop(Board):
    """Marks fall to the bottom of a column, and the columns have names."""

    def moves(self, state: Cells) -> Iterator[int]:
        if not self.over(state):
            for column in range(self.size):
                if state.cells[column] < 0:
                    yield column

    def play(self, state: Cells, move: int) -> Cells:
        free = [cell for cell in range(move, self.size**2, self.size) if state.cells[cell] < 0]
        return super().play(state, free[-1])

    def describe(self, state: Cells, move: int) -> str:
        return str(move + 1)

    def text(self, state: Cells, player: int | None = None) -> str:
        rows = super().text(state).splitlines()[:-1]
        return "\n".join([*rows, " ".join(str(column + 1) for column in range(self.size))])


@dataclass(frozen=True)
class Slide(Board):
    """Each piece goes one cell ahead, or takes one cell ahead and to a side; a move is `100 * from + to`."""

    def initial(self) -> Cells:
        n = self.size
        return Cells((1,) * n + (-1,) * (n * n - 2 * n) + (0,) * n, 0)

    def moves(self, state: Cells) -> Iterator[int]:
        n, ahead = self.size, self.size if state.turn else -self.size
        if any(who == 0 for who in state.cells[:n]) or any(who == 1 for who in state.cells[-n:]):
            return
        for cell, who in enumerate(state.cells):
            if who == state.turn:
                for side in (-1, 0, 1):
                    to = cell + ahead + side
                    if 0 <= cell % n + side < n and state.cells[to] == (1 - who if side else -1):
                        yield 100 * cell + to

    def play(self, state: Cells, move: int) -> Cells:
        cells = list(state.cells)
        cells[move // 100], cells[move % 100] = -1, state.turn
        return Cells(tuple(cells), 1 - state.turn)

    def over(self, state: Cells) -> bool:
        return not any(True for _ in self.moves(state))

    def payoff(self, state: Cells, player: int) -> float:
        return -1.0 if state.turn == player else 1.0


class Houses(NamedTuple):
    seeds: tuple[int, ...]
    turn: int


@dataclass(frozen=True)
class Kalah(Game):
    """Sow the seeds of a house one by one to the right; what reaches the own store is won."""

    seeds: int = 4
    player_names = ("S", "N")

    def initial(self) -> Houses:
        return Houses(((self.seeds,) * 6 + (0,)) * 2, 0)

    def moves(self, state: Houses) -> Iterator[int]:
        if not self.over(state):
            for house in range(7 * state.turn, 7 * state.turn + 6):
                if state.seeds[house]:
                    yield house

    def play(self, state: Houses, move: int) -> Houses:
        seeds, hand, at = list(state.seeds), state.seeds[move], move
        seeds[move] = 0
        store, other = 7 * state.turn + 6, 13 - 7 * state.turn
        while hand:
            at = (at + 1) % 14
            if at != other:
                seeds[at] += 1
                hand -= 1
        if seeds[at] == 1 and store - 6 <= at < store and seeds[12 - at]:
            seeds[store] += 1 + seeds[12 - at]
            seeds[at] = seeds[12 - at] = 0
        return Houses(tuple(seeds), state.turn if at == store else 1 - state.turn)

    def over(self, state: Houses) -> bool:
        return not any(state.seeds[:6]) or not any(state.seeds[7:13])

    def payoff(self, state: Houses, player: int) -> float:
        lead = sum(state.seeds[:7]) - sum(state.seeds[7:])
        return float((lead > 0) - (lead < 0)) * (1 if player == 0 else -1)

    def describe(self, state: Houses, move: int) -> str:
        return str(move % 7 + 1)

    def text(self, state: Houses, player: int | None = None) -> str:
        def row(values: tuple[int, ...] | range) -> str:
            return "   " + " ".join(f"{each:>2}" for each in values)

        north, south = state.seeds[12:6:-1], state.seeds[:6]
        stores = f"{state.seeds[13]:>2}{'':21}{state.seeds[6]:>2}"
        return "\n".join([row(range(6, 0, -1)), row(north), stores, row(south), row(range(1, 7))])


@dataclass(frozen=True)
class Amazons(Game):
    """A queen goes and shoots, both in straight lines; whoever cannot has lost."""

    size: int = 6
    player_names = ("W", "B")

    def initial(self) -> Cells:
        n = self.size
        cells = [-1] * n * n
        cells[1], cells[n * n - 2], cells[n - 2], cells[n * n - n + 1] = 1, 0, 1, 0
        return Cells(tuple(cells), 0)

    def reached(self, cells: tuple[int, ...], start: int, left: int) -> Iterator[int]:
        n = self.size
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                row, column = start // n + down, start % n + right
                while (down or right) and 0 <= row < n and 0 <= column < n:
                    if cells[n * row + column] != -1 and n * row + column != left:
                        break
                    yield n * row + column
                    row, column = row + down, column + right

    def moves(self, state: Cells) -> Iterator[int]:
        for start, who in enumerate(state.cells):
            if who == state.turn:
                for to in self.reached(state.cells, start, -1):
                    for shot in self.reached(state.cells, to, start):
                        yield (start * 100 + to) * 100 + shot

    def play(self, state: Cells, move: int) -> Cells:
        cells = list(state.cells)
        cells[move // 10_000] = -1
        cells[move // 100 % 100] = state.turn
        cells[move % 100] = 2
        return Cells(tuple(cells), 1 - state.turn)

    def over(self, state: Cells) -> bool:
        return not any(True for _ in self.moves(state))

    def payoff(self, state: Cells, player: int) -> float:
        return -1.0 if state.turn == player else 1.0

    def square(self, cell: int) -> str:
        return f"{'abcdefgh'[cell % self.size]}{self.size - cell // self.size}"

    def describe(self, state: Cells, move: int) -> str:
        start, to, shot = move // 10_000, move // 100 % 100, move % 100
        return f"{self.square(start)}-{self.square(to)}/{self.square(shot)}"

    def text(self, state: Cells, player: int | None = None) -> str:
        n, marks = self.size, ".WB#"
        rows = [
            f"{n - row} " + " ".join(marks[who + 1] for who in state.cells[n * row : n * row + n])
            for row in range(n)
        ]
        return "\n".join([*rows, "  " + " ".join("abcdefgh"[:n])])


class Told(Amazons):
    """The same, told in words."""

    def text(self, state: Cells, player: int | None = None) -> str:
        sides = []
        for number, name in enumerate(("white", "black", "burnt")):
            squares = [self.square(cell) for cell, who in enumerate(state.cells) if who == number]
            sides.append(f"{name}: {', '.join(squares) or 'nothing'}")
        return "\n".join([*sides, f"{self.player_names[state.turn]} to move"])
