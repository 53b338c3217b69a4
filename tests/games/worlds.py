"""Worlds of Risk set up for tests, and games played by scripts."""

from __future__ import annotations

from collections.abc import Mapping

from outwit.game import CHANCE
from outwit.games.risk import Risk, World
from outwit.games.risk.board import PLACE, set_army, set_owner
from outwit.random import Generator


def number(game: Risk, name: str) -> int:
    """The number of a territory by its id."""
    return [territory.id for territory in game.world_map.territories].index(name)


def world(
    game: Risk,
    rest: int,
    held: Mapping[str, tuple[int, int]],
    *,
    phase: int = PLACE,
    reserve: int = 3,
    turn: int = 0,
    rounds_over: int = 0,
    battle: int = 0,
    sets: int = 0,
) -> World:
    """A world in which some territories have an owner and armies, and all others one army of one player."""
    state = Risk(map=game.map, players=game.players, deal=0).initial()
    owners, armies = state.owners, state.armies
    for place, territory in enumerate(game.world_map.territories):
        player, many = held.get(territory.id, (rest, 1))
        owners, armies = set_owner(owners, place, player), set_army(armies, place, many)
    return World(owners, armies, turn, phase, reserve, battle, rounds_over, False, 0, sets)


def play_script(game: Risk, names: tuple[str, ...], seed: int) -> tuple[World, int]:
    """How a game of scripts ends, each seat with one, and after how many choices."""
    random, state, choices = Generator(seed), game.initial(), 0
    while not game.over(state):
        turn = game.turn(state)
        if turn == CHANCE:
            state = game.play(state, random.weighted(list(game.chances(state))))
        else:
            state = game.play(state, game.script(state, names[turn], random))
            choices += 1
    return state, choices
