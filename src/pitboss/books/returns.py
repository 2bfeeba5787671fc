"""Actual against theoretical return of every wager at every table, and the hold of every table on every day."""

import logging
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from fractions import Fraction

from pitboss.books import theory
from pitboss.books.counting import MAIN, void
from pitboss.books.evidence import Evidence, JudgedBet
from pitboss.books.past_rounds import Corrected, PastRound, Reader, past_round
from pitboss.books.report_rows import DayHold, Judged, WagerReturn
from pitboss.books.table_spec import TableSpec, read_spec, refused, usable
from pitboss.books.theory import SIGMAS, Theory, Verdict
from pitboss.engine import Result, SettlementLine, Source
from pitboss.engine.events import SeatAbandoned, SeatForfeited
from pitboss.money import Amount
from pitboss.rulebooks import Terms, one_of
from pitboss.rulebooks.parts import Wager
from pitboss.store import Store

FEWEST = 20  # bets; below this the mathematics is not worth its time

logger = logging.getLogger("pitboss.reports")


@dataclass
class ReturnTally:
    """Bets of one kind: `units` is what theory counts in, `squares` the sum over rounds of their squares."""

    bets: int = 0
    units: int = 0
    squares: int = 0
    staked: int = 0
    returned: int = 0
    from_meters: int = 0

    def add(self, bets: int, units: int, lines: list[SettlementLine], sign: int = 1) -> None:
        """The bets of one round; with a sign of -1 they are counted out again."""
        self.bets += sign * bets
        self.units += sign * units
        self.squares += sign * units * units
        self.staked += sign * sum(line.stake.cents for line in lines)
        self.returned += sign * sum(line.returned.cents for line in lines)
        self.from_meters += sign * sum(line.paid.cents for line in lines if line.source is Source.METER)


Key = tuple[str, int, int]  # wager, players, stake in cents where it matters
Decided = tuple[Key, int, int]  # its kind, what it won net, in cents, and the unit it is counted in


@dataclass
class TableTally:
    """The rounds of a table, added up."""

    table: str
    terms: Terms | None = None
    wagers: dict[Key, ReturnTally] = field(default_factory=lambda: defaultdict(ReturnTally))
    days: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    practice: bool = False
    evidence: dict[str, Evidence] = field(default_factory=lambda: defaultdict(Evidence))
    _rounds: dict[str, list[tuple[Terms, list[Decided]]]] = field(default_factory=lambda: defaultdict(list))

    def add(self, found: PastRound) -> None:
        """One more round; of a void one there is nothing to tell but that it was."""
        self.terms = found.terms
        self.days[_date(found)]["rounds"] += 1
        if not found.void:
            self._settled(found, found.lines)
            self._gather(found)

    def correct(self, past: PastRound, found: Corrected) -> None:
        """A correction: the round counts as it stands settled now, on its own day."""
        for lines, sign in ((found.old, -1), (found.new, 1)):
            if not void(lines):
                self._settled(past, list(lines), sign)

    def _gather(self, found: PastRound) -> None:
        """What chance decided in a round, wager by wager, to be held against it when the mathematics is done.

        A correction changes nothing of it: it is of the dealing and paying as they were that honesty is asked.
        """
        out = {move.seat for move in found.moves if isinstance(move, SeatAbandoned | SeatForfeited)}
        lines = [line for line in found.lines if line.seat not in out]
        seats = len({line.seat for line in found.lines})
        sides = {wager.name: wager for wager in theory.offered(found.terms)}
        aside = theory.apart(found.terms)
        first = next(name for name, wager in found.terms.wagers.items() if wager.required)
        for name in (MAIN, *sides):
            own = [line for line in lines if (line.base not in aside if name == MAIN else line.base == name)]
            unit = first if name == MAIN else name
            units = {line.seat: line.stake.cents for line in own if line.wager == unit and line.stake}
            bets = []
            for seat, cents in units.items():
                mine = [line for line in own if line.seat == seat]
                if any(line.result is Result.RETURNED for line in mine):
                    continue  # called off: nothing was decided
                key: Key = (MAIN, 0, 0) if name == MAIN else _kind(found.terms, sides[name], len(units), seats, cents)
                bets.append((key, _net(mine), cents))
            if bets:
                self._rounds[name].append((found.terms, bets))

    def weigh(self, name: str) -> Evidence:
        """The evidence against one wager, all rounds so far counted in."""
        found = self.evidence[name]
        for terms, bets in self._rounds.pop(name, ()):
            results = [JudgedBet(net / cents, cents, _theory(terms, key)) for key, net, cents in bets]
            found.add(results, both_sides=_sides(terms, name) is Judged.BOTH)
        return found

    def returns(self, meters: dict[str, Amount], least: int = 1) -> list[WagerReturn]:
        """A row for every wager that was made at least so often, with the meters as they stand.

        A main game or a wager whose odds cannot be counted has nothing to be held against, and no row.
        """
        if self.terms is None:
            return []
        main = [MAIN] if theory.main_counts(self.terms) else []
        names = [*main, *(wager.name for wager in theory.offered(self.terms))]
        return [
            _wager(self, self.terms, name, tallies, meters)
            for name in names
            if (tallies := {key: found for key, found in self.wagers.items() if key[0] == name})
            and sum(found.bets for found in tallies.values()) >= least
        ]

    def _settled(self, found: PastRound, settled: list[SettlementLine], sign: int = 1) -> None:
        """Counts a settlement in, or with a sign of -1 out again.

        Seats that were abandoned or taken were not decided by chance, and are left out of the wagers.
        """
        day = self.days[_date(found)]
        day["staked"] += sign * sum(line.stake.cents for line in settled)
        day["returned"] += sign * sum(line.returned.cents for line in settled)
        out = {move.seat for move in found.moves if isinstance(move, SeatAbandoned | SeatForfeited)}
        lines = [line for line in settled if line.seat not in out]
        seats = len({line.seat for line in settled})
        sides = {wager.name: wager for wager in theory.offered(found.terms)}
        for name, wager in sides.items():
            own = [line for line in lines if line.base == name]
            self._side(found.terms, wager, own, seats, sign)
        aside = theory.apart(found.terms)
        main = [line for line in lines if line.base not in aside]
        first = next(name for name, wager in found.terms.wagers.items() if wager.required)
        antes = [line.stake.cents for line in main if line.wager == first]
        if antes:
            self._count((MAIN, 0, 0), len(antes), sum(antes), main, sign)

    def _count(self, key: Key, bets: int, units: int, lines: list[SettlementLine], sign: int) -> None:
        self.wagers[key].add(bets, units, lines, sign)
        if not self.wagers[key].bets:
            del self.wagers[key]

    def _side(self, terms: Terms, wager: Wager, lines: list[SettlementLine], seats: int, sign: int) -> None:
        staked = {line.seat: line.stake.cents for line in lines if line.stake and line.wager == wager.name}
        players = len(staked) if theory.counts_wagerers(terms, wager) else seats
        fixed = theory.varies_with_stake(terms, wager)
        for stake in set(staked.values()) if fixed else {0}:
            chosen = {seat: cents for seat, cents in staked.items() if not fixed or cents == stake}
            if chosen:
                own = [line for line in lines if line.seat in chosen]
                self._count((wager.name, players, stake), len(chosen), sum(chosen.values()), own, sign)


