"""What a command costs as things grow, as a picture: how many of each, as a share of the most, against milliseconds."""

from typing import Any

from pitboss.mathematics.drawing import FAINT, INK, LOSS, WIN
from pitboss.simulation.studies.picture import Picture, percent

COLOURS = {"tables": WIN, "seats": LOSS, "watchers": FAINT, "log": INK}
WORDS = {"tables": "tables", "seats": "seats", "watchers": "who watch a table", "log": "entries of the log"}


def picture(found: dict[str, Any]) -> str:
    """One line for each thing that grows, from left to right up to the most of it."""
    series = found["series"]
    most = max(row["cpu_ms_per_command"] for rows in series.values() for row in rows)
    title = f"Processor time of a command in ms, on {found['database']}, as one thing grows"
    drawn = Picture(title, (0, 1), (0, most * 1.1), "as a share of the most that was tried", percent, "{:g}".format)
    for name, rows in series.items():
        top = max(row["value"] for row in rows) or 1
        xs, ys = [row["value"] / top for row in rows], [row["cpu_ms_per_command"] for row in rows]
        drawn.line(xs, ys, COLOURS[name])
        for x, y in zip(xs, ys, strict=True):
            drawn.point(x, y, COLOURS[name])
        # The words of one line stand left of those of the next, so that they do not lie on each other.
        at = 0.55 + 0.1 * list(series).index(name)
        drawn.label(at - 0.15, _between(xs, ys, at), f"{top:,} {WORDS[name]}", COLOURS[name])
    return drawn.svg()


def _between(xs: list[float], ys: list[float], x: float) -> float:
    """The height of a line at a place."""
    after = next((number for number, each in enumerate(xs) if each >= x), len(xs) - 1)
    if after == 0 or xs[after] == xs[after - 1]:
        return ys[after]
    share = (x - xs[after - 1]) / (xs[after] - xs[after - 1])
    return ys[after - 1] + share * (ys[after] - ys[after - 1])
