"""Perfect information Monte Carlo with compiled searches gives the answers of the textbook's."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from outwit import Limit
from outwit.decision import Watch
from outwit.engine.compiled_agent import Compilable
from outwit.engine.pimc import PIMC
from outwit.engine.runners.alphabeta import CompiledSearch
from outwit.engine.runners.mcts import CompiledTree
from outwit.games.liarsdice import LiarsDice
from outwit.search.pimc import PimcSearch
from tests.search.test_ismcts import some_position


@pytest.mark.parametrize("options", [{"depth": 3}, {"simulations": 40}], ids=str)
def test_the_same_worlds_have_the_same_values_compiled_and_interpreted(options: dict[str, Any]) -> None:
    game = LiarsDice(dice=1, faces=3)
    state = some_position(game, 2)
    agent = PIMC(seed=1, worlds=6, **options)
    search = agent.begin(game, state, agent.limit_of(None), Watch(), 0)
    assert isinstance(search, PimcSearch)
    assert isinstance(search.inner, Compilable)
    one = search.inner.begin(game, state, Limit(nodes=10), Watch(), 0)
    assert isinstance(one, CompiledSearch | CompiledTree), "the worlds are searched in machine code"
    one.end()
    ours, textbook = (each.decide(game, state) for each in (agent, replace(agent, compiled=False)))
    assert ours.value == textbook.value
    assert ours.nodes == textbook.nodes
    assert [*ours.candidates] == [*textbook.candidates]


def test_without_the_compiler_nothing_is_compiled() -> None:
    inner = PIMC(compiled=False).inner(LiarsDice(), 3)
    assert isinstance(inner, Compilable)
    assert not inner.compiled
