"""What takes a search to answer: a decision, the tree of a search, why a move, a game looked at again.

Each is read and checked when it is made and answered by `answer`, which hears of progress and can be stopped
through a `Watch`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from secrets import randbits
from time import perf_counter
from typing import Any, ClassVar

from outwit.agents import consult
from outwit.analysis.explain import explain
from outwit.analysis.review import review
from outwit.decision import Agent, Decision, Limit, Progress, Watch, deciding_player, describe_line
from outwit.errors import OutwitError
from outwit.game import CHANCE, SIMULTANEOUS, Game, State, read_move
from outwit.memory import Memories, Memory
from outwit.play.recorded import decide_with_tree, recordable, teaching_agent
from outwit.protocols.budget import Budget
from outwit.protocols.preparing import decide_prepared, rest, wait_prepared
from outwit.protocols.requests import Find, Table, plain, read_agent
from outwit.protocols.schema import DecideLine, ExplainLine, SearchLine, parse

Tell = Callable[[dict[str, Any]], None]
"""Where progress goes, as plain data."""


class Search(ABC):
    """A request that an agent must search for: where, by whom, and how long."""

    model: ClassVar[type[SearchLine]] = SearchLine
    """What such a request may hold."""

    complete = False
    """Is the answer to come from one completed pass, with nothing of one that was broken off?"""

    memory: Memory | None = None
    """What was kept for whoever decides, at earlier moves of the game."""

    def __init__(
        self,
        data: object,
        also: Collection[str] = (),
        memories: Memories | None = None,
        budget: Budget | None = None,
        find: Find | None = None,
    ) -> None:
        self.asked = perf_counter()
        """When it was asked for: the clock of whoever waits runs from then on."""
        self.memories = memories
        """Where sessions that requests name have their memories; None where nothing is kept."""
        request = parse(self.model, data)
        limit = request.given_limit
        self.progress = request.progress
        """Does whoever asks want to hear how the search goes?"""
        self.table = Table.read(request, also, budget, find)
        self.session = self.table.session
        (budget or Budget()).charge_ahead(self.session)
        self.session.seed = randbits(64) if request.seed is None else request.seed
        self.player = self.table.player
        self.agent = self.read_agent(request.agent, limit)
        self.limit = limit if limit or self.agent.limit() else self.agent.default_limit
        self.read(request)

    def read_agent(self, text: str | None, limit: Limit) -> Agent:
        """The agent of a spec, or the one that suits."""
        return read_agent(text, self.session.game, limit)

    def read(self, request: Any) -> None:  # noqa: B027 - most have nothing more to read
        """Read and check what only this kind of request has."""

    @abstractmethod
    def answer(self, watch: Watch, tell: Tell | None = None) -> dict[str, Any]:
        """The answer as plain data, under its name."""

    def with_progress(self, watch: Watch, tell: Tell | None) -> Watch:
        """The watch, with progress going where it is wanted."""

        def report(progress: Progress) -> None:
            if watch.stopped:
                watch.stop()  # a bell hung up while others were ringing has not been heard
            elif self.progress and tell is not None:
                tell({"progress": progress_to_json(self.session.rules, self.agent_position[0], progress)})

        watch.report, watch.complete = report, self.complete
        return watch

    def ask_agent(self, watch: Watch) -> Decision:
        """What the agent decides."""
        rules, (state, history) = self.session.rules, self.agent_position

        def ask(agent: Agent, limit: Limit, watch: Watch) -> Decision:
            question = agent, rules, state, limit, history
            return consult(*question, player=self.player, watch=watch, memory=self.memory)

        limit = rest(self.agent.limit().override(self.limit), self.asked)
        return decide_prepared(self.table.spec, self.session.game, self.agent, limit, watch, ask)

    @cached_property
    def agent_position(self) -> tuple[State, Sequence[State]]:
        """The state and those before it, as they are handed to the agent."""
        return self.session.seen_by(self.player)

    def refuse_unless_asked(self) -> None:
        """Refuse a position in which there is nothing to decide, or nobody knows for whom."""
        if self.player is not None or self.session.over or self.session.turn != CHANCE:
            deciding_player(self.session.rules, self.session.state, self.player)


class Deciding(Search):
    """A request for a decision.

    >>> Deciding({"game": "nim:coins=5", "agent": "minimax"}).answer(Watch())["decision"]["move"]
    '1'
    """

    model = DecideLine

    def read(self, request: DecideLine) -> None:
        """A decision needs somebody who decides; in a session, what was kept for them is at hand."""
        self.refuse_unless_asked()
        self.complete = request.complete
        if request.session is not None and self.memories is not None:
            seat = self.session.turn if self.player is None else self.player
            self.memory = self.memories.of(request.session, seat)

    def answer(self, watch: Watch, tell: Tell | None = None) -> dict[str, Any]:
        """The agent's decision."""
        return {"decision": plain(self.ask_agent(self.with_progress(watch, tell)).to_json())}


