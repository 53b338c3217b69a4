"""Rule bindings: what a compiled search calls of a game, for player 0, or a default for what it lacks."""

from __future__ import annotations

from typing import Any, NamedTuple

from outwit.engine.compiler.codegen import inline
from outwit.engine.compiler.contract import NOTHING, repetition_rule
from outwit.engine.compiler.linker import Linked
from outwit.engine.compiler.splitmix import ODD
from outwit.engine.compiler.states import mixer
from outwit.game import Game, defines


@inline
def spread(key):
    """A game's own key with its bits spread out: a table goes by the lowest ones."""
    key *= ODD
    return key ^ key >> 29


class Bindings(NamedTuple):
    """Compiled functions of the game, a state and perhaps a move."""

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
    late: Any
    passed: Any


def rule_bindings(linked: Linked) -> Bindings:
    """The rule bindings of a linked game."""
    game = linked.game
    names: dict[str, Any] = {"mix": mixer(linked.layout), "spread": spread}
    source = [
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
        "def stalled(game, state):",
        "    return float(game.stalemate(state, 0))" if defines(game, "stalemate") else "    return 0.0",
        "def guess(game, state):",
        *evaluation(linked),
        "def bounds_of(game, state):",
        *(
            ("    low, high = game.bounds(state, 0)", f"    return {open_bounds(game)}")
            if defines(game, "bounds")
            else ("    return -1.0, 1.0",)
        ),
        "def hint(game, state, move):",
        "    return float(game.order(state, move))" if defines(game, "order") else "    return 0.0",
        "def noisy(game, state, move):",
        "    return bool(game.noisy(state, move))" if defines(game, "noisy") else "    return False",
        "def late(game, state, move):",
        "    return bool(game.late(state, move))" if defines(game, "late") else "    return False",
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


def evaluation(linked: Linked) -> list[str]:
    """The body of a function that estimates a state for player 0."""
    if defines(linked.game, "evaluate"):
        return ["    return float(game.evaluate(state, 0))"]
    if not defines(linked.game, "features"):
        return ["    return 0.0"]
    lines = ["    weights = game.weights"]
    for player in (0, 1):
        lines += [
            f"    features{player} = game.features(state, {player})",
            f"    sum{player} = 0.0",
            f"    for i in range({len(linked.game.weights)}):",
            f"        sum{player} += weights[i] * features{player}[i]",
        ]
    return [*lines, "    return sum0 - sum1"]
