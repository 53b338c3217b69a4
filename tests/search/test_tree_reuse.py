"""With a memory, the search goes on at its next move with what it knows of the position that came about."""

from __future__ import annotations

from dataclasses import replace

import pytest

from outwit import Decision, Game, Limit, Memory, Watch, find_game, search
from outwit.engine.kernels.mcts_nodes import words_of
from outwit.engine.mcts import MCTS
from outwit.engine.runners.mcts import CompiledTree
from outwit.game import CHANCE, State
from outwit.random import Generator
from outwit.repetition import add_memory
from tests.test_repetition import Carousel

SMALL = "connect4:width=5,height=4"


def game_of_two(agent: search.MCTS, game: Game, moves: int, memory: Memory | None) -> list[Decision]:
    """What an agent answers in a game against chance."""
    state, history, random = game.initial(), list[State](), Generator(3)
    answers = list[Decision]()
    while not game.over(state) and len(answers) < moves:
        if game.turn(state) == CHANCE:
            move = random.weighted(list(game.chances(state)))
        elif game.turn(state) == 0:
            decision = agent.decide(game, state, history=history, memory=memory)
            answers.append(decision)
            move = decision.move
        else:
            move = random.choice(list(game.moves(state)))
        history.append(state)
        state = game.play(state, move)
    return answers


def visits(decision: Decision) -> list[int | None]:
    return [candidate.visits for candidate in decision.candidates]


def found(decision: Decision) -> object:
    """All that a search has found out, but not how long it took and what memory it used."""
    stats = {name: figure for name, figure in decision.stats.items() if name == "simulations"}
    return replace(decision, seconds=0.0, agent="", stats=stats)


def compiles(game: Game) -> None:
    tree = MCTS(seed=1).new_search(game, game.initial(), Limit(simulations=1), Watch(), 1)
    assert isinstance(tree, CompiledTree)


@pytest.mark.parametrize("spelled", ["connect4", "pig:goal=20"])
def test_visits_of_before_are_kept_by_a_memory_and_by_nothing_else(spelled: str) -> None:
    game = find_game(spelled)
    compiles(game)
    for cls in (MCTS, search.MCTS):
        agent = cls(simulations=500, seed=1)
        kept = game_of_two(agent, game, 4, Memory())
        assert all(answer.stats["simulations"] == 500 for answer in kept)
        assert kept[0].stats["kept"] == 0
        assert any(answer.stats["kept"] > 20 for answer in kept[1:])
        for answer in kept:
            total = sum(v or 0 for v in visits(answer))
            assert total - 500 - answer.stats["kept"] in (0, -1), "the root's own first visit is no move's"
        for anew in (
            game_of_two(agent, game, 4, None),
            game_of_two(cls(simulations=500, seed=1, keep=False), game, 4, Memory()),
        ):
            assert all("kept" not in answer.stats for answer in anew)
            for answer in anew:
                assert sum(v or 0 for v in visits(answer)) - answer.stats["simulations"] in (0, -1)


def test_compiled_and_textbook_keep_the_same() -> None:
    game = find_game(SMALL)
    compiles(game)
    ours = game_of_two(MCTS(simulations=300, seed=2), game, 5, Memory())
    theirs = game_of_two(search.MCTS(simulations=300, seed=2), game, 5, Memory())
    assert [found(answer) for answer in ours] == [found(answer) for answer in theirs]
    assert [answer.stats["kept"] for answer in ours] == [answer.stats["kept"] for answer in theirs]


@pytest.mark.parametrize("cls", [MCTS, search.MCTS])
def test_a_game_with_a_memory_repeats_itself(cls: type[search.MCTS]) -> None:
    game, agent = find_game(SMALL), cls(simulations=200, seed=5)
    first, second = (game_of_two(agent, game, 5, Memory()) for _ in range(2))
    assert [found(answer) for answer in first] == [found(answer) for answer in second]


@pytest.mark.parametrize("cls", [MCTS, search.MCTS])
def test_without_a_memory_every_answer_stands_for_itself(cls: type[search.MCTS]) -> None:
    game, agent = find_game(SMALL), cls(simulations=200, seed=1)
    assert found(agent.decide(game, game.initial())) == found(agent.decide(game, game.initial()))
    assert not set(vars(agent)) - set(agent.__dataclass_fields__), "nothing is hung onto an agent"


@pytest.mark.parametrize("cls", [MCTS, search.MCTS])
@pytest.mark.parametrize("historic", [True, False])
def test_the_position_is_found_with_its_history_and_nearby_without(
    cls: type[search.MCTS], historic: bool
) -> None:
    game, agent, memory = find_game(SMALL), cls(simulations=300, seed=1), Memory()
    history = [game.initial()]
    first = agent.decide(game, history[0], memory=memory)
    for move in first.line[:2]:
        history.append(game.play(history[-1], move))
    state = history.pop()
    again = agent.decide(game, state, history=history if historic else (), memory=memory)
    assert again.stats["kept"] > 20
    same = agent.decide(game, state, history=history if historic else (), memory=memory)
    assert same.stats["kept"] == again.stats["kept"] + 300, "asked again, it goes on with all of the tree"


