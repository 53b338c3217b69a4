"""A conversation by the Universal Chess Interface: lines heard, lines said, one search at a time.

Whatever is wrong with a line is told by an `info string`; nothing that is read ends the conversation but
`quit` and the end of the input.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import BinaryIO, NoReturn

import outwit
from outwit.engine.alphabeta import AlphaBeta
from outwit.game import Game
from outwit.games import find_game
from outwit.memory import Memory
from outwit.processes.inside import take_streams
from outwit.protocols.lines import GRACE, lines
from outwit.protocols.preparing import Preparation, preparation
from outwit.protocols.requests import sentence
from outwit.protocols.uci.orders import OFFERED, SETTERS, Settings, read_order, read_setting
from outwit.protocols.uci.places import Place, place_after
from outwit.protocols.uci.searching import Searching

SPEC = "chess"

BESIDE = 16
"""Megabytes that what is kept may take beside the table itself."""

AT_FIRST = 8
"""Megabytes of the table until the system has handed out memory for all of it; no move waits for that."""

TURN = 0.001
"""Seconds that a thread runs before another may: during an interpreted search, a `stop` must be heard."""


def run() -> NoReturn:
    """Answer the program that has started this process, and end it."""
    source, sink = take_streams()
    sys.setswitchinterval(TURN)
    with suppress(KeyboardInterrupt):
        serve(source, sink)
    os._exit(0)  # neither a search nor a compiler at work may keep the process


def serve(source: BinaryIO, sink: BinaryIO, compiled: bool = True) -> bool:
    """Answer every line of the source until it ends or says to quit; False if a search still runs."""
    conversation = Conversation(sink, compiled)
    for line in lines(source):
        if line is not None and not conversation.hear(line.decode("utf-8", "replace")):
            break
    return conversation.end()


@dataclass
class Conversation:
    """What a program with a chessboard has told, and the search that it has asked for."""

    sink: BinaryIO
    compiled: bool = True
    settings: Settings = field(default_factory=Settings)
    searching: Searching | None = None
    debug: bool = False
    writing: threading.Lock = field(default_factory=threading.Lock)
    closed: bool = False
    """Is there nobody to say anything to any more?"""

    def __post_init__(self) -> None:
        self.game: Game = find_game(SPEC)
        self.place: Place = place_after(self.game, ["startpos"])
        self.memory = self.new_memory()
        self.handed_out = AT_FIRST if self.compiled else 0
        """So many megabytes can be used for a table at once; 0 where there is none."""

    @property
    def agent(self) -> AlphaBeta:
        """Who plays."""
        size = min(self.settings.hash, self.handed_out or self.settings.hash)
        return AlphaBeta(mb=size, threads=self.settings.threads, compiled=self.compiled)

    def hear(self, line: str) -> bool:
        """Do what a line asks for; False if it asks for the end.

        Words before the first known one do not count.
        """
        words = line.split()
        while words and words[0] not in ANSWERS and words[0] != "quit":
            words.pop(0)
        if not words:
            return True
        if words[0] == "quit":
            return False
        try:
            ANSWERS[words[0]](self, words[1:])
        except Exception as error:  # whatever went wrong, the conversation goes on
            self.say(f"info string {' '.join(sentence(error).split())}")
        return not self.closed

    def introduce(self, words: Sequence[str]) -> None:
        """Say who this is, and what can be set."""
        named = f"id name Outwit {outwit.__version__}", "id author the Outwit team"
        self.say("\n".join([*named, *OFFERED, "uciok"]))

    def be_ready(self, words: Sequence[str]) -> None:
        """Say that whatever was heard before has been done; from then on what is to be compiled is."""
        self.say("readyok")
        self.prepare()

    def prepare(self) -> None:
        """Have compiled what is not, and memory handed out for the table, beside whatever else goes on."""
        needed = preparation(SPEC, self.game, AlphaBeta(compiled=self.compiled))
        if needed is not None:
            threading.Thread(target=self.make_room, args=(needed,), name="outwit table", daemon=True).start()

    def make_room(self, needed: Preparation) -> None:
        """Have the memory for the table handed out once there is machine code that uses it."""
        needed.done.wait()
        if needed.ready:
            size = self.settings.hash
            make_table(size)
            self.handed_out = max(size, self.handed_out)

    def set_debug(self, words: Sequence[str]) -> None:
        """Nothing more is told than is told anyway."""
        self.debug = [*words] == ["on"]

    def set_option(self, words: Sequence[str]) -> None:
        """Set an option; one that nobody offered is passed over."""
        name, text = read_setting(words)
        if name in SETTERS:
            at, read = SETTERS[name]
            before = self.settings
            self.settings = replace(before, **{at: read(text)})  # type: ignore[arg-type]
            if self.settings.hash != before.hash:
                self.memory = self.new_memory()
                self.handed_out = min(self.handed_out, AT_FIRST)
        elif name == "clear hash":
            self.memory.clear()

    def new_memory(self) -> Memory:
        """Where the table is kept from one move to the next."""
        return Memory(self.settings.hash + BESIDE)

    def begin_game(self, words: Sequence[str]) -> None:
        """Forget what was found in the game before."""
        self.memory.clear()

    def set_position(self, words: Sequence[str]) -> None:
        """Take over the position that is given; the old one stays if there is anything wrong with it."""
        self.place = place_after(self.game, words, self.place)

    def go(self, words: Sequence[str]) -> None:
        """Begin a search; one still under way tells its best move first."""
        heard = perf_counter()
        searching = Searching(
            SPEC,
            self.game,
            self.agent,
            self.place,
            read_order(words),
            self.memory,
            self.say,
            self.settings.chess960,
            self.settings.lines,
            heard,
        )
        self.finish()
        self.searching = searching
        searching.begin()

    def stop(self, words: Sequence[str]) -> None:
        """Have the search under way tell its best move."""
        if self.searching is not None:
            self.searching.stop()

    def hit(self, words: Sequence[str]) -> None:
        """Tell the search under way that the move it ponders on has been made."""
        if self.searching is not None:
            self.searching.hit()

    def finish(self) -> bool:
        """Stop the search under way, and wait for its best move; False if that does not come."""
        if self.searching is None:
            return True
        self.searching.stop()
        return self.searching.ended.wait(GRACE)

    def end(self) -> bool:
        """Tell the best move of the search under way, and nothing after that; False if it still runs."""
        ended = self.finish()
        self.closed = True
        return ended

    def say(self, line: str) -> None:
        """Write a line, whole."""
        with self.writing:
            if self.closed:
                return
            try:
                self.sink.write(line.encode("ascii", "replace") + b"\n")
                self.sink.flush()
            except (OSError, ValueError):  # nobody listens any more
                self.closed = True
        if self.closed and self.searching is not None:
            self.searching.stop()


def make_table(mb: int) -> None:
    """Have the memory for a table of such a size handed out; whoever searches next finds it."""
    from outwit.engine.kernels.transposition_memory import BUCKET, reserve  # with all that compiles

    reserve(1 << ((mb << 20) // BUCKET).bit_length() - 1, True)


ANSWERS: dict[str, Callable[[Conversation, Sequence[str]], None]] = {
    "uci": Conversation.introduce,
    "debug": Conversation.set_debug,
    "isready": Conversation.be_ready,
    "setoption": Conversation.set_option,
    "register": lambda conversation, words: None,
    "ucinewgame": Conversation.begin_game,
    "position": Conversation.set_position,
    "go": Conversation.go,
    "stop": Conversation.stop,
    "ponderhit": Conversation.hit,
}
"""What answers each command, but for `quit`."""
