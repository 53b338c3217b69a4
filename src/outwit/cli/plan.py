"""`outwit plan`: what to do whatever the world answers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from outwit.cli.arguments import (
    GameArgument,
    JsonOption,
    MoreMoves,
    MovesOption,
    NodesOption,
    PositionOption,
    SecondsOption,
    set_up,
)
from outwit.cli.console import board, output, print_json, say, show_thinking, stop_by_interrupt
from outwit.cli.drawing import ending
from outwit.decision import Limit
from outwit.files import write_whole
from outwit.games import find_game, game_spec, names_in_json
from outwit.plan import verify
from outwit.search import AndOr
from outwit.tree.record.plan_tree import plan_tree


def run(
    game: GameArgument,
    more: MoreMoves = None,
    position: PositionOption = None,
    moves: MovesOption = None,
    seconds: SecondsOption = None,
    nodes: NodesOption = None,
    cache: Annotated[
        bool, typer.Option(help="Remember which states have a plan and which have none.")
    ] = True,
    cyclic: Annotated[
        bool, typer.Option(help="Where no plan without loops exists, look for one that may go round.")
    ] = True,
    order: Annotated[bool, typer.Option(help="Try first what the game's `order` recommends.")] = True,
    labels: Annotated[
        bool, typer.Option("--labels", help="Write loops as jumps to a label, never as `while`.")
    ] = False,
    most: Annotated[
        int, typer.Option(min=1, help="Write at most so many steps; the rest is left out.")
    ] = 200,
    svg: Annotated[Path | None, typer.Option(help="Write the plan as a picture to this file.")] = None,
    json: JsonOption = False,
) -> None:
    """Find a plan that reaches the goal whatever the world answers, or prove that there is none.

    It is for games of one player; outcomes of chance are the world's answers, however likely they are. Every
    plan is verified against all of them. Where something is hidden, it is a plan over what the player knows.
    The exit status is 1 if there is no plan, or none was found within the limit, and 130 if none was found
    before Ctrl-C stopped the search.

    Example: outwit plan vacuum

    Example: outwit plan vacuum:slippery=on,erratic=off --labels --svg plan.svg
    """
    if svg is not None:
        ending(svg, (".svg",))
    rules = find_game(game)
    agent = AndOr(cache=cache, cyclic=cyclic, order=order)
    agent.require(rules)
    session = set_up(rules, position, moves, more)
    limit = Limit(seconds=seconds, nodes=nodes)
    with show_thinking(session.rules, session.state, agent.name) as watch, stop_by_interrupt(watch):
        found = agent.plan(session.rules, session.state, limit, session.states[:-1], watch=watch)
    plan = found.plan
    faults = [] if plan is None else verify(rules, plan)
    if svg is not None and plan is not None:
        write_whole(svg, plan_tree(plan, most).svg(most))
    if json:
        print_json(
            {
                **names_in_json(game_spec(rules)),
                "position": session.rules.text(session.state),
                "plan": None if plan is None else plan.brackets(labels, most),
                "cut": plan is not None and plan.is_cut(labels, most),
                "moves": [] if plan is None else plan.policy(),
                "kind": None if plan is None else plan.kind,
                "proved": found.proved,
                "states": 0 if plan is None else len(plan.steps),
                "nodes": found.nodes,
                "seconds": round(found.seconds, 6),
                "stats": dict(found.stats),
            }
        )
    else:
        output.print(board(session.position))
        output.print()
        if plan is not None:
            say(plan.text(labels, most))
            say()
            say(plan.brackets(labels, most), "bold")
        stopped = watch.stopped and plan is None and not found.proved
        said = "Stopped: no plan was found yet." if stopped else found.sentence()
        say(said, "bold" if plan is None else None)
        if plan is not None:
            many = len(plan.steps)
            say(
                f"Verified against every answer: a move for {many:,} state{'' if many == 1 else 's'}."
                if not faults
                else f"It is no plan: {faults[0]}"
            )
        counts = "".join(f", {name} {figure:,}" for name, figure in found.stats.items())
        say(f"{agent.spec}: {found.nodes:,} nodes, {found.seconds:.3f} s{counts}", "dim")
        if svg is not None and plan is not None:
            say(f"Picture written to {svg}.", "dim")
    if plan is None or faults:
        raise typer.Exit(130 if watch.stopped else 1)
