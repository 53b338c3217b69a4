"""What each enhancement is worth, drawn as bars."""

from __future__ import annotations

import math
from html import escape

from outwit.analysis.ablation import Ablation, Trial

ROW, BAR, LABEL, TOP = 26, 260, 110, 64
"""How the picture is laid out: the height of a row, the greatest length of a bar, room for words."""

STYLE = """
.ow-bars{font:13px system-ui,-apple-system,"Segoe UI",Roboto,Arial,"DejaVu Sans",sans-serif;fill:#1f2933}
.ow-bars .back{fill:#fff}.ow-bars .off{fill:#2563eb}.ow-bars .alone{fill:#c2410c}
.ow-bars .worse{fill-opacity:.35}
.ow-bars .axis{stroke:#7b8694}.ow-bars .head{font-weight:600}
@media (prefers-color-scheme:dark){.ow-bars{fill:#e6e9ee}.ow-bars .back{fill:#15181d}
.ow-bars .off{fill:#86b4ff}.ow-bars .alone{fill:#ff9f70}}
"""


def svg(ablation: Ablation, title: str) -> str:
    """A picture: for each switch, how many times the nodes it takes without it, and how many it saves alone.

    Bars grow with the logarithm; those of switches that cost nodes go the other way and are pale.
    """
    rows = list(zip(ablation.off, ablation.alone, strict=True))
    worths = [ablation.worth(trial) for pair in rows for trial in pair]
    most = max(2.0, *(max(worth, 1 / worth) for worth in worths))
    width, height = LABEL + 2 * (BAR + 150), TOP + ROW * len(rows) + 16
    drawn = "".join(bars(ablation, pair, TOP + ROW * i, most) for i, pair in enumerate(rows))
    heads = "".join(
        f'<text class="head" x="{LABEL + side * (BAR + 150) + BAR / 3:g}" y="52">{words}</text>'
        for side, words in enumerate(("without it, nodes times", "alone, nodes saved by"))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ow-bars" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" aria-label="{escape(title)}"><style>{STYLE}</style>'
        f'<rect class="back" width="{width}" height="{height}"/>'
        f'<text class="head" x="12" y="26">{escape(title)}</text>{heads}{drawn}</svg>\n'
    )


def bars(ablation: Ablation, pair: tuple[Trial, Trial], y: float, most: float) -> str:
    """A row of the picture: the name of a switch and its two bars."""
    parts = [f'<text x="12" y="{y + 17:g}">{escape(pair[0].name)}</text>']
    for side, trial in enumerate(pair):
        worth = ablation.worth(trial)
        zero = LABEL + side * (BAR + 150) + BAR / 3
        length = 2 / 3 * BAR * abs(math.log(worth)) / math.log(most)
        length = length if worth >= 1 else min(length, BAR / 3 - 4)
        left = zero if worth >= 1 else zero - length
        kind = "alone" if trial.alone else "off"
        pale = "" if worth >= 1 else " worse"
        parts.append(
            f'<rect class="{kind}{pale}" x="{left:.1f}" y="{y + 5:g}" '
            f'width="{max(length, 1):.1f}" height="16"/>'
            f'<line class="axis" x1="{zero:g}" x2="{zero:g}" y1="{y:g}" y2="{y + ROW:g}"/>'
            f'<text x="{zero + (length if worth >= 1 else 0) + 6:.1f}" y="{y + 17:g}">{worth:.2f}</text>'
        )
    return "".join(parts)
