"""The film of a search, in the browser: steps, a slider, and what there is to predict."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nicegui import events, ui


class Player(ui.element, component="player.js"):
    """Plays a stage, as `outwit.tree.replay.player_data` sets it; stepping needs no word from the server."""

    def __init__(
        self,
        stage: dict[str, Any],
        step: int,
        riddle: dict[str, Any] | None,
        on_pick: Callable[[str], None],
        on_more: Callable[[str], None],
        on_solved: Callable[[], None],
    ) -> None:
        super().__init__()
        self.props["stage"] = stage
        self.props["first"] = step
        self.props["riddle"] = riddle
        self.on("pick", lambda event: pass_on(event, on_pick))
        self.on("more", lambda event: pass_on(event, on_more))
        self.on("solved", lambda _: on_solved())

    def set(self, stage: dict[str, Any]) -> None:
        """Another picture of the same search: more or less of it is folded."""
        self.props["stage"] = stage
        self.update()


def pass_on(event: events.GenericEventArguments, what: Callable[[str], None]) -> None:
    """Pass on which node was meant."""
    if isinstance(event.args, str):
        what(event.args)
