"""How promptly `outwit uci` answers a chess program, beside how late this machine's own sleep is.

`python -m benchmarks.uci` prints the figures; each is of a process of its own, asked through its pipes.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

import chess

from benchmarks.latency import percentile

MOVETIME = 0.1
TRIES = 100
CLOCK, INCREMENT = 1.0, 0.01
GAMES = 4

POSITIONS = (
    "startpos",
    "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "fen r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
)


class Engine:
    """An engine under way, asked line by line."""

    def __init__(self, cache: str | None = None) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "outwit", "uci"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
            env={**os.environ, **({"OUTWIT_CACHE": cache} if cache else {})},
        )

    def send(self, line: str) -> None:
        """Write a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")

    def until(self, first: str) -> str:
        """The next line that begins so."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.split()[:1] == [first]:
                return line
        raise EOFError

    def answer(self, line: str, first: str) -> tuple[str, float]:
        """The line that answers, and the seconds that it took."""
        started = perf_counter()
        self.send(line)
        return self.until(first), perf_counter() - started


@contextmanager
def running(cache: str | None = None, compiled: bool = True) -> Iterator[Engine]:
    """An engine that is gone afterwards; with machine code, if it is to be waited for."""
    engine = Engine(cache)
    try:
        if compiled:
            engine.answer("isready", "readyok")
            engine.answer("go depth 2", "bestmove")
            while True:  # interpreted, it visits some thousand positions a second
                engine.send("go movetime 200")
                assert engine.process.stdout is not None
                nodes = 0
                for line in engine.process.stdout:
                    words = line.split()
                    nodes = int(words[words.index("nodes") + 1]) if "nodes" in words else nodes
                    if words[0] == "bestmove":
                        break
                if nodes > 20_000:
                    break
        yield engine
    finally:
        engine.process.kill()
        engine.process.wait()


def first_ready() -> list[float]:
    """The milliseconds from the start of a process, nothing compiled, to its first `readyok`."""
    found = []
    for _ in range(10):
        with TemporaryDirectory() as cache:
            started = perf_counter()
            with running(cache, compiled=False) as engine:
                engine.send("uci\nisready")
                engine.until("readyok")
                found.append(1000 * (perf_counter() - started))
    return found


def ready_meanwhile() -> list[float]:
    """The same of later ones, while it compiles and searches interpreted."""
    found = []
    with TemporaryDirectory() as cache, running(cache, compiled=False) as engine:
        engine.answer("isready", "readyok")
        engine.send("go infinite")
        for _ in range(TRIES):
            sleep(0.05)
            found.append(1000 * engine.answer("isready", "readyok")[1])
    return found


def stops(engine: Engine) -> Iterator[float]:
    """The milliseconds from `stop` to the best move."""
    for number in range(TRIES):
        engine.send(f"ucinewgame\nposition {POSITIONS[number % len(POSITIONS)]}\ngo infinite")
        sleep(random.Random(number).uniform(0.02, 0.3))
        yield 1000 * engine.answer("stop", "bestmove")[1]


def movetimes(engine: Engine) -> Iterator[float]:
    """The milliseconds that `go movetime 100` takes."""
    for number in range(TRIES):
        engine.send(f"position {POSITIONS[number % len(POSITIONS)]}")
        yield 1000 * engine.answer(f"go movetime {1000 * MOVETIME:.0f}", "bestmove")[1]


def sleeps() -> Iterator[float]:
    """The milliseconds that a sleep of as long takes."""
    for _ in range(TRIES):
        started = perf_counter()
        sleep(MOVETIME)
        yield 1000 * (perf_counter() - started)


def clocks(engine: Engine) -> Iterator[float]:
    """What is left of the clock, in milliseconds, after each move of games against itself."""
    for number in range(GAMES):
        board = chess.Board()
        for move in random.Random(number).sample([*board.legal_moves], 1):
            board.push(move)
        engine.send("ucinewgame")
        left = [CLOCK, CLOCK]
        while not board.is_game_over(claim_draw=True):
            engine.send(f"position startpos moves {' '.join(map(str, board.move_stack))}")
            times = f"wtime {1000 * left[0]:.0f} btime {1000 * left[1]:.0f}"
            go = f"go {times} winc {1000 * INCREMENT:.0f} binc {1000 * INCREMENT:.0f}"
            side = int(board.turn == chess.BLACK)
            told, seconds = engine.answer(go, "bestmove")
            left[side] -= seconds
            yield 1000 * left[side]
            left[side] += INCREMENT
            board.push_uci(told.split()[1])


def told(what: str, found: list[float]) -> None:
    """Print the median, the 95th percentile and the worst of some milliseconds."""
    print(f"{what}: median {median(found):.1f}, 95 % {percentile(found, 95):.1f}, worst {max(found):.1f} ms")


def main() -> None:
    """Measure all of it."""
    told("first readyok of a process, nothing compiled", first_ready())
    told("readyok during a search, while another process compiles", ready_meanwhile())
    with running() as engine:
        told("stop", [*stops(engine)])
        told(f"a sleep of {1000 * MOVETIME:.0f} ms", [*sleeps()])
        told(f"go movetime {1000 * MOVETIME:.0f}", [*movetimes(engine)])
        left = [*clocks(engine)]
        lost = sum(each < 0 for each in left)
        print(
            f"{GAMES} games at {CLOCK:g} s + {INCREMENT:g} s, {len(left)} moves: "
            f"lost on time {lost} times, least left {min(left):.1f} ms"
        )


if __name__ == "__main__":
    main()
