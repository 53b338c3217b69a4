"""Simple ways to play Risk, to play against: at random, greedily, for continents, and behind walls."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from outwit.bits import count, each
from outwit.game import Move
from outwit.games.risk.board import ATTACK, MOVE_IN, PLACE, STOP, STRIDE, World
from outwit.random import Generator

if TYPE_CHECKING:
    from outwit.games.risk import Risk

NAMES = ("greedy", "holder", "turtle", "random")

SAFE = 3.0
"""How many times as strong as the defender the turtle must be to attack."""


def choose(game: Risk, state: World, name: str, random: Generator) -> Move:
    """The move of one of the scripts; of those that it likes equally well, one at random."""
    moves = list(game.moves(state))
    if name == "random":
        return random.choice(moves)
    if state.phase == MOVE_IN:
        return max(moves, key=lambda move: game.order(state, move))
    if state.phase == PLACE:
        moves = [move for move in moves if move % STRIDE == 0]
    worth = {"greedy": greedy, "holder": holder, "turtle": turtle}[name](game, state)
    values = [worth(move) for move in moves]
    return random.choice([move for move, value in zip(moves, values, strict=True) if value == max(values)])


def greedy(game: Risk, state: World) -> Callable[[Move], float]:
    """Gathers all armies in one place, and attacks from there whatever is weaker."""

    def worth(move: Move) -> float:
        if state.phase == PLACE:
            return outlook(game, state, move // STRIDE)
        if state.phase == ATTACK:
            return advantage(game, state, move)
        return march(game, state, move)

    return worth


def holder(game: Risk, state: World) -> Callable[[Move], float]:
    """Conquers the continent that it is nearest to holding, then the next, and breaks those of others."""
    wanted = wanted_continent(game, state)

    def worth(move: Move) -> float:
        source, target = divmod(move, STRIDE)
        if state.phase == PLACE:
            near = game.neighbours[source] & wanted & ~game.held(state, state.turn)
            return outlook(game, state, source) + (1000.0 if near else 0.0)
        if state.phase == ATTACK:
            if move == STOP or wanted >> target & 1:
                return advantage(game, state, move)
            return advantage(game, state, move) if breaks_continent(game, state, target) else -1.0
        return march(game, state, move)

    return worth


def turtle(game: Risk, state: World) -> Callable[[Move], float]:
    """Makes its weakest front stronger, and attacks only what cannot resist."""

    def worth(move: Move) -> float:
        source, target = divmod(move, STRIDE)
        if state.phase == PLACE:
            near = game.enemies_near(source, game.held(state, state.turn))
            return game.strongest(state, near) / game.army(state, source)
        if state.phase == ATTACK:
            if move == STOP:
                return 0.0
            ready = game.army(state, source) - 1
            return advantage(game, state, move) if ready >= SAFE * game.army(state, target) else -1.0
        return march(game, state, move)

    return worth


def outlook(game: Risk, state: World, territory: int) -> float:
    """How strong an attack from a territory will be, once armies are placed there."""
    near = game.enemies_near(territory, game.held(state, state.turn))
    weakest = min(game.army(state, enemy) for enemy in each(near))
    return game.army(state, territory) - 0.5 * weakest


def advantage(game: Risk, state: World, move: Move) -> float:
    """How good an attack looks; to stop is worth 0, and so is more than an attack on somebody as strong."""
    return 0.0 if move == STOP else game.attack_order(state, *divmod(move, STRIDE))


def breaks_continent(game: Risk, state: World, target: int) -> bool:
    """Does an enemy hold the whole continent of a territory?"""
    mask = game.continents[game.continent_of[target]]
    return mask & game.held(state, game.owner(state, target)) == mask


def wanted_continent(game: Risk, state: World) -> int:
    """The territories of that continent, of those not held, which is nearest to it and brings much."""
    own = game.held(state, state.turn)
    best, value = 0, -1.0
    for mask, bonus in zip(game.continents, game.bonuses, strict=True):
        if mask & ~own:
            mine, all_armies = game.force(state, mask & own), game.force(state, mask)
            worth = (mine / all_armies + count(mask & own) / count(mask)) * (1 + bonus / count(mask))
            if worth > value:
                best, value = mask, worth
    return best


def march(game: Risk, state: World, move: Move) -> float:
    """How many armies a move at the end of the turn brings nearer to the front; to move none is worth 0."""
    if move == STOP:
        return 0.0
    source, target = divmod(move, STRIDE)
    ways = front_distances(game, state)
    return float((ways[source] - ways[target]) * (game.army(state, source) - 1))


def front_distances(game: Risk, state: World) -> dict[int, int]:
    """For each own territory, how many steps it is from one that borders on an enemy."""
    own = game.held(state, state.turn)
    found = {mine: 0 for mine in each(own) if game.enemies_near(mine, own)}
    frontier = list(found)
    for territory in frontier:
        for near in each(game.neighbours[territory] & own):
            if near not in found:
                found[near] = found[territory] + 1
                frontier.append(near)
    return found
