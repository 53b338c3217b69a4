"""Figures and names as a report writes them, and what the pairs of a match say of two agents."""

from __future__ import annotations

import math

from outwit.arena.elo import Estimate, Mean

LETTERS = 50
"""How many letters of an agent's name have room in a plot."""


def with_sign(figure: float) -> str:
    """A difference as people read it.

    >>> with_sign(12.4), with_sign(-3), with_sign(float("inf"))
    ('+12', '−3', '+∞')
    """
    if math.isinf(figure):
        return "+∞" if figure > 0 else "−∞"
    return "0" if round(figure) == 0 else f"{figure:+,.0f}".replace("-", "−")


def short(name: str, letters: int = LETTERS) -> str:
    """A name that has room: agents differ at the beginning or at the end, so the middle is left out.

    >>> short("alphabeta:depth=4,table=off", 15)
    'alphabe…ble=off'
    """
    if len(name) <= letters:
        return name
    half = (letters - 1) // 2
    return f"{name[:half]}…{name[-(letters - 1 - half) :]}"


def quantity(many: int, noun: str) -> str:
    """So many of something.

    >>> quantity(1, "pair"), quantity(1200, "pair")
    ('1 pair', '1,200 pairs')
    """
    return f"{many:,} {noun}{'' if many == 1 else 's'}"


def comparison(found: Estimate, first: str, second: str) -> str:
    """Which of two agents is ahead, by how much and how surely, given what is known of the first.

    >>> from outwit.arena.elo import estimate
    >>> comparison(estimate([0.5, 0.75, 1.0, 0.5]), "a", "b")
    'Elo difference +137, 95 % from −138 to +412 (4 pairs); a is stronger with a likelihood of 88.1 %.'
    """
    pairs = quantity(found.pairs, "pair")
    if not found.pairs:
        return "No pair of games is complete, so nothing is known of the difference in strength."
    if found.score == 0.5:
        ends = f"{with_sign(found.elo_low)} to {with_sign(found.elo_high)}"
        return f"Elo difference 0, 95 % from {ends} ({pairs}); neither is ahead."
    leader, found = (first, found) if found.score > 0.5 else (second, found.inverse)
    if found.score == 1:
        difference = f"Elo difference without an upper end, 95 % from {with_sign(found.elo_low)} up"
    else:
        ends = f"{with_sign(found.elo_low)} to {with_sign(found.elo_high)}"
        difference = f"Elo difference {with_sign(found.elo)}, 95 % from {ends}"
    return (
        f"{difference} ({pairs}); {leader} is stronger with a likelihood of {likelihood(found.superiority)}."
    )


def payoff_comparison(found: Mean, first: str, second: str) -> str:
    """What one of two agents is paid a game by the other, given what the first is.

    >>> payoff_comparison(Mean(-0.147, -0.2, -0.094), "a", "b")
    'Games differ in what they pay, which Elo leaves out: b gains 0.147 a game, 95 % from +0.094 to +0.2.'
    """
    leader, found = (first, found) if found.mean >= 0 else (second, found.inverse)
    ends = f"{found.low:+.3g} to {found.high:+.3g}".replace("-", "−")
    return (
        f"Games differ in what they pay, which Elo leaves out: {leader} gains {found.mean:.3g} a game, "
        f"95 % from {ends}."
    )


def likelihood(part: float) -> str:
    """How likely something is, never as if it were certain.

    >>> likelihood(0.955), likelihood(0.9999), likelihood(0.0001)
    ('95.5 %', 'more than 99.9 %', 'less than 0.1 %')
    """
    if part > 0.9995:
        return "more than 99.9 %"
    return "less than 0.1 %" if part < 0.0005 else f"{100 * part:.1f} %"
