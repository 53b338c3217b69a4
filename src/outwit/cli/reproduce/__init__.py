"""`outwit reproduce`: published results, found again."""

from __future__ import annotations

import typer

from outwit.cli.reproduce import tactics, wargame

app = typer.Typer(no_args_is_help=True, help="Reproduce published results, figure by figure.")
app.command("wargame")(wargame.run)
app.command("wargame-questions")(wargame.questions)
app.command("tactics")(tactics.run)


@app.callback()
def reproduce() -> None:
    """Reproduce published results, figure by figure."""
