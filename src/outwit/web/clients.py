"""Who asks: the network address that a request or a search counts against."""

from __future__ import annotations

from contextvars import ContextVar

address: ContextVar[str] = ContextVar("address", default="")
"""The address of whoever is being answered; tasks that are begun meanwhile go on in its name."""
