"""Risk: conquer the world, territory by territory, with dice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from outwit.bits import Bits, count, each, put
from outwit.game import CHANCE, Move
from outwit.games.risk import notation, scripts
from outwit.games.risk.board import (
    ATTACK,
    DEAL,
    DRAW,
    FORTIFY,
    HOLD,
    KINDS,
    MOVE_IN,
    OVER,
    PLACE,
    ROLL,
    STOP,
    STRIDE,
    WORDS,
    World,
    set_army,
    set_owner,
)
from outwit.games.risk.dice import ODDS, battle
from outwit.games.risk.judgement import Judgement
from outwit.games.risk.setup import ARMIES, DEALS, ROUNDS, SIZE
from outwit.random import Generator

__all__ = ["Risk", "World"]

ALL, HALF = 0, 1
"""How many of the armies in reserve are placed."""

MOST_HELD = (1 << HOLD) - 1
"""So many cards of a kind a player can hold."""


@dataclass(frozen=True)
class Risk(Judgement):
    """Place armies, attack with dice, and hold continents: conquer the world or lead at the end.

    A turn brings an army for every three territories held, at least three, and more for whole continents.
    They are placed on territories that border on an enemy, all at once or half of them and then the rest.
    Then come attacks, a throw of the dice each, and armies that move into what was conquered. Last, all
    armies but one of a territory may move to a neighbour of one's own. Chance deals the territories.
    """

    scripts = scripts.NAMES
    default_agent = "mcts:simulations=1000,select=puct,rollout=best,cutoff=40"

    def initial(self) -> World:
        nobody = (1 << 64) - 1
        start = World((nobody, nobody, nobody), (0,) * WORDS, 0, DEAL, 0, 0, 0, False, 0, 0)
        return start if self.deal is None else self.deal_out(start, self.deal)

    def turn(self, state: World) -> int:
        chance = state.phase == ROLL or state.phase == DEAL or state.phase == DRAW
        return CHANCE if chance else state.turn

    # What can be done

    def moves(self, state: World) -> Iterator[int]:
        """Armies to place, an attack, how many more move in, or where armies go at the end of the turn."""
        own = self.held(state, state.turn)
        if state.phase == PLACE:
            for territory in each(own):
                if self.enemies_near(territory, own):
                    yield STRIDE * territory + ALL
                    if state.reserve > 1:
                        yield STRIDE * territory + HALF
        elif state.phase == ATTACK or state.phase == FORTIFY:
            attacks = state.phase == ATTACK
            for source in each(own):
                if self.army(state, source) > 1:
                    near = self.neighbours[source] & own
                    if attacks:
                        near = self.enemies_near(source, own)
                    for target in each(near):
                        yield STRIDE * source + target
            yield STOP
        elif state.phase == MOVE_IN:
            yield 0
            if self.army(state, state.battle // STRIDE) > 2:
                yield 1
            yield 2

    def chances(self, state: World) -> Iterator[tuple[int, float]]:
        """The number of a deal, how many armies the attacker loses, or the kind of a card."""
        if state.phase == ROLL:
            number = battle(self.attack_dice(state), self.defence_dice(state))
            for lost in range(3):
                if ODDS[number][lost] > 0:
                    yield lost, ODDS[number][lost]
        elif state.phase == DEAL:
            for number in range(DEALS):
                yield number, 1 / DEALS
        else:
            for kind in range(KINDS):
                yield kind, 1 / KINDS

    # What comes of it

    def play(self, state: World, move: int) -> World:
        if state.phase == ROLL:
            return self.fight(state, move)
        if state.phase == ATTACK:
            if move == STOP:
                return state._replace(phase=FORTIFY)
            return state._replace(phase=ROLL, battle=move)
        if state.phase == PLACE:
            territory = move // STRIDE
            number = state.reserve // 2 if move % STRIDE == HALF else state.reserve
            armies = set_army(state.armies, territory, self.army(state, territory) + number)
            left = state.reserve - number
            return state._replace(armies=armies, reserve=left, phase=PLACE if left else ATTACK)
        if state.phase == MOVE_IN:
            rest = self.army(state, state.battle // STRIDE) - 1
            number = rest if move == 2 else rest // 2 if move == 1 else 0
            armies = self.shift_armies(state, state.battle // STRIDE, state.battle % STRIDE, number)
            return state._replace(armies=armies, phase=ATTACK)
        if state.phase == FORTIFY:
            if move != STOP:
                source = move // STRIDE
                number = self.army(state, source) - 1
                state = state._replace(armies=self.shift_armies(state, source, move % STRIDE, number))
            if self.cards and state.conquered:
                return state._replace(phase=DRAW)
            return self.end_turn(state)
        if state.phase == DRAW:
            return self.end_turn(state._replace(cards=self.give_cards(state, state.turn, move, 1)))
        return self.deal_out(state, move)

    def shift_armies(self, state: World, source: int, target: int, number: int) -> tuple[Bits, ...]:
        """The armies after some have moved from one territory to another."""
        armies = set_army(state.armies, source, self.army(state, source) - number)
        return set_army(armies, target, self.army(state, target) + number)

    def fight(self, state: World, lost: int) -> World:
        """The world after a throw of the dice that costs the attacker so many armies.

        Whoever conquers moves in with as many armies as dice were thrown; more can follow.
        """
        source, target = state.battle // STRIDE, state.battle % STRIDE
        attack, defence = self.attack_dice(state), self.defence_dice(state)
        attackers = self.army(state, source) - lost
        defenders = self.army(state, target) - min(attack, defence) + lost
        if defenders > 0:
            armies = set_army(state.armies, source, attackers)
            return state._replace(armies=set_army(armies, target, defenders), phase=ATTACK)
        loser = self.owner(state, target)
        armies = set_army(state.armies, source, attackers - attack)
        state = state._replace(
            owners=set_owner(state.owners, target, state.turn),
            armies=set_army(armies, target, attack),
            phase=MOVE_IN if attackers - attack > 1 else ATTACK,
            conquered=True,
        )
        if not self.held(state, loser):
            if self.cards:
                state = self.inherit(state, loser)
            if count(self.held(state, state.turn)) == self.figures[SIZE]:
                return state._replace(phase=OVER)
        return state

    def end_turn(self, state: World) -> World:
        """The world when a turn has ended and that of the next player who holds a territory begins."""
        turn, rounds = state.turn, state.round
        searching = True
        while searching:
            turn += 1
            if turn == self.players:
                turn, rounds = 0, rounds + 1
            searching = not self.held(state, turn)
        state = state._replace(turn=turn, round=rounds, conquered=False, battle=0)
        if rounds >= self.figures[ROUNDS]:
            return state._replace(phase=OVER)
        return self.begin_turn(state)

    def begin_turn(self, state: World) -> World:
        """The world when a player counts the armies to place; a set of cards is traded in for more."""
        state = state._replace(phase=PLACE, reserve=self.income(state, state.turn))
        return self.trade(state) if self.cards else state

    def deal_out(self, state: World, deal: int) -> World:
        """The world when all territories are dealt, and everybody's armies stand on them.

        Each territory in turn goes to a player, the likelier the more are still to come to that player, as if
        cards were drawn from a stack that the number has shuffled.
        """
        size, seed = self.figures[SIZE], deal + 1
        owners = state.owners
        for territory in range(size):
            seed = next_draw(seed)
            card, chosen = (seed >> 12) % (size - territory), -1
            for player in range(self.players):
                if chosen < 0:
                    extra = player >= self.players - size % self.players
                    card -= size // self.players + extra - count(self.held(state, player))
                    if card < 0:
                        chosen = player
            owners = set_owner(owners, territory, chosen)
            state = state._replace(owners=owners)
        armies = state.armies
        for player in range(self.players):
            own = self.held(state, player)
            many = count(own)
            extra_armies = self.figures[ARMIES] % many
            for territory in each(own):
                share = self.figures[ARMIES] // many + (extra_armies > 0)
                armies = set_army(armies, territory, max(1, share))
                extra_armies -= 1
        return self.begin_turn(state._replace(armies=armies))

    # Cards

    def give_cards(self, state: World, player: int, kind: int, number: int) -> Bits:
        """The cards when a player has got some of a kind, or given them away."""
        held = min(self.card_count(state, player, kind) + number, MOST_HELD)
        return put(state.cards, KINDS * player + kind, HOLD, held)

    def inherit(self, state: World, loser: int) -> World:
        """The world when whoever's turn it is has taken the cards of a player who is out."""
        for kind in range(KINDS):
            number = self.card_count(state, loser, kind)
            state = state._replace(cards=self.give_cards(state, state.turn, kind, number))
            state = state._replace(cards=self.give_cards(state, loser, kind, -number))
        return state

    def trade(self, state: World) -> World:
        """The world when a set is traded in, if there is one: one card of each kind, or else three alike."""
        alike, least = -1, MOST_HELD
        for kind in range(KINDS):
            number = self.card_count(state, state.turn, kind)
            least = min(least, number)
            if number >= 3:
                alike = kind
        if least == 0 and alike < 0:
            return state
        for kind in range(KINDS):
            given = 1 if least > 0 else 3 if kind == alike else 0
            state = state._replace(cards=self.give_cards(state, state.turn, kind, -given))
        worth = 2 * state.sets + 4 if state.sets < 5 else 5 * state.sets - 10
        return state._replace(reserve=state.reserve + worth, sets=state.sets + 1)

    # How it ends

    def over(self, state: World) -> bool:
        return state.phase == OVER

    def payoff(self, state: World, player: int) -> float:
        """The winner gets 1, which the others pay in equal parts.

        That is whoever holds the most territories and, of those with equally many, the most armies. Winners
        who are equal in both share what the losers pay.
        """
        best, winners, own = 0, 0, 0
        for other in range(self.players):
            held = self.held(state, other)
            strength = (count(held) << 20) + self.force(state, held)
            if strength > best:
                best, winners = strength, 0
            if strength == best:
                winners += 1
            if other == player:
                own = strength
        losers, others = self.players - winners, self.players - 1
        return losers / others / winners if own == best else -1 / others

    def bounds(self, state: World, player: int) -> tuple[float, float]:
        least = -1 / (self.players - 1)
        own = count(self.held(state, player))
        if own == 0 and state.phase != DEAL:
            return least, least
        return (1.0, 1.0) if own == self.figures[SIZE] else (least, 1.0)

    # People

    def script(self, state: World, name: str, random: Generator) -> Move:
        return scripts.choose(self, state, name, random)

    def describe(self, state: World, move: Move) -> str:
        return notation.describe_move(self, state, move)

    def text(self, state: World, player: int | None = None) -> str:
        return notation.text(self, state)


def next_draw(seed: int) -> int:
    """The next number after one, of a sequence that looks random; its upper bits are the better ones."""
    return (seed * 25_214_903_917 + 11) & ((1 << 35) - 1)
