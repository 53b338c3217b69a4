"""`outwit games`: which games there are."""

from __future__ import annotations

from outwit import specs
from outwit.cli.arguments import JsonOption
from outwit.cli.console import print_json, print_table
from outwit.games import game_loaders, summary


def run(json: JsonOption = False) -> None:
    """List the games and their options.

    Example: outwit games

    A game of your own is path/to/file.py:ClassName wherever a game is asked for; `outwit new` writes one.
    """
    found = {name: load() for name, load in game_loaders().items()}
    options = {
        name: {key: specs.write(specs.default(f)) for key, f in specs.option_fields(cls).items()}
        for name, cls in found.items()
    }
    if json:
        print_json(
            [{"name": name, "summary": summary(cls), "options": options[name]} for name, cls in found.items()]
        )
        return
    rows = []
    for name, cls in found.items():
        spelled = ", ".join(f"{key}={value}" for key, value in options[name].items())
        if getattr(cls, "verbatim", None):
            spelled = f"{name}:{next(iter(options[name].values()))}"
        rows.append([name, spelled, summary(cls)])
    print_table(["game", "options", "what it is"], rows, left=2)
