"""A tournament planned from what somebody asks for, and refused in a sentence if it cannot be played."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from outwit.agents import agent_spec, find_agent
from outwit.arena.openings import openings_in, random_openings
from outwit.arena.plan import Form, Opening, Tournament
from outwit.arena.sprt import Sprt
from outwit.decision import Agent
from outwit.errors import OutwitError
from outwit.faults import refuse_without_players
from outwit.game import Game
from outwit.games import find_game, game_name, game_spec
from outwit.random_positions import refuse_finished
from outwit.search import Human

PLIES = 4
"""How many moves of an opening are drawn where nobody says and there are no dice."""


def plan(
    game: Game | str,
    agents: Sequence[Agent | str],
    games: int = 100,
    *,
    form: Form = "round robin",
    seed: int = 0,
    plies: int | None = None,
    openings: Path | None = None,
    seconds: float = 0.1,
    timeout: float = 60.0,
    sprt: Sprt | None = None,
) -> Tournament:
    """A tournament in which those who meet play so many games, rounded up to whole pairs.

    Openings are drawn by playing so many moves (`plies`) at random, by default four, or none where dice make
    the games differ; or they are read from a file. `seconds` is what a move may take of an agent that sets
    itself no limit, `timeout` when a move that has not come loses the game.

    >>> tournament = plan("connect4", ["alphabeta:depth=2", "random"], games=10)
    >>> len(tournament.fixtures()), tournament.openings[0].moves
    (10, ('3', '2', '3', '5'))
    """
    rules = find_game(game) if isinstance(game, str) else game
    refuse_without_players(rules)
    if rules.players < 2:
        raise OutwitError(
            f"{game_name(rules)} is played by one alone, and agents meet only in games for two or more; for "
            "one player, outwit decide asks one agent for a move and outwit compare several."
        )
    players = [find_agent(agent) if isinstance(agent, str) else agent for agent in agents]
    if len(players) < max(2, rules.players):
        raise OutwitError(
            f"{game_name(rules)} is played by {rules.players}; {len(players)} agents are too few."
        )
    for agent in players:
        if isinstance(agent, Human):
            raise OutwitError("human cannot play in the arena; give agents that decide by themselves.")
        agent.require(rules)
    if games < 1:
        raise OutwitError(f"{games} games cannot be played; give 1 or more.")
    if not (seconds > 0 and timeout > 0):
        raise OutwitError("The time for a move must be more than 0 seconds.")
    if sprt is not None and len(players) != 2:
        raise OutwitError("A sequential test decides between two agents; give two.")
    return Tournament(
        game=game_spec(rules),
        agents=tuple(agent_spec(agent) for agent in players),
        games=games,
        openings=choose_openings(rules, -(-games // rules.players), seed, plies, openings),
        seats=rules.players,
        form=form,
        seed=seed,
        timeout=timeout,
        seconds=seconds,
        sprt=sprt.to_json() if sprt else {},
    )


def choose_openings(
    game: Game, many: int, seed: int, plies: int | None, file: Path | None
) -> tuple[Opening, ...]:
    """The openings asked for: from a file, or drawn."""
    if file is not None:
        if plies is not None:
            raise OutwitError("Give openings in a file or a number of random plies, not both.")
        return openings_in(file, game)[:many]
    if plies is not None and plies < 0:
        raise OutwitError(f"{plies} random plies cannot be played; give 0 or more.")
    refuse_finished(game)
    plies = (0 if game.stochastic else PLIES) if plies is None else plies
    return random_openings(game, many, plies, seed) if plies else (Opening(),)
