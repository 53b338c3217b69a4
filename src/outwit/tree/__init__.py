"""A search recorded: values, windows, cuts and why, or simulations; shown as text, as SVG, as JSON."""

from outwit.tree.record.mcts_trace import Growth, Simulation
from outwit.tree.record.node import Cut, Node, Tree
from outwit.tree.record.recorder import Recorder

__all__ = ["Cut", "Growth", "Node", "Recorder", "Simulation", "Tree"]
