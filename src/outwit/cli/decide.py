"""`outwit decide`: what an agent would play."""

from __future__ import annotations

from typing import Annotated

import typer

from outwit.agents import agent_spec, choose_agent, consult
from outwit.cli.arguments import (
    AgentOption,
    DepthOption,
    GameArgument,
    JsonOption,
    MoreMoves,
    MovesOption,
    NodesOption,
    PlayerOption,
    PositionOption,
    SecondsOption,
    effective_limit,
    read_player,
    set_up,
)
from outwit.cli.console import board, output, print_decision, print_json, say, show_thinking, show_waiting
from outwit.decision import Limit
from outwit.games import find_game, game_spec, names_in_json

WhyOption = Annotated[
    bool, typer.Option("--why", help="Say what the move gains over the next best, by feature and by chance.")
]
OverOption = Annotated[
    str | None,
    typer.Option("--over", metavar="MOVE", help="Say what the move gains over this one; implies --why."),
]


def run(
    game: GameArgument,
    more: MoreMoves = None,
    position: PositionOption = None,
    moves: MovesOption = None,
    agent: AgentOption = None,
    seconds: SecondsOption = None,
    depth: DepthOption = None,
    nodes: NodesOption = None,
    player: PlayerOption = None,
    why: WhyOption = False,
    over: OverOption = None,
    json: JsonOption = False,
) -> None:
    """Ask an agent for a move; without any limit it thinks for two seconds.

    Example: outwit decide connect4 --moves 4453 --agent alphabeta:depth=8
    """
    rules = find_game(game)
    session = set_up(rules, position, moves, more)
    given = Limit(seconds=seconds, depth=depth, nodes=nodes)
    asked = choose_agent(rules, agent, given)
    limit = effective_limit(asked, given)
    whose = read_player(player, session)
    state, history = session.seen_by(whose)
    asked.prepare(rules)
    with show_thinking(session.rules, state, agent_spec(asked)) as watch:
        decision = consult(asked, session.rules, state, limit, history, player=whose, watch=watch)
    with show_waiting("looking at the move again ..."):
        explanation = decision.explain(over) if why or over is not None else None
    if json:
        print_json(
            {
                **names_in_json(game_spec(rules)),
                "position": session.rules.text(session.state),
                **decision.to_json(),
                **({"why": explanation.to_json()} if explanation else {}),
            }
        )
        return
    output.print(board(session.position))
    output.print()
    print_decision(decision)
    for sentence in explanation.sentences() if explanation else ():
        say(sentence)
