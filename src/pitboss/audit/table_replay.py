"""The verifier at a table: plays its stream again by the rules and holds every entry against what must follow."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from pitboss import engine
from pitboss.audit.accounts import Accounts, Mismatch, Money
from pitboss.audit.books import Books
from pitboss.audit.format import (
    DealerCameOn,
    Entry,
    EntryKind,
    FairnessEvent,
    ProgressionsTaken,
    RoomEvent,
    TableOpened,
    canonical,
)
from pitboss.audit.shuffles import Shuffles
from pitboss.engine import RoundEvent, open_round
from pitboss.engine.actions import Bet, PlaceWager
from pitboss.engine.correction import Settled, settled_as_played
from pitboss.engine.dispute.retelling import meters_in
from pitboss.engine.event_text import write_event
from pitboss.money import Amount
from pitboss.rulebooks import Refused, RulebookError, Terms, Violation, ids, lawful, load, submission_from
from pitboss.rulebooks.codec import builtins, convert
from pitboss.rulebooks.table_rules import Cards, Role
from pitboss.table import Table, TableCommand, TableEvent, decide, evolve, open_table
from pitboss.table.commands import Play
from pitboss.table.events import RoundEnded, RoundMoved, RoundOpened
from pitboss.table.state import progressing

PROGRESSIONS = "progressions-taken"
DEALER = "dealer-came-on"
FAIRNESS = ("seed-committed", "seed-taken", "seeds-closed", "seed-revealed")
ROOM = ("seed-sealed", "player-ready", "clocks-restarted")


@dataclass
class RoundOver:
    """A round that is over, as far as a correction asks: how it stands settled, and who had a part in it."""

    terms: Terms
    seats: frozenset[int]
    players: dict[int, str]
    dealers: frozenset[str]
    meters: dict[str, Amount]  # as they showed
    names: dict[str, str]  # the house's meters, by the table's names
    settled: Settled


class TableReplay:
    """One table's stream, entry by entry; `Mismatch` where one does not follow from those before it."""

    def __init__(self, entry: Entry, books: Books, corrected: Collection[int] = ()) -> None:
        """`corrected` are the numbers of rounds to keep, because something is said of them later."""
        opened = read(entry.payload, TableOpened)
        self._stream = entry.stream
        self._last = entry.entry
        self._hash = opened.hash
        self.terms = terms_of(opened)
        self.table: Table = open_table(self.terms, opened.cards)
        self._virtual = opened.cards is Cards.VIRTUAL
        self.shuffles = Shuffles(entry.stream, self.terms, virtual=self._virtual)
        self._accounts = Accounts(entry.stream, self.terms, opened.meters, books)
        self._books = books
        self._dealer: str | None = None
        self._command: int | None = None  # the entry whose outcome is being read
        self._due: list[TableEvent] | Violation = []
        self._corrected = frozenset(corrected)
        self._dealers: set[str] = set()  # in the round
        self._moves: list[RoundEvent] = []
        self.over: dict[int, RoundOver] = {}
        self._check_law(entry)

    def step(self, entry: Entry) -> None:
        """The next entry of the stream."""
        self._check_law(entry)
        self._last = entry.entry
        if entry.stream in self._books.closed:
            raise Mismatch("something at a table", "it was closed before")
        tag = entry.payload.get("event") if entry.kind is EntryKind.EVENT else None
        fairness = tag in FAIRNESS
        if self._due and (fairness or tag in (PROGRESSIONS, DEALER, *ROOM) or entry.kind is EntryKind.COMMAND):
            raise Mismatch("something else", f"{self._next_due()} should follow the command of entry {self._command}")
        match entry.kind:
            case EntryKind.COMMAND:
                self._try(entry)
            case EntryKind.REFUSAL:
                self._refused(entry)
            case EntryKind.EVENT if fairness:
                event: FairnessEvent = read(entry.payload, FairnessEvent)
                self.shuffles.step(entry.entry, event)
            case EntryKind.EVENT if tag == PROGRESSIONS:
                taken: ProgressionsTaken = read(entry.payload, ProgressionsTaken)
                self._accounts.check_terms(taken.meters)
                self.table = progressing(self.table, taken.meters)
            case EntryKind.EVENT if tag == DEALER:
                self._comes_on(entry)
            case EntryKind.EVENT if tag in ROOM:
                read(entry.payload, RoomEvent)  # nothing follows from it
            case EntryKind.EVENT:
                self._happened(entry)
            case _:
                raise Mismatch("a sign-in in the stream of a table", "sign-ins have a stream of their own")

    def finish(self) -> Iterator[tuple[int, Mismatch]]:
        """What is missing at the end: outcomes of the last command, and seeds of rounds gone by."""
        if self._due and self._command is not None:
            yield self._command, Mismatch("a command without its whole outcome", f"{self._next_due()} should follow")
        for event in self._books.borne.get(self._stream, []):
            yield self._last, Mismatch(f"{event.amount} not collected from {event.player}", "nothing was taken back")
        yield from self.shuffles.unrevealed()

    @property
    def money(self) -> list[Money]:
        """The money of every finished round."""
        return self._accounts.rounds

    def _check_law(self, entry: Entry) -> None:
        if entry.rulebook != self._hash:
            raise Mismatch(f"rulebook {entry.rulebook}", f"the table is played by rulebook {self._hash}")

    def _try(self, entry: Entry) -> None:
        command: TableCommand = read(entry.payload, TableCommand)
        if command.by is Role.PLAYER and entry.actor not in (command.player, self._dealer):
            raise Mismatch(f"a command of player {command.player}", f"it was entered by {entry.actor}")
        if (
            entry.stream in self._books.borne
            and isinstance(command, Play)
            and isinstance(command.action, Bet | PlaceWager)
        ):
            raise Mismatch("a wager with what the house bears", "the house bears what is taken back from a player")
        outcome = decide(self.table, command)
        self._command = entry.entry
        self._due = outcome if isinstance(outcome, Violation) else list(outcome)

    def _comes_on(self, entry: Entry) -> None:
        """Whoever deals says so; at a virtual table nobody does."""
        event: DealerCameOn = read(entry.payload, DealerCameOn)
        if self._virtual or event.dealer != entry.actor:
            why = "the cards are virtual" if self._virtual else f"it was entered by {entry.actor}"
            raise Mismatch(f"{event.dealer} comes on to deal", why)
        self._dealer = event.dealer
        self._dealers.add(event.dealer)

    def _refused(self, entry: Entry) -> None:
        told = read(entry.payload, Violation)
        if not isinstance(self._due, Violation):
            raise Mismatch(f"the refusal '{told}'", f"by the rules {self._next_due() or 'nothing'} follows")
        if told != self._due:
            raise Mismatch(f"the refusal '{told}'", f"by the rules it reads '{self._due}'")
        self._due = []

    def _happened(self, entry: Entry) -> None:
        event: TableEvent = read(entry.payload, TableEvent)
        if isinstance(self._due, Violation):
            raise Mismatch(_said(event), f"by the rules the command is refused: {self._due}")
        if not self._due:
            raise Mismatch(_said(event), "it follows from no command")
        due = self._due.pop(0)
        if event != due:
            raise Mismatch(_said(event), f"by the rules {_said(due)} follows")
        before, self.table = self.table, evolve(self.table, event)
        self.shuffles.happened(entry.entry, event, self.table)
        self._accounts.happened(event, before, self.table)
        if not self._due:
            self._books.check_taken(entry.stream, set(self._accounts.players.values()))
        self._keep(event)

    def _keep(self, event: TableEvent) -> None:
        """Keeps a round that is corrected later."""
        match event:
            case RoundOpened():
                self._moves, self._dealers = [], {self._dealer} if self._dealer else set()
            case RoundMoved() if self._accounts.round in self._corrected:
                self._moves.append(event.move)
            case RoundEnded() if self._accounts.round in self._corrected:
                accounts, terms = self._accounts, self.table.terms
                seats = frozenset(engine.replay(open_round(terms), self._moves).seats)
                self.over[accounts.round] = RoundOver(
                    terms=terms,
                    seats=seats,
                    players={seat: player for seat, player in accounts.players.items() if seat in seats},
                    dealers=frozenset(self._dealers),
                    meters=meters_in(terms, self._moves, accounts.shown),
                    names=accounts.meters,
                    settled=settled_as_played(terms, self._moves),
                )

    def _next_due(self) -> str:
        if isinstance(self._due, Violation):
            return f"the refusal '{self._due}'"
        return _said(self._due[0]) if self._due else ""


