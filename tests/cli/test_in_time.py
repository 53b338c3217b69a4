"""The first decision of a game on the command line: prepared before its clock starts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from outwit.games import find_game
from tests.promptness import GAMES, ROOT, SECONDS, Lateness, founded


@pytest.mark.slow
def test_the_first_decision_is_founded_and_in_time_by_its_own_clock(
    report: Callable[[str], None], tmp_path: Path
) -> None:
    lateness = Lateness()
    environment = {**os.environ, "OUTWIT_CACHE": str(tmp_path)}
    for game in GAMES:
        if find_game(game).simultaneous:
            continue  # its agent draws a move and has no clock
        command = [sys.executable, "-m", "outwit", "decide", game, "--seconds", str(SECONDS), "--json"]
        printed = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
        assert printed.returncode == 0, printed.stderr
        decision = json.loads(printed.stdout)
        lateness.note(game, decision["seconds"], founded(decision))
    lateness.assert_small(report, "decide, nothing compiled")
