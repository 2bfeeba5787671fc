"""One transaction for all the commits that wait: read what they touch, judge them one by one, write what passed.

Only one process at a time gets past the lock on the `tip` row, so what was read is still true when it is written. A
commit that is refused has changed nothing in the working copy and leaves the others as they were.
"""

from collections.abc import Collection, Iterable, Sequence

import msgspec
from sqlalchemy import Connection, Table, update

from pitboss.audit import Draft, Frontier, leaf_hash
from pitboss.care import NOBODYS, Care
from pitboss.money import Amount
from pitboss.rulebooks import Refused, Violation
from pitboss.store import schema
from pitboss.store.accounts import may_owe, meter_account, real_money
from pitboss.store.commit import Commit, Committed, KeptCare
from pitboss.store.errors import Conflict
from pitboss.store.ledger import Entry
from pitboss.store.meters import MOST, TAKING_BACK, UNKEPT, MeterMove, MeterState, MoveKind, move_entry
from pitboss.store.packing import packed
from pitboss.store.statements import Row, Statements, statements

PARTED = "the books are parted"  # why the one entry between the two sets of books was made
MOST_KNOWN = 100_000  # names


def touch(connection: Connection) -> None:
    """Changes nothing, but by a write: SQLite would not write what is there already."""
    for step in (1, -1):
        connection.execute(update(schema.tip).values(position=schema.tip.c.position + step))


class Known:
    """What a writer knows of streams, accounts, meters and the log's streams, all as of one position.

    As long as nobody else has written, it need not be read again; whoever finds another position forgets all of it.
    """

    def __init__(self) -> None:
        self.position = -1
        self.streams: dict[str, int | None] = {}
        self.meters: dict[str, MeterState | None] = {}
        self.balances: dict[str, int] = {}
        self.sequences: dict[str, int] = {}
        self.cares: dict[str, KeptCare] = {}

    def at(self, position: int) -> "Known":
        """The same if it is still true, else nothing."""
        size = len(self.streams) + len(self.meters) + len(self.balances) + len(self.sequences) + len(self.cares)
        return self if self.position == position and size < MOST_KNOWN else Known()


