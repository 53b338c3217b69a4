"""What a game is: the contract between a game's rules and everything else in Outwit."""

from __future__ import annotations

import struct
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from itertools import islice
from types import MappingProxyType
from typing import Any, TypeAlias

from outwit.errors import (
    BadPositionError,
    BrokenRulesError,
    IllegalMoveError,
    OutwitError,
    UnansweredError,
    shorten,
)
from outwit.random import GOLDEN, Generator, scramble

State: TypeAlias = Any
"""An immutable, hashable value, often a `NamedTuple` of numbers: `Any`, since each game has its own."""

Move: TypeAlias = Any
"""A hashable value, of a type of the game's own; an integer in a game that compiles."""

Observation: TypeAlias = Any
"""What a player knows: a hashable value, of a type of the game's own."""

CHANCE = -1
"""What `turn` says where not a player but a die, a card or the world acts next."""

SIMULTANEOUS = -2
"""What `turn` says where all players choose at once, none seeing the others' choices."""

FORBIDDEN = -1
"""The value of `repetition` in a game where no position may occur twice."""


UNWRAPPED = "unwrapped"
"""By this name a game is asked for the game itself; not an attribute that compiled code would depend on."""


class Game(ABC):
    """The rules of a turn-based game.

    A game is an ordinary class with five methods: `initial`, `moves`, `play`, `over` and `payoff`. The rest
    of the contract has defaults, to be overridden where a game knows better. States are never changed:
    `play` returns a new one. The fields of a game that is a dataclass are its options.

    A game in which all moves are simultaneous gives `moves_for` and `play_joint` in place of `moves` and,
    if nothing happens by chance, `play`.
    """

    players: int = 2
    """How many take part."""

    zero_sum: bool = True
    """Do the players' payoffs always add up to nothing?"""

    title: str = ""
    """What people call the game; without it, the name of the class is shown."""

    player_names: Sequence[str] = ()
    """What people call the players; a single letter is also the player's mark in `text`."""

    feature_names: Sequence[str] = ()
    """A name for each number that `features` gives."""

    weights: Sequence[float] = ()
    """How much each feature counts in the default `evaluate`."""

    evaluations: Mapping[str, Sequence[float]] = MappingProxyType({})
    """Other weights, each a way to judge positions that an agent can choose by name."""

    models: Sequence[str] = ()
    """Names of simpler versions of the game that an agent may search in place of it; see `modelled`."""

    view: type[Any] | None = None  # a View, of which rules know nothing
    """How positions are drawn: a class that derives from `outwit.views.View`. Without one, a view that stands
    in the game's file or comes with a package is found, and else the `text` is drawn."""

    scripts: Sequence[str] = ()
    """Names of simple ways to play that the rules know themselves, to play against; see `script`."""

    default_agent: str = ""
    """The spec of the agent that plays where nobody has chosen one; without it, Outwit chooses."""

    repetition: int = 0
    """What a repeated position means: 0 nothing, n a draw at the n-th time, `FORBIDDEN` not allowed."""

    # The five that make a game

    @abstractmethod
    def initial(self) -> State:
        """The state at the start."""

    def moves(self, state: State) -> Iterable[Move]:
        """The legal moves of whoever is to act, the natural order first; none once the game is over."""
        raise TypeError(f"{type(self).__name__} has no `moves`; it is asked for in {state!r}")

    def play(self, state: State, move: Move) -> State:
        """The state after a move or, where chance acts, after an outcome."""
        raise TypeError(f"{type(self).__name__} has no `play`; it is asked for {move!r} in {state!r}")

    @abstractmethod
    def over(self, state: State) -> bool:
        """Is the game finished?"""

    @abstractmethod
    def payoff(self, state: State, player: int) -> float:
        """The final result for a player, in the game's own units."""

    # What kind of game it is

    @property
    def stochastic(self) -> bool:
        """Does chance act in it? By default, if the game gives `chances`."""
        return defines(self, "chances")

    @property
    def hidden(self) -> bool:
        """Is anything kept from a player? By default, if the game gives `observation` or `determinize`."""
        return defines(self, "observation") or defines(self, "determinize")

    @property
    def simultaneous(self) -> bool:
        """Do players ever choose at once? By default, if the game gives `moves_for`."""
        return defines(self, "moves_for")

    @property
    def unwrapped(self) -> Game:
        """The game itself, where this is one that only adds a memory to it."""
        return self

    # Who acts, and what is at stake

    def turn(self, state: State) -> int:
        """The player to act, or `CHANCE`, or `SIMULTANEOUS`; nobody asks once the game is over."""
        return state.turn  # type: ignore[no-any-return]

    def bounds(self, state: State, player: int) -> tuple[float, float]:
        """The least and the greatest that the state can be worth to a player if all play their best.

        Its true value lies within and, once the game is over, the payoff. A game that knows more says more (a
        win in one, a double threat): the closer the bounds, the more a search can leave out.
        """
        return -1.0, 1.0

    # What a search may want to know

    def evaluate(self, state: State, player: int) -> float:
        """An estimate of `payoff`, in the same units; by default from the features, or 0 without any."""
        if not defines(self, "features"):
            return 0.0
        own = weighted_sum(self, state, player)
        rest = [weighted_sum(self, state, other) for other in range(self.players) if other != player]
        return own - sum(rest) / len(rest) if rest else own

    def features(self, state: State, player: int) -> Sequence[float]:
        """The numbers that a linear `evaluate` weighs, seen from a player."""
        return ()

    def noisy(self, state: State, move: Move) -> bool:
        """Would a search be misled if it stopped just before this move?"""
        return False

    def noisy_moves(self, state: State) -> Iterable[Move]:
        """The moves that are `noisy`, for a game that finds them without going through all moves."""
        return (move for move in self.moves(state) if self.noisy(state, move))

    def order(self, state: State, move: Move) -> float:
        """How promising a move looks: larger is searched first."""
        return 0.0

    def late(self, state: State, move: Move) -> bool:
        """May a search look less deep behind this move if others seem better? A game declares that it may."""
        return False

    def passed(self, state: State) -> State:
        """The state with the turn given up; a game that says so declares that to move is never a burden.

        Where it may be one, or the turn must not be given up, the game gives the state itself.
        """
        raise TypeError(f"{type(self).__name__} has no `passed`; it is asked for in {state!r}")

    def key(self, state: State) -> int:
        """A 64-bit hash of the state; equal for states that a game wants taken for the same.

        Tables go by it, and so does `repetition`, unless there is a `repetition_key`.
        """
        return mix(state)

    def repetition_key(self, state: State) -> int:
        """What `repetition` compares, as a 64-bit hash: such as the position without a count of moves."""
        return self.key(state)

    def irreversible(self, state: State, move: Move) -> bool:
        """Does this move make it impossible that an earlier position comes again?"""
        return False

    def stalemate(self, state: State, player: int) -> float:
        """The result for a player where `repetition` forbids every move: a draw, unless a game says else."""
        return 0.0

    # Chance, hidden information, simultaneous moves

    def chances(self, state: State) -> Iterable[tuple[Move, float]]:
        """The outcomes and their probabilities where `turn` is `CHANCE`."""
        raise TypeError(f"{type(self).__name__} has no `chances`; they are asked for in {state!r}")

    def modelled(self, name: str) -> Game:
        """The game as one of its `models` has it, such as with the average in place of a roll of the dice.

        States and moves mean the same in both. Which one is searched is the agent's choice (`model=`); the
        game that is played stays as it is.
        """
        raise TypeError(f"{type(self).__name__} has no model {name!r}")

    def observation(self, state: State, player: int) -> Observation:
        """All that the player knows and remembers, as a hashable value."""
        return state

    def determinize(self, state: State, player: int, random: Generator) -> State:
        """A full state drawn from those that the player cannot tell from this one."""
        return state

    def script(self, state: State, name: str, random: Generator) -> Move:
        """The move that one of the game's `scripts` plays for whoever is to act.

        With hidden information it depends on what that player knows, and on `random`, alone.
        """
        raise TypeError(f"{type(self).__name__} has no script {name!r}")

    def moves_for(self, state: State, player: int) -> Iterable[Move]:
        """The moves a player can choose from; where all choose at once, a game gives its own."""
        return self.moves(state) if self.turn(state) == player >= 0 else ()

    def play_joint(self, state: State, moves: tuple[Move, ...]) -> State:
        """The state after all players have chosen at once, a move for each."""
        raise TypeError(f"{type(self).__name__} has no `play_joint`; it is asked for in {state!r}")

    # People

    def describe(self, state: State, move: Move) -> str:
        """A move, or a chance outcome, as people write it."""
        return str(move)

    def describe_to(self, state: State, move: Move, by: int, player: int) -> str:
        """What a player sees of a move of `by`, or of a chance outcome, as people write it.

        It is empty if all that the player sees is that there was one. With hidden information a player sees
        the own moves and nothing else, unless a game says more.
        """
        return self.describe(state, move) if by == player or not self.hidden else ""

    def parse(self, state: State, text: str) -> Move:
        """The move, or chance outcome, that a person wrote; by default the one so described."""
        wanted = text.strip().casefold()
        described = {self.describe(state, move): move for move in options(self, state)}
        for name, move in described.items():
            if name.casefold() == wanted:
                return move
        raise IllegalMoveError(refusal(text, described))

    def text(self, state: State, player: int | None = None) -> str:
        """The position as people write it; for a player, only what that seat may see."""
        return str(state if player is None else self.observation(state, player))

    def position(self, text: str) -> State:
        """The position that a person wrote."""
        raise BadPositionError(
            f"{type(self).__name__} does not read positions from text; give the moves played instead."
        )


