"""open_spiel's Monte Carlo tree search, written in C++, as an agent of ours, so that the two can play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import pyspiel

from outwit import Agent, Decision, Limit, Memory, Watch
from outwit.decision import option
from outwit.errors import OutwitError
from outwit.game import Game, State
from outwit.games.connect4 import Connect4

UCT_C = 2.0
"""What doubt counts in open_spiel's own example of this search; means go from -1 to 1 there as here."""

MEGABYTES = 1000
"""What its tree may take."""

UNLIMITED = 1 << 30
"""More simulations than there is time for."""


def mctsbot(
    game: Any, simulations: int | None, seed: int, seconds: float | None = None, uct_c: float = UCT_C
) -> Any:
    """Their search: one random rollout for each new position, what is certain passed up."""
    return pyspiel.MCTSBot(
        game,
        pyspiel.RandomRolloutEvaluator(1, seed & 0x7FFFFFFF),
        uct_c,
        simulations or UNLIMITED,
        MEGABYTES,
        solve=True,
        seed=seed & 0x7FFFFFFF,
        verbose=False,
        max_wall_clock_time=-1.0 if seconds is None else seconds,
    )


@dataclass(frozen=True)
class Bot(Agent):
    """open_spiel's MCTSBot at Connect 4, by its own rules."""

    simulations: int | None = option(None, "Play out so many games.")
    seconds: float | None = option(None, "Answer within this time.")
    uct_c: float = option(UCT_C, "How much the exploration term counts against the mean.")
    seed: int = option(0, "What it draws from.")

    def with_seed(self, seed: int) -> Agent:
        return replace(self, seed=seed)

    @classmethod
    def objection(cls, game: Game) -> str | None:
        return None if game == Connect4() else "it is told no game but Connect 4"

    def decide(
        self,
        game: Game,
        state: State,
        limit: Limit | None = None,
        history: Sequence[State] = (),
        *,
        player: int | None = None,
        watch: Watch | None = None,
        tree: bool = False,
        memory: Memory | None = None,
    ) -> Decision:
        theirs = pyspiel.load_game("connect_four")
        position = theirs.new_initial_state()
        for before, after in pairwise((*history, state)):
            position.apply_action(played(game, before, after))
        bot = mctsbot(theirs, self.simulations, self.seed + len(history), self.seconds, self.uct_c)
        root = bot.mcts_search(position)
        return Decision(root.best_child().action, nodes=root.explore_count)


def played(game: Game, before: State, after: State) -> int:
    """The move that leads from one position to another."""
    for move in game.moves(before):
        if game.play(before, move) == after:
            return int(move)
    raise OutwitError("No move leads from one of these positions to the other.")
