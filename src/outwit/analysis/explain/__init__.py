"""Why a move was chosen: what its line gains over another's, by feature and by chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from outwit.agents import find_agent
from outwit.analysis.explain import words
from outwit.analysis.explain.gains import Gain, feature_names, find_gains
from outwit.analysis.explain.look import Look
from outwit.analysis.explain.prospect import Answer, Chance, Change, Outcome, Prospect
from outwit.decision import Agent, Candidate, Decision, value_text
from outwit.errors import IllegalMoveError, OutwitError
from outwit.game import CHANCE, SIMULTANEOUS, Game, Move, State, player_name, read_move, refusal

__all__ = ["Answer", "Chance", "Change", "Explanation", "Gain", "Outcome", "Prospect", "explain"]

PATIENCE = 4
"""How many times the positions that a decision took its explanation may visit, and at least `LEAST`."""

LEAST = 100_000


@dataclass(frozen=True)
class Explanation:
    """What a chosen move gains over another one; values are in payoff units, for the player who decided."""

    player: str
    """Who decided."""

    chosen: Prospect
    """The move chosen, looked at as far ahead as the alternative; its value may so be another than that of a
    decision that was stopped in the middle of looking further."""

    alternative: Prospect | None = None
    """What it is compared with."""

    named: bool = False
    """Was the alternative asked for by name? Else it is the next best."""

    gains: tuple[Gain, ...] = ()
    """What the end of the chosen line has over the end of the other, by feature, the largest first; nothing
    where a line ends the game, or the game has no features."""

    depth: int | None = None
    """How many moves ahead both were looked at; None where it was to the end of the game."""

    decided: float | None = None
    """What the decision itself says the move is worth: more was seen if it had begun to look further."""

    weakened: bool = False
    """Does the agent play below its strength, so that it may choose what is not best?"""

    note: str = ""
    """Why there is nothing to compare, in a sentence."""

    @property
    def move(self) -> Move:
        """The move chosen."""
        return self.chosen.move

    @property
    def value(self) -> float | None:
        """What the move chosen is worth."""
        return self.chosen.value

    @property
    def line(self) -> tuple[Move, ...]:
        """The line expected after it, the move itself first."""
        return self.chosen.line

    @property
    def difference(self) -> float | None:
        """What the move chosen is worth more than the alternative; at least that, if a value is a bound."""
        if self.alternative is None or self.value is None or self.alternative.value is None:
            return None
        return self.value - self.alternative.value

    @property
    def beyond(self) -> float | None:
        """What of the difference the ends of the lines do not show; None where nothing is estimated."""
        if self.difference is None or self.alternative is None:
            return None
        here, there = self.chosen.estimate, self.alternative.estimate
        return None if here is None or there is None else self.difference - (here - there)

    def sentences(self) -> list[str]:
        """The explanation in words and figures."""
        return words.sentences(self)

    def __str__(self) -> str:
        return "\n".join(self.sentences())

    def to_json(self) -> dict[str, Any]:
        """The explanation as plain data, moves in the game's notation."""
        return {
            "player": self.player,
            "chosen": self.chosen.to_json(),
            "alternative": None if self.alternative is None else self.alternative.to_json(),
            "difference": self.difference,
            "depth": self.depth,
            "decided": self.decided,
            "gains": [dict(vars(gain)) for gain in self.gains],
            "beyond": self.beyond,
            "sentences": self.sentences(),
        }

    def _repr_html_(self) -> str:
        told = "".join(f"<p>{escape(sentence)}</p>" for sentence in self.sentences())
        if not self.gains or self.alternative is None:
            return told
        names = (self.chosen.name, self.alternative.name)
        heads = "".join(f"<th>{escape(head)}</th>" for head in ("feature", *names, "weight", "gain"))
        rows = "".join(
            f"<tr><td>{escape(gain.feature)}</td><td>{value_text(gain.chosen)}</td>"
            f"<td>{value_text(gain.alternative)}</td><td>{value_text(gain.weight)}</td>"
            f"<td>{words.with_sign(gain.gain)}</td></tr>"
            for gain in self.gains
        )
        return f"{told}<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"


