"""What is known of one node of the tree, and the position there."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from outwit.agents import agent_spec
from outwit.decision import Agent
from outwit.errors import OutwitError
from outwit.game import Game
from outwit.tree import Node, Tree
from outwit.tree.record.node import Key
from outwit.tree.render.marks import facts, minus
from outwit.views import find_view
from outwit.web.pages.address import Spot
from outwit.web.pages.frame import heading, words
from outwit.web.position_html import session_html


class Panel:
    """The node that somebody has pressed."""

    def __init__(
        self,
        tree: Tree,
        game: Game,
        spot: Spot,
        agent: Agent,
        folding: tuple[Callable[[Key], None], Callable[[Key], None]] | None,
    ) -> None:
        self.tree = tree
        self.game = game
        self.spot = spot
        self.agent = agent
        self.folding = folding
        """What unfolds a node and what folds it, where that can be done."""
        self.place = ui.element("section").classes("ow-panel").props('aria-label="The node picked"')
        with self.place:
            heading("A node")
            words("Press a node of the tree to see all that is known of it.", "ow-soft")

    def show(self, key: Key) -> None:
        """Tell all that is known of a node; nothing if there is none."""
        path = self.path(key)
        if path is None:
            return
        node, parent = path[-1], path[-2] if len(path) > 1 else None
        moves = [each.move for each in path[1:]]
        self.place.clear()
        with self.place:
            heading(" ".join(moves) or "The root")
            for line in facts(node, parent):
                words(minus(line[:1].upper() + line[1:]))
            if node.children and self.folding is not None:
                self.buttons(key, *self.folding)
            self.position(moves)

    def path(self, key: Key) -> list[Node] | None:
        """The nodes on the way to one, the root first; None if there is no such node."""
        path = [self.tree.root]
        for number in key:
            if number >= len(path[-1].children):
                return None
            path.append(path[-1].children[number])
        return path

    def buttons(self, key: Key, unfold: Callable[[Key], None], fold: Callable[[Key], None]) -> None:
        """More or less of what is below the node."""
        with ui.element("div").classes("ow-buttons"):
            for name, act in (("Unfold", unfold), ("Fold", fold)):
                button = ui.button(name, on_click=lambda act=act: act(key))
                button.props("no-caps outline dense color=none")

    def position(self, moves: list[str]) -> None:
        """The position at a node: a picture, or text where there is none; and the way to analyse it."""
        there = Spot(self.spot.game, (*self.spot.moves, *moves), self.spot.start)
        try:
            session = there.session(self.game)
        except OutwitError:
            return
        ui.html(session_html(find_view(self.game), session), sanitize=False).classes("ow-place")
        if not session.over:
            ui.link("Analyse this position", there.analysis())
            ui.link("Search from here", there.lab(agent=agent_spec(self.agent)))
