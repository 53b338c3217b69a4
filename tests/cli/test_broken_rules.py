"""Rules that raise exceptions: one sentence that names the rule, its line and `outwit check`; status 2."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Command

RULES = """
from outwit.games.nim import Nim
from outwit.games.pig import Pig


class Failing(Nim):
    def {method}(self, *arguments):
        raise LookupError("no {method} today")


class Rolling(Pig):
    def {method}(self, *arguments):
        raise LookupError("no {method} today")
"""

SEARCH = ("--agent", "alphabeta:compiled=off,depth=3")
EVERYWHERE = ["initial", "over", "turn", "moves", "text"]
COMMANDS: dict[str, tuple[tuple[str, ...], list[str]]] = {
    "decide": (SEARCH, [*EVERYWHERE, "play", "evaluate", "order", "describe", "key", "bounds", "features"]),
    "compare": ((*SEARCH, *SEARCH), [*EVERYWHERE[:4], "play", "evaluate", "describe"]),
    "play": (("--agent", "random", "--agent", "random"), [*EVERYWHERE, "play", "describe"]),
    "solve": (("--agent", "solver:compiled=off"), []),
    "tree": (("--depth", "2"), [*EVERYWHERE[:4], "play", "evaluate", "describe"]),
    "perft": (("--no-compiled", "--depth", "3"), [*EVERYWHERE, "play"]),
    "compile": ((), [*EVERYWHERE, "play"]),
    "match": (("random", "random", "--games", "2"), [*EVERYWHERE, "play", "describe"]),
    "serve": (("--no-open",), EVERYWHERE),
}


def written(tmp_path: Path, method: str) -> Path:
    file = tmp_path / "failing.py"
    file.write_text(RULES.format(method=method))
    return file


@pytest.mark.parametrize(
    ("command", "method"), [(command, method) for command in COMMANDS for method in COMMANDS[command][1]]
)
def test_a_rule_that_raises_is_named_in_one_sentence(
    outwit: Command, tmp_path: Path, command: str, method: str
) -> None:
    game = f"{written(tmp_path, method)}:Failing"
    asked = ("--game", game) if command == "serve" else (game,)
    refused = outwit(command, *asked, *COMMANDS[command][0])
    assert refused.status == 2
    assert refused.err.splitlines()[-1] == (
        f"Failing.{method}, line 8 of failing.py, raised LookupError: no {method} today; "
        f"`outwit check {game}` tells more."
    )
    assert "Traceback" not in refused.err


@pytest.mark.parametrize("method", ["chances", "evaluate"])
def test_a_rule_of_chance_that_raises_is_named_too(outwit: Command, tmp_path: Path, method: str) -> None:
    file = written(tmp_path, method)
    refused = outwit("decide", f"{file}:Rolling", "-a", "expectiminimax:compiled=off,depth=2")
    assert refused.status == 2
    assert f"Rolling.{method}, line 13 of failing.py, raised LookupError" in refused.err


@pytest.mark.parametrize(
    "agent", ["alphabeta:depth=6", pytest.param("mcts:simulations=2000,cutoff=0", marks=pytest.mark.slow)]
)
def test_compiled_rules_that_raise_are_told_in_a_sentence(
    outwit: Command, tmp_path: Path, agent: str
) -> None:
    file = tmp_path / "dividing.py"
    file.write_text(
        "from outwit.games.nim import Nim\n"
        "class Dividing(Nim):\n"
        "    def evaluate(self, pile, player):\n"
        "        return (1.0 if player == 0 else -1.0) / (17 - pile.coins)\n"
    )
    compiled = outwit("compile", f"{file}:Dividing")
    assert compiled.status in (0, 2)
    refused = outwit("decide", f"{file}:Dividing", "-a", agent)
    assert refused.status == 2
    assert "interpreted" not in refused.err
    assert "`evaluate(state, 0)` raised ZeroDivisionError: " in refused.err
    assert " in line 4 of dividing.py" in refused.err


def test_a_match_whose_rules_break_in_the_middle_ends_with_the_sentence(
    outwit: Command, tmp_path: Path
) -> None:
    file = tmp_path / "late.py"
    file.write_text(
        "from outwit.games.nim import Nim\n"
        "class Late(Nim):\n"
        "    def payoff(self, pile, player):\n"
        "        return {}[player]\n"
    )
    ended = outwit("match", f"{file}:Late", "random", "random", "--games", 2, "--workers", 1)
    assert ended.status == 2
    assert "2 games do not count, as the rules broke down in them." in ended.out
    assert ended.err.splitlines()[-1].startswith("Late.payoff, line 4 of late.py, raised KeyError: 0; ")


def test_a_class_that_cannot_be_made_is_told_with_its_line(outwit: Command, tmp_path: Path) -> None:
    file = tmp_path / "making.py"
    file.write_text(
        "from outwit.games.nim import Nim\n"
        "class Making(Nim):\n"
        "    def __post_init__(self):\n"
        "        {}[self.coins]\n"
    )
    refused = outwit("decide", f"{file}:Making")
    assert refused.status == 2
    assert refused.err == "Making cannot be made: KeyError: 21 in line 4.\n"


def test_a_person_who_types_nonsense_is_asked_again_though_the_parse_stumbles(
    outwit: Command, tmp_path: Path
) -> None:
    file = tmp_path / "numbers.py"
    file.write_text(
        "from outwit.games.nim import Nim\n"
        "class Numbers(Nim):\n"
        "    def parse(self, pile, text):\n"
        "        return int(text)\n"
    )
    played = outwit("play", f"{file}:Numbers:coins=2", "-a", "random", typed="all of them\n2\n")
    assert played.status == 0
    assert "'all of them' is not a legal move here; legal: 1, 2." in played.out
    assert "Player 1 wins" in played.out


MEMBERS = """
from outwit.games.nim import Nim


