"""A search recorded: values, windows, cuts and why; shown as text, as SVG, as JSON."""

from outwit.tree.record import Cut, Node, Recorder, Tree

__all__ = ["Cut", "Node", "Recorder", "Tree"]
