"""The offline verifier: a log file in, every entry that cannot be right out, by its number, what and why.

It has the format in common with the side that writes, and the rules; hashes, tree, shuffle and books are its own.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from pitboss.audit.accounts import Money
from pitboss.audit.books import Books
from pitboss.audit.care_format import CARE_STREAM
from pitboss.audit.corrections import Corrections
from pitboss.audit.format import (
    APPROVALS_STREAM,
    CORRECTIONS_STREAM,
    LOG_STREAM,
    MONEY_STREAM,
    PEOPLE_STREAM,
    RULEBOOKS_STREAM,
    Entry,
    EntryKind,
    LogRestored,
    MeterChanged,
    MeterChangeTookEffect,
    MeterOpened,
    MoneyEvent,
    SignedHead,
    TableClosed,
)
from pitboss.audit.kept_out import KeptOut
from pitboss.audit.log_reader import Finding, LogReader
from pitboss.audit.mismatch import Mismatch
from pitboss.audit.second_persons import SecondPersons
from pitboss.audit.shuffles import Misdealt
from pitboss.audit.table_replay import TableReplay, learn_versions, read, read_kept
from pitboss.money import Amount
from pitboss.rulebooks import RulebookError, UnknownRulebook, load, version


class Law(msgspec.Struct, frozen=True, kw_only=True):
    """A version of a rulebook that tables were dealt by, and how it stands to the one at hand."""

    rulebook: str
    hash: str
    law: str
    here: str  # "as it is", "in other words", "another law" or "not at all"
    tables: tuple[str, ...]


class Verification(msgspec.Struct, frozen=True, kw_only=True):
    """What the verifier did and found."""

    log: str
    entries: int
    heads: int
    tables: int
    rounds: int
    shuffles_checked: int
    shuffles_chained: int  # of them, by seeds of a chain whose anchor was published before
    witnessed: dict[str, int]  # shuffles to which a witness added a seed, by its public key
    seeds_withheld: int  # that players pledged and did not show; the shuffle went on without them
    shuffles_open: int  # rounds at the end of the log whose seeds are still to be revealed
    money: dict[str, Money]  # by the code of a currency, or play money
    corrections: int  # that were approved; what they changed is in the sums above
    laws: tuple[Law, ...]
    restores: int  # from backups, each of which lost what came after it
    trusted_key: bool  # the key was given, not taken from the log itself
    findings: tuple[Finding, ...]

    @property
    def sound(self) -> bool:
        """Whether nothing was found."""
        return not self.findings


def verify_log(data: bytes, public_key: bytes | None = None, known: Sequence[SignedHead] = ()) -> Verification:
    """Checks a whole log file. `known` are heads kept from elsewhere, which the log must go on from or contain."""
    return verify_books(data, public_key, known)[0]


def verify_books(
    data: bytes, public_key: bytes | None = None, known: Sequence[SignedHead] = ()
) -> tuple[Verification, Books]:
    """Checks a whole log file, and hands out the books that were recomputed from it."""
    reader = LogReader(public_key, known)
    lines = data.split(b"\n")
    if lines.pop():
        reader.find(None, "the last line has no end", "the file was cut short")
        lines.append(data.rpartition(b"\n")[2])
    for line in lines:
        reader.line(line)
    reader.finish()
    learn_versions(reader.entries)
    replay = Replay(reader.findings, corrected_rounds(reader.entries))
    if reader.intact:
        for entry in reader.entries:
            replay.step(entry)
        replay.finish()
    changes = {name: table.approved for name, table in replay.corrections.items()}
    report = Verification(
        log=reader.name,
        entries=len(reader.entries),
        heads=reader.heads,
        tables=len(replay.tables),
        rounds=sum(len(table.money) for table in replay.tables.values()),
        shuffles_checked=sum(table.shuffles.checked for table in replay.tables.values()),
        shuffles_chained=sum(table.shuffles.chained for table in replay.tables.values()),
        witnessed=dict(sum((table.shuffles.witnessed for table in replay.tables.values()), Counter[str]())),
        seeds_withheld=sum(table.shuffles.withheld for table in replay.tables.values()),
        shuffles_open=sum(table.shuffles.open for table in replay.tables.values()),
        money=_money(replay, changes),
        corrections=sum(map(len, changes.values())),
        restores=replay.restores,
        laws=_laws(replay.tables),
        trusted_key=public_key is not None,
        findings=tuple(sorted(reader.findings, key=lambda finding: (finding.entry is None, finding.entry or 0))),
    )
    return report, replay.books


def _laws(tables: Mapping[str, TableReplay]) -> tuple[Law, ...]:
    """Every version that was dealt by. The log brings its own: whether that is the law is for its reader to say."""
    found: dict[tuple[str, str], list[str]] = {}
    for name, table in tables.items():
        for hash in table.versions:
            found.setdefault((table.table.terms.rulebook.id, hash), []).append(name)
    return tuple(
        Law(rulebook=id, hash=hash, law=version(id, hash).law, here=_here(id, hash), tables=tuple(names))
        for (id, hash), names in sorted(found.items())
    )


def _here(id: str, hash: str) -> str:
    try:
        book = load(id)
    except (UnknownRulebook, RulebookError):
        return "not at all"
    if book.hash == hash:
        return "as it is"
    return "in other words" if book.law == version(id, hash).law else "another law"


def _money(replay: "Replay", changes: Mapping[str, Sequence[Money]]) -> dict[str, Money]:
    """What rounds and corrections moved at all tables, each money by itself."""
    found: dict[str, list[Money]] = {}
    for name, table in replay.tables.items():
        found.setdefault(replay.books.money_in(f"table:{name}"), []).extend([*table.money, *changes.get(name, ())])
    return {money: Money(*map(_sum, zip(*sums, strict=True))) for money, sums in found.items() if sums}


def _sum(amounts: Iterable[Amount]) -> Amount:
    return sum(amounts, Amount.ZERO)


def corrected_rounds(entries: Iterable[Entry]) -> dict[str, set[int]]:
    """The numbers of the rounds, by table, that a log tells of corrections of."""
    found: dict[str, set[int]] = {}
    for entry in entries:
        table, round = entry.payload.get("table"), entry.payload.get("round")
        if entry.stream.startswith(CORRECTIONS_STREAM) and isinstance(table, str) and isinstance(round, int):
            found.setdefault(table, set()).add(round)
    return found


class Replay:
    """Plays the streams of all tables again; a stream is left at its first finding: the rest would follow from it.

    Rounds that are corrected later, by the numbers in `corrected`, are kept until then; all others need not be.
    """

    def __init__(self, findings: list[Finding], corrected: Mapping[str, Collection[int]] | None = None) -> None:
        self.tables: dict[str, TableReplay] = {}
        self.corrections: dict[str, Corrections] = {}
        self._corrected = corrected or {}
        self.books = Books()
        self.kept_out = KeptOut()
        self.restores = 0
        self._findings = findings
        self._left: set[str] = set()
        self._misdealt: set[str] = set()
        self._staked = Amount.ZERO  # in the round in play, before the command whose events are read
        self.seconds = SecondPersons(self.books, lambda *found: findings.append(Finding(*found)))

    def step(self, entry: Entry) -> None:
        """The next entry of the log."""
        if entry.stream in self._left:
            return
        try:
            self._step(entry)
        except Misdealt as mismatch:  # the cards were not fair, but what followed from them can still be checked
            if entry.stream not in self._misdealt:
                self._findings.append(Finding(mismatch.entry, mismatch.what, mismatch.why))
            self._misdealt.add(entry.stream)
        except Mismatch as mismatch:
            self._left.add(entry.stream)
            self._findings.append(Finding(entry.entry, mismatch.what, mismatch.why))

    def _step(self, entry: Entry) -> None:
        tag = entry.payload.get("event") if entry.kind is EntryKind.EVENT else None
        if entry.stream == MONEY_STREAM:
            self._money(entry)
        elif entry.stream.startswith(CORRECTIONS_STREAM):
            self._correct(entry)
        elif entry.stream == RULEBOOKS_STREAM:
            read_kept(entry)
        elif entry.stream in (APPROVALS_STREAM, PEOPLE_STREAM):
            (self.seconds.step if entry.stream == APPROVALS_STREAM else self.seconds.people)(entry)
        elif entry.stream.startswith(CARE_STREAM):
            self.kept_out.tell(entry)
        elif tag == "log-opened":
            self.books.parted = entry.payload.get("parted") is True
        elif tag == "log-restored":
            self._restored(entry)
        elif tag == "meter-opened":
            self.books.open_meter(read(entry.payload, MeterOpened))
        elif tag in ("meter-changed", "meter-change-took-effect"):
            self._change_meter(entry)
        elif entry.stream in self.tables:
            self._play(entry)
        elif tag == "table-opened":
            self.tables[entry.stream] = TableReplay(entry, self.books, self._corrected.get(entry.stream, ()))
        elif entry.rulebook is not None:
            raise Mismatch(f"an entry under rulebook {entry.rulebook}", f"no table was opened in stream {entry.stream}")

    def _restored(self, entry: Entry) -> None:
        """A restore gives seeds up that may have been shown since the backup; the rounds must then be void."""
        told: LogRestored = read(entry.payload, LogRestored)
        if entry.stream != LOG_STREAM or told.entries > entry.entry:
            raise Mismatch(f"a restore of {told.entries} entries", f"the log has {entry.entry} before it")
        self.restores += 1
        for replayed in self.tables.values():
            replayed.shuffles.restored()
        for round in told.rounds:
            table = self.tables.get(round.rpartition("/")[0])
            if table is not None:
                table.shuffles.given_up.add(round)

    def _correct(self, entry: Entry) -> None:
        name = entry.stream.removeprefix(CORRECTIONS_STREAM)
        if name in self._left:
            raise Mismatch(f"a correction at table {name}", "its stream could not be followed to here")
        if name not in self.corrections:
            table = self.tables.get(name)
            if table is None:
                raise Mismatch(f"a correction at table {name}", "there is no such table")
            self.corrections[name] = Corrections(name, table, self.books)
        self.corrections[name].step(entry)

    def _money(self, entry: Entry) -> None:
        event: MoneyEvent = read(entry.payload, MoneyEvent)
        if isinstance(event, TableClosed):
            table = self.tables.get(event.table)
            if table is not None and table.table.seats and not self.books.practice.get(event.table):
                raise Mismatch(f"table {event.table} is closed", "players sit there")
        self.books.money(event)
        self.seconds.money(entry, event)

    def _change_meter(self, entry: Entry) -> None:
        event: MeterChanged | MeterChangeTookEffect = read(entry.payload, MeterChanged | MeterChangeTookEffect)
        self.books.change_meter(event)
        if isinstance(event, MeterChanged):
            self.seconds.meter(entry, event)

    def _play(self, entry: Entry) -> None:
        table = self.tables[entry.stream]
        self.kept_out.check(entry)
        if entry.kind is EntryKind.COMMAND:
            self._staked = table.staked  # all events of a command follow it at once
        table.step(entry)
        if entry.payload.get("event") == "round-moved" and entry.payload["move"]["event"] == "round-voided":
            self.seconds.void(entry, self._staked)

    def finish(self) -> None:
        """What is missing at the end of the tables' streams."""
        for stream, table in self.tables.items():
            if stream not in self._left:
                self._findings += [Finding(entry, lack.what, lack.why) for entry, lack in table.finish()]
