"""The processes that search: ready before anybody asks, and again after one was lost."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from outwit.web.workers import LostError, Workers

LEAVING = """
import os

from outwit.games.nim import Nim


class Leaving(Nim):
    def moves(self, pile):
        if pile.coins == 18:
            os._exit(3)
        return super().moves(pile)
"""


def test_a_process_that_was_lost_is_there_again_before_anybody_asks(tmp_path: Path) -> None:
    file = tmp_path / "leaving.py"
    file.write_text(LEAVING)
    game = f"{file}:Leaving"

    async def ask(workers: Workers, moves: list[str]) -> str:
        question = {"game": game, "moves": moves, "agent": "random:seed=1", "limit": {"seconds": 1}}
        return str((await workers.ask(question, "somebody").answer)["move"])

    async def talk() -> None:
        workers = Workers(1, [game])
        await workers.warm()
        try:
            [worker] = workers.idle
            first = worker.process
            assert first is not None
            assert await ask(workers, []) in ("1", "2", "3")
            with pytest.raises(LostError):
                await ask(workers, ["3"])
            async with asyncio.timeout(60):
                while not workers.idle:
                    await asyncio.sleep(0.05)
            assert worker.process is not None
            assert worker.process is not first
            assert worker.process.alive
            assert worker.starts == 2
            assert await ask(workers, []) in ("1", "2", "3")
        finally:
            await workers.close()

    with ThreadPoolExecutor(1) as thread:  # this one may have a loop of its own, for a browser
        thread.submit(asyncio.run, talk()).result()
