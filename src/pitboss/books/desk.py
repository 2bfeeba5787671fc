"""The desk: what the house made, by day, shift, table, dealer, game, wager or player, held against exact theory.

Real money and play money, and two currencies, never meet in one figure. Every figure is a sum over rounds, which
`rounds_behind` lists with their entries in the log.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from fractions import Fraction
from math import sqrt
from typing import Any

import msgspec

from pitboss.books import theory
from pitboss.books.counting import HOUR, MAIN, by_wager, catch_up, lines_of, players_of, terms_by_id
from pitboss.books.currencies import house_currency
from pitboss.books.exports import read_time
from pitboss.books.table_spec import TableSpec, read_spec, refused
from pitboss.books.theory import Theory
from pitboss.money import Amount
from pitboss.rulebooks import Refused, Terms, one_of
from pitboss.rulebooks.currency import Currency
from pitboss.store import Store
from pitboss.store.counted import DAY, By, Chosen, CountedRound

SHIFTS = "6,14,22"
MOST = 200  # rows of a report
PAGE = 100  # rounds behind a figure at a time
_NUMBER = re.compile(r"[0-9]{1,12}")
ALL = "all"


class DeskRow(msgspec.Struct, frozen=True, kw_only=True):
    """What was played of one kind, in one money. What cannot be told of that kind is None.

    `win` is what players lost: `handle` less what went back to them, `jackpots` that meters paid included. Of `rated`,
    what chance decided by a theory that is known, the house must win `expected`, in exact cents, leaving meters out;
    it won `won` of it. `spread` is the standard deviation of that in cents, exact for one wager of single seats, and
    the most it can be where seats share cards or wagers are added up.
    """

    name: str
    practice: bool
    currency: Currency
    bets: int
    handle: Amount
    win: Amount
    hold: float | None
    jackpots: Amount
    rated: Amount
    won: Amount
    expected: str  # a fraction
    expected_hold: float | None
    spread: float
    z: float | None
    rounds: int | None = None
    decisions: int | None = None
    hours: float | None = None
    rounds_an_hour: float | None = None
    decisions_an_hour: float | None = None
    drop: Amount | None = None
    cashed: Amount | None = None
    fills: Amount | None = None
    credits: Amount | None = None
    voids: int | None = None
    corrections: int | None = None
    irregularities: int | None = None


class DeskReport(msgspec.Struct, frozen=True, kw_only=True):
    """The rows, and a sum of each money; `left_off` is how many more rows there are than were asked for."""

    by: By | None
    rows: list[DeskRow]
    totals: list[DeskRow]
    left_off: int


class DeskRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round behind a figure: what of it counts there, and from which to which entry of the log it goes."""

    table: str
    round: int
    at: int
    void: bool
    corrected: bool
    dealer: str
    practice: bool
    currency: Currency
    handle: Amount
    win: Amount
    first_entry: int
    last_entry: int


class DeskRounds(msgspec.Struct, frozen=True, kw_only=True):
    """Some rounds, the latest first; `before` is where to go on, None at the end."""

    rounds: list[DeskRound]
    before: str | None


class DeskQuery(msgspec.Struct, frozen=True, kw_only=True):
    """What a report is asked about, as people write it."""

    since: str | None = None
    until: str | None = None
    shifts: str = SHIFTS
    shift: str | None = None
    table: str | None = None
    dealer: str | None = None
    game: str | None = None
    wager: str | None = None
    player: str | None = None


