"""Names in a game's class that are nearly those of the contract: `is_over`, `evalute`, `player_name`.

Python takes no offence at a method that nobody calls, and the contract has defaults for most of its own. A
name is suspect only if the game does not have what it resembles, and if its own code does not use it.
"""

from __future__ import annotations

import inspect
import sys
from abc import ABC
from collections.abc import Iterator
from difflib import SequenceMatcher
from functools import cache
from types import CodeType
from typing import Any

from outwit.game import Game

CLOSE = 0.8
"""How alike two names are that are taken for the same, as a part of one."""

SYNONYMS: dict[str, tuple[str, ...]] = {
    "initial": ("initial_state", "start", "start_state", "new_game", "reset", "setup"),
    "moves": ("actions", "get_moves", "get_legal_moves", "legal_actions", "legal_moves", "possible_moves"),
    "play": ("apply", "apply_move", "do_move", "make_move", "next_state", "result", "step", "successor"),
    "over": ("done", "ended", "finished", "game_over", "is_done", "is_finished", "is_over", "is_terminal"),
    "payoff": ("get_payoff", "reward", "rewards", "returns", "score", "utility"),
    "turn": ("current_player", "next_player", "player_to_move", "to_move", "to_play", "whose_turn"),
    "bounds": ("limits", "value_bounds"),
    "evaluate": ("eval", "evaluation", "heuristic", "static_value", "evaluate_position", "evaluate_state"),
    "features": ("feature_vector", "get_features"),
    "noisy": ("is_capture", "is_noisy"),
    "gain": ("capture_value", "most_gain"),
    "urgent": ("in_check", "is_check", "is_urgent"),
    "order": ("move_order", "order_moves", "ordering", "priority"),
    "late": ("is_late", "lateness"),
    "passed": ("null_move", "pass_move", "pass_turn"),
    "key": ("hash_key", "hash_state", "state_key", "zobrist"),
    "irreversible": ("is_irreversible",),
    "chances": ("chance", "chance_outcomes", "outcomes", "probabilities"),
    "observation": ("information_set", "information_state", "observe", "view_of"),
    "determinize": ("determinise", "determinization", "sample_state", "sample_world"),
    "script": ("bot", "heuristic_move", "policy", "scripted_move"),
    "moves_for": ("legal_moves_for", "moves_of", "player_moves"),
    "play_joint": ("joint_play", "play_all", "play_moves"),
    "describe": ("action_to_string", "describe_move", "move_name", "move_to_string"),
    "describe_to": ("describe_for", "describe_move_to", "public_move", "seen", "seen_by", "visible_move"),
    "parse": ("move_from_string", "parse_move", "read_move", "string_to_action"),
    "text": ("as_text", "display", "render", "show", "state_to_string", "to_string", "to_text"),
    "position": ("from_string", "from_text", "parse_position", "read_position"),
    "players": ("n_players", "num_players", "number_of_players", "player_count"),
    "zero_sum": ("is_zero_sum", "zerosum"),
    "player_names": ("names", "player_name", "players_names"),
    "feature_names": ("feature_name", "names_of_features"),
    "weights": ("feature_weights", "weight"),
    "scripts": ("script_names",),
    "default_agent": ("default_opponent", "default_player"),
    "repetition": ("max_repetitions", "repetitions"),
}
"""What other programs, and people, call the parts of the contract."""

CONTRACT = frozenset(name for name in [*vars(Game), *Game.__annotations__] if not name.startswith("_"))


@cache
def find_misnamed(cls: type[Game]) -> tuple[tuple[str, str], ...]:
    """The names in a game's class that nothing uses, each with the part of the contract that it resembles."""
    found = dict(own_members(cls))
    used = used_names(cls)
    lacking = sorted(CONTRACT - found.keys())
    suspects = sorted(name for name in found if not name.startswith("_") and name not in CONTRACT | used)
    pairs = ((name, similar_part(name, found[name], lacking)) for name in suspects)
    return tuple((name, meant) for name, meant in pairs if meant)


def similar_member(cls: type[Game], part: str) -> str:
    """The member of a game's class that is nearly called as a part of the contract that it lacks, if any."""
    names = (name for name, member in own_members(cls) if similar_part(name, member, [part]))
    return next(names, "")


def similar_part(name: str, member: object, lacking: list[str]) -> str:
    """The part of the contract that a member is nearly called, of those that the game lacks; none if none."""
    alike = {part: SequenceMatcher(None, name, part).ratio() for part in lacking}
    for part in sorted(lacking, key=lambda part: -alike[part]):
        is_rule = inspect.isfunction(vars(Game).get(part))
        if is_rule != inspect.isfunction(member):
            continue
        if name.lower() in SYNONYMS.get(part, ()):
            return part
        if alike[part] >= CLOSE and is_used_alike(member, vars(Game)[part]):
            return part
    return ""


def own_members(cls: type[Game]) -> Iterator[tuple[str, object]]:
    """What a game's classes give themselves, methods as plain functions; options among it."""
    for base in reversed(cls.__mro__):
        if base not in (Game, ABC, object):
            for name in (*vars(base).get("__annotations__", {}), *vars(base)):
                raw = vars(base).get(name)
                yield name, getattr(raw, "__func__", raw)


def used_names(cls: type[Game]) -> frozenset[str]:
    """All names that the code of a game's classes, and of their modules, uses."""
    names: set[str] = set()
    for module in {base.__module__ for base in cls.__mro__ if base not in (Game, ABC, object)}:
        for thing in list(vars(sys.modules[module]).values()) if module in sys.modules else ():
            if getattr(thing, "__module__", None) == module:
                names |= names_of(thing)
    return frozenset(
        names.union(*(names_of(base) for base in cls.__mro__ if base not in (Game, ABC, object)))
    )


def names_of(thing: object) -> set[str]:
    """The names that the code of a function, or of all methods of a class, uses, but for a method's own."""
    if isinstance(thing, type):
        return set().union(*(names_of(member) for member in vars(thing).values()))
    if isinstance(thing, property):
        return set().union(*(names_of(each) for each in (thing.fget, thing.fset) if each is not None))
    function = getattr(thing, "__wrapped__", getattr(thing, "__func__", getattr(thing, "func", thing)))
    code = getattr(function, "__code__", None)
    if not isinstance(code, CodeType) or (code.co_name.startswith("__") and code.co_filename == "<string>"):
        return set()  # a dataclass writes some methods by itself, which use every field
    return set(names_in(code)) - {code.co_name}


def names_in(code: CodeType) -> Iterator[str]:
    """The names in a piece of code and in the functions written inside it."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_in(constant)


def is_used_alike(member: object, part: object) -> bool:
    """Could a member be used as a part of the contract: a method by its arguments, a value by its kind?"""
    if inspect.isfunction(part):
        return arity(member) == arity(part)
    return member is None or isinstance(member, str) == isinstance(part, str)


def arity(function: Any) -> int:  # whatever stands in a class in the place of a rule
    """How many arguments a function takes that have no default."""
    parameters = inspect.signature(function).parameters.values()
    return sum(each.default is each.empty for each in parameters)
