"""Outwit: adversarial search for turn-based games. Write the rules once, in plain Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from outwit.agents import agent_spec, find_agent, suitable
from outwit.bits import Bits
from outwit.counting import divide, perft
from outwit.decision import Agent, Analysis, Candidate, Decision, Limit, Progress, Watch
from outwit.engine.alphabeta import AlphaBeta
from outwit.engine.bestreply import BestReply
from outwit.engine.expectiminimax import Expectiminimax
from outwit.engine.ismcts import ISMCTS
from outwit.engine.maxn import MaxN
from outwit.engine.mcts import MCTS
from outwit.engine.montecarlo import MonteCarlo
from outwit.engine.paranoid import Paranoid
from outwit.engine.pimc import PIMC
from outwit.engine.smmcts import SMMCTS
from outwit.engine.solver import Solver
from outwit.equilibrium.agent import CFR
from outwit.errors import (
    BadOptionError,
    BadPositionError,
    BrokenRulesError,
    CompileError,
    IllegalMoveError,
    OutwitError,
    SavedGameError,
    TooDeepError,
    UnknownCompilerError,
    UnknownNameError,
    UnsuitableError,
)
from outwit.game import CHANCE, FORBIDDEN, SIMULTANEOUS, Game
from outwit.games import find_game, game_spec
from outwit.memory import Memory
from outwit.plan import Plan, verify
from outwit.play import Session, Step, load_game, save_game
from outwit.position import Position
from outwit.random import Generator
from outwit.search import AndOr, Human, Minimax, Random, Script
from outwit.tree import Tree
from outwit.wiring import wire

if TYPE_CHECKING:
    from outwit.analysis.explain import Explanation
    from outwit.engine.compiler.rules import Rules

__version__ = "0.1.0"

__all__ = [
    "CFR",
    "CHANCE",
    "FORBIDDEN",
    "ISMCTS",
    "MCTS",
    "PIMC",
    "SIMULTANEOUS",
    "SMMCTS",
    "Agent",
    "AlphaBeta",
    "Analysis",
    "AndOr",
    "BadOptionError",
    "BadPositionError",
    "BestReply",
    "Bits",
    "BrokenRulesError",
    "Candidate",
    "CompileError",
    "Decision",
    "Expectiminimax",
    "Explanation",
    "Game",
    "Generator",
    "Human",
    "IllegalMoveError",
    "Limit",
    "MaxN",
    "Memory",
    "Minimax",
    "MonteCarlo",
    "OutwitError",
    "Paranoid",
    "Plan",
    "Position",
    "Progress",
    "Random",
    "SavedGameError",
    "Script",
    "Session",
    "Solver",
    "Step",
    "TooDeepError",
    "Tree",
    "UnknownCompilerError",
    "UnknownNameError",
    "UnsuitableError",
    "Watch",
    "agent_spec",
    "compile",
    "divide",
    "find_agent",
    "find_game",
    "game_spec",
    "load_game",
    "perft",
    "save_game",
    "suitable",
    "verify",
]


def compile(game: Game) -> Rules:  # noqa: A001 - that is what it does
    """The rules of a game as machine code, to be asked as the game itself is.

    >>> rules = compile(find_game("nim"))
    >>> rules.moves(find_game("nim:coins=2").initial())
    [1, 2]
    """
    from outwit.engine.compiled_agent import load_compiler

    load_compiler()
    from outwit.engine.compiler.rules import compile_rules  # what compiles takes long to load

    return compile_rules(game)


def __getattr__(name: str) -> Any:
    """`Explanation`, which is loaded only when somebody asks for it."""
    if name == "Explanation":
        from outwit.analysis.explain import Explanation

        return Explanation
    raise AttributeError(f"module 'outwit' has no attribute {name!r}")


wire()
