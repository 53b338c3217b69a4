"""A game told to be read: who did what, turn by turn, what came up by chance, and who won."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import groupby

from outwit.game import CHANCE, SIMULTANEOUS, Game, player_name
from outwit.games import game_name, title
from outwit.play.result import ending
from outwit.play.session import Session
from outwit.views import View, find_view, without_memory

HIDDEN = "hidden"
"""Stands for a step that those for whom a log is written may not know."""


def log_text(session: Session, seats: Collection[int] = ()) -> str:
    """The game so far as text: who sits where, where it began, each step in words, and how it ended.

    What one player does without another in between is one turn. A game whose view recounts its steps is told
    in the view's words, and any other in its own notation. With seats, only what each of them knows is told:
    what is hidden from one of them is not, as long as the game is not over.

    >>> from outwit.games import find_game
    >>> session = Session(find_game("nim:coins=3"), ("human", "random"))
    >>> session.read("2 1")
    >>> print(log_text(session), end="")
    Nim (nim:coins=3)
    player 1: human
    player 2: random
    <BLANKLINE>
    3 coins, player 1 to move
    <BLANKLINE>
    1. player 1: 2
    2. player 2: 1
    <BLANKLINE>
    Player 2 wins.
    """
    game = session.game
    head = [f"{title(type(game))} ({game_name(game)})"]
    head += [f"{player_name(game, seat)}: {who}" for seat, who in enumerate(session.players)]
    if any(step.by == CHANCE for step in session.steps) and all(map(session.sees_all, seats)):
        head.append(f"seed: {session.seed}")
    seats = [seat for seat in seats if not session.sees_all(seat)]
    views = {session.rules.text(session.shown_to(seat, 0), seat) for seat in seats or (None,)}
    start = views.pop() if len(views) == 1 else ""
    end = ending(session) if session.over else "The game is not over."
    parts = ("\n".join(head), start.strip("\n"), "\n".join(lines(session, seats)), end)
    return "\n\n".join(filter(None, parts)) + "\n"


def lines(session: Session, seats: Collection[int] = ()) -> Iterator[str]:
    """A line for each step; the first of each turn has the turn's number and whose it is."""
    view = find_view(session.game)
    turns = list(turn_numbers(session))
    wide = len(f"{turns[-1]}. ") if turns else 0
    for index, (step, turn) in enumerate(zip(session.steps, turns, strict=True)):
        what = (session.told_to_all(seats, index) or HIDDEN) if seats else step_text(session, view, index)
        if step.by == CHANCE:
            what = f"chance: {what}"
        who = "all" if step.by == SIMULTANEOUS else player_name(session.game, max(step.by, 0))
        what = what.removeprefix(f"{who}: ")  # as some views begin
        if turn == (turns[index - 1] if index else 0):
            yield " " * wide + what
        else:
            yield f"{f'{turn}. ':>{wide}}{who}: {what}"


def turn_numbers(session: Session) -> Iterator[int]:
    """The number of the turn that each step belongs to; 0 for what chance does before the first."""
    number, acting = 0, CHANCE
    for step in session.steps:
        if step.by == SIMULTANEOUS or step.by not in (CHANCE, acting):
            number, acting = number + 1, step.by
        yield number


def step_text(session: Session, view: View, index: int) -> str:
    """A step in words."""
    step, before, after = session.steps[index], session.states[index], session.states[index + 1]
    if step.by == SIMULTANEOUS and not view.joint:
        return session.describe(before, step)
    return view.recounted(without_memory(before), step.move, without_memory(after))


def hidden_step_text(game: Game, by: int) -> str:
    """What is told of a step to somebody who may not know it.

    >>> from outwit.games import find_game
    >>> hidden_step_text(find_game("nim"), CHANCE), hidden_step_text(find_game("nim"), 1)
    ('Something is drawn that you cannot see.', 'Player 2 makes a move that you cannot see.')
    """
    if by == CHANCE:
        return "Something is drawn that you cannot see."
    if by == SIMULTANEOUS:
        return "All players choose, and you cannot see what."
    name = player_name(game, by)
    return f"{name[:1].upper()}{name[1:]} makes a move that you cannot see."


def join_sentences(told: Iterable[str]) -> str:
    """Sentences one after the other; what is said several times in a row is said once, with how often.

    >>> join_sentences(["Something is drawn. ", "Something is drawn. ", "Ann is to move. "])
    'Something is drawn (2 times). Ann is to move. '
    """
    joined = ""
    for sentence, same in groupby(told):
        many = sum(1 for _ in same)
        joined += sentence if many == 1 else f"{sentence.rstrip('. ')} ({many} times). "
    return joined
