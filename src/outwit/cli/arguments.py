"""The arguments that several commands share, and what they mean."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from outwit.agents import AGENTS
from outwit.decision import Agent, Limit
from outwit.errors import OutwitError, UnknownNameError, join_names
from outwit.faults import refuse_endless
from outwit.game import Game, actors, player_name
from outwit.games import find_game, game_loaders
from outwit.play import Session
from outwit.repetition import add_memory


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
PlayerOption = Annotated[
    str | None,
    typer.Option(
        "--player",
        metavar="PLAYER",
        help="Whose move is wanted, by name or number from 1; needed where all choose at once.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, for a program to read.")]


def require_game(text: str, find: Callable[[str], Game] = find_game) -> Game:
    """The game asked for, after a look at its first position: rules that break there are told at once."""
    game = find(text)
    rules, state = add_memory(game, game.initial())
    refuse_endless(rules, state)
    rules.text(state)
    return game


def set_up(
    game: Game, position: str | None, moves: list[str] | None, more: list[str] | None = None
) -> Session:
    """The table as the arguments set it up."""
    session = Session(game, start=position)
    for text in [*(moves or []), *([" ".join(more)] if more else [])]:
        session.read(text)
    refuse_endless(session.rules, session.state)
    return session


def read_player(text: str | None, session: Session) -> int | None:
    """The player, from 0, whose move is wanted: the one named, or whoever is to act.

    None where the game is over or chance is to act, and nobody was named.
    """
    game = session.game
    acting = () if session.over else actors(session.rules, session.state)
    if text is None:
        if len(acting) > 1:
            them = join_names(player_name(game, player) for player in acting)
            raise OutwitError(f"All choose at once here; say with --player whose move is wanted: {them}.")
        return acting[0] if acting else None
    names = [player_name(game, player) for player in range(game.players)]
    known = {str(player + 1): player for player in range(game.players)}
    known |= {name.casefold(): player for player, name in enumerate(names)}
    player = known.get(text.strip().casefold())
    if player is None:
        raise UnknownNameError("player", text, names)
    if player not in acting:
        raise OutwitError(f"{player_name(game, player)} is not to move here. {session.position.standing()}")
    return player


def effective_limit(agent: Agent, given: Limit) -> Limit:
    """What was given or, where neither that nor the agent's own options limit anything, the default."""
    return given if given or agent.limit() else agent.default_limit
