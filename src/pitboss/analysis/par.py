"""The PAR sheet: everything a laboratory files about one rulebook under one submission, computed and laid out."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from pitboss import __version__
from pitboss.analysis import main_game
from pitboss.analysis.charts import Cell
from pitboss.analysis.combined import RoundResult, round_result
from pitboss.analysis.design import solved
from pitboss.analysis.distribution import Distribution
from pitboss.analysis.hand_wagers import main_solution
from pitboss.analysis.kernels.criss_cross_solver import solve as solve_criss_cross
from pitboss.analysis.main_game import MainGame
from pitboss.analysis.paying import criss_cross_pays
from pitboss.analysis.side_odds import BreakEven, SideOdds, question
from pitboss.analysis.side_wagers import odds_of, side_wagers
from pitboss.analysis.whatif import changed, tables_in_force
from pitboss.cards import RANK_NAMES, RANKS, FourCardRank, FourCardValue, four_card_values
from pitboss.rulebooks import Interpretation, Terms
from pitboss.rulebooks.clauses import Reading
from pitboss.rulebooks.codec import json_text
from pitboss.rulebooks.parts import Decides, Wager
from pitboss.rulebooks.paytable import Paytable
from pitboss.rulebooks.terms import MeterFigures


@dataclass(frozen=True)
class WagerSheet:
    """A side wager: its odds, several where the paytable depends on the number of players, and its edge by that."""

    odds: tuple[SideOdds, ...]
    edges: Mapping[int, Fraction]

    @property
    def depends_on_players(self) -> bool:
        """Whether the number of players changes the edge."""
        return len(set(self.edges.values())) > 1


@dataclass(frozen=True)
class MeterSheet:
    """A meter, and at which amount each wager that it pays breaks even."""

    figures: MeterFigures
    break_even: tuple[tuple[str, BreakEven], ...]


@dataclass(frozen=True)
class ReadingInForce:
    """An unclear point of the document, and the reading that is in force."""

    item: Interpretation
    reading: Reading
    chosen: bool


@dataclass(frozen=True)
class PlayRow:
    """Hands of one kind, and how many of them are played with which wager, in antes; 0 folds."""

    title: str
    hands: int
    plays: Mapping[int, int]


@dataclass(frozen=True)
class ParSheet:
    """All that stands on the sheet; `changes` are lines that differ from the rulebook, if any."""

    terms: Terms
    changes: Mapping[str, str]
    main: MainGame
    spread: Distribution
    at_limit: RoundResult | None
    opening: Mapping[tuple[int, int], Cell]
    plays: tuple[PlayRow, ...]
    wagers: tuple[WagerSheet, ...]
    version: str = __version__

    @cached_property
    def submission_hash(self) -> str:
        """Identifies the submission, as the rulebook's hash identifies the rules."""
        return hashlib.sha256(json_text(self.terms.submission.as_file()).encode()).hexdigest()

    @property
    def main_tables(self) -> list[Paytable]:
        """The paytables of the main game."""
        side = {wager.name for wager in side_wagers(self.terms) if wager.decided_by is not Decides.SUPER_BONUS}
        return [table for table in tables_in_force(self.terms) if not side & set(table.wagers)]

    @property
    def meters(self) -> list[MeterSheet]:
        """The meters in play."""
        points = [(sheet.odds[0].title, point) for sheet in self.wagers for point in sheet.odds[0].break_even]
        return [
            MeterSheet(figures, tuple((title, point) for title, point in points if point.meter == figures.name))
            for figures in self.terms.meters.values()
        ]

    @property
    def readings(self) -> list[ReadingInForce]:
        """Every interpretation of the rulebook."""
        return [_in_force(self.terms, item) for item in self.terms.rulebook.interpretations]

    @property
    def choices(self) -> list[tuple[str, str]]:
        """Every choice of the submission, one by one."""
        offered = {
            offer.name: self.terms.submission.offers.get(offer.name, False) for offer in self.terms.rulebook.offers
        }
        return list(_flat({**offered, **self.terms.submission.as_file()}))


