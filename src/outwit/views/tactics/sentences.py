"""A battle in words: how it stands, what a choice or a roll of the dice led to, and what a click does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from outwit.errors import join_names
from outwit.games.tactics import Battle, Tactics
from outwit.games.tactics.dice import AVOIDED, FULL, HALF, PARTS, SHRUGGED, SIDES, hits, penetration
from outwit.games.tactics.field import MOVED, NOBODY, READY, ROLLING
from outwit.games.tactics.muster import BANISH, BLESS, GUARD, SMOKE
from outwit.games.tactics.notation import EFFECTS, VERBS, points
from outwit.games.tactics.scenario import ABILITIES

OUTCOMES = ("avoided", "shrugged off", "half", "full")
"""What can come of an attack, in words."""

RAISED = {BLESS: "accuracy", GUARD: "mitigation", SMOKE: "evasion"}
"""What each ability makes larger."""


# Choices


def choice(game: Tactics, move: int) -> tuple[int, str, int]:
    """What a choice is: the unit, what it does, and the tile it goes to or the unit it does it to.

    >>> choice(Tactics(), 6), choice(Tactics(), 26), choice(Tactics(), 35)
    ((0, 'move', 6), (0, 'attack', 1), (0, 'pass', -1))
    """
    unit, what = divmod(move, game.stride)
    if what < game.area:
        return unit, "move", what
    if what == game.stride - 1:
        return unit, "pass", NOBODY
    kind, whom = divmod(what - game.area, game.unit_count)
    return unit, ("attack", *ABILITIES)[kind], whom


def clickable(game: Tactics, state: Battle, moves: Sequence[int]) -> str:
    """What a click does that one of these choices begins or goes on with."""
    called = game.battlefield.display_names
    first, what, whom = choice(game, moves[0])
    if len(moves) == 1:
        words = game.describe(state, moves[0])
        if what == "attack":
            damage = hp(game.certain[game.fight(state, first, whom)])
            usual = " on average" if game.uses_dice else ""
            words += f", {damage} damage{usual} to its {hp(state.hp[whom])} hp"
        return words
    if what in ABILITIES and all(choice(game, move)[:2] == (first, what) for move in moves):
        return f"{what} somebody with {called[first]}"
    return f"choose {called[first]}"


def odds(game: Tactics, state: Battle) -> str:
    """How likely each outcome of the attack under way is."""
    chances = game.odds[game.fight(state, state.unit, state.target)]
    return ", ".join(
        f"{OUTCOMES[outcome]} {per_cent(chance)}" for outcome, chance in enumerate(chances) if chance
    )


def hp(parts: int) -> str:
    """Hit points, with two decimals at most.

    >>> hp(8000), hp(1050)
    ('10', '1.31')
    """
    return f"{parts / PARTS:.2f}".rstrip("0").rstrip(".")


def per_cent(chance: float) -> str:
    """A probability as people say it.

    >>> per_cent(0.5), per_cent(0.0225)
    ('50 %', '2.25 %')
    """
    return f"{100 * chance:.2f}".rstrip("0").rstrip(".") + " %"


# What a step led to


def recount(game: Tactics, before: Battle, move: int, after: Battle) -> str:
    """Who did what, and what came of it."""
    if before.stage == ROLLING:
        return outcome(game, before, move, after)
    place, called = game.battlefield.board.place, game.battlefield.display_names
    unit, what, whom = choice(game, move)
    here = place(before.tiles[unit])
    if what == "move":
        return f"{called[unit]} moves from {here} to {place(whom)}"
    if what == "pass":
        return "; ".join((f"{called[unit]} passes", *follows(game, before, after)))
    there = place(before.tiles[whom])
    if what == "attack":
        words = f"{called[unit]} at {here} attacks {called[whom]} at {there}"
        if game.uses_dice:
            return words
        damage = game.certain[game.fight(before, unit, whom)]
        return f"{words} for {points(damage)}: {harm(game, before, whom, after)}"
    skill = ABILITIES.index(what)
    target = "itself" if whom == unit else f"{called[whom]} at {there}"
    words = f"{called[unit]} at {here} {VERBS[1 + skill]} {target}"
    for_turns = turns(game.skill_turns[skill])
    if skill == BANISH:
        return f"{words} for {for_turns}"
    return f"{words}: {RAISED[skill]} up by {game.battlefield.abilities[skill].amount} for {for_turns}"


def outcome(game: Tactics, before: Battle, rolled: int, after: Battle) -> str:
    """How an attack came out, what it did, and what the dice must have shown for that."""
    unit, whom = before.unit, before.target
    called, damage = game.battlefield.display_names, game.damages[unit]
    words = {
        AVOIDED: f"{called[whom]} avoids it",
        SHRUGGED: f"hit, but {called[whom]} shrugs it off",
        HALF: f"hit for half damage, {points(damage // 2)}",
        FULL: f"hit for full damage, {points(damage)}",
    }[rolled]
    if rolled in (HALF, FULL):
        words += f": {harm(game, before, whom, after)}"
    fight = game.fight(before, unit, whom)
    avoiding, piercing = rolls(game.fights[fight], rolled)
    dice = f"{called[whom]} rolled {avoiding}"
    if piercing:
        dice += f", {called[unit]} {piercing}"
    return f"{words} ({dice}; {per_cent(game.odds[fight][rolled])} likely)"


def rolls(figures: dict[str, int], rolled: int) -> tuple[str, str]:
    """What the target's die must have shown for an outcome, and what the attacker's, if it was rolled.

    >>> rolls({"accuracy": 10, "speed": 1, "evasion": 1, "mitigation": 14}, HALF)
    ('1-10', '2-4')
    """
    hit = hits(figures["accuracy"], figures["speed"], figures["evasion"])
    none, half, _ = penetration(figures["accuracy"], figures["mitigation"])
    if rolled == AVOIDED:
        return between(hit + 1, SIDES), ""
    ends = {SHRUGGED: (1, none), HALF: (none + 1, none + half), FULL: (none + half + 1, SIDES)}
    return between(1, hit), between(*ends[rolled])


def between(low: int, high: int) -> str:
    """Rolls from one number to another."""
    return str(low) if low == high else f"{low}-{high}"


def harm(game: Tactics, before: Battle, whom: int, after: Battle) -> str:
    """The hp of a unit before and after, and whether it fell, and its army with it."""
    words = (
        f"{game.battlefield.display_names[whom]} from {points(before.hp[whom])} to "
        f"{points(after.hp[whom])} hp"
    )
    if after.hp[whom] > 0:
        return words
    army = game.army_of[whom]
    beaten = "" if after.armies >> army & 1 else f", and {game.player_names[army]} is beaten"
    return f"{words}; {game.battlefield.display_names[whom]} falls{beaten}"


def follows(game: Tactics, before: Battle, after: Battle) -> Iterator[str]:
    """What happens of itself when a unit has passed: effects end, the banished return, armies are skipped."""
    called = game.battlefield.display_names
    for unit in range(game.unit_count):
        for skill, effect in enumerate(EFFECTS):
            if game.duration(before, unit, skill) and not game.duration(after, unit, skill):
                if skill == BANISH:
                    yield f"{called[unit]} returns to {game.battlefield.board.place(after.tiles[unit])}"
                else:
                    yield f"{called[unit]} is no longer {effect}"
    army = before.turn
    for _ in range(before.left - after.left - 1):
        army = (army + 1) % game.players
        while not before.armies >> army & 1:
            army = (army + 1) % game.players
        yield f"{game.player_names[army]} has nobody who could act"


def turns(number: int) -> str:
    """So many turns."""
    return "1 turn" if number == 1 else f"{number} turns"


# How it stands


def strength(game: Tactics, state: Battle, army: int) -> str:
    """What is left of an army's hp."""
    left = sum(state.hp[unit] for unit in range(game.unit_count) if game.army_of[unit] == army)
    return f"{hp(left)}/{game.army_hp[army] // PARTS} hp"


