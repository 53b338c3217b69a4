"""Explanations as sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outwit.analysis.explain.gains import REST, RESULT, Gain
from outwit.analysis.explain.prospect import Chance, Prospect
from outwit.decision import Bound, value_text

if TYPE_CHECKING:
    from outwit.analysis.explain import Explanation

SMALL = 5e-4
"""A difference that no figure shows."""

SHOWN = 6
"""Of more outcomes than this, only the best, the worst and the likeliest are told."""


def sentences(told: Explanation) -> list[str]:
    """An explanation in words and figures, a sentence for each thing there is to say."""
    chosen, other = told.chosen, told.alternative
    if told.note or other is None:
        return [told.note]
    found = [opening(told), comparison(told, other), *reservations(told)]
    if any(abs(gain.gain) >= SMALL for gain in told.gains):
        found.append(by_feature(told.gains, chosen, other))
    elif comparable(chosen, other) and not (chosen.ending or other.ending):
        found.append(
            f"The ends of the two lines look like {value_text(chosen.estimate)} and "
            f"{value_text(other.estimate)}."
        )
    found += [by_chance(each.described, each.chance) for each in (chosen, other) if each.chance]
    found += beyond(told) if comparable(chosen, other) else []
    found += answers(chosen, other)
    return found


def comparable(chosen: Prospect, other: Prospect) -> bool:
    """Do the ends of two lines say something of what the moves are worth?

    They say nothing of a move that was not searched, nor where a value is proved and its line is only a part.
    """
    partial = any(each.proved and not (each.chance or each.ending) for each in (chosen, other))
    return other.value is not None and not partial and None not in (chosen.estimate, other.estimate)


def opening(told: Explanation) -> str:
    """What was chosen, what it is worth, and what is expected after it."""
    chosen = told.chosen
    sure = "proved" if chosen.proved else blind(chosen) or "estimated"
    if told.depth is not None and not chosen.proved:
        sure += f" {ahead(told.depth)}"
    return f"{chosen.name} is {chosen.worth()} to {told.player}, {sure}: {continuation(chosen)}."


def comparison(told: Explanation, other: Prospect) -> str:
    """What the alternative is worth beside it."""
    instead = f"{other.name} instead"
    if not told.named:
        better = told.difference is not None and told.difference <= -SMALL
        instead = f"The {'best of the others' if better else 'next best'}, {other.name},"
    if other.value is None or told.difference is None:
        return f"{instead} was not searched, so there is no saying what it is worth."
    sure = ", proved" if other.proved else f", {blind(other)}" if blind(other) else ""
    if other.bound == "at most":
        sure = ", all that the search had to know"
    return (
        f"{instead} is {other.worth()}, {apart(told.difference, other.bound)}{sure}: {continuation(other)}."
    )


def blind(prospect: Prospect) -> str:
    """That a value of zero says nothing, where a game estimates nothing and no end was seen."""
    unseen = prospect.estimate is None and not prospect.proved and prospect.chance is None
    return "with no end in sight" if unseen and prospect.value == 0 else ""


def reservations(told: Explanation) -> list[str]:
    """What else there was to the choice than the figures compared."""
    found = []
    if told.decided is not None and told.value is not None and abs(told.decided - told.value) >= SMALL:
        found.append(
            f"The search that decided put {told.chosen.name} at {value_text(told.decided)}, having looked "
            "further in places."
        )
    if told.weakened and told.difference is not None and told.difference <= -SMALL:
        found.append("The agent plays below its strength, and need not choose the best.")
    return found


def apart(difference: float, bound: Bound = "exact") -> str:
    """How another value, or what it is at most, compares with one that is greater by this.

    >>> apart(0.4), apart(-2), apart(0), apart(0.4, "at most")
    ('0.4 less', '2 more', 'just as much', 'at least 0.4 less')
    """
    if abs(difference) < SMALL:
        return "no more" if bound == "at most" else "just as much"
    least = "at least " if bound == "at most" and difference > 0 else ""
    return f"{least}{value_text(abs(difference))} {'less' if difference > 0 else 'more'}"


def continuation(prospect: Prospect) -> str:
    """A line, and how the game ends if it does."""
    return ", ".join(prospect.described) + (f"; {prospect.ending}" if prospect.ending else "")


def by_feature(gains: tuple[Gain, ...], chosen: Prospect, other: Prospect) -> str:
    """What the chosen line gains and gives up at its end."""
    better = [part(gain) for gain in gains if gain.gain >= SMALL]
    worse = [part(gain) for gain in gains if gain.gain <= -SMALL]
    halves = [f"gains {', '.join(better)}"] if better else []
    halves += [f"gives up {', '.join(worse)}"] if worse else []
    turns = ""
    if chosen.following and other.following and chosen.following != other.following:
        turns = f"; there {chosen.following} is to move, and {other.following} at the end of the other line"
    return f"At the end of its line it {' and '.join(halves)}{turns}."


def part(gain: Gain) -> str:
    """One feature's share.

    >>> part(Gain("points", 3.0, 1.0, 12.0, 9.0)), part(Gain("threatened", 1.6, -0.4, 1.0, 5.0))
    ('points +3 (12 against 9)', 'threatened +1.6 (1 against 5, each counting -0.4)')
    """
    if gain.feature in (RESULT, REST):
        return f"{gain.feature} {with_sign(gain.gain)}"
    counting = "" if gain.weight == 1 else f", each counting {value_text(gain.weight)}"
    figures = f"{value_text(gain.chosen)} against {value_text(gain.alternative)}"
    return f"{gain.feature} {with_sign(gain.gain)} ({figures}{counting})"


def by_chance(line: tuple[str, ...], chance: Chance) -> str:
    """What a line leaves to chance."""
    outcomes = chance.outcomes
    if len(outcomes) > SHOWN:
        likeliest = max(outcomes, key=lambda outcome: outcome.probability)
        shown = list(dict.fromkeys((chance.best, likeliest, chance.worst)))
        counted = f"{len(outcomes)} outcomes, among them "
    else:
        shown, counted = list(outcomes), ""
    odds = ", ".join(f"{each.name} ({each.probability:.0%}) {value_text(each.value)}" for each in shown)
    spread = (
        f"{value_text(chance.expected)} on average, from {value_text(chance.worst.value)} "
        f"({chance.worst.name}) "
        f"to {value_text(chance.best.value)} ({chance.best.name})"
    )
    changes = [f"{each.player}'s {each.feature} {with_sign(each.amount)}" for each in chance.changes]
    expected = f"; expected at once: {', '.join(changes)}" if changes else ""
    return f"After {', '.join(line)} chance decides: {counted}{odds}; {spread}{expected}."


def beyond(told: Explanation) -> list[str]:
    """What of the difference the ends of the lines do not show, where they are not ends of the game."""
    rest = told.beyond
    if rest is None or abs(rest) < SMALL:
        return []
    return [f"The rest of the difference, {with_sign(rest)}, lies beyond the ends of these lines."]


def answers(chosen: Prospect, other: Prospect) -> list[str]:
    """What others are expected to do about each move."""
    mine, theirs = chosen.answer, other.answer
    if mine is None:
        return []
    if mine == theirs and not mine.after:
        return [capital(f"{mine.by}'s best answer to either is {mine.move}.")]
    after = f", after {mine.after}," if mine.after else ""
    said = f"{mine.by}'s best answer to {chosen.name}{after} is {mine.move}"
    if theirs is not None:
        after = f", after {theirs.after}," if theirs.after else ""
        who = "it" if theirs.by == mine.by else f"{theirs.by}'s"
        said += f"; to {other.name}{after} {who} would be {theirs.move}"
    return [capital(f"{said}.")]


def capital(sentence: str) -> str:
    """A sentence that begins with a player's name, as sentences begin."""
    return sentence[0].upper() + sentence[1:]


