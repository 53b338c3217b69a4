"""A game told to be read: who did what, turn by turn, what chance gave, and who won."""

from __future__ import annotations

from collections.abc import Iterator

from outwit.game import CHANCE, SIMULTANEOUS, player_name
from outwit.games import spell_game, title
from outwit.play.result import told
from outwit.play.sitting import Sitting
from outwit.views import View, find_view, without_memory


def told_log(sitting: Sitting) -> str:
    """The game so far as text: who sits where, where it began, each step in words, and how it ended.

    What one player does without another in between is one turn. A game whose view recounts its steps is told
    in the view's words, and any other in its own notation.

    >>> from outwit.games import find_game
    >>> sitting = Sitting(find_game("nim:coins=3"), ("human", "random"))
    >>> sitting.read("2 1")
    >>> print(told_log(sitting), end="")
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
    game = sitting.game
    head = [f"{title(type(game))} ({spell_game(game)})"]
    head += [f"{player_name(game, seat)}: {who}" for seat, who in enumerate(sitting.players)]
    if any(step.by == CHANCE for step in sitting.steps):
        head.append(f"seed: {sitting.seed}")
    start = sitting.rules.text(sitting.states[0])
    result = sitting.result
    end = "The game is not over." if result is None else told(game, result)
    parts = ("\n".join(head), start.strip("\n"), "\n".join(lines(sitting)), end)
    return "\n\n".join(filter(None, parts)) + "\n"


def lines(sitting: Sitting) -> Iterator[str]:
    """A line for each step; the first of each turn has the turn's number and whose it is."""
    view = find_view(sitting.game)
    turns = list(turn_numbers(sitting))
    wide = len(f"{turns[-1]}. ") if turns else 0
    for index, (step, turn) in enumerate(zip(sitting.steps, turns, strict=True)):
        what = worded(sitting, view, index)
        if step.by == CHANCE:
            what = f"chance: {what}"
        if turn == (turns[index - 1] if index else 0):
            yield " " * wide + what
        else:
            who = "all" if step.by == SIMULTANEOUS else player_name(sitting.game, step.by)
            yield f"{f'{turn}. ':>{wide}}{who}: {what}"


def turn_numbers(sitting: Sitting) -> Iterator[int]:
    """The number of the turn that each step belongs to; 0 for what chance does before the first."""
    number, acting = 0, CHANCE
    for step in sitting.steps:
        if step.by == SIMULTANEOUS or step.by not in (CHANCE, acting):
            number, acting = number + 1, step.by
        yield number


def worded(sitting: Sitting, view: View, index: int) -> str:
    """A step in words."""
    step, before, after = sitting.steps[index], sitting.states[index], sitting.states[index + 1]
    if step.by == SIMULTANEOUS:
        return sitting.describe(before, step)
    return view.recounted(without_memory(before), step.move, without_memory(after))
