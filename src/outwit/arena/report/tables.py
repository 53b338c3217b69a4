"""The tables of a report: standings, who met whom, faults and games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from outwit.arena.plan import Fixture
from outwit.arena.played import Played
from outwit.arena.report.sheets import opening_text
from outwit.arena.report.words import likelihood, with_sign
from outwit.arena.standings import Line, Meeting, Standings
from outwit.decision import value_text

MOST = 500
"""How many games and faults the page lists; the CSV has all."""

DEEPEST = 0.4
"""How strongly a cell is shaded at most; its figures stay readable."""


def table(caption: str, headings: Sequence[str], rows: Iterable[str], kind: str = "") -> str:
    """A table that can be moved sideways, by keys too, where it is too wide for the screen.

    A heading that ends in `#` is that of a column of figures.
    """
    heads = "".join(
        f'<th scope="col" class="{"figure" if name.endswith("#") else ""}">{escape(name.rstrip("#"))}</th>'
        for name in headings
    )
    return (
        f'<div class="wide" role="region" aria-label="{escape(caption)}" tabindex="0">'
        f'<table class="{kind}"><caption><span>{escape(caption)}</span></caption>\n'
        f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{''.join(rows)}</tbody></table></div>\n"
    )


def figure(words: str, below: str = "") -> str:
    """A cell with a figure, and what belongs to it below."""
    small = f'<span class="small">{escape(below)}</span>' if below else ""
    return f'<td class="figure">{escape(words)}{small}</td>'


def breakable(name: str) -> str:
    """An agent's name, escaped, that may go on in a new line between its options.

    >>> breakable("alphabeta:depth=4,table=off")
    'alphabeta:<wbr>depth=4,<wbr>table=off'
    """
    return escape(name).replace(":", ":<wbr>").replace(",", ",<wbr>")


def standings_table(standings: Standings) -> str:
    """What each agent has done, the best first."""
    two = len(standings.tournament.agents) == 2
    strength = ["Elo#", "superiority#"] if two else ["rating#"]
    headings = ["place#", "agent", *strength, "score#", "won#", "drawn#", "lost#", "games#"]
    headings += ["nodes a\N{NO-BREAK SPACE}move#", "nodes#", "s a\N{NO-BREAK SPACE}move#", "faults#"]
    rows = [standings_row(standings, line, place) for place, line in enumerate(standings.lines, 1)]
    caption = "Elo and rating are given with their interval of 95 %; a draw is half a win"
    if standings.tournament.seats > 2:
        caption += "; the point of a game is shared by those who did best in it"
    return f"<section>\n<h2>Standings</h2>\n{table(caption, headings, rows)}</section>\n"


def standings_row(standings: Standings, line: Line, place: int) -> str:
    """An agent's row."""
    if len(standings.tournament.agents) == 2:
        strength = match_cells(standings, line.agent)
    else:
        rating = standings.ratings[line.agent]
        strength = figure(with_sign(rating.elo), f"{with_sign(rating.low)} to {with_sign(rating.high)}")
    moved = line.moves > 0
    return (
        f'<tr><td class="figure">{place}</td>'
        f'<th scope="row" class="agent">{breakable(line.name)}</th>{strength}'
        + figure(f"{100 * line.score:.1f} %" if line.games else "–")
        + "".join(figure(f"{count:,}") for count in (line.wins, line.draws, line.losses, line.games))
        + figure(f"{line.nodes_per_move:,.0f}" if moved else "–")
        + figure(f"{line.nodes:,}")
        + figure(f"{line.seconds_per_move:.4f}" if moved else "–")
        + figure(f"{line.faults:,}")
        + "</tr>\n"
    )


def match_cells(standings: Standings, agent: int) -> str:
    """The difference in Elo and the likelihood of superiority, seen by one of the two of a match."""
    meeting = standings.meetings.get((0, 1))
    if meeting is None or not meeting.pairs:
        return figure("–") + figure("–")
    found = meeting.estimate if agent == 0 else meeting.estimate.inverse
    ends = f"{with_sign(found.elo_low)} to {with_sign(found.elo_high)}"
    return figure(with_sign(found.elo), ends) + figure(likelihood(found.superiority))


