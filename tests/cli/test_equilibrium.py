from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from outwit.cli import console, equilibrium
from outwit.games.leduc import Leduc
from tests.cli.conftest import Command

HERE = Path(__file__).parent.parent / "equilibrium" / "test_unfold.py"


def test_value_strategies_and_how_exploitability_falls_are_printed(outwit: Command) -> None:
    done = outwit("equilibrium", "kuhn", "--iterations", 20_000)
    assert done.status == 0
    lines = done.out.splitlines()
    assert lines[0] == "kuhn: 58 positions, 12 information sets"
    assert lines[2].split() == ["iterations", "seconds", "exploitability"]
    falls = [float(line.split()[2]) for line in lines[3:15]]
    assert falls[0] == 0.458
    assert falls[-1] < 1e-4
    assert "value -0.0555" in done.out
    assert "for player 1, proved from -0.0555" in done.out
    strategies = [line for line in lines if line.startswith(("player 1  ", "player 2  "))]
    assert len(strategies) == 12
    [fold] = [line for line in strategies if "player 2: J; bet;" in line]
    assert fold.rstrip().endswith("fold 100.0 %")


def test_without_a_limit_it_ends_when_it_is_close_enough(outwit: Command) -> None:
    answer = json.loads(outwit("equilibrium", "rps", "--json").out)
    assert answer["exploitability"] <= 2e-6
    assert answer["value"] == pytest.approx(0)
    assert [each["plays"] for each in answer["strategies"]] == [
        pytest.approx({"rock": 1 / 3, "paper": 1 / 3, "scissors": 1 / 3})
    ] * 2


def test_a_value_has_no_more_digits_than_are_proved_and_its_bounds_hold_as_printed(outwit: Command) -> None:
    values = []
    for iterations in (1, 30, 3_000):
        arguments = ("equilibrium", "kuhn", "-i", iterations, "--sets", 0)
        found = json.loads(outwit(*arguments, "--json").out)
        out = outwit(*arguments).out
        parts = re.search(r"value (\S+) for player 1, proved from (\S+) to (\S+); exploitability (\S+)", out)
        assert parts is not None
        value, least, greatest, far = parts.groups()
        assert float(least) <= found["bounds"][0] <= found["bounds"][1] <= float(greatest)
        assert 10 ** -len(value.partition(".")[2]) >= 0.1 * (found["bounds"][1] - found["bounds"][0])
        assert 10 ** -len(value.partition(".")[2]) <= found["bounds"][1] - found["bounds"][0]
        assert float(far) == pytest.approx(found["exploitability"], rel=5e-3)
        values.append(value)
    assert len(set(map(len, values))) == 3


@pytest.mark.parametrize("algorithm", ["cfr", "linear", "discounted", "external", "outcome"])
def test_every_algorithm_is_there_and_its_seed_repeats_it(outwit: Command, algorithm: str) -> None:
    command = ("equilibrium", "leduc", "--algorithm", algorithm, "--iterations", 40, "--seed", 3, "--json")
    answers = [json.loads(outwit(*command).out) for _ in range(2)]
    assert answers[0]["strategies"] == answers[1]["strategies"]
    assert answers[0]["algorithm"] == algorithm
    assert answers[0]["iterations"] == 40
    assert sum(each["reached"] for each in answers[0]["strategies"] if "round" not in each["knows"]) > 0.9


def test_files_are_written_and_the_command_in_a_policy_makes_it_again(
    outwit: Command, tmp_path: Path
) -> None:
    policy, table = tmp_path / "policy.json", tmp_path / "table.csv"
    svg, png = tmp_path / "falls.svg", tmp_path / "falls.png"
    done = outwit("equilibrium", "kuhn", "-i", 300, "--save", policy, "--csv", table, "--plot", svg)
    assert f"Strategies written to {policy}." in done.out
    with table.open() as file:
        rows = list(csv.DictReader(file))
    assert [*rows[0]] == ["iterations", "seconds", "exploitability"]
    assert rows[-1]["iterations"] == "300"
    assert svg.read_text().startswith("<svg")
    outwit("equilibrium", "kuhn", "-i", 10, "--plot", png)
    with Image.open(png) as picture:
        assert picture.format == "PNG"
    saved = json.loads(policy.read_text())
    assert saved["command"] == "outwit equilibrium kuhn --algorithm cfr+ --iterations 300"
    again = tmp_path / "again.json"
    outwit(*saved["command"].split()[1:], "--save", again)
    assert again.read_text() == policy.read_text()


def test_a_saved_policy_is_measured_and_played(outwit: Command, tmp_path: Path) -> None:
    policy = tmp_path / "policy.json"
    found = json.loads(outwit("equilibrium", "kuhn", "-i", 500, "--save", policy, "--json").out)
    measured = json.loads(outwit("equilibrium", "kuhn", "--policy", policy, "--json").out)
    assert measured["exploitability"] == pytest.approx(found["exploitability"], abs=1e-9)
    assert "algorithm" not in measured
    agent = f"policy:file={policy},seed=1"
    decided = json.loads(outwit("decide", "kuhn", "-p", "K J", "-a", agent, "--json").out)
    [known] = [
        each for each in found["strategies"] if each["knows"].startswith("player 1: K\nplayer 2: ?\npot 2")
    ]
    shares = {each["move"]: each["probability"] for each in decided["candidates"]}
    assert shares == pytest.approx(known["plays"], abs=1e-9)
    out = outwit("decide", "kuhn", "-p", "K J", "-a", agent).out
    assert "move   value  probability  line" in out


