"""What one commit will hold: commands tried one after the other, and everything that follows from each."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from pitboss.audit import Draft, attempt, fact
from pitboss.audit.format import (
    CORRECTIONS_STREAM,
    MONEY_STREAM,
    CorrectionEvent,
    DealerCameOn,
    InventoryCredited,
    InventoryFilled,
    LogEvent,
    MeterChangeTookEffect,
    ProgressionsTaken,
    RoomEvent,
    RulebookChosen,
    RulebookTaken,
    TableClosed,
)
from pitboss.audit.shuffle_format import ChainOpened, FairnessEvent
from pitboss.books.stream import StreamEvent
from pitboss.books.table_spec import refused
from pitboss.care.purse import OwnStake
from pitboss.engine import Phase, RoundEvent
from pitboss.engine.actions import PlaceWager
from pitboss.engine.correction import Correction
from pitboss.engine.events import MeterFed, MeterReversed
from pitboss.money import Amount
from pitboss.progressive import Progression
from pitboss.rulebooks import Refused
from pitboss.server.tables.funding import NotCollected, OwnMove, evening, funding, not_collected, stakes, taken_from
from pitboss.server.tables.live import Live, after
from pitboss.server.tables.protection import Protection, ReadCare
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
from pitboss.store.accounts import PLAY_HOUSE
from pitboss.store.ledger import POSTED, in_books
from pitboss.store.meters import METERED, MOST, move_entry, move_in_books
from pitboss.table import TableCommand
from pitboss.table.commands import Play, Sit
from pitboss.table.events import RoundMoved

Meters = Callable[[Collection[str]], Mapping[str, MeterState]]
"""Meters as they stand, by name."""


MOVING_MONEY = (*POSTED, *METERED)

Noted = ChainOpened | FairnessEvent | RoomEvent | DealerCameOn | ProgressionsTaken | RulebookChosen | RulebookTaken


class Work:
    """A table and what has happened at it since it was read; nothing is kept until the commit is written."""

    def __init__(
        self, live: Live, time: int, read_meters: Meters, balance: Callable[[str], Amount], care: ReadCare
    ) -> None:
        self.live = self._before = live
        self.time = time  # milliseconds
        self._read_meters = read_meters
        self._read_balance = balance
        self._protection = Protection(care)
        self._inventory = 0  # cents that came into the table inventory, or, below zero, left it
        self._meters: dict[str, MeterState] | None = None
        self._found: Mapping[str, MeterState] = {}  # the same before this work
        self._shown: dict[str, Amount] | None = None  # until a meter moves
        self.events: list[StreamEvent] = []
        self._entries: list[Entry] = []
        self._moved: dict[str, int] = {}  # cents that they brought each account, or, below zero, took from it
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
        if isinstance(command, Sit):
            self._protection.take_seat(command.player, self.live.spec.practice, self.at)
        if not self.live.at_stake and _places_wager(command):
            self._refuse_uncovered()
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
        if live.table.running is None or not any(isinstance(move, MOVING_MONEY) for move in moves):
            return []  # most commands of the house deal or turn up cards
        accounts = live.accounts
        entries = postings(accounts, live.table.running, moves)
        wagers = stakes(command)
        if wagers:
            self._keep_limits(accounts, entries, _places_wager(command), actor)
        self._fund(funding(live, actor, entries, self._has) if wagers else self._bear(entries), actor)
        self._post(entries)
        metered = any(isinstance(move, MeterFed | MeterReversed) for move in moves)
        self._move_meters(meter_moves(accounts, live.terms, moves, self._held() if metered else None))
        return [] if wagers else entries

    def tell(self, *drafts: Draft) -> None:
        """What the log says besides, which is no event of the table."""
        self._drafts += drafts

    def _keep_limits(self, accounts: RoundAccounts, entries: Sequence[Entry], opens: bool, actor: str) -> None:
        """Nobody wagers beyond the limits of his own; whoever wagers is counted as playing."""
        live, was = self.live, self._before.table.running
        for seat, cents in taken_from(live, entries):
            if was is None or seat not in was.seats:
                # Nothing of the seat waited for settlement before this work, and each round has such accounts of its
                # own: there is no need to ask. The writer holds the zero against the account like every other read.
                self._reads.setdefault(accounts.pending(seat), Amount.ZERO)
            player = live.table.seats[seat].player
            chips, game = live.spec.accounts(player)
            bought = self._protection.care(player).purse(live.spec.practice).bought
            held = self._has(chips) + self._has(game)
            in_round = self._has(accounts.pending(seat)).cents
            stake = OwnStake(cents, in_round, held.cents - bought, opens=opens, himself=actor == player)
            self._protection.take_stake(player, live.spec.practice, stake, self.at)

    def barred(self) -> list[int]:
        """The seats of players who take no part any more, while no round keeps them there."""
        running, seats = self.live.table.running, self.live.table.seats.items()
        if running is not None and running.phase is not Phase.WAGERS:
            return []
        return [seat for seat, item in seats if not item.away and self._protection.barred(item.player, self.at)]

    def fill(self, amount: Amount, reason: str, actor: str, *, automatic: bool = False) -> None:
        """Chips go into the table inventory."""
        name = self.live.spec.name
        self._post([fill(name, amount)])
        filled = InventoryFilled(table=name, amount=amount, reason=reason, automatic=automatic)
        self._happened(self._money(filled, actor), filled)

    def credit(self, amount: Amount, reason: str, actor: str) -> None:
        """Chips leave the table inventory; `Refused` if they are not there."""
        name = self.live.spec.name
        refuse_beyond(name, amount, self._balance(table_account(name)))
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

    def note(self, event: Noted, actor: str) -> None:
        """A fact of the table that follows from none of its commands."""
        self._happened(fact(self.live.spec.name, event, self.time, actor, self.live.terms.rulebook.hash), event)

    def shown(self) -> dict[str, Amount]:
        """What the meters of the table show now, this work's own moves included."""
        if self._shown is None:
            held = self._held()
            self._shown = {name: held[stored].shows for name, stored in self.live.spec.meters.items()}
        return self._shown

    def commit(self, client: str, command: str, digest: bytes = b"", outcome: bytes = b"") -> Commit:
        """Everything that happened, to be written at once."""
        self._cover()
        due = snapshot_due(self._before.next, self.live.next)
        return Commit(
            client=client,
            command=command,
            digest=digest,
            outcome=outcome,
            stream=self.live.spec.name,
            expected=self._before.next,
            events=tuple(self._places),
            snapshot=write_snapshot(self.live) if due else None,
            entries=tuple(self._entries),
            moves=tuple(self._moves),
            reads=tuple(self._reads.items()),
            meters=tuple(self._found[name] for name in {move.meter: None for move in self._moves}),
            log=tuple(self._drafts),
            cares=self._protection.reads(),
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
        moves = [move_in_books(move, self.live.spec.practice) for move in moves]
        if moves:
            self._shown = None
        for move in moves:
            held = self._held()
            before, held[move.meter] = held[move.meter], held[move.meter].after(move)
            entry = move_entry(before, held[move.meter], move.account)
            self._count([entry] if entry else [])
        self._moves += moves

    def _refuse_uncovered(self) -> None:
        """Before the first wager of a round: the house must be able to pay whatever it may bring, or takes none.

        No round can cost it a quarter of what an account can hold; a half is asked for. So no payment, fill or
        contribution fails in mid-round for want of it.
        """
        house = PLAY_HOUSE if self.live.spec.practice else HOUSE
        meters = (self._held()[stored] for stored in self.live.spec.meters.values())
        used = [abs(self._read_balance(house).cents), *(meter.seeded + meter.contributed for meter in meters)]
        if max(used) > MOST // 2:
            allowed = "none: the house could not cover what it may win"
            says = "No wagers are taken: the house could not cover what they may win."
            raise refused(f"table {self.live.spec.name}", "a wager", allowed, says=says)

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
            says = "This meter is about to change; place the wager again when the rounds in play are over."
            raise refused(f"meter {stored}", tried, "the same wager again when they are over", says=says)
        self._move_meters([MeterMove(stored, MoveKind.TERMS, 0)])
        took = MeterChangeTookEffect(meter=stored)
        self._drafts.append(fact(f"meter/{stored}", took, self.time, "system"))

    def _post(self, entries: Sequence[Entry]) -> None:
        moved = self._moved
        for entry in entries:
            booked = in_books(entry, self.live.spec.practice)
            self._entries.append(booked)
            moved[booked.source] = moved.get(booked.source, 0) - booked.amount.cents
            moved[booked.target] = moved.get(booked.target, 0) + booked.amount.cents
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
        own, before = self._moved.get(account), self._balance(account)
        return before + Amount(own) if own else before

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


def refuse_beyond(table: str, amount: Amount, held: Amount) -> None:
    """`Refused` if a credit takes out more chips than a table inventory has."""
    if amount > held:
        says = f"A credit of {amount} is more than the table's inventory, which is {held}."
        raise refused(f"table {table}", f"a credit of {amount}", f"at most its inventory, {held}", says=says)
