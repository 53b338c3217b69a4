"""A class as its author wrote it, made known to the compiler.

Nothing of the user's is changed. Each function is rebuilt around its own code with other globals: plain
functions become compiled ones, state classes become constructors that cast, lists become tuples. `self` is a
type of its own for every linked game: methods are compiled functions, whole numbers, truths and texts are
constants, and reals, tuples and arrays are read from a block of memory, so that new ones need no compiling.
"""

from __future__ import annotations

import builtins
import functools
import hashlib
import inspect
import math
import types as python
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from dis import get_instructions
from functools import cached_property
from typing import Any
from weakref import WeakSet

import numpy as np
from llvmlite import ir
from numba import carray, types
from numba.extending import (
    intrinsic,
    models,
    overload_attribute,
    overload_method,
    register_model,
)

import outwit.engine.compiler.builtins  # noqa: F401  the compiler learns any, all and reversed
from outwit.bits import ALL
from outwit.engine.compiler import (
    counters,
    enumerations,
    maps,
    optional,
    row_operations,
    shrinking,
    sorting,
)
from outwit.engine.compiler.bitset import NATIVE, BitsConstant
from outwit.engine.compiler.class_members import teach_method, teach_property
from outwit.engine.compiler.codegen import apart, inline, part
from outwit.engine.compiler.desugar import desugar
from outwit.engine.compiler.dict_lookup import Lookup, can_look_up
from outwit.engine.compiler.layout import layout_of, record
from outwit.engine.compiler.memory import as_pointer, real_at, word_at
from outwit.engine.compiler.numba_internals import PartCompiler
from outwit.engine.compiler.rows import owns_memory
from outwit.engine.compiler.source import tree_of
from outwit.engine.compiler.stack_guard import comes_back, names_called
from outwit.engine.compiler.states import maker
from outwit.engine.compiler.tables import table
from outwit.engine.compiler.twins import TWINS
from outwit.game import Game, State
from outwit.random import Generator
from outwit.random_positions import random_step

SHORT = 400
"""Functions of so many instructions, the interpreter's, are compiled into whatever calls them."""

STANDING_IN = {
    *row_operations.STANDING_IN,
    *shrinking.STANDING_IN,
    *sorting.STANDING_IN,
    *optional.NATIVE_OPTIONAL,
    enumerations.member_of,
    counters.count_items,
    maps.make_map,
}
"""What rewritten rules call that the compiler has been taught."""

LONGEST_RANGE = 4096
"""A range beside the rules becomes a tuple if it is not longer than this."""

CALL = {"forceinline": True, "no_cfunc_wrapper": True, "pipeline_class": PartCompiler}
"""How attributes of `self`, and calls of its methods, are compiled: into whatever uses them."""


