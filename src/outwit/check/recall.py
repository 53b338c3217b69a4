"""Does a player ever forget? An observation must keep whatever earlier ones, and the player's moves, told.

Along random games, each player's own story is followed: what it has observed and done. Where one observation
comes at the end of two stories, what the stories tell apart is lost. That is harmless where both leave the
same states possible (the order of two shots at sea), and a mistake where they do not (a card once seen). The
states met at the end of each story say which it is: if they repeat themselves within each, and never across,
the stories leave different states possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from outwit.check.values import show
from outwit.check.walk import follow
from outwit.game import SIMULTANEOUS, Game, Move, Observation, State

PROMISE = "observations forget nothing"

CERTAIN = 40
"""So many states must be expected across two stories, by how they repeat within each, before none counts."""


class Ending(NamedTuple):
    """Where a story first came to its end: a state, and the moves that led there."""

    state: State
    moves: tuple[Move, ...]


class Forgotten(NamedTuple):
    """A state in which a player has forgotten something, and a sentence about it."""

    ending: Ending
    sentence: str


class Recall:
    """What players have seen and done in the games followed so far."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.stories: dict[tuple[int, Observation], dict[int, Counter[State]]] = {}
        """By player and observation: the states at the end of each story, which is known by a hash."""
        self.endings: dict[tuple[int, Observation, int], Ending] = {}

    def attend(self, moves: Sequence[Move]) -> None:
        """Follow a game to its end."""
        game, players = self.game, range(self.game.players)
        state = game.initial()
        story, last = [0] * game.players, [None] * game.players
        for number in range(len(moves) + 1):
            for player in players:
                observed = game.observation(state, player)
                if number == 0 or observed != last[player]:
                    last[player] = observed
                    story[player] = hash((story[player], observed))
                self.note(player, observed, story[player], Ending(state, tuple(moves[:number])))
            if number == len(moves):
                break
            turn, move = game.turn(state), moves[number]
            for player in players if turn == SIMULTANEOUS else (turn,) if turn >= 0 else ():
                own = move[player] if turn == SIMULTANEOUS else move
                story[player] = hash((story[player], "played", own))
            state = follow(game, state, move)

    def note(self, player: int, observed: Observation, story: int, ending: Ending) -> None:
        """Take note of a state at the end of a player's story."""
        stories = self.stories.setdefault((player, observed), {})
        stories.setdefault(story, Counter())[ending.state] += 1
        self.endings.setdefault((player, observed, story), ending)

    def find_forgotten(self) -> Forgotten | None:
        """The first thing that a player is found to forget."""
        for (player, observed), stories in self.stories.items():
            often = sorted(stories, key=lambda story: -stories[story].total())[:10]
            for index, one in enumerate(often):
                for other in often[:index]:
                    if apart(stories[one], stories[other]):
                        first, second = (self.endings[player, observed, story] for story in (other, one))
                        return Forgotten(
                            second,
                            f"`observation` gives player {player} {show(observed)} for {show(first.state)} "
                            f"and for {show(second.state)}, which the player could tell apart by what it "
                            "had seen and done before; expected an observation that keeps that.",
                        )
        return None


def apart(one: Counter[State], other: Counter[State]) -> bool:
    """Do two samples come from different sets of states? Only if chance can hardly have kept them apart."""
    return (
        not one.keys() & other.keys()
        and min(expected_pairs(one, other), expected_pairs(other, one)) >= CERTAIN
    )


def expected_pairs(one: Counter[State], other: Counter[State]) -> float:
    """How many pairs of equal states there would be across two samples, if both were like the first one."""
    size = one.total()
    pairs = sum(count * (count - 1) for count in one.values())
    return pairs * other.total() / (size - 1) if size > 1 else 0.0
