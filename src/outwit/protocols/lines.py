"""Requests and answers as lines of JSON: one object a line in, one a line out, matched by `id`.

Every request is answered in a thread of its own, so that a search under way keeps nobody waiting. Whatever is
wrong with a line is answered by a line; nothing that is read ends the conversation but `quit` and the end of
the input.
"""

from __future__ import annotations

import json
import select
import threading
from _thread import start_new_thread
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, BinaryIO, NoReturn

from outwit.decision import Watch
from outwit.errors import OutwitError, UnknownNameError, shorten
from outwit.memory import Memories
from outwit.protocols.requests import (
    answer_agents,
    answer_games,
    answer_position,
    sentence,
)
from outwit.protocols.schema import ForgetLine, Request, StopLine, kind, parse
from outwit.protocols.searches import SEARCHES

LONGEST_LINE = 1 << 20
"""How many bytes a line may have."""

MOST_UNDER_WAY = 64
"""How many requests may be under way at once."""

GRACE = 2.0
"""Seconds that searches have to answer once everything is to end."""

LOOK = 0.5
"""Seconds between two looks whether anybody still listens."""

Id = str | int

UNKNOWN = Watch()
"""Stands for the watch of a request that somebody else has answered."""


def serve(source: BinaryIO, sink: BinaryIO, also: Collection[str] = ()) -> bool:
    """Answer every line of the source until it ends or says to quit; `also` are games allowed beside ours.

    False if something that was asked still runs, because its rules do not come back.
    """
    conversation = Conversation(sink, also)
    conversation.hold(source)
    return all(ended.is_set() for ended in conversation.ends)


@dataclass
class Conversation:
    """Requests under way with one program."""

    sink: BinaryIO
    also: Collection[str] = ()
    under_way: dict[Id, Watch | None] = field(default_factory=dict)
    """What is not answered yet, with the watch on it if it is a search; whoever takes it out answers."""
    ends: list[threading.Event] = field(default_factory=list)
    """When each of the threads that answer has ended."""
    writing: threading.Lock = field(default_factory=threading.Lock)
    closed: bool = False
    """Is there nobody to say anything to any more?"""
    memories: Memories = field(default_factory=Memories)
    """What is kept for the sessions that requests name."""

    def hold(self, source: BinaryIO) -> None:
        """Hear every line, and end when there are no more and all are answered, or nobody hears."""
        for line in lines(source):
            if self.closed or not self.hear(line):
                return
        until = None
        while not all(ended.is_set() for ended in self.ends):
            for ended in self.ends:
                ended.wait(LOOK / len(self.ends))
            if not self.closed and not has_listener(self.sink):
                self.hang_up()
            if self.closed:
                until = until or monotonic() + GRACE
                if monotonic() >= until:
                    return  # rules that never answer must not keep a process of which nobody knows

    def hear(self, line: bytes | None) -> bool:
        """Begin what a line asks for; False if it asks for the end."""
        number: Id | None = None
        try:
            data = decode(line)
            number = read_id(data)
            doing = data.pop("do", None)
            if doing is None:
                raise OutwitError(f'"do" is missing; it says what is wanted: {", ".join(DOINGS)}.')
            if not isinstance(doing, str):
                raise OutwitError(f'"do" must be a text, one of {", ".join(DOINGS)}, not {kind(doing)}.')
            if doing not in DOINGS:
                raise UnknownNameError("request", shorten(doing), DOINGS)
            if number in self.under_way:
                raise OutwitError(f"A request with the id {json.dumps(number)} is still under way.")
            if doing == "quit":
                parse(Request, data)
                self.quit(number)
                return False
            self.attend(number, doing, data)
        except Exception as error:  # whatever went wrong, the request is answered
            self.say(number, {"error": sentence(error)})
        return True

    def attend(self, number: Id, doing: str, data: dict[str, Any]) -> None:
        """Begin one request."""
        if doing in SEARCHES:
            watch, search = Watch(), SEARCHES[doing]
            self.begin(
                number,
                lambda: search(data, self.also, self.memories).answer(
                    watch, lambda told: self.say(number, told)
                ),
                watch,
            )
        else:
            AT_ONCE[doing](self, number, data)

    def tell_games(self, number: Id, data: dict[str, Any]) -> None:
        """Answer which games there are."""
        parse(Request, data)
        self.begin(number, lambda: answer_games(self.also))

    def tell_agents(self, number: Id, data: dict[str, Any]) -> None:
        """Answer which agents there are."""
        parse(Request, data)
        self.begin(number, answer_agents)

    def tell_position(self, number: Id, data: dict[str, Any]) -> None:
        """Answer what a position is like."""
        self.begin(number, lambda: answer_position(data, self.also))

    def tell_stopped(self, number: Id, data: dict[str, Any]) -> None:
        """Answer whether there was a search to stop."""
        self.say(number, {"stopped": self.stop_search(data)})

    def tell_forgotten(self, number: Id, data: dict[str, Any]) -> None:
        """Answer whether there was anything to forget."""
        self.say(number, {"forgotten": self.forget(data)})

    def begin(self, number: Id, answer: Callable[[], dict[str, Any]], watch: Watch | None = None) -> None:
        """Answer a request in a thread of its own.

        A `threading.Thread` would make whoever reads the requests wait until the new thread has had its turn,
        which takes long where many threads search.
        """
        if len(self.under_way) >= MOST_UNDER_WAY:
            raise OutwitError(f"{MOST_UNDER_WAY} requests are under way; wait until one is answered.")
        ended = threading.Event()

        def work() -> None:
            try:
                result = answer()
            except BaseException as error:  # at the end of a thread: the request is answered
                result = {"error": sentence(error)}
            if self.under_way.pop(number, UNKNOWN) is not UNKNOWN:
                self.say(number, result)
            ended.set()

        self.under_way[number] = watch
        try:
            start_new_thread(work, ())
        except RuntimeError:
            del self.under_way[number]
            raise
        self.ends = [*(each for each in self.ends if not each.is_set()), ended]

    def stop_search(self, data: dict[str, Any]) -> Id | None:
        """Make a search answer at once; its id, or None if there is no such search under way."""
        which = parse(StopLine, data).which
        watch = self.under_way.get(check_id(which, "which"))
        if watch is None:
            return None
        watch.stop()
        return which  # type: ignore[no-any-return]

    def forget(self, data: dict[str, Any]) -> str | None:
        """Let go of what is kept for a session; its name, or None if nothing was."""
        session = parse(ForgetLine, data).session
        return session if self.memories.forget(session) else None

    def quit(self, number: Id) -> None:
        """Stop everything under way, let it answer, and say the last word."""
        self.stop_all()
        until = monotonic() + GRACE
        for ended in self.ends:
            ended.wait(max(0.0, until - monotonic()))
        for each in list(self.under_way):
            if self.under_way.pop(each, UNKNOWN) is not UNKNOWN:
                self.say(each, {"error": "The end was asked for before this was answered."})
        self.say(number, {"quit": True})
        self.closed = True

    def stop_all(self) -> None:
        """Make every search answer at once."""
        for watch in list(self.under_way.values()):
            if watch:
                watch.stop()

    def say(self, number: Id | None, answer: dict[str, Any]) -> None:
        """Write one line, whole."""
        try:
            line = encode({"id": number, **answer})
        except (TypeError, ValueError, RecursionError) as error:
            line = encode({"id": number, "error": sentence(error)})
        with self.writing:
            if self.closed:
                return
            try:
                self.sink.write(line)
                self.sink.flush()
            except (OSError, ValueError):
                self.hang_up()

    def hang_up(self) -> None:
        """Nobody listens any more: say nothing further, and search no further."""
        self.closed = True
        self.stop_all()


