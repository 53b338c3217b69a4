"""What is kept from one decision to the next: by whom, for whom, how much, and one decision at a time."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace

import pytest

from outwit import (
    Agent,
    AlphaBeta,
    BadOptionError,
    Decision,
    Expectiminimax,
    Game,
    Limit,
    MaxN,
    Memory,
    Minimax,
    MonteCarlo,
    OutwitError,
    Random,
    Watch,
    find_game,
    search,
)
from outwit.agents import consult
from outwit.evaluate import with_evaluation
from outwit.games.nim import Nim
from outwit.memory import MOST_KEPT, Kept, Memories, borrow_kept, same_rules
from outwit.repetition import Remembering
from outwit.search.search import Search
from tests.sketches.liarsdice import LiarsDice

NIM = Nim()
AGENT = search.MCTS(simulations=50, seed=1)


def keep(memory: Memory, content: object, size: int = 10, agent: Agent = AGENT, game: Game = NIM) -> None:
    """Keep something as a decision would."""
    with borrow_kept(memory, agent, game, 0) as kept:
        assert kept is not None
        kept.keep(content, size)


def kept_by(memory: Memory, agent: Agent = AGENT, game: Game = NIM, seat: int = 0) -> object:
    """What is kept for an agent in a game."""
    with borrow_kept(memory, agent, game, seat) as kept:
        assert kept is not None
        return kept.content


# One memory


def test_without_a_memory_nothing_is_kept() -> None:
    with borrow_kept(None, AGENT, NIM, 0) as kept:
        assert kept is None


def test_what_is_kept_is_found_again_by_an_equal_agent_in_the_same_game() -> None:
    memory = Memory()
    keep(memory, "tree")
    assert memory.size == 10
    assert kept_by(memory) == "tree"
    assert kept_by(memory, replace(AGENT), Nim()) == "tree"
    assert kept_by(memory, replace(AGENT, seed=2)) is None
    assert kept_by(memory, AGENT, Nim(coins=12)) is None
    assert kept_by(memory) == "tree", "others have not taken its place"


def test_what_is_kept_is_taken_only_as_what_it_is() -> None:
    memory = Memory()
    keep(memory, "tree")
    with borrow_kept(memory, AGENT, NIM, 0) as kept:
        assert kept is not None
        assert (kept.take(str), kept.take(int)) == ("tree", None)


def test_it_can_be_cleared_also_while_a_decision_has_it() -> None:
    memory = Memory()
    keep(memory, "tree")
    memory.clear()
    assert memory.size == 0
    assert kept_by(memory) is None
    with borrow_kept(memory, AGENT, NIM, 0) as kept:
        assert kept is not None
        memory.clear()
        kept.keep("late", 10)
    assert kept_by(memory) is None
    assert memory.size == 0


def test_it_is_bounded_in_size_and_what_was_not_used_for_longest_goes_first() -> None:
    memory, third = Memory(mb=1), (1 << 20) // 3
    agents = [replace(AGENT, seed=seed) for seed in range(4)]
    for agent in agents[:3]:
        keep(memory, agent.seed, third, agent)
    kept_by(memory, agents[0])
    keep(memory, 3, third, agents[3])
    assert memory.size == 3 * third
    assert [kept_by(memory, agent) for agent in agents] == [0, None, 2, 3]
    keep(memory, "too large", (1 << 20) + 1, agents[0])
    assert [kept_by(memory, agent) for agent in agents] == [None, None, 2, 3]


def test_it_serves_few_agents_at_once() -> None:
    memory = Memory()
    agents = [replace(AGENT, seed=seed) for seed in range(3 * MOST_KEPT)]
    for agent in agents:
        keep(memory, agent.seed, agent=agent)
    assert len(memory.contents) == MOST_KEPT
    assert kept_by(memory, agents[-1]) == agents[-1].seed


def test_what_ends_in_an_error_leaves_nothing_behind() -> None:
    memory = Memory()
    keep(memory, "tree")
    with pytest.raises(ZeroDivisionError), borrow_kept(memory, AGENT, NIM, 0):
        raise ZeroDivisionError
    assert kept_by(memory) is None


def test_a_second_decision_at_the_same_time_does_without() -> None:
    memory = Memory()
    keep(memory, "tree")
    with borrow_kept(memory, AGENT, NIM, 0) as first, borrow_kept(memory, AGENT, NIM, 0) as second:
        assert first is not None
        assert second is None
    assert kept_by(memory) == "tree"


def test_searches_at_the_same_time_answer_and_only_one_of_them_says_that_it_went_on() -> None:
    game, agent, memory = find_game("tictactoe"), search.MCTS(seed=1), Memory()
    under_way, watch = threading.Event(), Watch(report=lambda _: under_way.set())
    answers: list[Decision] = []
    long = threading.Thread(
        target=lambda: answers.append(
            replace(agent, solve=False).decide(
                game, game.initial(), Limit(seconds=600), watch=watch, memory=memory
            )
        )
    )
    long.start()
    assert under_way.wait(60)
    beside = agent.decide(game, game.initial(), Limit(simulations=100), memory=memory)
    watch.stop()
    long.join(60)
    assert "kept" not in beside.stats
    alone = agent.decide(game, game.initial(), Limit(simulations=100))
    assert replace(beside, seconds=0) == replace(alone, seconds=0)
    assert answers[0].stats["kept"] == 0
    assert memory.size > 0


@pytest.mark.parametrize("wrong", [{}, "memory", True])
def test_what_is_no_memory_is_refused_with_a_sentence(wrong: object) -> None:
    with pytest.raises(BadOptionError, match=r"is no memory; make one with Memory\(\)\."):
        AGENT.decide(NIM, NIM.initial(), memory=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [0, -5, True, 1.5, "x"])
def test_a_memory_of_no_size_is_refused(wrong: object) -> None:
    with pytest.raises(BadOptionError, match="is no size for a memory"):
        Memory(mb=wrong)  # type: ignore[arg-type]


# Seats


def test_in_a_game_with_hidden_information_what_is_kept_belongs_to_a_seat() -> None:
    hidden, memory = LiarsDice(), Memory()
    assert hidden.hidden
    with borrow_kept(memory, AGENT, hidden, 0) as kept:
        assert kept is not None
        kept.keep("what only player 0 knows", 10)
    assert kept_by(memory, AGENT, hidden, 0) == "what only player 0 knows"
    assert kept_by(memory, AGENT, hidden, 1) is None


# Games


class Bare(Game):
    """A game that is no dataclass."""

    def __init__(self, size: int) -> None:
        self.size = size

    def initial(self) -> int:
        return self.size

    def over(self, state: int) -> bool:
        return state == 0

    def payoff(self, state: int, player: int) -> float:
        return 0.0


class Vague:
    """Of which nothing tells whether two are equal."""

    def __eq__(self, other: object) -> bool:
        raise ValueError

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True)
class Odd(Nim):
    """A game with an option that cannot be compared."""

    vague: Vague | None = None


def test_games_are_the_same_if_their_rules_and_options_are() -> None:
    assert same_rules(Nim(), Nim())
    assert not same_rules(Nim(), Nim(coins=5))
    assert not same_rules(Nim(), Odd())
    assert same_rules(Remembering(Nim()), Remembering(Nim()))
    assert not same_rules(Remembering(Nim()), Remembering(Nim(coins=5)))
    assert same_rules(Bare(3), Bare(3))
    assert not same_rules(Bare(3), Bare(4))


def test_games_that_judge_positions_differently_are_not_the_same() -> None:
    one, other = find_game("wargame"), find_game("wargame")
    assert same_rules(with_evaluation(one, "points"), with_evaluation(other, "points"))
    assert not same_rules(with_evaluation(one, "points"), other)


def test_games_that_cannot_be_compared_are_only_themselves() -> None:
    odd = Odd(vague=Vague())
    assert same_rules(odd, odd)
    assert not same_rules(odd, Odd(vague=Vague()))


# Agents


class Old(Agent):
    """An agent that was written before there were memories."""

    def decide(self, game, state, limit=None, history=(), *, player=None, watch=None, tree=False):  # type: ignore[no-untyped-def,override]
        return Decision(max(game.moves(state)))


class Taking(Agent):
    """An agent that takes whatever it is given."""

    def decide(self, *question, **more):  # type: ignore[no-untyped-def]
        return Decision(1, stats={"given": float("memory" in more)})


def test_agents_that_take_no_memory_are_asked_without() -> None:
    state, memory = NIM.initial(), Memory()
    assert consult(Old(), NIM, state, memory=memory).move == 3
    assert consult(Taking(), NIM, state, memory=memory).stats == {"given": 1.0}
    assert consult(Taking(), NIM, state).stats == {"given": 0.0}
    assert consult(AGENT, NIM, state, memory=memory).stats["kept"] == 0
    assert consult(AGENT, NIM, state, memory=memory).stats["kept"] > 0


@pytest.mark.parametrize(
    "agent",
    [
        Minimax(),
        AlphaBeta(compiled=False),
        Expectiminimax(compiled=False),
        MaxN(compiled=False),
        MonteCarlo(simulations=50, seed=1, compiled=False),
        Random(seed=1),
    ],
    ids=lambda agent: agent.name,
)
def test_every_agent_takes_a_memory_and_answers_as_without(agent: Agent) -> None:
    memory, state = Memory(), NIM.initial()
    for _ in range(2):
        answer = agent.decide(NIM, state, memory=memory)
        assert replace(answer, seconds=0) == replace(agent.decide(NIM, state), seconds=0)


def test_a_search_finds_its_memory_and_a_recorded_one_does_without(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[object] = []
    begin = Search.begin

    def noting(search: Search, recorder: object) -> None:
        seen.append(search.memory and search.memory.content)
        if search.memory is not None:
            search.memory.keep("table", 10)
        begin(search, recorder)  # type: ignore[arg-type]

    monkeypatch.setattr(Search, "begin", noting)
    agent, memory = AlphaBeta(depth=1, compiled=False), Memory()
    for tree in (False, False, True):
        agent.decide(NIM, NIM.initial(), memory=memory, tree=tree)
    assert seen == [None, "table", None]
    with pytest.raises(OutwitError, match="over"):
        agent.decide(NIM, NIM.play(Nim(coins=1).initial(), 1), memory=memory)
    assert kept_by(memory, agent) == "table", "what was refused has not touched it"


# Memories by name


def test_each_seat_of_a_session_has_a_memory_of_its_own() -> None:
    memories = Memories()
    one = memories.of("a", 0)
    assert memories.of("a", 0) is one
    assert memories.of("a", 1) is not one
    assert memories.of("b", 0) is not one


def test_a_session_is_forgotten_whole_and_alone() -> None:
    memories = Memories()
    one, other = memories.of("a", 0), memories.of("b", 0)
    keep(one, "tree")
    memories.of("a", 1)
    assert memories.forget("a")
    assert one.size == 0
    assert not memories.forget("a")
    assert memories.of("b", 0) is other
    assert memories.of("a", 0) is not one


def test_memories_are_bounded_in_number_and_those_not_used_for_longest_go_first() -> None:
    memories = Memories(most=3)
    held = {name: memories.of(name, 0) for name in "abc"}
    assert memories.of("a", 0) is held["a"]
    memories.of("d", 0)
    assert len(memories.held) == 3
    assert memories.of("a", 0) is held["a"]
    assert memories.of("b", 0) is not held["b"]


def test_memories_are_bounded_in_size() -> None:
    memories = Memories(mb=1)
    held = {name: memories.of(name, 0) for name in "abc"}
    for memory in held.values():
        keep(memory, "tree", 700_000)
    assert memories.of("c", 0) is held["c"]
    assert memories.size <= 1_400_000
    assert memories.of("a", 0) is not held["a"]


def test_what_is_kept_says_nothing_of_itself_before_there_is_anything() -> None:
    kept = Kept(AGENT, NIM, None)
    assert (kept.content, kept.size, kept.take(str)) == (None, 0, None)
