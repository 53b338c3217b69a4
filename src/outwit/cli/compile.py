"""`outwit compile`: compile a game for all who can play it, or say why it cannot be."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from outwit.agents import AGENTS, FOR_MANY
from outwit.cli.arguments import GameArgument, JsonOption, require_game
from outwit.cli.console import output, print_json, say
from outwit.decision import is_opposed
from outwit.engine.alphabeta import AlphaBeta
from outwit.engine.compiled_agent import Compilable, load_compiler
from outwit.engine.compiler.contract import rules_of
from outwit.engine.expectiminimax import Expectiminimax
from outwit.engine.pimc import PIMC
from outwit.errors import OutwitError, join_names
from outwit.game import Game
from outwit.games import game_name, game_spec, names_in_json
from outwit.search.smmcts import SMMCTS
from outwit.search.world_sampler import WorldSampler

if TYPE_CHECKING:
    from outwit.engine.compiler.profile import Cost
    from outwit.engine.compiler.rules import Compiled


ProfileOption = Annotated[bool, typer.Option("--profile", help="Tell what each rule costs.")]


def run(game: GameArgument, profile: ProfileOption = False, json: JsonOption = False) -> None:
    """Compile a game's rules, by themselves and with the search of the agents that can play it.

    These are named; where nothing happens by chance, expectiminimax, which is alphabeta done slowly there,
    is compiled only once it is asked to play. Which enhancements a search gains by is tried out too, so that
    nothing is left to be done before a first move. A game that cannot be compiled plays interpreted; one
    sentence names the line that is in the way. With --profile each rule is asked about the positions of a few
    random games, to see which of them takes the time.

    Example: outwit compile path/to/game.py:Game
    """
    from outwit.engine.compiler import cache

    rules = require_game(game)
    compiled = [rule.name for rule in rules_of(rules)]
    agents = able(rules)
    kept = {file.stem for file in cache.folder().glob("*.code")}
    began = perf_counter()
    try:
        programs = compile_all(rules, agents)
    except OutwitError as error:
        if not json:
            raise
        print_json({**names_in_json(game_spec(rules)), "compiles": False, "reason": str(error)})
        raise typer.Exit(2) from error
    seconds = perf_counter() - began
    known = all(program.name in kept for program in programs)
    now_kept = all((cache.folder() / f"{program.name}.code").is_file() for program in programs)
    names = list(dict.fromkeys(agent.name for agent in agents))
    costs = costs_of(rules) if profile else None
    if json:
        told = {
            **names_in_json(game_spec(rules)),
            "compiles": True,
            "rules": compiled,
            "agents": names,
            "seconds": round(seconds, 3),
            "from_cache": known,
            "cached": now_kept,
        }
        print_json(told if costs is None else {**told, "profile": [cost._asdict() for cost in costs]})
        return
    source = "from the cache" if known else "from now on from the cache" if now_kept else "not cached"
    what = f"for {join_names(names, 'and')}" if names else "and no search yet"
    say(f"{game_name(rules)} compiles: {', '.join(compiled)}, {what}; {seconds:.1f} s, {source}.", "green")
    if costs is not None:
        print_costs(costs)


def costs_of(game: Game) -> list[Cost]:
    """What each rule costs."""
    from outwit.engine.compiler.profile import profile

    return profile(game)


def print_costs(costs: list[Cost]) -> None:
    """What each rule costs, the dearest first."""
    table = Table(title="A call of each rule, over positions of random games")
    for heading in ("rule", "compiled, ns", "interpreted, ns", "times faster", "positions"):
        table.add_column(heading, justify="left" if heading == "rule" else "right")
    for cost in sorted(costs, key=lambda cost: -cost.compiled):
        nanoseconds = 1e9 * cost.compiled, 1e9 * cost.interpreted
        faster = f"{nanoseconds[1] / nanoseconds[0]:,.0f}" if nanoseconds[0] >= 0.1 else ""
        table.add_row(cost.rule, *(f"{each:,.1f}" for each in nanoseconds), faster, f"{cost.positions:,}")
    output.print(table)


def able(game: Game) -> list[Compilable]:
    """The agents that play a game compiled.

    Without chance, expectiminimax is alphabeta done slowly; where nothing is hidden, ismcts is mcts so, and
    where nobody chooses at once, smmcts is; where two are opposed, the searches for many are. With a depth,
    pimc searches worlds by another search.
    """
    able = [cls for cls in AGENTS.values() if issubclass(cls, Compilable) and cls.objection(game) is None]
    agents = [
        cls()
        for cls in able
        if (cls is not Expectiminimax or AlphaBeta not in able)
        and (game.hidden or not issubclass(cls, WorldSampler))
        and (game.simultaneous or not issubclass(cls, SMMCTS))
        and not (cls.name in FOR_MANY and is_opposed(game))
    ]
    return [*agents, *(replace(agent, depth=1) for agent in agents if isinstance(agent, PIMC))]


def compile_all(game: Game, agents: list[Compilable]) -> list[Compiled]:
    """All that is compiled of a game, with nothing left to prepare for these agents."""
    load_compiler()
    from outwit.engine.compiler.questions import build_rules
    from outwit.engine.compiler.rules import PURPOSE, compile_for

    programs = [compile_for(game, PURPOSE, build_rules)]
    for agent in agents:
        programs += agent.programs(game)
        agent.prepare(game)
    return programs
