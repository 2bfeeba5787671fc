"""Lines and points in a frame, as plain SVG text in the colours of `pitboss.mathematics.drawing`."""

import math
from collections.abc import Callable, Sequence
from functools import partial
from html import escape

from pitboss.mathematics.drawing import FAINT, INK, RULE, WIDTH
from pitboss.rulebooks.currency import Currency

HEIGHT = 300
LEFT, RIGHT, TOP, BOTTOM = 64, 32, 28, 44

Format = Callable[[float], str]
Range = tuple[float, float]


class Picture:
    """A frame with two plain scales; parts are added one by one and drawn in that order."""

    def __init__(self, title: str, x: Range, y: Range, x_title: str, x_format: Format, y_format: Format) -> None:
        self.title = title
        self.x_range, self.y_range = _widened(x), _widened(y)
        self.parts: list[str] = [_text(LEFT, 15, title, "start", INK)]
        for tick in ticks(*self.y_range):
            self._stroke([(LEFT, self._y(tick)), (WIDTH - RIGHT, self._y(tick))], RULE)
            self.parts.append(_text(LEFT - 8, self._y(tick) + 3.5, y_format(tick), "end", FAINT))
        for tick in ticks(*self.x_range):
            self.parts.append(_text(self._x(tick), HEIGHT - BOTTOM + 17, x_format(tick), "middle", FAINT))
        self.parts.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, x_title, "middle", INK))

    def _x(self, x: float) -> float:
        low, high = self.x_range
        return LEFT + (x - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    def _y(self, y: float) -> float:
        low, high = self.y_range
        return HEIGHT - BOTTOM - (y - low) / (high - low) * (HEIGHT - TOP - BOTTOM)

    def line(self, xs: Sequence[float], ys: Sequence[float], colour: str, wide: float = 1.4) -> None:
        """A line through points."""
        self._stroke([(self._x(x), self._y(y)) for x, y in zip(xs, ys, strict=True)], colour, wide)

    def steps(self, xs: Sequence[float], ys: Sequence[float], colour: str, wide: float = 1.4) -> None:
        """A line that stays level up to each next point."""
        points = [(xs[0], ys[0])]
        for x, y in zip(xs[1:], ys[1:], strict=True):
            points += [(x, points[-1][1]), (x, y)]
        self.line([x for x, _ in points], [y for _, y in points], colour, wide)

    def level(self, y: float, colour: str, label: str) -> None:
        """A line across at one height, with a word on it."""
        self._stroke([(LEFT, self._y(y)), (WIDTH - RIGHT, self._y(y))], colour, 1, dashed=True)
        self.parts.append(_text(WIDTH - RIGHT - 4, self._y(y) - 4, label, "end", colour))

    def point(self, x: float, y: float, colour: str, bounds: Range | None = None) -> None:
        """A point, with a bar from its lower to its upper bound."""
        if bounds:
            self._stroke([(self._x(x), self._y(bound)) for bound in bounds], colour, 1.2)
        self.parts.append(f"<circle cx='{self._x(x):.1f}' cy='{self._y(y):.1f}' r='2.6' fill='{colour}'/>")

    def label(self, x: float, y: float, text: str, colour: str = INK) -> None:
        """A word beside a point."""
        self.parts.append(_text(self._x(x) + 6, self._y(y) - 6, text, "start", colour))

    def _stroke(self, points: list[tuple[float, float]], colour: str, wide: float = 1, dashed: bool = False) -> None:
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        dashes = " stroke-dasharray='5 4'" if dashed else ""
        self.parts.append(f"<polyline points='{path}' fill='none' stroke='{colour}' stroke-width='{wide}'{dashes}/>")

    def svg(self) -> str:
        """The whole picture, fit for a file of its own."""
        name = escape(self.title, quote=True)
        head = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {HEIGHT}' role='img' aria-label='{name}'"
        ground = f"<rect width='{WIDTH}' height='{HEIGHT}' fill='#ffffff'/>"
        style = "font-size='11' font-family='system-ui, sans-serif'"
        return f"{head} {style}><title>{name}</title>{ground}{''.join(self.parts)}</svg>\n"


def ticks(low: float, high: float, about: int = 6) -> list[float]:
    """Round numbers between two bounds.

    >>> ticks(0.0, 1.0)
    [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    """
    rough = (high - low) / about
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(mark * power for mark in (1, 2, 5, 10) if mark * power >= rough * 0.999)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(place * step, 12) for place in range(first, last + 1)]


def percent(value: float) -> str:
    """A share of 1 on an axis."""
    return f"{value:.4g}%" if value == 0 else f"{value * 100:.4g}%"


def thousands(value: float) -> str:
    """A number on an axis."""
    return f"{value:,.0f}" if abs(value) >= 10 or value == 0 else f"{value:.3g}"


def money(currency: Currency) -> Callable[[float], str]:
    """How money is written on an axis."""
    return partial(currency.number, digits=0)


def _widened(bounds: Range) -> Range:
    low, high = bounds
    return (low - 0.5, high + 0.5) if low == high else (low, high)


def _text(x: float, y: float, text: str, anchor: str, colour: str) -> str:
    # A white rim keeps words legible where they lie on lines.
    rim = "stroke='#ffffff' stroke-width='3' paint-order='stroke'"
    return f"<text x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}' fill='{colour}' {rim}>{escape(text)}</text>"