class Reports:
    """The reports of a store; each asks only for what has happened since the one before.

    `alarm` is told of a return beyond chance, once; `gauge` how many there are at a table, at every look.
    """

    def __init__(
        self,
        store: Store,
        alarm: Callable[[WagerReturn], None] = lambda row: None,
        gauge: Callable[[str, int], None] = lambda table, alerts: None,
    ) -> None:
        self._store = store
        self._alarm = alarm
        self._gauge = gauge
        self._tables: dict[str, tuple[Reader, TableTally]] = {}
        self._lock = threading.Lock()
        self._alerted: set[tuple[str, str]] = set()

    def returns(self, table: str | None = None) -> list[WagerReturn]:
        """The return of every wager at every table, or at one; what is beyond chance is also logged, once."""
        return self._judged(table)

    def look(self) -> None:
        """Looks for returns beyond chance; the mathematics is done only for wagers with bets enough to tell."""
        self._judged(least=FEWEST)

    def _judged(self, table: str | None = None, least: int = 1) -> list[WagerReturn]:
        with self._lock:
            found = [row for reader, tally in self._read(table) for row in tally.returns(self._shown(reader), least)]
            # The gauge first: an alert read in the log is on it by then, and a log that cannot be written hides none.
            for name in {row.table for row in found}:
                self._gauge(name, sum(row.alert for row in found if row.table == name))
            for row in found:
                if row.alert and (row.table, row.wager) not in self._alerted:
                    self._raise(row)
        return found

    def _raise(self, row: WagerReturn) -> None:
        self._alarm(row)
        self._alerted.add((row.table, row.wager))
        why = f"{row.wager} returns {row.judged:.4f} against {row.expected:.4f}, evidence {row.evidence:.1e}"
        logger.warning("a return beyond chance", extra={"table": row.table, "why": why})

    def hold(self, table: str | None = None) -> list[DayHold]:
        """What every table kept, day by day."""
        with self._lock:
            tallies = self._read(table)
            return [
                _day(reader.spec, day, sums) for reader, tally in tallies for day, sums in sorted(tally.days.items())
            ]

    def _read(self, table: str | None) -> list[tuple[Reader, TableTally]]:
        streams = self._store.streams()
        if table is not None and table not in streams:
            raise refused("the report", f"table {table}", one_of(streams, "no table was opened"))
        for name in streams.keys() - self._tables.keys():
            reader = Reader(self._store, read_spec(streams[name]))
            self._tables[name] = reader, TableTally(name, practice=reader.spec.practice)
        open_here = [name for name in streams if usable(self._tables[name][0].spec)]
        chosen = [self._tables[name] for name in ([table] if table else open_here)]
        for reader, tally in chosen:
            for found in reader.told():
                if isinstance(found, PastRound):
                    tally.add(found)
                else:
                    past = past_round(self._store, reader.spec, found.round)
                    assert past is not None, "only rounds that are over are corrected"
                    tally.correct(past, found)
        return chosen

    def _shown(self, reader: Reader) -> dict[str, Amount]:
        stored = self._store.meters(reader.spec.meters.values())
        return {name: stored[meter].shows for name, meter in reader.spec.meters.items()}


