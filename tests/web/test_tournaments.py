"""Nobody takes all places for tournaments, and whoever finds none is told when there may be one."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from outwit.games import find_game
from outwit.store import Tournaments
from outwit.web.limits import Grant, address
from outwit.web.tournaments import LATEST, UNKNOWN, TournamentRegistry
from outwit.web.workers import BusyError


@pytest.fixture
def registry() -> TournamentRegistry:
    return TournamentRegistry(Tournaments("sqlite://"), find_game, Grant())


@pytest.fixture(autouse=True)
def at_home() -> Iterator[None]:
    token = address.set("home")
    yield
    address.reset(token)


def running(where: str, left: float | None = None) -> Any:
    """A tournament under way."""
    return SimpleNamespace(running=True, address=where, seconds_left=left)


def test_one_address_leaves_a_place_for_another(registry: TournamentRegistry) -> None:
    registry.at_hand = {"a": running("home"), "b": running("home")}
    with (
        pytest.raises(BusyError, match="2 tournaments of yours are being played here already"),
        registry.place(),
    ):
        pass
    address.set("elsewhere")
    with registry.place():
        registry.at_hand["c"] = running("elsewhere")
    with pytest.raises(BusyError, match="3 tournaments are being played here already"), registry.place():
        pass


def test_what_is_being_planned_has_its_place_already(registry: TournamentRegistry) -> None:
    with registry.place(), registry.place(), pytest.raises(BusyError), registry.place():
        pass
    assert not registry.planning
    with registry.place():
        pass


@pytest.mark.parametrize(
    ("left", "after"),
    [((200.0, 90.0), 90.0), ((None, 300.0), UNKNOWN), ((0.1, None), 1.0), ((9e9, 9e9), LATEST)],
)
def test_whoever_finds_no_place_is_asked_back_when_one_will_have_ended(
    registry: TournamentRegistry, left: tuple[float | None, float | None], after: float
) -> None:
    registry.at_hand = {str(number): running("home", each) for number, each in enumerate(left)}
    with pytest.raises(BusyError) as refused, registry.place():
        pass
    assert refused.value.after == after
