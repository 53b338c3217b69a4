"""Outwit: adversarial search for turn-based games. Write the rules once, in plain Python."""

from outwit.agents import find_agent, spell_agent
from outwit.decision import Agent, Candidate, Decision, Limit, Watch
from outwit.errors import OutwitError
from outwit.game import CHANCE, FORBIDDEN, SIMULTANEOUS, Game
from outwit.games import find_game, spell_game
from outwit.play import Sitting, load_game, save_game
from outwit.position import Position
from outwit.search import AlphaBeta, Expectiminimax, Human, MaxN, Minimax, Random

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "FORBIDDEN",
    "SIMULTANEOUS",
    "Agent",
    "AlphaBeta",
    "Candidate",
    "Decision",
    "Expectiminimax",
    "Game",
    "Human",
    "Limit",
    "MaxN",
    "Minimax",
    "OutwitError",
    "Position",
    "Random",
    "Sitting",
    "Watch",
    "find_agent",
    "find_game",
    "load_game",
    "save_game",
    "spell_agent",
    "spell_game",
]