class SelfModel(models.PrimitiveModel):
    """`self` in compiled rules is the address of the game's data."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, ir.IntType(64))


class Linked:
    """A game's class, and all that it reaches, ready to be compiled."""

    def __init__(self, game: Game, **options: Any) -> None:
        self.game = game
        self.options = options
        self.samples, self.fault = sample_states(game)
        self.layout = layout_of(self.samples[0], name=type(self.samples[0]).__name__, samples=self.samples)
        self.makers = {part.cls: maker(part) for part in self.layout.classes()}
        self.functions: dict[Any, Any] = {}
        self.listings: dict[Any, Any] = {}
        """Of generators, the compiled functions that give all their items at once."""
        self.self_class = type(f"Self{type(game).__name__}", (types.Type,), {})
        register_model(self.self_class)(SelfModel)
        self.self_type = self.self_class(f"{type(game).__name__}<{id(self)}>")
        self.address_of, self.with_data = self.doors()
        self.data = Data(game)
        for name in members(game):
            self.expose(name)
        for cls in self.makers:
            self.expose_members(cls)

    def doors(self) -> tuple[Any, Any]:
        """The two compiled functions between `self` and the address of its data."""
        self_type = self.self_type

        @intrinsic
        def address_of(typing: Any, game: Any) -> Any:
            return types.int64(self_type), lambda context, builder, sig, args: args[0]

        @intrinsic
        def with_data(typing: Any, address: Any) -> Any:
            return self_type(types.int64), lambda context, builder, sig, args: args[0]

        return address_of, with_data

    def expose(self, name: str) -> None:
        """Make a member known as an attribute or a method of `self`."""
        raw = forgetful(inspect.getattr_static(type(self.game), name, None))
        if raw is Game.chances:
            raw = no_chances
        if isinstance(raw, staticmethod):
            self.expose_method(name, raw.__func__, bound=False)
        elif isinstance(raw, classmethod):
            self.expose_method(name, raw.__func__, bound=True)
        elif inspect.isfunction(raw):
            self.expose_method(name, raw, bound=True)
        elif name in self.data.places:
            overload_attribute(self.self_class, name, jit_options=CALL)(self.data_reader(name))
        else:
            overload_attribute(self.self_class, name, jit_options=CALL)(self.constant_reader(name))

    def expose_method(self, name: str, function: Any, bound: bool) -> None:
        """Make a method of `self` call the compiled function."""
        parameters = list(inspect.signature(function).parameters.values())[1 if bound else 0 :]
        if any(p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in parameters):
            return
        template = method_template(lambda: self.function(function), parameters, bound)
        overload_method(self.self_class, name, jit_options=CALL)(template)

    def expose_members(self, cls: Any) -> None:
        """Make the methods and properties of a class of states, or an enumeration, known, once for each."""
        if cls in exposed:
            return
        exposed.add(cls)
        numbers = enumerations.is_enumeration(cls)
        own = cls if numbers else record(cls)
        kinds = (types.IntEnumMember,) if numbers else (types.NamedTuple, types.NamedUniTuple)
        for name, function, is_property in own_members(cls):
            teach = teach_property if is_property else teach_method
            for kind in kinds:
                teach(kind, name, own, self.state_template(function), CALL)

    def state_template(self, function: Any) -> Any:
        """How compiled code calls a method of a state, or reads a property."""
        parameters = list(inspect.signature(function).parameters.values())[1:]
        return method_template(lambda: self.function(function), parameters)

    def constant_reader(self, name: str) -> Any:
        """How compiled code reads an attribute that is part of the rules."""
        return lambda game: constant(self.value(getattr(self.game, name)))

    def data_reader(self, name: str) -> Any:
        """How compiled code reads an attribute that may change without compiling again."""
        index, shape, kind = self.data.places[name]
        address_of = self.address_of
        if not shape:
            return lambda game: lambda game: real_at(address_of(game), index)
        dtype = np.float64 if kind == "float" else np.int64
        return lambda game: lambda game: carray(as_pointer(word_at(address_of(game), index)), shape, dtype)

    def function(self, function: Any) -> Any:
        """The compiled twin of a plain function."""
        if function in NATIVE:
            return NATIVE[function]
        if function in STANDING_IN:
            return function
        if function in self.functions:
            return self.functions[function]
        endless = comes_back(inspect.unwrap(function), self.called_by)
        plain, listing = desugar(function, self.resolve if self.is_method(function) else None, endless)
        dispatcher = self.twin(plain, function)
        listing = listing or getattr(function, "listing", None)
        if listing is not None:
            self.listings[function] = self.function(listing)
            hand_over(dispatcher, self.listings[function])
        return dispatcher

    def compile(self, function: Any, kinds: tuple[Any, ...]) -> Any:
        """The type of what a function answers when it is given things of such kinds."""
        dispatcher = self.function(function)
        if any(map(owns_memory, kinds)):
            dispatcher = self.listings.get(function, dispatcher)
        dispatcher.compile(kinds)
        return dispatcher.nopython_signatures[0].return_type

    def twin(self, function: Any, original: Any) -> Any:
        """A plain function with other globals, for the compiler, known by what it was made of."""
        shadow: dict[str, Any] = {"__builtins__": builtins, "__name__": function.__module__}
        cells = tuple(python.CellType() for _ in function.__closure__ or ())
        code, defaults = positional(function)
        twin = python.FunctionType(code, shadow, function.__name__, defaults, cells or None)
        twin.__qualname__, twin.__module__ = function.__qualname__, function.__module__
        circle = self.circle_of(inspect.unwrap(function))
        make = inline if all(length(each) <= SHORT for each in circle or [function]) else part
        if self.layout.is_walked and self.whole_length(min(circle, key=id, default=function)) > SHORT // 4:
            make = apart  # lists and rows are much code each time, and a call costs little beside them
        self.functions[original] = dispatcher = make(twin, **self.options)
        for name, value in globals_of(function):
            shadow[name] = self.value(value, names_in(function.__code__))
        for cell, original in zip(cells, function.__closure__ or (), strict=True):
            if not is_empty(original):
                cell.cell_contents = self.value(original.cell_contents)
        return dispatcher

    @cached_property
    def methods(self) -> frozenset[Any]:
        """The plain functions among the members of the game's class and its bases."""
        classes = type(self.game).__mro__
        return frozenset(
            each
            for cls in classes
            for raw in vars(cls).values()
            if inspect.isfunction(each := forgetful(getattr(raw, "__func__", raw)))
            and not isinstance(raw, staticmethod)
        )

    def is_method(self, function: Any) -> bool:
        """Is the first parameter of a function the game?"""
        return function in self.methods

    def resolve(self, within: Any, name: str) -> tuple[Any, bool] | None:
        """The function behind `self.name`, or `super().name` in a class, and whether it takes `self`."""
        classes = type(self.game).__mro__
        if within is not None:
            classes = classes[classes.index(within) + 1 :]
        raw = next((vars(cls)[name] for cls in classes if name in vars(cls)), None)
        function = forgetful(raw.__func__ if isinstance(raw, staticmethod | classmethod) else raw)
        if not inspect.isfunction(function) or function is Game.chances:
            return None
        kinds = {each.kind for each in inspect.signature(function).parameters.values()}
        if kinds & {inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD}:
            return None
        return function, not isinstance(raw, staticmethod)

    def is_short(self, name: str) -> bool:
        """Is a rule, with all that it calls, so little that it costs nothing to compile it in again?"""
        return self.whole_length(own_function(self.game, name)) <= SHORT

    def whole_length(self, function: Any) -> int:
        """How many instructions a function has together with all that it calls."""
        return sum(map(length, self.calls_of(function) | {function}))

    def called_by(self, function: Any) -> set[Any]:
        """The plain functions that a function may call, by its text: what it names, and methods of `self`."""
        plain, asked = names_called(function)
        found = [forgetful(function.__globals__.get(name)) for name in plain]
        if self.is_method(function):
            found += [own_function(self.game, name) for name in asked]
        return {each for each in found if inspect.isfunction(each)}

    def circle_of(self, function: Any) -> set[Any]:
        """The functions that call each other, this one among them; none if it does not come back to itself.

        Either all of them are inlined or none: the compiler has other names for what is.
        """
        return {each for each in self.calls_of(function) if function in self.calls_of(each)}

    def calls_of(self, function: Any) -> set[Any]:
        """All functions that a function calls, and that these call."""
        methods = set(members(self.game))
        waiting, seen = [function], set[Any]()
        while waiting:
            each = waiting.pop()
            called = [forgetful(value) for _, value in globals_of(each)]
            called += [own_function(self.game, name) for name in names_in(each.__code__) & methods]
            more = {one for one in called if inspect.isfunction(one)} - seen
            seen |= more
            waiting += more
        return seen

    def circle(self, function: Any, above: tuple[Any, ...] = ()) -> tuple[Any, int] | None:
        """Where a method calls itself through `self`, or a method that does so: the function and the line."""
        for name, line in own_calls(function):
            called = own_function(self.game, name)
            if called in (*above, function):
                return function, line
            if inspect.isfunction(called):
                found = self.circle(called, (*above, function))
                if found:
                    return found
        return None

    def value(self, value: Any, used: frozenset[str] = frozenset()) -> Any:
        """What stands for a value of the user's in compiled code."""
        value = forgetful(value)
        if isinstance(value, python.BuiltinFunctionType | type) and value in TWINS:
            return self.function(TWINS[value])
        if inspect.isfunction(value):
            return self.function(value)
        if isinstance(value, type):
            if value in self.makers:
                return self.makers[value]
            if enumerations.is_enumeration(value):
                self.expose_members(value)
            if issubclass(value, Game):
                return self.namespace(
                    value.__name__, {n: inspect.getattr_static(value, n) for n in dir(value)}, used
                )
        if isinstance(value, python.ModuleType) and not is_library(value):
            return self.namespace(value.__name__, vars(value), used)
        if isinstance(value, range) and len(value) <= LONGEST_RANGE:
            return self.value(tuple(value))
        if type(value) in (tuple, list):
            found = table(value)
            if found is not None:
                return found
        if isinstance(value, list | set | frozenset):
            return self.value(tuple(value))
        if type(value) is tuple:
            return tuple(self.value(item) for item in value)
        if can_look_up(value):
            try:
                return Lookup(value)
            except (ValueError, TypeError, OverflowError):
                return value
        if isinstance(value, int) and not isinstance(value, bool) and (1 << 63) <= value <= ALL:
            return BitsConstant(value)
        return value

    def namespace(self, name: str, content: dict[str, Any], used: frozenset[str]) -> Any:
        """A module or a class as compiled code sees it: a module with what is used of it."""
        module = python.ModuleType(name)
        for each in used & set(content):
            thing = content[each]
            thing = thing.__func__ if isinstance(thing, staticmethod | classmethod) else thing
            setattr(module, each, self.value(thing, used))
        return module


