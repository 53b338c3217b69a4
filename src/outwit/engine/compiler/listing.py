"""Generators as functions that give all their items in a list.

Each `yield` is a place to come back to with all variables as they were; a generator cannot come back to
itself; and one that nobody asks to its end never lets go of the memory it holds. A list has none of that.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import Any

from outwit.engine.compiler import row_operations
from outwit.engine.compiler.reductions import PUT, statements
from outwit.engine.compiler.source import put_at


def own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """All that belongs to a function, without the functions inside it."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(child, ast.FunctionDef | ast.Lambda | ast.GeneratorExp):
            yield from own_nodes(child)


def can_list(tree: ast.FunctionDef) -> bool:
    """Is it a generator that ends by itself and is only ever asked for the next item?"""
    nodes = list(own_nodes(tree))
    yields = [node for node in nodes if isinstance(node, ast.Yield | ast.YieldFrom)]
    plain = [node for node in nodes if isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield)]
    return len(yields) == len(plain) > 0 and not any(is_endless(node) for node in nodes)


def is_endless(node: ast.AST) -> bool:
    """Is it a loop that nothing in it ends?"""
    return (
        isinstance(node, ast.While)
        and isinstance(node.test, ast.Constant)
        and bool(node.test.value)
        and not any(isinstance(each, ast.Break | ast.Return) for each in own_nodes(node))
    )


def must_list(tree: ast.FunctionDef, names: dict[str, Any], function: Any) -> bool:
    """Would a generator be slow, or hold memory that is lost when nobody asks for its next item?

    Each `yield` of a generator is a place to come back to, with all variables as they were; and a generator
    cannot come back to itself.
    """
    nodes = list(own_nodes(tree))
    holds = (ast.List, ast.ListComp, ast.Set, ast.Dict)
    called = {node.id for node in nodes if isinstance(node, ast.Name)}
    return (
        sum(isinstance(node, ast.Yield) for node in nodes) > 1
        or any(isinstance(node, holds) for node in nodes)
        or bool(called & {"list", "set", "sorted", "tuple", tree.name})
        or any(names.get(name) is function for name in called)
    )


def listing(tree: ast.FunctionDef, names: dict[str, Any]) -> ast.FunctionDef:
    """A generator as a function that gives all its items in a list; if it only hands on a tuple, that.

    What it calls is added to the names.
    """
    handed = delegated_items(tree)
    if handed is not None:
        again = copy.deepcopy(tree)
        names["outwit_handed"] = row_operations.hand_on
        call = ast.Call(ast.Name("outwit_handed", ast.Load()), [copy.deepcopy(handed)], [])
        again.body = [put_at(ast.Return(call), tree.body[-1])]
        return again
    again = Listing().visit(copy.deepcopy(tree))
    start = statements("outwit_items = []\noutwit_put = outwit_items.outwit_put\noutwit_count = 0")
    again.body = [*(put_at(each, tree) for each in start), *again.body, *end(tree.body[-1])]
    return again  # type: ignore[no-any-return]


def delegated_items(tree: ast.FunctionDef) -> ast.expr | None:
    """What a generator hands on item by item, if it does nothing else and that is there already."""
    body = [each for each in tree.body if not is_text(each)]
    loop = body[0] if len(body) == 1 else None
    if not isinstance(loop, ast.For) or loop.orelse or len(loop.body) != 1:
        return None
    give = loop.body[0]
    given = give.value.value if isinstance(give, ast.Expr) and isinstance(give.value, ast.Yield) else None
    same = isinstance(given, ast.Name) and isinstance(loop.target, ast.Name) and given.id == loop.target.id
    plain = (ast.Name, ast.Attribute, ast.Subscript, ast.Constant, ast.Load, ast.expr_context)
    return loop.iter if same and all(isinstance(each, plain) for each in ast.walk(loop.iter)) else None


def is_text(node: ast.stmt) -> bool:
    """Is it a docstring?"""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def end(place: ast.AST) -> list[ast.stmt]:
    """What tells how many items there are, and gives them all."""
    last = statements("outwit_items.outwit_end(outwit_count)\nreturn outwit_items")
    return [put_at(each, place) for each in last]


class Listing(ast.NodeTransformer):
    """Puts items into a list in place of handing them out."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node if hasattr(self, "inside") else self.enter(node)

    def enter(self, node: ast.FunctionDef) -> ast.AST:
        """Begin with the function itself; those inside it are left alone."""
        self.inside = True
        return self.generic_visit(node)

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST | list[ast.stmt]:
        if not isinstance(node.value, ast.Yield):
            return node
        value = node.value.value or ast.Constant(None)
        return [put_at(each, node) for each in statements(PUT, VALUE=value)]

    def visit_Return(self, node: ast.Return) -> list[ast.stmt]:
        return end(node)
