"""However many moves or outcomes a position has, a search answers in time, or says in a sentence why not."""

from __future__ import annotations

from dataclasses import replace
from time import process_time
from typing import Any

import pytest

from outwit import AlphaBeta, Expectiminimax, Limit, MaxN, Minimax, OutwitError, find_game, specs
from outwit.engine.compiler.rules import compile_rules
from outwit.engine.kernels import control_block
from outwit.engine.mcts import MCTS
from outwit.engine.montecarlo import MonteCarlo

GAMES = "tests/wide_games.py"
COMPILED: list[Any] = [AlphaBeta(), Expectiminimax(), MonteCarlo(seed=1), MCTS(seed=1)]
QUICK: list[Any] = [
    *(
        agent if agent.name in ("alphabeta", "mcts") else pytest.param(agent, marks=pytest.mark.slow)
        for agent in COMPILED
    )
]
"""The quick suite compiles a wide game for two of them."""
INTERPRETED: list[Any] = [Minimax(), *(replace(agent, compiled=False) for agent in (MaxN(), *COMPILED))]
WIDTHS = [10, *(pytest.param(width, marks=pytest.mark.slow) for width in (1_000, 40_000)), 100_000]
SECONDS = 0.5
LISTED = 50e-6
"""Seconds that a legal move may cost an answer beyond its limit, where all else is slow."""
LATE = 0.05
"""Seconds of the processor that an answer to a second may be late, with 200,000 moves to choose from."""


def named(agent: Any) -> str:
    return specs.spell(agent, agent.name)


def answers(agent: Any, spelled: str, width: int) -> None:
    """Fail unless an agent answers with a legal move, in time, once the game is compiled and tuned."""
    game = find_game(f"{GAMES}:{spelled}:width={width}")
    agent.prepare(game)
    started = process_time()  # whatever else the machine is at
    decision = agent.decide(game, game.initial(), Limit(seconds=SECONDS))
    late = process_time() - started - SECONDS
    moves = list(game.moves(game.initial()))
    assert decision.move in moves
    assert len(decision.candidates) == len(moves)
    assert late < 1.0 + LISTED * len(moves)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("agent", [*QUICK, *INTERPRETED], ids=named)
def test_a_wide_root_is_searched_in_time(agent: Any, width: int) -> None:
    if getattr(agent, "compiled", False):
        assert agent.program(find_game(f"{GAMES}:Wide"))
    answers(agent, "Wide", width)


@pytest.mark.slow
@pytest.mark.parametrize("agent", [*COMPILED, *INTERPRETED], ids=named)
def test_two_hundred_thousand_moves_make_an_answer_hardly_later(agent: Any) -> None:
    game = find_game(f"{GAMES}:Wide:width=200000")
    agent.prepare(game)
    late: list[float] = []
    while not late or (min(late) > LATE and len(late) < 3):  # the machine may be at something else as well
        started = process_time()
        decision = agent.decide(game, game.initial(), Limit(seconds=1))
        late.append(process_time() - started - 1)
        assert len(decision.candidates) == 200_000
    assert min(late) <= LATE


@pytest.mark.parametrize("agent", [*QUICK, *INTERPRETED], ids=named)
def test_each_of_two_hundred_thousand_moves_is_a_candidate(agent: Any) -> None:
    game = find_game(f"{GAMES}:Wide:width=200000")
    decision = agent.decide(game, game.initial(), Limit(seconds=0.1))
    assert sorted(candidate.move for candidate in decision.candidates) == list(range(200_000))
    assert decision.candidates[0].move == decision.move


@pytest.mark.slow
@pytest.mark.parametrize("agent", [AlphaBeta(), MonteCarlo(seed=1), MCTS(seed=1)], ids=named)
def test_a_game_may_widen_below_the_root(agent: Any) -> None:
    assert agent.program(find_game(f"{GAMES}:Widening"))
    for width in (1_000, 300_000):
        answers(agent, "Widening", width)


@pytest.mark.slow
@pytest.mark.parametrize("agent", [Expectiminimax(), MonteCarlo(seed=1), MCTS(seed=1)], ids=named)
def test_chance_may_have_very_many_outcomes(agent: Any) -> None:
    assert agent.program(find_game(f"{GAMES}:Lottery"))
    for width in (1_000, 100_000):
        answers(agent, "Lottery", width)


@pytest.mark.slow
@pytest.mark.parametrize("agent", COMPILED, ids=named)
def test_what_does_not_fit_into_memory_is_refused_in_a_sentence(
    agent: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(control_block, "MOST_STACK_WORDS", control_block.STACK_WORDS)
    spelled = "Lottery" if isinstance(agent, Expectiminimax) else "Widening"  # compiled for a test above
    game = find_game(f"{GAMES}:{spelled}:width=400000")
    with pytest.raises(OutwitError, match=r"room for [\d,]+ moves or [\d,]+ outcomes; set compiled=off\."):
        agent.decide(game, game.initial(), Limit(seconds=60))


@pytest.mark.parametrize(
    ("width", "agents"),
    [
        (1_000, (AlphaBeta(),)),
        *(
            pytest.param(width, (AlphaBeta(), Expectiminimax()), marks=pytest.mark.slow)
            for width in (1_000, 50_000)
        ),
    ],
)
def test_a_wide_position_is_worth_what_the_textbook_says(width: int, agents: tuple[Any, ...]) -> None:
    game = find_game(f"{GAMES}:Wide:width={width},length=1")
    for agent in agents:
        assert agent.program(game)
        decision = agent.decide(game, game.initial())
        assert (decision.value, decision.exact, decision.nodes) == (1.0, True, width + 1)
        worths = {candidate.move: candidate.value for candidate in decision.candidates}
        assert worths[0] == 0.0
        assert decision.line == (decision.move,)


@pytest.mark.parametrize(
    ("spelled", "simulations"),
    [
        ("Wide:width=5000", 5),
        *(
            pytest.param(spelled, 25, marks=pytest.mark.slow)
            for spelled in ("Wide:width=20000", "Lottery:width=20000", "Widening:width=150000")
        ),
    ],
)
def test_compiled_and_textbook_grow_the_same_wide_tree(spelled: str, simulations: int) -> None:
    game, limit = find_game(f"{GAMES}:{spelled}"), Limit(simulations=simulations)
    ours = MCTS(seed=1).decide(game, game.initial(), limit)
    theirs = MCTS(seed=1, compiled=False).decide(game, game.initial(), limit)
    assert ours.candidates == theirs.candidates
    assert (ours.nodes, ours.stats) == (theirs.nodes, theirs.stats)


@pytest.mark.parametrize("many", [10_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_compiled_rules_list_a_million_moves(many: int) -> None:
    rules = compile_rules(find_game(f"{GAMES}:Wide:width={many}"))
    assert rules.moves(rules.game.initial()) == list(range(many))
