"""Games of chess in Portable Game Notation: tags, moves, variations, comments, evaluations and clocks.

A file may hold many games. `read_pgn` checks every move; what it cannot read it refuses with the line.

>>> game = read_pgn('[White "Ada"] 1. e4 e5 2. Nf3 {attacks} (2. f4!?) *')[0]
>>> game.tags["White"], [step.name for step in game.steps], game.steps[2].comment
('Ada', ['e4', 'e5', 'Nf3'], 'attacks')
>>> print(write_pgn([PgnGame(steps=game.steps, result="1-0")]).splitlines()[-1])
1. e4 e5 2. Nf3 { attacks } ( 2. f4 $5 ) 1-0
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import wrap
from types import MappingProxyType
from typing import NamedTuple

from outwit.errors import OutwitError, shorten
from outwit.game import refusal
from outwit.games.chess import Chess
from outwit.games.chess.board import WHITE, Board
from outwit.games.chess.fen import read_fen, write_fen
from outwit.games.chess.playing import after
from outwit.games.chess.san import find_moves
from outwit.games.chess.setup import CLASSICAL, start

RULES = Chess()

ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}
"""The tags that every game has, and what they say where nothing is known; the result comes after them."""

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
"""How a game ends in writing; `*` where it is not over, or nobody knows."""

VARIANTS = ("", "standard", "chess", "from position", "normal", "chess960", "fischerandom", "fischerrandom")
"""What the tag Variant may say."""

SUFFIXES = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
"""Signs behind a move, and the numbers (NAG) that say the same."""

TOKEN = re.compile(
    r"""(?P<space>\s+)
    |(?P<escape>(?:(?<=\n)|\A)%[^\n]*)
    |\[\s*(?P<tag>\w+)\s+"(?P<value>(?:[^"\\\n]|\\.|"(?!\s*\]))*)"\s*\]
    |\{(?P<comment>[^}]*)\}
    |;(?P<rest>[^\n]*)
    |(?P<result>1-0|0-1|1/2-1/2|\*)
    |(?P<number>\d+\s*\.+|\d+(?=\s)|\.+)
    |\$(?P<nag>\d{1,3})
    |(?P<sign>[!?]{1,2})
    |(?P<open>\()
    |(?P<close>\))
    |(?P<move>[A-Za-z0][\w+#=:-]*(?:/[NBRQ])?)""",
    re.VERBOSE,
)
"""What a file is made of."""

COMMAND = re.compile(r"\[%(eval|clk)\s+([^\]]*?)\s*\]")
EVALUATION = re.compile(r"(?P<mate>\#)?(?P<worth>[+-]?\d+(?:\.\d+)?)(?:,\d+)?")
CLOCK = re.compile(r"(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)")

WIDTH = 79
"""How long a line of moves may become."""


class PgnError(OutwitError):
    """A file of games that cannot be read."""


class Worth(NamedTuple):
    """What a comment says a position is worth, as White sees it."""

    pawns: float = 0.0
    mate: int | None = None
    """In how many moves there is mate, less than 0 if Black mates; nothing if there is none."""


@dataclass(frozen=True)
class Step:
    """A move in a game that has been written down, with all that was said about it."""

    move: int
    name: str
    """The move in algebraic notation."""
    before: str = ""
    """A comment that stands before the move, where a line begins."""
    comment: str = ""
    nags: tuple[int, ...] = ()
    """Judgements by their number, such as 1 for a good move."""
    evaluation: Worth | None = None
    clock: float | None = None
    """How many seconds were left to whoever moved."""
    variations: tuple[tuple[Step, ...], ...] = ()
    """Other lines, each of which begins in place of this move."""


@dataclass(frozen=True)
class PgnGame:
    """A game that has been written down."""

    tags: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    steps: tuple[Step, ...] = ()
    result: str = "*"

    def first(self) -> Board:
        """The position that the game began from."""
        return read_fen(self.tags["FEN"]) if "FEN" in self.tags else start(CLASSICAL)

    def positions(self) -> Iterator[Board]:
        """The positions of the game, the first one before any move."""
        state = self.first()
        yield state
        for step in self.steps:
            state = after(state, step.move)
            yield state


def starting_tags(state: Board) -> dict[str, str]:
    """The tags that tell from which position a game began; none at the usual start."""
    if state == start(CLASSICAL):
        return {}
    unusual = write_fen(state) != write_fen(state, shredder=True) and not is_classical(state)
    variant = {"Variant": "Chess960"} if unusual else {}
    return {**variant, "SetUp": "1", "FEN": write_fen(state)}


def is_classical(state: Board) -> bool:
    """Do kings and rooks that may castle stand where they do in usual chess?"""
    squares = 0x81 << 56 | 0x81
    kings = state.low & state.middle & ~state.high
    return not state.castling & ~squares and all(
        not state.castling & 0xFF << rank or kings >> rank + 4 & 1 for rank in (0, 56)
    )


# Reading


@dataclass
class Line:
    """The moves of a game, or of a variation, as far as they have been read."""

    state: Board
    steps: list[Step] = field(default_factory=list)
    previous: Board | None = None
    """The position before the last move."""
    before: str = ""


def read_pgn(text: str) -> list[PgnGame]:
    """All the games of a text."""
    return list(PgnReader(text).games())


class PgnReader:
    """Goes through a text, word by word, and puts its games together."""

    def __init__(self, text: str) -> None:
        self.text = text.removeprefix("\ufeff")
        self.at = 0
        self.tags: dict[str, str] = {}
        self.lines: list[Line] = []
        """The line that is read, behind those that it branches off from."""

    def games(self) -> Iterator[PgnGame]:
        """The games, one after the other."""
        for token in self.tokens():
            if token.lastgroup == "result":
                yield self.finish(token["result"])
            elif token["tag"] is not None:
                if self.lines:
                    yield self.finish("")
                self.tags[token["tag"]] = re.sub(r"\\([\"\\])", r"\1", token["value"])
            else:
                self.take(token)
        if self.lines or self.tags:
            yield self.finish("")

    def tokens(self) -> Iterator[re.Match[str]]:
        """The words of the text, without spaces and what is to be left out."""
        while self.at < len(self.text):
            token = TOKEN.match(self.text, self.at)
            if not token:
                rest = self.text[self.at :].split("\n", 1)[0]
                raise self.error(f"{shorten(rest, 30)!r} is neither a tag, a comment, a move nor a result")
            if token["space"] is None and token["escape"] is None:
                yield token
            self.at = token.end()

    def error(self, why: str) -> PgnError:
        """The sentence that refuses the text, with the line."""
        line = self.text.count("\n", 0, self.at) + 1
        return PgnError(f"Line {line} cannot be read as PGN: {why}.")

    def take(self, token: re.Match[str]) -> None:
        """Take a word of the moves of a game."""
        if not self.lines:
            self.lines = [Line(self.first())]
        line = self.lines[-1]
        if token["move"] is not None:
            self.take_move(line, token["move"])
        elif token["comment"] is not None or token["rest"] is not None:
            self.take_comment(line, token["comment"] if token["rest"] is None else token["rest"])
        elif token["nag"] is not None:
            self.judge(line, int(token["nag"]))
        elif token["sign"] is not None:
            self.judge(line, SUFFIXES[token["sign"]])
        elif token["open"] is not None:
            if line.previous is None:
                raise self.error("a variation begins with '(' before there is a move that it could replace")
            self.lines.append(Line(line.previous))
        elif token["close"] is not None:
            self.close()

    def first(self) -> Board:
        """The position that the tags say a game begins from."""
        variant = self.tags.get("Variant", "")
        if variant.lower().replace("_", " ") not in VARIANTS:
            raise self.error(f"the variant {shorten(variant)!r} is not known; it is Standard or Chess960")
        if "FEN" not in self.tags:
            return start(CLASSICAL)
        try:
            return read_fen(self.tags["FEN"])
        except OutwitError as error:
            raise self.error(f"its tag FEN is broken: {str(error).removesuffix('.')}") from error

    def take_move(self, line: Line, word: str) -> None:
        """Play a move."""
        state = line.state._replace(quiet=0)  # the draw after fifty moves may not have been claimed
        legal = list(RULES.moves(state))
        found = find_moves(state, word, legal)
        if len(found) != 1:
            names = [RULES.name_among(state, move, legal) for move in found or legal]
            raise self.error(refusal(word, names).removesuffix("."))
        name = RULES.name_among(state, found[0], legal)
        line.steps.append(Step(found[0], name, before=line.before))
        line.before = ""
        line.previous, line.state = line.state, after(line.state, found[0])

    def take_comment(self, line: Line, comment: str) -> None:
        """Note a comment, and what it says in the words of programs."""
        told = dict(COMMAND.findall(comment))
        bare = " ".join(COMMAND.sub("", comment).split())
        if not line.steps:
            line.before = f"{line.before} {bare}".strip()
            return
        step = line.steps[-1]
        evaluation, clock = step.evaluation, step.clock
        if "eval" in told:
            found = EVALUATION.fullmatch(told["eval"])
            if not found:
                raise self.error(
                    f"the evaluation {shorten(told['eval'])!r} is neither like 0.35 nor like #-3"
                )
            worth = found["worth"]
            evaluation = Worth(mate=int(float(worth))) if found["mate"] else Worth(float(worth))
        if "clk" in told:
            time = CLOCK.fullmatch(told["clk"])
            if not time:
                raise self.error(f"the clock {shorten(told['clk'])!r} is not like 1:23:45")
            clock = 3600.0 * int(time[1] or 0) + 60.0 * int(time[2]) + float(time[3])
        line.steps[-1] = changed(
            step, comment=f"{step.comment} {bare}".strip(), evaluation=evaluation, clock=clock
        )

    def judge(self, line: Line, nag: int) -> None:
        """Note what is thought of the last move."""
        if not line.steps:
            raise self.error("a judgement stands before any move")
        line.steps[-1] = changed(line.steps[-1], nags=(*line.steps[-1].nags, nag))

    def close(self) -> None:
        """End a variation."""
        if len(self.lines) < 2:
            raise self.error("')' ends a variation, and none has begun")
        inner = self.lines.pop()
        outer = self.lines[-1]
        if inner.steps:
            last = outer.steps[-1]
            outer.steps[-1] = changed(last, variations=(*last.variations, tuple(inner.steps)))

    def finish(self, result: str) -> PgnGame:
        """The game that has been read; the text goes on with the next one."""
        if len(self.lines) > 1:
            raise self.error("the game ends in the middle of a variation; ')' is missing")
        said = self.tags.get("Result", "*")
        game = PgnGame(
            MappingProxyType(self.tags),
            tuple(self.lines[0].steps) if self.lines else (),
            result or (said if said in RESULTS else "*"),
        )
        if not self.lines:
            self.first()
        self.tags, self.lines = {}, []
        return game


def changed(
    step: Step,
    comment: str | None = None,
    nags: tuple[int, ...] | None = None,
    evaluation: Worth | None = None,
    clock: float | None = None,
    variations: tuple[tuple[Step, ...], ...] | None = None,
) -> Step:
    """A step of which more is known."""
    return Step(
        step.move,
        step.name,
        step.before,
        step.comment if comment is None else comment,
        step.nags if nags is None else nags,
        step.evaluation if evaluation is None else evaluation,
        step.clock if clock is None else clock,
        step.variations if variations is None else variations,
    )


# Writing


def write_pgn(games: Iterable[PgnGame]) -> str:
    """Games as a file holds them."""
    return "\n".join(write_game(game) for game in games)


def write_game(game: PgnGame) -> str:
    """A game: its tags, an empty line, and its moves in lines that are not too long."""
    tags = {**ROSTER, **game.tags, "Result": game.result}
    names = [*ROSTER, "Result", *(name for name in game.tags if name not in ROSTER and name != "Result")]
    lines = [f'[{name} "{escaped(tags[name])}"]' for name in names]
    state = game.first()
    words = [*written(state, game.steps), game.result]
    moves = wrap(" ".join(words), WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, "", *moves, ""])


