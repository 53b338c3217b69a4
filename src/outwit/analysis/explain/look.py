"""A second look at moves: each searched on its own, equally far ahead, and its line followed to the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from outwit.analysis.explain.gains import estimates, feature_names, looks
from outwit.analysis.explain.prospect import Answer, Chance, Change, Outcome, Prospect
from outwit.decision import Agent, Bound, Limit, describe_line
from outwit.errors import TooDeepError, join_names
from outwit.game import CHANCE, Game, Move, State, player_name
from outwit.repetition import REPETITION, cause

ENDS = 300
"""How many ends of a line are averaged at most, where one chance event follows another."""


@dataclass(frozen=True)
class Found:
    """What a search found."""

    value: float
    """For the player who decided."""

    line: tuple[Move, ...]
    proved: bool
    bound: Bound = "exact"


@dataclass
class Look:
    """An agent that is asked again about moves of one position."""

    game: Game
    """As the agent searched it: judged by its evaluation, and as its model has it."""

    state: State

    player: int
    """Who decided; every value is seen by them."""

    agent: Agent | None
    """Who searches, as deep as it is told; None if nobody can, and what was found before is all there is."""

    depth: int | None
    """How many moves ahead to look from `state`; None to the end of the game."""

    nodes: int
    """How many positions may still be visited."""

    def best(self, moves: Sequence[Move]) -> Found | None:
        """The best of some moves that can be chosen; None if finding it would take too long.

        What is known of the whole position, such as that a move wins at once, holds for the best move and not
        for others: where that has told a search of these that they matter no more, each is searched apart.
        """
        if len(moves) > 1:
            found = self.search(self.state, moves, self.depth)
            if found is None or (found.line and found.bound != "at most"):
                return found
        each = [self.apart(move) for move in moves]
        known = [found for found in each if found is not None]
        return max(known, key=lambda found: found.value) if len(known) == len(each) else None

    def apart(self, move: Move) -> Found | None:
        """One move: what follows it, looked at one move less far."""
        child = self.game.play(self.state, move)
        if self.game.over(child):
            return Found(self.game.payoff(child, self.player) + 0.0, (move,), True)
        found = self.search(child, self.moves(child), less(self.depth, (move,)))
        return None if found is None else Found(found.value, (move, *found.line), found.proved)

    def search(self, state: State, moves: Sequence[Move], depth: int | None) -> Found | None:
        """The best of some moves of a state, looking exactly so far ahead; None if that would take too long.

        Where chance acts there are no moves, and the value is that of the state.
        """
        if self.agent is None or self.nodes < 1:
            return None
        limit = Limit(nodes=self.nodes)
        try:
            found = self.agent.analyse(self.game, state, limit, moves=moves, depth=depth)
        except (TooDeepError, RecursionError):
            return None
        self.nodes -= found.nodes
        if found.values is None or not found.complete:
            return None
        return Found(found.values[self.player], found.line, found.exact, found.bound)

    def moves(self, state: State) -> list[Move]:
        """The legal moves; none where chance acts."""
        return [] if self.game.turn(state) == CHANCE else list(self.game.moves(state))

    def follow(self, state: State, line: Sequence[Move], depth: int | None) -> tuple[tuple[Move, ...], State]:
        """A line from a state as far as a search of this depth looked, and where it ends.

        A search that remembers positions may know what a move is worth and not why: the line that it gives
        breaks off there, and is continued by searching on from its end, no further than was looked before.
        """
        followed = tuple(line)
        for move in followed:
            state = self.game.play(state, move)
        while not self.game.over(state) and self.game.turn(state) != CHANCE:
            found = self.search(state, self.moves(state), less(depth, followed))
            if found is None or not found.line:
                break
            for move in found.line:
                state = self.game.play(state, move)
            followed += found.line
        return followed, state

    def prospect(
        self, line: Sequence[Move], value: float | None, bound: Bound, proved: bool = False
    ) -> Prospect:
        """A move and all that is expected of it; `line` begins with it."""
        game, player = self.game, self.player
        moves, end = self.follow(self.state, line, self.depth)
        names = describe_line(game, self.state, moves)
        chance, ends = None, [(1.0, end)]
        ending = ending_text(game, end, len(moves))
        answer = self.answer(self.state, moves)
        if not ending and game.turn(end) == CHANCE:
            before = self.state
            for move in moves[:-1]:
                before = game.play(before, move)
            fallen = self.outcome_lines(end, less(self.depth, moves))
            if fallen:
                outcomes, lines, ends = fallen
                chance = Chance(outcomes, self.changes(before, end))
                likeliest = max(range(len(outcomes)), key=lambda number: outcomes[number].probability)
                after = outcomes[likeliest].name
                answer = answer or self.answer(*lines[likeliest], after)
        return Prospect(
            move=line[0],
            name=names[0],
            value=value,
            bound=bound,
            proved=proved,
            line=moves,
            described=tuple(names),
            ending=ending,
            estimate=looks(game, ends, player) if estimates(game) or ending else None,
            chance=chance,
            answer=answer,
            ends=tuple(ends),
            following="" if ending or chance else player_name(game, game.turn(end)),
        )

    def outcome_lines(
        self, state: State, depth: int | None
    ) -> tuple[tuple[Outcome, ...], list[tuple[State, tuple[Move, ...]]], list[tuple[float, State]]] | None:
        """The outcomes of a chance event, the line from each, and its end; None if that takes too long."""
        outcomes, lines, ends = [], [], []
        events = [(outcome, p) for outcome, p in self.game.chances(state) if p > 0]
        for outcome, probability in events:
            child = self.game.play(state, outcome)
            if self.game.over(child):
                found: Found | None = Found(self.game.payoff(child, self.player) + 0.0, (), True)
            else:
                found = self.search(child, self.moves(child), depth)
            if found is None:
                return None
            line, end = self.follow(child, found.line, depth)
            names = tuple(describe_line(self.game, child, line))
            outcomes.append(Outcome(self.game.describe(state, outcome), probability, found.value, names))
            lines.append((child, line))
            later = self.leaves(end, less(depth, line), ENDS // len(events))
            ends += [(probability * share, leaf) for share, leaf in later]
        return tuple(outcomes), lines, ends

    def leaves(self, state: State, depth: int | None, most: int) -> list[tuple[float, State]]:
        """Where play goes on from a state to, and how likely: past further chance events, if they are few."""
        if self.game.over(state) or self.game.turn(state) != CHANCE:
            return [(1.0, state)]
        events = [(outcome, p) for outcome, p in self.game.chances(state) if p > 0]
        if len(events) > most:
            return [(1.0, state)]
        found = []
        for outcome, probability in events:
            line, end = self.follow(self.game.play(state, outcome), (), depth)
            later = self.leaves(end, less(depth, line), most // len(events))
            found += [(probability * share, leaf) for share, leaf in later]
        return found

    def changes(self, before: State, state: State) -> tuple[Change, ...]:
        """What a chance event does to the features on average, counted from before the move leading to it."""
        game, names = self.game, feature_names(self.game)
        after = [(p, game.play(state, outcome)) for outcome, p in game.chances(state) if p > 0]
        if not names or any(game.over(child) for _, child in after):
            return ()
        found = []
        for player in (self.player, *(each for each in range(game.players) if each != self.player)):
            now = game.features(before, player)
            then = [sum(p * game.features(child, player)[i] for p, child in after) for i in range(len(names))]
            found += [
                Change(player_name(game, player), name, later - earlier)
                for name, earlier, later in zip(names, now, then, strict=True)
                if abs(later - earlier) > 1e-9
            ]
        return tuple(found)

    def answer(self, state: State, line: Sequence[Move], after: str = "") -> Answer | None:
        """The first move of a line that is not by the player who decided."""
        for move in line:
            mover = self.game.turn(state)
            if mover != self.player:
                return Answer(player_name(self.game, mover), self.game.describe(state, move), after)
            state = self.game.play(state, move)
        return None


def less(depth: int | None, line: Sequence[Move]) -> int | None:
    """How far there is still to look after a line; None to the end of the game."""
    return None if depth is None else max(depth - len(line), 0)


def ending_text(game: Game, state: State, moves: int) -> str:
    """How a game has ended after so many moves; nothing if it has not."""
    if not game.over(state):
        return ""
    when = f"{moves} move{'' if moves == 1 else 's'}"
    payoffs = [game.payoff(state, player) for player in range(game.players)]
    if game.players == 1:
        return f"the game ends after {when}"
    winners = [player_name(game, player) for player, payoff in enumerate(payoffs) if payoff == max(payoffs)]
    if len(winners) == game.players:
        by = " by repetition" if cause(game, state) == REPETITION else ""
        return f"a draw{by} after {when}"
    return f"{join_names(winners, last='and')} {'wins' if len(winners) == 1 else 'win'} in {when}"
