from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest

from outwit.games.tactics.dice import (
    AVOIDED,
    FULL,
    HALF,
    PARTS,
    SHRUGGED,
    chances,
    expected_damage,
    hits,
    penetration,
    published_damage,
)


class Pair(NamedTuple):
    """An attacker and a target, and by hand which rolls do what."""

    name: str
    accuracy: int
    speed: int
    damage: int
    evasion: int
    mitigation: int
    hit: list[int]
    """The target's rolls that do not avoid the attack."""
    none: list[int]
    """The attacker's rolls that do no damage."""
    half: list[int]
    full: list[int]
    expected: Fraction
    """The damage expected."""


def to(first: int, last: int) -> list[int]:
    return list(range(first, last + 1))


PAIRS = [
    # accuracy + speed = 11, so a roll of 11 and more avoids with evasion 1; the threshold is 14 - 10 = 4
    Pair("sword on archer", 10, 1, 3, 1, 14, to(1, 10), [1], [2, 3, 4], to(5, 20), Fraction(21, 16)),
    # 10 against roll + 1; the threshold is -5, so that only a 1 fails
    Pair("bow on swordsman", 8, 2, 3, 1, 3, to(1, 9), [1], [], to(2, 20), Fraction(513, 400)),
    Pair("mage on swordsman", 11, 2, 4, 1, 8, to(1, 12), [1], [], to(2, 20), Fraction(57, 25)),
    # the threshold is 7, half of it 3.5
    Pair("cleric on archer", 7, 2, 1, 1, 14, to(1, 8), [1, 2, 3], [4, 5, 6, 7], to(8, 20), Fraction(3, 10)),
    # the threshold is 6, half of it 3
    Pair("scout on knight", 6, 4, 2, 0, 12, to(1, 10), [1, 2], [3, 4, 5, 6], to(7, 20), Fraction(4, 5)),
    # nobody could hit but with a 1; the threshold is 0
    Pair("clumsy on nimble", 0, 0, 5, 10, 0, [1], [1], [], to(2, 20), Fraction(19, 80)),
    # only a 20 avoids; the threshold is 40, half of it 20, which succeeds anyway
    Pair("sure on armoured", 30, 1, 6, 0, 70, to(1, 19), to(1, 19), [], [20], Fraction(57, 200)),
    # the threshold is 20: a 20 would be half, but always succeeds
    Pair("spear on shield", 5, 3, 7, -2, 25, to(1, 10), to(1, 9), to(10, 19), [20], Fraction(21, 20)),
    # the threshold is 1: a 1 would be half, but always fails
    Pair("dagger on coat", 9, 5, 1, 4, 10, to(1, 10), [1], [], to(2, 20), Fraction(19, 40)),
    # the threshold is 3, half of it 1.5
    Pair("hammer on mail", 12, 0, 10, 0, 15, to(1, 12), [1], [2, 3], to(4, 20), Fraction(27, 5)),
]

named = pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.name)


@named
def test_the_hand_computation_leaves_no_roll_out(pair: Pair) -> None:
    assert sorted(pair.none + pair.half + pair.full) == to(1, 20)
    by_hand = pair.damage * Fraction(len(pair.hit), 20) * Fraction(2 * len(pair.full) + len(pair.half), 40)
    assert by_hand == pair.expected


@named
def test_avoidance_and_mitigation_are_as_computed_by_hand(pair: Pair) -> None:
    assert hits(pair.accuracy, pair.speed, pair.evasion) == len(pair.hit)
    assert penetration(pair.accuracy, pair.mitigation) == (len(pair.none), len(pair.half), len(pair.full))
    hit = Fraction(len(pair.hit), 20)
    exactly = [1 - hit, *(hit * Fraction(len(rolls), 20) for rolls in (pair.none, pair.half, pair.full))]
    found = chances(pair.accuracy, pair.speed, pair.evasion, pair.mitigation)
    assert found == pytest.approx([float(each) for each in exactly], abs=1e-15)
    assert (AVOIDED, SHRUGGED, HALF, FULL) == (0, 1, 2, 3)


@named
def test_expected_damage_is_as_computed_by_hand_and_a_whole_number_of_parts(pair: Pair) -> None:
    found = expected_damage(pair.damage, pair.accuracy, pair.speed, pair.evasion, pair.mitigation)
    assert Fraction(found, PARTS) == pair.expected


@named
def test_a_million_rolls_agree_within_three_standard_errors(pair: Pair) -> None:
    count = 1_000_000
    random = np.random.default_rng(8)
    avoiding, hitting = random.integers(1, 21, size=(2, count))
    avoided = avoiding + pair.evasion > pair.accuracy + pair.speed
    avoided[avoiding == 1], avoided[avoiding == 20] = False, True
    threshold = pair.mitigation - pair.accuracy
    share = np.where(hitting > threshold, 1.0, np.where(hitting >= threshold / 2, 0.5, 0.0))
    share[hitting == 1], share[hitting == 20] = 0.0, 1.0
    rolled = [avoided, *(~avoided & (share == part) for part in (0.0, 0.5, 1.0))]
    exact = chances(pair.accuracy, pair.speed, pair.evasion, pair.mitigation)
    for happened, chance in zip(rolled, exact, strict=True):
        assert abs(happened.mean() - chance) <= 3 * (chance * (1 - chance) / count) ** 0.5
    damage = pair.damage * share * ~avoided
    mean = expected_damage(pair.damage, pair.accuracy, pair.speed, pair.evasion, pair.mitigation) / PARTS
    assert abs(damage.mean() - mean) <= 3 * damage.std() / count**0.5


@pytest.mark.parametrize(
    ("name", "avoided", "half", "full", "published"),
    [
        # of the rolls 2 to 19: those that avoid, those from half the threshold and below it, those above it
        ("sword on archer", to(11, 19), [2, 3], to(5, 19), 1),  # 3 * 9/20 * 16/20 = 1.08
        ("bow on swordsman", to(10, 19), [], to(2, 19), 1),  # 3 * 10/20 * 18/20 = 1.35
        ("mage on swordsman", to(13, 19), [], to(2, 19), 1),  # 4 * 7/20 * 18/20 = 1.26
        ("cleric on archer", to(9, 19), [4, 5, 6], to(8, 19), 0),  # 1 * 11/20 * 13.5/20 = 0.37
        ("clumsy on nimble", to(2, 19), [], to(2, 19), 4),  # 5 * 18/20 * 18/20 = 4.05, and 0.24 in truth
        ("hammer on mail", to(13, 19), [2], to(4, 19), 2),  # 10 * 7/20 * 16.5/20 = 2.89, and 5.4 in truth
    ],
)
def test_the_published_expectation_is_as_computed_by_hand(
    name: str, avoided: list[int], half: list[int], full: list[int], published: int
) -> None:
    [pair] = [each for each in PAIRS if each.name == name]
    by_hand = pair.damage * Fraction(len(avoided), 20) * (Fraction(2 * len(full) + len(half), 40))
    assert int(by_hand) == published
    found = published_damage(pair.damage, pair.accuracy, pair.speed, pair.evasion, pair.mitigation)
    assert found == published * PARTS
