"""A result as a picture: the estimate of the main game as it narrows, and every wager beside its exact value."""

import math
from html import escape

from pitboss.mathematics.drawing import FAINT, INK, LOSS, RULE, SHADES, WIDTH, WIN
from pitboss.simulation.result import CONFIDENCE, Estimate, Point, SimulationResult
from pitboss.simulation.table import MAIN

LEFT, RIGHT, TOP = 86, 16, 30
CURVE_HIGH = 220
ROW_HIGH = 22
REACH = 4.0
"""Standard errors on either side of the exact value that are drawn."""
SURE = 1.959964


def picture_of(result: SimulationResult) -> str:
    """The whole picture as SVG text, drawn the same way every time."""
    known = [one for one in result.estimates.values() if one.z is not None]
    top_of_rows = TOP + CURVE_HIGH + 74
    height = top_of_rows + len(known) * ROW_HIGH + 34 if known else TOP + CURVE_HIGH + 44
    parts = [_text(LEFT, 16, result.heading, "start", INK), *_curve(result)]
    if known:
        parts += _deviations(known, top_of_rows)
    name = escape(result.heading, quote=True)
    head = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {height}' role='img' aria-label='{name}'"
    style = "font-size='11' font-family='system-ui, sans-serif'"
    return f"{head} {style}><title>{name}</title><rect width='100%' height='100%' fill='#fff'/>{''.join(parts)}</svg>\n"


def _curve(result: SimulationResult) -> list[str]:
    """The running mean of the main game with its interval, over rounds on a logarithmic scale."""
    points = [*result.points] or [Point(max(result.rounds, 1), result.main.mean, result.main.standard_error)]
    exact = result.estimates[MAIN].exact
    lows = [point.mean - SURE * point.standard_error for point in points]
    highs = [point.mean + SURE * point.standard_error for point in points]
    least, most = min(lows), max(highs)
    if exact is not None:
        least, most = min(least, float(exact)), max(most, float(exact))
    first, last = math.log10(points[0].rounds), math.log10(points[-1].rounds)

    def x(rounds: int) -> float:
        return LEFT + (math.log10(rounds) - first) / ((last - first) or 1) * (WIDTH - LEFT - RIGHT)

    def y(value: float) -> float:
        return TOP + (most - value) / ((most - least) or 1) * CURVE_HIGH

    parts = []
    for share in range(5):
        value = least + (most - least) * share / 4
        parts.append(_line(LEFT, y(value), WIDTH - RIGHT, y(value), RULE))
        parts.append(_text(LEFT - 8, y(value) + 3.5, f"{value:+.5f}", "end", FAINT))
    for power in range(math.ceil(first), math.floor(last) + 1):
        parts.append(_text(x(10**power), TOP + CURVE_HIGH + 16, f"{10**power:,}", "middle", FAINT))
    upper = [f"{x(point.rounds):.1f},{y(high):.1f}" for point, high in zip(points, highs, strict=True)]
    lower = [f"{x(point.rounds):.1f},{y(low):.1f}" for point, low in zip(points, lows, strict=True)]
    parts.append(f"<polygon points='{' '.join([*upper, *reversed(lower)])}' fill='{SHADES[1]}' opacity='0.5'/>")
    means = " ".join(f"{x(point.rounds):.1f},{y(point.mean):.1f}" for point in points)
    parts.append(f"<polyline points='{means}' fill='none' stroke='{WIN}' stroke-width='1.6'/>")
    if exact is not None:
        parts.append(_line(LEFT, y(float(exact)), WIDTH - RIGHT, y(float(exact)), LOSS, 1.2))
    words = f"main game, antes a round: running mean, {CONFIDENCE:.0%} interval{', exact value' if exact else ''}"
    parts.append(_text((LEFT + WIDTH - RIGHT) / 2, TOP + CURVE_HIGH + 34, words, "middle", INK))
    return parts


def _deviations(known: list[Estimate], top: float) -> list[str]:
    """How far each mean lies from its exact value, in standard errors."""
    left = 250
    middle, scale = (left + WIDTH - RIGHT) / 2, (WIDTH - RIGHT - left) / (2 * REACH)
    bottom = top + len(known) * ROW_HIGH
    wide = 2 * SURE * scale
    parts = [
        f"<rect x='{middle - wide / 2:.1f}' y='{top}' width='{wide:.1f}' height='{bottom - top}' fill='{SHADES[0]}'/>",
        _line(middle, top, middle, bottom, LOSS, 1.2),
    ]
    for number, one in enumerate(known):
        y = top + (number + 0.5) * ROW_HIGH
        parts.append(_text(left - 10, y + 4, one.row.title, "end", INK))
        at = middle + max(-REACH, min(REACH, one.z or 0.0)) * scale
        parts.append(f"<circle cx='{at:.1f}' cy='{y:.1f}' r='4' fill='{WIN}'/>")
    for tick in range(-int(REACH), int(REACH) + 1, 2):
        parts.append(_text(middle + tick * scale, bottom + 15, f"{tick:+d}" if tick else "exact", "middle", FAINT))
    parts.append(_text(middle, bottom + 30, "standard errors from the exact value", "middle", INK))
    return parts


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, wide: float = 1) -> str:
    ends = f"x1='{x1:.1f}' y1='{y1:.1f}' x2='{x2:.1f}' y2='{y2:.1f}'"
    return f"<line {ends} stroke='{colour}' stroke-width='{wide}'/>"


def _text(x: float, y: float, text: str, anchor: str, colour: str) -> str:
    return f"<text x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}' fill='{colour}'>{escape(text)}</text>"
