"""The Universal Chess Interface (UCI), by which programs with a chessboard speak to engines.

Stefan Meyer-Kahlen and Rudolf Huber, "Description of the universal chess interface", 2006.
"""

from outwit.protocols.uci.conversation import Conversation, run, serve

__all__ = ["Conversation", "run", "serve"]
