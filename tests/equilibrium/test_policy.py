"""Policies are saved as text, come back as they were, and are refused where they do not belong."""

from __future__ import annotations

import json
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from outwit import find_game
from outwit.equilibrium.best_response import exploitability, exploitability_by_rules
from outwit.equilibrium.policy import Policy, PolicyError, as_text, load_policy, move_names
from outwit.equilibrium.policy_strategies import digest, strategies_of
from outwit.equilibrium.solution import solve
from outwit.equilibrium.unfold import unfold
from outwit.games.kuhn import Kuhn

SPECS = ("kuhn", "leduc", "liarsdice:faces=3", "rps:rounds=2", "goofspiel:cards=3")


@pytest.mark.parametrize("spec", SPECS)
def test_a_policy_comes_back_as_it_was_saved(spec: str, tmp_path: Path) -> None:
    solution = solve(find_game(spec), iterations=100)
    policy = solution.policy("a command")
    policy.save(tmp_path / "policy.json")
    again = load_policy(tmp_path / "policy.json")
    assert again == policy
    assert again.origin.command == "a command"
    assert again.origin.iterations == 100
    found = exploitability(solution.game, strategies_of(again, solution.game))
    assert found == pytest.approx(solution.exploitability, abs=1e-9)
    assert again.origin.exploitability == solution.exploitability


def test_the_file_is_text_with_a_line_for_each_information_set(tmp_path: Path) -> None:
    file = tmp_path / "kuhn.json"
    solve(find_game("kuhn"), iterations=1_000).policy("outwit equilibrium kuhn").save(file)
    lines = file.read_text().splitlines()
    assert ' "game": "kuhn",' in lines
    assert ' "algorithm": "cfr+",' in lines
    assert sum("Sight(" in line for line in lines) == 12
    [line] = [line for line in lines if "own=(2,), dealt=2, acts=(0, 1)" in line]
    assert '"call": 0.99' in line


def test_probabilities_are_those_of_what_the_player_knows() -> None:
    game = find_game("kuhn")
    policy = solve(game, iterations=2_000).policy()
    known = [policy.probabilities(game, game.position(f"Q {other} bet"), 1) for other in "JK"]
    assert known[0] != known[1]
    worlds = [policy.probabilities(game, game.position(f"{other} J check"), 1) for other in "QK"]
    assert worlds[0] == worlds[1]
    assert sum(worlds[0].values()) == pytest.approx(1)
    found = exploitability_by_rules(game, lambda state, player: policy.probabilities(game, state, player))
    assert found == pytest.approx(policy.origin.exploitability, abs=1e-9)


def test_where_nothing_is_hidden_what_led_to_a_state_is_known() -> None:
    game = find_game("rps:rounds=2")
    policy = solve(game, iterations=50).policy()
    start = game.initial()
    after = game.play_joint(start, (1, 0))
    assert sum(policy.probabilities(game, after, 0, [start]).values()) == pytest.approx(1)
    with pytest.raises(PolicyError, match="for games from the start, with all their moves"):
        policy.probabilities(game, after, 0)


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("policies") / "kuhn.json"
    solve(find_game("kuhn"), iterations=100).policy().save(file)
    return file.read_text()


def change(saved: str, how: Callable[[dict[str, Any]], object]) -> str:
    data = json.loads(saved)
    how(data)
    return json.dumps(data)


def first_set(data: dict[str, Any]) -> dict[str, float]:
    found: dict[str, float] = next(iter(data["players"][0].values()))
    return found


def change_set(saved: str, moves: object) -> str:
    data = json.loads(saved)
    data["players"][0][next(iter(data["players"][0]))] = moves
    return json.dumps(data)


