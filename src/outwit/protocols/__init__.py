"""How other programs speak to Outwit: what can be asked as plain data, and the same as lines of JSON."""

from outwit.protocols.lines import serve
from outwit.protocols.requests import (
    answer_agents,
    answer_games,
    answer_position,
    check_allowed,
    sentence,
)
from outwit.protocols.searches import Deciding, Explaining, Recording, Reviewing, progress_to_json

__all__ = [
    "Deciding",
    "Explaining",
    "Recording",
    "Reviewing",
    "answer_agents",
    "answer_games",
    "answer_position",
    "check_allowed",
    "progress_to_json",
    "sentence",
    "serve",
]
