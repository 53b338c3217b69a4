"""The promises of the contract, one function each, named after what they promise.

A promise looks at a state and yields a sentence for whatever breaks it. They are tried in the order of the
list at the end, each relying on those before it. Two more are kept by `Visit.ask`, since they concern every
question: no method raises, and none changes its argument. Some need whole games (`examination`): that they
end, that every player acts, and that no observation forgets.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from numbers import Real

from outwit.check import leaks, scripts
from outwit.check.hidden import (
    determinize_is_repeatable,
    determinize_keeps_what_a_player_knows,
    observations_are_hashable,
    observations_tell_what_can_be_done,
)
from outwit.check.hints import (
    evaluate_cancels,
    evaluate_gives_a_number,
    evaluate_tells_players_apart,
    features_have_names_and_weights,
    hints_can_be_had,
    noisy_moves_are_moves,
    passed_turns_are_given_up,
    scale_is_a_length,
)
from outwit.check.values import CLOSE, Answer, alike, number, several, show, unhashable, whole
from outwit.check.visit import Visit, call_text
from outwit.check.worlds import (
    determinize_gives_nothing_away,
    determinize_keeps_the_names_of_moves,
    hidden_games_say_who_knows_what,
)
from outwit.game import CHANCE, FORBIDDEN, SIMULTANEOUS, Move, defines
from outwit.names import find_misnamed

Promise = Callable[[Visit], Iterator[str]]


# What kind of game it is


def players_are_counted(visit: Visit) -> Iterator[str]:
    players = visit.game.players
    if not whole(players) or players < 1:
        yield f"`players` is {show(players)}; expected a whole number from 1."


def players_are_named_by_texts(visit: Visit) -> Iterator[str]:
    names = visit.game.player_names
    if not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
        yield f"`player_names` is {show(names)}; expected a text for each player."


def repetition_means_something(visit: Visit) -> Iterator[str]:
    repetition = visit.game.repetition
    if not whole(repetition) or repetition == 1 or repetition < FORBIDDEN:
        yield (
            f"`repetition` is {show(repetition)}; expected 0 (means nothing), 2 or more (a draw at that "
            "occurrence) or FORBIDDEN."
        )


def names_are_those_of_the_contract(visit: Visit) -> Iterator[str]:
    for name, meant in find_misnamed(type(visit.game)):
        yield (
            f"Nothing uses `{name}`, which is no part of the contract; if `{meant}` is meant, call it that, "
            f"and if not, begin its name with an underscore."
        )


# States, and who acts


def states_are_hashable(visit: Visit) -> Iterator[str]:
    reason = unhashable(visit.state)
    if reason:
        yield f"The state {show(visit.state)} has no hash: {reason}; a NamedTuple of numbers and tuples has."


def states_are_values(visit: Visit) -> Iterator[str]:
    if not alike(visit.state, visit.before):
        yield f"A copy of {show(visit.state)} is not equal to it; expected states that compare by value."
    elif hash(visit.state) != hash(visit.before):
        yield f"{show(visit.state)} and its copy are equal and have different hashes; expected the same."


def turn_names_a_player(visit: Visit) -> Iterator[str]:
    if not defines(visit.game, "turn") and not hasattr(visit.state, "turn"):
        yield f"The state {show(visit.state)} has no field `turn`, and the game no `turn` of its own."
    elif not visit.over and not (whole(visit.turn) and visit.turn in (CHANCE, SIMULTANEOUS, *visit.players)):
        yield f"`turn` says {show(visit.turn)}; expected 0 to {visit.players[-1]}, CHANCE or SIMULTANEOUS."


# Moves and chance


def chances_are_probabilities(visit: Visit) -> Iterator[str]:
    for entry in visit.chances:
        if not isinstance(entry, tuple) or len(entry) != 2:
            yield f"`chances` yields {show(entry)}; expected a pair, (outcome, probability)."
        elif not number(entry[1]) or not 0 <= entry[1] <= 1 + CLOSE:
            yield f"`chances` gives {show(entry[0])} the probability {show(entry[1])}; expected 0 to 1."


def chances_sum_to_one(visit: Visit) -> Iterator[str]:
    total = math.fsum(probability for _, probability in visit.chances)
    if visit.chance and not visit.chances:
        yield "`turn` says CHANCE, and `chances` yields nothing; expected at least one outcome."
    elif visit.chance and abs(total - 1) > CLOSE:
        yield f"The probabilities of {len(visit.chances)} outcomes add up to {total:.10g}; expected 1."


def unfinished_games_have_moves(visit: Visit) -> Iterator[str]:
    for menu in visit.menus:
        if not menu.options:
            yield f"`over` says that the game goes on, and `{menu}` yields nothing; expected a move."


def finished_games_have_no_moves(visit: Visit) -> Iterator[str]:
    if not visit.over or visit.turn == CHANCE:
        return
    asked: list[tuple[str, tuple[object, ...]]] = []
    if defines(visit.game, "moves") and visit.turn in visit.players:
        asked.append(("moves", (visit.state,)))
    if defines(visit.game, "moves_for"):
        asked.extend(("moves_for", (visit.state, player)) for player in visit.players)
    for method, arguments in asked:
        left = visit.ask(method, *arguments)
        if left:
            call = call_text(method, arguments)
            yield f"`over` says that the game has ended, and `{call}` still yields {several(left)}."


def moves_are_hashable(visit: Visit) -> Iterator[str]:
    for menu in visit.menus:
        for move in menu.options:
            reason = unhashable(move)
            if reason:
                yield f"`{menu}` yields {show(move)}, which has no hash: {reason}."


def moves_are_distinct(visit: Visit) -> Iterator[str]:
    for menu in visit.menus:
        seen = set()
        for move in menu.options:
            if move in seen:
                yield f"`{menu}` yields {show(move)} twice; expected each once."
            seen.add(move)


def moves_are_repeatable(visit: Visit) -> Iterator[str]:
    for menu in visit.menus:
        again = visit.ask(menu.method, *menu.arguments)
        first = visit.chances if menu.method == "chances" else menu.options
        if not alike(first, again):
            yield f"`{menu}` yields {several(first)} at first and {several(again)} when asked again."


def moves_for_agrees_with_moves(visit: Visit) -> Iterator[str]:
    if visit.decision and defines(visit.game, "moves_for"):
        moves = visit.ask("moves_for", visit.state, visit.turn)
        if not alike(moves, visit.options):
            yield (
                f"Player {visit.turn} is to act, and `moves` yields {several(visit.options)}, but "
                f"`moves_for(state, {visit.turn})` {several(moves)}; expected the same."
            )


def moves_can_be_played(visit: Visit) -> Iterator[str]:
    for trial in visit.trials:
        reason = unhashable(trial.once)
        if trial.once is None:
            yield f"`{trial.call}` gives None; expected the next state."
        elif reason:
            yield f"`{trial.call}` gives {show(trial.once)}, which has no hash: {reason}."


def play_is_repeatable(visit: Visit) -> Iterator[str]:
    for trial in visit.trials:
        if not alike(trial.once, trial.again):
            yield (
                f"`{trial.call}` gives {show(trial.once)} at first and {show(trial.again)} when asked "
                "again; expected equal states."
            )


# Keys


def keys_have_64_bits(visit: Visit) -> Iterator[str]:
    key = visit.ask("key", visit.state)
    if not whole(key) or not -(1 << 63) <= key < 1 << 64:
        yield f"`key` gives {show(key)}; expected a whole number of 64 bits."


def equal_states_have_equal_keys(visit: Visit) -> Iterator[str]:
    key = visit.ask("key", visit.state)
    found = [(visit.state, visit.notes.keys.setdefault(visit.state, key), key)]
    for trial in visit.trials:
        found.append((trial.once, visit.ask("key", trial.once), visit.ask("key", trial.again)))
    for state, one, other in found:
        if one != other:
            yield f"`key` gives {show(one)} and {show(other)} for two states equal to {show(state)}."


def states_of_one_key_are_alike(visit: Visit) -> Iterator[str]:
    now = (visit.state, visit.over, len(visit.options))
    then = visit.notes.standing.setdefault(visit.notes.keys[visit.state], now)
    if now[1:] != then[1:]:
        one, other = (
            f"{show(state)}, where {'the game is over' if over else f'there are {options} options'}"
            for state, over, options in (then, now)
        )
        yield f"`key` is the same for {one}, and for {other}; expected one key for states alike."


def irreversible_moves_lead_nowhere_known(visit: Visit) -> Iterator[str]:
    if visit.ask("repetition_key", visit.state) in visit.notes.gone:
        yield f"{show(visit.state)} comes again, though `irreversible` had said of a move that it could not."


# What is at stake


def payoffs_are_numbers(visit: Visit) -> Iterator[str]:
    for player, payoff in enumerate(visit.payoffs):
        if not number(payoff):
            yield f"`payoff` gives player {player} {show(payoff)}; expected a finite number."


def payoffs_cancel(visit: Visit) -> Iterator[str]:
    total = math.fsum(visit.payoffs)
    if visit.game.zero_sum and abs(total) > CLOSE:
        yield (
            f"The game is zero-sum, and its payoffs, {several(visit.payoffs)}, add up to {total:g}; expected "
            "0, or `zero_sum = False`."
        )


def bounds_are_in_order(visit: Visit) -> Iterator[str]:
    for player in visit.players:
        bounds = visit.ask("bounds", visit.state, player)
        if not is_ordered(bounds):
            yield f"`bounds` gives player {player} {show(bounds)}; expected the least and greatest payoff."


def bounds_contain_the_payoff(visit: Visit) -> Iterator[str]:
    for player, payoff in enumerate(visit.payoffs):
        low, high = visit.ask("bounds", visit.state, player)
        if not low - CLOSE <= payoff <= high + CLOSE:
            whose = "`bounds` gives" if defines(visit.game, "bounds") else "The default `bounds` give"
            yield (
                f"{whose} player {player} from {low:g} to {high:g}, and the game has ended with {payoff:g}; "
                "expected it to lie within."
            )


def bounds_cancel(visit: Visit) -> Iterator[str]:
    if len(visit.players) != 2 or not visit.game.zero_sum:
        return
    (low, high), other = (visit.ask("bounds", visit.state, player) for player in visit.players)
    if not all(math.isclose(*ends, abs_tol=CLOSE) for ends in zip(other, (-high, -low), strict=True)):
        yield (
            f"The game is zero-sum, and `bounds` gives player 0 from {low:g} to {high:g} and player 1 from "
            f"{other[0]:g} to {other[1]:g}; expected from {0 - high:g} to {0 - low:g}."
        )


def bounds_agree_with_what_follows(visit: Visit) -> Iterator[str]:
    player = visit.turn if visit.decision else 0
    after = [visit.ask("bounds", child, player) for child in visit.children] if follows(visit) else []
    if not after or not all(map(is_ordered, after)):
        return
    if visit.chance:
        least, most = (average(visit, ends) for ends in zip(*after, strict=True))
        what = "the outcomes bring on average"
    else:
        least, most = (max(ends) for ends in zip(*after, strict=True))
        what = "the best move brings"
    low, high = visit.ask("bounds", visit.state, player)
    said = f"`bounds` gives player {player} from {low:g} to {high:g}; by the bounds of what follows, {what}"
    if least > high + CLOSE:
        yield f"{said} at least {least:g}; expected them to overlap."
    elif most < low - CLOSE:
        yield f"{said} at most {most:g}; expected them to overlap."


# What people read and write, and what players see


def moves_are_described_apart(visit: Visit) -> Iterator[str]:
    described: dict[str, Move] = {}
    for move in visit.options:
        name = visit.ask("describe", visit.state, move)
        if not isinstance(name, str) or not name.strip():
            yield f"`describe` gives {show(name)} for {show(move)}; expected a text."
        elif name in described:
            yield f"`describe` gives {name!r} for both {show(described[name])} and {show(move)}."
        described[name] = move


def parse_reverses_describe(visit: Visit) -> Iterator[str]:
    for move in visit.some(visit.options):
        name = visit.ask("describe", visit.state, move)
        read = visit.ask("parse", visit.state, name)
        if not alike(read, move):
            yield f"{show(move)} is described as {name!r}, which `parse` takes for {show(read)}."


def text_can_be_read(visit: Visit) -> Iterator[str]:
    for player in (None, *visit.players):
        text = visit.ask("text", visit.state, player)
        if not isinstance(text, str):
            yield f"`text(state, {player})` gives {show(text)}; expected a text."


def position_reverses_text(visit: Visit) -> Iterator[str]:
    if defines(visit.game, "position") and defines(visit.game, "text"):
        text = visit.ask("text", visit.state)
        read = visit.ask("position", text)
        if not alike(read, visit.state):
            yield f"{show(visit.state)} is written {show(text)}, which `position` takes for {show(read)}."


PROMISES: tuple[Promise, ...] = (
    players_are_counted,
    players_are_named_by_texts,
    repetition_means_something,
    hidden_games_say_who_knows_what,
    names_are_those_of_the_contract,
    states_are_hashable,
    states_are_values,
    turn_names_a_player,
    chances_are_probabilities,
    chances_sum_to_one,
    unfinished_games_have_moves,
    finished_games_have_no_moves,
    moves_are_hashable,
    moves_are_distinct,
    moves_are_repeatable,
    moves_for_agrees_with_moves,
    moves_can_be_played,
    play_is_repeatable,
    keys_have_64_bits,
    equal_states_have_equal_keys,
    states_of_one_key_are_alike,
    irreversible_moves_lead_nowhere_known,
    payoffs_are_numbers,
    payoffs_cancel,
    bounds_are_in_order,
    bounds_contain_the_payoff,
    bounds_cancel,
    bounds_agree_with_what_follows,
    features_have_names_and_weights,
    evaluate_gives_a_number,
    evaluate_tells_players_apart,
    evaluate_cancels,
    hints_can_be_had,
    noisy_moves_are_moves,
    passed_turns_are_given_up,
    scale_is_a_length,
    moves_are_described_apart,
    parse_reverses_describe,
    observations_are_hashable,
    observations_tell_what_can_be_done,
    text_can_be_read,
    position_reverses_text,
    determinize_is_repeatable,
    determinize_keeps_what_a_player_knows,
    determinize_keeps_the_names_of_moves,
    determinize_gives_nothing_away,
    *leaks.PROMISES,
    *scripts.PROMISES,
)

PLAYED_ON: tuple[Promise, ...] = (
    states_are_hashable,
    turn_names_a_player,
    chances_are_probabilities,
    chances_sum_to_one,
    unfinished_games_have_moves,
    finished_games_have_no_moves,
    moves_are_hashable,
    moves_are_distinct,
    payoffs_are_numbers,
    payoffs_cancel,
    bounds_are_in_order,
    bounds_contain_the_payoff,
    moves_are_described_apart,
    observations_are_hashable,
)
"""Those that show in the states after a world whether it can occur; how rules are written is seen in states
of real games."""


def is_ordered(bounds: Answer) -> bool:
    """Are these two numbers, finite or not, of which the first is not the greater?"""
    pair = isinstance(bounds, tuple) and len(bounds) == 2 and all(isinstance(end, Real) for end in bounds)
    return pair and bool(bounds[0] <= bounds[1])


def follows(visit: Visit) -> bool:
    """Does the worth of this state follow from what comes next: the best of it, or the average?

    Not where more than two take part or both may gain, where who chooses does not know the state, or where
    moves may be forbidden for what came before.
    """
    game = visit.game
    opposed = game.players == 1 or (game.players == 2 and game.zero_sum)
    known = not (visit.decision and game.hidden) and game.repetition != FORBIDDEN
    return defines(game, "bounds") and opposed and known


def average(visit: Visit, ends: Iterable[float]) -> float:
    """What the outcomes of chance are worth on average, if each is worth this much."""
    shares = [probability for _, probability in visit.chances]
    return sum(share * end for share, end in zip(shares, ends, strict=True) if share > 0)
