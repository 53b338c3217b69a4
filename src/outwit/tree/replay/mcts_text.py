"""The games of a Monte Carlo tree search in sentences: selection, expansion, simulation, backup."""

from __future__ import annotations

from outwit.errors import join_names
from outwit.tree.record.mcts_trace import Growth
from outwit.tree.record.node import Node, Value, format_values, quantity
from outwit.tree.render.text import probability_text
from outwit.tree.replay.mcts_steps import Begin, Choice, Down, End, Proof, Rest, Step, Up

FEW = 5
"""How many positions of a way are told one by one."""

POLICIES = {
    "random": "at random",
    "order": "by the better of two moves each time",
    "best": "by the best move each time",
}
"""How rollouts choose moves, in words."""


def mcts_step_text(step: Step) -> str:
    """What happens in a step."""
    if isinstance(step, Begin):
        return began(step.growth)
    if isinstance(step, Down):
        return down_text(step)
    if isinstance(step, Up):
        return up_text(step)
    if isinstance(step, Rest):
        return f"{quantity(step.games, 'more game')}, not told one by one."
    return end_text(step)


def began(growth: Growth) -> str:
    """What is going to happen."""
    score = "UCB" if growth.rule.select == "uct" else "PUCT"
    return (
        f"The search begins with the root alone. {quantity(growth.games, 'game')} will be played: each goes "
        f"down the tree where the {score} score is best, adds a position, makes a rollout and tells all on "
        "its way."
    )


def down_text(step: Down) -> str:
    """Selection and expansion."""
    told = [choice_text(choice) for choice in step.choices]
    if len(told) > FEW:
        told = [*told[: FEW - 2], f"{quantity(len(told) - FEW + 1, 'move')} in the same way", told[-1]]
    where = way(step.nodes)
    if len(step.nodes) <= len(step.simulation.path):
        found = "The rest of its way was not recorded."
    elif step.simulation.ending == "proved":
        found = f"{where} is proved already."
    else:
        found = f"Expansion: {where} is new{' and ends the game' * (step.simulation.ending == 'end')}."
    selection = f"Selection: {'; '.join(told)}. " if told else ""
    return f"Game {step.number}. {selection}{found}"


def choice_text(choice: Choice) -> str:
    """A move taken, and why."""
    above, node = choice.above, choice.taken
    takes = f"{above.role} takes {node.move}"
    if choice.why == "chance":
        return f"{takes} ({probability_text(node.probability or 0.0)})"
    if choice.why == "only":
        return f"{takes}, the only move"
    if choice.why == "open":
        return f"{takes}, the only move not proved"
    if choice.why == "new":
        return f"{takes}, not tried before"
    least = above.role == "min"
    mean, end = own(choice.mean, above), "least" if least else "most"
    if choice.why == "certain":
        return f"{takes}, certainly worth {format_values(mean)}, the {end}"
    term = choice.exploration_term
    total = mean - term if least else mean + term
    begins = f": mean {format_values(mean)}"
    if not choice.tried:
        begins = f", not tried before: the mean above, {format_values(mean)},"
    added = f"{'less' if least else 'plus'} exploration {format_values(term)}"
    return f"{takes}{begins} {added} is {format_values(total)}, the {end}"


def own(value: Value | None, node: Node) -> float:
    """A value as the player at a node counts: player 0's where one number says it all, else the player's."""
    if isinstance(value, tuple):
        return value[node.player or 0]
    return 0.0 if value is None else value


def up_text(step: Up) -> str:
    """Simulation and backup."""
    sentences = [simulation_text(step), *certainty_texts(step), backup_text(step)]
    sentences += [proof_text(step, proof) for proof in step.proofs if step.nodes[proof.depth].role != "end"]
    return f"Game {step.number}. {' '.join(sentences)}"


