"""Names that are nearly the contract's are told from those of helpers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from outwit.game import Game
from outwit.games import game_loaders
from outwit.names import CONTRACT, SYNONYMS, find_misnamed, similar_member

from . import sound_games as sound
from .sketches.test_sketches import SKETCHES


def one(self: Game, state: Any) -> Any: ...
def two(self: Game, state: Any, more: Any) -> Any: ...


@pytest.mark.parametrize(
    ("name", "member", "meant"),
    [
        ("evalute", two, "evaluate"),
        ("evaluation", two, "evaluate"),
        ("heuristic", one, "evaluate"),
        ("chance", one, "chances"),
        ("current_player", one, "turn"),
        ("observations", two, "observation"),
        ("determinise", two, "determinize"),
        ("describe_move", two, "describe"),
        ("describe_for", two, "describe_to"),
        ("public_move", two, "describe_to"),
        ("policy", two, "script"),
        ("isNoisy", two, ""),
        ("is_noisy", two, "noisy"),
        ("feature", two, "features"),
        ("player_name", ("W", "B"), "player_names"),
        ("num_players", 2, "players"),
        ("zerosum", True, "zero_sum"),
    ],
)
def test_a_name_that_nobody_uses_is_taken_for_the_nearest(name: str, member: Any, meant: str) -> None:
    found = find_misnamed(type("Mine", (sound.Nim,), {name: member}))
    assert found == (((name, meant),) if meant else ())


@pytest.mark.parametrize(
    ("name", "member"),
    [
        ("_evalute", two),
        ("evaluator", one),  # it takes other arguments
        ("border", one),
        ("turns", 20),
        ("tiles", (1, 2)),
        ("neighbours", one),
        ("key_squares", (1, 2)),
        ("legal_moves", one),  # `moves` is there
        ("payoffs", one),
        ("is_over", one),
    ],
)
def test_helpers_and_options_may_be_called_what_they_like(name: str, member: Any) -> None:
    assert find_misnamed(type("Mine", (sound.Nim,), {name: member})) == ()


class Helped(sound.Nim):
    """What the class itself uses is a helper, whatever it is called."""

    def evaluation(self, pile: Any, player: int) -> float:
        return 0.5

    def order(self, pile: Any, n: Any) -> float:
        return self.evaluation(pile, 0)


@dataclass(frozen=True)
class Named(sound.Nim):
    """An option that nothing reads."""

    player: int = 0
    player_name: str = "W"


def test_what_the_class_uses_is_a_helper() -> None:
    assert find_misnamed(Helped) == ()


def test_options_are_looked_at_too() -> None:
    assert ("player_name", "player_names") in find_misnamed(Named)


@pytest.mark.parametrize(
    "cls",
    [*sound.SOUND, *(type(game) for game in SKETCHES), *(load() for load in game_loaders().values())],
    ids=lambda cls: cls.__name__,
)
def test_no_sound_game_has_such_a_name(cls: type[Game]) -> None:
    assert find_misnamed(cls) == ()


def test_the_synonyms_are_of_the_contract_and_no_part_of_it() -> None:
    assert SYNONYMS.keys() <= CONTRACT
    for names in SYNONYMS.values():
        assert not set(names) & CONTRACT


@pytest.mark.parametrize(("wrong", "part"), [("is_over", "over"), ("legal_moves", "moves")])
def test_what_stands_in_for_a_missing_part_is_found(wrong: str, part: str) -> None:
    assert similar_member(type("Mine", (Game,), {wrong: one}), part) == wrong
    assert similar_member(type("Mine", (Game,), {"helper": one}), part) == ""
