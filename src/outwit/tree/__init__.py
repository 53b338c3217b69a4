"""A search recorded: values, windows, cuts and why, or games played out; shown as text, as SVG, as JSON."""

from outwit.tree.growth import Growth, Simulation
from outwit.tree.node import Cut, Node, Tree
from outwit.tree.record import Recorder

__all__ = ["Cut", "Growth", "Node", "Recorder", "Simulation", "Tree"]
