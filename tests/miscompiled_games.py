"""Games that are sound as Python reads them, and mean something else to a compiler."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outwit.bits import Bits
from outwit.game import Game
from outwit.random import Generator


class Row(NamedTuple):
    left: int
    turn: int
    word: int
    squares: Bits


@dataclass(frozen=True)
class Countdown(Game):
    """Take one or two; whoever takes the last wins. What else happens, the games below say."""

    left: int = 24
    table: tuple[int, ...] = (7, 5, 3, 1)

    def initial(self) -> Row:
        return Row(self.left, 0, 1, 1)

    def moves(self, state: Row) -> Iterator[int]:
        if state.left > 0:
            yield 1
        if state.left > 1:
            yield 2

    def play(self, state: Row, move: int) -> Row:
        return Row(state.left - move, 1 - state.turn, state.word, state.squares)

    def over(self, state: Row) -> bool:
        return state.left == 0

    def payoff(self, state: Row, player: int) -> float:
        return -1.0 if state.turn == player else 1.0


class NoisyMoves(Countdown):
    """Nothing is wrong here: taking two is noisy, and the rules say so at once."""

    def noisy_moves(self, state: Row) -> Iterator[int]:
        if state.left > 1:
            yield 2


class BitsGrow(Countdown):
    """A set of squares is moved up, and what leaves the board is not cut off."""

    def play(self, state: Row, move: int) -> Row:
        return Row(state.left - move, 1 - state.turn, state.word, state.squares << 5)


class NumberGrows(Countdown):
    """A number leaves 64 bits in every game."""

    def play(self, state: Row, move: int) -> Row:
        return Row(state.left - move, 1 - state.turn, state.word * 1000, state.squares)


class NumberGrowsSeldom(Countdown):
    """A number leaves 64 bits, in few games."""

    def play(self, state: Row, move: int) -> Row:
        return Row(state.left - move, 1 - state.turn, state.word * 512 if move == 2 else 1, state.squares)


class ProductIsCut(Countdown):
    """A textbook's generator of random numbers: the product is cut before the remainder is taken."""

    def play(self, state: Row, move: int) -> Row:
        word = (state.word * 6364136223846793005 + 1442695040888963407) % 1000003
        return Row(state.left - move, 1 - state.turn, word, state.squares)


class RealInAWholeField(Countdown):
    """A field that starts as a whole number comes to hold a fraction."""

    def play(self, state: Row, move: int) -> Row:
        word = state.word + 0.5 if state.left == 7 and move == 2 else state.word
        return Row(state.left - move, 1 - state.turn, word, state.squares)  # type: ignore[arg-type]


class AnswersAreCut(Countdown):
    """Everything is computed with a detour by numbers that leave 64 bits."""

    def turn(self, state: Row) -> int:
        return 1 if state.turn << 63 > 0 else 0

    def over(self, state: Row) -> bool:
        return state.left << 62 == 0

    def moves(self, state: Row) -> Iterator[int]:
        for taken in (1, 2):
            if taken <= min(state.left, state.left << 59):
                yield taken

    def payoff(self, state: Row, player: int) -> float:
        """Divides by something that is nothing in 64 bits, or takes an index that is negative."""
        whole = state.left + 4 << 62
        worth = 1 + 5 // whole if state.word else self.table[min(state.left + 3 << 62, 3)]
        return -worth if state.turn == player else worth

    def bounds(self, state: Row, player: int) -> tuple[float, float]:
        return -1.0, 1.0 if state.left + 1 << 61 >= 0 else 2.0

    def evaluate(self, state: Row, player: int) -> float:
        """A power with a negative exponent is a fraction to Python."""
        worth: float = 2**-state.left
        return worth if player == 0 else -worth

    def order(self, state: Row, move: int) -> float:
        return float(state.left + 100 << 57)

    def noisy(self, state: Row, move: int) -> bool:
        return 1 << 61 + move > 0

    def key(self, state: Row) -> int:
        return ((state.left * 2 + state.turn) * 0x4F1BBCDCBFA53E0B >> 20) & 0xFFFFFFFFFFFF


class KnowledgeIsCut(Countdown):
    """What nobody has seen is drawn, and what a player has seen is told, by numbers that leave 64 bits."""

    def observation(self, state: Row, player: int) -> tuple[int, int, int]:
        return state.left, state.turn, (state.left + player << 62) % 5

    def determinize(self, state: Row, player: int, random: Generator) -> Row:
        word = (random.below(1000003) * 6364136223846793005 + 1442695040888963407) % 1000003
        return state._replace(word=word)


class NeverEnds(Countdown):
    """A loop that ends because a number grows."""

    def play(self, state: Row, move: int) -> Row:
        word = 1
        while word.bit_length() < 70 and state.left < 20:
            word += word
        return Row(state.left - move, 1 - state.turn, word >> 69, state.squares)


class IndexIsAssumed(Countdown):
    """A product of a number with itself is taken to be positive, so that a check of the index is left out."""

    def payoff(self, state: Row, player: int) -> float:
        large = 3037000500 + state.left
        worth = self.table[min(large * large, 3)]
        return -worth if state.turn == player else worth
