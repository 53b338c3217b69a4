"""`outwit.random.Generator` as rules use it that draw worlds, compiled: the same draws, one by one."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, models, register_model

from outwit.engine.compiler.bitset import BitsType, as_bits
from outwit.engine.compiler.codegen import apart, overload_method_as_part
from outwit.engine.compiler.splitmix import draw_word, fraction, scale


class GeneratorType(types.Type):
    """The compiler's type of the `random` that a rule is given."""

    def __init__(self) -> None:
        super().__init__("Generator")


GENERATOR = GeneratorType()


@register_model(GeneratorType)
class GeneratorModel(models.PrimitiveModel):
    """A generator is the address of the word that is its state."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, ir.IntType(64))


@intrinsic
def generator_at(typing: Any, address: Any) -> Any:
    """The generator whose state is at an address."""
    return GENERATOR(types.int64), lambda context, builder, sig, args: args[0]


@intrinsic
def address_of(typing: Any, random: Any) -> Any:
    """Where the state of a generator is."""
    return types.int64(GENERATOR), lambda context, builder, sig, args: args[0]


@apart
def draw(random):
    """The next random word, with a sign; a function of its own, as LLVM 22 confuses draws side by side."""
    return draw_word(address_of(random))


@apart
def draw_below(random, count):
    """A whole number below a count, each equally likely."""
    if count < 1:
        raise ValueError("random.below: give a number from 1 to 2**64")
    many, word = as_bits(count), as_bits(draw(random))
    if word < many:  # seldom, and only then is it worth a division to know which words to draw again
        least = as_bits(-count) % many
        while word < least:
            word = as_bits(draw(random))
    return int(word % many)


METHODS = {
    "word": "nothing",
    "below": "a whole number",
    "roughly": "a whole number",
    "uniform": "nothing",
    "choice": "a list or a tuple, as in list(...)",
    "shuffle": "a list, as in list(...)",
    "weighted": "a list of pairs, an outcome and its probability",
}
"""What compiled rules can ask of a generator, and what each of these takes."""


def is_whole(kind: Any) -> bool:
    """Is it a whole number, or bits?"""
    return isinstance(kind, types.Integer | types.Boolean | BitsType)


@overload_method_as_part(GeneratorType, "word")
def _word(random):
    return lambda random: as_bits(draw(random))


@overload_method_as_part(GeneratorType, "below")
def _below(random, n):
    return (lambda random, n: draw_below(random, int(n))) if is_whole(n) else None


@overload_method_as_part(GeneratorType, "roughly")
def _roughly(random, n):
    return (lambda random, n: scale(draw(random), int(n))) if is_whole(n) else None


@overload_method_as_part(GeneratorType, "uniform")
def _uniform(random):
    return lambda random: fraction(draw(random))


@overload_method_as_part(GeneratorType, "choice")
def _choice(random, items):
    return lambda random, items: items[draw_below(random, len(items))]


@overload_method_as_part(GeneratorType, "shuffle")
def _shuffle(random, items):
    if not isinstance(items, types.List):
        return None

    def shuffle(random, items):
        for last in range(len(items) - 1, 0, -1):
            other = draw_below(random, last + 1)
            items[last], items[other] = items[other], items[last]

    return shuffle


@overload_method_as_part(GeneratorType, "weighted")
def _weighted(random, outcomes):
    def weighted(random, outcomes):
        point = random.uniform()
        for place in range(len(outcomes)):
            outcome, probability = outcomes[place]
            point -= probability
            if point < 0:
                return outcome
        for place in range(len(outcomes) - 1, -1, -1):
            outcome, probability = outcomes[place]
            if probability > 0:
                return outcome
        raise StopIteration

    return weighted