def test_of_many_sets_those_are_shown_that_are_reached_most_often(outwit: Command) -> None:
    out = outwit("equilibrium", "leduc", "-i", 20, "--sets", 6).out
    assert "and 282 more that are reached less often; --sets shows more, --save writes all." in out
    assert out.count("pot 2, player 1 to move") == 3
    assert "player 1: ?" not in outwit("equilibrium", "leduc", "-i", 20, "--sets", 0).out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ("connect4",),
            "cfr cannot play Connect4: nothing is hidden in it and nobody chooses at once; alphabeta",
        ),
        (("vacuum",), "it has 1 player, and equilibria are for two"),
        (
            ("kuhn", "--algorithm", "cfr-"),
            "--algorithm cfr- is none; give cfr, cfr+, linear, discounted, external",
        ),
        (
            ("leduc", "--most", 1000),
            "sets so far; give a greater --most, make it smaller by its options (suits) or leave it to an "
            "agent: ismcts looks at a part of it.",
        ),
        (("leduc", "--most", 1000), "Leduc is too large to be unfolded: it has more than 1,000 positions"),
        (
            ("tron",),
            "Tron is too large to be unfolded: random games of it tell of far more than 5,000,000 positions; "
            "make it smaller by its options (width, height) or leave it to an agent: smmcts and montecarlo "
            "look at a part of it.",
        ),
        (
            ("battleship", "--seconds", 1),
            "random games of it tell of far more than 5,000,000 positions; make it smaller by its options "
            "(size, fleet) or leave it to an agent: ismcts looks at a part of it.",
        ),
        (("kuhn", "-s", "0"), "seconds=0.0 is not a time; give a number above 0."),
        (("kuhn", "-s", "-1"), "seconds=-1.0 is not a time; give a number above 0."),
        (("kuhn", "-s", "nan"), "seconds=nan is not a time; give a number above 0."),
        (
            ("kuhn", "--save", "falls.svg", "--plot", "folder/../falls.svg"),
            "--save falls.svg and --plot folder/../falls.svg are the same file; give each a file of its own.",
        ),
        (("kuhn", "--csv", "k", "--save", "./k"), "--save k and --csv k are the same file"),
        (("kuhn", "--plot", "falls.gif"), "must end in .svg or .png"),
        (("kuhn", "--policy", "nowhere.json"), "'nowhere.json' cannot be read: No such file or directory."),
        (
            ("kuhn", "--policy", "x.json", "--save", "y.json"),
            "--policy measures what is there; leave out --save",
        ),
        (
            (f"{HERE}:Forgetful",),
            "Forgetful cannot be unfolded: player 1 forgets; it knows 1 both after left",
        ),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(
    outwit: Command,
    arguments: tuple[object, ...],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    done = outwit("equilibrium", *arguments)
    assert done.status == 2
    assert not [*tmp_path.iterdir()]
    assert sentence in " ".join(done.err.split())


def test_unfolding_takes_some_time_only_unless_somebody_says_how_many_positions(
    outwit: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(equilibrium, "UNFOLDING", 0.0)
    monkeypatch.setattr(equilibrium, "TIMES", 1e-3)
    done = outwit("equilibrium", "leduc", "-s", "1")
    assert done.status == 2
    said = " ".join(done.err.split())
    assert "Leduc takes longer than 0.001 seconds to be unfolded: it has more than " in said
    assert "; give more --seconds, or --most for as long as it takes, make it smaller by its options" in said
    assert outwit("equilibrium", "leduc", "-i", 1, "--most", 1939, "--sets", 0).status == 0


class Line:
    """Stands for the line on a terminal that says how far something is."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def __call__(self, words: str) -> Line:
        self.said.append(words)
        return self

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def update(self, words: str) -> None:
        self.said.append(words)


def test_unfolding_is_told_and_ended_by_an_interrupt_in_one_line(
    outwit: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = Line()
    monkeypatch.setattr(console.errors, "status", line)
    assert outwit("equilibrium", "leduc", "-i", 1, "--sets", 0).status == 0
    assert line.said[0] == "unfolding ..."
    assert line.said[1].startswith("unfolding: 256 positions, ")
    assert line.said[-1] == "unfolding: 1,939 positions, 288 information sets"

    def interrupted(leduc: Leduc, state: Any, player: int) -> float:
        if len(line.said) > many:
            raise KeyboardInterrupt
        return payoff(leduc, state, player)

    many, payoff = len(line.said) + 2, Leduc.payoff
    monkeypatch.setattr(Leduc, "payoff", interrupted)
    done = outwit("equilibrium", "leduc", "--most", 5_000)
    assert done.status == 130
    assert done.err == "Stopped while unfolding: 768 positions so far.\n"
    assert not done.out
