"""Games in sequence form: every information set once, every end once, and what cannot be unfolded refused."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter, sleep
from typing import Any, NamedTuple

import numpy as np
import pytest

from outwit import CHANCE, BrokenRulesError, Game, UnsuitableError, find_game
from outwit.equilibrium.best_response import expected_value
from outwit.equilibrium.sequence_form import END, Unfolded
from outwit.equilibrium.strategies import uniform
from outwit.equilibrium.unfold import HopelessError, TooLargeError, TooSlowError, unfold
from outwit.equilibrium.unfolded_games import refuse_hopeless
from outwit.game import SIMULTANEOUS, Observation
from outwit.games.kuhn import Kuhn
from outwit.games.liarsdice import LiarsDice
from tests.sound_games import Morra, NimForPleasure, NimForThree

SPECS = ("kuhn", "kuhn:cards=5", "leduc", "rps:rounds=2", "goofspiel:cards=3", "goofspiel:cards=3,points=on")


@pytest.mark.parametrize(
    ("spec", "positions", "sets"),
    [("kuhn", 58, 12), ("leduc", 1_939, 288), ("leduc:suits=on", 9_457, 936), ("rps", 10, 2)],
)
def test_a_game_has_as_many_positions_and_sets_as_published(spec: str, positions: int, sets: int) -> None:
    game = unfold(find_game(spec))
    assert (game.positions, game.sets) == (positions, sets)


def test_liars_dice_has_as_many_positions_and_sets_as_published() -> None:
    game = unfold(find_game("liarsdice"))
    assert (game.positions, game.sets, game.ends) == (294_883, 24_576, 147_420)


@pytest.mark.parametrize("spec", SPECS)
def test_arrays_are_what_they_say(spec: str) -> None:
    game = unfold(find_game(spec), nodes=True)
    for player, side in enumerate(game.sides):
        assert side.first.shape == (side.sets + 1,)
        assert list(np.diff(side.first)) == [len(moves) for moves in side.moves]
        assert side.parent.shape == (side.sets,)
        assert all(parent < side.first[number] for number, parent in enumerate(side.parent))
        starts, others, payoffs, chances = side.ends
        assert starts.shape == (side.sequences + 1,)
        assert starts[-1] == len(others) == len(payoffs) == len(chances)
        pairs = list(zip(np.repeat(np.arange(side.sequences), np.diff(starts)), others, strict=True))
        assert pairs == sorted(set(pairs))
        assert {each.dtype for each in (side.first, side.parent, starts, others)} == {np.dtype("uint32")}
        assert others.max() < game.sides[1 - player].sequences
    one, other = (side.ends for side in game.sides)
    assert one.payoffs.sum() == pytest.approx(-other.payoffs.sum())
    assert one.chances.sum() == pytest.approx(other.chances.sum())


def random_play_value(game: Game, state: Any) -> float:
    """What a state is worth to the first player if all moves are as likely as others, by the rules."""
    if game.over(state):
        return game.payoff(state, 0)
    turn = game.turn(state)
    if turn == CHANCE:
        return sum(
            share * random_play_value(game, game.play(state, move)) for move, share in game.chances(state)
        )
    if turn == SIMULTANEOUS:
        pairs = [(a, b) for a in game.moves_for(state, 0) for b in game.moves_for(state, 1)]
        return sum(random_play_value(game, game.play_joint(state, pair)) for pair in pairs) / len(pairs)
    moves = list(game.moves(state))
    return sum(random_play_value(game, game.play(state, move)) for move in moves) / len(moves)


@pytest.mark.parametrize(
    "spec", [*SPECS, "nim:coins=6", "tictactoe", "tree:(0.4 [1/2:1 1/2:0] [1/6:200 5/6:-50])"]
)
def test_uniform_play_is_worth_what_the_rules_say(spec: str) -> None:
    rules = find_game(spec)
    start = rules.initial()
    if spec == "tictactoe":
        start = rules.play(rules.play(rules.play(start, 0), 1), 2)
    game = unfold(rules, start)
    assert expected_value(game, uniform(game)) == pytest.approx(random_play_value(rules, start), abs=1e-12)


@pytest.mark.parametrize("spec", SPECS)
def test_the_tree_leads_to_the_same_ends(spec: str) -> None:
    game = unfold(find_game(spec), nodes=True)
    tree = game.nodes
    assert tree is not None
    found = [dict[tuple[int, int], float]() for _ in game.sides]
    todo = [(0, 0, 0, 1.0)]
    while todo:
        node, first, second, chance = todo.pop()
        actor = tree.actors[node]
        if actor == END:
            for player, pair in enumerate(((first, second), (second, first))):
                paid = tree.payoffs[node] * (1 if player == 0 else -1)
                found[player][pair] = found[player].get(pair, 0.0) + chance * paid
            continue
        for index in range(tree.widths[node]):
            child = tree.children[node] + index
            own = [first, second]
            if actor != CHANCE:
                own[actor] = int(game.sides[actor].first[tree.sets[node]]) + index
            todo.append((child, own[0], own[1], chance * float(tree.chances[child])))
    for side, pairs in zip(game.sides, found, strict=True):
        owns = np.repeat(np.arange(side.sequences), np.diff(side.ends.starts)).tolist()
        ours = dict(zip(zip(owns, side.ends.others.tolist(), strict=True), side.ends.payoffs, strict=True))
        assert ours.keys() == pairs.keys()
        assert all(ours[pair] == pytest.approx(paid) for pair, paid in pairs.items())


def test_where_both_choose_at_once_each_has_one_set_for_all_that_the_other_may_choose() -> None:
    game = unfold(find_game("rps"))
    assert [side.sets for side in game.sides] == [1, 1]
    assert game.sides[0].ends.payoffs.reshape(3, 3).tolist() == [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]


def test_a_game_is_unfolded_from_a_state_that_both_know() -> None:
    rules = find_game("goofspiel:cards=3")
    state = rules.play(rules.initial(), 2)
    whole, part = unfold(rules), unfold(rules, state)
    assert part.positions < whole.positions / 2
    assert part.find(state, 0) == part.find(state, 1) == 0
    assert whole.find(state, 0) is None


def test_sets_are_found_by_what_a_player_knows() -> None:
    rules = find_game("kuhn")
    game = unfold(rules)
    known = {game.find(rules.position(f"K {other} check bet"), 0) for other in "QJ"}
    assert len(known) == 1
    assert None not in known
    assert game.find(rules.position("K Q"), 0) not in known
    assert game.find(rules.initial(), 0) is None


# Refusals


class Deal(NamedTuple):
    card: int
    acts: tuple[int, ...]


class Forgetful(Game):
    """A card, two acts of the first player, and an observation that forgets the first of them."""

    def initial(self) -> Deal:
        return Deal(-1, ())

    def turn(self, state: Deal) -> int:
        return CHANCE if state.card < 0 else 0 if len(state.acts) < 2 else 1

    def chances(self, state: Deal) -> Iterator[tuple[int, float]]:
        yield 0, 0.5
        yield 1, 0.5

    def moves(self, state: Deal) -> Iterator[int]:
        if not self.over(state):
            yield from (0, 1)

    def play(self, state: Deal, move: int) -> Deal:
        return Deal(move, ()) if state.card < 0 else state._replace(acts=(*state.acts, move))

    def over(self, state: Deal) -> bool:
        return len(state.acts) == 3

    def payoff(self, state: Deal, player: int) -> float:
        return float(state.acts[-1] == state.card) * (1 if player == 0 else -1)

    def observation(self, state: Deal, player: int) -> Observation:
        return len(state.acts) if player == 0 else state.acts

    def describe(self, state: Deal, move: int) -> str:
        return "left" if move == 0 else "right"


def test_a_game_in_which_a_player_forgets_is_refused_with_both_ways() -> None:
    with pytest.raises(UnsuitableError) as caught:
        unfold(Forgetful())
    assert str(caught.value) == (
        "Forgetful cannot be unfolded: player 1 forgets; it knows 1 both after left at 0 and after right at "
        "0, and `observation` must keep what a player has seen and done."
    )


class Telling(Forgetful):
    """The first player may do something else with one card than with the other."""

    def moves(self, state: Deal) -> Iterator[int]:
        if not self.over(state):
            yield from (0, 1 + state.card)

    def observation(self, state: Deal, player: int) -> Observation:
        return state.acts

    def over(self, state: Deal) -> bool:
        return len(state.acts) == 1


def test_a_game_in_which_legal_moves_tell_what_is_hidden_is_refused() -> None:
    with pytest.raises(
        BrokenRulesError, match=r"where player 1 knows \(\), it may play \(0, \d\) in one state"
    ):
        unfold(Telling())


class Swapped(Telling):
    """The same moves in another order."""

    def moves(self, state: Deal) -> Iterator[int]:
        if not self.over(state):
            yield from (0, 1) if state.card else (1, 0)


def test_the_order_of_moves_tells_nothing() -> None:
    game = unfold(Swapped())
    assert game.sets == 1
    assert game.sides[0].ends.payoffs.tolist() == [0.5, 0.5]


class Stuck(Telling):
    def moves(self, state: Deal) -> Iterator[int]:
        yield from ()


def test_a_position_without_moves_that_is_not_over_is_refused() -> None:
    with pytest.raises(BrokenRulesError, match="player 1 has no move in Deal"):
        unfold(Stuck())


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (NimForThree(), "it has 3 players, and equilibria are for two."),
        (NimForPleasure(), "its payoffs do not cancel."),
    ],
)
def test_games_not_for_two_whose_payoffs_cancel_are_refused(game: Game, why: str) -> None:
    with pytest.raises(UnsuitableError, match=f"cannot be unfolded: {why}"):
        unfold(game)


def test_a_game_that_is_too_large_is_refused_with_what_was_found() -> None:
    with pytest.raises(TooLargeError) as caught:
        unfold(find_game("leduc"), most=1_000)
    assert "more than 1,000 positions, with " in str(caught.value)
    assert unfold(find_game("leduc"), most=1_939).positions == 1_939
    with pytest.raises(TooLargeError, match="more than 1,938 positions"):
        unfold(find_game("leduc"), most=1_938)


def test_progress_is_told_and_whoever_hears_it_can_stop() -> None:
    told: list[tuple[int, int]] = []

    def hear(positions: int, sets: int) -> None:
        told.append((positions, sets))
        if positions > 10_000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        unfold(find_game("liarsdice"), report=hear)
    assert 2 < len(told) < 40
    assert told == sorted(told)


class Slow(LiarsDice):
    """Rules that take a while."""

    def over(self, state: Any) -> bool:
        sleep(1e-3)
        return super().over(state)


def test_where_rules_are_slow_progress_is_told_and_the_time_looked_at_all_the_same() -> None:
    told: list[int] = []
    began = perf_counter()
    with pytest.raises(TooSlowError) as caught:
        unfold(Slow(), report=lambda positions, _: told.append(positions), seconds=1.0)
    assert "takes longer than 1 seconds to be unfolded: it has more than " in str(caught.value)
    assert perf_counter() - began < 10
    assert len(told) >= 3
    assert told[-1] < 1_500
    with pytest.raises(TooSlowError, match=r"would take far longer than 0\.01 seconds to be unfolded"):
        refuse_hopeless(Slow(), Slow().initial(), 5_000_000, 0.01)


class Wide(Morra):
    """Many numbers to choose from at once."""

    def moves_for(self, fingers: Any, player: int) -> Iterator[int]:
        return iter(range(100_000))


def test_more_pairs_of_moves_than_there_may_be_positions_are_refused_before_they_are_listed() -> None:
    with pytest.raises(TooLargeError, match="Wide is too large to be unfolded: it has more than 5,000,000"):
        unfold(Wide())


class Lottery(Kuhn):
    """A game with very many deals and little to decide."""

    def chances(self, state: Any) -> Iterator[tuple[Any, float]]:
        many = 1 if state.cards else 4_000
        for outcome, share in super().chances(state):
            yield from ((outcome, share / many) for _ in range(many))


def test_a_game_with_many_deals_is_hopeless_only_if_they_are_too_many() -> None:
    game = Lottery()
    refuse_hopeless(game, game.initial(), 50_000)
    with pytest.raises(HopelessError, match="tell of far more than 10,000 positions"):
        refuse_hopeless(game, game.initial(), 10_000)


def test_tron_is_hopeless_by_most_of_some_random_games() -> None:
    tron = find_game("tron")
    with pytest.raises(HopelessError):
        refuse_hopeless(tron, tron.initial(), 5_000_000)
    refuse_hopeless(find_game("goofspiel"), find_game("goofspiel").initial(), 5_000_000, 120.0)


def test_a_game_says_about_how_large_it_is() -> None:
    sizes = [game.size for game in map(unfolded, ("kuhn", "leduc", "leduc:suits=on"))]
    assert sizes == sorted(sizes)
    assert unfold(find_game("leduc"), nodes=True).size > sizes[1]


def unfolded(spec: str) -> Unfolded:
    return unfold(find_game(spec))