MADE = ("_asdict", "_make", "_replace")
"""Methods that every NamedTuple has."""

exposed: WeakSet[Any] = WeakSet()
"""The classes of states whose methods and properties are known."""


def own_members(cls: Any) -> Iterator[tuple[str, Any, bool]]:
    """The methods and properties of a class: names, functions, and whether each is a property."""
    for name in sorted(type.__dir__(cls)):  # an enumeration itself tells nothing but its members
        raw = forgetful(inspect.getattr_static(cls, name, None))
        getter = raw.fget if isinstance(raw, property) else getattr(raw, "func", None)
        function = raw if inspect.isfunction(raw) else getter
        if inspect.isfunction(function) and not name.startswith("__") and name not in MADE:
            yield name, function, function is getter


def sample_states(game: Game) -> tuple[list[State], Exception | None]:
    """The states of a few random games, the initial one first, and what the rules raised meanwhile."""
    random, found = Generator(1), [game.initial()]
    try:
        for _ in range(4):
            state = found[0]
            for _ in range(200):
                if game.over(state):
                    break
                state = random_step(game, state, random)
                found.append(state)
    except Exception as error:  # rules may raise anything; the linker tells what
        return found, error
    return found, None


def method_template(link: Callable[[], Any], parameters: list[Any], bound: bool = True) -> Any:
    """The template of a method that calls a compiled function."""
    taken = "".join(
        f", {p.name}" + ("" if p.default is p.empty else f"=defaults[{p.name!r}]") for p in parameters
    )
    given = ", ".join([*(["self"] if bound else []), *(p.name for p in parameters)])
    names = {"defaults": {p.name: p.default for p in parameters}, "link": link}
    # The parameters are named as the rule's own are, and numba takes them from the signature.
    exec(
        f"def template(self{taken}):\n"
        f"    outwit_rule = link()\n"  # a name that no parameter of the user's has
        f"    def call(self{taken}):\n"
        f"        return outwit_rule({given})\n"
        f"    return call",
        names,
    )
    return names["template"]


