"""Pages that need nothing from elsewhere, for where no other part of the server may be asked."""

from __future__ import annotations

from html import escape

STYLE = """
:root{color-scheme:light dark}
body{font-family:system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;line-height:1.5}
section{border-top:1px solid #8888;padding:.5rem 0}
a{color:#1d4ed8}
@media (prefers-color-scheme:dark){body{background:#121417;color:#e6e9ee}a{color:#8ab4ff}}
code,pre{font-family:ui-monospace,monospace}
pre{overflow:auto;padding:.75rem;border:1px solid #8888;border-radius:8px}
"""

TITLES = {
    401: "This server wants its token",
    403: "A page of another site",
    404: "No such page",
    405: "Nothing to be done here",
    413: "Too much at once",
    421: "Another name",
    429: "Too many requests",
}
"""What a page is headed that says why something was refused, by the status of the answer."""


def plain_page(title: str, heading: str, content: str) -> str:
    """A page of this title and heading, with a way home; the content is HTML."""
    return (
        f"<!doctype html><html lang=en><head><meta charset=utf-8><title>{escape(title)}</title>"
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<style>{STYLE}</style></head><body><main><p><a href="/">Outwit</a></p><h1>{escape(heading)}</h1>'
        f"{content}</main></body></html>"
    )


def refusal_page(status: int, sentence: str) -> str:
    """The page that tells a person why a request was refused."""
    heading = TITLES[status]
    return plain_page(f"{heading} · Outwit", heading, f"<p>{escape(sentence)}</p>")


def is_for_person(accept: str) -> bool:
    """Does whoever sends this `Accept` show the answer to a person?

    >>> is_for_person("text/html,application/xhtml+xml"), is_for_person("*/*")
    (True, False)
    """
    return "text/html" in accept.lower()
