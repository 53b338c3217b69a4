"""`outwit compile`: can this game be compiled?"""

from __future__ import annotations

from time import perf_counter

import typer

from outwit.agents import suitable
from outwit.cli.arguments import GameArgument, JsonOption, found_game
from outwit.cli.console import print_json, say
from outwit.engine.compiling import Compiling
from outwit.errors import OutwitError
from outwit.game import defines
from outwit.games import spell_game


def run(game: GameArgument, json: JsonOption = False) -> None:
    """Compile a game's rules together with the search that suits it, so that its first move need not wait.

    That is alpha-beta or, where there is chance, expectiminimax; of other games the rules alone are compiled.
    A game that cannot be compiled plays interpreted; one sentence names the line that is in the way.

    Example: outwit compile path/to/game.py:Game
    """
    from outwit.engine import cache
    from outwit.engine.rules import PURPOSE, build_rules, compile_for

    rules = found_game(game)
    needed = ("over", "turn", "moves", "play", "payoff", *(["chances"] if rules.stochastic else []))
    compiled = [name for name in cache.RULES if name in needed or defines(rules, name)]
    agent = suitable(rules)
    searcher = agent if isinstance(agent, Compiling) else None
    kept = {file.stem for file in cache.folder().glob("*.code")}
    began = perf_counter()
    try:
        if searcher is None:
            program = compile_for(rules, PURPOSE, build_rules)
        else:
            program = searcher.machine().compiled(rules)
    except OutwitError as error:
        if not json:
            raise
        print_json({"game": spell_game(rules), "compiles": False, "reason": str(error)})
        raise typer.Exit(2) from error
    seconds = perf_counter() - began
    known = program.name in kept
    now_kept = (cache.folder() / f"{program.name}.code").is_file()
    if json:
        print_json(
            {
                "game": spell_game(rules),
                "compiles": True,
                "rules": compiled,
                "search": None if searcher is None else searcher.name,
                "seconds": round(seconds, 3),
                "from_cache": known,
                "cached": now_kept,
            }
        )
        return
    source = "from the cache" if known else "from now on from the cache" if now_kept else "not cached"
    what = "and no search yet" if searcher is None else f"and the search of {searcher.name}"
    say(f"{spell_game(rules)} compiles: {', '.join(compiled)}, {what}; {seconds:.1f} s, {source}.", "green")
