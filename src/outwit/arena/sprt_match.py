"""A match that ends as soon as it is decided: the sequential test, pair by pair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import mean

from outwit.arena.plan import Fixture, Tournament
from outwit.arena.played import Played
from outwit.arena.sprt import Sprt

CANCELS = 1e-9
"""Payoffs whose sum is no more than this cancel."""


class Trial:
    """The sequential test of a match under way.

    It goes through the pairs in the order of the plan, whichever of them was played first, so that it comes
    to the same end on every machine.
    """

    def __init__(self, tournament: Tournament) -> None:
        self.sprt = Sprt(**tournament.sprt)
        self.pairs = pairs(tournament.fixtures())
        self.counts: Counter[float] = Counter()
        """How often each score of a pair has occurred, for the first agent."""
        self.done = 0
        """How many pairs it has gone through."""
        self.verdict: str | None = None
        """What it has accepted: H0, H1, or nothing yet."""

    def advance(self, played: Mapping[int, Played]) -> str | None:
        """Go through the pairs that are complete now, until one decides."""
        while self.verdict is None and self.done < len(self.pairs):
            pair = self.pairs[self.done]
            if not all(fixture.number in played for fixture in pair):
                break
            self.done += 1
            score = pair_score(pair, played, 0, 1)
            if score is not None:
                self.counts[score] += 1
                self.verdict = self.sprt.verdict(self.counts)
        return self.verdict

    def counted_games(self, played: Mapping[int, Played]) -> dict[int, Played]:
        """The games that count: all of them or, once the match is decided, those that decided it."""
        if self.verdict is None:
            return dict(played)
        numbers = {fixture.number for pair in self.pairs[: self.done] for fixture in pair}
        return {number: game for number, game in played.items() if number in numbers}

    @property
    def llr(self) -> float:
        """The logarithm of how much more likely the pairs are under the second hypothesis."""
        return self.sprt.llr_of(self.counts)


def pairs(fixtures: Sequence[Fixture]) -> list[list[Fixture]]:
    """The fixtures, those of a pair together, in the order of the plan."""
    found: dict[int, list[Fixture]] = {}
    for fixture in fixtures:
        found.setdefault(fixture.pair, []).append(fixture)
    return list(found.values())


def pair_score(
    pair: Sequence[Fixture], played: Mapping[int, Played], first: int, second: int
) -> float | None:
    """The mean score of an agent against another in a pair; None while a game of it is missing or void."""
    scores = []
    for fixture in pair:
        game = played.get(fixture.number)
        if game is None or not game.counts:
            return None
        scores.append(game.score(fixture.seats.index(first), fixture.seats.index(second)))
    return mean(scores)


def pair_payoffs(pair: Sequence[Fixture], played: Mapping[int, Played], agent: int) -> list[float]:
    """What an agent was paid in each game of a pair between two.

    Nothing unless all of them have come to their ends, with payoffs that cancel.
    """
    paid = []
    for fixture in pair:
        game = played.get(fixture.number)
        if game is None or game.payoffs is None or len(game.payoffs) != 2 or abs(sum(game.payoffs)) > CANCELS:
            return []
        paid.append(game.payoffs[fixture.seats.index(agent)])
    return paid