def hand_over(generator: Any, listing: Any) -> None:
    """Let calls of a generator that is given what owns memory go to its listing.

    A generator that nobody asks to its end would never let go of that.
    """
    get_call_template, get_overload = generator.get_call_template, generator.get_overload

    def call_template(args: Any, kws: Any) -> Any:
        managing = any(owns_memory(kind) for kind in (*args, *kws.values()))
        return listing.get_call_template(args, kws) if managing else get_call_template(args, kws)

    def overload(kinds: Any) -> Any:
        return listing.get_overload(kinds) if any(map(owns_memory, kinds)) else get_overload(kinds)

    generator.get_call_template, generator.get_overload = call_template, overload


def no_chances(self: Any, state: Any) -> Iterator[tuple[int, float]]:
    """The `chances` of a game that has none, as the compiler can take them; nobody should ask."""
    for outcome in range(0):
        yield outcome, 1.0
    raise TypeError("the game has no `chances`, and `turn` says CHANCE")


def own_function(game: Game, name: str) -> Any:
    """The plain function behind a method of a game, whatever kind of method it is."""
    raw = inspect.getattr_static(type(game), name, None)
    return forgetful(raw.__func__ if isinstance(raw, staticmethod | classmethod) else raw)


def own_calls(function: Any) -> Iterator[tuple[str, int]]:
    """What a function whose text is not known asks its first parameter for, each with its line."""
    if tree_of(function) is not None:
        return
    code = function.__code__
    own = code.co_varnames[0] if code.co_argcount else None
    before: Any = None
    for step in get_instructions(code):
        if step.opname in ("LOAD_METHOD", "LOAD_ATTR") and before == own:
            yield step.argval, getattr(step.positions, "lineno", None) or code.co_firstlineno
        if step.opname.startswith("LOAD_FAST"):
            before = step.argval[-1] if isinstance(step.argval, tuple) else step.argval
        elif step.opname not in ("CACHE", "EXTENDED_ARG"):
            before = None


def length(function: Any) -> int:
    """How many instructions a function has."""
    return sum(1 for _ in get_instructions(function.__code__))


def forgetful(function: Any) -> Any:
    """A function as it was before `functools.cache`: compiled, there is nothing to remember."""
    return function.__wrapped__ if isinstance(function, functools._lru_cache_wrapper) else function


def constant(value: Any) -> Any:
    """A compiled attribute that is always the same."""
    return lambda game: value


