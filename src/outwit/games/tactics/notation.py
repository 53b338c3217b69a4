"""Battles as people write and read them: choices, outcomes and positions."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

from outwit.errors import BadPositionError, IllegalMoveError, join_names, shorten
from outwit.game import Move, options, refusal
from outwit.games.tactics.dice import AVOIDED, FULL, PARTS, SHRUGGED
from outwit.games.tactics.field import DURATION, MOVED, NOBODY, READY, ROLLING, SPENT, Battle, Field
from outwit.games.tactics.scenario import WALL

if TYPE_CHECKING:
    from outwit.games.tactics import Tactics

VERBS = ("attacks", "blesses", "guards", "shrouds", "banishes")
"""What a unit does to another, by attack and by each ability."""

EFFECTS = ("blessed", "guarded", "in smoke", "banished")
"""What is said of a unit on which each ability has been used."""

UNIT = re.compile(
    r"(?P<id>\w+)(?: (?P<name>[^(\d]*?))?"
    r"(?: (?P<dead>dead)| ?\((?P<x>\d{1,2}), ?(?P<y>\d{1,2})\),? hp (?P<hp>\d+(?:\.\d+)?)(?:/\d+)?"
    r"(?P<more>(?:, [^,]+)*))"
)
"""A unit in writing: `S1 swordsman (1,1) hp 8.5/10, blessed 2, done`, or `S1 swordsman dead`."""

PRIORITY = re.compile(
    r"(?P<army>.+?) to act, (?P<left>\d+) turns? left"
    r"(?:, (?P<unit>\w+) (?:has (?P<stage>moved|acted)|attacks (?P<target>\w+)))?"
)
"""Who is to act: `red to act, 12 turns left, S1 has moved`."""


def points(parts: int) -> str:
    """Hit points with as few decimals as they need.

    >>> points(8000), points(1200), points(1050)
    ('10', '1.5', '1.3125')
    """
    figure = f"{parts / PARTS:.5f}"
    return figure.rstrip("0").rstrip(".")


# Choices and outcomes


def describe_move(game: Field, state: Battle, move: Move) -> str:
    """A choice, or an outcome of the dice, as people write it."""
    if state.stage == ROLLING:
        damage = game.damages[state.unit]
        if move == AVOIDED:
            return "misses"
        if move == SHRUGGED:
            return "is shrugged off"
        return f"full damage {points(damage)}" if move == FULL else f"half damage {points(damage // 2)}"
    return choice_text(game, move, game.battlefield.display_names)


def choice_text(game: Field, move: Move, names: tuple[str, ...]) -> str:
    """A choice, with these names for the units."""
    unit, what = divmod(move, game.stride)
    if what < game.area:
        return f"{names[unit]} to {game.battlefield.board.place(what)}"
    if what == game.stride - 1:
        return f"{names[unit]} passes"
    verb, target = divmod(what - game.area, game.unit_count)
    return f"{names[unit]} {VERBS[verb]} {names[target]}"


def parse_move(game: Tactics, state: Battle, text: str) -> Move:
    """The choice or outcome that somebody wrote, by names or by ids."""
    legal = options(game, state)
    wanted = normalize(text)
    ids = tuple(unit.id for unit in game.battlefield.units)
    for move in legal:
        ways = {normalize(describe_move(game, state, move))}
        if state.stage != ROLLING:
            brief = choice_text(game, move, ids)
            ways |= {normalize(brief), normalize(brief.replace(" attacks ", " x ").replace(" to ", " "))}
        if wanted in ways:
            return move
    raise IllegalMoveError(refusal(text, (describe_move(game, state, move) for move in legal)))


def normalize(text: str) -> str:
    """A text without what does not matter in it: capitals, brackets, and spaces where there are several."""
    return " ".join(re.sub(r"\s*,\s*", ",", re.sub(r"[()]", " ", text)).casefold().split())


# Positions


def text(game: Field, state: Battle) -> str:
    """The board, a line for each unit, and who is to act."""
    units = game.battlefield.units
    lines = [*drawing(game, state)]
    for number, unit in enumerate(units):
        name = f"{unit.id} {unit.name}"
        if state.hp[number] <= 0:
            lines.append(f"{name} dead")
            continue
        place = game.battlefield.board.place(state.tiles[number])
        notes = [f"{name} {place} hp {points(state.hp[number])}/{unit.hp}"]
        for skill, effect in enumerate(EFFECTS):
            turns = state.effects[number] >> DURATION * skill & 15
            if turns:
                notes.append(f"{effect} {turns}")
        if state.done >> number & 1:
            notes.append("done")
        lines.append(", ".join(notes))
    lines.append(priority(game, state))
    return "\n".join(lines)


def drawing(game: Field, state: Battle) -> list[str]:
    """The board: units by their ids, walls, and ^ with a number for a height."""
    board, units = game.battlefield.board, game.battlefield.units
    standing = {state.tiles[n]: unit.id for n, unit in enumerate(units) if game.present(state, n)}
    cells = []
    for tile, level in enumerate(board.levels):
        height = f"^{level}" if level > 0 else ""
        cells.append(WALL if level < 0 else standing.get(tile, "" if height else ".") + height)
    wide = max(len(unit.id) for unit in units) + (3 if max(board.levels) > 0 else 1)
    rows = ["   " + "".join(f"{x:<{wide}}" for x in range(board.width)).rstrip()]
    for y in range(board.height):
        row = cells[y * board.width : (y + 1) * board.width]
        rows.append(f"{y:>2} " + "".join(f"{cell:<{wide}}" for cell in row).rstrip())
    return rows


def priority(game: Field, state: Battle) -> str:
    """Who is to act, and what the acting unit has done."""
    units = game.battlefield.units
    name = game.battlefield.armies[state.turn].name
    line = f"{name} to act, {state.left} turn{'' if state.left == 1 else 's'} left"
    if state.stage == READY:
        return line
    if state.stage == ROLLING:
        return f"{line}, {units[state.unit].id} attacks {units[state.target].id}"
    return f"{line}, {units[state.unit].id} has {'moved' if state.stage == MOVED else 'acted'}"


def position(game: Field, text: str) -> Battle:
    """The position that somebody wrote: lines for units and for who is to act; others are only looked at."""
    state = game.initial()
    for line in filter(None, (part.strip() for part in re.split(r"[\n;]", text))):
        unit, acting = UNIT.fullmatch(line), PRIORITY.fullmatch(line)
        if acting:
            state = read_priority(game, state, acting)
        elif unit:
            state = read_unit(game, state, unit)
        elif not re.fullmatch(r"\d+( .*)?", line):
            raise BadPositionError(
                f"{shorten(line)!r} is no line of a battle; write units like 'S1 (1,1) hp 10' or 'S1 dead' "
                f"and, in the end, '{game.player_names[0]} to act, 10 turns left'."
            )
    return sound(game, state)


def unit_number(game: Field, mark: str) -> int:
    """The number of the unit with an id."""
    ids = [unit.id.casefold() for unit in game.battlefield.units]
    if mark.casefold() not in ids:
        known = join_names((unit.id for unit in game.battlefield.units), "and")
        raise BadPositionError(f"There is no unit {shorten(mark)!r}; they are {known}.")
    return ids.index(mark.casefold())


def read_unit(game: Field, state: Battle, found: re.Match[str]) -> Battle:
    """The position with one unit as a line says."""
    unit = unit_number(game, found["id"])
    board, full = game.battlefield.board, game.full_hp[unit]
    if found["dead"]:
        tile, hp, effects, done = NOBODY, 0, 0, 0
    else:
        x, y = int(found["x"]), int(found["y"])
        if not (x < board.width and y < board.height) or board.rows[y][x] == WALL:
            raise BadPositionError(f"{found['id']} cannot stand on ({x},{y}), which is no tile to stand on.")
        parts = Decimal(found["hp"]) * PARTS
        tile, hp = board.tile(x, y), int(parts)
        if hp != parts or not 0 < hp <= full:
            raise BadPositionError(
                f"{found['id']} cannot have {shorten(found['hp'])} hp; it has 800ths up to {full // PARTS}."
            )
        effects, done = read_effects(game, found)
    bits = state.done & ~(1 << unit) | done << unit
    return state._replace(
        tiles=(*state.tiles[:unit], tile, *state.tiles[unit + 1 :]),
        hp=(*state.hp[:unit], hp, *state.hp[unit + 1 :]),
        effects=(*state.effects[:unit], effects, *state.effects[unit + 1 :]),
        done=bits,
    )


def read_effects(game: Field, found: re.Match[str]) -> tuple[int, int]:
    """The effects on a unit, and whether it has acted, as its line says."""
    effects = done = 0
    for note in filter(None, found["more"].split(", ")):
        effect, _, turns = note.rpartition(" ")
        if note == "done":
            done = 1
        elif effect in EFFECTS and game.has_abilities and re.fullmatch("[1-9]", turns):
            skill = EFFECTS.index(effect)
            effects = effects & ~(15 << DURATION * skill) | int(turns) << DURATION * skill
        else:
            known = ["done", *(f"{each} 2" for each in EFFECTS if game.has_abilities)]
            raise BadPositionError(
                f"{shorten(note)!r} cannot be said of {found['id']} here; known is {join_names(known)}."
            )
    return effects, done


def read_priority(game: Field, state: Battle, found: re.Match[str]) -> Battle:
    """The position with the priority that a line tells."""
    names = [name.casefold() for name in game.player_names]
    if found["army"].casefold() not in names:
        raise BadPositionError(
            f"There is no army {shorten(found['army'])!r}; they are {join_names(game.player_names, 'and')}."
        )
    if len(found["left"]) > 4:
        raise BadPositionError(f"{shorten(found['left'])} turns are too many; there are up to 1000.")
    unit = unit_number(game, found["unit"]) if found["unit"] else NOBODY
    target = unit_number(game, found["target"]) if found["target"] else NOBODY
    stage = READY if unit == NOBODY else ROLLING if found["target"] else SPENT
    return state._replace(
        turn=names.index(found["army"].casefold()),
        left=int(found["left"]),
        unit=unit,
        target=target,
        stage=MOVED if found["stage"] == "moved" else stage,
    )


def sound(game: Field, state: Battle) -> Battle:
    """The position, if it can be: nobody shares a tile, and whoever is to act may."""
    units = game.battlefield.units
    living = {game.army_of[n] for n in range(game.unit_count) if state.hp[n] > 0}
    state = state._replace(armies=sum(1 << army for army in living))
    standing: dict[int, str] = {}
    for number, unit in enumerate(units):
        if game.present(state, number):
            tile = state.tiles[number]
            if tile in standing:
                place = game.battlefield.board.place(tile)
                raise BadPositionError(f"{standing[tile]} and {unit.id} cannot both stand on {place}.")
            standing[tile] = unit.id
        if state.done >> number & 1 and game.army_of[number] != state.turn:
            raise BadPositionError(f"{unit.id} cannot be done in a turn of another army.")
    name = game.player_names[state.turn]
    if not living:
        raise BadPositionError("Somebody must be alive.")
    if state.unit != NOBODY and not game.may_act(state, state.unit):
        raise BadPositionError(f"{units[state.unit].id} may not act in this turn of {name}.")
    if state.target != NOBODY and not (game.uses_dice and game.can_attack(state, state.unit, state.target)):
        raise BadPositionError(f"{units[state.unit].id} cannot be attacking {units[state.target].id} here.")
    ended = state.left <= 0 or len(living) == 1
    if not ended and not any(game.may_act(state, number) for number in range(game.unit_count)):
        raise BadPositionError(f"No unit of {name} is left to act; say that another army is to act.")
    return state
