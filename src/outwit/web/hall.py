"""The tables at which people and agents sit, shared by every page and program that looks at them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from secrets import randbelow
from time import monotonic
from typing import Any

from outwit.agents import spell_agent
from outwit.errors import IllegalMoveError, OutwitError
from outwit.game import CHANCE, SIMULTANEOUS, Game, Move, actors, player_name
from outwit.games import spell_game
from outwit.play import Sitting
from outwit.play.result import ending
from outwit.play.sitting import Step
from outwit.protocols.requests import sentence
from outwit.random import WORD
from outwit.search.human import understood
from outwit.store import Sittings
from outwit.web.limits import Grant, limit_to_json
from outwit.web.workers import Asking, Workers

log = logging.getLogger("outwit.web")

HUMAN = "human"
NOBODY = -1
"""The seat of those who may see nothing that anybody has hidden."""

PAUSE = 0.6
"""Seconds for which a chance event is seen before play goes on."""

RESTING = 64
"""How many tables that nobody looks at are kept at hand."""


class Table:
    """A sitting that pages look at: whoever changes it, all of them see it."""

    def __init__(
        self, hall: Hall, key: str, sitting: Sitting, seats: Sequence[str | None], resigned: int | None
    ):
        self.hall = hall
        self.key = key
        self.sitting = sitting
        self.seats = list(seats)
        """Whose each person's seat is: the name of a browser, or None where it is free."""
        self.resigned = resigned
        self.undone: list[Step] = []
        """What was taken back, the last first."""
        self.choices: dict[int, Move] = {}
        """What players have chosen already, where all choose at once."""
        self.asking: Asking | None = None
        self.since = 0.0
        """When the present search began, on a clock that only goes forward."""
        self.trouble = ""
        """Why an agent could not move."""
        self.listeners: set[Callable[[], None]] = set()
        self.tasks: set[asyncio.Task[None]] = set()

    # What is seen

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.sitting.game

    @property
    def over(self) -> bool:
        """Is the game finished, or given up?"""
        return self.resigned is not None or self.sitting.over

    @property
    def to_act(self) -> tuple[int, ...]:
        """The players whose decision is waited for; none where chance is to act or the game is over."""
        if self.over or self.sitting.turn == CHANCE:
            return ()
        return tuple(p for p in actors(self.sitting.rules, self.sitting.state) if p not in self.choices)

    def is_person(self, player: int) -> bool:
        """Does a person sit in this seat?"""
        return self.sitting.players[player] == HUMAN

    def mine(self, browser: str) -> tuple[int, ...]:
        """The seats of a browser."""
        return tuple(p for p, owner in enumerate(self.seats) if owner == browser and self.is_person(p))

    def acting(self, browser: str) -> int | None:
        """The seat for which a browser may decide now."""
        return next((player for player in self.to_act if player in self.mine(browser)), None)

    def legal(self, browser: str) -> list[Move]:
        """The moves that a browser may play now."""
        player = self.acting(browser)
        if player is None:
            return []
        rules, state = self.sitting.rules, self.sitting.state
        return list(
            rules.moves_for(state, player) if self.sitting.turn == SIMULTANEOUS else rules.moves(state)
        )

    @property
    def secret(self) -> bool:
        """Is anything hidden from whoever looks? Not once the game is over, or where only agents play."""
        return bool(self.game.hidden) and not self.over and HUMAN in self.sitting.players

    def looking(self, browser: str) -> int | None:
        """The seat whose knowledge a browser is shown: its own; None for all there is to know."""
        if not self.secret:
            return None
        acting, mine = self.acting(browser), self.mine(browser)
        return acting if acting is not None else mine[0] if mine else NOBODY

    def told(self, browser: str, number: int) -> str | None:
        """A step as people write it, as far as a browser may know it; None if it is hidden."""
        if not self.secret:
            return self.sitting.told_to(None, number)
        mine = self.mine(browser)
        if not mine:
            return self.sitting.told_to_all(range(self.game.players), number)
        known = (self.sitting.told_to(seat, number) for seat in mine)
        return next((text for text in known if text is not None), None)

    @property
    def standing(self) -> str:
        """How the game stands, in a sentence."""
        if self.resigned is not None:
            others = [p for p in range(self.game.players) if p != self.resigned]
            gave_up = f"{capital(player_name(self.game, self.resigned))} has resigned"
            return (
                f"{gave_up}; {player_name(self.game, others[0])} wins." if len(others) == 1 else f"{gave_up}."
            )
        if self.sitting.result is not None:
            return ending(self.sitting)
        if self.trouble:
            return self.trouble
        if self.sitting.turn == SIMULTANEOUS:
            return "All players choose at once."
        return capital(self.sitting.position.standing())

    # What changes it

    def play(self, browser: str, text: str) -> None:
        """Play a person's move, given as people write it."""
        player = self.acting(browser)
        if player is None:
            raise IllegalMoveError(self.why_not(browser))
        move = understood(self.sitting.rules, self.sitting.state, player, text)
        if self.sitting.turn == SIMULTANEOUS:
            self.choose(player, move)
        else:
            self.undone.clear()
            self.confirm(move)
        self.go_on()

    def why_not(self, browser: str) -> str:
        """Why a browser may not move now."""
        if self.over:
            return "The game is over; no move can be played any more."
        if not self.mine(browser):
            return "You are watching; take a free seat to play."
        return "It is not your turn."

    def choose(self, player: int, move: Move) -> None:
        """Note one of several choices that are made at once, and play them when all are there."""
        self.choices[player] = move
        everyone = list(actors(self.sitting.rules, self.sitting.state))
        if all(each in self.choices for each in everyone):
            chosen = tuple(self.choices[each] for each in everyone)
            self.choices.clear()
            self.undone.clear()
            self.confirm(chosen)

    def confirm(self, move: Move, value: float | None = None, seconds: float | None = None) -> None:
        """Play a step and keep it."""
        self.sitting.play(move, value, seconds)
        self.hall.store.played(self.key, self.sitting)

    def take_back(self, browser: str) -> None:
        """Take back to this person's last decision."""
        mine = self.mine(browser)
        if not mine:
            raise IllegalMoveError(self.why_not(browser))
        if self.over and self.game.hidden:
            raise IllegalMoveError("The game is over and all has been shown; nothing can be taken back.")
        before = list(self.sitting.steps)
        if self.resigned is None and not self.sitting.undo(mine):
            raise IllegalMoveError("There is no move of yours to take back.")
        self.halt()
        self.resigned = None
        self.undone += reversed(before[len(self.sitting.steps) :])
        self.hall.store.taken_back(self.key, len(self.sitting.steps))
        self.go_on()

    def redo(self, browser: str) -> None:
        """Play again what was taken back, up to this person's next decision."""
        mine = self.mine(browser)
        if not self.undone or not mine:
            raise IllegalMoveError("There is nothing to play again.")
        self.halt()
        while self.undone:
            step = self.undone.pop()
            self.confirm(step.move, step.value, step.seconds)
            if any(player in mine for player in self.to_act):
                break
        self.go_on()

    def resign(self, browser: str) -> None:
        """Give the game up."""
        mine = self.mine(browser)
        if not mine or self.over:
            raise IllegalMoveError(self.why_not(browser))
        player = self.acting(browser)
        self.halt()
        self.resigned = mine[0] if player is None else player
        self.hall.store.resigned(self.key, self.resigned)
        self.hall.forget(self)
        self.tell()

    def sit(self, browser: str, player: int) -> None:
        """Take a free seat."""
        if (
            not (0 <= player < self.game.players)
            or not self.is_person(player)
            or self.seats[player] is not None
        ):
            raise IllegalMoveError("That seat is not free.")
        self.seats[player] = browser
        self.seat()

    def swap(self, browser: str) -> None:
        """Turn the table: every seat's player moves on to the next seat."""
        if not self.mine(browser):
            raise IllegalMoveError("You are watching; take a free seat to swap sides.")
        if self.game.hidden and self.sitting.steps:
            raise IllegalMoveError("Sides cannot be swapped once something is hidden from one of them.")
        self.halt()
        self.sitting.players = (self.sitting.players[-1], *self.sitting.players[:-1])
        self.seats = [self.seats[-1], *self.seats[:-1]]
        self.seat()

    def seat(self) -> None:
        """Keep who sits where, and go on."""
        self.hall.store.seated(self.key, self.sitting.players, self.seats)
        self.go_on()

    # What goes on by itself

    def tell(self) -> None:
        """Let every page know."""
        for listener in list(self.listeners):
            listener()

    def go_on(self) -> None:
        """Show what has changed, and let chance or an agent act if it is their turn."""
        self.trouble = ""
        self.tell()
        if self.over:
            self.hall.forget(self)
        if self.over or self.tasks:
            return
        if self.sitting.turn == CHANCE:
            self.start(self.fall())
        else:
            thinking = [player for player in self.to_act if not self.is_person(player)]
            if thinking:
                self.start(self.think(thinking[0]))

    def start(self, work: Any) -> None:
        """Do something in the background, then go on."""
        task = asyncio.create_task(work)
        self.tasks.add(task)

        def done(task: asyncio.Task[None]) -> None:
            self.tasks.discard(task)
            if task.cancelled():
                return
            error = task.exception()
            if error is not None:
                log.error("A table broke down.", exc_info=error)
                self.trouble = sentence(error)
                self.tell()
            elif not self.trouble:
                self.go_on()

        task.add_done_callback(done)

    def halt(self) -> None:
        """Break off whatever goes on by itself."""
        for task in list(self.tasks):
            task.cancel()
        self.tasks.clear()
        self.choices.clear()

    async def fall(self) -> None:
        """Let chance act, slowly enough to be seen."""
        await asyncio.sleep(PAUSE / 2)
        self.sitting.roll()
        self.hall.store.played(self.key, self.sitting)
        self.tell()
        await asyncio.sleep(PAUSE / 2)

    async def think(self, player: int) -> None:
        """Let an agent decide and move."""
        started = self.since = monotonic()
        try:
            spelling = self.sitting.players[player]
            asking = self.asking = self.hall.ask(
                self.sitting, spelling, player, self.key, self.tell, memory_name(self.key, player)
            )
            self.tell()
            decision = await asking.answer
            seconds = monotonic() - started
            move = self.sitting.rules.parse(self.sitting.state, decision["move"])
            if self.sitting.turn == SIMULTANEOUS:
                self.choose(player, move)
            else:
                self.confirm(move, decision["value"], seconds)
                self.undone.clear()
        except OutwitError as error:
            self.trouble = str(error)
            self.tell()
        except asyncio.CancelledError:
            if self.asking is not None:
                self.asking.answer.cancel()
            raise
        finally:
            self.asking = None

    def stop(self) -> None:
        """Make the agent that thinks move now."""
        if self.asking is not None:
            self.asking.stop()


