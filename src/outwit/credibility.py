"""Whether an answer can come of sound rules: a glance at every decision, and at first along its line.

A search takes the rules at their word. Payoffs that are no numbers, positions without a move, turns of nobody
and probabilities that do not add up come out of it as values and moves that mean nothing. Whatever looks so
is not answered: the game is checked (`outwit.faults`), and the promise that it breaks is told.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

from outwit.decision import Decision
from outwit.faults import broken_by, unwrap_game
from outwit.game import CHANCE, SIMULTANEOUS, Game, Move, State

LINES, LONGEST = 4, 40
"""Along how many lines a class of games is followed in a process, and how far; then it is trusted there."""

CLOSE = 1e-6
"""How far from 1 probabilities may add up to."""

followed: Counter[type[Game]] = Counter()
"""Along how many lines each class of games has been followed."""


def credible(decision: Decision) -> Decision:
    """The decision, unless it shows that the rules are broken, which is told in a sentence."""
    game, state = decision.game, decision.state
    if game is None:
        return decision
    own, turn = unwrap_game(game), game.turn(state)
    doubt = doubt_about_turn(game, turn)
    if not doubt and decision.move is None and turn != CHANCE:
        doubt = "nothing can be chosen in a position that is not over"
    elif not doubt and decision.value is not None and not math.isfinite(decision.value):
        doubt = f"a position comes out as worth {decision.value}"
    elif not doubt and followed[type(own)] < LINES:
        followed[type(own)] += 1
        doubt = doubt_about_line(game, decision)
    if not doubt:
        return decision
    raise broken_by(own, doubt)


def doubt_about_turn(game: Game, turn: int) -> str:
    """What is wrong with an answer of `turn`; nothing if it names somebody."""
    if turn in (CHANCE, SIMULTANEOUS) or (turn == int(turn) and 0 <= turn < game.players):
        return ""
    return f"`turn` says {turn!r}, and the players are 0 to {game.players - 1}"


def doubt_about_line(game: Game, decision: Decision) -> str:
    """What is wrong at a position along the line expected, where all see it; nothing if all is well."""
    if game.hidden or game.simultaneous:
        return ""
    state = decision.state
    for move in decision.line[:LONGEST]:
        if game.over(state) or game.turn(state) == CHANCE:
            break
        doubt = doubt_about(game, state)
        if doubt:
            return doubt
        state = game.play(state, move)
    return doubt_about(game, state)


def doubt_about(game: Game, state: State) -> str:
    """What is wrong with what the rules say of one position; nothing if all is well."""
    if game.over(state):
        payoffs = [game.payoff(state, player) for player in range(game.players)]
        return "" if all(map(math.isfinite, payoffs)) else f"the payoffs at an end are {payoffs}"
    turn = game.turn(state)
    if turn != CHANCE:
        return doubt_about_turn(game, turn)
    return doubt_about_chances(game.chances(state))


def doubt_about_chances(chances: Iterable[tuple[Move, float]]) -> str:
    """What is wrong with outcomes and their probabilities; nothing if all is well."""
    probabilities = [probability for _, probability in chances]
    wrong = next((each for each in probabilities if not 0 <= each <= 1 + CLOSE), None)
    if wrong is not None:
        return f"`chances` gives the probability {wrong:.10g}"
    total = math.fsum(probabilities)
    return "" if abs(total - 1) <= CLOSE else f"the probabilities of `chances` add up to {total:.10g}"
