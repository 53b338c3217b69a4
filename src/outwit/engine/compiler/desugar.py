"""Python that the compiler does not take, written with what it does take.

Rules are rewritten as trees before they are compiled, and mean the same afterwards. Generator expressions
become loops in functions of their own, whose parameters are the variables they use (lambda lifting, Johnsson
1985); `self.rule(...)` becomes a call of the function, so that a rule may come back to itself; `match`,
`yield from`, assignments inside expressions, starred names, imports and some calls become plain statements.
What stays as it is keeps its line, so that whatever is said of it names the place that the author knows.
"""

from __future__ import annotations

import ast
import copy
import dataclasses
import importlib
import inspect
from collections import deque
from collections.abc import Callable, Hashable, Iterable
from contextlib import suppress
from typing import Any, NamedTuple, get_args, get_origin

from outwit.engine.compiler import optional, row_operations, source
from outwit.engine.compiler.closures import Handing, inner_functions
from outwit.engine.compiler.inlining import UnsuitedError, merged
from outwit.engine.compiler.listing import can_list, listing, must_list
from outwit.engine.compiler.patterns import matched
from outwit.engine.compiler.reductions import REDUCTIONS, Block, Frame, collecting
from outwit.engine.compiler.source import Filler, located
from outwit.engine.compiler.twins import TWINS

DEEPEST = 3
"""So many generators may become parts of one another."""

GROWING = (ast.BinOp, ast.Tuple, ast.Subscript)
"""Expressions whose tuples may be longer or shorter than those that they were made of."""

Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
Resolve = Callable[[Any, str], Any]
"""The plain function behind `self.name` or, if a class is given, behind `super().name` in it; or None."""


class Plain(NamedTuple):
    """A function that does the same as another in fewer words of Python."""

    function: Any
    listing: Any = None
    """If it is a generator, the function that gives all its items as a list."""


def desugared(function: Any, resolve: Resolve | None = None) -> Plain:
    """A function in fewer words of Python; the same function if there is nothing to change.

    With `resolve` it is a method, and what it calls of `self` is called as a function.
    """
    tree = source.tree_of(function)
    if tree is None:
        return Plain(function)
    names = dict(function.__globals__)
    rewriter = Rewriter(function, tree, names, resolve)
    rewriter.rewrite()
    plain = source.made(function, tree, names) if rewriter.changed else function
    return with_listing(plain, tree, names)


def with_listing(function: Any, tree: ast.FunctionDef, names: dict[str, Any]) -> Plain:
    """A function with its listing, if it is a generator; the listing alone if that does better."""
    if not can_list(tree):
        return Plain(function)
    listed = source.made(inspect.unwrap(function), listing(tree), names)
    return Plain(listed) if must_list(tree, names, inspect.unwrap(function)) else Plain(function, listed)