class Hall:
    """Every table, found by its name; those that nobody looks at rest in the store."""

    def __init__(self, store: Sittings, workers: Workers, find: Callable[[str], Game], grant: Grant) -> None:
        self.store = store
        self.workers = workers
        self.find = find
        self.grant = grant
        self.tables: dict[str, Table] = {}

    def open(self, key: str) -> Table:
        """The table of that name, set up again if it rested."""
        if key not in self.tables:
            kept = self.store.find(key, self.find)
            self.tables[key] = Table(self, key, kept.sitting, kept.seats, kept.resigned)
            self.tables[key].go_on()
            self.rest()
        return self.tables[key]

    def rest(self) -> None:
        """Put away tables that nobody looks at and where nothing goes on."""
        idle = [key for key, table in self.tables.items() if not table.listeners and not table.tasks]
        for key in idle[: max(0, len(self.tables) - RESTING)]:
            self.forget(self.tables.pop(key))

    def forget(self, table: Table) -> None:
        """Let go of what agents have kept at a table from move to move."""
        for player in range(table.game.players):
            self.workers.forget(memory_name(table.key, player))

    def new(self, game: Game, players: Sequence[str], browser: str, start: str | None = None) -> Table:
        """Set up a new table; whoever does takes the first seat that is a person's."""
        players = tuple(self.player(game, spelling) for spelling in players)
        if len(players) != game.players:
            raise OutwitError(
                f"{type(game).__name__} has {game.players} seats, and {len(players)} are filled."
            )
        return self.begin(Sitting(game, players, randbelow(1 << 32), start), browser)

    def begin(self, sitting: Sitting, browser: str) -> Table:
        """Set up a table for a sitting that may have begun elsewhere."""
        people = [player for player, spelling in enumerate(sitting.players) if spelling == HUMAN]
        seats = [browser if people[:1] == [player] else None for player in range(sitting.game.players)]
        return self.open(self.store.add(sitting, seats))

    def player(self, game: Game, spelling: str) -> str:
        """A player's spelling, if such a one can play the game here."""
        if spelling != HUMAN:
            self.grant.agent(spelling).require(game)
        return spelling

    def ask(
        self,
        sitting: Sitting,
        spelling: str,
        player: int | None,
        client: str,
        report: Callable[[], None] | None = None,
        session: str | None = None,
    ) -> Asking:
        """Ask an agent about a sitting's present position; in a session, it goes on from its last answer."""
        agent = self.grant.agent(spelling)
        request = {
            "game": spell_game(sitting.game),
            "start": sitting.start,
            "moves": sitting.described(),
            "agent": spell_agent(agent),
            "limit": limit_to_json(self.grant.limit(agent)),
            "player": player if sitting.turn == SIMULTANEOUS else None,
            "seed": sitting.seed & WORD,
            "session": session,
        }
        return self.workers.ask(request, client, report)


def memory_name(key: str, player: int) -> str:
    """By what name a seat at a table has its memory where the searches run."""
    return f"{key}/{player}"


def capital(sentence: str) -> str:
    """A sentence that begins with a capital."""
    return sentence[:1].upper() + sentence[1:]
