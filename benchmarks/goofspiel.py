"""How far simultaneous-move tree search is from an equilibrium in goofspiel with four cards.

In every position the strategy is asked for of which a move would be drawn, and what a best response wins
from all of them is computed exactly, over the whole game. `python -m benchmarks.goofspiel` draws the plot
that is in docs/tron.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from benchmarks.figure import Figure
from outwit import SMMCTS, Limit, find_game
from outwit.equilibrium.best_response import Play, exploitability_by_rules
from outwit.equilibrium.picture import exploitability_picture
from outwit.game import Game, Move, State

GAME = "goofspiel:cards=4"

SELECTIONS = {"regret": "regret matching", "exp3": "Exp3", "duct": "decoupled UCT"}

SIMULATIONS = (30, 100, 300, 1_000, 3_000, 10_000, 30_000)

SEEDS = 3
"""With so many seeds each is asked; the exploitabilities are averaged."""

PICTURE = Path(__file__).parent.parent / "docs" / "pictures" / "smmcts.svg"


def run(quick: bool) -> Iterator[Figure]:
    """Uniform play first, then each selection with few simulations and with many."""
    game = find_game(GAME)
    few, many = (100, 1_000) if quick else (300, 10_000)
    uniform = exploitability_by_rules(game, uniform_play(game))
    for select, name in SELECTIONS.items():
        agent = SMMCTS(select=select)  # type: ignore[arg-type]
        before, after = (exploitability(game, agent, simulations, 1) for simulations in (few, many))
        what = f"Goofspiel with 4 cards, exploitability of {name}"
        yield Figure(f"{what}, {few:,} simulations", before, "a game", uniform, "uniform play")
        most = before if select != "duct" else None
        yield Figure(f"{what}, {many:,} simulations", after, "a game", uniform, "uniform play", at_most=most)


def uniform_play(game: Game) -> Play:
    """Every move as likely as the other."""

    def play(state: State, player: int) -> Mapping[Move, float]:
        moves = list(game.moves_for(state, player))
        return {move: 1 / len(moves) for move in moves}

    return play


def play_of(game: Game, agent: SMMCTS, simulations: int) -> Play:
    """The strategies of an agent, each asked for once."""
    known: dict[tuple[State, int], Mapping[Move, float]] = {}

    def play(state: State, player: int) -> Mapping[Move, float]:
        if (state, player) not in known:
            decision = agent.decide(game, state, Limit(simulations=simulations), player=player)
            known[state, player] = {each.move: each.probability or 0.0 for each in decision.candidates}
        return known[state, player]

    return play


def exploitability(game: Game, agent: SMMCTS, simulations: int, seeds: int) -> float:
    """What best responses win from an agent on average, over so many seeds."""
    found = (
        exploitability_by_rules(game, play_of(game, replace(agent, seed=seed), simulations))
        for seed in range(1, seeds + 1)
    )
    return sum(found) / seeds


def main() -> None:
    """Measure, print and draw."""
    game = find_game(GAME)
    lines = []
    for select, name in SELECTIONS.items():
        points = []
        for simulations in SIMULATIONS:
            found = exploitability(game, SMMCTS(select=select), simulations, SEEDS)  # type: ignore[arg-type]
            print(f"{name}, {simulations:,} simulations: {found:.5f}", flush=True)
            points.append((float(simulations), found))
        lines.append((name, points))
    picture = exploitability_picture(lines, "Goofspiel, 4 cards: exploitability", "simulations a decision")
    PICTURE.write_text(picture.svg(), "utf-8")


if __name__ == "__main__":
    main()
