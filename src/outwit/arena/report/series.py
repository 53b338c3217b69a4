"""What is drawn of a tournament: scores as they develop, and nodes as a game goes on."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import mean

from outwit.arena.elo import estimate
from outwit.arena.played import Played
from outwit.arena.sprt_match import Trial, pair_score, pairs
from outwit.arena.standings import Standings

POINTS = 120
"""How many points of a line are drawn at most."""


@dataclass(frozen=True)
class Moment:
    """What was known of an agent's score after so many pairs."""

    pairs: int
    score: float
    low: float
    high: float


def pair_scores(standings: Standings) -> dict[int, list[float]]:
    """Each agent's part of the points in each pair that is complete, in the order of the plan."""
    found: dict[int, list[float]] = {agent: [] for agent in range(len(standings.tournament.agents))}
    for pair in pairs(standings.fixtures):
        games = [(fixture, standings.played.get(fixture.number)) for fixture in pair]
        if all(game is not None and game.counts for _, game in games):
            for agent in pair[0].seats:
                shares = [game.share(fixture.seats.index(agent)) for fixture, game in games if game]
                found[agent].append(mean(shares))
    return found


def running_mean(scores: Sequence[float]) -> list[Moment]:
    """How the mean score developed from pair to pair, with its interval of 95 %.

    >>> [moment.score for moment in running_mean([1, 0.5, 0])]
    [1.0, 0.75, 0.5]
    """
    step = -(-len(scores) // POINTS) or 1
    counts = [*range(1, len(scores), step), len(scores)] if scores else []
    found = []
    for count in counts:
        then = estimate(scores[:count])
        found.append(Moment(count, then.score, then.low, then.high))
    return found


def course_of(trial: Trial, played: Mapping[int, Played]) -> list[tuple[int, float]]:
    """How the log-likelihood ratio of a sequential test went: after how many pairs it was what."""
    counts: Counter[float] = Counter()
    found = []
    step = -(-trial.done // POINTS) or 1
    for done, pair in enumerate(trial.pairs[: trial.done], 1):
        score = pair_score(pair, played, 0, 1)
        if score is not None:
            counts[score] += 1
        if done % step == 0 or done == trial.done:
            found.append((done, trial.sprt.llr_of(counts)))
    return found


def nodes_by_move(standings: Standings) -> dict[int, list[tuple[float, float]]]:
    """For each agent that counts nodes, how many it visited at its first move of a game, its second, ...

    A point is the number of a move and the mean of all games that lasted so long; in very long games, several
    moves are one point. Where all move at once, nobody knows whose the nodes were.
    """
    visited: dict[int, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for fixture, game in standings.games():
        made = [0] * len(fixture.seats)
        for step in game.steps:
            by = step.get("by")
            if isinstance(by, int) and 0 <= by < len(made):
                made[by] += 1
                if "nodes" in step:
                    visited[fixture.seats[by]][made[by]].append(float(step["nodes"]))
    longest = max((max(moves) for moves in visited.values()), default=1)
    width = -(-longest // POINTS)
    return {
        agent: points
        for agent, moves in sorted(visited.items())
        if (points := [(x, y) for x, y in bin_means(moves, width) if y > 0])
    }


def bin_means(moves: dict[int, list[float]], width: int) -> list[tuple[float, float]]:
    """The mean of each so many moves that follow one another, at the middle of them.

    >>> bin_means({1: [10, 20], 2: [30], 3: [7]}, 2)
    [(1.5, 20.0), (3.0, 7.0)]
    """
    groups: dict[int, dict[int, list[float]]] = defaultdict(dict)
    for number in sorted(moves):
        groups[(number - 1) // width][number] = moves[number]
    return [
        (float(mean(group)), float(mean(nodes for each in group.values() for nodes in each)))
        for group in groups.values()
    ]
