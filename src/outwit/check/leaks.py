"""The promises that nothing hidden leaks: what looks the same to a player is told in the same words."""

from __future__ import annotations

from collections.abc import Iterator

from outwit.check.hidden import unsure_players
from outwit.check.values import alike, show
from outwit.check.visit import Visit
from outwit.game import CHANCE, SIMULTANEOUS, Move, State, defines


def indistinguishable_states(visit: Visit, player: int) -> list[State]:
    """States that a player cannot tell from the one visited: one of before, and a world drawn from it."""
    if player not in visit.twins:
        known = visit.ask("observation", visit.state, player)
        found = [visit.notes.unfinished.setdefault((player, known), visit.state)]
        if defines(visit.game, "determinize"):
            found.append(visit.ask("determinize", visit.state, player, visit.random))
        visit.twins[player] = [each for each in found if not alike(each, visit.state)]
    return visit.twins[player]


def text_tells_what_a_player_knows(visit: Visit) -> Iterator[str]:
    for player in unsure_players(visit):
        told = visit.ask("text", visit.state, player)
        for other in indistinguishable_states(visit, player):
            if visit.ask("text", other, player) != told:
                yield (
                    f"`text` for player {player} is {show(told)}, and for {show(other)} it is "
                    f"{show(visit.ask('text', other, player))}; expected the same, as the player cannot tell "
                    "the two states apart."
                )


def own_moves_are_described(visit: Visit) -> Iterator[str]:
    """Whoever moves is told which move it was, and whatever anybody is told is a text."""
    for state, move, by in steps(visit, visit.state):
        for player in visit.players:
            told = visit.ask("describe_to", state, move, by, player)
            if not isinstance(told, str):
                yield f"`describe_to` gives player {player} {show(told)} for {show(move)}; expected a text."
            elif by == player and not told:
                yield f"`describe_to` tells player {player} nothing of its own move {show(move)}."


def moves_are_told_as_they_are_seen(visit: Visit) -> Iterator[str]:
    """Of two moves of another that leave a player with the same knowledge, it is told the same."""
    for player in unsure_players(visit):
        alike_states = [visit.state, *indistinguishable_states(visit, player)]
        for state, move, by in (step for each in alike_states for step in steps(visit, each)):
            if by == player:
                continue
            after = visit.ask("play", state, move)
            if visit.ask("over", after):
                continue
            known = tuple(visit.ask("observation", each, player) for each in (state, after))
            told = visit.ask("describe_to", state, move, by, player)
            other, said = visit.notes.told.setdefault((player, known), (move, told))
            if said != told:
                yield (
                    f"`describe_to` tells player {player} {show(told)} of {show(move)} and {show(said)} of "
                    f"{show(other)}, after which its `observation` is the same; expected the same words."
                )


def steps(visit: Visit, state: State) -> Iterator[tuple[State, Move, int]]:
    """Some of what can happen in a state, and who does it; where all choose at once, nothing."""
    turn = visit.ask("turn", state)
    if visit.over or turn == SIMULTANEOUS:
        return
    if turn == CHANCE:
        moves = [outcome for outcome, chance in visit.ask("chances", state) if chance > 0]
    else:
        moves = visit.ask("moves", state)
    for move in visit.some(moves):
        yield state, move, turn


PROMISES = text_tells_what_a_player_knows, own_moves_are_described, moves_are_told_as_they_are_seen
