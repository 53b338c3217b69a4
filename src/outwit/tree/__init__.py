"""A search recorded: values, windows, cuts and why; shown as text, as SVG, as JSON."""

from outwit.tree.node import Cut, Node, Tree
from outwit.tree.record import Recorder

__all__ = ["Cut", "Node", "Recorder", "Tree"]
