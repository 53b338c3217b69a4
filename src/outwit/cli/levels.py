"""`outwit levels`: how far apart the levels of difficulty are in a game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from outwit.agents import choose_agent, exhaustive_agent
from outwit.cli.arguments import AgentOption, GameArgument, JsonOption, require_game
from outwit.cli.console import print_table, say
from outwit.cli.contest import (
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
from outwit.decision import Agent, Limit
from outwit.errors import OutwitError
from outwit.search.levels import NAMES
from outwit.search.searcher import Searcher

if TYPE_CHECKING:
    from outwit.arena.standings import Standings


def run(
    game: GameArgument,
    agent: AgentOption = None,
    games: GamesOption = 200,
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
    """Let each level of difficulty play the one below it, and say how much stronger it is.

    Only the highest level needs a limit, by default --seconds; the others stop by themselves.

    Example: outwit levels connect4 --agent alphabeta:nodes=300000
    """
    from outwit.arena.planner import plan  # what computes statistics takes long to load
    from outwit.cli.scoreboard import play_tournament, print_standings, refuse_void

    rules = require_game(game)
    tournament = plan(
        rules,
        at_every_level(choose_agent(rules, agent or exhaustive_agent(rules).name, Limit())),
        games,
        form="ladder",
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
    if not json:
        say()
        print_table(HEADINGS, steps(standings), left=2, figures=True)
    refuse_void(standings)


def at_every_level(agent: Agent) -> list[Agent]:
    """The agent at each of its levels, the weakest first."""
    if not isinstance(agent, Searcher) or not agent.levels:
        raise OutwitError(f"{agent.name} has no levels of difficulty; an agent that searches has.")
    return [replace(agent, level=level) for level in agent.levels]


HEADINGS = ["level", "against", "won", "drawn", "lost", "score", "95 %", "Elo"]


def steps(standings: Standings) -> list[list[str]]:
    """A row for each step of the ladder, the higher level's view first."""
    from outwit.arena.report.words import with_sign

    rows = []
    for meeting in standings.meetings.values():
        lower = meeting.estimate
        higher, below = meeting.second + 1, meeting.first + 1
        rows.append(
            [
                f"{higher} {NAMES[higher]}",
                f"{below} {NAMES[below]}",
                str(meeting.losses),
                str(meeting.draws),
                str(meeting.wins),
                f"{100 * (1 - lower.score):.1f} %",
                f"{100 * (1 - lower.high):.1f} to {100 * (1 - lower.low):.1f} %",
                with_sign(-lower.elo),
            ]
        )
    return rows
