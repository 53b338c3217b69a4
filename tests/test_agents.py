"""Agents by name, and the one that serves a game when nobody has chosen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import outwit.plugins
from outwit import AlphaBeta, OutwitError, Random, agent_spec, find_agent, find_game
from outwit.agents import AGENTS, suitable
from outwit.decision import Agent, Limit
from outwit.game import CHANCE, SIMULTANEOUS, Game
from outwit.games.nim import Nim
from tests.pasture import Pasture

MEASURED = Path(__file__).with_name("measured_games.py")
"""Games with and without a judgement of positions, on which agents were held against each other."""


@pytest.mark.parametrize("name", AGENTS)
def test_every_agent_is_found_by_its_name(name: str) -> None:
    agent = find_agent(name)
    assert agent.name == name
    assert agent_spec(agent) == name
    assert agent.summary.endswith(".")


@pytest.mark.parametrize("cls", AGENTS.values(), ids=AGENTS)
def test_every_option_has_a_sentence_for_the_help(cls: type[Agent]) -> None:
    assert is_dataclass(cls)
    for option in fields(cls):
        sentence = option.metadata["help"]
        assert sentence[0].isupper()
        assert sentence.endswith((".", "?"))


@pytest.mark.parametrize("cls", AGENTS.values(), ids=AGENTS)
def test_every_agent_has_the_same_default_limit(cls: type[Agent]) -> None:
    assert cls.default_limit == Limit(seconds=2)


@pytest.mark.parametrize("cls", AGENTS.values(), ids=AGENTS)
def test_agents_are_values(cls: type[Agent]) -> None:
    assert cls() == cls()
    assert hash(cls()) == hash(cls())
    with pytest.raises(AttributeError):
        cls().depth = 3  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("game", "agent"),
    [
        ("connect4", "alphabeta"),
        ("tictactoe", "alphabeta"),
        ("nim", "alphabeta"),
        ("tree", "alphabeta"),
        ("pig", "expectiminimax"),
        ("tree:[1/2:1 1/2:2]", "expectiminimax"),
        ("tree:(<1> <2>)", "expectiminimax"),
        ("tree:(<1,2> <2,1>)", "maxn"),
        ("tree:(<1,2,3> <2,1,3>)", "maxn"),
        ("tree:[1/2:<1,2> 1/2:<3,4>]", "maxn"),
        ("othello", "alphabeta"),
        ("backgammon", "expectiminimax"),
        ("tron", "smmcts"),
        ("goofspiel", "backward"),
        ("goofspiel:cards=13", "smmcts"),
        ("rps", "backward"),
        (f"{MEASURED}:Tour", "expectiminimax"),
        (f"{MEASURED}:BareConnect4", "mcts"),
        (f"{MEASURED}:BareOthello", "mcts"),
        (f"{MEASURED}:BareBackgammon", "mcts"),
        (f"{MEASURED}:Hex", "mcts"),
        (f"{MEASURED}:BareTrio", "mcts"),
        (f"{MEASURED}:Trio", "bestreply"),
        (f"{MEASURED}:BareFish", "mcts"),
        (f"{MEASURED}:Fish", "bestreply"),
    ],
)
def test_the_strongest_that_can_play_is_suggested_and_does_play(game: str, agent: str) -> None:
    rules = find_game(game)
    chosen = suitable(rules)
    assert chosen.name == agent
    playing = replace(chosen, compiled=False)  # type: ignore[type-var, call-arg, unused-ignore]
    assert playing.decide(rules, rules.initial(), Limit(nodes=100), player=0).nodes


def test_a_decision_says_who_decided() -> None:
    game = find_game("tictactoe")
    for spec in ("alphabeta:plain,depth=2", "random:seed=3", "minimax:depth=1"):
        assert find_agent(spec).decide(game, game.initial()).agent == spec


def test_stronger_beats_weaker() -> None:
    game = find_game("tictactoe")
    table = (AlphaBeta(depth=9), Random(seed=1))
    state = game.initial()
    while not game.over(state):
        state = game.play(state, table[game.turn(state)].decide(game, state).move)
    assert game.payoff(state, 0) == 1


# Agents that others bring

CAREFUL = """
from dataclasses import dataclass
from outwit import Agent, Decision


@dataclass(frozen=True)
class Last(Agent):
    \"\"\"Plays the last move there is.\"\"\"

    skip: int = 0

    def decide(self, game, state, limit=None, history=(), *, player=None, watch=None, tree=False):
        return Decision(list(game.moves(state))[-1 - self.skip])
