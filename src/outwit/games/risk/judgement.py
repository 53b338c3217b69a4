"""What positions of Risk are worth, and which moves look best: for searches, rollouts and scripts."""

from __future__ import annotations

from dataclasses import dataclass

from outwit.bits import count, each
from outwit.games.risk.board import ATTACK, DEAL, FORTIFY, MOVE_IN, PLACE, STOP, STRIDE, Board, World


@dataclass(frozen=True)
class Judgement(Board):
    """Estimates and hints."""

    feature_names = ("armies", "territories", "income", "fronts")
    weights = (0.0, 0.65, 0.48, 0.56)
    """By who won 1,000 games of the scripts (`benchmarks/risk_weights.py`): armies count where they stand, in
    the fronts, and not by their number."""

    def features(self, state: World, player: int) -> tuple[float, float, float, float]:
        """What the evaluation weighs, of one player.

        The player's part of all armies, of all territories, and of what all players get in a turn; and how
        well the own fronts hold: the own part of the armies that face each other there, on average.
        """
        own = self.held(state, player)
        if state.phase == DEAL or not own:
            return 0.0, 0.0, 0.0, 0.0
        armies, territories, income = 0, 0, 0
        for other in range(self.players):
            held = self.held(state, other)
            if held:
                armies += self.force(state, held)
                territories += count(held)
                income += self.income(state, other)
        return (
            self.force(state, own) / armies,
            count(own) / territories,
            self.income(state, player) / income,
            self.hold(state, player),
        )

    def hold(self, state: World, player: int) -> float:
        """How well a player's fronts hold, from 0 to 1."""
        own = self.held(state, player)
        total, fronts = 0.0, 0
        for territory in each(own):
            near = self.enemies_near(territory, own)
            if near:
                mine = self.army(state, territory)
                total += mine / (mine + self.strongest(state, near))
                fronts += 1
        return total / fronts if fronts else 1.0

    def evaluate(self, state: World, player: int) -> float:
        """The features weighed, own less the mean of the others', in one go."""
        if state.phase == DEAL:
            return 0.0
        armies, territories, income = 0, 0, 0
        own_armies, own_territories, own_income = 0, 0, 0
        own_hold, other_hold = 0.0, 0.0
        for other in range(self.players):
            held = self.held(state, other)
            if not held:
                continue
            force, many, gain = self.force(state, held), count(held), self.income(state, other)
            armies += force
            territories += many
            income += gain
            if other == player:
                own_armies, own_territories, own_income = force, many, gain
                own_hold = self.hold(state, other)
            else:
                other_hold += self.hold(state, other)
        others = self.players - 1
        value = self.weights[0] * own_armies / armies
        value += self.weights[1] * own_territories / territories
        value += self.weights[2] * own_income / income
        parts = self.weights[0] + self.weights[1] + self.weights[2]
        return (self.players * value - parts) / others + self.weights[3] * (own_hold - other_hold / others)

    def order(self, state: World, move: int) -> float:
        """Placing where enemies press, attacking where it pays, moving to the front."""
        if state.phase == PLACE:
            return self.place_order(state, move)
        if move == STOP:
            return 0.0
        way = state.battle if state.phase == MOVE_IN else move
        source, target = way // STRIDE, way % STRIDE
        if state.phase == ATTACK:
            return self.attack_order(state, source, target)
        own = self.held(state, state.turn)
        behind = self.force(state, self.enemies_near(source, own))
        ahead = self.force(state, self.enemies_near(target, own))
        if state.phase == FORTIFY:
            return float((ahead - behind) * (self.army(state, source) - 1))
        wanted = 2 if behind == 0 else 0 if ahead == 0 else 1 + (ahead > behind)
        return -float(abs(move - wanted))

    def place_order(self, state: World, move: int) -> float:
        """Where the enemy is strong and the own continent worth it; all at once rather than in parts."""
        territory = move // STRIDE
        own = self.held(state, state.turn)
        near = self.enemies_near(territory, own)
        pressure = self.strongest(state, near) / (self.army(state, territory) + 1)
        continent = self.continents[self.continent_of[territory]]
        part = count(continent & own) / count(continent)
        return part + 0.25 * min(pressure, 2.0) - 0.05 * (move % STRIDE)

    def attack_order(self, state: World, source: int, target: int) -> float:
        """How much stronger the attacker is, and what the target would complete or break; below 0 is poor."""
        own = self.held(state, state.turn)
        ready, defence = self.army(state, source) - 1, self.army(state, target)
        edge = (ready - defence) / (ready + defence)
        if edge <= 0.0:
            return edge - 0.1
        mask = self.continents[self.continent_of[target]]
        part = count(mask & own) / count(mask)
        enemy = self.held(state, self.owner(state, target))
        breaks = 0.4 if mask & enemy == mask else 0.0
        return edge + part + breaks
