"""Risk drawn: a map of boxes with the owner's colour and letter, borders between them, and the battle."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from outwit.bits import count
from outwit.draw.picture import Picture
from outwit.draw.shapes import Box, Disc, Polygon, Shape, Square, Stroke, Words
from outwit.draw.svg import Point
from outwit.draw.theme import Kind, player_kind
from outwit.games.risk import Risk, World
from outwit.games.risk.atlas import Border
from outwit.games.risk.board import (
    ATTACK,
    DEAL,
    FORTIFY,
    MOVE_IN,
    NOBODY,
    OVER,
    PLACE,
    ROLL,
    STOP,
    STRIDE,
)
from outwit.games.risk.notation import describe_losses, describe_phase, describe_player
from outwit.views.view import View

MARGIN = 12.0
SIDE = 38.0
"""How much room there is at the left and at the right of the map, for borders across its edge."""

BOX_WIDTH, BOX_HEIGHT = 45.0, 60.0
ACROSS, DOWN = 53.0, 74.0
"""How far boxes stand apart that are one unit of the map apart."""

ROW = 25.0
"""How high a player's line above the map is."""

LINE = 30.0
"""How high the line is that says what is done next."""

TITLE = 20.0
"""How much room the name of a continent takes above its first box."""

FOOT = 54.0
"""How much room the buttons take."""

NARROWEST = 520.0
"""How wide a picture is at least, so that the players' lines have room."""

GROUNDS: tuple[Kind, ...] = ("cell", "rise", "hill")
"""The colours of continents, in turn."""

AMOUNTS = ("all", "half")
"""How many armies are placed, by a move's second part."""

MORE = ("none", "half", "all")
"""How many more armies move in, by a move's number."""

STOPS = {ATTACK: "end attacks", FORTIFY: "end turn"}
"""What ends a phase."""


