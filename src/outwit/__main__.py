"""`python -m outwit` is `outwit`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; a chess program, which waits for an answer, without all other commands."""
    if sys.argv[1:] == ["uci"]:
        import os

        from outwit.protocols.uci import run

        run()
        os._exit(0)  # neither a search nor a compiler at work may keep the process
    from outwit.cli import main as run_command

    run_command()


if __name__ == "__main__":
    main()
