"""Statements that the compiler does not take, as those that it does."""

from __future__ import annotations

import ast
import importlib
import inspect
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, get_args, get_origin

from outwit.engine.compiler import row_operations, shrinking
from outwit.engine.compiler.expressions import Expressions
from outwit.engine.compiler.inlining import UnsuitedError, flatten, merge_loop
from outwit.engine.compiler.listing import own_nodes
from outwit.engine.compiler.patterns import match_statements
from outwit.engine.compiler.reductions import Block, statements
from outwit.engine.compiler.rewriting import assignment, has_assignment
from outwit.engine.compiler.source import put_at

DEEPEST = 3
"""So many generators may become parts of one another."""


class Statements(Expressions):
    """Rewrites the statements of a function."""

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
        self.leaving = set()
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.YieldFrom):
            return self.block(self.yield_each(node.value))
        if isinstance(node, ast.Match):
            with suppress(SyntaxError):
                plain = match_statements(node, self.fresh("subject"), self.class_of)
                return self.block(self.note_change(plain))
        if isinstance(node, ast.Import | ast.ImportFrom):
            return self.import_now(node)
        if isinstance(node, ast.Delete) and all(isinstance(each, ast.Subscript) for each in node.targets):
            return self.block([self.delete(each) for each in self.note_change(node.targets)])
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and is_slice(node.targets[0]):
            return self.block([self.assign_slice(node.targets[0], node.value)])
        if isinstance(node, ast.Expr) and is_sort(node.value):
            return self.sort_in_place(node.value)
        if isinstance(node, ast.Assign) and has_star(node.targets):
            return self.block(self.unpack(node))
        if isinstance(node, ast.Assign) and is_unpacking(node):
            return self.block(self.take_apart(node))
        if isinstance(node, ast.Assign) and is_several(node):
            return self.block(self.one_after_another(node))
        if isinstance(node, ast.Assign | ast.AnnAssign) and is_empty_list(node.value):
            self.tell_kind(node)
        if isinstance(node, ast.AugAssign) and self.is_lengthening(node):
            call = ast.Call(ast.Attribute(as_read(node.target), "extend", ast.Load()), [node.value], [])
            return self.statement(self.note_change(put_at(ast.Expr(call), node)))
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

    def delete(self, node: Any) -> ast.stmt:
        """`del items[i]` as `items.pop(i)`; of a slice, as what that is in compiled rules."""
        if is_slice(node):
            version, given = shrinking.without, [node.value, as_call(node.slice)]
        else:
            version, given = shrinking.pop_item, [node.value, node.slice]
        return put_at(ast.Expr(self.call_stand_in(version, given, node)), node)

    def assign_slice(self, target: Any, value: ast.expr) -> ast.stmt:
        """`items[i:j] = others`."""
        if is_empty_list(value):
            return self.delete(target)
        given = [target.value, as_call(target.slice), value]
        return put_at(ast.Expr(self.call_stand_in(shrinking.replace_slice, given, target)), target)

    def sort_in_place(self, node: Any) -> Block:
        """`items.sort(...)` with all items replaced by themselves in order."""
        items = node.func.value
        call = put_at(ast.Call(ast.Name("sorted", ast.Load()), [items], node.keywords), node)
        every = ast.Call(ast.Name("slice", ast.Load()), [ast.Constant(None), ast.Constant(None)], [])
        given = [ast.Name(items.id, ast.Load()), every, self.in_order(call)]
        return [put_at(ast.Expr(self.call_stand_in(shrinking.replace_slice, given, node)), node)]

    def yield_each(self, node: ast.YieldFrom) -> Block:
        """`yield from items` as a loop; of `a or b`, the first that has any."""
        self.changed = True
        given = node.value
        if isinstance(given, ast.BoolOp) and isinstance(given.op, ast.Or) and len(given.values) == 2:
            name = self.fresh("items")
            self.local.add(name)
            first = ast.YieldFrom(ast.Name(name, ast.Load()))
            second = [] if is_empty(given.values[1]) else [ast.Expr(ast.YieldFrom(given.values[1]))]
            choice = ast.If(ast.Name(name, ast.Load()), [ast.Expr(first)], [*second])
            return [assignment(name, given.values[0], node), put_at(choice, node)]
        name = self.fresh("item")
        self.local.add(name)
        give = ast.Expr(ast.Yield(ast.Name(name, ast.Load())))
        loop = ast.For(ast.Name(name, ast.Store()), node.value, [give], [])
        return [put_at(loop, node)]

    def import_now(self, node: ast.Import | ast.ImportFrom) -> Block:
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

    def unpack(self, node: ast.Assign) -> Block:
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
        return [put_at(each, node) for each in result]

    def take_apart(self, node: ast.Assign) -> Block:
        """`a, b = pair` with an index for each: the compiler must know the length of what it takes apart."""
        self.changed = True
        target: Any = node.targets[0]
        name = self.fresh("pair")
        self.local.add(name)
        given = [self.as_list(node.value), ast.Constant(len(target.elts))]
        whole = self.call_stand_in(row_operations.exactly, given, node.value)
        return [assignment(name, whole, node), *self.parts_of(target, name, node)]

    def one_after_another(self, node: ast.Assign) -> Block:
        """`a, b = [], []` as two assignments: in a tuple an empty list never learns what it will hold."""
        self.changed = True
        pairs = list(zip(node.targets[0].elts, node.value.elts, strict=True))  # type: ignore[attr-defined]
        filled = {target.id: self.fresh(target.id) for target, value in pairs if not is_empty_list(value)}
        self.local.update(filled.values())
        before = [
            assignment(filled[target.id], value, node) for target, value in pairs if target.id in filled
        ]
        after = [
            put_at(ast.Assign([target], ast.Name(filled[target.id], ast.Load())), node)
            if target.id in filled
            else put_at(ast.Assign([target], value), node)
            for target, value in pairs
        ]
        return [*before, *after]

    def parts_of(self, target: Any, name: str, place: ast.AST) -> Block:
        """The assignments that take something apart."""
        result: Block = []
        for index, each in enumerate(target.elts):
            item = ast.Subscript(ast.Name(name, ast.Load()), ast.Constant(index), ast.Load())
            if isinstance(each, ast.Tuple | ast.List):
                inner = self.fresh("pair")
                self.local.add(inner)
                result += [assignment(inner, item, place), *self.parts_of(each, inner, place)]
            else:
                result.append(put_at(ast.Assign([each], item), place))
        return result

    def as_list(self, node: ast.expr) -> ast.expr:
        """A generator expression as a list; anything else as it is."""
        if isinstance(node, ast.GeneratorExp):
            return put_at(ast.ListComp(node.elt, node.generators), node)
        return node

    def one_by_one(self, node: ast.For) -> None:
        """A loop that takes its items apart does so in its first lines; one over `a or b` asks before."""
        if isinstance(node.target, ast.Tuple | ast.List) and not is_pairing(node.iter):
            self.changed = True
            name = self.fresh("pair")
            self.local.add(name)
            node.body = [*self.parts_of(node.target, name, node), *node.body]
            node.target = put_at(ast.Name(name, ast.Store()), node)

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
            node.value = put_at(ast.Subscript(some, ast.Slice(None, ast.Constant(0)), ast.Load()), node)

    def is_lengthening(self, node: ast.AugAssign) -> bool:
        """Is it `items += others`, of a list that began without any?"""
        given = [
            each.value
            for each in ast.walk(self.tree)
            if isinstance(each, ast.Assign | ast.AnnAssign) and is_assigned(each, node.target)
        ]
        return isinstance(node.op, ast.Add) and any(map(is_empty_list, given)) and all(map(is_list, given))

    def tell_answer(self) -> None:
        """Let `return []` say what the list would hold: what is in the lists that are given elsewhere."""
        given = [each for each in own_nodes(self.tree) if isinstance(each, ast.Return)]
        others = [each for each in given if not is_empty_list(each.value)]
        if len(others) == len(given) or not others or any(each.value is None for each in others):
            return
        self.changed = True
        nothing = self.fresh("nothing")
        self.local.add(nothing)
        start = assignment(nothing, ast.List([], ast.Load()), self.tree.body[0])
        answering = Answering(nothing, self.fresh("answer"))
        self.tree.body = [start, *flatten([answering.visit(each) for each in self.tree.body])]

    def sample(self, annotation: ast.expr) -> ast.expr | None:
        """Something that a list with this annotation may hold."""
        try:
            text = ast.unparse(annotation)
            hint = eval(text, dict(self.function.__globals__))  # the author's own annotation
        except Exception:  # an annotation may name what is not there
            return None
        [item] = get_args(hint) if get_origin(hint) is list and len(get_args(hint)) == 1 else [None]
        return sample_of(item)

    def merge(self, node: ast.For) -> Block:
        """A loop over a generator of the same file as the generator's own loop."""
        call = node.iter
        if not isinstance(call, ast.Call) or call.keywords or self.merging >= DEEPEST:
            raise UnsuitedError
        given, function = call.args, self.resolve_name(call.func)
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
        result = merge_loop(node, function, given, self.own, self.local, self.fresh)
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
                call.args[index] = put_at(ast.Constant(ast.unparse(given)[2:-1]), given)

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
            again = ast.While(ast.Constant(True), [put_at(leave, node), *node.body], [])
            return self.statement(put_at(again, node))
        node.test = self.visit_unhoisted(self.truth, node.test)
        node.body, node.orelse = self.block(node.body), self.block(node.orelse) if node.orelse else []
        return [node]

    def condition(self, test: ast.expr) -> ast.expr:
        """A truth that decides a branch; assignments in its later parts are made if it comes to them."""
        if not (isinstance(test, ast.BoolOp) and any(map(has_assignment, test.values[1:]))):
            return self.truth(test)
        self.changed = True
        name = self.fresh("truth")
        self.local.add(name)
        first, *others = test.values
        self.before.append(assignment(name, self.condition(first), test))
        for other in others:
            mine, self.before = self.before, []
            last = assignment(name, self.condition(other), other)
            inner, self.before = [*self.before, last], mine
            asked: ast.expr = ast.Name(name, ast.Load())
            if isinstance(test.op, ast.Or):
                asked = ast.UnaryOp(ast.Not(), asked)
            self.before.append(put_at(ast.If(asked, inner, []), other))
        return put_at(ast.Name(name, ast.Load()), test)


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


