"""Strategies of a game in sequence form as policies, and policies as strategies."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version

import numpy as np

from outwit.equilibrium.policy import (
    DIGITS,
    Policy,
    Provenance,
    after,
    as_text,
    further,
    move_names,
)
from outwit.equilibrium.sequence_form import Unfolded
from outwit.equilibrium.strategies import Strategies, normalize
from outwit.games import game_spec


def policy_of(game: Unfolded, strategies: Strategies, origin: Provenance) -> Policy:
    """Strategies found in a game as a policy that can be saved."""
    found = []
    for player, side in enumerate(game.sides):
        choices: dict[str, Mapping[str, float]] = {}
        for number, known in enumerate(knowledge(game, player)):
            names = move_names(game.game, side.states[number], side.moves[number])
            shares = strategies[player][side.first[number] : side.first[number + 1]]
            choices[known] = {
                name: round(float(share), DIGITS) for name, share in zip(names, shares, strict=True)
            }
        found.append(choices)
    return Policy(origin, tuple(found))


def origin_of(
    game: Unfolded,
    algorithm: str,
    iterations: int,
    seed: int | None,
    exploitability: float,
    value: float,
    command: str = "",
) -> Provenance:
    """Where a policy comes from that was found in a game by an algorithm."""
    try:
        outwit = version("outwit")
    except PackageNotFoundError:  # run from its source
        outwit = ""
    spec, rules = game_spec(game.game.unwrapped), digest(game)
    return Provenance(spec, rules, algorithm, iterations, seed, exploitability, value, command, outwit)


def strategies_of(policy: Policy, game: Unfolded) -> Strategies:
    """A policy in sequence form; refused if it was made of other rules."""
    policy.require(game.game)
    policy.require_rules(digest(game))
    found = []
    for player, side in enumerate(game.sides):
        weights = np.zeros(side.sequences)
        for number, known in enumerate(knowledge(game, player)):
            names = move_names(game.game, side.states[number], side.moves[number])
            choices = policy.choices[player].get(known, {})
            weights[side.first[number] : side.first[number + 1]] = [choices.get(each, 0.0) for each in names]
        found.append(normalize(side, weights))
    return found[0], found[1]


def digest(game: Unfolded) -> str:
    """A digest of what players know, may do and get in a game, however its rules are written."""
    content = hashlib.sha256()
    for player, side in enumerate(game.sides):
        for number, known in enumerate(knowledge(game, player)):
            names = move_names(game.game, side.states[number], side.moves[number])
            content.update(repr((known, list(names), int(side.parent[number]))).encode())
        for each in (side.ends.starts, side.ends.others):
            content.update(each.astype("<u4").tobytes())
        content.update((np.round(side.ends.payoffs, 9) + 0.0).astype("<f8").tobytes())
    return content.hexdigest()[:16]


def knowledge(game: Unfolded, player: int) -> list[str]:
    """The same for each information set of a player."""
    side = game.sides[player]
    if game.game.hidden:
        return [as_text(each) for each in side.observations]
    pasts = {0: ""}
    found = []
    for number, state in enumerate(side.states):
        past = pasts[int(side.parent[number])]
        found.append(after(past, state))
        beyond = further(past, state)
        pasts |= dict.fromkeys(range(int(side.first[number]), int(side.first[number + 1])), beyond)
    return found
