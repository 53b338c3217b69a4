"""Python that the compiler does not take, written with what it does take.

Rules are rewritten as trees before they are compiled, and mean the same afterwards. Generator expressions
become loops in functions of their own, whose parameters are the variables they use (lambda lifting, Johnsson
1985); `self.rule(...)` becomes a call of the function, so that a rule may come back to itself; `match`,
`yield from`, assignments inside expressions, starred names, imports and some calls become plain statements.
What stays as it is keeps its line, so that whatever is said of it names the place that the author knows.
"""

from __future__ import annotations

import ast
import inspect
from typing import Any, NamedTuple

from outwit.engine.compiler import source
from outwit.engine.compiler.closures import Handing, inner_functions
from outwit.engine.compiler.listing import can_list, listing, must_list
from outwit.engine.compiler.rewriting import Resolve, comes_back
from outwit.engine.compiler.source import put_at
from outwit.engine.compiler.stack_guard import guard_stack
from outwit.engine.compiler.statements import Statements


class Plain(NamedTuple):
    """A function that does the same as another in fewer words of Python."""

    function: Any
    listing: Any = None
    """If it is a generator, the function that gives all its items as a list."""


def desugar(function: Any, resolve: Resolve | None = None, endless: bool = False) -> Plain:
    """A function in fewer words of Python; the same function if there is nothing to change.

    With `resolve` it is a method, and what it calls of `self` is called as a function. If it comes back to
    itself, and so may be `endless`, it is guarded.
    """
    tree = source.tree_of(function)
    if tree is None:
        return Plain(function)
    names = dict(function.__globals__)
    rewriter = Rewriter(function, tree, names, resolve)
    rewriter.rewrite(endless)
    plain = source.rebuild(function, tree, names) if rewriter.changed else function
    return with_listing(plain, tree, names)


def with_listing(function: Any, tree: ast.FunctionDef, names: dict[str, Any]) -> Plain:
    """A function with its listing, if it is a generator; the listing alone if that does better."""
    if not can_list(tree):
        return Plain(function)
    listed = source.rebuild(inspect.unwrap(function), listing(tree, names), names)
    return Plain(listed) if must_list(tree, names, inspect.unwrap(function)) else Plain(function, listed)


class Rewriter(Statements):
    """Rewrites one function."""

    def rewrite(self, endless: bool) -> None:
        """Change the tree."""
        self.put_beside()
        self.tell_answer()
        self.tree.body = self.block(self.tree.body)
        if endless:
            first: Any = self.tree.body[0]
            self.tree.body.insert(0, put_at(ast.Expr(self.call_stand_in(guard_stack, [], first)), first))

    def put_beside(self) -> None:
        """Make functions of their own of those that are written inside."""
        inner = inner_functions(self.tree)
        if not inner:
            return
        self.changed = True
        fresh = {name: self.fresh(name) for name in inner}
        handing = Handing(inner, fresh)
        self.tree.body = [each for each in self.tree.body if getattr(each, "name", None) not in inner]
        for name, each in inner.items():
            each.node.args.args += [ast.arg(captured) for captured in each.captured]
            each.node.name = fresh[name]
            each.node.returns = None
            for argument in each.node.args.args:
                argument.annotation = None
            self.beside(put_at(handing.visit(each.node), self.tree))
        handing.generic_visit(self.tree)
        self.tree.body = self.tree.body or [put_at(ast.Pass(), self.tree)]
        self.local -= inner.keys()

    def beside(self, function: ast.FunctionDef) -> None:
        """Write a function at the top of the file, as it were."""
        inner = Rewriter(self.function, function, self.names, self.resolve)
        given = {each.arg for each in function.args.args}
        inner.own = self.own if self.own in given else None
        inner.count = 100 * (self.count + 1)
        inner.lengthens = inner.lengthens or self.lengthens
        inner.rewrite(comes_back(function))
        self.names[function.name] = source.lift(self.function, function, self.names)
        if can_list(function):
            self.names[function.name].listing = source.lift(
                self.function, listing(function, self.names), self.names
            )
