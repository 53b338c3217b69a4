"""A recorded tree as indented text."""

from __future__ import annotations

from outwit.decision import valued
from outwit.tree.fold import Shown, folded
from outwit.tree.record import Node, Tree, Value, Window


def as_text(tree: Tree, most: int, width: int) -> str:
    """A line for each node; `*` marks the chosen line, `✂` what was never visited."""
    lines: list[str] = []
    todo: list[tuple[Shown | str, str, str]] = [(folded(tree.root, most, width), "", "")]
    while todo:
        shown, first, rest = todo.pop()
        if isinstance(shown, str):
            lines.append(first + shown)
            continue
        lines.append(first + line(shown.node))
        below: list[Shown | str] = list(shown.children)
        if shown.folded_children:
            below.append(f"… {counted(shown)}")
        elif shown.folded_nodes:
            below.append(f"… {shown.folded_nodes:,} nodes not recorded")
        for i, child in reversed(list(enumerate(below))):
            last = i == len(below) - 1
            todo.append((child, rest + ("└─ " if last else "├─ "), rest + ("   " if last else "│  ")))
    return "\n".join(lines)


def counted(shown: Shown) -> str:
    """What is folded away below a node."""
    branches = "branch" if shown.folded_children == 1 else "branches"
    return f"{shown.folded_children:,} more {branches} ({shown.folded_nodes:,} nodes)"


def line(node: Node) -> str:
    """A node in one line."""
    words = []
    if node.move:
        chance = "" if node.probability is None else f" ({node.probability:.3g})"
        words.append(f"{node.move}{chance}:")
    if node.repeated:
        words.append(f"({node.repeated})")
    leaf = not node.children and not node.unrecorded
    if node.role != "end" and not (leaf and node.label and not node.visited):
        words.append(node.role)
    if not node.visited:
        words.append(f"{node.label}  ✂ not visited" if node.label else " ✂ not visited")
    elif node.role == "end":
        words.append(shown_value(node.value))
    else:
        sign = {"at most": "≤", "at least": "≥"}.get(node.bound, "≈" if node.estimated else "=")
        words.append(f"{sign} {shown_value(node.value)}")
        if node.entry and not leaf:
            words.append(f" {shown_window(node.entry)}")
    if node.cut:
        words.append(f" cut: {node.cut.sentence}" if node.cut.kind != "table" else f" {node.cut.sentence}")
    if node.chosen and node.move:
        words.append(" *")
    return " ".join(words)


def shown_value(value: Value | None) -> str:
    """A value, or each player's, as people read it."""
    if isinstance(value, tuple):
        return "<" + ", ".join(valued(each) for each in value) + ">"
    return valued(value)


def shown_window(window: Window) -> str:
    """Alpha and beta; an empty window, that of a mere test, is shown as [3, 3+]."""
    alpha, beta = valued(window[0]), valued(window[1])
    return f"[{alpha}, {beta}{'+' if alpha == beta else ''}]"
