"""Plain data, as JSON has it."""

from __future__ import annotations

from typing import Any, TypeAlias

Json: TypeAlias = Any
"""A value of JSON: `Any`, because a union would have to be told apart wherever an entry is taken out."""

JsonObject: TypeAlias = dict[str, Json]
"""An object of JSON, whose entries are of many kinds."""