class Batch:
    """The working copy of everything that some commits touch. If the transaction fails, it must be thrown away."""

    def __init__(self, connection: Connection, commits: Sequence[Commit], known: Known | None = None) -> None:
        self._database = database = statements(connection)
        _id, self._position, self._entries, self._moves, self._log_size, tree = database.tip()
        self._tree = read_tree(tree)
        self._known = (known or Known()).at(self._position)
        self._done = _done(database, commits)
        _learn(database, commits, self._known)
        self._streams, self._meters = self._known.streams, self._known.meters
        self._balances, self._sequences = self._known.balances, self._known.sequences
        self._cares = self._known.cares
        self._rows: dict[Table, list[Row]] = {}
        self._latest: dict[Table, dict[str, Row]] = {}

    def admit(self, commit: Commit) -> Committed:
        """Takes a commit in, or raises `Conflict` or `Refused` and is as before."""
        before = self._repeated(commit)
        if before is not None:
            return before
        following = self._following(commit)
        self._check_reads(commit)
        meters, entries, moves = self._moved(commit.moves)
        entries = [*commit.entries, *entries]
        balances = self._posted(entries)
        # Nothing can be refused from here on.
        self._position += 1
        committed = Committed(self._position, commit.outcome, following, meters=tuple(meters.values()))
        self._done[commit.client, commit.command] = (commit.digest, committed)
        row = (self._position, commit.client, commit.command, commit.digest, commit.outcome, following)
        self._add(schema.commands, row)
        self._keep_stream(commit, following)
        self._keep_money(entries, balances)
        self._keep_meters(moves, meters)
        self._keep_care(commit)
        self._keep_log(commit)
        if commit.rulebook is not None:
            self._add(schema.rulebooks, commit.rulebook)
        return committed

    def write(self) -> Known:
        """Writes what was admitted; what is known once the transaction is done."""
        self._known.position = self._position
        if not self._rows:
            return self._known
        replaced = {table: list(rows.values()) for table, rows in self._latest.items()}
        self._database.write(replaced | self._rows)
        counted = (self._position, self._entries, self._moves, self._log_size, write_tree(self._tree))
        self._database.move_tip(counted)
        return self._known

    # Judging

    def _repeated(self, commit: Commit) -> Committed | None:
        found = self._done.get((commit.client, commit.command))
        if found is None:
            return None
        digest, first = found
        if digest != commit.digest:
            tried = f"another command under the id {commit.command}"
            says = f"The id {commit.command} was used for another command; send the same one again, or use a new id."
            raise Refused(_violation(commit.client, tried, "the same command again, or a new id", says))
        return Committed(first.position, first.outcome, first.next, repeated=True)

    def _following(self, commit: Commit) -> int | None:
        """The next sequence number of the stream after the commit."""
        if commit.stream is None:
            if commit.events or commit.header is not None or commit.snapshot is not None:
                raise ValueError("events, header and snapshot belong to a stream")
            return None
        known = self._streams.get(commit.stream)
        if commit.expected != (known or 0) or (commit.header is not None) != (known is None):
            raise Conflict(f"stream {commit.stream} goes on at {known or 0}, not at {commit.expected}")
        return commit.expected + len(commit.events)

    def _check_reads(self, commit: Commit) -> None:
        """What the commit was decided on must still be so."""
        for account, read in commit.reads:
            has = Amount(self._balances.get(account, 0))
            if has != read:
                raise Conflict(f"{account} holds {has} by now, not {read}")
        back = {move.meter for move in commit.moves if move.kind in TAKING_BACK}
        for meter in commit.meters:
            now = self._meters.get(meter.name)
            if now is None or not now.same(meter, money=meter.name in back):
                raise Conflict(f"meter {meter.name} is not as it was read")
        for care in commit.cares:
            if self._cares[care.name].version != care.version:
                raise Conflict(f"what {care.name} has chosen is not as it was read")

    def _moved(self, moves: Iterable[MeterMove]) -> tuple[dict[str, MeterState], list[Entry], list[MeterMove]]:
        meters: dict[str, MeterState] = {}
        entries = []
        kept: list[MeterMove] = []
        for move in moves:
            before = meters.get(move.meter) or self._meters.get(move.meter)
            if before is None:
                if move.kind is not MoveKind.SEED:
                    says = "This meter has not been seeded yet."
                    raise Refused(_violation(f"meter {move.meter}", f"a {move.kind}", "its seed first", says))
                before = MeterState(move.meter)
            after = before.after(move)
            kept += before.parts(move)
            entry = move_entry(before, after, move.account)
            entries += [entry] if entry else []
            meters[move.meter] = after
        return meters, entries, kept

    def _posted(self, entries: Iterable[Entry]) -> dict[str, int]:
        """The balances after the entries; what they leave in the red only on the way is no matter."""
        balances: dict[str, int] = {}
        for entry in entries:
            if entry.amount <= Amount.ZERO or entry.source == entry.target:
                tried = f"{entry.why} of {entry.amount} to {entry.target}"
                raise Refused(_violation(entry.source, tried, "an amount above zero to another account"))
            if {real_money(entry.source), real_money(entry.target)} == {True, False} and entry.why != PARTED:
                tried = f"{entry.why} of {entry.amount} to {entry.target}"
                says = "Real money and play money never meet in one entry."
                allowed = "real money for real money, play money for play money"
                raise Refused(_violation(entry.source, tried, allowed, says))
            for account, cents in ((entry.source, -entry.amount.cents), (entry.target, entry.amount.cents)):
                balances[account] = balances.get(account, self._balances.get(account, 0)) + cents
        for account, cents in balances.items():
            if (cents < 0 and not may_owe(account)) or abs(cents) > MOST:
                has = Amount(self._balances.get(account, 0))
                out = has - Amount(cents)
                says = f"This account has {has}, and {out} would leave it."
                if out < Amount.ZERO:
                    says = f"This account has {has}, and cannot hold {-out} more."
                raise Refused(_violation(account, f"{out} out of it", f"at most {has}", says))
        return balances

    # Keeping

    def _add(self, table: Table, row: Row) -> None:
        self._rows.setdefault(table, []).append(row)

    def _put(self, table: Table, row: Row) -> None:
        """A row that replaces the one of the same key, which is its first column."""
        self._latest.setdefault(table, {})[row[0]] = row

    def _keep_stream(self, commit: Commit, following: int | None) -> None:
        if commit.stream is None or following is None:
            return
        name = commit.stream
        self._streams[name] = following
        opened = self._latest.get(schema.streams, {}).get(name, (name, 0, ""))[-1]  # not written if it was before
        self._put(schema.streams, (name, following, opened if commit.header is None else commit.header))
        if commit.snapshot is not None:
            self._put(schema.snapshots, (name, following, commit.snapshot))

    def _keep_money(self, entries: list[Entry], balances: dict[str, int]) -> None:
        self._balances |= balances
        for account, cents in balances.items():
            self._put(schema.accounts, (account, cents, may_owe(account)))
        for entry in entries:
            self._entries += 1
            row = (self._entries, self._position, entry.source, entry.target, entry.amount.cents, entry.why)
            self._add(schema.entries, row)

    def _keep_meters(self, moves: Iterable[MeterMove], meters: dict[str, MeterState]) -> None:
        self._meters |= meters
        for meter in meters.values():
            self._put(schema.meters, msgspec.structs.astuple(meter))
        for move in moves:
            if move.kind not in UNKEPT:
                self._moves += 1
                row = (self._moves, self._position, move.meter, move.kind.value, move.microcents)
                self._add(schema.meter_moves, row)

    def _keep_care(self, commit: Commit) -> None:
        for read in commit.cares:
            if read.after is not None:
                kept = self._cares[read.name] = KeptCare(read.name, read.version + 1, read.after)
                self._put(schema.care, (kept.name, kept.version, kept.care.excluded_until, write_care(kept.care)))

    def _keep_log(self, commit: Commit) -> None:
        """Each entry is numbered, written and hashed here, once."""
        events = {place: number for number, place in enumerate(commit.events, start=commit.expected)}
        for place, draft in enumerate(commit.log):
            text = self._numbered(draft)
            sequence = events.get(place)
            stream = None if sequence is None else commit.stream
            self._add(schema.log, (self._log_size, self._position, packed(text), stream, sequence))
            self._log_size += 1
            self._tree = self._tree.plus(leaf_hash(text))

    def _numbered(self, draft: Draft) -> bytes:
        name = draft.stream
        size = self._sequences[name] = self._sequences.get(name, 0) + 1
        self._put(schema.log_streams, (name, size))
        return draft.numbered(self._log_size, size)