def _date(found: PastRound) -> str:
    """The day a round ended, UTC."""
    return datetime.fromtimestamp(found.at, UTC).date().isoformat()


def _day(spec: TableSpec, day: str, sums: Counter[str]) -> DayHold:
    staked, returned = sums["staked"], sums["returned"]
    return DayHold(
        table=spec.name,
        day=day,
        currency=spec.currency,
        practice=spec.practice,
        rounds=sums["rounds"],
        staked=Amount(staked),
        returned=Amount(returned),
        kept=Amount(staked - returned),
        hold=(staked - returned) / staked if staked else 0.0,
    )


def _wager(
    tally: TableTally, terms: Terms, name: str, tallies: dict[Key, ReturnTally], meters: dict[str, Amount]
) -> WagerReturn:
    """One row: the bets of all kinds together, each held against its own theory."""
    wager = terms.wagers.get(name)
    verdicts = [_verdict(terms, key, found) for key, found in tallies.items()]
    total = ReturnTally(
        *(sum(figures) for figures in zip(*(vars(found).values() for found in tallies.values()), strict=True))
    )
    deviation = sum(verdict.deviation**2 for verdict in verdicts) ** 0.5
    expected = float(sum(verdict.expected for verdict in verdicts)) / total.staked
    judged = (total.returned - total.from_meters) / total.staked
    error = deviation / total.staked
    verdict = Verdict(Fraction(0), deviation, (judged - expected) / error if error else 0.0, _enough(verdicts))
    sides, evidence = _sides(terms, name), tally.weigh(name)
    exact = _theoretical(terms, name, tallies, meters, total.staked)
    return WagerReturn(
        table=tally.table,
        rulebook=terms.rulebook.id,
        wager=name,
        title=wager.title if wager else "Main game, against best play",
        currency=terms.rulebook.currency,
        practice=tally.practice,
        bets=total.bets,
        staked=Amount(total.staked),
        returned=Amount(total.returned),
        from_meters=Amount(total.from_meters),
        actual=total.returned / total.staked,
        theoretical=str(exact),
        theoretical_decimal=float(exact),
        depends_on=theory.meters_paying(terms, wager) if wager else [],
        judged=judged,
        expected=expected,
        standard_error=error,
        low=expected - SIGMAS * error,
        high=expected + SIGMAS * error,
        z=verdict.z,
        sides=sides,
        enough=verdict.enough,
        evidence=evidence.highest,
        alert=evidence.alert,
    )


def _sides(terms: Terms, name: str) -> Judged:
    """On which sides a wager is judged: what a fold forfeits depends on how players play."""
    wager = terms.wagers.get(name)
    return Judged.BOTH if wager is not None and terms.stands_on_fold(wager) else Judged.ABOVE


def _kind(terms: Terms, wager: Wager, wagerers: int, seats: int, stake: int) -> Key:
    players = wagerers if theory.counts_wagerers(terms, wager) else seats
    return wager.name, players, stake if theory.varies_with_stake(terms, wager) else 0


def _net(lines: Sequence[SettlementLine]) -> int:
    """What some lines brought, in cents, the stakes deducted and without what meters paid."""
    paid = sum(line.paid.cents for line in lines if line.source is Source.METER)
    return sum(line.returned.cents - line.stake.cents for line in lines) - paid


def _enough(verdicts: list[Verdict]) -> bool:
    return any(verdict.enough for verdict in verdicts)


def _verdict(terms: Terms, key: Key, tally: ReturnTally) -> Verdict:
    returned = tally.returned - tally.from_meters
    return theory.judge(_theory(terms, key), tally.bets, tally.units, tally.squares, tally.staked, returned)


def _theory(terms: Terms, key: Key) -> Theory:
    name, players, stake = key
    if name == MAIN:
        return theory.main_theory(terms)[0]
    return theory.side_theory(terms, name, players, Amount(stake) if stake else None)


def _theoretical(
    terms: Terms, name: str, tallies: dict[Key, ReturnTally], meters: dict[str, Amount], staked: int
) -> Fraction:
    """The exact return of the bets as they were made, with the meters as they stand now."""
    if name == MAIN:
        main, average = theory.main_theory(terms)
        return 1 + main.mean / average
    total = Fraction(0)
    for (_, players, stake), tally in tallies.items():
        odds = theory.side_odds(terms, name, players, Amount(stake) if stake else None, meters)
        total += (1 + odds.ev) * tally.staked
    return total / staked
