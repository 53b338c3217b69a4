"""An agent that reads what is hidden, if it is ever handed the true state, and notes what it was handed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from outwit import Agent, Decision, Game, Limit, Memory, Watch
from outwit.decision import option
from outwit.game import State
from outwit.play import Session
from tests.sketches.liarsdice import LIAR, Cups, LiarsDice

LIARS = "tests/sketches/liarsdice.py:LiarsDice"
CHEAT, DOUBTER = "tests/cheating.py:Cheat", "tests/cheating.py:Doubter"


@dataclass(frozen=True)
class Cheat(Agent):
    """Plays liar's dice by the dice of both: doubts what is false, and bids as high as is true."""

    notes: str = option("", "The file to which every state handed to it is added.")

    def decide(
        self,
        game: Game,
        state: State,
        limit: Limit | None = None,
        history: Sequence[State] = (),
        *,
        player: int | None = None,
        watch: Watch | None = None,
        tree: bool = False,
        memory: Memory | None = None,
    ) -> Decision:
        if self.notes:
            with Path(self.notes).open("a", encoding="utf-8") as file:
                file.write(json.dumps({"state": state, "history": len(history)}) + "\n")
        move = self.chosen(game, state)
        return Decision(move, 1.0, (move,), agent="cheat", game=game, state=state)

    def chosen(self, game: Game, state: Cups) -> int:
        return best(game, state)


class Doubter(Cheat):
    """Doubts every bid, and says the truth about one of its own dice where it must begin."""

    def chosen(self, game: Game, state: Cups) -> int:
        return LIAR if state.bids else state.dice[0][0]


def best(game: Any, state: Cups) -> int:
    """What wins if the state is the true one and the other doubts."""
    faces = [face for dice in state.dice for face in dice]
    true = [
        bid
        for bid in game.moves(state)
        if bid != LIAR and faces.count(game.meaning(bid)[1]) >= game.meaning(bid)[0]
    ]
    return int(max(true, default=LIAR if state.bids else 1))


class Handed(NamedTuple):
    """A state that the cheat was handed, and the one that was true then."""

    world: Cups
    truth: Cups
    seat: int
    history: int


def handed(notes: Path, session: Session, seats: Sequence[int]) -> list[Handed]:
    """What the cheat was handed at each of its decisions in a game, beside the truth."""
    truths = [
        (state, step.by)
        for state, step in zip(session.states, session.steps, strict=False)
        if step.by in seats
    ]
    lines = [json.loads(line) for line in notes.read_text("utf-8").splitlines()]
    return [
        Handed(cups(line["state"]), truth, seat, line["history"])
        for line, (truth, seat) in zip(lines, truths, strict=True)
    ]


def cups(data: Any) -> Cups:
    """A state that was written as JSON."""
    (first, second), bids, called = data
    return Cups((tuple(first), tuple(second)), tuple(bids), called)


def assert_blind(found: Sequence[Handed]) -> None:
    """The cheat was never handed more than its seat knows, and hardly ever the truth by accident."""
    game = LiarsDice()
    for each in found:
        assert game.observation(each.world, each.seat) == game.observation(each.truth, each.seat)
        assert each.history == 0
    others = [(each.world.dice[1 - each.seat], each.truth.dice[1 - each.seat]) for each in found]
    assert sum(world == truth for world, truth in others) <= len(found) / 36 + 3 * (len(found) / 36) ** 0.5
    assert len({world for world, _ in others}) > min(len(found), 36) / 3
