"""What a review is asked for with: which agent, how long it looks at each position, and the step to show."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote, urlencode

from outwit.agents import exhaustive_agent
from outwit.decision import Agent, Limit
from outwit.errors import OutwitError
from outwit.play import Session
from outwit.web.limits import Grant
from outwit.web.reviews import pace


@dataclass(frozen=True)
class Asked:
    """What the address of the page asks for, as it is written; nothing where it says nothing."""

    agent: str = ""
    seconds: str = ""
    step: str = ""

    def agent_and_limit(self, session: Session, grant: Grant) -> tuple[Agent, Limit]:
        """Which agent is to look at a game, and how long at each position; a sentence if that cannot be."""
        agent = grant.agent(self.agent) if self.agent else exhaustive_agent(session.game)
        if self.seconds:
            return agent, Limit(seconds=time_of(self.seconds))
        if agent.limit():
            return agent, Limit()
        return agent, Limit(seconds=pace(len(session.states)))

    def step_to_show(self, steps: int) -> int | None:
        """The step to show, of so many; None if none is named.

        >>> Asked(step="3").step_to_show(5), Asked(step="9").step_to_show(5), Asked().step_to_show(5)
        (3, None, None)
        """
        known = self.step.isdecimal() and len(self.step) < 10 and int(self.step) <= steps
        return int(self.step) if known else None

    def address(self, key: str) -> str:
        """The address that asks for it.

        >>> Asked("minimax:depth=9", step="2").address("abc")
        '/review/abc?agent=minimax%3Adepth%3D9&step=2'
        """
        query = urlencode({name: entry for name, entry in vars(self).items() if entry})
        return f"/review/{quote(key)}" + (f"?{query}" if query else "")


def time_of(text: str) -> float:
    """Seconds as somebody has written them."""
    try:
        return float(text)
    except ValueError:
        raise OutwitError(f"{text!r} is not a time; give a number of seconds above 0.") from None
