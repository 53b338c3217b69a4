"""Games whose rules run in processes of their own: rules that loop, crash or fill memory harm nobody else.

An `IsolatedGame` stands for such a game wherever a server needs one. Its states are names of positions, its
rules ask a worker process, and everything that comes back is plain data, so that nothing of the game's own
code is loaded, run or unpickled here.
"""

from outwit.isolated.game import IsolatedGame
from outwit.isolated.games import IsolatedGames
from outwit.isolated.patience import RulesBusyError, RulesRestingError

__all__ = ["IsolatedGame", "IsolatedGames", "RulesBusyError", "RulesRestingError"]
