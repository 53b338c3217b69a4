"""`outwit equilibrium`: what a game is worth if nobody can be exploited, and how to play so."""

from __future__ import annotations

import csv
import io
import math
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn

from outwit.cli.arguments import GameArgument, JsonOption, require_game
from outwit.cli.console import errors, percentage, print_json, print_table, say
from outwit.cli.drawing import ending, refuse_same_file
from outwit.equilibrium.objection import partial_search
from outwit.errors import BadOptionError, join_names
from outwit.files import write_whole
from outwit.game import Game, player_name
from outwit.games import game_spec
from outwit.json_types import JsonObject
from outwit.repetition import add_memory
from outwit.specs import option_fields

if TYPE_CHECKING:
    from outwit.equilibrium.convergence import Point
    from outwit.equilibrium.sequence_form import Unfolded
    from outwit.equilibrium.solution import Choice, Measured, Solution
    from outwit.equilibrium.unfold import TooLargeError

PATIENCE = 10.0
"""Seconds after which a search for an equilibrium ends that nobody has limited."""

DIGITS = 6
"""Behind the point of a value, at most."""

ROUNDING = 1e-6
"""Part of the last digit by which a bound may be off as it was computed."""

UNFOLDING = 120.0
"""Seconds that it may take to unfold a game, at least."""

TIMES = 10
"""It may take so many times as long as the search that comes after it."""

POINTS = 12
"""How many rows show how exploitability falls."""