class Rewriter(ast.NodeTransformer):
    """Rewrites one function."""

    def __init__(
        self, function: Any, tree: ast.FunctionDef, names: dict[str, Any], resolve: Resolve | None
    ) -> None:
        self.function, self.tree, self.names, self.resolve = function, tree, names, resolve
        self.local = source.bound_names(tree)
        self.scopes: list[set[str]] = []
        """The names that belong to the comprehensions around the place."""
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

    def rewrite(self) -> None:
        """Change the tree."""
        self.put_beside()
        self.tree.body = self.block(self.tree.body)

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
            self.beside(located(handing.visit(each.node), self.tree))
        handing.generic_visit(self.tree)
        self.tree.body = self.tree.body or [located(ast.Pass(), self.tree)]
        self.local -= inner.keys()

    def beside(self, function: ast.FunctionDef) -> None:
        """Write a function at the top of the file, as it were."""
        inner = Rewriter(self.function, function, self.names, self.resolve)
        given = {each.arg for each in function.args.args}
        inner.own = self.own if self.own in given else None
        inner.count = 100 * (self.count + 1)
        inner.rewrite()
        self.names[function.name] = source.lifted(self.function, function, self.names)
        if can_list(function):
            self.names[function.name].listing = source.lifted(self.function, listing(function), self.names)

    def builtin(self, node: ast.AST, *names: str) -> str:
        """Which of these functions of Python an expression names, if any."""
        if isinstance(node, ast.Name) and node.id in names:
            local = self.local.union(*self.scopes)
            return node.id if source.is_builtin(node.id, self.function, local) else ""
        return ""

    def fresh(self, word: str) -> str:
        """A name that nobody has."""
        self.count += 1
        return f"outwit_{word}_{self.count}"

    # Statements

    def block(self, statements: Iterable[ast.stmt]) -> Block:
        """Statements, rewritten one after the other."""
        result: Block = []
        for statement in statements:
            kept, self.before = self.before, []
            after = self.statement(statement)
            result += [*self.before, *after]
            self.before = kept
        return result or [ast.Pass()]

    def statement(self, node: ast.stmt) -> Block:
        """One statement, rewritten."""
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.YieldFrom):
            return self.block(self.each_yielded(node.value))
        if isinstance(node, ast.Match):
            with suppress(SyntaxError):
                plain = matched(node, self.fresh("subject"), self.class_of)
                return self.block(self.noted(plain))
        if isinstance(node, ast.Import | ast.ImportFrom):
            return self.imported(node)
        if isinstance(node, ast.Delete) and all(is_item(target) for target in node.targets):
            return self.block([popped(target) for target in self.noted(node.targets)])
        if isinstance(node, ast.Assign) and has_star(node.targets):
            return self.block(self.unpacked(node))
        if isinstance(node, ast.Assign) and is_unpacking(node):
            return self.block(self.taken_apart(node))
        if isinstance(node, ast.Assign | ast.AnnAssign) and is_empty_list(node.value):
            self.tell_kind(node)
        if isinstance(node, ast.For):
            with suppress(UnsuitedError):
                plain = self.merge(node)
                self.merging += 1
                plain = self.block(plain)
                self.merging -= 1
                return plain
            self.one_by_one(node)
        if isinstance(node, ast.Raise):
            self.plain_error(node)
        if isinstance(node, ast.Return) and node.value is not None:
            used = [each.id for each in ast.walk(node.value) if isinstance(each, ast.Name)]
            self.leaving = {name for name in used if used.count(name) == 1} & self.local - self.given
        if isinstance(node, ast.While):
            return self.while_loop(node)
        if isinstance(node, ast.If):
            return self.branches(node)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            return [node]
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                setattr(node, field, self.visit(value))
            elif isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                setattr(node, field, self.block(value))
            elif isinstance(value, list):
                setattr(node, field, [self.part(each) for each in value])
        return [node]

    def part(self, node: Any) -> Any:
        """A part of a statement that is neither a statement nor an expression, or is an expression."""
        if isinstance(node, ast.ExceptHandler):
            node.body = self.block(node.body)
            return node
        return self.visit(node) if isinstance(node, ast.AST) else node

    def noted(self, thing: Any) -> Any:
        """The thing, noting that something has changed."""
        self.changed = True
        return thing

    def each_yielded(self, node: ast.YieldFrom) -> Block:
        """`yield from items` as a loop; of `a or b`, the first that has any."""
        self.changed = True
        given = node.value
        if isinstance(given, ast.BoolOp) and isinstance(given.op, ast.Or) and len(given.values) == 2:
            name = self.fresh("items")
            self.local.add(name)
            first = ast.YieldFrom(ast.Name(name, ast.Load()))
            second = ast.YieldFrom(given.values[1])
            choice = ast.If(ast.Name(name, ast.Load()), [ast.Expr(first)], [ast.Expr(second)])
            return [stored(name, given.values[0], node), located(choice, node)]
        name = self.fresh("item")
        self.local.add(name)
        give = ast.Expr(ast.Yield(ast.Name(name, ast.Load())))
        loop = ast.For(ast.Name(name, ast.Store()), node.value, [give], [])
        return [located(loop, node)]

    def imported(self, node: ast.Import | ast.ImportFrom) -> Block:
        """An import inside a function is done now, once."""
        found: dict[str, Any] = {}
        for alias in node.names:
            name = alias.asname or alias.name
            try:
                if isinstance(node, ast.Import):
                    module = importlib.import_module(alias.name)
                    found[name.partition(".")[0]] = (
                        module if alias.asname else importlib.import_module(alias.name.partition(".")[0])
                    )
                else:
                    package = self.function.__globals__.get("__package__") or ""
                    home = importlib.import_module("." * node.level + (node.module or ""), package)
                    found[name] = getattr(home, alias.name)
            except (ImportError, AttributeError, ValueError, TypeError):
                return [node]
        stored = [
            n.id
            for n in ast.walk(self.tree)
            if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load) and n.id in found
        ]
        if stored or any(name in self.names and self.names[name] is not found[name] for name in found):
            return [node]
        self.changed = True
        self.names.update(found)
        self.local -= found.keys()
        return []

    def unpacked(self, node: ast.Assign) -> Block:
        """`first, *rest = items` with an index for each."""
        self.changed = True
        whole = self.fresh("items")
        self.local.add(whole)
        result: Block = [ast.Assign([ast.Name(whole, ast.Store())], node.value)]
        for target in node.targets:
            if not isinstance(target, ast.Tuple | ast.List):
                result.append(ast.Assign([target], ast.Name(whole, ast.Load())))
                continue
            starred = next(i for i, each in enumerate(target.elts) if isinstance(each, ast.Starred))
            after = len(target.elts) - starred - 1
            for index, each in enumerate(target.elts):
                name = ast.Name(whole, ast.Load())
                if index == starred:
                    assert isinstance(each, ast.Starred)
                    upper = ast.Constant(-after) if after else None
                    cut = ast.Subscript(name, ast.Slice(ast.Constant(starred), upper), ast.Load())
                    value: ast.expr = ast.Call(ast.Name("list", ast.Load()), [cut], [])
                    result.append(ast.Assign([each.value], value))
                else:
                    place = ast.Constant(index if index < starred else index - len(target.elts))
                    result.append(ast.Assign([each], ast.Subscript(name, place, ast.Load())))
        return [located(each, node) for each in result]

    def taken_apart(self, node: ast.Assign) -> Block:
        """`a, b = pair` with an index for each: the compiler must know the length of what it takes apart."""
        self.changed = True
        [target] = node.targets
        name = self.fresh("pair")
        self.local.add(name)
        return [stored(name, self.as_list(node.value), node), *self.parts_of(target, name, node)]

    def parts_of(self, target: Any, name: str, place: ast.AST) -> Block:
        """The assignments that take something apart."""
        result: Block = []
        for index, each in enumerate(target.elts):
            item = ast.Subscript(ast.Name(name, ast.Load()), ast.Constant(index), ast.Load())
            if isinstance(each, ast.Tuple | ast.List):
                inner = self.fresh("pair")
                self.local.add(inner)
                result += [stored(inner, item, place), *self.parts_of(each, inner, place)]
            else:
                result.append(located(ast.Assign([each], item), place))
        return result

    def as_list(self, node: ast.expr) -> ast.expr:
        """A generator expression as a list; anything else as it is."""
        if isinstance(node, ast.GeneratorExp):
            return located(ast.ListComp(node.elt, node.generators), node)
        return node

    def one_by_one(self, node: ast.For) -> None:
        """A loop that takes its items apart does so in its first lines; one over `a or b` asks before."""
        if isinstance(node.target, ast.Tuple | ast.List) and not is_pairing(node.iter):
            self.changed = True
            name = self.fresh("pair")
            self.local.add(name)
            node.body = [*self.parts_of(node.target, name, node), *node.body]
            node.target = located(ast.Name(name, ast.Store()), node)

    def tell_kind(self, node: ast.Assign | ast.AnnAssign) -> None:
        """Let an empty list say what it will hold: what its annotation says, or numbers.

        The latter only if nothing is put into it here, and it is handed to a function that may do so.
        """
        target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
        if not isinstance(target, ast.Name):
            return
        sample = self.sample(node.annotation) if isinstance(node, ast.AnnAssign) else None
        if sample is None and not grows(self.tree, target.id):
            for call in (each for each in ast.walk(self.tree) if isinstance(each, ast.Call)):
                if any(isinstance(each, ast.Name) and each.id == target.id for each in call.args):
                    sample = ast.Constant(0)
        if sample is not None:
            self.changed = True
            some = ast.List([sample], ast.Load())
            node.value = located(ast.Subscript(some, ast.Slice(None, ast.Constant(0)), ast.Load()), node)

    def sample(self, annotation: ast.expr) -> ast.expr | None:
        """Something that a list with this annotation may hold."""
        try:
            text = ast.unparse(annotation)
            hint = eval(text, dict(self.function.__globals__))  # the author's own annotation
        except Exception:
            return None
        [item] = get_args(hint) if get_origin(hint) is list and len(get_args(hint)) == 1 else [None]
        return sample_of(item)

    def merge(self, node: ast.For) -> Block:
        """A loop over a generator of the same file as the generator's own loop."""
        call = node.iter
        if not isinstance(call, ast.Call) or call.keywords or self.merging >= DEEPEST:
            raise UnsuitedError
        given, function = call.args, self.named(call.func)
        if self.own and self.resolve and isinstance(call.func, ast.Attribute):
            of = call.func.value
            found = (
                self.resolve(None, call.func.attr) if isinstance(of, ast.Name) and of.id == self.own else None
            )
            if found is not None:
                function, bound = found
                given = [of, *given] if bound else given
        if not inspect.isgeneratorfunction(function) or function.__globals__ is not self.function.__globals__:
            raise UnsuitedError
        if function is self.function or any(isinstance(each, ast.Starred) for each in given):
            raise UnsuitedError
        result = merged(node, function, given, self.own, self.fresh)
        self.changed = True
        self.local |= {
            each.id
            for statement in result
            for each in ast.walk(statement)
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
        }
        return result

    def plain_error(self, node: ast.Raise) -> None:
        """An error whose text is made up at run time is raised with the text that is known before."""
        call = node.exc
        if not isinstance(call, ast.Call):
            return
        for index, given in enumerate(call.args):
            if isinstance(given, ast.JoinedStr):
                self.changed = True
                call.args[index] = located(ast.Constant(ast.unparse(given)[2:-1]), given)

    def branches(self, node: ast.If) -> Block:
        """`if`, with assignments in its condition made before it."""
        node.test = self.condition(node.test)
        mine, self.before = self.before, []
        node.body, node.orelse = self.block(node.body), self.block(node.orelse) if node.orelse else []
        self.before = mine
        return [node]

    def while_loop(self, node: ast.While) -> Block:
        """`while`, with assignments in its condition made at every turn."""
        if has_assignment(node.test) and not node.orelse:
            self.changed = True
            leave = ast.If(ast.UnaryOp(ast.Not(), node.test), [ast.Break()], [])
            again = ast.While(ast.Constant(True), [located(leave, node), *node.body], [])
            return self.statement(located(again, node))
        node.test = self.conditional(node.test)
        node.body, node.orelse = self.block(node.body), self.block(node.orelse) if node.orelse else []
        return [node]

    def condition(self, test: ast.expr) -> ast.expr:
        """A truth that decides a branch; assignments in its later parts are made if it comes to them."""
        if not (isinstance(test, ast.BoolOp) and any(map(has_assignment, test.values[1:]))):
            return self.visit(test)  # type: ignore[no-any-return]
        self.changed = True
        name = self.fresh("truth")
        self.local.add(name)
        first, *others = test.values
        self.before.append(stored(name, self.condition(first), test))
        for other in others:
            mine, self.before = self.before, []
            last = stored(name, self.condition(other), other)
            inner, self.before = [*self.before, last], mine
            asked: ast.expr = ast.Name(name, ast.Load())
            if isinstance(test.op, ast.Or):
                asked = ast.UnaryOp(ast.Not(), asked)
            self.before.append(located(ast.If(asked, inner, []), other))
        return located(ast.Name(name, ast.Load()), test)

    # Expressions

    def conditional(self, node: Any) -> Any:
        """An expression that may not be evaluated, or more than once: nothing in it can be done before."""
        kept, self.may_hoist = self.may_hoist, False
        node = self.visit(node)
        self.may_hoist = kept
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        node.values = [self.visit(node.values[0]), *map(self.conditional, node.values[1:])]
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        for empty, other in ((node.body, node.orelse), (node.orelse, node.body)):
            if isinstance(empty, ast.List) and not empty.elts and not isinstance(other, ast.List):
                return self.visit(self.noted(self.some_or_none(node, empty is node.body, other)))  # type: ignore[no-any-return]
        sizes = [len(each.elts) if isinstance(each, ast.Tuple) else -1 for each in (node.body, node.orelse)]
        if sizes[0] != sizes[1] and max(sizes) >= 0:  # tuples of different lengths are of different types
            self.changed = True
            node.body, node.orelse = (
                each if isinstance(each, ast.Tuple) and not each.elts else self.as_row(each)
                for each in (node.body, node.orelse)
            )
        node.test = self.visit(node.test)
        node.body, node.orelse = self.conditional(node.body), self.conditional(node.orelse)
        return node

    def some_or_none(self, node: ast.IfExp, empty_if: bool, items: ast.expr) -> ast.expr:
        """`[] if so else items` as a list of the items, taken no or one times: then its kind is known."""
        one, each = self.fresh("once"), self.fresh("item")
        times = ast.IfExp(node.test, ast.Constant(int(not empty_if)), ast.Constant(int(empty_if)))
        outer = ast.comprehension(
            ast.Name(one, ast.Store()), ast.Call(ast.Name("range", ast.Load()), [times], []), [], 0
        )
        inner = ast.comprehension(ast.Name(each, ast.Store()), items, [], 0)
        return located(ast.ListComp(ast.Name(each, ast.Load()), [outer, inner]), node)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        if not self.knows_none or len(node.ops) != 1 or not isinstance(node.ops[0], ast.Eq | ast.NotEq):
            return node
        version = optional.equal if isinstance(node.ops[0], ast.Eq) else optional.unequal
        self.changed = True
        self.names[f"outwit_{version.__name__}"] = version
        name = ast.Name(f"outwit_{version.__name__}", ast.Load())
        return located(ast.Call(name, [node.left, *node.comparators], []), node)

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        return node

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.expr:
        node.value = self.visit(node.value)
        if not self.may_hoist or self.scopes:
            return node
        self.changed = True
        self.before.append(located(ast.Assign([node.target], node.value), node))
        return located(ast.Name(node.target.id, ast.Load()), node)

    def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
        if has_assignment(node):
            return self.lift(node, collecting(ast.List([], ast.Load()), "append"), node.elt)
        return self.inside(node)  # type: ignore[no-any-return]

    def visit_SetComp(self, node: ast.SetComp) -> ast.expr:
        start = ast.Call(ast.Name("set", ast.Load()), [], [])
        return self.lift(node, collecting(start, "add"), node.elt)

    def visit_DictComp(self, node: ast.DictComp) -> ast.expr:
        result = ast.Name("outwit_all", ast.Load())
        place = ast.Subscript(result, node.key, ast.Store())
        frame = Frame(
            [stored("outwit_all", ast.Dict([], []), node)],
            lambda value: [ast.Assign([place], value)],
            [ast.Return(result)],
        )
        return self.lift(node, frame, node.value, node.key)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.expr:
        frame = Frame([], lambda value: [ast.Expr(ast.Yield(value))], [])
        return self.lift(node, frame, node.elt)

    def inside(self, node: Any) -> Any:
        """A comprehension that stays, with what is in it rewritten."""
        first = node.generators[0]
        first.iter = self.visit(first.iter)
        self.scopes.append(targets(node))
        for index, each in enumerate(node.generators):
            if index:
                each.iter = self.conditional(each.iter)
            each.ifs = [self.conditional(test) for test in each.ifs]
        for field in ("elt", "key", "value"):
            if hasattr(node, field):
                setattr(node, field, self.conditional(getattr(node, field)))
        self.scopes.pop()
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        name = self.builtin(node.func, *REDUCTIONS)
        if name and not any(isinstance(each, ast.Starred) for each in node.args):
            reduced = self.reduction(name, node)
            if reduced is not None:
                return reduced
        name = self.builtin(node.func, "list", "tuple", "set", "frozenset", "sorted")
        if name and node.args and isinstance(node.args[0], ast.GeneratorExp):
            self.changed = True
            given = node.args[0]
            whole = located(ast.ListComp(given.elt, given.generators), given)
            if name == "list":
                return self.visit_ListComp(whole)
            node.args[0] = whole
        if self.builtin(node.func, "sorted") and any(each.arg == "key" for each in node.keywords):
            return self.visit(self.noted(self.sorted_by(node)))  # type: ignore[no-any-return]
        if self.is_sorted_set(node):
            self.changed = True
            self.names["outwit_sorted_once"] = row_operations.sorted_once
            [inner] = node.args
            assert isinstance(inner, ast.Call)
            node.func, node.args = located(ast.Name("outwit_sorted_once", ast.Load()), node), inner.args
            return self.visit(node)  # type: ignore[no-any-return]
        twin = TWINS.get(self.named(node.func)) if self.is_hashable(node.func) else None
        if twin is not None and isinstance(node.func, ast.Attribute):
            self.names[f"outwit_{twin.__name__}"] = twin
            node.func = self.noted(located(ast.Name(f"outwit_{twin.__name__}", ast.Load()), node.func))
        if self.builtin(node.func, "map") and len(node.args) == 2:
            return self.visit(self.noted(mapped(node, self.fresh("item"))))  # type: ignore[no-any-return]
        if isinstance(node.func, ast.Name) and self.class_of(node.func.id) is deque and len(node.args) <= 1:
            self.changed = True
            node.func.id = "list"
            if not node.args:
                return located(ast.List([], ast.Load()), node)
        self.from_the_left(node)
        if self.named(node.func) is dataclasses.replace and len(node.args) == 1:
            self.changed = True
            node.func = located(ast.Attribute(node.args[0], "_replace", ast.Load()), node)
            node.args = []
        if self.builtin(node.func, "zip"):
            named = [each for each in node.keywords if each.arg != "strict"]
            self.changed = self.changed or len(named) < len(node.keywords)
            node.keywords = named
        self.own_version(node)
        if isinstance(node.func, ast.Name) and node.func.id == self.tree.name:
            self.changed = True  # what grows from call to call would be of another type each time
            node.args = [self.as_row(each) if isinstance(each, GROWING) else each for each in node.args]
        called = self.own_rule(node)
        if called:
            self.changed = True
            node.func, given_self = called
            node.args = [*given_self, *node.args]
        return self.generic_visit(node)  # type: ignore[return-value]

    def sorted_by(self, node: ast.Call) -> ast.expr:
        """`sorted` with a key, as items and the key of each."""
        named = {each.arg: each.value for each in node.keywords}
        item = self.fresh("item")
        loop = ast.comprehension(ast.Name(item, ast.Store()), node.args[0], [], 0)
        key = Filler({"KEY": named["key"]}).visit(
            ast.Call(ast.Name("KEY", ast.Load()), [ast.Name(item, ast.Load())], [])
        )
        self.names["outwit_sorted_by"] = row_operations.sorted_by
        given = [ast.ListComp(each, [copy.deepcopy(loop)]) for each in (ast.Name(item, ast.Load()), key)]
        turned = named.get("reverse", ast.Constant(False))
        return located(ast.Call(ast.Name("outwit_sorted_by", ast.Load()), [*given, turned], []), node)

    def is_sorted_set(self, node: ast.Call) -> bool:
        """Is it `sorted(set(items))`?"""
        if not self.builtin(node.func, "sorted") or len(node.args) != 1 or node.keywords:
            return False
        inner = node.args[0]
        return isinstance(inner, ast.Call) and bool(self.builtin(inner.func, "set")) and len(inner.args) == 1

    def is_hashable(self, node: ast.expr) -> bool:
        """Does an expression name something that a dictionary may have as a key?"""
        return isinstance(self.named(node), Hashable)

    def from_the_left(self, node: ast.Call) -> None:
        """What only a deque can do, as a list does it."""
        asked = node.func
        if isinstance(asked, ast.Attribute) and asked.attr == "popleft" and not node.args:
            self.changed = True
            asked.attr, node.args = "pop", [located(ast.Constant(0), node)]
        if isinstance(asked, ast.Attribute) and asked.attr == "appendleft" and len(node.args) == 1:
            self.changed = True
            asked.attr, node.args = "insert", [located(ast.Constant(0), node), *node.args]

    def visit_Tuple(self, node: ast.Tuple) -> ast.expr:
        if not isinstance(node.ctx, ast.Load) or not any(isinstance(each, ast.Starred) for each in node.elts):
            return self.generic_visit(node)  # type: ignore[return-value]
        self.changed = True
        pieces = node.elts
        if len(pieces) == 3 and isinstance(pieces[0], ast.Starred) and isinstance(pieces[2], ast.Starred):
            middle = ast.Tuple([pieces[1]], ast.Load())
            whole = ast.BinOp(ast.BinOp(pieces[0].value, ast.Add(), middle), ast.Add(), pieces[2].value)
            if spliced(whole) is not None:
                return self.visit_BinOp(located(whole, node))
        result: ast.expr | None = None
        single: list[ast.expr] = []
        for each in [*node.elts, None]:
            if each is not None and not isinstance(each, ast.Starred):
                single.append(each)
                continue
            more: list[ast.expr] = [ast.Tuple(single, ast.Load())] if single else []
            if isinstance(each, ast.Starred):
                more.append(self.as_row(each.value))
            for piece in more:
                result = piece if result is None else ast.BinOp(result, ast.Add(), piece)
            single = []
        assert result is not None
        return self.visit(located(result, node))  # type: ignore[no-any-return]

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        pieces = spliced(node)
        if pieces is not None:
            self.changed = True
            self.names["outwit_spliced"] = row_operations.spliced
            call = ast.Call(ast.Name("outwit_spliced", ast.Load()), pieces, [])
            return self.generic_visit(located(call, node))  # type: ignore[return-value]
        return self.generic_visit(node)  # type: ignore[return-value]

    def as_row(self, node: ast.expr) -> ast.expr:
        """Something as a tuple whose length need not be known."""
        self.names["outwit_rowed"] = row_operations.rowed
        return located(ast.Call(ast.Name("outwit_rowed", ast.Load()), [node], []), node)

    def own_version(self, node: ast.Call) -> None:
        """`list` and `tuple` as compiled rules have them; a tuple of what is not used any more takes it."""
        name = self.builtin(node.func, "list", "tuple")
        if not name or len(node.args) != 1 or node.keywords or isinstance(node.args[0], ast.Starred):
            return
        given = node.args[0]
        last = isinstance(given, ast.Name) and given.id in self.leaving
        version = row_operations.listed if name == "list" else row_operations.tupled
        if name == "tuple" and (last or isinstance(given, ast.ListComp)):
            version = row_operations.moved_tuple
        self.changed = True
        self.names[f"outwit_{version.__name__}"] = version
        node.func = located(ast.Name(f"outwit_{version.__name__}", ast.Load()), node.func)

    def own_rule(self, node: ast.Call) -> tuple[ast.expr, list[ast.expr]] | None:
        """The function that `self.rule` or `super().rule` names, and `self` if it takes that."""
        asked = node.func
        if not (self.own and self.resolve and isinstance(asked, ast.Attribute)):
            return None
        within = None
        if isinstance(asked.value, ast.Call) and self.builtin(asked.value.func, "super"):
            within = self.class_cell()
            if within is None or asked.value.args:
                return None
        elif not (isinstance(asked.value, ast.Name) and asked.value.id == self.own):
            return None
        found = self.resolve(within, asked.attr)
        if found is None:
            return None
        function, bound = found
        name = f"outwit_{within.__name__}_{asked.attr}" if within else f"outwit_own_{asked.attr}"
        self.names[name] = function
        own: list[ast.expr] = [located(ast.Name(self.own, ast.Load()), node)] if bound else []
        return located(ast.Name(name, ast.Load()), asked), own

    def named(self, node: ast.expr) -> Any:
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

    # Comprehensions become functions

    def reduction(self, name: str, node: ast.Call) -> ast.expr | None:
        """`sum`, `any`, `min` and such of a generator expression, or with a key, as a loop."""
        named = {each.arg: each.value for each in node.keywords}
        given = node.args[0] if node.args else None
        plain = not isinstance(given, ast.GeneratorExp)
        if given is None or None in named or (plain and (name not in ("min", "max") or not named)):
            return None
        if not plain:
            loop = given
        else:
            row: ast.expr = given if len(node.args) == 1 else ast.Tuple(node.args, ast.Load())
            item = self.fresh("item")
            inner = ast.comprehension(ast.Name(item, ast.Store()), row, [], 0)
            loop = located(ast.GeneratorExp(ast.Name(item, ast.Load()), [inner]), node)
        more = [] if plain else node.args[1:]
        assert isinstance(loop, ast.GeneratorExp)
        frame, extra = REDUCTIONS[name](more, named)
        return self.lift(loop, frame, loop.elt, *extra)

    def lift(self, node: Comprehension, frame: Frame, value: ast.expr, *extra: ast.expr) -> ast.expr:
        """A comprehension as a function of its own, called with the variables that it uses."""
        self.changed = True
        hidden = targets(node) | {n.target.id for n in ast.walk(node) if isinstance(n, ast.NamedExpr)}
        first = node.generators[0]
        visible = self.local.union(*self.scopes)
        clash = {n.id for n in ast.walk(first.iter) if isinstance(n, ast.Name)} & hidden & visible
        renamed = {name: self.fresh(name) for name in sorted(clash)}
        first.iter = Renamer(renamed).visit(first.iter)
        body = frame.inner(value)
        for each in reversed(node.generators):
            for test in reversed(each.ifs):
                body = [ast.If(test, body, [])]
            body = [ast.For(each.target, each.iter, body, [])]
        used = {
            n.id
            for piece in (*body, *frame.start, *frame.end, *extra)
            for n in ast.walk(piece)
            if isinstance(n, ast.Name)
        }
        given = sorted((used & visible) - hidden) + [renamed[name] for name in sorted(clash)]
        back = {fresh: name for name, fresh in renamed.items()}
        name = self.fresh(self.tree.name)
        function = ast.FunctionDef(
            name=name,
            args=ast.arguments([], [ast.arg(each) for each in given], None, [], [], None, []),
            body=[*frame.start, *body, *frame.end],
            decorator_list=[],
        )
        self.beside(located(function, node))
        arguments = [ast.Name(back.get(each, each), ast.Load()) for each in given]
        return located(ast.Call(ast.Name(name, ast.Load()), list(arguments), []), node)


