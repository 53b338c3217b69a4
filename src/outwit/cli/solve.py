"""`outwit solve`: what a position is worth if both sides play their best."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.text import Text

from outwit.cli.arguments import GameArgument, JsonOption, MoreMoves, MovesOption, PositionOption, set_up
from outwit.cli.console import board, errors, output, print_decision, print_json, say, stop_by_interrupt
from outwit.decision import Limit, Progress, Watch, value_text
from outwit.engine.solver import Solver
from outwit.games import find_game, game_spec, names_in_json
from outwit.json_types import JsonObject


def run(
    game: GameArgument,
    more: MoreMoves = None,
    position: PositionOption = None,
    moves: MovesOption = None,
    all_moves: Annotated[
        bool, typer.Option("--all-moves", help="Prove what every move is worth, not only the best one.")
    ] = False,
    threads: Annotated[int, typer.Option(help="Search with so many threads.")] = 1,
    mb: Annotated[int, typer.Option(help="Megabytes for the table of positions.")] = 256,
    seconds: Annotated[float | None, typer.Option("--seconds", "-s", help="Give up after this time.")] = None,
    json: JsonOption = False,
) -> None:
    """Search to the end of the game: the exact value of a position, and a line that leads to it.

    Ctrl-C stops it, and says what has been proved by then.

    Example: outwit solve connect4:graded=on 4444432637 --all-moves
    """
    rules = find_game(game)
    agent = Solver(threads=threads, mb=mb, all_moves=all_moves)
    agent.require(rules)
    session = set_up(rules, position, moves, more)
    agent.prepare(rules)
    with watch_proof() as watch:
        decision = agent.decide(
            session.rules, session.state, Limit(seconds=seconds), session.states[:-1], watch=watch
        )
    known = watch.known
    if json:
        answer: JsonObject = {**names_in_json(game_spec(rules)), **decision.to_json()}
        if not decision.exact:
            answer["known"] = None if known is None else list(known)
        print_json(answer)
    else:
        output.print(board(session.position))
        output.print()
        if decision.exact:
            print_decision(decision)
        else:
            said = "nothing is proved yet" if known is None else f"the value is from {range_text(known)}"
            say(f"Not solved: after {decision.nodes:,} nodes and {decision.seconds:.1f} s, {said}.", "bold")
    if not decision.exact:
        raise typer.Exit(1)


class Proof(Watch):
    """A watch on a proof, that remembers what has been proved."""

    known: tuple[float, float] | None = None


@contextmanager
def watch_proof() -> Iterator[Proof]:
    """A watch that shows how a proof goes, and that Ctrl-C ends."""
    watch = Proof()
    with stop_by_interrupt(watch), errors.status("solving ...") as status:

        def report(progress: Progress) -> None:
            watch.known = progress.known
            said = "" if progress.known is None else f", the value is from {range_text(progress.known)}"
            status.update(Text(f"solving: {progress.seconds:.1f} s, {progress.nodes:,} nodes{said}"))

        watch.report = report
        yield watch


def range_text(known: tuple[float, float]) -> str:
    """A range in words, with as many digits as tell its ends apart.

    >>> range_text((-1.0, 0.25)), range_text((0.3333333, 0.3333349))
    ('-1 to 0.25', '0.333333 to 0.333335')
    """
    if value_text(known[0]) != value_text(known[1]):
        return f"{value_text(known[0])} to {value_text(known[1])}"
    digits = next((digits for digits in range(4, 17) if len({f"{end:.{digits}g}" for end in known}) > 1), 17)
    return " to ".join(f"{end:.{digits}g}" for end in known)
