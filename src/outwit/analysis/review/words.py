"""A review in words: who erred where, each step in a sentence, and the figures of the tables."""

from __future__ import annotations

from collections.abc import Callable

from outwit.analysis.review.findings import NOBODY, SIGNS, Mark, Review, ReviewedMove, ReviewedStep
from outwit.decision import Limit, value_text
from outwit.errors import join_names
from outwit.tree.record.node import quantity

SHOWN = 6
"""How many moves of a better line are told."""

FEW = 3
"""How many blunders are named beside the one that decided the game."""

AS_NOUNS: dict[Mark, str] = {"inaccuracy": "an inaccuracy", "mistake": "a mistake", "blunder": "a blunder"}


def headline(found: Review, ending: str) -> str:
    """How the game ended, in the words given, and who erred where.

    >>> from outwit import Minimax, Session, find_game
    >>> from outwit.analysis.review import review
    >>> session = Session(find_game("nim:coins=5"))
    >>> session.read("2 3")
    >>> headline(review(session, Minimax()), "2 wins.")
    '2 wins. The game turned at move 1, 2 by player 1: a blunder that turns a win into a loss; 1 was better.'
    """
    turning = found.turning_point
    blunders = [move for move in found.moves if move.mark == "blunder" and move is not turning]
    sentences = [ending]
    if turning is not None:
        sentences.append(
            f"The game turned at {when(found, turning)}, {turning.text} by {by(found, turning)}: "
            f"{AS_NOUNS[turning.mark]} that {consequence(found, turning)}; {turning.best} was better."
        )
    elif any(move.mark for move in found.moves):
        sentences.append("No single move decided it.")
    else:
        sentences.append("No move is marked as a mistake.")
    if blunders:
        also = "Also" if turning is not None else "There"
        named = [f"{move.text} by {by(found, move)} at {when(found, move)}" for move in blunders[:FEW]]
        if len(blunders) > FEW:
            named.append(f"{len(blunders) - FEW} more")
        kind = "a blunder" if len(blunders) == 1 else "blunders"
        verb = "" if turning is not None else " was" if len(blunders) == 1 else " were"
        sentences.append(f"{also}{verb} {kind}: {join_names(named, last='and')}.")
    if found.has_luck:
        sentences.append(whose_luck(found))
    return " ".join(sentences)


def whose_luck(found: Review) -> str:
    """Whom chance has favoured, in a sentence."""
    most, player = max((luck, -player) for player, luck in enumerate(found.luck))
    if value_text(most) == "0":
        return "Luck was even."
    return f"Luck was with {found.names[-player]}, {with_sign(most)}."


def consequence(found: Review, move: ReviewedMove) -> str:
    """What a bad move does: where all is proved it may give away a win or a draw, and else so much.

    Where there is chance, what a position is worth is no win, draw or loss.
    """
    if found.opposed and move.exact and not found.has_luck:
        if move.value > 0 > move.played:
            return "turns a win into a loss"
        if move.value > 0 == move.played:
            return "gives away a win"
        if move.value == 0 > move.played:
            return "gives away a draw"
    return f"loses {value_text(move.loss)}"


def when(found: Review, step: ReviewedStep) -> str:
    """Which step it was; where chance acts too, not every step is a move."""
    return f"{'step' if found.has_luck else 'move'} {step.number}"


def by(found: Review, step: ReviewedStep) -> str:
    """Who took a step."""
    return NOBODY.get(step.player) or found.names[step.player]


def step_text(found: Review, number: int) -> str:
    """A step in a sentence or two: what was played, what it is worth, and what was better; 0 is the start."""
    if number == 0:
        return f"Before the first {when(found, found.steps[0]).split()[0]}: {worth(found, found.start)}."
    step = found.steps[number - 1]
    where = when(found, step).capitalize()
    certain = "This is proved." if step.exact else "This is an estimate."
    lucks = zip(found.names, step.luck, strict=True)
    luck = [f"{with_sign(change)} for {name}" for name, change in list(lucks)[: players_to_show(found)]]
    if not step.made:
        return f"{where}: {step.text} came up, luck of {join_names(luck, last='and')}."
    moves = " At once ".join(move_text(found, move) for move in step.made)
    met = f" That both met was luck of {join_names(luck, last='and')}." if len(step.made) > 1 else ""
    return f"{where}: {moves}{met} {certain}"


def move_text(found: Review, move: ReviewedMove) -> str:
    """Who played a move, what it is worth, and what was better, in a sentence."""
    played = f"{by(found, move)} played {move.text} (worth {value_text(move.played)})"
    if move.text == move.best:
        return f"{played}, as {found.agent.partition(':')[0]} would have."
    if not move.loss:
        return f"{played}, as good as {move.best}."
    marked = f", {AS_NOUNS[move.mark]}" if move.mark else ""
    more = " …" if len(move.line) > SHOWN else "."
    line = f": {', '.join(move.line[:SHOWN])}" if len(move.line) > 1 else ""
    return f"{played}{marked}; {move.best} was better (worth {value_text(move.value)}){line}{more}"


def label(found: Review, number: int) -> str:
    """A step in a few words, for those who do not see where it is drawn; 0 is the start."""
    if number == 0:
        return f"start, {worth(found, found.start)}"
    step = found.steps[number - 1]
    does = {
        0: f"{step.text} comes up",
        1: f"{by(found, step)} plays {step.text}",
        2: f"both choose {step.text}",
    }[len(step.made)]
    parts = [when(found, step), does, worth(found, step.after)]
    if not isinstance(step, ReviewedMove):
        parts.append(f"luck {figures(found, step.luck, with_sign)}")
    if step.worst:
        parts.append(step.worst)
    return ", ".join(parts)


