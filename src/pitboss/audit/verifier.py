"""The offline verifier: a log file in, every entry that cannot be right out, by its number, what and why.

It has the format in common with the side that writes, and the rules; hashes, tree, shuffle and books are its own.
"""

from collections.abc import Sequence

import msgspec

from pitboss.audit.accounts import Mismatch
from pitboss.audit.format import Entry, Kind, MeterOpened, SignedHead
from pitboss.audit.reading import Finding, LogReader
from pitboss.audit.replaying import TableReplay, read
from pitboss.audit.shuffles import Misdealt
from pitboss.money import Amount


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What the verifier did and found."""

    log: str
    entries: int
    heads: int
    tables: int
    rounds: int
    shuffles_checked: int
    shuffles_open: int  # rounds at the end of the log whose seeds are still to be revealed
    staked: Amount
    returned: Amount
    kept: Amount
    trusted_key: bool  # the key was given, not taken from the log itself
    findings: tuple[Finding, ...]

    @property
    def sound(self) -> bool:
        """Whether nothing was found."""
        return not self.findings


def verify_log(data: bytes, public_key: bytes | None = None, known: Sequence[SignedHead] = ()) -> Report:
    """Checks a whole log file. `known` are heads kept from elsewhere, which the log must go on from or contain."""
    reader = LogReader(public_key, known)
    lines = data.split(b"\n")
    if lines.pop():
        reader.find(None, "the last line has no end", "the file was cut short")
        lines.append(data.rpartition(b"\n")[2])
    for line in lines:
        reader.line(line)
    reader.finish()
    replay = _Replay(reader.findings)
    if reader.intact:
        for entry in reader.entries:
            replay.step(entry)
        replay.finish()
    money = [money for table in replay.tables.values() for money in table.money]
    return Report(
        log=reader.name,
        entries=len(reader.entries),
        heads=reader.heads,
        tables=len(replay.tables),
        rounds=len(money),
        shuffles_checked=sum(table.shuffles.checked for table in replay.tables.values()),
        shuffles_open=sum(table.shuffles.open for table in replay.tables.values()),
        staked=sum((round.staked for round in money), Amount.ZERO),
        returned=sum((round.returned for round in money), Amount.ZERO),
        kept=sum((round.kept for round in money), Amount.ZERO),
        trusted_key=public_key is not None,
        findings=tuple(sorted(reader.findings, key=lambda finding: (finding.entry is None, finding.entry or 0))),
    )


class _Replay:
    """Plays the streams of all tables again; a stream is left at its first finding: the rest would follow from it."""

    def __init__(self, findings: list[Finding]) -> None:
        self.tables: dict[str, TableReplay] = {}
        self._findings = findings
        self._meters: dict[str, int] = {}
        self._left: set[str] = set()

    def step(self, entry: Entry) -> None:
        """The next entry of the log."""
        if entry.stream in self._left:
            return
        try:
            self._step(entry)
        except Mismatch as mismatch:
            self._left.add(entry.stream)
            at = mismatch.entry if isinstance(mismatch, Misdealt) else entry.entry
            self._findings.append(Finding(at, mismatch.what, mismatch.why))

    def _step(self, entry: Entry) -> None:
        tag = entry.payload.get("event") if entry.kind is Kind.EVENT else None
        if tag == "meter-opened":
            opened: MeterOpened = read(entry.payload, MeterOpened)
            if opened.meter in self._meters:
                raise Mismatch(f"meter {opened.meter} is opened again", "it was opened before")
            self._meters[opened.meter] = opened.microcents
        elif entry.stream in self.tables:
            self.tables[entry.stream].step(entry)
        elif tag == "table-opened":
            self.tables[entry.stream] = TableReplay(entry, self._meters)
        elif entry.rulebook is not None:
            raise Mismatch(f"an entry under rulebook {entry.rulebook}", f"no table was opened in stream {entry.stream}")

    def finish(self) -> None:
        """What is missing at the end of the tables' streams."""
        for stream, table in self.tables.items():
            if stream not in self._left:
                self._findings += [Finding(entry, lack.what, lack.why) for entry, lack in table.finish()]
