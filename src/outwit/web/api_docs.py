"""The API's documentation as a page that needs nothing from elsewhere."""

from __future__ import annotations

import json
from html import escape
from typing import Any

from outwit.web.plain_page import plain_page


def documentation(schema: dict[str, Any]) -> str:
    """An OpenAPI description as HTML: every address, what it takes, and what it answers."""
    title = schema["info"]["title"]
    parts = [
        f"<p>{escape(schema['info'].get('description', ''))}</p>",
        '<p>The same as <a href="openapi.json">OpenAPI</a>. Whatever is refused is answered with '
        '<code>{"error": "a sentence"}</code>.</p>',
    ]
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            parts.append(describe_address(schema, f"{method.upper()} /api{path}", operation))
    return plain_page(f"{title} API", f"The API of {title}", "".join(parts))


def describe_address(schema: dict[str, Any], name: str, operation: dict[str, Any]) -> str:
    """One address."""
    parts = [
        f"<section><h2><code>{escape(name)}</code></h2><p>{escape(operation.get('description', ''))}</p>"
    ]
    rows = [
        (each["name"], each["schema"], each.get("description", ""))
        for each in operation.get("parameters", ())
    ]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    shape = resolve_reference(schema, body)
    rows += [
        (field, each, each.get("description", "")) for field, each in shape.get("properties", {}).items()
    ]
    if rows:
        parts.append("<ul>")
        for field, kind, words in rows:
            needed = " (needed)" if field in shape.get("required", ()) else ""
            parts.append(f"<li><code>{escape(field)}</code>{needed}: {escape(words or type_text(kind))}</li>")
        parts.append("</ul>")
    return "".join([*parts, "</section>"])


def resolve_reference(schema: dict[str, Any], shape: dict[str, Any]) -> dict[str, Any]:
    """What a reference in the description stands for."""
    name = shape.get("$ref", "").rpartition("/")[2]
    return dict(schema["components"]["schemas"][name]) if name else shape


def type_text(kind: dict[str, Any]) -> str:
    """A kind of value in a word or two."""
    choices = [each.get("type", "object") for each in kind.get("anyOf", ())]
    return " or ".join(choices) or str(kind.get("type") or json.dumps(kind))
