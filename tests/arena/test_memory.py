"""In a game of a tournament every seat keeps what its agent has seen, and no more than its own."""

from __future__ import annotations

from typing import Any

from outwit import Decision
from outwit.arena.plan import Tournament
from outwit.arena.planner import plan
from outwit.arena.referee import Referee
from outwit.game import Move

SMALL = "connect4:width=5,height=4"


class Noting(Referee):
    """A referee who remembers what agents decided, each with the seat that was asked."""

    def __init__(self, tournament: Tournament) -> None:
        self.decisions: list[tuple[int, Decision]] = []
        super().__init__(tournament, next(iter(tournament.fixtures())), lambda _: None)

    def ask_agent(self, seat: int) -> tuple[Move, Decision, float]:
        answer = super().ask_agent(seat)
        self.decisions.append((seat, answer[1]))
        return answer


def decisions(*agents: str) -> list[tuple[int, Decision]]:
    referee = Noting(plan(SMALL, list(agents), 2, seed=1))
    referee.play()
    return referee.decisions


def found(decision: Decision) -> dict[str, Any]:
    told = decision.to_json()
    return {name: told[name] for name in ("move", "value", "nodes", "candidates", "stats")}


def test_the_second_move_of_each_seat_begins_with_what_the_first_has_seen() -> None:
    agent = "mcts:simulations=200,compiled=off"
    played = decisions(agent, f"{agent},exploration=0.7")
    for seat in (0, 1):
        first, second, *_ = [decision for asked, decision in played if asked == seat]
        assert first.stats["kept"] == 0
        assert second.stats["kept"] > 0


def test_two_seats_of_the_same_agent_share_nothing() -> None:
    agent = "mcts:simulations=200,compiled=off,seed=3"
    alone = decisions(agent, "alphabeta:depth=2,compiled=off")
    first = next(decision for seat, decision in alone if seat == 0)
    both = decisions(agent, agent)
    assert [decision.stats["kept"] for _, decision in both[:2]] == [0, 0]
    assert found(both[0][1]) == found(first)


def test_the_same_game_is_played_again_with_the_same_answers() -> None:
    agents = "mcts:simulations=200,compiled=off", "mcts:simulations=100,compiled=off,keep=off"
    first, second = decisions(*agents), decisions(*agents)
    assert [found(decision) for _, decision in first] == [found(decision) for _, decision in second]
    assert {"keep=off" not in decision.agent for _, decision in first if "kept" in decision.stats} == {True}
