"""The arguments that several commands share, and what they mean."""

from __future__ import annotations

from typing import Annotated

import typer

from outwit.agents import AGENTS, find_agent, suitable
from outwit.decision import Agent, Limit
from outwit.game import Game
from outwit.games import game_loaders
from outwit.play import Sitting


def complete_game(incomplete: str) -> list[str]:
    """The games whose names begin so."""
    return [name for name in game_loaders() if name.startswith(incomplete)]


def complete_agent(incomplete: str) -> list[str]:
    """The agents whose names begin so."""
    return [name for name in AGENTS if name.startswith(incomplete)]


GameArgument = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A game, connect4 or connect4:width=9 or path/to/file.py:ClassName.",
        autocompletion=complete_game,
    ),
]
MoreMoves = Annotated[
    list[str] | None,
    typer.Argument(metavar="MOVE", help="Moves played first, the same as --moves.", show_default=False),
]
PositionOption = Annotated[
    str | None,
    typer.Option("--position", "-p", help="Start from this position, in the game's own notation."),
]
MovesOption = Annotated[
    list[str] | None,
    typer.Option("--moves", "-m", help="Moves played from there, as 4453, or '4 4 5 3', or d3c3c4."),
]
AgentsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--agent",
        "-a",
        metavar="AGENT",
        help="An agent, alphabeta or alphabeta:depth=6,killers=off; see `outwit agents`.",
        autocompletion=complete_agent,
    ),
]
AgentOption = Annotated[
    str | None,
    typer.Option(
        "--agent",
        "-a",
        metavar="AGENT",
        help="An agent, alphabeta or alphabeta:depth=6,killers=off; by default the best for the game.",
        autocompletion=complete_agent,
    ),
]
SecondsOption = Annotated[float | None, typer.Option("--seconds", "-s", help="Think no longer than this.")]
DepthOption = Annotated[int | None, typer.Option("--depth", "-d", help="Look no further ahead than this.")]
NodesOption = Annotated[int | None, typer.Option("--nodes", "-n", help="Visit no more positions than this.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, for a program to read.")]


def set_up(
    game: Game, position: str | None, moves: list[str] | None, more: list[str] | None = None
) -> Sitting:
    """The table as the arguments set it up."""
    sitting = Sitting(game, start=position)
    for text in [*(moves or []), *([" ".join(more)] if more else [])]:
        sitting.read(text)
    return sitting


def chosen_agent(text: str | None, game: Game) -> Agent:
    """The agent asked for, or the one that suits the game."""
    agent = suitable(game) if text is None else find_agent(text)
    agent.require(game)
    return agent


def allowed(agent: Agent, given: Limit) -> Limit:
    """What was given or, where neither that nor the agent's own options limit anything, the default."""
    return given if given or agent.limit() else agent.default_limit