class Recording(Search):
    """A request for the tree of a search; without any limit, as large as the tree stays small.

    >>> Recording({"game": "tree:((3 5)(2 9))"}).answer(Watch())["tree"]["nodes"]
    6
    """

    def read_agent(self, text: str | None, limit: Limit) -> Agent:
        """The agent of a spec, if it searches, or the one that shows best what a search does."""
        game = self.session.game
        return recordable(read_agent(text, game, limit) if text else teaching_agent(game), game)

    def read(self, request: SearchLine) -> None:
        """A limit that nobody gave is none."""
        self.refuse_unless_asked()
        self.limit = request.given_limit

    def answer(self, watch: Watch, tell: Tell | None = None) -> dict[str, Any]:
        """The whole tree, as `outwit tree --json` gives it, and the decision."""
        agent = recordable(self.agent, self.session.game)
        decision = decide_with_tree(agent, self.session, self.limit, self.with_progress(watch, tell))
        if decision.tree is None:
            raise OutwitError("The search was stopped before there was a tree to show.")
        if self.progress and tell is not None:
            tell({"progress": {"writing": True}})  # a large tree takes a while to put down
        return {"tree": {**decision.tree.to_json(), "decision": plain(decision.to_json())}}


class Explaining(Search):
    """A request for a decision and the reasons for it; `over` names the move to compare it with.

    >>> told = Explaining({"game": "nim:coins=6", "agent": "alphabeta:depth=6", "over": "3"}).answer(Watch())
    >>> told["explanation"]["sentences"][0]
    '2 is worth 1 to player 1, proved: 2, 1, 3; player 1 wins in 3 moves.'
    """

    model = ExplainLine

    def read(self, request: ExplainLine) -> None:
        """What the move is to be compared with, if anything."""
        self.refuse_unless_asked()
        self.complete, self.over = request.complete, request.over
        rules, state = self.session.rules, self.agent_position[0]
        if self.over is not None and rules.turn(state) not in (CHANCE, SIMULTANEOUS):
            read_move(rules, state, self.over)  # refused before anything is searched

    def answer(self, watch: Watch, tell: Tell | None = None) -> dict[str, Any]:
        """The explanation, and the decision that it explains."""
        decision = self.ask_agent(self.with_progress(watch, tell))
        told = explain(decision, self.over)
        return {"explanation": {**plain(told.to_json()), "decision": plain(decision.to_json())}}


class Reviewing(Search):
    """A request to look at a whole game again; the limit is for each position.

    >>> told = Reviewing({"game": "nim:coins=5", "moves": ["2", "3"], "agent": "minimax"}).answer(Watch())
    >>> [step["mark"] for step in told["review"]["steps"]]
    ['blunder', '']
    """

    def answer(self, watch: Watch, tell: Tell | None = None) -> dict[str, Any]:
        """The review; progress is how many positions are done, and of how many."""

        def on_progress(many: int, total: int) -> None:
            if self.progress and tell is not None:
                tell({"progress": {"done": many, "of": total}})

        def on_preparing(progress: Progress) -> None:
            if self.progress and tell is not None:
                told = {"done": 0, "of": len(self.session.states)}
                tell({"progress": {**told, "compiling": True, "preparing": progress.preparing}})

        watch.report = on_preparing
        agent = wait_prepared(self.table.spec, self.session.game, self.agent, watch)
        watch.report = None
        return {
            "review": plain(review(self.session, agent, self.limit or None, on_progress, watch).to_json())
        }


SEARCHES: dict[str, type[Search]] = {
    "decide": Deciding,
    "tree": Recording,
    "explain": Explaining,
    "review": Reviewing,
}
"""What can be searched for, by what a request calls it."""


def progress_to_json(game: Game, state: State, progress: Progress) -> dict[str, Any]:
    """How a search from a state stands, the expected line in the game's notation."""
    return {
        "depth": progress.depth,
        "nodes": progress.nodes,
        "seconds": round(progress.seconds, 6),
        "value": plain(progress.value),
        "line": describe_line(game, state, progress.line),
        **({"compiling": True, "preparing": progress.preparing} if progress.compiling else {}),
    }
