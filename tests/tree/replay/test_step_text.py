"""Each step in a sentence that says what happened and what it means."""

from __future__ import annotations

from outwit import AlphaBeta, MaxN, Paranoid
from outwit.search import Expectiminimax
from outwit.search.searcher import Searcher
from outwit.tree.render.fold import fold_tree
from outwit.tree.replay.step_text import text_of_step
from outwit.tree.replay.steps import Walk

from ..recorded import recorded


def story(game: str, agent: Searcher, most: int = 1_000, width: int = 100) -> list[str]:
    """The sentences of a search."""
    return [text_of_step(step) for step in Walk.of(fold_tree(recorded(game, agent).root, most, width)).steps]


def test_the_tree_of_the_textbooks() -> None:
    assert story("tree:((3 12 8)(2 4 6)(14 5 2))", AlphaBeta.plain()) == [
        "The search begins at the root: max is to move, window [−∞, +∞].",
        "Into 1: min is to move, window [−∞, +∞].",
        "1 1 ends the game, worth 3; min now has 3, and beta falls to 3.",
        "1 2 ends the game, worth 12; min keeps 3.",
        "1 3 ends the game, worth 8; min keeps 3.",
        "1 returns 3; max now has 3, and alpha rises to 3.",
        "Into 2: min is to move, window [3, +∞].",
        "2 1 ends the game, worth 2; min now has 2, which is no more than alpha, 3.",
        "Cut at 2: with 2 1, min holds this to at most 2; with 1, max already has 3. "
        "2 and 3 are never visited.",
        "2 returns at most 2; max keeps 3.",
        "Into 3: min is to move, window [3, +∞].",
        "3 1 ends the game, worth 14; min now has 14, and beta falls to 14.",
        "3 2 ends the game, worth 5; min now has 5, and beta falls to 5.",
        "3 3 ends the game, worth 2; min now has 2, which is no more than alpha, 3.",
        "3 returns 2; max keeps 3.",
        "The search ends: the root is worth 3, and max plays 1.",
    ]


def test_chance_is_told_with_its_probabilities() -> None:
    assert story("tree:(0.4 [1/2:1 1/2:0])", Expectiminimax())[2:] == [
        "Into 2: chance is to act, window [0.4, +∞].",
        "2 1 ends the game, worth 1, counted with 1/2.",
        "2 2 ends the game, worth 0, counted with 1/2.",
        "2 returns 0.5; max now has 0.5, and alpha rises to 0.5.",
        "The search ends: the root is worth 0.5, and max plays 2.",
    ]
    below = story("tree:(0 [1/3:(4 5) 2/3:(1 2)])", Expectiminimax(star1=False, star2=False))
    assert "Into 2 1, which happens with probability 1/3: min is to move, window [−∞, +∞]." in below


def test_what_is_folded_is_told_by_its_size() -> None:
    sentences = story("tree:((3 12 8)(2 4 6)(14 5 2))", AlphaBeta.plain(), most=2, width=1)
    assert "2 branches of the root, not shown, are searched, with 6 nodes; max has 3 now." in sentences


def test_a_second_look_and_a_probe_are_called_so() -> None:
    again = story("tree:((1 2)(5 6))", AlphaBeta.plain(pvs=True))
    assert any(sentence.startswith("Once more into 2: min is to move") for sentence in again)
    probes = story("tree:([1/2:(3 1) 1/2:(2 4)] [1/2:(9 8) 1/2:(7 7)])", Expectiminimax())
    assert any("robe" in sentence for sentence in probes)


def test_what_is_known_or_estimated_says_so() -> None:
    estimated = story("connect4", AlphaBeta.plain(depth=1))
    assert "1: the search stops here and estimates 0; max now has 0, and alpha rises to 0." in estimated
    known = story("connect4", AlphaBeta.plain(depth=4, table=True))
    assert any("known: this position was searched to this depth before" in each for each in known)


def test_where_each_plays_for_itself_all_values_are_told() -> None:
    told_of = story("tree:((<1,2,6> <4,3,2>)(<6,1,2> <7,4,1>))", MaxN())
    assert told_of[-1] == "The search ends: the root is worth <7, 4, 1>, and player 1 plays 2."
    assert "1 1 ends the game, worth <1, 2, 6>; player 2 now has <1, 2, 6>." in told_of


SHARED = "tree:((<0,0,0> <-1,-1,2>)(<-1,2,-1> <-2,3,-1>)(<2,-1,-1> <-1,2,-1>))"


def test_a_cut_of_max_n_says_what_is_left_and_who_has_more_already() -> None:
    told_of = story(SHARED, MaxN(quick=False))
    assert told_of[-7:-4] == [
        "Cut at 2: with 2 1, player 2 gets at least 2; what that leaves is no better for player 1, "
        "and with 1, player 1 already has 0. 2 is never visited.",
        "2 returns at most <-1, 2, -1>; player 1 keeps <0, 0, 0>.",
        "Into 3: player 2 is to move.",
    ]


def test_a_player_of_max_n_who_has_the_most_there_is_looks_no_further() -> None:
    told_of = story("tree:(<2,-1,-1> <-1,2,-1> <-1,-1,2>)", MaxN(quick=False))
    assert told_of[-2:] == [
        "Cut at the root: with 1, player 1 has 2, and no better is possible. 2 and 3 are never visited.",
        "The search ends: the root is worth <2, -1, -1>, and player 1 plays 1.",
    ]


def test_all_others_are_one_side_to_the_paranoid() -> None:
    told_of = story("tree:((<1,2,6> <4,3,2>)(<6,1,2> <7,4,1>))", Paranoid())
    assert "Into 1: min is to move, window [−∞, +∞]." in told_of
    assert told_of[-1] == "The search ends: the root is worth 6, and max plays 2."
