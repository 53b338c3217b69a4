"""The glossary says where each term is found; there it is."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest
import typer

from outwit.agents import agent_class
from outwit.cli import app
from outwit.game import Game
from outwit.specs import option_fields

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "glossary.md").read_text()
ROWS = re.findall(r"^\| (?!term |---)(.+?) \| (.+?) \| `(.+)` \|$", PAGE, re.MULTILINE)


def exists(place: str) -> bool:
    """Is there such an option, command, part of the contract, class, module or file?"""
    agent, _, option = place.partition(": ")
    if option:
        return option in option_fields(agent_class(agent))
    if place.startswith("outwit "):
        name, _, switch = place.removeprefix("outwit ").partition(" ")
        command = typer.main.get_command(app).commands[name]  # type: ignore[attr-defined]
        return not switch or any(switch in parameter.opts for parameter in command.params)
    if place.startswith("Game."):
        return hasattr(Game, place.removeprefix("Game."))
    if "/" in place:
        return (ROOT / place).is_file()
    if place.startswith("outwit."):
        home, _, name = place.rpartition(".")
        return hasattr(import_module(home), name) if name[0].isupper() else bool(import_module(place))
    return bool(agent_class(place))


@pytest.mark.parametrize(("term", "place"), [(term, place) for term, _, place in ROWS])
def test_a_term_is_found_where_the_glossary_says(term: str, place: str) -> None:
    assert exists(place)


def test_every_line_of_the_glossary_is_read() -> None:
    lines = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith("| term ")]
    assert len(ROWS) == len(lines) > 60


def test_terms_stand_in_order_and_once() -> None:
    terms = [term.casefold() for term, _, _ in ROWS]
    assert len(set(terms)) == len(terms)
    for section in PAGE.split("\n## ")[1:]:
        of_section = [
            term.casefold()
            for term, _, _ in re.findall(r"^\| (?!term |---)(.+?) \| (.+?) \| `(.+)` \|$", section, re.M)
        ]
        assert of_section == sorted(of_section)


@pytest.mark.parametrize(
    "place", ["alphabeta: no_such", "outwit match --no-such", "Game.no_such", "outwit.game.NoSuch"]
)
def test_what_is_not_there_is_not_found(place: str) -> None:
    assert not exists(place)
