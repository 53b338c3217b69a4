"""The promises about what a search wants to know: features, estimates, and which moves to try first."""

from __future__ import annotations

import math
from collections.abc import Iterator

from outwit.check.values import CLOSE, alike, number, show
from outwit.check.visit import Visit
from outwit.game import defines


def features_have_names_and_weights(visit: Visit) -> Iterator[str]:
    if visit.over or not defines(visit.game, "features"):
        return
    names, weights = len(visit.game.feature_names), len(visit.game.weights)
    for player in visit.players:
        features = list(visit.ask("features", visit.state, player))
        if not len(features) == names == weights:
            yield (
                f"`features` gives {len(features)} numbers, `feature_names` has {names} and `weights` "
                f"{weights}; expected as many of each."
            )
        for feature in features:
            if not number(feature):
                yield f"`features` gives player {player} {show(feature)}; expected finite numbers."


def evaluate_gives_a_number(visit: Visit) -> Iterator[str]:
    for player in () if visit.over else visit.players:
        value = visit.ask("evaluate", visit.state, player)
        if not number(value):
            yield f"`evaluate` gives player {player} {show(value)}; expected a finite number."


def evaluate_tells_players_apart(visit: Visit) -> Iterator[str]:
    values = opposed_values(visit)
    if values and values[0] == values[1] != 0:
        yield (
            f"`evaluate` gives both players {values[0]:g}; in a zero-sum game what is good for one is bad "
            "for the other, so it must look at `player`."
        )


def evaluate_cancels(visit: Visit) -> Iterator[str]:
    values = opposed_values(visit)
    if values and not math.isclose(values[0], -values[1], rel_tol=CLOSE, abs_tol=CLOSE):
        yield (
            f"The game is zero-sum, and `evaluate` gives player 0 {values[0]:g} and player 1 {values[1]:g}; "
            f"expected {0 - values[0]:g} for player 1, or `zero_sum = False`."
        )


def hints_can_be_had(visit: Visit) -> Iterator[str]:
    if visit.decision:
        visit.ask("urgent", visit.state)
    for move in visit.some(visit.options) if visit.decision else ():
        late = visit.ask("late", visit.state, move)
        if not isinstance(late, int) or late < 0:
            yield f"`late` gives {show(late)} for {show(move)}; expected a whole number, 0 or more."
        if visit.ask("noisy", visit.state, move) and math.isnan(visit.ask("gain", visit.state, move)):
            yield f"`gain` gives no number for {show(move)}; expected the most that it can add."
        visit.ask("irreversible", visit.state, move)
        order = visit.ask("order", visit.state, move)
        if not number(order):
            yield f"`order` gives {show(order)} for {show(move)}; expected a finite number."


def opposed_values(visit: Visit) -> tuple[float, float] | None:
    """What the game's own estimate is for each of two players who see all and whose payoffs cancel.

    None where there are no such two, or no estimate: who does not see all may estimate what it sees.
    """
    game = visit.game
    estimates = defines(game, "evaluate") or defines(game, "features")
    if visit.over or not estimates or not game.zero_sum or game.players != 2 or game.hidden:
        return None
    return visit.ask("evaluate", visit.state, 0), visit.ask("evaluate", visit.state, 1)


def noisy_moves_are_moves(visit: Visit) -> Iterator[str]:
    """What `noisy_moves` yields is legal and, where the game gives both, what `noisy` is true of."""
    if not (visit.decision and defines(visit.game, "noisy_moves")):
        return
    listed = list(visit.ask("noisy_moves", visit.state))
    for move in listed:
        if move not in visit.options:
            yield f"`noisy_moves` yields {show(move)}, which `moves` does not; expected legal moves."
            return
    if defines(visit.game, "noisy"):
        noisy = [move for move in visit.options if visit.ask("noisy", visit.state, move)]
        apart = [move for move in visit.options if (move in listed) != (move in noisy)]
        if apart:
            yield f"`noisy_moves` and `noisy` disagree about {show(apart[0])}; expected the same moves."


def scale_is_a_length(visit: Visit) -> Iterator[str]:
    scale = visit.game.scale
    if not number(scale) or scale < 0:
        yield f"`scale` is {show(scale)}; expected a number, 0 or more: what a pawn is in units of payoff."


def passed_turns_are_given_up(visit: Visit) -> Iterator[str]:
    """After `passed`, somebody else is to act; it may also give the state itself, where none may pass."""
    if visit.decision and defines(visit.game, "passed"):
        after = visit.ask("passed", visit.state)
        given_up = visit.ask("over", after) or visit.ask("turn", after) != visit.turn
        if not given_up and not alike(after, visit.state):
            yield f"`passed` leaves player {visit.turn} to act; expected the turn to be given up."
