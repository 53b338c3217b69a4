"""How a tournament stands: who has met whom, with what result, and what that says of their strength."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from statistics import fmean
from typing import Any

from outwit.arena.elo import Estimate, Mean, estimate, mean_of
from outwit.arena.plan import Fixture, Tournament
from outwit.arena.played import Played
from outwit.arena.ratings import Rating, ratings
from outwit.arena.sprt_match import Trial, pair_payoffs, pair_score, pairs
from outwit.games import names_in_json


@dataclass(frozen=True)
class Line:
    """What an agent has done in all its games."""

    agent: int
    name: str
    games: int
    wins: int
    """Games in which it did better than everybody else."""
    draws: int
    """Games in which others did as well, and nobody better."""
    losses: int
    points: float
    """Of each game's point the part that it had: all of it for a win, for a draw as much as the others."""
    faults: int
    """How many games it lost by a crash, an illegal move or a time-out."""
    moves: int
    nodes: int
    seconds: float

    @property
    def score(self) -> float:
        """The part of the points of its games; 1/2 if there are none."""
        return self.points / self.games if self.games else 0.5

    @property
    def nodes_per_move(self) -> float:
        """How many positions a decision took on average."""
        return self.nodes / self.moves if self.moves else 0.0

    @property
    def seconds_per_move(self) -> float:
        """How long a decision took on average."""
        return self.seconds / self.moves if self.moves else 0.0


@dataclass(frozen=True)
class Meeting:
    """How two agents have fared against each other, seen by the first."""

    first: int
    second: int
    wins: int
    draws: int
    losses: int
    pairs: tuple[float, ...]
    """The mean score of each pair that is complete: the unit of the statistics, as its games are no
    independent evidence of strength."""
    winnings: tuple[float, ...] = ()
    """What the first was paid a game, on average, in each pair that is complete and that nobody spoilt."""
    staked: bool = False
    """Is more won in some games than in others? Then a score does not tell how much."""

    @cached_property
    def estimate(self) -> Estimate:
        """The score, its interval, and what it means in Elo."""
        return estimate(self.pairs)

    @cached_property
    def gain(self) -> Mean | None:
        """What the first is paid a game, where some games are worth more than others."""
        return mean_of(self.winnings) if self.staked and len(self.winnings) > 1 else None


