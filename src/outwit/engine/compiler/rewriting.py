"""What everything that rewrites a function has in common: its names, what they stand for, and new ones."""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Callable
from typing import Any

from outwit.engine.compiler import row_operations, source
from outwit.engine.compiler.reductions import Block
from outwit.engine.compiler.source import put_at

Resolve = Callable[[Any, str], Any]
"""The plain function behind `self.name` or, if a class is given, behind `super().name` in it; or None."""


class Rewriting(ast.NodeTransformer):
    """One function, while it is rewritten."""

    def __init__(
        self, function: Any, tree: ast.FunctionDef, names: dict[str, Any], resolve: Resolve | None
    ) -> None:
        self.function, self.tree, self.names, self.resolve = function, tree, names, resolve
        self.local = source.bound_names(tree)
        self.before: Block = []
        """What has to be done before the statement at hand."""
        self.may_hoist = True
        """Is the expression at hand evaluated whenever its statement is, and once?"""
        self.changed = False
        self.count = 0
        self.knows_none = source.knows_none(function.__code__.co_filename)
        self.merging = 0
        """Of how many generators the statement at hand has become a part."""
        self.leaving: set[str] = set()
        """The variables that are used for the last time in the statement at hand."""
        parameters = [*tree.args.posonlyargs, *tree.args.args]
        self.given = {each.arg for each in ast.walk(tree.args) if isinstance(each, ast.arg)}
        stored = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        self.own = parameters[0].arg if resolve and parameters and parameters[0].arg not in stored else None
        self.lengthens = comes_back(tree) and any(map(is_lengthened, ast.walk(tree)))
        """Does it come back to itself, and make tuples longer meanwhile?"""

    @abstractmethod
    def beside(self, function: ast.FunctionDef) -> None:
        """Write a function at the top of the file, as it were."""

    def builtin(self, node: ast.AST, *names: str) -> str:
        """Which of these functions of Python an expression names, if any."""
        if isinstance(node, ast.Name) and node.id in names:
            return node.id if source.is_builtin(node.id, self.function, self.local) else ""
        return ""

    def fresh(self, word: str) -> str:
        """A name that nobody has."""
        self.count += 1
        return f"outwit_{word}_{self.count}"

    def note_change(self, thing: Any) -> Any:
        """The thing, noting that something has changed."""
        self.changed = True
        return thing

    def as_row(self, node: ast.expr) -> ast.expr:
        """Something as a tuple whose length need not be known."""
        self.names["outwit_rowed"] = row_operations.make_row
        return put_at(ast.Call(ast.Name("outwit_rowed", ast.Load()), [node], []), node)

    def resolve_name(self, node: ast.expr) -> Any:
        """What an expression such as `replace` or `dataclasses.replace` stands for outside the function."""
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            return getattr(self.class_of(node.value.id), node.attr, None)
        return self.class_of(node.id) if isinstance(node, ast.Name) else None

    def class_cell(self) -> Any:
        """The class in whose text the function stands, if it says `super()`."""
        cells = dict(zip(self.function.__code__.co_freevars, self.function.__closure__ or (), strict=True))
        return cells["__class__"].cell_contents if "__class__" in cells else None

    def class_of(self, name: str) -> Any:
        """The class that a name stands for in the function, if it does."""
        return self.names.get(name) if name not in self.local else None


def comes_back(tree: ast.FunctionDef) -> bool:
    """Does a function call itself?"""
    calls = [each.func for each in ast.walk(tree) if isinstance(each, ast.Call)]
    return any(getattr(each, "id", getattr(each, "attr", None)) == tree.name for each in calls)


def is_lengthened(node: ast.AST) -> bool:
    """Is it a tuple with something added that is written out?"""
    return (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Add)
        and isinstance(node.left, ast.Tuple) != isinstance(node.right, ast.Tuple)
    )


def has_assignment(node: ast.AST) -> bool:
    """Is something assigned inside an expression?"""
    return any(isinstance(each, ast.NamedExpr) for each in ast.walk(node))


def assignment(name: str, value: ast.expr, place: ast.AST) -> ast.stmt:
    """An assignment to a name."""
    return put_at(ast.Assign([ast.Name(name, ast.Store())], value), place)