def simulation_text(step: Up) -> str:
    """What came of the last position on the way."""
    worth = format_values(step.worth(step.simulation.values))
    ending, growth = step.simulation.ending, step.growth
    if ending == "end":
        return f"Simulation: none is needed, the end pays {worth}."
    if ending == "bounds":
        return f"Simulation: none is needed, the rules already allow only {worth}."
    if ending == "proved":
        return f"Simulation: none is needed, it is worth {worth}."
    how = POLICIES[growth.rollout]
    if ending == "rollout":
        return f"Simulation: a rollout {how} comes to {worth}."
    played = f"after {quantity(growth.cutoff, 'move')} {how}, " if growth.cutoff else ""
    return f"Simulation: {played}the estimate is {worth}."


def certainty_texts(step: Up) -> list[str]:
    """Where something better is certain, so that it counts in place of what came of the game."""
    fresh = {proof.depth for proof in step.proofs}
    passed = step.simulation.passed
    sentences = []
    for depth in range(len(step.nodes) - 2, -1, -1):
        if passed[depth] != passed[depth + 1] and depth not in fresh:
            where = way(step.nodes[: depth + 1]) or "the root"
            sure = f"{step.nodes[depth].role} is sure of {format_values(step.worth(passed[depth]))} already"
            sentences.append(f"At {where}, {sure}, which counts there{' and above' * (depth > 0)} instead.")
    return sentences


def backup_text(step: Up) -> str:
    """How all on the way stand now, the last position first."""
    told = list(enumerate(step.told))[::-1]
    if len(told) > FEW:
        told = [told[0], *told[2 - FEW :]]
    words = []
    for place, (depth, each) in enumerate(told):
        value = f"{'is worth' if each.proved else 'has mean'} {format_values(each.value)}"
        after = f"{each.visits:,}" if place else quantity(each.visits, "game")
        words.append(f"{way(step.nodes[: depth + 1]) or 'the root'} {value} after {after}")
    if len(step.told) > FEW:
        words.insert(1, "all above it one game more")
    return f"Backup: {join_names(words, last='and')}."


def proof_text(step: Up, proof: Proof) -> str:
    """A position that has become proved, and why."""
    node, worth = step.nodes[proof.depth], format_values(proof.value)
    is_proved = f"{way(step.nodes[: proof.depth + 1]) or 'The root'} is proved, {worth}"
    if not node.children:
        return f"{is_proved}."
    if node.role == "chance":
        return f"{is_proved}: all its outcomes are, and this is their average."
    if proof.complete:
        return f"{is_proved}: all its moves are, and this is the best of them for {node.role}."
    return f"{is_proved}: {node.role} is sure of it, and nothing better is possible."


def way(nodes: tuple[Node, ...]) -> str:
    """The moves that lead along some nodes."""
    return " ".join(node.move for node in nodes[1:])


def end_text(step: End) -> str:
    """The last sentence: what is played, and why."""
    root = step.root
    best = next((child for child in root.children if child.chosen), None)
    games = quantity(step.growth.games, "game")
    if root.proved and step.growth.further and best is not None:
        more = quantity(step.growth.further, "further game")
        return (
            f"The search ends after {games}: the root is proved to be worth {format_values(root.value)}, "
            f"whatever is played. {more} after its moves show where the opponent errs most easily: "
            f"{root.role} plays {best.move}."
        )
    if root.proved:
        plays = "" if best is None else f", and {root.role} plays {best.move}"
        return (
            f"The search ends after {games}: the root is proved to be worth "
            f"{format_values(root.value)}{plays}."
        )
    if best is None:
        return f"The search ends after {games}: the root is worth about {format_values(root.value)}."
    worth = format_values(best.value)
    if best.proved:
        return f"The search ends after {games}: {root.role} plays {best.move}, proved to be worth {worth}."
    others = [child.visits or 0 for child in root.children if child is not best]
    most = max(others, default=0)
    often = "tried most often"
    if best.visits == most:
        often = "tried as often as any other"
    elif (best.visits or 0) < most:
        often = "tried most often of those that are not proved"
    tried = f"{often}, in {quantity(best.visits or 0, 'game')}, mean {worth}"
    return f"The search ends after {games}: {root.role} plays {best.move}, {tried}."