def cross_table(standings: Standings) -> str:
    """The score of each agent against each other, shaded and in figures."""
    if not standings.meetings:
        return ""
    order = [line.agent for line in standings.lines]
    numbers = [str(place) for place in range(1, len(order) + 1)]
    rows = [
        f'<tr><th scope="row" class="agent">{place}. {breakable(standings.tournament.names[agent])}</th>'
        + "".join(cross_cell(standings, agent, other) for other in order)
        + "</tr>\n"
        for place, agent in zip(numbers, order, strict=True)
    ]
    caption = "The score of the agent in the row against the one in the column; below it, won–drawn–lost"
    made = table(caption, ["agent", *(f"against {number}" for number in numbers)], rows, "cross")
    return f"<section>\n<h2>Who met whom</h2>\n{made}</section>\n"


def cross_cell(standings: Standings, agent: int, other: int) -> str:
    """The score of an agent against another; blue above one half, orange below, the stronger the farther."""
    if agent == other:
        return "<td>·</td>"
    meeting: Meeting | None = standings.meetings.get((min(agent, other), max(agent, other)))
    if meeting is None:
        return "<td>–</td>"
    wins, draws, losses = meeting.wins, meeting.draws, meeting.losses
    if agent > other:
        wins, losses = losses, wins
    score = (wins + draws / 2) / (wins + draws + losses)
    side = "ahead" if score > 0.5 else "behind"
    depth = DEEPEST * abs(2 * score - 1)
    return (
        f'<td class="{side}" style="--depth:{depth:.2f}">{100 * score:.1f} %'
        f'<span class="small">{wins}–{draws}–{losses}</span></td>'
    )


def fault_table(standings: Standings) -> str:
    """The games that ended before the rules ended them."""
    faults = [(fixture, game) for fixture, game in standings.games() if game.fault is not None]
    if not faults:
        return ""
    rows = [
        f"{number_cell(fixture)}"
        f'<td class="agent">{breakable(culprit(standings, fixture, game))}</td>'
        f'<td class="words">{escape(game.fault or "")}</td></tr>\n'
        for fixture, game in faults[:MOST]
    ]
    made = table("Games that ended by a fault", ["game#", "whose", "reason"], rows)
    return f"<section>\n<h2>Faults</h2>\n{cut(len(faults), 'faults')}{made}</section>\n"


def culprit(standings: Standings, fixture: Fixture, game: Played) -> str:
    """Whose fault it was that a game ended."""
    return "the rules" if game.culprit is None else standings.tournament.names[fixture.seats[game.culprit]]


def game_table(standings: Standings) -> str:
    """The games, each with its last position."""
    games = standings.games()
    if not games:
        return "<section>\n<h2>Games</h2>\n<p>No game has been played yet.</p>\n</section>\n"
    seats = [f"seat {seat}" for seat in range(1, standings.tournament.seats + 1)]
    headings = ["game#", "pair#", *seats, "opening", "payoffs", "moves#", "last position"]
    rows = [game_row(standings, fixture, game) for fixture, game in games[:MOST]]
    made = table("Payoffs are listed by seat; moves are decisions after the opening", headings, rows)
    return f"<section>\n<h2>Games</h2>\n{cut(len(games), 'games')}{made}</section>\n"


def game_row(standings: Standings, fixture: Fixture, game: Played) -> str:
    """A game."""
    tournament = standings.tournament
    agents = "".join(
        f'<td class="agent">{breakable(tournament.names[agent])}</td>' for agent in fixture.seats
    )
    opening = opening_text(tournament.openings[fixture.opening]) or "usual"
    if game.payoffs is not None:
        result = ", ".join(value_text(payoff) for payoff in game.payoffs)
    else:
        result = "void" if game.culprit is None else f"fault of seat {game.culprit + 1}"
    return (
        f"{number_cell(fixture)}{figure(f'{fixture.pair + 1:,}')}{agents}<td>{escape(opening)}</td>"
        f"<td>{escape(result)}</td>{figure(f'{sum(game.moves):,}')}"
        f"<td><details><summary>show</summary><pre>{escape(game.final)}</pre></details></td></tr>\n"
    )


def number_cell(fixture: Fixture) -> str:
    """The beginning of a row that tells of a game: its number, counted from 1."""
    return f'<tr><th scope="row" class="figure">{fixture.number + 1:,}</th>'


def cut(many: int, what: str) -> str:
    """The sentence that says what is not listed, if anything is not."""
    if many <= MOST:
        return ""
    return f"<p>The first {MOST} of {many:,} {what}; a report written as CSV has all.</p>\n"