def run(
    game: GameArgument,
    algorithm: Annotated[
        str,
        typer.Option(
            "--algorithm",
            help="cfr+, cfr, linear or discounted, which look at the whole game, or external or outcome, "
            "which sample it.",
        ),
    ] = "cfr+",
    iterations: Annotated[
        int | None, typer.Option("--iterations", "-i", min=1, help="Make so many iterations.")
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds", "-s", help="Go on for this time once the game is unfolded.", show_default=False
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Another seed samples the game otherwise.")] = 0,
    sets: Annotated[
        int, typer.Option("--sets", min=0, help="Show so many information sets, those reached most often.")
    ] = 40,
    most: Annotated[
        int | None,
        typer.Option(
            "--most",
            min=1,
            help="Refuse a game with more positions than this, and not because unfolding takes long; without "
            "it, with more than 5,000,000.",
            show_default=False,
        ),
    ] = None,
    save: Annotated[
        Path | None, typer.Option(help="Write the strategies to this file, for the agent `policy`.")
    ] = None,
    policy: Annotated[
        Path | None, typer.Option(help="Measure the policy in this file instead of finding one.")
    ] = None,
    table: Annotated[
        Path | None, typer.Option("--csv", help="Write how exploitability falls to this file.")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", help="Draw how exploitability falls, .svg or .png.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Find an equilibrium of a whole game: its value, and how each player plays by what it knows.

    Exploitability is what somebody who knows the strategies wins from them on average. Without --iterations
    or --seconds the search ends when that is a millionth of the stakes, or after ten seconds; Ctrl-C ends it
    sooner. Before it the game is unfolded, which may take ten times as long, or two minutes.

    Example: outwit equilibrium kuhn --plot kuhn.svg --save kuhn.json

    Example: outwit equilibrium leduc --algorithm discounted --seconds 5
    """
    from outwit.equilibrium.agent import CFR
    from outwit.equilibrium.policy import load_policy
    from outwit.equilibrium.policy_strategies import strategies_of
    from outwit.equilibrium.search_limit import search_limit
    from outwit.equilibrium.solution import ALGORITHMS, Measured

    search_limit(iterations, seconds)
    refuse_same_file({"--save": save, "--csv": table, "--plot": plot})
    if plot is not None:
        ending(plot, (".svg", ".png"))
    if algorithm not in ALGORITHMS:
        raise BadOptionError(f"--algorithm {algorithm} is none; give {', '.join(ALGORITHMS)}.")
    rules = require_game(game)
    agent = CFR(algorithm=algorithm, seed=seed)  # type: ignore[arg-type]
    agent.require(rules)
    if policy is not None and (save or table or plot):
        raise BadOptionError("--policy measures what is there; leave out --save, --csv and --plot.")
    known = None if policy is None else load_policy(policy)
    if known is not None:
        known.require(rules)
    unfolded = unfold_visibly(rules, most, algorithm, seconds)
    agent.prepare(rules)
    if known is not None:
        show(rules, Measured(unfolded, strategies_of(known, unfolded)), None, sets, json)
        return
    solution = solve_visibly(unfolded, algorithm, iterations, seconds, seed)
    if save is not None:
        solution.policy(command_text(rules, solution)).save(save)
    if table is not None:
        write_whole(table, csv_text(solution.points))
    if plot is not None:
        draw(solution, f"{game_spec(rules)}, {algorithm}", plot)
    show(rules, solution.measured(), solution, sets, json)
    for file, what in ((save, "Strategies"), (table, "Table"), (plot, "Picture")):
        if file is not None and not json:
            say(f"{what} written to {file}.", "dim")


def unfold_visibly(rules: Game, most: int | None, algorithm: str, seconds: float | None) -> Unfolded:
    """The whole game, with a line that counts its positions, and that Ctrl-C ends.

    Unless somebody has said how many positions it may have, it may take some time only.
    """
    from outwit.equilibrium.sampled_cfr import SAMPLINGS
    from outwit.equilibrium.unfold import MOST, TooLargeError, unfold
    from outwit.equilibrium.unfolded_games import refuse_hopeless

    allowed = max(UNFOLDING, TIMES * (seconds or PATIENCE)) if most is None else None
    limit, nodes, found = most or MOST, algorithm in SAMPLINGS, 0
    try:
        with errors.status("unfolding ...") as status:

            def report(positions: int, sets: int) -> None:
                nonlocal found
                found = positions
                status.update(f"unfolding: {positions:,} positions, {sets:,} information sets")

            game, start = add_memory(rules, rules.initial())
            refuse_hopeless(game, start, limit, allowed)
            return unfold(rules, most=limit, nodes=nodes, report=report, seconds=allowed)
    except TooLargeError as error:
        raise type(error)(f"{str(error).removesuffix('.')}; {instead_of(rules, error)}.") from error
    except KeyboardInterrupt:
        errors.print(f"Stopped while unfolding: {found:,} positions so far.")
        raise typer.Exit(130) from None


def instead_of(rules: Game, error: TooLargeError) -> str:
    """What to do about a game that is too large to be unfolded, as a part of a sentence."""
    from outwit.equilibrium.unfold import HopelessError, TooSlowError

    ways = []
    if isinstance(error, TooSlowError):
        ways.append("give more --seconds, or --most for as long as it takes")
    elif not isinstance(error, HopelessError):
        ways.append("give a greater --most")
    names = list(option_fields(rules.unwrapped))
    if names:
        ways.append(f"make it smaller by its options ({', '.join(names)})")
    ways.append(f"leave it to an agent: {partial_search(rules)}")
    return join_names(ways)


def solve_visibly(
    unfolded: Unfolded, algorithm: str, iterations: int | None, seconds: float | None, seed: int
) -> Solution:
    """A search for an equilibrium, with a bar that says how far it is, and that Ctrl-C ends."""
    from outwit.equilibrium.agent import can_compile
    from outwit.equilibrium.solution import Solution

    solution = Solution(unfolded, algorithm, seed, can_compile())
    unlimited = iterations is None and seconds is None
    columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[told]}")
    with (
        stop_by_interrupt() as stopped,
        Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as progress,
    ):
        total = float(iterations or 0) or seconds or PATIENCE
        bar = progress.add_task("solving", total=total, told="")

        def report(point: Point) -> None:
            done = point.iterations if iterations is not None else point.seconds
            told = f"{point.iterations:,} iterations, exploitability {far_text(point.exploitability)}"
            progress.update(bar, completed=done, told=told)

        solution.improve(
            iterations,
            PATIENCE if unlimited else seconds,
            solution.close if unlimited else 0.0,
            report,
            lambda: bool(stopped),
        )
    return solution


@contextmanager
def stop_by_interrupt() -> Iterator[list[bool]]:
    """A list that is no longer empty once Ctrl-C was pressed."""
    stopped: list[bool] = []
    before = signal.signal(signal.SIGINT, lambda *_: stopped.append(True))
    try:
        yield stopped
    finally:
        signal.signal(signal.SIGINT, before)


def show(rules: Game, found: Measured, solution: Solution | None, sets: int, json: bool) -> None:
    """Print what was found."""
    game = found.game
    choices = list(found.choices())
    if json:
        print_json(to_json(rules, found, solution, choices))
        return
    say(f"{game_spec(rules)}: {game.positions:,} positions, {game.sets:,} information sets", "bold")
    if solution is not None:
        say()
        rows = [
            [f"{each.iterations:,}", f"{each.seconds:.3f}", far_text(each.exploitability)]
            for each in some(solution.points)
        ]
        print_table(["iterations", "seconds", "exploitability"], rows, left=0, figures=True)
    value, least, greatest = value_texts(found.value, *found.bounds)
    say()
    say(
        f"value {value} for {player_name(rules, 0)}, proved from {least} to {greatest}; "
        f"exploitability {far_text(found.exploitability)}",
        "bold",
    )
    if sets == 0:
        return
    shown = choices
    if len(choices) > sets:
        shown = sorted(choices, key=lambda each: -each.reached)[:sets]
        shown.sort(key=lambda each: each.player)
    say()
    print_table(["player", "knows", "plays"], [row(rules, each) for each in shown], left=2)
    if len(shown) < len(choices):
        say(
            f"and {len(choices) - len(shown):,} more that are reached less often; --sets shows more, --save "
            "writes all.",
            "dim",
        )


def value_texts(value: float, least: float, greatest: float) -> tuple[str, str, str]:
    """What a game is worth, with the digits that are known and one that is not quite, and its bounds.

    Those have one more, and are rounded away from the value, so that what is printed is proved too.

    >>> value_texts(-0.0554321, -0.0561234, -0.0545678)
    ('-0.055', '-0.0562', '-0.0545')
    >>> value_texts(1234.5, 1200.0, 1290.1), value_texts(-1e-9, 0.0, 0.0)
    (('1234', '1200', '1291'), ('0.000000', '0.000000', '0.000000'))
    """
    apart = greatest - least
    digits = DIGITS if apart <= 0 else min(max(math.floor(-math.log10(apart)) + 1, 0), DIGITS)
    finer = 0 if apart >= 10 else min(digits + 1, DIGITS)
    unit = 10**finer
    low, high = math.floor(least * unit + ROUNDING) / unit, math.ceil(greatest * unit - ROUNDING) / unit
    return f"{round(value, digits) + 0.0:.{digits}f}", f"{low + 0.0:.{finer}f}", f"{high + 0.0:.{finer}f}"


def far_text(exploitability: float) -> str:
    """Exploitability with three significant digits.

    >>> far_text(2.34567e-6), far_text(0.4583333), far_text(-1e-17)
    ('2.35e-06', '0.458', '0')
    """
    return f"{max(exploitability, 0.0):.3g}"


def row(rules: Game, choice: Choice) -> list[str]:
    """A row for an information set: whose, what the player knows, and how it plays."""
    known = "; ".join(rules.text(choice.state, choice.player).splitlines())
    likely = sorted(choice.probabilities.items(), key=lambda each: -each[1])
    plays = ", ".join(
        f"{rules.describe(choice.state, move)} {percentage(share)}" for move, share in likely if share >= 5e-4
    )
    return [player_name(rules, choice.player), known, plays]


def to_json(rules: Game, found: Measured, solution: Solution | None, choices: list[Choice]) -> JsonObject:
    """What was found as plain data."""
    return {
        "game": game_spec(rules),
        "positions": found.game.positions,
        "information_sets": found.game.sets,
        "value": found.value,
        "bounds": list(found.bounds),
        "exploitability": found.exploitability,
        **(
            {}
            if solution is None
            else {
                "algorithm": solution.algorithm,
                "iterations": solution.solver.iterations,
                "points": [each._asdict() for each in solution.points],
            }
        ),
        "strategies": [
            {
                "player": player_name(rules, each.player),
                "knows": rules.text(each.state, each.player),
                "plays": {
                    rules.describe(each.state, move): share for move, share in each.probabilities.items()
                },
                "reached": each.reached,
            }
            for each in choices
        ],
    }


def some(points: list[Point]) -> list[Point]:
    """A few of the points: the last, and others before it, about evenly by their order."""
    if len(points) <= POINTS:
        return points
    return [points[round(at * (len(points) - 1) / (POINTS - 1))] for at in range(POINTS)]


def csv_text(points: list[Point]) -> str:
    """How exploitability falls as a table for other programs."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["iterations", "seconds", "exploitability"])
    writer.writerows((each.iterations, f"{each.seconds:.6f}", each.exploitability) for each in points)
    return out.getvalue()


def draw(solution: Solution, title: str, file: Path) -> None:
    """Draw how exploitability falls."""
    from outwit.equilibrium.picture import exploitability_picture

    line = [(each.iterations, each.exploitability) for each in solution.points]
    drawn = exploitability_picture([(solution.algorithm, line)], f"Exploitability of {title}")
    if ending(file, (".svg", ".png")) == ".svg":
        write_whole(file, drawn.svg() + "\n")
        return
    from outwit.draw.png import png  # what draws pixels is loaded when there are some to draw

    write_whole(file, png(drawn))


def command_text(rules: Game, solution: Solution) -> str:
    """The command that finds the same strategies again."""
    command = f"outwit equilibrium {game_spec(rules)} --algorithm {solution.algorithm}"
    seed = "" if solution.seed is None else f" --seed {solution.seed}"
    return f"{command} --iterations {solution.solver.iterations}{seed}"
