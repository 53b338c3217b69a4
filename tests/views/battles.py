"""Battles with figures of their own, so that tests do not depend on how the shipped ones are balanced."""

from __future__ import annotations

from outwit.games.tactics.reading import read

KINDS = """
[kinds.swordsman]
hp = 10
range = 1
speed = 1
accuracy = 10
damage = 3
evasion = 1
mitigation = 3
abilities = ["guard"]

[kinds.archer]
hp = 6
range = 3
speed = 2
accuracy = 8
damage = 3
evasion = 1
mitigation = 14
abilities = ["smoke"]

[kinds.cleric]
hp = 7
range = 1
speed = 2
accuracy = 7
damage = 1
evasion = 2
mitigation = 12
abilities = ["bless", "guard", "banish"]

[abilities]
bless = { amount = 5, turns = 2, range = 3 }
guard = { amount = 8, turns = 2, range = 3 }
smoke = { amount = 6, turns = 1, range = 2 }
banish = { turns = 2, range = 3 }
"""

PAIR = read(
    """
title = "One against one"
turns = 40
board = { rows = [".....", ".....", ".....", ".....", "....."] }
armies = [
    { name = "player", units = [{ kind = "swordsman", at = [1, 1] }] },
    { name = "AI", units = [{ kind = "archer", at = [2, 1] }] },
]
"""
    + KINDS,
    "pair",
).to_toml()
"""A swordsman and an archer side by side."""

TRIOS = read(
    """
title = "Three against three"
turns = 60
board = { rows = ["......", "......", "......", "......", "......", "......"] }

[[armies]]
name = "red"
units = [
    { kind = "swordsman", at = [2, 4] },
    { kind = "archer", at = [4, 5] },
    { kind = "cleric", at = [2, 5] },
]

[[armies]]
name = "blue"
units = [
    { kind = "swordsman", at = [3, 1] },
    { kind = "archer", at = [1, 0] },
    { kind = "cleric", at = [3, 0] },
]
"""
    + KINDS,
    "trios",
).to_toml()
"""A swordsman, an archer and a cleric on either side."""

HILL = read(
    """
title = "A hill between walls"
turns = 60
board = { rows = [".....", ".123.", "..#.."] }
armies = [
    { name = "red", units = [{ kind = "archer", at = [0, 0] }] },
    { name = "blue", units = [{ kind = "archer", at = [4, 2] }] },
]
"""
    + KINDS,
    "hill",
).to_toml()
"""Tiles of every height, and a wall."""
