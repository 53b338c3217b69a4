"""`outwit play`: a game at the terminal."""

from __future__ import annotations

import sys
from secrets import randbelow
from typing import Annotated

import typer
from rich.prompt import Prompt

from outwit.agents import agent_spec, choose_agent
from outwit.cli.arguments import (
    AgentsOption,
    DepthOption,
    MoreMoves,
    MovesOption,
    NodesOption,
    PositionOption,
    SecondsOption,
    complete_game,
    set_up,
)
from outwit.cli.console import output, print_table, say
from outwit.cli.table import UNSAVED, Table
from outwit.decision import Agent, Limit
from outwit.errors import OutwitError
from outwit.files import write_whole
from outwit.game import Game
from outwit.games import find_game, game_loaders, summary
from outwit.play import load_game
from outwit.play.log import log_text
from outwit.search import Human


def run(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="A game, connect4 or path/to/file.py:ClassName; you are asked if it is left out.",
            autocompletion=complete_game,
            show_default=False,
        ),
    ] = None,
    more: MoreMoves = None,
    agent: AgentsOption = None,
    first: Annotated[
        bool, typer.Option("--first/--second", help="Which side you take against one agent.")
    ] = True,
    position: PositionOption = None,
    moves: MovesOption = None,
    seconds: SecondsOption = None,
    depth: DepthOption = None,
    nodes: NodesOption = None,
    seed: Annotated[int | None, typer.Option(help="Fixes the dice.")] = None,
    load: Annotated[str | None, typer.Option(help="Go on with a saved game.")] = None,
    save: Annotated[str | None, typer.Option(help="Save the game to this file when it ends.")] = None,
    log: Annotated[
        str | None, typer.Option(help="Write what happened, in words, to this file when it ends.")
    ] = None,
) -> None:
    """Play a game at the terminal, against an agent, against another person, or watch agents play.

    Without --agent you play against the agent that suits the game. With one --agent you play against it, with
    two you watch. `human` is an agent too. Type a move, or hint, undo, why, save FILE, quit; help lists them.
    Without any limit, an agent thinks about a move for two seconds.

    Example: outwit play connect4 --agent alphabeta:seconds=1 --second
    """
    if load is not None:
        if game is not None or position is not None or moves or more:
            raise OutwitError("--load brings its own game and moves; give nothing else with it.")
        session = load_game(load)
        names = agent or list(session.players)
    else:
        session = set_up(find_game(game or pick_game()), position, moves, more)
        session.seed = randbelow(1 << 32) if seed is None else seed
        names = agent or []
    limit = Limit(seconds=seconds, depth=depth, nodes=nodes)
    agents = seat_agents(session.game, names, first, limit)
    session.players = tuple(agent_spec(each) for each in agents)
    table = Table(session, agents, limit)
    try:
        table.play()
    finally:
        if save is not None and table.secret:
            say(UNSAVED, "red")
        elif save is not None:
            table.save(save)
        if log is not None:
            write_whole(log, log_text(session, table.people if table.secret else ()))
            say(f"Log written to {log}.", "dim")


def pick_game() -> str:
    """The game that a person picks from the list; Connect 4 where nobody can be asked."""
    if not sys.stdin.isatty():
        return "connect4"
    known = game_loaders()
    print_table(["game", "what it is"], [[name, summary(load())] for name, load in known.items()])
    return Prompt.ask("\nWhich game?", console=output, default="connect4")


def seat_agents(game: Game, names: list[str], first: bool, limit: Limit) -> list[Agent]:
    """Who sits where: the agents named, with a person in the seat that is left."""
    if len(names) > game.players:
        raise OutwitError(f"{type(game).__name__} has {game.players} seats; {len(names)} agents were given.")
    agents = [choose_agent(game, name, limit) for name in names]
    if len(agents) < game.players:
        opponents = agents or ([choose_agent(game, None, limit)] if game.players > 1 else [])
        opponents += [opponents[-1]] * (game.players - 1 - len(opponents))
        agents = [Human(), *opponents] if first else [*opponents, Human()]
    return agents
