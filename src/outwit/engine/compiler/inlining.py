"""Loops over generators as the generators' own loops: `for x in f(y): ...` with the body put where f yields.

A generator that is compiled as such keeps all its variables in memory between two items, and one that gives
a list asks for memory. Where its text can stand in the loop's place, neither is needed, and a loop that ends
early still ends early.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from typing import Any

from outwit.engine.compiler.listing import own_nodes
from outwit.engine.compiler.source import bound_names, put_at, tree_of

LARGEST = 300
"""A body of so many nodes, all copies taken together, is not put in."""

BARRED = (
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.Lambda,
    ast.Global,
    ast.Nonlocal,
    ast.Try,
    ast.With,
    ast.Match,
    ast.NamedExpr,
    ast.Import,
    ast.ImportFrom,
)
"""What stands in no text that is moved elsewhere."""

Block = list[ast.stmt]


class UnsuitedError(Exception):
    """A loop that has to stay as it is."""


def merge_loop(
    loop: ast.For,
    generator: Any,
    given: list[ast.expr],
    own: str | None,
    around: set[str],
    fresh: Callable[[str], str],
) -> Block:
    """The statements that stand for a loop over a generator that is called with these arguments.

    `own` is what the function around the loop calls `self`, and `around` are all its variables.
    """
    tree = tree_of(generator)
    if tree is None or loop.orelse or generator.__closure__:
        raise UnsuitedError
    simple = ast.arguments([], tree.args.args, None, [], [], None, [])
    if ast.dump(simple) != ast.dump(tree.args) or len(given) != len(tree.args.args):
        raise UnsuitedError
    if any(isinstance(node, BARRED) for node in own_nodes(tree)):
        raise UnsuitedError
    outside = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - bound_names(tree)
    if outside & around:  # what it takes from outside would become a variable
        raise UnsuitedError
    inside = expand(without(ast.Return, tree.body), fresh)
    yields = [
        node for statement in inside for node in walk_statement(statement) if isinstance(node, ast.Yield)
    ]
    plain = sum(
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield)
        for statement in inside
        for node in walk_statement(statement)
    )
    body = without(ast.Continue, loop.body)
    if any(isinstance(node, ast.Break) for each in body for node in within_loop(each)):
        raise UnsuitedError
    size = sum(1 for statement in body for _ in ast.walk(statement))
    if not yields or plain != len(yields) or size * len(yields) > LARGEST:
        raise UnsuitedError
    names = {name: fresh(name) for name in sorted(bound_names(tree))}
    start: Block = []
    for parameter, value in zip(tree.args.args, given, strict=True):
        if isinstance(value, ast.Name) and value.id == own:
            names[parameter.arg] = own
        else:
            start.append(ast.Assign([ast.Name(names[parameter.arg], ast.Store())], value))
    renamed = [Renaming(names).visit(statement) for statement in inside]
    result = [*start, *(Yielding(loop.target, body).visit(statement) for statement in renamed)]
    return [put_at(statement, loop) for statement in flatten(result)]


def walk_statement(node: ast.AST) -> Iterator[ast.AST]:
    """A statement and all that belongs to it."""
    yield node
    yield from own_nodes(node)


def within_loop(node: ast.AST) -> Iterator[ast.AST]:
    """What is in a statement, without what is in the loops inside it."""
    yield node
    if not isinstance(node, ast.For | ast.While):
        for child in ast.iter_child_nodes(node):
            yield from within_loop(child)


def without(leaving: type[ast.stmt], block: Block) -> Block:
    """Statements that come to their end in place of leaving: what follows an `if` becomes its other case."""
    result: Block = []
    for index, statement in enumerate(block):
        if isinstance(statement, leaving):
            return result or [put_at(ast.Pass(), statement)]
        inside = walk_statement(statement) if leaving is ast.Return else within_loop(statement)
        if not any(isinstance(node, leaving) for node in inside):
            result.append(statement)
            continue
        if not isinstance(statement, ast.If):
            raise UnsuitedError
        rest = block[index + 1 :]
        ends, other_ends = (
            bool(each) and isinstance(each[-1], leaving) for each in (statement.body, statement.orelse)
        )
        if not ends and not other_ends and rest:
            raise UnsuitedError
        again = ast.If(
            statement.test,
            without(leaving, statement.body if ends else [*statement.body, *rest]),
            without(leaving, statement.orelse if other_ends else [*statement.orelse, *rest])
            if statement.orelse or rest
            else [],
        )
        return [*result, ast.copy_location(again, statement)]
    return result


def expand(block: Block, fresh: Callable[[str], str]) -> Block:
    """Statements with each `yield from` as a loop."""
    return [Expanding(fresh).visit(copy.deepcopy(statement)) for statement in block]


class Expanding(ast.NodeTransformer):
    """Makes a loop of each `yield from`."""

    def __init__(self, fresh: Callable[[str], str]) -> None:
        self.fresh = fresh

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        if not isinstance(node.value, ast.YieldFrom):
            return node
        if isinstance(node.value.value, ast.BoolOp):
            raise UnsuitedError
        name = self.fresh("item")
        give = ast.Expr(ast.Yield(ast.Name(name, ast.Load())))
        return put_at(ast.For(ast.Name(name, ast.Store()), node.value.value, [give], []), node)


class Renaming(ast.NodeTransformer):
    """Gives the variables of a generator names that its new place does not have."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.AST:
        node.id = self.names.get(node.id, node.id)
        return node


class Yielding(ast.NodeTransformer):
    """Puts a loop's body where a generator yields."""

    def __init__(self, target: ast.expr, body: Block) -> None:
        self.target, self.body = target, body

    def visit_Expr(self, node: ast.Expr) -> Any:
        if not isinstance(node.value, ast.Yield):
            return node
        value = node.value.value or ast.Constant(None)
        item = put_at(ast.Assign([copy.deepcopy(self.target)], value), node)
        return [item, *copy.deepcopy(self.body)]


def flatten(statements: list[Any]) -> Iterator[ast.stmt]:
    """Statements, where some are several."""
    for statement in statements:
        if isinstance(statement, list):
            yield from statement
        else:
            yield statement