@pytest.mark.parametrize("cls", [MCTS, search.MCTS])
def test_what_was_taken_back_and_another_game_are_begun_anew(cls: type[search.MCTS]) -> None:
    game, agent, memory = find_game(SMALL), cls(simulations=200, seed=1), Memory()
    states = [game.initial()]
    for move in (2, 2, 1):
        states.append(game.play(states[-1], move))
    agent.decide(game, states[2], history=states[:2], memory=memory)
    back = agent.decide(game, states[1], history=states[:1], memory=memory)
    assert back.stats["kept"] == 0
    assert found(back) == found(agent.decide(game, states[1], history=states[:1]))
    other = game.play(states[0], 4)
    elsewhere = agent.decide(game, other, history=states[:1], memory=memory)
    assert elsewhere.stats["kept"] == 0


def test_a_memory_changes_nothing_for_another_agent() -> None:
    game, memory, agent = find_game(SMALL), Memory(), MCTS(simulations=200, seed=1)
    history = [game.initial()]
    state = game.play(game.initial(), agent.decide(game, game.initial(), memory=memory).move)
    for other in (
        replace(agent, seed=2),
        replace(agent, exploration=0.5),
        replace(agent, solve=False),
        replace(agent, compiled=False),
        search.MCTS(simulations=200, seed=1),
    ):
        answer = other.decide(game, state, history=history, memory=memory)
        assert answer.stats["kept"] == 0
        assert found(answer) == found(other.decide(game, state, history=history))


def test_a_memory_changes_nothing_in_another_game() -> None:
    game, memory, agent = find_game(SMALL), Memory(), search.MCTS(simulations=200, seed=1)
    first = game.initial()
    state = game.play(first, agent.decide(game, first, memory=memory).move)
    for other in (find_game(SMALL + ",graded=on"), find_game(SMALL + ",length=3")):
        answer = agent.decide(other, state, history=[first], memory=memory)
        assert answer.stats["kept"] == 0
        assert found(answer) == found(agent.decide(other, state, history=[first]))
    assert agent.decide(game, state, history=[first], memory=memory).stats["kept"] > 0, "nothing is lost"


def test_an_equal_agent_and_an_equal_game_go_on() -> None:
    memory, first = Memory(), find_game(SMALL).initial()
    move = search.MCTS(simulations=200, seed=1).decide(find_game(SMALL), first, memory=memory).move
    state = find_game(SMALL).play(first, move)
    answer = search.MCTS(simulations=200, seed=1).decide(
        find_game(SMALL), state, history=[first], memory=memory
    )
    assert answer.stats["kept"] > 0


def test_a_tree_that_fills_half_of_its_memory_moves_and_stays_the_same() -> None:
    game = find_game("connect4")
    compiles(game)
    crowded, roomy = MCTS(seed=1, mb=1), MCTS(seed=1, mb=64)
    room = (1 << 20) // (8 * words_of(1))
    memories = {agent: Memory() for agent in (crowded, roomy)}
    state, history = game.initial(), list[State]()
    used = []
    for simulations in (4_000, 500, 500):
        ours, theirs = (
            agent.decide(game, state, Limit(simulations=simulations), history, memory=memories[agent])
            for agent in (crowded, roomy)
        )
        assert (visits(ours), ours.line) == (visits(theirs), theirs.line)
        assert ours.stats["kept"] == theirs.stats["kept"]
        used.append(ours.stats["tree"])
        history.append(state)
        state = game.play(state, ours.move)
    assert room // 2 < used[0] < room
    assert ours.stats["kept"] > 500
    assert used[1] < used[0], "it has moved"


def test_a_tree_too_large_to_move_is_begun_anew() -> None:
    game = find_game("connect4")
    agent, memory = MCTS(seed=1, mb=1, simulations=20_000), Memory()
    first = agent.decide(game, game.initial(), memory=memory)
    assert first.stats["tree"] > 10_000
    again = agent.decide(game, game.initial(), memory=memory)
    assert again.stats["kept"] == 0
    assert found(again) == found(first)


def test_threads_go_on_with_one_tree_too() -> None:
    game = find_game("connect4")
    agent, memory = MCTS(threads=2, simulations=4_000, mb=1), Memory()
    history = [game.initial()]
    for move in agent.decide(game, history[0], memory=memory).line[:2]:
        history.append(game.play(history[-1], move))
    answer = agent.decide(game, history.pop(), Limit(simulations=100), history, memory=memory)
    assert answer.stats["kept"] > 50
    assert sum(v or 0 for v in visits(answer)) == 100 + answer.stats["kept"] - 1


@pytest.mark.parametrize("wrapped", [True, False])
def test_where_repetition_counts_plain_states_are_as_good_a_history_as_those_that_remember(
    wrapped: bool,
) -> None:
    game = Carousel(6, 99, 3)
    agent, memory, history = search.MCTS(simulations=300, seed=1), Memory(), list[State]()
    rules, state = add_memory(game, game.initial()) if wrapped else (game, game.initial())
    kept = list[float]()
    for _ in range(4):
        decision = agent.decide(rules, state, history=history, memory=memory)
        kept.append(decision.stats["kept"])
        history.append(state)
        state = rules.play(state, decision.move)
    assert kept[0] == 0
    assert all(figure > 0 for figure in kept[1:])


def test_where_repetition_counts_the_same_position_with_another_past_is_begun_anew() -> None:
    game = Carousel(6, 99, 3)
    agent, memory = search.MCTS(simulations=300, seed=1), Memory()
    start = game.initial()
    state = game.play(start, agent.decide(game, start, memory=memory).move)
    assert agent.decide(game, state, history=[start], memory=memory).stats["kept"] > 0
    assert agent.decide(game, state, history=[start, state, start], memory=memory).stats["kept"] == 0
