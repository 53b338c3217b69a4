"""Tables put into a page, between comments that name them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from outwit.errors import OutwitError


def markdown(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table as a page has it; columns of figures are aligned to the right.

    >>> print(markdown(["board", "nodes"], [["Keren", "1,234"]]))
    | board | nodes |
    | --- | ---: |
    | Keren | 1,234 |
    """
    figures = [all(row[i][:1] in "0123456789+-" for row in rows) for i in range(len(headings))]
    lines = [headings, ["---:" if right else "---" for right in figures], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def read_page(page: Path) -> str:
    """The text of a page that tables are put into."""
    try:
        return page.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise OutwitError(f"The page {str(page)!r} cannot be read: {reason}.") from error


def put_in(page: Path, name: str, table: str) -> str:
    """A page's text, as it is now, with a table where the comments with its name are."""
    text = read_page(page)
    start, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    before, opened, rest = text.partition(start)
    _, closed, after = rest.partition(end)
    if not (opened and closed):
        raise OutwitError(f"The page {str(page)!r} has no place for the table: write {start} and {end}.")
    return f"{before}{start}\n{table}\n{end}{after}"