"""


def test_an_agent_in_a_file_is_found_spelled_and_plays(tmp_path: Path) -> None:
    file = tmp_path / "last.py"
    file.write_text(CAREFUL)
    agent = find_agent(f"{file}:Last:skip=1")
    game = find_game("connect4")
    assert agent.decide(game, game.initial()).move == 5
    assert find_agent(agent_spec(agent)) == agent
    assert find_agent(str(file)).summary == "Plays the last move there is."


@pytest.mark.parametrize(
    ("spelled", "complaint"),
    [
        ("{}:Lats", "There is no agent in"),
        ("{}:Last:skp=1", "There is no option of Last called 'skp'"),
        ("nowhere.py:Last", "There is no file 'nowhere.py' to load an agent from."),
    ],
)
def test_an_agent_that_is_not_in_the_file_is_refused(tmp_path: Path, spelled: str, complaint: str) -> None:
    file = tmp_path / "last.py"
    file.write_text(CAREFUL)
    with pytest.raises(OutwitError, match=complaint.replace(".", "[.]")):
        find_agent(spelled.format(file))


def test_an_agent_in_a_file_can_be_ruled_out(tmp_path: Path) -> None:
    file = tmp_path / "last.py"
    file.write_text(CAREFUL)
    with pytest.raises(OutwitError, match="There is no agent called"):
        find_agent(f"{file}:Last", files=False)


def test_a_package_brings_an_agent_under_its_own_name(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = (
        EntryPoint("chancy", "outwit.search.random:Random", "outwit.agents"),
        EntryPoint("broken", "no_such_package:Nothing", "outwit.agents"),
        EntryPoint("nothing", "outwit.random:scramble", "outwit.agents"),
    )
    monkeypatch.setattr(outwit.plugins, "entry_points", lambda group: entries)
    assert find_agent("chancy:seed=3") == Random(3)
    for name in ("broken", "nothing"):
        with pytest.raises(OutwitError, match=f"The agent '{name}' cannot be"):
            find_agent(name)


def test_only_what_draws_without_a_seed_is_given_one() -> None:
    assert Random().with_seed(5) == Random(5)
    assert Random(3).with_seed(5) == Random(3)
    assert AlphaBeta().with_seed(5) == AlphaBeta()


def test_a_game_too_wide_to_list_is_given_an_agent_without_listing_it() -> None:
    listed = 0

    class Counted(Nim):
        def moves(self, state: Any) -> Iterator[int]:
            nonlocal listed
            for move in super().moves(state):
                listed += 1
                yield move

    assert suitable(Counted(coins=50_000_000, take=50_000_000)).name == "mcts"
    assert listed <= 10_000


def test_among_three_only_what_maxn_can_search_to_the_end_is_left_to_it() -> None:
    assert suitable(Pasture(size=3)).name == "maxn"
    assert suitable(Pasture(size=4)).name == "mcts"


class Sealed(NamedTuple):
    cards: tuple[int, int]
    bids: tuple[int, int]
    turn: int


@dataclass(frozen=True)
class SealedBids(Game):
    """A card each, which nobody else sees, and then a bid of both at once."""

    def initial(self) -> Sealed:
        return Sealed((0, 0), (0, 0), CHANCE)

    def chances(self, state: Sealed) -> Iterator[tuple[int, float]]:
        for number in range(4):
            yield number, 0.25

    def play(self, state: Sealed, move: int) -> Sealed:
        return Sealed((move // 2 + 1, move % 2 + 1), (0, 0), SIMULTANEOUS)

    def moves_for(self, state: Sealed, player: int) -> Iterator[int]:
        yield from (1, 2)

    def play_joint(self, state: Sealed, moves: tuple[int, ...]) -> Sealed:
        return Sealed(state.cards, (moves[0], moves[1]), 0)

    def over(self, state: Sealed) -> bool:
        return state.bids[0] > 0

    def payoff(self, state: Sealed, player: int) -> float:
        lead = state.cards[0] * state.bids[0] - state.cards[1] * state.bids[1]
        return float(lead if player == 0 else -lead)

    def bounds(self, state: Sealed, player: int) -> tuple[float, float]:
        return -4.0, 4.0

    def observation(self, state: Sealed, player: int) -> tuple[int, tuple[int, int]]:
        return state.cards[player], state.bids


def test_a_small_game_with_something_hidden_and_moves_at_once_is_solved() -> None:
    assert suitable(SealedBids()).name == "cfr"
    assert suitable(find_game("kuhn")).name == "cfr"


def test_who_plays_a_game_with_something_hidden_and_moves_at_once_is_named() -> None:
    for name in ("smmcts", "montecarlo", "backward"):
        assert AGENTS[name].objection(SealedBids()) == (
            "a player does not see everything; cfr and policy play such games."
        )
