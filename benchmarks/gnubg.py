"""What Outwit's plays at backgammon lose on average, in the eyes of GNU Backgammon at two plies.

gnubg's equities of every legal play of 200 positions are kept in `data/backgammon.txt`, so that the figures
can be had without it; `python -m benchmarks.gnubg` asks it for them, which takes a minute. Where gnubg is
installed, some are asked for again.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from shutil import which
from statistics import fmean
from tempfile import TemporaryDirectory

from benchmarks.figure import Figure, SkippedError
from benchmarks.rolled import FILE, GAME, Judged, judged, positions, written
from outwit import Expectiminimax
from outwit.games.backgammon import Board, position_id

POSITIONS = 200
PLACES = ("gnubg", "/usr/games/gnubg")
"""Where the program may be: Debian puts games where not everybody looks."""

SCRIPT = """
gnubg.command("set jacoby off")
money = gnubg.cubeinfo(1, -1, 0, 0, (0, 0), 0)
two_plies = dict(cubeful=0, plies=2, deterministic=1, noise=0.0, prune=1)
with open({questions!r}) as questions, open({answers!r}, "w") as answers:
    for line in questions:
        board = gnubg.positionfromid(line.strip())
        answers.write("%.6f\\n" % gnubg.evaluate(board, money, two_plies)[5])
"""
"""What gnubg runs: for each position the cubeless equity, for money, of whoever is on roll."""

HEADING = (
    "# Positions with a roll, and what each play is worth: two plies, cubeless, for money, Jacoby's rule "
    "off. Made by python -m benchmarks.gnubg with"
)


def run(quick: bool) -> Iterator[Figure]:
    """What one ply and two plies lose, beside what random play loses; then gnubg's own word again."""
    known = judged()
    by_chance = fmean(each.random_loss for each in known)
    for depth, plies in ((1, "1 ply"), (2, "2 plies")):
        agent = Expectiminimax(depth=depth)
        lost = fmean(each.loss(agent.decide(GAME, each.state).move) for each in known)
        what = f"Backgammon, {plies}: loss a play by gnubg's 2 plies, {len(known)} positions"
        yield Figure(what, lost, "points", by_chance, "random play")
    again = known[:: 20 if quick else 5]
    differing = max(
        abs(now - before)
        for each, found in zip(again, asked([each.state for each in again]), strict=True)
        for now, before in zip(found.equities.values(), each.equities.values(), strict=True)
    )
    what = f"gnubg's equities of {len(again)} positions asked again, most that one differs by"
    yield Figure(what, differing, "points", at_most=0.001)


def asked(states: Sequence[Board]) -> list[Judged]:
    """What gnubg says of every legal play of some positions; what ends the game needs no asking."""
    after = {(state, play): GAME.play(state, play) for state in states for play in GAME.moves(state)}
    going_on = [key for key, following in after.items() if not GAME.over(following)]
    worth = {
        key: GAME.payoff(following, key[0].turn) for key, following in after.items() if GAME.over(following)
    }
    equities = equities_on_roll([position_id(after[key]) for key in going_on])
    worth |= {key: -equity for key, equity in zip(going_on, equities, strict=True)}
    return [Judged(state, {play: worth[state, play] for play in GAME.moves(state)}) for state in states]


def equities_on_roll(ids: Sequence[str]) -> list[float]:
    """What gnubg says that positions are worth to whoever is on roll."""
    program = installed()
    with TemporaryDirectory() as folder:
        questions, answers, script = (Path(folder, name) for name in ("questions", "answers", "script.py"))
        questions.write_text("\n".join(ids))
        script.write_text(SCRIPT.format(questions=str(questions), answers=str(answers)))
        command = [program, "--tty", "--quiet", "--no-rc", "--python", str(script)]
        subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=True)
        return [float(line) for line in answers.read_text().split()]


def installed() -> str:
    """Where gnubg is."""
    program = next(filter(None, map(which, PLACES)), None)
    if program is None:
        raise SkippedError("gnubg is not asked again for what is kept of it: it is not installed here.")
    return program


def main() -> None:
    """Ask gnubg, and keep what it says."""
    told = subprocess.run([installed(), "--version"], capture_output=True, text=True, check=True).stdout
    found = asked(list(islice(positions(), POSITIONS)))
    heading = f"{HEADING} {told.splitlines()[0]}."
    FILE.write_text("\n".join([heading, *map(written, found)]) + "\n", "utf-8")


if __name__ == "__main__":
    main()
