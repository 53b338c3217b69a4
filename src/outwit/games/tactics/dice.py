"""The dice of tactics: does an attack hit, how much of it gets through, and what is to be expected.

Two twenty-sided dice are rolled. With the first the target avoids the attack: a 1 never does, a 20 always,
and any other roll does if roll + evasion > accuracy + speed of the attacker. With the second the attacker
gets through the target's armour: the threshold is mitigation - accuracy; a roll above it does full damage,
one from half the threshold up to it half of that, one below none; a 1 always fails and a 20 always succeeds.

>>> hits(accuracy=10, speed=1, evasion=1), penetration(accuracy=10, mitigation=14)
(10, (1, 3, 16))
>>> expected_damage(damage=3, accuracy=10, speed=1, evasion=1, mitigation=14) / PARTS
1.3125
"""

from __future__ import annotations

SIDES = 20
"""Both dice have so many sides."""

PARTS = 800
"""Into how many parts a point is divided, so that every expected damage is a whole number of them."""

AVOIDED, SHRUGGED, HALF, FULL = range(4)
"""What can come of an attack: avoided; hit, but nothing gets through; half the damage; all of it."""


def hits(accuracy: int, speed: int, evasion: int) -> int:
    """On how many of the twenty rolls the target is hit."""
    return 1 + sum(roll + evasion <= accuracy + speed for roll in range(2, SIDES))


def penetration(accuracy: int, mitigation: int) -> tuple[int, int, int]:
    """On how many of the twenty rolls a hit does no damage, half of it, and all of it."""
    threshold = mitigation - accuracy
    full = 1 + sum(roll > threshold for roll in range(2, SIDES))
    half = sum(threshold <= 2 * roll <= 2 * threshold for roll in range(2, SIDES))
    return SIDES - half - full, half, full


def chances(accuracy: int, speed: int, evasion: int, mitigation: int) -> tuple[float, float, float, float]:
    """How likely an attack is avoided, shrugged off, does half its damage, and all of it."""
    hit = hits(accuracy, speed, evasion)
    none, half, full = penetration(accuracy, mitigation)
    ways = SIDES * SIDES
    return (SIDES - hit) * SIDES / ways, hit * none / ways, hit * half / ways, hit * full / ways


def expected_damage(damage: int, accuracy: int, speed: int, evasion: int, mitigation: int) -> int:
    """The average damage of an attack, in 800ths: of 400 pairs of rolls, each does a number of halves."""
    _, half, full = penetration(accuracy, mitigation)
    return damage * hits(accuracy, speed, evasion) * (2 * full + half)


def published_damage(damage: int, accuracy: int, speed: int, evasion: int, mitigation: int) -> int:
    """The expected damage as the thesis computes it, in 800ths.

    It leaves out the rolls of 1 and 20 and yet divides by 20, takes a roll that equals the threshold for full
    mitigation, multiplies by the probability that the attack is avoided, and cuts the result to an integer.
    """
    threshold = mitigation - accuracy
    rolls = range(2, SIDES)
    avoided = sum(roll + evasion > accuracy + speed for roll in rolls)
    full = sum(roll > threshold for roll in rolls)
    half = sum(threshold <= 2 * roll < 2 * threshold for roll in rolls)
    return damage * avoided * (2 * full + half) // PARTS * PARTS
