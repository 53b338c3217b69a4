"""How other programs speak to Outwit: what can be asked as plain data, and the same as lines of JSON."""

from outwit.protocols.lines import serve
from outwit.protocols.requests import (
    Deciding,
    allowed,
    answer_agents,
    answer_games,
    answer_position,
    progress_to_json,
    sentence,
)

__all__ = [
    "Deciding",
    "allowed",
    "answer_agents",
    "answer_games",
    "answer_position",
    "progress_to_json",
    "sentence",
    "serve",
]
