"""The memory of a search: a table that grows keeps what it holds, wherever the memory comes from."""

from __future__ import annotations

import numpy as np
import pytest

from outwit.engine import ground
from outwit.engine.control import At, Control, reserve, words_of
from outwit.engine.ground import LARGEST, Ground

FEW, MORE, MOST = 1 << 4, 1 << 6, 1 << 9


def filled(control: Control, seed: int) -> set[tuple[int, ...]]:
    """Entries in every other bucket, as the search writes them: the words of an entry give its key."""
    random = np.random.default_rng(seed)
    table = control.entries
    held = set()
    for bucket in range(len(table)):
        for slot in range(random.integers(3)):
            words = random.integers(1, 1 << 60, 4)
            words[0] ^= (int(np.bitwise_xor.reduce(words)) ^ bucket) & (len(table) - 1)
            table[bucket, slot] = words
            held.add(tuple(words.tolist()))
    return held


def found(control: Control) -> set[tuple[int, ...]]:
    """What the table holds, each where a search would look for it."""
    table = control.entries
    held = set()
    for bucket, slot in zip(*np.nonzero(table[:, :, 3]), strict=True):
        words = table[bucket, slot]
        assert int(np.bitwise_xor.reduce(words)) & (len(table) - 1) == bucket
        held.add(tuple(words.tolist()))
    return held


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("most", [0, MOST], ids=["new memory", "memory used again"])
def test_a_table_that_is_enlarged_keeps_what_it_holds(most: int, seed: int) -> None:
    Ground(words_of(MOST)).words[:] = -1
    control = Control([1, 2], FEW, most=most)
    helper = Control([1, 2], FEW, control)
    assert not found(control)
    held = filled(control, seed)
    for buckets in (MORE, MOST):
        control.enlarge(buckets, [helper])
        assert found(control) == found(helper) == held
        assert control[At.BUCKETS] == helper[At.BUCKETS] == buckets - 1
        assert control[At.TABLE] == helper[At.TABLE]
        assert control[At.TABLE] % 64 == 0
    assert (control.ground is not None) == bool(most)


def test_what_is_first_of_two_stays_first_in_its_new_bucket() -> None:
    control = Control([1], FEW, most=MOST)
    table = control.entries
    table[3, 0], table[3, 1] = (3, 0, 5, 5), (3 + FEW, 0, 6, 6)
    table[5, 0], table[5, 1] = (5, 0, 7, 7), (5, 0, 8, 8)
    control.enlarge(MORE, [])
    table = control.entries
    assert table[3, 0].tolist() == [3, 0, 5, 5]
    assert table[3 + FEW, 0].tolist() == [3 + FEW, 0, 6, 6]
    assert table[5, :, 2].tolist() == [7, 8]


def test_the_memory_of_a_table_is_used_again_and_a_very_large_one_is_given_back() -> None:
    first = Control([1], FEW, most=MOST)
    memory = first.memory[At.TABLE]
    del first
    assert Control([1], FEW, most=MOST).memory[At.TABLE] is memory
    huge = Control([1], FEW, most=LARGEST // 4)
    assert huge.ground is None
    assert not found(huge)


def test_memory_is_touched_once_before_any_clock_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ground, "fallow", {})
    reserve(MOST)
    [(words, touched)] = ground.fallow.values()
    assert len(words) == words_of(MOST)
    assert touched
    words[:] = 7
    reserve(MOST)
    assert (words == 7).all()