def read_tree(state: bytes) -> Frontier:
    """The tree over the log, as the tip keeps it."""
    return msgspec.msgpack.decode(state, type=Frontier) if state else Frontier()


def write_tree(tree: Frontier) -> bytes:
    """The tree over the log for the tip to keep."""
    return msgspec.msgpack.encode(tree)


def read_care(name: str, version: int, state: bytes) -> KeptCare:
    """What a player has chosen, as a row keeps it."""
    return KeptCare(name, version, msgspec.json.decode(state, type=Care))


def write_care(care: Care) -> bytes:
    """The same for a row to keep."""
    return msgspec.json.encode(care, order="sorted")


def _violation(where: str, tried: str, allowed: str, says: str = "") -> Violation:
    return Violation(rulebook="", clause="", where=where, tried=tried, allowed=allowed, says=says)


# What the commits touch, as it stands


def _done(database: Statements, commits: Sequence[Commit]) -> dict[tuple[str, str], tuple[bytes, Committed]]:
    rows = database.done({(commit.client, commit.command) for commit in commits})
    return {
        (client, command): (digest, Committed(position, outcome, next))
        for position, client, command, digest, outcome, next in rows
    }


def _learn(database: Statements, commits: Sequence[Commit], known: Known) -> None:
    """Reads what the commits touch and is not known yet."""
    moves = [move for commit in commits for move in commit.moves]
    accounts = {name for commit in commits for entry in commit.entries for name in (entry.source, entry.target)}
    accounts |= {account for commit in commits for account, _ in commit.reads}
    accounts |= {name for move in moves for name in (meter_account(move.meter), move.account)}
    streams = {commit.stream for commit in commits if commit.stream is not None}
    wanted = {
        schema.streams: _unknown(streams, known.streams),
        schema.accounts: _unknown(accounts, known.balances),
        schema.log_streams: _unknown({draft.stream for commit in commits for draft in commit.log}, known.sequences),
    }
    found = database.figures(wanted)
    known.streams |= {name: found[schema.streams].get(name) for name in wanted[schema.streams]}
    known.balances |= {name: found[schema.accounts].get(name, 0) for name in wanted[schema.accounts]}
    known.sequences |= {name: found[schema.log_streams].get(name, 0) for name in wanted[schema.log_streams]}
    named = {meter.name for commit in commits for meter in commit.meters} | {move.meter for move in moves}
    meters = _unknown(named, known.meters)
    states = {row[0]: MeterState(*row) for row in database.named(schema.meters, meters)}
    known.meters |= {name: states.get(name) for name in meters}
    cared = _unknown({read.name for commit in commits for read in commit.cares}, known.cares)
    known.cares |= {name: KeptCare(name, 0, NOBODYS) for name in cared}
    known.cares |= {row[0]: read_care(row[0], row[1], row[3]) for row in database.named(schema.care, cared)}


def _unknown(names: Iterable[str], known: Collection[str]) -> set[str]:
    """Those not known yet, asked one by one: a difference of sets would go through everything that is known."""
    return {name for name in names if name not in known}
