"""A process that runs one game's rules for another: a question in, an answer out, all of it plain data.

Positions have numbers, given by whoever asks: how each came about (from which one, by which step) is told
with the first question about it. What does not come back in time is interrupted here, so that the answer can
name the rule and the line; whoever asks ends the process where that does not help.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from numbers import Integral, Real

from outwit import errors, specs
from outwit.errors import BrokenRulesError, OutwitError
from outwit.faults import RULES, OverdueError, beyond, broken_rules
from outwit.game import Game, Move, State, defines, options, read_move, read_position
from outwit.games import find_game, game_spec, name_of
from outwit.isolated.values import is_opaque, pack, pack_picture, unpack, unpack_picture
from outwit.json_types import Json, JsonObject
from outwit.play.knowledge import position_for
from outwit.processes.channel import Channel, ClosedError
from outwit.processes.memory import limit_memory
from outwit.random import Generator
from outwit.repetition import Remembering, add_memory, cause, without_memory
from outwit.views import View, find_view

MOST_CHOICES = 50_000
"""How many moves there may be to choose from in a position."""

TAKE_MOVES = frozenset(("describe", "describe_to", "noisy", "gain", "order", "late", "irreversible"))
"""The rules whose second argument is a move."""

LISTED = frozenset(("moves", "moves_for", "noisy_moves", "chances"))
"""The rules that yield."""

LONGEST_TEXT = 200_000
"""How many characters the text of a position may have."""


def position_text(text: Json) -> str:
    """The text of a position, if it can be shown."""
    if len(str(text)) > LONGEST_TEXT:
        raise OutwitError(f"`text` has more than {LONGEST_TEXT:,} characters here; so many cannot be shown.")
    return str(text)


ANSWERS: dict[str, Callable[[Json], Json]] = {
    "over": bool,
    "turn": int,
    "text": position_text,
    **dict.fromkeys(("describe", "describe_to"), str),
    **dict.fromkeys(("noisy", "urgent", "irreversible"), bool),
    "late": int,
    **dict.fromkeys(("payoff", "evaluate", "gain", "order", "stalemate"), float),
    **dict.fromkeys(("bounds", "features"), lambda found: tuple(map(float, found))),
}
"""What the answers of rules are, of whatever kind of number they may have come."""

FACTS = (
    *("players", "zero_sum", "title", "stochastic", "hidden", "simultaneous", "repetition"),
    *("player_names", "feature_names", "weights", "models", "scripts", "default_agent", "scale"),
)
"""What is asked of a game once."""

SAID = ("scored", "recounts", "rolled", "guessed", "pieces")
"""What is asked of a view once."""


def work(channel: Channel) -> None:
    """Answer every question until nobody asks any more; the first names the game and the limits."""
    begin = channel.receive()
    limit_memory(begin["megabytes"])
    player: Answering | None = None
    while True:
        try:
            question = begin if player is None else channel.receive()
        except ClosedError:
            return
        try:
            with overdue(question["seconds"]):
                if player is None:
                    player = Answering(begin["game"], begin["files"])
                    answer = player.facts()
                else:
                    answer = player.answer(question)
            reply = {"answer": answer}
        except BaseException as error:  # rules may raise anything, SystemExit too; who asked is answered
            reply = error_answer(error, question, player)
        try:
            channel.send(reply)
        except (ValueError, TypeError, MemoryError) as error:
            channel.send({"error": f"The rules gave an answer that cannot be used: {error}.", "kind": ""})


@contextmanager
def overdue(seconds: float) -> Iterator[None]:
    """Interrupt what is done within when it takes longer than this, where the system can."""

    def ring(number: int, frame: object) -> None:
        error = OverdueError()
        error.seconds = seconds
        raise error

    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def error_answer(error: BaseException, question: JsonObject, player: Answering | None) -> JsonObject:
    """The answer where there is none: a sentence, and which of Outwit's errors it is."""
    broken: OutwitError | None = error if isinstance(error, OutwitError) else None
    with suppress(Exception):
        broken = broken_rules(error) or broken
    if broken is not None:
        return {"error": str(broken), "kind": type(broken).__name__}
    who = question.get("game", "the game") if player is None else type(player.game).__name__
    raised = f"raised {type(error).__name__}: {error}".rstrip(":. ")
    what = f"The rules of {who}, asked for `{question.get('rule', 'what they are')}`,"
    return {"error": f"{what} {beyond(error) or raised}.", "kind": BrokenRulesError.__name__}


