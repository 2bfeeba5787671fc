"""Rulebooks as the interface gives them: everything a felt, a rules page or an editor is drawn from."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from pitboss.engine.places import single_places
from pitboss.money import Amount, Odds
from pitboss.rulebooks import Interpretation, Met, Rulebook, Terms, default_submission, full_submission, load
from pitboss.rulebooks.comparison import Difference, Side, matched
from pitboss.rulebooks.coverage import proofs, shipped_index
from pitboss.rulebooks.currency import Currency
from pitboss.rulebooks.figures import figures_of, sections
from pitboss.rulebooks.figures.figure import Section
from pitboss.rulebooks.how_to_play import GuideStep, how_to_play
from pitboss.rulebooks.parts import (
    BonusRule,
    Dealing,
    Decision,
    Duel,
    EnvySchedule,
    Hand,
    HandBonus,
    Limits,
    MeterRule,
    Offer,
    PayoutLimitRule,
    RankingRule,
    SettlementPass,
    Wager,
    Wheel,
)
from pitboss.rulebooks.paytable import Paytable
from pitboss.rulebooks.submission import shufflers
from pitboss.rulebooks.table_rules import TableRules, VoidRule


class RulebookListed(msgspec.Struct, frozen=True, kw_only=True):
    """A rulebook in the list of all."""

    id: str
    title: str
    game: str
    jurisdiction: str
    document: str
    hash: str
    clauses: int
    met: dict[Met, int]


class LineShown(msgspec.Struct, frozen=True):
    """A line of a paytable; `name` is what a change of it is asked for by, as `main.full_house`."""

    name: str
    title: str
    pays: Odds
    clause: str


class PaytableShown(msgspec.Struct, frozen=True, kw_only=True):
    """A paytable; one with a variant or a number of players is one of several alternatives."""

    id: str
    title: str
    clause: str
    wagers: tuple[str, ...]
    ranking: str
    variant: str | None
    players: int | None
    stake: Amount | None
    lines: tuple[LineShown, ...]


class ClauseShown(msgspec.Struct, frozen=True, kw_only=True):
    """A clause in our words, how it is met, the tests that prove it and the interpretations it needs."""

    id: str
    anchor: str
    says: str
    met: Met
    how: str
    tests: tuple[str, ...]
    interpretations: tuple[str, ...]


class FigureRow(msgspec.Struct, frozen=True):
    """One line of a table of figures: a label, a value for each column, the clauses they rest on."""

    label: str
    values: tuple[str, ...]
    clauses: tuple[str, ...]


class FigureSection(msgspec.Struct, frozen=True):
    """Figures that are shown as one table; a section without alternatives has one column without a name."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[FigureRow, ...]


class Submissions(msgspec.Struct, frozen=True):
    """The submissions that ship with a rulebook: what the document itself asks, and all that it allows."""

    default: dict[str, Any]
    full: dict[str, Any]


class RulebookPage(msgspec.Struct, frozen=True, kw_only=True):
    """A whole rulebook: what a round is played by, what surrounds it, its clauses and interpretations."""

    id: str
    title: str
    game: str
    jurisdiction: str
    document: str
    currency: Currency
    hash: str
    how_to_play: tuple[GuideStep, ...]  # with everything that the document allows
    seats: int
    seats_clause: str
    voids: tuple[VoidRule, ...]
    offers: tuple[Offer, ...]
    wagers: tuple[Wager, ...]
    limits: dict[str, Limits]
    paytables: tuple[PaytableShown, ...]
    dealings: tuple[Dealing, ...]
    felt: tuple[tuple[str, ...], ...]  # how the places of one card lie, rows from the dealer
    decisions: tuple[Decision, ...]
    settlement: tuple[SettlementPass, ...]
    rankings: tuple[RankingRule, ...]
    hands: tuple[Hand, ...]
    duels: tuple[Duel, ...]
    hand_bonuses: tuple[HandBonus, ...]
    envy: tuple[EnvySchedule, ...]
    meters: tuple[MeterRule, ...]
    bonuses: tuple[BonusRule, ...]
    wheels: tuple[Wheel, ...]
    payout_limit: PayoutLimitRule | None
    table: TableRules
    shufflers: tuple[str, ...]
    sections: tuple[FigureSection, ...]
    clauses: tuple[ClauseShown, ...]
    interpretations: tuple[Interpretation, ...]
    submissions: Submissions


class ComparedRow(msgspec.Struct, frozen=True, kw_only=True):
    """One figure of two rulebooks; a side that has no such figure is null."""

    label: str
    same: bool
    one: Side | None
    other: Side | None


class ComparedSection(msgspec.Struct, frozen=True):
    """The figures of one subject, side by side."""

    title: str
    rows: tuple[ComparedRow, ...]


class ComparisonPage(msgspec.Struct, frozen=True, kw_only=True):
    """Two rulebooks side by side; of different games only what surrounds the round is compared."""

    one: RulebookListed
    other: RulebookListed
    same_game: bool
    same: int
    different: int
    sections: tuple[ComparedSection, ...]


