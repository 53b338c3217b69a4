"""What compiles loads on every system, and finds the clock and the locks of each."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from numba import types

from outwit.engine.compiler import clock
from outwit.engine.compiler.codegen import whole
from outwit.engine.kernels.limits import nanoseconds

WINDOWS = """
import ctypes, fcntl, importlib, os, pkgutil, sys, threading, time
import numba, numba.core.registry, numpy, scipy.sparse.csgraph, scipy.sparse.linalg

# as it is on Windows, as far as Outwit can see
for name in [name for name in vars(time) if name.startswith(("CLOCK_", "clock_"))]:
    delattr(time, name)
for name in ("fcntl", "resource", "pwd", "grp", "termios"):
    sys.modules[name] = None
for name in ("geteuid", "getuid", "O_NOFOLLOW", "O_NONBLOCK", "nice"):
    delattr(os, name)
sys.platform = "win32"

count = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.POINTER(ctypes.c_int64))

@count
def counter(to):
    to[0] = time.perf_counter_ns() // 100
    return 1

@count
def frequency(to):
    to[0] = 10_000_000
    return 1

kernel32 = {"QueryPerformanceCounter": counter, "QueryPerformanceFrequency": frequency}
ctypes.WinDLL = lambda name: {"kernel32": kernel32}[name]

class Msvcrt:
    LK_NBLCK = 2

    def locking(self, handle, mode, size):
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise PermissionError(13, "Permission denied")

sys.modules["msvcrt"] = Msvcrt()

import outwit.engine
for module in pkgutil.walk_packages(outwit.engine.__path__, "outwit.engine."):
    importlib.import_module(module.name)

from numba import types
from outwit.engine.compiler import cache, clock
from outwit.engine.kernels.limits import nanoseconds
from outwit.engine.compiler.codegen import whole

ask = whole(lambda: nanoseconds(), types.int64())
first, second, third = clock.now(), ask(), clock.now()
assert first <= second <= third < first + 10**9, (first, second, third)
assert abs(first - time.perf_counter_ns()) < 10**9

cache.write("0" * 40 + ".code", b"code")
assert cache.read("0" * 40 + ".code") == b"code"
inside = threading.Event()
def other():
    with cache.alone("game"):
        inside.set()
with cache.alone("game"):
    thread = threading.Thread(target=other)
    thread.start()
    assert not inside.wait(0.3)
assert inside.wait(60)
thread.join()

from outwit import AlphaBeta, Limit, find_game
game = find_game("nim")
decision = AlphaBeta().decide(game, game.initial(), Limit(seconds=0.2))
assert decision.nodes > 1
print("done")
"""


def test_all_of_the_engine_works_without_what_only_posix_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTWIT_CACHE", str(tmp_path))
    done = subprocess.run([sys.executable, "-c", WINDOWS], capture_output=True, text=True, timeout=120)
    assert done.stdout == "done\n", done.stderr


def test_python_and_compiled_code_read_the_same_clock() -> None:
    ask = whole(lambda: nanoseconds(), types.int64())
    for _ in range(100):
        first, second, third = clock.now(), ask(), clock.now()
        assert first <= second <= third


def test_the_clock_is_asked_by_the_number_that_this_system_has_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(clock, "NUMBER", 6)  # macOS's; to Linux another clock, the coarse one
    ask = whole(lambda: nanoseconds(), types.int64())
    ticks = {ask() for _ in range(1000)}
    assert len(ticks) < 500
