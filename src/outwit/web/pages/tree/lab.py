"""The lab itself: one search recorded, and its film."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from html import escape
from typing import Any

from nicegui import background_tasks, ui

from outwit.agents import agent_spec
from outwit.decision import Agent, Limit
from outwit.errors import OutwitError
from outwit.play.recorded import recordable, teaching_agent
from outwit.tree import Tree
from outwit.tree.record.data import from_data
from outwit.tree.record.full_tree import complete_tree
from outwit.tree.record.node import Key, format_values, quantity, size_text
from outwit.tree.render.fold import fold_tree, key_text, read_key
from outwit.tree.render.marks import minus
from outwit.tree.replay.player_data import stage_data
from outwit.web.pages.address import Spot
from outwit.web.pages.frame import words
from outwit.web.pages.tree.choice import with_seed
from outwit.web.pages.tree.form import Form
from outwit.web.pages.tree.panel import Panel
from outwit.web.pages.tree.player import Player
from outwit.web.pages.tree.reference import cut_branches, without_cuts
from outwit.web.state import AppState
from outwit.web.workers import Job

SHOWN = 160
"""How many nodes are drawn at first."""

WIDTH = 9
"""How many branches of a node are drawn at first."""

RIDDLE = 300
"""How large a tree may be whose cuts are to be predicted."""

COMPARED = 20.0
"""Seconds for which the search that cuts nothing may count its nodes."""

PLANNED = ("or", "and")
"""The roles of the root where a plan was looked for."""

PLAIN = {
    "minimax": "plain minimax",
    "expectiminimax": "plain expectiminimax",
    "maxn": "plain max^n",
    "paranoid": "paranoid search without cuts",
    "bestreply": "best-reply search without cuts",
}
"""What the searches are called that cut nothing."""


class Lab:
    """A search in one browser."""

    def __init__(self, app_state: AppState, spot: Spot, agent: str | None, predict: bool) -> None:
        self.app_state = app_state
        self.step = 0
        self.opened: set[Key] = set()
        self.closed: set[Key] = set()
        self.predict = predict
        self.job: Job | None = None
        self.tree: Tree | None = None
        self.player: Player | None = None
        self.panel: Panel | None = None
        self.broken_off = False
        """Did somebody stop the search?"""
        self.take(spot, agent)

    def take(self, spot: Spot, agent: str | None) -> None:
        """Another position, another agent; a sentence if it cannot be searched."""
        game = self.app_state.find(spot.game)
        session = spot.session(game)
        asked = teaching_agent(game) if agent is None else self.app_state.grant.agent(agent)
        searcher = recordable(asked, game)
        searcher.require(game)
        self.spot, self.session, self.agent = spot, session, with_seed(searcher)

    def read_folds(self, opened: Sequence[str], closed: Sequence[str]) -> None:
        """Which nodes an address says are opened and closed."""
        self.opened = {key for text in opened if (key := read_key(text)) is not None}
        self.closed = {key for text in closed if (key := read_key(text)) is not None}

    # The page

    def show(self) -> None:
        """The form, and room for the film."""
        self.client = ui.context.client
        self.form = Form(self.app_state, self.spot, agent_spec(self.agent), self.search, self.notify)
        self.form.predict.value = self.predict
        with ui.element("div").classes("ow-saying"):
            self.says = words("", "ow-standing").props("role=status aria-live=polite")
            self.stop = ui.button("Stop", on_click=self.stop_search).props("no-caps outline dense color=none")
            self.stop.visible = False
        self.place = ui.element("div").classes("ow-lab")
        self.client.on_delete(self.halt)
        self.start()

    def notify(self, sentence: str) -> None:
        """Say what is wrong."""
        with self.client:
            ui.notify(sentence, type="negative", multi_line=True)

    def search(self, spot: Spot, agent: str) -> None:
        """Search something else."""
        try:
            self.take(spot, agent)
        except OutwitError as error:
            self.notify(str(error))
            return
        self.form.follow(self.spot, agent_spec(self.agent))
        self.predict = bool(self.form.predict.value)
        self.step, self.opened, self.closed = 0, set(), set()
        self.start()

    def start(self) -> None:
        """Begin the search and show it when it is done."""
        self.halt()
        self.broken_off = False
        background_tasks.create(self.run_search(), name="a search for the tree lab")

    def halt(self) -> None:
        """Give up what is under way."""
        if self.job is not None:
            self.job.answer.cancel()
            self.job = None

    def address(self) -> str:
        """The address of what is shown."""
        return self.spot.lab(
            agent=agent_spec(self.agent),
            predict="yes" if self.predict else None,
            open=[key_text(key) for key in sorted(self.opened)],
            fold=[key_text(key) for key in sorted(self.closed)],
            step=str(self.step),
        )

    def share(self) -> None:
        """Put what is shown into the browser's address; the step is the player's to keep."""
        self.client.run_javascript(
            f"""{{
            const next = new URL({json.dumps(self.address())}, window.location);
            next.searchParams.set("step", new URL(window.location).searchParams.get("step") ?? "0");
            history.replaceState(history.state, "", next);
            }}"""
        )

    # The search

    async def ask(self, doing: str, agent: Agent, limit: Limit) -> dict[str, Any]:
        """Ask a worker, telling how it goes."""
        request = {"game": self.spot.game, "start": self.spot.start, "moves": list(self.spot.moves)}
        job = self.app_state.ask(
            doing, request, agent, limit, self.client.id, self.show_progress, timed=False
        )
        self.job = job
        self.stop.visible = True
        try:
            return await job.answer
        finally:
            self.stop.visible = False

    def show_progress(self) -> None:
        """Say how the search goes."""
        job = self.job
        if job is None or job.answer.done():
            return
        if job.place:
            self.says.set_content(f"Waiting for a search to end; number {job.place} in the queue.")
        elif job.progress is not None:
            self.says.set_content(f"Searching: {quantity(job.progress['nodes'], 'position')} …")

    def stop_search(self) -> None:
        """Make the search under way answer with what it has; one that has not begun is given up."""
        if self.job is not None and self.job.place:
            self.halt()
            self.says.set_content("The search was given up before it began.")
        else:
            self.broken_off = True
            self.enough()

    async def run_search(self) -> None:
        """Search, then show the film, then count what a search without cuts would have visited.

        What there is to predict is told only once it has been predicted.
        """
        self.says.set_content("Searching …")
        self.place.clear()
        with self.show_errors():
            data = await self.ask("tree", self.agent, Limit())
            self.tree = from_data(data)
            self.decision = data["decision"]
            riddle = await self.riddle() if self.predict and not self.broken_off else None
            self.draw(riddle)
            if riddle is None:
                await self.compare()
            else:
                self.says.set_content("What the search visits and cuts is told once you have predicted it.")

    @contextmanager
    def show_errors(self) -> Iterator[None]:
        """Say what is wrong in place of an answer, and say nothing if nobody waits for it any more."""
        try:
            yield
        except OutwitError as error:
            self.says.set_content(escape(str(error)))
        except asyncio.CancelledError:
            pass
        finally:
            self.job = None

    def on_solved(self) -> None:
        """The prediction is made: tell what the search did."""
        if not self.side.slots["default"].children:
            self.aside(None)
            background_tasks.create(self.show_result(), name="what a search did")

    async def show_result(self) -> None:
        """Tell what the search did, and count what one without cuts would have visited."""
        with self.show_errors():
            await self.compare()

    def result_text(self) -> str:
        """What the search has found and how sure that is, in a sentence; where it grew, the film tells."""
        assert self.tree is not None
        if self.tree.growth is not None:
            return ""
        if self.tree.root.role in PLANNED and self.decision["exact"]:
            return self.plan_text()
        value = self.tree.root.value
        if value is None or not self.decision["depth"] or self.tree.root.role in PLANNED:
            return "The search was stopped before it was complete; what it had visited is shown."
        told = f"The value is {minus(format_values(value))}"
        if self.decision["exact"]:
            return f"{told}, proved."
        return f"{told}, an estimate at depth {self.decision['depth']}."

    def plan_text(self) -> str:
        """What a search for a plan has proved; the tree is that of the acyclic ones, as deep as it goes."""
        assert self.tree is not None
        root = self.tree.root
        if root.value is None:
            found = self.decision["value"] == self.session.game.bounds(self.session.state, 0)[1]
        elif root.value != self.decision["value"]:
            return "There is no acyclic plan, proved; there is a cyclic one, which the tree does not show."
        else:
            found = root.cut is None if root.role == "and" else root.cut is not None
        return "There is a plan, proved." if found else "There is no plan, proved."

    def reference(self) -> tuple[Agent, Limit] | None:
        """The search that cuts nothing, as deep as this one; None where there is none to compare with."""
        return without_cuts(self.session.game, self.agent, self.decision["depth"])

    async def compare(self) -> None:
        """Tell how many nodes a search without any cut visits."""
        assert self.tree is not None
        summary = f"{escape(self.result_text())} {size_text(self.tree)}".strip()
        self.says.set_content(summary)
        reference = self.reference()
        if reference is None or self.broken_off:
            return
        agent, limit = reference
        plain = PLAIN[agent.name]
        self.says.set_content(f"{summary} Counting those of {plain} …")
        stopping = asyncio.get_running_loop().call_later(COMPARED, self.enough)
        decision = await self.ask("decide", agent, limit)
        stopping.cancel()
        many = quantity(decision["nodes"], "node")
        if decision["depth"] < limit.depth and not decision["exact"]:
            self.says.set_content(f"{summary} {plain.capitalize()} visits more than {many}.")
            return
        share = self.tree.root.size / decision["nodes"]
        self.says.set_content(f"{summary} {plain.capitalize()} visits {many}; this is {share:.0%} of them.")

    def enough(self) -> None:
        """Make the search under way answer."""
        if self.job is not None:
            self.job.stop()

    async def riddle(self) -> dict[str, Any] | None:
        """What there is to predict: the value of the root, and the branches that are cut."""
        assert self.tree is not None
        if self.tree.growth is not None:
            self.notify("Predicting is for searches that cut; Monte Carlo tree search cuts nothing.")
            return None
        reference = self.reference()
        if reference is not None:
            if self.tree.root.size > RIDDLE:
                self.too_large(self.tree)
                return None
            full = from_data(await self.ask("tree", *reference))
            if full.root.size > RIDDLE:
                self.too_large(full)
                return None
            self.tree = complete_tree(self.tree, full)
        value = self.tree.root.value
        if not isinstance(value, float):
            self.notify("Only a tree with one value for all can be predicted.")
            return None
        return {"value": value, "shown": minus(format_values(value)), "cut": cut_branches(self.tree.root)}

    def too_large(self, tree: Tree) -> None:
        """Say that there is too much to predict."""
        size = quantity(tree.root.size, "node")
        self.notify(f"A tree of {size} is too large to predict; choose a depth with at most {RIDDLE}.")

    # The film

    def draw(self, riddle: dict[str, Any] | None) -> None:
        """The film, and all that belongs to it."""
        assert self.tree is not None
        self.place.clear()
        with self.place:
            with ui.element("div").classes("ow-stage"):
                stage = self.stage(riddle is not None)
                self.player = Player(stage, self.step, riddle, self.pick, self.open, self.on_solved)
                with self.player:
                    self.downloads()
            self.side = ui.element("div").classes("ow-side")
            if riddle is None:
                self.aside((self.unfold, self.fold))
        self.share()

    def aside(self, folding: tuple[Callable[[Key], None], Callable[[Key], None]] | None) -> None:
        """What is known of a node that is picked, and the tree as text."""
        assert self.tree is not None
        with self.side:
            self.panel = Panel(self.tree, self.session.game, self.spot, self.agent, folding)
            with ui.expansion("The tree as text").classes("w-full"):
                text = ui.html(f"<pre>{escape(self.tree.text())}</pre>", sanitize=False)
                text.classes("w-full ow-sideways").props("tabindex=0")

    def stage(self, riddle: bool = False) -> dict[str, Any]:
        """What the player plays: as much of the tree as is unfolded."""
        assert self.tree is not None
        if riddle:
            return stage_data(fold_tree(self.tree.root, 10 * RIDDLE, 10 * RIDDLE), riddle=True)
        top = fold_tree(self.tree.root, SHOWN, WIDTH, self.opened, self.closed)
        return stage_data(top, growth=self.tree.growth)

    def downloads(self) -> None:
        """The tree as a file, and its address."""
        assert self.tree is not None

        def download_as(kind: str) -> None:
            assert self.tree is not None
            if kind == "svg":
                text = self.tree.svg()
            else:
                text = json.dumps({"game": self.spot.game, "decision": self.decision, **self.tree.to_json()})
            ui.download(text.encode(), f"tree.{kind}")

        for kind in ("svg", "json"):
            ui.button(f"{kind.upper()}", on_click=lambda kind=kind: download_as(kind)).props(
                f'no-caps flat dense color=none aria-label="Download the tree as {kind.upper()}"'
            )
        copied = "navigator.clipboard.writeText(window.location.href)"
        ui.button("Copy the address", on_click=lambda: ui.run_javascript(copied)).props(
            "no-caps flat dense color=none"
        )

    def open(self, text: str) -> None:
        """Unfold what is not shown below a node."""
        key = read_key(text)
        if key is not None:
            self.unfold(key)

    def unfold(self, key: Key) -> None:
        """Show what is below a node."""
        self.opened.add(key)
        self.closed.discard(key)
        self.redraw()

    def fold(self, key: Key) -> None:
        """Fold all that is below a node."""
        self.closed.add(key)
        self.opened.discard(key)
        self.redraw()

    def redraw(self) -> None:
        """The same film with more or less of the tree."""
        if self.player is not None:
            self.player.set(self.stage())
            self.share()

    def pick(self, text: str) -> None:
        """Tell all that is known of a node."""
        key = read_key(text)
        if key is not None and self.panel is not None:
            self.panel.show(key)