class Renamer(ast.NodeTransformer):
    """Gives names other names."""

    def __init__(self, names: dict[str, str]) -> None:
        self.renamed = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        node.id = self.renamed.get(node.id, node.id)
        return node


def targets(node: Comprehension) -> set[str]:
    """The names that a comprehension has for its items."""
    return {
        each.id
        for generator in node.generators
        for each in ast.walk(generator.target)
        if isinstance(each, ast.Name)
    }


def has_assignment(node: ast.AST) -> bool:
    """Is something assigned inside an expression?"""
    return any(isinstance(each, ast.NamedExpr) for each in ast.walk(node))


def has_star(nodes: list[ast.expr]) -> bool:
    """Is there a starred name among the targets?"""
    return any(
        isinstance(node, ast.Tuple | ast.List) and any(isinstance(each, ast.Starred) for each in node.elts)
        for node in nodes
    )


def is_unpacking(node: ast.Assign) -> bool:
    """Is something that is not written out taken apart?"""
    return (
        len(node.targets) == 1
        and isinstance(node.targets[0], ast.Tuple | ast.List)
        and not isinstance(node.value, ast.Tuple | ast.List)
    )


def spliced(node: ast.BinOp) -> list[ast.expr] | None:
    """The parts of `cells[:i] + (x,) + cells[i + 1:]`: cells, i and x; None if it is something else."""
    inner, last = node.left, node.right
    if not (isinstance(node.op, ast.Add) and isinstance(inner, ast.BinOp) and isinstance(inner.op, ast.Add)):
        return None
    first, middle = inner.left, inner.right
    if not (isinstance(first, ast.Subscript) and isinstance(first.slice, ast.Slice)):
        return None
    if not (isinstance(last, ast.Subscript) and isinstance(last.slice, ast.Slice)):
        return None
    if not (isinstance(middle, ast.Tuple) and len(middle.elts) == 1):
        return None
    place, start = first.slice.upper, last.slice.lower
    if place is None or start is None or first.slice.lower or last.slice.upper:
        return None
    after = ast.dump(ast.BinOp(place, ast.Add(), ast.Constant(1)))
    if ast.dump(first.value) != ast.dump(last.value) or ast.dump(start) != after:
        return None
    if any(isinstance(each, ast.Call | ast.Starred) for each in ast.walk(node)):
        return None
    return [first.value, place, middle.elts[0]]


