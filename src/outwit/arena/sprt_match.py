"""A match that ends as soon as it is decided: the sequential test, bout by bout."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import mean

from outwit.arena.plan import Fixture, Tournament
from outwit.arena.played import Played
from outwit.arena.sprt import Sprt


class Trial:
    """The sequential test of a match under way.

    It goes through the bouts in the order of the plan, whichever of them was played first, so that it comes
    to the same end on every machine.
    """

    def __init__(self, tournament: Tournament) -> None:
        self.sprt = Sprt(**tournament.sprt)
        self.bouts = bouts(tournament.fixtures())
        self.counts: Counter[float] = Counter()
        """How often each score of a bout has occurred, for the first agent."""
        self.done = 0
        """How many bouts it has gone through."""
        self.verdict: str | None = None
        """What it has accepted: H0, H1, or nothing yet."""

    def advance(self, played: Mapping[int, Played]) -> str | None:
        """Go through the bouts that are complete now, until one decides."""
        while self.verdict is None and self.done < len(self.bouts):
            bout = self.bouts[self.done]
            if not all(fixture.number in played for fixture in bout):
                break
            self.done += 1
            score = bout_score(bout, played, 0, 1)
            if score is not None:
                self.counts[score] += 1
                self.verdict = self.sprt.verdict(self.counts)
        return self.verdict

    def counted(self, played: Mapping[int, Played]) -> dict[int, Played]:
        """The games that count: all of them or, once the match is decided, those that decided it."""
        if self.verdict is None:
            return dict(played)
        numbers = {fixture.number for bout in self.bouts[: self.done] for fixture in bout}
        return {number: game for number, game in played.items() if number in numbers}

    @property
    def llr(self) -> float:
        """The logarithm of how much more likely the bouts are under the second hypothesis."""
        return self.sprt.llr_of(self.counts)


def bouts(fixtures: Sequence[Fixture]) -> list[list[Fixture]]:
    """The fixtures, those of a bout together, in the order of the plan."""
    found: dict[int, list[Fixture]] = {}
    for fixture in fixtures:
        found.setdefault(fixture.bout, []).append(fixture)
    return list(found.values())


def bout_score(
    bout: Sequence[Fixture], played: Mapping[int, Played], first: int, second: int
) -> float | None:
    """The mean score of an agent against another in a bout; None while a game of it is missing or void."""
    scores = []
    for fixture in bout:
        game = played.get(fixture.number)
        if game is None or not game.counts:
            return None
        scores.append(game.score(fixture.seats.index(first), fixture.seats.index(second)))
    return mean(scores)
