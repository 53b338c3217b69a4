"""One game's rules, asked in a worker process: one question at a time, each with a limit, no answer twice."""

from __future__ import annotations

import json
import logging
from collections import OrderedDict, deque
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Lock
from time import monotonic
from typing import NamedTuple

from outwit.errors import BrokenRulesError, OutwitError, UnknownNameError
from outwit.isolated.patience import RulesRestingError, patience
from outwit.isolated.places import Place
from outwit.isolated.starting import Template, Worker
from outwit.isolated.worker import error_class
from outwit.json_types import Json, JsonObject
from outwit.processes.channel import ClosedError, LateError

SECONDS = 2.0
"""How long a rule may take."""

STEP = 0.01
"""How much longer for each position that has to be worked out first."""

GRACE = 1.0
"""Seconds after which a worker that has not interrupted its rule itself is ended."""

LOADING = 20.0
"""How long loading a game may take."""

MEGABYTES = 512
"""How much memory a game's rules may take."""

MOST_ANSWERS = 20_000
"""How many answers are remembered: rules are functions of their arguments."""

MOST_HELD = 256
"""How many positions are held because they were asked about: whoever could not wait for an answer and asks
again means the same position, and would otherwise begin with a new one each time."""

OFTEN, WITHIN, REST = 3, 30.0, 10.0
"""Rules that were overdue so often within so many seconds are not asked again for so many."""


log = logging.getLogger("outwit.web")


class Failure(NamedTuple):
    """A question that the rules had no answer to."""

    error: BrokenRulesError
    until: float
    """When the same question may be asked again."""


class Rules:
    """The rules of one game, wherever they run."""

    def __init__(self, template: Template, game: str, files: bool, seconds: float = SECONDS) -> None:
        self.template = template
        self.game = game
        self.files = files
        self.seconds = seconds
        """How long a rule may take."""
        self.name = game
        """What people call the game."""
        self.worker: Worker | None = None
        self.known: set[int] = set()
        """The positions that the worker has been told of."""
        self.forgotten: deque[int] = deque()
        """The positions that nobody holds any more."""
        self.held: deque[Place] = deque(maxlen=MOST_HELD)
        """The positions that were asked about last."""
        self.told: JsonObject = {}
        """What the worker tells of the game when it has loaded it."""
        self.answers: OrderedDict[str, Json] = OrderedDict()
        """What has been answered, or how the rules failed, by the question."""
        self.under_way: dict[str, Future[Json]] = {}
        self.lock = Lock()
        self.overdue: deque[tuple[float, str]] = deque(maxlen=OFTEN)
        """When rules did not come back in time, and what was said of it."""
        self.used = monotonic()
        self.executor = ThreadPoolExecutor(1, thread_name_prefix="outwit rules")

    # For those who ask

    def facts(self) -> JsonObject:
        """What there is to know of the game before it is played."""
        if not self.told:
            self.wait("facts", self.start_worker)
        return self.told

    def ask(self, rule: str, place: Place, *given: Json, about: Iterable[Place] = ()) -> Json:
        """What a rule says of a position; `about` are other positions in the question."""
        question = {"rule": rule, "place": place.number, "given": given}
        key = json.dumps([rule, place.number, given])
        places = (*about, place)
        if not self.held or self.held[-1] is not place:
            self.held.append(place)
        return self.wait(key, lambda: self.answer_to(question, places))

    def wait(self, key: str, work: Json) -> Json:
        """The answer to a question, remembered or asked for."""
        with self.lock:
            found = self.answers.get(key)
            if isinstance(found, Failure) and found.until > monotonic():
                raise BrokenRulesError(str(found.error))
            if key in self.answers and not isinstance(found, Failure):
                self.answers.move_to_end(key)
                return found
            self.refuse_resting()
            answer = self.under_way.get(key)
            if answer is None:
                answer = self.under_way[key] = self.executor.submit(self.remember, key, work)
        return patience.wait(answer, self.name)

    def refuse_resting(self) -> None:
        """Refuse to ask rules that have been overdue again and again; they would keep everybody waiting."""
        now = monotonic()
        if len(self.overdue) == OFTEN and now - self.overdue[0][0] < WITHIN:
            when, what = self.overdue[-1]
            if now - when < REST:
                raise RulesRestingError(what, REST - (now - when))

    # In the thread that asks

    def remember(self, key: str, work: Json) -> Json:
        """An answer, remembered from now on."""
        try:
            found = work()
            self.keep_answer(key, found)
            return found
        except BrokenRulesError as error:
            log.warning("%s", error)
            self.keep_answer(key, Failure(error, monotonic() + REST))
            raise
        finally:
            with self.lock:
                del self.under_way[key]

    def keep_answer(self, key: str, found: Json) -> None:
        """Remember an answer, and let go of the one that was not asked for longest."""
        with self.lock:
            self.answers[key] = found
            self.answers.move_to_end(key)
            if len(self.answers) > MOST_ANSWERS:
                self.answers.popitem(last=False)

    def start_worker(self) -> Worker:
        """A worker that has loaded the game."""
        worker = self.worker = self.template.start()
        self.known.clear()
        self.forgotten.clear()
        begin = {"game": self.game, "files": self.files, "seconds": LOADING, "megabytes": MEGABYTES}
        try:
            self.told = self.exchange(worker, begin, LOADING, "loading it")
        except OutwitError:
            self.end()
            raise
        self.name = self.told["name"]
        return worker

    def answer_to(self, question: JsonObject, places: Iterable[Place]) -> Json:
        """What the worker answers."""
        self.used = monotonic()
        worker = self.worker or self.start_worker()
        news = [step for place in places for step in place.steps_to_tell(self.known)]
        forget = [self.forgotten.popleft() for _ in range(len(self.forgotten))]
        self.known.difference_update(forget)
        seconds = self.seconds + STEP * len(news)
        sent = {**question, "news": news, "forget": forget, "seconds": seconds}
        return self.exchange(worker, sent, seconds, f"`{question['rule'].replace('_', ' ')}`")

    def exchange(self, worker: Worker, question: JsonObject, seconds: float, what: str) -> Json:
        """The answer to one question, or the sentence that stands in its place."""
        began = monotonic()
        try:
            worker.channel.send(question)
            reply = worker.channel.receive(seconds + GRACE)
        except LateError:
            self.end()
            raise self.was_overdue(
                f"The rules of {self.name} had not answered {what} after {seconds:g} s, and their process "
                "was ended."
            ) from None
        except ClosedError:
            self.end()
            raise BrokenRulesError(
                f"The rules of {self.name} ended their own process at {what}: they crashed, or took more "
                f"than {MEGABYTES} MB of memory."
            ) from None
        if "error" not in reply:
            return reply["answer"]
        if monotonic() - began >= seconds:
            raise self.was_overdue(str(reply["error"]))
        kind = error_class(str(reply["kind"]))
        raise (OutwitError if kind is UnknownNameError else kind)(str(reply["error"]))

    def was_overdue(self, sentence: str) -> BrokenRulesError:
        """Take note that rules have not come back in time."""
        self.overdue.append((monotonic(), sentence))
        return BrokenRulesError(sentence)

    def end(self) -> None:
        """End the worker; another one is started when somebody asks."""
        worker, self.worker = self.worker, None
        if worker is not None:
            self.template.end(worker)

    def rest(self) -> None:
        """End the worker once it has answered all that it was asked."""
        self.executor.submit(self.end)