def defines(game: Game, name: str) -> bool:
    """Does the game give its own version of an optional part of the contract?

    >>> from outwit.games import find_game
    >>> defines(find_game("pig"), "chances"), defines(find_game("nim"), "chances")
    (True, False)
    """
    return getattr(type(getattr(game, UNWRAPPED)), name) is not getattr(Game, name)


def actors(game: Game, state: State) -> tuple[int, ...]:
    """The players who choose next: one, all of them where moves are simultaneous, none where chance acts."""
    turn = game.turn(state)
    if turn == SIMULTANEOUS:
        return tuple(range(game.players))
    return () if turn == CHANCE else (turn,)


def options(game: Game, state: State, most: int | None = None) -> list[Move]:
    """Everything that can happen next, or `most` of it: moves, chance outcomes, what players may choose."""
    turn = game.turn(state)
    if turn == CHANCE:
        return [outcome for outcome, _ in islice(game.chances(state), most)]
    if turn == SIMULTANEOUS:
        choices = (move for player in range(game.players) for move in game.moves_for(state, player))
        return list(dict.fromkeys(islice(choices, most)))
    return list(islice(game.moves(state), most))


def read_move(game: Game, state: State, text: str) -> Move:
    """The move, or chance outcome, that a person wrote.

    A `parse` that stumbles over a text which describes no move has refused it; one that stumbles over a move
    is broken, and its exception comes through.
    """
    try:
        return game.parse(state, text)
    except (IllegalMoveError, BrokenRulesError, UnansweredError):
        raise
    except Exception as error:  # what a game's `parse` raises over a text that is no move
        names = [game.describe(state, move) for move in options(game, state)]
        if text.strip() in names:
            raise
        raise IllegalMoveError(refusal(text, names)) from error