def priority(game: Tactics, state: Battle) -> str:
    """Who is to act and what the acting unit has done, or how the battle has ended."""
    alive = [army for army in range(game.players) if state.armies >> army & 1]
    if len(alive) == 1:
        return f"{game.player_names[alive[0]]} has won"
    if state.left <= 0:
        return "the turns have run out"
    words = f"{game.player_names[state.turn]} to act, {turns(state.left)} left"
    if state.stage == READY:
        return words
    called = game.battlefield.display_names
    if state.stage == ROLLING:
        return f"{called[state.unit]} attacks {called[state.target]}"
    done = "moved" if state.stage == MOVED else "acted"
    return f"{words}: {called[state.unit]} has {done}"


def absent(game: Tactics, state: Battle) -> str:
    """Who has fallen, and who is banished for how long."""
    called, units = game.battlefield.display_names, range(game.unit_count)
    fallen = [called[unit] for unit in units if state.hp[unit] <= 0]
    banished = [
        f"{called[unit]} for {turns(game.duration(state, unit, BANISH))}"
        for unit in units
        if game.duration(state, unit, BANISH)
    ]
    groups = (("fallen", fallen), ("banished", banished))
    return "; ".join(f"{word}: {join_names(names, 'and')}" for word, names in groups if names)


def unit_label(game: Tactics, state: Battle, unit: int) -> str:
    """A unit: where it is and how it is."""
    name, board = game.battlefield.display_names[unit], game.battlefield.board
    if state.hp[unit] <= 0:
        return f"{name} has fallen"
    tile, full = state.tiles[unit], game.full_hp[unit] // PARTS
    words = f"{name} on {board.place(tile)}"
    if game.duration(state, unit, BANISH):
        words = name
    elif board.levels[tile] > 0:
        words += f" at height {board.levels[tile]}"
    words += f", {points(state.hp[unit])} of {full} hp"
    for skill, effect in enumerate(EFFECTS):
        if game.duration(state, unit, skill):
            words += f", {effect} for {turns(game.duration(state, unit, skill))}"
    return f"{words}, has acted" if state.done >> unit & 1 else words


def label(game: Tactics, state: Battle) -> str:
    """The position: who is to act, the armies unit by unit, the attack in the air, and the ground."""
    words = [priority(game, state)]
    if state.stage == ROLLING:
        words.append(f"Odds: {odds(game, state)}")
    for army, name in enumerate(game.player_names):
        units = [unit for unit in range(game.unit_count) if game.army_of[unit] == army]
        words.append(f"{name}: {'; '.join(unit_label(game, state, unit) for unit in units)}")
    board = game.battlefield.board
    walls = [board.place(tile) for tile, level in enumerate(board.levels) if level < 0]
    heights = [f"{board.place(tile)} {level}" for tile, level in enumerate(board.levels) if level > 0]
    for word, tiles in (("Walls", walls), ("Heights", heights)):
        if tiles:
            words.append(f"{word}: {', '.join(tiles)}")
    return ". ".join(words)
