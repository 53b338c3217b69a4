"""Rules that call themselves without an end: compiled, they raise an error before the stack is full.

Only functions that may come back to themselves are guarded: they look where on the stack they begin. How
much of it is used is counted from the highest place at which the same function has begun in this thread, so
nothing has to be undone when one ends, by an error or otherwise.
"""

from __future__ import annotations

import ast
import platform
import sys
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from outwit.engine.compiler.numba_internals import cgutils
from outwit.engine.compiler.source import tree_of

MOST = 1 << 20
"""The bytes of the stack that such a function may use: an eighth of what a thread usually has.

Interpreted, Python stops after a thousand calls; a kilobyte for each of them is much.
"""

SLOTS = 64
"""So many threads are told apart; one that has no slot is not guarded."""

TELLS_THREADS = sys.platform == "linux" and platform.machine() in ("x86_64", "aarch64")
"""Is there a word that tells threads apart?"""

ENDLESS = "a function calls itself again and again, and the stack is full"

WORD = ir.IntType(64)


@intrinsic
def guard_stack(typing: Any) -> Any:
    """Raise a RecursionError if the function in which this stands has used too much of the stack."""
    return types.void(), emit_guard


def emit_guard(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """The guard in machine code."""
    if not TELLS_THREADS:
        return context.get_dummy_value()
    module = builder.module
    kind = ir.ArrayType(ir.LiteralStructType([WORD, WORD]), SLOTS)
    begun = cgutils.add_global_variable(module, kind, "outwit.begun")
    begun.linkage, begun.initializer = "internal", ir.Constant(kind, None)
    pointer = ir.FunctionType(ir.IntType(8).as_pointer(), [])
    thread = builder.ptrtoint(
        builder.call(cgutils.get_or_insert_function(module, pointer, "llvm.thread.pointer"), []), WORD
    )
    mixed = builder.xor(builder.lshr(thread, WORD(12)), builder.lshr(thread, WORD(20)))
    slot = builder.and_(mixed, WORD(SLOTS - 1))
    zero = ir.IntType(32)(0)
    owner = builder.gep(begun, [zero, slot, zero], inbounds=True)
    highest = builder.gep(begun, [zero, slot, ir.IntType(32)(1)], inbounds=True)
    here = builder.ptrtoint(cgutils.alloca_once(builder, WORD), WORD)
    top = builder.load(highest)
    with cgutils.if_unlikely(builder, builder.icmp_unsigned(">", builder.sub(top, here), WORD(MOST))):
        claimed = builder.extract_value(builder.cmpxchg(owner, WORD(0), thread, "monotonic", "monotonic"), 1)
        own = builder.or_(claimed, builder.icmp_unsigned("==", builder.load(owner), thread))
        higher = builder.icmp_unsigned(">", here, top)
        with builder.if_then(own), builder.if_else(higher) as (then, otherwise):
            with then:
                builder.store(here, highest)
            with otherwise:
                context.call_conv.return_user_exc(builder, RecursionError, (ENDLESS,))
    return context.get_dummy_value()


def comes_back(function: Any, called: Callable[[Any], set[Any]]) -> bool:
    """May a function come back to itself, through those that it calls?"""
    waiting, seen = called(function), set[Any]()
    while waiting:
        each = waiting.pop()
        if each is function:
            return True
        if each not in seen:
            seen.add(each)
            waiting |= called(each)
    return False


def names_called(function: Any) -> tuple[set[str], set[str]]:
    """The names in a function, and what it asks its first parameter for; none if its text is unknown."""
    tree = tree_of(function)
    if tree is None:
        return set(), set()
    parameters = [*tree.args.posonlyargs, *tree.args.args]
    own = parameters[0].arg if parameters else ""
    nodes = [node for statement in tree.body for node in ast.walk(statement)]
    plain = {node.id for node in nodes if isinstance(node, ast.Name)}
    asked = {
        node.attr
        for node in nodes
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == own
    }
    return plain, asked
