"""A process of its own for compiled rules, which may crash or never come back.

The game is handed over as a pickle, with the file of its class where it was loaded from one. The worker
tells, a line each, what it is about to do, so that whoever waits knows what it was that did not come back. A
game that cannot be handed over, such as one whose class was typed into Python, is compared in this process.
"""

from __future__ import annotations

import json
import math
import os
import pickle
import signal
import subprocess
import sys
import threading
from base64 import b64decode, b64encode
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from queue import Empty, SimpleQueue
from time import perf_counter, sleep, time
from typing import IO

from outwit.check.compiled import PROMISE, Task, Verdict, compare, too_late
from outwit.check.report import Broken
from outwit.check.values import show
from outwit.check.walk import follow, move_names
from outwit.game import Game, Move, State
from outwit.importing import PREFIX
from outwit.json_types import Json
from outwit.plugins import load_file

COMPILING = 300.0
"""Seconds that compiling may take."""

ANSWERING = 20.0
"""Seconds that a compiled rule may take to answer."""

UNINTERRUPTED = 5.0
"""Seconds that must be left to compile in this process, where nothing can end that before it is done."""

BREATH = 0.005
"""Seconds between two looks at what the worker has told."""

START = "import sys, json; sys.path[:] = json.loads(sys.argv[1]); import outwit.check.worker as w; w.work()"


def examine(game: Game, task: Task, progress: Callable[[int], None]) -> Verdict:
    """Play a game both ways in a process of its own, and say what came of it.

    That process is ended with the time, unless a compiled rule does not come back: that is waited for.
    """
    deadline = perf_counter() + task.seconds
    parcel = pickle_game(game)
    verdict = Supervision(game, progress, deadline).run(parcel, task) if parcel else None
    if verdict is not None:
        return verdict
    left = deadline - perf_counter()
    if left < UNINTERRUPTED:
        return too_late(
            f"that takes seconds and cannot be interrupted here, and {max(left, 0):.1f} s were left"
        )
    return compare(game, task._replace(seconds=left), lambda kind, what: None)


def pickle_game(game: Game) -> tuple[str, str] | None:
    """A game as another process can open it: the file to load first, if any, and a pickle."""
    module = type(game).__module__
    if module == "__main__" or not sys.executable:
        return None  # loading the main program again would run it again
    try:
        content = b64encode(pickle.dumps(game)).decode()
    except Exception:  # a game's own `__reduce__` may raise anything
        return None
    return str(sys.modules[module].__file__) if module.startswith(PREFIX) else "", content


class Supervision:
    """A worker, and what is known of it from what it tells."""

    def __init__(self, game: Game, progress: Callable[[int], None], deadline: float = math.inf) -> None:
        self.game = game
        self.progress = progress
        self.deadline = deadline
        """When compiling has to be done."""
        self.opened = False
        """Has the worker got the game?"""
        self.compiled = False
        self.games = 0
        self.moves: list[Move] = []
        self.question = ""
        """What the compiled rules have been asked and have not answered yet."""
        self.verdict: Verdict | None = None

    def run(self, parcel: tuple[str, str], task: Task) -> Verdict | None:
        """Start a worker and hear it to the end; None if it could not start, or not open the parcel."""
        with suppress(OSError):
            process = subprocess.Popen(
                [sys.executable, "-P", "-c", START, json.dumps(sys.path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
            try:
                assert process.stdin is not None
                assert process.stdout is not None
                with suppress(OSError), process.stdin:
                    process.stdin.write(json.dumps([*parcel, time(), *task]).encode())
                told: SimpleQueue[bytes] = SimpleQueue()
                reader = threading.Thread(target=forward, args=(process.stdout, told), daemon=True)
                reader.start()
                return self.watch(process, told)
            finally:
                process.kill()
                process.wait()
        return None

    def watch(self, process: subprocess.Popen[bytes], told: SimpleQueue[bytes]) -> Verdict | None:
        """Follow what the worker tells, until it has said all, or ended, or been silent for too long."""
        rest = b""
        while self.verdict is None:
            left = max(self.deadline - perf_counter(), 0.0)
            try:
                chunk = told.get(timeout=ANSWERING if self.compiled else min(left, COMPILING))
            except Empty:
                return self.silent()
            if not chunk:
                return self.early_verdict(process.wait())
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                kind, _, what = line.decode().partition(" ")
                self.hear(kind, what)
        return self.verdict

    def hear(self, kind: str, what: str) -> None:
        """Take note of one thing that the worker tells."""
        if kind == "ask":
            self.question = what
        elif kind == "move":
            move = json.loads(what)
            self.moves.append(tuple(move) if isinstance(move, list) else move)
        elif kind == "game":
            self.moves.clear()
            self.progress(self.games)
            self.games += 1
        elif kind == "compiled":
            self.compiled = True
        elif kind == "opened":
            self.opened = True
        elif kind == "verdict":
            games, why, broken, left_out = json.loads(what)
            breach = broken and Broken(**broken | {"moves": tuple(broken["moves"])})
            self.verdict = Verdict(games, why, breach, left_out)

    def silent(self) -> Verdict:
        """What a silence means that has lasted too long."""
        if not self.compiled and perf_counter() >= self.deadline:
            return too_late("compiling them takes longer than the time that was left")
        if not self.compiled:
            return Verdict(reason=f"compiling it takes longer than {COMPILING:g} s.")
        return self.failure(
            f"Compiled, `{self.question}` had not come back after {ANSWERING:g} s; interpreted, it has."
        )

    def early_verdict(self, status: int) -> Verdict | None:
        """What it means that the worker ended before it had said all."""
        if not self.opened:
            return None
        try:
            how = f"by {signal.Signals(-status).name}" if status < 0 else f"with status {status}"
        except ValueError:
            how = f"by signal {-status}"
        if not self.compiled:
            return Verdict(reason=f"the process that compiled it was ended {how}.")
        return self.failure(
            f"Compiled, `{self.question}` crashed: its process was ended {how}; interpreted, it answers."
        )

    def failure(self, sentence: str) -> Verdict:
        """A promise broken by the worker itself."""
        state: State = None
        with suppress(Exception):
            state = self.game.initial()
            for move in self.moves:
                state = follow(self.game, state, move)
        where = show(state, 400), move_names(self.game, self.moves)
        return Verdict(self.games - 1, broken=Broken(PROMISE, sentence, *where))


def forward(output: IO[bytes], told: SimpleQueue[bytes]) -> None:
    """Hand on what a process writes, and an empty piece when there is no more."""
    with output:
        while chunk := os.read(output.fileno(), 1 << 16):
            told.put(chunk)
            sleep(BREATH)
    told.put(b"")


def work() -> None:
    """What the worker does: open the parcel, compare, and tell."""
    out = os.dup(sys.stdout.fileno())
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what rules print is not for us

    waiting: list[str] = []

    def tell(kind: str, what: Json) -> None:
        waiting.append(f"{kind} {what if kind == 'ask' else json.dumps(what, default=repr)}\n")
        if kind not in ("move", "game"):
            os.write(out, "".join(waiting).encode())
            waiting.clear()

    file, content, sent, *task = json.load(sys.stdin)
    spent = max(time() - sent, 0.0)
    if file:
        load_file(Path(file))
    game = pickle.loads(b64decode(content))
    tell("opened", None)
    seed, games, seconds = task
    games, why, broken, left_out = compare(game, Task(seed, games, seconds - spent), tell)
    tell("verdict", (games, why, broken and asdict(broken), left_out))
