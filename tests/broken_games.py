"""Games that break one promise each, made from the sound ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

from outwit.game import CHANCE, Game
from outwit.random import Generator

from . import sound_games as sound
from .hidden_games import Hands
from .hidden_games import Pile as HiddenPile
from .sketches.liarsdice import Cups, LiarsDice
from .sound_games import Cup, Deal, Fingers, Pile

# States


@dataclass(unsafe_hash=True)
class Sand:
    """A pile that runs through one's fingers."""

    coins: int
    turn: int


class PlayChangesTheState(sound.Nim):
    def initial(self) -> Any:
        return Sand(self.coins, 0)

    def play(self, pile: Any, n: Any) -> Any:
        pile.coins -= n
        pile.turn = 1 - pile.turn
        return pile


class MovesChangesTheState(PlayChangesTheState):
    def play(self, pile: Any, n: Any) -> Any:
        return Sand(pile.coins - n, 1 - pile.turn)

    def moves(self, pile: Any) -> Iterator[Any]:
        pile.turn = 1 - pile.turn
        return super().moves(pile)


class StateIsAList(sound.Nim):
    def initial(self) -> Any:
        return [self.coins, 0]

    def turn(self, pile: Any) -> int:
        return int(pile[1])


class LaterStateHoldsAList(sound.Nim):
    def play(self, pile: Any, n: Any) -> Any:
        return Pile([pile.coins - n], 1 - pile.turn)  # type: ignore[arg-type]


class Lump:
    """A pile that is equal to itself alone."""

    def __init__(self, coins: int, turn: int) -> None:
        self.coins = coins
        self.turn = turn


class StateComparesByIdentity(sound.Nim):
    def initial(self) -> Any:
        return Lump(self.coins, 0)

    def play(self, pile: Any, n: Any) -> Any:
        return Lump(pile.coins - n, 1 - pile.turn)


class Hermit(Pile):
    """A pile that can neither be compared nor shown."""

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("leave me alone")

    def __repr__(self) -> str:
        raise RuntimeError("do not look")

    __hash__ = Pile.__hash__


class StateCannotBeCompared(sound.Nim):
    def initial(self) -> Any:
        return Hermit(self.coins, 0)


class InitialStateDiffers(sound.Nim):
    starts = count(9)

    def initial(self) -> Any:
        return Pile(next(self.starts), 0)


class InitialStateIsMissing(sound.Nim):
    def initial(self) -> Any:
        return None


# Whose turn it is


class TurnNamesAThirdPlayer(sound.NimForThree):
    players = 2


class TurnIsAName(sound.Nim):
    def turn(self, pile: Any) -> Any:
        return "white"


class TurnIsNowhere(sound.Nim):
    def initial(self) -> Any:
        return self.coins


class NobodyPlays(sound.Nim):
    players = 0


class PlayerIsANumber(sound.Nim):
    player_names = (1, 2)  # type: ignore[assignment]


# Moves


class MoveIsAList(sound.Nim):
    def moves(self, pile: Any) -> Iterator[Any]:
        for n in super().moves(pile):
            yield [n]


class MoveComesTwice(sound.Nim):
    def moves(self, pile: Any) -> Iterator[Any]:
        yield from super().moves(pile)
        if pile.coins == 2:
            yield 1


class MovesDifferWhenAskedAgain(sound.Nim):
    asked = count()

    def moves(self, pile: Any) -> Iterator[Any]:
        moves = list(super().moves(pile))
        yield from reversed(moves) if next(self.asked) % 2 else moves


class MovesNeverEnd(sound.Nim):
    def moves(self, pile: Any) -> Iterator[Any]:
        yield from count(1)


class MovesForgetsToReturn(sound.Nim):
    def moves(self, pile: Any) -> Any:
        list(super().moves(pile))


class MoveCannotBePlayed(sound.Nim):
    def play(self, pile: Any, n: Any) -> Any:
        if n == 3:
            raise ValueError("three is\ntoo many")
        return super().play(pile, n)


class PlayForgetsToReturn(sound.Nim):
    def play(self, pile: Any, n: Any) -> Any:
        super().play(pile, n)


class PlayIsALottery(sound.Nim):
    draws = count()

    def play(self, pile: Any, n: Any) -> Any:
        return Pile(pile.coins - 1 - next(self.draws) % n, 1 - pile.turn)


class PlayTurnsAfterAWhile(sound.Nim):
    """Gives the same state twice in a row, but not when a whole game is played again."""

    played = count()

    def play(self, pile: Any, n: Any) -> Any:
        return Pile(pile.coins - n, 1 - pile.turn if next(self.played) < 7 else pile.turn)


