"""Games found by their spec: built in, in a file, or brought by an installed package."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import outwit.plugins
from outwit import OutwitError, find_game, game_spec
from outwit.games import game_loaders, summary
from outwit.games.nim import Nim

RULES = '''
from dataclasses import dataclass
from typing import NamedTuple

from outwit import Game


class Count(NamedTuple):
    left: int
    turn: int


@dataclass(frozen=True)
class Countdown(Game):
    """Count down by one; whoever says zero wins."""

    size: int = 3
    loud: bool = False

    def initial(self):
        return Count(self.size, 0)

    def moves(self, state):
        yield 1

    def play(self, state, move):
        return Count(state.left - move, 1 - state.turn)

    def over(self, state):
        return state.left == 0

    def payoff(self, state, player):
        return -1.0 if state.turn == player else 1.0
'''

WITHOUT_PAYOFF = RULES[: RULES.index("    def payoff")]
WITHOUT_MOVES = RULES.replace("def moves", "def other_moves")
ANOTHER = "\n\nclass Another(Countdown):\n    pass\n"

Written = Callable[[str], Path]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Writes the text of a game to a new file, and gives its path."""

    def write(text: str) -> Path:
        path = tmp_path / f"rules{len(list(tmp_path.iterdir()))}.py"
        path.write_text(text)
        return path

    return write


def refused(text: str) -> str:
    """The one sentence with which a spec is refused."""
    with pytest.raises(OutwitError) as caught:
        find_game(text)
    message = str(caught.value)
    assert message.endswith((".", "?"))
    assert "\n" not in message
    assert "Traceback" not in message
    return message


# Built in


@pytest.mark.parametrize(
    "name", ["connect4", "goofspiel", "matrix", "nim", "pig", "rps", "tictactoe", "tree", "vacuum"]
)
def test_every_game_built_in_is_found_and_has_a_line_about_itself(name: str) -> None:
    game = find_game(name)
    assert game_spec(game).partition(":")[0] == name
    assert summary(type(game)).endswith(".")
    assert name in game_loaders()
    assert find_game(f" {name} ") == game


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("conect4", "connect4"), ("tic-tac-toe", "tictactoe"), ("nimm", "nim"), ("Pig", "pig")],
)
def test_an_unknown_game_is_answered_with_the_nearest(typed: str, meant: str) -> None:
    message = refused(typed)
    assert f"no game called '{typed}'" in message
    assert meant in message.partition("did you mean")[2].partition("Known")[0]


@pytest.mark.parametrize("typed", ["", ":", ":width=3", "zzzzzzzz", "../nim", "nim.py2", "games"])
def test_whatever_is_no_game_is_answered_with_those_there_are(typed: str) -> None:
    known = (
        "backgammon, battleship, chess, connect4, goofspiel, kuhn, leduc, liarsdice, matrix, nim, othello, "
        "pig, risk, rps, tactics, tictactoe, tree, tron, vacuum, wargame"
    )
    assert f"Known: {known}." in refused(typed)


def test_an_unknown_option_is_answered_with_the_nearest() -> None:
    message = refused("connect4:widht=9")
    assert "no option of connect4 called 'widht'; did you mean width" in message


# In a file


def test_a_game_is_found_by_its_file_and_class(written: Written) -> None:
    path = written(RULES)
    game = find_game(f"{path}:Countdown")
    assert type(game).__name__ == "Countdown"
    assert game == find_game(f"{path}")
    assert game == find_game(f"{path}:")


def test_options_follow_the_class_or_the_file(written: Written) -> None:
    path = written(RULES)
    game = find_game(f"{path}:Countdown:size=4,loud")
    assert (game.size, game.loud) == (4, True)  # type: ignore[attr-defined]
    assert find_game(f"{path}:size=4,loud=on") == game
    assert find_game(f"{path}::size=4,loud=yes") == game


def test_a_game_in_a_file_is_found_again_by_its_spelling(written: Written) -> None:
    path = written(RULES)
    for options in ("", ":size=7", ":size=7,loud=on"):
        game = find_game(f"{path}:Countdown{options}")
        assert game_spec(game) == f"{path}:Countdown{options}"
        assert find_game(game_spec(game)) == game


