"""What has been before the root, told to a compiled search where repetition counts."""

from __future__ import annotations

from typing import Any

import numpy as np

from outwit.engine.compiler.rules import Compiled
from outwit.engine.kernels.control_block import At, Block
from outwit.game import Game, State
from outwit.repetition import Remembering
from outwit.search.coalition import Coalition, bare_state


def pack_state(program: Compiled, state: State) -> Any:
    """A state as words, without what it remembers of those before it."""
    return np.array(program.linked.layout.pack(bare_state(state)), dtype=np.int64)


def tell_past(
    block: Block, game: Game, root: State, program: Compiled, data: int, plies: int, after: bool = False
) -> None:
    """Note the positions before the root, and the root too if it is `after` it that the search begins.

    There is room for so many plies below; `data` is the address of the game's own.
    """
    if isinstance(game, Coalition):
        root, game = game.position_of(root), game.game
    if not isinstance(game, Remembering):
        return
    here = game.identity(root.now)
    earlier = [known for known, times in root.seen for _ in range(times - (not after and known == here))]
    block.make_way(len(earlier), plies)
    if game.unwrapped.repetition > 0:
        block[At.TIMES] = game.unwrapped.repetition
    for place, known in enumerate(earlier):
        if isinstance(known, int):
            block.memory[At.KEYS][place] = to_signed(known)
        else:
            block[At.NOTING] = place
            words = pack_state(program, known)
            program.call(data, int(words.ctypes.data), 0, 0.0, 0.0, block.address)
    block[At.NOTING] = -1


def to_signed(word: int) -> int:
    """An unsigned word as a signed one.

    >>> to_signed((1 << 64) - 1)
    -1
    """
    return word - (1 << 64) if word >> 63 else word
