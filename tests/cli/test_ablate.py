from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Command


def test_the_worth_of_each_switch_is_shown_and_drawn(outwit: Command, tmp_path: Path) -> None:
    picture = tmp_path / "worth.svg"
    done = outwit("ablate", "connect4:width=5,height=4", "--positions", 2, "--depth", 4, "--svg", picture)
    assert done.status == 0
    assert "connect4:width=5,height=4: 2 positions, depth 4" in done.out
    assert "killers" in done.out
    assert picture.read_text().startswith("<svg")


def test_a_program_reads_it_as_json(outwit: Command) -> None:
    answer = json.loads(outwit("ablate", "tictactoe", "--positions", 2, "--plies", 2, "--json").out)
    assert answer["game"] == "tictactoe"
    assert {"everything", "plain", "off", "alone"} <= answer.keys()


def test_a_game_that_alpha_beta_cannot_play_is_refused(outwit: Command) -> None:
    assert outwit("ablate", "pig").status == 2
