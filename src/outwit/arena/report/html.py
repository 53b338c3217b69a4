"""A report to read: one page that holds everything, asks nothing of a network, and runs no script."""

from __future__ import annotations

from html import escape

from outwit.arena.elo import Estimate
from outwit.arena.plan import MEETINGS, Tournament
from outwit.arena.report.plots import (
    Interval,
    intervals,
    llr_over_pairs,
    nodes_over_moves,
    sample,
    score_over_time,
)
from outwit.arena.report.series import course_of, nodes_by_move, pair_scores, running_mean
from outwit.arena.report.style import STYLE
from outwit.arena.report.tables import breakable, cross_table, fault_table, game_table, standings_table
from outwit.arena.report.words import comparison, payoff_comparison, quantity, with_sign
from outwit.arena.standings import Standings
from outwit.draw.picture import Picture
from outwit.games import shown_spec

READING = """\
<footer><h2>How to read this</h2>
<p>A pair is the games of the same agents from the same opening with the same dice, every seat taken by each
in turn; its games are no evidence independent of each other, so pairs are what all statistics count.</p>
<p>An interval of 95 % is made in a way that catches the true figure 95 times in 100; two agents whose
intervals overlap widely may well be equally strong.</p>
<p>Elo tells strength by the score to expect (100 more means 64 %, 200 means 76 %, 400 means 91 %), and the
likelihood of superiority is how sure the pairs make it that an agent is stronger than the other at all.</p>
</footer>
"""


def page(standings: Standings) -> str:
    """The whole report."""
    tournament = standings.tournament
    title = f"{shown_spec(tournament.game)}: {occasion(tournament)}"
    sections = [
        heading(standings, title),
        standings_table(standings),
        strength(standings),
        course(standings),
        cross_table(standings),
        development(standings),
        effort(standings),
        fault_table(standings),
        game_table(standings),
    ]
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'\">\n"
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f"<main>\n{''.join(sections)}</main>\n{READING}</body>\n</html>\n"
    )


def embed(plot: Picture) -> str:
    """A plot as part of a page, which has the style sheet."""
    return plot.svg(theme="page")


def occasion(tournament: Tournament) -> str:
    """What was played, in few words."""
    many = len(tournament.agents)
    if many == tournament.seats:
        return f"a match of {many} agents"
    return f"a tournament of {many} agents, {MEETINGS[tournament.form]}"


def heading(standings: Standings, title: str) -> str:
    """What was played and how, and how it ended."""
    said = "".join(f'<p class="verdict">{escape(sentence)}</p>\n' for sentence in verdicts(standings))
    return f"<h1>{escape(title)}</h1>\n{facts(standings)}\n{said}"


def facts(standings: Standings) -> str:
    """What was agreed before the first game, and how many have been played."""
    tournament = standings.tournament
    played, planned = len(standings.played), len(standings.fixtures)
    games = f"{played:,} of {planned:,}" if played < planned else f"{played:,}"
    pairs = len({fixture.pair for fixture, _ in standings.games()})
    agreed = {
        "Form": "match" if len(tournament.agents) == tournament.seats else tournament.form,
        "Games": f"{games}, in {quantity(pairs, 'pair')} of {tournament.seats}",
        "Seed": str(tournament.seed),
        "Openings": openings(tournament),
        "Time": (
            f"{tournament.seconds:g} s for a move of an agent that sets itself no limit; "
            f"a move that has not come after {tournament.timeout:g} s loses the game"
        ),
    }
    if standings.void:
        agreed["Void"] = (
            f"{quantity(len(standings.void), 'game')}, in which the rules broke down, not counted"
        )
    listed = "".join(f"<dt>{name}</dt><dd>{escape(fact)}</dd>" for name, fact in agreed.items())
    return f'<dl class="facts">{listed}</dl>'


def verdicts(standings: Standings) -> list[str]:
    """What a match has shown, in sentences: the difference in strength, and the test's answer."""
    said = []
    found = difference(standings)
    if found is not None:
        first, second = standings.tournament.names
        ahead, behind, score = (first, second, found.score)
        if score < 0.5:
            ahead, behind, score = (second, first, 1 - score)
        said.append(
            f"{ahead} scores {100 * score:.1f} % against {behind}. {comparison(found, first, second)}"
        )
        gain = standings.meetings[0, 1].gain
        if gain is not None:
            said.append(payoff_comparison(gain, first, second))
    if standings.trial is not None:
        said.append(f"Sequential test: {standings.trial.sprt.sentence(standings.trial.counts)}")
    return said


def difference(standings: Standings) -> Estimate | None:
    """What a match of two says of the first of them; None where more play or no pair is complete."""
    meeting = standings.meetings.get((0, 1)) if len(standings.tournament.agents) == 2 else None
    return meeting.estimate if meeting is not None and meeting.pairs else None