class PlayNeverComesBack(sound.Nim):
    """With four coins left, if the second player takes of them."""

    def play(self, pile: Any, n: Any) -> Any:
        while pile.coins == 4 and pile.turn == 1:
            pass
        return super().play(pile, n)


class MovesGoOnAfterTheEnd(sound.Nim):
    def over(self, pile: Any) -> bool:
        return bool(pile.coins <= 1)


class NoMovesBeforeTheEnd(sound.Nim):
    def moves(self, pile: Any) -> Iterator[Any]:
        if pile.coins > 1:
            yield from super().moves(pile)


class MovesForForgetsTheTurn(sound.NimThatCountsMoves):
    def moves_for(self, pile: Any, player: int) -> Iterator[Any]:
        return self.moves(pile) if player == 0 else iter(())


# Keys


class KeyIsTheAddress(sound.Nim):
    def key(self, pile: Any) -> int:
        return id(pile)


class KeyIsTooLarge(sound.Nim):
    def key(self, pile: Any) -> int:
        return int(pile.coins) << 64


class KeyIsText(sound.Nim):
    def key(self, pile: Any) -> Any:
        return str(pile)


class KeyForgetsTheCoins(sound.Nim):
    def key(self, pile: Any) -> int:
        return int(pile.turn)


# What is at stake


class PayoffsDoNotCancel(sound.NimForPleasure):
    zero_sum = True


class PayoffIsNoNumber(sound.Nim):
    def payoff(self, pile: Any, player: int) -> float:
        return float("nan")


class PayoffIsMissing(sound.Nim):
    def payoff(self, pile: Any, player: int) -> Any:
        return None


class PayoffLeavesTheBounds(sound.Nim):
    def bounds(self, pile: Any, player: int) -> tuple[float, float]:
        if pile.coins > 0:
            return -1.0, 1.0
        return (0.0, 1.0) if player == 0 else (-1.0, 0.0)


class PayoffLeavesTheDefaultBounds(sound.Nim):
    def payoff(self, pile: Any, player: int) -> float:
        return 100 * super().payoff(pile, player)


class BoundsAreReversed(sound.Nim):
    def bounds(self, pile: Any, player: int) -> tuple[float, float]:
        return 1.0, -1.0


class BoundsAreOneNumber(sound.Nim):
    def bounds(self, pile: Any, player: int) -> Any:
        return 1.0


class BoundsAreNoNumbers(sound.Nim):
    def bounds(self, pile: Any, player: int) -> tuple[float, float]:
        return float("nan"), float("nan")


class BoundsDoNotCancel(sound.Nim):
    def bounds(self, pile: Any, player: int) -> tuple[float, float]:
        return (0.0, 1.0) if player == 0 and pile.coins == 8 else (-1.0, 1.0)


class BoundsMissAWin(sound.NimForExperts):
    """The win is to leave four coins, not three."""

    def lost(self, pile: Any) -> bool:
        return bool(pile.coins % self.take == 0)


class BoundsSeeAWinThatIsNone(sound.NimForExperts):
    def lost(self, pile: Any) -> bool:
        return super().lost(pile) and pile.coins != 4


class BoundsOverlookTheDie(sound.PushForTheWary):
    """As if one could still stop when the die is in the air."""

    def least(self, cup: Cup) -> float:
        return self.payoff(cup, 0)


class BoundsExpectNothingOfTheDie(sound.PushForTheWary):
    def least(self, cup: Cup) -> float:
        return -1.0 if cup.turn == CHANCE else super().least(cup)

    def most(self, cup: Cup) -> float:
        return self.payoff(cup, 0) if cup.turn == CHANCE else super().most(cup)


class BoundsOfOneMissThrowing(sound.PushAlone):
    def most(self, cup: Cup) -> float:
        return self.least(cup)


# What a search wants to know


class FeatureHasNoName(sound.NimWithFeatures):
    feature_names = ("coins",)


class FeatureHasNoWeight(sound.NimWithFeatures):
    weights = (0.01,)

    def evaluate(self, pile: Any, player: int) -> float:
        return 0.0


class FeatureIsInfinite(sound.NimWithFeatures):
    def features(self, pile: Any, player: int) -> Any:
        return 0.0, float("inf")

    def evaluate(self, pile: Any, player: int) -> float:
        return 0.0


class EvaluationIsInfinite(sound.Nim):
    def evaluate(self, pile: Any, player: int) -> float:
        return float("inf")


