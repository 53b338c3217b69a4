"""Small games with something hidden, one for each way of hiding, and one that does it badly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NamedTuple

from outwit.game import CHANCE, SIMULTANEOUS, Game
from outwit.games.goofspiel import Goofspiel, Table
from outwit.games.kuhn import Kuhn
from outwit.random import Generator
from outwit.views import TextView
from tests.sketches.liarsdice import Cups, LiarsDice


class Envelopes(NamedTuple):
    bids: tuple[tuple[int, int], ...]


class SealedBids(Game):
    """Three times both choose one to three at once; nobody sees what the other chose before the end."""

    def initial(self) -> Envelopes:
        return Envelopes(())

    def turn(self, state: Envelopes) -> int:
        return SIMULTANEOUS

    def moves_for(self, state: Envelopes, player: int) -> Iterator[int]:
        if not self.over(state):
            yield from (1, 2, 3)

    def play_joint(self, state: Envelopes, moves: tuple[Any, ...]) -> Envelopes:
        return Envelopes((*state.bids, (moves[0], moves[1])))

    def over(self, state: Envelopes) -> bool:
        return len(state.bids) == 3

    def payoff(self, state: Envelopes, player: int) -> float:
        first, second = (sum(bid[each] for bid in state.bids) for each in (0, 1))
        worth = float((first > second) - (first < second))
        return worth if player == 0 else -worth

    def observation(self, state: Envelopes, player: int) -> Any:
        return tuple(bid[player] for bid in state.bids)

    def determinize(self, state: Envelopes, player: int, random: Generator) -> Envelopes:
        drawn = [(bid[player], 1 + random.below(3)) for bid in state.bids]
        return Envelopes(tuple((own, other) if player == 0 else (other, own) for own, other in drawn))


class Pacing(NamedTuple):
    place: int
    turn: int
    secret: tuple[int, int]


class Pace(Game):
    """A token goes round five places; who guesses what the other has in the pocket does not matter here.

    A place reached for the third time ends the game, whatever anybody has in the pocket.
    """

    repetition = 3

    def initial(self) -> Pacing:
        return Pacing(0, 0, (3, 7))

    def moves(self, state: Pacing) -> Iterator[int]:
        yield from (-1, 1)

    def play(self, state: Pacing, move: int) -> Pacing:
        return Pacing((state.place + move) % 5, 1 - state.turn, state.secret)

    def over(self, state: Pacing) -> bool:
        return False

    def payoff(self, state: Pacing, player: int) -> float:
        return 0.0

    def key(self, state: Pacing) -> int:
        return 2 * state.place + state.turn

    def observation(self, state: Pacing, player: int) -> Any:
        return state.place, state.turn, state.secret[player]

    def determinize(self, state: Pacing, player: int, random: Generator) -> Pacing:
        own, other = state.secret[player], random.below(1000)
        return state._replace(secret=(own, other) if player == 0 else (other, own))


class Hands(NamedTuple):
    deck: tuple[int, ...]
    """The cards in the order in which they will be taken, face down."""
    taken: tuple[int, ...]
    drawing: bool


class Pile(Game):
    """Each in turn takes the top card of a shuffled pile and does not show it; the higher sum wins.

    Which card it is was settled by the shuffling, so that there is but one outcome, and yet it is a secret.
    """

    def initial(self) -> Hands:
        return Hands((4, 1, 6, 3, 5, 2), (), False)

    def turn(self, state: Hands) -> int:
        return CHANCE if state.drawing else len(state.taken) % 2

    def moves(self, state: Hands) -> Iterator[int]:
        if not self.over(state):
            yield 0

    def chances(self, state: Hands) -> Iterator[tuple[int, float]]:
        yield state.deck[0], 1.0

    def play(self, state: Hands, move: int) -> Hands:
        if not state.drawing:
            return state._replace(drawing=True)
        return Hands(state.deck[1:], (*state.taken, move), False)

    def over(self, state: Hands) -> bool:
        return not state.deck

    def payoff(self, state: Hands, player: int) -> float:
        sums = sum(state.taken[::2]), sum(state.taken[1::2])
        return 1.0 if sums[player] > sums[1 - player] else -1.0

    def describe(self, state: Hands, move: int) -> str:
        return f"card {move}" if state.drawing else "take"

    def describe_to(self, state: Hands, move: int, by: int, player: int) -> str:
        return "" if state.drawing and len(state.taken) % 2 != player else self.describe(state, move)

    def observation(self, state: Hands, player: int) -> Any:
        return state.taken[player::2], len(state.deck), state.drawing

    def determinize(self, state: Hands, player: int, random: Generator) -> Hands:
        unseen = sorted([*state.deck, *state.taken[1 - player :: 2]])
        random.shuffle(unseen)
        taken = tuple(
            card if number % 2 == player else unseen.pop() for number, card in enumerate(state.taken)
        )
        return Hands(tuple(unseen), taken, state.drawing)


class Blundering(LiarsDice):
    """Forgets the last bid in the worlds that it draws, so that the wrong player is to act in them."""

    def observation(self, state: Cups, player: int) -> Any:
        return super().observation(state, player)._replace(bids=())

    def determinize(self, state: Cups, player: int, random: Generator) -> Cups:
        return super().determinize(state, player, random)._replace(bids=state.bids[:-1])


def card_name(number: int) -> str:
    """Twelve letters that occur nowhere by accident and are the same in HTML, in JSON and in an address."""
    return "".join(chr(ord("a") + byte % 26) for byte in sha256(b"card %d" % number).digest()[:12])


CARDS = tuple(card_name(number) for number in range(40))
"""The cards of `HighCard`, the lowest first."""


class Dealt(NamedTuple):
    cards: tuple[tuple[str, ...], tuple[str, ...]]
    """What each player was dealt, the card that counts last."""
    acts: tuple[str, ...]


class HighCard(Game):
    """Each holds a card in secret, and in turn keeps it or changes it; the higher card wins in the end.

    A game for recordings of what is sent to a seat: no card is named by accident.
    """

    def initial(self) -> Dealt:
        return Dealt(((), ()), ())

    def receiving(self, state: Dealt) -> int | None:
        """Who is dealt a card now: at first both, then whoever has just asked for another."""
        for player in (0, 1):
            if len(state.cards[player]) < 1 + state.acts[player::2].count("change"):
                return player
        return None

    def turn(self, state: Dealt) -> int:
        return len(state.acts) % 2 if self.receiving(state) is None else CHANCE

    def chances(self, state: Dealt) -> Iterator[tuple[str, float]]:
        left = [card for card in CARDS if card not in state.cards[0] + state.cards[1]]
        for card in left:
            yield card, 1 / len(left)

    def moves(self, state: Dealt) -> Iterator[str]:
        if not self.over(state):
            yield from ("keep", "change")

    def play(self, state: Dealt, move: str) -> Dealt:
        player = self.receiving(state)
        if player is None:
            return state._replace(acts=(*state.acts, move))
        first, second = state.cards
        return state._replace(cards=((*first, move), second) if player == 0 else (first, (*second, move)))

    def over(self, state: Dealt) -> bool:
        return len(state.acts) == 8 or state.acts[-2:] == ("keep", "keep")

    def payoff(self, state: Dealt, player: int) -> float:
        ranks = [CARDS.index(cards[-1]) for cards in state.cards]
        return 1.0 if ranks[player] > ranks[1 - player] else -1.0

    def observation(self, state: Dealt, player: int) -> Any:
        return state.cards[player], len(state.cards[1 - player]), state.acts

    def determinize(self, state: Dealt, player: int, random: Generator) -> Dealt:
        own = state.cards[player]
        unseen = [card for card in CARDS if card not in own]
        random.shuffle(unseen)
        others = tuple(unseen[: len(state.cards[1 - player])])
        return state._replace(cards=(own, others) if player == 0 else (others, own))

    def describe(self, state: Dealt, move: str) -> str:
        return move

    def describe_to(self, state: Dealt, move: str, by: int, player: int) -> str:
        return move if self.receiving(state) in (None, player) else ""

    def text(self, state: Dealt, player: int | None = None) -> str:
        lines = []
        for each, cards in enumerate(state.cards):
            seen = player in (None, each) or self.over(state)
            lines.append(f"player {each + 1}: {' '.join(card if seen else '?' for card in cards)}".rstrip())
        return "\n".join([*lines, " ".join(state.acts)])


@dataclass(frozen=True)
class Telltale(HighCard):
    """One of its rules fails as soon as somebody has acted, and names every card when it does."""

    rule: str = "text"

    def tell(self, rule: str, state: Dealt) -> None:
        if rule == self.rule and state.acts:
            raise LookupError(f"{rule} fails with {state.cards}")

    def over(self, state: Dealt) -> bool:
        self.tell("over", state)
        return super().over(state)

    def moves(self, state: Dealt) -> Iterator[str]:
        self.tell("moves", state)
        yield from super().moves(state)

    def play(self, state: Dealt, move: str) -> Dealt:
        self.tell("play", state)
        return super().play(state, move)

    def determinize(self, state: Dealt, player: int, random: Generator) -> Dealt:
        self.tell("determinize", state)
        return super().determinize(state, player, random)

    def describe_to(self, state: Dealt, move: str, by: int, player: int) -> str:
        self.tell("describe_to", state)
        return super().describe_to(state, move, by, player)

    def text(self, state: Dealt, player: int | None = None) -> str:
        self.tell("text", state)
        return super().text(state, player)


UNSUITED = tuple(card for card in CARDS if card[-1] not in "hs")
"""The cards whose names no picture takes for a rank with its suit."""


class NamedKuhn(Kuhn):
    """Kuhn poker with cards whose names occur nowhere by accident, drawn as the game itself."""

    def card_name(self, card: int) -> str:
        return UNSUITED[card]


class NamedBids(Goofspiel):
    """Goofspiel in which every card of either player has a name of its own that occurs nowhere by accident.

    The second player's cards count on from the first's; the position is shown as a text without bids.
    """

    view = TextView

    def moves_for(self, state: Table, player: int) -> Iterator[int]:
        for card in super().moves_for(state, player):
            yield card + player * self.cards

    def play_joint(self, state: Table, moves: tuple[int, ...]) -> Table:
        return super().play_joint(state, (moves[0], moves[1] - self.cards))

    def describe(self, state: Table, move: int) -> str:
        return CARDS[move] if state.prize else str(move)
