"""Reports of a match or a tournament: a page to read, a sheet to calculate with, data for programs."""

from __future__ import annotations

from pathlib import Path

from outwit.arena.report.html import page
from outwit.arena.report.sheets import csv_sheet, json_document
from outwit.arena.standings import Standings
from outwit.errors import OutwitError, join_names
from outwit.files import write_whole

WRITERS = {".html": page, ".csv": csv_sheet, ".json": json_document}
"""What makes the text of a report, by the ending of the file's name."""


def check_ending(path: Path) -> str:
    """The ending of a report's name; refused, before anything is played, if no report is written so."""
    ending = path.suffix.lower()
    if ending not in WRITERS:
        raise OutwitError(
            f"A report cannot be written to {str(path)!r}; the file's name must end in {join_names(WRITERS)}."
        )
    if not path.expanduser().parent.is_dir():
        raise OutwitError(f"{str(path)!r} cannot be written: there is no folder {str(path.parent)!r}.")
    return ending


def write_report(path: Path, standings: Standings) -> None:
    """Write how a tournament stands to a file, in the form that the ending of its name asks for.

    Text that no file can hold (half of a pair of surrogates in what a crashed agent said) is written as the
    number of its character.
    """
    text = WRITERS[check_ending(path)](standings)
    write_whole(path, text.encode("utf-8", "backslashreplace"))
