"""How a report looks: on paper-white or dark, on a desk or a phone, in the colours of the boards."""

from __future__ import annotations

from outwit.draw.svg import FONT
from outwit.draw.theme import PAGE_STYLE, Theme, channels, properties


def colours(theme: Theme) -> str:
    """The colours of a theme as custom properties."""
    tints = f"--ow-tint:{channels('first', theme)};--ow-shade:{channels('second', theme)};"
    return properties(theme) + tints


PARTS = f"""
.facts{{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.15rem 1rem;margin:0}}
.facts dt{{color:var(--ow-name)}}
.facts dd{{margin:0;overflow-wrap:anywhere}}
.verdict{{border-left:4px solid var(--ow-first);padding:.2rem .8rem;margin:1rem 0}}
.wide{{overflow-x:auto;border:1px solid var(--ow-ground);border-radius:.5rem}}
.wide:focus-visible{{outline:3px solid var(--ow-choice);outline-offset:2px}}
table{{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;font-size:.92rem}}
caption{{text-align:left;color:var(--ow-name);padding:.5rem .7rem;caption-side:top}}
caption span{{display:inline-block;position:sticky;left:.7rem;max-width:min(44rem,calc(100vw - 3.5rem))}}
th,td{{padding:.4rem .7rem;text-align:left;vertical-align:top;border-top:1px solid var(--ow-ground)}}
thead th{{color:var(--ow-name);font-weight:600;vertical-align:bottom}}
tbody th{{font-weight:600}}
.figure{{text-align:right;white-space:nowrap}}
thead .figure{{white-space:normal}}
.agent{{min-width:9rem;max-width:24rem;overflow-wrap:anywhere}}
.words{{min-width:14rem;overflow-wrap:anywhere}}
.small{{display:block;color:var(--ow-name);font-size:.85em;font-weight:400;white-space:nowrap}}
.cross td,.cross thead th:not(:first-child){{text-align:center}}
.cross .ahead{{background:rgb(var(--ow-tint) / var(--depth))}}
.cross .behind{{background:rgb(var(--ow-shade) / var(--depth))}}
.cross td .small{{color:inherit}}
.plots{{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,24rem),1fr));gap:1.5rem}}
figure{{margin:0;min-width:0}}
figcaption{{overflow-wrap:anywhere;margin-bottom:.3rem}}
.ow-board{{display:block;width:100%;max-width:36rem;height:auto}}{PAGE_STYLE}\
.key{{list-style:none;padding:0;margin:.5rem 0 0}}
.key li{{display:flex;align-items:baseline;gap:.6rem;overflow-wrap:anywhere}}
.key .ow-board{{flex:none;width:2.5rem;height:.65rem}}
details summary{{cursor:pointer;white-space:nowrap}}
pre{{margin:.4rem 0;line-height:1.25;font-family:ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace}}
@media (max-width:30rem){{th,td{{padding:.35rem .5rem}}
.facts{{grid-template-columns:minmax(0,1fr);gap:0}}.facts dd{{margin-bottom:.4rem}}}}
@media print{{.wide{{overflow:visible}}figure,tr{{break-inside:avoid}}}}
"""
"""How tables and plots look, on a page of their own or, nested, within a part of another."""

STYLE = f"""
:root{{color-scheme:light dark;{colours("light")}}}
@media (prefers-color-scheme:dark){{:root{{{colours("dark")}}}}}
*{{box-sizing:border-box}}
body{{margin:0 auto;max-width:72rem;padding:1.25rem 1rem 3rem;background:var(--ow-cell);color:var(--ow-last);
font:16px/1.5 {FONT}}}
h1{{font-size:1.6rem;line-height:1.2;margin:.3rem 0 .8rem;overflow-wrap:anywhere}}
h2{{font-size:1.2rem;margin:2.4rem 0 .5rem}}
p{{max-width:44rem;margin:.4rem 0}}
footer{{margin-top:2.5rem;border-top:1px solid var(--ow-ground)}}
@media (max-width:30rem){{body{{padding:1rem .7rem 2rem}}}}
@media print{{body{{max-width:none}}}}
{PARTS}"""
"""The style sheet of a report."""
