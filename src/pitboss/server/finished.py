"""Finished rounds, read from the streams of tables a page at a time: for exports and reports."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from pitboss.games import RoundEvent, SettlementLine
from pitboss.games.events import LineSettled, PayoutHeld
from pitboss.progressive import with_progressions
from pitboss.rulebooks import Terms
from pitboss.server.spec import TableSpec, terms_of
from pitboss.server.stream import ProgressionsSet, StreamEvent, read_event
from pitboss.store import Store
from pitboss.table.events import PlayerSat, RoundEnded, RoundMoved, RoundOpened

PAGE = 2000


@dataclass(frozen=True)
class Finished:
    """A round that is over: when, who played where, and what happened; `next` is where its table's stream goes on."""

    table: str
    number: int
    at: int  # seconds
    void: bool
    players: dict[int, str]
    terms: Terms
    moves: tuple[RoundEvent, ...]
    next: int

    @property
    def lines(self) -> list[SettlementLine]:
        """Its settlement, payouts that were held included."""
        return [move.line for move in self.moves if isinstance(move, LineSettled | PayoutHeld)]


@dataclass
class Reader:
    """Reads on where it stopped; it never reads an event twice."""

    store: Store
    spec: TableSpec
    next: int = 0
    number: int = 0
    _players: dict[int, str] = field(default_factory=dict)
    _moves: list[RoundEvent] = field(default_factory=list)
    _terms: Terms | None = None

    def rounds(self) -> Iterator[Finished]:
        """The rounds that have ended since."""
        while stored := self.store.events(self.spec.name, self.next, PAGE):
            for row in stored:
                self.next = row.sequence + 1
                found = self._take(read_event(row.event))
                if found is not None:
                    yield found

    def _take(self, event: StreamEvent) -> Finished | None:
        match event:
            case PlayerSat():
                self._players[event.seat] = event.player
            case ProgressionsSet():
                self._terms = with_progressions(self._filed(), event.meters)
            case RoundOpened():
                self.number += 1
                self._moves = []
            case RoundMoved():
                self._moves.append(event.move)
            case RoundEnded():
                players, moves = dict(self._players), tuple(self._moves)
                name = self.spec.name
                return Finished(name, self.number, event.at, event.void, players, self._filed(), moves, self.next)
        return None

    def _filed(self) -> Terms:
        if self._terms is None:
            self._terms = terms_of(self.spec)
        return self._terms
