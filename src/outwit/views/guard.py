"""A view that somebody else wrote: where it fails, the text is drawn instead, and a sentence says why."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import getsourcefile
from pathlib import Path
from typing import TypeVar

from outwit.draw.picture import Picture
from outwit.errors import shorten
from outwit.game import Move, State
from outwit.plugins import line_in
from outwit.views.view import View

T = TypeVar("T")

SAYS = ("scored", "recounts", "rolled", "lasting", "joint", "guessed", "pieces")
"""What a view says of itself."""

INSTEAD = "The game's text is taken instead."


def guard_view(view: View, rest: View) -> View:
    """A view that never fails: what the first cannot do, the second does."""
    said = {name: getattr(view, name) for name in SAYS}
    return type(Guarded.__name__, (Guarded,), said)(view.game, view, rest)  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Guarded(View):
    """A view that somebody wrote, and one to take where it fails."""

    view: View
    rest: View
    failures: dict[str, str] = field(default_factory=dict, compare=False)
    """What went wrong, by the method in which it did."""

    @property
    def trouble(self) -> str:
        return " ".join((*self.failures.values(), INSTEAD)) if self.failures else ""

    def attempt(self, name: str, ask: Callable[[View], T]) -> T:
        """What the view answers or, once it has failed at that or at the picture, what the other one does."""
        if name in self.failures or "picture" in self.failures:
            return ask(self.rest)
        try:
            return ask(self.view)
        except Exception as error:  # a user's view may raise anything
            self.failures[name] = failure(type(self.view), name, error)
            return ask(self.rest)

    def picture(
        self,
        state: State,
        player: int | None = None,
        last: Move | None = None,
        before: State | None = None,
    ) -> Picture:
        def draw(view: View) -> Picture:
            picture = view.picture(state, player, last, before)
            picture.svg()  # a shape that cannot be drawn is found here, not on somebody's page
            return picture

        return self.attempt("picture", draw)

    def written(self, state: State, player: int | None = None) -> str | None:
        return self.attempt("written", lambda view: view.written(state, player))

    def with_beliefs(self) -> View | None:
        view = self.attempt("with_beliefs", lambda view: view.with_beliefs())
        return None if view is None else Guarded(view.game, view, self.rest, self.failures)

    def shortcuts(self, state: State) -> Mapping[str, str]:
        return self.attempt("shortcuts", lambda view: view.shortcuts(state))

    def path(self, state: State, move: Move) -> tuple[str, ...]:
        return self.attempt("path", lambda view: view.path(state, move))

    def clickable(self, state: State, moves: Sequence[Move], squares: Collection[str]) -> list[Move]:
        return self.attempt("path", lambda view: view.clickable(state, moves, squares))

    def onward(
        self, state: State, moves: Iterable[Move], clicked: tuple[str, ...] = ()
    ) -> tuple[list[Move], dict[str, list[Move]]]:
        return self.attempt("path", lambda view: view.onward(state, moves, clicked))

    def midway(
        self, state: State, moves: Sequence[Move], clicked: tuple[str, ...], player: int | None = None
    ) -> Picture | None:
        return self.attempt("midway", lambda view: view.midway(state, moves, clicked, player))

    def crossed(self, state: State, move: Move) -> tuple[str, ...]:
        return self.attempt("crossed", lambda view: view.crossed(state, move))

    def track(self, picture: Picture, state: State, move: Move) -> tuple[tuple[float, float], ...]:
        return self.attempt("track", lambda view: view.track(picture, state, move))

    def placed(self, state: State, square: str, piece: str) -> State:
        return self.view.placed(state, square, piece)

    def standing(self, state: State) -> str:
        return self.attempt("standing", lambda view: view.standing(state))

    def worded(self, state: State, move: Move) -> str:
        return self.attempt("worded", lambda view: view.worded(state, move))

    def recounted(self, before: State, move: Move, after: State) -> str:
        return self.attempt("recounted", lambda view: view.recounted(before, move, after))

    def roller(self, state: State) -> int | None:
        return self.attempt("roller", lambda view: view.roller(state))

    def picked(self, clicked: tuple[str, ...]) -> str:
        return self.attempt("picked", lambda view: view.picked(clicked))

    def action(self, state: State, moves: Sequence[Move]) -> str:
        return self.attempt("action", lambda view: view.action(state, moves))


def failure(cls: type, name: str, error: Exception) -> str:
    """That a view failed, where and with what, in a sentence."""
    file = getsourcefile(cls)
    line = line_in(error, file) if file else None
    where = f" (line {line} of {Path(file).name})" if file and line else ""
    what = shorten(" ".join(f"{type(error).__name__}: {error}".split()), 160).rstrip(".: ")
    return f"{cls.__name__}.{name} failed{where}: {what}."
