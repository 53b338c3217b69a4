"""How a game and a search become one piece of machine code.

The compiler would optimise each function by itself, turn it into machine code, and do so again wherever it is
used. Here each function that only compiled code calls is kept as a part, as it was lowered; the function that
Python calls is the whole, optimised once with all its parts. That takes half the time and lets the optimiser
see through everything.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import njit
from numba.extending import intrinsic, overload, overload_method

from outwit.engine.compiler.numba_internals import (
    ApartCompiler,
    PartCompiler,
    WholeCompiler,
    cgutils,
    settle,
    untold,
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
    return untold(njit(**{**PART, **options})(function))


def inlined(function: Any, **options: Any) -> Any:
    """A part that becomes one with whatever calls it."""
    return part(function, forceinline=True, **options)


def apart(function: Any, **options: Any) -> Any:
    """A part that does not: with registers of its own, a loop that does much is faster so."""
    return part(function, pipeline_class=ApartCompiler, **options)


def taught(function: Any) -> Any:
    """What teaches the compiler what a function of Python is, for such types as the decorated function says.

    What it is compiles as a part. The compiler's own `overload` would make machine code of it, by itself.
    """
    return overload(function, jit_options={**PART, "forceinline": True})


def taught_method(kind: Any, name: str) -> Any:
    """What teaches the compiler a method of a type, in the same way."""
    return overload_method(kind, name, jit_options={**PART, "forceinline": True})


def whole(function: Any, signature: Any, **options: Any) -> Any:
    """A function that Python calls, compiled with all its parts."""
    dispatcher = njit(nogil=True, pipeline_class=WholeCompiler, **options)(function)
    dispatcher.compile(signature.args)
    settle(dispatcher)
    return dispatcher


def recursion(signature: Any) -> Any:
    """A call, in a function of that signature, of the function itself: nothing about it need be inferred.

    The answer comes to where its own goes, and so does an error: a call costs no memory.
    """
    names = ", ".join(f"argument{index}" for index in range(len(signature.args)))

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        function = builder.function
        arguments = context.get_arg_packer(sig.args).as_arguments(builder, args)
        status = builder.call(function, [*function.args[:2], *arguments])
        with cgutils.if_unlikely(builder, builder.icmp_signed("!=", status, ir.Constant(status.type, 0))):
            builder.ret(status)
        return builder.load(function.args[0])

    space = {"answer": (signature, emit)}
    exec(f"def again(typing, {names}):\n    return answer", space)
    return intrinsic(space["again"])
