"""The vacuum world: a robot cleans squares, and the world does not always do as it is told.

Russell and Norvig, "Artificial Intelligence: A Modern Approach", chapter 4: the erratic vacuum world, the
slippery one, the one that sees only its own square, and the one that sees nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from outwit.errors import BadOptionError, BadPositionError, shorten
from outwit.game import CHANCE, Game

SUCK, LEFT, RIGHT, UP, DOWN, STOP = range(6)
NAMES = ("Suck", "Left", "Right", "Up", "Down", "Stop")

READY, DRAWN, DONE = -1, -2, -3
"""What stands for an action under way: none, the draw of the start, and none any more."""

DIRTIED = 5
"""The outcome of sucking a clean square that leaves it dirty."""

MISHAP = 0.25
"""How likely the world answers otherwise than it should."""

WIDEST, LONGEST, DRAWABLE = 5, 1000, 9
"""The most squares a side, the most steps, and the most squares whose start can be drawn by chance."""

ENTRIES, HISTORIES = 61, (1 << 56) - 5
"""More than there are things to do and see, and how many histories are told apart: both are primes."""


class Room(NamedTuple):
    place: int
    """The robot's square; squares are numbered row by row from 0."""
    dirt: int
    """A bit for each dirty square."""
    act: int
    """The move whose outcome is open, or READY, DRAWN or DONE."""
    left: int
    """Steps left, where they are limited; else 0."""
    log: int
    """A fingerprint of all that the robot did and saw, where it does not see everything; else 0."""


def note(log: int, entry: int) -> int:
    """The fingerprint of a history with one more entry."""
    return (log * ENTRIES + entry + 1) % HISTORIES


