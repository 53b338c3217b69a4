"""What a board alone settles: how far tiles lie apart, what a step costs, and whom a unit could reach.

Sets of tiles are words of 64 bits, a bit for each tile. They are data to the compiler, which knows numbers
with a sign only, so a set that holds tile 63 is negative; `word >> tile & 1` means the same either way.
"""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush

from outwit.games.tactics.scenario import Board

RIGHT, LEFT, DOWN, UP = range(4)

FAR = 1000
"""Farther than anything on the board."""


def neighbour(board: Board, tile: int, direction: int) -> int | None:
    """The tile that a step leads to, unless the board ends or a wall stands there."""
    x, y = tile % board.width, tile // board.width
    x += (direction == RIGHT) - (direction == LEFT)
    y += (direction == DOWN) - (direction == UP)
    if not (0 <= x < board.width and 0 <= y < board.height):
        return None
    there = board.tile(x, y)
    return None if board.levels[there] < 0 else there


def step_cost(board: Board, here: int, there: int) -> int:
    """The move points of a step to a tile next to one: one, and one more for each level climbed."""
    return 1 + max(0, board.levels[there] - board.levels[here])


@lru_cache(maxsize=256)
def distances(board: Board, walking: bool = False) -> tuple[tuple[int, ...], ...]:
    """How far each tile lies from each, around walls; `walking`, in move points, else in steps.

    >>> board = Board("", (".2", "#."))
    >>> distances(board)[0], distances(board, walking=True)[0]
    ((0, 1, 1000, 2), (0, 3, 1000, 4))
    """
    return tuple(spread(board, start, walking) for start in range(len(board.levels)))


def spread(board: Board, start: int, walking: bool) -> tuple[int, ...]:
    """How far each tile lies from one."""
    found = [FAR] * len(board.levels)
    waiting = [(0, start)] if board.levels[start] >= 0 else []
    while waiting:
        far, here = heappop(waiting)
        if far >= found[here]:
            continue
        found[here] = far
        for direction in range(4):
            there = neighbour(board, here, direction)
            if there is not None:
                heappush(waiting, (far + (step_cost(board, here, there) if walking else 1), there))
    return tuple(found)


@lru_cache(maxsize=256)
def stairs(board: Board) -> tuple[tuple[int, ...], ...]:
    """For each cost of a step, one to four points, and each direction, the tiles from which it costs that."""
    words = [[0] * 4 for _ in range(4)]
    for here, level in enumerate(board.levels):
        for direction in range(4):
            there = neighbour(board, here, direction)
            if level >= 0 and there is not None:
                words[step_cost(board, here, there) - 1][direction] |= 1 << here
    return tuple(tuple(map(to_signed, row)) for row in words)


def steepest(board: Board) -> int:
    """What the dearest step on the board costs."""
    return max((cost for cost in range(1, 5) if any(stairs(board)[cost - 1])), default=1)


@lru_cache(maxsize=256)
def attack_tiles(board: Board, speed: int, reach: int) -> tuple[int, ...]:
    """From each tile, the tiles that a unit could attack after a move, if nobody were in its way."""
    steps, points = distances(board), distances(board, walking=True)
    tiles = range(len(board.levels))
    near = [sum(1 << there for there in tiles if steps[here][there] <= reach) for here in tiles]
    words = []
    for start in tiles:
        word = 0
        for here in tiles:
            if points[start][here] <= speed:
                word |= near[here]
        words.append(to_signed(word))
    return tuple(words)


@lru_cache(maxsize=256)
def landings(board: Board) -> tuple[tuple[int, ...], ...]:
    """For each tile, all tiles, the nearest first and walls last."""
    tiles, levels = range(len(board.levels)), board.levels
    return tuple(
        tuple(sorted(tiles, key=lambda tile: (levels[tile] < 0, steps[tile], tile)))
        for steps in distances(board)
    )


def to_signed(word: int) -> int:
    """A word of 64 bits as a number with a sign.

    >>> to_signed(1 << 63) == -(1 << 63), to_signed(5)
    (True, 5)
    """
    return word - (1 << 64) if word >> 63 else word
