"""The table of one session: what people and agents do there, kept before any page that looks sees it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Any

from outwit.errors import IllegalMoveError, OutwitError, join_names
from outwit.faults import broken_rules
from outwit.game import CHANCE, SIMULTANEOUS, Game, Move, player_name
from outwit.isolated.patience import retry_when_answered
from outwit.play import Session
from outwit.play.consent import Change
from outwit.play.result import ending
from outwit.play.session import Step
from outwit.protocols.budget import Budget
from outwit.protocols.requests import sentence
from outwit.search.human import find_move
from outwit.store import Kept, StaleError, UnusableStoreError
from outwit.store.sessions import STALE
from outwit.web.consent import Consent
from outwit.web.turns import awaited_players, is_ended, roll, situation, take
from outwit.web.workers import BusyError, Job, LostError

if TYPE_CHECKING:
    from outwit.web.sessions import SessionRegistry

log = logging.getLogger("outwit.web")

HUMAN = "human"
NOBODY = -1
"""The seat of those who may see nothing that anybody has hidden."""

PAUSE = 0.6
"""Seconds for which a chance event is seen before play goes on."""

AGAIN = 2.0
"""Seconds until it is tried again to keep what an agent or chance has done."""


class Table:
    """A session that pages look at: whoever changes it, all of them see it."""

    def __init__(self, registry: SessionRegistry, kept: Kept) -> None:
        self.registry = registry
        self.kept = kept
        """The session as it is in the store; nothing else is played, and only `change` replaces it."""
        self.changing = asyncio.Lock()
        """Held while a change is kept."""
        self.consent = Consent(self)
        self.job: Job | None = None
        self.since = 0.0
        """When the present search began, on a clock that only goes forward."""
        self.trouble = ""
        """Why an agent could not move."""
        self.listeners: set[Callable[[], None]] = set()
        self.tasks: set[asyncio.Task[None]] = set()

    # What is seen

    @property
    def key(self) -> str:
        """The name by which the session is found."""
        return self.kept.id

    @property
    def session(self) -> Session:
        """The game as it stands."""
        return self.kept.session

    @property
    def seats(self) -> Sequence[str | None]:
        """Whose each person's seat is: the name of a browser, or None where it is free."""
        return self.kept.seats

    @property
    def resigned(self) -> int | None:
        """The player who gave the game up."""
        return self.kept.resigned

    @property
    def undone(self) -> Sequence[Step]:
        """What was taken back, the last first."""
        return self.kept.undone

    @property
    def choices(self) -> Mapping[int, Move]:
        """What players have chosen already, where all choose at once."""
        return self.kept.choices

    @property
    def next_table(self) -> str | None:
        """The name of the table to which everybody has been taken for a new game."""
        return self.kept.following

    @property
    def idle(self) -> bool:
        """Does nobody look at it, and does nothing go on?"""
        return not self.listeners and not self.tasks and not self.changing.locked()

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.session.game

    @property
    def over(self) -> bool:
        """Is the game finished, or given up?"""
        return is_ended(self.kept)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The players whose decision is waited for; none where chance is to act or the game is over."""
        return awaited_players(self.kept)

    def name(self, player: int) -> str:
        """A player's name, as it begins a sentence."""
        return capital(player_name(self.game, player))

    def is_person(self, player: int) -> bool:
        """Does a person sit in this seat?"""
        return self.session.players[player] == HUMAN

    def mine(self, browser: str) -> tuple[int, ...]:
        """The seats of a browser."""
        return tuple(p for p, owner in enumerate(self.seats) if owner == browser and self.is_person(p))

    def acting_seat(self, browser: str, holder: int | None = None) -> int | None:
        """The seat for which a browser may decide now; of several, that of the `holder`, who looks at it."""
        able = [player for player in self.to_act if player in self.mine(browser)]
        return holder if holder in able else next(iter(able), None)

    @property
    def secret(self) -> bool:
        """Is anything hidden from whoever looks? Not once the game is over, or where only agents play."""
        return bool(self.game.hidden) and not self.over and HUMAN in self.session.players

    @property
    def sealed(self) -> bool:
        """Do all choose at once, a person among them, so that nobody may see what another is about to?"""
        return not self.over and self.session.turn == SIMULTANEOUS and HUMAN in self.session.players

    def viewing_seat(self, browser: str) -> int | None:
        """The seat whose knowledge a browser is shown: its own; None for all there is to know."""
        if not self.secret:
            return None
        acting, mine = self.acting_seat(browser), self.mine(browser)
        return acting if acting is not None else mine[0] if mine else NOBODY

    def step_text(self, seat: int | None, number: int) -> str | None:
        """A step as people write it, as far as a seat sees it; None if it is hidden, and None sees all."""
        if seat == NOBODY:
            return self.session.told_to_all(range(self.game.players), number)
        return self.session.told_to(seat, number)

    def outcome_text(self, seat: int | None, number: int) -> str | None:
        """The same, with what came of the step where all is shown: a shot with its answer."""
        return self.session.told_to_its_player(number) if seat is None else self.step_text(seat, number)

    @property
    def standing(self) -> str:
        """How the game stands, in a sentence."""
        if self.resigned is not None:
            others = [p for p in range(self.game.players) if p != self.resigned]
            gave_up = f"{self.name(self.resigned)} has resigned"
            return (
                f"{gave_up}; {player_name(self.game, others[0])} wins." if len(others) == 1 else f"{gave_up}."
            )
        if self.session.result is not None:
            return ending(self.session)
        if self.trouble:
            return self.trouble
        if self.session.turn == SIMULTANEOUS:
            if not self.choices:
                return "All players choose at once."
            names = [player_name(self.game, player) for player in self.to_act]
            return f"{capital(join_names(names, last='and'))} {'is' if len(names) == 1 else 'are'} to choose."
        return capital(self.session.position.standing())

    # What changes it

    async def change(self, alter: Callable[[Kept], None], halt: bool = False) -> None:
        """Change the session: the change is kept first and then seen; what is not kept has not happened.

        `alter` changes a copy, in a thread. It may refuse to. With `halt`, whatever goes on by itself is
        broken off. The change is carried through even if whoever asked for it does not wait.
        """
        carrying = asyncio.ensure_future(self.carry_through(alter, halt))
        carrying.add_done_callback(lambda task: task.cancelled() or task.exception())  # for whoever waits
        await asyncio.shield(carrying)

    async def carry_through(self, alter: Callable[[Kept], None], halt: bool) -> None:
        """Keep a change and show it; where somebody else was first, show what has happened."""
        async with self.changing:
            try:
                with self.discretion():
                    kept = await self.registry.run_in_store(self.alter_kept, alter)
            except StaleError:
                await self.catch_up()
                raise
            except UnusableStoreError as error:
                raise UnusableStoreError(f"This was not kept, and so it has not happened. {error}") from error
            self.show(kept, halt)

    def alter_kept(self, alter: Callable[[Kept], None]) -> Kept:
        """The session with a change, which has been kept."""
        after = self.kept.copy()
        alter(after)
        if len(after.session.steps) > len(self.session.steps):
            Budget().charge(after.session)  # before anybody lists what can follow
        return self.registry.store.change(self.kept, after)

    def show(self, kept: Kept, halt: bool) -> None:
        """Go on from what is in the store."""
        self.kept = kept
        if halt:
            self.halt()
        self.go_on()

    async def look(self) -> None:
        """See whether another server has changed the session."""
        async with self.changing:
            await self.catch_up()

    async def catch_up(self) -> None:
        """Go on from what is in the store, if that has changed; for whoever holds the lock."""
        versions = await self.registry.run_in_store(self.registry.store.versions, [self.key])
        if versions.get(self.key) != self.kept.version:
            self.show(
                await self.registry.run_in_store(self.registry.find_kept, self.key),
                halt=True,
            )

    async def play(
        self, browser: str, text: str, after: int | None = None, holder: int | None = None
    ) -> None:
        """Play a person's move, given as people write it; if `after` is given, as the step after so many.

        Of several people with one browser, the `holder` plays, if that is possible.
        """

        def alter(kept: Kept) -> None:
            if after is not None and after != len(kept.session.steps):
                raise StaleError(STALE)
            player = self.acting_seat(browser, holder)
            if player is None and after is not None and kept.choices.keys() & set(self.mine(browser)):
                raise StaleError(STALE)  # the choice is there already
            if player is None:
                raise IllegalMoveError(self.why_not(browser))
            session = kept.session
            take(kept, player, find_move(session.rules, session.shown_to(player), player, text))
            kept.proposal = None

        await self.change(alter)

    def why_not(self, browser: str) -> str:
        """Why a browser may not move now."""
        if self.over:
            return "The game is over; no move can be played any more."
        if not self.mine(browser):
            return "You are watching; take a free seat to play."
        return "It is not your turn."

    async def take_back(self, browser: str, agreed: bool = False) -> None:
        """Take back to this person's last decision, once everybody else has agreed."""
        self.refuse_unless_possible(Change.TAKE_BACK, browser)
        if not agreed and await self.consent.ask(Change.TAKE_BACK, browser):
            return

        def alter(kept: Kept) -> None:
            self.refuse_unless_possible(Change.TAKE_BACK, browser)
            if kept.resigned is None:
                kept.session.undo(self.mine(browser))
            kept.resigned = None
            kept.choices.clear()
            kept.undone += reversed(self.session.steps[len(kept.session.steps) :])

        await self.change(alter, halt=True)

    async def redo(self, browser: str, agreed: bool = False) -> None:
        """Play again what was taken back, up to this person's next decision, once everybody has agreed."""
        self.refuse_unless_possible(Change.REDO, browser)
        if not agreed and await self.consent.ask(Change.REDO, browser):
            return

        def alter(kept: Kept) -> None:
            mine = self.mine(browser)
            if not kept.undone or not mine or self.over:
                raise IllegalMoveError("There is nothing to play again.")
            kept.choices.clear()
            while kept.undone:
                kept.session.play(*kept.undone.pop()[1:])
                if any(player in mine for player in awaited_players(kept)):
                    break

        await self.change(alter, halt=True)

    async def resign(self, browser: str, holder: int | None = None) -> None:
        """Give the game up, for the `holder` of the browser or, without one, for whoever is to act there."""

        def alter(kept: Kept) -> None:
            mine = self.mine(browser)
            if not mine or self.over:
                raise IllegalMoveError(self.why_not(browser))
            player = self.acting_seat(browser) if holder is None else holder
            kept.choices.clear()
            kept.resigned = player if player in mine else mine[0]
            kept.proposal = None

        await self.change(alter, halt=True)

    async def sit(self, browser: str, player: int) -> None:
        """Take a free seat."""

        def alter(kept: Kept) -> None:
            free = 0 <= player < self.game.players and self.is_person(player) and kept.seats[player] is None
            if not free:
                raise IllegalMoveError("That seat is not free.")
            kept.seats[player] = browser
            kept.proposal = None

        await self.change(alter)

    async def swap(self, browser: str, agreed: bool = False) -> None:
        """Turn the table: every seat's player moves on to the next seat, once everybody has agreed."""
        self.refuse_unless_possible(Change.SWAP, browser)
        if not agreed and await self.consent.ask(Change.SWAP, browser):
            return

        def alter(kept: Kept) -> None:
            self.refuse_unless_possible(Change.SWAP, browser)
            players = kept.session.players
            kept.session.players = (players[-1], *players[:-1])
            kept.seats = [kept.seats[-1], *kept.seats[:-1]]
            kept.choices.clear()

        await self.change(alter, halt=True)

    async def new_game(self, browser: str, agreed: bool = False) -> str | None:
        """Begin a new game with the same players, who are taken along; the name of its table.

        As long as this game is not over the others are asked first, and there is no new table yet. Whoever
        only watches begins a game of their own.
        """
        session, others = self.session, self.consent.others(browser)
        if not self.mine(browser):
            return (await self.registry.new(session.game, session.players, browser, session.start)).key
        if others and self.next_table is not None and not (await self.registry.open(self.next_table)).over:
            return self.next_table
        if not agreed and not self.over and await self.consent.ask(Change.NEW_GAME, browser):
            return None
        begun = await self.registry.new(session.game, session.players, browser, session.start, self.seats)
        if others:

            def alter(kept: Kept) -> None:
                kept.following = begun.key
                kept.proposal = None

            await self.change(alter)
        return begun.key

    # What may change

    def obstacle(self, change: Change, browser: str) -> str:
        """Why a change cannot be made for a browser, whoever agrees; nothing if it can be."""
        mine = self.mine(browser)
        if not mine:
            return "You are watching; take a free seat to play."
        if self.game.hidden and change is not Change.NEW_GAME:
            if self.over:
                return "The game is over and all has been shown; nothing can be taken back."
            if change is Change.SWAP:
                return (
                    "Sides are not swapped where something is hidden: what a seat has seen cannot be unseen."
                )
            if not self.consent.others(browser) and not self.session.may_undo(mine):
                return (
                    "Nothing is taken back where something is hidden and nobody is there to agree: "
                    "what has been seen cannot be unseen."
                )
        if change is Change.TAKE_BACK and self.resigned is None and self.session.last_decision(mine) is None:
            return "There is no move of yours to take back."
        if change is Change.REDO and (not self.undone or self.over):
            return "There is nothing to play again."
        if change is Change.SWAP and self.over:
            return "The game is over; a new game can be begun."
        return ""

    def refuse_unless_possible(self, change: Change, browser: str) -> None:
        """Refuse a change to which there is an obstacle."""
        obstacle = self.obstacle(change, browser)
        if obstacle:
            raise IllegalMoveError(obstacle)

    # What goes on by itself

    def tell(self) -> None:
        """Let every page know."""
        for listener in list(self.listeners):
            listener()

    @retry_when_answered
    def go_on(self) -> None:
        """Show what has changed, and let chance or an agent act if it is their turn."""
        self.trouble = ""
        self.tell()
        if self.over:
            self.registry.forget(self)
        if self.over or self.tasks:
            return
        if self.session.turn == CHANCE:
            self.start(self.fall())
        else:
            thinking = [player for player in self.to_act if not self.is_person(player)]
            if thinking:
                self.start(self.think(thinking[0]))

    def start(self, work: Any) -> None:
        """Do something in the background, then go on."""
        task = asyncio.create_task(work)
        self.tasks.add(task)

        def on_done(task: asyncio.Task[None]) -> None:
            self.tasks.discard(task)
            if task.cancelled():
                return
            error = task.exception()
            if error is not None:
                log.error("A table broke down.", exc_info=error)
                self.trouble = self.complaint(error)
                self.tell()
            elif not self.trouble:
                self.go_on()

        task.add_done_callback(on_done)

    @property
    def guarded(self) -> bool:
        """May an error tell a person what is hidden? No rule is asked, since one of them may be broken."""
        return bool(self.game.hidden) and HUMAN in self.session.players

    def complaint(self, error: BaseException, what: str = "Play cannot go on") -> str:
        """What went wrong, in a sentence that gives nothing away: an error may name what a player holds."""
        if not self.guarded or isinstance(error, BusyError | LostError):
            return sentence(error)
        log.warning("A table with hidden information broke down.", exc_info=error)
        return f"{what}; why is in the server's log, because it may tell what is hidden."

    @contextmanager
    def discretion(self) -> Iterator[None]:
        """Let an error of the rules be told in a sentence that gives nothing away."""
        try:
            yield
        except Exception as error:  # rules may raise anything; the rest is raised again
            if not self.guarded or broken_rules(error) is None:
                raise
            raise OutwitError(self.complaint(error)) from error

    def halt(self) -> None:
        """Break off whatever goes on by itself."""
        for task in list(self.tasks):
            task.cancel()
        self.tasks.clear()

    async def settle(self, before: Kept, alter: Callable[[Kept], None]) -> None:
        """Keep what an agent or chance has done, as soon as it can be; not if play went on otherwise."""

        def settle_unchanged(kept: Kept) -> None:
            if situation(kept) != situation(before):
                raise StaleError(STALE)
            alter(kept)

        while True:
            try:
                return await self.change(settle_unchanged)
            except StaleError:
                return None
            except UnusableStoreError as error:
                self.trouble = str(error)
                self.tell()
            await asyncio.sleep(AGAIN)

    async def fall(self) -> None:
        """Let chance act, slowly enough to be seen."""
        before = self.kept
        await asyncio.sleep(PAUSE / 2)
        await self.settle(before, roll)
        await asyncio.sleep(PAUSE / 2)

    async def think(self, player: int) -> None:
        """Let an agent decide and move."""
        before, started = self.kept, monotonic()
        self.since, job = started, None
        try:
            spec = self.session.players[player]
            job = self.job = await self.admit_search(spec, player)
            self.tell()
            decision = await job.answer
            self.job, seconds = None, monotonic() - started

            def alter(kept: Kept) -> None:
                move = kept.session.rules.parse(kept.session.state, decision["move"])
                take(kept, player, move, decision["value"], seconds)

            await self.settle(before, alter)
        except OutwitError as error:
            self.trouble = self.complaint(error)
        finally:
            if job is not None:
                job.answer.cancel()
            if self.job is job:  # else another search has begun
                self.job = None
            self.tell()

    async def admit_search(self, spec: str, player: int) -> Job:
        """The search for an agent's move, once there is room for it: a game goes on, however many wait."""
        while True:
            try:
                return self.registry.ask(
                    self.session, spec, player, self.key, self.tell, memory_name(self.key, player)
                )
            except BusyError as error:
                await asyncio.sleep(error.after)

    def stop(self) -> None:
        """Make the agent that thinks move now."""
        if self.job is not None:
            self.job.stop()


def memory_name(key: str, player: int) -> str:
    """By what name a seat at a table has its memory where the searches run."""
    return f"{key}/{player}"


def capital(sentence: str) -> str:
    """A sentence that begins with a capital."""
    return sentence[:1].upper() + sentence[1:]
