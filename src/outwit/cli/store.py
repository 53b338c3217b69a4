"""`outwit store`: what has been kept, tournaments and sessions."""

from __future__ import annotations

import json as plain
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from outwit.cli.arguments import JsonOption
from outwit.cli.console import errors, print_json, print_table, say
from outwit.cli.contest import StoreOption
from outwit.errors import OutwitError, shorten
from outwit.files import write_whole
from outwit.games import names_in_json, shown_spec
from outwit.json_types import JsonObject
from outwit.play.result import ending
from outwit.play.saved import to_json
from outwit.search import Human

if TYPE_CHECKING:
    from outwit.store.sessions import Kept

app = typer.Typer(
    no_args_is_help=True,
    help="List, show, export and delete what is kept: tournaments of the arena, and sessions in the browser.",
)
KeyArgument = Annotated[str, typer.Argument(metavar="ID", help="What `outwit store list` calls it.")]


@app.command("list")
def listing(
    many: Annotated[int, typer.Option("--last", min=1, help="No more than so many of each.")] = 20,
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """List the tournaments and sessions in the store, the last first.

    Example: outwit store list --last 5
    """
    from outwit.store import SessionStore, Tournaments  # what reaches databases takes long to load

    tournaments, damaged = Tournaments(store).list_entries(many)
    sessions = SessionStore(store).recent(many)
    if json:
        print_json(
            {
                "tournaments": [
                    {
                        "id": entry.id,
                        **names_in_json(entry.tournament.game),
                        "agents": list(entry.tournament.agents),
                        "played": entry.played,
                        "planned": len(entry.tournament.fixtures()),
                        "seed": entry.tournament.seed,
                        "created": entry.created,
                        "changed": entry.changed,
                    }
                    for entry in tournaments
                ],
                "damaged": damaged,
                "sessions": [
                    {
                        "id": each.id,
                        **names_in_json(each.game),
                        "players": list(each.players),
                        "steps": each.steps,
                        "result": each.result,
                        "changed": each.changed,
                    }
                    for each in sessions
                ],
            }
        )
        return
    for sentence in damaged:
        errors.print(sentence, style="red", markup=False, highlight=False, soft_wrap=True)
    if not tournaments and not sessions and not damaged:
        say("Nothing is kept here yet; outwit match, outwit tournament and outwit serve keep what they play.")
        return
    if tournaments:
        say("Tournaments", "bold")
        print_table(
            ["id", "when", "games", "game", "agents"],
            [
                [
                    entry.id,
                    when(entry.changed),
                    f"{entry.played:,} of {len(entry.tournament.fixtures()):,}",
                    shown_spec(entry.tournament.game),
                    shorten(", ".join(entry.tournament.agents), 90),
                ]
                for entry in tournaments
            ],
            left=2,
        )
    if sessions:
        say("Sessions", "bold")
        print_table(
            ["id", "when", "steps", "game", "players"],
            [
                [each.id, when(each.changed), str(each.steps), shown_spec(each.game), ", ".join(each.players)]
                for each in sessions
            ],
            left=2,
        )


@app.command()
def show(
    key: KeyArgument,
    games: Annotated[
        bool, typer.Option("--games", help="Also every game: who sat where, how it ended, the last position.")
    ] = False,
    store: StoreOption = None,
    json: JsonOption = False,
) -> None:
    """Show a tournament's standings, or a session's moves.

    Example: outwit store show 3f2a90c1 --games
    """
    from outwit.arena.standings import Standings
    from outwit.cli.scoreboard import print_standings
    from outwit.store import Tournaments

    if not Tournaments(store).holds(key):
        show_session(key, find_session(key, store), json)
        return
    tournament, played = Tournaments(store).find(key)
    standings = Standings(tournament, played.values())
    print_standings(standings, key, json)
    if games and not json:
        for fixture, game in standings.games():
            names = " : ".join(tournament.names[agent] for agent in fixture.seats)
            result = "does not count" if not game.counts else " : ".join(f"{x:g}" for x in game.standing())
            say(f"\nGame {game.number + 1}: {names}, {result}" + (f" ({game.fault})" if game.fault else ""))
            say(game.final)


def show_session(key: str, kept: Kept, json: bool) -> None:
    """Print a session."""
    if json:
        print_json({"id": key, **to_json(kept.session)})
        return
    session = kept.session
    say(f"{to_json(session)['game']}: {', '.join(session.players)}", "bold")
    say(" ".join(session.described()))
    say(session.rules.text(session.state))
    if session.result is not None:
        say(ending(session))


@app.command()
def export(
    key: KeyArgument,
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="For a tournament .html, .csv or .json; for a session a saved game, .json."
        ),
    ],
    game: Annotated[
        int | None, typer.Option("--game", min=1, help="Only this game of a tournament, as a saved game.")
    ] = None,
    store: StoreOption = None,
) -> None:
    """Write a tournament as a report, or a game as a saved game that `outwit review` and others read.

    Example: outwit store export 3f2a90c1 tournament.html
    """
    from outwit.arena.report import check_ending, write_report
    from outwit.arena.standings import Standings
    from outwit.store import Tournaments

    if not Tournaments(store).holds(key):
        write_saved(file, to_json(find_session(key, store).session))
    else:
        tournament, played = Tournaments(store).find(key)
        if game is None:
            check_ending(file)
            write_report(file, Standings(tournament, played.values()))
        else:
            from outwit.arena.replay import replay_game

            if game - 1 not in played:
                raise OutwitError(f"Game {game} of tournament {key} has not been played.")
            write_saved(file, to_json(replay_game(tournament, played[game - 1])))
    say(f"Written to {file}.", "dim")


def write_saved(file: Path, data: JsonObject) -> None:
    """Write a saved game."""
    if file.suffix.lower() != ".json":
        raise OutwitError(f"{str(file)!r} cannot be written; a saved game's name must end in .json.")
    write_whole(file, plain.dumps(data, indent=1, ensure_ascii=False) + "\n")


@app.command()
def delete(
    keys: Annotated[list[str], typer.Argument(metavar="ID...", help="What is to be forgotten.")],
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    store: StoreOption = None,
) -> None:
    """Delete tournaments with all their games, or sessions. It asks first, and cannot be undone.

    Example: outwit store delete 3f2a90c1
    """
    from outwit.store import SessionStore, Tournaments

    tournaments, sessions = Tournaments(store), SessionStore(store)
    for key in keys:
        if not tournaments.holds(key) and not sessions.holds(key):
            raise missing_error(key)
    what = "it" if len(keys) == 1 else f"these {len(keys)}"
    if not yes and not typer.confirm(f"Delete {what} for good?"):
        say("Nothing was deleted.")
        return
    for key in keys:
        (tournaments if tournaments.holds(key) else sessions).remove(key)
    say(f"Deleted: {', '.join(keys)}.")


def find_session(key: str, store: str | None) -> Kept:
    """A session in the store; a sentence if there is nothing of that name, or nothing to be shown yet."""
    from outwit.store import SessionStore
    from outwit.web.turns import is_ended

    sessions = SessionStore(store)
    if not sessions.holds(key):
        raise missing_error(key)
    kept = sessions.find(key)
    if kept.session.game.hidden and Human.name in kept.session.players and not is_ended(kept):
        raise OutwitError(
            f"The session {key!r} is a game with hidden information that people still play; it can be shown "
            "and exported when it is over."
        )
    return kept


def missing_error(key: str) -> OutwitError:
    """The answer to a name that nothing has."""
    return OutwitError(f"There is no {key!r} in the store; outwit store list shows what there is.")


def when(seconds: float) -> str:
    """A moment as people read it."""
    return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M")
