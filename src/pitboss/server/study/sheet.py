"""A PAR sheet as data: all that its page shows, exact figures in the form that every answer has."""

from fractions import Fraction
from typing import Any

import msgspec

from pitboss.mathematics.answers import MainWager
from pitboss.mathematics.antes import staked_note
from pitboss.mathematics.game import game_of
from pitboss.mathematics.limits import CONFIDENCES, ReturnLimits, volatility_index
from pitboss.mathematics.par import Filing, MeterSheet, ParSheet, ReadingInForce, WagerSheet
from pitboss.mathematics.side_odds import MeterRun
from pitboss.money import Amount
from pitboss.rulebooks.codec import builtins
from pitboss.rulebooks.paytable import Paytable
from pitboss.server.study import answers
from pitboss.server.study.answers import Exact
from pitboss.server.study.plain import card, exact, game, opening, spread, wager


class SheetLine(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of a wager of the main game: hits, chance, antes staked on average, and what it adds."""

    title: str
    pays: str
    count: str
    total: str
    probability: Exact
    staked: Exact
    contribution: Exact


class SheetWager(msgspec.Struct, frozen=True, kw_only=True):
    """A wager of the main game."""

    wager: str
    title: str
    clause: str
    bonus: bool
    lines: tuple[SheetLine, ...]
    staked: Exact
    ev: Exact
    hold: Exact
    hit_frequency: Exact


class SheetLimits(msgspec.Struct, frozen=True, kw_only=True):
    """Bounds of the return after so many rounds, by confidence; chances by them are off by `error` at most."""

    rounds: int
    bounds: dict[str, tuple[float, float]]
    error: float | None


class SheetRun(msgspec.Struct, frozen=True, kw_only=True):
    """A meter in the long run, by so many players, a round on average in the units of the currency."""

    players: int
    wagers: tuple[str, ...]
    fed: Exact
    wins: Exact
    drawn: Exact
    put_back: Exact
    paid: Exact
    mean_when_paid: Exact
    house_edges: tuple[Exact | None, ...]


class SheetMeter(msgspec.Struct, frozen=True, kw_only=True):
    """A meter in play."""

    meter: str
    title: str
    clause: str
    wagers: tuple[str, ...]
    seed: Amount
    reset: Amount
    rate: str
    break_even: dict[str, Amount]
    long_run: tuple[SheetRun, ...]


class SheetTable(msgspec.Struct, frozen=True, kw_only=True):
    """A paytable of the main game."""

    title: str
    clause: str
    lines: dict[str, str]


class SheetReading(msgspec.Struct, frozen=True, kw_only=True):
    """An unclear point of the document as it is read."""

    id: str
    question: str
    clauses: tuple[str, ...]
    reading: str
    says: str
    selectable: bool
    chosen: bool


class SheetLimited(msgspec.Struct, frozen=True, kw_only=True):
    """What the payout limit does at the largest ante, against a player who decides as if there were none."""

    limit: Amount
    ante: Amount
    limited: Exact
    house_edge: Exact


class SheetSide(msgspec.Struct, frozen=True, kw_only=True):
    """A side wager: its odds, by number of players where that changes the table, and what follows from them."""

    odds: tuple[answers.WagerOdds, ...]
    edges_by_players: dict[str, Exact]
    long_run_edges: dict[str, Exact]
    volatility_index: float
    limits: tuple[SheetLimits, ...]


class SheetData(msgspec.Struct, frozen=True, kw_only=True):
    """A PAR sheet as data."""

    version: str
    program_hash: str | None
    rulebook: str
    title: str
    document: str
    jurisdiction: str
    rulebook_hash: str
    submission_hash: str
    date: str | None
    revision: str | None
    preparer: str | None
    changes: dict[str, str]
    submission: dict[str, Any]
    choices: dict[str, str]
    game: answers.GameAnswer
    tables: tuple[SheetTable, ...]
    main_wagers: tuple[SheetWager, ...]
    spread: answers.SpreadAnswer
    volatility_index: float
    limits: tuple[SheetLimits, ...]
    payout_limit: SheetLimited | None
    opening: answers.OpeningAnswer
    wagers: tuple[SheetSide, ...]
    not_counted: dict[str, str]
    meters: tuple[SheetMeter, ...]
    readings: tuple[SheetReading, ...]
    strategy: answers.StrategyAnswer | None
    method: str
    notes: tuple[str, ...]


def sheet(found: ParSheet, filing: Filing) -> SheetData:
    """A PAR sheet as data."""
    terms, book = found.terms, found.terms.rulebook
    return SheetData(
        version=found.version,
        program_hash=filing.program,
        rulebook=book.id,
        title=book.title,
        document=book.document,
        jurisdiction=book.jurisdiction,
        rulebook_hash=book.hash,
        submission_hash=found.submission_hash,
        date=filing.date,
        revision=filing.revision,
        preparer=filing.preparer,
        changes=dict(found.changes),
        submission=builtins(terms.submission.as_file()),
        choices=dict(found.choices),
        game=game(found.main),
        tables=tuple(map(_table, found.main_tables)),
        main_wagers=tuple(map(_main_wager, found.main_wagers)),
        spread=spread(found.spread),
        volatility_index=volatility_index(found.spread.standard_deviation),
        limits=tuple(map(_limits, found.limits)),
        payout_limit=_limited(found),
        opening=opening(terms, found.opening or found.kinds),
        wagers=tuple(map(_side, found.wagers)),
        not_counted=dict(found.left_out),
        meters=tuple(map(_meter, found.meters)),
        readings=tuple(map(_reading, found.readings)),
        strategy=card(found.card) if found.card else None,
        method=f"All {found.main.deals:,} {game_of(terms).method}",
        notes=tuple(filter(None, [staked_note(terms)])),
    )


def _table(found: Paytable) -> SheetTable:
    lines = {line.title: str(line.pays) for line in found.lines}
    return SheetTable(title=found.title, clause=found.clause, lines=lines)


def _main_wager(found: MainWager) -> SheetWager:
    return SheetWager(
        wager=found.name,
        title=found.title,
        clause=found.clause,
        bonus=found.bonus,
        lines=tuple(
            SheetLine(
                title=line.title,
                pays=line.pays,
                count=str(line.count),
                total=str(line.total),
                probability=exact(line.probability),
                staked=exact(line.staked),
                contribution=exact(line.contribution),
            )
            for line in found.lines
        ),
        staked=exact(found.staked),
        ev=exact(found.ev),
        hold=exact(found.hold),
        hit_frequency=exact(found.hit_frequency),
    )


def _side(found: WagerSheet) -> SheetSide:
    long_run = {players: odds.long_run_edge for players, odds in found.by_players.items()}
    return SheetSide(
        odds=tuple(map(wager, found.odds)),
        edges_by_players={str(players): exact(edge) for players, edge in found.edges.items()},
        long_run_edges={str(players): exact(edge) for players, edge in long_run.items() if edge is not None},
        volatility_index=volatility_index(found.odds[0].standard_deviation),
        limits=tuple(map(_limits, found.limits)),
    )


def _reading(found: ReadingInForce) -> SheetReading:
    return SheetReading(
        id=found.item.id,
        question=found.item.question,
        clauses=tuple(found.item.clauses),
        reading=found.reading.id,
        says=found.reading.says,
        selectable=found.item.selectable,
        chosen=found.chosen,
    )


def _limits(found: ReturnLimits) -> SheetLimits:
    named = zip(CONFIDENCES, found.bounds, strict=True)
    return SheetLimits(
        rounds=found.rounds,
        bounds={f"{float(confidence):.0%}": bounds for confidence, bounds in named},
        error=found.error,
    )


def _limited(found: ParSheet) -> SheetLimited | None:
    cut = found.at_limit
    if cut is None or cut.limit is None:
        return None
    edge = -cut.spread.mean * 100 / cut.ante.cents
    return SheetLimited(limit=cut.limit, ante=cut.ante, limited=exact(cut.limited), house_edge=exact(edge))


def _meter(found: MeterSheet) -> SheetMeter:
    figures = found.figures
    return SheetMeter(
        meter=figures.name,
        title=figures.title,
        clause=figures.clause,
        wagers=tuple(figures.wagers),
        seed=figures.seed,
        reset=figures.reset,
        rate=str(figures.rate),
        break_even={title: point.amount for title, point in found.break_even},
        long_run=tuple(_run(run, edges) for run, edges in found.runs),
    )


def _run(run: MeterRun, edges: tuple[Fraction | None, ...]) -> SheetRun:
    return SheetRun(
        players=run.players,
        wagers=run.wagers,
        fed=exact(run.fed),
        wins=exact(run.wins),
        drawn=exact(run.drawn),
        put_back=exact(run.put_back),
        paid=exact(run.paid),
        mean_when_paid=exact(run.mean),
        house_edges=tuple(None if edge is None else exact(edge) for edge in edges),
    )
