"""What a check says in the end."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Broken:
    """A promise that a game does not keep, and where that shows."""

    promise: str
    """The promise in a few words: `play leaves its argument alone`."""

    sentence: str
    """What was seen and what was expected."""

    state: str
    """The state that shows it, as Python writes it."""

    moves: tuple[str, ...]
    """The moves, chance outcomes included, that lead there from the start."""


@dataclass(frozen=True)
class Report:
    """What a check found; true if all promises held."""

    broken: Broken | None
    """The first promise found broken."""

    games: int
    """How many games were played to the end and looked at."""

    states: int
    """How many states were examined."""

    seconds: float
    """How long it took."""

    compared: int = 0
    """How many games were played both interpreted and compiled."""

    compiled: str = ""
    """Why the rules cannot be compiled and the game plays interpreted, if that was tried and is so."""

    left_out: str = ""
    """What was to be checked and was not, as the time had run out: a sentence."""

    @property
    def sound(self) -> bool:
        """Has every promise held, as far as was seen?"""
        return self.broken is None

    def __bool__(self) -> bool:
        return self.sound