def read_history(game: Game, text: str) -> State:
    """The state after all the moves and chance outcomes that a person wrote, with spaces between them."""
    state = game.initial()
    for word in text.split():
        state = game.play(state, read_move(game, state, word))
    return state


def read_position(game: Game, text: str) -> State:
    """The position that a person wrote; one over which the game's `position` stumbles is none."""
    try:
        return game.position(text)
    except (OutwitError, UnansweredError):
        raise
    except Exception as error:  # what a game's `position` raises over a text that is none
        why = f"{type(error).__name__}: {error}"
        raise BadPositionError(
            f"{shorten(text)!r} is no position that {type(game).__name__} can read ({shorten(why, 100)})."
        ) from error


def refusal(text: str, legal: Iterable[str]) -> str:
    """The sentence that answers a text which is no legal move."""
    names = list(legal)
    shown = ", ".join(names[:12]) + (f" and {len(names) - 12} more" if len(names) > 12 else "")
    return f"{shorten(text.strip())!r} is not a legal move here; legal: {shown or 'none'}."


def player_name(game: Game, player: int) -> str:
    """What people call a player, a number from 0, or `CHANCE`."""
    if player == CHANCE:
        return "chance"
    if player < len(game.player_names):
        return game.player_names[player]
    return f"player {player + 1}"


def weighted_sum(game: Game, state: State, player: int) -> float:
    """A player's features, each times its weight, added up."""
    features = game.features(state, player)
    return sum(w * f for w, f in zip(game.weights, features, strict=True))


def mix(value: object) -> int:
    """A 64-bit hash of numbers, texts and tuples of them, the same in every process and on every machine.

    A dataclass has the hash of its fields.

    >>> mix((1, 2)) == mix((1, 2)), mix((1, 2)) == mix((2, 1)), mix((-1,)) == mix((-2,))
    (True, False, False)
    """
    if isinstance(value, tuple):
        word = len(value)
        for item in value:
            word = scramble(word + GOLDEN ^ mix(item))
        return word
    if isinstance(value, int):
        word = scramble(value)
        while not -(1 << 63) <= value < 1 << 64:
            value >>= 64
            word = scramble(word + GOLDEN ^ scramble(value))
        return word
    if isinstance(value, float):
        if value.is_integer():
            return mix(int(value))
        return scramble(int.from_bytes(struct.pack("<d", value), "little"))
    if isinstance(value, str):
        return mix(tuple(value.encode()))
    if value is None:
        return GOLDEN
    if isinstance(value, frozenset):
        return scramble(sum(mix(item) for item in value) + len(value))
    if is_dataclass(value) and not isinstance(value, type):
        return mix(tuple(getattr(value, field.name) for field in fields(value) if field.compare))
    return scramble(hash(value))
