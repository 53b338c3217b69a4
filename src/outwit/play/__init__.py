"""A session: people and agents at one table, and the saved game it leaves behind."""

from outwit.play.saved import load_game, save_game
from outwit.play.session import Session, Step

__all__ = ["Session", "Step", "load_game", "save_game"]