class OrderIsNoNumber(sound.Nim):
    def order(self, pile: Any, n: Any) -> Any:
        return None


# What people read and write


class MovesAreDescribedAlike(sound.NimForPeople):
    def describe(self, pile: Any, n: Any) -> str:
        return f"take {'one' if n == 1 else 'some'}"


class DescriptionIsANumber(sound.Nim):
    def describe(self, pile: Any, n: Any) -> Any:
        return n


class ParseIsOffByOne(sound.NimForPeople):
    def parse(self, pile: Any, text: str) -> Any:
        return int(text.split()[-1]) - 1


class ParseTakesNoCapitals(sound.Nim):
    """Described as A and a, and read without regard to case."""

    def describe(self, pile: Any, n: Any) -> str:
        return ("?", "A", "a", "b")[n]


class TextIsANumber(sound.Nim):
    def text(self, pile: Any, player: int | None = None) -> Any:
        return pile.coins


class PositionForgetsTheTurn(sound.NimForPeople):
    def position(self, text: str) -> Any:
        return Pile(int(text.split()[0]), 0)


# Chance


class ChancesDoNotAddUp(sound.Push):
    def chances(self, cup: Cup) -> Iterator[Any]:
        yield from ((1, 0.5), (2, 0.4))


class ChanceIsNegative(sound.Push):
    def chances(self, cup: Cup) -> Iterator[Any]:
        yield from ((1, 0.75), (2, 0.75), (3, -0.5))


class ChancesAreMissing(sound.Push):
    def chances(self, cup: Cup) -> Iterator[Any]:
        yield from ()


class ChanceHasNoProbability(sound.Push):
    def chances(self, cup: Cup) -> Iterator[Any]:
        yield from (1, 2, 3)


class OutcomeCannotBePlayed(sound.Push):
    def play(self, cup: Cup, move: int) -> Cup:
        return super().play(cup, {0: 0, 1: 1, 2: 2}[move])


class OutcomesAreDescribedAlike(sound.Push):
    def describe(self, cup: Cup, move: int) -> str:
        return ("odd" if move % 2 else "even") if cup.turn == CHANCE else str(move)


# Positions that come again


class RingWithoutEnd(sound.Ring):
    repetition = 0


class Trap(sound.Ring):
    """Most games end soon; those that go the wrong way at the start never do."""

    repetition = 0

    def moves(self, ring: Pile) -> Iterator[int]:
        if ring.coins == 0:
            yield from range(1, 5)
        elif not self.over(ring):
            yield 0

    def over(self, ring: Pile) -> bool:
        return ring.coins > 1


class RepetitionIsAtOnce(sound.Ring):
    repetition = 1


class IrreversibleMovesComeBack(sound.Ring):
    def irreversible(self, ring: Pile, move: int) -> bool:
        return move == 1 and ring.coins == 0


# Hidden information


class DeterminizeSwapsTheOwnCard(sound.Poker):
    def determinize(self, deal: Deal, player: int, random: Generator) -> Deal:
        drawn = super().determinize(deal, player, random)
        cards = list(drawn.cards)
        random.shuffle(cards)
        return Deal(tuple(cards), deal.bets)


class ObservationIsOnlyTheCard(sound.Poker):
    """Whether it is one's turn cannot be told by it, and no world says so."""

    describe_to = Game.describe_to  # type: ignore[assignment]

    def observation(self, deal: Deal, player: int) -> Any:
        return deal.cards[player : player + 1], len(deal.cards)

    def determinize(self, deal: Deal, player: int, random: Generator) -> Deal:
        return Deal(super().determinize(deal, player, random).cards, deal.bets[:-1])


class DeterminizeEndsTheGame(ObservationIsOnlyTheCard):
    def determinize(self, deal: Deal, player: int, random: Generator) -> Deal:
        return Deal(deal.cards, (0, 0))


class DeterminizeChangesTheMoves(sound.Poker):
    """Only the other's card decides whether one may bet."""

    def moves(self, deal: Deal) -> Iterator[int]:
        if not self.over(deal):
            yield from (0, 1) if deal.cards[1 - self.turn(deal)] else (0,)


class DeterminizeThrowsItsOwnDice(sound.Poker):
    dice = Generator(5)

    def determinize(self, deal: Deal, player: int, random: Generator) -> Deal:
        return super().determinize(deal, player, self.dice)


class ObservationIsAList(sound.Poker):
    def observation(self, deal: Deal, player: int) -> Any:
        return list(deal.cards[player : player + 1])


class TextShowsTheOtherCard(sound.Poker):
    def text(self, deal: Deal, player: int | None = None) -> str:
        return str(deal)


