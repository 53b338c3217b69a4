"""What is recorded where nobody sets a limit: as much as stays small, and all of a tree that was written."""

from __future__ import annotations

from outwit import Limit, Minimax, Session, Watch, find_game
from outwit.play.recorded import FITTING, decide_with_tree, recordable, teaching_agent

WIDE = f"tree:({''.join(f'({number} {number + 5000})' for number in range(5000))})"
"""A tree of 10,000 leaves, too many to be looked at one by one."""


def test_a_written_tree_is_searched_whole_however_large() -> None:
    game = find_game(WIDE)
    decision = decide_with_tree(recordable(teaching_agent(game), game), Session(game), Limit(), Watch())
    assert decision.exact
    assert decision.value == Minimax().decide(game, game.initial()).value == 4999
    assert decision.nodes > FITTING


def test_a_game_is_searched_as_deep_as_its_tree_stays_small() -> None:
    game = find_game("connect4")
    decision = decide_with_tree(recordable(teaching_agent(game), game), Session(game), Limit(), Watch())
    assert not decision.exact
    assert decision.nodes <= FITTING
