"""Contingency plans: what to do, and what then, whatever the world answers.

Strong plans reach the goal after finitely many moves whatever happens; strong cyclic ones may go round in
circles, but the goal can always still be reached, so that they get there if the world is not against them for
ever. Cimatti, Pistore, Roveri and Traverso, "Weak, strong, and strong cyclic planning via symbolic model
checking", 2003.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from outwit.beliefs import BeliefGame, possible_outcomes
from outwit.game import CHANCE, Game, Move, State
from outwit.json_types import JsonObject
from outwit.repetition import add_memory


@dataclass(frozen=True)
class Do:
    """A move to make."""

    move: str
    label: str = ""
    """What a later step calls this place by, if one comes back to it."""


@dataclass(frozen=True)
class If:
    """What to do if the world answers so."""

    answer: str
    then: tuple[Item, ...]


@dataclass(frozen=True)
class While:
    """A move to make again for as long as the world answers so."""

    answer: str
    move: str


@dataclass(frozen=True)
class GoTo:
    """Go on from the place with this label."""

    label: str


@dataclass(frozen=True)
class More:
    """Steps that are left out, because there are too many to show."""


Item = Do | If | While | GoTo | More

MOST = 1000
"""How many items of a plan are written at most."""


@dataclass(frozen=True)
class Plan:
    """A plan for one player: a move for every state that may come about, until the goal is reached.

    >>> from outwit import AndOr, find_game
    >>> game = find_game("vacuum")
    >>> plan = AndOr().plan(game, game.initial()).plan
    >>> plan.brackets()
    '[Suck, if state 5: [Right, Suck], if state 7: []]'
    >>> verify(game, plan)
    []
    """

    game: Game = field(repr=False)
    """The game, over what the player knows where something is hidden."""
    start: State = field(repr=False)
    """The state, or what the player knows of it, from which the plan begins."""
    steps: Mapping[State, Move] = field(repr=False)
    """The move to make in each state of the player's that may come about."""
    goal: float
    """The payoff that every end must reach."""
    cyclic: bool
    """May it go round in circles before it reaches the goal?"""

    @property
    def kind(self) -> str:
        """What the literature calls such a plan."""
        return "strong cyclic" if self.cyclic else "strong"

    def answers(self, state: State) -> dict[State, str]:
        """What may come of the plan's move in a state, or of chance, and what tells it from the others."""
        chance = self.game.turn(state) == CHANCE
        return chance_answers(self.game, state if chance else self.game.play(state, self.steps[state]))

    def outline(self, labels: bool = False, most: int = MOST) -> tuple[Item, ...]:
        """The plan as a tree of moves with branches; with `labels`, loops are jumps and never `while`."""
        return Outliner(self, labels, most).sequence(self.start)

    def brackets(self, labels: bool = False, most: int = MOST) -> str:
        """The plan as the textbook writes it, `[Suck, if state 5: [Right, Suck], if state 7: []]`."""
        return bracketed(self.outline(labels, most))

    def is_cut(self, labels: bool = False, most: int = MOST) -> bool:
        """Are steps left out where so many are written?"""
        outliner = Outliner(self, labels, most)
        outliner.sequence(self.start)
        return outliner.left < 0

    def policy(self) -> list[JsonObject]:
        """The whole plan as plain data: every state that may come about, as text, with the move there."""
        game = self.game
        return [
            {"state": game.text(state), "move": game.describe(state, move)}
            for state, move in self.steps.items()
        ]

    def text(self, labels: bool = False, most: int = MOST) -> str:
        """The plan as nested lines."""
        return "\n".join(indented(self.outline(labels, most))) or "nothing to do"

    def __str__(self) -> str:
        return self.brackets()


def chance_answers(game: Game, state: State) -> dict[State, str]:
    """Where chance may lead from a state until it acts no more, and by which outcomes, in words."""
    if game.over(state) or game.turn(state) != CHANCE:
        return {state: ""}
    found: dict[State, str] = {}
    todo = [(state, "")]
    seen = {state}
    while todo:
        here, words = todo.pop(0)
        for outcome in possible_outcomes(game, here):
            after = game.play(here, outcome)
            told = f"{words} {game.describe(here, outcome)}".strip()
            if game.over(after) or game.turn(after) != CHANCE:
                found.setdefault(after, told)
            elif after not in seen:
                seen.add(after)
                todo.append((after, told))
    return found