DAMAGED: list[tuple[Callable[[str], str], str]] = [
    (lambda text: text[: len(text) // 2], "is damaged, or no policy: it is not JSON."),
    (lambda _: "[]", 'is no policy: it has no "format": "outwit-policy".'),
    (lambda _: '{"format": "outwit-game"}', "is no policy"),
    (lambda text: change(text, lambda data: data.update(version=2)), "of version 2; version 1 can be read."),
    (lambda text: change(text, lambda data: data.pop("version")), "of version None"),
    (
        lambda text: change(text, lambda data: data.pop("players")),
        'is damaged: "players" must be a list with the choices of two players.',
    ),
    (
        lambda text: change(text, lambda data: data["players"].pop()),
        'is damaged: "players" must be a list with the choices of two players, not 1.',
    ),
    (
        lambda text: change(text, lambda data: data["players"].__setitem__(1, [])),
        "is damaged: the choices of player 2 must be an object with one line for each information set.",
    ),
    (lambda text: change(text, lambda data: data.pop("game")), 'is damaged: it has no "game".'),
    (lambda text: change_set(text, {}), "there is no move."),
    (
        lambda text: change_set(text, [0.5, 0.5]),
        "there must be an object of moves and their probabilities, not [0.5, 0.5].",
    ),
    (
        lambda text: change_set(text, {"check": 0.9, "bet": 0.9}),
        "the probabilities add up to 1.8, and not to 1.",
    ),
    (
        lambda text: change_set(text, {"check": 1.2, "bet": -0.2}),
        "the probability of check is 1.2, and must be from 0 to 1.",
    ),
    (
        lambda text: change_set(text, {"bet": -0.2, "check": 1.2}),
        "the probability of bet is -0.2, and must be from 0 to 1.",
    ),
    (
        lambda text: change_set(text, {"check": float("nan"), "bet": 1}),
        "the probability of check is NaN, and must be from 0 to 1.",
    ),
    (
        lambda text: change_set(text, {"check": 10**400, "bet": 1}),
        f"the probability of check is {10**56}..., and must be from 0 to 1.",
    ),
    (
        lambda text: change_set(text, {"check": "most", "bet": 1}),
        'the probability of check is no number but "most".',
    ),
    (
        lambda text: change_set(text, {"check": False, "bet": True}),
        "the probability of check is no number but false.",
    ),
    (
        lambda text: change(text, lambda data: first_set(data).update(bet=0.25, check=0.75)),
        "the checksum is not that of its probabilities.",
    ),
]


@pytest.mark.parametrize(("damage", "sentence"), DAMAGED)
def test_what_is_damaged_is_refused_in_a_sentence_that_names_the_file(
    saved: str, tmp_path: Path, damage: Callable[[str], str], sentence: str
) -> None:
    file = tmp_path / "damaged.json"
    file.write_text(damage(saved))
    with pytest.raises(PolicyError) as caught:
        load_policy(file)
    assert sentence in str(caught.value)
    assert "damaged.json" in str(caught.value)
    if "probabilit" in sentence and "checksum" not in sentence:
        known = "Sight(own=(0,), dealt=2, acts=())"
        assert f"is damaged: in information set 1 of player 1, {known}, {sentence}" in str(caught.value)


def test_a_file_that_is_not_there_or_is_no_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match="cannot be read: No such file or directory"):
        load_policy(tmp_path / "nowhere.json")
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(PolicyError, match="cannot be read: it is no text"):
        load_policy(tmp_path / "bytes.json")


def test_a_policy_of_another_game_is_refused(tmp_path: Path) -> None:
    policy = solve(find_game("kuhn"), iterations=10).policy()
    for spec in ("leduc", "kuhn:cards=4"):
        with pytest.raises(PolicyError, match=f"^This is a policy of kuhn, and not of {spec}.$"):
            policy.require(find_game(spec))
    policy.save(tmp_path / "mine.json")
    said = f"^'{tmp_path / 'mine.json'}' is a policy of kuhn, and not of leduc.$"
    with pytest.raises(PolicyError, match=said):
        load_policy(tmp_path / "mine.json").require(find_game("leduc"))


class OtherKuhn(Kuhn):
    """The rules of Kuhn poker, changed since a policy was saved."""

    def payoff(self, state: Any, player: int) -> float:
        return 2 * super().payoff(state, player)


OtherKuhn.__module__ = Kuhn.__module__


def test_a_policy_of_rules_that_have_changed_is_refused_where_that_can_be_seen() -> None:
    policy = solve(find_game("kuhn"), iterations=10).policy()
    assert digest(unfold(Kuhn())) == policy.origin.rules
    with pytest.raises(PolicyError, match="is of other rules"):
        strategies_of(policy, unfold(OtherKuhn()))


def test_a_policy_for_other_moves_is_refused() -> None:
    game = find_game("kuhn")
    policy = solve(game, iterations=10).policy()
    known = {each: {"resign": 1.0} for each in policy.choices[0]}
    with pytest.raises(PolicyError, match="it plays resign, and legal is check, bet"):
        Policy(policy.origin, (known, {})).probabilities(game, game.position("K J"), 0)


class Suit(Enum):
    HEARTS = 1


class Held(NamedTuple):
    cards: tuple[int, ...]
    seen: frozenset[str]


class Nameless:
    pass


def test_texts_are_the_same_in_every_process() -> None:
    three: Any = np.int64(3)
    assert as_text(Held((three,), frozenset("cab"))) == "Held(cards=(3,), seen={'a', 'b', 'c'})"
    assert as_text((True, Suit.HEARTS, None, "x", 1.5)) == "(True, HEARTS, None, 'x', 1.5)"
    with pytest.raises(PolicyError, match="give Nameless a `__repr__`"):
        as_text((1, Nameless()))


class Twins(Kuhn):
    def describe(self, state: Any, move: int) -> str:
        return "act"


def test_moves_that_people_call_the_same_are_told_apart() -> None:
    game = Twins()
    assert move_names(game, game.play(game.play(game.initial(), 0), 1), [0, 1]) == {"act": 0, "act (1)": 1}
