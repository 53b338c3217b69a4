"""`match` written with `if`: each case becomes a condition and the names that it gives."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from typing import Any

from outwit.engine.compiler.source import Filler, put_at


def match_statements(node: ast.Match, name: str, class_of: Callable[[str], Any]) -> list[ast.stmt]:
    """The statements that a `match` stands for; its subject gets that name."""
    chain: list[ast.stmt] = []
    for case in reversed(node.cases):
        tests, names = pattern_tests(case.pattern, ast.Name(name, ast.Load()), class_of)
        if case.guard is not None:
            tests = [*tests, Filler(names).visit(case.guard)]
        given = [ast.Assign([ast.Name(each, ast.Store())], value) for each, value in names.items()]
        body: list[ast.stmt] = [*given, *case.body]
        chain = [ast.If(conjunction(tests), body, chain)] if tests else body
    result = [ast.Assign([ast.Name(name, ast.Store())], node.subject), *chain]
    return [put_at(each, node) for each in result]


def conjunction(tests: list[ast.expr]) -> ast.expr:
    """All of the conditions as one."""
    if not tests:
        return ast.Constant(True)
    return tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)


def pattern_tests(
    pattern: ast.pattern, subject: ast.expr, class_of: Callable[[str], Any]
) -> tuple[list[ast.expr], dict[str, ast.expr]]:
    """What must be true for a pattern to hold, and the names that it gives."""
    if isinstance(pattern, ast.MatchValue):
        return [ast.Compare(copy.deepcopy(subject), [ast.Eq()], [pattern.value])], {}
    if isinstance(pattern, ast.MatchSingleton):
        return [ast.Compare(copy.deepcopy(subject), [ast.Is()], [ast.Constant(pattern.value)])], {}
    if isinstance(pattern, ast.MatchAs):
        if pattern.pattern is None:
            return [], {pattern.name: copy.deepcopy(subject)} if pattern.name else {}
        tests, names = pattern_tests(pattern.pattern, subject, class_of)
        return tests, {**names, str(pattern.name): copy.deepcopy(subject)}
    if isinstance(pattern, ast.MatchOr):
        found = [pattern_tests(each, subject, class_of) for each in pattern.patterns]
        if any(names for _, names in found):
            raise SyntaxError("alternatives of a case that give names")
        return [ast.BoolOp(ast.Or(), [conjunction(tests) for tests, _ in found])], {}
    if isinstance(pattern, ast.MatchSequence) and not any(
        isinstance(each, ast.MatchStar) for each in pattern.patterns
    ):
        items = list(enumerate(pattern.patterns))
        size = ast.Call(ast.Name("len", ast.Load()), [copy.deepcopy(subject)], [])
        tests = [ast.Compare(size, [ast.Eq()], [ast.Constant(len(items))])]
        return all_of(tests, [(item(subject, index), each) for index, each in items], class_of)
    if isinstance(pattern, ast.MatchClass) and isinstance(pattern.cls, ast.Name):
        fields = getattr(class_of(pattern.cls.id), "__match_args__", ())
        if len(fields) < len(pattern.patterns):
            raise SyntaxError("a class whose fields are not known")
        named = [
            *zip(fields, pattern.patterns, strict=False),
            *zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True),
        ]
        parts = [(ast.Attribute(copy.deepcopy(subject), field, ast.Load()), each) for field, each in named]
        return all_of([], parts, class_of)
    raise SyntaxError("a case that no condition says")


def item(subject: ast.expr, index: int) -> ast.expr:
    """One item of what is matched."""
    return ast.Subscript(copy.deepcopy(subject), ast.Constant(index), ast.Load())


def all_of(
    tests: list[ast.expr], parts: list[tuple[Any, ast.pattern]], class_of: Callable[[str], Any]
) -> tuple[list[ast.expr], dict[str, ast.expr]]:
    """What must be true for patterns of several parts to hold, and all their names."""
    names: dict[str, ast.expr] = {}
    for part, pattern in parts:
        more, given = pattern_tests(pattern, part, class_of)
        tests, names = [*tests, *more], {**names, **given}
    return tests, names
