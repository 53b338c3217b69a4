"""What the compiler says of rules that it cannot take: the function, the line, and a sentence about it."""

from __future__ import annotations

import ast
import inspect
import linecache
import os
import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from outwit.engine.compiler.diagnostics import Complaint, sentence
from outwit.engine.compiler.layout import LayoutError, layout_of
from outwit.engine.compiler.numba_internals import NumbaWarning
from outwit.engine.compiler.return_types import answer_fault
from outwit.errors import CompileError, OutwitError
from outwit.game import Game

if TYPE_CHECKING:
    from outwit.engine.compiler.linker import Linked


COLOUR = re.compile(r"\x1b\[[0-9;]*m")
PLACES = (
    re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)'),
    re.compile(r"Raised from (?P<file>\S.*?) \((?P<line>\d+)\)"),
    re.compile(r"location: (?P<file>\S.*?) \((?P<line>\d+)\)"),
    re.compile(r" at (?P<file>\S.*?) \((?P<line>\d+)\)"),
)
"""How the compiler names a line, the most telling first; in a message, the innermost line comes first."""

PLUMBING = ("outwit.bits", "outwit.random", "outwit.engine")
"""Modules in which a complaint is about what they were given."""


@contextmanager
def explain_errors(linked: Linked, function: Any = None) -> Iterator[None]:
    """Whatever the compiler raises within becomes a `CompileError`, about this rule if one is given."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", NumbaWarning)
            yield
    except OutwitError:
        raise
    except Exception as error:  # numba raises errors of many classes, and some of Python's own
        raise explain_error(error, linked, function) from error


def state_error(error: LayoutError, game: Game) -> CompileError:
    """The sentence for a state, or a move, that compiled rules cannot hold."""
    rule = error.rule
    if rule == "play":
        try:
            layout_of(game.initial()).pack(game.initial())
        except LayoutError:
            rule = "initial"
    function = getattr(type(game), rule)
    return CompileError(f"{location(type(game), function, answer_line(function))}: {error}")


def explain_error(error: Exception, linked: Linked, function: Any = None) -> CompileError:
    """The sentence for an error that compiling one of a game's functions raised."""
    message = COLOUR.sub("", str(error))
    functions = [inspect.unwrap(each) for each in linked.functions if inspect.isfunction(each)]
    place = find_place(message, error, functions)
    cls = type(linked.game)
    if place is None and function is None:
        reason = sentence(Complaint(message, error, linked.game))
        return CompileError(f"{cls.__name__} cannot be compiled: {reason}.")
    where, line = place or (function, 0)
    nodes = nodes_at(where.__code__, line)
    complaint = Complaint(message, error, linked.game, where, line, nodes)
    reason = sentence(complaint)
    line = complaint.line or where.__code__.co_firstlineno
    return CompileError(f"{location(cls, where, line)}: {reason}.")


def refuse_circle(linked: Linked, function: Any) -> None:
    """Refuse a rule that comes back to itself through `self`: the compiler would never come to an end."""
    found = linked.circle(function)
    if found:
        where = location(type(linked.game), *found)
        raise CompileError(
            f"{where}: a method that calls itself through self cannot be compiled; make it a function at the "
            "top of the file, or a loop."
        )


def check_answer(linked: Linked, name: str, function: Any, kind: Any) -> None:
    """Refuse a rule that compiles and answers with something that a search cannot use."""
    fault = answer_fault(linked, name, kind)
    if fault:
        where = location(type(linked.game), function, answer_line(function, gives_no_number))
        raise CompileError(f"{where}: {fault}.")


def answer_line(function: Any, wanted: Callable[[Any], bool] = lambda node: True) -> int:
    """The line of the first answer in a function that is wanted, or of the function."""
    for node in nodes_of(function.__code__):
        if isinstance(node, ast.Return | ast.Yield) and wanted(node):
            return node.lineno
    return int(function.__code__.co_firstlineno)


