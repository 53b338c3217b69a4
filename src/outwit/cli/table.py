"""The table at the terminal: shows the board, asks people, lets agents think."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from time import perf_counter

from rich.text import Text

from outwit.agents import consult, suitable
from outwit.cli.arguments import effective_limit
from outwit.cli.console import (
    board,
    forget_screen,
    output,
    print_decision,
    say,
    show_thinking,
    show_waiting,
    style_of,
)
from outwit.decision import Agent, Decision, Limit, value_text
from outwit.errors import IllegalMoveError, OutwitError, join_names
from outwit.game import CHANCE, SIMULTANEOUS, Move, actors, player_name
from outwit.memory import Memory
from outwit.play import Session, save_game
from outwit.play.log import hidden_step_text
from outwit.play.result import ending
from outwit.position import Position
from outwit.search import Human
from outwit.search.human import find_move

HELP = """Type a move. Or:
  moves      list the legal moves
  hint       ask what an agent would play here
  undo       take your last move back
  why        what the agent saw when it last moved, and why it chose so
  why MOVE   why it did not choose that move
  board      show the position again
  save FILE  save the game
  quit       leave"""


QUIT = ("quit", "exit", "q")
"""What people type to leave."""


UNSAVED = "A game with hidden information can be saved when it is over: the file would tell everything."


class QuitError(Exception):
    """A person has left the table."""


class Table:
    """A session at the terminal."""

    def __init__(self, session: Session, agents: Sequence[Agent], limit: Limit) -> None:
        self.session = session
        self.agents = agents
        self.memories = [Memory() for _ in agents]
        """What is kept for each seat from one move to the next."""
        self.limit = limit
        self.people = [seat for seat, agent in enumerate(agents) if isinstance(agent, Human)]
        self.last: Decision | None = None
        self.viewer = self.people[0] if len(self.people) == 1 else None
        """The person before the terminal; None for several people as long as none of them has taken over."""
        self.heard = dict.fromkeys((None, *self.people), len(session.steps))
        """How many steps each person has been told of; by None, people as a whole."""

    @property
    def secret(self) -> bool:
        """Is anything hidden from those at the terminal? Not once the game is over, or if they only watch."""
        return bool(self.people) and bool(self.session.rules.hidden) and not self.session.over

    def play(self) -> None:
        """Play to the end, or until somebody leaves."""
        session = self.session
        if self.people:
            names = " and ".join(player_name(session.game, seat) for seat in self.people)
            others = [f"{self.name(s)}: {a}" for s, a in enumerate(session.players) if s not in self.people]
            say(f"You play {names}." + (f" {'; '.join(others)}." if others else ""))
            say("Type a move, or help.", "dim")
        try:
            self.show()
            while not session.over:
                self.step()
            say(ending(session), "bold")
        except QuitError:
            say("You left the table.", "dim")
        except EOFError:
            say("\nNo more input; the game is left unfinished.", "dim")
        except KeyboardInterrupt:
            say("\nStopped; the game is left unfinished.", "dim")

    def step(self) -> None:
        """Let whoever is to act do so.

        Where all choose at once, people do so first: nothing that an agent shows tells them of its choice.
        """
        session = self.session
        if session.turn == CHANCE:
            session.roll()
            self.show_last_step()
            return
        before = len(session.steps)
        acting = actors(session.rules, session.state)
        choices: dict[int, tuple[Move, float | None, float]] = {}
        for seat in sorted(acting, key=lambda seat: seat not in self.people):
            if len(self.people) > 1 and not self.secret and choices and seat in self.people:
                self.cover_choice(next(reversed(choices)), seat)
            choice = None
            while choice is None:
                choice = self.ask(seat) if seat in self.people else self.think(seat)
                if len(session.steps) < before:
                    return
            choices[seat] = choice
        if len(acting) > 1:
            session.play(tuple(choices[seat][0] for seat in acting))
        else:
            session.play(*choices[acting[0]])
        self.show_last_step()

    def show_last_step(self) -> None:
        """Tell what has just happened, and show where it led.

        People who share a terminal and may not know the same are told when they take over: here only whoever
        is before it sees what came of the own move.
        """
        if self.secret and len(self.people) > 1:
            by = self.session.steps[-1].by
            if by == self.viewer:
                self.catch_up()
            if by in (self.viewer, SIMULTANEOUS):
                self.show()
            return
        self.catch_up()
        self.show()

    def catch_up(self) -> None:
        """Tell whoever is before the terminal what has happened since they were last told."""
        for number in range(self.heard[self.viewer], len(self.session.steps)):
            self.tell(number)
        self.heard[self.viewer] = len(self.session.steps)

    def tell(self, number: int) -> None:
        """Tell of a step, as far as whoever is before the terminal may know it.

        They need not be told what they have done, but for what came of it.
        """
        session, step = self.session, self.session.steps[number]
        what = session.told_to(self.viewer, number) if self.secret else session.told_to_its_player(number)
        outcome = what != session.describe(session.states[number], step)
        if what is None:
            say(hidden_step_text(session.game, step.by), "bold" if step.by == CHANCE else None)
        elif step.by == CHANCE:
            say(f"Chance: {what}", "bold")
        elif step.by == SIMULTANEOUS:
            say(f"All have chosen: {what}")
        elif outcome or (step.by != self.viewer and (self.secret or step.by not in self.people)):
            worth = "" if step.value is None or self.secret else f"  ({value_text(step.value)})"
            output.print(Text.assemble((self.name(step.by), style_of(step.by)), f" plays {what}{worth}"))

    def think(self, seat: int) -> tuple[Move, float | None, float]:
        """An agent's choice, made in the world that it is shown."""
        agent = self.agents[seat]
        agent.prepare(self.session.game)
        started = perf_counter()
        self.last = self.ask_agent(agent, effective_limit(agent, self.limit), seat, self.name(seat))
        return self.last.move, self.last.value, perf_counter() - started

    def ask_agent(self, agent: Agent, limit: Limit, seat: int, who: str) -> Decision:
        """What an agent decides for a seat; how it goes is for those who may know what the seat knows."""
        rules, (state, history) = self.session.rules, self.session.seen_by(seat)
        with show_thinking(rules, state, who, not self.secret or seat == self.viewer) as watch:
            memory = self.memories[seat]
            return consult(agent, rules, state, limit, history, player=seat, watch=watch, memory=memory)

    def ask(self, seat: int) -> tuple[Move, float | None, float] | None:
        """A person's choice, or None when something else than a move was done."""
        if self.secret and seat != self.viewer:
            self.hand_over(seat)
        started = perf_counter()
        text = self.read(f"{self.name(seat)} > ")
        if not text:
            return None
        try:
            move = find_move(self.session.rules, self.session.shown_to(seat), seat, text)
        except IllegalMoveError as error:
            self.obey(text, seat, error)
            return None
        return move, None, perf_counter() - started

    def hand_over(self, seat: int) -> None:
        """Let another person take the terminal, without a look at what the one before has seen."""
        others = join_names([self.name(other) for other in self.people if other != seat], last="and")
        look = "looks" if len(self.people) == 2 else "look"
        if self.viewer is not None:
            self.pause(f"{self.name(self.viewer)}, press Enter to hide the board. ")
        forget_screen()
        self.viewer = None
        self.pause(f"{self.name(seat)}, press Enter when {others} {look} away. ")
        self.viewer = seat
        self.catch_up()
        self.show()

    def cover_choice(self, chosen: int, seat: int) -> None:
        """Clear away what one person has typed before another chooses, where both choose at once."""
        self.pause(f"{self.name(chosen)}, press Enter to hide your choice from {self.name(seat)}. ")
        forget_screen()
        self.show()

    def pause(self, prompt: str) -> None:
        """Wait until a person presses Enter, or leaves."""
        if self.read(prompt).lower() in QUIT:
            raise QuitError

    def read(self, prompt: str) -> str:
        """A line that a person typed."""
        text = output.input(prompt, markup=False).strip()
        if not sys.stdin.isatty():
            say(text)
        return text

    def obey(self, text: str, seat: int, otherwise: IllegalMoveError) -> None:
        """Do what a person asked for, if it is one of the table's words."""
        word, _, rest = text.partition(" ")
        try:
            match word.lower():
                case leave if leave in QUIT:
                    raise QuitError
                case "help" | "?":
                    say(HELP)
                case "moves":
                    say("  ".join(self.session.legal_names(seat)))
                case "board":
                    self.show()
                case "hint":
                    self.hint(seat)
                case "undo":
                    self.undo()
                case "why":
                    self.why(rest.strip())
                case "save":
                    self.save(rest.strip())
                case _:
                    say(f"{otherwise} (Or a word of the table's: help lists them.)", "red")
        except OutwitError as error:
            say(str(error), "red")

    def hint(self, seat: int) -> None:
        """Say what an agent would play for a seat, knowing what the seat knows."""
        agent = suitable(self.session.game)
        agent.prepare(self.session.game)
        print_decision(self.ask_agent(agent, effective_limit(agent, Limit()), seat, agent.name))

    def undo(self) -> None:
        """Take back the last move of a person; not if they would choose again, knowing what it showed."""
        if not self.session.may_undo(self.people):
            say(
                "Nothing is taken back where something is hidden and an agent cannot be asked to agree: what "
                "has been seen cannot be unseen."
            )
        elif self.session.undo(self.people):
            count = len(self.session.steps)
            self.heard = {seat: min(told, count) for seat, told in self.heard.items()}
            self.show()
        else:
            say("There is no move of yours to take back.")

    def why(self, over: str = "") -> None:
        """Say what the agent saw when it last moved, and what its move gains over another."""
        if self.last is None:
            say("No agent has moved yet.")
            return
        if self.secret:
            say("What the agent knew when it moved is hidden from you until the game is over.")
            return
        with show_waiting("looking at the move again ..."):
            explanation = self.last.explain(over or None)
        if self.last.value is not None and not over:
            print_decision(self.last)
        for sentence in explanation.sentences():
            say(sentence)

    def save(self, path: str) -> None:
        """Save the game so far; not while the file would tell what is hidden."""
        if not path:
            raise OutwitError("Say which file to save to: save FILE.")
        if self.secret:
            raise OutwitError(UNSAVED)
        save_game(self.session, path)
        say(f"Saved to {path}.", "dim")

    def show(self) -> None:
        """Show the position, as far as whoever is before the terminal may see it."""
        if self.secret and self.viewer is None:
            return
        seat = self.viewer if self.secret else None
        say()
        output.print(board(Position(self.session.rules, self.session.shown_to(seat), seat)))
        say()

    def name(self, seat: int) -> str:
        """What a seat is called."""
        return player_name(self.session.game, seat)
