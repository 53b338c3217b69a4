"""`outwit serve`: Outwit in the browser."""

from __future__ import annotations

import socket
import threading
import webbrowser
from collections.abc import Sequence
from secrets import token_urlsafe
from time import sleep
from typing import Annotated
from urllib.parse import quote

import typer

from outwit.cli.arguments import require_game
from outwit.cli.console import output
from outwit.errors import BadOptionError
from outwit.games import find_game, is_built_in
from outwit.isolated import IsolatedGames


def run(
    game: Annotated[
        list[str] | None,
        typer.Option(
            "--game",
            help="A game in a file, path/to/file.py:ClassName, to be played too; may be given again.",
        ),
    ] = None,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen on.", min=1, max=65535)] = 8321,
    database: Annotated[
        str | None,
        typer.Option(help="Where sessions are kept, a database address such as sqlite:///games.db."),
    ] = None,
    workers: Annotated[int, typer.Option(help="How many searches run at once.", min=1, max=64)] = 2,
    token: Annotated[
        str | None,
        typer.Option(help="What every request must bring. Made up if others than this machine are served."),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(help="A name by which the server is reached, such as a proxy's; may be given again."),
    ] = None,
    show: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in the browser.")] = True,
) -> None:
    """Play in the browser: every game, against agents and people.

    Example: `outwit serve --game mygame.py:MyGame`
    """
    refuse_broken(game or ())
    if token is None and host not in ("127.0.0.1", "localhost", "::1"):
        token = token_urlsafe(16)
    if token is not None and (not token.strip() or not token.isprintable()):
        raise BadOptionError("--token must have at least one character, and only such as can be printed.")
    refuse_taken(host, port)
    from outwit.store import SessionStore
    from outwit.web.server import Settings
    from outwit.web.server import run as serve

    SessionStore(database)
    address = f"http://{host}:{port}" + (f"/?token={quote(token, safe='')}" if token else "")
    threading.Thread(target=announce, args=(host, port, address, show), daemon=True).start()
    serve(Settings(host, port, tuple(game or ()), database, workers, token, tuple(name or ())))


def refuse_broken(games: Sequence[str]) -> None:
    """Refuse games whose rules break at the first position; not even that is asked in this process."""
    isolated = IsolatedGames()
    try:
        for spec in games:
            require_game(spec, find_game if is_built_in(spec) else isolated.find)
    finally:
        isolated.close()


def announce(host: str, port: int, address: str, show: bool) -> None:
    """Say where the page is, and open it in the browser, once somebody is there to answer."""
    while True:
        try:
            socket.create_connection((host, port), 1.0).close()
        except OSError:
            sleep(0.1)
        else:
            output.print(f"Outwit is at {address}; press Control-C to end.")
            if show:
                webbrowser.open(address)
            return


def refuse_taken(host: str, port: int) -> None:
    """Say at once that an address cannot be listened on."""
    try:
        kind, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(kind) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise BadOptionError(
            f"{host} port {port} cannot be served: {reason}; give another --host or --port."
        ) from error
