"""`outwit tournament`: several agents, everybody against everybody or one against all others."""

from __future__ import annotations

from typing import Annotated

import typer

from outwit.cli.arguments import GameArgument, JsonOption, require_game
from outwit.cli.contest import (
    AgentsArgument,
    ClusterOption,
    GamesOption,
    OpeningsOption,
    PliesOption,
    ReportOption,
    ResumeOption,
    SeedOption,
    StoreOption,
    ThinkOption,
    TimeoutOption,
    WorkersOption,
)


def run(
    game: GameArgument,
    agents: AgentsArgument,
    games: GamesOption = 20,
    gauntlet: Annotated[
        bool, typer.Option("--gauntlet", help="Let only the first agent meet all others.")
    ] = False,
    seed: SeedOption = 0,
    plies: PliesOption = None,
    openings: OpeningsOption = None,
    seconds: ThinkOption = 0.1,
    timeout: TimeoutOption = 60.0,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    resume: ResumeOption = False,
    report: ReportOption = None,
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Let agents play a tournament and rate them: both sides of every opening, with the same dice.

    Ratings are of Bradley and Terry's model, in Elo, zero in the middle. Every game is kept as it ends;
    after an interruption, the same command with --resume goes on.

    Example: outwit tournament othello alphabeta:depth=2 alphabeta:depth=4 minimax:depth=2 random --games 40
    """
    from outwit.arena.planner import plan  # what computes statistics takes long to load
    from outwit.cli.scoreboard import play_tournament, print_standings, refuse_void

    tournament = plan(
        require_game(game),
        agents,
        games,
        form="gauntlet" if gauntlet else "round robin",
        seed=seed,
        plies=plies,
        openings=openings,
        seconds=seconds,
        timeout=timeout,
    )
    standings, key = play_tournament(
        tournament, workers=workers, cluster=cluster, resume=resume, store=store, report=report or ()
    )
    print_standings(standings, key, json, report or ())
    refuse_void(standings)
