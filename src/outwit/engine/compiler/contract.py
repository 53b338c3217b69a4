"""The rules of a game that compiled code calls: one list for all who need to know.

What is compiled, what a rule must answer with, what compiled rules can be asked and what names a file in the
cache all follow from it.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from outwit.errors import BadOptionError
from outwit.game import FORBIDDEN, Game, defines

Answer = Literal["truth", "whole", "number", "pair", "numbers", "moves", "outcomes", "state", "knowledge"]
"""What kind of thing a rule answers with."""


class Rule(NamedTuple):
    """A method of `Game` that compiled code may call with a state."""

    name: str
    answer: Answer
    takes: Literal["", "move", "player", "moves"] = ""
    """What it is given beside the state, if anything; `moves` are one of each player, in a tuple."""
    optional: bool = True
    """May a game leave it to the contract's default?"""
    draws: bool = False
    """Is it given a generator too?"""
    hidden: bool = False
    """Is it asked only where something is hidden, and only by whoever minds that?"""

    @property
    def arguments(self) -> str:
        """What stands between the brackets of a call of it, where `which` is the move or the player."""
        if self.draws:
            return "state, which, random"
        if self.takes == "moves":
            return "state, moves"
        return "state, which" if self.takes else "state"


RULES = {
    rule.name: rule
    for rule in (
        Rule("over", "truth", optional=False),
        Rule("turn", "whole", optional=False),
        Rule("moves", "moves", optional=False),
        Rule("play", "state", "move", optional=False),
        Rule("payoff", "number", "player", optional=False),
        Rule("moves_for", "moves", "player"),
        Rule("play_joint", "state", "moves"),
        Rule("chances", "outcomes"),
        Rule("bounds", "pair", "player"),
        Rule("evaluate", "number", "player"),
        Rule("features", "numbers", "player"),
        Rule("order", "number", "move"),
        Rule("noisy", "truth", "move"),
        Rule("noisy_moves", "moves"),
        Rule("gain", "number", "move"),
        Rule("urgent", "truth"),
        Rule("late", "whole", "move"),
        Rule("passed", "state"),
        Rule("key", "whole"),
        Rule("repetition_key", "whole"),
        Rule("irreversible", "truth", "move"),
        Rule("stalemate", "number", "player"),
        Rule("observation", "knowledge", "player", hidden=True),
        Rule("determinize", "state", "player", draws=True, hidden=True),
    )
}
"""Each rule by its name, in the order in which they are compiled."""


def rules_of(game: Game, hidden: bool = True) -> list[Rule]:
    """The rules that are compiled of a game: those it needs and those it has its own version of.

    A search that takes every position as it is does without those about what is `hidden`.
    """
    return [rule for rule in RULES.values() if is_given(game, rule) and (hidden or not rule.hidden)]


def is_given(game: Game, rule: Rule) -> bool:
    """Is a rule compiled of a game?"""
    if rule.name == "chances":
        return game.stochastic
    if rule.name in ("moves_for", "play_joint"):
        return game.simultaneous
    if rule.name in ("moves", "play") and game.simultaneous:
        return defines(game, rule.name)
    if rule.hidden and not game.hidden:
        return False
    return not rule.optional or defines(game, rule.name)


def takes_turns(game: Game) -> bool:
    """Does a player ever move alone?"""
    return is_given(game, RULES["moves"])


KINDS = ("players", "zero_sum", "stochastic", "hidden", "simultaneous")
"""What a game says of its kind, and kernels are built by."""


def kind_of(game: Game) -> tuple[int, ...]:
    """All that machine code holds of a game beside its rules; of the weights only how many they are."""
    says = (int(getattr(game, name)) for name in KINDS)
    return *says, repetition_rule(game), len(game.weights), int(game.scale > 0)


DEEPEST = 256
"""So many moves deep are the ways to play counted at most: the stack has room for them."""


def refuse_unless_depth(depth: int) -> None:
    """Refuse to count the ways to play fewer moves than none, or more than the stack has room for."""
    if not 0 <= depth <= DEEPEST:
        raise BadOptionError(f"perft cannot count to depth {depth}; give a depth from 0 to {DEEPEST}.")


NOTHING, DRAWS, FORBIDS = range(3)
"""What a repeated position means."""


def repetition_rule(game: Game) -> int:
    """What a repeated position means in a game, as far as compiled code depends on it."""
    return NOTHING if game.repetition == 0 else FORBIDS if game.repetition == FORBIDDEN else DRAWS
