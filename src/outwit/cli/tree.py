"""`outwit tree`: the search itself."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from outwit.agents import choose_agent
from outwit.cli.arguments import (
    AgentOption,
    DepthOption,
    GameArgument,
    JsonOption,
    MoreMoves,
    MovesOption,
    NodesOption,
    PositionOption,
    SecondsOption,
    set_up,
)
from outwit.cli.console import output, print_json, say, show_thinking
from outwit.cli.drawing import ending
from outwit.decision import Limit, value_text
from outwit.errors import OutwitError
from outwit.files import write_whole
from outwit.games import find_game, game_spec, names_in_json, shown_spec
from outwit.play.recorded import decide_with_tree, recordable, teaching_agent
from outwit.search.andor import AndOr
from outwit.tree.record.node import size_text


def run(
    game: GameArgument,
    more: MoreMoves = None,
    agent: AgentOption = None,
    position: PositionOption = None,
    moves: MovesOption = None,
    seconds: SecondsOption = None,
    depth: DepthOption = None,
    nodes: NodesOption = None,
    svg: Annotated[Path | None, typer.Option(help="Write the tree as a picture to this file.")] = None,
    most: Annotated[int, typer.Option(min=1, help="Show at most so many nodes; the rest is folded.")] = 200,
    width: Annotated[int, typer.Option(min=1, help="Show at most so many branches of a node.")] = 12,
    json: JsonOption = False,
) -> None:
    """Show the tree that a search walked: values, windows, what was cut and why; or means and games played.

    Without any limit, the search goes as deep as the tree stays small; a written tree is searched whole.

    Example: outwit tree 'tree:((3 12 8)(2 4 6)(14 5 2))' --agent alphabeta --svg tree.svg

    Example: outwit tree tictactoe --agent mcts:simulations=50,seed=1
    """
    if svg is not None:
        ending(svg, (".svg",))
    rules = find_game(game)
    session = set_up(rules, position, moves, more)
    limit = Limit(seconds=seconds, depth=depth, nodes=nodes)
    asked = choose_agent(rules, agent, limit) if agent else teaching_agent(rules)
    asked.require(rules)
    searcher = recordable(asked, rules)
    with show_thinking(session.rules, session.state, asked.name) as watch:
        decision = decide_with_tree(searcher, session, limit, watch)
    tree = decision.tree
    if tree is None:
        raise OutwitError("The search was stopped before there was a tree to show.")
    if svg is not None:
        write_whole(svg, tree.svg(most, width))
    if json:
        print_json({**names_in_json(game_spec(rules)), "decision": decision.to_json(), **tree.to_json()})
        return
    output.out(tree.text(most, width), highlight=False)
    say()
    chosen = "" if decision.move is None else f", line {' '.join(decision.described())}"
    say(f"value {value_text(decision.value)}{chosen}; {decision.agent}, depth {decision.depth}", "bold")
    if isinstance(searcher, AndOr) and tree.root.value not in (None, decision.value):
        name = shown_spec(game_spec(rules))
        say(f"The tree has no acyclic plan. There is a cyclic one: outwit plan {name}.")
    say(size_text(tree), "dim")
    if svg is not None:
        say(f"Picture written to {svg}.", "dim")