def terms_of(opened: TableOpened) -> Terms:
    """The terms a table was opened with."""
    if opened.rulebook not in ids():
        why = f"it is none of {', '.join(ids())}; --rulebooks DIR adds the folder it is in"
        raise Mismatch(f"rulebook {opened.rulebook!r}", why)
    try:
        rulebook = load(opened.rulebook)
    except RulebookError as error:
        raise Mismatch(f"rulebook {opened.rulebook!r}", f"it cannot be used: {error}") from error
    if opened.hash != rulebook.hash:
        why = f"the rulebook at hand has {rulebook.hash}: nothing can be replayed"
        raise Mismatch(f"{rulebook.id} with hash {opened.hash}", why)
    try:
        return lawful(rulebook, submission_from(dict(opened.submission), rulebook))
    except Refused as refused:
        raise Mismatch("an unlawful submission", str(refused.violations[0])) from refused


def read(payload: dict[str, Any], kind: Any) -> Any:
    """A payload as a typed value, if it is written as that value is."""
    try:
        value = convert(payload, kind)
    except (msgspec.ValidationError, ValueError) as error:
        raise Mismatch("a payload that cannot be read", str(error)) from error
    if canonical(builtins(value)) != canonical(payload):
        raise Mismatch("a payload with more or other fields than its kind has", "there is one way to write it")
    return value


def _said(event: TableEvent) -> str:
    """An event in a few words."""
    if isinstance(event, RoundMoved):
        return f"'{write_event(event.move)}'"
    return f"'{event.__struct_config__.tag}'"
