"""A board on a page: the position drawn, its squares clicked, and the moves that clicks come to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from html import escape

from nicegui import events, ui

from outwit.errors import join_names
from outwit.game import Game, Move, State, defines
from outwit.play import Session
from outwit.play.picture import picture_of
from outwit.views import Picture, find_view, without_memory
from outwit.web.pages.move_list import MoveList
from outwit.web.position_html import picture_html
from outwit.web.table import NOBODY

FEW = 5
"""How many squares, or sentences, are told one by one."""


CLICKED = """(event) => {
  const square = event.target.closest("[data-square].ow-legal");
  if (square) emit(square.dataset.square);
}"""
PRESSED = """(event) => {
  const square = event.target.closest("[data-square].ow-legal");
  if (!square || (event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  emit(square.dataset.square);
}"""
KEYS = """
(() => {
  let last = null;
  document.addEventListener("focusin", (event) => {
    const square = event.target.closest && event.target.closest("[data-square]");
    last = square ? square.dataset.square : event.target === document.body ? last : null;
  });
  document.addEventListener("keydown", (event) => {
    const chosen = [...document.querySelectorAll(".ow-chosen")].pop();
    if (event.key !== "Escape" || !chosen) return;
    chosen.focus();
    chosen.dispatchEvent(new CustomEvent("takeback", {bubbles: true}));
  });
  new MutationObserver(() => {
    if (last === null || document.activeElement !== document.body) return;
    const again = document.querySelector(`[data-square="${CSS.escape(last)}"].ow-legal`)
      || document.querySelector("[data-square].ow-legal");
    if (again) again.focus();
  }).observe(document.documentElement, {childList: true, subtree: true});
})();
"""
"""Keeps the keyboard's place on a board that is drawn anew; Escape takes a chosen square back."""


class ClickedBoard:
    """A position of a session, to be clicked on.

    Squares of legal moves are buttons, and a move of several clicks goes on from square to square. Moves that
    no click comes to are chosen from a list.
    """

    def __init__(self, game: Game, play: Callable[[str], None], changed: Callable[[], None]) -> None:
        self.view = find_view(game)
        self.session = Session(game)
        self.state: State = self.session.state
        """The state that is shown."""
        self.legal: Sequence[Move] = ()
        """The moves that may be played on it by clicking."""
        self.listed: Sequence[Move] = ()
        """The moves that may be chosen from the list."""
        self.found: dict[tuple[str, ...], tuple[list[Move], dict[str, list[Move]]]] = {}
        """What follows some clicks, found once."""
        self.clicked: tuple[str, ...] = ()
        """The squares clicked so far of a move of several."""
        self.put: Callable[[str], None] | None = None
        """Where clicks go while a position is set up square by square."""
        self.play = play
        """What to do with a move, as people write it."""
        self.changed = changed
        """What to do when a click was not yet a move."""
        ui.add_body_html(f"<script>{KEYS}</script>")
        self.place = ui.html("", sanitize=False).classes("ow-place")
        self.place.on("click", self.on_click, js_handler=CLICKED)
        self.place.on("keydown", self.on_click, js_handler=PRESSED)
        self.place.on("takeback", self.take_back, js_handler="() => emit()")
        self.choices = MoveList(lambda number: self.hand_on_move(self.listed[number]))

    def show(
        self,
        session: Session,
        count: int,
        legal: Sequence[Move],
        seat: int | None = None,
        over: Callable[[Picture], Picture] | None = None,
        facing: int | None = None,
    ) -> None:
        """Show a session after so many steps as a seat may see it, with these moves to be played.

        What is to lie over the picture is added by `over`; where nothing is hidden, it is drawn as the player
        `facing` it sits at it.
        """
        state = session.shown_to(None if seat == NOBODY else seat, count)
        self.session, self.state, self.put = session, state, None
        if seat == NOBODY:
            self.offer(legal, ())
            self.place.set_content("<pre>What the players know is hidden from those who watch.</pre>")
            return
        picture = picture_of(self.view, session, count, seat, facing)
        self.offer(legal, [square.name for square in picture.squares])
        if self.clicked and self.legal:
            player = facing if seat is None else seat
            begun = self.view.midway(without_memory(state), self.legal, self.clicked, player)
            picture = begun or picture
        picture = picture if over is None else over(picture)
        self.place.set_content(picture_html(self.view, self.state, seat, lambda: self.board_svg(picture)))

    def cover(self, said: str = "") -> None:
        """Show no position and offer no move, but say why not."""
        self.offer((), ())
        self.clicked = ()
        self.place.set_content(f"<pre>{escape(said)}</pre>" if said else "")

    def board_svg(self, picture: Picture) -> str:
        """A picture as SVG, with what can be clicked."""
        actions = self.actions()
        return picture.svg(actions, chosen=self.clicked if actions else ())

    def offer(self, legal: Sequence[Move], squares: Collection[str]) -> None:
        """Find out which moves are played by clicking on these squares, and list the others.

        Where it is only guessed what to click and not all can be, every move is in the list.
        """
        state = without_memory(self.state)
        self.legal = self.view.clickable(state, legal, squares) if squares else []
        clicked = set(self.legal)
        rest = [move for move in legal if move not in clicked]
        self.listed = legal if rest and self.view.guessed else rest
        self.found = {}
        names = [self.session.rules.describe(self.state, move) for move in self.listed]
        self.choices.show(names, others=0 < len(rest) < len(legal) and not self.view.guessed)

    def edit(self, picture: Picture, actions: Mapping[str, str], put: Callable[[str], None]) -> None:
        """Show a picture whose squares, as far as `actions` says what a click does, are put something on."""
        self.legal, self.listed, self.clicked, self.put = (), (), (), put
        self.choices.show(())
        self.place.set_content(picture.svg(actions))

    def onward(self, clicked: tuple[str, ...]) -> tuple[list[Move], dict[str, list[Move]]]:
        """After some clicks: the moves now complete, and those that go on, by the square to click next."""
        if clicked not in self.found:
            self.found[clicked] = self.view.onward(without_memory(self.state), self.legal, clicked)
        return self.found[clicked]

    def actions(self) -> dict[str, str]:
        """What clicking each square would do; one that was chosen can be taken back."""
        _, following = self.onward(self.clicked)
        if not following:
            return {}
        state = without_memory(self.state)
        back = {square: f"take {square} back" for square in self.clicked[-1:]}
        return back | {square: self.view.action(state, moves) for square, moves in following.items()}

    def choice_text(self) -> str:
        """Which square is chosen and what can follow, in words; nothing where none is."""
        _, following = self.onward(self.clicked)
        if not self.clicked or not following:
            return ""
        square = self.clicked[-1]
        names = self.next_choices(following)
        next_ones = f": {join_names(names)}?" if len(names) <= FEW else f"; {len(names)} can follow."
        return f"{self.view.picked(self.clicked)}{next_ones} {square} again, or Escape, takes it back."

    def next_choices(self, following: Mapping[str, Sequence[Move]]) -> list[str]:
        """What can follow, by the squares to click; by the moves where the game names those and no square."""
        single = [moves[0] for moves in following.values() if len(moves) == 1]
        if self.view.guessed and len(single) == len(following) and defines(self.view.game, "describe"):
            return [self.session.rules.describe(self.state, move) for move in single]
        return list(following)

    def on_click(self, event: events.GenericEventArguments) -> None:
        """A square was clicked: play the move, go on along its path, or go back."""
        if not isinstance(event.args, str):
            return
        if self.put is not None:
            self.put(event.args)
            return
        clicked = (*self.clicked, event.args)
        complete, following = self.onward(clicked)
        if complete:
            self.hand_on_move(complete[0])
            return
        if following:
            self.clicked = clicked
        elif self.clicked[-1:] == (event.args,):
            self.clicked = self.clicked[:-1]
        self.changed()

    def take_back(self) -> None:
        """Take the last click back."""
        self.clicked = self.clicked[:-1]
        self.changed()

    def hand_on_move(self, move: Move) -> None:
        """Hand on a move that was clicked."""
        self.clicked = ()
        self.play(self.session.rules.describe(self.state, move))
