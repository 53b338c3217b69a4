"""Whose search is next when many clients wait: every client gets its share, and short searches go first.

Fair queueing (Demers, Keshav and Shenker, 1989) over the time that searches are expected to take. Whatever a
client has waiting, its next search is due as soon as it has paid for the one before, in a time that passes as
work is done. All addresses have the same share, which the clients at one address divide among themselves.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from typing import Generic, NamedTuple, TypeVar

Item = TypeVar("Item")


class Flow(NamedTuple):
    """Searches that wait for one another: those of one client, the long ones apart."""

    address: str
    client: str
    long: bool


@dataclass
class Waiting(Generic[Item]):
    """One item of the queue."""

    item: Item
    flow: Flow
    cost: float
    since: float
    """The queue's time when it came, so that those who come later cannot overtake it for ever."""
    number: int
    """Who came first."""


@dataclass
class Queue(Generic[Item]):
    """What waits for its turn, and what each client has had.

    >>> queue = Queue[str]()
    >>> for name in ("a1", "a2", "a3", "b1"):
    ...     queue.add(name, Flow("here", name[0], False), 1.0)
    >>> list(queue.order())
    ['a1', 'b1', 'a2', 'a3']
    """

    waiting: dict[Flow, deque[Waiting[Item]]] = field(default_factory=dict)
    active: Counter[Flow] = field(default_factory=Counter)
    """How many items of a flow wait or are under way."""
    paid: dict[Flow, float] = field(default_factory=dict)
    """When, in the queue's own time, what a flow has had is paid for."""
    now: float = 0.0
    """The queue's own time: that at which the last item taken was paid for."""
    number: int = 0

    def __len__(self) -> int:
        return sum(map(len, self.waiting.values()))

    def add(self, item: Item, flow: Flow, cost: float) -> None:
        """Let an item wait that is expected to cost so much."""
        self.number += 1
        self.active[flow] += 1
        self.waiting.setdefault(flow, deque()).append(Waiting(item, flow, cost, self.now, self.number))

    def share(self, flow: Flow) -> float:
        """How many times its cost a flow pays: as often as there are flows at its address."""
        return float(sum(1 for each in self.active if each.address == flow.address))

    def order(self) -> Iterator[Item]:
        """What waits, in the order in which it will be taken if nobody else comes."""
        return (each.item for each, _ in self.plan())

    def plan(self) -> Iterator[tuple[Waiting[Item], float]]:
        """What waits, in its order, and when each item will be paid for."""
        shares = Counter(flow.address for flow in self.active)
        heap = []
        for flow, items in self.waiting.items():
            first = items[0]
            due = max(first.since, self.paid.get(flow, 0.0)) + first.cost * shares[flow.address]
            heap.append((due, first.number, 0, flow))
        heapify(heap)
        while heap:
            due, _, index, flow = heappop(heap)
            items = self.waiting[flow]
            yield items[index], due
            if index + 1 < len(items):
                following = items[index + 1]
                due = max(following.since, due) + following.cost * shares[flow.address]
                heappush(heap, (due, following.number, index + 1, flow))

    def take(self, may: Callable[[Item], bool]) -> Item | None:
        """The next item that may be taken now; it is active until it is done."""
        for waiting, due in self.plan():
            if may(waiting.item):
                self.drop(waiting)
                self.paid[waiting.flow] = due
                self.now = max(self.now, due)
                return waiting.item
        return None

    def remove(self, item: Item) -> bool:
        """Let an item wait no longer; False if it does not."""
        for items in self.waiting.values():
            for waiting in items:
                if waiting.item is item:
                    self.drop(waiting)
                    self.finish(waiting.flow)
                    return True
        return False

    def drop(self, waiting: Waiting[Item]) -> None:
        """Take an item out of those that wait."""
        items = self.waiting[waiting.flow]
        items.remove(waiting)
        if not items:
            del self.waiting[waiting.flow]

    def finish(self, flow: Flow, more: float = 0.0) -> None:
        """An item of a flow has ended, and cost so much more than was expected."""
        if flow in self.paid:
            self.paid[flow] += more * self.share(flow)
        self.active[flow] -= 1
        if not self.active[flow]:
            del self.active[flow]
        if not self.active:
            self.now = 0.0
            self.paid.clear()
        elif len(self.paid) > 2 * len(self.active):
            self.paid = {
                each: due for each, due in self.paid.items() if due > self.now or each in self.active
            }
