"""`outwit compile`: can this game be compiled?"""

from __future__ import annotations

from time import perf_counter

import typer

from outwit.cli.arguments import GameArgument, JsonOption
from outwit.cli.console import print_json, say
from outwit.engine.alphabeta import AlphaBeta
from outwit.errors import OutwitError, UnsuitableError
from outwit.game import Game, defines
from outwit.games import find_game, spell_game


def run(game: GameArgument, json: JsonOption = False) -> None:
    """Compile a game's rules together with the alpha-beta search, so that its first move need not wait.

    Of a game that alpha-beta cannot search, the rules alone are compiled.
    A game that cannot be compiled plays interpreted; one sentence names the line that is in the way.

    Example: outwit compile path/to/game.py:Game
    """
    from outwit.engine import cache
    from outwit.engine.rules import PURPOSE, build_rules, compile_for
    from outwit.engine.run import compiled_search

    rules = find_game(game)
    needed = ("over", "turn", "moves", "play", "payoff")
    compiled = [name for name in cache.RULES if name in needed or defines(rules, name)]
    searched = is_searched(rules)
    kept = {file.stem for file in cache.folder().glob("*.code")}
    began = perf_counter()
    try:
        program = compiled_search(rules) if searched else compile_for(rules, PURPOSE, build_rules)
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
                "search": "alphabeta" if searched else None,
                "seconds": round(seconds, 3),
                "from_cache": known,
                "cached": now_kept,
            }
        )
        return
    source = "from the cache" if known else "from now on from the cache" if now_kept else "not cached"
    what = "and the alpha-beta search" if searched else "and no search yet"
    say(f"{spell_game(rules)} compiles: {', '.join(compiled)}, {what}; {seconds:.1f} s, {source}.", "green")


def is_searched(game: Game) -> bool:
    """Is it a game for alpha-beta?"""
    try:
        AlphaBeta().require(game)
    except UnsuitableError:
        return False
    return True
