"""What a program can ask Outwit, as plain data, and the answers as plain data.

Nothing here reads or writes anything, so lines over a pipe and a server over HTTP give the same answers.
What is wrong with a request is an `OutwitError`; an error in a game's own rules comes as it is, and
`sentence` turns either into words. Everything that a request could make too large has a bound.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from outwit import specs
from outwit.agents import AGENTS, choose_agent
from outwit.decision import Agent, Limit
from outwit.engine.compiled_agent import Compilable, Compiling
from outwit.engine.ismcts import ISMCTS
from outwit.engine.mcts import MCTS
from outwit.engine.smmcts import SMMCTS
from outwit.errors import OutwitError, UnknownNameError, shorten
from outwit.faults import broken_rules
from outwit.game import CHANCE, SIMULTANEOUS, Game, actors, options, player_name
from outwit.games import built_in_games, find_game, game_spec, is_built_in, summary
from outwit.play import Session
from outwit.play.picture import picture_of
from outwit.play.result import ending
from outwit.plugins import FILE
from outwit.protocols.budget import Budget, TooCostlyError
from outwit.protocols.schema import DrawnPositionLine, PositionRequest, kind, parse
from outwit.search import Human
from outwit.views import find_view, without_memory

LONGEST_SENTENCE = 1_000
"""Where the message of an error is cut."""

MOST_MB = 1_024
"""How large a transposition table a request may ask for."""

MOST_THREADS = 16
"""How many threads a request may ask for."""

Find = Callable[[str], Game]
"""Finds a game by its spec, or refuses to."""


def answer_games(also: Collection[str] = (), find: Find = find_game) -> dict[str, Any]:
    """The games that may be named: the built-in ones, and those that the owner of the process allows."""
    return {"games": [describe_game(text, find) for text in (*sorted(built_in_games()), *also)]}


def describe_game(text: str, find: Find = find_game) -> dict[str, Any]:
    """What there is to know about a game before it is played."""
    game = find(text)
    return {
        "game": text,
        "name": type(game).__name__,
        "summary": summary(type(game)),
        "players": int(game.players),
        "stochastic": bool(game.stochastic),
        "hidden": bool(game.hidden),
        "simultaneous": bool(game.simultaneous),
        "options": {name: plain(getattr(game, name)) for name in specs.option_fields(type(game))},
    }


def answer_agents() -> dict[str, Any]:
    """The agents that can be asked for a decision, each with its options; people are not among them."""
    return {
        "agents": [
            {"agent": name, "summary": cls.summary, "options": agent_options(cls)}
            for name, cls in AGENTS.items()
            if not issubclass(cls, Human)
        ]
    }


def agent_options(cls: type[Agent]) -> list[dict[str, Any]]:
    """An agent's options: the default, what may be given instead, and the sentence that explains it."""
    hints = specs.option_types(cls)
    return [
        {
            "name": name,
            "default": plain(specs.default(option)),
            "takes": specs.describe_type(hints[option.name]),
            "sentence": option.metadata.get("help", ""),
        }
        for name, option in specs.option_fields(cls).items()
    ]


def answer_position(data: object, also: Collection[str] = ()) -> dict[str, Any]:
    """The position that some moves lead to: what it looks like, who is to act and what they can do.

    With `picture`, it is drawn too, where the game has a board.

    >>> answer_position({"game": "nim", "moves": ["3"]})["position"]["text"]
    '18 coins, player 2 to move'
    """
    request = parse(DrawnPositionLine, data)
    return {"position": Table.read(request, also).position(request.picture)}


