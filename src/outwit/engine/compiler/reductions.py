"""Functions of Python that make one thing of many, as the loops that they are."""

from __future__ import annotations

import ast
from collections.abc import Callable

from outwit.engine.compiler.source import Filler

Block = list[ast.stmt]


class Frame:
    """What stands around the loop that a comprehension becomes."""

    def __init__(self, start: Block, inner: Callable[[ast.expr], Block], end: Block) -> None:
        self.start, self.inner, self.end = start, inner, end

    @property
    def own(self) -> set[str]:
        """The variables that it has itself."""
        pieces = [*self.start, *self.inner(ast.Constant(0))]
        names = [each for piece in pieces for each in ast.walk(piece) if isinstance(each, ast.Name)]
        return {each.id for each in names if isinstance(each.ctx, ast.Store)}


PUT = "outwit_put(outwit_count, VALUE)\noutwit_count = outwit_count + 1"
"""What puts one more item into a list."""


def list_loop() -> Frame:
    """The loop that puts each item into a list; how long that is, is told in the end."""
    return Frame(
        statements("outwit_all = []\noutwit_put = outwit_all.outwit_put\noutwit_count = 0"),
        lambda value: statements(
            "outwit_put(outwit_count, VALUE)\noutwit_count = outwit_count + 1", VALUE=value
        ),
        statements("outwit_all.outwit_end(outwit_count)\nreturn outwit_all"),
    )


def set_loop() -> Frame:
    """The loop that adds each item to a set.

    The method is looked up once: each time it would count one more owner for as long as it adds.
    """
    return Frame(
        statements("outwit_all = set()\noutwit_add = outwit_all.add"),
        lambda value: statements("outwit_add(VALUE)", VALUE=value),
        statements("return outwit_all"),
    )


Named = dict[str | None, ast.expr]
Reduction = Callable[[list[ast.expr], Named], Frame]


def statements(text: str, **pieces: ast.expr) -> Block:
    """Statements from their text, with expressions put in for names."""
    module = ast.parse(text)
    return [Filler(pieces).visit(each) for each in module.body]


def sum_loop(more: list[ast.expr], named: Named) -> Frame:
    """`sum(... for ...)`."""
    start = more[0] if more else named.get("start", ast.Constant(0))
    return Frame(
        statements("outwit_sum = START", START=start),
        lambda value: statements("outwit_sum = outwit_sum + VALUE", VALUE=value),
        statements("return outwit_sum"),
    )


def any_loop(more: list[ast.expr], named: Named) -> Frame:
    """`any(... for ...)`."""
    inner = "if VALUE:\n    return True"
    return Frame([], lambda value: statements(inner, VALUE=value), statements("return False"))


def all_loop(more: list[ast.expr], named: Named) -> Frame:
    """`all(... for ...)`."""
    inner = "if not VALUE:\n    return False"
    return Frame([], lambda value: statements(inner, VALUE=value), statements("return True"))


def first_one(more: list[ast.expr], named: Named) -> Frame:
    """`next(... for ...)`, with or without something for nothing."""
    inner = "return VALUE"
    end = statements("return OTHER", OTHER=more[0]) if more else statements("raise StopIteration")
    return Frame([], lambda value: statements(inner, VALUE=value), end)


def extreme(sign: str) -> Reduction:
    """`min(... for ...)` or `max(... for ...)`, with a key and a default if given."""

    def reduction(more: list[ast.expr], named: Named) -> Frame:
        key = named.get("key")
        worth = "KEY(outwit_value)" if key is not None else "outwit_value"
        start = statements("outwit_found = False")
        text = (
            f"outwit_value = VALUE\noutwit_worth = {worth}\n"
            f"if not outwit_found:\n    outwit_best = outwit_value\n    outwit_most = outwit_worth\n"
            f"    outwit_found = True\n"
            f"elif outwit_worth {sign} outwit_most:\n    outwit_best = outwit_value\n"
            "    outwit_most = outwit_worth"
        )
        nothing = named.get("default")
        if nothing is not None:
            end = statements("if outwit_found:\n    return outwit_best\nreturn OTHER", OTHER=nothing)
        else:
            end = statements(
                "if not outwit_found:\n    raise ValueError('the least or greatest of nothing')\n"
                "return outwit_best"
            )
        pieces = {} if key is None else {"KEY": key}
        return Frame(start, lambda value: statements(text, VALUE=value, **pieces), end)

    return reduction


def sort_loop(key: ast.expr, turned: ast.expr) -> Frame:
    """`sorted(..., key=..., reverse=...)`: the items and the key of each, gathered and then put in order."""
    return Frame(
        statements(
            "outwit_items = []\noutwit_keys = []\n"
            "outwit_add = outwit_items.append\noutwit_add_key = outwit_keys.append"
        ),
        lambda value: statements(
            "outwit_item = VALUE\noutwit_add(outwit_item)\noutwit_add_key(KEY(outwit_item))",
            VALUE=value,
            KEY=key,
        ),
        statements("return outwit_in_order_of(outwit_items, outwit_keys, TURNED)", TURNED=turned),
    )


REDUCTIONS: dict[str, Reduction] = {
    "sum": sum_loop,
    "any": any_loop,
    "all": all_loop,
    "next": first_one,
    "min": extreme("<"),
    "max": extreme(">"),
}
"""Functions of Python that make one thing of many, and the loop that each is."""
