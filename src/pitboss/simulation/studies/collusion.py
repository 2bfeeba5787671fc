"""Seats that show each other their cards: what the knowledge of dead cards is worth to each of them."""

from dataclasses import replace

from pitboss.mathematics.drawing import INK, WIN
from pitboss.rulebooks import Terms
from pitboss.simulation.studies.games import studied
from pitboss.simulation.studies.informed import InformedDeal
from pitboss.simulation.studies.knowledge import Gain, dealt_cards, drawn, gain_of
from pitboss.simulation.studies.picture import Picture, percent
from pitboss.simulation.studies.report import Agreement, Cell, Column, ColumnKind, Report, within

COLUMNS = (
    Column("seats sharing", ColumnKind.COUNT),
    Column("cards known", ColumnKind.COUNT),
    Column("house edge", ColumnKind.PERCENT),
    Column("gain", ColumnKind.PERCENT),
    Column("at least", ColumnKind.PERCENT),
    Column("at most", ColumnKind.PERCENT),
    Column("deals helped", ColumnKind.PERCENT),
    Column("gain of all", ColumnKind.PERCENT),
)
MOST_DEALS = 1_000_000
ALONE = 20
"""So many deals show that one who knows nothing more gains nothing."""


def collusion(terms: Terms, sharing: int = 3, deals: int = 400, seed: int = 1) -> Report:
    """The value of a round, per ante, to each of 1 to `sharing` seats that know each other's cards."""
    within("--sharing", sharing, 1, terms.rulebook.seats)
    within("--deals", deals, 50, MOST_DEALS)
    game = studied(terms)
    ev, (own, shown) = game.ev, dealt_cards(terms)
    cards = drawn(seed, deals, own * sharing + shown).tolist()
    gains = []
    for seats in range(1, sharing + 1):
        known = [
            InformedDeal(tuple(row[:own]), tuple(row[own : own * seats]), shown=tuple(row[own * sharing :]))
            for row in cards
        ]
        gain = gain_of(game.value, known if seats > 1 else known[:ALONE])
        # One who is told nothing gains nothing: there is no more to know of that than the deals show.
        gains.append(gain if seats > 1 else replace(gain, low=gain.mean, high=gain.mean))
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            seats,
            own * (seats - 1),
            -float(ev) - gain.mean,
            gain.mean,
            gain.low,
            gain.high,
            gain.helped,
            gain.mean * seats,
        )
        for seats, gain in enumerate(gains, start=1)
    )
    return Report(
        study="collusion",
        title=f"{terms.rulebook.title}: seats that share their cards, per ante",
        terms=terms,
        settings={"sharing": sharing, "deals": deals, "seed": seed},
        columns=COLUMNS,
        rows=rows,
        checks=(Agreement("one seat alone plays at the exact edge", -float(ev) - gains[0].mean, -float(ev)),),
        picture=_picture(terms, gains, -float(ev)),
        data={column.name: [row[place] for row in rows] for place, column in enumerate(COLUMNS)},
        notes=(
            "each deal is valued by exact count of all cards to come; only which deals were drawn is chance",
            "the gain lies between at least and at most with a confidence of 95%",
        ),
    )


def _picture(terms: Terms, gains: list[Gain], edge: float) -> str:
    edges = [edge - gain.mean for gain in gains]
    low = min(edge - gain.high for gain in gains)
    picture = Picture(
        f"House edge when seats share their cards: {terms.rulebook.title}",
        (1, max(len(gains), 2)),
        (min(low, 0.0), edge * 1.1),
        "seats sharing",
        lambda seats: f"{seats:.0f}" if seats == int(seats) else "",
        percent,
    )
    picture.level(edge, INK, "exact, no sharing")
    picture.line(range(1, len(gains) + 1), edges, WIN)
    for seats, (found, gain) in enumerate(zip(edges, gains, strict=True), start=1):
        picture.point(seats, found, WIN, (edge - gain.high, edge - gain.low))
    return picture.svg()
