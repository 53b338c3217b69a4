"""Expressions that the compiler does not take, as those that it does; comprehensions as functions."""

from __future__ import annotations

import ast
import copy
import dataclasses
import enum
import inspect
from collections import Counter, deque
from collections.abc import Callable, Hashable, Sequence
from typing import Any

from outwit.engine.compiler import (
    counters,
    enumerations,
    maps,
    optional,
    row_operations,
    shrinking,
    sorting,
)
from outwit.engine.compiler.reductions import REDUCTIONS, Frame, list_loop, set_loop, sort_loop
from outwit.engine.compiler.rewriting import Rewriting
from outwit.engine.compiler.source import put_at
from outwit.engine.compiler.twins import TWINS

GROWING = (ast.BinOp, ast.Tuple, ast.Subscript)
"""Expressions whose tuples may be longer or shorter than those that they were made of."""

TRUTHS = (ast.Compare, ast.UnaryOp, ast.BoolOp)
"""Expressions that are mostly nothing but true or false."""

SHRINKING = {
    ("pop", 0): shrinking.pop_last,
    ("pop", 1): shrinking.pop_item,
    ("remove", 1): shrinking.remove_item,
    ("clear", 0): shrinking.clear_items,
}
"""What makes lists shorter, by its name and how many things it is given."""

Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


