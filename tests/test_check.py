"""`check` names the promise that a game breaks, and finds nothing where there is nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from outwit.check import Broken, Report, check
from outwit.check.promises import PROMISES
from outwit.errors import BadOptionError
from outwit.game import CHANCE, Game, State
from outwit.games import find_game, game_loaders
from outwit.games.kuhn import Kuhn

from . import broken_games as games
from . import sound_games as sound
from .hidden_games import HighCard, Pace, SealedBids
from .hidden_games import Pile as HiddenPile
from .sketches.test_sketches import SKETCHES
from .solved_games import Doors, Guess

BROKEN: list[tuple[type[Game], str, str]] = [
    (games.PlayChangesTheState, "play leaves its argument alone", "coins=9, turn=0) to Sand(coins="),
    (games.MovesChangesTheState, "moves leaves its argument alone", "`moves(state)` changed the state"),
    (games.StateIsAList, "states are hashable", "[9, 0]"),
    (games.LaterStateHoldsAList, "moves can be played", "Pile(coins=[8], turn=1), which has no hash"),
    (games.StateComparesByIdentity, "states are values", "compare by value"),
    (games.StateCannotBeCompared, "states are values", "a Hermit whose repr raises RuntimeError"),
    (games.InitialStateDiffers, "initial is repeatable", "first and Pile(coins="),
    (games.InitialStateIsMissing, "initial gives a state", "None"),
    (games.TurnNamesAThirdPlayer, "turn names a player", "says 2; expected 0 to 1"),
    (games.TurnIsAName, "turn names a player", "'white'"),
    (games.TurnIsNowhere, "turn names a player", "9 has no field `turn`"),
    (games.NobodyPlays, "players are counted", "`players` is 0"),
    (games.PlayerIsANumber, "players are named by texts", "`player_names` is (1, 2)"),
    (games.MoveIsAList, "moves are hashable", "[1]"),
    (games.MoveComesTwice, "moves are distinct", "yields 1 twice"),
    (games.MovesDifferWhenAskedAgain, "moves are repeatable", "1, 2 and 3"),
    (games.MovesNeverEnd, "moves ends", "1,000,000"),
    (games.MovesForgetsToReturn, "moves gives what there is to choose from", "`moves(state)` gives None"),
    (
        games.MoveCannotBePlayed,
        "moves can be played",
        "`play(state, 3)` raised ValueError: three is too many",
    ),
    (games.PlayForgetsToReturn, "moves can be played", "`play(state, 1)` gives None"),
    (games.PlayIsALottery, "play is repeatable", "`play(state, 2)` gives Pile(coins="),
    (games.PlayTurnsAfterAWhile, "play is repeatable", "The same moves led to Pile("),
    (games.MovesGoOnAfterTheEnd, "finished games have no moves", "still yields 1"),
    (games.NoMovesBeforeTheEnd, "unfinished games have moves", "`moves(state)` yields nothing"),
    (games.MovesForForgetsTheTurn, "moves for agrees with moves", "`moves_for(state, 1)` nothing"),
    (games.KeyIsTheAddress, "equal states have equal keys", "two states equal to Pile("),
    (games.KeyIsTooLarge, "keys have 64 bits", str(9 << 64)),
    (games.KeyIsText, "keys have 64 bits", "'Pile(coins=9, turn=0)'"),
    (games.KeyForgetsTheCoins, "states of one key are alike", "where there are 3 options"),
    (games.PayoffsDoNotCancel, "payoffs cancel", "0.5 and 0.5, add up to 1"),
    (games.PayoffIsNoNumber, "payoffs are numbers", "nan"),
    (games.PayoffIsMissing, "payoffs are numbers", "None"),
    (
        games.PayoffLeavesTheBounds,
        "bounds contain the payoff",
        "`bounds` gives player 0 from 0 to 1, and the game has ended with -1",
    ),
    (games.PayoffLeavesTheDefaultBounds, "bounds contain the payoff", "The default `bounds` give"),
    (games.BoundsAreReversed, "bounds are in order", "(1.0, -1.0)"),
    (games.BoundsAreOneNumber, "bounds are in order", "gives player 0 1.0"),
    (games.BoundsAreNoNumbers, "bounds are in order", "(nan, nan)"),
    (
        games.BoundsDoNotCancel,
        "bounds cancel",
        "player 0 from 0 to 1 and player 1 from -1 to 1; expected from -1 to 0",
    ),
    (
        games.BoundsMissAWin,
        "bounds agree with what follows",
        "player 0 from -1 to -1; by the bounds of what follows, the best move brings at least 1",
    ),
    (
        games.BoundsSeeAWinThatIsNone,
        "bounds agree with what follows",
        "from 1 to 1; by the bounds of what follows, the best move brings at most -1",
    ),
    (
        games.BoundsOverlookTheDie,
        "bounds agree with what follows",
        "the outcomes bring on average at most ",
    ),
    (
        games.BoundsExpectNothingOfTheDie,
        "bounds agree with what follows",
        "the outcomes bring on average at least ",
    ),
    (
        games.BoundsOfOneMissThrowing,
        "bounds agree with what follows",
        "player 0 from 0 to 0; by the bounds of what follows, the best move brings at least 0.333333",
    ),
    (games.FeatureHasNoName, "features have names and weights", "gives 2 numbers, `feature_names` has 1"),
    (games.FeatureHasNoWeight, "features have names and weights", "`weights` 1"),
    (games.FeatureIsInfinite, "features have names and weights", "inf"),
    (games.EvaluationIsInfinite, "evaluate gives a number", "inf"),
    (games.OrderIsNoNumber, "hints can be had", "`order` gives None for 1"),
    (games.MovesAreDescribedAlike, "moves are described apart", "'take some' for both 2 and 3"),
    (games.DescriptionIsANumber, "moves are described apart", "gives 1 for 1"),
    (
        games.ParseIsOffByOne,
        "parse reverses describe",
        "1 is described as 'take 1', which `parse` takes for 0",
    ),
    (games.ParseTakesNoCapitals, "parse reverses describe", "'a', which `parse` takes for 1"),
    (games.TextIsANumber, "text can be read", "gives 9"),
    (games.PositionForgetsTheTurn, "position reverses text", "takes for Pile(coins="),
    (games.ChancesDoNotAddUp, "chances sum to one", "add up to 0.9"),
    (games.ChanceIsNegative, "chances are probabilities", "gives 3 the probability -0.5"),
    (games.ChancesAreMissing, "chances sum to one", "yields nothing"),
    (games.ChanceHasNoProbability, "chances are probabilities", "yields 1; expected a pair"),
    (games.OutcomeCannotBePlayed, "moves can be played", "`play(state, 3)` raised KeyError: 3"),
    (games.OutcomesAreDescribedAlike, "moves are described apart", "'odd' for both 1 and 3"),
    (games.RepetitionIsAtOnce, "repetition means something", "`repetition` is 1"),
    (games.IrreversibleMovesComeBack, "irreversible moves lead nowhere known", "comes again"),
    (
        games.DeterminizeSwapsTheOwnCard,
        "determinize keeps what a player knows",
        "`observation` is ((1,), 2, ()) and not ((0,), 2, ())",
    ),
    (games.ObservationIsOnlyTheCard, "observations tell what can be done", "where it is not to act"),
    (games.DeterminizeEndsTheGame, "determinize keeps what a player knows", "`over` is True and not False"),
    (
        games.DeterminizeChangesTheMoves,
        "determinize keeps what a player knows",
        "`moves_for` is {0, 1} and not {0}",
    ),
    (games.DeterminizeThrowsItsOwnDice, "determinize is repeatable", "with the same `random`"),
    (games.ObservationIsAList, "observations are hashable", "[]"),
    (games.TextShowsTheOtherCard, "determinize keeps what a player knows", "`text` is 'Deal("),
    (games.NobodySaysWhatIsSeen, "hidden games say who knows what", "has no `observation`"),
    (
        games.DeterminizeRenamesTheMoves,
        "determinize keeps the names of moves",
        "`describe` calls 0 '0' and not '0 against a lesser card'",
    ),
    (games.DeterminizeTellsTheTruth, "determinize gives nothing away", "`world.cards[0]` is 0"),
    (games.DeterminizeLeavesADie, "determinize gives nothing away", "`world.dice[0][0]` is 5"),
    (games.DeterminizeSharesOutTheTruth, "determinize gives nothing away", "with the same `random`"),
    (
        games.DeterminizeDealsACardTwice,
        "worlds can occur",
        "which is none of all 46 states that the game comes to",
    ),
    (
        games.DeterminizeRollsAnotherDie,
        "worlds can occur",
        "comes to in up to 4 steps; expected a state that",
    ),
    (games.DeterminizeHopesForTheBest, "all that is possible is drawn", "one of 2 that look the same"),
    (
        games.DeterminizeStacksTheDeck,
        "worlds can be played on",
        "`payoff(state, 0)` raised ValueError: (",
    ),
    (
        games.WorldsAreNeverFound,
        "worlds can be found",
        "of 20,000 random games agree with what player",
    ),
    (games.TextCountsTheHidden, "text tells what a player knows", "cannot tell the two states apart"),
    (games.MovesAreToldToAll, "moves are told as they are seen", "`describe_to` tells player 1"),
    (games.OwnMovesAreNotTold, "own moves are described", "tells player 0 nothing of its own move 0"),
    (games.MovesAreToldInNumbers, "own moves are described", "gives player 0 1 for 1; expected a text"),
    (games.ScriptsAreOneText, "scripts have names", "`scripts` is 'greedy'"),
    (games.ScriptTakesTooMuch, "scripts play legal moves", "`script` 'greedy' plays 3"),
    (games.ScriptThrowsItsOwnDice, "scripts are repeatable", "with the same `random`"),
    (games.ScriptSeesTheOtherCard, "scripts play by what is known", "cannot tell the two states apart"),
    (games.DefaultAgentIsUnknown, "default agent plays the game", "no agent called 'grandmaster'"),
    (games.DefaultAgentRefuses, "default agent plays the game", "alphabeta cannot play"),
    (games.OnePlayerCannotChoose, "unfinished games have moves", "`moves_for(state, 1)` yields nothing"),
    (games.CombinationCannotBePlayed, "moves can be played", "`play_joint(state, (2, 2))` raised KeyError"),
    (
        games.ChoicesGoOnAfterTheEnd,
        "finished games have no moves",
        "`moves_for(state, 0)` still yields 1 and 2",
    ),
    (games.JointPlayForgetsToReturn, "moves can be played", "gives None"),
    (games.NoisyMovesAreMadeUp, "noisy moves are moves", "`noisy_moves` yields 99"),
    (games.NoisyMovesForgetOne, "noisy moves are moves", "disagree about 1"),
    (games.LateIsNegative, "hints can be had", "`late` gives -1 for 1; expected a whole number, 0 or more"),
    (games.GainIsNoNumber, "hints can be had", "`gain` gives no number for 1"),
    (games.UrgentRaises, "urgent does not raise", "no idea"),
    (games.ScaleIsNegative, "scale is a length", "`scale` is -0.5; expected a number, 0 or more"),
    (games.PassedKeepsTheTurn, "passed turns are given up", "leaves player 0 to act"),
    (
        games.EvaluationIgnoresThePlayer,
        "evaluate tells players apart",
        "gives both players 0.25; in a zero-sum game",
    ),
    (
        games.EvaluationDoesNotCancel,
        "evaluate cancels",
        "gives player 0 0.5 and player 1 0.25; expected -0.5 for player 1",
    ),
    (
        games.TurnIsNeverPassedOn,
        "every player acts",
        "Player 1 had nothing to choose in 20 random games; expected `play` to pass the turn on",
    ),
    (games.ThirdPlayerIsForgotten, "every player acts", "Player 2 had nothing to choose"),
    (
        games.EvaluateIsMistyped,
        "names are those of the contract",
        "Nothing uses `evalute`, which is no part of the contract; if `evaluate` is meant, call it that",
    ),
    (games.ChancesIsInTheSingular, "names are those of the contract", "`chance`"),
    (games.TurnHasAnotherName, "names are those of the contract", "if `turn` is meant"),
    (games.PlayerNamesIsInTheSingular, "names are those of the contract", "if `player_names` is meant"),
    (
        games.ObservationForgetsTheCard,
        "observations forget nothing",
        "which the player could tell apart by what it had seen and done before",
    ),
    (
        games.ObservationForgetsTheBets,
        "determinize gives nothing away",
        "gives away what is hidden",
    ),
    (
        games.ObservationForgetsTheTurn,
        "observations tell what can be done",
        "where it is not to act",
    ),
]


def found(report: Report) -> Broken:
    assert report.broken is not None
    return report.broken


@pytest.mark.parametrize(
    ("cls", "promise", "words"), BROKEN, ids=lambda value: getattr(value, "__name__", "")
)
def test_a_broken_promise_is_named_and_shown(cls: type[Game], promise: str, words: str) -> None:
    report = check(cls(), games=20)
    broken = found(report)
    assert broken.promise == promise, broken
    assert words in broken.sentence, broken
    assert broken.sentence.endswith(".")
    assert "\n" not in broken.sentence
    assert not report


HIDDEN = SealedBids, Pace, HiddenPile, HighCard, Guess, Doors, Kuhn


@pytest.mark.parametrize("cls", [*sound.SOUND, *HIDDEN], ids=lambda cls: cls.__name__)
def test_a_sound_game_passes(cls: type[Game]) -> None:
    report = check(cls(), games=40)
    assert report.broken is None, report.broken
    assert report
    assert report.games == 40


def test_every_promise_has_a_game_that_breaks_it() -> None:
    tried = {promise for _, promise, _ in BROKEN}
    assert {promise.__name__.replace("_", " ") for promise in PROMISES} <= tried


@pytest.mark.parametrize("part", [10, pytest.param(1, marks=pytest.mark.slow)], ids=["few", "many"])
@pytest.mark.parametrize("name", game_loaders())
def test_every_built_in_game_passes(name: str, part: int) -> None:
    long = ("backgammon", "battleship", "chess", "risk")  # which have hundreds of positions a game
    games = 10 if name in long else 100
    many = games // part
    small = "battleship:size=5,fleet=(3,2)" if name == "battleship" and part > 1 else name
    report = check(find_game(small), games=many, seconds=None)
    assert report.broken is None, report.broken
    assert report.games == many


@pytest.mark.parametrize(
    "spec",
    [
        "connect4:graded=on",
        "connect4:width=4,height=4,length=3",
        "pig:goal=20,sides=4",
        "vacuum:slippery=on,start=none",
        "vacuum:width=3,height=2",
        "vacuum:sight=local,start=none,slippery=on",
        "vacuum:sight=none,erratic=off,steps=4",
        "tree:(0.4 [1/2:1 1/2:0])",
        "tree:((<1,2,6> <4,3,2>)(<6,1,2> <7,4,1>))",
    ],
)
def test_options_of_built_in_games_keep_them_sound(spec: str) -> None:
    report = check(find_game(spec), games=30)
    assert report.broken is None, report.broken


@pytest.mark.parametrize("game", SKETCHES, ids=str)
def test_every_sketch_passes(game: Game) -> None:
    report = check(game, games=3)
    assert report.broken is None, report.broken


def wavering(game: Game, state: State, player: int) -> tuple[float, float]:
    """Bounds by which whoever is to act has won."""
    if game.over(state) or game.turn(state) == CHANCE:
        return -1.0, 1.0
    return (0.5, 1.0) if (player == 0) == (game.turn(state) == 0) else (-1.0, -0.5)


@pytest.mark.parametrize(
    "cls", [sound.NimForThree, sound.NimForPleasure, sound.Poker, sound.RingWithoutReturn]
)
def test_bounds_follow_from_the_next_ones_only_where_two_opponents_see_all(cls: type[Game]) -> None:
    """Not among three or where both gain, with cards hidden, or where it counts where one has been."""
    assert found(check(type("Wavering", (sound.Nim,), {"bounds": wavering})())).promise.startswith(
        "bounds agree"
    )
    report = check(type("Wavering", (cls,), {"bounds": wavering})(), games=20)
    assert report.broken is None, report.broken


def test_the_game_in_the_readme_passes(tmp_path: Path) -> None:
    readme = Path(__file__).parents[1] / "README.md"
    rules = readme.read_text(encoding="utf-8").partition("```python\n")[2].partition("```")[0]
    file = tmp_path / "readme.py"
    file.write_text(rules, encoding="utf-8")
    report = check(find_game(f"{file}:Nim"))
    assert report.broken is None, report.broken


METHODS = ["initial", "over", "turn", "moves", "key", "bounds", "payoff", "features", "evaluate", "noisy"]
METHODS += ["order", "irreversible", "describe", "parse", "observation", "text", "position"]


@pytest.mark.parametrize("method", METHODS)
def test_an_error_in_any_method_is_told_with_its_line(method: str) -> None:
    def fail(self: Game, *arguments: object) -> None:
        raise LookupError(f"no {method} today")

    failing = type("Failing", (sound.NimForPeople,), {method: fail, "__module__": __name__})
    broken = found(check(failing(), games=5))
    assert broken.promise == f"{method} does not raise"
    assert (
        f"raised LookupError: no {method} today in line {line_of(fail)} of test_check.py" in broken.sentence
    )


@pytest.mark.parametrize("method", ["determinize", "observation"])
def test_an_error_about_hidden_information_is_told(method: str) -> None:
    def fail(self: Game, *arguments: object) -> None:
        raise LookupError("who knows")

    broken = found(check(type("Failing", (sound.Poker,), {method: fail})(), games=5))
    assert broken.promise == f"{method} does not raise"
    assert f"`{method}(state, 0" in broken.sentence


def test_an_error_in_play_names_the_move_and_the_line() -> None:
    broken = found(check(games.MoveCannotBePlayed()))
    line = line_of(games.MoveCannotBePlayed.play) + 1
    assert broken.sentence == (
        f"`play(state, 3)` raised ValueError: three is too many in line {line} of broken_games.py, though "
        "the move is legal."
    )


def line_of(function: Any) -> int:
    """The line after the one that a function starts in."""
    return int(function.__code__.co_firstlineno) + 1


@pytest.mark.parametrize(
    "cls", [games.MovesGoOnAfterTheEnd, games.PayoffLeavesTheBounds, games.PositionForgetsTheTurn]
)
def test_the_moves_reported_lead_to_the_state_reported(cls: type[Game]) -> None:
    game = cls()
    broken = found(check(game))
    state = game.initial()
    for name in broken.moves:
        state = game.play(state, int(name.removeprefix("take ")))
    assert broken.moves
    assert broken.state == repr(state)


def test_outcomes_and_joint_moves_are_reported_too() -> None:
    assert set(found(check(games.DeterminizeSwapsTheOwnCard())).moves) <= {"0", "1", "2"}
    assert all(len(moves.split(", ")) == 2 for moves in found(check(games.ChoicesGoOnAfterTheEnd())).moves)
    assert len(found(check(games.ChoicesGoOnAfterTheEnd())).moves) == 3


def test_an_endless_game_is_reported_with_its_first_moves() -> None:
    broken = found(check(games.RingWithoutEnd()))
    assert broken.promise == "games end"
    assert "1,000,000 moves" in broken.sentence
    assert "`repetition`" in broken.sentence
    assert len(broken.moves) == 20


def test_a_game_that_only_sometimes_has_no_end_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outwit.check.walk.ENDLESS", 10_000)
    monkeypatch.setattr("outwit.check.examination.ENDLESS", 10_000)
    report = check(games.Trap(), seed=1)
    assert found(report).promise == "games end"
    assert found(report).moves[0] == "1"
    assert report.games > 1


def test_a_game_too_slow_to_end_is_reported_when_patience_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outwit.check.PATIENCE", 0.05)
    broken = found(check(games.RingWithoutEnd(), seconds=0.05))
    assert broken.promise == "games end"
    assert "when time ran out" in broken.sentence


@pytest.mark.parametrize("method", ["initial", "moves", "play", "describe", "observation", "determinize"])
def test_a_rule_that_never_comes_back_is_interrupted(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def loop(self: Game, *arguments: object) -> None:
        while True:
            pass

    loop.__code__ = loop.__code__.replace(co_name=method)
    monkeypatch.setattr("outwit.check.SLOWEST", 0.5)
    report = check(type("Looping", (sound.Poker,), {method: loop, "__module__": __name__})(), seconds=0.5)
    broken = found(report)
    assert broken.promise == "rules come back"
    lines = [f"line {line_of(loop) + after} of test_check.py" for after in (0, 1)]
    assert broken.sentence in [
        f"`{method}` had not come back after 0.5 s and was ended in {line}; expected an answer."
        for line in lines
    ]
    assert report.seconds < 5.0


def test_a_rule_that_never_comes_back_in_a_later_state_is_shown_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("outwit.check.SLOWEST", 0.5)
    broken = found(check(games.PlayNeverComesBack(), seconds=0.5))
    assert broken.promise == "rules come back"
    assert broken.state == "Pile(coins=4, turn=1)"
    assert broken.moves


def test_the_same_seed_sees_the_same_games() -> None:
    reports = [check(games.MoveComesTwice(), seed=seed) for seed in (3, 3, 4)]
    assert reports[0].broken == reports[1].broken
    assert reports[0].states == reports[1].states
    assert reports[0].broken != reports[2].broken


def test_progress_is_heard_after_each_game() -> None:
    heard: list[tuple[int, int]] = []
    check(sound.Nim(), games=3, progress=lambda done, games: heard.append((done, games)))
    assert heard == [(1, 3), (2, 3), (3, 3)]


def test_one_game_is_played_however_short_the_time() -> None:
    report = check(find_game("connect4"), seconds=0.0)
    assert report.sound
    assert report.games == 1
    assert report.states > 5


def test_without_a_time_limit_all_games_are_played() -> None:
    assert check(sound.Nim(), games=150, seconds=None).games == 150


def test_later_games_are_only_sampled() -> None:
    few, many = (check(find_game("connect4"), games=games).states for games in (20, 60))
    assert few < many < 2 * few


def test_no_games_are_refused() -> None:
    with pytest.raises(BadOptionError, match="games=0 is too few"):
        check(sound.Nim(), games=0)
