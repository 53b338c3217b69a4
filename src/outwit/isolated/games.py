"""The games of a server whose rules run in worker processes, found by their specs."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from outwit.isolated.asking import SECONDS, Rules
from outwit.isolated.game import IsolatedGame, outside
from outwit.isolated.starting import Template

MOST = 64
"""How many games have a worker at most; what was not asked for longest has none until it is asked again."""


class IsolatedGames:
    """Games by their specs, each with a worker while it is used."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        """How long a rule may take."""
        self.template = Template()
        self.rules: OrderedDict[str, Rules] = OrderedDict()
        self.games: dict[str, IsolatedGame] = {}
        self.lock = Lock()

    def find(self, spec: str, files: bool = True) -> IsolatedGame:
        """The game of a spec; unless `files`, its options may name none."""
        with self.lock:
            rules = self.rules.get(spec)
            if rules is None:
                rules = self.rules[spec] = Rules(self.template, spec, files, self.seconds)
            self.rules.move_to_end(spec)
            if len(self.rules) > MOST:
                oldest, resting = self.rules.popitem(last=False)
                self.games.pop(oldest, None)
                resting.rest()
        game = self.games.get(spec)
        if game is None:
            game = self.games[spec] = outside(rules)
        return game

    def close(self) -> None:
        """End all workers."""
        self.template.close()
