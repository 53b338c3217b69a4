"""A person at the terminal, asked for a move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter

from outwit.decision import Agent, Decision, Limit, Watch, deciding_player
from outwit.errors import IllegalMoveError
from outwit.game import Game, Move, State, player_name, read_move, refusal
from outwit.memory import Memory
from outwit.repetition import add_memory


@dataclass(frozen=True)
class Human(Agent):
    """A person who types moves; whoever is asked decides in their own time."""

    name = "human"
    summary = "A person who types moves at the terminal."

    def decide(
        self,
        game: Game,
        state: State,
        limit: Limit | None = None,
        history: Sequence[State] = (),
        *,
        player: int | None = None,
        watch: Watch | None = None,
        tree: bool = False,
        memory: Memory | None = None,
    ) -> Decision:
        game, state = add_memory(game, state, history)
        player = deciding_player(game, state, player)
        started = perf_counter()
        print(game.text(state, player if game.hidden else None))  # noqa: T201
        move = ask(game, state, player, input, print)
        return Decision(
            move=move,
            line=(move,),
            seconds=perf_counter() - started,
            agent=self.name,
            game=game,
            state=state,
        )


def ask(
    game: Game,
    state: State,
    player: int,
    read: Callable[[str], str],
    say: Callable[[str], None],
) -> Move:
    """A legal move from a person, asked again until there is one."""
    while True:
        text = read(f"{player_name(game, player)}, your move: ")
        try:
            return find_move(game, state, player, text)
        except IllegalMoveError as error:
            say(str(error))


def find_move(game: Game, state: State, player: int, text: str) -> Move:
    """The legal move that a text stands for; raises a sentence if it stands for none.

    With hidden information the sentence is always about the player's own moves, whatever the game has to say.
    """
    legal = list(game.moves_for(state, player))
    try:
        move = read_move(game, state, text)
        if move in legal:
            return move
    except IllegalMoveError:
        if not game.hidden:
            raise
    raise IllegalMoveError(refusal(text, (game.describe(state, each) for each in legal)))
