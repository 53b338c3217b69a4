"""The algorithms as a textbook prints them: one module each, for any game written in Python.

These are the definition of what Outwit computes. They are short and pure, they run on any Python object,
and they can record their tree.
"""

from outwit.search.alphabeta import AlphaBeta
from outwit.search.andor import AndOr
from outwit.search.bestreply import BestReply
from outwit.search.expectiminimax import Expectiminimax
from outwit.search.human import Human
from outwit.search.ismcts import ISMCTS
from outwit.search.maxn import MaxN
from outwit.search.mcts import MCTS
from outwit.search.minimax import Minimax
from outwit.search.montecarlo import MonteCarlo
from outwit.search.paranoid import Paranoid
from outwit.search.pimc import PIMC
from outwit.search.random import Random
from outwit.search.script import Script
from outwit.search.smmcts import SMMCTS

__all__ = [
    "ISMCTS",
    "MCTS",
    "PIMC",
    "SMMCTS",
    "AlphaBeta",
    "AndOr",
    "BestReply",
    "Expectiminimax",
    "Human",
    "MaxN",
    "Minimax",
    "MonteCarlo",
    "Paranoid",
    "Random",
    "Script",
]