def report(store: Store, wanted: DeskQuery, by: By | None = None, most: int = MOST) -> DeskReport:
    """What was played, told apart by one thing, with a sum of each money."""
    catch_up(store)
    specs = {name: read_spec(header) for name, header in store.streams().items()}
    chosen, theories = chosen_hours(wanted, specs), _Theories(store)
    rows = _rows(store, wanted, chosen, specs, by)
    timed = by in (By.DAY, By.SHIFT)
    order = sorted(rows.items(), key=lambda item: (item[0][1], item[0][0] if timed else "", -item[1].staked))
    alone = by is By.PLAYER or wanted.player is not None
    made = [tally.row(_label(key[0], by), *key[1:], theories, alone) for key, tally in order[:most]]
    totals = made
    if by is not None:
        sums: dict[tuple[bool, Currency], _DeskTally] = {}
        for (_, practice, currency), tally in rows.items():
            sums.setdefault((practice, currency), _DeskTally()).merge(tally)
        alone = wanted.player is not None
        totals = [tally.row(ALL, *key, theories, alone) for key, tally in sorted(sums.items(), key=_real_first)]
    return DeskReport(by=by, rows=made, totals=totals, left_off=max(0, len(order) - most))


def rounds_behind(store: Store, wanted: DeskQuery, before: str | None = None, limit: int = PAGE) -> DeskRounds:
    """The rounds that a figure is the sum of, the latest first, from before one."""
    catch_up(store)
    specs = {name: read_spec(header) for name, header in store.streams().items()}
    chosen, known = chosen_hours(wanted, specs), store.counted.terms()
    found: list[DeskRound] = []
    place = _place(before)
    while page := store.counted.rounds(chosen, place, limit):
        for row in page:
            place = row.at, row.stream, row.number
            told = _round(store, row, wanted, specs[row.stream], terms_by_id(known[row.terms]))
            found += [told] if told else []
            if len(found) == limit:
                return DeskRounds(rounds=found, before=f"{row.at}/{row.stream}/{row.number}")
    return DeskRounds(rounds=found, before=None)


@dataclass
class _Kind:
    units: int = 0
    squares: int = 0
    shared: int = 0
    staked: int = 0
    won: int = 0


