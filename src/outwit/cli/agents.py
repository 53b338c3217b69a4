"""`outwit agents`: who can play, and what can be set."""

from __future__ import annotations

from typing import Annotated

import typer

from outwit import specs
from outwit.agents import AGENTS
from outwit.cli.arguments import JsonOption, complete_agent
from outwit.cli.console import print_json, print_table, say
from outwit.decision import Agent
from outwit.errors import UnknownNameError
from outwit.json_types import JsonObject


def run(
    name: Annotated[
        str | None, typer.Argument(help="An agent, to list its options.", autocompletion=complete_agent)
    ] = None,
    json: JsonOption = False,
) -> None:
    """List the agents, or the options of one.

    Example: outwit agents alphabeta
    """
    if name is not None and name not in AGENTS:
        raise UnknownNameError("agent", name, AGENTS)
    wanted = AGENTS if name is None else {name: AGENTS[name]}
    if json:
        print_json(
            [{"name": key, "summary": cls.summary, "options": options_of(cls)} for key, cls in wanted.items()]
        )
    elif name is None:
        print_table(["agent", "what it does"], [[key, cls.summary] for key, cls in wanted.items()])
        say("\noutwit agents NAME lists an agent's options.", "dim")
    else:
        cls = wanted[name]
        say(cls.summary)
        print_table(
            ["option", "default", "takes", "what it does"],
            [[o["name"], o["default"], o["takes"], o["help"]] for o in options_of(cls)],
            left=3,
        )
        for preset, meant in getattr(cls, "presets", {}).items():
            say(f"\n{name}:{preset} sets " + ",".join(f"{k}={specs.write(v)}" for k, v in meant.items()))


def options_of(cls: type[Agent]) -> list[JsonObject]:
    """An agent's options, each with its default and its sentence."""
    hints = specs.option_types(cls)
    return [
        {
            "name": name,
            "default": specs.write(specs.default(option)),
            "takes": specs.describe_type(hints[option.name]),
            "help": option.metadata.get("help", ""),
        }
        for name, option in specs.option_fields(cls).items()
    ]
