"""Compiled information set search is the textbook's, draw for draw, set for set."""

from __future__ import annotations

import logging
import threading
from dataclasses import fields
from typing import Any

import pytest

from outwit import Decision, Limit, find_game, search
from outwit.agents import find_agent
from outwit.decision import Watch
from outwit.engine.ismcts import ISMCTS
from outwit.engine.kernels.control_block import At
from outwit.engine.kernels.information_sets import KEY
from outwit.engine.runners import moments
from outwit.engine.runners.information_sets import CompiledSet
from outwit.engine.runners.ismcts import CompiledIsmcts
from outwit.errors import BadOptionError, OutwitError
from outwit.game import Game, State, mix
from outwit.games.kuhn import Hand, Kuhn
from outwit.games.liarsdice import LiarsDice
from outwit.games.tictactoe import TicTacToe
from outwit.random import GOLDEN, Generator, scramble
from outwit.repetition import Remembered, add_memory
from outwit.search.ismcts import InformationSet, IsmctsArm, IsmctsSearch
from tests.hidden_games import HighCard, Pace, Pile
from tests.search.test_ismcts import answer, some_position
from tests.sketches.battleship import Battleship
from tests.solved_games import Cup, Doors, Guess, Prize

from .trio import Trio

SHIPS = Battleship(5, (2, 2))

GAMES: list[Any] = [
    Kuhn(),
    SHIPS,
    Trio(),
    Doors(),
    Pace(),
    *(
        pytest.param(game, marks=pytest.mark.slow)
        for game in (LiarsDice(1, 3), Pile(), Guess(), TicTacToe(), find_game("pig:goal=20"))
    ),
]
"""Cards, fleets, three players, no `determinize`, repetition; dice, one player, nothing hidden."""

OBSERVERS: Any = ("multiple", "single")

STATISTICS = [each.name for each in fields(IsmctsArm) if each.name != "following"]
"""What is noted of a choice."""


def both(
    game: Game, state: State, seed: int, limit: Limit, **options: Any
) -> tuple[IsmctsSearch, CompiledIsmcts]:
    """The textbook's search and the compiled one, of the same position and with the same draws."""
    game, state = add_memory(game, state, ())
    textbook = search.ISMCTS(**options).new_search(game, state, limit, Watch(), seed)
    compiled = ISMCTS(**options).new_search(game, state, limit, Watch(), seed)
    assert isinstance(textbook, IsmctsSearch)
    assert isinstance(compiled, CompiledIsmcts), "it is compiled"
    textbook.run()
    compiled.run()
    return textbook, compiled


def compiled_sets(found: CompiledIsmcts) -> dict[int, CompiledSet]:
    """All information sets of a compiled search by their keys."""
    control = found.control
    table = control.sets.words_at(control[At.TABLE], control[At.BUCKETS] + 1)
    return {
        int(control.sets.words_at(int(node), 1)[KEY]) % (1 << 64): CompiledSet(control.sets, int(node))
        for node in table
        if node
    }


def key_of(known: Any) -> int:
    """The key of what the player knows who is to act."""
    turn, seen = known
    return scramble(mix(seen) + GOLDEN ^ turn)


def assert_same_sets(textbook: IsmctsSearch, compiled: CompiledIsmcts) -> None:
    """Every information set, and every arm in it, is the same."""
    found, pairs = compiled_sets(compiled), dict[InformationSet, CompiledSet]()
    for known, node in textbook.nodes_by_key.items():
        pairs[node] = found[mix(known) if textbook.single else key_of(known)]
    assert len(found) == len(pairs)
    for node, same in pairs.items():
        for arm, other in zip(node.arms.values(), same.arms.values(), strict=True):
            for name in STATISTICS:
                assert getattr(arm, name) == getattr(other, name), name
            assert (None if arm.following is None else pairs[arm.following]) == other.following


