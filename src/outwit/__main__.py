"""`python -m outwit` is `outwit`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; a chess program, which waits for an answer, without all other commands."""
    if sys.argv[1:] == ["uci"]:
        from outwit.protocols.uci import run

        run()
    from outwit.cli import main as run_command

    run_command()


if __name__ == "__main__":
    main()
