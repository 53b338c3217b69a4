"""Rules that loop, crash or fill memory, in the engine: each is told, and others are answered."""

from __future__ import annotations

import re
from collections.abc import Callable
from time import monotonic
from typing import Any

import pytest

from tests.bad_games import BAD
from tests.protocols.talk import talking

FILE = "tests/bad_games.py"

SAID = {
    "Looping": "had not come back after 5 s and was ended",
    "Raising": "raised ZeroDivisionError: nothing to divide by",
    "Leaving": "raised SystemExit: 3",
    "Allocating": "took all the memory that it may have|had not come back",
    "Recursing": "raised RecursionError",
}
QUICK = [name for name, (_, rule) in BAD.items() if rule == "moves"]


def question(name: str) -> dict[str, Any]:
    """What has to be asked so that the bad rule is."""
    table = {"id": name, "game": f"{FILE}:{name}", "moves": ["1"] if BAD[name][1] == "text" else []}
    if BAD[name][1] == "text":
        return {"do": "position", **table}
    return {"do": "decide", "agent": "minimax:depth=3", **table}


@pytest.mark.parametrize(
    "names", [QUICK, pytest.param(list(BAD), marks=pytest.mark.slow)], ids=("few", "all")
)
def test_bad_rules_are_told_in_sentences_while_others_are_answered(
    names: list[str], report: Callable[[str], None]
) -> None:
    games = [part for name in names for part in ("--game", f"{FILE}:{name}")]
    with talking(*games, "--memory", "1024") as engine:
        engine.send(id="ready", do="agents")
        engine.hear()
        for name in names:
            engine.send(**question(name))
        told: dict[str, str] = {}
        others, asked = 0, monotonic()
        engine.send(id=f"other {others}", do="position", game="nim", moves=["3"])
        longest = 0.0
        while len(told) < len(names):
            heard = engine.hear()
            if str(heard["id"]).startswith("other"):
                assert heard["position"]["text"] == "18 coins, player 2 to move"
                longest = max(longest, monotonic() - asked)
                others, asked = others + 1, monotonic()
                engine.send(id=f"other {others}", do="position", game="nim", moves=["3"])
            else:
                told[heard["id"]] = heard.get("error", f"no error: {heard}")
        assert others
        for name, said in told.items():
            fault, rule = BAD[name]
            assert said.startswith(f"{name}.{rule}, line ")
            assert re.search(SAID[fault], said)
        engine.send(id="end", do="quit")
        while engine.hear()["id"] != "end":
            pass
        assert engine.process.wait(10) == 0
    report(f"{others} answers beside {len(names)} games with bad rules, {longest:.2f} s at most")
    assert longest < 1 or names is QUICK
