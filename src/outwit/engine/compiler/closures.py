"""Functions inside functions, put beside them: what they use of the variables around becomes parameters.

Only such as are called and nothing else: their calls hand over the variables as they are then, as in Python.
"""

from __future__ import annotations

import ast
from typing import Any

from outwit.engine.compiler.source import bound_names, put_at


class Inner:
    """A function inside another, and the variables around it that it uses."""

    def __init__(self, node: ast.FunctionDef, around: set[str]) -> None:
        self.node = node
        used = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
        self.captured = sorted((used & around) - bound_names(node) - {node.name})


def inner_functions(tree: ast.FunctionDef) -> dict[str, Inner]:
    """The functions written in a function that can stand beside it, by their names."""
    around = bound_names(tree)
    found = {
        each.name: Inner(each, around)
        for each in tree.body
        if isinstance(each, ast.FunctionDef) and is_plain(each)
    }
    others = [each for each in ast.walk(tree) if isinstance(each, ast.Name) and each.id in found]
    called = {id(each.func) for each in ast.walk(tree) if isinstance(each, ast.Call) and not each.keywords}
    escaping = {each.id for each in others if id(each) not in called}
    found = {name: inner for name, inner in found.items() if name not in escaping}
    for _ in found:  # what one calls, it must be able to hand variables to
        for inner in found.values():
            calls = {each.id for each in ast.walk(inner.node) if isinstance(each, ast.Name)} & found.keys()
            more = {name for call in calls for name in found[call].captured} - bound_names(inner.node)
            inner.captured = sorted(({*inner.captured} | more) - found.keys())
    return found


def is_plain(node: ast.FunctionDef) -> bool:
    """Has a function nothing but plain parameters, and no functions or foreign variables of its own?"""
    simple = ast.arguments([], node.args.args, None, [], [], None, [])
    inside = [each for each in ast.walk(node) if each is not node]
    barred = (ast.FunctionDef, ast.Lambda, ast.Nonlocal, ast.Global)
    return ast.dump(simple) == ast.dump(node.args) and not any(isinstance(each, barred) for each in inside)


class Handing(ast.NodeTransformer):
    """Hands the variables that inner functions use to them, in every call."""

    def __init__(self, inner: dict[str, Inner], names: dict[str, str]) -> None:
        self.inner, self.names = inner, names

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in self.inner:
            more = self.inner[node.func.id].captured
            node.args += [put_at(ast.Name(name, ast.Load()), node) for name in more]
            node.func.id = self.names[node.func.id]
        return node
