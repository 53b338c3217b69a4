"""Names with options, read and written: what is written is read back as it was."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit import (
    MCTS,
    AlphaBeta,
    BestReply,
    Expectiminimax,
    Limit,
    MaxN,
    OutwitError,
    Paranoid,
    agent_spec,
    find_agent,
    find_game,
    game_spec,
)
from outwit.agents import AGENTS
from outwit.decision import Agent
from outwit.errors import BadOptionError, UnknownNameError
from outwit.games.connect4 import Connect4
from outwit.games.nim import Nim
from outwit.games.pig import Pig
from outwit.games.tictactoe import TicTacToe
from outwit.games.tree import WrittenTree
from outwit.search import Human, Minimax, Random
from outwit.specs import build, option_fields, pieces, read, spell, split

limits = {
    "depth": st.none() | st.integers(1, 1000),
    "seconds": st.none() | st.floats(1e-9, 1e9),
    "nodes": st.none() | st.integers(1, 10**12),
    "quick": st.booleans(),
    "seed": st.none() | st.integers(-(10**20), 10**20),
}

agents: st.SearchStrategy[Agent] = st.one_of(
    st.builds(
        AlphaBeta,
        **limits,
        fail=st.sampled_from(["soft", "hard"]),
        **{
            switch: st.booleans()
            for switch in (
                "order",
                "deepening",
                "table",
                "killers",
                "history",
                "refutation",
                "aspiration",
                "pvs",
                "quiescence",
            )
        },
    ),
    st.builds(Expectiminimax, **limits, star1=st.booleans(), star2=st.booleans(), order=st.booleans()),
    *(st.builds(cls, **limits) for cls in (BestReply, MaxN, Paranoid)),
    st.builds(Minimax, **limits),
    st.builds(Random, seed=limits["seed"]),
    st.just(Human()),
)

games = st.one_of(
    st.builds(Connect4, st.integers(4, 25), st.integers(1, 25), st.integers(2, 4), st.booleans()),
    st.builds(Nim, st.integers(1, 999), st.integers(1, 99)),
    st.builds(Pig, st.integers(1, 999), st.integers(2, 99)),
    st.just(TicTacToe()),
    st.sampled_from(
        [
            "((3 12 8)(2 4 6)(14 5 2))",
            "[1/6:200 5/6:-50]",
            "(<1,2,6>,<4,3,2>)",
            "(1,\n2)",
            "[1/2:(1 2) 50%:<3,-3>]",
        ]
    ).map(WrittenTree),
)


@given(agents)
def test_an_agent_is_found_again_by_its_spelling(agent: Agent) -> None:
    spec = agent_spec(agent)
    assert find_agent(spec) == agent
    assert agent_spec(find_agent(spec)) == spec


@given(games)
def test_a_game_is_found_again_by_its_spelling(game: Connect4 | Nim | Pig | TicTacToe | WrittenTree) -> None:
    spec = game_spec(game)
    assert find_game(spec) == game
    assert game_spec(find_game(spec)) == spec


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("alphabeta", "alphabeta"),
        ("alphabeta:", "alphabeta"),
        (" alphabeta : depth = 6 , killers = off ", "alphabeta:depth=6,killers=off"),
        ("alphabeta:killers=no,depth=6", "alphabeta:depth=6,killers=off"),
        ("alphabeta:history", "alphabeta:history=on"),
        ("alphabeta:history=1,pvs=FALSE", "alphabeta:history=on,pvs=off"),
        ("alphabeta:plain", "alphabeta:plain"),
        ("alphabeta:killers,plain", "alphabeta:plain,killers=on"),
        ("alphabeta:plain,killers", "alphabeta:plain,killers=on"),
        ("alphabeta:depth=none", "alphabeta"),
        ("alphabeta:nodes=10_000", "alphabeta:nodes=10000"),
        ("alphabeta:fail=hard", "alphabeta:fail=hard"),
        ("alphabeta:seconds=2.0", "alphabeta:seconds=2"),
        ("alphabeta:seconds=1e-3", "alphabeta:seconds=0.001"),
        ("alphabeta:depth=6,depth=4", "alphabeta:depth=4"),
        (
            "alphabeta:quick=off,order=off,deepening=off,table=off,killers=off,history=off,pvs=off,"
            "quiescence=off,etc=off,iid=off,reductions=off,null=off,clamp=off,aspiration=off,futility=off,"
            "delta=off,extensions=off",
            "alphabeta:plain",
        ),
        ("random:seed=7", "random:seed=7"),
        ("random:seed=-7", "random:seed=-7"),
        ("maxn:quick=off", "maxn:quick=off"),
        ("andor:cache=off,cyclic=no", "andor:cache=off,cyclic=off"),
        ("maxn:prune=off,order=off,quick=off", "maxn:plain"),
        ("paranoid:depth=3,table=off", "paranoid:depth=3,table=off"),
        ("bestreply:star2=off", "bestreply:star2=off"),
    ],
)
def test_every_way_of_writing_an_agent_has_one_spelling(text: str, canonical: str) -> None:
    assert agent_spec(find_agent(text)) == canonical


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("alphabet:depth=x", "There is no agent called 'alphabet'; did you mean alphabeta"),
        ("alpha-beta", "did you mean alphabeta"),
        ("minmax", "did you mean minimax"),
        (
            "zzz",
            "Known: alphabeta, andor, backward, bestreply, cfr, expectiminimax, human, ismcts, maxn, mcts, "
            "minimax, montecarlo, paranoid, pimc, policy, random, script, smmcts, solver",
        ),
        ("", "There is no agent called ''"),
        ("alphabeta:dept=3", "no option of alphabeta called 'dept'; did you mean depth"),
        ("alphabeta:plan", "did you mean plain"),
        ("alphabeta:plain=on", "no option of alphabeta called 'plain'"),
        ("human:depth=3", "no option of human called 'depth'"),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest(text: str, sentence: str) -> None:
    with pytest.raises(UnknownNameError) as caught:
        find_agent(text)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("alphabeta:depth=x", "'alphabeta:depth=x' needs a whole number or none after the '='."),
        ("alphabeta:depth=2.5", "needs a whole number"),
        ("alphabeta:depth", "The option depth of alphabeta needs a value"),
        ("alphabeta:killers=maybe", "needs on or off"),
        ("alphabeta:order=", "needs on or off"),
        ("alphabeta:fail=hrd", "needs soft or hard"),
        ("alphabeta:seconds=soon", "needs a number or none"),
        ("alphabeta:seconds=nan", "is not a time"),
        ("alphabeta:seconds=inf", "is not a time"),
        ("alphabeta:seconds=0", "is not a time"),
        ("alphabeta:depth=0", "depth=0 is too small"),
        ("alphabeta:nodes=-5", "nodes=-5 is too small"),
        ("alphabeta:depth=_1", "needs a whole number"),
        ("alphabeta:seed=" + "9" * 5000, "needs a whole number"),
    ],
)
def test_a_bad_value_is_answered_with_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadOptionError) as caught:
        find_agent(text)
    message = str(caught.value)
    assert sentence in message
    assert "\n" not in message
    assert len(message) < 200


@given(st.text(max_size=20), st.text(max_size=20))
def test_whatever_is_typed_gives_an_agent_or_a_sentence(name: str, options: str) -> None:
    for text in (name, f"alphabeta:{options}", f"{name}:{options}", f"minimax:depth={options}"):
        try:
            agent = find_agent(text)
        except OutwitError:
            continue
        assert find_agent(agent_spec(agent)) == agent


@pytest.mark.parametrize(
    "text",
    [
        "tree:[1/6:200 5/6:-50]",
        "tree:(<1,2,6>,<4,3,2>)",
        "tree:(1, 2, (3,4))",
        "tree:[50%:1,50%:[1/2:3 1/2:4]]",
    ],
)
def test_the_text_of_a_tree_is_kept_as_it_is_colons_and_commas_and_all(text: str) -> None:
    game = find_game(text)
    assert isinstance(game, WrittenTree)
    assert game.written == text.removeprefix("tree:")
    assert game_spec(game) == text


def test_commas_in_brackets_do_not_part_options() -> None:
    assert pieces("a=(1,2),b=[3,4],c=<5,6>,d") == ["a=(1,2)", "b=[3,4]", "c=<5,6>", "d"]
    assert pieces("") == []
    assert pieces(" , ,a,, b ") == ["a", "b"]
    assert pieces("a),b") == ["a)", "b"]


def test_only_the_first_colon_parts_name_and_options() -> None:
    assert split(" a : b:c ") == ("a", "b:c")
    assert split("a") == ("a", "")


@dataclass(frozen=True)
class Everything:
    """Options of every kind."""

    whole: int = 1
    number: float = 0.5
    switch: bool = False
    word: str = "x"
    maybe: int | None = None
    one_of: Literal["up", "down"] = "up"
    several: tuple[int, ...] = (1, 2)
    needed: int = 0


@given(
    st.builds(
        Everything,
        st.integers(),
        st.floats(allow_nan=False, allow_infinity=False),
        st.booleans(),
        st.text("abcdef0123456789.-", min_size=1),
        st.none() | st.integers(),
        st.sampled_from(["up", "down"]),
        st.lists(st.integers()).map(tuple),
        st.integers(0, 9),
    )
)
def test_options_of_every_kind_are_read_back(thing: Everything) -> None:
    name, options = split(spell(thing, "everything"))
    assert build(Everything, name, options) == thing


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (int, "7", 7),
        (float, "7", 7.0),
        (bool, "Yes", True),
        (bool, "0", False),
        (int | None, "none", None),
        (int | None, "", None),
        (str, "7", "7"),
        (tuple[float, ...], "(1,2.5)", (1.0, 2.5)),
        (tuple[int, ...], "()", ()),
        (Literal[2, 3], "3", 3),
    ],
)
def test_a_text_is_read_as_the_kind_of_value_wanted(kind: object, text: str, value: object) -> None:
    assert read(kind, text, "here") == value


@pytest.mark.parametrize(
    ("kind", "text"),
    [(int, "x"), (bool, ""), (tuple[int, ...], "(1,x)"), (tuple[int, ...], "1,2"), (float, "")],
)
def test_a_text_of_another_kind_is_refused(kind: object, text: str) -> None:
    with pytest.raises(BadOptionError, match=r"'here' needs .* after the '='"):
        read(kind, text, "here")


@pytest.mark.parametrize("kind", [dict[str, int], Nim, list[int], Nim | None])
def test_an_option_that_no_text_stands_for_is_refused_with_what_to_do(kind: object) -> None:
    with pytest.raises(BadOptionError) as caught:
        read(kind, "(1,2)", "mine:size=(1,2)")
    assert str(caught.value).startswith("'mine:size=(1,2)' cannot be understood: the option is declared as ")
    assert str(caught.value).endswith("set it in Python, or declare it as one of these.")


def test_an_option_of_ones_own_game_that_no_text_stands_for_is_named_on_the_command_line(
    tmp_path: Path,
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from dataclasses import dataclass\n"
        "from outwit.games.nim import Nim\n"
        "@dataclass(frozen=True)\n"
        "class Mine(Nim):\n"
        "    table: dict[str, int] | None = None\n"
    )
    with pytest.raises(BadOptionError, match=r"'Mine:table=3' cannot be understood: .* dict\[str, int\]"):
        find_game(f"{file}:Mine:table=3")
    assert find_game(f"{file}:Mine:table=none")


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: AlphaBeta(depth="6"), "alphabeta takes a whole number or None for depth, not '6'."),  # type: ignore[arg-type]
        (lambda: AlphaBeta(level="3"), "alphabeta takes a whole number or None for level, not '3'."),  # type: ignore[arg-type]
        (lambda: AlphaBeta(depth=True), "a whole number or None for depth, not True."),
        (lambda: AlphaBeta(killers=1), "True, False or None for killers, not 1."),  # type: ignore[arg-type]
        (lambda: AlphaBeta(fail="mild"), "'soft' or 'hard' for fail, not 'mild'."),  # type: ignore[arg-type]
        (lambda: AlphaBeta(mb="64"), "a whole number for mb, not '64'."),  # type: ignore[arg-type]
        (lambda: MCTS(simulations=1.5), "mcts takes a whole number or None for simulations, not 1.5."),  # type: ignore[arg-type]
        (lambda: MCTS(exploration=None), "a number for exploration, not None."),  # type: ignore[arg-type]
        (lambda: Random(seed="7"), "random takes a whole number or None for seed, not '7'."),  # type: ignore[arg-type]
        (lambda: Limit(seconds="2"), "Limit takes a number or None for seconds, not '2'."),  # type: ignore[arg-type]
        (lambda: Limit(depth=2.0), "Limit takes a whole number or None for depth, not 2.0."),  # type: ignore[arg-type]
        (lambda: Limit(nodes=True), "Limit takes a whole number or None for nodes, not True."),
        (lambda: Limit().override(2), "2 is no limit; give one such as Limit(seconds=2)."),  # type: ignore[arg-type]
    ],
)
def test_an_option_of_a_wrong_type_in_python_is_refused_in_a_sentence(
    make: Callable[[], object], words: str
) -> None:
    with pytest.raises(BadOptionError) as caught:
        make()
    assert words in str(caught.value)


@pytest.mark.parametrize("cls", AGENTS.values(), ids=AGENTS)
def test_every_option_of_every_agent_is_checked(cls: type[Agent]) -> None:
    for name, field in option_fields(cls).items():
        with pytest.raises(BadOptionError, match=f" for {name}, not <object"):
            cls(**{field.name: object()})


def test_numbers_of_other_libraries_are_numbers() -> None:
    assert AlphaBeta(depth=np.int64(3), seconds=np.float32(2)).limit() == Limit(depth=3, seconds=2)  # type: ignore[arg-type]


def test_equal_agents_have_one_spelling() -> None:
    assert AlphaBeta(seconds=2) == AlphaBeta(seconds=2.0)
    assert agent_spec(AlphaBeta(seconds=2)) == agent_spec(AlphaBeta(seconds=2.0))


def test_the_shorter_of_two_spellings_is_taken() -> None:
    assert spell(AlphaBeta.plain(), "alphabeta") == "alphabeta:plain"
    assert spell(AlphaBeta(pvs=False), "alphabeta") == "alphabeta:pvs=off"
