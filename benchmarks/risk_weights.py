"""How the weights of Risk's evaluation were found: by who won games that scripts played.

Each turn of a game begins with a position of which every player's features are known, and in the end somebody
has won. The weights under which the winner is likeliest, of the players' weighed features as scores (softmax
regression), say what a feature is worth beside the others. None may be less than nothing. Divided by ten,
their sum keeps most estimates within the payoffs, and that is how they stand in the evaluation.

`python -m benchmarks.risk_weights` plays the games anew and prints them, in some minutes.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from rich.progress import track
from scipy.optimize import minimize

from outwit.game import CHANCE
from outwit.games.risk import Risk
from outwit.games.risk.board import PLACE, World
from outwit.random import Generator
from outwit.random_positions import random_step

GAMES, SEED = 1_000, 2
SCRIPTS = ("holder", "holder", "holder", "greedy", "turtle")
"""Those drawn for the seats of a game, the best the most often."""

NOISE = (0, 5, 15)
"""Of a hundred moves, so many are any move; one of these is drawn for each game."""

HELD_BACK = 5
"""One game of so many is not fitted, but tells how good the fit is."""


def positions(game: Risk, random: Generator) -> tuple[list[World], int]:
    """How each turn of one game began, and who won it; -1 if several did."""
    seats = [random.choice(SCRIPTS) for _ in range(game.players)]
    noise, state, begun = random.choice(NOISE), game.initial(), (-1, -1)
    found: list[World] = []
    while not game.over(state):
        if game.turn(state) == CHANCE:
            state = random_step(game, state, random)
            continue
        if state.phase == PLACE and begun != (state.round, state.turn):
            begun = state.round, state.turn
            found.append(state)
        if random.below(100) < noise:
            state = random_step(game, state, random)
        else:
            state = game.play(state, game.script(state, seats[state.turn], random))
    winners = [player for player in range(game.players) if game.payoff(state, player) > 0]
    return found, winners[0] if len(winners) == 1 else -1


def samples(game: Risk) -> Iterator[tuple[int, list[tuple[float, ...]], int, int]]:
    """The number of a game, the features of all players, who is to act, and who won."""
    for number in track(range(GAMES), "Games"):
        states, winner = positions(game, Generator(SEED * GAMES + number))
        for state in states if winner >= 0 else ():
            features = [tuple(game.features(state, player)) for player in range(game.players)]
            yield number, features, state.turn, winner


def main() -> None:
    """Play, fit and print."""
    game = Risk()
    numbers, features, turns, winners = (np.array(column) for column in zip(*samples(game), strict=True))
    alive = features[:, :, 1] > 0
    fitted = numbers % HELD_BACK != 0

    def loss(weights: np.ndarray, chosen: np.ndarray) -> float:
        """How surprising the winners are, in nats a position; whoever is to act has a bonus."""
        rows = np.arange(chosen.sum())
        scores = features[chosen] @ weights[:-1]
        scores[rows, turns[chosen]] += weights[-1]
        scores = np.where(alive[chosen], scores, -np.inf)
        scores -= scores.max(axis=1, keepdims=True)
        return float(np.mean(np.log(np.exp(scores).sum(axis=1)) - scores[rows, winners[chosen]]))

    count = features.shape[2] + 1
    found = minimize(loss, np.zeros(count), args=(fitted,), method="L-BFGS-B", bounds=[(0, None)] * count)
    print(f"{len(numbers):,} positions of {GAMES:,} games, seed {SEED}")
    for name, weight in zip((*game.feature_names, "to act"), found.x, strict=True):
        print(f"{name:12} {weight:6.2f}")
    print(f"loss {loss(found.x, ~fitted):.4f} on games held back; guessing {np.log(game.players):.4f}")


if __name__ == "__main__":
    main()
