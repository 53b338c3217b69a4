"""A search for a plan, step by step: what must succeed, what fails on a loop, and what is left out."""

from __future__ import annotations

from outwit import AndOr, find_game
from outwit.tree.render.fold import fold_tree
from outwit.tree.replay.step_text import text_of_step
from outwit.tree.replay.steps import Walk


def sentences(spec: str) -> list[str]:
    """The film of a search for a plan, a sentence a step."""
    game = find_game(spec)
    tree = AndOr().decide(game, game.initial(), tree=True).tree
    assert tree is not None
    return [text_of_step(step) for step in Walk.of(fold_tree(tree.root, 200, 12)).steps]


def test_it_is_said_what_must_succeed_and_what_that_means() -> None:
    told = sentences("vacuum")
    assert told[0] == "The search begins at the root: one move must succeed."
    assert told[1] == "Into Suck: every answer must succeed."
    assert told[-1] == "The search ends: the root is worth 1, and the player plays Suck."
    assert any("Suck is sure to reach the goal, and that is enough" in each for each in told)


def test_a_failure_on_a_loop_is_said_to_be_one() -> None:
    told = sentences("vacuum:slippery=on,erratic=off")
    loops = [each for each in told if "a loop: the way here has been in this state before" in each]
    assert loops
    assert all("it is worth -1" in each for each in loops)