@dataclass(frozen=True)
class Table:
    """The table that a request describes: a game, what has been played of it, and the seat that looks."""

    spec: str
    session: Session
    player: int | None

    @classmethod
    def read(
        cls,
        request: PositionRequest,
        also: Collection[str],
        budget: Budget | None = None,
        find: Find | None = None,
    ) -> Table:
        """The table with all moves played; a move that cannot be is refused by its number.

        What costs more than the budget is refused before it is done. `find` finds the game where that is not
        `admit_game`.
        """
        budget = budget or Budget()
        spelled = check_allowed(request.game, also)
        game = admit_game(request.game, also) if find is None else find(request.game)
        player = request.player
        if player is not None and player >= game.players:
            raise OutwitError(
                f'"player" must be a whole number from 0 to {game.players - 1:,}, not {kind(player)}.'
            )
        session = Session(game, start=request.start)
        budget.charge(session)
        for number, text in enumerate(request.moves, 1):
            try:
                session.refuse_if_over()
                session.play(session.find_move(text))
                budget.charge(session)
            except TooCostlyError:
                raise
            except OutwitError as error:
                raise OutwitError(f"Move {number} of {len(request.moves)}: {error}") from error
        if is_built_in(spelled):
            spelled = game_spec(game)
        return cls(spelled, session, player)

    @property
    def discreet(self) -> bool:
        """Is there a seat that looks, and anything that may be kept from it? Not once the game is over."""
        return self.player is not None and bool(self.session.game.hidden) and not self.session.over

    def position(self, drawn: bool = False) -> dict[str, Any]:
        """The position as plain data, as the seat that looks may see it; drawn as well, if that is wanted."""
        session, over = self.session, bool(self.session.over)
        turn = None if over else int(session.turn)
        seat = None if over and session.game.hidden else self.player
        shown = {
            "game": self.spec,
            "moves": self.moves(),
            "text": session.rules.text(session.shown_to(self.player), seat),
            "over": over,
            "turn": "chance" if turn == CHANCE else "all" if turn == SIMULTANEOUS else turn,
            "to_act": self.to_act(turn),
            "legal": [] if over else self.legal(),
        }
        if turn == CHANCE and not self.discreet:
            chances = session.rules.chances(session.state)
            shown["chances"] = [
                [str(session.rules.describe(session.state, outcome)), plain(chance)]
                for outcome, chance in chances
            ]
        if session.result is not None:
            shown["result"] = plain(session.result)
            shown["told"] = ending(session)
        if drawn:
            shown["picture"] = self.picture()
        return shown

    def picture(self) -> str | None:
        """The position as SVG, where it is drawn as a board and nothing is hidden."""
        session = self.session
        if session.game.hidden:
            return None
        view = find_view(session.game)
        drawn = picture_of(view, session, seat=self.player).svg()
        return drawn if view.written(without_memory(session.state)) is None else None

    def moves(self) -> list[str | None]:
        """What has been played, as far as the seat that looks knows it; None for what it does not."""
        return [self.session.told_to(self.player, number) for number in range(len(self.session.steps))]

    def to_act(self, turn: int | None) -> str | None:
        """What people call whoever is to act; None once the game is over."""
        if turn is None:
            return None
        return "all" if turn == SIMULTANEOUS else player_name(self.session.game, turn)

    def legal(self) -> list[str]:
        """What may come next: for a seat that chooses at once with others, or may not see all, its own."""
        rules, state = self.session.rules, self.session.state
        if self.player is None or not (self.discreet or rules.turn(state) == SIMULTANEOUS):
            return [str(rules.describe(state, move)) for move in options(rules, state)]
        return self.session.legal_names(self.player) if self.player in actors(rules, state) else []


def read_agent(text: str | None, game: Game, limit: Limit) -> Agent:
    """The agent of that spec, or the one that suits the game; one that can answer a program."""
    agent = choose_agent(game, text, limit, files=False)
    if isinstance(agent, Human):
        raise OutwitError("human is a person at a terminal; name an agent that decides by itself.")
    if isinstance(agent, Compiling | MCTS | ISMCTS | SMMCTS) and agent.mb > MOST_MB:
        raise OutwitError(f"mb={agent.mb} is too large a table for a request; give at most {MOST_MB}.")
    if isinstance(agent, Compilable) and agent.threads > MOST_THREADS:
        raise OutwitError(f"threads={agent.threads} are too many for a request; give at most {MOST_THREADS}.")
    return agent


def admit_game(text: str, also: Collection[str] = ()) -> Game:
    """The game of a spec, if a request may name it; files are read only for the command line's own."""
    spelled = check_allowed(text, also)
    return find_game(spelled, files=spelled in also)


def check_allowed(text: str, also: Collection[str] = ()) -> str:
    """The spec of a game, if a request may name it: a built-in game, or one named on the command line.

    Loading a game from a file runs the file, so only those in `also` are, with or without options behind.

    >>> check_allowed(" connect4:width=9 ")
    'connect4:width=9'
    """
    text = text.strip()
    if any(text == each or (text.startswith(f"{each}:") and in_file(each)) for each in also):
        return text
    if in_file(text):
        raise OutwitError("Only games named on the command line can be loaded from files.")
    name = specs.split(text)[0]
    if name not in built_in_games():
        raise UnknownNameError("game", shorten(name), [*sorted(built_in_games()), *also])
    return text


def in_file(text: str) -> bool:
    """Would a game of this spec be loaded from a file?"""
    return FILE.match(text) is not None


def plain(value: Any) -> Any:
    """A value as JSON can hold it: numbers that are not finite become null, and what it does not know text.

    >>> plain((1, math.inf, {"a": True}))
    [1, None, {'a': True}]
    """
    if value is None or isinstance(value, bool | str | int):
        return value
    if isinstance(value, dict):
        return {str(name): plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return str(value)
    return number if math.isfinite(number) else None


def sentence(error: BaseException) -> str:
    """What went wrong, in a sentence; what is not the asker's fault is named by its type and message."""
    broken = broken_rules(error)
    if broken is not None or isinstance(error, OutwitError):
        words = str(broken or error)
    else:
        words = f"The request failed with {type(error).__name__}: {error}"
    return shorten(" ".join(words.split()), LONGEST_SENTENCE)