def escaped(value: str) -> str:
    """What a tag says, as it is written."""
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def written(state: Board, steps: Sequence[Step]) -> Iterator[str]:
    """The words for some moves."""
    numbered = True
    for step in steps:
        if step.before:
            yield braced(step.before)
            numbered = True
        if state.turn == WHITE or numbered:
            yield f"{state.number}{'.' if state.turn == WHITE else '...'}"
        yield step.name
        yield from (f"${nag}" for nag in step.nags)
        said = " ".join(filter(None, (*commands(step), step.comment)))
        if said:
            yield braced(said)
        for variation in step.variations:
            yield "("
            yield from written(state, variation)
            yield ")"
        numbered = bool(said or step.variations)
        state = after(state, step.move)


def braced(comment: str) -> str:
    """A comment as it is written."""
    return f"{{ {comment.replace('}', ')')} }}"


def commands(step: Step) -> Iterator[str]:
    """The evaluation and the clock of a step, in the words of programs."""
    if step.evaluation is not None:
        worth, mate = step.evaluation
        yield f"[%eval {f'{worth:.2f}' if mate is None else f'#{mate}'}]"
    if step.clock is not None:
        whole = int(step.clock)
        rest = f"{step.clock - whole:.3f}"[1:].rstrip("0").rstrip(".")
        yield f"[%clk {whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}{rest}]"