@dataclass(frozen=True)
class RiskView(View):
    """A map of any shape. A territory is clicked to place armies, and two for an attack or a march.

    How many armies are meant, and to go on, are buttons.
    """

    game: Risk
    scored: ClassVar[bool] = True
    recounts: ClassVar[bool] = True
    rolled: ClassVar[bool] = True

    def picture(
        self, state: World, player: int | None = None, last: int | None = None, before: World | None = None
    ) -> Picture:
        step = None if last is None or before is None else (before, last)
        shapes = (
            Box(0, 0, self.width, self.height, "ground", 22),
            *self.head(state, step),
            *self.continents(),
            *self.borders(),
            *self.continent_names(),
            *self.territories(state),
            *self.battle(state, step),
        )
        label = self.label(state)
        if step is not None:
            label += f" Last: {self.recounted(*step, state)}."
        return Picture(self.width, self.height, shapes, label, tuple(self.buttons(state)), FOOT)

    # Clicks and words

    def path(self, state: World, move: int) -> tuple[str, ...]:
        if state.phase == MOVE_IN:
            return (MORE[move],)
        if move == STOP:
            return (STOPS[state.phase],)
        one, other = divmod(move, STRIDE)
        if state.phase == PLACE:
            return (self.id(one), AMOUNTS[other]) if state.reserve > 1 else (self.id(one),)
        return self.id(one), self.id(other)

    def crossed(self, state: World, move: int) -> tuple[str, ...]:
        if state.phase == MOVE_IN:
            return tuple(map(self.id, divmod(state.battle, STRIDE)))
        if state.phase == PLACE:
            return (self.id(move // STRIDE),)
        return () if move == STOP else self.path(state, move)

    def picked(self, clicked: tuple[str, ...]) -> str:
        return f"{self.name(self.ids.index(clicked[-1]))} is chosen"

    def action(self, state: World, moves: Sequence[int]) -> str:
        if len(moves) == 1 or state.phase not in (PLACE, ATTACK, FORTIFY):
            return self.worded(state, moves[0])
        return f"choose {self.name(moves[0] // STRIDE)}"

    def standing(self, state: World) -> str:
        if state.phase == DEAL:
            return ""
        return "; ".join(describe_player(self.game, state, player) for player in range(self.game.players))

    def worded(self, state: World, move: int) -> str:
        if state.phase == MOVE_IN:
            rest = self.game.army(state, state.battle // STRIDE) - 1
            return f"move {(0, rest // 2, rest)[move]} more into {self.name(state.battle % STRIDE)}"
        if move == STOP:
            return STOPS[state.phase]
        one, other = divmod(move, STRIDE)
        if state.phase == PLACE:
            number = state.reserve if other == 0 else state.reserve // 2
            return f"place {number} in {self.name(one)}"
        if state.phase == ATTACK:
            return f"attack {self.name(other)} from {self.name(one)}"
        return f"move {self.game.army(state, one) - 1} from {self.name(one)} to {self.name(other)}"

    def recounted(self, before: World, move: int, after: World) -> str:
        if before.phase == DEAL:
            return "the territories are dealt"
        mover = self.game.player_names[before.turn]
        if before.phase == ROLL:
            lost = min(self.game.attack_dice(before), self.game.defence_dice(before)) - move
            told = describe_losses(move, lost)
            target = before.battle % STRIDE
            taken = self.game.owner(after, target) == before.turn
            return told + (f", and {mover} conquers {self.name(target)}" if taken else "")
        if before.phase in (PLACE, ATTACK, MOVE_IN, FORTIFY):
            return f"{mover}: {self.worded(before, move)}"
        return f"{mover} draws {self.game.describe(before, move)}"

    def label(self, state: World) -> str:
        """The position in words: who holds what, and what is done next."""
        held = []
        for player, name in enumerate(self.game.player_names):
            own = self.game.held(state, player)
            lands = ", ".join(
                f"{self.name(number)} {self.game.army(state, number)}"
                for number in range(len(self.ids))
                if own >> number & 1
            )
            held.append(f"{name} holds {lands or 'nothing'}")
        return f"{self.status(state)}. {'; '.join(held)}."

    def status(self, state: World) -> str:
        """The round, and what is done next, in words."""
        now = min(state.round + 1, self.game.rounds)
        return f"Round {now} of {self.game.rounds}: {describe_phase(self.game, state)}"

    # Where things are

    @property
    def ids(self) -> list[str]:
        """What the territories are called where there is little room."""
        return [territory.id for territory in self.game.world_map.territories]

    def id(self, number: int) -> str:
        """What a territory is called where there is little room."""
        return self.game.world_map.territories[number].id

    def name(self, number: int) -> str:
        """What a territory is called."""
        return self.game.world_map.territories[number].name

    @property
    def above(self) -> float:
        """How much room there is above the map."""
        return MARGIN + ROW * ((self.game.players + 1) // 2) + LINE + TITLE

    @property
    def map_width(self) -> float:
        """How wide the map is."""
        return ACROSS * max(each.at[0] for each in self.game.world_map.territories) + BOX_WIDTH

    @property
    def width(self) -> float:
        """How wide the picture is."""
        return max(NARROWEST, self.map_width + 2 * SIDE)

    @property
    def height(self) -> float:
        """How high the picture is."""
        low = max(each.at[1] for each in self.game.world_map.territories)
        return self.above + DOWN * low + BOX_HEIGHT + MARGIN + FOOT

    def corner(self, number: int) -> Point:
        """Where the top left corner of a territory's box is."""
        x, y = self.game.world_map.territories[number].at
        return (self.width - self.map_width) / 2 + ACROSS * x, self.above + DOWN * y

    def middle(self, number: int) -> Point:
        """Where the middle of a territory's box is."""
        x, y = self.corner(number)
        return x + BOX_WIDTH / 2, y + BOX_HEIGHT / 2

    def ways(self, border: Border) -> tuple[tuple[Point, Point], ...]:
        """The lines that show a border: one, or two that end at the edges of the map."""
        one, other = self.middle(border.one), self.middle(border.other)
        if border.way != "around":
            return ((one, other),)
        left, right = sorted((one, other))
        return (left, (5.0, left[1])), (right, (self.width - 5.0, right[1]))

    # What is drawn

    def head(self, state: World, step: tuple[World, int] | None) -> Iterator[Shape]:
        """A line for each player, and below them what is done next, or what the dice have done."""
        wide = (self.width - 2 * MARGIN) / 2
        for player, name in enumerate(self.game.player_names):
            x, y = MARGIN + wide * (player % 2), MARGIN + ROW * (player // 2)
            own = self.game.held(state, player)
            figures = "out"
            if own:
                figures = f"{count(own)} lands, {self.game.force(state, own)} armies"
            if player == state.turn and state.phase not in (DEAL, OVER):
                yield Box(x, y, wide - 6, ROW - 2, "last", 7, 2)
            yield Box(x + 4, y + 3, 17, 17, player_kind(player), 4)
            yield Words(x + 12.5, y + 12, name[0], "mark", 14)
            yield Words(x + 28, y + 12, f"{name}: {figures}", "last", 15, "start", thin=True)
        told = self.status(state)
        if step is not None and step[0].phase == ROLL:
            told = f"Dice: {self.recounted(*step, state)}"
        y = MARGIN + ROW * ((self.game.players + 1) // 2) + LINE / 2
        yield Words(self.width / 2, y, told, "last", 16, thin=True)

    def continents(self) -> Iterator[Shape]:
        """Each continent as an area under its boxes."""
        for index, numbers in enumerate(self.parts()):
            ground = GROUNDS[index % len(GROUNDS)]
            for number in numbers:
                x, y = self.corner(number)
                yield Box(x - 7, y - 7, BOX_WIDTH + 14, BOX_HEIGHT + 14, ground, 12)
            for border in self.game.world_map.borders:
                if border.one in numbers and border.other in numbers and border.way == "land":
                    yield Stroke((self.middle(border.one), self.middle(border.other)), ground, 40)

    def continent_names(self) -> Iterator[Shape]:
        """Above the highest boxes of each continent, its name and what it brings."""
        for continent, numbers in zip(self.game.world_map.continents, self.parts(), strict=True):
            top = min(self.corner(number)[1] for number in numbers)
            highest = [self.middle(number)[0] for number in numbers if self.corner(number)[1] == top]
            text = f"{continent.name} +{continent.bonus}"
            yield Words(sum(highest) / len(highest), top - 15, text, "name", 14, halo=True)

    def parts(self) -> Iterator[range]:
        """The numbers of each continent's territories."""
        first = 0
        for continent in self.game.world_map.continents:
            yield range(first, first + len(continent.territories))
            first += len(continent.territories)

    def borders(self) -> Iterator[Shape]:
        """The lines between boxes, dashed across the sea; one around the world ends at both edges."""
        for border in self.game.world_map.borders:
            dash = "" if border.way == "land" else "1 6"
            for line in self.ways(border):
                yield Stroke(line, "name", 2.5, dash)
        for border in self.game.world_map.borders:
            if border.way == "around":
                for number, other in ((border.one, border.other), (border.other, border.one)):
                    x, y = self.middle(number)
                    left = x < self.width / 2
                    edge = 6.0 if left else self.width - 6.0
                    yield Words(edge, y - 12, self.id(other), "name", 11, "start" if left else "end")

    def territories(self, state: World) -> Iterator[Shape]:
        """The boxes: what a territory is called, its armies, and its owner's letter."""
        for number, name in enumerate(self.ids):
            x, y = self.corner(number)
            owner = self.game.owner(state, number)
            kind: Kind = "wall" if owner == NOBODY else player_kind(owner)
            yield Square(name, x, y, BOX_WIDTH, BOX_HEIGHT, kind, 9)
            middle = x + BOX_WIDTH / 2
            yield Words(middle, y + 11, name, "mark", 14)
            if owner != NOBODY:
                yield Words(middle, y + 31, str(self.game.army(state, number)), "mark", 25)
                yield from sign(owner, self.game.player_names[owner][0], middle, y + 50)

    def battle(self, state: World, step: tuple[World, int] | None) -> Iterator[Shape]:
        """The attack under way, or what the last move did: an arrow, frames, and what the dice took."""
        if state.phase == ROLL:
            yield from self.attack(state.battle)
            source, target = divmod(state.battle, STRIDE)
            yield from self.dice(source, self.game.attack_dice(state), state.turn)
            yield from self.dice(target, self.game.defence_dice(state), self.game.owner(state, target))
            return
        if step is None:
            return
        before, move = step
        if before.phase == ROLL:
            source, target = divmod(before.battle, STRIDE)
            yield from self.attack(before.battle)
            lost = min(self.game.attack_dice(before), self.game.defence_dice(before)) - move
            yield from self.loss(source, move)
            yield from self.loss(target, lost)
        elif before.phase == PLACE:
            yield from self.frame(move // STRIDE)
        elif before.phase == FORTIFY and move != STOP:
            yield from self.attack(move)
        elif before.phase == MOVE_IN:
            yield from self.attack(before.battle)

    def frame(self, number: int) -> Iterator[Shape]:
        """A frame around a territory."""
        x, y = self.corner(number)
        yield Box(x - 2, y - 2, BOX_WIDTH + 4, BOX_HEIGHT + 4, "last", 11, 4)

    def attack(self, move: int) -> Iterator[Shape]:
        """Frames around two territories, and an arrow along the border between them."""
        source, target = divmod(move, STRIDE)
        yield from self.frame(source)
        yield from self.frame(target)
        around = any(
            border.way == "around" and {border.one, border.other} == {source, target}
            for border in self.game.world_map.borders
        )
        (x, y), (to_x, to_y) = self.middle(source), self.middle(target)
        if around:
            outward = -1 if x < to_x else 1
            yield from arrow((self.beside_edge(x), y), (outward, 0.0))
            yield from arrow((self.beside_edge(to_x), to_y), (outward, 0.0))
        else:
            way = math.dist((x, y), (to_x, to_y))
            yield from arrow(((x + to_x) / 2, (y + to_y) / 2), ((to_x - x) / way, (to_y - y) / way))

    def beside_edge(self, middle: float) -> float:
        """Halfway between a box, by its middle, and the edge of the map that is nearer."""
        if middle < self.width / 2:
            return (middle - BOX_WIDTH / 2) / 2
        return (self.width + middle + BOX_WIDTH / 2) / 2

    def dice(self, number: int, many: int, player: int) -> Iterator[Shape]:
        """Dice in the air, on the upper edge of a territory's box."""
        x, y = self.middle(number)
        left = x - 9.0 * many
        for die in range(many):
            yield Box(left + 18 * die, y - BOX_HEIGHT / 2 - 19, 17, 17, "cell", 4)
            yield Box(left + 18 * die, y - BOX_HEIGHT / 2 - 19, 17, 17, player_kind(player), 4, 2.5)
            yield Words(left + 18 * die + 8.5, y - BOX_HEIGHT / 2 - 10.5, "?", "last", 13)

    def loss(self, number: int, lost: int) -> Iterator[Shape]:
        """How many armies a territory has lost, at the upper right corner of its box."""
        x, top = self.corner(number)
        x, top = x + BOX_WIDTH - 6, top - 9
        yield Disc(x, top, 14, "cell")
        yield Disc(x, top, 13, "last", 2)
        yield Words(x, top, f"-{lost}" if lost else "0", "last", 16)

    def buttons(self, state: World) -> Iterator[Shape]:
        """What is chosen by name and not on the map: how many armies, and to go on."""
        names: dict[str, str] = {}
        if state.phase == PLACE and state.reserve > 1:
            names = {"all": f"all {state.reserve}", "half": f"half, {state.reserve // 2}"}
        elif state.phase == MOVE_IN:
            rest = self.game.army(state, state.battle // STRIDE) - 1
            shown = (0, rest // 2, rest) if rest > 1 else (0, None, rest)
            words = zip(MORE, shown, strict=True)
            names = {name: f"move {number} more" for name, number in words if number is not None}
        elif state.phase in STOPS:
            names = {STOPS[state.phase]: STOPS[state.phase]}
        wide, high, gap = 138.0, 42.0, 10.0
        left = (self.width - len(names) * (wide + gap) + gap) / 2
        top = self.height - MARGIN - high
        for name, text in names.items():
            yield Square(name, left, top, wide, high, None, 10)
            yield Box(left, top, wide, high, "name", 10, 1.5)
            yield Words(left + wide / 2, top + high / 2, text, "name", 19)
            left += wide + gap


def sign(player: int, letter: str, x: float, y: float) -> Iterator[Shape]:
    """What tells an owner without colour: the letter, between strokes of a kind of one's own."""
    yield Words(x, y, letter, "mark", 13)
    for side in (-1, 1):
        at = x + 14 * side
        if player == 0:
            yield Stroke(((at - 4, y), (at + 4, y)), "mark", 2.5)
        elif player == 1:
            yield Disc(at, y, 3, "mark")
        elif player == 2:
            yield Stroke(((at, y - 4), (at, y + 4)), "mark", 2.5)
        elif player == 3:
            yield Stroke(((at - 3, y - 3), (at + 3, y + 3)), "mark", 2)
            yield Stroke(((at - 3, y + 3), (at + 3, y - 3)), "mark", 2)
        elif player == 4:
            yield Disc(at, y, 3, "mark", 2)
        else:
            yield Polygon(((at - 4, y + 3), (at, y - 4), (at + 4, y + 3)), "mark")


def arrow(middle: Point, way: Point) -> Iterator[Shape]:
    """A short arrow around a point, along a way of length 1, seen on any ground."""
    (x, y), (dx, dy) = middle, way
    tail, back, tip = ((x + far * dx, y + far * dy) for far in (-13.0, 4.0, 14.0))
    wings = [(back[0] - 8 * side * dy, back[1] + 8 * side * dx) for side in (1, -1)]
    yield Stroke((tail, back), "cell", 9.0)
    yield Polygon((tip, *wings), "cell", 5.0)
    yield Stroke((tail, back), "last", 5.0)
    yield Polygon((tip, *wings), "last")