class Data:
    """What a game hands over at run time: reals, tuples and arrays of numbers among its attributes."""

    def __init__(self, game: Game) -> None:
        self.places: dict[str, tuple[int, tuple[int, ...], str]] = {}
        """Where each stands in the block, its shape (empty for a real) and `int` or `float`."""
        self.arrays: list[Any] = []
        words: list[int] = []
        for name in data_members(game):
            value = getattr(game, name)
            if isinstance(value, float):
                self.places[name] = len(words), (), "float"
                words.append(int(np.float64(value).view(np.int64)))
                continue
            array = np.ascontiguousarray(as_array(value))
            self.arrays.append(array)
            self.places[name] = len(words), array.shape, "float" if array.dtype.kind == "f" else "int"
            words.append(array.ctypes.data)
        self.block = np.array(words or [0], dtype=np.int64)

    @cached_property
    def digest(self) -> str:
        """What names these numbers, and no others."""
        reals = [self.block[index] for index, shape, _ in self.places.values() if not shape]
        content = b"".join(np.array(part).tobytes() for part in (reals, *self.arrays))
        return hashlib.sha256(content).hexdigest()[:16]

    @cached_property
    def address(self) -> int:
        """Where compiled code finds it."""
        return int(self.block.ctypes.data)


def members(game: Game) -> list[str]:
    """The names that compiled rules may use of `self`."""
    return sorted({name for name in [*dir(type(game)), *vars(game)] if not name.startswith("__")})


def data_members(game: Game) -> Iterator[str]:
    """The names of attributes that are data: weights, fields and what is computed from them, if numbers."""
    for name in sorted(attribute_names(type(game)) | vars(game).keys()):
        if not name.startswith("__"):
            value = attribute_value(game, name)
            if isinstance(value, float) or as_array(value) is not None:
                yield name


@functools.cache
def attribute_names(kind: type[Game]) -> frozenset[str]:
    """The names of a game's weights, of its fields and of what is computed from them."""
    given: set[str] = {field.name for field in fields(kind)} if is_dataclass(kind) else set()
    computed = {
        name
        for name in dir(kind)
        if isinstance(inspect.getattr_static(kind, name, None), cached_property | property)
    }
    weighed = {"weights"} & {*dir(kind)}
    return frozenset(given | computed | weighed)


def attribute_value(game: Game, name: str) -> Any:
    """An attribute's value, or None where it cannot be computed."""
    try:
        return getattr(game, name)
    except Exception:  # a user's property may raise anything
        return None


def as_array(value: Any) -> Any:
    """A tuple or array of numbers, rectangular if nested, as words or reals; None if it is neither."""
    if not isinstance(value, tuple | list | np.ndarray) or len(value) == 0 or hasattr(value, "_fields"):
        return None
    try:
        array = np.array(value)
    except (ValueError, OverflowError):
        return None
    if array.dtype.kind in "bi":
        return array.astype(np.int64)
    return array.astype(np.float64) if array.dtype.kind == "f" else None


def positional(function: Any) -> tuple[Any, tuple[Any, ...]]:
    """A function's code and defaults, with parameters that only a keyword reaches made like the others."""
    code, defaults = function.__code__, function.__defaults__ or ()
    first, more = code.co_argcount, code.co_kwonlyargcount
    given = function.__kwdefaults__ or {}
    named = [given[name] for name in code.co_varnames[first : first + more] if name in given]
    gathers = code.co_flags & inspect.CO_VARARGS
    if not gathers and (len(named) == more or not (defaults or named)):
        code = code.replace(co_argcount=first + more, co_kwonlyargcount=0)
        defaults += tuple(named)
    return code, defaults


def globals_of(function: Any) -> Iterator[tuple[str, Any]]:
    """The globals that a function's code names, and their values."""
    for name in sorted(names_in(function.__code__)):
        if name in function.__globals__:
            yield name, function.__globals__[name]


def names_in(code: Any) -> frozenset[str]:
    """All names in a function's code and in the functions written inside it."""
    names = set(code.co_names)
    for constant in code.co_consts:
        if inspect.iscode(constant):
            names |= names_in(constant)
    return frozenset(names)


def is_empty(cell: Any) -> bool:
    """Is a closure's cell not filled yet?"""
    try:
        return cell.cell_contents is cell
    except ValueError:
        return True


def is_library(module: Any) -> bool:
    """Does the compiler know this module by itself?"""
    return module in (math, np, builtins) or module.__name__.partition(".")[0] in ("numpy", "numba")
