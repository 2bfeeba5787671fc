"""A progressive meter over the years: its path, its winners, what it costs, and when it favours the player.

Hands are dealt card by card at one table or at several that share the meter; the meter moves as the rounds move it, in
microcents. What is found is held against exact odds, and the meter's book must balance to the last microcent.
"""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.cards import HandValue, five_card_values, four_card_values
from pitboss.mathematics.drawing import INK, LOSS, WIN
from pitboss.mathematics.kernels.batch_eval import Cards, Strengths, best_four, five_card
from pitboss.mathematics.shape import SideBasis, side_of
from pitboss.mathematics.side_odds import OddsLine, SideOdds, question
from pitboss.mathematics.side_wagers import odds_of
from pitboss.money import MICROCENTS_PER_CENT, Amount, MeterShare
from pitboss.progressive import open_meters
from pitboss.rulebooks import Terms
from pitboss.rulebooks.parts import Wager
from pitboss.rulebooks.paytable import Paytable
from pitboss.simulation import Simulation, main_stakes
from pitboss.simulation.studies.meter_walk import Book, Hit, Path, time_above, walk
from pitboss.simulation.studies.picture import Picture, money, thousands
from pitboss.simulation.studies.report import Agreement, Cell, Column, ColumnKind, Report, refuse, within

Int64s = npt.NDArray[np.int64]

COLUMNS = (Column("what", ColumnKind.TEXT), Column("simulated"), Column("error"), Column("exact"))
HANDS: dict[SideBasis, tuple[Callable[[Cards], Strengths], Sequence[HandValue[Any]]]] = {
    SideBasis.FOUR_CARD: (best_four, four_card_values()),
    SideBasis.FIVE_CARD: (five_card, five_card_values()),
}
BLOCK = 1 << 15
MOST_ROUNDS = 100_000_000
ENOUGH = 10
"""A mean over fewer wins is not held against anything."""


def progressive(
    terms: Terms,
    wager: str | None = None,
    tables: int = 2,
    seats: int = 6,
    rounds: int = 500_000,
    rounds_per_hour: int = 40,
    seed: int = 1,
    report: Callable[[str], None] = lambda _: None,
) -> Report:
    """So many rounds at each of some tables that share the meters, every seat making the wager in every round."""
    chosen = _wager(terms, wager)
    within("--tables", tables, 1, 100)
    within("--seats", seats, 1, terms.rulebook.seats)
    within("--rounds", rounds, 1_000, MOST_ROUNDS)
    within("--rounds-per-hour", rounds_per_hour, 1, 1_000)
    asked = question(terms, players=seats)
    odds = odds_of(asked, chosen)
    table = terms.paytable(chosen.name)
    assert table is not None
    hits: list[Hit] = []
    counts = np.zeros(len(table.lines) + 1, np.int64)
    for number in range(tables):
        report(f"dealing table {number + 1} of {tables}")
        counts += _deal(terms, chosen, table, seats, rounds, number, seed, hits)
    hits.sort(key=lambda hit: (hit.round, hit.table, -hit.seat))
    each = {name: terms.meters[name].rate.of(odds.stake) * seats * tables for name in _meters(table)}
    book, path = walk(terms, table, hits, each, rounds)
    hands = rounds * tables * seats
    rows, checks = _lines(table, odds, counts, hands)
    checks += _balance(terms, book)
    more_rows, more_checks = _wins(terms, table, odds, book, each, tables * seats, rounds_per_hour)
    rows += more_rows
    checks += more_checks
    rows += _advantage(terms, odds, path, book, hands)
    name = _meters(table)[0]
    return Report(
        study="progressive",
        title=f"{terms.rulebook.title}: {chosen.title}, {tables} tables of {seats} seats, {rounds:,} rounds each",
        terms=terms,
        settings={
            "wager": chosen.name,
            "stake": str(odds.stake),
            "tables": tables,
            "seats": seats,
            "rounds": rounds,
            "rounds_per_hour": rounds_per_hour,
            "seed": seed,
        },
        columns=COLUMNS,
        rows=tuple(rows),
        checks=tuple(checks),
        picture=_picture(terms, name, odds, path),
        data={"round": [at for at, _ in path[name]], "meter": [shown for _, shown in path[name]]},
        notes=(
            "every seat makes the wager in every round; what a round adds is fed when it is over",
            f"the path is that of meter {name}",
        ),
    )