def is_several(node: ast.Assign) -> bool:
    """Are several names assigned to at once, and empty lists among what they get?"""
    target, value = node.targets[0], node.value
    return (
        len(node.targets) == 1
        and isinstance(target, ast.Tuple | ast.List)
        and isinstance(value, ast.Tuple | ast.List)
        and len(target.elts) == len(value.elts)
        and all(isinstance(each, ast.Name) for each in target.elts)
        and not any(isinstance(each, ast.Starred) for each in value.elts)
        and any(is_empty_list(each) for each in value.elts)
    )


def is_sort(node: ast.expr) -> bool:
    """Is it `items.sort(...)`?"""
    called = node.func if isinstance(node, ast.Call) and not node.args else None
    return isinstance(called, ast.Attribute) and called.attr == "sort" and isinstance(called.value, ast.Name)


def is_empty_list(node: ast.expr | None) -> bool:
    """Is it `[]`?"""
    return isinstance(node, ast.List) and not node.elts


def is_empty(node: ast.expr) -> bool:
    """Is it `[]` or `()`?"""
    return isinstance(node, ast.List | ast.Tuple) and not node.elts


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


class Answering(ast.NodeTransformer):
    """Answers with a list of that name in place of an empty one, and tells of what kind the others are."""

    def __init__(self, nothing: str, answer: str) -> None:
        self.nothing, self.answer = nothing, answer

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node

    def visit_Return(self, node: ast.Return) -> Any:
        if is_empty_list(node.value):
            node.value = put_at(ast.Name(self.nothing, ast.Load()), node)
            return node
        assert node.value is not None
        text = f"if len({self.nothing}) > 0:\n    {self.nothing}.extend({self.answer})\nreturn {self.answer}"
        return [assignment(self.answer, node.value, node), *(put_at(each, node) for each in statements(text))]


