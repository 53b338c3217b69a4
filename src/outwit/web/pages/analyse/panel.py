"""An agent's panel beside the board: its spec, how its search stands, and what it found."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Protocol

from nicegui import events, ui

from outwit.agents import AGENTS
from outwit.errors import OutwitError
from outwit.protocols.requests import agent_options
from outwit.specs import split
from outwit.tree.record.node import quantity
from outwit.web.pages.analyse import result_html
from outwit.web.pages.analyse.analyst import Analyst
from outwit.web.pages.frame import heading, words
from outwit.web.pages.part import Part
from outwit.web.pages.thinking import preparation_text


class Asked(Protocol):
    """The page, as its panels need it."""

    def replace_agent(self, analyst: Analyst, spec: str) -> None:
        """Ask another agent in this one's place."""

    def remove(self, analyst: Analyst) -> None:
        """Ask this agent no more."""

    def why(self, analyst: Analyst, over: str | None) -> None:
        """Ask for its reasons."""

    def play_out(self, analyst: Analyst, line: list[str], many: int) -> None:
        """Play a line of its up to a move."""

    def whose(self) -> str:
        """For whom values are."""


class Panel:
    """What one agent has to say; it is made once, and what it shows changes."""

    def __init__(self, page: Asked, analyst: Analyst, number: int, alone: bool) -> None:
        self.page = page
        self.analyst = analyst
        self.name = f"agent {number}"
        self.shown: object = None
        with ui.element("section").classes("ow-panel ow-analyst").props(f'aria-label="Agent {number}"'):
            with ui.element("div").classes("ow-seat"):
                heading(f"Agent {number}")
                remove = self.button("Remove", lambda: page.remove(analyst), f"Remove {self.name}")
                remove.visible = not alone
            self.spec = ui.input(f"Agent {number} and its options", value=analyst.spec)
            self.spec.props("outlined dense spellcheck=false autocapitalize=off")
            self.spec.on("keydown.enter", self.on_spec)
            self.spec.on("blur", self.on_spec)
            self.options = Part(self.show_options)
            self.headline = words("", "ow-best").props("role=status")
            self.progress = words("", "ow-soft")
            self.trouble = words("", "ow-trouble").props("role=alert")
            with ui.element("div").classes("ow-buttons"):
                self.stop = self.button("Stop", analyst.stop, f"Stop {self.name}")
                self.why = self.button("Why?", lambda: page.why(analyst, None), f"Why, {self.name}?")
            self.reasons = ui.html("", sanitize=False).classes("ow-reasons").props("role=status")
            self.figures = ui.html("", tag="dl", sanitize=False).classes("ow-facts")
            self.candidates = ui.html("", sanitize=False)
            self.candidates.on("click", self.on_click, js_handler=result_html.CLICKED)
        self.refresh()

    def button(self, name: str, what: Callable[[], object], label: str) -> ui.button:
        """A small button, with what it says to those who do not see where it is."""
        made = ui.button(name, on_click=what).props("no-caps outline dense color=none")
        made.props["aria-label"] = label
        return made

    def show_options(self) -> None:
        """The agent's options, each with its sentence."""
        cls = AGENTS.get(split(self.analyst.spec)[0])
        if cls is None:
            return
        with ui.expansion(f"Options of {cls.name}").classes("w-full ow-options").props("dense"):
            words(cls.summary, "ow-soft")
            rows = "".join(
                f"<dt><code>{escape(each['name'])}</code> ({escape(each['takes'])})</dt>"
                f"<dd>{escape(each['sentence'])}</dd>"
                for each in agent_options(cls)
            )
            ui.html(rows, tag="dl", sanitize=False).classes("ow-described")

    def on_spec(self) -> None:
        """Take the spec that somebody wrote, if an agent has it."""
        text = str(self.spec.value or "").strip()
        if text == self.analyst.spec:
            return
        try:
            self.page.replace_agent(self.analyst, text)
        except OutwitError as error:
            self.trouble.set_content(escape(str(error)))
            return
        self.options.refresh()

    def on_click(self, event: events.GenericEventArguments) -> None:
        """A move of a line was clicked, or the question why not this move."""
        decision, words = self.analyst.decision, str(event.args).split()
        if decision is None or len(words) != 2 or not words[1].isdecimal():
            return
        asks, number = words[0] == "why", int(words[1] if words[0] == "why" else words[0] or 0)
        if number >= len(decision["candidates"]):
            return
        candidate = decision["candidates"][number]
        if asks:
            self.page.why(self.analyst, candidate["move"])
        else:
            self.page.play_out(self.analyst, candidate["line"] or [candidate["move"]], int(words[1]))

    def refresh(self) -> None:
        """Show how the search stands, and what was found."""
        analyst, whose = self.analyst, self.page.whose()
        self.progress.set_content(escape(self.status_text()))
        self.stop.visible = analyst.job is not None
        self.why.visible = analyst.decision is not None and analyst.decision["move"] is not None
        key = (analyst.decision, analyst.explanation, analyst.explaining is None, analyst.trouble, whose)
        if key == self.shown:
            return
        self.shown = key
        decision, explanation = analyst.decision, analyst.explanation
        self.trouble.set_content(escape(analyst.trouble))
        self.headline.set_content("" if decision is None else escape(result_html.headline(decision, whose)))
        self.figures.set_content("" if decision is None else result_html.figures(decision, whose))
        self.candidates.set_content("" if decision is None else result_html.candidates(decision, self.name))
        if analyst.explaining is not None:
            self.reasons.set_content("<p>Looking for the reasons …</p>")
        else:
            self.reasons.set_content(
                "" if explanation is None else result_html.reasons(explanation, self.name)
            )

    def status_text(self) -> str:
        """How the search stands, in words."""
        job = self.analyst.job
        if job is None:
            idle = self.analyst.decision is None and not self.analyst.trouble
            return "Not asked about this position." if idle and self.analyst.spot is None else ""
        if job.place:
            return f"Waiting for its turn to think; number {job.place} in the queue."
        if job.progress is None:
            return "Thinking …"
        found = job.progress
        line = " ".join(found["line"][:8])
        nodes = quantity(found["nodes"], "node")
        said = f"Thinking: depth {found['depth']}, {nodes}, {found['seconds']:.1f} s"
        said += f", expects {line}" if line else ""
        ready = preparation_text(found)
        return f"{ready} {said}" if ready else said
