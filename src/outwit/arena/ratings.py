"""Ratings of all agents of a tournament from all its pairs: Bradley and Terry's model, with intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from scipy.sparse.csgraph import connected_components
from scipy.special import expit, log_expit, stdtrit

from outwit.arena.elo import SCALE, check_scores
from outwit.errors import OutwitError

Matrix: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.float64]]
Vector: TypeAlias = np.ndarray[tuple[int], np.dtype[np.float64]]
Numbers: TypeAlias = np.ndarray[tuple[int], np.dtype[np.intp]]

Result: TypeAlias = tuple[int, int, float]
"""A pair: the numbers of two agents, and the score of the first against the second."""

PRIOR = 0.25
"""How many virtual draws each agent is given."""


@dataclass(frozen=True)
class Rating:
    """How strong an agent is, in Elo above the middle of all."""

    elo: float
    """The likeliest strength."""

    low: float
    """The least that it may well be; minus infinity without any pair."""

    high: float
    """The most that it may well be; infinity without any pair."""


@dataclass(frozen=True, eq=False)
class Fit:
    """The likeliest strengths, on the scale of the logarithm of the odds, and how uncertain they are.

    Strengths are known but for a constant and given with mean 0; so are both covariances.
    """

    strengths: Vector
    """A figure for each agent."""

    information: Matrix
    """Fisher's information about each two strengths, if every pair were a toss of a coin."""

    meat: Matrix
    """The same as the pairs bear it out: how far each went from what was to be expected, squared."""

    @property
    def model_covariance(self) -> Matrix:
        """The covariance of the strengths, if every pair were a toss of a coin; most pairs vary less."""
        whole = np.full_like(self.information, 1 / len(self.strengths))
        return np.asarray(np.linalg.inv(self.information + whole) - whole)

    @property
    def weights(self) -> Vector:
        """How much is known of each agent, as a part of the whole."""
        known = np.diagonal(self.information)
        return np.asarray(known / known.sum())

    @property
    def covariance(self) -> Matrix:
        """The covariance by the sandwich of Huber and White: the strengths vary as much as the pairs do."""
        bread = self.model_covariance
        return np.asarray(bread @ self.meat @ bread)


def ratings(
    agents: int,
    results: Sequence[Result],
    prior: float = PRIOR,
    confidence: float = 0.95,
    pairs: Sequence[int] | None = None,
) -> list[Rating]:
    """A rating for each agent, with the interval of its distance from the middle of all.

    The middle is a mean in which each agent weighs as much as is known of it: how far one that loses
    everything is below the others is not known, and that must not make their intervals wide. Whoever has
    played no pair is put in the middle, and nothing is claimed about it. Where more than two play, a pair
    gives a result for each two of them, and these go together: `pairs` then says which pair each is of.

    >>> [round(each.elo) for each in ratings(2, [(0, 1, 1.0), (0, 1, 0.5), (1, 0, 0.25), (1, 0, 0.25)])]
    [89, -89]
    """
    if not 0 < confidence < 1:
        raise OutwitError(f"{confidence} is not a confidence; give a number between 0 and 1, such as 0.95.")
    record = make_record(agents, results, pairs)
    played = np.unique(np.concatenate((record.first, record.second)))
    rated = [Rating(0.0, -math.inf, math.inf)] * agents
    if len(played) == 0:
        return rated
    record = record.among(played)
    found = fit_strengths(record, prior)
    freedom = np.maximum(record.pairs_of_each() - 1, 1)
    centred = np.eye(len(played)) - found.weights
    varying = np.diagonal(centred @ found.covariance @ centred.T)
    reach = stdtrit(freedom, 0.5 + confidence / 2) * np.sqrt(varying)
    for agent, middle, either in zip(played, SCALE * centred @ found.strengths, SCALE * reach, strict=True):
        rated[agent] = Rating(float(middle), float(middle - either), float(middle + either))
    return rated


def fit(
    agents: int, results: Sequence[Result], prior: float = PRIOR, pairs: Sequence[int] | None = None
) -> Fit:
    """The strengths for which the pairs, and the virtual draws, are likeliest.

    An agent beats another as often as Bradley and Terry (Biometrika 39, 1952) suppose; a draw is half a win
    and half a loss. Each agent is given `prior` draws, spread evenly over all the others: they keep at a
    finite distance those who won everything and those who lost everything, and tie together groups that never
    met. Without them the fit is the plain maximum likelihood, where there is one.
    """
    return fit_strengths(make_record(agents, results, pairs), prior)


