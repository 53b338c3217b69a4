"""What every page has around it: a heading, the ways to the others, light or dark."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path

from nicegui import app, ui

THEMES = {None: "Theme: as the system", False: "Theme: light", True: "Theme: dark"}
FOLLOWING = {None: False, False: True, True: None}
WAYS = {"Play": "/", "Tree lab": "/tree", "Analyse": "/analyse", "Arena": "/arena"}
STYLE = Path(__file__).with_name("page.css").read_text("utf-8")


@contextmanager
def page_frame(title: str) -> Iterator[None]:
    """A page with this heading; what is put inside is its content."""
    ui.page_title(f"{title} · Outwit")
    ui.add_css(STYLE)
    ui.colors(primary="#1d4ed8")
    dark = ui.dark_mode(app.storage.user.get("dark"))
    ui.link("Skip to the content", "#content").classes("ow-skip")
    with ui.element("header").classes("ow-top"):
        ui.link("Outwit", "/").classes("ow-name")
        with ui.element("nav").classes("ow-ways").props('aria-label="Outwit"'):
            for name, address in WAYS.items():
                ui.link(name, address)
        ui.space()

        def turn() -> None:
            dark.value = FOLLOWING[dark.value]
            app.storage.user["dark"] = dark.value
            button.text = THEMES[dark.value]

        button = ui.button(THEMES[dark.value], on_click=turn).props("flat no-caps dense color=none")
    with ui.element("div").classes("ow-main").props('id=content tabindex="-1"'):
        heading(title, 1)
        yield


def refuse(title: str, sentence: str, elsewhere: str, address: str, status: int = 404) -> None:
    """A page that says what is wrong with its address, and leads elsewhere."""
    ui.context.client.status_code = status
    with page_frame(title):
        words(sentence)
        ui.link(elsewhere, address)


def heading(words: str, level: int = 2) -> None:
    """A heading."""
    ui.html(escape(words), tag=f"h{level}", sanitize=False)


def words(text: str, kind: str = "") -> ui.html:
    """A paragraph of plain words."""
    return ui.html(escape(text), tag="p", sanitize=False).classes(kind)
