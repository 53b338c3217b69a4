"""The tables played again as CSV and as a page with the boards."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from outwit.experiments.wargame.matches import Match
from outwit.experiments.wargame.tables import Comparison, Duel, search_name
from outwit.games.wargame import WarGame
from outwit.views import find_view

MARKS = {"equal": "=", "slip": "slip", "different": "≠"}

STYLE = """
:root{color-scheme:light dark;--line:#ccd4de;--soft:#515c69;--bad:#b42318;--slip:#8a5a00}
@media (prefers-color-scheme:dark){:root{--line:#3a4450;--soft:#a7b0bd;--bad:#ff9b8f;--slip:#f2c14e}}
body{font:16px/1.5 system-ui,sans-serif;max-width:76rem;margin:2rem auto;padding:0 1rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;margin:1rem 0}
caption{text-align:left;font-weight:600;padding:.3rem 0}
th,td{padding:.25rem .6rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}
th:nth-child(-n+3),td:nth-child(-n+3){text-align:left}
td.slip{color:var(--slip);font-weight:600}td.different{color:var(--bad);font-weight:600}
.boards{display:flex;flex-wrap:wrap;gap:1.2rem}
figure{margin:0;width:17rem}figure svg{width:100%;height:auto}
figcaption{color:var(--soft);font-size:.9rem}
"""


def as_csv(comparisons: Sequence[Comparison]) -> str:
    """A line for each row: the figures as printed, as found, the verdict, and with the turns in order."""
    text = io.StringIO()
    names = ["table", "board", "player 1", "player 2"]
    figures = [cell.name for cell in comparisons[0].cells]
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(
        names
        + [f"{figure} {kind}" for figure in figures for kind in ("printed", "found", "verdict")]
        + [f"{figure} alternating" for figure in figures]
    )
    for each in comparisons:
        points, nodes = each.alternating.points, each.alternating.totals
        writer.writerow(
            [each.row.table, each.row.board, *players(each)]
            + [value for cell in each.cells for value in (cell.printed, cell.found, cell.verdict)]
            + [points[0], nodes[0], points[1], nodes[1]]
        )
    return text.getvalue()


def as_html(comparisons: Sequence[Comparison], duels: Sequence[Duel], said: Sequence[str]) -> str:
    """A page that shows everything: what was said of it, the tables, and the boards they end with."""
    parts = [f"<p>{escape(sentence)}</p>" for sentence in said]
    for table, rows in groupby(comparisons, key=lambda each: each.row.table):
        found = list(rows)
        parts += [f"<h2>{escape(table)}</h2>", *table_of(found), *boards_of(found)]
    parts += ["<h2>What the double move costs</h2>", *table_of_duels(duels)]
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>The War Game, played again</title><style>{STYLE}</style>"
        f"<h1>The War Game, played again</h1>{''.join(parts)}</html>\n"
    )


def table_of(comparisons: Sequence[Comparison]) -> Iterator[str]:
    """The rows of one table."""
    heads = ["board", "player 1", "player 2", "points 1", "nodes 1", "points 2", "nodes 2"]
    more = ["points", "nodes 1", "nodes 2"]
    yield '<div class="wide"><table><caption>As printed, and whether the same was found; then the same match '
    yield "with the turns in order</caption><thead><tr>"
    yield "".join(f'<th scope="col">{head}</th>' for head in [*heads, *more])
    yield "</tr></thead><tbody>"
    for each in comparisons:
        yield "<tr>"
        yield "".join(f"<td>{escape(text)}</td>" for text in [each.row.board, *players(each)])
        for cell in each.cells:
            yield f'<td class="{cell.verdict}">{cell.printed:,} {MARKS[cell.verdict]}</td>'
        first, second = each.alternating.points
        yield f"<td>{first:,} : {second:,}</td>"
        yield "".join(f"<td>{nodes:,}</td>" for nodes in each.alternating.totals)
        yield "</tr>"
    yield "</tbody></table></div>"


def table_of_duels(duels: Sequence[Duel]) -> Iterator[str]:
    """What the duels came to."""
    yield '<div class="wide"><table><caption>Alpha-beta with the turns in order against the report\'s, each '
    yield 'side once, both games together</caption><thead><tr><th scope="col">board</th>'
    for head in ("depth", "points in order", "points doubled", "nodes in order", "nodes doubled"):
        yield f'<th scope="col">{head}</th>'
    yield "</tr></thead><tbody>"
    for each in duels:
        yield f"<tr><td>{escape(each.board)}</td><td>{each.depth}</td>"
        yield "".join(f"<td>{figure:,}</td>" for figure in (*each.points, *each.nodes))
        yield "</tr>"
    yield "</tbody></table></div>"


def boards_of(comparisons: Sequence[Comparison]) -> Iterator[str]:
    """Each board, empty and as the matches on it end."""
    for board, rows in groupby(comparisons, key=lambda each: each.row.board):
        yield f'<h3>{escape(board)}</h3><div class="boards">'
        game = WarGame(board)
        yield board_figure(game, None, "the board")
        ends: dict[Match, list[str]] = {}
        for each in rows:
            same = next((match for match in ends if match.moves == each.again.moves), each.again)
            ends.setdefault(same, []).append(" against ".join(players(each)))
        for match, labels in ends.items():
            yield board_figure(game, match, "; ".join(labels))
        yield "</div>"


def board_figure(game: WarGame, match: Match | None, caption: str) -> str:
    """A board as a figure: where a match ends, or the empty one."""
    picture = find_view(game).picture(match.end if match else game.initial()).still()
    words = f"{caption}: {match.points[0]} : {match.points[1]}" if match else caption
    return f"<figure>{picture.svg()}<figcaption>{escape(words)}</figcaption></figure>"


def players(comparison: Comparison) -> tuple[str, str]:
    """The two players in words."""
    first, second = (f"{search_name(player.search)} {player.depth}" for player in comparison.row.players)
    return first, second
