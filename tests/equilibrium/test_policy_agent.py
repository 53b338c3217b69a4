"""The agent `policy` plays what a file says."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from outwit import BadOptionError, OutwitError, agent_spec, find_agent, find_game
from outwit.equilibrium import policy_agent
from outwit.equilibrium.policy import PolicyError, load_policy
from outwit.equilibrium.policy_agent import PolicyAgent
from outwit.equilibrium.policy_strategies import strategies_of
from outwit.equilibrium.solution import solve
from outwit.equilibrium.unfold import unfold
from outwit.equilibrium.unfolded_games import held, refused
from outwit.games.kuhn import Kuhn


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("policies")
    for spec in ("kuhn", "rps:rounds=2", "goofspiel:cards=3"):
        name = spec.partition(":")[0]
        solve(find_game(spec), iterations=1_000).policy().save(folder / f"{name}.json")
    return folder


def test_it_plays_each_move_as_often_as_the_file_says(files: Path) -> None:
    game = find_game("kuhn")
    state = game.position("K J")
    decisions = [
        PolicyAgent(file=str(files / "kuhn.json"), seed=seed).decide(game, state) for seed in range(400)
    ]
    share = {each.move: each.probability for each in decisions[0].candidates}[1]
    assert share is not None
    assert 0.1 < share < 0.99
    assert Counter(each.move for each in decisions)[1] / 400 == pytest.approx(share, abs=0.07)
    assert decisions[0].value is None
    other = PolicyAgent(file=str(files / "kuhn.json"), seed=3).decide(game, game.position("K Q"))
    assert other.move == decisions[3].move


@pytest.mark.parametrize("spec", ["rps:rounds=2", "goofspiel:cards=3"])
def test_where_both_choose_at_once_it_plays_whole_games(files: Path, spec: str) -> None:
    file = files / f"{spec.partition(':')[0]}.json"
    agents = [PolicyAgent(file=str(file), seed=seed) for seed in (1, 2)]
    game = find_game(spec)
    state, history = game.initial(), []
    while not game.over(state):
        history.append(state)
        if game.turn(state) == -1:
            state = game.play(state, next(iter(game.chances(state)))[0])
            continue
        moves = tuple(
            agents[player].decide(game, state, history=history[:-1], player=player).move for player in (0, 1)
        )
        state = game.play_joint(state, moves)


def test_its_spec_finds_it_again(files: Path) -> None:
    spec = f"policy:file={files / 'kuhn.json'},seed=3"
    assert agent_spec(find_agent(spec)) == spec


def test_a_file_that_has_changed_is_read_again(files: Path, tmp_path: Path) -> None:
    game, file = find_game("kuhn"), tmp_path / "changing.json"
    agent = PolicyAgent(file=str(file))
    found = []
    for iterations in (1, 500):
        solve(game, iterations=iterations).policy().save(file)
        found.append(agent.decide(game, game.position("K J")).candidates[0].probability)
    assert found[0] == 0.5
    assert found[1] != 0.5


def test_without_a_file_or_with_one_of_another_game_it_is_refused(files: Path) -> None:
    game = find_game("kuhn")
    with pytest.raises(BadOptionError, match="--save kuhn\\.json` writes one"):
        PolicyAgent().require(game)
    with pytest.raises(PolicyError, match="cannot be read"):
        PolicyAgent(file="nowhere.json").require(game)
    with pytest.raises(PolicyError, match="a policy of goofspiel:cards=3, and not of kuhn"):
        PolicyAgent(file=str(files / "goofspiel.json")).decide(game, game.position("K J"))


class DearKuhn(Kuhn):
    """The rules of Kuhn poker, changed since a policy was saved."""

    def payoff(self, state: Any, player: int) -> float:
        return 2 * super().payoff(state, player)


DearKuhn.__module__ = Kuhn.__module__


def test_a_policy_of_rules_that_have_changed_is_refused_as_where_it_is_measured(files: Path) -> None:
    game, file = DearKuhn(), files / "kuhn.json"
    with pytest.raises(PolicyError) as measured:
        strategies_of(load_policy(file), unfold(game))
    said = f"The policy of kuhn in '{file}' is of other rules: what players know or may do in the game, or "
    assert str(measured.value) == f"{said}what it pays, has changed since."
    for check in (PolicyAgent.require, PolicyAgent.prepare):
        with pytest.raises(PolicyError) as caught:
            check(PolicyAgent(file=str(file)), game)
        assert str(caught.value) == str(measured.value)
    with pytest.raises(PolicyError, match="is of other rules"):
        PolicyAgent(file=str(file)).decide(game, game.position("K J"))


def test_rules_are_unfolded_once_in_a_process_and_large_games_are_not(
    files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, agent = find_game("kuhn"), PolicyAgent(file=str(files / "kuhn.json"))
    monkeypatch.setattr(policy_agent, "digests", [])
    monkeypatch.setattr(policy_agent, "MOST_COMPARED", 57)
    agent.require(DearKuhn())
    held.clear()
    agent.require(game)
    assert not held
    monkeypatch.setattr(policy_agent, "MOST_COMPARED", 58)
    agent.require(find_game("kuhn"))
    assert not held
    policy_agent.digests.clear()
    refused.clear()
    agent.require(find_game("kuhn"))
    assert len(held) == 1


def test_nobody_is_offered_it_without_a_file() -> None:
    said = PolicyAgent.objection(find_game("kuhn"))
    assert said == "it plays what a file says, policy:file=kuhn.json, and only the game that this is of."


def test_a_request_may_name_no_file(files: Path) -> None:
    with pytest.raises(OutwitError, match="only a command or a program reads such files"):
        find_agent(f"policy:file={files / 'kuhn.json'}", files=False)
    assert find_agent("policy", files=False) == PolicyAgent()