def assert_same(textbook: IsmctsSearch, compiled: CompiledIsmcts) -> None:
    """Both searches are the same in everything."""
    for name in ("simulations", "nodes", "depth", "range"):
        assert getattr(textbook, name) == getattr(compiled, name), name
    assert textbook.stats() == compiled.stats()
    assert textbook.arms() == compiled.arms()
    if not isinstance(textbook.root, Remembered):
        assert_same_sets(textbook, compiled)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_the_same_seed_grows_the_very_same_information_sets(game: Game) -> None:
    random = Generator(3)
    for number in range(20):
        state = some_position(game, number)
        options = {
            "observers": OBSERVERS[number % 2],
            "exploration": random.uniform() * 2,
            "rollout": ("random", "order", "best")[random.below(3)],
            "cutoff": (None, None, 0, 3)[random.below(4)],
        }
        limit = Limit(simulations=1 + random.below(300))
        textbook, compiled = both(game, state, number, limit, **options)
        assert_same(textbook, compiled)


def test_sets_and_arms_grow_together_with_their_memory() -> None:
    textbook, compiled = both(SHIPS, some_position(SHIPS, 5), 1, Limit(simulations=1500))
    assert_same(textbook, compiled)
    assert compiled.control[At.BUCKETS] >= 2047, "the table has grown"
    assert max(len(node.arms) for node in textbook.nodes_by_key.values()) > 16


@pytest.mark.parametrize("observers", OBSERVERS)
def test_a_limit_of_nodes_ends_both_at_the_same_simulation(observers: Any) -> None:
    for most in (1, 2, 5, 60, 333):
        textbook, compiled = both(
            Kuhn(), some_position(Kuhn(), 2), most, Limit(nodes=most), observers=observers
        )
        assert_same(textbook, compiled)
        assert compiled.nodes <= most


def test_simulations_that_a_moment_breaks_off_are_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game, state = SHIPS, some_position(SHIPS, 3)
    whole, _ = both(game, state, 4, Limit(simulations=300))
    runs = []

    def count(self: CompiledIsmcts) -> bool:
        runs.append(self)
        return run(self)

    run = CompiledIsmcts.run_for_a_moment
    monkeypatch.setattr(moments, "MOMENT", 1)
    monkeypatch.setattr(CompiledIsmcts, "run_for_a_moment", count)
    assert_same(whole, both(game, state, 4, Limit(simulations=300))[1])
    assert len(runs) > 10


def facts(decision: Decision) -> tuple[object, ...]:
    return decision.move, decision.value, decision.line, decision.nodes, decision.depth, decision.stats


def test_a_decision_is_the_textbook_s() -> None:
    game = Trio()
    for seed in range(5):
        state = some_position(game, seed)
        compiled = find_agent(f"ismcts:simulations=200,seed={seed}")
        assert type(compiled) is ISMCTS
        textbook = search.ISMCTS(simulations=200, seed=seed)
        ours, theirs = (agent.decide(game, state) for agent in (compiled, textbook))
        assert facts(ours) == facts(theirs)
        assert [*ours.candidates] == [*theirs.candidates]
        world = game.determinize(state, game.turn(state), Generator(seed))
        assert facts(compiled.decide(game, world)) == facts(ours), "only what the player knows counts"


def test_it_can_be_stopped_and_answers_with_what_it_has() -> None:
    watch, heard = Watch(), threading.Event()
    watch.report = lambda progress: heard.set()

    def stop_soon() -> None:
        heard.wait(60)
        watch.stop()

    threading.Thread(target=stop_soon).start()
    decision = ISMCTS(seconds=3600).decide(Kuhn(), Hand((1, 2), (1,)), watch=watch)
    assert heard.is_set()
    assert decision.stats["simulations"] > 100
    assert decision.move == 1


def test_told_to_stop_before_it_begins_it_plays_a_legal_move() -> None:
    decision = ISMCTS(simulations=100).decide(Kuhn(), Hand((1, 2), (1,)), watch=Watch(stopped=True))
    assert decision.move in (0, 1)
    assert decision.value is None
    assert decision.stats["simulations"] == 0


