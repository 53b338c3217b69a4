"""Pages that belong to no table tell nothing of a game in which something is hidden."""

from __future__ import annotations

import httpx
import pytest

from outwit.play import Session
from outwit.web.pages.home import glimpse
from tests.hidden_games import CARDS, HighCard, Pace, Pile
from tests.web.conftest import Server
from tests.web.traffic import HIGH_CARD


def test_the_gallery_shows_how_a_game_begins_for_the_first_seat() -> None:
    pockets = glimpse(Pace())
    assert "3" in pockets
    assert "7" not in pockets
    assert "4, 1, 6, 3, 5, 2" not in glimpse(Pile())


def test_a_table_under_way_is_not_reviewed_and_such_games_are_not_analysed(offering: Server) -> None:
    with httpx.Client(base_url=offering.address, timeout=60) as client:
        game = {"game": HIGH_CARD, "players": ["human", "human"]}
        key = client.post("/api/sessions", json=game).json()["id"]
        client.get(f"/api/sessions/{key}/wait", params={"steps": 1, "seconds": 30})
        review, analysis = client.get(f"/review/{key}"), client.get(f"/analyse/{HIGH_CARD}")
        assert (review.status_code, analysis.status_code) == (400, 400)
        assert "do not see everything cannot be reviewed" in review.text
        assert "keeps something from each player" in analysis.text
        others = [client.get(path) for path in ("/", f"/session/{key}", "/tree", "/api/sessions")]
        assert not any(card in page.text for card in CARDS for page in (review, analysis, *others))


@pytest.mark.parametrize("do", ["tree", "review", "explain", "decide"])
def test_what_is_searched_for_a_seat_is_made_in_its_world(offering: Server, do: str) -> None:
    session = Session(HighCard())
    session.read(f"{CARDS[3]} {CARDS[5]}")
    asked = {"game": HIGH_CARD, "moves": session.described(), "seed": 1}
    answer = httpx.post(f"{offering.address}/api/{do}", json=asked, timeout=60)
    assert answer.status_code in (200, 400)
    assert CARDS[5] not in answer.text
