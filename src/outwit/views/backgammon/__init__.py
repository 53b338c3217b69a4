"""Backgammon drawn: points and checkers, the bar and the trays, pip counts, and the dice once thrown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from outwit.draw.picture import Picture
from outwit.draw.shapes import Box, Disc, Shape, Square, Words
from outwit.draw.theme import Kind
from outwit.game import CHANCE, player_name
from outwit.games.backgammon import Backgammon, Board
from outwit.games.backgammon.board import OPENING, sides
from outwit.games.backgammon.checkers import BAR, CHECKERS, OFF, Side, checkers_left, checkers_on
from outwit.games.backgammon.features import pips
from outwit.games.backgammon.notation import NO_MOVE, play_steps, point_name
from outwit.games.backgammon.plays import CANNOT_MOVE
from outwit.views.backgammon import equipment
from outwit.views.backgammon.clicks import follow_clicks, midway
from outwit.views.backgammon.equipment import (
    BAR_LEFT,
    BAR_WIDTH,
    BOTTOM,
    CENTRE,
    CHECKER,
    DIE,
    HALF,
    HEIGHT,
    LEFT,
    LINE,
    MARGIN,
    MIDDLE,
    NUMBERS,
    POINT,
    QUARTER,
    RIGHT,
    STACK,
    TOP,
    TRAY_LEFT,
    TRAY_WIDTH,
    WIDTH,
    column,
    spot,
    upper,
)
from outwit.views.view import View

RESULTS = {1: "wins", 2: "wins a gammon", 3: "wins a backgammon"}
"""What is said of who has borne off everything."""


@dataclass(frozen=True)
class BackgammonView(View):
    """The board as X sits at it or, for the second player, as O does, the own home at the lower right.

    Every point has two numbers that never change: the large one as who sits below counts, the small one as
    the other does; those of the player on roll, by which plays read off and points are clicked, stand out. A
    checker is clicked where it stands and where it goes, by one die or by several; the checkers in any order.
    """

    game: Backgammon
    scored: ClassVar[bool] = True
    lasting: ClassVar[bool] = True

    def picture(
        self, state: Board, player: int | None = None, last: int | None = None, before: Board | None = None
    ) -> Picture:
        below = 1 if player == 1 else 0
        shapes = (
            *self.board(state, below, self.thrown_dice(state)),
            *self.last_play_marks(last, before, below),
        )
        return Picture(WIDTH, HEIGHT, shapes, self.label(state, last, before), tuple(self.button(state)))

    def midway(
        self, state: Board, moves: Sequence[int], clicked: tuple[str, ...], player: int | None = None
    ) -> Picture | None:
        """The checkers where the clicks have brought them, and the dice that are left."""
        now = midway(state, moves, clicked)
        if now is None:
            return None
        own, other = now.sides
        board = state._replace(own=own, other=other)
        shapes = tuple(self.board(board, 1 if player == 1 else 0, now.dice))
        left = " and ".join(map(str, now.dice))
        return Picture(WIDTH, HEIGHT, shapes, f"{self.label(board, None, None)} Left to play: {left}.")

    def board(self, state: Board, below: int, left: Sequence[int]) -> Iterator[Shape]:
        """All that lies on the table, with the dice that are left to be played."""
        yield from equipment.ground()
        yield from self.numbers(state, below)
        yield from self.squares(state, below)
        yield from self.checkers(state, below)
        yield from self.players(state, below)
        yield from self.dice(state, below, left)

    # Clicks and words

    def path(self, state: Board, move: int) -> tuple[str, ...]:
        if move == CANNOT_MOVE:
            return (NO_MOVE,)
        ends = [point for source, target, _ in play_steps(state, move) for point in (source, target)]
        return tuple(map(point_name, ends))

    def onward(
        self, state: Board, moves: Iterable[int], clicked: tuple[str, ...] = ()
    ) -> tuple[list[int], dict[str, list[int]]]:
        """Any order of steps that comes to a legal play will do."""
        plays = list(moves)
        if plays == [CANNOT_MOVE]:
            return super().onward(state, plays, clicked)
        return follow_clicks(state, plays, clicked)

    def action(self, state: Board, moves: Sequence[int]) -> str:
        play = self.worded(state, moves[0])
        return f"play {play}" if len(moves) == 1 else f"begin one of {len(moves)} plays, such as {play}"

    def picked(self, clicked: tuple[str, ...]) -> str:
        """The last step made or, where its checker has still to go somewhere, where that stands."""
        return super().picked(clicked) if len(clicked) % 2 else f"{'/'.join(clicked[-2:])} is played"

    def standing(self, state: Board) -> str:
        first, second = sides(state)
        one, other = self.names
        return f"{one} {farness(first)} : {farness(second)} {other}"

    def recounted(self, before: Board, move: int, after: Board) -> str:
        if before.roll == OPENING:
            return f"{move // 10} against {move % 10}, {self.names[after.turn]} begins"
        return super().recounted(before, move, after)

    def roller(self, state: Board) -> int | None:
        """Whose turn it is; of the opening roll, each player rolls one die."""
        return None if state.roll == OPENING else state.turn

    @property
    def names(self) -> tuple[str, str]:
        """What the players are called."""
        return player_name(self.game, 0), player_name(self.game, 1)

    # Where things are

    def place(self, owner: int, point: int, below: int) -> int:
        """A player's point as who sits below counts it; the bar of who sits above is `-BAR`."""
        if point == BAR:
            return BAR if owner == below else -BAR
        return point if owner == below else BAR - point

    def squares(self, state: Board, below: int) -> Iterator[Shape]:
        """The points, the bar, and the tray of the player on roll."""
        for point in range(1, BAR):
            place = self.place(state.turn, point, below)
            top = TOP if upper(place) else BOTTOM - HALF
            yield Square(point_name(point), column(place), top, POINT, HALF, None, 4)
        yield Square(point_name(BAR), BAR_LEFT + 2, TOP, BAR_WIDTH - 4, BOTTOM - TOP, None, 4)
        yield Square(point_name(OFF), *equipment.tray(state.turn != below), None, 6)

    # What is drawn

    def numbers(self, state: Board, below: int) -> Iterator[Shape]:
        """The points' numbers as each player counts them; those of the player on roll stand out."""
        mine: Kind = "last" if state.turn == below else "name"
        yours: Kind = "name" if state.turn == below else "last"
        for place in range(1, BAR):
            x, y = column(place) + POINT / 2, TOP - NUMBERS / 2 if upper(place) else BOTTOM + NUMBERS / 2
            yield Words(x - 9, y, str(place), mine, 15)
            yield Words(x + 12, y, str(BAR - place), yours, 11)

    def checkers(self, state: Board, below: int) -> Iterator[Shape]:
        """The checkers on the board, on the bar, and borne off."""
        for owner, side in enumerate(sides(state)):
            yield from equipment.tray_shapes(owner != below, owner, CHECKERS - checkers_left(side))
            for point in range(1, BAR + 1):
                yield from equipment.stack(self.place(owner, point, below), owner, checkers_on(side, point))

    def players(self, state: Board, below: int) -> Iterator[Shape]:
        """Who plays above and below the board, how far each has to go, and how many are off."""
        for owner, side in enumerate(sides(state)):
            y = BOTTOM + NUMBERS + LINE / 2 + 2 if owner == below else MARGIN + LINE / 2 - 2
            on_roll = owner == state.turn and state.roll != OPENING and not self.game.over(state)
            if on_roll:
                yield Box(LEFT, y - LINE / 2 + 2, QUARTER - 8, LINE - 4, "last", 9, 2)
            yield from equipment.checker(LEFT + 22, y, owner, radius=12)
            words = f"{self.names[owner]}: {farness(side)}"
            yield Words(LEFT + 40, y, words, "last", 18, "start")
            off = f"{CHECKERS - checkers_left(side)} off"
            yield Words(TRAY_LEFT + TRAY_WIDTH / 2, y, off, "last", 16)

    def thrown_dice(self, state: Board) -> tuple[int, ...]:
        """The dice that have been thrown, doubles as often as they are played."""
        high, low = divmod(state.roll, 10)
        return (high,) * 4 if high == low else (high, low)

    def dice(self, state: Board, below: int, left: Sequence[int]) -> Iterator[Shape]:
        """The dice, in the half of the board on the right of who has thrown them; or what is due.

        Those that are not left any more have been used.
        """
        here = RIGHT if state.turn == below else LEFT
        if self.game.over(state) or self.game.turn(state) == CHANCE:
            yield Words(here + QUARTER / 2, CENTRE, self.due(state), "last", 18)
            return
        faces, unused = self.thrown_dice(state), Counter(left)
        first = here + QUARTER / 2 - (len(faces) - 1) * (DIE + 10) / 2
        for number, face in enumerate(faces):
            used = unused[face] == 0
            unused[face] -= not used
            yield from equipment.die(first + number * (DIE + 10), CENTRE, face, state.turn, used)

    def due(self, state: Board) -> str:
        """What the game waits for, or how it has ended."""
        if self.game.over(state):
            winner = 0 if self.game.payoff(state, 0) > 0 else 1
            worth = round(self.game.payoff(state, winner))
            return f"{self.names[winner]} {RESULTS[worth]}"
        if state.roll == OPENING:
            return "opening roll"
        return f"{self.names[state.turn]} to roll"

    def button(self, state: Board) -> Iterator[Shape]:
        """A place to click for who cannot move."""
        if list(self.game.moves(state)) != [CANNOT_MOVE]:
            return
        width, height = 150.0, MIDDLE - 12
        x, y = BAR_LEFT + BAR_WIDTH / 2 - width / 2, CENTRE - height / 2
        yield Box(x, y, width, height, "cell", 10)
        yield Square(NO_MOVE, x, y, width, height, None, 10)
        yield Box(x, y, width, height, "last", 10, 2.5)
        yield Words(x + width / 2, CENTRE, NO_MOVE, "last", 18)

    def last_play_marks(self, last: int | None, before: Board | None, below: int) -> Iterator[Shape]:
        """Where the last play took checkers from, an outline; where it put them, a ring."""
        if last is None or before is None or self.game.turn(before) == CHANCE:
            return
        after = self.game.play(before, last)
        mover = before.turn
        taken: dict[int, int] = {}
        for source, target, hit in play_steps(before, last):
            taken[source] = taken.get(source, 0) - 1
            taken[target] = taken.get(target, 0) + 1
            if hit:
                yield from self.rings(1 - mover, BAR, after.own, 1, below)
        for point, change in taken.items():
            if change < 0:
                yield from self.outlines(mover, point, after.other, -change, below)
            elif change and point != OFF:
                yield from self.rings(mover, point, after.other, change, below)

    def rings(self, owner: int, point: int, side: Side, many: int, below: int) -> Iterator[Shape]:
        """A ring around each of the last checkers of a stack."""
        top = min(checkers_on(side, point), STACK)
        for height in range(max(top - many, 0), top):
            yield Disc(*spot(self.place(owner, point, below), height), CHECKER - 0.5, "last", 3.5)

    def outlines(self, owner: int, point: int, side: Side, many: int, below: int) -> Iterator[Shape]:
        """An outline where checkers stood that have gone."""
        for height in range(checkers_on(side, point), min(checkers_on(side, point) + many, STACK)):
            yield Disc(*spot(self.place(owner, point, below), height), CHECKER - 3, "last", 1.5)

    # In words

    def label(self, state: Board, last: int | None, before: Board | None) -> str:
        """The position in words: who stands where, each side counting from its own home, and what is due."""
        sentences = []
        for name, side in zip(self.names, sides(state), strict=True):
            points = [
                f"{checkers_on(side, point)} on {'the bar' if point == BAR else point}"
                for point in range(BAR, OFF, -1)
                if checkers_on(side, point)
            ]
            off = CHECKERS - checkers_left(side)
            if off:
                points.append(f"{off} off")
            sentences.append(f"{name}, {farness(side)}: {', '.join(points)}")
        sentences.append(self.situation(state))
        if last is not None and before is not None and self.game.turn(before) != CHANCE:
            sentences.append(f"Last move: {self.names[before.turn]} {self.worded(before, last)}")
        return f"{'. '.join(sentences)}."

    def situation(self, state: Board) -> str:
        """Who is to do what."""
        if self.game.over(state) or self.game.turn(state) == CHANCE:
            return self.due(state).capitalize() if state.roll == OPENING else self.due(state)
        dice = f"{state.roll // 10}-{state.roll % 10}"
        return f"{self.names[state.turn]} to play {dice}"


def farness(side: Side) -> str:
    """How far a side has to go, in words."""
    far = pips(side)
    return f"{far} pip{'' if far == 1 else 's'}"
