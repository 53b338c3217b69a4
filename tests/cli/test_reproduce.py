from __future__ import annotations

import csv
from pathlib import Path

from tests.cli.conftest import Command


def test_the_tables_of_the_report_are_compared_figure_by_figure(outwit: Command, tmp_path: Path) -> None:
    done = outwit("reproduce", "wargame", "--table", "3v3", "--to", tmp_path / "report")
    assert done.status == 0
    assert "19 rows equal in all four figures, 1 slip, 0 different." in done.out
    assert "5,782 is printed as the total of nodes; the total is 104,074" in done.out
    assert "all equal" in done.out
    assert "314,403 =" in done.out
    assert "5,782 slip" in done.out
    rows = list(csv.DictReader((tmp_path / "report" / "tables.csv").open()))
    assert len(rows) == 20
    assert rows[0]["nodes 1 printed"] == rows[0]["nodes 1 found"] == "314403"
    page = (tmp_path / "report" / "index.html").read_text("utf-8")
    assert page.count("<figure>") >= 10
    assert "The War Game, played again" in page


def test_an_unknown_table_and_question_are_refused(outwit: Command, tmp_path: Path) -> None:
    refused = outwit("reproduce", "wargame", "--table", "5v5")
    assert refused.status == 2
    assert "There is no table called '5v5'" in refused.err
    refused = outwit("reproduce", "wargame-questions", "--question", "why")
    assert refused.status == 2
    assert "There is no question called 'why'" in refused.err
    (tmp_path / "file").write_text("")
    refused = outwit("reproduce", "wargame", "--table", "3v3", "--to", tmp_path / "file" / "in")
    assert refused.status == 2
    assert "cannot be made" in refused.err


def test_an_answer_is_put_into_a_page(outwit: Command, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- mandatory -->\nold\n<!-- end of mandatory -->\nafter\n")
    outwit("reproduce", "wargame-questions", "--quick", "--question", "mandatory", "--page", page)
    text = page.read_text()
    assert text.startswith("before\n<!-- mandatory -->\n| board | points |")
    assert text.endswith("<!-- end of mandatory -->\nafter\n")
    assert "old" not in text


def test_a_page_without_a_place_for_the_answer_is_refused(outwit: Command, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("nothing\n")
    refused = outwit("reproduce", "wargame-questions", "--quick", "-q", "mandatory", "--page", page)
    assert refused.status == 2
    assert "has no place for the table" in refused.err
    assert page.read_text() == "nothing\n"
