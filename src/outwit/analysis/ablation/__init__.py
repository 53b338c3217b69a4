"""What each enhancement of alpha-beta is worth in a game: searches with it off, and with it alone on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from outwit.decision import Limit
from outwit.engine.alphabeta import AlphaBeta
from outwit.game import Game, State, defines
from outwit.random import Generator
from outwit.random_positions import random_position, refuse_finished
from outwit.search.alphabeta import has_noisy

SWITCHES = {
    "order": "order",
    "deepening": None,
    "table": None,
    "killers": None,
    "history": None,
    "refutation": None,
    "aspiration": None,
    "pvs": None,
    "etc": None,
    "iid": None,
    "clamp": "bounds",
    "quiescence": "noisy",
    "reductions": "late",
    "null": "passed",
    "futility": "scale",
    "delta": "gain",
    "extensions": "urgent",
}
"""The switches of alpha-beta, each with what a game must give for it to do anything."""

NEEDS = {
    "etc": ("table",),
    "iid": ("table",),
    "refutation": ("deepening",),
    "delta": ("quiescence",),
}
"""What must be on as well for a switch to do anything alone."""

EFFORT = 1_000_000
"""Without a depth, it is the greatest at which plain alpha-beta needs fewer nodes for the first position."""


@dataclass(frozen=True)
class Trial:
    """The positions searched with one choice of switches."""

    name: str
    """The switch that is off, or alone on; `all` and `plain` are the two extremes."""
    alone: bool
    nodes: int
    seconds: float
    values: tuple[float | None, ...]
    """What each position was found to be worth."""


@dataclass(frozen=True)
class Ablation:
    """All trials of a game."""

    depth: int
    positions: int
    everything: Trial
    plain: Trial
    off: tuple[Trial, ...]
    """With each switch off in turn, the others on."""
    alone: tuple[Trial, ...]
    """With each alone on."""

    def worth(self, trial: Trial) -> float:
        """How many times as many nodes it takes without the switch as with it."""
        return self.plain.nodes / trial.nodes if trial.alone else trial.nodes / self.everything.nodes


def switches(game: Game) -> list[str]:
    """The switches that can do anything in a game."""
    return [name for name, part in SWITCHES.items() if part is None or gives(game, part)]


def gives(game: Game, part: str) -> bool:
    """Does a game give a part of the contract that a switch needs?"""
    if part == "scale":
        return game.scale > 0
    return has_noisy(game) if part == "noisy" else defines(game, part)


def positions(game: Game, number: int, plies: int, seed: int = 0) -> list[State]:
    """Positions after some moves at random, none of them over."""
    refuse_finished(game)
    random = Generator(seed)
    return [random_position(game, random, plies) for _ in range(number)]


def ablate(
    game: Game,
    states: Sequence[State],
    depth: int | None = None,
    watch: Callable[[str], None] = lambda what: None,
    mb: int = 64,
) -> Ablation:
    """Search positions to a depth with everything on, with each switch off, with each alone, with none.

    >>> from outwit.games import find_game
    >>> game = find_game("nim")
    >>> [trial.name for trial in ablate(game, positions(game, 2, 1), depth=5).off][:4]
    ['deepening', 'table', 'killers', 'history']
    """
    names = switches(game)
    nothing = AlphaBeta.plain(mb=mb, strict=True)
    full = replace(nothing, **dict.fromkeys(names, True))  # type: ignore[arg-type]
    chosen = depth or fair_depth(game, states[0], nothing)

    def try_agent(name: str, agent: AlphaBeta, alone: bool) -> Trial:
        nodes, seconds, values = 0, 0.0, []
        for number, state in enumerate(states, 1):
            watch(f"{'only ' if alone else 'without '}{name}: {number} of {len(states)}")
            decision = agent.decide(game, state, Limit(depth=chosen))
            nodes, seconds = nodes + decision.nodes, seconds + decision.seconds
            values.append(decision.value)
        return Trial(name, alone, nodes, seconds, tuple(values))

    full.decide(game, states[0], Limit(nodes=1000))
    everything, plain = try_agent("all", full, alone=False), try_agent("plain", nothing, alone=True)
    off = [try_agent(name, replace(full, **{name: False}), alone=False) for name in names]  # type: ignore[arg-type]
    alone = [
        try_agent(name, replace(nothing, **dict.fromkeys((name, *NEEDS.get(name, ())), True)), alone=True)  # type: ignore[arg-type]
        for name in names
    ]
    return Ablation(chosen, len(states), everything, plain, tuple(off), tuple(alone))


def fair_depth(game: Game, state: State, plain: AlphaBeta) -> int:
    """The greatest depth that plain alpha-beta searches with a fair effort."""
    depth = 1
    while True:
        decision = plain.decide(game, state, Limit(depth=depth + 1))
        if decision.nodes > EFFORT or decision.exact:
            return depth
        depth += 1


def table(ablation: Ablation) -> Iterator[list[str]]:
    """The trials as rows: the switch, nodes and time without it, the change, and the same with it alone."""
    same = ablation.everything.values
    for first, second in [
        (ablation.everything, ablation.plain),
        *zip(ablation.off, ablation.alone, strict=True),
    ]:
        yield [
            "all, plain" if first is ablation.everything else first.name,
            *(f"{first.nodes:,}", f"{first.seconds:.2f}", f"{ablation.worth(first):.2f}"),
            "yes" if first.values == same else "no",
            *(f"{second.nodes:,}", f"{second.seconds:.2f}", f"{ablation.worth(second):.2f}"),
        ]


HEADINGS = ["switch", "without: nodes", "seconds", "times", "same value", "alone: nodes", "seconds", "saves"]