def listed(book: Rulebook) -> RulebookListed:
    """A rulebook in short."""
    return RulebookListed(
        id=book.id,
        title=book.title,
        game=book.game,
        jurisdiction=book.jurisdiction,
        document=book.document,
        hash=book.hash,
        clauses=len(book.clauses),
        met={way: sum(clause.met is way for clause in book.clauses) for way in Met},
    )


@cache
def rulebook_page(id: str) -> RulebookPage:
    """Everything about a rulebook."""
    book = load(id)
    return RulebookPage(
        id=book.id,
        title=book.title,
        game=book.game,
        jurisdiction=book.jurisdiction,
        document=book.document,
        currency=book.currency,
        hash=book.hash,
        how_to_play=how_to_play(Terms(book, full_submission(book))),
        seats=book.seats,
        seats_clause=book.seats_clause,
        voids=book.table.voids,
        offers=book.offers,
        wagers=book.wagers,
        limits=book.limits,
        paytables=tuple(map(paytable_shown, book.paytables)),
        dealings=book.dealings,
        felt=felt_of(book),
        decisions=book.decisions,
        settlement=book.settlement,
        rankings=book.rankings,
        hands=book.hands,
        duels=book.duels,
        hand_bonuses=book.hand_bonuses,
        envy=book.envy,
        meters=book.meters,
        bonuses=book.bonuses,
        wheels=book.wheels,
        payout_limit=book.payout_limit,
        table=book.table,
        shufflers=shufflers(book),
        sections=tuple(map(_section, sections(figures_of(book)))),
        clauses=tuple(_clauses(book)),
        interpretations=book.interpretations,
        submissions=Submissions(default_submission(book).as_file(), full_submission(book).as_file()),
    )


def felt_of(book: Rulebook) -> tuple[tuple[str, ...], ...]:
    """How the places of one card lie, rows from the dealer: as the rulebook draws them, else side by side."""
    return book.felt or (tuple(single_places(book)),)


def paytable_shown(table: Paytable) -> PaytableShown:
    """A paytable with its lines in words."""
    return PaytableShown(
        id=table.id,
        title=table.title,
        clause=table.clause,
        wagers=table.wagers,
        ranking=table.ranking,
        variant=table.variant,
        players=table.players,
        stake=table.stake,
        lines=tuple(
            LineShown(f"{table.id}.{line.key}", line.title, line.pays, table.clause_of(line)) for line in table.lines
        ),
    )


def anchor(clause: str) -> str:
    """A clause's place on the page of its rulebook.

    >>> anchor("40.8(b)1"), anchor("1 Across Hand")
    ('40.8-b-1', '1-across-hand')
    """
    return re.sub("[^a-z0-9.]+", "-", clause.lower()).strip("-")


def _clauses(book: Rulebook) -> Iterator[ClauseShown]:
    for proof in proofs(book, shipped_index()):
        clause = proof.clause
        yield ClauseShown(
            id=clause.id,
            anchor=anchor(clause.id),
            says=clause.says,
            met=clause.met,
            how=clause.how,
            tests=proof.tests,
            interpretations=tuple(item.id for item in book.interpretations if clause.id in item.clauses),
        )


def _section(section: Section) -> FigureSection:
    rows = []
    for label in dict.fromkeys(figure.label for figure in section.figures):
        row = [figure for figure in section.figures if figure.label == label]
        values = {figure.column: figure.value for figure in row}
        clauses = tuple(dict.fromkeys(figure.clause for figure in row))
        rows.append(FigureRow(label, tuple(values.get(column, "") for column in section.columns), clauses))
    return FigureSection(section.title, section.columns, tuple(rows))


@cache
def comparison_page(one: str, other: str) -> ComparisonPage:
    """Two rulebooks side by side, the figures matched by what they are, then the readings taken."""
    left, right = load(one), load(other)
    gathered: dict[str, list[ComparedRow]] = {}
    for pair in matched(left, right):
        gathered.setdefault(pair.section, []).append(_row(pair))
    readings = [_row(pair) for pair in _readings(left, right)]
    found = (*gathered.items(), *([("Readings of what is unclear", readings)] if readings else []))
    rows = [row for _, rows in found for row in rows]
    same = sum(row.same for row in rows)
    return ComparisonPage(
        one=listed(left),
        other=listed(right),
        same_game=left.game == right.game,
        same=same,
        different=len(rows) - same,
        sections=tuple(ComparedSection(title, tuple(rows)) for title, rows in found),
    )


def _row(pair: Difference) -> ComparedRow:
    return ComparedRow(label=pair.label, same=pair.same, one=pair.left, other=pair.right)


def _readings(left: Rulebook, right: Rulebook) -> Iterator[Difference]:
    """Questions that both documents leave open, with the readings taken."""
    for item in left.interpretations:
        their = right.interpretation(item.id)
        if their is not None and left.game == right.game:
            yield Difference("", item.id, item.question, _taken(item), _taken(their))


def _taken(item: Interpretation) -> Side:
    return Side(item.says, item.clauses[0])