@dataclass(frozen=True)
class Vacuum(Game):
    """Clean every square; what an action does may depend on chance, and not everything may be seen."""

    width: int = 2
    height: int = 1
    erratic: bool = True
    """Sucking a dirty square may clean a neighbour too, and sucking a clean one may leave it dirty."""
    slippery: bool = False
    """A move may leave the robot where it is."""
    sight: Literal["full", "local", "none"] = "full"
    """What the robot sees: everything, its own square, or nothing. Where not all, it stops itself."""
    start: int | None = 1
    """The state to start from, numbered as in the book; none, and chance draws any."""
    steps: int = 0
    """After so many steps the game is lost; 0, and there is no limit."""

    players = 1
    zero_sum = False
    title = "Vacuum world"
    player_names = ("robot",)

    def __post_init__(self) -> None:
        if not (1 <= self.width <= WIDEST and 1 <= self.height <= WIDEST and self.squares > 1):
            raise BadOptionError(
                f"vacuum:width={self.width},height={self.height} is no room; give from 1 to {WIDEST} "
                "of each, and two squares or more."
            )
        if not 0 <= self.steps <= LONGEST:
            raise BadOptionError(f"vacuum:steps={self.steps} is no limit; give from 0 to {LONGEST}.")
        if self.start is None and self.squares > DRAWABLE:
            raise BadOptionError(
                f"vacuum:start=none cannot be drawn with {self.squares} squares; it can with {DRAWABLE}."
            )
        most = self.squares << self.squares
        if self.start is not None and not 1 <= self.start <= most:
            raise BadOptionError(f"vacuum:start={self.start} is no state; give from 1 to {most:,}, or none.")
        if self.start is not None and not self.hidden and self.dirt_of(self.start - 1) == 0:
            raise BadOptionError(f"vacuum:start={self.start} is clean already; start from a dirty state.")

    @property
    def squares(self) -> int:
        """How many squares there are."""
        return self.width * self.height

    @property
    def hidden(self) -> bool:
        return self.sight != "full"

    @property
    def stochastic(self) -> bool:
        return self.erratic or self.slippery or self.start is None

    def initial(self) -> Room:
        if self.start is None:
            return Room(0, 0, DRAWN, self.steps, 0)
        number = self.start - 1
        return self.see(number % self.squares, self.dirt_of(number), self.steps, 0)

    def dirt_of(self, number: int) -> int:
        """The dirty squares of a state by its number from 0: the book counts the clean ones, last first."""
        clean = number // self.squares
        dirt = 0
        for square in range(self.squares):
            if not clean >> (self.squares - 1 - square) & 1:
                dirt |= 1 << square
        return dirt

    def number_of(self, place: int, dirt: int) -> int:
        """The number of a state, from 1, as the book has it for two squares."""
        clean = 0
        for square in range(self.squares):
            if not dirt >> square & 1:
                clean |= 1 << (self.squares - 1 - square)
        return clean * self.squares + place + 1

    def see(self, place: int, dirt: int, left: int, log: int) -> Room:
        """The state in which the robot is to act, after it has looked."""
        if self.sight == "local":
            log = note(log, STOP + 1 + 2 * place + (dirt >> place & 1))
        return Room(place, dirt, READY, left, log)

    def turn(self, state: Room) -> int:
        return 0 if state.act == READY or state.act == DONE else CHANCE

    def moves(self, state: Room) -> Iterator[int]:
        if self.over(state):
            return
        if self.sight != "full":
            yield STOP
        yield SUCK
        if self.width > 1:
            yield LEFT
            yield RIGHT
        if self.height > 1:
            yield UP
            yield DOWN

    def beside(self, place: int, move: int) -> int:
        """The square to which a move leads; the same where there is a wall."""
        row, column = place // self.width, place % self.width
        if move == LEFT and column > 0:
            return place - 1
        if move == RIGHT and column < self.width - 1:
            return place + 1
        if move == UP and row > 0:
            return place - self.width
        if move == DOWN and row < self.height - 1:
            return place + self.width
        return place

    def chances(self, state: Room) -> Iterator[tuple[int, float]]:
        place, dirt, act, _, _ = state
        if act == DRAWN:
            many = self.squares << self.squares
            for number in range(many):
                yield number, 1 / many
        elif act == SUCK and dirt >> place & 1:
            near = 0
            for way in range(LEFT, DOWN + 1):
                other = self.beside(place, way)
                if other != place and dirt >> other & 1:
                    near += 1
            yield 0, 1.0 - MISHAP if near else 1.0
            for way in range(LEFT, DOWN + 1):
                other = self.beside(place, way)
                if other != place and dirt >> other & 1:
                    yield way, MISHAP / near
        elif act == SUCK:
            yield 0, 1.0 - MISHAP
            yield DIRTIED, MISHAP
        elif self.beside(place, act) == place:
            yield 0, 1.0
        else:
            yield 0, 1.0 - MISHAP
            yield 1, MISHAP

    def play(self, state: Room, move: int) -> Room:
        place, dirt, act, left, log = state
        if act == DRAWN:
            return self.see(move % self.squares, self.dirt_of(move), left, log)
        if act == READY:
            if self.steps > 0:
                left -= 1
            if self.sight != "full":
                log = note(log, move)
            if move == STOP:
                return Room(place, dirt, DONE, left, log)
            if self.erratic if move == SUCK else self.slippery:
                return Room(place, dirt, move, left, log)
            if move == SUCK:
                return self.see(place, dirt & ~(1 << place), left, log)
            return self.see(self.beside(place, move), dirt, left, log)
        if act == SUCK:
            if move == DIRTIED:
                return self.see(place, dirt | 1 << place, left, log)
            return self.see(place, dirt & ~(1 << place) & ~(1 << self.beside(place, move)), left, log)
        return self.see(place if move == 1 else self.beside(place, act), dirt, left, log)

    def over(self, state: Room) -> bool:
        if state.act != READY:
            return state.act == DONE
        return (self.steps > 0 and state.left == 0) or (self.sight == "full" and state.dirt == 0)

    def payoff(self, state: Room, player: int) -> float:
        clean = state.dirt == 0 and (self.sight == "full" or state.act == DONE)
        return 1.0 if clean else -1.0

    def evaluate(self, state: Room, player: int) -> float:
        dirty = 0
        for square in range(self.squares):
            dirty += state.dirt >> square & 1
        return 0.0 - dirty / self.squares

    def order(self, state: Room, move: int) -> float:
        """Sucking dirt looks best, then going where the next dirt is nearer."""
        if self.sight != "full":
            return 0.0
        if move == SUCK:
            return 1.0 if state.dirt >> state.place & 1 else -100.0
        place = self.beside(state.place, move)
        if place == state.place:
            return -99.0
        nearest = 98
        for square in range(self.squares):
            if state.dirt >> square & 1:
                rows = place // self.width - square // self.width
                columns = place % self.width - square % self.width
                nearest = min(nearest, abs(rows) + abs(columns))
        return 0.0 - nearest

    def repetition_key(self, state: Room) -> int:
        """The room alone, without what the robot remembers of it."""
        return ((state.left * 16 + state.act + 3) * 32 + state.place) * (1 << 25) + state.dirt

    def observation(self, state: Room, player: int) -> tuple[object, ...]:
        full = self.sight == "full"
        return state.act, state.left, state.place if full else -1, state.dirt if full else -1, state.log

    def describe(self, state: Room, move: int) -> str:
        if state.act == READY or state.act == DONE:
            return NAMES[move]
        after = self.play(state, move)
        if self.squares == 2 or state.act == DRAWN:
            return f"state {self.number_of(after.place, after.dirt)}"
        if state.act != SUCK:
            bumped = self.beside(state.place, state.act) == state.place
            return "stayed" if bumped else ("moved", "slipped")[move]
        if not state.dirt >> state.place & 1:
            return "dirtied" if move == DIRTIED else "still clean"
        return f"cleaned and {NAMES[move]}" if move else "cleaned"

    def text(self, state: Room, player: int | None = None) -> str:
        if state.act == DRAWN:
            return "start"
        doing = f"; doing {NAMES[state.act]}" if state.act >= 0 else ""
        if player is not None and self.sight != "full":
            return f"{self.percept(state)}{'; stopped' if state.act == DONE else doing}"
        notes = [] if state.act == READY else ["stopped" if state.act == DONE else doing[2:]]
        if self.steps:
            notes.append(f"{state.left} left")
        if state.log:
            notes.append(f"log {state.log}")
        return "; ".join([self.board(state), *notes])

    def board(self, state: Room) -> str:
        """The squares: `*` is dirty, `V` the robot on dirt, `v` the robot on a clean square."""
        dirty = [state.dirt >> square & 1 for square in range(self.squares)]
        marks = [".*vV"[dirty[square] + 2 * (square == state.place)] for square in range(self.squares)]
        rows = ["".join(marks[row * self.width : (row + 1) * self.width]) for row in range(self.height)]
        if self.squares == 2:
            return f"state {self.number_of(state.place, state.dirt)}: {'/'.join(rows)}"
        return "\n".join(rows)

    def percept(self, state: Room) -> str:
        """What the robot sees, where that is not everything."""
        if self.sight == "none":
            return "nothing seen"
        return f"{self.where(state.place)} {'dirty' if state.dirt >> state.place & 1 else 'clean'}"

    def where(self, place: int) -> str:
        """A square by name: left and right where there are two side by side, else a letter and a number."""
        if self.squares == 2 and self.width == 2:
            return ("left", "right")[place]
        return f"{'abcde'[place % self.width]}{place // self.width + 1}"

    def position(self, text: str) -> Room:
        """`state 5`, or the squares row by row, `V*` or `v../..*`; then what `text` adds, after `;`."""
        if text.strip() == "start":
            return Room(0, 0, DRAWN, self.steps, 0)
        board, *notes = (part.strip() for part in text.split(";"))
        place, dirt = self.read_board(board, text)
        act, left, log = READY, self.steps, 0
        for note in notes:
            head, _, rest = note.partition(" ")
            if note == "stopped":
                act = DONE
            elif head == "doing" and rest in NAMES[:STOP]:
                act = NAMES.index(rest)
            elif rest == "left" and head.isdecimal() and self.steps:
                left = int(head)
            elif head == "log" and rest.isdecimal() and self.hidden:
                log = int(rest) % HISTORIES
            else:
                raise self.refusal(text)
        if not log and self.hidden:
            return self.see(place, dirt, left, 0)._replace(act=act)
        return Room(place, dirt, act, left, log)

    def read_board(self, board: str, text: str) -> tuple[int, int]:
        """The robot's square and the dirty ones, of a text that begins with a board or a state's number."""
        numbered = re.fullmatch(r"(?:state )?(\d+)(?:: *[.*vV/]+)?", board)
        if numbered and 1 <= int(numbered[1]) <= self.squares << self.squares:
            number = int(numbered[1]) - 1
            return number % self.squares, self.dirt_of(number)
        marks = "".join(board.replace("/", " ").split())
        if len(marks) != self.squares or set(marks) - set(".*vV") or len(re.findall("[vV]", marks)) != 1:
            raise self.refusal(text)
        dirt = sum(1 << square for square, mark in enumerate(marks) if mark in "*V")
        return marks.lower().index("v"), dirt

    def refusal(self, text: str) -> BadPositionError:
        """The answer to a text that is no position."""
        return BadPositionError(
            f"{shorten(text)!r} is not a position of vacuum; write 'state 5', or the squares with '.' clean, "
            "'*' dirty, and 'v' or 'V' for the robot on them, row by row with '/' between."
        )
