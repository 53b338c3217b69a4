"""Tactics drawn: units as tokens with their hp, heights and walls, who reaches what, and dice in the air."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from outwit.bits import each
from outwit.draw.picture import Picture
from outwit.draw.shapes import Box, Disc, Shape, Stroke, Words
from outwit.errors import shorten
from outwit.games.tactics import Battle
from outwit.games.tactics.field import MOVED, NOBODY, READY, ROLLING, SPENT
from outwit.games.tactics.muster import BANISH
from outwit.views.tactics import sentences, tokens
from outwit.views.tactics.ground import CELL, FOOT, GAP, LINE, MARGIN, ROW, STEP, TOKEN, Ground

LETTERS = ("B", "G", "S")
"""What stands for bless, guard and smoke beside a unit, with the turns that they last."""


@dataclass(frozen=True)
class TacticsView(Ground):
    """A board of any size. A unit is clicked and then where it goes, whom it attacks, or what it does.

    Where only one unit may act, it need not be clicked. An ability is a button, and after it whoever it is
    used on is clicked; to pass is a button too.
    """

    scored: ClassVar[bool] = True
    recounts: ClassVar[bool] = True
    rolled: ClassVar[bool] = True

    def picture(
        self, state: Battle, player: int | None = None, last: int | None = None, before: Battle | None = None
    ) -> Picture:
        step = None if last is None or before is None else (before, last)
        shapes = (
            Box(0, 0, self.width, self.height, "ground", 22),
            *self.head(state),
            *self.numbers(),
            *self.tiles(),
            *self.within_range(state),
            *self.within_reach(state),
            *self.trail(step),
            *self.units(state),
            *self.attackable(state),
            *self.acting_frame(state),
            *self.attack(state, step),
            *self.health(state),
        )
        label = sentences.label(self.game, state)
        if step is not None:
            label += f". Last: {self.recounted(*step, state)}"
        return Picture(self.width, self.height, shapes, f"{label}.", tuple(self.buttons()), FOOT)

    # Clicks and words

    def path(self, state: Battle, move: int) -> tuple[str, ...]:
        unit, what, whom = sentences.choice(self.game, move)
        place = self.game.battlefield.board.place
        chosen = () if self.candidates(state) == [unit] else (place(state.tiles[unit]),)
        if what == "pass":
            return (*chosen, what)
        if what == "move":
            return (*chosen, place(whom))
        there = place(state.tiles[whom])
        return (*chosen, there) if what == "attack" else (*chosen, what, there)

    def crossed(self, state: Battle, move: int) -> tuple[str, ...]:
        """From the unit that acts, whether it need be clicked or not."""
        unit = sentences.choice(self.game, move)[0]
        here, path = self.game.battlefield.board.place(state.tiles[unit]), self.path(state, move)
        return path if path[0] == here else (here, *path)

    def candidates(self, state: Battle) -> list[int]:
        """The units of which one acts next: the one that has begun, or those that may."""
        if state.unit != NOBODY:
            return [state.unit]
        return [unit for unit in range(self.game.unit_count) if self.game.may_act(state, unit)]

    def standing(self, state: Battle) -> str:
        names = enumerate(self.game.player_names)
        return ", ".join(f"{name} {sentences.strength(self.game, state, army)}" for army, name in names)

    def action(self, state: Battle, moves: Sequence[int]) -> str:
        return sentences.clickable(self.game, state, moves)

    def recounted(self, before: Battle, move: int, after: Battle) -> str:
        return sentences.recount(self.game, before, move, after)

    # What is drawn around the board

    def head(self, state: Battle) -> Iterator[Shape]:
        """Each army with its hp, the one that acts in a frame; who has done what; who is not there."""
        half = (self.width - 2 * MARGIN) / 2
        for army, name in enumerate(self.game.player_names):
            left, top = MARGIN + army % 2 * half, MARGIN + army // 2 * ROW
            middle = top + ROW / 2 - 2
            if army == state.turn and not self.game.over(state):
                yield Box(left + 2, top - 1, half - 6, ROW - 3, "last", 8, 2)
            alive = state.armies >> army & 1
            yield tokens.token(left + 20, middle, 9, army, self.paint(army), 0 if alive else 1.5)
            words = f"{shorten(name, 16)} {sentences.strength(self.game, state, army)}"
            size = tokens.font_size(words, 17, half - 50)
            yield Words(left + 38, middle, words, "last", size, "start")
            if not alive:
                yield from tokens.cross(left + 20, middle, 6, "last")
        line = MARGIN + ROW * ((self.game.players + 1) // 2) + LINE / 2
        below = sentences.odds if state.stage == ROLLING else sentences.absent
        for words in (sentences.priority(self.game, state), below(self.game, state)):
            if not words:
                continue
            words = shorten(words, 90)
            size = tokens.font_size(words, 15, self.width - 2 * MARGIN)
            yield Words(self.width / 2, line, words, "last", size)
            line += LINE

    # What is drawn on it

    def within_reach(self, state: Battle) -> Iterator[Shape]:
        """A ring on each tile to which a unit that may act can move."""
        if self.game.over(state) or state.stage != READY:
            return
        tiles = 0
        for unit in self.candidates(state):
            tiles |= self.game.reachable(state, unit)
        for tile in each(tiles):
            x, y = self.corner(tile)
            yield Disc(x + CELL / 2, y + CELL / 2, 7, self.paint(state.turn), 3)

    def within_range(self, state: Battle) -> Iterator[Shape]:
        """A broken line around the tiles that are within range of a unit that may attack from where it is."""
        if self.game.over(state) or state.stage == SPENT:
            return
        game, board = self.game, self.game.battlefield.board
        inside = {
            tile
            for unit in self.candidates(state)
            for tile in range(game.area)
            if game.distance[state.tiles[unit]][tile] <= game.ranges[unit]
        }
        for tile in sorted(inside):
            x, y = self.corner(tile)
            column, row = tile % board.width, tile // board.width
            left, top, size = x - GAP / 2, y - GAP / 2, STEP
            sides = (
                (column > 0, tile - 1, (left, top), (left, top + size)),
                (column < board.width - 1, tile + 1, (left + size, top), (left + size, top + size)),
                (row > 0, tile - board.width, (left, top), (left + size, top)),
                (row < board.height - 1, tile + board.width, (left, top + size), (left + size, top + size)),
            )
            for on_board, beyond, start, end in sides:
                if not on_board or beyond not in inside:
                    yield from tokens.dashes(start, end, self.paint(state.turn), 3)

    def units(self, state: Battle) -> Iterator[Shape]:
        """The units that are there and, where a banished one will come back, its outline."""
        there = {state.tiles[u] for u in range(self.game.unit_count) if self.game.present(state, u)}
        for unit, tile in enumerate(state.tiles):
            if self.game.present(state, unit):
                yield from self.unit(state, unit)
            elif state.hp[unit] > 0 and tile not in there:
                army, (x, y) = self.game.army_of[unit], self.middle(tile)
                kind = self.paint(army)
                yield tokens.token(x, y, TOKEN, army, kind, 1.5)
                name = self.game.battlefield.units[unit].id
                yield tokens.id_label(x, y, name, army, kind, TOKEN)
                yield Words(x, y + 30, f"back in {self.game.duration(state, unit, BANISH)}", "last", 12)

    def unit(self, state: Battle, unit: int) -> Iterator[Shape]:
        """A unit: its token, an outline once it has acted, and the effects on it."""
        game, army = self.game, self.game.army_of[unit]
        kind, (x, y) = self.paint(army), self.middle(state.tiles[unit])
        done = state.done >> unit & 1
        yield tokens.token(x, y, TOKEN + 2.5, army, "cell")
        yield tokens.token(x, y, TOKEN, army, kind, 3 if done else 0)
        name = game.battlefield.units[unit].id
        yield tokens.id_label(x, y, name, army, kind if done else "mark", TOKEN)
        left, top = self.corner(state.tiles[unit])
        if done:
            yield from tokens.tick(left + CELL - 12, top + 12)
        row = top + (26 if game.battlefield.board.levels[state.tiles[unit]] else 12)
        for skill, letter in enumerate(LETTERS):
            turns = game.duration(state, unit, skill)
            if turns:
                yield from tokens.badge(left + 11, row, f"{letter}{turns}")
                row += 16

    def health(self, state: Battle) -> Iterator[Shape]:
        """What is left of each unit's hp, as a bar and in figures."""
        for unit in range(self.game.unit_count):
            if self.game.present(state, unit):
                left, top = self.corner(state.tiles[unit])
                share = state.hp[unit] / self.game.full_hp[unit]
                kind = self.paint(self.game.army_of[unit])
                yield from tokens.bar(left + 7, top + CELL - 14, CELL - 40, share, kind)
                figure = sentences.hp(state.hp[unit])
                size = tokens.font_size(figure, 13.5, 26)
                yield Words(left + CELL - 17, top + CELL - 10, figure, "last", size)

    def attackable(self, state: Battle) -> Iterator[Shape]:
        """A crosshair around each enemy that can be attacked now."""
        if self.game.over(state) or state.stage not in (READY, MOVED):
            return
        for whom in range(self.game.unit_count):
            if any(self.game.can_attack(state, unit, whom) for unit in self.candidates(state)):
                middle = self.middle(state.tiles[whom])
                yield from tokens.crosshair(*middle, TOKEN + 4, self.paint(state.turn))

    def acting_frame(self, state: Battle) -> Iterator[Shape]:
        """A frame around the unit that has begun to act."""
        if state.unit != NOBODY and not self.game.over(state):
            x, y = self.corner(state.tiles[state.unit])
            yield Box(x, y, CELL, CELL, "last", 9, 3.5)

    # What has just happened

    def trail(self, step: tuple[Battle, int] | None) -> Iterator[Shape]:
        """A line from where the unit that moved last was, to where it is."""
        if step is None or step[0].stage == ROLLING:
            return
        before, move = step
        unit, what, tile = sentences.choice(self.game, move)
        if what == "move":
            start, end = self.middle(before.tiles[unit]), self.middle(tile)
            yield Stroke((start, end), "last", 3)
            yield Disc(*start, 6, "last")

    def attack(self, state: Battle, step: tuple[Battle, int] | None) -> Iterator[Shape]:
        """The attack in the air, with a die; or the last one, with what it did."""
        if state.stage == ROLLING:
            start, end = self.middle(state.tiles[state.unit]), self.middle(state.tiles[state.target])
            yield from tokens.arrow(start, end, TOKEN + 3)
            yield from tokens.die((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
            return
        struck = self.last_attack(step)
        if struck is None or step is None:
            return
        (unit, whom), before = struck, step[0]
        start, end = self.middle(before.tiles[unit]), self.middle(before.tiles[whom])
        yield from tokens.arrow(start, end, TOKEN + 3)
        army = self.game.army_of[whom]
        if state.hp[whom] <= 0:
            yield from tokens.cross(*end, 14, self.paint(army))
        lost = before.hp[whom] - state.hp[whom]
        words = f"-{sentences.hp(lost)}" if lost else "miss" if step[1] == 0 else "0"
        x, y = self.corner(before.tiles[whom])
        away = 18 if start[0] > end[0] else CELL - 18
        yield from tokens.badge(x + away, y + 10, words)

    def last_attack(self, step: tuple[Battle, int] | None) -> tuple[int, int] | None:
        """Who attacked whom in the last step, if that settled an attack."""
        if step is None:
            return None
        before, move = step
        if before.stage == ROLLING:
            return before.unit, before.target
        unit, what, whom = sentences.choice(self.game, move)
        return (unit, whom) if what == "attack" else None
