"""What the desk counts, by the hour: kept beside the log it is worked out from, and added up by the database.

Whoever has read on in a stream hands in what is to be added, together with how far the count went before: where another
process was first, nothing is written. So every event is counted once.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from enum import StrEnum
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Table,
    and_,
    case,
    cast,
    func,
    insert,
    literal,
    or_,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from pitboss.store import schema

Change = Callable[[Connection], Any]
DAY = 24
SPLIT = 1 << 32
_BETS = (schema.counted_bets, schema.counted_wagers, schema.counted_players)
SUMS = {
    table: tuple(column.name for column in table.columns if not column.primary_key and column.name != "practice")
    for table in (*_BETS, schema.counted_play, schema.counted_cash)
}
"""What is added up of each table; everything else says what it is a sum of."""

KEYS = {table: tuple(column.name for column in table.columns if column.name not in SUMS[table]) for table in SUMS}

_WIDE = ("squares", "shared")
_KIND = ("practice", "terms", "wager", "players", "stake", "rated")


class By(StrEnum):
    """What the figures of the desk can be told apart by."""

    DAY = "day"
    SHIFT = "shift"
    TABLE = "table"
    DEALER = "dealer"
    GAME = "game"
    WAGER = "wager"
    PLAYER = "player"


class Chosen(msgspec.Struct, frozen=True, kw_only=True):
    """Which of it is asked for: from an hour on and before an hour, and of what; `shift` is the hour one begins at."""

    first: int = 0
    end: int = (1 << 31) // DAY * DAY
    shifts: tuple[int, ...] = (0,)  # the hours of a day at which they begin
    shift: int | None = None
    tables: tuple[str, ...] | None = None
    dealer: str | None = None
    wager: str | None = None
    player: str | None = None


class CountedRound(NamedTuple):
    """A round that is over: where it is in its table's stream, under which terms, by whom.

    `settled` are its lines since it was corrected, as JSON; as long as it was not, the stream has them.
    """

    stream: str
    number: int
    at: int
    void: bool
    dealer: str
    terms: str
    players: str
    first: int
    last: int
    settled: str = ""


class CountedTerms(NamedTuple):
    """Terms that bets were counted under, by an id that follows from the rest."""

    id: str
    rulebook: str
    hash: str
    submission: str


class Added(msgspec.Struct, kw_only=True):
    """What is to be added; a row is the key of its table, and what it is a sum of."""

    terms: dict[str, CountedTerms] = msgspec.field(default_factory=dict)
    rounds: list[CountedRound] = msgspec.field(default_factory=list)
    corrected: dict[int, str] = msgspec.field(default_factory=dict)  # by the round's number, how it is settled now
    sums: dict[str, dict[tuple[Any, ...], list[int]]] = msgspec.field(default_factory=dict)

    def add(self, table: Table, of: Mapping[str, Any], **figures: int) -> None:
        """Adds figures to the row that is a sum of this."""
        rows = self.sums.setdefault(table.name, {})
        row = rows.setdefault(tuple(of[name] for name in KEYS[table]), [0] * len(SUMS[table]))
        for name, figure in figures.items():
            row[SUMS[table].index(name)] += figure


class Counted:
    """The tables of the desk."""

    def __init__(
        self, reading: Callable[[], AbstractContextManager[Connection]], change: Callable[[Change], Any]
    ) -> None:
        self._reading, self._change = reading, change

    def standing(self) -> dict[str, tuple[int, bytes]]:
        """How far each stream is counted, and what its reader knew there."""
        with self._reading() as connection:
            return {row.name: (row.next, row.state) for row in connection.execute(select(schema.counting))}

    def keep(self, name: str, before: int | None, after: int, state: bytes, added: Added) -> bool:
        """Adds what was counted in a stream from a number on; False, and nothing is, where another was first."""
        table = schema.counting

        def change(connection: Connection) -> bool:
            if before is None:
                upsert = _insert(connection)(table).values(name=name, next=after, state=state)
                moved = connection.execute(upsert.on_conflict_do_nothing())
            else:
                own = (table.c.name == name, table.c.next == before)
                moved = connection.execute(update(table).where(*own).values(next=after, state=state))
            if moved.rowcount != 1:
                return False
            _add(connection, added)
            rounds = schema.counted_rounds
            for number, settled in added.corrected.items():
                own = (rounds.c.stream == name, rounds.c.number == number)
                connection.execute(update(rounds).where(*own).values(settled=settled))
            return True

        kept: bool = self._change(change)
        return kept

    def forget(self) -> None:
        """Drops everything, to be counted anew."""
        tables = (schema.counting, schema.counted_terms, schema.counted_rounds, *SUMS)
        self._change(lambda connection: [connection.execute(table.delete()) for table in tables])

    def terms(self) -> dict[str, CountedTerms]:
        """All terms that bets were counted under, by their ids."""
        with self._reading() as connection:
            return {row.id: CountedTerms(*row) for row in connection.execute(select(schema.counted_terms))}

    def round(self, stream: str, number: int) -> CountedRound | None:
        """The round of that number at a table, if it is over and counted."""
        table = schema.counted_rounds
        with self._reading() as connection:
            query = select(table).where(table.c.stream == stream, table.c.number == number)
            row = connection.execute(query).one_or_none()
            return None if row is None else CountedRound(*row)

    def rounds(self, chosen: Chosen, before: tuple[int, str, int] | None, limit: int) -> list[CountedRound]:
        """The rounds in which something chosen was played, the latest first, from before a place in that order."""
        table, bets = schema.counted_rounds, schema.counted_bets
        hour = table.c.at // 3600
        wanted = _wanted(chosen, table, hour)
        if chosen.player is not None or chosen.wager is not None:
            played = select(bets.c.stream).where(bets.c.hour == hour, bets.c.stream == table.c.stream)
            wanted.append(played.where(*_of(chosen, bets)).exists())
        if before is not None:
            at, stream, number = before
            same = and_(table.c.at == at, table.c.stream == stream, table.c.number < number)
            wanted.append(or_(table.c.at < at, and_(table.c.at == at, table.c.stream < stream), same))
        order = (table.c.at.desc(), table.c.stream.desc(), table.c.number.desc())
        with self._reading() as connection:
            rows = connection.execute(select(table).where(*wanted).order_by(*order).limit(limit))
            return [CountedRound(*row) for row in rows]

    def bets(self, chosen: Chosen, by: By | None) -> list[Mapping[str, Any]]:
        """Bets of each kind, by `name`: a day or a shift is told by its first hour, the game by its terms alone."""
        table = _smallest(chosen, by)
        return self._summed(table, chosen, by, [table.c[name] for name in _KIND])

    def play(self, chosen: Chosen, by: By | None) -> list[Mapping[str, Any]]:
        """What happened at tables, by `name` and stream."""
        return self._summed(schema.counted_play, chosen, by, [schema.counted_play.c.stream])

    def cash(self, chosen: Chosen, by: By | None) -> list[Mapping[str, Any]]:
        """What was bought and cashed at the cage, by `name`."""
        return self._summed(schema.counted_cash, chosen, by, [])

    def hours(self, what: str) -> list[Mapping[str, Any]]:
        """Every row of the bets, wagers, players, play or cash, as it is kept."""
        table = schema.metadata.tables[f"counted_{what}"]
        with self._reading() as connection:
            return [dict(row) for row in connection.execute(select(table)).mappings()]

    def _summed(
        self, table: Table, chosen: Chosen, by: By | None, kind: Sequence[ColumnElement[Any]]
    ) -> list[Mapping[str, Any]]:
        name = _named(table, chosen, by)
        keys = [*([] if by is None else [name]), *kind]
        query = select(name.label("name"), *kind, *_sums(table)).where(*_wanted(chosen, table, table.c.hour))
        query = query.where(*_of(chosen, table))
        with self._reading() as connection:
            rows = connection.execute(query.group_by(*keys) if keys else query)
            names = list(rows.keys())
            found = [_whole(dict(zip(names, row, strict=True))) for row in rows]
        return [row for row in found if row[SUMS[table][0]] is not None]  # None: the sum of nothing at all


def _smallest(chosen: Chosen, by: By | None) -> Table:
    """The smallest table of bets that tells apart what is asked for."""
    if by is not By.PLAYER and chosen.player is None:
        return schema.counted_wagers
    days = chosen.first % DAY == chosen.end % DAY == 0 and chosen.shift is None
    whole = days and chosen.tables is None and chosen.dealer is None
    return schema.counted_players if whole and by not in (By.SHIFT, By.TABLE, By.DEALER) else schema.counted_bets


def _named(table: Table, chosen: Chosen, by: By | None) -> ColumnElement[Any]:
    match by:
        case None | By.GAME:
            return literal("")
        case By.DAY:
            return table.c.hour // DAY * DAY
        case By.SHIFT:
            return _shift(table.c.hour, chosen.shifts)
        case By.TABLE:
            return table.c.stream
        case _:
            return table.c[by.value]


def _shift(hour: ColumnElement[Any], starts: Sequence[int]) -> ColumnElement[Any]:
    """The first hour of the shift that an hour belongs to; before a day's first shift it is the last of the day before.

    Division is that of whole numbers in both databases.
    """
    day, within = hour // DAY * DAY, hour % DAY
    begun = [(within >= start, day + start) for start in sorted(starts, reverse=True)]
    return case(*begun, else_=day - DAY + max(starts))


def _wanted(chosen: Chosen, table: Table, hour: ColumnElement[Any]) -> list[ColumnElement[bool]]:
    found = [hour >= chosen.first, hour < chosen.end]
    if table is schema.counted_rounds:  # whose index is by seconds
        found = [table.c.at >= chosen.first * 3600, table.c.at < chosen.end * 3600]
    if chosen.shift is not None:
        found.append(_shift(hour, chosen.shifts) % DAY == chosen.shift)
    if chosen.tables is not None and "stream" in table.c:
        found.append(table.c.stream.in_(chosen.tables))
    if chosen.dealer is not None and "dealer" in table.c:
        found.append(table.c.dealer == chosen.dealer)
    return found


def _of(chosen: Chosen, table: Table) -> list[ColumnElement[bool]]:
    named = (("wager", chosen.wager), ("player", chosen.player))
    return [table.c[name] == value for name, value in named if value is not None and name in table.c]


def _sums(table: Table) -> list[ColumnElement[Any]]:
    """The sums of a table. Squares of cents may come to more than 64 bits hold: their halves are summed apart."""
    found: list[ColumnElement[Any]] = []
    for name in SUMS[table]:
        column = table.c[name]
        parts: dict[str, ColumnElement[Any]] = {name: column}
        if name in _WIDE:
            parts = {f"{name}_high": column // SPLIT, name: column % SPLIT}
        found += [cast(func.sum(part), BigInteger).label(label) for label, part in parts.items()]
    return found


def _whole(row: dict[str, Any]) -> dict[str, Any]:
    for name in _WIDE:
        if high := row.pop(f"{name}_high", None):
            row[name] += high * SPLIT
    return row


def _insert(connection: Connection) -> Any:
    return sqlite_insert if connection.dialect.name == "sqlite" else postgresql_insert


def _add(connection: Connection, added: Added) -> None:
    make = _insert(connection)
    if added.terms:
        rows = [found._asdict() for found in added.terms.values()]
        connection.execute(make(schema.counted_terms).on_conflict_do_nothing(), rows)
    if added.rounds:
        connection.execute(insert(schema.counted_rounds), [found._asdict() for found in added.rounds])
    for table, sums in SUMS.items():
        if rows := list(_rows(table, added.sums.get(table.name, {}).items())):
            upsert = make(table)
            more = {name: table.c[name] + upsert.excluded[name] for name in sums}
            keys = [column.name for column in table.primary_key]
            connection.execute(upsert.on_conflict_do_update(index_elements=keys, set_=more), rows)


def _rows(table: Table, found: Iterable[tuple[tuple[Any, ...], list[int]]]) -> Iterable[dict[str, Any]]:
    for key, sums in found:
        yield dict(zip((*KEYS[table], *SUMS[table]), (*key, *sums), strict=True))
