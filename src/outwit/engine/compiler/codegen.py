"""How a game and a search become one piece of machine code.

The compiler would optimise each function by itself, turn it into machine code, and do so again wherever it is
used. Here each function that only compiled code calls is kept as a part, as it was lowered; the function that
Python calls is the whole, optimised once with all its parts. That takes half the time and lets the optimiser
see through everything.
"""

from __future__ import annotations

from itertools import count
from typing import Any, NamedTuple

from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic, overload, overload_method

from outwit.engine.compiler.numba_internals import (
    ApartCompiler,
    PartCompiler,
    WholeCompiler,
    cgutils,
    settle,
    without_literals,
)

PART: dict[str, Any] = {
    "nogil": True,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "forceinline": False,
    "pipeline_class": PartCompiler,
}
"""How functions are compiled that only compiled code calls."""


def part(function: Any, **options: Any) -> Any:
    """A function for compiled code to call, one version for each type and none for each constant."""
    return without_literals(njit(**{**PART, **options})(function))


def inline(function: Any, **options: Any) -> Any:
    """A part that becomes one with whatever calls it."""
    return part(function, forceinline=True, **options)


def apart(function: Any, **options: Any) -> Any:
    """A part that does not: with registers of its own, a loop that does much is faster so."""
    return part(function, pipeline_class=ApartCompiler, **options)


def overload_as_part(function: Any) -> Any:
    """What teaches the compiler what a function of Python is, for such types as the decorated function says.

    What it is compiles as a part. The compiler's own `overload` would make machine code of it, by itself.
    """
    return overload(function, jit_options={**PART, "forceinline": True})


def overload_method_as_part(kind: Any, name: str) -> Any:
    """What teaches the compiler a method of a type, in the same way."""
    return overload_method(kind, name, jit_options={**PART, "forceinline": True})


def whole(function: Any, signature: Any, **options: Any) -> Any:
    """A function that Python calls, compiled with all its parts."""
    dispatcher = njit(nogil=True, pipeline_class=WholeCompiler, **options)(function)
    dispatcher.compile(signature.args)
    settle(dispatcher)
    return dispatcher


def recursion(signature: Any) -> Any:
    """A call, in a function of that signature, of the function itself: nothing about it need be inferred."""
    return call_of(signature, lambda context, builder: builder.function)


class Recursion(NamedTuple):
    """How a function calls itself that is cut into parts."""

    again: Any
    """The call, in the function or in a part that gives an answer of the same type."""

    here: Any
    """Stands in the function itself, once, and says that it is the one."""


recursions = count()


def recursion_through_parts(signature: Any) -> Recursion:
    """The calls, in a function of that signature and in its parts, of the function itself."""
    name = f"outwit.again.{next(recursions)}"

    def callee(context: Any, builder: Any) -> Any:
        kind = context.call_conv.get_function_type(signature.return_type, signature.args)
        return cgutils.get_or_insert_function(builder.module, kind, name)

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        """Make what is called: it only calls the function that this stands in."""
        way = callee(context, builder)
        way.attributes.add("alwaysinline")
        inside = ir.IRBuilder(way.append_basic_block())
        inside.ret(inside.call(builder.function, way.args))
        return context.get_dummy_value()

    def here(typing: Any) -> Any:
        return types.void(), emit

    return Recursion(call_of(signature, callee), intrinsic(here))


def call_of(signature: Any, called: Any) -> Any:
    """A call of what is `called`, in a function that gives an answer of the same type.

    The answer comes to where the caller's own goes, and so does an error: a call costs no memory.
    """
    names = ", ".join(f"argument{index}" for index in range(len(signature.args)))

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        own = builder.function.args
        arguments = context.get_arg_packer(sig.args).as_arguments(builder, args)
        status = builder.call(called(context, builder), [*own[:2], *arguments])
        with cgutils.if_unlikely(builder, builder.icmp_signed("!=", status, ir.Constant(status.type, 0))):
            builder.ret(status)
        return builder.load(own[0])

    space = {"answer": (signature, emit)}
    # An intrinsic takes as many arguments as its signature names.
    exec(f"def again(typing, {names}):\n    return answer", space)
    return intrinsic(space["again"])
