"""Each game in sentences that name its four phases, what was chosen and why, and what became certain."""

from __future__ import annotations

from outwit.search import MCTS
from outwit.tree.render.fold import fold_tree
from outwit.tree.replay.mcts_steps import Descent
from outwit.tree.replay.mcts_text import mcts_step_text

from ..recorded import recorded

TEXTBOOK = "tree:((3 12 8)(2 4 6)(14 5 2))"


def account(game: str, agent: MCTS, told: int = 10**6) -> list[str]:
    """The sentences of a search."""
    tree = recorded(game, agent)
    assert tree.growth is not None
    return [
        mcts_step_text(step)
        for step in Descent.of(fold_tree(tree.root, 10**6, 10**6), tree.growth, told).steps
    ]


def test_the_tree_of_the_textbooks() -> None:
    sentences = account(TEXTBOOK, MCTS(simulations=50, seed=1))
    assert sentences[:3] == [
        "The search begins with the root alone. 10 games will be played: each goes down the tree where the "
        "UCB score is best, adds a position, makes a rollout and tells all on its way.",
        "Game 1. Selection: max takes 1, not tried before. Expansion: 1 is new.",
        "Game 1. Simulation: a rollout at random comes to 12. "
        "Backup: 1 has mean 12 after 1 game and the root has mean 12 after 1.",
    ]
    assert sentences[7:9] == [
        "Game 4. Selection: max takes 3: mean 14 plus exploration 6.289 is 20.289, the most; min takes 1, "
        "not tried before. Expansion: 3 1 is new and ends the game.",
        "Game 4. Simulation: none is needed, the end pays 14. Backup: 3 1 is worth 14 after 1 game, "
        "3 has mean 14 after 2 and the root has mean 11.5 after 4.",
    ]
    assert sentences[-2:] == [
        "Game 10. Simulation: none is needed, the end pays 8. Backup: 1 3 is worth 8 after 1 game, 1 is "
        "worth 3 after 4 and the root is worth 3 after 10. 1 is proved, 3: all its moves are, and this is "
        "the best of them for min. The root is proved, 3: all its moves are, and this is the best of them "
        "for max.",
        "The search ends after 10 games: the root is proved to be worth 3, and max plays 1.",
    ]


def test_min_goes_where_the_mean_less_the_exploration_term_is_least() -> None:
    sentences = account("tictactoe", MCTS(simulations=150, seed=1))
    assert any(
        "; min takes " in each and ", the least" in each and " less exploration " in each
        for each in sentences
    )
    assert sentences[-1].startswith("The search ends after 150 games: max plays ")
    assert ", tried most often, in " in sentences[-1]
    early = account("tictactoe", MCTS(simulations=3, seed=1))
    assert ", tried as often as any other, in 1 game, mean " in early[-1]


def test_chance_takes_what_it_takes_and_is_told_with_its_probability() -> None:
    sentences = account("tree:(0.4 [1/2:1 1/2:0] [1/6:200 5/6:-50])", MCTS(simulations=8, seed=1))
    assert any("; chance takes 2 (5/6). 3 2 is proved already." in each for each in sentences)
    assert any(
        each.endswith("2 is proved, 0.5: all its outcomes are, and this is their average.")
        for each in sentences
    )
    assert any("At the root, max is sure of 0.4 already, which counts there instead." in e for e in sentences)
    assert sentences[-1] == "The search ends after 8 games: max plays 2, proved to be worth 0.5."


def test_where_chance_is_to_act_nothing_is_played() -> None:
    sentences = account("tree:[1/2:(3 1) 1/2:(1 5)]", MCTS(simulations=2, seed=1))
    assert sentences[-1].startswith("The search ends after 2 games: the root is worth about ")


def test_a_proof_without_all_moves_says_that_nothing_better_is_possible() -> None:
    sentences = account(TEXTBOOK, MCTS(simulations=50, seed=1))
    assert any(
        each.endswith("2 is proved, 2: min is sure of it, and nothing better is possible.")
        for each in sentences
    )


def test_estimates_and_policies_are_called_so() -> None:
    at_once = account("connect4", MCTS(simulations=3, seed=1, cutoff=0))
    assert any("Simulation: the estimate is " in each for each in at_once)
    soon = account("connect4", MCTS(simulations=3, seed=1, cutoff=4))
    assert any("Simulation: after 4 moves at random, the estimate is " in each for each in soon)
    ordered = account("connect4", MCTS(simulations=3, seed=1, rollout="order"))
    assert any("a rollout by the better of two moves each time comes to" in each for each in ordered)
    best = account("connect4", MCTS(simulations=3, seed=1, rollout="best"))
    assert any("a rollout by the best move each time comes to" in each for each in best)


def test_puct_expects_of_a_new_move_the_mean_above() -> None:
    sentences = account("connect4", MCTS(simulations=30, seed=1, select="puct"))
    assert any(", not tried before: the mean above, " in each for each in sentences)


def test_without_proofs_what_is_certain_is_still_the_end_of_a_game() -> None:
    sentences = account(TEXTBOOK, MCTS(simulations=60, seed=1, solve=False))
    assert any("certainly worth " in each for each in sentences)
    assert not any("is proved," in each for each in sentences)


def test_each_of_three_players_is_told_its_own_mean() -> None:
    sentences = account(
        "tree:((<1,2,6> <4,3,2>)(<6,1,2> <7,4,1>))", MCTS(simulations=40, seed=1, solve=False)
    )
    assert any("player 2 takes " in each for each in sentences)
    assert "Simulation: none is needed, the end pays <" in " ".join(sentences)


def test_a_long_way_is_told_by_its_ends() -> None:
    tree = "tree:" + "(1 " * 9 + "0" + ")" * 9
    sentences = account(tree, MCTS(simulations=60, seed=1, solve=False))
    assert any(" in the same way; " in each for each in sentences)
    assert any(", all above it one game more, " in each for each in sentences)


def test_in_a_lost_position_it_is_told_where_the_opponent_may_err() -> None:
    last = account("tree:((-3 -3 5)(-3 5 5))", MCTS(simulations=90, seed=1))[-1]
    assert "the root is proved to be worth -3, whatever is played." in last
    assert last.endswith("after its moves show where the opponent errs most easily: max plays 2.")


def test_games_that_are_too_many_are_told_by_their_number() -> None:
    assert (
        account("connect4", MCTS(simulations=20, seed=1), told=5)[-2] == "15 more games, not told one by one."
    )
