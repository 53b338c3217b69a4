"""The text of a function as a tree, and a function made of a tree that was rewritten.

What is written is only trusted if it is what was loaded: a file may have been edited since, and classes may
come from nowhere. Then there is no tree, and the function is taken as it is.
"""

from __future__ import annotations

import ast
import builtins
import copy
import inspect
import linecache
import types
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, TypeVar


def tree_of(function: Any) -> ast.FunctionDef | None:
    """What a plain function is written as, free to be changed; None if that cannot be told."""
    node = definition(function.__code__)
    if node is None or not is_same(function):
        return None
    own = copy.deepcopy(node)
    own.decorator_list, own.returns = [], None
    for argument in ast.walk(own.args):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    return own


def definition(code: types.CodeType) -> ast.FunctionDef | None:
    """The definition of a function in its file."""
    tree = parse_source("".join(linecache.getlines(code.co_filename)))
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.FunctionDef) and node.name == code.co_name:
            first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            if first == code.co_firstlineno:
                return node
    return None


@lru_cache(maxsize=16)
def parse_source(source: str) -> ast.Module | None:
    """A text as a tree, if it is Python."""
    try:
        return ast.parse(source)
    except (SyntaxError, ValueError):
        return None


def is_same(function: Any) -> bool:
    """Is a function made of the very text that its file has now?"""
    code = function.__code__
    found = codes("".join(linecache.getlines(code.co_filename))).get((code.co_name, code.co_firstlineno))
    return found is not None and list(meaning(found)) == list(meaning(code))


@lru_cache(maxsize=16)
def codes(source: str) -> dict[tuple[str, int], types.CodeType]:
    """The code of every function in a text, by its name and its first line."""
    result: dict[tuple[str, int], types.CodeType] = {}
    waiting = [compile(source, "<text>", "exec", dont_inherit=True)]
    while waiting:
        code = waiting.pop()
        result[code.co_name, code.co_firstlineno] = code
        waiting += [each for each in code.co_consts if isinstance(each, types.CodeType)]
    return result


def meaning(code: types.CodeType) -> Iterator[Any]:
    """What a code object does, whatever its annotations say."""
    yield code.co_code, code.co_names, code.co_varnames, code.co_freevars
    for constant in code.co_consts:
        if inspect.iscode(constant):
            yield from meaning(constant)
        else:
            yield type(constant), repr(constant)


def compile_node(node: ast.FunctionDef, free: tuple[str, ...], file: str, within: str = "") -> types.CodeType:
    """The code of a function that stands inside one with these variables, or in a class of that name."""
    body: list[Any] = [node]
    if within and within.isidentifier():  # names with two underscores depend on the class
        body = [ast.ClassDef(within, [], [], body, [])]  # type: ignore[call-arg, unused-ignore]
    bound: list[ast.stmt] = [
        ast.Assign([ast.Name(name, ast.Store())], ast.Constant(None)) for name in free if name != "__class__"
    ]
    if body[0].name not in free:  # or what names itself would be taken for a variable of the function around
        bound.append(ast.Global([body[0].name]))
    outer = ast.FunctionDef(  # type: ignore[call-overload, unused-ignore]
        name="outwit_outer",
        args=ast.arguments([], [], None, [], [], None, []),
        body=[*bound, *body],
        decorator_list=[],
    )
    module = ast.fix_missing_locations(ast.Module([outer], []))
    code = compile(module, file, "exec", dont_inherit=True, flags=FUTURE)
    for name in (
        "outwit_outer",
        *([within] if len(body) and isinstance(body[0], ast.ClassDef) else []),
        node.name,
    ):
        code = next(each for each in code.co_consts if inspect.iscode(each) and each.co_name == name)
    assert isinstance(code, types.CodeType)
    return code


FUTURE = 0x1000000
"""Annotations are left alone (`from __future__ import annotations`): they are not what rules do."""