AT_ONCE: dict[str, Callable[[Conversation, Id, dict[str, Any]], None]] = {
    "agents": Conversation.tell_agents,
    "forget": Conversation.tell_forgotten,
    "games": Conversation.tell_games,
    "position": Conversation.tell_position,
    "stop": Conversation.tell_stopped,
}
"""What is answered without a search, and what answers it."""

DOINGS = tuple(sorted((*AT_ONCE, "quit", *SEARCHES)))


def lines(source: BinaryIO) -> Iterator[bytes | None]:
    """The lines of a source, without blank ones; None for one that is too long, of which nothing is kept."""
    while line := source.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE:
            while line and not line.endswith(b"\n"):
                line = source.readline(LONGEST_LINE)
            yield None
        elif line.strip():
            yield line


def decode(line: bytes | None) -> dict[str, Any]:
    """The object that a line holds."""
    if line is None:
        raise OutwitError(f"A line may have at most {LONGEST_LINE:,} bytes.")
    try:
        data = json.loads(line.decode("utf-8"), parse_constant=refuse_constant)
    except UnicodeDecodeError as error:
        raise OutwitError(f"The line is not UTF-8: byte {error.start + 1} cannot be read.") from error
    except json.JSONDecodeError as error:
        raise OutwitError(f"The line is not JSON: {error.msg}, column {error.colno}.") from error
    except RecursionError as error:
        raise OutwitError("The line is nested too deeply.") from error
    except OutwitError:
        raise
    except ValueError as error:
        raise OutwitError("The line has a number that is too long.") from error
    if not isinstance(data, dict):
        raise OutwitError(f"A request must be an object, not {kind(data)}.")
    return data


def refuse_constant(name: str) -> NoReturn:
    """NaN and the infinities are no JSON, whatever Python makes of them."""
    raise OutwitError(f"The line is not JSON: {name} is no number.")


def encode(data: dict[str, Any]) -> bytes:
    """A line of JSON, in ASCII, so that nobody can mistake its encoding."""
    return json.dumps(data, allow_nan=False, separators=(",", ":")).encode("ascii") + b"\n"


def read_id(data: dict[str, Any]) -> Id:
    """The id of a request, taken out of it."""
    if "id" not in data:
        raise OutwitError('"id" is missing; give a text or a whole number to know the answer by.')
    return check_id(data.pop("id"), "id")


def check_id(value: object, name: str) -> Id:
    """A value that can be an id."""
    if isinstance(value, str) and len(value) <= 200:
        return value
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1 << 63:
        return value
    wanted = "a text of at most 200 characters or a whole number of 64 bits"
    raise OutwitError(f'"{name}" must be {wanted}, not {kind(value)}.')


def has_listener(sink: BinaryIO) -> bool:
    """Does anybody still listen at the other end? Where that cannot be found out, yes."""
    try:
        poll = select.poll()
        poll.register(sink.fileno(), 0)
        return not poll.poll(0)
    except (AttributeError, OSError, ValueError):
        return True
