"""`outwit check`: is this a sound game?"""

from __future__ import annotations

from typing import Annotated

import typer
from rich.progress import Progress

from outwit.check import check
from outwit.cli.arguments import GameArgument, JsonOption
from outwit.cli.console import errors, print_json, say
from outwit.games import find_game, game_name, game_spec, names_in_json


def run(
    game: GameArgument,
    games: Annotated[int, typer.Option(min=1, help="How many games to play at random.")] = 100,
    seconds: Annotated[
        float, typer.Option("--seconds", "-s", min=0.1, help="Take no longer than this, compiling included.")
    ] = 30.0,
    seed: Annotated[int, typer.Option(help="Another seed plays other games.")] = 0,
    compiled: Annotated[
        bool, typer.Option("--compiled/--no-compiled", help="Play it compiled as well, and compare.")
    ] = True,
    json: JsonOption = False,
) -> None:
    """Play a game at random and report the first promise of the contract that it breaks.

    The rules are also compiled, and must do the same that way; what there was no time for is told. One game
    is always played, and a compiled rule that does not come back is waited for.

    Example: outwit check path/to/hexapawn.py:Hexapawn
    """
    rules = find_game(game)
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as progress:
        bar = progress.add_task("playing at random", total=games)
        report = check(
            rules,
            games=games,
            seconds=seconds,
            seed=seed,
            progress=lambda done, total: progress.update(bar, completed=done, total=total),
            compiled=compiled,
        )
    broken = report.broken
    if json:
        print_json(
            {
                **names_in_json(game_spec(rules)),
                "sound": broken is None,
                "games": report.games,
                "states": report.states,
                "seconds": round(report.seconds, 3),
                "compared": report.compared,
                "compiled": report.compiled,
                "left_out": report.left_out,
                "broken": None
                if broken is None
                else {
                    "promise": broken.promise,
                    "sentence": broken.sentence,
                    "state": broken.state,
                    "moves": list(broken.moves),
                },
            }
        )
    elif broken is None:
        both = f", {report.compared:,} games compiled as well" if report.compared else ""
        say(
            f"{game_name(rules)} keeps every promise: {report.games:,} random games, "
            f"{report.states:,} states{both}, {report.seconds:.1f} s.",
            "green",
        )
        if report.compiled:
            say(f"It does not compile, and plays interpreted: {report.compiled}", "yellow")
        if report.left_out:
            say(f"{report.left_out} --seconds gives it more time.", "yellow")
    else:
        errors.print(broken.sentence, style="red", markup=False)
        errors.print(f"promise: {broken.promise}", markup=False)
        errors.print(f"state:   {broken.state}", markup=False)
        errors.print(f"moves:   {' '.join(broken.moves) or '(none: the starting state)'}", markup=False)
    if broken is not None:
        raise typer.Exit(2)
