"""Agents by their spec, all of them as the textbook has them: interpreted."""

from __future__ import annotations

from dataclasses import replace

import outwit
from outwit import Agent
from outwit.engine.compiled_agent import CompilingSearcher


def find_agent(text: str) -> Agent:
    agent = outwit.find_agent(text)
    return replace(agent, compiled=False) if isinstance(agent, CompilingSearcher) else agent