class NobodySaysWhatIsSeen(sound.Poker):
    observation = Game.observation  # type: ignore[assignment]


class DeterminizeRenamesTheMoves(sound.Poker):
    """Whoever reads the names of the own moves knows the other's card."""

    def describe(self, deal: Deal, move: int) -> str:
        other = deal.cards[1 - self.turn(deal)] if len(deal.cards) == 2 else 0
        return f"{move} against a lesser card" if other == 0 and len(deal.cards) == 2 else str(move)


class DeterminizeTellsTheTruth(sound.Poker):
    def determinize(self, deal: Deal, player: int, random: Generator) -> Deal:
        return deal


class DeterminizeLeavesADie(LiarsDice):
    """One of the other's dice is rolled again, the other one stays."""

    def determinize(self, state: Cups, player: int, random: Generator) -> Cups:
        drawn = super().determinize(state, player, random)
        dice = list(drawn.dice)
        dice[1 - player] = state.dice[1 - player][:1] + dice[1 - player][1:]
        return drawn._replace(dice=(dice[0], dice[1]))


class DeterminizeSharesOutTheTruth(HiddenPile):
    """Every world is as likely as it should be, but which one comes depends on the true one."""

    def determinize(self, state: Hands, player: int, random: Generator) -> Hands:
        unseen = [*state.deck, *state.taken[1 - player :: 2]]
        random.shuffle(unseen)
        taken = [card if each % 2 == player else unseen.pop() for each, card in enumerate(state.taken)]
        return Hands(tuple(unseen), tuple(taken), state.drawing)


class DeterminizeDealsACardTwice(sound.Poker):
    def determinize(self, deal: Deal, player: int, random: Generator) -> Deal:
        cards = list(deal.cards)
        if len(cards) > 1 - player:
            cards[1 - player] = random.below(3)
        return Deal(tuple(cards), deal.bets)


class DeterminizeRollsAnotherDie(LiarsDice):
    """There are too many states to list them all, and yet this shows as soon as the dice are rolled."""

    def determinize(self, state: Cups, player: int, random: Generator) -> Cups:
        dice = list(super().determinize(state, player, random).dice)
        dice[1 - player] = tuple(face + random.below(2) for face in dice[1 - player])
        return state._replace(dice=(dice[0], dice[1]))


class DeterminizeHopesForTheBest(sound.Poker):
    """The other never holds the highest card that is left."""

    def determinize(self, deal: Deal, player: int, random: Generator) -> Deal:
        cards = list(deal.cards)
        if len(cards) > 1 - player:
            cards[1 - player] = min({0, 1, 2} - {*cards[player : player + 1]})
        return Deal(tuple(cards), deal.bets)


class DeterminizeStacksTheDeck(HiddenPile):
    """The last card of the pile is in it twice; piles may be shuffled anyhow: no list of states shows it."""

    def determinize(self, state: Hands, player: int, random: Generator) -> Hands:
        own = state.taken[player::2]
        unseen = [card for card in range(1, 7) if card not in own]
        random.shuffle(unseen)
        taken = tuple(card if each % 2 == player else unseen.pop() for each, card in enumerate(state.taken))
        return Hands((*unseen[1:], unseen[-1]), taken, state.drawing)

    def payoff(self, state: Hands, player: int) -> float:
        if sum(state.taken) != 21:
            raise ValueError(f"{state.taken} are not the cards of this game")
        return super().payoff(state, player)


@dataclass(frozen=True)
class WorldsAreNeverFound(LiarsDice):
    """Nobody says how worlds are drawn, and random games hardly ever roll the same five dice."""

    dice: int = 5
    determinize = Game.determinize


class TextCountsTheHidden(sound.Poker):
    """Nothing draws worlds, and yet states that look the same are found, as they come about."""

    determinize = Game.determinize  # type: ignore[assignment]

    def text(self, deal: Deal, player: int | None = None) -> str:
        return f"{sum(deal.cards)} in all"


class MovesAreToldToAll(sound.Poker):
    def describe_to(self, deal: Deal, move: int, by: int, player: int) -> str:
        return self.describe(deal, move)


class OwnMovesAreNotTold(sound.Poker):
    def describe_to(self, deal: Deal, move: int, by: int, player: int) -> str:
        return ""


class MovesAreToldInNumbers(sound.Nim):
    def describe_to(self, pile: Any, move: int, by: int, player: int) -> str:
        return move  # type: ignore[return-value]


# Scripts, and who plays


class ScriptsAreOneText(sound.Nim):
    scripts = "greedy"