@dataclass
class _DeskTally:
    """Sums of one row. `kinds` are, by wager and the theory that holds, what it is held against."""

    bets: int = 0
    staked: int = 0
    returned: int = 0
    from_meters: int = 0
    kinds: dict[tuple[str, str, int, int], _Kind] = field(default_factory=dict)
    own: dict[str, int] = field(default_factory=dict)  # decisions, seconds and rounds of the players' own
    play: dict[str, int] | None = None
    cash: dict[str, int] | None = None

    def add(self, row: Mapping[str, Any]) -> None:
        self.bets += row["bets"]
        self.staked += row["staked"]
        self.returned += row["returned"]
        self.from_meters += row["from_meters"]
        main = row["wager"] == MAIN
        for name, figure in (("rounds", row["bets"]), ("decisions", row["decisions"]), ("seconds", row["seconds"])):
            self.own[name] = self.own.get(name, 0) + (figure if main else 0)
        if row["rated"]:
            kind = self.kinds.setdefault((row["wager"], row["terms"], row["players"], row["stake"]), _Kind())
            kind.units += row["units"]
            kind.squares += row["squares"]
            kind.shared += row["shared"]
            kind.staked += row["staked"]
            kind.won += row["staked"] - row["returned"] + row["from_meters"]

    def merge(self, other: "_DeskTally") -> None:
        """Adds what another row says."""
        for name in ("bets", "staked", "returned", "from_meters"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for key, kind in other.kinds.items():
            own = self.kinds.setdefault(key, _Kind())
            for name in vars(kind):
                setattr(own, name, getattr(own, name) + getattr(kind, name))
        self.own = {name: self.own.get(name, 0) + count for name, count in other.own.items()} or self.own
        for what in ("play", "cash"):
            if getattr(other, what) is not None:
                _sum(self, what, getattr(other, what))

    def row(self, name: str, practice: bool, currency: Currency, theories: "_Theories", alone: bool) -> DeskRow:
        expected, deviations = Fraction(0), dict[str, Fraction]()
        rated = won = 0
        for (wager, terms, players, stake), kind in self.kinds.items():
            found = theories.of(terms, wager, players, stake)
            if found is None:
                continue
            rated, won, expected = rated + kind.staked, won + kind.won, expected - found.mean * kind.units
            squares = kind.squares if alone else kind.shared
            deviations[wager] = deviations.get(wager, Fraction(0)) + found.variance * squares
        spread = sum(sqrt(variance) for variance in deviations.values())
        return DeskRow(
            name=name,
            practice=practice,
            currency=currency,
            bets=self.bets,
            handle=Amount(self.staked),
            win=Amount(self.staked - self.returned),
            hold=(self.staked - self.returned) / self.staked if self.staked else None,
            jackpots=Amount(self.from_meters),
            rated=Amount(rated),
            won=Amount(won),
            expected=str(expected),
            expected_hold=float(expected / rated) if rated else None,
            spread=spread,
            z=float(won - expected) / spread if spread else None,
            **self._pace(alone),
        )

    def _pace(self, alone: bool) -> dict[str, Any]:
        counted = self.own if alone else self.play
        cash = {key: Amount(cents) for key, cents in (self.cash or {}).items()}
        if not counted:
            return dict(cash)
        hours = counted["seconds"] / HOUR
        found: dict[str, Any] = {**cash, "rounds": counted["rounds"], "decisions": counted["decisions"], "hours": hours}
        if hours:
            found |= {f"{name}_an_hour": counted[name] / hours for name in ("rounds", "decisions")}
        if not alone:
            found |= {name: counted[name] for name in ("voids", "corrections", "irregularities")}
            found |= {name: Amount(counted[name]) for name in ("fills", "credits")}
        return found


_Key = tuple[str | int, bool, Currency]


def _real_first(item: tuple[tuple[bool, Currency], _DeskTally]) -> tuple[bool, str]:
    return item[0][0], item[0][1].code


def _rows(
    store: Store, wanted: DeskQuery, chosen: Chosen, specs: Mapping[str, TableSpec], by: By | None
) -> dict[_Key, _DeskTally]:
    """The tallies, each with what can be told of it: tables have no players, and the cage has no tables."""
    laws = {id: terms_by_id(terms).rulebook for id, terms in store.counted.terms().items()}
    rows: dict[_Key, _DeskTally] = {}
    for row in store.counted.bets(chosen, by):
        law = laws[row["terms"]]
        name = law.id if by is By.GAME else row["name"]
        rows.setdefault((name, row["practice"], law.currency), _DeskTally()).add(row)
    if wanted.wager is None and wanted.player is None and by not in (By.WAGER, By.PLAYER):
        for row in store.counted.play(chosen, by):
            spec = specs[row["stream"]]
            key = (spec.rulebook if by is By.GAME else row["name"], spec.practice, spec.currency)
            _sum(rows.setdefault(key, _DeskTally()), "play", row)
    of_tables = (wanted.table, wanted.dealer, wanted.game, wanted.wager)
    if not any(of_tables) and by in (None, By.DAY, By.SHIFT, By.PLAYER):
        currency = house_currency(store)
        for row in store.counted.cash(chosen, by):
            key = (row["name"], False, currency)
            _sum(rows.setdefault(key, _DeskTally()), "cash", {"drop": row["bought"], "cashed": row["cashed"]})
    return rows


def _sum(tally: _DeskTally, what: str, row: Mapping[str, Any]) -> None:
    found: dict[str, int] = getattr(tally, what) or {}
    counted = {name: value for name, value in row.items() if name not in ("name", "stream")}
    setattr(tally, what, {name: found.get(name, 0) + value for name, value in counted.items()})


class _Theories:
    """The theory of each kind of bet, looked up once."""

    def __init__(self, store: Store) -> None:
        self._kept = store.counted.terms()
        self._known: dict[tuple[str, str, int, int], Theory | None] = {}

    def of(self, terms: str, wager: str, players: int, stake: int) -> Theory | None:
        """None where the game is out of the solvers' reach."""
        key = (terms, wager, players, stake)
        if key not in self._known:
            self._known[key] = _theory(terms_by_id(self._kept[terms]), wager, players, stake)
        return self._known[key]


def _theory(terms: Terms, wager: str, players: int, stake: int) -> Theory | None:
    try:
        if wager == MAIN:
            return theory.main_theory(terms)[0]
        return theory.side_theory(terms, wager, players, Amount(stake) if stake else None)
    except Refused:
        return None


def _label(name: str | int, by: By | None) -> str:
    if by is None:
        return ALL
    if not isinstance(name, int):
        return name
    pattern = "%Y-%m-%d" if by is By.DAY else "%Y-%m-%d %H:00"
    return datetime.fromtimestamp(name * HOUR, UTC).strftime(pattern)


# What is asked


def chosen_hours(wanted: DeskQuery, specs: Mapping[str, TableSpec] | None = None) -> Chosen:
    """What the database is asked for; `Refused` where something is not what it must be."""
    specs = specs or {}
    shifts = shift_starts(wanted.shifts)
    names = [name for name, spec in specs.items() if wanted.game in (None, spec.rulebook)]
    games = sorted({spec.rulebook for spec in specs.values()})
    if wanted.game not in (None, *games):
        raise refused("the report", f"game {wanted.game}", one_of(games, "no table was opened"))
    if wanted.table is not None:
        if wanted.table not in specs:
            raise refused("the report", f"table {wanted.table}", one_of(specs, "no table was opened"))
        names = [name for name in names if name == wanted.table]
    given = {"first": wanted.since, "end": wanted.until}
    return Chosen(
        **{name: _hour(text) for name, text in given.items() if text},
        shifts=shifts,
        shift=None if wanted.shift is None else _shift(wanted.shift, shifts),
        tables=tuple(names) if wanted.table is not None or wanted.game is not None else None,
        dealer=wanted.dealer,
        wager=wanted.wager,
        player=wanted.player,
    )


def _hour(text: str) -> int:
    at = read_time(text)
    if at.minute or at.second or at.microsecond:
        raise refused("the time", text, "a whole hour: the desk counts by the hour")
    return int(at.timestamp()) // HOUR


def shift_starts(text: str) -> tuple[int, ...]:
    """The hours at which shifts begin, UTC; `Refused` if it is not such a list."""
    try:
        found = tuple(sorted({int(part.strip().removesuffix(":00")) for part in text.split(",")}))
    except ValueError:
        found = ()
    if not found or not all(0 <= hour < DAY for hour in found):
        raise refused("the shifts", text, f"the hours at which they begin, such as {SHIFTS}")
    return found


def _shift(text: str, starts: tuple[int, ...]) -> int:
    allowed = one_of([f"{start:02}:00" for start in starts], "no shift")
    hour = text.removesuffix(":00")
    if _NUMBER.fullmatch(hour) is None or int(hour) not in starts:
        raise refused("the shift", text, allowed)
    return int(hour)


def _place(before: str | None) -> tuple[int, str, int] | None:
    if before is None:
        return None
    match before.split("/"):
        case [at, table, number] if _NUMBER.fullmatch(at) and _NUMBER.fullmatch(number):
            return int(at), table, int(number)
    raise refused("the place to go on from", before, "what the page before gave")


def _round(store: Store, row: CountedRound, wanted: DeskQuery, spec: TableSpec, terms: Terms) -> DeskRound | None:
    """What counts of a round; None where nothing chosen was played in it."""
    players = players_of(row)
    lines = [
        line
        for name, own in by_wager(terms, lines_of(store, row)).items()
        for line in own
        if wanted.wager in (None, name) and wanted.player in (None, players.get(line.seat))
    ]
    if not lines and (wanted.wager is not None or wanted.player is not None):
        return None
    first, last = store.numbers(row.stream, row.first, row.last)
    handle = sum(line.stake.cents for line in lines)
    return DeskRound(
        table=row.stream,
        round=row.number,
        at=row.at,
        void=row.void,
        corrected=bool(row.settled),
        dealer=row.dealer,
        practice=spec.practice,
        currency=spec.currency,
        handle=Amount(handle),
        win=Amount(handle - sum(line.returned.cents for line in lines)),
        first_entry=first,
        last_entry=last,
    )
