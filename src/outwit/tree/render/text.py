"""A recorded tree as indented text."""

from __future__ import annotations

import math
from fractions import Fraction

from outwit.decision import value_text
from outwit.tree.record.node import Node, Tree, Window, format_values, quantity
from outwit.tree.render.fold import Shown, fold_tree

SIMPLE = 36
"""Probabilities are written as fractions up to this denominator: two dice have 36 outcomes."""


LONGEST = 60
"""Letters of moves that are called by name."""


def as_text(tree: Tree, most: int, width: int) -> str:
    """A line for each node; `*` marks the chosen line, `✂` what was cut and never visited."""
    lines: list[str] = []
    todo: list[tuple[Shown | str, str, str]] = [(fold_tree(tree.root, most, width), "", "")]
    while todo:
        shown, first, rest = todo.pop()
        if isinstance(shown, str):
            lines.append(first + shown)
            continue
        lines.append(first + line(shown.node))
        tried = [each for each in shown.children if not is_untried(each.node)]
        untried = [each.node.move for each in shown.children if is_untried(each.node)]
        words = [*([f"{name_moves(untried)}: not visited"] if untried else []), *omissions(shown)]
        below: list[Shown | str] = [*tried, *(f"… {each}" for each in words)]
        for i, child in reversed(list(enumerate(below))):
            last = i == len(below) - 1
            todo.append((child, rest + ("└─ " if last else "├─ "), rest + ("   " if last else "│  ")))
    return "\n".join(lines)


def is_untried(node: Node) -> bool:
    """Has no game come here, so that there is nothing to be said about it but its move?"""
    return node.visits == 0 and not node.label and node.probability is None


def name_moves(moves: list[str]) -> str:
    """Several moves, by name where that is not too long."""
    names = ", ".join(moves)
    return names if len(names) <= LONGEST else quantity(len(moves), "branch", "branches")


def omissions(shown: Shown) -> list[str]:
    """What is not shown below a node, in words."""
    words = []
    if shown.folded_children:
        branches = quantity(shown.folded_children, "more branch", "more branches")
        nodes = quantity(shown.folded_nodes, "node") if shown.folded_nodes else "not visited"
        words.append(f"{branches} ({nodes})")
    if shown.unrecorded:
        words.append(f"{quantity(shown.unrecorded, 'node')} not recorded")
    return words


def line(node: Node) -> str:
    """A node in one line."""
    words = []
    if node.move:
        words.append(f"{node.move}{odds(node)}:")
    if node.repeated:
        words.append(f"({node.repeated})")
    leaf = not node.children and not node.unrecorded
    if node.role != "end" and not (leaf and node.label and not node.visited):
        words.append(node.role)
    if not node.visited:
        why = "✂ not visited" if node.visits is None else "not visited"
        words.append(f"{node.label}  {why}" if node.label else f" {why}")
    elif node.role == "end":
        words.append(format_values(node.value))
    else:
        words.append(f"{sign(node) or '='} {format_values(node.value)}")
        if node.estimated and node.bound != "exact":
            words.append("(estimate)")
        if node.entry and not leaf:
            words.append(f" {window_text(node.entry)}")
    if node.visits:
        proved = ", proved" if node.proved and node.role != "end" else ""
        words.append(f" ({quantity(node.visits, 'game')}{proved})")
    if node.cut:
        words.append(f" cut: {node.cut.sentence}" if node.cut.kind != "table" else f" {node.cut.sentence}")
    if node.chosen and node.move:
        words.append(" *")
    return " ".join(words)


def odds(node: Node, prior: str = "prior ") -> str:
    """How likely an outcome of chance is, in brackets, or the prior of a move."""
    if node.probability is not None:
        return f" ({probability_text(node.probability)})"
    return "" if node.prior is None else f" ({prior}{node.prior:.2g})"


def sign(node: Node) -> str:
    """How a value relates to the true one: ≤, ≥, ≈ where it is an estimate or a mean, or nothing."""
    about = node.estimated or (node.visits is not None and not node.proved)
    return {"at most": "≤", "at least": "≥"}.get(node.bound, "≈" if about else "")


def window_text(window: Window) -> str:
    """Alpha and beta; an empty window, that of a mere test, is shown as [3, 3+].

    >>> window_text((3.0, 3.0)), window_text((0.0001, 0.0002))
    ('[3, 3+]', '[0.0001, 0.0002]')
    """
    alpha, beta = value_text(window[0]), value_text(window[1])
    if alpha == beta and window[1] > math.nextafter(window[0], math.inf):
        return f"[{window[0]:.4g}, {window[1]:.4g}]"
    return f"[{alpha}, {beta}{'+' if alpha == beta else ''}]"


def probability_text(probability: float) -> str:
    """A probability as a fraction where it is a simple one.

    >>> probability_text(1 / 6), probability_text(0.4), probability_text(0.1234)
    ('1/6', '2/5', '0.123')
    """
    fraction = Fraction(probability).limit_denominator(SIMPLE)
    if abs(float(fraction) - probability) < 1e-9:
        return str(fraction)
    return f"{probability:.3g}"
