"""Risk in writing: moves as people write them, and the world as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outwit.bits import count
from outwit.game import Move
from outwit.games.risk.board import (
    ATTACK,
    DEAL,
    DRAW,
    FORTIFY,
    KINDS,
    MOVE_IN,
    NOBODY,
    OVER,
    PLACE,
    ROLL,
    STOP,
    STRIDE,
    World,
)

if TYPE_CHECKING:
    from outwit.games.risk import Risk

CARDS = ("infantry", "cavalry", "artillery")
"""What the kinds of cards are called."""

COLUMN = 37
"""How wide a column of the text is."""


def describe_move(game: Risk, state: World, move: Move) -> str:
    """A move, or what chance did, as people write it."""
    ids = [territory.id for territory in game.world_map.territories]
    if state.phase == DEAL:
        return f"deal {move}"
    if state.phase == DRAW:
        return f"a card: {CARDS[move]}"
    if state.phase == ROLL:
        return describe_losses(move, min(game.attack_dice(state), game.defence_dice(state)) - move)
    if state.phase == MOVE_IN:
        rest = game.army(state, state.battle // STRIDE) - 1
        return f"move in {(0, rest // 2, rest)[move]} more"
    if move == STOP:
        return "end attacks" if state.phase == ATTACK else "end turn"
    source, target = divmod(move, STRIDE)
    if state.phase == PLACE:
        return f"{ids[source]} +{state.reserve if target == 0 else state.reserve // 2}"
    if state.phase == ATTACK:
        return f"{ids[source]} x {ids[target]}"
    return f"{ids[source]}-{ids[target]} {game.army(state, source) - 1}"


def describe_losses(attacker: int, defender: int) -> str:
    """What a throw of the dice cost, in words.

    >>> describe_losses(0, 2), describe_losses(1, 1)
    ('defender loses 2', 'both lose 1')
    """
    if attacker and defender:
        return f"both lose {attacker}"
    return f"attacker loses {attacker}" if attacker else f"defender loses {defender}"


def describe_phase(game: Risk, state: World) -> str:
    """What is done next, in words."""
    name = game.player_names[state.turn]
    ids = [territory.id for territory in game.world_map.territories]
    source, target = divmod(state.battle, STRIDE)
    if state.phase == DEAL:
        return "the territories are dealt"
    if state.phase == PLACE:
        return f"{name} places {state.reserve}"
    if state.phase == ROLL:
        dice = f"{game.attack_dice(state)} against {game.defence_dice(state)} dice"
        return f"{name} attacks {ids[target]} from {ids[source]}, {dice}"
    if state.phase == MOVE_IN:
        return f"{name} moves from {ids[source]} into {ids[target]}"
    if state.phase == OVER:
        return "the game is over"
    return f"{name} {({ATTACK: 'attacks', FORTIFY: 'fortifies', DRAW: 'draws a card'})[state.phase]}"


def describe_player(game: Risk, state: World, player: int) -> str:
    """How a player stands, in words."""
    own = game.held(state, player)
    if not own:
        return f"{game.player_names[player]} is out"
    told = f"{count(own)} territories, {game.force(state, own)} armies, +{game.income(state, player)}"
    held = [game.card_count(state, player, kind) for kind in range(KINDS)] if game.cards else []
    return f"{game.player_names[player]} {told}" + (f", {sum(held)} cards" if sum(held) else "")


def text(game: Risk, state: World) -> str:
    """The world, continent by continent: each territory with its owner's letter and its armies."""
    blocks = []
    number = 0
    for continent in game.world_map.continents:
        rows = [f"{continent.name} +{continent.bonus}"]
        for territory in continent.territories:
            owner = game.owner(state, number)
            whose = "-" if owner == NOBODY else game.player_names[owner][0]
            rows.append(f"  {territory.id:<4} {whose}{game.army(state, number):>4}  {territory.name}")
            number += 1
        blocks.append(rows)
    lines = side_by_side(blocks)
    if state.phase != DEAL:
        lines += [describe_player(game, state, player) for player in range(game.players)]
    now = min(state.round + 1, game.rounds)
    return "\n".join([*lines, f"round {now} of {game.rounds}: {describe_phase(game, state)}"])


def side_by_side(blocks: list[list[str]]) -> list[str]:
    """Blocks of lines in two columns, each block where there is less so far."""
    columns: list[list[str]] = [[], []]
    for block in blocks:
        min(columns, key=len).extend(block)
    height = max(map(len, columns))
    left, right = (column + [""] * (height - len(column)) for column in columns)
    return [f"{one:<{COLUMN}}{other}".rstrip() for one, other in zip(left, right, strict=True)]
