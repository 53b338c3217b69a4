"""What has happened in a game as a list to be clicked through, which says who did what."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import NamedTuple

from nicegui import events, ui

from outwit.game import CHANCE, SIMULTANEOUS, Game, player_name
from outwit.play.session import Session, Step

CHOSEN = """(event) => {
  const button = event.target.closest("button[data-count]");
  if (button) emit(button.dataset.count);
}"""
"""Tells which step was pressed."""

FOLLOW = """(() => {
  const latest = performance.now() + 5000;
  const follow = () => {
    const list = document.querySelector(".ow-moves");
    const now = list && list.querySelector("[aria-current=step]");
    if (!now || now.dataset.count !== "COUNT") {
      if (performance.now() < latest) requestAnimationFrame(follow);
      return;
    }
    const box = list.getBoundingClientRect(), at = now.getBoundingClientRect();
    if (at.top < box.top) list.scrollTop += at.top - box.top - 4;
    if (at.bottom > box.bottom) list.scrollTop += at.bottom - box.bottom + 4;
  };
  follow();
})()"""
"""Keeps the present step, COUNT, in sight within the list alone, as soon as the list shows it."""


class Turn(NamedTuple):
    """Steps that stand together."""

    by: int
    """The player whose turn it is; `CHANCE` where it is nobody's, `SIMULTANEOUS` where it is everybody's."""
    numbers: range
    """Which steps they are, counted from 0."""


def turns(steps: Sequence[Step], following: int = CHANCE) -> Iterator[Turn]:
    """The steps by whose turn they are.

    What chance does belongs to the player before or, in a game that begins with chance, to the player after,
    who is `following` at the end of the list. Where all choose at once, each time is a turn of its own.
    """
    first = bool(steps) and steps[0].by == CHANCE
    owners: list[int] = []
    owner = following if first else CHANCE
    for step in reversed(steps) if first else steps:
        owner = owner if step.by == CHANCE else step.by
        owners.append(owner)
    if first:
        owners.reverse()
    begun = 0
    for number in range(1, len(owners) + 1):
        again = number < len(owners) and steps[number - 1 if first else number].by == SIMULTANEOUS
        if number == len(owners) or owners[number] != owners[begun] or again:
            yield Turn(owners[begun], range(begun, number))
            begun = number


def steps_html(session: Session, texts: Sequence[str | None], count: int) -> str:
    """The steps in HTML: two players have a column each, and of more each turn begins with a name.

    A step without a text is hidden; the one after which the board is shown is marked.
    """
    game, steps = session.game, session.steps
    names = [name_of(game, player) for player in range(game.players)]
    columns = game.players == 2 and not any(step.by == SIMULTANEOUS for step in steps)
    head = ""
    if columns:
        head = "".join(f'<span class="ow-by" aria-hidden="true">{escape(name)}</span>' for name in names)
    parts = []
    for turn in turns(steps, CHANCE if session.over else session.turn):
        name = "all" if turn.by == SIMULTANEOUS else "chance" if turn.by == CHANCE else names[turn.by]
        label = (
            "" if columns or game.players == 1 else f'<b class="ow-by" aria-hidden="true">{escape(name)}</b>'
        )
        where = f' style="grid-column:{turn.by + 1 if turn.by >= 0 else "1/3"}"' if columns else ""
        plies = "".join(ply(game, number, steps[number], texts[number], count) for number in turn.numbers)
        parts.append(
            f'<div class="ow-turn"{where}>{label}<ol start="{turn.numbers.start + 1}" '
            f'aria-label="{escape(name)}">{plies}</ol></div>'
        )
    return f'<div class="ow-moves{" ow-columns" * columns}">{head}{"".join(parts)}</div>'


def ply(game: Game, number: int, step: Step, text: str | None, count: int) -> str:
    """A step as a button; who took it is in its name for those who do not see where it stands."""
    what = "hidden" if text is None else text
    who = {CHANCE: "chance", SIMULTANEOUS: "all"}.get(step.by) or name_of(game, step.by)
    said = f"{number + 1}. {what}"
    present = ' aria-current="step"' if number + 1 == count else ""
    kind = "ow-ply ow-rolled" if step.by == CHANCE else "ow-ply"
    return (
        f'<li><button type="button" class="{kind}" data-count="{number + 1}"{present} '
        f'aria-label="{escape(f"{said}, {who}")}">{escape(said)}</button></li>'
    )


def name_of(game: Game, player: int) -> str:
    """A player's name as it begins a line."""
    name = player_name(game, player)
    return name[:1].upper() + name[1:]


class StepList:
    """The list on a page."""

    def __init__(
        self, session: Session, texts: Sequence[str | None], count: int, look: Callable[[int], None]
    ) -> None:
        self.most = len(session.steps)
        self.look = look
        """What to do with how many steps are to be shown."""
        made = ui.html(steps_html(session, texts, count), sanitize=False)
        made.on("click", self.on_choice, js_handler=CHOSEN)
        if count:
            ui.run_javascript(FOLLOW.replace("COUNT", str(count)))

    def on_choice(self, event: events.GenericEventArguments) -> None:
        """A step was pressed."""
        text = str(event.args)
        if text.isascii() and text.isdigit() and len(text) < 10 and int(text) <= self.most:
            self.look(int(text))