class Standings:
    """A tournament and the games of it that have been played so far."""

    def __init__(self, tournament: Tournament, played: Iterable[Played], trial: Trial | None = None) -> None:
        self.tournament = tournament
        self.fixtures = tournament.fixtures()
        found = {game.number: game for game in sorted(played, key=lambda game: game.number)}
        self.trial = trial or (Trial(tournament) if tournament.sprt else None)
        """The sequential test, if there is one."""
        if self.trial is not None:
            self.trial.advance(found)
        self.played = self.trial.counted_games(found) if self.trial else found
        """The games that count, by number: with a sequential test, those until it came to its end."""
        self.void = [game for game in self.played.values() if not game.counts]
        """Games in which the rules themselves broke down."""

    @property
    def verdict(self) -> str | None:
        """What the sequential test has accepted, if it has: H0 or H1."""
        return None if self.trial is None else self.trial.verdict

    @property
    def finished(self) -> bool:
        """Is there nothing left to play?"""
        return self.verdict is not None or len(self.played) == len(self.fixtures)

    @cached_property
    def lines(self) -> list[Line]:
        """What each agent has done, the best first."""
        lines = [self.line(agent) for agent in range(len(self.tournament.agents))]
        strength = {agent: rating.elo for agent, rating in enumerate(self.ratings)}
        return sorted(lines, key=lambda line: (-strength[line.agent], line.agent))

    def line(self, agent: int) -> Line:
        """What an agent has done."""
        wins = draws = games = faults = moves = nodes = 0
        points = seconds = 0.0
        for fixture, game in self.games():
            if agent not in fixture.seats or not game.counts:
                continue
            seat = fixture.seats.index(agent)
            share = game.share(seat)
            wins += share == 1
            draws += 0 < share < 1
            points += share
            games += 1
            faults += game.culprit == seat
            moves += game.moves[seat]
            nodes += game.nodes[seat]
            seconds += game.seconds[seat]
        name = self.tournament.names[agent]
        losses = games - wins - draws
        return Line(agent, name, games, wins, draws, losses, points, faults, moves, nodes, seconds)

    def games(self) -> list[tuple[Fixture, Played]]:
        """The games that have been played, each with its fixture."""
        return [(self.fixtures[number], game) for number, game in self.played.items()]

    @cached_property
    def meetings(self) -> dict[tuple[int, int], Meeting]:
        """How each two agents that have met fared, the one with the lower number first."""
        results: dict[tuple[int, int], Counter[float]] = {}
        scores: dict[tuple[int, int], list[float]] = {}
        paid: dict[tuple[int, int], list[float]] = {}
        stakes: dict[tuple[int, int], set[float]] = {}
        for pair in pairs(self.fixtures):
            for first, second in combinations(sorted(pair[0].seats), 2):
                for fixture in pair:
                    game = self.played.get(fixture.number)
                    if game is not None and game.counts:
                        result = game.score(fixture.seats.index(first), fixture.seats.index(second))
                        results.setdefault((first, second), Counter())[result] += 1
                score = pair_score(pair, self.played, first, second)
                if score is not None:
                    scores.setdefault((first, second), []).append(score)
                payoffs = pair_payoffs(pair, self.played, first)
                if payoffs:
                    paid.setdefault((first, second), []).append(fmean(payoffs))
                    stakes.setdefault((first, second), set()).update(abs(each) for each in payoffs if each)
        return {
            pair: Meeting(
                *pair,
                *(counts[1.0], counts[0.5], counts[0.0]),
                tuple(scores.get(pair, ())),
                tuple(paid.get(pair, ())),
                len(stakes.get(pair, ())) > 1,
            )
            for pair, counts in results.items()
        }

    @cached_property
    def ratings(self) -> list[Rating]:
        """The agents' strengths by Bradley and Terry's model, by their numbers."""
        met, of_pair = [], []
        for number, pair in enumerate(pairs(self.fixtures)):
            for first, second in combinations(sorted(pair[0].seats), 2):
                score = pair_score(pair, self.played, first, second)
                if score is not None:
                    met.append((first, second, score))
                    of_pair.append(number)
        return ratings(len(self.tournament.agents), met, pairs=of_pair)

    def to_json(self) -> dict[str, Any]:
        """The standings as plain data."""
        names = self.tournament.names
        data: dict[str, Any] = {
            **names_in_json(self.tournament.game),
            "form": self.tournament.form,
            "seed": self.tournament.seed,
            "played": len(self.played),
            "planned": len(self.fixtures),
            "agents": [
                {
                    "agent": line.name,
                    "games": line.games,
                    "wins": line.wins,
                    "draws": line.draws,
                    "losses": line.losses,
                    "points": line.points,
                    "faults": line.faults,
                    "score": line.score,
                    "rating": rating_to_json(self.ratings[line.agent]),
                    "moves": line.moves,
                    "nodes": line.nodes,
                    "nodes_per_move": line.nodes_per_move,
                    "seconds_per_move": line.seconds_per_move,
                }
                for line in self.lines
            ],
            "meetings": [
                {
                    "first": names[meeting.first],
                    "second": names[meeting.second],
                    "wins": meeting.wins,
                    "draws": meeting.draws,
                    "losses": meeting.losses,
                    "pairs": len(meeting.pairs),
                    **estimate_to_json(meeting.estimate),
                    **gain_to_json(meeting.gain),
                }
                for meeting in self.meetings.values()
            ],
            "faults": [game.fault for game in self.played.values() if game.fault],
        }
        if self.trial is not None:
            data["sprt"] = {**self.trial.sprt.to_json(), "verdict": self.verdict, "llr": self.trial.llr}
        return data


def estimate_to_json(found: Estimate) -> dict[str, Any]:
    """An estimate as plain data; what is infinite is left open."""
    return {
        "score": found.score,
        "score_interval": [found.low, found.high],
        "elo": finite(found.elo),
        "elo_interval": [finite(found.elo_low), finite(found.elo_high)],
        "superiority": found.superiority,
    }


def gain_to_json(found: Mean | None) -> dict[str, Any]:
    """What is paid a game as plain data, where it tells more than the score."""
    return {} if found is None else {"payoff": found.mean, "payoff_interval": [found.low, found.high]}


def rating_to_json(rating: Rating) -> dict[str, Any]:
    """A rating as plain data."""
    return {"elo": finite(rating.elo), "interval": [finite(rating.low), finite(rating.high)]}


def finite(figure: float) -> float | None:
    """A figure for JSON, which knows no infinity."""
    return figure if abs(figure) < float("inf") else None