def test_a_full_memory_ends_the_growth_and_not_the_search() -> None:
    agent = ISMCTS(mb=1, seed=1)
    found = agent.new_search(SHIPS, some_position(SHIPS, 5), Limit(simulations=60_000), Watch(), 1)
    assert isinstance(found, CompiledIsmcts)
    found.run()
    assert found.simulations == 60_000
    assert found.control[At.FULL] == 1
    assert found.control[At.TREE_SIZE] <= found.control[At.TREE_ROOM] == 1 << 17
    assert sum(arm.visits for arm in found.arms()) == 60_000
    best = found.best()
    assert best is not None
    assert best.line[0] in list(SHIPS.moves(found.root))


def test_a_game_that_does_not_compile_is_searched_as_the_textbook_does(
    caplog: pytest.LogCaptureFixture,
) -> None:
    game = HighCard()
    state = some_position(game, 1)
    with caplog.at_level(logging.WARNING, logger="outwit"):
        ours = ISMCTS(simulations=30, seed=1).decide(game, state)
    assert facts(ours) == facts(search.ISMCTS(simulations=30, seed=1).decide(game, state))
    assert any("It plays interpreted." in record.getMessage() for record in caplog.records)
    without = ISMCTS(simulations=1, compiled=False).new_search(game, state, Limit(), Watch(), 1)
    assert type(without) is IsmctsSearch


def test_a_game_that_begins_by_chance_is_prepared_where_somebody_acts() -> None:
    ISMCTS().prepare(Kuhn())
    assert ISMCTS().load(Kuhn())


def test_what_no_random_game_comes_to_is_refused_in_the_textbook_s_words() -> None:
    words = "0 of 20,000 random games agree with what player 1 has seen; give Doors a `determinize`."
    for agent in (ISMCTS(), ISMCTS(compiled=False)):
        found = agent.new_search(Doors(), Prize(1, 5, 0), Limit(simulations=1), Watch(), 1)
        with pytest.raises(OutwitError) as refusal:
            found.run()
        assert str(refusal.value) == words


def test_it_does_not_count_on_seeing_what_is_hidden() -> None:
    decision = ISMCTS(simulations=20_000, seed=1).decide(Guess(), Cup(1, ()))
    assert decision.move == Guess.LEAVE
    stay = next(each for each in decision.candidates if each.move == Guess.STAY)
    assert stay.value == pytest.approx(0.5, abs=0.05)


def test_memory_has_a_size() -> None:
    with pytest.raises(BadOptionError, match="mb=0"):
        ISMCTS(mb=0)


@pytest.mark.parametrize("observers", OBSERVERS)
@pytest.mark.parametrize(
    ("game", "state", "best"),
    [(Guess(), Cup(1, ()), Guess.LEAVE), (Doors(), Prize(3, 0, 0), Doors.LOOK)],
    ids=["Guess", "Doors"],
)
def test_twenty_of_twenty_seeds_find_the_best_move(
    game: Game, state: State, best: int, observers: Any
) -> None:
    compiled = ISMCTS(observers=observers).new_search(game, state, Limit(simulations=1), Watch(), 1)
    assert isinstance(compiled, CompiledIsmcts)
    for seed in range(20):
        agent = ISMCTS(simulations=100_000, seed=seed, observers=observers)
        decision = agent.decide(game, state)
        assert (decision.move, decision.stats["simulations"]) == (best, 100_000)


@pytest.mark.parametrize("spec", ["ismcts:simulations=200,seed=5", "pimc:worlds=3,simulations=60,seed=5"])
@pytest.mark.parametrize("game", [find_game("battleship:size=5,fleet=(3,2)"), Kuhn()], ids=["sea", "cards"])
def test_states_that_a_player_cannot_tell_apart_are_decided_alike(game: Game, spec: str) -> None:
    agent, differing = find_agent(spec), 0
    if isinstance(agent, ISMCTS):
        begun = agent.new_search(game, some_position(game, 0), Limit(simulations=1), Watch(), 1)
        assert isinstance(begun, CompiledIsmcts)
    for seed in range(6):
        state = some_position(game, seed)
        world = game.determinize(state, game.turn(state), Generator(seed))
        differing += world != state
        decided, alike = agent.decide(game, state), agent.decide(game, world)
        assert answer(decided) == answer(alike)
    assert differing
