"""The verifier at a table: plays its stream again by the rules and holds every entry against what must follow."""

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import msgspec

from pitboss import engine
from pitboss.audit.accounts import Accounts, Mismatch, Money
from pitboss.audit.books import Books
from pitboss.audit.format import (
    RULEBOOKS_STREAM,
    DealerCameOn,
    Entry,
    EntryKind,
    ProgressionsTaken,
    RoomEvent,
    RulebookChosen,
    RulebookKept,
    RulebookTaken,
    TableOpened,
    canonical,
)
from pitboss.audit.shuffle_format import ShuffleEvent
from pitboss.audit.shuffles import Shuffles
from pitboss.engine import RoundEvent, open_round
from pitboss.engine.actions import Bet, Fold, PlaceWager
from pitboss.engine.correction import Settled, settled_as_played
from pitboss.engine.dispute.retelling import meters_in
from pitboss.engine.event_text import write_event
from pitboss.money import Amount
from pitboss.rulebooks import (
    Refused,
    RulebookError,
    Terms,
    UnknownRulebook,
    Violation,
    ids,
    lawful,
    submission_from,
    version,
)
from pitboss.rulebooks.codec import builtins, restore
from pitboss.rulebooks.table_rules import Cards, Role
from pitboss.rulebooks.versions import learn
from pitboss.rulebooks.violation import sentence
from pitboss.table import Table, TableCommand, TableEvent, decide, evolve, open_table
from pitboss.table.commands import Play
from pitboss.table.events import RoundEnded, RoundMoved, RoundOpened
from pitboss.table.state import progressing, under

PROGRESSIONS = "progressions-taken"
DEALER = "dealer-came-on"
FAIRNESS = (
    *("chain-opened", "seed-committed", "seed-pledged", "seeds-closed", "seed-taken", "seeds-fixed", "witness-shown"),
    "seed-revealed",
)
CHOSEN, TAKEN = "rulebook-chosen", "rulebook-taken"
ROOM = ("seed-sealed", "player-ready", "clocks-restarted")
NOTED = frozenset({PROGRESSIONS, DEALER, CHOSEN, TAKEN, *ROOM, *FAIRNESS})
"""What stands in a table's stream and follows from none of its commands."""


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
        self._hash, self._law = opened.hash, opened.rulebook
        self._chosen: RulebookChosen | None = None
        self.versions = [opened.hash]
        terms = terms_of(opened.rulebook, opened.hash, opened.submission)
        self.table: Table = open_table(terms, opened.cards, opened.keyed)
        self._virtual = opened.cards is Cards.VIRTUAL
        self.shuffles = Shuffles(entry.stream, terms, virtual=self._virtual)
        self._accounts = Accounts(entry.stream, terms, opened.meters, books)
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
        if self._due and (tag in NOTED or entry.kind is EntryKind.COMMAND):
            raise Mismatch("something else", f"{self._next_due()} should follow the command of entry {self._command}")
        match entry.kind:
            case EntryKind.COMMAND:
                self._try(entry)
            case EntryKind.REFUSAL:
                self._refused(entry)
            case EntryKind.EVENT if fairness:
                event: ShuffleEvent = read(entry.payload, ShuffleEvent)
                self.shuffles.step(entry.entry, event)
            case EntryKind.EVENT if tag == PROGRESSIONS:
                taken: ProgressionsTaken = read(entry.payload, ProgressionsTaken)
                self._accounts.check_terms(taken.meters)
                self.table = progressing(self.table, taken.meters)
            case EntryKind.EVENT if tag == CHOSEN:
                self._chosen = read(entry.payload, RulebookChosen)
            case EntryKind.EVENT if tag == TAKEN:
                self._take_version(entry, read(entry.payload, RulebookTaken))
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
    def staked(self) -> Amount:
        """All that is wagered in the round in play."""
        return self.table.running.staked if self.table.running is not None else Amount.ZERO

    @property
    def money(self) -> list[Money]:
        """The money of every finished round."""
        return self._accounts.rounds

    def _check_law(self, entry: Entry) -> None:
        if entry.rulebook != self._hash:
            raise Mismatch(f"rulebook {entry.rulebook}", f"the table is played by rulebook {self._hash}")

    def _take_version(self, entry: Entry, taken: RulebookTaken) -> None:
        """Between rounds a table takes over other words by itself, and another law when somebody chose it."""
        if self.table.running is not None and self.table.running.seats:
            raise Mismatch("another version of the rulebook", "a round is in play")
        terms, chosen = terms_of(self._law, taken.hash, taken.submission), self._chosen
        if terms.rulebook.law != self.table.terms.rulebook.law:
            if chosen is None or chosen.hash != taken.hash:
                raise Mismatch(f"{self._law} with another law, {terms.rulebook.law}", "nobody chose it for the table")
            if entry.time < chosen.effective * 1000:
                raise Mismatch(f"{self._law} with hash {taken.hash}", "the time it was chosen for had not come")
        self.table = under(self.table, terms)
        self._hash = taken.hash
        self.versions.append(taken.hash)
        self.shuffles.terms = self._accounts.terms = terms

    def _try(self, entry: Entry) -> None:
        command: TableCommand = read(entry.payload, TableCommand)
        if command.by is Role.PLAYER and entry.actor != command.player:
            self._check_keyed(entry, command)
        if (
            entry.stream in self._books.borne
            and isinstance(command, Play)
            and isinstance(command.action, Bet | PlaceWager)
        ):
            raise Mismatch("a wager with what the house bears", "the house bears what is taken back from a player")
        outcome = decide(self.table, command)
        self._command = entry.entry
        self._due = outcome if isinstance(outcome, Violation) else list(outcome)

    def _check_keyed(self, entry: Entry, command: TableCommand) -> None:
        """What players do was keyed in by the dealer, but for a fold, since second persons are asked for at all."""
        folds = isinstance(command, Play) and isinstance(command.action, Fold)
        if folds and self._books.four_eyes and not self._books.practice.get(entry.stream):
            if entry.actor == self._dealer:
                raise Mismatch(f"{entry.actor} folds for {command.player}", "a dealer folds for nobody")
            if self.table.seat_of(entry.actor) is None and not self._virtual:
                return
        if entry.actor != self._dealer:
            raise Mismatch(f"a command of player {command.player}", f"it was entered by {entry.actor}")

    def _comes_on(self, entry: Entry) -> None:
        """Whoever deals says so; at a virtual table nobody does."""
        event: DealerCameOn = read(entry.payload, DealerCameOn)
        if self._virtual or event.dealer != entry.actor:
            why = "the cards are virtual" if self._virtual else f"it was entered by {entry.actor}"
            raise Mismatch(f"{event.dealer} comes on to deal", why)
        self._dealer = event.dealer
        self._dealers.add(event.dealer)

    def _refused(self, entry: Entry) -> None:
        facts = entry.payload  # a log need not keep the words, which may change
        told = read({"says": sentence(str(facts.get("tried")), str(facts.get("allowed"))), **facts}, Violation)
        if not isinstance(self._due, Violation):
            raise Mismatch(f"the refusal '{told}'", f"by the rules {self._next_due() or 'nothing'} follows")
        if told.facts != self._due.facts:
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