class Expressions(Rewriting):
    """Rewrites the expressions of a function."""

    def conditional(self, node: Any) -> Any:
        """An expression that may not be evaluated, or more than once: nothing in it can be done before."""
        return self.visit_unhoisted(self.visit, node)

    def visit_unhoisted(self, visit: Callable[[Any], Any], node: Any) -> Any:
        """A node, visited so that nothing in it is done before the statement."""
        kept, self.may_hoist = self.may_hoist, False
        node = visit(node)
        self.may_hoist = kept
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        last = node.values[-1]
        if isinstance(node.op, ast.Or) and isinstance(last, ast.List | ast.Tuple) and not last.elts:
            return self.or_empty(node)
        if isinstance(node.op, ast.And) and is_asked_first(node.values):
            return self.and_what_it_has(node)
        node.values = [self.visit(node.values[0]), *map(self.conditional, node.values[1:])]
        return node

    def or_empty(self, node: ast.BoolOp) -> ast.expr:
        """`items or []`, or `items or ()`, with an empty list or tuple of the kind that the items are."""
        version = optional.or_no_items if isinstance(node.values[-1], ast.List) else optional.or_no_tuple
        items = node.values[0] if len(node.values) == 2 else ast.BoolOp(node.op, node.values[:-1])
        return self.call_stand_in(version, [self.visit(put_at(items, node))], node)

    def and_what_it_has(self, node: ast.BoolOp) -> ast.expr:
        """`found and found[0]`, whose two cases are of one kind if what is not found is None."""
        first, *others = node.values
        assert isinstance(first, ast.Name)
        then = others[0] if len(others) == 1 else put_at(ast.BoolOp(node.op, others), node)
        missing = self.call_stand_in(optional.missing, [ast.Name(first.id, ast.Load())], node)
        return put_at(ast.IfExp(first, self.conditional(then), missing), node)

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        for empty, other in ((node.body, node.orelse), (node.orelse, node.body)):
            if not isinstance(empty, ast.List) or empty.elts or isinstance(other, ast.List):
                continue
            kind = self.empty_like(other)
            if kind is not None:
                node.body, node.orelse = (kind, other) if empty is node.body else (other, kind)
            else:
                return self.visit(self.note_change(self.some_or_none(node, empty is node.body, other)))  # type: ignore[no-any-return]
        sizes = [literal_items(each) for each in (node.body, node.orelse)]
        if sizes[0] != sizes[1] and not any(is_nothing(each) for each in (node.body, node.orelse)):
            # tuples of different lengths are of different types
            self.changed = True
            node.body, node.orelse = (
                each if isinstance(each, ast.Tuple) and not each.elts else self.as_row(each)
                for each in (node.body, node.orelse)
            )
        node.test = self.truth(node.test)
        node.body, node.orelse = self.conditional(node.body), self.conditional(node.orelse)
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        if not isinstance(node.op, ast.Not):
            return self.generic_visit(node)  # type: ignore[return-value]
        parts = node.operand.values if isinstance(node.operand, ast.BoolOp) else []
        if sum(not isinstance(each, TRUTHS) for each in parts) > 1:
            # `not (found or other)` as `not found and not other`: they may be of different kinds
            op = ast.And() if isinstance(node.operand.op, ast.Or) else ast.Or()  # type: ignore[attr-defined]
            each_not: list[ast.expr] = [ast.UnaryOp(ast.Not(), each) for each in parts]
            return self.truth(self.note_change(put_at(ast.BoolOp(op, each_not), node)))
        return self.truth(node)

    def truth(self, node: ast.expr) -> ast.expr:
        """An expression, rewritten, of which nothing but its truth counts."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            node.operand = self.truth(node.operand)
            return node
        if isinstance(node, ast.BoolOp):
            first, *others = node.values
            node.values = [self.truth(first), *(self.visit_unhoisted(self.truth, each) for each in others)]
            return node
        return self.visit(node)  # type: ignore[no-any-return]

    def empty_like(self, node: ast.expr) -> ast.expr | None:
        """An empty list of the kind that a variable, or an item of one, is; None for other expressions.

        What somebody else may hold must stay what it is, and not become a copy.
        """
        if isinstance(node, ast.Name):
            return self.call_stand_in(row_operations.none_of, [ast.Name(node.id, ast.Load())], node)
        of = node.value if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Slice) else None
        if isinstance(of, ast.Name):
            given = [ast.Name(of.id, ast.Load())]
            return self.call_stand_in(row_operations.none_like_items_of, given, node)
        return None

    def some_or_none(self, node: ast.IfExp, empty_if: bool, items: ast.expr) -> ast.expr:
        """`[] if so else items` as a list of the items, taken no or one times: then its kind is known."""
        one, each = self.fresh("once"), self.fresh("item")
        times = ast.IfExp(node.test, ast.Constant(int(not empty_if)), ast.Constant(int(empty_if)))
        outer = ast.comprehension(
            ast.Name(one, ast.Store()), ast.Call(ast.Name("range", ast.Load()), [times], []), [], 0
        )
        inner = ast.comprehension(ast.Name(each, ast.Store()), items, [], 0)
        return put_at(ast.ListComp(ast.Name(each, ast.Load()), [outer, inner]), node)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        among = node.comparators[0]
        if (
            isinstance(node.ops[0], ast.In | ast.NotIn)
            and isinstance(among, ast.List | ast.Set)
            and any(isinstance(each, ast.Tuple) for each in among.elts)  # which may be of different lengths
        ):
            node.comparators[0] = self.note_change(put_at(ast.Tuple(among.elts, ast.Load()), among))
        self.generic_visit(node)
        if len(node.ops) != 1 or not isinstance(node.ops[0], ast.Eq | ast.NotEq):
            return node
        for items, others in ((node.left, node.comparators[0]), (node.comparators[0], node.left)):
            if isinstance(others, ast.List) and all(map(is_number, others.elts)):
                given = [items, ast.Tuple(others.elts, ast.Load())]
                same = self.call_stand_in(row_operations.same_items, given, node)
                return same if isinstance(node.ops[0], ast.Eq) else put_at(ast.UnaryOp(ast.Not(), same), node)
        if not self.knows_none:
            return node
        version = optional.equal if isinstance(node.ops[0], ast.Eq) else optional.unequal
        return self.call_stand_in(version, [node.left, *node.comparators], node)

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        return node

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.expr:
        node.value = self.visit(node.value)
        if not self.may_hoist:
            return node
        self.changed = True
        self.before.append(put_at(ast.Assign([node.target], node.value), node))
        return put_at(ast.Name(node.target.id, ast.Load()), node)

    def visit_ListComp(self, node: ast.ListComp) -> ast.expr:
        return self.lift(node, list_loop(), node.elt)

    def visit_SetComp(self, node: ast.SetComp) -> ast.expr:
        return self.lift(node, set_loop(), node.elt)

    def visit_DictComp(self, node: ast.DictComp) -> ast.expr:
        given = [put_at(ast.ListComp(each, node.generators), node) for each in (node.key, node.value)]
        return self.visit(self.as_map(copy.deepcopy(given), node))  # type: ignore[no-any-return]

    def visit_Dict(self, node: ast.Dict) -> ast.expr:
        keys = [each for each in node.keys if each is not None]
        texts = any(isinstance(each, ast.Constant) and not isinstance(each.value, int) for each in keys)
        if not keys or len(keys) < len(node.keys) or texts:
            return self.generic_visit(node)  # type: ignore[return-value]
        given = [ast.List(each, ast.Load()) for each in (keys, node.values)]
        return self.visit(self.as_map(given, node))  # type: ignore[no-any-return]

    def as_map(self, given: Sequence[ast.expr], node: ast.expr) -> ast.expr:
        """A dictionary of all its keys and all its values."""
        return self.call_stand_in(maps.make_map, given, node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.expr:
        frame = Frame([], lambda value: [ast.Expr(ast.Yield(value))], [])
        return self.lift(node, frame, node.elt)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if not enumerations.is_enumeration(self.class_of(node.id)):
            return node
        members = [ast.Attribute(node, each.name, ast.Load()) for each in self.class_of(node.id)]
        return put_at(ast.Tuple(self.note_change(members), ast.Load()), node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if isinstance(node.value, ast.Name):
            return node
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        member = self.resolve_name(node.slice)
        if isinstance(member, enum.IntEnum):
            node.slice = self.note_change(put_at(ast.Constant(int(member)), node))
        return self.generic_visit(node)  # type: ignore[return-value]

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if enumerations.is_enumeration(self.resolve_name(node.func)) and len(node.args) == 1:
            number = self.visit(node.args[0])
            return self.call_stand_in(enumerations.member_of, [node.func, number], node)
        if self.resolve_name(node.func) is Counter and len(node.args) <= 1 and not node.keywords:
            nothing = ast.Call(ast.Name("range", ast.Load()), [ast.Constant(0)], [])
            counted = self.call_stand_in(counters.count_items, node.args or [nothing], node)
            return self.generic_visit(counted)  # type: ignore[return-value]
        name = self.builtin(node.func, *REDUCTIONS)
        if name and not any(isinstance(each, ast.Starred) for each in node.args):
            reduced = self.reduction(name, node)
            if reduced is not None:
                return reduced
        name = self.builtin(node.func, "list", "tuple", "set", "frozenset", "sorted")
        if name and node.args and isinstance(node.args[0], ast.GeneratorExp):
            self.changed = True
            given = node.args[0]
            whole = put_at(ast.ListComp(given.elt, given.generators), given)
            if name == "list":
                return self.visit_ListComp(whole)
            node.args[0] = whole
        if self.builtin(node.func, "sorted") and len(node.args) == 1:
            return self.in_order(node)
        twin = TWINS.get(self.resolve_name(node.func)) if self.is_hashable(node.func) else None
        if twin is not None and isinstance(node.func, ast.Attribute):
            self.names[f"outwit_{twin.__name__}"] = twin
            node.func = self.note_change(put_at(ast.Name(f"outwit_{twin.__name__}", ast.Load()), node.func))
        if self.builtin(node.func, "map") and len(node.args) == 2:
            return self.visit(self.note_change(map_expression(node, self.fresh("item"))))  # type: ignore[no-any-return]
        if isinstance(node.func, ast.Name) and self.class_of(node.func.id) is deque and len(node.args) <= 1:
            self.changed = True
            node.func.id = "list"
            if not node.args:
                return put_at(ast.List([], ast.Load()), node)
        self.from_the_left(node)
        if isinstance(node.func, ast.Attribute) and not node.keywords and not self.own_rule(node):
            shrinks = SHRINKING.get((node.func.attr, len(node.args)))
            if shrinks is not None:
                call = self.call_stand_in(shrinks, [node.func.value, *node.args], node)
                return self.generic_visit(call)  # type: ignore[return-value]
        if self.resolve_name(node.func) is dataclasses.replace and len(node.args) == 1:
            self.changed = True
            node.func = put_at(ast.Attribute(node.args[0], "_replace", ast.Load()), node)
            node.args = []
        if self.builtin(node.func, "enumerate") and [each.arg for each in node.keywords] == ["start"]:
            node.args, node.keywords = self.note_change([*node.args, node.keywords[0].value]), []
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

    def in_order(self, node: ast.Call) -> ast.expr:
        """`sorted`, as rules that are compiled have it: with a key, of items and the key of each."""
        named = {each.arg: each.value for each in node.keywords if not is_none(each)}
        [items], turned = node.args, named.get("reverse", ast.Constant(False))
        if "key" in named:
            self.names["outwit_in_order_of"] = sorting.in_order_of
            loop = self.each_of(items)
            return self.lift(loop, sort_loop(named["key"], turned), loop.elt)
        if isinstance(items, ast.Call) and self.is_set(items) and not named:
            call = self.call_stand_in(sorting.in_order_once, [self.own_list(items.args[0])], node)
        else:
            call = self.call_stand_in(sorting.in_order, [self.own_list(items), turned], node)
        return self.visit(call)  # type: ignore[no-any-return]

    def is_set(self, node: ast.Call) -> bool:
        """Is it `set(items)`?"""
        return bool(self.builtin(node.func, "set")) and len(node.args) == 1

    def own_list(self, node: ast.expr) -> ast.expr:
        """What an expression is worth as a list that nobody else has."""
        version = row_operations.fresh_list if self.is_fresh(node) else row_operations.make_list
        return self.call_stand_in(version, [node], node)

    def is_fresh(self, node: ast.expr) -> bool:
        """Has nobody else what an expression is worth, if that is a list?"""
        if not isinstance(node, ast.Call):
            return isinstance(node, ast.List | ast.ListComp)
        called = self.own_rule(node)
        function = self.names.get(called[0].id) if called else self.resolve_name(node.func)  # type: ignore[attr-defined]
        return inspect.isgeneratorfunction(function) or (self.is_hashable(node.func) and function in TWINS)

    def is_hashable(self, node: ast.expr) -> bool:
        """Does an expression name something that a dictionary may have as a key?"""
        return isinstance(self.resolve_name(node), Hashable)

    def from_the_left(self, node: ast.Call) -> None:
        """What only a deque can do, as a list does it."""
        asked = node.func
        if isinstance(asked, ast.Attribute) and asked.attr == "popleft" and not node.args:
            self.changed = True
            asked.attr, node.args = "pop", [put_at(ast.Constant(0), node)]
        if isinstance(asked, ast.Attribute) and asked.attr == "appendleft" and len(node.args) == 1:
            self.changed = True
            asked.attr, node.args = "insert", [put_at(ast.Constant(0), node), *node.args]

    def visit_Tuple(self, node: ast.Tuple) -> ast.expr:
        if not isinstance(node.ctx, ast.Load) or not any(isinstance(each, ast.Starred) for each in node.elts):
            plain: Any = self.generic_visit(node)
            is_row = self.lengthens and isinstance(node.ctx, ast.Load)
            return self.note_change(self.as_row(plain)) if is_row else plain  # type: ignore[no-any-return]
        self.changed = True
        pieces = node.elts
        if len(pieces) == 3 and isinstance(pieces[0], ast.Starred) and isinstance(pieces[2], ast.Starred):
            middle = ast.Tuple([pieces[1]], ast.Load())
            whole = ast.BinOp(ast.BinOp(pieces[0].value, ast.Add(), middle), ast.Add(), pieces[2].value)
            if splice_parts(whole) is not None:
                return self.visit_BinOp(put_at(whole, node))
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
        return self.visit(put_at(result, node))  # type: ignore[no-any-return]

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        for version, pieces in (
            (row_operations.splice, splice_parts(node)),
            (row_operations.repeat, repeat_parts(node)),
            (row_operations.power, power_parts(node)),
        ):
            if pieces is not None:
                return self.generic_visit(self.call_stand_in(version, pieces, node))  # type: ignore[return-value]
        return self.generic_visit(node)  # type: ignore[return-value]

    def call_stand_in(self, version: Any, given: Sequence[ast.expr], node: ast.expr) -> ast.expr:
        """A call of what compiled rules have in place of something."""
        self.changed = True
        name = f"outwit_{version.__name__}"
        self.names[name] = version
        return put_at(ast.Call(ast.Name(name, ast.Load()), [*given], []), node)

    def own_version(self, node: ast.Call) -> None:
        """`list` and `tuple` as compiled rules have them; a tuple of what is not used any more takes it."""
        name = self.builtin(node.func, "list", "tuple")
        if not name or len(node.args) != 1 or node.keywords or isinstance(node.args[0], ast.Starred):
            return
        given = node.args[0]
        last = isinstance(given, ast.Name) and given.id in self.leaving
        fresh = self.is_fresh(given)
        version = row_operations.fresh_list if fresh else row_operations.make_list
        if name == "tuple":
            version = row_operations.move_to_tuple if fresh or last else row_operations.make_tuple
        self.changed = True
        self.names[f"outwit_{version.__name__}"] = version
        node.func = put_at(ast.Name(f"outwit_{version.__name__}", ast.Load()), node.func)

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
        own: list[ast.expr] = [put_at(ast.Name(self.own, ast.Load()), node)] if bound else []
        return put_at(ast.Name(name, ast.Load()), asked), own

    def reduction(self, name: str, node: ast.Call) -> ast.expr | None:
        """`sum`, `any`, `min` and such of a generator expression, or with a key, as a loop."""
        named = {each.arg: each.value for each in node.keywords}
        given = node.args[0] if node.args else None
        if given is None or None in named:
            return None
        more = node.args[1:]
        if isinstance(given, ast.GeneratorExp):
            loop = given
        elif name == "next" and isinstance(given, ast.Call):  # nobody has asked for an item before
            loop = self.each_of(given)
        elif name in ("min", "max") and named:
            loop = self.each_of(put_at(ast.Tuple(node.args, ast.Load()), node) if more else given)
            more = []
        else:
            return None
        return self.lift(loop, REDUCTIONS[name](more, named), loop.elt)

    def each_of(self, node: ast.expr) -> ast.GeneratorExp:
        """All items, one by one."""
        item = self.fresh("item")
        inner = ast.comprehension(ast.Name(item, ast.Store()), node, [], 0)
        return put_at(ast.GeneratorExp(ast.Name(item, ast.Load()), [inner]), node)

    def lift(self, node: Comprehension, frame: Frame, value: ast.expr) -> ast.expr:
        """A comprehension as a function of its own, called with the variables that it uses."""
        self.changed = True
        hidden = targets(node) | {n.target.id for n in ast.walk(node) if isinstance(n, ast.NamedExpr)}
        first = node.generators[0]
        visible = self.local.union(self.function.__code__.co_freevars)
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
            for piece in (*body, *frame.start, *frame.end)
            for n in ast.walk(piece)
            if isinstance(n, ast.Name)
        }
        given = sorted((used & visible) - hidden - frame.own) + [renamed[name] for name in sorted(clash)]
        back = {fresh: name for name, fresh in renamed.items()}
        name = self.fresh(self.tree.name)
        function = ast.FunctionDef(  # type: ignore[call-overload, unused-ignore]
            name=name,
            args=ast.arguments([], [ast.arg(each) for each in given], None, [], [], None, []),
            body=[*frame.start, *body, *frame.end],
            decorator_list=[],
        )
        self.beside(put_at(function, node))
        arguments = [ast.Name(back.get(each, each), ast.Load()) for each in given]
        return put_at(ast.Call(ast.Name(name, ast.Load()), list(arguments), []), node)


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


def splice_parts(node: ast.BinOp) -> list[ast.expr] | None:
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


def literal_items(node: ast.expr) -> tuple[int, bool] | None:
    """How many items of a tuple are written out, and whether all; None where no tuple is written.

    So it is in `(a, b)`, and in `cells + (a, b)` for those that are added; but not beside a slice, which may
    have left out as many.
    """
    if isinstance(node, ast.Tuple):
        return len(node.elts), True
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Add):
        return None
    sides = node.left, node.right
    parts = [len(each.elts) for each in sides if isinstance(each, ast.Tuple)]
    sliced = any(isinstance(each, ast.Subscript) and isinstance(each.slice, ast.Slice) for each in sides)
    return (sum(parts), len(parts) == 2) if parts and not sliced else None


def is_asked_first(values: Sequence[ast.expr]) -> bool:
    """Is it `found and found[0]`: a variable, and then something of what it holds?"""
    first, *others = values
    return (
        isinstance(first, ast.Name)
        and not isinstance(others[-1], TRUTHS)
        and any(
            isinstance(each, ast.Attribute | ast.Subscript)
            and isinstance(each.value, ast.Name)
            and each.value.id == first.id
            for other in others
            for each in ast.walk(other)
        )
    )


def is_nothing(node: ast.expr) -> bool:
    """Is it `None`?"""
    return isinstance(node, ast.Constant) and node.value is None


def is_none(node: ast.keyword) -> bool:
    """Is something given that is None, as if it were not given?"""
    return isinstance(node.value, ast.Constant) and node.value.value is None


def is_number(node: ast.expr) -> bool:
    """Is it a whole number, written out?"""
    return isinstance(node, ast.Constant) and type(node.value) is int


def power_parts(node: ast.BinOp) -> list[ast.expr] | None:
    """The parts of `x ** n`: x and n; None if it is something else, or n is a number that is written out."""
    return [node.left, node.right] if isinstance(node.op, ast.Pow) and not is_number(node.right) else None


def repeat_parts(node: ast.BinOp) -> list[ast.expr] | None:
    """The parts of `[x] * n` or `n * [x]`: x and n; None if it is something else."""
    for items, times in ((node.left, node.right), (node.right, node.left)):
        if isinstance(node.op, ast.Mult) and isinstance(items, ast.List) and len(items.elts) == 1:
            return None if isinstance(items.elts[0], ast.Starred) else [items.elts[0], times]
    return None


def map_expression(node: ast.Call, item: str) -> ast.expr:
    """`map(function, items)` as a generator expression."""
    call = ast.Call(node.args[0], [ast.Name(item, ast.Load())], [])
    loop = ast.comprehension(ast.Name(item, ast.Store()), node.args[1], [], 0)
    return put_at(ast.GeneratorExp(call, [loop]), node)
