"""A figure of the benchmarks: what was measured, beside whom, and what is wanted of it."""

from __future__ import annotations

from dataclasses import dataclass


class SkippedError(Exception):
    """This machine lacks what a benchmark needs; the message says what."""


@dataclass(frozen=True)
class Figure:
    """One line of the table; without `at_least` and `at_most`, only there to be read beside the others."""

    what: str
    outwit: float
    unit: str
    peer: float | None = None
    peer_name: str = ""
    at_least: float | None = None
    at_most: float | None = None

    @property
    def judged(self) -> float:
        """The number that what is wanted speaks of."""
        return self.outwit

    @property
    def ok(self) -> bool:
        """Is it as wanted?"""
        above = self.at_least is None or self.judged >= self.at_least
        return above and (self.at_most is None or self.judged <= self.at_most)

    @property
    def wanted(self) -> str:
        """What is wanted, as people read it."""
        low = "" if self.at_least is None else f"≥ {self.at_least:,g}"
        high = "" if self.at_most is None else f"≤ {self.at_most:,g}"
        return ", ".join(filter(None, (low, high)))

    def row(self) -> tuple[str, ...]:
        """The cells of the table: what, Outwit, peer, its name, the number judged, what is wanted, and ok."""
        peer = "" if self.peer is None else f"{short(self.peer)} {self.unit}"
        verdict = ("yes" if self.ok else "NO") if self.wanted else ""
        outwit = f"{short(self.outwit)} {self.unit}"
        return self.what, outwit, peer, self.peer_name, short(self.judged), self.wanted, verdict

    def to_json(self) -> dict[str, object]:
        """The figure as plain data, without what does not apply."""
        data = {**vars(self), "judged": self.judged, "ok": self.ok}
        known = {name: value for name, value in data.items() if value not in (None, "")}
        return {n: float(f"{v:.4g}") if isinstance(v, float) else v for n, v in known.items()}


@dataclass(frozen=True)
class Ratio(Figure):
    """A figure that counts by how many times the peer's it is."""

    @property
    def judged(self) -> float:
        if self.peer is None:
            raise ValueError(f"{self.what}: a ratio needs a peer")
        return self.outwit / self.peer


def short(number: float) -> str:
    """A number to three figures, or whole where it is larger.

    >>> short(1234567.8), short(123.4), short(0.9876), short(0.0)
    ('1,234,568', '123', '0.988', '0')
    """
    return f"{number:,.0f}" if abs(number) >= 100 else f"{number:.3g}"
