"""The page on which a game is set up: its options, and who sits where."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import quote

from nicegui import app, events, ui

from outwit.agents import AGENTS
from outwit.errors import OutwitError
from outwit.game import Game, player_name
from outwit.games import game_spec, summary, title
from outwit.play.saved import from_json
from outwit.protocols.budget import Budget
from outwit.search.levels import FULL_STRENGTH, LEVELS, NAMES
from outwit.specs import option_fields, pieces, split
from outwit.web.pages.frame import heading, page_frame, refuse, words
from outwit.web.pages.home import LONGEST, glimpse
from outwit.web.pages.number_fields import number, whole
from outwit.web.state import AppState
from outwit.web.table import HUMAN, capital

LARGEST = 1_000_000
"""How long a saved game may be, in bytes."""


def build(app_state: AppState) -> None:
    """Put the page where browsers find it."""

    @ui.page("/play/{spec:path}", response_timeout=LONGEST)
    async def play(spec: str) -> None:
        try:
            setup, picture = await asyncio.to_thread(find_setup, app_state, spec)
        except OutwitError as error:
            refuse("No such game", str(error), "All games", "/")
            return
        setup.show(picture)


def find_setup(app_state: AppState, spec: str) -> tuple[Setup, str]:
    """A game to be set up, and how it begins; rules may take long."""
    game = app_state.find(spec)
    return Setup(app_state, spec, game), glimpse(game)


class Setup:
    """A game being set up."""

    def __init__(self, app_state: AppState, spec: str, game: Game) -> None:
        self.app_state = app_state
        self.spec = spec
        self.game = game
        opponent = app_state.grant.opponent(game)
        self.players = [HUMAN if seat == 0 else opponent for seat in range(game.players)]
        self.options: dict[str, Any] = {name: getattr(game, name) for name in option_fields(type(game))}

    def show(self, picture: str) -> None:
        """The page, with how the game begins."""
        with page_frame(title(type(self.game))):
            words(summary(type(self.game)), "ow-soft")
            with ui.element("div").classes("ow-table"):
                ui.html(picture, sanitize=False).classes("ow-place")
                with ui.element("div").classes("ow-side"):
                    with ui.element("section").classes("ow-panel"):
                        heading("Who plays")
                        for seat in range(self.game.players):
                            self.seat(seat)
                    self.rules()
                    ui.button("Start", on_click=self.start).props("no-caps unelevated size=lg")
                    self.show_upload()

    def seat(self, seat: int) -> None:
        """Who sits in a seat: a person, or an agent with its options."""
        name = capital(player_name(self.game, seat))
        choices = {HUMAN: "a person"} | {
            each.name: each.name
            for each in AGENTS.values()
            if each.name != HUMAN and each.objection(self.game) is None
        }
        present = self.players[seat]
        kind = present.partition(":")[0]

        def on_choice(event: events.ValueChangeEventArguments[Any]) -> None:
            kind = str(event.value)
            if kind == HUMAN:
                self.players[seat] = HUMAN
            elif hasattr(AGENTS[kind], "seconds"):
                self.players[seat] = f"{kind}:seconds=1"
            else:
                self.players[seat] = kind
            details.value = "" if kind == HUMAN else self.players[seat]
            details.visible = kind != HUMAN
            level.show(self.players[seat])

        def on_text(event: events.ValueChangeEventArguments[Any]) -> None:
            if event.value:
                self.players[seat] = str(event.value).strip()
                level.show(self.players[seat])

        ui.select(choices, value=kind, label=name, on_change=on_choice).props("outlined dense behavior=menu")
        level = LevelChoice(
            f"{name}: level",
            present,
            lambda number: details.set_value(with_level(self.players[seat], number)),
        )
        details = ui.input(
            f"{name}: the agent and its options", value="" if kind == HUMAN else present, on_change=on_text
        )
        details.props("outlined dense").visible = kind != HUMAN

    def rules(self) -> None:
        """The game's own options."""
        if not any(isinstance(value, int | float | str) for value in self.options.values()):
            return
        with ui.element("section").classes("ow-panel"):
            heading("Rules")
            for name, value in self.options.items():
                self.rule(name, value)

    def rule(self, name: str, value: Any) -> None:
        """One option."""

        def on_change(event: events.ValueChangeEventArguments[Any]) -> None:
            self.options[name] = event.value

        if isinstance(value, bool):
            ui.switch(name, value=value, on_change=on_change)
        elif isinstance(value, int | float):
            ui.number(name, value=value, on_change=on_change).props("outlined dense")
        elif isinstance(value, str):
            field = ui.input(name, value=value, on_change=on_change).props("outlined dense")
            known = option_fields(type(self.game))[name].metadata.get("known", ())
            if known:
                self.choices(name, field, known)

    def choices(self, name: str, field: ui.input, known: Sequence[str]) -> None:
        """The names that are known for an option, to be chosen instead of writing into its field."""
        with field.add_slot("append"):
            opener = ui.button(icon="arrow_drop_down").props("flat round dense color=none")
            opener.props(f'aria-label="Choose a {name} by its name" aria-haspopup=menu')
            with opener, ui.menu().props('anchor="bottom right" self="top right"'):
                for each in known:
                    item = ui.menu_item(each, on_click=lambda each=each: field.set_value(each))
                    item.props("role=menuitem")

    async def start(self) -> None:
        """Begin, and go to the table."""
        try:
            options = {name: self.read(name, value) for name, value in self.options.items()}
            changed = any(value != getattr(self.game, name) for name, value in options.items())
            spec = game_spec(type(self.game)(**options)) if changed else self.spec
            game = self.app_state.find(spec)
            table = await self.app_state.registry.new(game, self.players, app.storage.browser["id"])
        except OutwitError as error:
            ui.notify(str(error), type="negative", multi_line=True)
            return
        ui.navigate.to(f"/session/{quote(table.key)}")

    def read(self, name: str, value: Any) -> Any:
        """What is written for an option, if it is of the kind that the option has."""
        usual = getattr(self.game, name)
        if isinstance(usual, bool) or not isinstance(usual, int | float):
            return value
        return whole(name, value) if isinstance(usual, int) else number(name, value)

    def show_upload(self) -> None:
        """A saved game to go on with."""

        async def on_upload(event: events.UploadEventArguments) -> None:
            try:
                text = (await event.file.read()).decode("utf-8")
                data = json.loads(text)
                session = await self.app_state.readings.read(
                    from_json, data, self.app_state.find, Budget().charge
                )
                for spec in session.players:
                    self.app_state.registry.player(session.game, spec)
                if len(session.players) != session.game.players:
                    session.players = tuple(self.players)
                table = await self.app_state.registry.begin(session, app.storage.browser["id"])
            except (OutwitError, ValueError, RecursionError) as error:
                reason = str(error) if isinstance(error, OutwitError) else "That file is not a saved game."
                ui.notify(reason, type="negative", multi_line=True)
                return
            ui.navigate.to(f"/session/{quote(table.key)}")

        with ui.expansion("Go on with a saved game").classes("w-full"):
            ui.upload(
                on_upload=on_upload,
                auto_upload=True,
                max_file_size=LARGEST,
                label="A file saved here or by outwit play",
            ).props('accept=".json"')