def ahead(depth: int) -> str:
    """How far was looked."""
    return f"{depth} move{'' if depth == 1 else 's'} ahead"


def with_sign(value: float) -> str:
    """A difference as people read it.

    >>> with_sign(0.4), with_sign(-2.0), with_sign(0.0)
    ('+0.4', '-2', '0')
    """
    figure = value_text(value)
    return f"+{figure}" if value > 0 and figure != "0" else figure


def stop_sentence(agent: str, move: str) -> str:
    """What there is to say of a search that came to nothing."""
    return f"{agent} was stopped before it had found anything out, and took the first move, {move}."


def joint_sentence(agent: str, move: str, probability: float | None) -> str:
    """What there is to say of a choice that is made while the others make theirs."""
    name = agent.partition(":")[0] or "the agent"
    if probability is None:
        return (
            f"All choose at once: {move} is what pays most, by {name}'s reckoning of what the others choose."
        )
    return f"All choose at once, so no move is best by itself: {name} plays {move} with {probability:.1%}."


def no_reason_sentence(agent: str, move: str) -> str:
    """What there is to say of a choice for which nothing was computed."""
    name = agent.partition(":")[0]
    if name == "human":
        return f"A person chose {move}, and only they know why."
    if name == "random":
        return f"random drew {move} by lot: there is no reason to tell."
    return f"{agent or 'The agent'} does not compute values: there is no reason to tell."