class Answering:
    """A game, the positions of it that somebody asks about, and the answers."""

    def __init__(self, game: str, files: bool) -> None:
        self.game = find_game(game, files)
        self.rules: Game = Remembering(self.game) if self.game.repetition else self.game
        self.ways: dict[int, tuple[int | None, list[Json]]] = {}
        """How each position comes about: from which one, if any, and by which step."""
        self.states: dict[int, State] = {}
        self.choices: dict[int, dict[str, Move]] = {}
        """The moves that are no plain data, by position and by what they are known by."""
        self._view: View | None = None

    def answer(self, question: JsonObject) -> Json:
        """The answer to one question."""
        for number in question.get("forget", ()):
            for kept in (self.ways, self.states, self.choices):
                kept.pop(number, None)
        for number, before, step in question.get("news", ()):
            self.ways[number] = before, step
        rule, number, given = question["rule"], question["place"], question["given"]
        own: Callable[..., Json] | None = getattr(self, f"answer_{rule}", None)
        if own is not None:
            return own(number, *given)
        if rule.startswith("view_"):
            return self.look(rule.removeprefix("view_"), number, given)
        if rule in TAKE_MOVES:
            given = [self.move(number, given[0]), *given[1:]]
        if rule not in RULES:
            raise ValueError(f"{rule} is no rule")
        found = getattr(self.rules, rule)(self.state(number), *given)
        return pack(list_all(found, rule) if rule in LISTED else ANSWERS.get(rule, plain)(found))

    # The positions

    def state(self, number: int) -> State:
        """The state of a position, worked out from those before it."""
        missing = []
        at: int | None = number
        while at is not None and at not in self.states:
            missing.append(at)
            at = self.ways[at][0]
        for each in reversed(missing):
            before, step = self.ways[each]
            self.states[each] = self.next_state(before, step)
        return self.states[number]

    def next_state(self, before: int | None, step: list[Json]) -> State:
        """The state that a step leads to."""
        kind, *given = step
        if kind == "start":
            text = given[0]
            return self.rules.initial() if text is None else read_position(self.rules, text)
        assert before is not None
        state = self.state(before)
        if kind == "move":
            return self.rules.play(state, self.move(before, given[0]))
        if kind == "joint":
            return self.rules.play_joint(state, tuple(self.move(before, each) for each in given[0]))
        if kind == "seen":
            player, seed, history = given
            states = [self.state(each) for each in history]
            return position_for(self.rules, state, states, player, drawing(seed))[0]
        square, piece = given
        return self.with_memory(self.view.placed(without_memory(state), square, piece))

    def with_memory(self, state: State) -> State:
        """A state of the game as the rules have it, with a memory of its own if they remember."""
        return add_memory(self.game, state)[1]

    def move(self, number: int, data: Json) -> Move:
        """The move of a position that plain data stands for."""
        if not is_opaque(data):
            return unpack(data)
        if number not in self.choices:
            state = self.state(number)
            self.choices[number] = {str(pack(each)): each for each in options(self.rules, state)}
        return self.choices[number].get(str(data), unpack(data))

    # What is no rule of the contract, or is asked otherwise

    def facts(self) -> JsonObject:
        """What there is to know of the game before it is played."""
        game, cls = self.game, type(self.game)
        options_ = specs.option_fields(cls)
        return {
            "name": cls.__name__,
            "spec": game_spec(game),
            "class": name_of(cls),
            "about": cls.__doc__,
            "facts": {name: pack(plain(getattr(game, name))) for name in FACTS},
            "evaluations": {str(n): pack(plain(w)) for n, w in game.evaluations.items()},
            "defines": sorted(name for name in RULES if defines(game, name)),
            "options": [
                {
                    "name": name,
                    "value": pack(getattr(game, name)),
                    "default": pack(specs.default(option)),
                    "known": pack(tuple(map(str, option.metadata.get("known", ())))),
                }
                for name, option in options_.items()
            ],
            "verbatim": getattr(cls, "verbatim", None),
            "view": {name: pack(plain(getattr(self.view, name))) for name in SAID},
        }

    def answer_reach(self, number: int) -> bool:
        """Can a position be reached? If not, the rule that fails is told."""
        self.state(number)
        return True

    def answer_same(self, number: int, other: int) -> bool:
        """Are two positions the same?"""
        return bool(self.state(number) == self.state(other))

    def answer_parse(self, number: int, text: str) -> Json:
        """The move that a person wrote."""
        return pack(read_move(self.rules, self.state(number), text))

    def answer_describe_all(self, number: int) -> list[list[Json]]:
        """Every move of a position with what people write for it."""
        state = self.state(number)
        moves = list_all(options(self.rules, state), "moves")
        return [[pack(move), str(self.rules.describe(state, move))] for move in moves]

    def answer_cause(self, number: int) -> str:
        """What ended the game other than its own rules."""
        return cause(self.rules, self.state(number))

    # What is drawn

    @property
    def view(self) -> View:
        """How positions are drawn."""
        if self._view is None:
            self._view = find_view(self.game)
        return self._view

    def look(self, what: str, number: int, given: list[Json]) -> JsonObject:
        """What a view says of a position, and what is wrong with it."""
        state = without_memory(self.state(number))
        looked = getattr(self, f"look_{what}", None)
        if looked is not None:
            found = looked(number, state, *given)
        elif what in ("written", "standing", "beside", "roller"):
            found = getattr(self.view, what)(state, *given)
        elif what in ("path", "crossed", "worded"):
            found = pack(getattr(self.view, what)(state, self.move(number, given[0])))
        else:
            raise ValueError(f"{what} is nothing that a view is asked")
        return {"found": found, "trouble": self.view.trouble}

    def look_picture(
        self, number: int, state: State, player: int | None, last: Json, before: int | None
    ) -> JsonObject:
        """The picture of a position; where the step before is given, with its move marked."""
        move = None if last is None else self.move(number if before is None else before, last[0])
        earlier = None if before is None else without_memory(self.state(before))
        return pack_picture(self.view.picture(state, player, move, earlier))

    def look_clickable(self, number: int, state: State, moves: list[Json], squares: list[str]) -> Json:
        """Those of the moves that clicks come to, by their places in the list."""
        given = [self.move(number, each) for each in moves]
        found = set(self.view.clickable(state, given, set(squares)))
        return [place for place, move in enumerate(given) if move in found]

    def look_paths(self, number: int, state: State, moves: list[Json]) -> Json:
        """The squares to click for each move."""
        return [pack(self.view.path(state, self.move(number, each))) for each in moves]

    def look_onward(self, number: int, state: State, moves: list[Json], clicked: list[str]) -> Json:
        """What follows some clicks, moves by their places in the list."""
        given = [self.move(number, each) for each in moves]
        places = {move: place for place, move in enumerate(given)}
        complete, following = self.view.onward(state, given, tuple(clicked))
        return [
            [places[move] for move in complete],
            [[square, [places[move] for move in each]] for square, each in following.items()],
        ]

    def look_actions(self, number: int, state: State, groups: list[list[Json]]) -> Json:
        """What each of several clicks does, in words."""
        return [self.view.action(state, [self.move(number, each) for each in group]) for group in groups]

    def look_recounted(self, number: int, state: State, move: Json, after: int) -> str:
        """What a move led to, in words."""
        following = without_memory(self.state(after))
        return self.view.recounted(state, self.move(number, move), following)

    def look_track(self, number: int, state: State, picture: JsonObject, move: Json) -> Json:
        """The points of a picture between which an arrow shows a move."""
        return pack(self.view.track(unpack_picture(picture), state, self.move(number, move)))


def drawing(state: int) -> Generator:
    """A generator that goes on where another one stood."""
    generator = Generator()
    generator.state = state
    return generator


def list_all(found: Json, rule: str) -> tuple[Json, ...]:
    """What a rule yields; refused where there is no end of it."""
    items = tuple(islice(found, MOST_CHOICES + 1))
    if len(items) > MOST_CHOICES:
        raise OutwitError(f"`{rule}` yields more than {MOST_CHOICES:,} here; so many cannot be listed.")
    return items


def plain(value: Json) -> Json:
    """Numbers and sequences of whatever kind as Python's own."""
    if isinstance(value, bool | str) or value is None:
        return value
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):
        return float(value)
    if isinstance(value, Iterable):
        return tuple(map(plain, value))
    return value


def error_class(kind: str) -> type[OutwitError]:
    """The class of an error by its name."""
    found = getattr(errors, kind, OutwitError)
    return found if isinstance(found, type) and issubclass(found, OutwitError) else OutwitError
