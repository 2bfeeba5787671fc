"""Rounds that are over, read back from a table's stream."""

from collections.abc import Iterator

import msgspec

from pitboss.audit import Fairness, advance
from pitboss.audit.format import SeedCommitted, SeedRevealed, SeedsClosed, SeedTaken, round_id
from pitboss.games import RoundEvent
from pitboss.rulebooks import Terms
from pitboss.server.spec import TableSpec, terms_of
from pitboss.server.stream import ProgressionsSet, StreamEvent, read_event
from pitboss.store import Store, StoredEvent
from pitboss.table import Table, evolve, open_table
from pitboss.table.events import (
    DeckCut,
    DeckReceived,
    DeckShuffled,
    MethodChanged,
    PlayerLeft,
    PlayerSat,
    RoundEnded,
    RoundMoved,
    RoundOpened,
)
from pitboss.table.progressing import progressing

PAGE = 5000
_SHUFFLE = ("seed-committed", "seed-taken", "seeds-closed", "seed-revealed")
_BETWEEN = (
    *_SHUFFLE, "method-changed", "progressions-set", "deck-received", "deck-shuffled", "deck-cut", "player-sat",
    "player-left", "round-opened",
)  # fmt: skip


class PastRound(msgspec.Struct, kw_only=True):
    """A round as it was played: by which terms, by whom, what happened, and how its deck was shuffled and cut."""

    terms: Terms
    players: dict[int, str]
    moves: list[RoundEvent]
    first: int  # the position of its first event in the store
    last: int
    fairness: Fairness | None
    cuts: tuple[int, ...]
    over: bool = False


def past_round(store: Store, spec: TableSpec, number: int) -> PastRound | None:
    """The round of that number, counted from 1; None while it is not over."""
    reader = _Reader(spec, number)
    for stored in _stream(store, spec.name):
        if not reader.read(stored):
            break
    found = reader.found
    return found if found is not None and found.over else None


def _stream(store: Store, table: str) -> Iterator[StoredEvent]:
    first = 0
    while page := store.events(table, first, PAGE):
        yield from page
        first = page[-1].sequence + 1


class _Reader:
    """Goes through a stream and takes in no more than it must: of other rounds only that they were."""

    def __init__(self, spec: TableSpec, number: int) -> None:
        self._spec = spec
        self._number = number
        self._rounds = 0
        self._table: Table = open_table(terms_of(spec))
        self._players: dict[int, str] = {}
        self._cuts: dict[str, tuple[int, ...]] = {}
        self._deck = ""
        self._fairness: Fairness | None = None
        self._committed = 0
        self.found: PastRound | None = None

    def read(self, stored: StoredEvent) -> bool:
        """The next event; False once the round is over and its shuffle revealed, or another one has begun."""
        tag = stored.event[10 : stored.event.index('"', 10)]  # every event is written as {"event":"...
        if self._rounds < self._number:
            if tag in _BETWEEN:
                self._before(stored, read_event(stored.event))
        elif self.found is not None:
            return self._within(stored, self.found, tag)
        return True

    def _before(self, stored: StoredEvent, event: StreamEvent) -> None:
        match event:
            case SeedCommitted():
                self._fairness, self._committed = advance(None, event), stored.position
            case MethodChanged():
                self._table = evolve(self._table, event)
            case ProgressionsSet():
                self._table = progressing(self._table, event.meters)
            case DeckReceived() | DeckShuffled():
                self._cuts[event.deck] = ()
            case DeckCut():
                self._cuts[event.deck] += (event.depth,)
            case PlayerSat():
                self._players[event.seat] = event.player
            case PlayerLeft():
                self._players.pop(event.seat, None)
            case RoundOpened():
                self._open(stored, event)

    def _open(self, stored: StoredEvent, event: RoundOpened) -> None:
        self._rounds += 1
        if self._rounds < self._number:
            return
        own = self._fairness is not None and self._fairness.round == round_id(self._spec.name, self._number)
        self._deck = event.deck
        self.found = PastRound(
            terms=self._table.terms,
            players=self._players,
            moves=[],
            first=self._committed if own else stored.position,
            last=stored.position,
            fairness=self._fairness if own else None,
            cuts=self._cuts.get(event.deck, ()),
        )

    def _within(self, stored: StoredEvent, found: PastRound, tag: str) -> bool:
        if found.over and tag not in _SHUFFLE:
            return tag != "round-opened"
        event = read_event(stored.event)
        match event:
            case RoundMoved():
                found.moves.append(event.move)
            case RoundEnded():
                found.over = True
            case DeckShuffled() if event.deck == self._deck:
                found.cuts = ()
            case DeckCut() if event.deck == self._deck:
                found.cuts += (event.depth,)
            case PlayerSat():
                found.players[event.seat] = event.player
            case SeedTaken() | SeedsClosed() | SeedRevealed() if found.fairness is not None:
                found.fairness = advance(found.fairness, event)
            case SeedCommitted():
                return False
        found.last = stored.position
        return not (found.over and (found.fairness is None or found.fairness.server_seed is not None))
