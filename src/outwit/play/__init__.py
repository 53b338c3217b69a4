"""A sitting: people and agents at one table, and the saved game it leaves behind."""

from outwit.play.saved import load_game, save_game
from outwit.play.sitting import Sitting, Step

__all__ = ["Sitting", "Step", "load_game", "save_game"]
