"""A table as a process holds it: its state and its shuffle, folded from its stream and from nothing else."""

from collections.abc import Iterable
from functools import reduce

import msgspec
from msgspec.structs import replace

from pitboss.audit import Fairness, advance
from pitboss.audit.format import (
    ClocksRestarted,
    DealerCameOn,
    LogEvent,
    PlayerReady,
    ProgressionsTaken,
    SeedCommitted,
    SeedRevealed,
    SeedsClosed,
    SeedSealed,
    SeedTaken,
    TableClosed,
)
from pitboss.books.stream import StreamEvent
from pitboss.books.table_spec import TableSpec, terms_of
from pitboss.rulebooks import Terms
from pitboss.store import RoundAccounts
from pitboss.table import Table, TableEvent, evolve, open_table
from pitboss.table.events import DeckCut, DeckReceived, DeckShuffled, RoundEnded, RoundOpened
from pitboss.table.state import progressing


class Live(msgspec.Struct, frozen=True):
    """A table at one point of its stream."""

    spec: TableSpec
    table: Table
    next: int = 0  # the sequence number of the next event
    rounds: int = 0
    moved_at: int = 0  # when the table last moved: the clocks count from here
    ended_at: int = 0  # when the last round ended: the pause counts from here
    fairness: Fairness | None = None
    sealed: str = ""
    cuts: dict[str, tuple[int, ...]] = {}  # of each deck since its last shuffle
    ready: frozenset[int] = frozenset()
    dealer: str = ""
    dealers: frozenset[str] = frozenset()  # everyone who dealt in the round
    closed: bool = False

    @property
    def terms(self) -> Terms:
        """The terms in force."""
        return self.table.terms

    @property
    def accounts(self) -> RoundAccounts:
        """The accounts of the round in play."""
        players = {seat: self.spec.purse(occupant.player) for seat, occupant in self.table.seats.items()}
        return RoundAccounts(self.spec.name, str(self.rounds), players, self.spec.meters)

    @property
    def shuffled_round(self) -> Fairness | None:
        """The shuffle of the round in play or last played."""
        fairness = self.fairness
        return fairness if fairness is not None and fairness.round == f"{self.spec.name}/{self.rounds}" else None

    @property
    def at_stake(self) -> bool:
        """Whether a round is in play and someone has wagered in it."""
        return self.table.running is not None and bool(self.table.running.seats)

    def seat_of(self, player: str | None) -> int | None:
        """Where a player sits."""
        return None if player is None else self.table.seat_of(player)


def opened(spec: TableSpec) -> Live:
    """A table before its first event."""
    return Live(spec, open_table(terms_of(spec), spec.cards))


def after(live: Live, events: Iterable[StreamEvent]) -> Live:
    """The table after some more events of its stream."""
    return reduce(_after, events, live)


def _after(live: Live, event: StreamEvent) -> Live:
    live = replace(live, next=live.next + 1)
    match event:
        case SeedCommitted() | SeedTaken() | SeedsClosed() | SeedRevealed():
            before = None if isinstance(event, SeedCommitted) else live.fairness
            return replace(live, fairness=advance(before, event))
        case ClocksRestarted():
            return replace(live, moved_at=event.at)
        case LogEvent():
            return _noted(live, event)
    return _table_moved(replace(live, table=evolve(live.table, event), moved_at=event.at), event)


def _noted(live: Live, event: LogEvent) -> Live:
    match event:
        case SeedSealed():
            return replace(live, sealed=event.sealed)
        case PlayerReady():
            return replace(live, ready=live.ready | {event.seat})
        case DealerCameOn():
            return replace(live, dealer=event.dealer, dealers=live.dealers | {event.dealer})
        case ProgressionsTaken():
            return replace(live, table=progressing(live.table, event.meters))
        case TableClosed():
            return replace(live, closed=True)
    return live  # a fill or a credit changes the ledger alone, a correction what is over


def _table_moved(live: Live, event: TableEvent) -> Live:
    match event:
        case DeckReceived() | DeckShuffled():
            return replace(live, cuts={**live.cuts, event.deck: ()})
        case DeckCut():
            return replace(live, cuts={**live.cuts, event.deck: (*live.cuts[event.deck], event.depth)})
        case RoundOpened():
            dealers = frozenset({live.dealer} - {""})
            return replace(live, rounds=live.rounds + 1, ready=frozenset(), dealers=dealers)
        case RoundEnded():
            return replace(live, ended_at=event.at)
    return live
