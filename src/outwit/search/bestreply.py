"""Best-reply search: one player against the strongest reply of one of the others.

Schadd and Winands, "Best reply search for multiplayer games", 2011: after a move of whoever decides, only one
opponent moves, the one with the strongest reply. There the others pass, which few rules allow. So here they
play what looks best by the game's `order`, as in BRS+: Esser, Gras, Winands, Schadd and Lanctot, "Improving
best-reply search", 2013. A move that is not chosen costs depth like any other, but no branching.
"""

from __future__ import annotations

from dataclasses import dataclass

from outwit.search.coalition import BestReplyGame
from outwit.search.paranoid import Paranoid


@dataclass(frozen=True)
class BestReply(Paranoid):
    """The strongest reply of a single opponent to each move, the others playing what looks best at once.

    >>> from outwit.games import find_game
    >>> game = find_game("tree:(((<5,1,1> <4,1,1>)(<3,1,1> <0,1,1>))((<2,1,1> <9,1,1>)(<9,1,1> <9,1,1>)))")
    >>> decision = BestReply().decide(game, game.initial())
    >>> decision.value, decision.described()
    (3.0, ['1', '2', '1'])
    """

    name = "bestreply"
    summary = "Whoever decides against the strongest reply of one opponent, the others moving by `order`."
    game_for = BestReplyGame
