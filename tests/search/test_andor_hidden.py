"""AND-OR search over beliefs: on random worlds that are not seen whole, exactly those plans that exist."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from outwit import CHANCE, AndOr, Memory, find_game, verify
from outwit.game import mix
from outwit.random import Generator

from .test_andor import Graph, Node

WORLDS = 400
Belief = frozenset[int]
Answers = tuple[tuple[tuple[int, ...], ...], ...]


@dataclass(frozen=True)
class Fog(Graph):
    """A small world drawn at random, of whose states the player sees only a colour."""

    colours: tuple[int, ...] = ()

    def initial(self) -> Node:
        return Node(0, -1, (self.colours[0],))

    def play(self, state: Node, move: int) -> Node:
        if state.move < 0:
            return Node(state.number, move, (*state.log, -1 - move))
        number = self.table[state.number][state.move][move]
        return Node(number, -1, (*state.log, self.colours[number]))

    def observation(self, state: Node, player: int) -> tuple[int, tuple[int, ...]]:
        return state.move, state.log

    def repetition_key(self, state: Node) -> int:
        return mix((state.number, state.move))


def drawn(seed: int) -> Fog:
    """A world of three to nine states in one to three colours."""
    random = Generator(seed)
    many = 3 + random.below(7)
    table: list[tuple[tuple[int, ...], ...]] = []
    for number in range(many - 1):
        moves = 2 if number == 0 or random.below(6) else 0
        table.append(
            tuple(
                tuple(dict.fromkeys(random.below(many) for _ in range(1 + random.below(2))))
                for _ in range(moves)
            )
        )
    kinds = 1 + random.below(3)
    return Fog(table=(*table, ()), colours=tuple(random.below(kinds) for _ in range(many)))


def belief_table(game: Fog) -> tuple[dict[Belief, list[set[Belief]]], set[Belief]]:
    """Every belief that may come about with what each move may lead to, and those that are the goal."""
    table: dict[Belief, list[set[Belief]]] = {}
    todo = [frozenset({0})]
    goals = set()
    while todo:
        belief = todo.pop()
        if belief in table:
            continue
        table[belief] = []
        if belief == {len(game.table) - 1}:
            goals.add(belief)
        for move in range(min(len(game.table[number]) for number in belief)):
            after = {end for number in belief for end in game.table[number][move]}
            seen: dict[tuple[bool, int], set[int]] = {}
            for end in after:
                seen.setdefault((not game.table[end], game.colours[end]), set()).add(end)
            groups = {frozenset(group) for group in seen.values()}
            table[belief].append(groups)
            todo.extend(groups)
    return table, goals


def kind_of(game: Fog) -> str:
    """Which kind of plan exists, by the fixed points as they are defined."""
    table, goals = belief_table(game)
    start = frozenset({0})
    good, before = set(goals), None
    while good != before:
        before = set(good)
        good |= {belief for belief, moves in table.items() if any(groups <= good for groups in moves)}
    if start in good:
        return "strong"
    safe = set(table)
    while True:
        near, before = set(goals), None
        while near != before:
            before = set(near)
            near |= {b for b in safe if any(groups <= safe and groups & near for groups in table[b])}
        if near == safe:
            return "strong cyclic" if start in safe else "none"
        safe = near


@pytest.mark.parametrize("cache", [True, False])
def test_plans_over_beliefs_exist_where_the_fixed_points_say_so_and_verify(cache: bool) -> None:
    kinds = {"strong": 0, "strong cyclic": 0, "none": 0}
    for seed in range(WORLDS if cache else WORLDS // 4):
        game = drawn(seed)
        found = AndOr(cache=cache).plan(game, game.initial())
        kind = "none" if found.plan is None else found.plan.kind
        assert kind == kind_of(game), seed
        assert found.proved
        if found.plan is not None:
            assert verify(game, found.plan) == [], seed
        kinds[kind] += 1
    assert min(kinds.values()) >= 3, kinds


@pytest.mark.parametrize("spec", ["sight=local,width=3,height=2", "sight=none,width=3,height=2"])
def test_with_a_memory_what_is_believed_is_followed_without_the_states_before(spec: str) -> None:
    game = find_game(f"vacuum:{spec},start=none,erratic=off")
    for seed in range(3):
        random, memory, state, moves = Generator(seed), Memory(), game.initial(), 0
        while not game.over(state):
            if game.turn(state) == CHANCE:
                state = game.play(state, random.weighted(list(game.chances(state))))
            else:
                state = game.play(state, AndOr().decide(game, state, memory=memory).move)
                moves += 1
        assert game.payoff(state, 0) == 1
        assert moves > 5