def _wager(terms: Terms, name: str | None) -> Wager:
    """The wager asked for, or the first on a player's own hand that a meter pays."""
    metered = [wager for wager in terms.wagers.values() if _meters(terms.paytable(wager.name))]
    lawful = [wager for wager in metered if side_of(terms, wager) in HANDS]
    if not lawful:
        tried = f"{metered[0].title}, whose exact odds are not known," if metered else "a study of meters"
        raise refuse("wager", tried, "terms with a progressive wager on the player's hand", terms)
    if name is None:
        return lawful[0]
    found = next((wager for wager in lawful if wager.name == name), None)
    if found is None:
        raise refuse("--wager", name, f"one of {', '.join(wager.name for wager in lawful)}", terms)
    return found


def _meters(table: Paytable | None) -> list[str]:
    """The meters a table pays from, the highest line's first."""
    shares = [line.pays for line in table.lines if isinstance(line.pays, MeterShare)] if table else []
    return list(dict.fromkeys(share.meter for share in shares))


def _deal(
    terms: Terms, wager: Wager, table: Paytable, seats: int, rounds: int, number: int, seed: int, hits: list[Hit]
) -> Int64s:
    """Deal a table's rounds: how often each line was reached, nothing counted last; wins from meters join the hits."""
    side = side_of(terms, wager)
    assert side is not None
    evaluate, values = HANDS[side]
    lines = [table.line_for(value) for value in values]
    reached = np.array([len(table.lines) if line is None else table.lines.index(line) for line in lines])
    metered = np.array([isinstance(line.pays, MeterShare) for line in table.lines] + [False])
    counts = np.zeros(len(table.lines) + 1, np.int64)
    simulation = Simulation.of(terms, seats=seats, stakes=main_stakes(terms), strategy="always:1", seed=seed)
    for first in range(0, rounds, BLOCK):
        size = min(BLOCK, rounds - first)
        deals = simulation.table.deal(seed, number * rounds + first, size)
        hands = deals.cards[:, simulation.table.first_own :].reshape(size * seats, simulation.table.own_cards)
        found = reached[evaluate(np.ascontiguousarray(hands))]
        counts += np.bincount(found, minlength=len(counts))
        for place in np.flatnonzero(metered[found]).tolist():
            hits.append(Hit(first + place // seats, number, place % seats, int(found[place])))
    return counts


def _lines(
    table: Paytable, odds: SideOdds, counts: Int64s, hands: int
) -> tuple[list[tuple[Cell, ...]], list[Agreement]]:
    """How often each line was reached, beside its exact chance."""
    exact = {line.title: line for line in odds.lines if not line.bonus}
    rows: list[tuple[Cell, ...]] = []
    checks = []
    for place, line in enumerate(table.lines):
        known: OddsLine = exact[line.title]
        expected = hands * float(known.probability)
        error = math.sqrt(expected)
        rows.append((f"{line.title}, hands", int(counts[place]), error, expected))
        checks.append(Agreement(f"{line.title}, hands", float(counts[place]), expected, error))
    return rows, checks


def _balance(terms: Terms, book: Book) -> list[Agreement]:
    """What a meter began with and took in, with what the house put back, is what it paid and shows."""
    checks = []
    for name, meter in book.meters.items():
        start = open_meters(terms)[name].microcents
        into = start + book.fed.get(name, 0) + book.resets.get(name, 0) * MICROCENTS_PER_CENT
        out = book.paid.get(name, 0) * MICROCENTS_PER_CENT + meter.microcents
        checks.append(Agreement(f"book of meter {name}, microcents", Fraction(into), Fraction(out)))
    return checks


def _wins(
    terms: Terms,
    table: Paytable,
    odds: SideOdds,
    book: Book,
    each: dict[str, int],
    hands: int,
    rounds_per_hour: int,
) -> tuple[list[tuple[Cell, ...]], list[Agreement]]:
    """Time between wins, and what the meter showed at them.

    Between wins of its whole a meter gains c a round, and loses the share s with the chance q: with p the chance of
    being won whole, the mean of what it shows at such a win is (c + p * reset) / (p + q * s), as in any round the meter
    is won, loses its share, or only gains.
    """
    chances = {line.title: float(line.probability) for line in odds.lines if not line.bonus}
    rows: list[tuple[Cell, ...]] = []
    checks = []
    for place, line in enumerate(table.lines):
        if not isinstance(line.pays, MeterShare):
            continue
        share, wins = line.pays, book.at_wins.get(place, [])
        chance = chances[line.title] * hands
        gaps = np.diff([0, *(at for at, _ in wins)])
        rows.append((f"{line.title}, rounds between wins", _mean(gaps), _error(gaps), 1 / chance))
        hours = 1 / chance / rounds_per_hour
        rows.append((f"{line.title}, hours between wins", _mean(gaps / rounds_per_hour), None, hours))
        shown = np.array([amount for _, amount in wins])
        if share.percent.as_fraction != 1:
            continue
        others = [
            (chances[other.title] * hands, float(other.pays.percent.as_fraction))
            for other in table.lines
            if isinstance(other.pays, MeterShare) and other.pays.meter == share.meter
        ]
        gain = each[share.meter] / MICROCENTS_PER_CENT / 100
        whole = sum(rate for rate, part in others if part == 1)
        drain = sum(rate * part for rate, part in others)
        known = (gain + whole * terms.meters[share.meter].reset.cents / 100) / drain
        rows.append(
            (f"{line.title}, meter when won, {terms.rulebook.currency.unit}", _mean(shown), _error(shown), known)
        )
        if len(shown) >= ENOUGH:
            checks.append(
                Agreement(
                    f"{line.title}, meter when won, {terms.rulebook.currency.unit}",
                    _mean(shown) or 0.0,
                    known,
                    _error(shown) or 0.0,
                )
            )
    return rows, checks


def _mean(values: npt.NDArray[np.float64] | Int64s) -> float | None:
    return float(values.mean()) if len(values) else None


def _error(values: npt.NDArray[np.float64] | Int64s) -> float | None:
    return float(values.std(ddof=1) / math.sqrt(len(values))) if len(values) > 1 else None


def _advantage(terms: Terms, odds: SideOdds, path: Path, book: Book, hands: int) -> list[tuple[Cell, ...]]:
    """What the meters cost the house, and how often and how much they favoured the player."""
    rows: list[tuple[Cell, ...]] = []
    staked = hands * odds.stake.cents
    for name in path:
        rows.append((f"meter {name}: paid, share of stakes", book.paid.get(name, 0) / staked, None, None))
        rows.append(
            (f"meter {name}: put back by the house, share of stakes", book.resets.get(name, 0) / staked, None, None)
        )
    for point in odds.break_even:
        if point.meter not in path:
            continue
        limit = float(point.exact)
        points = np.array(path[point.meter])
        above, mean = time_above(points[:, 0], points[:, 1], limit)
        rows.append((f"meter {point.meter}: break-even, {terms.rulebook.currency.unit}", None, None, limit))
        rows.append((f"meter {point.meter}: share of rounds above it", above, None, None))
        seed = terms.meters[point.meter].seed.cents / 100
        slope = float(-odds.ev) / (limit - seed) if limit > seed else None
        edge = slope * (mean - limit) if slope is not None and above else None
        rows.append((f"meter {point.meter}: player's edge in those rounds", edge, None, None))
    return rows


def _picture(terms: Terms, name: str, odds: SideOdds, path: Path) -> str:
    at, shown = zip(*path[name], strict=True)
    seed: Amount = terms.meters[name].seed
    limits = [float(point.exact) for point in odds.break_even if point.meter == name]
    top = max(*shown, *limits) * 1.05
    title = f"Meter {name} of {odds.title}: {terms.rulebook.title}"
    picture = Picture(title, (0, at[-1]), (0, top), "rounds at each table", thousands, money(terms.rulebook.currency))
    picture.level(seed.cents / 100, INK, "seed")
    for limit in limits:
        picture.level(limit, WIN, "break-even")
    picture.line(at, shown, LOSS, 1.2)
    return picture.svg()
