"""What the pairs of a match say of two agents, in a sentence."""

from __future__ import annotations

from outwit.arena.elo import Estimate
from outwit.arena.report.plots import signed


def counted(many: int, noun: str) -> str:
    """So many of something.

    >>> counted(1, "pair"), counted(1200, "pair")
    ('1 pair', '1,200 pairs')
    """
    return f"{many:,} {noun}{'' if many == 1 else 's'}"


def comparison(found: Estimate, first: str, second: str) -> str:
    """Which of two agents is ahead, by how much and how surely, given what is known of the first.

    >>> from outwit.arena.elo import estimate
    >>> comparison(estimate([0.5, 0.75, 1.0, 0.5]), "a", "b")
    'Elo difference +137, 95 % from −138 to +412 (4 pairs); a is stronger with a likelihood of 88.1 %.'
    """
    pairs = counted(found.pairs, "pair")
    if not found.pairs:
        return "No pair of games is complete, so nothing is known of the difference in strength."
    if found.score == 0.5:
        ends = f"{signed(found.elo_low)} to {signed(found.elo_high)}"
        return f"Elo difference 0, 95 % from {ends} ({pairs}); neither is ahead."
    leader, found = (first, found) if found.score > 0.5 else (second, found.turned)
    if found.score == 1:
        difference = f"Elo difference without an upper end, 95 % from {signed(found.elo_low)} up"
    else:
        ends = f"{signed(found.elo_low)} to {signed(found.elo_high)}"
        difference = f"Elo difference {signed(found.elo)}, 95 % from {ends}"
    return (
        f"{difference} ({pairs}); {leader} is stronger with a likelihood of {likelihood(found.superiority)}."
    )


def likelihood(part: float) -> str:
    """How likely something is, never as if it were certain.

    >>> likelihood(0.955), likelihood(0.9999), likelihood(0.0001)
    ('95.5 %', 'more than 99.9 %', 'less than 0.1 %')
    """
    if part > 0.9995:
        return "more than 99.9 %"
    return "less than 0.1 %" if part < 0.0005 else f"{100 * part:.1f} %"