def rebuild(function: Any, node: ast.FunctionDef, names: dict[str, Any]) -> Any:
    """The function again, as rewritten, with these globals."""
    code = function.__code__
    within = function.__qualname__.rpartition(".")[0].rpartition(".")[2]
    fresh = compile_node(node, code.co_freevars, code.co_filename, "" if within == "<locals>" else within)
    cells = dict(zip(code.co_freevars, function.__closure__ or (), strict=True))
    again = types.FunctionType(
        fresh,
        names,
        function.__name__,
        function.__defaults__,
        tuple(cells[name] for name in fresh.co_freevars),
    )
    again.__kwdefaults__ = function.__kwdefaults__
    again.__qualname__, again.__module__ = function.__qualname__, function.__module__
    again.__wrapped__ = function  # type: ignore[attr-defined]
    return again


def lift(function: Any, node: ast.FunctionDef, names: dict[str, Any]) -> Any:
    """A function at the top that was a part of this one."""
    code = compile_node(node, (), function.__code__.co_filename)
    again = types.FunctionType(code, names, node.name)
    again.__qualname__, again.__module__ = function.__qualname__, function.__module__
    again.__wrapped__ = function  # type: ignore[attr-defined]
    return again


UNCOMPILED = ("text", "describe", "parse", "position", "start", "observation", "determinize", "names")
"""Methods that are never compiled."""


def knows_none(file: str) -> bool:
    """Is there a None in a file, but for what is never compiled?"""
    return has_none("".join(linecache.getlines(file)))


@lru_cache(maxsize=16)
def has_none(source: str) -> bool:
    """Is there a None in a text, but for what is never compiled?"""
    tree = parse_source(source)

    def visit(node: ast.AST) -> bool:
        if isinstance(node, ast.FunctionDef) and node.name in UNCOMPILED:
            return False
        if isinstance(node, ast.Constant) and node.value is None:
            return True
        if isinstance(node, ast.FunctionDef) and isinstance(node.returns, ast.Constant):
            return any(map(visit, node.body))  # what gives nothing at all
        return any(map(visit, ast.iter_child_nodes(node)))

    return tree is not None and visit(tree)


def bound_names(node: ast.FunctionDef) -> set[str]:
    """The names that belong to a function: parameters, and whatever it assigns."""
    own = {each.arg for each in ast.walk(node.args) if isinstance(each, ast.arg)}
    outside: set[str] = set()

    def visit(each: ast.AST) -> None:
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            own.add(each.name)
            return
        if isinstance(each, ast.Lambda):
            return
        if isinstance(each, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            own.update(n.target.id for n in ast.walk(each) if isinstance(n, ast.NamedExpr))
            return
        if isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Load):
            own.add(each.id)
        elif isinstance(each, ast.Import | ast.ImportFrom):
            own.update((alias.asname or alias.name).partition(".")[0] for alias in each.names)
        elif isinstance(each, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and each.name:
            own.add(each.name)
        elif isinstance(each, ast.MatchMapping) and each.rest:
            own.add(each.rest)
        elif isinstance(each, ast.Global | ast.Nonlocal):
            outside.update(each.names)
        for child in ast.iter_child_nodes(each):
            visit(child)

    for statement in node.body:
        visit(statement)
    return own - outside


def is_builtin(name: str, function: Any, local: set[str]) -> bool:
    """Does a name in a function mean what Python means by it?"""
    return (
        name not in local
        and name not in function.__globals__
        and name not in function.__code__.co_freevars
        and hasattr(builtins, name)
    )


class Filler(ast.NodeTransformer):
    """Puts expressions in for names; a lambda that is called at once becomes its body."""

    def __init__(self, pieces: dict[str, ast.expr]) -> None:
        self.pieces = pieces

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return copy.deepcopy(self.pieces[node.id]) if node.id in self.pieces else node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        called = node.func
        if isinstance(called, ast.Lambda) and len(called.args.args) == len(node.args) == 1:
            filler = Filler({called.args.args[0].arg: node.args[0]})
            return filler.visit(copy.deepcopy(called.body))  # type: ignore[no-any-return]
        return node


N = TypeVar("N", bound=ast.AST)


def put_at(node: N, place: ast.AST) -> N:
    """A new piece of tree that stands where another stood."""
    for each in ast.walk(node):
        if "lineno" in each._attributes and not hasattr(each, "lineno"):
            ast.copy_location(each, place)
    return node
