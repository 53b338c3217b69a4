"""What two decisions must have in common for one search to be the other one's equal, node for node."""

from __future__ import annotations

from outwit.decision import Decision


def facts(decision: Decision) -> tuple[object, ...]:
    """All that a search found, without how long it took."""
    return (
        decision.move,
        decision.value,
        decision.line,
        decision.exact,
        decision.nodes,
        decision.depth,
        [*decision.candidates],
    )


def sampled_facts(decision: Decision) -> tuple[object, ...]:
    """All that a search by samples found, with what it counted."""
    return *facts(decision), decision.stats
