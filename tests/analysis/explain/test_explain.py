"""Why a move was chosen: figures that add up, moves looked at equally far, honest words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from outwit import (
    AndOr,
    Decision,
    Expectiminimax,
    Game,
    Human,
    Limit,
    MaxN,
    Minimax,
    OutwitError,
    Random,
    Session,
    find_agent,
    find_game,
)
from outwit.analysis import explain as explaining
from outwit.analysis.explain import Explanation, explain
from outwit.analysis.explain.gains import find_gains
from outwit.decision import describe_line
from outwit.evaluate import with_evaluation
from outwit.game import State
from outwit.random import Generator
from outwit.random_positions import random_position
from tests.analysis.explain.raid import Raid, Wily
from tests.sound_games import NimForThree, Ring


def decided(spelled: str, agent: str, moves: str = "", limit: Limit | None = None) -> Decision:
    """What an agent decides after some moves of a game."""
    session = Session(find_game(spelled))
    if moves:
        session.read(moves)
    return find_agent(agent).decide(session.rules, session.state, limit)


def positions(game: Game, number: int, longest: int) -> Iterator[State]:
    """Positions from random play, as many as asked for, in which there is a choice."""
    random = Generator(8)
    while number:
        state = random_position(game, random, random.below(longest))
        if len(list(game.moves(state))) > 1:
            number -= 1
            yield state


def end_of(game: Game, state: State, line: tuple[Any, ...]) -> State:
    """Where a line ends."""
    for move in line:
        state = game.play(state, move)
    return state


@pytest.mark.parametrize(
    ("spelled", "agent"),
    [
        ("wargame", "alphabeta:compiled=off,depth=2"),
        ("wargame", "minimax:depth=1,evaluation=worst"),
        ("othello:size=6", "alphabeta:compiled=off,depth=3"),
        ("othello", "minimax:depth=1,evaluation=one-sided"),
    ],
)
@pytest.mark.parametrize("many", [48, pytest.param(200, marks=pytest.mark.slow)])
def test_gains_add_up_to_the_difference_between_the_ends_of_the_lines(
    spelled: str, agent: str, many: int
) -> None:
    asked = find_agent(agent)
    plain = find_game(spelled)
    game = with_evaluation(plain, getattr(asked, "evaluation", None))
    compared = features = 0
    for state in positions(plain, many, 30):
        explanation = asked.decide(plain, state).explain()
        chosen, other = explanation.chosen, explanation.alternative
        assert other is not None
        ends = [end_of(game, state, prospect.line) for prospect in (chosen, other)]
        if any(game.over(end) for end in ends):
            assert chosen.ending or other.ending
            continue
        here, there = (game.evaluate(end, game.turn(state)) for end in ends)
        assert sum(gain.gain for gain in explanation.gains) == pytest.approx(here - there, abs=1e-9)
        assert [abs(gain.gain) for gain in explanation.gains] == sorted(
            (abs(gain.gain) for gain in explanation.gains), reverse=True
        )
        assert {gain.feature for gain in explanation.gains} <= set(game.feature_names)
        compared += 1
        features += len(explanation.gains)
    assert compared > 0.75 * many
    assert features > compared


@pytest.mark.parametrize("agent", ["minimax:depth=2", "alphabeta:compiled=off,depth=4,quiescence=on"])
@pytest.mark.parametrize("spelled", ["wargame", "othello:size=6"])
@pytest.mark.parametrize("many", [3, pytest.param(10, marks=pytest.mark.slow)])
def test_lines_are_followed_to_where_the_value_comes_from(spelled: str, agent: str, many: int) -> None:
    game = find_game(spelled)
    for state in positions(game, many, 20):
        explanation = find_agent(agent).decide(game, state).explain()
        for prospect in (explanation.chosen, explanation.alternative):
            assert prospect is not None
            assert prospect.estimate == pytest.approx(prospect.value, abs=1e-9)
        assert explanation.beyond == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("spelled", ["wargame", "othello:size=6"])
def test_a_line_that_breaks_off_is_searched_on_to_where_the_value_comes_from(spelled: str) -> None:
    game = find_game(spelled)
    extended = 0
    for state in positions(game, 10, 20):
        decision = find_agent("alphabeta:compiled=off,depth=3").decide(game, state)
        told = replace(decision, line=decision.line[:1]).explain()
        assert told.chosen.estimate == pytest.approx(decision.value, abs=1e-9)
        extended += len(told.line) >= 3
    assert extended > 5


def test_the_alternative_has_the_value_that_minimax_gives_it() -> None:
    """Alpha-beta itself knows only what it is at most."""
    game = find_game("othello:size=6")
    bounded = 0
    for state in positions(game, 12, 20):
        decision = find_agent("alphabeta:compiled=off,depth=3").decide(game, state)
        bounded += sum(candidate.bound == "at most" for candidate in decision.candidates)
        oracle = {c.move: c.value for c in Minimax(depth=3).decide(game, state).candidates}
        for move in oracle:
            if move == decision.move:
                continue
            other = decision.explain(over=move).alternative
            assert other is not None
            assert (other.move, other.value, other.bound) == (move, oracle[move], "exact")
        second = decision.explain().alternative
        assert second is not None
        assert second.value == max(v for m, v in oracle.items() if v is not None and m != decision.move)
    assert bounded > 20


@pytest.mark.parametrize("nodes", [60, 300, pytest.param(1500, marks=pytest.mark.slow)])
def test_both_moves_are_looked_at_equally_far_even_if_the_decision_was_cut_short(nodes: int) -> None:
    game = find_game("wargame")
    agent = find_agent("alphabeta:compiled=off,quiescence=off")
    for state in positions(game, 5, 25):
        decision = agent.decide(game, state, Limit(nodes=nodes))
        if decision.value is None or decision.exact:
            continue
        explanation = decision.explain()
        assert explanation.depth == max(decision.depth, 1)
        oracle = {c.move: c.value for c in Minimax(depth=explanation.depth).decide(game, state).candidates}
        assert explanation.alternative is not None
        for prospect in (explanation.chosen, explanation.alternative):
            assert prospect.value == oracle[prospect.move]
        assert explanation.decided == decision.value
        further = f"The search that decided put {explanation.chosen.name} at "
        assert (further in str(explanation)) == (explanation.value != decision.value)


def test_what_takes_too_long_to_find_out_is_called_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explaining, "PATIENCE", 0)
    monkeypatch.setattr(explaining, "LEAST", 0)
    decision = decided("wargame", "alphabeta:compiled=off,depth=3")
    explanation = decision.explain()
    other = explanation.alternative
    assert other is not None
    assert other.bound == "at most"
    assert f"is worth at most {other.value:g}" in explanation.sentences()[1]
    assert explanation.gains == ()


def test_what_was_never_searched_is_not_given_a_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explaining, "PATIENCE", 0)
    monkeypatch.setattr(explaining, "LEAST", 0)
    decision = decided("wargame", "alphabeta:compiled=off", limit=Limit(nodes=8))
    unsearched = next(c.move for c in decision.candidates if c.value is None)
    told = decision.explain(over=unsearched)
    assert told.difference is None
    assert "was not searched" in told.sentences()[1]


def test_that_one_move_wins_at_once_says_nothing_of_the_others() -> None:
    """The bounds of the position say that it is won, and hold for the move that wins it."""
    oracle = decided("connect4", "minimax:depth=3", "414243")
    values = {candidate.move: candidate.value for candidate in oracle.candidates}
    decision = decided("connect4", "alphabeta:compiled=off,depth=3,deepening=off", "414243")
    assert decision.value == 1.0
    for move, value in values.items():
        if move != decision.move:
            other = decision.explain(over=move).alternative
            assert other is not None
            assert other.value == value
    second = decision.explain().alternative
    assert second is not None
    assert second.value == max(v for m, v in values.items() if v is not None and m != decision.move) < 1


def test_a_win_is_told_as_one() -> None:
    told = decided("connect4", "alphabeta:compiled=off,depth=6", "414243").explain(over="7")
    assert told.chosen.proved
    assert told.sentences()[0] == "4 is worth 1 to X, proved: 4; X wins in 1 move."
    assert told.gains == ()


def test_where_all_is_solved_both_moves_are_proved() -> None:
    told = decided("nim:coins=9", "minimax").explain(over="3")
    assert told.depth is None
    assert told.alternative is not None
    assert (told.chosen.proved, told.alternative.proved) == (True, True)
    assert (told.value, told.alternative.value, told.difference) == (1.0, -1.0, 2.0)
    assert "player 2 wins in" in told.alternative.ending


def test_dice_and_features_are_told_as_a_hand_computes_them() -> None:
    """Once to move: a strike is worth a tenth of three times three fifths, a retreat a quarter."""
    game = Raid()
    decision = Expectiminimax(depth=1, compiled=False).decide(game, game.initial())
    told = decision.explain()
    assert told.alternative is not None
    assert told.move == 1
    assert told.value == pytest.approx(0.25)
    assert told.alternative.value == pytest.approx(0.18)
    gains = {gain.feature: gain.gain for gain in told.gains}
    assert gains == pytest.approx({"out of reach": 0.25, "health": -0.18})
    chance = told.alternative.chance
    assert chance is not None
    assert [(o.name, o.probability) for o in chance.outcomes] == [("hit", 0.6), ("miss", 0.4)]
    assert [o.value for o in chance.outcomes] == pytest.approx([0.3, 0.0])
    assert (chance.best.name, chance.worst.name) == ("hit", "miss")
    assert chance.spread == pytest.approx(0.3)
    (change,) = chance.changes
    assert (change.player, change.feature) == ("swordsman", "health")
    assert change.amount == pytest.approx(-1.8)
    assert told.sentences() == [
        "retreat is worth 0.25 to archer, estimated 1 move ahead: retreat.",
        "The next best, strike, is worth 0.18, 0.07 less: strike.",
        "At the end of its line it gains out of reach +0.25 (1 against 0, each counting 0.25) and gives up "
        "health -0.18 (0 against 1.8, each counting 0.1).",
        "After strike chance decides: hit (60%) 0.3, miss (40%) 0; 0.18 on average, from 0 (miss) to 0.3 "
        "(hit); expected at once: swordsman's health -1.8.",
    ]


def test_the_best_answer_is_told_also_after_the_dice() -> None:
    game = Raid()
    told = Expectiminimax(depth=2, compiled=False).decide(game, game.initial()).explain()
    assert told.alternative is not None
    assert told.chosen.answer is not None
    assert told.alternative.answer is not None
    assert (told.chosen.answer.by, told.chosen.answer.move) == ("swordsman", "retreat")
    assert told.alternative.answer.after == "hit"
    assert told.sentences()[-1] == (
        "Swordsman's best answer to retreat is retreat; to strike, after hit, it would be retreat."
    )


def test_an_outcome_that_ends_the_game_counts_for_its_payoff() -> None:
    """A hit kills: three times in five the game is won, and else it goes on."""
    game = Raid(health=3)
    told = Expectiminimax(depth=1, compiled=False).decide(game, game.initial()).explain()
    chance = told.chosen.chance
    assert told.chosen.name == "strike"
    assert chance is not None
    assert [o.value for o in chance.outcomes] == [1.0, 0.0]
    assert chance.changes == ()
    assert {gain.feature: gain.gain for gain in told.gains} == pytest.approx(
        {"result of the game": 0.6, "out of reach": -0.25}
    )


def test_what_an_estimate_holds_beside_the_features_is_everything_else() -> None:
    game = Wily()
    state = game.initial()
    first, second = game.play(state, 1), state
    gains = {g.feature: g.gain for g in find_gains(game, [(1.0, first)], [(1.0, second)], 0)}
    assert gains == pytest.approx({"out of reach": 0.25, "everything else": -0.1})
    assert sum(gains.values()) == pytest.approx(game.evaluate(first, 0) - game.evaluate(second, 0))


@pytest.mark.parametrize("agent", ["expectiminimax:depth=3,compiled=off", "maxn:depth=2"])
def test_the_outcomes_of_the_dice_average_to_the_value_of_the_move(agent: str) -> None:
    decision = decided("pig", agent, "roll 5 roll 6 roll 5 roll 4")
    for told in (
        decision.explain(),
        decided("pig", agent, "roll 5 roll 6 roll 5 roll 4").explain(1 - decision.move),
    ):
        for prospect in (told.chosen, told.alternative):
            assert prospect is not None
            if prospect.chance:
                assert len(prospect.chance.outcomes) == 6
                assert prospect.chance.expected == pytest.approx(prospect.value, abs=1e-9)
    assert told.chosen.chance or (told.alternative and told.alternative.chance)
    assert told.gains == ()


def test_features_are_averaged_past_one_chance_event_after_another() -> None:
    """Nobody gains by retreating twice, so both strike, and strike again."""
    game = Raid()
    state = game.initial()._replace(safe=(1, 1))
    decision = Expectiminimax(depth=4, compiled=False).decide(game, state)
    told = decision.explain()
    assert told.chosen.name == "strike"
    assert len(told.chosen.ends) == 16
    assert sum(probability for probability, _ in told.chosen.ends) == pytest.approx(1)
    assert told.chosen.estimate == pytest.approx(told.value)
    assert told.beyond == pytest.approx(0, abs=1e-9)
    assert sum(gain.gain for gain in told.gains) == pytest.approx(told.difference)


def test_many_outcomes_are_told_by_the_best_the_worst_and_the_likeliest() -> None:
    told = decided("pig:sides=20", "expectiminimax:depth=1,compiled=off", "roll 5")
    sentence = next(each for each in told.explain().sentences() if "chance decides" in each)
    assert "20 outcomes, among them 20 (5%)" in sentence
    assert sentence.count("%") == 2


def test_each_of_three_players_sees_the_gain_for_itself() -> None:
    game = find_game("tree:((<1,2,6> <4,3,2>)(<6,1,2> <7,4,1>))")
    told = MaxN().decide(game, game.initial()).explain()
    assert told.alternative is not None
    assert (told.value, told.alternative.value) == (7.0, 4.0)
    three = NimForThree()
    told = MaxN().decide(three, three.initial()).explain()
    assert told.alternative is not None
    assert "wins in" in told.chosen.ending


def test_lines_of_a_game_in_which_repetition_counts_can_be_explained() -> None:
    game = Ring()
    told = Minimax(depth=3).decide(game, game.initial()).explain()
    assert told.alternative is not None
    assert len(told.sentences()) >= 2


def test_a_weakened_agent_that_did_not_choose_the_best_admits_it() -> None:
    game = find_game("wargame")
    for seed in range(20):
        agent = find_agent(f"alphabeta:compiled=off,level=1,seed={seed}")
        told = agent.decide(game, game.initial(), Limit(depth=2)).explain()
        if told.difference is not None and told.difference < -0.01:
            assert "more: " in told.sentences()[1]
            assert told.sentences()[1].startswith("The best of the others, ")
            assert "The agent plays below its strength, and need not choose the best." in told.sentences()
            return
    pytest.fail("level 1 has always chosen the best")


@pytest.mark.parametrize(
    ("spelled", "agent", "sentence"),
    [
        ("nim:coins=1", "minimax", "1 is the only legal move: there was nothing to choose."),
        ("nim", "random:seed=1", "random drew 3 by lot: there is no reason to tell."),
        (
            "tree:[1/6:200 5/6:-50]",
            "expectiminimax:compiled=off",
            "Chance is to act: nothing is chosen, and the expected value is -8.333 to max.",
        ),
        (
            "connect4",
            "alphabeta:nodes=1,compiled=off",
            "alphabeta:nodes=1,compiled=off was stopped before it had found anything out, and took the first "
            "move, 1.",
        ),
    ],
)
def test_where_there_is_nothing_to_compare_one_sentence_says_so(
    spelled: str, agent: str, sentence: str
) -> None:
    told = decided(spelled, agent).explain()
    assert told.sentences() == [sentence]
    assert str(told) == sentence


@pytest.mark.parametrize(
    ("agent", "sentence"),
    [
        (
            "smmcts:simulations=4000,seed=1,compiled=off,play=max",
            "All choose at once, so no move is best by itself: smmcts plays 2 with ",
        ),
        (
            "montecarlo:simulations=300,seed=1,compiled=off",
            "All choose at once: 2 is what pays most, by montecarlo's reckoning of what the others choose.",
        ),
        ("random:seed=1", "random drew "),
    ],
)
def test_where_all_choose_at_once_no_line_is_compared(agent: str, sentence: str) -> None:
    game = find_game("matrix:1 0; 4 3")
    told = find_agent(agent).decide(game, game.initial(), player=0).explain()
    [said] = told.sentences()
    assert said.startswith(sentence)


def test_a_person_keeps_the_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda _: "2")
    game = find_game("nim")
    told = Human().decide(game, game.initial()).explain()
    assert told.sentences() == ["A person chose 2, and only they know why."]


def test_a_move_drawn_by_lot_can_still_be_asked_about_in_vain() -> None:
    game = find_game("nim")
    decision = Random(seed=1).decide(game, game.initial())
    assert "by lot" in str(decision.explain(over="1"))
    with pytest.raises(OutwitError, match="'9' is not a legal move here; legal: 1, 2, 3"):
        decision.explain(over="9")


def test_the_move_named_must_be_legal_and_another_one() -> None:
    decision = decided("nim:coins=6", "minimax")
    with pytest.raises(OutwitError, match="'5' is not a legal move here; legal: 1, 2, 3"):
        decision.explain(over="5")
    with pytest.raises(OutwitError, match="2 is the move that was chosen; name another"):
        decision.explain(over="2")
    with pytest.raises(OutwitError, match="is not a legal move here"):
        decision.explain(over=17)
    with pytest.raises(OutwitError, match="does not know its game"):
        Decision(move=1, value=1.0).explain()


def test_a_decision_by_an_agent_that_cannot_be_asked_again_is_explained_by_its_candidates() -> None:
    known = decided("nim:coins=6", "minimax")
    stranger = Decision(
        known.move, known.value, known.line, known.candidates, known.depth, agent="oracle",
        game=known.game, state=known.state,
    )  # fmt: skip
    told = stranger.explain()
    assert told.alternative is not None
    assert told.alternative.value == -1.0
    assert not told.alternative.proved


def test_without_features_the_estimates_at_the_ends_are_told() -> None:
    told = decided("connect4", "alphabeta:compiled=off,depth=4", "4453").explain()
    assert told.gains == ()
    assert any(sentence.startswith("The ends of the two lines look like") for sentence in told.sentences())


@pytest.mark.parametrize("spec", ["vacuum", "vacuum:slippery=on,erratic=off"])
def test_of_a_plan_that_is_proved_no_estimate_is_told(spec: str) -> None:
    game = find_game(spec)
    told = AndOr().decide(game, game.initial()).explain().sentences()
    assert told[0].startswith("Suck is worth 1 to robot, proved: ")
    assert told[1].startswith("The next best, ")
    assert len(told) == 2


def test_an_explanation_is_plain_data_and_a_page() -> None:
    told = decided("wargame", "alphabeta:compiled=off,depth=2").explain()
    data = json.loads(json.dumps(told.to_json()))
    assert data["chosen"]["move"] == told.chosen.name
    assert data["alternative"]["bound"] == "exact"
    assert data["gains"][0]["feature"] == told.gains[0].feature
    assert data["sentences"] == told.sentences()
    game = Raid()
    dice = Expectiminimax(depth=1, compiled=False).decide(game, game.initial()).explain()
    assert json.loads(json.dumps(dice.to_json()))["alternative"]["chance"]["worst"] == "miss"
    page = told._repr_html_()
    assert "<th>feature</th>" in page
    assert f"<td>{told.gains[0].feature}</td>" in page


def test_names_are_kept_from_breaking_the_page() -> None:
    class Tagged(Raid):
        feature_names = ("<b>", "out_of_reach")

    game = Tagged()
    told = Expectiminimax(depth=1, compiled=False).decide(game, game.initial()).explain()
    assert "<td>&lt;b&gt;</td>" in told._repr_html_()


def test_the_line_is_told_as_people_write_it() -> None:
    decision = decided("othello", "alphabeta:compiled=off,depth=3", "d3c3c4")
    told: Explanation = explain(decision)
    assert told.line[0] == told.move == decision.move
    assert decision.game is not None
    assert list(told.chosen.described) == describe_line(decision.game, decision.state, told.line)
    assert ", ".join(told.chosen.described) in told.sentences()[0]
