"""What one commit will hold: commands tried one after the other, and everything that follows from each."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from pitboss.audit import Draft, attempt, fact
from pitboss.audit.format import (
    CORRECTIONS_STREAM,
    MONEY_STREAM,
    CorrectionEvent,
    DealerCameOn,
    FairnessEvent,
    InventoryCredited,
    InventoryFilled,
    LogEvent,
    MeterChangeTookEffect,
    ProgressionsTaken,
    RoomEvent,
    TableClosed,
)
from pitboss.books.stream import StreamEvent
from pitboss.books.table_spec import refused
from pitboss.engine import RoundEvent
from pitboss.engine.actions import PlaceWager
from pitboss.engine.correction import Correction
from pitboss.engine.events import MeterFed, MeterReversed
from pitboss.money import Amount
from pitboss.progressive import Progression
from pitboss.rulebooks import Refused
from pitboss.server.tables.funding import NotCollected, OwnMove, evening, funding, not_collected, stakes
from pitboss.server.tables.live import Live, after
from pitboss.server.tables.snapshots import snapshot_due, write_snapshot
from pitboss.store import (
    HOUSE,
    Commit,
    CorrectionMoney,
    Entry,
    MeterMove,
    MeterState,
    MoveKind,
    RoundAccounts,
    correction_money,
    credit,
    fill,
    meter_moves,
    postings,
    table_account,
)
from pitboss.store.meters import move_entry
from pitboss.table import TableCommand
from pitboss.table.commands import Play
from pitboss.table.events import RoundMoved

Meters = Callable[[Collection[str]], Mapping[str, MeterState]]
"""Meters as they stand, by name."""


class Work:
    """A table and what has happened at it since it was read; nothing is kept until the commit is written."""

    def __init__(self, live: Live, time: int, read_meters: Meters, balance: Callable[[str], Amount]) -> None:
        self.live = live
        self.time = time  # milliseconds
        self._first = live.next
        self._read_meters = read_meters
        self._read_balance = balance
        self._inventory = 0  # cents that came into the table inventory, or, below zero, left it
        self._meters: dict[str, MeterState] | None = None
        self._found: Mapping[str, MeterState] = {}  # the same before this work
        self._shown: dict[str, Amount] | None = None  # until a meter moves
        self.events: list[StreamEvent] = []
        self._entries: list[Entry] = []
        self._moves: list[MeterMove] = []
        self._reads: dict[str, Amount] = {}  # balances that it was decided on
        self._drafts: list[Draft] = []
        self._places: list[int] = []  # of the events among the drafts

    @property
    def at(self) -> int:
        """The time in seconds, as tables count it."""
        return self.time // 1000

    def do(self, command: TableCommand, actor: str) -> None:
        """Tries a command of the table; `Refused` if it is not allowed."""
        if not self.live.at_stake and _places_wager(command):
            self._take_on_progressions()
        live, name = self.live, self.live.spec.name
        tried = attempt(name, live.table, command, actor, self.time)
        if tried.violation is not None:
            raise Refused(tried.violation)
        moves = [event.move for event in tried.events if isinstance(event, RoundMoved)]
        taken = self._move_money(command, actor, moves)
        asked, *told = tried.drafts
        self._drafts.append(asked)
        for draft, event in zip(told, tried.events, strict=True):
            self._happened(draft, event)
        self._fund(evening(live, taken, self._has), actor)
        if live.at_stake != self.live.at_stake:
            kind = MoveKind.ROUND_OPENED if self.live.at_stake else MoveKind.ROUND_ENDED
            meters = [(stored, self._held()[stored]) for stored in live.spec.meters.values()]
            self._move_meters([MeterMove(stored, kind, meter.version) for stored, meter in meters])

    def _move_money(self, command: TableCommand, actor: str, moves: list[RoundEvent]) -> list[Entry]:
        """What moves of the round bring in ledger and meters; the entries among it that may take from players."""
        live = self.live
        if live.table.running is None or not moves:
            return []
        entries = postings(live.accounts, live.table.running, moves)
        wagers = stakes(command)
        self._fund(funding(live, actor, entries, self._has) if wagers else self._bear(entries), actor)
        self._post(entries)
        metered = any(isinstance(move, MeterFed | MeterReversed) for move in moves)
        self._move_meters(meter_moves(live.accounts, live.terms, moves, self._held() if metered else None))
        return [] if wagers else entries

    def fill(self, amount: Amount, reason: str, actor: str, *, automatic: bool = False) -> None:
        """Chips go into the table inventory."""
        name = self.live.spec.name
        self._post([fill(name, amount)])
        filled = InventoryFilled(table=name, amount=amount, reason=reason, automatic=automatic)
        self._happened(self._money(filled, actor), filled)

    def credit(self, amount: Amount, reason: str, actor: str) -> None:
        """Chips leave the table inventory; `Refused` if they are not there."""
        name = self.live.spec.name
        held = self._balance(table_account(name))
        if amount > held:
            raise refused(f"table {name}", f"a credit of {amount}", f"at most its inventory, {held}")
        self._post([credit(name, amount)])
        credited = InventoryCredited(table=name, amount=amount, reason=reason)
        self._happened(self._money(credited, actor), credited)

    def close(self, actor: str) -> None:
        """The table closes for good: its inventory goes back to the house, its meters stay."""
        name = self.live.spec.name
        held = self._balance(table_account(name))
        if held:
            self._post([credit(name, held) if held > Amount.ZERO else fill(name, -held)])
        closed = TableClosed(table=name, amount=held)
        self._happened(self._money(closed, actor), closed)

    def shuffle_step(self, event: FairnessEvent, actor: str) -> None:
        """A step of the fair shuffle; `Refused` out of turn."""
        self.note(event, actor)

    def come_on(self, dealer: str) -> None:
        """Another person deals from here on."""
        self.note(DealerCameOn(dealer=dealer), dealer)

    def correction_money(
        self, accounts: RoundAccounts, correction: Correction, resets: Mapping[str, Amount], why: str
    ) -> CorrectionMoney:
        """What a correction moves by the balances and meters as they stand; of a closed table the house pays."""
        inventory = HOUSE if self.live.closed else accounts.inventory
        return correction_money(accounts, inventory, correction, resets, self._balance, self._held(), why)

    def correct(self, step: CorrectionEvent, by: str, money: CorrectionMoney | None = None) -> None:
        """A step of a correction of an earlier round, with what it moves."""
        if money is not None:
            self._post(money.entries)
            self._move_meters(list(money.moves))
        self._happened(fact(f"{CORRECTIONS_STREAM}{self.live.spec.name}", step, self.time, by), step)

    def note(self, event: FairnessEvent | RoomEvent | DealerCameOn | ProgressionsTaken, actor: str) -> None:
        """A fact of the table that follows from none of its commands."""
        self._happened(fact(self.live.spec.name, event, self.time, actor, self.live.spec.hash), event)

    def shown(self) -> dict[str, Amount]:
        """What the meters of the table show now, this work's own moves included."""
        if self._shown is None:
            held = self._held()
            self._shown = {name: held[stored].shows for name, stored in self.live.spec.meters.items()}
        return self._shown

    def commit(self, client: str, command: str, digest: bytes = b"", outcome: bytes = b"") -> Commit:
        """Everything that happened, to be written at once."""
        self._cover()
        due = snapshot_due(self._first, self.live.next)
        return Commit(
            client=client,
            command=command,
            digest=digest,
            outcome=outcome,
            stream=self.live.spec.name,
            expected=self._first,
            events=tuple(self._places),
            snapshot=write_snapshot(self.live) if due else None,
            entries=tuple(self._entries),
            moves=tuple(self._moves),
            reads=tuple(self._reads.items()),
            meters=tuple(self._found[name] for name in {move.meter: None for move in self._moves}),
            log=tuple(self._drafts),
        )

    def _happened(self, draft: Draft, event: StreamEvent) -> None:
        """An event of the table, and its entry in the log."""
        self.live = after(self.live, [event])
        self._places.append(len(self._drafts))
        self._drafts.append(draft)
        self.events.append(event)

    def _held(self) -> dict[str, MeterState]:
        if self._meters is None:
            named = self.live.spec.meters.values()
            self._found = self._read_meters(named) if named else {}
            self._meters = dict(self._found)
        return self._meters

    def _move_meters(self, moves: list[MeterMove]) -> None:
        if moves:
            self._shown = None
        for move in moves:
            held = self._held()
            before, held[move.meter] = held[move.meter], held[move.meter].after(move)
            entry = move_entry(before, held[move.meter], move.account)
            self._count([entry] if entry else [])
        self._moves += moves

    def _take_on_progressions(self) -> None:
        """Before the first wager of a round: changes of meters that are due take effect, and the table takes them on.

        While a round is in play at another table of the link nobody begins a new one, so that the change comes.
        """
        table, running = self.live.spec, dict[str, Progression]()
        for name, stored in table.meters.items():
            if self._held()[stored].change_due:
                self._change_terms(stored)
            now, filed = self._held()[stored].progression, self.live.terms.meters.get(name)
            if now is not None and filed is not None and (now.rate, now.reset) != (filed.rate, filed.reset):
                running[name] = now
        if running:
            self.note(ProgressionsTaken(meters=running), "system")

    def _change_terms(self, stored: str) -> None:
        if self._held()[stored].in_play:
            tried = "a new round while its change waits for the rounds in play"
            raise refused(f"meter {stored}", tried, "the same wager again when they are over")
        self._move_meters([MeterMove(stored, MoveKind.TERMS, 0)])
        took = MeterChangeTookEffect(meter=stored)
        self._drafts.append(fact(f"meter/{stored}", took, self.time, "system"))

    def _post(self, entries: Sequence[Entry]) -> None:
        self._entries += entries
        self._count(entries)

    def _count(self, entries: Sequence[Entry]) -> None:
        """Keeps track of what the table inventory gives and gets."""
        inventory = table_account(self.live.spec.name)
        for entry in entries:
            self._inventory += entry.amount.cents * ((entry.target == inventory) - (entry.source == inventory))

    def _balance(self, account: str) -> Amount:
        """What an account held before this work."""
        if account not in self._reads:
            self._reads[account] = self._read_balance(account)
        return self._reads[account]

    def _has(self, account: str) -> Amount:
        """What an account holds, this work's own entries included."""
        own = (entry.amount.cents * ((entry.target == account) - (entry.source == account)) for entry in self._entries)
        return self._balance(account) + Amount(sum(own))

    def _bear(self, entries: Sequence[Entry]) -> Iterator[NotCollected]:
        """What the house bears of what is taken back from players, decided on what they have now."""
        return not_collected(self.live, entries, self._has)

    def _fund(self, moves: Iterable[OwnMove | NotCollected], actor: str) -> None:
        """Money that goes between the accounts of a player, or that the house bears for one; the log says so."""
        for move in moves:
            self._post([move.entry])
            self._drafts.append(self._money(move.told, actor))

    def _cover(self) -> None:
        """No payment is lost for want of chips: the house brings the inventory back to what the table opened with."""
        if self._inventory >= 0:
            return
        left = self._balance(table_account(self.live.spec.name)).cents + self._inventory
        if left < 0:
            amount = Amount(self.live.spec.inventory - left)
            self.fill(amount, "the inventory could not pay", "system", automatic=True)

    def _money(self, event: LogEvent, actor: str) -> Draft:
        return fact(MONEY_STREAM, event, self.time, actor)


def _places_wager(command: TableCommand) -> bool:
    return isinstance(command, Play) and isinstance(command.action, PlaceWager)
