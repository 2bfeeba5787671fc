"""Rounds that are over, read back from a table's stream: for histories, replays, exports and reports."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from pitboss.audit import Fairness, advance
from pitboss.audit.format import (
    CorrectionApproved,
    CorrectionProposed,
    DealerCameOn,
    ProgressionsTaken,
    RulebookTaken,
    round_id,
)
from pitboss.audit.shuffle_format import (
    SeedCommitted,
    SeedPledged,
    SeedRevealed,
    SeedsClosed,
    SeedsFixed,
    SeedTaken,
    WitnessShown,
)
from pitboss.books.stream import StreamEvent, read_event
from pitboss.books.table_spec import TableSpec, terms_of, terms_under
from pitboss.engine import RoundEvent, SettlementLine
from pitboss.engine.events import LineSettled, PayoutHeld
from pitboss.rulebooks import Terms
from pitboss.store import Store, StoredEvent
from pitboss.table import Table, evolve, open_table
from pitboss.table.events import (
    DeckCut,
    DeckReceived,
    DeckShuffled,
    MethodChanged,
    PlayerSat,
    RoundEnded,
    RoundMoved,
    RoundOpened,
)
from pitboss.table.state import progressing, under

PAGE = 2000
REVEALED_WITHIN = 20  # events: the seed of a round is revealed right after it


@dataclass(frozen=True, kw_only=True)
class PastRound:
    """A round as it was played: by which terms, by whom, what happened, and how its deck was shuffled and cut.

    `first` and `last` are the positions of its events in the store; `next` is where its table's stream goes on.
    """

    table: str
    number: int
    at: int  # when it ended, in seconds
    began_at: int = 0  # with its first wager
    void: bool
    players: dict[int, str]
    sat_at: dict[int, int] = field(default_factory=dict)  # since when they sat there
    dealers: frozenset[str] = frozenset()
    terms: Terms
    moves: tuple[RoundEvent, ...]
    next: int
    first: int
    last: int
    cuts: tuple[int, ...]
    fairness: Fairness | None  # None where the cards were physical

    @property
    def lines(self) -> list[SettlementLine]:
        """Its settlement, payouts that were held included."""
        return [move.line for move in self.moves if isinstance(move, LineSettled | PayoutHeld)]


@dataclass(frozen=True, kw_only=True)
class Corrected:
    """A correction that was approved: its lines before and after, why, and who the two persons are."""

    table: str
    number: int
    round: int
    at: int
    proposed_by: str
    approved_by: str
    reason: str
    old: tuple[SettlementLine, ...]
    new: tuple[SettlementLine, ...]


@dataclass
class Reader:
    """Reads on where it stopped; it never reads an event twice."""

    store: Store
    spec: TableSpec
    next: int = 0
    number: int = 0
    _players: dict[int, str] = field(default_factory=dict)
    _sat_at: dict[int, int] = field(default_factory=dict)
    _began_at: int = 0
    _dealer: str = ""
    _dealers: frozenset[str] = frozenset()  # in the round
    _proposed: dict[int, tuple[str, CorrectionProposed]] = field(default_factory=dict)  # corrections that wait
    _moves: list[RoundEvent] = field(default_factory=list)
    _table: Table | None = None  # of which only the terms are kept up to date
    _cuts: dict[str, tuple[int, ...]] = field(default_factory=dict)
    _fairness: Fairness | None = None
    _first: int = 0

    def rounds(self) -> Iterator[PastRound]:
        """The rounds that have ended since."""
        return (found for found in self.told() if isinstance(found, PastRound))

    def told(self) -> Iterator["PastRound | Corrected"]:
        """The rounds that have ended since, and the corrections that were approved since, in their order."""
        while stored := self.store.events(self.spec.name, self.next, PAGE):
            for row in stored:
                self.next = row.sequence + 1
                found = self._take(row, read_event(row))
                if found is not None:
                    yield found

    def _take(self, row: StoredEvent, event: StreamEvent) -> "PastRound | Corrected | None":
        match event:
            case PlayerSat():
                self._players[event.seat], self._sat_at[event.seat] = event.player, event.at
            case DealerCameOn() | CorrectionProposed() | CorrectionApproved():
                return self._noted(row, event)
            case MethodChanged() | ProgressionsTaken() | RulebookTaken():
                self._table = self._changed(event)
            case DeckReceived() | DeckShuffled():
                self._cuts[event.deck] = ()
            case DeckCut():
                self._cuts[event.deck] += (event.depth,)
            case SeedCommitted():
                self._fairness, self._first = advance(None, event), row.position
            case SeedPledged() | SeedTaken() | SeedsClosed() | SeedsFixed() | WitnessShown() | SeedRevealed():
                self._fairness = advance(self._fairness, event)
            case RoundOpened():
                self.number += 1
                self._moves = []
                self._dealers = frozenset({self._dealer} - {""})
                if self._own_shuffle is None:
                    self._first = row.position
            case RoundMoved():
                self._began_at = self._began_at if self._moves else event.at
                self._moves.append(event.move)
            case RoundEnded():
                return self._ended(row, event)
        return None

    def _noted(
        self, row: StoredEvent, event: DealerCameOn | CorrectionProposed | CorrectionApproved
    ) -> "Corrected | None":
        """What the room adds: who deals, and corrections."""
        if isinstance(event, DealerCameOn):
            self._dealer, self._dealers = event.dealer, self._dealers | {event.dealer}
            return None
        if isinstance(event, CorrectionProposed):
            self._proposed[event.number] = (row.actor, event)
            return None
        proposed_by, told = self._proposed.pop(event.number)
        return Corrected(
            table=self.spec.name,
            number=told.number,
            round=told.round,
            at=row.time // 1000,
            proposed_by=proposed_by,
            approved_by=row.actor,
            reason=told.reason,
            old=told.old.lines,
            new=told.new.lines,
        )

    def _ended(self, row: StoredEvent, event: RoundEnded) -> PastRound:
        return PastRound(
            table=self.spec.name,
            number=self.number,
            at=event.at,
            began_at=self._began_at if self._moves else event.at,
            void=event.void,
            players=dict(self._players),
            sat_at=dict(self._sat_at),
            dealers=self._dealers,
            terms=self._known().terms,
            moves=tuple(self._moves),
            next=self.next,
            first=self._first,
            last=row.position,
            cuts=self._cuts.get(event.deck, ()),
            fairness=self._own_shuffle,
        )

    @property
    def _own_shuffle(self) -> Fairness | None:
        fairness = self._fairness
        return fairness if fairness and fairness.round == round_id(self.spec.name, self.number) else None

    def _changed(self, event: MethodChanged | ProgressionsTaken | RulebookTaken) -> Table:
        """The table under other terms."""
        match event:
            case MethodChanged():
                return evolve(self._known(), event)
            case ProgressionsTaken():
                return progressing(self._known(), event.meters)
            case RulebookTaken():
                return under(self._known(), terms_under(self.spec.rulebook, event.hash, event.submission))

    def _known(self) -> Table:
        if self._table is None:
            self._table = open_table(terms_of(self.spec), self.spec.cards, self.spec.keyed)
        return self._table


def past_round(store: Store, spec: TableSpec, number: int) -> PastRound | None:
    """The round of that number, counted from 1, with its seed where it has been revealed; None while it is not over."""
    found = next((past for past in Reader(store, spec).rounds() if past.number == number), None)
    return None if found is None else _revealed(store, found)


def _revealed(store: Store, past: PastRound) -> PastRound:
    if past.fairness is None:
        return past
    for stored in store.events(past.table, past.next, REVEALED_WITHIN):
        event = read_event(stored)
        if isinstance(event, SeedRevealed) and event.round == past.fairness.round:
            return replace(past, fairness=advance(past.fairness, event), last=stored.position)
    return past
