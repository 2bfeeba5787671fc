"""A card seen before its time: the exact edge against one who sees it, and the same by simulation."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from pitboss.mathematics import main_game
from pitboss.mathematics.drawing import INK, LOSS, WIN
from pitboss.mathematics.game import game_of
from pitboss.mathematics.known import Known
from pitboss.rulebooks import Terms
from pitboss.simulation.studies.games import studied
from pitboss.simulation.studies.informed import InformedDeal
from pitboss.simulation.studies.knowledge import NORMAL, dealt_cards, drawn, gain_of
from pitboss.simulation.studies.picture import Picture, percent
from pitboss.simulation.studies.report import Agreement, Cell, Column, ColumnKind, Report, refuse, within

COLUMNS = (
    Column("card seen", ColumnKind.TEXT),
    Column("house edge", ColumnKind.PERCENT),
    Column("gain", ColumnKind.PERCENT),
    Column("simulated gain", ColumnKind.PERCENT),
    Column("at least", ColumnKind.PERCENT),
    Column("at most", ColumnKind.PERCENT),
    Column("edge gone if seen once in", ColumnKind.NUMBER),
)
MOST_DEALS = 1_000_000
FEW = 20


def exposed(terms: Terms, places: Sequence[str] = (), deals: int = 400, seed: int = 1) -> Report:
    """The edge against one who sees a card at each of the places named, or at the one that is turned up last."""
    lawful = game_of(terms).exposable
    if not lawful:
        raise refuse("exposed cards", "a game whose cards all lie open", "one that turns cards up later", terms)
    asked = tuple(dict.fromkeys(places)) or ([*lawful][-1],)
    for place in asked:
        if place not in lawful:
            raise refuse("--place", place, f"one of {', '.join(lawful)}", terms)
    within("--deals", deals, 50, MOST_DEALS)
    game = studied(terms)
    value, ev = game.value, game.ev
    rows: list[tuple[Cell, ...]] = [("none", -ev, Fraction(0), None, None, None, None)]
    checks = []
    for place in asked:
        seen = main_game.solve(terms, Known(places=Counter({place: 1}))).ev
        gain = gain_of(value, _deals(terms, seed, deals, place))
        rows.append((place, -seen, seen - ev, gain.mean, gain.low, gain.high, _once_in(ev, seen)))
        error = max(gain.mean - gain.low, gain.high - gain.mean) / NORMAL
        checks.append(Agreement(f"gain of one who sees a {place} card", gain.mean, seen - ev, error))
    blind = gain_of(value, _deals(terms, seed, FEW))
    checks.append(Agreement("one who sees nothing gains nothing", blind.mean, 0.0))
    return Report(
        study="exposed",
        title=f"{terms.rulebook.title}: a card seen before its time, per ante",
        terms=terms,
        settings={"places": list(asked), "deals": deals, "seed": seed},
        columns=COLUMNS,
        rows=tuple(rows),
        checks=tuple(checks),
        picture=_picture(terms, rows),
        data={
            "card_seen": [row[0] for row in rows],
            "house_edge": _edges(rows),
            "simulated_gain": [row[3] for row in rows],
            "at_least": [row[4] for row in rows],
            "at_most": [row[5] for row in rows],
        },
        notes=(
            "edges and gains are exact; the simulation draws deals and values each by exact count",
            "the simulated gain's bounds hold with a confidence of 95%",
        ),
    )


def _deals(terms: Terms, seed: int, deals: int, place: str | None = None) -> list[InformedDeal]:
    """Deals drawn at random, with a card seen at a place, if one is named."""
    own, shown = dealt_cards(terms)
    return [
        InformedDeal(tuple(row[:own]), seen={place: (row[own],)} if place else {}, shown=tuple(row[own + 1 :]))
        for row in drawn(seed, deals, own + 1 + shown).tolist()
    ]


def _once_in(ev: Fraction, seen: Fraction) -> Fraction | None:
    """In one of how many rounds the card must be seen for the edge to be gone; never where it does not go."""
    return (seen - ev) / -ev if seen > 0 > ev else None


def _edges(rows: list[tuple[Cell, ...]]) -> list[float]:
    return [float(row[1]) for row in rows if isinstance(row[1], Fraction)]


def _picture(terms: Terms, rows: list[tuple[Cell, ...]]) -> str:
    edges = _edges(rows)
    picture = Picture(
        f"House edge by how often a card is seen: {terms.rulebook.title}",
        (0, 1),
        (min(*edges, 0.0), max(*edges, 0.0) * 1.1),
        "share of rounds in which it is seen",
        percent,
        percent,
    )
    picture.level(0.0, INK, "even")
    for row, edge in zip(rows[1:], edges[1:], strict=True):
        colour = LOSS if edge < 0 else WIN
        picture.line((0, 1), (edges[0], edge), colour)
        picture.label(0.78, edges[0] + 0.78 * (edge - edges[0]), str(row[0]), colour)
    return picture.svg()
