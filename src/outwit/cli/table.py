"""The table at the terminal: shows the board, asks people, lets agents think."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from time import perf_counter

from outwit.agents import suitable
from outwit.cli.arguments import allowed
from outwit.cli.console import board, output, print_decision, say, style_of, thinking, waiting
from outwit.decision import Agent, Decision, Limit, valued
from outwit.errors import IllegalMoveError, OutwitError
from outwit.game import CHANCE, Move, actors, player_name
from outwit.play import Sitting, save_game
from outwit.play.result import told
from outwit.position import Position
from outwit.search import Human
from outwit.search.human import understood

HELP = """Type a move. Or:
  moves      list the legal moves
  hint       ask what an agent would play here
  undo       take your last move back
  why        what the agent saw when it last moved, and why it chose so
  why MOVE   why it did not choose that move
  board      show the position again
  save FILE  save the game
  quit       leave"""


class QuitError(Exception):
    """A person has left the table."""


class Table:
    """A sitting at the terminal."""

    def __init__(self, sitting: Sitting, agents: Sequence[Agent], limit: Limit) -> None:
        self.sitting = sitting
        self.agents = agents
        self.limit = limit
        self.people = [seat for seat, agent in enumerate(agents) if isinstance(agent, Human)]
        self.last: Decision | None = None

    def play(self) -> None:
        """Play to the end, or until somebody leaves."""
        sitting = self.sitting
        if self.people:
            names = " and ".join(player_name(sitting.game, seat) for seat in self.people)
            others = [f"{self.name(s)}: {a}" for s, a in enumerate(sitting.players) if s not in self.people]
            say(f"You play {names}." + (f" {'; '.join(others)}." if others else ""))
            say("Type a move, or help.", "dim")
        try:
            self.show()
            while not sitting.over:
                self.step()
            say(told(sitting.game, sitting.result or ()), "bold")
        except QuitError:
            say("You left the table.", "dim")
        except EOFError:
            say("\nNo more input; the game is left unfinished.", "dim")
        except KeyboardInterrupt:
            say("\nStopped; the game is left unfinished.", "dim")

    def step(self) -> None:
        """Let whoever is to act do so."""
        sitting = self.sitting
        if sitting.turn == CHANCE:
            state = sitting.state
            outcome = sitting.roll()
            say(f"Chance: {sitting.rules.describe(state, outcome)}", "bold")
            self.show()
            return
        before = len(sitting.steps)
        choices: list[tuple[Move, float | None, float]] = []
        for seat in actors(sitting.rules, sitting.state):
            choice = self.ask(seat) if seat in self.people else self.think(seat)
            if choice is None or len(sitting.steps) < before:
                return
            choices.append(choice)
        state = sitting.state
        if len(choices) > 1:
            sitting.play(tuple(move for move, _, _ in choices))
        else:
            sitting.play(*choices[0])
        step = sitting.steps[-1]
        if len(choices) > 1:
            say(f"All have chosen: {sitting.describe(state, step)}")
        elif step.by not in self.people:
            worth = "" if step.value is None else f"  ({valued(step.value)})"
            output.print(
                f"[{style_of(step.by)}]{self.name(step.by)}[/] plays {sitting.describe(state, step)}{worth}"
            )
        self.show()

    def think(self, seat: int) -> tuple[Move, float | None, float]:
        """An agent's choice."""
        sitting, agent = self.sitting, self.agents[seat]
        limit = allowed(agent, self.limit)
        started = perf_counter()
        with thinking(sitting.rules, sitting.state, self.name(seat)) as watch:
            decision = agent.decide(
                sitting.rules, sitting.state, limit, sitting.states[:-1], player=seat, watch=watch
            )
        self.last = decision
        return decision.move, decision.value, perf_counter() - started

    def ask(self, seat: int) -> tuple[Move, float | None, float] | None:
        """A person's choice, or None when something else than a move was done."""
        started = perf_counter()
        text = self.read(f"{self.name(seat)} > ")
        if not text:
            return None
        try:
            move = understood(self.sitting.rules, self.sitting.state, seat, text)
        except IllegalMoveError as error:
            self.obey(text, seat, error)
            return None
        return move, None, perf_counter() - started

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
                case "quit" | "exit" | "q":
                    raise QuitError
                case "help" | "?":
                    say(HELP)
                case "moves":
                    rules, state = self.sitting.rules, self.sitting.state
                    say("  ".join(rules.describe(state, move) for move in rules.moves_for(state, seat)))
                case "board":
                    self.show()
                case "hint":
                    self.hint()
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

    def hint(self) -> None:
        """Say what an agent would play."""
        sitting = self.sitting
        agent = suitable(sitting.game)
        limit = allowed(agent, Limit())
        with thinking(sitting.rules, sitting.state, agent.name) as watch:
            decision = agent.decide(sitting.rules, sitting.state, limit, sitting.states[:-1], watch=watch)
        print_decision(decision)

    def undo(self) -> None:
        """Take back the last move of a person."""
        if self.sitting.undo(self.people):
            self.show()
        else:
            say("There is no move of yours to take back.")

    def why(self, over: str = "") -> None:
        """Say what the agent saw when it last moved, and what its move gains over another."""
        if self.last is None:
            say("No agent has moved yet.")
            return
        with waiting("looking at the move again ..."):
            explanation = self.last.explain(over or None)
        if self.last.value is not None and not over:
            print_decision(self.last)
        for sentence in explanation.sentences():
            say(sentence)

    def save(self, path: str) -> None:
        """Save the game so far."""
        if not path:
            raise OutwitError("Say which file to save to: save FILE.")
        save_game(self.sitting, path)
        say(f"Saved to {path}.", "dim")

    def show(self) -> None:
        """Show the position, where something is hidden as the person to act, or the only one, may see it."""
        rules, state = self.sitting.rules, self.sitting.state
        seat = None
        if rules.hidden and self.people:
            acting = () if rules.over(state) else actors(rules, state)
            seat = next((player for player in acting if player in self.people), self.people[0])
        say()
        output.print(board(Position(rules, state, seat)))
        say()

    def name(self, seat: int) -> str:
        """What a seat is called."""
        return player_name(self.sitting.game, seat)