def explain(decision: Decision, over: str | Move | None = None) -> Explanation:
    """What the move chosen gains over the next best or, with `over`, over that move.

    A search that cuts knows of most moves only that they are no better, so the alternative is searched once
    more on its own, exactly as far ahead as was decided.

    >>> from outwit import AlphaBeta, find_game
    >>> game = find_game("nim:coins=6")
    >>> print(AlphaBeta(depth=6).decide(game, game.initial()).explain(over="3"))
    2 is worth 1 to player 1, proved: 2, 1, 3; player 1 wins in 3 moves.
    3 instead is worth -1, 2 less, proved: 3, 3; player 2 wins in 2 moves.
    Player 2's best answer to 2 is 1; to 3 it would be 3.
    """
    game, state = decision.game, decision.state
    if game is None:
        raise OutwitError("This decision does not know its game, so it cannot be explained.")
    turn = game.turn(state)
    player = max(turn, 0)
    who = player_name(game, player)
    name = "" if decision.move is None else decision.named(decision.move)
    own = Candidate(decision.move, decision.value, "exact", decision.line)
    plain = Prospect(
        decision.move, name, decision.value, "exact", decision.exact, own.line, tuple(decision.described())
    )
    if turn == CHANCE:
        worth = f"the expected value is {value_text(decision.value)} to {who}"
        return Explanation(who, plain, note=f"Chance is to act: nothing is chosen, and {worth}.")
    legal = [] if turn == SIMULTANEOUS else list(game.moves(state))
    rival = (
        None
        if over is None or turn == SIMULTANEOUS
        else find_alternative(game, state, over, decision.move, legal)
    )
    agent = searcher(decision.agent)
    played = next((each for each in decision.candidates if each.move == decision.move), own)
    if turn == SIMULTANEOUS and not (played.value is None and played.probability is None):
        return Explanation(who, plain, note=words.joint_sentence(decision.agent, name, played.probability))
    if decision.value is None:
        told = (
            words.stop_sentence(decision.agent, name)
            if agent
            else words.no_reason_sentence(decision.agent, name)
        )
        return Explanation(who, replace(plain, bound="unknown"), note=told)
    if len(legal) == 1:
        return Explanation(who, plain, note=f"{name} is the only legal move: there was nothing to choose.")
    depth = horizon(decision, agent)
    again = None if agent is None else agent.for_game_model()
    look = Look(game, state, player, again, depth, max(PATIENCE * decision.nodes, LEAST))
    other = alternative(
        look, decision, agent, [rival] if over is not None else [m for m in legal if m != own.move]
    )
    chosen = first(look, decision, agent)
    gains: tuple[Gain, ...] = ()
    if feature_names(game) and not chosen.ending and not other.ending and other.bound == "exact":
        gains = find_gains(game, chosen.ends, other.ends, player)
    weakened = agent is not None and agent.weakened
    return Explanation(who, chosen, other, over is not None, gains, depth, decision.value, weakened)


def find_alternative(game: Game, state: State, over: str | Move, chosen: Move, legal: Sequence[Move]) -> Move:
    """The move that is named as the alternative; a sentence if it is none."""
    move = read_move(game, state, over) if isinstance(over, str) and over not in legal else over
    if move not in legal:
        raise IllegalMoveError(refusal(str(over), (game.describe(state, each) for each in legal)))
    if move == chosen:
        name = game.describe(state, move)
        raise OutwitError(f"{name} is the move that was chosen; name another to compare it with.")
    return move


def searcher(spelled: str) -> Agent | None:
    """The agent that decided, if it is one that can be asked again."""
    try:
        agent = find_agent(spelled, files=False)
    except OutwitError:
        return None
    return agent if agent.takes_depth else None


def horizon(decision: Decision, agent: Agent | None) -> int | None:
    """How far ahead to look: as far as the decision did; None, to the end of the game, if that was so."""
    if agent is not None and decision.exact:
        limit = agent.limit()
        if limit.depth is None and not agent.deepens(limit):
            return None
    return max(decision.depth, 1)


def whole(decision: Decision, agent: Agent | None) -> bool:
    """Is all that a decision says from one pass, which no limit cut short?"""
    return agent is None or decision.exact or agent.limit().depth == decision.depth


def first(look: Look, decision: Decision, agent: Agent | None) -> Prospect:
    """The move chosen, searched again if the decision's own figures may mix what was seen near and far."""
    if not whole(decision, agent):
        found = look.best([decision.move])
        if found is not None:
            return look.prospect(found.line, found.value, "exact", found.proved)
    return look.prospect(decision.line or (decision.move,), decision.value, "exact", decision.exact)


def alternative(look: Look, decision: Decision, agent: Agent | None, moves: Sequence[Move]) -> Prospect:
    """The best of some moves not chosen or, if finding it takes too long, what the decision knows of one."""
    known = [each for each in decision.candidates if each.move in moves]
    if known and whole(decision, agent) and all(each.bound == "exact" for each in known):
        moves = [known[0].move]
    found = look.best(moves)
    if found is not None:
        return look.prospect(found.line, found.value, "exact", found.proved)
    best = known[0] if known else Candidate(moves[0])
    return look.prospect(best.line or (best.move,), best.value, best.bound)
