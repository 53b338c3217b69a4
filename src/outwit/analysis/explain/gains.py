"""What one line has over another, feature by feature."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from outwit.game import Game, State, defines
from outwit.repetition import Remembering

RESULT = "result of the game"
"""What ends of lines count for that are ends of the game: their payoff."""

REST = "everything else"
"""What an estimate holds that is not in the features."""


@dataclass(frozen=True)
class Gain:
    """What the chosen line has over the alternative by one feature."""

    feature: str
    """As the game names it."""

    gain: float
    """In payoff units: the feature's difference times its weight."""

    weight: float = 1.0

    chosen: float = 0.0
    """The feature at the end of the chosen line, own less the others' mean; an average where chance acts."""

    alternative: float = 0.0
    """The same at the end of the other line."""


def find_gains(
    game: Game,
    chosen: Sequence[tuple[float, State]],
    alternative: Sequence[tuple[float, State]],
    player: int,
) -> tuple[Gain, ...]:
    """What a player has more at some ends than at others, the largest difference first.

    Ends are states and how likely they are. The gains add up to the difference between what the ends look
    like on average, `looks`; those of zero are left out.
    """
    names = [*feature_names(game), RESULT, REST]
    weights = [*game.weights[: len(names) - 2], 1.0, 1.0]
    here, there = (mean_features(game, ends, player) for ends in (chosen, alternative))
    gains = [
        Gain(name, weight * (mine - other), weight, mine, other)
        for name, weight, mine, other in zip(names, weights, here, there, strict=True)
    ]
    told = [gain for gain in gains if abs(gain.gain) > (1e-9 if gain.feature == REST else 0.0)]
    return tuple(sorted(told, key=lambda gain: -abs(gain.gain)))


def mean_features(game: Game, ends: Sequence[tuple[float, State]], player: int) -> list[float]:
    """Each feature at the ends, own less the others' mean; then the result, then everything else."""
    names = feature_names(game)
    features, result, rest = [0.0] * len(names), 0.0, 0.0
    for probability, state in ends:
        if game.over(state):
            result += probability * game.payoff(state, player)
            continue
        here = relative_features(game, state, player) if names else []
        features = [sum_ + probability * feature for sum_, feature in zip(features, here, strict=True)]
        weighed = sum(weight * feature for weight, feature in zip(game.weights, here, strict=False))
        rest += probability * (estimate(game, state, player) - weighed)
    return [*features, result, rest]


def relative_features(game: Game, state: State, player: int) -> list[float]:
    """A player's features less the mean of the others'."""
    own = list(game.features(state, player))
    others = [list(game.features(state, other)) for other in range(game.players) if other != player]
    if not others:
        return own
    return [mine - sum(theirs) / len(others) for mine, *theirs in zip(own, *others, strict=True)]


def looks(game: Game, ends: Sequence[tuple[float, State]], player: int) -> float:
    """What ends look like to a player on average; where the game is over, what they are."""
    return sum(
        probability * (game.payoff(state, player) if game.over(state) else estimate(game, state, player))
        for probability, state in ends
    )


def estimate(game: Game, state: State, player: int) -> float:
    """What a search takes a state to be worth where it stops, kept within the game's bounds."""
    opposed = game.players == 2 and game.zero_sum
    seen_by = 0 if opposed else player
    low, high = game.bounds(state, seen_by)
    value = min(max(game.evaluate(state, seen_by), low), high)
    return -value if opposed and player == 1 else value


def feature_names(game: Game) -> list[str]:
    """What the game's features are called, underscores read as spaces; none in a game without features."""
    rules = game.game if isinstance(game, Remembering) else game
    if not defines(rules, "features"):
        return []
    return [name.replace("_", " ") for name in rules.feature_names]


def estimates(game: Game) -> bool:
    """Does the game say anything about a position that is not the end?"""
    rules = game.game if isinstance(game, Remembering) else game
    return defines(rules, "evaluate") or defines(rules, "features")