def openings(tournament: Tournament) -> str:
    """How games begin, in words."""
    many = len(tournament.openings)
    lengths = sorted({len(opening.moves) for opening in tournament.openings})
    if many == 1 and lengths == [0] and tournament.openings[0].start is None:
        return "the usual beginning"
    moves = quantity(lengths[-1], "move")
    if len(lengths) > 1:
        moves = f"{lengths[0]} to {moves}"
    return f"{quantity(many, 'opening')} of {moves}, each from every seat"


def strength(standings: Standings) -> str:
    """The plot of intervals: of each agent's rating, or of the difference between two."""
    if not standings.meetings:
        return ""
    found = difference(standings)
    if len(standings.tournament.agents) == 2:
        if found is None:
            return ""
        first, second = standings.tournament.names
        title, unit = "Difference in strength", "Elo above the other"
        rows = [Interval(first, found.elo, found.elo_low, found.elo_high)]
        label = f"Elo of {first} above {second}"
    else:
        title, unit = "Strength", "Elo above the middle of all"
        rated = [(line.name, standings.ratings[line.agent]) for line in standings.lines]
        rows = [
            Interval(f"{place}. {name}", rating.elo, rating.low, rating.high)
            for place, (name, rating) in enumerate(rated, 1)
        ]
        label = "Ratings"
    figures = "; ".join(
        f"{r.name} {with_sign(r.value)} ({with_sign(r.low)} to {with_sign(r.high)})" for r in rows
    )
    plot = intervals(rows, unit, f"{label}, with intervals of 95 %: {figures}")
    return f"<section>\n<h2>{title}</h2>\n<figure>{embed(plot)}</figure>\n</section>\n"


def development(standings: Standings) -> str:
    """The plots of scores from pair to pair: the first agent's in a match of two, else everybody's."""
    scores = pair_scores(standings)
    chosen = [0] if len(scores) == 2 else [line.agent for line in standings.lines]
    figures = []
    for agent in chosen:
        moments = running_mean(scores[agent])
        if moments:
            name = standings.tournament.names[agent]
            said = f"{100 * moments[-1].score:.1f} % after {quantity(moments[-1].pairs, 'pair')}"
            plot = score_over_time(moments, name)
            figures.append(
                f'<figure><figcaption>{breakable(name)} <span class="small">{said}</span></figcaption>'
                f"{embed(plot)}</figure>\n"
            )
    if not figures:
        return ""
    return (
        "<section>\n<h2>Score from pair to pair</h2>\n<p>The mean score so far, in the order of the plan, "
        f'and its interval of 95 %.</p>\n<div class="plots">\n{"".join(figures)}</div>\n</section>\n'
    )


def course(standings: Standings) -> str:
    """The plot of a sequential test from pair to pair, if there is one."""
    trial = standings.trial
    points = course_of(trial, standings.played) if trial is not None else []
    if trial is None or not points:
        return ""
    return (
        "<section>\n<h2>The sequential test</h2>\n<p>The log-likelihood ratio, in the order of the plan; the "
        "match ends where it reaches a bound.</p>\n"
        f"<figure>{embed(llr_over_pairs(points, trial.sprt))}</figure>\n</section>\n"
    )


def effort(standings: Standings) -> str:
    """The plot of nodes from move to move."""
    points = nodes_by_move(standings)
    places = {line.agent: place for place, line in enumerate(standings.lines, 1)}
    ordered = sorted(points, key=places.__getitem__)
    silent = [line.name for line in standings.lines if line.moves and line.agent not in points]
    said = f"<p>Left out, as they count no nodes: {escape(', '.join(silent))}.</p>\n" if silent else ""
    if not (points or silent):
        return ""
    drawn = ""
    if points:
        names = [standings.tournament.names[agent] for agent in ordered]
        series = [(str(places[agent]), points[agent]) for agent in ordered]
        key = "".join(
            f"<li>{embed(sample(number))}<span>{places[agent]}. {breakable(name)}</span></li>"
            for number, (agent, name) in enumerate(zip(ordered, names, strict=True))
        )
        label = f"Mean nodes at each move of a game, on a logarithmic scale: {', '.join(names)}"
        drawn = f'<figure>{embed(nodes_over_moves(series, label))}<ul class="key">{key}</ul></figure>\n'
    return (
        "<section>\n<h2>Nodes from move to move</h2>\n<p>How many positions an agent visited at its first "
        "move after the opening, its second, and so on: the mean of the games that lasted so long, on a "
        f"logarithmic scale.</p>\n{drawn}{said}</section>\n"
    )