def learn_versions(entries: Iterable[Entry]) -> dict[str, RulebookKept]:
    """The versions of rulebooks that a log keeps, by their hashes; from now on they can be replayed.

    A version is taken for what the hash of its files says it is, whatever the log says.
    """
    found: dict[str, RulebookKept] = {}
    for entry in entries:
        if entry.stream == RULEBOOKS_STREAM:
            with suppress(Mismatch):  # which is found where the entry itself is looked at
                kept = read_kept(entry)
                found[kept.hash] = kept
    return found


def read_kept(entry: Entry) -> RulebookKept:
    """An entry that keeps a version; `Mismatch` where it is not what it says."""
    kept: RulebookKept = read(entry.payload, RulebookKept)
    try:
        book = learn(kept.files)
    except RulebookError as error:
        raise Mismatch(f"a version of {kept.rulebook}", str(error)) from error
    if (book.id, book.hash, book.law) != (kept.rulebook, kept.hash, kept.law):
        raise Mismatch(f"a version of {kept.rulebook} with hash {kept.hash}", f"its files have {book.hash}")
    return kept


def terms_of(id: str, hash: str, submission: dict[str, Any]) -> Terms:
    """The terms of a table under a version of its rulebook."""
    try:
        rulebook = version(id, hash)
    except UnknownRulebook:
        why = f"it is none of {', '.join(ids())}; --rulebooks DIR adds the folder it is in"
        raise Mismatch(f"rulebook {id!r}", why) from None
    except RulebookError as error:
        raise Mismatch(f"{id} with hash {hash}", f"nothing can be replayed: {error}") from error
    try:
        return lawful(rulebook, submission_from(dict(submission), rulebook))
    except Refused as refused:
        raise Mismatch("an unlawful submission", str(refused.violations[0])) from refused


def read(payload: dict[str, Any], kind: Any) -> Any:
    """A payload as a typed value, if it is written as that value is."""
    try:
        value = restore(payload, kind)
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
