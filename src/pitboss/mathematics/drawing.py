"""Charts as plain SVG text, drawn the same way every time: fit for a page that is printed and filed."""

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from html import escape
from itertools import product

from pitboss.cards import RANKS
from pitboss.mathematics.distribution import Distribution
from pitboss.mathematics.opening_chart import OpeningChart

INK, FAINT, RULE = "#1d2733", "#5d6b7a", "#d9dfe6"
LOSS, EVEN, WIN = "#b4513f", "#8b95a1", "#1f6391"
SHADES = ("#e6e9ed", "#a9cbe2", "#1f6391")
"""From giving up to betting most."""
TEXT_ON = (INK, INK, "#ffffff")

WIDTH = 720


def distribution_plot(spread: Distribution, unit: str) -> str:
    """Every result with its chance: results on a scale that is logarithmic away from 0, chances logarithmic."""
    height, left, right, top, bottom = 300, 52, 12, 14, 42
    nets, chances = spread.arrays()
    places = [_squeezed(float(net)) for net in nets]
    low, high = min(places), max(places)
    decades = -math.floor(math.log10(min(chances)))

    def x(net: float) -> float:
        return left + (_squeezed(net) - low) / ((high - low) or 1) * (WIDTH - left - right)

    def y(power: float) -> float:
        return top + -power / decades * (height - top - bottom)

    parts = []
    for decade in range(0, decades + 1, 2 if decades > 8 else 1):
        parts.append(_line(left, y(-decade), WIDTH - right, y(-decade), RULE))
        label = "1" if decade == 0 else f"10<tspan dy='-4' font-size='8'>−{decade}</tspan>"
        parts.append(f"<text x='{left - 8}' y='{y(-decade) + 3.5:.1f}' text-anchor='end' fill='{FAINT}'>{label}</text>")
    for net, chance in zip(nets, chances, strict=True):
        colour = LOSS if net < 0 else WIN if net > 0 else EVEN
        parts.append(_line(x(net), y(-decades), x(net), y(math.log10(chance)), colour, 1.6))
        parts.append(f"<circle cx='{x(net):.1f}' cy='{y(math.log10(chance)):.1f}' r='2.1' fill='{colour}'/>")
    for tick in _ticks(float(nets[0]), float(nets[-1])):
        parts.append(_line(x(tick), y(-decades), x(tick), y(-decades) + 4, FAINT))
        parts.append(_text(x(tick), height - bottom + 17, f"{tick:+,d}" if tick else "0", "middle", FAINT))
    parts.append(_line(left, y(-decades), WIDTH - right, y(-decades), FAINT))
    parts.append(_text((left + WIDTH - right) / 2, height - 6, f"net result of a round, in {unit}", "middle", INK))
    return _svg(height, f"Chance of every net result, in {unit}", parts)


def _squeezed(net: float) -> float:
    return math.copysign(math.log10(1 + abs(net)), net)


def _ticks(least: float, most: float) -> list[int]:
    marks = (1, 2, 5)
    sizes = [mark * 10**power for power in range(7) for mark in (marks if power == 0 else (1,))]
    return [tick for tick in (*(-size for size in reversed(sizes)), 0, *sizes) if least <= tick <= most]


def share_bars(decisions: Mapping[str, Mapping[str, Fraction]]) -> str:
    """One bar for each decision, divided by how often each choice is taken."""
    row, left = 30, 86
    width = WIDTH - left - 4
    parts = []
    for number, (name, shares) in enumerate(decisions.items()):
        top, at = number * row + 4, float(left)
        parts.append(_text(left - 10, top + 15, name.capitalize(), "end", INK))
        for (choice, share), shade, on in zip(shares.items(), SHADES, TEXT_ON, strict=False):
            wide = float(share) * width
            parts.append(f"<rect x='{at:.1f}' y='{top}' width='{wide:.1f}' height='22' fill='{shade}' stroke='#fff'/>")
            label = f"{choice} {float(share):.1%}" if wide > 66 else choice if wide > 26 else ""
            parts.append(_text(at + wide / 2, top + 15, label, "middle", on))
            at += wide
    return _svg(len(decisions) * row + 4, "How often each choice is taken", parts)


def opening_grid(chart: OpeningChart) -> str:
    """The starting hands by rank, suited ones above the diagonal: the best decision, and what it is worth."""
    ranks = RANKS[::-1]
    size, high, left, top = 50, 30, 28, 20
    parts = []
    for number, rank in enumerate(ranks):
        parts.append(_text(left + number * size + size / 2, 13, rank, "middle", FAINT))
        parts.append(_text(14, top + number * high + high / 2 + 4, rank, "middle", FAINT))
    for row, column in product(range(len(ranks)), repeat=2):
        x, y = left + column * size, top + row * high
        action = int(chart.actions[row, column])
        fill, ink = SHADES[action], TEXT_ON[action]
        parts.append(f"<rect x='{x}' y='{y}' width='{size}' height='{high}' fill='{fill}' stroke='#fff'/>")
        kind = "" if row == column else "s" if row < column else "o"
        name = ranks[min(row, column)] + ranks[max(row, column)] + kind
        parts.append(_text(x + size / 2, y + 13, name, "middle", ink, weight="600"))
        parts.append(_text(x + size / 2, y + 25, f"{chart.best_values[row, column]:+.2f}", "middle", ink, size=9))
    return _svg(top + 13 * high + 2, "The best opening decision with every starting hand", parts, left + 13 * size + 2)


def _svg(height: float, title: str, parts: Iterable[str], width: float = WIDTH) -> str:
    name = escape(title, quote=True)
    head = f"<svg viewBox='0 0 {width:g} {height:g}' role='img' aria-label='{name}' class='chart' font-size='11'>"
    return f"{head}<title>{name}</title>{''.join(parts)}</svg>"


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, wide: float = 1) -> str:
    ends = f"x1='{x1:.1f}' y1='{y1:.1f}' x2='{x2:.1f}' y2='{y2:.1f}'"
    return f"<line {ends} stroke='{colour}' stroke-width='{wide}'/>"


def _text(x: float, y: float, text: str, anchor: str, colour: str, weight: str = "400", size: int = 11) -> str:
    style = f"text-anchor='{anchor}' fill='{colour}' font-weight='{weight}' font-size='{size}'"
    return f"<text x='{x:.1f}' y='{y:.1f}' {style}>{escape(text)}</text>"
