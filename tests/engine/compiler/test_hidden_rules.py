"""Worlds and observations, compiled: the same draws, the same hashes, and refusals that name the line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from outwit import Game, find_game
from outwit.bits import Bits
from outwit.engine.compiler import rules
from outwit.engine.compiler.profile import profile
from outwit.engine.compiler.rules import compile_rules
from outwit.errors import BadOptionError, CompileError, UnsuitableError
from outwit.game import State, mix
from outwit.random import Generator
from outwit.random_positions import random_position
from tests.hidden_games import Pace, Pile
from tests.sketches.battleship import Battleship
from tests.sketches.liarsdice import LiarsDice
from tests.sound_games import Peeking, Poker

from .test_errors import JARGON, Snippet

GAMES = {
    "cards": Poker(),
    "fleets": Battleship(size=5, fleet=(3, 2)),
    "dice": LiarsDice(dice=1, sides=3),
    "deck": Pile(),
    "coins": Peeking(),
}


def positions(game: Game, many: int) -> list[State]:
    """Positions of random games, from the start to the end."""
    random = Generator(5)
    return [random_position(game, random, plies % 20) for plies in range(many)]


def forbid(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the interpreted rules about what is hidden fail from now on."""

    def fail(*given: object) -> None:
        raise AssertionError("the interpreted rule was asked")

    for name in ("observation", "determinize"):
        monkeypatch.setattr(type(game), name, fail)


