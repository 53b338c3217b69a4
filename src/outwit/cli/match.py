"""`outwit match`: which of two agents is stronger, by how much, and how sure we are."""

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
from outwit.errors import OutwitError
from outwit.faults import refuse_without_players
from outwit.games import game_name


def run(
    game: GameArgument,
    agents: AgentsArgument,
    games: GamesOption = 100,
    seed: SeedOption = 0,
    plies: PliesOption = None,
    openings: OpeningsOption = None,
    seconds: ThinkOption = 0.1,
    timeout: TimeoutOption = 60.0,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="elo0=0,elo1=10", help="Stop as soon as one of two differences in Elo is accepted."
        ),
    ] = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    resume: ResumeOption = False,
    report: ReportOption = None,
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Let two agents play a match: both sides of every opening, with the same dice.

    A crash, an illegal move or a time-out is a lost game, not the end of the match. Every game is kept as it
    ends; after an interruption, the same command with --resume goes on.

    Example: outwit match connect4 alphabeta:depth=6 alphabeta:depth=4 --games 200 --report match.html
    """
    from outwit.arena.planner import plan  # what computes statistics takes long to load
    from outwit.arena.sprt import Sprt
    from outwit.cli.scoreboard import play_tournament, print_standings, refuse_void

    rules = require_game(game)
    refuse_without_players(rules)
    if len(agents) != rules.players > 1:
        raise OutwitError(
            f"A match of {game_name(rules)} is between {rules.players} agents, not {len(agents)}."
            + (" outwit tournament takes more." if len(agents) > rules.players else "")
        )
    tournament = plan(
        rules,
        agents,
        games,
        seed=seed,
        plies=plies,
        openings=openings,
        seconds=seconds,
        timeout=timeout,
        sprt=Sprt.read(sprt) if sprt is not None else None,
    )
    standings, key = play_tournament(
        tournament, workers=workers, cluster=cluster, resume=resume, store=store, report=report or ()
    )
    print_standings(standings, key, json, report or ())
    refuse_void(standings)
