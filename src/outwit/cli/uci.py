"""`outwit uci`: for chess programs, the Universal Chess Interface over standard input and output."""

from __future__ import annotations

from outwit.protocols import uci


def run() -> None:
    """Serve a chess program: enter this command there as an engine.

    Example: outwit uci

    Any program that speaks the Universal Chess Interface (UCI) can play chess and Chess960 with Outwit, or
    have it analyse; docs/chess.md says how. Until chess has been compiled for this computer, once, it plays
    slowly.
    """
    uci.run()