@dataclass(frozen=True, eq=False)
class Record:
    """Results in columns, an entry for each."""

    agents: int
    """How many agents there are, whether they played or not."""

    first: Numbers
    """One agent."""

    second: Numbers
    """The other."""

    scores: Vector
    """The score of the one against the other."""

    pairs: Numbers
    """The pair that the result is of; numbers from 0, none left out."""

    def among(self, agents: Numbers) -> Record:
        """The same with only these agents, who must be all that played, numbered anew."""
        first, second = np.searchsorted(agents, self.first), np.searchsorted(agents, self.second)
        return Record(len(agents), first, second, self.scores, self.pairs)

    def sum_by_pairing(self, values: Vector, others: Vector) -> Matrix:
        """Values added up by who had them against whom: the first agents' values, and the others'."""
        table = np.zeros((self.agents, self.agents))
        np.add.at(table, (self.first, self.second), values)
        np.add.at(table, (self.second, self.first), others)
        return table

    def by_pair(self, values: Vector, others: Vector) -> Matrix:
        """Values added up by pair and agent."""
        table = np.zeros((self.pairs.max(initial=-1) + 1, self.agents))
        np.add.at(table, (self.pairs, self.first), values)
        np.add.at(table, (self.pairs, self.second), others)
        return table

    def pairs_of_each(self) -> Numbers:
        """In how many pairs each agent took part."""
        once = np.ones(len(self.scores))
        return np.asarray(np.count_nonzero(self.by_pair(once, once), axis=0))


def make_record(agents: int, results: Sequence[Result], pairs: Sequence[int] | None = None) -> Record:
    """Results in columns, after a look at whether they can be used."""
    columns = np.array([(a, b) for a, b, _ in results], dtype=np.intp).reshape(-1, 2)
    scores = np.array([score for _, _, score in results], dtype=float)
    check_scores(scores)
    strangers = columns[(columns < 0) | (columns >= agents)]
    if len(strangers):
        raise OutwitError(
            f"There is no agent number {strangers[0]}; they are numbered from 0 to {agents - 1}."
        )
    first, second = columns.T
    if (first == second).any():
        raise OutwitError("A pair is between two agents; one was given as its own opponent.")
    if pairs is not None and len(pairs) != len(scores):
        raise OutwitError(f"{len(scores)} results need as many numbers of pairs, not {len(pairs)}.")
    labels = np.arange(len(scores)) if pairs is None else np.unique(pairs, return_inverse=True)[1]
    return Record(agents, first, second, scores, labels)


def fit_strengths(record: Record, prior: float) -> Fit:
    """The likeliest strengths by Newton's method; the likelihood is concave."""
    if not 0 <= prior < math.inf:
        raise OutwitError(f"prior={prior:g} is no number of virtual draws; give 0 or more.")
    number = record.agents
    virtual = (np.ones((number, number)) - np.eye(number)) * (prior / max(number - 1, 1))
    played = virtual + record.sum_by_pairing(np.ones(len(record.scores)), np.ones(len(record.scores)))
    won = virtual / 2 + record.sum_by_pairing(record.scores, 1 - record.scores)
    if number and connected_components(won > 0, connection="strong")[0] > 1:
        raise OutwitError(
            "The distance between some agents is left open, as one won everything or they never met; "
            "give a prior above 0."
        )
    strengths = likeliest(played, won)
    chances = expit(strengths[:, None] - strengths)
    surprise = record.scores - chances[record.first, record.second]
    pull = record.by_pair(surprise, -surprise)
    meat = pull.T @ pull + laplacian(virtual * (chances**2 + chances.T**2) / 2)
    return Fit(strengths, laplacian(played * chances * chances.T), meat)


def likeliest(played: Matrix, won: Matrix) -> Vector:
    """The strengths, with mean 0, under which it is likeliest that so much is won of what is played."""
    strengths: Vector = np.zeros(len(played))
    whole = np.full_like(played, 1 / max(len(played), 1))

    def likelihood(strengths: Vector) -> float:
        return float((won * log_expit(strengths[:, None] - strengths)).sum())

    for _ in range(200):
        chances = expit(strengths[:, None] - strengths)
        uphill = (won - played * chances).sum(axis=1)
        step = np.linalg.solve(laplacian(played * chances * chances.T) + whole, uphill)
        if np.abs(step).max(initial=0) < 1e-11:
            break
        least = likelihood(strengths) - 1e-9 * played.sum()
        while likelihood(strengths + step) < least:
            step /= 2
        strengths = strengths + step
    return strengths


def laplacian(weights: Matrix) -> Matrix:
    """The matrix of the sum of weighted squared differences between each two agents."""
    return np.asarray(np.diag(weights.sum(axis=1)) - weights)
