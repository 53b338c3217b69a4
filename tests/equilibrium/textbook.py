"""Counterfactual regret minimization as the papers print it: recursive, over the rules, with dictionaries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable

from outwit.equilibrium.cfr import Discount
from outwit.equilibrium.sampled_cfr import EXPLORATION
from outwit.game import CHANCE, SIMULTANEOUS, Game, Move, State
from outwit.random import Generator

InformationSet = tuple[int, Hashable]
Table = dict[InformationSet, dict[Move, float]]


class Textbook:
    """Regrets and average strategies by information set: the player, and what it knows.

    Where nothing is hidden that is all that has happened. Where both choose at once, the first player's
    choice comes first, and the second does not see it.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.regrets: Table = defaultdict(lambda: defaultdict(float))
        self.averages: Table = defaultdict(lambda: defaultdict(float))
        self.iterations = 0

    def known(self, state: State, player: int, path: tuple[Hashable, ...]) -> InformationSet:
        return player, self.game.observation(state, player) if self.game.hidden else (path, state)

    def strategy(self, known: InformationSet, moves: list[Move]) -> dict[Move, float]:
        """Regret matching."""
        positive = {move: max(self.regrets[known][move], 0.0) for move in moves}
        total = sum(positive.values())
        return {move: positive[move] / total if total > 0 else 1 / len(moves) for move in moves}

    def average(self, known: InformationSet) -> dict[Move, float]:
        weights = self.averages[known]
        total = sum(weights.values())
        return {move: weight / total for move, weight in weights.items()}


Choose = Callable[[State, int, list[Move], Callable[[Move], State], tuple[Hashable, ...]], float]


def turns(
    game: Game, state: State, path: tuple[Hashable, ...]
) -> tuple[int, list[Move], Callable[[Move], tuple[State, tuple[Hashable, ...]]]]:
    """Who chooses in a state, from what, and where each leads; at once is one after the other, unseen."""
    if isinstance(state, tuple) and len(state) == 3 and state[0] == "waiting":
        _, before, first = state
        moves = list(game.moves_for(before, 1))
        return 1, moves, lambda move: (game.play_joint(before, (first, move)), (*path, (first, move)))
    turn = game.turn(state)
    if turn == SIMULTANEOUS:
        return 0, list(game.moves_for(state, 0)), lambda move: (("waiting", state, move), path)
    if turn == CHANCE:
        return CHANCE, [], lambda move: (game.play(state, move), (*path, move))
    return turn, list(game.moves(state)), lambda move: (game.play(state, move), (*path, move))


def seen(state: State) -> State:
    """The state that is seen while the second player's choice is waited for."""
    return state[1] if isinstance(state, tuple) and len(state) == 3 and state[0] == "waiting" else state


def is_over(game: Game, state: State) -> bool:
    return seen(state) is state and game.over(state)


class TextbookCFR(Textbook):
    """Zinkevich and others 2007, the players in turn, with the discounts of Brown and Sandholm 2019."""

    def __init__(self, game: Game, discount: Discount) -> None:
        super().__init__(game)
        self.discount = discount

    def iterate(self) -> None:
        self.iterations += 1
        t, (alpha, beta, gamma) = self.iterations, self.discount
        for player in (0, 1):
            self.instant: Table = defaultdict(lambda: defaultdict(float))
            self.weight = t**gamma
            self.walk(self.game.initial(), (), player, 1.0, 1.0)
            for known, moves in self.instant.items():
                for move, regret in moves.items():
                    total = self.regrets[known][move] + regret
                    power = alpha if total > 0 else beta
                    if power == float("-inf"):
                        total = 0.0
                    elif power < float("inf"):
                        total *= t**power / (t**power + 1)
                    self.regrets[known][move] = total

    def walk(self, state: State, path: tuple[Hashable, ...], player: int, own: float, others: float) -> float:
        """The value for a player; `own` and `others` are how likely the players make the way here."""
        game = self.game
        if is_over(game, state):
            return game.payoff(state, player)
        actor, moves, lead = turns(game, state, path)
        if actor == CHANCE:
            return sum(
                share * self.walk(*lead(outcome), player, own, others * share)
                for outcome, share in game.chances(state)
            )
        known = self.known(seen(state), actor, path)
        strategy = self.strategy(known, moves)
        if actor != player:
            return sum(
                share * self.walk(*lead(move), player, own, others * share)
                for move, share in strategy.items()
            )
        values = {move: self.walk(*lead(move), player, own * strategy[move], others) for move in moves}
        value = sum(strategy[move] * values[move] for move in moves)
        if known not in self.instant:  # once for the set, and not for each of its histories
            for move in moves:
                self.averages[known][move] += self.weight * own * strategy[move]
        for move in moves:
            self.instant[known][move] += others * (values[move] - value)
        return value


class TextbookSampling(Textbook):
    """Lanctot and others 2009: external and outcome sampling, drawn by Outwit's generator."""

    def __init__(self, game: Game, sampling: str, seed: int) -> None:
        super().__init__(game)
        self.sampling = sampling
        self.random = Generator(seed)

    def iterate(self) -> None:
        self.iterations += 1
        for player in (0, 1):
            if self.sampling == "external":
                self.external(self.game.initial(), (), player)
            else:
                self.outcome(self.game.initial(), (), player, 1.0, 1.0, 1.0)

    def draw(self, shares: dict[Move, float]) -> Move:
        return self.random.weighted(list(shares.items()))

    def external(self, state: State, path: tuple[Hashable, ...], player: int) -> float:
        game = self.game
        if is_over(game, state):
            return game.payoff(state, player)
        actor, moves, lead = turns(game, state, path)
        if actor == CHANCE:
            return self.external(*lead(self.draw(dict(game.chances(state)))), player)
        known = self.known(seen(state), actor, path)
        strategy = self.strategy(known, moves)
        if actor != player:
            for move in moves:
                self.averages[known][move] += strategy[move]
            return self.external(*lead(self.draw(strategy)), player)
        values = {move: self.external(*lead(move), player) for move in moves}
        value = sum(strategy[move] * values[move] for move in moves)
        for move in moves:
            self.regrets[known][move] += values[move] - value
        return value

    def outcome(
        self, state: State, path: tuple[Hashable, ...], player: int, own: float, others: float, drawn: float
    ) -> float:
        """An unbiased estimate of the value for a player, in which moves not drawn count as 0."""
        game = self.game
        if is_over(game, state):
            return game.payoff(state, player)
        actor, moves, lead = turns(game, state, path)
        if actor == CHANCE:
            shares = dict(game.chances(state))
            outcome = self.draw(shares)
            share = shares[outcome]
            return self.outcome(*lead(outcome), player, own, others * share, drawn * share)
        known = self.known(seen(state), actor, path)
        strategy = self.strategy(known, moves)
        if actor != player:
            move = self.draw(strategy)
            share = strategy[move]
            return self.outcome(*lead(move), player, own, others * share, drawn * share)
        for move in moves:
            self.averages[known][move] += own / drawn * strategy[move]
        if self.random.uniform() < EXPLORATION:
            chosen = moves[int(self.random.uniform() * len(moves))]
        else:
            chosen = self.draw(strategy)
        share = EXPLORATION / len(moves) + (1 - EXPLORATION) * strategy[chosen]
        after = self.outcome(*lead(chosen), player, own * strategy[chosen], others, drawn * share)
        values = {move: after / share if move == chosen else 0.0 for move in moves}
        value = sum(strategy[move] * values[move] for move in moves)
        for move in moves:
            self.regrets[known][move] += others / drawn * (values[move] - value)
        return value