def par_sheet(terms: Terms, changes: Mapping[str, str] | None = None) -> ParSheet:
    """The sheet of a submission, with lines changed if so asked."""
    terms = changed(terms, changes or {})
    limited, duel = terms.payout_limit is not None, terms.rulebook.duel is not None
    return ParSheet(
        terms=terms,
        changes=changes or {},
        main=solved(terms),
        spread=main_game.distribution(terms),
        at_limit=round_result(terms, terms.submission.limits["ante"].maximum) if limited else None,
        opening={} if duel else _opening(terms),
        plays=_plays(terms) if duel else (),
        wagers=tuple(_wager_sheet(terms, wager) for wager in side_wagers(terms)),
    )


def _wager_sheet(terms: Terms, wager: Wager) -> WagerSheet:
    numbers = range(1, terms.rulebook.seats + 1)
    every = {number: odds_of(question(terms, number), wager) for number in numbers}
    by_players = any(wager.name in table.wagers and table.players for table in terms.rulebook.paytables)
    shown = tuple(every.values()) if by_players else (every[1],)
    return WagerSheet(shown, {number: odds.house_edge for number, odds in every.items()})


def _opening(terms: Terms) -> dict[tuple[int, int], Cell]:
    """The best Across decision of all starting hands: suited hands above the diagonal of ranks, offsuit below."""
    cells = {}
    for hole in solve_criss_cross(criss_cross_pays(terms)).holes:
        (low, low_suit), (high, high_suit) = (divmod(card, 4) for card in sorted(hole.cards))
        row, column = len(RANKS) - 1 - high, len(RANKS) - 1 - low
        values = (hole.fold, hole.least, hole.most)
        best = max(range(3), key=lambda choice: values[choice])
        cells[(row, column) if low_suit == high_suit else (column, row)] = Cell(best, values[best])
    return cells


def _plays(terms: Terms) -> tuple[PlayRow, ...]:
    """How each kind of four-card hand is played, strongest first."""
    solution = main_solution(terms)
    titles = [_kind(value) for value in four_card_values()]
    counts: dict[str, Counter[int]] = {title: Counter() for title in dict.fromkeys(reversed(titles))}
    kinds = (titles[strength] for strength in solution.counts.hands.strengths)
    for kind, size, weight in zip(kinds, solution.plays.tolist(), solution.counts.weights.tolist(), strict=True):
        counts[kind][size] += weight
    return tuple(PlayRow(title, plays.total(), plays) for title, plays in counts.items())


def _kind(value: FourCardValue) -> str:
    """High cards are told apart down to the king and pairs down to the aces, where decisions may turn."""
    lead = value.ranks[0]
    if value.rank is FourCardRank.HIGH_CARD:
        return f"{RANK_NAMES[lead]} high" if lead >= RANKS.index("K") else "queen high or less"
    if value.rank is FourCardRank.PAIR:
        return "pair of aces" if lead == RANKS.index("A") else "pair of kings or less"
    return value.rank.name.lower().replace("_", " ")


def _in_force(terms: Terms, item: Interpretation) -> ReadingInForce:
    id = terms.reading(item.id)
    reading = next(reading for reading in item.readings if reading.id == id)
    return ReadingInForce(item, reading, item.id in terms.submission.readings)


def _flat(data: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Nested choices as dotted names and text."""
    for key, value in data.items():
        if isinstance(value, Mapping) and any(isinstance(part, Mapping) for part in value.values()):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", _said(value)


def _said(value: object) -> str:
    match value:
        case bool():
            return "offered" if value else "not offered"
        case Mapping():
            return ", ".join(f"{name} {part}" for name, part in value.items() if part is not None)
        case list() | tuple():
            return ", ".join(map(str, value))
    return str(value)