def gives_no_number(node: ast.Return | ast.Yield) -> bool:
    """Does a `return` or `yield` hand over something that is plainly no number?"""
    value = node.value
    if value is None:
        return isinstance(node, ast.Return)
    plain = isinstance(value, ast.Constant) and not isinstance(value.value, int | float)
    return plain or isinstance(value, ast.Tuple | ast.List | ast.Dict | ast.Set | ast.JoinedStr)


def location(cls: type, function: Any, line: int) -> str:
    """A line of a function as a message names it: `Mine.moves, line 12 of mine.py`."""
    name = function.__qualname__.rpartition("<locals>.")[2]
    for member in dir(cls):
        raw = inspect.getattr_static(cls, member, None)
        if getattr(raw, "__func__", raw) is function:
            name = f"{cls.__name__}.{member}"
    return f"{name}, line {line} of {os.path.basename(function.__code__.co_filename)}"


def find_place(message: str, error: Exception, functions: list[Any]) -> tuple[Any, int] | None:
    """The function and line that the complaint is about: the innermost of the user's own."""
    outer = None
    for file, line in [*lines_in_message(message), *lines_in_traceback(error)]:
        function = holder(functions, file, line)
        if function is None:
            continue
        if not (function.__module__ or "").startswith(PLUMBING):
            return function, line
        outer = outer or (function, line)
    return outer


def lines_in_message(message: str) -> Iterator[tuple[str, int]]:
    """The lines that a message names."""
    for pattern in PLACES:
        for place in pattern.finditer(message):
            yield place["file"], int(place["line"])


def lines_in_traceback(error: Exception) -> Iterator[tuple[str, int]]:
    """The lines that the compiler was at when it raised the error, the innermost first."""
    frames = list(inspect.getinnerframes(error.__traceback__, 0)) if error.__traceback__ else []
    for frame in reversed(frames):
        for name in ("inst", "constraint", "loc", "self"):
            thing = frame.frame.f_locals.get(name)
            location = thing if name == "loc" else getattr(thing, "loc", None)
            file, line = getattr(location, "filename", None), getattr(location, "line", None)
            if isinstance(file, str) and isinstance(line, int):
                yield file, line
    location = getattr(error, "loc", None)
    if location is not None:
        yield str(location.filename), int(location.line)


def holder(functions: list[Any], file: str, line: int) -> Any:
    """The function in which a line of a file lies."""
    full = os.path.abspath(file)
    for function in functions:
        code = function.__code__
        if os.path.abspath(code.co_filename) == full:
            lines = list(lines_of(code))
            if min(lines) <= line <= max(lines):
                return function
    return None


def lines_of(code: Any) -> Iterator[int]:
    """The lines of a function's code and of the functions written inside it."""
    yield code.co_firstlineno
    for _, _, line in code.co_lines():
        if line is not None:
            yield line
    for constant in code.co_consts:
        if inspect.iscode(constant):
            yield from lines_of(constant)


@lru_cache(maxsize=16)
def parse_file(file: str, source: str) -> ast.Module | None:
    """A file as a tree, if it can be read."""
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError):
        return None


def nodes_of(code: Any) -> list[ast.AST]:
    """All that is written in a function, in the order of the text."""
    tree = parse_file(code.co_filename, "".join(linecache.getlines(code.co_filename)))
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == code.co_name:
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            if first == code.co_firstlineno:
                return [node, *preorder(node)]
    return []


def preorder(node: ast.AST) -> Iterator[ast.AST]:
    """What a piece of text holds, in its order."""
    for child in ast.iter_child_nodes(node):
        yield child
        yield from preorder(child)


def nodes_at(code: Any, line: int) -> list[ast.AST]:
    """What is written in the statement at a line, without the statements inside it; all without a line."""
    nodes = nodes_of(code)
    if not line:
        return nodes
    inside = [
        node
        for node in nodes
        if isinstance(node, ast.stmt | ast.excepthandler)
        and node.lineno <= line <= (node.end_lineno or node.lineno)
    ]
    if not inside:
        return nodes
    innermost = inside[-1]
    own: list[ast.AST] = [innermost]
    for child in ast.iter_child_nodes(innermost):
        if not isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
            own += [child, *preorder(child)]
    return own
