"""A game looked at again: what each move lost against the best one, and what was luck.

The value of every position is asked of an agent. What chance changes about it is luck, what a player's move
changes is that player's doing; all of it together, added to the value at the start, is the result. Where two
choose at once, each is judged by what the choice loses against an equilibrium; how both met is luck.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from outwit.agents import agent_spec
from outwit.analysis.review.findings import (
    SIGNS,
    Mark,
    Review,
    ReviewedChoices,
    ReviewedMove,
    ReviewedOutcome,
    ReviewedStep,
)
from outwit.analysis.review.values import Valuation, Valuer, require_open
from outwit.decision import Agent, Limit, Watch, describe_line
from outwit.errors import OutwitError
from outwit.game import CHANCE, SIMULTANEOUS, Game, player_name
from outwit.games import game_spec
from outwit.play import Session

__all__ = [
    "SIGNS",
    "Mark",
    "Review",
    "ReviewedChoices",
    "ReviewedMove",
    "ReviewedOutcome",
    "ReviewedStep",
    "require_reviewable",
    "review",
]

GRADES: tuple[tuple[float, Mark], ...] = ((0.3, "blunder"), (0.15, "mistake"), (0.05, "inaccuracy"))
"""From which loss on a move is marked, as a part of half the range of payoffs (a win, where a draw is 0)."""


def ignore_progress(done: int, total: int) -> None:
    """Nobody wants to hear how it goes."""


def review(
    session: Session,
    agent: Agent,
    limit: Limit | None = None,
    watch: Callable[[int, int], None] = ignore_progress,
    eye: Watch | None = None,
) -> Review:
    """Ask an agent about every position of a game, within a limit for each.

    Without a limit, and if the agent's options set none, it looks at each for two seconds. What follows a
    chance event is looked at as far ahead as the event itself, so that luck is fair: over all that could have
    happened, it comes to nothing. What follows a proved position is looked at as far as the proof went, so
    that what was certain is not forgotten. `watch` hears how many positions are done, and of how many. It can
    be stopped through `eye` at any moment.

    >>> from outwit import Minimax, find_game
    >>> session = Session(find_game("nim:coins=5"))
    >>> session.read("2 3")
    >>> [(move.text, move.best, move.loss, move.mark) for move in review(session, Minimax()).moves]
    [('2', '1', 2.0, 'blunder'), ('3', '3', 0.0, '')]
    """
    require_reviewable(session)
    limit = usual_limit(agent) if limit is None else limit
    valuer = Valuer(session.rules, agent, limit, eye)
    start = valuer.position(session.states[0])
    total = len(session.states)
    watch(1, total)
    steps = []
    for step in review_steps(session, valuer, start):
        steps.append(step)
        watch(1 + len(steps), total)
    return Review(
        game=game_spec(session.game),
        agent=agent_spec(agent),
        limit=limit,
        names=tuple(player_name(session.game, player) for player in range(session.game.players)),
        seats=tuple(session.players),
        start=start.values,
        steps=tuple(steps),
        result=session.result,
        opposed=valuer.opposed,
    )


def require_reviewable(session: Session) -> None:
    """Refuse a game that no agent could review: one that has not begun, or whose positions none values."""
    if not session.steps:
        raise OutwitError("Nothing has been played in this game, so there is nothing to review.")
    require_open(session.rules)


def usual_limit(agent: Agent) -> Limit:
    """How long each position is looked at if nobody says; the agent's own options may."""
    return Limit() if agent.limit() else agent.default_limit


def review_steps(session: Session, valuer: Valuer, start: Valuation) -> Iterator[ReviewedStep]:
    """Each step of a game, and what it changed."""
    states, before = session.states, start
    for index, text in enumerate(session.described()):
        chance = session.steps[index].by == CHANCE
        depth = max(before.depth, 1) if chance else None
        after = valuer.position(states[index + 1], states[: index + 1], depth)
        if before.exact and not after.exact and after.depth < before.depth - 1:
            after = valuer.position(states[index + 1], states[: index + 1], before.depth - 1)
        if chance:
            exact = before.exact and after.exact
            yield ReviewedOutcome(index + 1, CHANCE, text, before.values, after.values, exact)
        elif session.steps[index].by == SIMULTANEOUS:
            yield review_choices(session, valuer, index, text, before, after)
        else:
            yield review_move(session, valuer, index, text, before, after)
        before = after


def review_move(
    session: Session, valuer: Valuer, index: int, text: str, before: Valuation, after: Valuation
) -> ReviewedMove:
    """What a player's move was worth beside the best one."""
    rules, state, step = session.rules, session.states[index], session.steps[index]
    played, proved = valuer.move(state, step.move, session.states[:index], before, after)
    best = before.values[step.by]
    exact = before.exact and proved
    line = describe_line(rules, state, before.line)
    return ReviewedMove(
        number=index + 1,
        player=step.by,
        text=text,
        before=before.values,
        after=after.values,
        exact=exact,
        played=played,
        loss=max(0.0, best - played),
        best=line[0],
        line=tuple(line),
        mark=mark(rules, step.by, best, played, exact),
    )


def review_choices(
    session: Session, valuer: Valuer, index: int, text: str, before: Valuation, after: Valuation
) -> ReviewedChoices:
    """What each of two choices made at once was worth against how the other should be made."""
    rules, state, step = session.rules, session.states[index], session.steps[index]
    moves = []
    for player, move in enumerate(step.move):
        best, played, favourite = valuer.choice(state, session.states[:index], player, move)
        loss = max(0.0, best - played)
        name = rules.describe(state, favourite)
        left = tuple(
            value - loss if each == player else value + loss for each, value in enumerate(before.values)
        )
        moves.append(
            ReviewedMove(
                number=index + 1,
                player=player,
                text=rules.describe(state, move),
                before=before.values,
                after=left,
                exact=before.exact,
                played=played,
                loss=loss,
                best=name,
                line=(name,),
                mark=mark(rules, player, best, played, exact=False),
            )
        )
    exact = before.exact and after.exact
    common = index + 1, SIMULTANEOUS, text, before.values, after.values, exact
    return ReviewedChoices(*common, moves=tuple(moves))


def mark(game: Game, player: int, best: float, played: float, exact: bool) -> Mark:
    """How bad it is to play a move worth so much where the best is worth more.

    To give away a proved win or draw is a blunder, however little the payoffs differ.

    >>> from outwit.games import find_game
    >>> mark(find_game("connect4"), 0, 0.25, 0.05, exact=False)
    'mistake'
    >>> mark(find_game("connect4:graded=on"), 0, 1.0, 0.0, exact=True)
    'blunder'
    """
    opposed = game.players == 2 and game.zero_sum and not game.stochastic
    if opposed and exact and (best > 0 >= played or best >= 0 > played):
        return "blunder"
    low, high = game.bounds(game.initial(), player)
    half = (high - low) / 2
    if not (0 < half < math.inf):
        half = max(abs(best), abs(played))
    for share, word in GRADES:
        if best - played > share * half * (1 - 1e-12):
            return word
    return ""