def is_list(node: ast.expr | None) -> bool:
    """Is it a list that is written out?"""
    return isinstance(node, ast.List | ast.ListComp)


def is_assigned(node: ast.Assign | ast.AnnAssign, target: ast.expr) -> bool:
    """Is something assigned to a variable, and to nothing else?"""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    names = [each.id for each in targets if isinstance(each, ast.Name)]
    return isinstance(target, ast.Name) and names == [target.id]


def as_read(node: ast.expr) -> ast.expr:
    """A variable that is assigned to, as it is read."""
    assert isinstance(node, ast.Name)
    return ast.Name(node.id, ast.Load())


def is_pairing(node: ast.expr) -> bool:
    """Is it a loop over pairs of whose length there is no doubt?"""
    called = node.func if isinstance(node, ast.Call) else None
    return isinstance(called, ast.Name) and called.id in ("enumerate", "zip")


def is_slice(node: ast.expr) -> bool:
    """Is it a stretch of something?"""
    return isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)


def as_call(node: ast.Slice) -> ast.expr:
    """A stretch from here to there as a call of `slice`."""
    ends = [each or ast.Constant(None) for each in (node.lower, node.upper)]
    steps = [node.step] if node.step else []
    return ast.Call(ast.Name("slice", ast.Load()), [*ends, *steps], [])
