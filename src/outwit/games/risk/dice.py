"""The dice of a battle: how many armies the attacker loses, and in how many of all throws."""

from __future__ import annotations

WAYS = (
    (15.0, 21.0, 0.0),
    (55.0, 161.0, 0.0),
    (125.0, 91.0, 0.0),
    (295.0, 420.0, 581.0),
    (855.0, 441.0, 0.0),
    (2890.0, 2611.0, 2275.0),
)
"""Of all throws of one die against one, one against two, two against one, and so on to three against two, in
how many the attacker loses none, one and two. The highest dice are compared, then the second highest; of two
that are equal, the attacker's loses."""

ODDS = tuple(tuple(ways / sum(throw) for ways in throw) for throw in WAYS)
"""The same as probabilities."""


def battle(attack: int, defence: int) -> int:
    """The number, in `WAYS` and `ODDS`, of a throw of so many dice against so many.

    >>> [round(chance, 3) for chance in ODDS[battle(3, 2)]]
    [0.372, 0.336, 0.293]
    """
    return 2 * attack + defence - 3
