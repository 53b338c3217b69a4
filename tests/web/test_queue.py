"""Whose search is next: every client has its turn, whoever asks for how much."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from outwit.web.queue import Flow, Queue


def flow(address: str, client: str = "one", long: bool = False) -> Flow:
    return Flow(address, client, long)


def taken(queue: Queue[str]) -> str:
    item = queue.take(lambda _: True)
    assert item is not None
    return item


def test_who_asks_for_much_waits_behind_who_asks_for_little() -> None:
    queue = Queue[str]()
    for number in range(50):
        queue.add(f"flood {number}", flow("flood"), 1.0)
    assert taken(queue) == "flood 0"
    queue.add("guest", flow("guest"), 1.0)
    assert list(queue.order()).index("guest") <= 1


def test_a_short_search_goes_before_a_long_one_that_came_first() -> None:
    queue = Queue[str]()
    queue.add("long", flow("a", long=True), 60.0)
    queue.add("short", flow("b"), 0.5)
    assert list(queue.order()) == ["short", "long"]


def test_a_long_search_has_its_turn_however_many_short_ones_come() -> None:
    queue = Queue[str]()
    queue.add("long", flow("a", long=True), 20.0)
    for number in range(100):
        queue.add(f"short {number}", flow(f"b{number}"), 1.0)
        item = taken(queue)
        if item == "long":
            break
        queue.finish(flow(f"b{number}"))
    assert item == "long"
    assert number >= 10


def test_an_address_gains_nothing_by_many_names() -> None:
    queue = Queue[str]()
    for number in range(40):
        queue.add("flood", flow("flood", f"name {number}"), 1.0)
        queue.add("guest", flow("guest", "one"), 1.0)
    first = [taken(queue) for _ in range(40)]
    assert first.count("guest") >= 18


def test_what_took_longer_than_expected_is_paid_for() -> None:
    queue = Queue[str]()
    for _ in range(2):
        queue.add("sly", flow("sly"), 0.1)
        queue.add("honest", flow("honest"), 1.0)
    assert taken(queue) == "sly"
    queue.finish(flow("sly"), 30.0)
    assert list(queue.order()) == ["honest", "honest", "sly"]


def test_what_may_not_begin_does_not_hold_up_the_others() -> None:
    queue = Queue[str]()
    queue.add("first", flow("a"), 1.0)
    queue.add("second", flow("b"), 1.0)
    assert queue.take(lambda item: item != "first") == "second"
    assert queue.take(lambda item: item != "first") is None
    assert list(queue.order()) == ["first"]


steps = st.lists(
    st.one_of(
        st.tuples(st.sampled_from("abc"), st.sampled_from("xy"), st.sampled_from([0.1, 1.0, 60.0])),
        st.sampled_from(["take", "remove", "done"]),
    ),
    max_size=60,
)


@given(steps)
def test_nothing_is_lost_or_doubled(history: list[tuple[str, str, float] | str]) -> None:
    queue = Queue[int]()
    waiting: dict[int, Flow] = {}
    running: dict[int, Flow] = {}
    for number, step in enumerate(history):
        if isinstance(step, tuple):
            waiting[number] = Flow(step[0], step[1], step[2] > 2)
            queue.add(number, waiting[number], step[2])
        elif step == "take":
            item = queue.take(lambda _: True)
            assert (item is None) == (not waiting)
            if item is not None:
                running[item] = waiting.pop(item)
        elif step == "remove" and waiting:
            gone = next(iter(waiting))
            assert queue.remove(gone)
            assert not queue.remove(gone)
            del waiting[gone]
        elif step == "done" and running:
            queue.finish(running.pop(next(iter(running))), 0.5)
        assert sorted(queue.order()) == sorted(waiting)
        assert len(queue) == len(waiting)
        assert queue.active.total() == len(waiting) + len(running)
    if not waiting and not running:
        assert not queue.paid