def test_the_spelling_of_a_game_below_the_working_directory_is_short(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(RULES)
    monkeypatch.chdir(path.parent)
    game = find_game(f"{path.name}:Countdown")
    assert game_spec(game) == f"{path.name}:Countdown"


def test_one_of_several_games_in_a_file_must_be_named(written: Written) -> None:
    path = written(RULES + ANOTHER)
    message = refused(str(path))
    assert "Countdown or Another" in message
    assert type(find_game(f"{path}:Another")).__name__ == "Another"


def test_two_names_for_one_game_are_one_game(written: Written) -> None:
    path = written(RULES + "\nAlias = Countdown\n")
    assert type(find_game(str(path))).__name__ == "Countdown"


def test_a_class_that_is_not_there_is_answered_with_those_that_are(written: Written) -> None:
    assert "did you mean Countdown" in refused(f"{written(RULES)}:Countdwn")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    assert "no file" in refused(f"{tmp_path / 'nowhere.py'}:Countdown")
    folder = tmp_path / "folder.py"
    folder.mkdir()
    assert "no file" in refused(str(folder))


def test_a_syntax_error_is_named_with_its_line(written: Written) -> None:
    path = written("x = 1\ny = 2\ndef broken(:\n")
    assert f"{path}, line 3" in refused(f"{path}:Countdown")


def test_an_error_while_loading_is_named_with_its_line(written: Written) -> None:
    path = written("x = 1\n\nraise RuntimeError('no luck\\ntoday')\n")
    message = refused(str(path))
    assert f"{path}, line 3" in message
    assert "no luck today" in message


def test_an_import_that_fails_is_named(written: Written) -> None:
    assert "no_such_package" in refused(str(written("import no_such_package\n")))


def test_a_file_that_could_not_be_loaded_may_be_mended(written: Written) -> None:
    path = written("import no_such_package\n")
    refused(str(path))
    path.write_text(RULES)
    assert type(find_game(str(path))).__name__ == "Countdown"


def test_a_file_without_games_is_refused(written: Written) -> None:
    for text in ("", "x = 1\n", "from outwit import Game\n", "class Countdown:\n    pass\n"):
        assert "defines no game" in refused(str(written(text)))
        assert "defines no game" in refused(f"{written(text)}:Countdown")


@pytest.mark.parametrize(("text", "missing"), [(WITHOUT_PAYOFF, "payoff"), (WITHOUT_MOVES, "moves")])
@pytest.mark.parametrize("named", [":Countdown", ""])
def test_a_game_that_lacks_a_method_is_told_which(
    text: str, missing: str, named: str, written: Written
) -> None:
    assert missing in refused(f"{written(text)}{named}")


@pytest.mark.parametrize(
    ("name", "wrong"),
    [("over", "is_over"), ("moves", "legal_moves"), ("payoff", "payoffs"), ("initial", "inital")],
)
def test_a_method_by_a_name_that_is_nearly_right_is_told_the_right_one(
    name: str, wrong: str, written: Written
) -> None:
    message = refused(f"{written(RULES.replace(f'def {name}', f'def {wrong}'))}:Countdown")
    assert message.endswith(f"; if {wrong} is meant for it, call it {name}.")


def test_types_that_only_a_checker_imports_do_no_harm(written: Written) -> None:
    text = RULES.replace("from dataclasses", "from __future__ import annotations\nfrom dataclasses", 1)
    text = text.replace(
        "from outwit import Game\n",
        "from typing import TYPE_CHECKING\nfrom outwit import Game\n"
        "if TYPE_CHECKING:\n    from collections.abc import Sequence\n",
    )
    text = text.replace(
        "    size: int = 3", "    player_names: Sequence[str] = ('a', 'b')\n    size: int = 3"
    )
    path = written(text)
    assert find_game(f"{path}:Countdown:size=5").initial() == (5, 0)


def test_a_file_s_own_complaint_about_options_is_passed_on(written: Written) -> None:
    complaint = "\n    def __post_init__(self):\n        raise ValueError(f'{self.size} is too small')\n"
    assert "0 is too small" in refused(f"{written(RULES + complaint)}:Countdown:size=0")


# Brought by a package


class Brought(Nim):
    """A game that a package might bring."""


def brought(monkeypatch: pytest.MonkeyPatch, *entries: EntryPoint) -> None:
    def found(group: str) -> tuple[EntryPoint, ...]:
        assert group == "outwit.games"
        return entries

    monkeypatch.setattr(outwit.plugins, "entry_points", found)


def test_a_package_brings_a_game_under_its_own_name(monkeypatch: pytest.MonkeyPatch) -> None:
    brought(monkeypatch, EntryPoint("brought", f"{__name__}:Brought", "outwit.games"))
    game = find_game("brought:coins=5")
    assert game == Brought(5)
    assert game_spec(game) == "brought:coins=5"
    assert "brought" in refused("brougt")


def test_a_package_cannot_take_the_name_of_a_game_built_in(monkeypatch: pytest.MonkeyPatch) -> None:
    brought(monkeypatch, EntryPoint("nim", "nowhere:Nothing", "outwit.games"))
    assert game_spec(find_game("nim")) == "nim"


def test_a_package_that_does_not_load_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    brought(monkeypatch, EntryPoint("broken", "no_such_package:Nothing", "outwit.games"))
    assert "broken" in refused("broken")
    assert find_game("nim")
