"""The lab itself: one search recorded, its film, and what is known of the node that was picked."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from html import escape
from typing import Any

from nicegui import background_tasks, ui

from outwit.agents import find_agent, spell_agent
from outwit.decision import Agent, Limit
from outwit.engine.compiling import Compiling
from outwit.errors import OutwitError
from outwit.games.tree import WrittenTree
from outwit.play.picture import pictured
from outwit.play.recorded import teaching
from outwit.search.searcher import Searcher
from outwit.tree import Tree
from outwit.tree.data import from_data
from outwit.tree.fold import Key, folded
from outwit.tree.marks import facts, minus
from outwit.tree.node import Node, counted, summed_up
from outwit.tree.stage import read_key, spelled, staged
from outwit.tree.text import shown_value
from outwit.tree.whole import completed
from outwit.views import find_view
from outwit.web.pages.address import Spot
from outwit.web.pages.frame import heading, words
from outwit.web.pages.tree.choice import Choice, exhaustive
from outwit.web.pages.tree.form import Form
from outwit.web.pages.tree.player import Player
from outwit.web.room import Room
from outwit.web.workers import Asking

SHOWN = 160
"""How many nodes are drawn at first."""

WIDTH = 9
"""How many branches of a node are drawn at first."""

RIDDLE = 300
"""How large a tree may be whose cuts are to be predicted."""

WHOLE = 200
"""A depth beyond the end of any tree that somebody types: such a one is meant as a whole."""

COMPARED = 20.0
"""Seconds for which the search that cuts nothing may count its nodes."""


class Lab:
    """A search in one browser."""

    def __init__(self, room: Room, spot: Spot, agent: str | None, predict: bool) -> None:
        self.room = room
        self.step = 0
        self.opened: set[Key] = set()
        self.closed: set[Key] = set()
        self.predict = predict
        self.asking: Asking | None = None
        self.tree: Tree | None = None
        self.player: Player | None = None
        self.take(spot, agent)

    def take(self, spot: Spot, agent: str | None) -> None:
        """Another position, another agent; a sentence if it cannot be searched."""
        game = self.room.find(spot.game)
        sitting = spot.sitting(game)
        searcher = teaching(game) if agent is None else self.room.grant.agent(agent)
        if not isinstance(searcher, Searcher):
            raise OutwitError(f"{searcher.name} does not search, so there is no tree to show.")
        searcher.require(game)
        self.spot, self.sitting, self.agent = spot, sitting, searcher

    def read_folds(self, opened: Sequence[str], closed: Sequence[str]) -> None:
        """Which nodes an address says are opened and closed."""
        self.opened = {key for text in opened if (key := read_key(text)) is not None}
        self.closed = {key for text in closed if (key := read_key(text)) is not None}

    # The page

    def show(self) -> None:
        """The form, and room for the film."""
        self.client = ui.context.client
        self.form = Form(self.room, self.spot, spell_agent(self.agent), self.search, self.notify)
        self.form.predict.value = self.predict
        self.says = words("", "ow-standing").props("role=status aria-live=polite")
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
        self.predict = bool(self.form.predict.value)
        self.step, self.opened, self.closed = 0, set(), set()
        self.start()

    def start(self) -> None:
        """Begin the search and show it when it is done."""
        self.halt()
        background_tasks.create(self.searched(), name="a search for the tree lab")

    def halt(self) -> None:
        """Give up what is under way."""
        if self.asking is not None:
            self.asking.answer.cancel()
            self.asking = None

    def address(self) -> str:
        """The address of what is shown."""
        return self.spot.lab(
            agent=spell_agent(self.agent),
            predict="yes" if self.predict else None,
            open=[spelled(key) for key in sorted(self.opened)],
            fold=[spelled(key) for key in sorted(self.closed)],
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
        asking = self.room.ask(doing, request, agent, limit, self.client.id, self.told, timed=False)
        self.asking = asking
        return await asking.answer

    def told(self) -> None:
        """Say how the search goes."""
        asking = self.asking
        if asking is None or asking.answer.done():
            return
        if asking.place:
            self.says.set_content(f"Waiting for a search to end; number {asking.place} in the queue.")
        elif asking.progress is not None:
            self.says.set_content(f"Searching: {asking.progress['nodes']:,} positions …")

    async def searched(self) -> None:
        """Search, then show the film, then count what a search without cuts would have visited."""
        self.says.set_content("Searching …")
        self.place.clear()
        try:
            data = await self.ask("tree", self.agent, Limit())
            self.tree = from_data(data)
            self.decision = data["decision"]
            riddle = await self.riddle() if self.predict else None
            self.draw(riddle)
            await self.compare()
        except OutwitError as error:
            self.says.set_content(escape(str(error)))
        except asyncio.CancelledError:
            return
        finally:
            self.asking = None

    def reference(self) -> tuple[Agent, Limit] | None:
        """The search that cuts nothing, as deep as this one; None where this is it."""
        spelling = exhaustive(self.sitting.game)
        if spelling is None:
            return None
        choice = Choice.of(self.agent)
        if choice is not None and choice.algorithm == spelling:
            return None
        agent = find_agent(spelling)
        assert isinstance(agent, Searcher)
        if isinstance(agent, Compiling):
            agent = agent.interpreted()
        agent = replace(
            agent, quick=self.agent.quick, evaluation=self.agent.evaluation, model=self.agent.model
        )
        whole = isinstance(self.sitting.game, WrittenTree) and self.agent.depth is None
        return agent, Limit(depth=WHOLE if whole else max(self.decision["depth"], 1))

    async def compare(self) -> None:
        """Tell how many nodes a search without any cut visits."""
        assert self.tree is not None
        summary = summed_up(self.tree)
        self.says.set_content(summary)
        reference = self.reference()
        if reference is None:
            return
        agent, limit = reference
        plain = "plain minimax" if agent.name == "minimax" else "plain expectiminimax"
        self.says.set_content(f"{summary} Counting those of {plain} …")
        stopping = asyncio.get_running_loop().call_later(COMPARED, self.enough)
        decision = await self.ask("decide", agent, limit)
        stopping.cancel()
        many = counted(decision["nodes"], "node")
        if decision["depth"] < limit.depth and not decision["exact"]:
            self.says.set_content(f"{summary} {plain.capitalize()} visits more than {many}.")
            return
        share = self.tree.root.size / decision["nodes"]
        self.says.set_content(f"{summary} {plain.capitalize()} visits {many}; this is {share:.0%} of them.")

    def enough(self) -> None:
        """Make the search under way answer."""
        if self.asking is not None:
            self.asking.stop()

    async def riddle(self) -> dict[str, Any] | None:
        """What there is to predict: the value of the root, and the branches that are cut."""
        assert self.tree is not None
        reference = self.reference()
        if reference is not None:
            if self.tree.root.size > RIDDLE:
                self.too_large(self.tree)
                return None
            full = from_data(await self.ask("tree", *reference))
            if full.root.size > RIDDLE:
                self.too_large(full)
                return None
            self.tree = completed(self.tree, full)
        value = self.tree.root.value
        if not isinstance(value, float):
            self.notify("Only a tree with one value for all can be predicted.")
            return None
        return {"value": value, "shown": minus(shown_value(value)), "cut": cut_branches(self.tree.root)}

    def too_large(self, tree: Tree) -> None:
        """Say that there is too much to predict."""
        size = counted(tree.root.size, "node")
        self.notify(f"A tree of {size} is too large to predict; choose a depth with at most {RIDDLE}.")

    # The film

    def draw(self, riddle: dict[str, Any] | None) -> None:
        """The film, and all that belongs to it."""
        assert self.tree is not None
        self.place.clear()
        with self.place:
            with ui.element("div").classes("ow-stage"):
                self.player = Player(self.stage(riddle is not None), self.step, riddle, self.pick, self.open)
                with self.player:
                    self.downloads()
            with ui.element("div").classes("ow-side"):
                self.picked = ui.element("section").classes("ow-panel").props('aria-label="The node picked"')
                self.nothing_picked()
                with ui.expansion("The tree as text").classes("w-full"):
                    ui.html(f'<pre tabindex="0">{escape(self.tree.text())}</pre>', sanitize=False)
        self.share()

    def stage(self, riddle: bool = False) -> dict[str, Any]:
        """What the player plays: as much of the tree as is unfolded."""
        assert self.tree is not None
        if riddle:
            return staged(folded(self.tree.root, 10 * RIDDLE, 10 * RIDDLE), riddle=True)
        return staged(folded(self.tree.root, SHOWN, WIDTH, self.opened, self.closed))

    def downloads(self) -> None:
        """The tree as a file, and its address."""
        assert self.tree is not None

        def saved(kind: str) -> None:
            assert self.tree is not None
            if kind == "svg":
                text = self.tree.svg()
            else:
                text = json.dumps({"game": self.spot.game, "decision": self.decision, **self.tree.to_json()})
            ui.download(text.encode(), f"tree.{kind}")

        for kind in ("svg", "json"):
            ui.button(f"{kind.upper()}", on_click=lambda kind=kind: saved(kind)).props(
                f'no-caps flat dense color=none aria-label="Download the tree as {kind.upper()}"'
            )
        copied = "navigator.clipboard.writeText(window.location.href)"
        ui.button("Copy the address", on_click=lambda: ui.run_javascript(copied)).props(
            "no-caps flat dense color=none"
        )

    def open(self, text: str) -> None:
        """Unfold what is not shown below a node."""
        key = read_key(text)
        if key is None or self.player is None:
            return
        self.opened.add(key)
        self.closed.discard(key)
        self.player.set(self.stage())
        self.share()

    def close(self, key: Key) -> None:
        """Fold all that is below a node."""
        if self.player is None:
            return
        self.closed.add(key)
        self.opened.discard(key)
        self.player.set(self.stage())
        self.share()

    def nothing_picked(self) -> None:
        """What to do to see something here."""
        with self.picked:
            heading("A node")
            words("Press a node of the tree to see all that is known of it.", "ow-soft")

    def pick(self, text: str) -> None:
        """Tell all that is known of a node."""
        key = read_key(text)
        path = None if key is None else self.path(key)
        if key is None or path is None:
            return
        node, parent = path[-1], path[-2] if len(path) > 1 else None
        self.picked.clear()
        with self.picked:
            heading(" ".join(each.move for each in path[1:]) or "The root")
            for line in facts(node, parent):
                words(minus(line[:1].upper() + line[1:]))
            if node.children and self.predict is False:
                with ui.element("div").classes("ow-buttons"):
                    ui.button("Unfold", on_click=lambda: self.open(spelled(key))).props(
                        "no-caps outline dense color=none"
                    )
                    ui.button("Fold", on_click=lambda: self.close(key)).props(
                        "no-caps outline dense color=none"
                    )
            self.position([each.move for each in path[1:]])

    def path(self, key: Key) -> list[Node] | None:
        """The nodes on the way to one, the root first; None if there is no such node."""
        assert self.tree is not None
        path = [self.tree.root]
        for number in key:
            if number >= len(path[-1].children):
                return None
            path.append(path[-1].children[number])
        return path

    def position(self, moves: list[str]) -> None:
        """The position at a node: a picture, or text where there is none; and the way to analyse it."""
        there = Spot(self.spot.game, (*self.spot.moves, *moves), self.spot.start)
        try:
            sitting = there.sitting(self.sitting.game)
        except OutwitError:
            return
        view = find_view(self.sitting.game)
        if view is not None:
            ui.html(pictured(view, sitting).still().svg(), sanitize=False).classes("ow-place")
        else:
            ui.html(
                f'<pre tabindex="0">{escape(sitting.rules.text(sitting.state))}</pre>', sanitize=False
            ).classes("ow-place")
        if not sitting.over:
            ui.link("Analyse this position", there.analysis())
            ui.link("Search from here", there.lab(agent=spell_agent(self.agent)))


def cut_branches(root: Node) -> list[str]:
    """The branches that were cut, each the topmost of all that was never visited there."""
    found: list[str] = []
    todo: list[tuple[Node, Key]] = [(root, ())]
    while todo:
        node, key = todo.pop()
        for number, child in enumerate(node.children):
            if child.visited:
                todo.append((child, (*key, number)))
            else:
                found.append(spelled((*key, number)))
    return found
