"""User errors: what was given that cannot be used. Every message is one sentence."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class OutwitError(ValueError):
    """Something given to Outwit cannot be used; the message says what and what is accepted."""


class UnknownNameError(OutwitError):
    """A game, an agent, an option or a promise by a name that nobody has."""

    def __init__(self, kind: str, given: str, known: Iterable[str]) -> None:
        names = sorted(known)
        near = get_close_matches(given, names, n=3, cutoff=0.6)
        guess = f"; did you mean {join_names(near)}?" if near else "."
        accepted = f" Known: {', '.join(names)}." if names else ""
        super().__init__(f"There is no {kind} called {given!r}{guess}{accepted}")


class BadOptionError(OutwitError):
    """An option's value is not of the kind it takes."""


class IllegalMoveError(OutwitError):
    """A move that the rules do not allow here, or text that is no move at all."""


class BadPositionError(OutwitError):
    """A text that does not describe a position of this game."""


class UnsuitableError(OutwitError):
    """An agent was asked to play a kind of game it cannot handle."""


class TooDeepError(OutwitError):
    """A search was to look to the end of a game that goes too deep for it."""


class BrokenRulesError(OutwitError):
    """A game's own rules raised an exception, or do not keep a promise; `outwit check` shows where."""


class UnansweredError(Exception):
    """Rules that run elsewhere have not answered yet; whoever asked can ask again, and loses nothing."""


class CompileError(OutwitError):
    """Rules that cannot be compiled; the message names the function, the line and the reason."""


class UnknownCompilerError(CompileError):
    """The compiler that is installed is not one that Outwit knows, so that no game is compiled."""


class SavedGameError(OutwitError):
    """A saved game that cannot be read back."""


def join_names(names: Iterable[str], last: str = "or") -> str:
    """Names as a sentence lists them.

    >>> join_names(["nim", "pig", "tree"])
    'nim, pig or tree'
    """
    items = list(names)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def shorten(text: str, limit: int = 60) -> str:
    """Text given by a user, cut so that a message stays one readable sentence."""
    return text if len(text) <= limit else text[: limit - 3] + "..."