def worth(found: Review, values: tuple[float, ...]) -> str:
    """What a position is worth, and to whom."""
    return f"{value_of(found)} {figures(found, values)}"


def value_of(found: Review) -> str:
    """Whose the values are that are shown."""
    return f"value for {found.names[0]}" if found.opposed else "value"


def players_to_show(found: Review) -> int:
    """How many players' values are shown: the first's alone where it says everything."""
    return 1 if found.opposed else len(found.names)


# Tables


def columns(found: Review) -> list[str]:
    """What the entries of a step's row are."""
    return ["", "by", "move", "mark", value_of(found), "loss", *luck(found), "best"]


def row(found: Review, step: ReviewedStep) -> list[str]:
    """A step as a row of the table."""
    value = figures(found, step.after)
    change = [] if isinstance(step, ReviewedMove) else [figures(found, step.luck, with_sign)]
    empty = [""] * (len(luck(found)) - len(change))
    marks = [f"{SIGNS[move.mark]} {move.mark}".strip() for move in step.made]
    losses = [value_text(move.loss) for move in step.made]
    lines = [better_line(move) for move in step.made]
    mark, loss, line = (" : ".join(each) if any(each) else "" for each in (marks, losses, lines))
    return [str(step.number), by(found, step), step.text, mark, value, loss, *change, *empty, line]


def better_line(move: ReviewedMove) -> str:
    """The beginning of the line that was better than a move; nothing where none was."""
    return " ".join(move.line[:SHOWN]) if move.text != move.best and move.loss > 0 else ""


def player_columns(found: Review) -> list[str]:
    """What the entries of a player's row are."""
    marks = ["?! inaccuracies", "? mistakes", "?? blunders"]
    return ["", "moves", "mean loss", *marks, *luck(found), "skill", "hindsight"]


def player_row(found: Review, player: int) -> list[str]:
    """A player's moves as a row of the table."""
    marks = found.marks(player)
    return [
        found.names[player],
        str(len(found.moves_of(player))),
        value_text(found.mean_loss(player)),
        *(str(marks[mark]) for mark in SIGNS if mark),
        *(with_sign(found.luck[player]) for _ in luck(found)),
        with_sign(found.skill[player]),
        with_sign(found.hindsight[player]),
    ]


def luck(found: Review) -> list[str]:
    """The column of luck, where there is any."""
    return ["luck"] if found.has_luck else []


# Sums


def contributions(found: Review, player: int) -> list[tuple[str, float]]:
    """What is added to a player's value at the start, and by what."""
    parts = [("luck", found.luck[player]), ("own moves", found.skill[player])]
    if len(found.names) > 1:
        parts.append(("the other's" if len(found.names) == 2 else "the others'", found.others[player]))
    return parts


def sum_up(found: Review, player: int) -> str:
    """How luck and skill make the result, in a sentence."""
    parts = join_names(
        [f"{with_sign(value)} by {what}" for what, value in contributions(found, player)], last="and"
    )
    start, end = value_text(found.start[player]), value_text(found.sums[player])
    return f"{found.names[player]}: {start} at the start, {parts} make {end}, {outcome(found)}."


def outcome(found: Review) -> str:
    """What the value at the end is."""
    return "the result" if found.result is not None else "the value of the last position"


def about_hindsight(found: Review) -> str:
    """What part of skill is none; nothing where all is proved."""
    if all(abs(hindsight) <= 1e-9 for hindsight in found.hindsight):
        return ""
    return f"Skill contains hindsight: what {found.agent} saw only once a move was played."


# Figures


def agent_text(found: Review) -> str:
    """Which agent was asked, and how long it looked at each position."""
    return f"{found.agent}{limit_text(found.limit)}"


def certainty(found: Review) -> str:
    """How many steps there are, and how much of their worth is proved."""
    proved = sum(step.exact for step in found.steps)
    certain = "all proved" if proved == len(found.steps) else f"{proved} proved"
    steps = quantity(len(found.steps), "step")
    return f"{steps}, {certain}; the value at the start is {figures(found, found.start)}."


def limit_text(limit: Limit) -> str:
    """How long each position was looked at, in words.

    >>> limit_text(Limit(seconds=1, depth=8)), limit_text(Limit())
    (', 1 s and depth 8 a position', '')
    """
    parts = {
        "{:g} s": limit.seconds,
        "depth {}": limit.depth,
        "{:,} nodes": limit.nodes,
    }
    words = [form.format(value) for form, value in parts.items() if value is not None]
    return f", {join_names(words, last='and')} a position" if words else ""


def figures(found: Review, values: tuple[float, ...], written: Callable[[float], str] = value_text) -> str:
    """What is worth so much to each player; the first player's figure where it says everything."""
    return " : ".join(map(written, values[: players_to_show(found)]))


def with_sign(value: float) -> str:
    """A change as people read it, with its sign.

    >>> with_sign(0.25), with_sign(-1.0), with_sign(0.0)
    ('+0.25', '-1', '0')
    """
    figure = value_text(value)
    return figure if figure.startswith("-") or figure == "0" else f"+{figure}"
