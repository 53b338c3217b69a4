"""The view of a game whose rules run elsewhere: drawn there, and shown here."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from outwit.draw.picture import Picture
from outwit.game import Game, Move
from outwit.isolated.places import Place
from outwit.isolated.values import pack, pack_picture, unpack, unpack_picture
from outwit.json_types import Json
from outwit.views.view import View

if TYPE_CHECKING:
    from outwit.isolated.game import Positions


@dataclass(frozen=True)
class IsolatedView(View):
    """Asks the worker that has the game's own view."""

    positions: Positions
    heard: dict[str, str] = field(default_factory=dict, compare=False)
    """What is wrong with the game's own view, as told last."""
    actions: dict[str, str] = field(default_factory=dict, compare=False)
    """What clicks of the position at hand do, in words."""

    @staticmethod
    def of(game: Game, positions: Positions) -> IsolatedView:
        """The view of a game, with what its own view says of itself."""
        attributes = {name: unpack(value) for name, value in positions.told["view"].items()}
        made: IsolatedView = type(IsolatedView.__name__, (IsolatedView,), attributes)(game, positions)
        return made

    def ask(self, what: str, state: Place, *given: Json, about: Iterable[Place] = ()) -> Json:
        """What the game's own view answers."""
        answer = self.positions.ask(f"view_{what}", state, *given, about=about)
        if answer["trouble"]:
            self.heard["trouble"] = answer["trouble"]
        return answer["found"]

    @property
    def trouble(self) -> str:
        return self.heard.get("trouble", "")

    def picture(
        self, state: Place, player: int | None = None, last: Move | None = None, before: Place | None = None
    ) -> Picture:
        given = player, None if last is None else [pack(last)], None if before is None else before.number
        return unpack_picture(self.ask("picture", state, *given, about=() if before is None else (before,)))

    def written(self, state: Place, player: int | None = None) -> str | None:
        text = self.ask("written", state, player)
        return None if text is None else str(text)

    def path(self, state: Place, move: Move) -> tuple[str, ...]:
        return tuple(self.ask("path", state, pack(move)))

    def clickable(self, state: Place, moves: Sequence[Move], squares: Collection[str]) -> list[Move]:
        found = self.ask("clickable", state, list(map(pack, moves)), sorted(squares))
        return [moves[place] for place in found]

    def onward(
        self, state: Place, moves: Iterable[Move], clicked: tuple[str, ...] = ()
    ) -> tuple[list[Move], dict[str, list[Move]]]:
        given = list(moves)
        if not given:
            return [], {}
        complete, following = self.ask("onward", state, list(map(pack, given)), list(clicked))
        groups = {square: [given[place] for place in places] for square, places in following}
        self.foresee(state, list(groups.values()))
        return [given[place] for place in complete], groups

    def foresee(self, state: Place, groups: list[list[Move]]) -> None:
        """Ask at once for the words of all clicks that may follow."""
        wanted = [list(map(pack, group)) for group in groups]
        self.actions.clear()
        for group, words in zip(wanted, self.ask("actions", state, wanted), strict=True):
            self.actions[click_key(state, group)] = words

    def action(self, state: Place, moves: Sequence[Move]) -> str:
        group = list(map(pack, moves))
        known = self.actions.get(click_key(state, group))
        return str(self.ask("actions", state, [group])[0]) if known is None else known

    def crossed(self, state: Place, move: Move) -> tuple[str, ...]:
        return tuple(self.ask("crossed", state, pack(move)))

    def track(self, picture: Picture, state: Place, move: Move) -> tuple[tuple[float, float], ...]:
        points: tuple[tuple[float, float], ...] = unpack(
            self.ask("track", state, pack_picture(picture), pack(move))
        )
        return points

    def placed(self, state: Place, square: str, piece: str) -> Place:
        return self.positions.follow_step(state, ["placed", square, piece])

    def standing(self, state: Place) -> str:
        return str(self.ask("standing", state))

    def beside(self, state: Place) -> str:
        return str(self.ask("beside", state))

    def worded(self, state: Place, move: Move) -> str:
        return str(self.ask("worded", state, pack(move)))

    def roller(self, state: Place) -> int | None:
        found: int | None = self.ask("roller", state)
        return found

    def recounted(self, before: Place, move: Move, after: Place) -> str:
        return str(self.ask("recounted", before, pack(move), after.number, about=(after,)))


def click_key(state: Place, group: list[Json]) -> str:
    """What the words of a click are found by."""
    return json.dumps([state.number, group])