@pytest.mark.parametrize(
    "name",
    [
        "cards",
        "fleets",
        "dice",
        pytest.param("deck", marks=pytest.mark.slow),
        pytest.param("coins", marks=pytest.mark.slow),
    ],
)
def test_compiled_rules_draw_the_same_worlds_and_know_the_same(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = GAMES[name]
    compiled = compile_rules(game)
    asked = [(state, player) for state in positions(game, 60) for player in range(game.players)]
    known = [mix(game.observation(state, player)) for state, player in asked]
    drawn = []
    for seed, (state, player) in enumerate(asked):
        random = Generator(seed)
        drawn.append((game.determinize(state, player, random), random.state))
    state = asked[-1][0]
    random = Generator(9)
    worlds = [game.determinize(state, 1, random) for _ in range(50)]
    forbid(game, monkeypatch)
    assert [compiled.observation(state, player) for state, player in asked] == known
    for seed, (state, player) in enumerate(asked):
        random = Generator(seed)
        assert (compiled.determinize(state, player, random), random.state) == drawn[seed]
    assert compiled.worlds(state, 1, seed=9, many=50) == worlds
    assert compiled.world_words(state, 1, seed=9, many=3).shape == (3, compiled.layout.words)
    assert len(set(known)) > 4
    assert len(set(worlds)) > 1


def test_worlds_are_drawn_only_where_something_is_hidden_and_never_fewer_than_none() -> None:
    nim = find_game("nim")
    with pytest.raises(UnsuitableError, match=r"^Nim has no `determinize` that draws worlds\.$"):
        compile_rules(nim).worlds(nim.initial(), 0, seed=1, many=5)
    game = GAMES["cards"]
    with pytest.raises(BadOptionError, match=r"^-1 worlds cannot be drawn; give 0 or more\.$"):
        compile_rules(game).worlds(game.initial(), 0, seed=1, many=-1)
    assert compile_rules(game).worlds(game.initial(), 0, seed=1, many=0) == []


def test_without_anything_hidden_all_is_known() -> None:
    nim = find_game("nim")
    compiled = compile_rules(nim)
    assert compiled.observation(nim.initial(), 0) == mix(nim.initial())
    assert compiled.determinize(nim.initial(), 0, Generator(1)) == nim.initial()


@dataclass(frozen=True)
class Mark:
    place: int
    sure: bool


class Pad(NamedTuple):
    squares: Bits
    turn: int
    worth: float
    cells: tuple[int, ...]
    mark: Mark
    last: int | None


class Notes(Game):
    """Something of every kind is known to the players."""

    def initial(self) -> Pad:
        return Pad(1, 0, 1.0, (0,) * 12, Mark(0, True), None)

    def moves(self, state: Pad) -> Iterator[int]:
        yield from range(3)

    def play(self, state: Pad, move: int) -> Pad:
        squares = (state.squares << 7 | state.squares >> 57 | move) & 0xFFFFFFFFFFFFFFFF
        cells = (*state.cells[1:], move - 1)
        worth = state.worth * (-3.7e6, 1e-3, 2.0**66)[move]
        return Pad(squares, 1 - state.turn, worth, cells, Mark(-move, move > 1), move if move else None)

    def over(self, state: Pad) -> bool:
        return not 1e-40 < abs(state.worth) < 1e150

    def payoff(self, state: Pad, player: int) -> float:
        return 0.0

    def observation(self, state: Pad, player: int) -> Any:
        whole = state.worth // 1
        return state, player > 0, None, state.worth, whole, -whole, (), (state.last, state.cells[3:]), -0.0

    def determinize(self, state: Pad, player: int, random: Generator) -> Pad:
        return state


def test_the_hash_of_what_is_known_is_the_one_that_python_computes(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Notes()
    compiled = compile_rules(game)
    asked = positions(game, 200)
    known = [mix(game.observation(state, 1)) for state in asked]
    forbid(game, monkeypatch)
    assert [compiled.observation(state, 1) for state in asked] == known
    assert len(set(known)) > 100
    assert {abs(state.worth) > 2.0**64 for state in asked} == {True, False}


OBSERVING = "def observation(self, pile, player):\n    return pile.coins\n"
DRAWING = "def determinize(self, pile, player, random):\n    return pile\n"


def drawing(*lines: str) -> str:
    """Rules that draw worlds by these lines."""
    body = "".join(f"    {line}\n" for line in lines)
    return f"{OBSERVING}def determinize(self, pile, player, random):\n{body}"


def observing(line: str) -> str:
    """Rules that say what a player knows by this line."""
    return f"{DRAWING}def observation(self, pile, player):\n    {line}\n"


REFUSED = [
    Snippet(
        "sample",
        drawing("return Pile(random.sample([1, 2, 3], 2)[0], pile.turn)  # here"),
        "Mine.determinize",
        "the generator's sample cannot be compiled",
        "draw with word, below, roughly, uniform, choice, shuffle or weighted",
    ),
    Snippet(
        "choice_of_a_set",
        drawing("return Pile(random.choice({1, 2, 3}), pile.turn)  # here"),
        "Mine.determinize",
        "choice() of the generator does not take a set",
        "give it a list or a tuple, as in list(...)",
    ),
    Snippet(
        "shuffle_of_a_tuple",
        drawing("cards = tuple(range(20))", "random.shuffle(cards)  # here", "return Pile(cards[0], 0)"),
        "Mine.determinize",
        "shuffle() of the generator does not take a tuple",
        "give it a list, as in list(...)",
    ),
    Snippet(
        "a_generator_of_its_own",
        drawing("return Pile(Generator(3).below(5), pile.turn)  # here"),
        "Mine.determinize",
        "a generator cannot be made in compiled rules",
        "draw with the one that the rule is given",
        above="from outwit.random import Generator",
    ),
    Snippet(
        "a_world_that_is_no_state",
        drawing("return (pile.coins, pile.turn)  # here"),
        "Mine.determinize",
        "it gives a tuple where `initial` gives Pile",
        "",
    ),
    Snippet(
        "text_is_known",
        observing("return 'many' if pile.coins > 3 else 'few'"),
        "Mine.observation",
        "it gives text where a number or a tuple of numbers is expected",
        "number the cases",
    ),
    Snippet(
        "text_among_what_is_known",
        observing("return ('coins', pile.coins)  # here"),
        "Mine.observation",
        "it gives a tuple with something in it that is no number and no tuple",
        "number the cases",
    ),
    Snippet(
        "a_list_is_known",
        observing("return [pile.coins, player]  # here"),
        "Mine.observation",
        "it gives a list where a number or a tuple of numbers is expected",
        "make it a tuple",
    ),
]


@pytest.mark.parametrize("snippet", REFUSED, ids=lambda snippet: snippet.name)
def test_what_cannot_be_compiled_is_refused_with_its_line(snippet: Snippet, tmp_path: Path) -> None:
    file = tmp_path / f"{snippet.name}.py"
    file.write_text(snippet.source())
    with pytest.raises(CompileError) as refusal:
        rules.prepare(rules.link(find_game(f"{file}:Mine")))
    place, _, rest = str(refusal.value).partition(": ")
    marked = [n for n, text in enumerate(snippet.source().splitlines(), 1) if "# here" in text]
    for line in marked:
        assert place == f"{snippet.where}, line {line} of {file.name}"
    assert place.startswith(snippet.where)
    reason, _, instead = rest.partition("; ")
    assert snippet.reason in reason
    assert snippet.instead in instead
    assert not JARGON.search(rest)


def test_a_search_that_knows_everything_does_without_these_rules(tmp_path: Path) -> None:
    file = tmp_path / "unsampled.py"
    file.write_text(REFUSED[0].source())
    linked = rules.link(find_game(f"{file}:Mine"))
    rules.prepare(linked, hidden=False)
    with pytest.raises(CompileError, match=r"Mine\.determinize, line"):
        rules.prepare(linked)


def test_the_profile_tells_what_worlds_and_observations_cost() -> None:
    costs = {cost.rule: cost for cost in profile(Pace())}
    for rule in ("observation", "determinize"):
        assert costs[rule].interpreted > costs[rule].compiled > 0