class LevelChoice:
    """How strong an agent is to play: a button that names the level and opens the list of all."""

    def __init__(self, label: str, spec: str, chosen: Callable[[int], object]) -> None:
        self.label = label
        self.button = ui.button().props("no-caps outline align=between color=none")
        self.button.props("icon-right=arrow_drop_down aria-haspopup=menu")
        with self.button, ui.menu().props("fit auto-close"):
            for number, name in NAMES.items():
                item = ui.menu_item(f"{name} ({number})", on_click=lambda number=number: chosen(number))
                item.props("role=menuitem")
        self.show(spec)

    def show(self, spec: str) -> None:
        """Name the level that a spec asks for, if its agent has any."""
        level = level_of(spec)
        self.button.text = f"{self.label}: {NAMES[level]} ({level})"
        self.button.visible = bool(getattr(AGENTS.get(split(spec)[0]), "levels", ()))


def level_of(spec: str) -> int:
    """The level that an agent's spec asks for.

    >>> level_of("alphabeta:level=2,seconds=1"), level_of("alphabeta")
    (2, 5)
    """
    for piece in pieces(split(spec)[1]):
        name, _, given = (part.strip() for part in piece.partition("="))
        if name == "level" and given in map(str, LEVELS):
            return int(given)
    return FULL_STRENGTH


def with_level(spec: str, level: int) -> str:
    """An agent's spec with this level; that of full strength is left out.

    >>> with_level("alphabeta:seconds=1", 2), with_level("minimax:level=2", 5)
    ('alphabeta:seconds=1,level=2', 'minimax')
    """
    name, options = split(spec)
    kept = [piece for piece in pieces(options) if piece.partition("=")[0].strip() != "level"]
    if level != FULL_STRENGTH:
        kept.append(f"level={level}")
    return f"{name}:{','.join(kept)}" if kept else name
