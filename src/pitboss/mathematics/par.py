"""The PAR sheet: everything a laboratory files about one rulebook under one submission, computed and laid out."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeVar

from pitboss import __version__
from pitboss.mathematics.answers import MainWager
from pitboss.mathematics.combined import RoundResult, ante_limits, round_result
from pitboss.mathematics.distribution import Distribution
from pitboss.mathematics.game import game_of
from pitboss.mathematics.limits import ReturnLimits, limits_of_round, limits_of_wager
from pitboss.mathematics.main_game import MainGame, distribution, solve
from pitboss.mathematics.main_wagers import main_wagers
from pitboss.mathematics.opening_chart import HandKind, OpeningChart
from pitboss.mathematics.refusal import refused
from pitboss.mathematics.side_odds import BreakEven, MeterRun, SideOdds, question
from pitboss.mathematics.side_wagers import Counted, counted
from pitboss.mathematics.strategy import StrategyCard, strategy_card
from pitboss.mathematics.whatif import changed, tables_in_force
from pitboss.rulebooks import Interpretation, Refused, Terms
from pitboss.rulebooks.clauses import Reading
from pitboss.rulebooks.codec import json_text
from pitboss.rulebooks.paytable import Paytable
from pitboss.rulebooks.terms import MeterFigures

T = TypeVar("T")


@dataclass(frozen=True)
class WagerSheet:
    """A side wager: its odds, several where the paytable depends on the number of players, and its edge by that."""

    odds: tuple[SideOdds, ...]
    by_players: Mapping[int, SideOdds]

    @property
    def edges(self) -> Mapping[int, Fraction]:
        """The house edge by number of players."""
        return {number: odds.house_edge for number, odds in self.by_players.items()}

    @property
    def depends_on_players(self) -> bool:
        """Whether the number of players changes the edge."""
        return len(set(self.edges.values())) > 1

    @property
    def limits(self) -> tuple[ReturnLimits, ...]:
        """The bounds of its return after many rounds, for one player."""
        return limits_of_wager(self.odds[0])


@dataclass(frozen=True)
class Filing:
    """What whoever files a sheet puts on it; `program` is the hash over every file of the program that counted."""

    date: str | None = None
    revision: str | None = None
    preparer: str | None = None
    program: str | None = None


@dataclass(frozen=True)
class MeterSheet:
    """A meter, and at which amount each wager that it pays breaks even."""

    figures: MeterFigures
    break_even: tuple[tuple[str, BreakEven], ...]
    runs: tuple[tuple[MeterRun, tuple[Fraction | None, ...]], ...]
    """In the long run by number of players, with what the house keeps of each wager that feeds it."""


@dataclass(frozen=True)
class ReadingInForce:
    """An unclear point of the document, and the reading that is in force."""

    item: Interpretation
    reading: Reading
    chosen: bool


@dataclass(frozen=True)
class ParSheet:
    """All that stands on the sheet; `changes` are lines that differ from the rulebook, if any."""

    terms: Terms
    changes: Mapping[str, str]
    main: MainGame
    spread: Distribution
    main_wagers: tuple[MainWager, ...]
    at_limit: RoundResult | None
    opening: OpeningChart | None
    kinds: tuple[HandKind, ...]
    card: StrategyCard | None
    wagers: tuple[WagerSheet, ...]
    left_out: Mapping[str, str]
    version: str = __version__

    @cached_property
    def submission_hash(self) -> str:
        """Identifies the submission, as the rulebook's hash identifies the rules."""
        return hashlib.sha256(json_text(self.terms.submission.as_file()).encode()).hexdigest()

    @property
    def main_tables(self) -> list[Paytable]:
        """The paytables of the main game."""
        main = {wager.name for wager in self.main_wagers}
        return [table for table in tables_in_force(self.terms) if main & set(table.wagers)]

    @property
    def meters(self) -> list[MeterSheet]:
        """The meters in play."""
        points = [(sheet.odds[0].title, point) for sheet in self.wagers for point in sheet.odds[0].break_even]
        return [
            MeterSheet(
                figures,
                tuple((title, point) for title, point in points if point.meter == figures.name),
                tuple(self._runs(figures.name)),
            )
            for figures in self.terms.meters.values()
        ]

    def _runs(self, meter: str) -> Iterator[tuple[MeterRun, tuple[Fraction | None, ...]]]:
        for number in range(1, self.terms.rulebook.seats + 1):
            every = [sheet.by_players[number] for sheet in self.wagers]
            on_meter = [odds for odds in every if any(run.meter == meter for run in odds.long_run)]
            if on_meter:
                run = next(run for run in on_meter[0].long_run if run.meter == meter)
                yield run, tuple(odds.long_run_edge for odds in on_meter)

    @property
    def limits(self) -> tuple[ReturnLimits, ...]:
        """The bounds of what a round of the main game returns of one ante, after many rounds."""
        return limits_of_round(self.spread)

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


def par_sheet(terms: Terms, changes: Mapping[str, str] | None = None, card: bool = True) -> ParSheet:
    """The sheet of a submission, with lines changed if so asked; the search for a strategy card may be left out."""
    terms = changed(terms, changes or {})
    game, limited = game_of(terms), terms.payout_limit is not None
    try:
        main = solve(terms)
    except Refused as error:
        why = error.violations[0]
        says = f"{why.says} The side wagers alone are told by pitboss odds and pitboss design."
        raise refused(terms, f"PAR sheet, {why.where}", why.tried, why.allowed, why.clause, says) from error
    seats = range(1, terms.rulebook.seats + 1)
    by_players = {number: counted(question(terms, number)) for number in seats}
    opening = game.opening()
    return ParSheet(
        terms=terms,
        changes=changes or {},
        main=main,
        spread=distribution(terms),
        main_wagers=main_wagers(terms),
        at_limit=_asked(lambda: round_result(terms, ante_limits(terms).maximum)) if limited else None,
        opening=opening if isinstance(opening, OpeningChart) else None,
        kinds=() if isinstance(opening, OpeningChart) else opening,
        card=_asked(lambda: strategy_card(terms)) if card else None,
        wagers=tuple(_wager_sheet(terms, odds.wager, by_players) for odds in by_players[1].odds),
        left_out=by_players[1].left_out,
    )


def _asked(question: Callable[[], T]) -> T | None:
    """The answer to a question that not every game has one to."""
    try:
        return question()
    except Refused:
        return None


def _wager_sheet(terms: Terms, name: str, by_players: Mapping[int, Counted]) -> WagerSheet:
    every = {
        number: next(odds for odds in counted.odds if odds.wager == name) for number, counted in by_players.items()
    }
    by_table = any(name in table.wagers and table.players for table in terms.rulebook.paytables)
    return WagerSheet(tuple(every.values()) if by_table else (every[1],), every)


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