class ScriptTakesTooMuch(sound.Nim):
    scripts = ("greedy",)

    def script(self, pile: Any, name: str, random: Generator) -> int:
        return 3


class ScriptThrowsItsOwnDice(sound.Nim):
    scripts = ("any",)
    dice = Generator(5)

    def script(self, pile: Any, name: str, random: Generator) -> int:
        return int(self.dice.choice(list(self.moves(pile))))


class ScriptSeesTheOtherCard(sound.Poker):
    scripts = ("cheat",)

    def script(self, deal: Deal, name: str, random: Generator) -> int:
        player = self.turn(deal)
        return int(deal.cards[player] > deal.cards[1 - player])


class DefaultAgentIsUnknown(sound.Nim):
    default_agent = "grandmaster"


class DefaultAgentRefuses(sound.Poker):
    default_agent = "alphabeta:depth=3"


# Hints to a search


class NoisyMovesAreMadeUp(sound.Nim):
    def noisy_moves(self, pile: Any) -> Iterator[int]:
        yield 99


class NoisyMovesForgetOne(sound.Nim):
    def noisy(self, pile: Any, n: Any) -> bool:
        return bool(n == 1)

    def noisy_moves(self, pile: Any) -> Iterator[int]:
        return iter(())


class PassedKeepsTheTurn(sound.Nim):
    def passed(self, pile: Any) -> Any:
        return pile._replace(coins=pile.coins + 1)


# Simultaneous moves


class OnePlayerCannotChoose(sound.Morra):
    def moves_for(self, fingers: Fingers, player: int) -> Iterator[int]:
        if player == 0:
            yield from super().moves_for(fingers, player)


class CombinationCannotBePlayed(sound.Morra):
    def play_joint(self, fingers: Fingers, moves: tuple[Any, ...]) -> Fingers:
        known = {(1, 1): 1, (1, 2): -1, (2, 1): -1}
        return Fingers(fingers.points + known[moves], fingers.rounds + 1)


class ChoicesGoOnAfterTheEnd(sound.Morra):
    def moves_for(self, fingers: Fingers, player: int) -> Iterator[int]:
        yield from (1, 2)


class JointPlayForgetsToReturn(sound.Morra):
    def play_joint(self, fingers: Fingers, moves: tuple[Any, ...]) -> Any:
        return None


# What is nearly right


class EvaluationIgnoresThePlayer(sound.Nim):
    def evaluate(self, pile: Any, player: int) -> float:
        return float(pile.coins % 4) / 4


class EvaluationDoesNotCancel(sound.Nim):
    def evaluate(self, pile: Any, player: int) -> float:
        return 0.5 if pile.turn == player else 0.25


class TurnIsNeverPassedOn(sound.Nim):
    def play(self, pile: Any, n: Any) -> Any:
        return Pile(pile.coins - n, pile.turn)


class ThirdPlayerIsForgotten(sound.NimForThree):
    def play(self, pile: Any, n: Any) -> Any:
        return Pile(pile.coins - n, 1 - pile.turn)

    def payoff(self, pile: Any, player: int) -> float:
        return 0.0


class EvaluateIsMistyped(sound.Nim):
    def evalute(self, pile: Any, player: int) -> float:
        return 0.0


class ChancesIsInTheSingular(sound.Nim):
    def chance(self, pile: Any) -> Iterator[Any]:
        yield 1, 1.0


class TurnHasAnotherName(sound.Nim):
    def current_player(self, pile: Any) -> int:
        return int(pile.turn)


class PlayerNamesIsInTheSingular(sound.Nim):
    player_name = ("White", "Black")


class ObservationForgetsTheCard(sound.Poker):
    """Once a bet is made, nobody looks at a card again."""

    determinize = Game.determinize  # type: ignore[assignment]

    def observation(self, deal: Deal, player: int) -> Any:
        return () if deal.bets else deal.cards[player : player + 1], len(deal.cards), deal.bets


class ObservationForgetsTheBets(sound.Poker):
    """The first bet is forgotten when the second is made; three are."""

    describe_to = Game.describe_to  # type: ignore[assignment]

    def over(self, deal: Deal) -> bool:
        return len(deal.bets) == 3

    def observation(self, deal: Deal, player: int) -> Any:
        return deal.cards[player : player + 1], len(deal.cards), len(deal.bets)


class ObservationForgetsTheTurn(sound.Poker):
    describe_to = Game.describe_to  # type: ignore[assignment]

    def observation(self, deal: Deal, player: int) -> Any:
        return deal.cards[player : player + 1], len(deal.cards)
