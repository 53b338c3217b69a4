"""`outwit compare`: several agents on one position, side by side."""

from __future__ import annotations

from outwit.agents import agent_spec, choose_agent, consult
from outwit.cli.arguments import (
    AgentsOption,
    DepthOption,
    GameArgument,
    JsonOption,
    MoreMoves,
    MovesOption,
    NodesOption,
    PositionOption,
    SecondsOption,
    effective_limit,
    set_up,
)
from outwit.cli.console import board, output, print_json, print_table, show_thinking, worth
from outwit.decision import Decision, Limit
from outwit.errors import OutwitError
from outwit.games import find_game, game_spec, names_in_json
from outwit.json_types import JsonObject


def run(
    game: GameArgument,
    more: MoreMoves = None,
    agent: AgentsOption = None,
    position: PositionOption = None,
    moves: MovesOption = None,
    seconds: SecondsOption = None,
    depth: DepthOption = None,
    nodes: NodesOption = None,
    json: JsonOption = False,
) -> None:
    """Ask several agents about one position and show their answers side by side.

    Without any limit, each thinks for two seconds.

    Example: outwit compare connect4 --moves 44 --depth 6 --agent minimax --agent alphabeta
    """
    if not agent or len(agent) < 2:
        raise OutwitError("Give at least two agents to compare, each with --agent.")
    rules = find_game(game)
    limit = Limit(seconds=seconds, depth=depth, nodes=nodes)
    agents = [choose_agent(rules, text, limit) for text in agent]
    session = set_up(rules, position, moves, more)
    state, history = session.seen_by()
    decisions = []
    for asked in agents:
        asked.prepare(rules)
        with show_thinking(session.rules, state, agent_spec(asked)) as watch:
            effective = effective_limit(asked, limit)
            decisions.append(consult(asked, session.rules, state, effective, history, watch=watch))
    if json:
        answers: list[JsonObject] = [decision.to_json() for decision in decisions]
        print_json(
            {
                **names_in_json(game_spec(rules)),
                "position": session.rules.text(session.state),
                "answers": answers,
            }
        )
        return
    output.print(board(session.position))
    output.print()
    print_table(
        ["agent", "move", "value", "depth", "nodes", "branching", "seconds", "line"],
        [row(decision) for decision in decisions],
    )


def row(decision: Decision) -> list[str]:
    """A decision as a row of the table."""
    return [
        decision.agent,
        "chance" if decision.move is None else decision.named(decision.move),
        worth(decision),
        str(decision.depth),
        f"{decision.nodes:,}",
        str(decision.stats.get("effective branching factor", "-")),
        f"{decision.seconds:.3f}",
        " ".join(decision.described()),
    ]