class Outliner:
    """Writes a plan out as a tree; a place of a cyclic plan is written once, and then referred to."""

    def __init__(self, plan: Plan, labels: bool, most: int) -> None:
        self.plan = plan
        self.game = plan.game
        self.whiles = not labels
        self.left = most
        self.written: set[State] = set()
        self.places = {state: f"L{number + 1}" for number, state in enumerate(self.revisited())}

    def revisited(self) -> list[State]:
        """The states of a cyclic plan to which it comes by more than one way, in the order of the plan."""
        plan = self.plan
        if not plan.cyclic:
            return []
        ways: dict[State, int] = {}
        order: list[State] = []
        todo = [plan.start]
        while todo:
            state = todo.pop()
            ways[state] = ways.get(state, 0) + 1
            if ways[state] > 1 or self.game.over(state):
                continue
            order.append(state)
            answers = list(plan.answers(state))
            if self.whiles and self.repeated(state) is not None:
                answers = [after for after in answers if after != state]
            todo.extend(reversed(answers))
        return [state for state in order if ways[state] > 1]

    def repeated(self, state: State) -> str | None:
        """The answer that leaves everything as it was, if there is one and one other; else None."""
        if self.game.turn(state) == CHANCE:
            return None
        answers = self.plan.answers(state)
        return answers[state] if len(answers) == 2 and state in answers else None

    def sequence(self, state: State) -> tuple[Item, ...]:
        """What to do from a state on."""
        game, items = self.game, list[Item]()
        while not game.over(state):
            self.left -= 1
            if self.left < 0:
                return (*items, More())
            if state in self.written and state in self.places:
                return (*items, GoTo(self.places[state]))
            self.written.add(state)
            answers = self.plan.answers(state)
            if game.turn(state) != CHANCE:
                name, again = game.describe(state, self.plan.steps[state]), self.repeated(state)
                if again is not None and self.whiles:
                    label = self.places.get(state, "")
                    items.append(While(again, name) if not label else Do(name, label))
                    if not label:
                        state = next(after for after in answers if after != state)
                        continue
                else:
                    items.append(Do(name, self.places.get(state, "")))
            if len(answers) > 1:
                return (*items, *(If(words, self.sequence(after)) for after, words in answers.items()))
            state = next(iter(answers))
        return tuple(items)


def bracketed(items: Sequence[Item]) -> str:
    """Items between brackets, as in the textbook."""
    return f"[{', '.join(map(item_text, items))}]"


def item_text(item: Item) -> str:
    """One item of a plan in the textbook's notation."""
    match item:
        case Do(move, label):
            return f"{label}: {move}" if label else move
        case If(answer, (GoTo(label),)):
            return f"if {answer}: {label}"
        case If(answer, then):
            return f"if {answer}: {bracketed(then)}"
        case While(answer, move):
            return f"while {answer}: {move}"
        case GoTo(label):
            return label
        case _:
            return "…"


def indented(items: Sequence[Item], before: str = "") -> Iterator[str]:
    """Items on lines of their own, what follows an answer under it."""
    for item in items:
        match item:
            case If(answer, ()):
                yield f"{before}if {answer}: done"
            case If(answer, then):
                yield f"{before}if {answer}:"
                yield from indented(then, before + "  ")
            case While(answer, move):
                yield f"{before}{move}, and again while {answer}"
            case GoTo(label):
                yield f"{before}go on at {label}"
            case _:
                yield before + item_text(item)


def verify(game: Game, plan: Plan) -> list[str]:
    """What is wrong with a plan, tried against every answer of the world; nothing if it is sound.

    Every move must be legal, every answer provided for, and every end the goal. A strong plan must not come
    back to a state; from wherever a strong cyclic one may come to, its goal must be reachable.
    """
    rules, _ = add_memory(game, game.initial())
    if game.hidden:
        rules = BeliefGame(rules)
    faults: list[str] = []
    after: dict[State, list[State]] = {}
    ends: list[State] = []
    todo = [plan.start]
    while todo:
        state = todo.pop()
        if state in after:
            continue
        after[state] = []
        if rules.over(state):
            ends.append(state)
            if rules.payoff(state, 0) < plan.goal:
                faults.append(f"It ends short of the goal in {rules.text(state)}.")
            continue
        if rules.turn(state) == CHANCE:
            moves = possible_outcomes(rules, state)
        elif state not in plan.steps:
            faults.append(f"It says nothing for {rules.text(state)}.")
            continue
        else:
            moves = [plan.steps[state]]
            if moves[0] not in list(rules.moves(state)):
                faults.append(f"Its move in {rules.text(state)} is not legal.")
                continue
        after[state] = [rules.play(state, move) for move in moves]
        todo.extend(after[state])
    if not plan.cyclic and not is_acyclic(after):
        faults.append("It may come back to a state, and is said not to.")
    stuck = set(after) - reaching(after, ends)
    faults.extend(f"The goal cannot be reached any more in {rules.text(state)}." for state in stuck)
    return faults


def is_acyclic(after: Mapping[State, Sequence[State]]) -> bool:
    """Does no way through this graph come back to where it was? Kahn's algorithm."""
    entering = dict.fromkeys(after, 0)
    for children in after.values():
        for child in children:
            entering[child] += 1
    free = [state for state, many in entering.items() if many == 0]
    gone = 0
    while free:
        gone += 1
        for child in after[free.pop()]:
            entering[child] -= 1
            if entering[child] == 0:
                free.append(child)
    return gone == len(after)


def reaching(after: Mapping[State, Sequence[State]], ends: Sequence[State]) -> set[State]:
    """The states of a graph from which a way leads to one of the ends."""
    before: dict[State, list[State]] = {}
    for state, children in after.items():
        for child in children:
            before.setdefault(child, []).append(state)
    found, todo = set(ends), list(ends)
    while todo:
        for state in before.get(todo.pop(), ()):
            if state not in found:
                found.add(state)
                todo.append(state)
    return found