class Named(Nim):
    @property
    def player_names(self):
        raise LookupError("nobody")


class Counted(Nim):
    @property
    def players(self):
        raise LookupError("nobody")


class Weighed(Nim):
    feature_names = ("coins",)

    def features(self, pile, player):
        return (1.0,)

    @property
    def weights(self):
        raise LookupError("nothing")


class Nobody(Nim):
    players = 0


class Leaving(Nim):
    def play(self, pile, take):
        raise SystemExit(3)


class Circling(Nim):
    def play(self, pile, take):
        return self.play(pile, take)


class Long(Nim):
    def play(self, pile, take):
        return pile._replace(coins=pile.coins - 1, turn=1 - pile.turn)
"""


@pytest.fixture
def members(tmp_path: Path) -> Path:
    file = tmp_path / "members.py"
    file.write_text(MEMBERS)
    return file


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Named", "Named.player_names, line 8 of members.py, raised LookupError: nobody; "),
        ("Counted", "Counted.players, line 14 of members.py, raised LookupError: nobody; "),
        ("Weighed", "Weighed.weights, line 25 of members.py, raised LookupError: nothing; "),
        ("Nobody", "Nobody.players is 0; it must be a whole number from 1; "),
        ("Leaving", "Leaving.play, line 34 of members.py, raised SystemExit: 3; "),
        ("Circling", "Circling.play, line 39 of members.py, raised RecursionError: "),
    ],
)
@pytest.mark.parametrize("limit", [("--seconds", "0.3"), ("--depth", "3")])
def test_the_member_to_blame_is_named(
    outwit: Command, members: Path, name: str, sentence: str, limit: tuple[str, str]
) -> None:
    game = f"{members}:{name}"
    refused = outwit("decide", game, "--agent", "minimax", *limit)
    assert refused.status == 2
    assert refused.out == ""
    assert refused.err.startswith(sentence)
    assert refused.err.endswith(f"`outwit check {game}` tells more.\n")
    assert refused.err.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Named", "`player_names` raised LookupError: nobody in line 8 of members.py."),
        ("Counted", "`players` raised LookupError: nobody in line 14 of members.py."),
        ("Weighed", "`weights` raised LookupError: nothing in line 25 of members.py."),
        (
            "Leaving",
            "`play(state, 1)` raised SystemExit: 3 in line 34 of members.py, though the move is legal.",
        ),
    ],
)
def test_a_check_names_the_member_too(outwit: Command, members: Path, name: str, sentence: str) -> None:
    checked = outwit("check", f"{members}:{name}")
    assert checked.status == 2
    assert sentence in " ".join((checked.out + checked.err).split())


def test_a_game_that_goes_too_deep_is_no_fault_of_a_rule(outwit: Command, members: Path) -> None:
    refused = outwit("decide", f"{members}:Long:coins=5000,take=1", "--agent", "minimax:depth=5000")
    assert refused.status == 2
    assert "minimax cannot look to the end of this game: it goes too deep" in refused.err


def test_a_match_of_a_game_for_nobody_says_so(outwit: Command, members: Path) -> None:
    refused = outwit("match", f"{members}:Nobody", "random", "random")
    assert refused.status == 2
    assert refused.err.startswith("Nobody.players is 0; it must be a whole number from 1; ")
