"""The steps of a search in sentences, as a teacher would say them at the blackboard."""

from __future__ import annotations

from outwit.errors import join_names
from outwit.tree.record.node import Node, Value, Window, format_values, quantity
from outwit.tree.render.text import probability_text, sign, window_text
from outwit.tree.replay.steps import Step, better

FEW = 4
"""How many branches are called by their moves."""

ACTS = {"chance": "chance is to act", "or": "one move must succeed", "and": "every answer must succeed"}
"""What is to happen at nodes at which it is not just a player's move."""


def text_of_step(step: Step) -> str:
    """What happens in a step."""
    node = step.shown.node
    where = " ".join(step.path)
    if step.kind == "enter":
        return enter_text(step, node, where)
    if step.kind == "leaf":
        return f"{leaf_text(node, where)}{consequence(step)}"
    if step.kind == "skip":
        nodes = sum(each.size for each in step.passed)
        branches = quantity(len(step.passed), "branch", "branches")
        found = f"; {player_text(node)} has {format_values(step.best)} now" if step.best is not None else ""
        are = "is" if len(step.passed) == 1 else "are"
        size = quantity(nodes, "node")
        return f"{branches} of {where or 'the root'}, not shown, {are} searched, with {size}{found}."
    if step.kind == "cut":
        why = node.cut.sentence if node.cut else "nothing more can matter here"
        return f"Cut at {where or 'the root'}: {why}. {cut_text(step.passed)} never visited."
    if not step.above:
        return end_text(node)
    return f"{where} returns {worth(node)}{consequence(step)}"


def player_text(node: Node) -> str:
    """Who acts at a node, as the subject of a sentence."""
    return "the player" if node.role == "or" else node.role


def enter_text(step: Step, node: Node, where: str) -> str:
    """A node is entered."""
    window = f", window {window_text(node.entry)}" if node.entry else ""
    acts = ACTS.get(node.role, f"{node.role} is to move")
    if not step.above:
        return f"The search begins at the root: {acts}{window}."
    how = {"again": "Once more into", "probe": "A probe of"}.get(node.repeated, "Into")
    odds = ""
    if node.probability is not None and step.above[-1].node.role != "and":
        odds = f", which happens with probability {probability_text(node.probability)}"
    return f"{how} {where}{odds}: {acts}{window}."


def leaf_text(node: Node, where: str) -> str:
    """A node is looked at and left."""
    where = where or "The root"
    value = format_values(node.value)
    if node.repeated == "probed":
        return f"{where} is known by its probe: {worth(node)}"
    if node.cut is not None:
        return f"{where}: {node.cut.sentence}; it is worth {worth(node)}"
    if node.role == "end":
        return f"{where} ends the game, worth {value}"
    return f"{where}: the search stops here and estimates {value}"


def worth(node: Node) -> str:
    """A value with what it may be short of being one."""
    relation = {"≤": "at most ", "≥": "at least "}.get(sign(node), "")
    return f"{relation}{format_values(node.value)}"


def consequence(step: Step) -> str:
    """What a value means one level further up."""
    if not step.above:
        return "."
    parent, node = step.above[-1].node, step.shown.node
    if node.value is None:
        return "."
    if parent.role == "and":
        return "."
    if parent.role == "chance":
        share = "" if node.probability is None else f", counted with {probability_text(node.probability)}"
        return f"{share}."
    if parent.player is None or node.repeated == "probe":
        return "."
    before = step.before
    who = player_text(parent)
    if before.best is not None and not better(node.value, before.best, parent.player):
        return f"; {who} keeps {format_values(before.best)}."
    return (
        f"; {who} now has "
        f"{format_values(node.value)}{narrowing_text(before.window, node.value, parent.player)}."
    )


def narrowing_text(window: Window | None, value: Value, player: int) -> str:
    """How a better value narrows the window."""
    if window is None or isinstance(value, tuple):
        return ""
    low, high = window
    if player == 0:
        if value >= high:
            return f", which is no less than beta, {format_values(high)}"
        return f", and alpha rises to {format_values(value)}" if value > low else ""
    if value <= low:
        return f", which is no more than alpha, {format_values(low)}"
    return f", and beta falls to {format_values(value)}" if value < high else ""


def cut_text(nodes: tuple[Node, ...]) -> str:
    """The branches that are cut, as the subject of a sentence."""
    if len(nodes) <= FEW:
        return f"{join_names([node.move for node in nodes], last='and')} {'is' if len(nodes) == 1 else 'are'}"
    return f"{len(nodes)} branches are"


def end_text(node: Node) -> str:
    """The last sentence."""
    best = next((child.move for child in node.children if child.chosen), "")
    plays = f", and {player_text(node)} plays {best}" if best and node.role not in ("chance", "and") else ""
    return f"The search ends: the root is worth {worth(node)}{plays}."
