"""Machine code that depends on no game, such as arithmetic on arrays, kept on disk like that of games."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable
from functools import cache as remember
from pathlib import Path
from types import FunctionType
from typing import Any

from numba import njit

from outwit.engine.compiler import cache
from outwit.engine.compiler.digest import machinery
from outwit.engine.compiler.progress import announce_while
from outwit.engine.compiler.rules import pause_collection

INSIDE: dict[str, Any] = {"nogil": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""How functions are compiled that only compiled code calls: what Python would need takes a third longer."""


@remember
def compile_alone(
    what: str, build: Callable[[], Callable[..., Any]], kinds: tuple[Any, ...], *sources: str
) -> Callable[..., Any]:
    """A function as machine code, from the cache or compiled now; once in a process.

    `what` says in words what it computes, and `build` gives the function itself, which may call others that
    `njit` has decorated. `kinds` are numba's types of its arguments, which callers keep to: nothing looks
    whether they do. `sources` are the files in which it is written; another version of them is another
    function.
    """
    content = [hashlib.sha256(Path(each).read_bytes()).hexdigest() for each in sources]
    facts = repr((machinery(), what, [str(kind) for kind in kinds], content))
    name = hashlib.sha256(facts.encode()).hexdigest()[:40]
    with pause_collection(leaving=False):
        call = cache.load(name)
    if call is None:
        cache.refuse_unless_making(what)
        with pause_collection(leaving=True), announce_while(f"Compiling {what} ..."), cache.alone(name):
            call = cache.load(name) or make(build(), kinds, name)
    compiled: Callable[..., Any] = call
    return compiled


def make(function: Callable[..., Any], kinds: tuple[Any, ...], name: str) -> Callable[..., Any]:
    """The function compiled for these types, kept in the cache under that name."""
    dispatcher = njit(nogil=True)(function)
    dispatcher.compile(kinds)
    cache.save(name, dispatcher)
    [result] = dispatcher.overloads.values()
    call: Callable[..., Any] = result.entry_point
    return call


def with_callees(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function for `compile_alone`: a copy that calls compiled versions of what it calls."""
    return copy_function(function, {})


def copy_function(function: Any, made: dict[Any, Any]) -> Callable[..., Any]:
    """A copy that calls what was `made` of the functions that it calls by their names."""
    callees = dict(function.__globals__)
    for name in function.__code__.co_names:
        callee = callees.get(name)
        if inspect.isfunction(callee):
            if callee not in made:
                made[callee] = njit(**INSIDE)(copy_function(callee, made))
            callees[name] = made[callee]
    return FunctionType(function.__code__, callees, function.__name__)