def is_empty_list(node: ast.expr | None) -> bool:
    """Is it `[]`?"""
    return isinstance(node, ast.List) and not node.elts


def grows(tree: ast.AST, name: str) -> bool:
    """Is something put into a list of this name, so that the compiler sees what it holds?"""
    return any(
        isinstance(each, ast.Attribute)
        and isinstance(each.value, ast.Name)
        and each.value.id == name
        and each.attr in ("append", "extend", "insert")
        for each in ast.walk(tree)
    )


def sample_of(hint: Any) -> ast.expr | None:
    """An expression of the kind that an annotation tells; None if it is another kind."""
    if hint in (int, float, bool):
        return ast.Constant(hint())
    inner = get_args(hint)
    if get_origin(hint) is tuple and inner and Ellipsis not in inner:
        items = [sample_of(each) for each in inner]
        return None if None in items else ast.Tuple([each for each in items if each], ast.Load())
    return None


def is_pairing(node: ast.expr) -> bool:
    """Is it a loop over pairs of whose length there is no doubt?"""
    called = node.func if isinstance(node, ast.Call) else None
    return isinstance(called, ast.Name) and called.id in ("enumerate", "zip")


def mapped(node: ast.Call, item: str) -> ast.expr:
    """`map(function, items)` as a generator expression."""
    call = ast.Call(node.args[0], [ast.Name(item, ast.Load())], [])
    loop = ast.comprehension(ast.Name(item, ast.Store()), node.args[1], [], 0)
    return located(ast.GeneratorExp(call, [loop]), node)


def is_item(node: ast.expr) -> bool:
    """Is it one item of something?"""
    return isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice)


def popped(node: ast.expr) -> ast.stmt:
    """`del items[i]` as `items.pop(i)`."""
    assert isinstance(node, ast.Subscript)
    call = ast.Call(ast.Attribute(node.value, "pop", ast.Load()), [node.slice], [])
    return located(ast.Expr(call), node)


def stored(name: str, value: ast.expr, place: ast.AST) -> ast.stmt:
    """An assignment to a name."""
    return located(ast.Assign([ast.Name(name, ast.Store())], value), place)
