"""Rule bindings: what a compiled search calls of a game, for player 0, or a default for what it lacks.

A search of one player against all others has that player for player 0, and the others for player 1.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from outwit.engine.compiler.codegen import inline
from outwit.engine.compiler.contract import NOTHING, repetition_rule
from outwit.engine.compiler.linker import Linked
from outwit.engine.compiler.memory import word_at
from outwit.engine.compiler.splitmix import ODD
from outwit.engine.compiler.states import mixer
from outwit.engine.kernels.control_block import At
from outwit.game import Game, defines


@inline
def spread(key):
    """A game's own key with its bits spread out: a table goes by the lowest ones."""
    key *= ODD
    return key ^ key >> 29


class Bindings(NamedTuple):
    """Compiled functions of the game, a state, perhaps a move, and mostly the control block."""

    side: Any
    """Who acts: `CHANCE`, or one of two players."""
    worth: Any
    """What the end of a game pays player 0."""
    key_of: Any
    repeat_of: Any
    """What a position is known by when it comes again."""
    final: Any
    """Can no earlier position come again after a move?"""
    stalled: Any
    """What the game pays where every move is forbidden."""
    guess: Any
    bounds_of: Any
    hint: Any
    noisy: Any
    gain: Any
    urgent: Any
    late: Any
    passed: Any


def rule_bindings(linked: Linked, coalition: bool = False) -> Bindings:
    """The rule bindings of a linked game; in a `coalition`, the observer is player 0, all others are 1."""
    game = linked.game
    names: dict[str, Any] = {"mix": mixer(linked.layout), "spread": spread, "word_at": word_at}
    who = f"word_at(control, {At.OBSERVER.value})" if coalition else "0"
    source = [
        "def side(game, state, control):",
        "    acting = int(game.turn(state))",
        f"    return acting if acting < 0 else int(acting != {who})" if coalition else "    return acting",
        "def worth(game, state, control):",
        f"    return float(game.payoff(state, {who}))",
        "def key_of(game, state):",
        "    return spread(int(game.key(state)))" if defines(game, "key") else "    return mix(state)",
        "def repeat_of(game, state):",
        *(
            ["    return int(game.repetition_key(state))"]
            if defines(game, "repetition_key")
            else ["    return int(game.key(state))" if defines(game, "key") else "    return mix(state)"]
        ),
        "def final(game, state, move):",
        *(
            ["    return bool(game.irreversible(state, move))"]
            if defines(game, "irreversible")
            else ["    return False"]
        ),
        "def stalled(game, state, control):",
        f"    return float(game.stalemate(state, {who}))" if defines(game, "stalemate") else "    return 0.0",
        "def guess(game, state, control):",
        *evaluation(linked, who),
        "def bounds_of(game, state, control):",
        *possible(game, who),
        "def hint(game, state, move, control):",
        "    return float(game.order(state, move))" if defines(game, "order") else "    return 0.0",
        "def noisy(game, state, move):",
        "    return bool(game.noisy(state, move))" if defines(game, "noisy") else "    return False",
        "def gain(game, state, move):",
        "    return float(game.gain(state, move))" if defines(game, "gain") else "    return 0.0",
        "def urgent(game, state):",
        "    return bool(game.urgent(state))" if defines(game, "urgent") else "    return False",
        "def late(game, state, move):",
        "    return int(game.late(state, move))" if defines(game, "late") else "    return 0",
        "def passed(game, state):",
        "    return game.passed(state)" if defines(game, "passed") else "    return state",
    ]
    # What a game does not give must not be there at all: numba compiles every branch.
    exec("\n".join(source), names)
    return Bindings(*(inline(names[name], **linked.options) for name in Bindings._fields))


def open_bounds(game: Game) -> str:
    """The bounds low and high as a search takes them: where a repeated position draws, that is possible."""
    if repetition_rule(game) == NOTHING:
        return "float(low), float(high)"
    return "min(float(low), 0.0), max(float(high), 0.0)"


def possible(game: Game, who: str) -> list[str]:
    """The body of a function that gives the bounds of a state for a player, `who` in its own words."""
    if not defines(game, "bounds"):
        return ["    return -1.0, 1.0"]
    return [f"    low, high = game.bounds(state, {who})", f"    return {open_bounds(game)}"]


def evaluation(linked: Linked, who: str) -> list[str]:
    """The body of a function that estimates a state for a player, `who` in its own words."""
    if defines(linked.game, "evaluate"):
        return [f"    return float(game.evaluate(state, {who}))"]
    if not defines(linked.game, "features"):
        return ["    return 0.0"]
    if who != "0":
        return weighing(linked.game, who)
    lines = ["    weights = game.weights"]
    for player in (0, 1):
        lines += [
            f"    features{player} = game.features(state, {player})",
            f"    sum{player} = 0.0",
            f"    for i in range({len(linked.game.weights)}):",
            f"        sum{player} += weights[i] * features{player}[i]",
        ]
    return [*lines, "    return sum0 - sum1"]


def weighing(game: Game, who: str) -> list[str]:
    """The body of a function that weighs features: a player's own, less the mean of the others'."""
    return [
        f"    player = {who}",
        "    weights = game.weights",
        "    own, rest = 0.0, 0.0",
        f"    for other in range({game.players}):",
        "        features = game.features(state, other)",
        "        total = 0.0",
        f"        for i in range({len(game.weights)}):",
        "            total += weights[i] * features[i]",
        "        if other == player:",
        "            own = total",
        "        else:",
        "            rest += total",
        f"    return own - rest / {game.players - 1}" if game.players > 1 else "    return own",
    ]
